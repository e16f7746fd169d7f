//! Defines [`Format`], what an agent's file looks like, and [`FORMATS`], the table of those known.
//!
//! Adding a format is one file and one row. A format sees whole records in file order and keeps what it must
//! remember between them; numbering, ids, repeats, damage and counts are not its business.

mod claude;
mod codex;
mod copilot;
mod gemini;
mod git;
mod json;
mod lists;
mod openai;
mod opencode;
mod pairs;
mod pi;
mod plain;
pub(crate) mod repair;
mod sink;
mod specstory;
mod spoken;
mod tools;

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub use sink::{RecordVerdict, Sink};

pub(crate) use json::{LenientBool, Text};

use super::RecordRef;

/// One record of a transcript: a line, or a part of a document.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Its text: one JSON value, or Markdown.
    pub text: &'a str,
    /// What it goes by in its document; empty for a line.
    pub key: &'a str,
    /// Where it stands.
    pub place: RecordRef,
}

/// Reads one agent's records.
pub trait Format: Send + std::fmt::Debug {
    /// Reads one record and puts what it gives into `out`. A record that cannot be read leaves no trace in `self`.
    fn push(&mut self, record: &Record<'_>, out: &mut Sink) -> RecordVerdict;

    /// Releases what is kept back: no record follows for now, or ever.
    fn finish(&mut self, _out: &mut Sink) {}

    /// What it must remember between records, as JSON. A format that cannot say is read from the beginning each time.
    fn memory(&self) -> Option<String> {
        None
    }

    /// Takes over what another reader of the same file remembered. Returns whether that could be understood.
    fn recall(&mut self, _memory: &str) -> bool {
        false
    }

    /// Parts with these keys were in the document and are no more.
    fn gone(&mut self, _keys: &[String], _out: &mut Sink) {}

    /// A copy, for looking at an unfinished line without taking it in.
    fn boxed_clone(&self) -> Box<dyn Format>;
}

/// A document parted into records. Agents that keep a transcript as one document write it anew as a whole at every
/// change, so it is read anew as a whole, and only parts that are new or changed go to the format.
#[derive(Debug, Clone, Default)]
pub struct DocumentParts<'a> {
    /// In the document's order.
    pub parts: Vec<DocumentPart<'a>>,
    /// False when the document ends before its end: it is being written, or was cut off.
    pub whole: bool,
}

/// One part of a document.
#[derive(Debug, Clone)]
pub struct DocumentPart<'a> {
    /// What it goes by, the same at every reading.
    pub key: String,
    /// What it says.
    pub text: Cow<'a, str>,
    /// Where it stands in the document.
    pub range: Range<usize>,
}

/// The file records come from.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// Its path as given.
    pub path: PathBuf,
    /// Its name without the last extension.
    pub stem: String,
}

impl Origin {
    /// The origin of records from the file at `path`.
    pub fn of(path: &Path) -> Self {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Self { path: path.to_owned(), stem }
    }
}

/// One row of [`FORMATS`].
#[derive(Debug, Clone, Copy)]
pub struct FormatRow {
    /// The agent's word in ids and JSON.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// Whether a record is of this format. The first row that says yes to a record reads the file.
    pub sniff: fn(&Value) -> bool,
    /// Parts a document of this format, for agents that write one; `None` for a document of another format. A format
    /// may know files of records and documents both.
    pub parts: Option<fn(&str) -> Option<DocumentParts<'_>>>,
    /// A fresh reader for a file.
    pub make: fn(&Origin) -> Box<dyn Format>,
}

/// Every format known, the more telling ones first.
pub static FORMATS: &[FormatRow] = &[
    row("claude", "Claude Code", claude::sniff, claude::make),
    row("codex", "Codex", codex::sniff, codex::make),
    row("copilot", "Copilot CLI", copilot::sniff, copilot::make),
    row("pi", "Pi", pi::sniff, pi::make),
    row("gemini", "Gemini CLI", gemini::sniff, gemini::make).whole(gemini::parts),
    row("opencode", "OpenCode exports", opencode::sniff, opencode::make).whole(opencode::parts),
    row("specstory", "SpecStory", |_| false, specstory::make).whole(specstory::parts),
    row("plain", "plain turns", plain::sniff, plain::make),
    row("openai", "OpenAI chat", openai::sniff, openai::make),
];

/// Reads what a reader of this kind remembered.
fn recalled<F: serde::de::DeserializeOwned>(into: &mut F, memory: &str) -> bool {
    serde_json::from_str(memory).map(|read| *into = read).is_ok()
}

/// A row for a format that keeps one record a line.
const fn row(
    id: &'static str,
    name: &'static str,
    sniff: fn(&Value) -> bool,
    make: fn(&Origin) -> Box<dyn Format>,
) -> FormatRow {
    FormatRow { id, name, sniff, parts: None, make }
}

impl FormatRow {
    /// The row of a format that is, or may be, one document.
    const fn whole(self, parts: fn(&str) -> Option<DocumentParts<'_>>) -> Self {
        Self { parts: Some(parts), ..self }
    }
}

/// The format a document is of, with its parts.
pub fn sniff_document(text: &str) -> Option<(&'static FormatRow, DocumentParts<'_>)> {
    FORMATS.iter().find_map(|row| Some((row, (row.parts?)(text)?)))
}

/// The format a record is of.
pub fn sniff(record: &Value) -> Option<&'static FormatRow> {
    FORMATS.iter().find(|row| (row.sniff)(record))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn ids_and_names_are_unique() {
        let ids: BTreeSet<_> = FORMATS.iter().map(|r| r.id).collect();
        let names: BTreeSet<_> = FORMATS.iter().map(|r| r.name).collect();
        assert_eq!((ids.len(), names.len()), (FORMATS.len(), FORMATS.len()));
    }

    #[test]
    fn a_record_tells_its_format() {
        for (record, want) in [
            (json!({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}), Some("claude")),
            (json!({"type": "summary", "summary": "s", "leafUuid": "u"}), Some("claude")),
            (json!({"type": "permission-mode", "permissionMode": "default", "sessionId": "s"}), Some("claude")),
            (json!({"type": "user", "uuid": "u", "message": {"role": "user", "content": "x"}}), Some("claude")),
            (json!({"timestamp": "t", "type": "session_meta", "payload": {"id": "x"}}), Some("codex")),
            (json!({"timestamp": "t", "type": "event_msg", "payload": {"type": "token_count"}}), Some("codex")),
            (json!({"id": "x", "timestamp": "t", "instructions": null, "git": {}}), Some("codex")),
            (json!({"record_type": "state"}), Some("codex")),
            (json!({"turnId": 1, "role": "human", "content": "x"}), Some("plain")),
            (json!({"role": "user", "content": "x"}), Some("openai")),
            (json!({"messages": [{"role": "user", "content": "x"}]}), Some("openai")),
            (json!({"type": "user.message", "data": {"content": "x"}, "id": "i"}), Some("copilot")),
            (json!({"type": "abort", "data": {"reason": "x"}, "id": "i", "parentId": null}), Some("copilot")),
            (json!({"type": "session", "version": 1, "id": "i", "cwd": "/x"}), Some("pi")),
            (json!({"type": "message", "id": "i", "message": {"role": "user", "content": []}}), Some("pi")),
            (json!({"sessionId": "s", "projectHash": "h", "startTime": "t", "kind": "main"}), Some("gemini")),
            (json!({"id": "i", "timestamp": "t", "type": "gemini", "content": ""}), Some("gemini")),
            (json!({"$rewindTo": "i"}), Some("gemini")),
            (json!({"info": {"id": "ses_1"}, "messages": []}), Some("opencode")),
            (json!({"type": "event", "data": 7}), None),
            (json!(["x"]), None),
            (json!(7), None),
        ] {
            assert_eq!(sniff(&record).map(|r| r.id), want, "{record}");
        }
    }
}
