//! Defines whether a store is trusted: this person made it on this machine, or approved it. A cloned repository may
//! contain a `.deltamind`, whose text agents would otherwise receive as the person's own.
//!
//! A trusted store holds a mark: a MAC, with the person's key, of its path, owner, inode and creation time. In a copy or
//! clone the mark does not match. The mark vouches for the folder alone: agents are given its content only as far as
//! that is sealed too.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

use super::context::{self, ContextParts};
use super::disk::{self, Disk, TEMPORARY};
use super::place::{PlaceFault, sealed_name};
use super::seal::{Sealer, SigningKey};
use super::shared::log_name;
use super::summary;
use super::tracked::tracked;
use super::{LogFile, Store, StoreError, snapshot};
use crate::state::Item;

const MARK_FILE: &str = "mark";
const MARK_LEN: u64 = 128;
/// Files that a repository may contain, as agents never receive their text.
const HARMLESS: &[&str] = &[".gitignore", "project.toml", "board.md", "lock"];

/// Whether agents are given a store's content, and if not, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreTrust {
    /// The person made or approved it.
    Own,
    /// An earlier version made it here: nothing in it is signed.
    Earlier,
    /// It came with a repository, was moved, or may not be used.
    Foreign,
    /// Git tracks these of its files, or cannot tell: a checkout can replace them.
    Tracked(Vec<String>),
}

impl StoreTrust {
    /// The reason why agents are given nothing, with advice; `None` for a trusted store.
    pub fn distrust(&self) -> Option<String> {
        Some(match self {
            Self::Own => return None,
            Self::Earlier => "was made by an earlier version, which signed nothing: agents are told nothing of it; \
                              `deltamind hook trust` shows it and asks"
                .to_owned(),
            Self::Foreign => "was not made here by you (it came with a repository, or was moved): agents are told \
                              nothing of it; `deltamind hook trust` shows it and asks"
                .to_owned(),
            Self::Tracked(files) => {
                let first = files.first().map_or("its files", String::as_str);
                let more = if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
                format!(
                    "is tracked by git ({first}{more}), so any branch can replace it: agents are told nothing of it \
                     until `git rm -r --cached .deltamind` takes it out"
                )
            }
        })
    }
}

impl Store {
    /// Checks that the folder may be used, if it exists.
    pub fn check_root(&self) -> Result<(), StoreError> {
        match self.root().symlink_metadata().ok().and_then(|meta| PlaceFault::of(&meta)) {
            Some(why) => Err(StoreError::Refused { path: self.root().to_owned(), why }),
            None => self.check_key(),
        }
    }

    /// Fails if the person's key exists and cannot be read now: signed files would count as foreign, and saved files
    /// would not be signed. A key that was read is cached.
    fn check_key(&self) -> Result<(), StoreError> {
        let Some(state) = self.state.as_deref().filter(|_| self.key.get().is_none()) else { return Ok(()) };
        let key = SigningKey::read(state).map_err(StoreError::io("read", &state.join("key")))?;
        if let Some(key) = key {
            let _ = self.key.set(key);
        }
        Ok(())
    }

    /// Whether agents are told of the store.
    pub fn is_trusted(&self) -> bool {
        self.trust_state() == StoreTrust::Own
    }

    /// Whether agents are told of the store, and if not, why.
    pub fn trust_state(&self) -> StoreTrust {
        if self.check_root().is_err() {
            return StoreTrust::Foreign;
        }
        match tracked(self.root()) {
            Ok(files) => {
                let files: Vec<String> = files.into_iter().filter(|f| !HARMLESS.contains(&f.as_str())).collect();
                if !files.is_empty() {
                    return StoreTrust::Tracked(files);
                }
            }
            Err(_) => return StoreTrust::Tracked(Vec::new()),
        }
        if self.own_mark().is_some() {
            return StoreTrust::Own;
        }
        if self.is_of_earlier_version() { StoreTrust::Earlier } else { StoreTrust::Foreign }
    }

    /// Whether it was made here by a version that signed nothing. Such versions marked a store without a key, and never
    /// one in the person's own state folder.
    fn is_of_earlier_version(&self) -> bool {
        match self.mark() {
            Some(there) => mark(self.root(), None) == Some(there),
            None => self.is_in_state_folder() && self.root().is_dir(),
        }
    }

    /// The store's mark, if it is that of the person's key and of this very folder.
    pub(super) fn own_mark(&self) -> Option<String> {
        let own = mark(self.root(), Some(&self.key()?))?;
        (self.mark()? == own).then_some(own)
    }

    fn mark(&self) -> Option<String> {
        let there = disk::read_at_most(&self.root().join(MARK_FILE), MARK_LEN).ok()??;
        String::from_utf8(there).ok()
    }

    /// The person's key, if it was made.
    pub(super) fn key(&self) -> Option<SigningKey> {
        self.check_key().ok()?;
        self.key.get().cloned()
    }

    /// Signs and verifies this store's files. Content without a valid MAC is accepted where there can be no key, and in
    /// a store that an earlier version made here.
    pub(super) fn sealer(&self) -> Sealer {
        Sealer { key: self.key(), lenient: self.state.is_none() || self.is_of_earlier_version() }
    }

    /// Whether the store exists but is not signed, so that anybody may have written its approved lines: it was made by
    /// an earlier version or elsewhere. A new store is marked with its first file.
    pub fn is_unsigned(&self) -> bool {
        self.state.is_some()
            && self.root().symlink_metadata().is_ok()
            && !holds_only_harmless(self.root())
            && matches!(self.trust_state(), StoreTrust::Earlier | StoreTrust::Foreign)
    }

    /// Whether it lies in the person's own state folder, outside any repository.
    fn is_in_state_folder(&self) -> bool {
        self.state.is_some() && self.root().parent() == self.state.as_deref()
    }

    /// Marks a folder that holds only harmless files. A failure is ignored: without a mark only hooks stay silent.
    pub(super) fn mark_new(&self) {
        // The key must exist before the first file is sealed.
        let key = self.state.as_deref().and_then(|state| {
            SigningKey::read_or_make(state).map_err(|error| tracing::warn!("nothing can be signed: {error}")).ok()
        });
        let marked = self.root().join(MARK_FILE).symlink_metadata().is_ok();
        if marked || !holds_only_harmless(self.root()) {
            return;
        }
        if let Some(text) = mark(self.root(), key.as_ref()) {
            let _ = Disk::of_process().replace(&self.root().join(MARK_FILE), text.as_bytes(), None);
        }
    }

    /// A warning if the folder's `.gitignore` lets git add saved sessions, or if git tracks any.
    pub fn warning(&self) -> Option<String> {
        if let tracked @ StoreTrust::Tracked(_) = self.trust_state() {
            return Some(format!("{} {}", self.root().display(), tracked.distrust()?));
        }
        let text = disk::read(&self.root().join(".gitignore")).ok()??;
        let lines = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
        let all = lines.clone().any(|l| l == b"*" || l == b"/*" || l == b"**");
        let mut excepted = lines.filter_map(|l| l.strip_prefix(b"!")).map(|l| l.strip_prefix(b"/").unwrap_or(l));
        let shown = excepted.any(|name| !HARMLESS.iter().any(|h| h.as_bytes() == name));
        let path = self.root().join(".gitignore");
        (!all || shown).then(|| format!("{} lets git take up what is saved: `*` alone keeps it out", path.display()))
    }

    /// Everything in the store, signed or not, that agents could be given once it is signed.
    pub fn unsigned(&self) -> Result<UnsignedStore, StoreError> {
        self.check_root()?;
        let sealer = Sealer { lenient: true, ..self.sealer() };
        let mut out = UnsignedStore { files: Vec::new(), approved: Vec::new(), sessions: Vec::new() };
        let read = |path: &Path| disk::read(path).map_err(StoreError::io("read", path));
        for log in LogFile::ALL {
            if let Some(bytes) = read(&self.log_path(*log))? {
                out.files.push(UnsignedFile { place: self.log_path(*log), name: log_name(*log), bytes, lines: true });
            }
        }
        for id in self.session_folders() {
            let dir = self.session_dir(&id);
            for (file, lines) in [("provenance.jsonl", true), (summary::FILE, false)] {
                if let Some(bytes) = read(&dir.join(file))? {
                    out.files.push(UnsignedFile { place: dir.join(file), name: sealed_name(&id, file), bytes, lines });
                }
            }
            for file in snapshot::SNAPSHOTS {
                let Some(bytes) = read(&dir.join(file))? else { continue };
                let content = sealer.unseal_json("", &bytes).content.into_owned();
                let items = snapshot::read(&content).map(|s: snapshot::SnapshotItems| s.items);
                if let (true, Ok(items)) = (file == snapshot::SNAPSHOTS[0], items) {
                    out.sessions.push((id.clone(), items));
                }
                let name = sealed_name(&id, snapshot::SNAPSHOTS[0]);
                out.files.push(UnsignedFile { place: dir.join(file), name, bytes, lines: false });
            }
        }
        let context = self.root().join(context::FILE);
        let text = read(&context)?.unwrap_or_default();
        out.approved = ContextParts::of(&String::from_utf8_lossy(&text)).approved;
        Ok(out)
    }

    /// Signs exactly the content shown, after the person approved it, and marks the store. A file that changed since is
    /// not signed.
    pub fn trust(&self, shown: &UnsignedStore) -> Result<(), StoreError> {
        self.check_root()?;
        let path = self.root().join(MARK_FILE);
        let failed = StoreError::io("write", &path);
        if let Some(state) = &self.state {
            SigningKey::read_or_make(state).map_err(&failed)?;
        }
        let disk = Disk::of_process();
        let sealer = Sealer { lenient: true, ..self.sealer() };
        let _lock = self.lock_shared()?;
        for UnsignedFile { place, name, bytes, lines } in &shown.files {
            let io = StoreError::io("write", place);
            if disk::read(place).map_err(&io)?.as_ref() != Some(bytes) {
                continue;
            }
            let mut sealed = Vec::with_capacity(bytes.len());
            if *lines {
                for line in bytes.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
                    sealed.extend_from_slice(&sealer.seal_json(name, &sealer.unseal_json(name, line).content));
                    sealed.push(b'\n');
                }
            } else {
                sealed.extend_from_slice(&sealer.seal_json(name, &sealer.unseal_json(name, bytes).content));
            }
            if sealed != *bytes {
                disk.replace(place, &sealed, None).map_err(io)?;
            }
        }
        let text = mark(self.root(), sealer.key.as_ref()).ok_or_else(|| failed(std::io::ErrorKind::NotFound.into()))?;
        disk.replace(&path, text.as_bytes(), None).map_err(failed)
    }
}

/// One file as it was shown.
#[derive(Debug)]
struct UnsignedFile {
    place: std::path::PathBuf,
    /// The name under which it is sealed.
    name: String,
    bytes: Vec<u8>,
    /// Whether each of its lines is sealed.
    lines: bool,
}

/// Everything in a store that agents could be given once it is signed.
#[derive(Debug)]
pub struct UnsignedStore {
    files: Vec<UnsignedFile>,
    /// The approved lines in `CONTEXT.md`.
    pub approved: Vec<String>,
    /// The items of each saved session.
    pub sessions: Vec<(String, Vec<Item>)>,
}

fn holds_only_harmless(root: &Path) -> bool {
    std::fs::read_dir(root).is_ok_and(|mut all| all.all(|entry| entry.is_ok_and(|e| is_harmless(&e.file_name()))))
}

fn is_harmless(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    HARMLESS.contains(&name.as_ref()) || name.starts_with(TEMPORARY)
}

/// The mark that fits a store at `root`: with the person's key, or without one as earlier versions wrote it; `None` if
/// the folder does not exist.
fn mark(root: &Path, key: Option<&SigningKey>) -> Option<String> {
    let place = root.canonicalize().ok()?;
    let meta = place.symlink_metadata().ok()?;
    // Not every file system records the creation time.
    let born = meta.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    let mut about = place.as_os_str().as_encoded_bytes().to_vec();
    let [owner, number] = owner_and_number(&place, &meta);
    for number in [owner, number, born.map_or(0, |at| at.as_nanos() as u64)] {
        about.extend_from_slice(&number.to_le_bytes());
    }
    let hash = key.map_or_else(|| blake3::hash(&about), |key| key.mac(MARK_FILE, &about));
    Some(hash.to_hex().to_string())
}

/// The owner of a folder, and its number in its file system.
#[cfg(unix)]
fn owner_and_number(_: &Path, meta: &Metadata) -> [u64; 2] {
    use std::os::unix::fs::MetadataExt;
    [meta.uid().into(), meta.ino()]
}

/// The volume of a folder, and its number there. The owner need not be part of it: only they can read the key. Where
/// the file system gives no numbers, path and creation time must suffice.
#[cfg(windows)]
fn owner_and_number(path: &Path, _: &Metadata) -> [u64; 2] {
    match file_id::get_low_res_file_id(path) {
        Ok(file_id::FileId::LowRes { volume_serial_number, file_index }) => [volume_serial_number.into(), file_index],
        _ => [0, 0],
    }
}
