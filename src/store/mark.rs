//! Defines the mark of a store: that this person made it on this machine, or took it for theirs. A repository can bring
//! a `.deltamind` along, and what stands in it would be told to agents as the person's own word.
//!
//! The mark is a hash of the store's place under a key that lies with the person's own state, so that nobody else can
//! make one, and a store that was copied or cloned to another place has none that fits.

use std::ffi::OsStr;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use super::disk::{self, Disk, TEMPORARY};
use super::place::Refusal;
use super::{Store, StoreError};

/// The mark's file, in the store.
const FILE: &str = "mark";
/// The key's file, with the person's state.
const KEY: &str = "key";
/// Files of which nothing is told to an agent: a project may bring them along.
const HARMLESS: &[&str] = &[".gitignore", "project.toml", super::standup::BOARD, "lock"];

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
        let Some(state) = self.state.as_deref().filter(|_| self.check_root().is_ok()) else { return false };
        if self.root().parent() == Some(state) {
            // It lies beside the key.
            return self.root().is_dir();
        }
        let there = disk::read(&self.root().join(FILE)).ok().flatten();
        there.is_some() && there == mark(self.root(), state).map(String::into_bytes)
    }

    /// Takes the store for the person's own: they looked at it and said so.
    pub fn trust(&self) -> Result<(), StoreError> {
        self.check_root()?;
        let path = self.root().join(FILE);
        let io = |path: &Path, source| StoreError::Io { doing: "write", path: path.to_owned(), source };
        let nowhere = || io(&path, std::io::Error::other("there is no folder for the person's own state"));
        let state = self.state.as_deref().ok_or_else(nowhere)?;
        let disk = Disk::of_process();
        make_key(state, &disk).map_err(|e| io(state, e))?;
        let text = mark(self.root(), state).ok_or_else(nowhere)?;
        disk.replace(&path, text.as_bytes(), None).map_err(|e| io(&path, e))
    }

    /// Marks a folder that holds nothing an agent could be told. Without a mark everything works, but hooks tell nothing:
    /// so what cannot be marked is no fault.
    pub(super) fn mark_new(&self, disk: &Disk) {
        let Some(state) = self.state.as_deref().filter(|state| self.root().parent() != Some(*state)) else { return };
        if self.root().join(FILE).symlink_metadata().is_ok() || !is_bare(self.root()) || make_key(state, disk).is_err()
        {
            return;
        }
        if let Some(text) = mark(self.root(), state) {
            let _ = disk.replace(&self.root().join(FILE), text.as_bytes(), None);
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

/// The mark a store at `root` has; `None` without a key or a place.
fn mark(root: &Path, state: &Path) -> Option<String> {
    let key: [u8; 32] = disk::read(&state.join(KEY)).ok()??.try_into().ok()?;
    let place = root.canonicalize().ok()?;
    Some(blake3::keyed_hash(&key, place.as_os_str().as_encoded_bytes()).to_hex().to_string())
}

/// Makes the key, unless there is one. Two programs that do so at once have the same one afterwards.
fn make_key(state: &Path, disk: &Disk) -> std::io::Result<()> {
    let path = state.join(KEY);
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    if !state.is_dir() {
        disk.make_dir(state)?;
    }
    // The standard library seeds its hashers from the system's randomness.
    let mut key = blake3::Hasher::new();
    for _ in 0..4 {
        key.update(&RandomState::new().build_hasher().finish().to_le_bytes());
    }
    disk.put_new(&path, key.finalize().as_bytes())
}
