//! Defines whether a store is trusted: this person made it on this machine, or approved it. A cloned repository may
//! contain a `.deltamind`, whose text agents would otherwise receive as the person's own.
//!
//! A trusted store holds a mark: a hash of its path, owner, inode and creation time, which nobody can know in advance
//! who prepares such a folder elsewhere. In a copy or clone the mark does not match.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::SystemTime;

use super::disk::{self, Disk, TEMPORARY};
use super::place::PlaceFault;
use super::{Store, StoreError};

const MARK_FILE: &str = "mark";
/// Files that a repository may contain, as agents never receive their text.
const HARMLESS: &[&str] = &[".gitignore", "project.toml", "board.md", "lock"];

impl Store {
    /// Checks that the folder may be used, if it exists.
    pub fn check_root(&self) -> Result<(), StoreError> {
        match self.root().symlink_metadata().ok().and_then(|meta| PlaceFault::of(&meta)) {
            Some(why) => Err(StoreError::Refused { path: self.root().to_owned(), why }),
            None => Ok(()),
        }
    }

    /// Whether the folder may be used and has a matching mark.
    pub fn is_trusted(&self) -> bool {
        if self.check_root().is_err() {
            return false;
        }
        if self.is_in_state_folder() {
            return self.root().is_dir();
        }
        let there = disk::read(&self.root().join(MARK_FILE)).ok().flatten();
        there.is_some() && there == mark(self.root()).map(String::into_bytes)
    }

    /// Whether it lies in the person's own state folder, outside any repository.
    fn is_in_state_folder(&self) -> bool {
        self.state.is_some() && self.root().parent() == self.state.as_deref()
    }

    /// Writes the mark, after the person approved the store.
    pub fn trust(&self) -> Result<(), StoreError> {
        self.check_root()?;
        let path = self.root().join(MARK_FILE);
        let failed = StoreError::io("write", &path);
        let text = mark(self.root()).ok_or_else(|| failed(std::io::ErrorKind::NotFound.into()))?;
        Disk::of_process().replace(&path, text.as_bytes(), None).map_err(failed)
    }

    /// Marks a folder that holds only harmless files. A failure is ignored: without a mark only hooks stay silent.
    pub(super) fn mark_new(&self) {
        let marked = self.root().join(MARK_FILE).symlink_metadata().is_ok();
        if marked || self.is_in_state_folder() || !holds_only_harmless(self.root()) {
            return;
        }
        if let Some(text) = mark(self.root()) {
            let _ = Disk::default().replace(&self.root().join(MARK_FILE), text.as_bytes(), None);
        }
    }

    /// A warning if the folder's `.gitignore` lets git add saved sessions.
    pub fn warning(&self) -> Option<String> {
        let text = disk::read(&self.root().join(".gitignore")).ok()??;
        let lines = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
        let all = lines.clone().any(|l| l == b"*" || l == b"/*" || l == b"**");
        let mut excepted = lines.filter_map(|l| l.strip_prefix(b"!")).map(|l| l.strip_prefix(b"/").unwrap_or(l));
        let shown = excepted.any(|name| !HARMLESS.iter().any(|h| h.as_bytes() == name));
        let path = self.root().join(".gitignore");
        (!all || shown).then(|| format!("{} lets git take up what is saved: `*` alone keeps it out", path.display()))
    }
}

fn holds_only_harmless(root: &Path) -> bool {
    std::fs::read_dir(root).is_ok_and(|mut all| all.all(|entry| entry.is_ok_and(|e| is_harmless(&e.file_name()))))
}

fn is_harmless(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    HARMLESS.contains(&name.as_ref()) || name.starts_with(TEMPORARY)
}

/// The mark that fits a store at `root`; `None` if the folder does not exist.
fn mark(root: &Path) -> Option<String> {
    let place = root.canonicalize().ok()?;
    let meta = place.symlink_metadata().ok()?;
    // Not every file system records the creation time.
    let born = meta.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    let mut hash = blake3::Hasher::new();
    hash.update(place.as_os_str().as_encoded_bytes());
    for number in [u64::from(meta.uid()), meta.ino(), born.map_or(0, |at| at.as_nanos() as u64)] {
        hash.update(&number.to_le_bytes());
    }
    Some(hash.finalize().to_hex().to_string())
}
