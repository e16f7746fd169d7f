//! Defines the mark of a store: that this person made it on this machine, or took it for theirs. A repository can bring
//! a `.deltamind` along, and what stands in it would be told to agents as the person's own word.
//!
//! The mark is a hash of what nobody can know who prepares such a folder elsewhere: where it will lie on this machine,
//! as whose, its number in the file system and the moment it came to be there. One that was copied or cloned to another
//! place has none that fits.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::SystemTime;

use super::disk::{self, Disk, TEMPORARY};
use super::place::Refusal;
use super::{Store, StoreError};

/// The mark's file, in the store.
const FILE: &str = "mark";
/// Files of which nothing is told to an agent: a project may bring them along.
const HARMLESS: &[&str] = &[".gitignore", "project.toml", "board.md", "lock"];

impl Store {
    /// Whether the folder itself may be used. One that is not there yet may.
    pub fn check_root(&self) -> Result<(), StoreError> {
        match self.root().symlink_metadata().ok().and_then(|meta| Refusal::of(&meta)) {
            Some(why) => Err(StoreError::Refused { path: self.root().to_owned(), why }),
            None => Ok(()),
        }
    }

    /// Whether the folder may be used, and this person made it here or took it for theirs.
    pub fn is_trusted(&self) -> bool {
        if self.check_root().is_err() {
            return false;
        }
        if self.is_of_the_person() {
            return self.root().is_dir();
        }
        let there = disk::read(&self.root().join(FILE)).ok().flatten();
        there.is_some() && there == mark(self.root()).map(String::into_bytes)
    }

    /// Whether it lies with the person's own state, where no repository reaches.
    fn is_of_the_person(&self) -> bool {
        self.state.is_some() && self.root().parent() == self.state.as_deref()
    }

    /// Takes the store for the person's own: they looked at it and said so.
    pub fn trust(&self) -> Result<(), StoreError> {
        self.check_root()?;
        let path = self.root().join(FILE);
        let io = |path: &Path, source| StoreError::Io { doing: "write", path: path.to_owned(), source };
        let text = mark(self.root()).ok_or_else(|| io(&path, std::io::ErrorKind::NotFound.into()))?;
        Disk::of_process().replace(&path, text.as_bytes(), None).map_err(|e| io(&path, e))
    }

    /// Marks a folder that holds nothing an agent could be told. Without a mark everything works, but hooks tell nothing:
    /// so what cannot be marked is no fault.
    pub(super) fn mark_new(&self) {
        let marked = self.root().join(FILE).symlink_metadata().is_ok();
        if marked || self.is_of_the_person() || !is_bare(self.root()) {
            return;
        }
        if let Some(text) = mark(self.root()) {
            let _ = Disk::default().replace(&self.root().join(FILE), text.as_bytes(), None);
        }
    }

    /// What the person must know of a folder that was brought along: what stands in it may get into the repository.
    pub fn warning(&self) -> Option<String> {
        let text = disk::read(&self.root().join(".gitignore")).ok()??;
        let lines = || text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
        let all = lines().any(|l| l == b"*" || l == b"/*" || l == b"**");
        let named = |l: &[u8]| HARMLESS.iter().any(|name| l.strip_prefix(b"/").unwrap_or(l) == name.as_bytes());
        let shown = lines().filter_map(|l| l.strip_prefix(b"!")).any(|l| !named(l));
        let path = self.root().join(".gitignore");
        (!all || shown).then(|| format!("{} lets git take up what is saved: `*` alone keeps it out", path.display()))
    }
}

/// Whether a folder holds only what a project may bring along.
fn is_bare(root: &Path) -> bool {
    let harmless = |name: &OsStr| {
        let name = name.to_string_lossy();
        HARMLESS.contains(&name.as_ref()) || name.starts_with(TEMPORARY)
    };
    std::fs::read_dir(root).is_ok_and(|mut all| all.all(|entry| entry.is_ok_and(|e| harmless(&e.file_name()))))
}

/// The mark a store at `root` has; `None` where there is none.
fn mark(root: &Path) -> Option<String> {
    let place = root.canonicalize().ok()?;
    let meta = place.symlink_metadata().ok()?;
    // Not every file system says when a folder came to be.
    let born = meta.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    let mut hash = blake3::Hasher::new();
    hash.update(place.as_os_str().as_encoded_bytes());
    for number in [u64::from(meta.uid()), meta.ino(), born.map_or(0, |at| at.as_nanos() as u64)] {
        hash.update(&number.to_le_bytes());
    }
    Some(hash.finalize().to_hex().to_string())
}
