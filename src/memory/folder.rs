//! Defines [`MemoryFolder`], the folder of a target's files, with the records of earlier writes and with drafts
//! that count as written while several are previewed together.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{LARGEST, MemoryEvent, MemoryEventKind};
use crate::edits::{ConfinedFolder, EditError, FileChange, hash};

/// Most bytes of a file that is read.
const READ: u64 = 4 * LARGEST as u64;

/// A target's folder, which need not exist yet.
#[derive(Debug)]
pub struct MemoryFolder {
    folder: ConfinedFolder,
    /// Names and hashes of the recorded writes; `None` where no record was read.
    written: RefCell<Option<HashSet<(String, String)>>>,
    /// Supposed changes: reads return their content.
    supposed: RefCell<Vec<FileChange>>,
}

impl MemoryFolder {
    /// Opens the folder. A symbolic link in its place or in that of its parent is refused.
    pub fn open(path: PathBuf) -> Result<Self, EditError> {
        let folder = ConfinedFolder::open_or_create(path)?;
        Ok(Self { folder, written: RefCell::default(), supposed: RefCell::default() })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder itself, for writing.
    pub fn confined(&self) -> &ConfinedFolder {
        &self.folder
    }

    /// Makes these changes count as made in every later read.
    pub fn suppose(&self, changes: &[FileChange]) {
        self.supposed.borrow_mut().extend(changes.iter().cloned());
    }

    /// Takes over the records of files written here.
    pub fn recall(&self, events: &[MemoryEvent]) {
        let folder = self.path().display().to_string();
        let here = events.iter().filter(|e| e.did == MemoryEventKind::Approved && e.folder.as_ref() == Some(&folder));
        let files = here.flat_map(|e| &e.files).filter_map(|f| Some((f.file.clone(), f.after.clone()?)));
        *self.written.borrow_mut() = Some(files.collect());
    }

    /// Whether a file has the recorded content; true where no record was read.
    pub fn wrote(&self, file: &str, bytes: &[u8]) -> bool {
        let Some(hash) = hash(Some(bytes)) else { return false };
        self.written.borrow().as_ref().is_none_or(|written| written.contains(&(file.to_owned(), hash)))
    }

    /// The file's content; `None` when it does not exist.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>, EditError> {
        if let Some(change) = self.supposed.borrow().iter().rev().find(|c| c.file == file) {
            return Ok(change.after.clone());
        }
        self.folder.read_at_most(file, READ)
    }
}
