//! Defines the reading of a provenance log: its valid lines, its damaged ones, and the torn bytes at its end.

use std::io;
use std::path::Path;
use std::sync::Arc;

use memchr::memchr_iter;

use super::seal::{Sealer, Unsealed};
use super::{disk, line};
use crate::state::{LogLine, Note, NoteEvent};

/// The log's file, in a session's folder.
pub(super) const LOG: &str = "provenance.jsonl";

/// A log as read from a file.
#[derive(Debug, Default)]
pub(super) struct LogFile {
    /// Its lines, with a note for each damaged one.
    pub lines: Vec<LogLine>,
    hashes: Vec<String>,
    /// One past the end of each line, its line end included.
    ends: Vec<u64>,
    /// Numbers of lines that cannot be read, or that do not follow the line before them.
    pub damaged: Vec<u64>,
    /// Whether a line could be read but is not signed by the person.
    pub unsigned: bool,
    /// Bytes after the last whole line.
    pub torn: Vec<u8>,
}

impl LogFile {
    /// Reads the log at `path`, sealed as `name`; an empty one if there is none.
    pub(super) fn read(path: &Path, name: &str, sealer: &Sealer) -> io::Result<Self> {
        Ok(disk::read(path)?.map(|bytes| Self::of(&bytes, name, sealer)).unwrap_or_default())
    }

    fn of(bytes: &[u8], name: &str, sealer: &Sealer) -> Self {
        let mut log = Self::default();
        let mut start = 0;
        for end in memchr_iter(b'\n', bytes) {
            let Unsealed { content, valid } = sealer.unseal_json(name, &bytes[start..end]);
            log.take(&content, valid || sealer.lenient, end as u64 + 1);
            start = end + 1;
        }
        log.torn = bytes[start..].to_vec();
        log
    }

    fn take(&mut self, bytes: &[u8], signed: bool, end: u64) {
        let number = self.lines.len() as u64 + 1;
        let mut read = std::str::from_utf8(bytes).map_err(|e| e.to_string()).and_then(line::read);
        if !signed && read.is_ok() {
            self.unsigned = true;
            read = Err("is not signed with your key".to_owned());
        }
        let (read, prev) = match read {
            Ok((read, prev)) => (read, Some(prev)),
            Err(why) => (damaged(number, self.lines.last(), why), None),
        };
        // A damaged line has another hash, which is no damage of the line after it.
        let follows_damaged = self.damaged.last() == Some(&(number - 1));
        if !prev.is_some_and(|prev| follows_damaged || prev == self.hash_at(number - 1)) {
            self.damaged.push(number);
        }
        self.lines.push(read);
        self.hashes.push(line::hash(bytes));
        self.ends.push(end);
    }

    /// Whether any line could be read.
    pub(super) fn has_readable(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| !matches!(line, LogLine::Note(note) if matches!(note.event, NoteEvent::Damaged { .. })))
    }

    /// The hash of line `number`, counted from 1; empty if there is no such line.
    pub(super) fn hash_at(&self, number: u64) -> &str {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        index.and_then(|i| self.hashes.get(i)).map_or("", String::as_str)
    }

    /// Bytes of the first `lines` lines.
    pub(super) fn bytes_of(&self, lines: u64) -> u64 {
        let index = usize::try_from(lines).ok().and_then(|n| n.checked_sub(1));
        index.and_then(|i| self.ends.get(i)).copied().unwrap_or(0)
    }
}

/// A placeholder for an unreadable line, so that later lines keep their numbers.
fn damaged(line: u64, before: Option<&LogLine>, why: String) -> LogLine {
    let seq = before.map_or(0, LogLine::seq);
    LogLine::Note(Arc::new(Note { line, seq, at: None, event: NoteEvent::Damaged { why } }))
}
