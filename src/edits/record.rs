//! Defines [`FileRecord`], the journal's record of one changed file, and how the change is reverted from it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{EditError, FileChange, Workspace};

/// One file of a change: hashes of its content before and after, and the bytes before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileRecord {
    /// Whether the file is one of the store's, in `.deltamind/`.
    #[serde(default)]
    pub own: bool,
    /// The path, as in [`FileChange`].
    pub file: String,
    /// Hash of the bytes before; `None` for a file that did not exist.
    pub before: Option<String>,
    /// Hash of the bytes after; `None` for a file that was removed.
    pub after: Option<String>,
    /// The bytes before, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before_bytes: Option<String>,
}

/// How a file compares with its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// It holds the bytes before the change.
    Before,
    /// It holds the bytes after the change.
    After,
    /// It holds something else.
    Other,
}

/// The BLAKE3 hash of a file's content, in hexadecimal; `None` for a file that does not exist.
pub fn hash(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| blake3::hash(bytes).to_hex().to_string())
}

impl FileRecord {
    /// The record of a change.
    pub fn of(change: &FileChange) -> Self {
        Self {
            own: change.own,
            file: change.file.clone(),
            before: hash(change.before.as_deref()),
            after: hash(change.after.as_deref()),
            before_bytes: change.before.as_ref().map(|bytes| STANDARD.encode(bytes)),
        }
    }

    /// The record without the bytes before.
    #[must_use]
    pub fn without_bytes(&self) -> Self {
        Self { before_bytes: None, ..self.clone() }
    }

    /// Copies the bytes before from an earlier record of the same file, if this one lacks them.
    pub fn complete_from(&mut self, earlier: &[Self]) {
        if self.bytes_before().is_some() {
            return;
        }
        if let Some(first) =
            earlier.iter().find(|r| r.own == self.own && r.file == self.file && r.before == self.before)
        {
            self.before_bytes.clone_from(&first.before_bytes);
        }
    }

    /// The bytes before: `Some(None)` for a file that did not exist, `None` when the record lacks them or they do not
    /// have the recorded hash.
    pub fn bytes_before(&self) -> Option<Option<Vec<u8>>> {
        match (&self.before, &self.before_bytes) {
            (None, None) => Some(None),
            (Some(hash), Some(bytes)) => {
                let bytes = STANDARD.decode(bytes).ok()?;
                (blake3::hash(&bytes).to_hex().as_str() == hash).then_some(Some(bytes))
            }
            _ => None,
        }
    }

    /// Compares the file's present content with the record; an unchanged file counts as `After`.
    pub fn state(&self, content: Option<&[u8]>) -> FileState {
        match hash(content) {
            hash if hash == self.after => FileState::After,
            hash if hash == self.before => FileState::Before,
            _ => FileState::Other,
        }
    }
}

/// The changes that revert recorded ones, last first. A file that holds the bytes before already is left out; one
/// that holds neither is refused with [`EditError::Changed`].
pub fn changes_back(places: Workspace<'_>, records: &[FileRecord]) -> Result<Vec<FileChange>, EditError> {
    let mut changes = Vec::new();
    for record in records.iter().rev() {
        let content = places.read(record.own, &record.file)?;
        let path = places.path(record.own, &record.file);
        match record.state(content.as_deref()) {
            FileState::After if record.before == record.after => {}
            FileState::Before => {}
            FileState::Other => return Err(EditError::Changed { path }),
            FileState::After => {
                let after = record.bytes_before().ok_or_else(|| EditError::Refused {
                    path,
                    why: "the journal lacks the former content: restore the file by hand".to_owned(),
                })?;
                changes.push(FileChange { own: record.own, file: record.file.clone(), before: content, after });
            }
        }
    }
    Ok(changes)
}
