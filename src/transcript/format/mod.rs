//! Defines [`Format`], the reader of one agent's records, and [`FORMATS`], the table of the formats known.
//!
//! Adding a format takes its module, and its `mod` line and row in this file; the places of its agent's sessions
//! are declared in the module too ([`Agent`]). A format receives whole records in file order and keeps what it needs
//! between them. [`Sink`] and the decoder do numbering, unique ids, repeats, damage and counts.

/// Saves and restores the state of a format as JSON of the whole format.
macro_rules! saved_as_json {
    () => {
        fn state(&self) -> Option<String> {
            serde_json::to_string(self).ok()
        }

        fn restore(&mut self, state: &str) -> bool {
            serde_json::from_str(state).map(|read| *self = read).is_ok()
        }
    };
}

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
pub(crate) mod thin;
mod tools;

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub use sink::{RecordVerdict, Sink, repository_of};

pub(crate) use json::{LenientBool, Text, lenient};

use super::RecordRef;
use super::discover::agents::Agent;

/// One record of a transcript: a line, or a part of a document.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Its text: one JSON value, or Markdown.
    pub text: &'a str,
    /// Its key in the document; empty for a line.
    pub key: &'a str,
    /// Its position in the file.
    pub place: RecordRef,
}

/// Reads one agent's records.
pub trait Format: BoxedClone + Send + std::fmt::Debug {
    /// Reads one record and puts its entries into `out`. A record that cannot be read must not change `self`.
    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict>;

    /// Reads one record; one that cannot be read counts as damaged.
    fn push(&mut self, record: &Record<'_>, out: &mut Sink) -> RecordVerdict {
        self.read(record, out).unwrap_or(RecordVerdict::Damaged("unreadable"))
    }

    /// Releases records that were held back; no record follows for now, or ever.
    fn finish(&mut self, _out: &mut Sink) {}

    /// Its state between records as JSON. Files of a format without it are read from the beginning each time.
    fn state(&self) -> Option<String> {
        None
    }

    /// Restores a state that [`Self::state`] returned. Returns false if it is invalid.
    fn restore(&mut self, _state: &str) -> bool {
        false
    }

    /// Parts with these keys were removed from the document.
    fn removed(&mut self, _keys: &[String], _out: &mut Sink) {}
}

/// Copies a format behind a pointer, for previewing an unfinished line.
pub trait BoxedClone {
    fn boxed_clone(&self) -> Box<dyn Format>;
}

impl<T: Format + Clone + 'static> BoxedClone for T {
    fn boxed_clone(&self) -> Box<dyn Format> {
        Box::new(self.clone())
    }
}

/// The reason why a record yielded nothing, or the error of one that cannot be read.
pub type ReadResult<T = &'static str> = Result<T, serde_json::Error>;

/// A document split into records. Its agent rewrites the whole file at every change, so it is split again each time,
/// and only new and changed parts are passed to the format.
#[derive(Debug, Clone, Default)]
pub struct DocumentParts<'a> {
    /// In the document's order.
    pub parts: Vec<DocumentPart<'a>>,
    /// False when the document is incomplete: it is being written, or was cut off.
    pub whole: bool,
}

/// One part of a document.
#[derive(Debug, Clone)]
pub struct DocumentPart<'a> {
    /// Its key, the same at every reading.
    pub key: String,
    pub text: Cow<'a, str>,
    /// Its byte range in the document.
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
    /// The word for the format in ids and JSON.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// Whether a record is of this format. The first row that matches reads the file.
    pub sniff: fn(&Value) -> bool,
    /// Splits a document of this format into its parts; `None` for a document of another format. A format may have
    /// files of records and documents both.
    pub parts: Option<fn(&str) -> Option<DocumentParts<'_>>>,
    /// The beginnings of the first line of documents that are not JSON.
    pub first_lines: &'static [&'static str],
    /// Makes the reader of a file.
    pub make: fn(&Origin) -> Box<dyn Format>,
    /// The agent whose sessions can be found on disk.
    pub agent: Option<&'static Agent>,
}

/// Every format known, the more specific ones first.
pub static FORMATS: &[FormatRow] = &[
    of_agent(&claude::sessions::AGENT, claude::sniff, claude::make),
    of_agent(&codex::sessions::AGENT, codex::sniff, codex::make),
    of_agent(&copilot::sessions::AGENT, copilot::sniff, copilot::make),
    of_agent(&pi::sessions::AGENT, pi::sniff, pi::make),
    of_agent(&gemini::sessions::AGENT, gemini::sniff, gemini::make).document(gemini::parts, &[]),
    of_agent(&opencode::sessions::AGENT, opencode::sniff, opencode::make).document(opencode::parts, &[]),
    row("specstory", "SpecStory", |_| false, specstory::make).document(specstory::parts, specstory::FIRST_LINES),
    row("plain", "plain turns", plain::sniff, plain::make),
    row("openai", "OpenAI chat", openai::sniff, openai::make),
];

/// Whether a record has this field.
fn has(record: &Value, field: &str) -> bool {
    record.get(field).is_some()
}

/// The row of a format with one record a line.
const fn row(
    id: &'static str,
    name: &'static str,
    sniff: fn(&Value) -> bool,
    make: fn(&Origin) -> Box<dyn Format>,
) -> FormatRow {
    FormatRow { id, name, sniff, parts: None, first_lines: &[], make, agent: None }
}

/// The row of a format whose sessions are found where its agent keeps them.
const fn of_agent(agent: &'static Agent, sniff: fn(&Value) -> bool, make: fn(&Origin) -> Box<dyn Format>) -> FormatRow {
    FormatRow { agent: Some(agent), ..row(agent.id, agent.name, sniff, make) }
}

impl FormatRow {
    /// The row of a format whose files are, or may be, one document.
    const fn document(
        self,
        parts: fn(&str) -> Option<DocumentParts<'_>>,
        first_lines: &'static [&'static str],
    ) -> Self {
        Self { parts: Some(parts), first_lines, ..self }
    }
}

/// Detects the format of a document, and splits it.
pub fn sniff_document(text: &str) -> Option<(&'static FormatRow, DocumentParts<'_>)> {
    FORMATS.iter().find_map(|row| Some((row, (row.parts?)(text)?)))
}

/// Detects the format of a record.
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
    fn a_format_is_detected_from_a_record() {
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
