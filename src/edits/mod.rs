//! Defines the changes of files that the program does not own: memories, documents, file boards, agents' settings.
//!
//! A change is drafted as the exact bytes before and after ([`FileChange`]), shown as a diff ([`diff`]), recorded before
//! the first byte is written ([`Journal`]), made as a whole or not at all ([`perform`]), and undone from the record as
//! long as the file still has the hash that was written ([`changes_back`]). The settings of agents' hooks are the
//! exception: they are written by [`apply`] without a record, as they may hold keys. A person's own edit in between is
//! never overwritten: the change is refused instead.

mod folder;
pub mod front_matter;
mod record;

use std::path::PathBuf;

use similar::TextDiff;
use thiserror::Error;

use crate::store::{OwnFile, SharedFiles, Store, StoreError};
use crate::text::SafeText;

pub use folder::ConfinedFolder;
pub use record::{FileRecord, FileState, changes_back, hash};

/// The end of the error about a file that changed since the change was drafted or written.
pub const CHANGED_MEANWHILE: &str = "was changed meanwhile: nothing was written; look at it again";

/// Errors of reading, changing or restoring files.
#[derive(Debug, Error)]
pub enum EditError {
    /// The path or the file at it may not be used.
    #[error("{}: {why}", path.display())]
    Refused {
        path: PathBuf,
        /// The reason, with advice.
        why: String,
    },
    /// A file no longer has the content it had when the change was drafted or written.
    #[error("{} {}", path.display(), CHANGED_MEANWHILE)]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The change would leave every file as it is.
    #[error("{0}")]
    Unneeded(String),
    /// The files were written, but the journal could not be.
    #[error(
        "could not write the journal; the changed files were {}: {source}",
        if *restored { "restored" } else { "left as written" }
    )]
    Unrecorded {
        /// Whether the former bytes were put back.
        restored: bool,
        /// Why it could not be recorded.
        source: StoreError,
    },
    /// An operation of the file system failed.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The operation.
        doing: &'static str,
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The store could not be locked, read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The content of one file before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Whether the file is one of the store's, in `.deltamind/`.
    pub own: bool,
    /// The path from the folder of the change, or from `.deltamind/`, with `/`.
    pub file: String,
    /// The bytes before; `None` for a file that does not exist.
    pub before: Option<Vec<u8>>,
    /// The bytes after; `None` for a file that is removed.
    pub after: Option<Vec<u8>>,
}

impl FileChange {
    /// The change that restores the bytes before.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { own: self.own, file: self.file.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// The places in which changes are made: one folder, and the store's own files where there is a store.
#[derive(Debug, Clone, Copy)]
pub struct Workspace<'a> {
    folder: &'a ConfinedFolder,
    store: Option<&'a Store>,
    locked: Option<&'a SharedFiles<'a>>,
}

impl<'a> Workspace<'a> {
    /// A folder alone.
    pub fn of(folder: &'a ConfinedFolder) -> Self {
        Self { folder, store: None, locked: None }
    }

    /// A folder and a store whose own files are only read.
    pub fn reading(folder: &'a ConfinedFolder, store: &'a Store) -> Self {
        Self { folder, store: Some(store), locked: None }
    }

    /// A folder and a store whose own files may be written.
    pub fn writing(folder: &'a ConfinedFolder, locked: &'a SharedFiles<'a>) -> Self {
        Self { folder, store: Some(locked.store()), locked: Some(locked) }
    }

    /// Reads a file; `None` when it does not exist.
    pub fn read(&self, own: bool, file: &str) -> Result<Option<Vec<u8>>, EditError> {
        match self.store.zip(OwnFile::from_word(file)) {
            _ if !own => self.folder.read(file),
            Some((store, file)) => Ok(store.own_file(file)?),
            None => Err(no_own_file(file)),
        }
    }

    fn path(&self, own: bool, file: &str) -> PathBuf {
        match self.store.filter(|_| own) {
            Some(store) => store.root().join(file),
            None => self.folder.path().join(file),
        }
    }

    /// Fails with [`EditError::Changed`] unless every file holds the bytes before its change.
    pub fn check_unchanged(&self, changes: &[FileChange]) -> Result<(), EditError> {
        for change in changes {
            if self.read(change.own, &change.file)? != change.before {
                return Err(EditError::Changed { path: self.path(change.own, &change.file) });
            }
        }
        Ok(())
    }

    fn replace(&self, change: &FileChange) -> Result<(), EditError> {
        if !change.own {
            return self.folder.replace(&change.file, change.before.as_deref(), change.after.as_deref());
        }
        self.check_unchanged(std::slice::from_ref(change))?;
        match self.locked.zip(OwnFile::from_word(&change.file)) {
            Some((store, file)) => Ok(store.set_own_file(file, change.after.as_deref())?),
            None => Err(no_own_file(&change.file)),
        }
    }
}

fn no_own_file(file: &str) -> EditError {
    EditError::Refused {
        path: file.into(),
        why: "cannot be written here: it is not one of deltamind's own files".to_owned(),
    }
}

/// Makes changes, all or none. If one fails, those before it are reverted.
pub fn apply(places: Workspace<'_>, changes: &[FileChange]) -> Result<(), EditError> {
    places.check_unchanged(changes)?;
    for (at, change) in changes.iter().enumerate() {
        if let Err(error) = places.replace(change) {
            // Includes the failed one, which may have been renamed into place; but not one refused because another
            // program changed the file: that program may have written the same bytes, which are not ours to revert.
            let begun = at + usize::from(!matches!(error, EditError::Changed { .. }));
            for done in changes.iter().take(begun).rev() {
                // If this fails too, the caller sees changed files and leaves its journal entry open.
                let _ = places.replace(&done.reversed());
            }
            return Err(error);
        }
    }
    Ok(())
}

/// The write-ahead record of one operation, for recovery after a crash.
pub trait Journal {
    /// Records that the changes are about to be made. Nothing is written before this has succeeded.
    fn begin(&mut self) -> Result<(), StoreError>;
    /// Records that they were made.
    fn finish(&mut self) -> Result<(), StoreError>;
    /// Records that they failed and that every file is as before.
    fn abandon(&mut self, error: &EditError) -> Result<(), StoreError>;
}

/// Makes changes under a journal, all or none. A change that cannot be recorded could not be undone later, so it is
/// reverted at once.
pub fn perform(places: Workspace<'_>, changes: &[FileChange], journal: &mut dyn Journal) -> Result<(), EditError> {
    places.check_unchanged(changes)?;
    journal.begin()?;
    if let Err(error) = apply(places, changes) {
        // If files were not restored, or this cannot be recorded, the entry stays open for recovery.
        if places.check_unchanged(changes).is_ok() {
            let _ = journal.abandon(&error);
        }
        return Err(error);
    }
    journal.finish().map_err(|source| {
        let back: Vec<FileChange> = changes.iter().rev().map(FileChange::reversed).collect();
        EditError::Unrecorded { restored: apply(places, &back).is_ok(), source }
    })
}

/// Changes as a unified diff without secrets and control characters. `name` gives the path in its header, `context`
/// the number of unchanged lines around a change.
pub fn diff(changes: &[FileChange], context: usize, name: &dyn Fn(&FileChange) -> String) -> SafeText {
    let mut out = String::new();
    for change in changes {
        let [(old_name, old), (new_name, new)] = [&change.before, &change.after].map(|bytes| match bytes {
            Some(bytes) => (name(change), String::from_utf8_lossy(bytes).into_owned()),
            None => ("/dev/null".to_owned(), String::new()),
        });
        let diff = TextDiff::from_lines(&old, &new);
        out.push_str(&diff.unified_diff().context_radius(context).header(&old_name, &new_name).to_string());
    }
    SafeText::block(&out)
}
