//! Defines [`ClaudeMemories`], a `MEMORY.md` in the project whose lines point to `memory/*.md`, with the front matter of
//! ai-loadout. Claude Code's own index is another format: neither reads the other's.

use std::path::PathBuf;

use super::{Change, Draft, Folder, MemoryError, Target, TargetKind, claude, loadout, names, needs_nothing, text};
use crate::session::suggest::{Action, Memory, Suggestion};

/// The index.
const INDEX: &str = "MEMORY.md";
/// The folder of its files.
const BELOW: &str = "memory";
/// Columns of a name, and of a description, which the validator wants within 120.
const NAME: usize = 48;
const DESCRIPTION: usize = 110;

/// The memory files of a project.
#[derive(Debug)]
pub struct ClaudeMemories {
    folder: Folder,
}

impl ClaudeMemories {
    /// The memory files in a project's root.
    pub fn open(root: PathBuf) -> Result<Self, MemoryError> {
        Ok(Self { folder: Folder::open(root)? })
    }
}

impl Target for ClaudeMemories {
    fn kind(&self) -> TargetKind {
        TargetKind::ClaudeMemories
    }

    fn folder(&self) -> &Folder {
        &self.folder
    }

    fn memories(&self) -> Result<Vec<Memory>, MemoryError> {
        let mut out = Vec::new();
        for name in self.folder.list(BELOW) {
            let name = format!("{BELOW}/{name}");
            if let Ok(Some(bytes)) = self.folder.read(&name) {
                out.push(text::read(&name, &bytes));
            }
        }
        Ok(out)
    }

    fn draft(&self, suggestion: &Suggestion) -> Result<Draft, MemoryError> {
        if let Some(nothing) = needs_nothing(suggestion) {
            return Err(nothing);
        }
        let own = format!("{BELOW}/{}", names::file_name(suggestion));
        let existing = suggestion.existing.clone();
        let name = existing.clone().filter(|_| suggestion.action == Action::Update).unwrap_or(own);
        let old = existing.filter(|e| *e != name);
        let stands = suggestion.action != Action::Retire;
        let mut changes = Vec::new();
        if stands {
            let after = topic(suggestion, &name);
            changes.push(Change {
                before: self.folder.read(&name)?,
                file: name.clone(),
                after: Some(after.into_bytes()),
            });
        }
        if let Some(old) = &old {
            changes.push(Change { file: old.clone(), before: self.folder.read(old)?, after: None });
        }
        let before = self.folder.read(INDEX)?;
        let index = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
        let line = stands.then(|| index_line(suggestion, &name));
        let names: Vec<&str> = [Some(name.as_str()), old.as_deref()].into_iter().flatten().collect();
        let after = text::index_with(&index, line.as_deref(), &names);
        changes.push(Change { file: INDEX.to_owned(), before, after: Some(after.into_bytes()) });
        changes.retain(|c| c.before != c.after);
        let warnings = Vec::new();
        Ok(Draft { target: self.kind(), folder: self.folder.path().to_owned(), changes, warnings })
    }
}

/// `- Name — description → ` and the path in backticks. The name holds none of the signs that part them.
fn index_line(suggestion: &Suggestion, name: &str) -> String {
    let plain = |words: &str, columns| text::link(words, columns).replace("--", "-").replace(['—', '→'], "-");
    format!("- {} — {} → `{name}`", plain(&suggestion.title, NAME), plain(&suggestion.title, DESCRIPTION))
}

fn topic(suggestion: &Suggestion, name: &str) -> String {
    let stem = name.trim_start_matches("memory/").trim_end_matches(".md");
    format!("{}\n{}", loadout::front_matter(suggestion, stem), claude::body(suggestion))
}
