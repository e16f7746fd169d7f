//! Defines [`ClaudeNative`], Claude Code's own memory of a project: `MEMORY.md`, an index of one line a memory, and one
//! fact a file beside it.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::indexed::{INDEX, Indexed};
use super::{LARGEST, MemoryFolder, TargetKind, text, wording};
use crate::edits::EditError;
use crate::edits::front_matter::{self, scalar};
use crate::session::suggest::{MemoryReader, Suggestion};

/// Claude Code loads this many lines of the index, or this many bytes, whichever it reaches first.
const LINES: usize = 200;
const BYTES: usize = 25 * 1024;
/// Columns of a line of it, where that can be had without cutting.
const INDEX_LINE: usize = 150;

/// The memory folder of one project.
#[derive(Debug)]
pub struct ClaudeNative {
    folder: MemoryFolder,
}

impl ClaudeNative {
    /// Opens the memory in this folder, which need not exist.
    pub fn open(folder: PathBuf) -> Result<Self, EditError> {
        Ok(Self { folder: MemoryFolder::open(folder)? })
    }
}

impl Indexed for ClaudeNative {
    const KIND: TargetKind = TargetKind::Claude;
    const BELOW: &'static str = "";

    fn folder(&self) -> &MemoryFolder {
        &self.folder
    }

    fn topic(&self, suggestion: &Suggestion, name: &str) -> String {
        let head = front_matter::head(&[
            ("name", &scalar(name.trim_end_matches(".md"))),
            ("description", &scalar(&suggestion.title)),
            ("metadata", &format!("\n  type: {}", scalar(suggestion.memory_type.word()))),
        ]);
        let mut out = format!("{head}\n{}", wording::body(suggestion));
        if out.len() > LARGEST {
            let end = out.floor_char_boundary(LARGEST);
            let more = out.len() - end;
            out.truncate(end);
            let _ = write!(out, "\n\n({more} bytes more)\n");
        }
        out
    }

    /// `- [Title](file.md) — what it is`. Nothing is cut, yet a line is to be short: a long title stands alone.
    fn index_line(&self, suggestion: &Suggestion, name: &str) -> String {
        let link = format!("- [{}]({name})", text::link(&suggestion.title));
        let line = format!("{link} — {}", suggestion.what(MemoryReader::Agent));
        if text::columns(&line) <= INDEX_LINE { line } else { link }
    }

    /// Refuses an index that grows beyond what Claude Code loads: its end would be lost silently.
    fn check_index(&self, after: &str, before: &str) -> Result<Vec<String>, EditError> {
        let (lines, grows) = (after.lines().count(), after.len() > before.len());
        if grows && (lines > LINES || after.len() > BYTES) {
            let why = format!(
                "has {} lines and {} bytes, and Claude Code reads {LINES} lines or {BYTES} bytes: take some out first",
                before.lines().count(),
                before.len()
            );
            return Err(EditError::Refused { path: self.folder.path().join(INDEX), why });
        }
        let nearly = lines * 10 > LINES * 9 || after.len() * 10 > BYTES * 9;
        Ok(nearly.then(|| format!("{INDEX} is nearly full: {lines} of {LINES} lines")).into_iter().collect())
    }
}
