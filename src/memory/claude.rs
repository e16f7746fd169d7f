//! Defines [`ClaudeNative`], Claude Code's own memory of a project: `MEMORY.md`, an index of one line a memory, and one
//! fact a file beside it.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::{Change, Draft, Folder, LARGEST, MemoryError, Target, TargetKind, names, needs_nothing, text};
use crate::session::suggest::{Action, Memory, MemoryType, Suggestion};
use crate::transcript::Role;

/// The index.
const INDEX: &str = "MEMORY.md";
/// What Claude Code loads of it: so many lines, or so many bytes, whichever comes first.
const LINES: usize = 200;
const BYTES: usize = 25 * 1024;
/// Columns of an index line.
const LINE: usize = 150;
/// Columns of a title in it.
const TITLE: usize = 48;

/// The memory folder of one project.
#[derive(Debug)]
pub struct ClaudeNative {
    folder: Folder,
}

impl ClaudeNative {
    /// The memory in this folder, which need not be there.
    pub fn open(folder: PathBuf) -> Result<Self, MemoryError> {
        Ok(Self { folder: Folder::open(folder)? })
    }
}

impl Target for ClaudeNative {
    fn kind(&self) -> TargetKind {
        TargetKind::Claude
    }

    fn folder(&self) -> &Folder {
        &self.folder
    }

    fn memories(&self) -> Result<Vec<Memory>, MemoryError> {
        let mut out = Vec::new();
        for name in self.folder.list(".").into_iter().filter(|n| n != INDEX) {
            // One that is a link or too large is no reason to see none.
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
        let own = names::file_name(suggestion);
        let existing = suggestion.existing.clone();
        let name = existing.clone().filter(|_| suggestion.action == Action::Update).unwrap_or(own);
        let old = existing.filter(|e| *e != name);
        let mut changes = Vec::new();
        let mut warnings = Vec::new();
        if suggestion.action != Action::Retire {
            let before = self.folder.read(&name)?;
            if before.is_some() && !name.ends_with(&own_ending(suggestion)) {
                warnings.push(format!("{name} was not written by deltamind: its text is kept below the new one"));
            }
            let after = topic(suggestion, &name, before.as_deref());
            changes.push(Change { file: name.clone(), before, after: Some(after.into_bytes()) });
        }
        if let Some(old) = &old {
            changes.push(Change { file: old.clone(), before: self.folder.read(old)?, after: None });
        }
        let before = self.folder.read(INDEX)?;
        let index = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
        let line = (suggestion.action != Action::Retire).then(|| index_line(suggestion, &name));
        let names: Vec<&str> = [Some(name.as_str()), old.as_deref()].into_iter().flatten().collect();
        let after = text::index_with(&index, line.as_deref(), &names);
        self.within(&after, &index)?;
        if after.lines().count() * 10 > LINES * 9 || after.len() * 10 > BYTES * 9 {
            warnings.push(format!("{INDEX} is nearly full: {} of {LINES} lines", after.lines().count()));
        }
        changes.push(Change { file: INDEX.to_owned(), before, after: Some(after.into_bytes()) });
        changes.retain(|c| c.before != c.after);
        Ok(Draft { target: self.kind(), folder: self.folder.path().to_owned(), changes, warnings })
    }
}

impl ClaudeNative {
    /// An index that grows beyond what is loaded would lose its end in silence.
    fn within(&self, after: &str, before: &str) -> Result<(), MemoryError> {
        let grows = after.len() > before.len();
        if grows && (after.lines().count() > LINES || after.len() > BYTES) {
            let why = format!(
                "has {} lines and {} bytes, and Claude Code reads {LINES} lines or {BYTES} bytes: take some out first",
                before.lines().count(),
                before.len()
            );
            return Err(MemoryError::Refused { path: self.folder.path().join(INDEX), why });
        }
        Ok(())
    }
}

/// `- [Title](file.md) — hook`.
fn index_line(suggestion: &Suggestion, name: &str) -> String {
    let title = text::link(&suggestion.title, TITLE);
    let head = format!("- [{title}]({name}) — ");
    let room = LINE.saturating_sub(text::columns(&head));
    let hook = if text::columns(&suggestion.title) > TITLE { suggestion.title.as_str() } else { &suggestion.why };
    format!("{head}{}", text::link(hook, room.max(12)))
}

/// One fact in a file. A file that somebody else wrote keeps its name, its front matter but for the description, and
/// its text.
fn topic(suggestion: &Suggestion, name: &str, before: Option<&[u8]>) -> String {
    let body = body(suggestion);
    let foreign = before.filter(|_| !name.ends_with(&own_ending(suggestion)));
    if let Some(old) = foreign.map(|b| String::from_utf8_lossy(b).into_owned()) {
        let (head, rest) = match old.strip_prefix("---\n").and_then(|r| r.split_once("\n---\n")) {
            Some((head, rest)) => (Some(head), rest),
            None => (None, old.as_str()),
        };
        let head = head.map_or_else(String::new, |head| {
            let lines = head.lines().map(|l| {
                let is_description = l.starts_with("description:");
                if is_description { format!("description: {}", text::scalar(&suggestion.title)) } else { l.to_owned() }
            });
            format!("---\n{}\n---\n", lines.collect::<Vec<_>>().join("\n"))
        });
        return format!("{head}\n{body}\nEarlier:\n\n{}", rest.trim_start_matches('\n'));
    }
    let stem = name.trim_end_matches(".md");
    let mut out = format!(
        "---\nname: {}\ndescription: {}\nmetadata:\n  type: {}\n---\n\n{body}",
        text::scalar(stem),
        text::scalar(&suggestion.title),
        text::scalar(suggestion.memory_type.word()),
    );
    if out.len() > LARGEST {
        let end = (0..=LARGEST).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
        let more = out.len() - end;
        out.truncate(end);
        let _ = write!(out, "…\n\n({more} bytes more)\n");
    }
    out
}

/// What a file of ours for this suggestion ends with, whatever its type was when it was named.
fn own_ending(suggestion: &Suggestion) -> String {
    let hash = suggestion.id.trim_start_matches("m-");
    format!("-{hash}.md")
}

/// The fact, why, how to apply it, and the words it rests on. Worded as facts: an agent takes no leave from them.
pub(super) fn body(suggestion: &Suggestion) -> String {
    let mut out = text::quoted(&suggestion.words);
    out.push('\n');
    let said = suggestion.evidence.first();
    if matches!(suggestion.memory_type, MemoryType::Feedback | MemoryType::Project) {
        let why = match (&suggestion.rationale, said) {
            (Some(rationale), _) => rationale.clone(),
            (None, Some(quote)) if quote.speaker == Some(Role::User) => format!("the user said: \"{}\"", quote.words),
            (None, Some(quote)) => format!("it was said: \"{}\"", quote.words),
            (None, None) => suggestion.why.clone(),
        };
        let _ = write!(out, "\n**Why:** {}\n", inline(&why));
        let _ = write!(out, "\n**How to apply:** {}\n", inline(&how(suggestion)));
    }
    if let Some(quote) = said {
        let _ = write!(out, "\nSource: session {}, {}\n", inline(&suggestion.session), inline(&quote.turn));
    }
    out
}

/// Words within a line of ours.
fn inline(words: &str) -> String {
    text::quoted(&crate::text::SafeText::line(words).into_string()).trim_start_matches("> ").to_owned()
}

fn how(suggestion: &Suggestion) -> String {
    let not = if suggestion.alternatives.is_empty() {
        String::new()
    } else {
        format!(" Considered and not chosen: {}.", suggestion.alternatives.join("; "))
    };
    let how = match (suggestion.memory_type, suggestion.hard) {
        (MemoryType::Feedback, true) => "It holds in every session of this project, without exception.",
        (MemoryType::Feedback, false) => "It holds in every session of this project until the user says otherwise.",
        (_, true) => "New work stays within it.",
        (_, false) => "New work builds on it.",
    };
    format!("{how}{not}")
}
