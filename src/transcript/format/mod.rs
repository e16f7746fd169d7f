//! Defines [`Format`], what an agent's file looks like, and [`FORMATS`], the table of those known.
//!
//! Adding a format is one file and one row. A format sees whole records in file order and keeps what it must
//! remember between them; numbering, ids, repeats, damage and counts are not its business.

mod claude;
mod codex;
mod git;
mod json;
mod openai;
mod pairs;
mod plain;
pub(crate) mod salvage;
mod sink;

use std::path::{Path, PathBuf};

use serde_json::Value;

pub use sink::{Sink, Verdict};

pub(crate) use json::{Flag, Text};

use super::RecordRef;
/// One JSON value of a transcript.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The JSON text.
    pub json: &'a str,
    /// Where it stands.
    pub place: RecordRef,
}

/// Reads one agent's records.
pub trait Format: Send + std::fmt::Debug {
    /// Reads one record and puts what it gives into `out`. A record that cannot be read leaves no trace in `self`.
    fn push(&mut self, record: &Record<'_>, out: &mut Sink) -> Verdict;

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

    /// A copy, for looking at an unfinished line without taking it in.
    fn boxed_clone(&self) -> Box<dyn Format>;
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
    /// A fresh reader for a file.
    pub make: fn(&Origin) -> Box<dyn Format>,
}

/// Every format known, the more telling ones first.
pub static FORMATS: &[FormatRow] = &[
    FormatRow { id: "claude", name: "Claude Code", sniff: claude::sniff, make: claude::make },
    FormatRow { id: "codex", name: "Codex", sniff: codex::sniff, make: codex::make },
    FormatRow { id: "plain", name: "plain turns", sniff: plain::sniff, make: plain::make },
    FormatRow { id: "openai", name: "OpenAI chat", sniff: openai::sniff, make: openai::make },
];

/// Reads what a reader of this kind remembered.
fn recalled<F: serde::de::DeserializeOwned>(into: &mut F, memory: &str) -> bool {
    serde_json::from_str(memory).map(|read| *into = read).is_ok()
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
            (json!({"type": "user.message", "data": {"content": "x"}, "id": "i"}), None),
            (json!({"type": "session", "version": 1, "id": "i", "cwd": "/x"}), None),
            (json!({"type": "message", "id": "i", "message": {"role": "user", "content": []}}), None),
            (json!(["x"]), None),
            (json!(7), None),
        ] {
            assert_eq!(sniff(&record).map(|r| r.id), want, "{record}");
        }
    }
}
