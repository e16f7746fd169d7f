//! Defines [`Memo`], one line of `memory.jsonl`: what the person said of a suggestion, and what was written for it. It
//! is only ever appended to, and holds what stood in each file before, so that it can be put back.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::lock::{LockAttempt, wait_lock};
use super::{Disk, Store, StoreError, disk};

/// The file.
const FILE: &str = "memory.jsonl";
/// What is being written or put back right now, until it is on record: left behind only by a crash.
const OPEN: &str = "memory-open.json";

words! {
    /// What the person said.
    MemoKind {
        /// Keep it: files were written.
        Approved = "approved",
        /// Do not offer it.
        Dismissed = "dismissed",
        /// Take back what was said before.
        Undone = "undone",
    }
}

/// One file that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoFile {
    /// Its name, from the target's folder.
    pub file: String,
    /// Hash of what it held; none when it was not there.
    pub before: Option<String>,
    /// Hash of what it held then; none when it was removed.
    pub after: Option<String>,
    /// What it held, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before_bytes: Option<String>,
}

impl MemoFile {
    /// A file with its hashes and what it held before.
    pub fn new(file: &str, before: Option<String>, after: Option<String>, bytes: Option<&[u8]>) -> Self {
        Self { file: file.to_owned(), before, after, before_bytes: bytes.map(|b| STANDARD.encode(b)) }
    }

    /// What it held: `Some(None)` when it was not there, `None` when the line does not say.
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
}

/// One word of the person on a suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Memo {
    /// When.
    pub at: Timestamp,
    /// What was said.
    pub did: MemoKind,
    /// The suggestion.
    pub id: String,
    /// What it said then, as a hash.
    pub fingerprint: String,
    /// The session.
    pub session: String,
    /// What it said then, on one line.
    pub title: String,
    /// Why it was dismissed, in the person's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The target's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The target's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// What was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<MemoFile>,
}

impl Store {
    /// What was said of suggestions, oldest first. A line that cannot be read is passed over.
    pub fn memos(&self) -> Result<Vec<Memo>, StoreError> {
        let path = self.root().join(FILE);
        let io = |source| StoreError::Io { doing: "read", path: path.clone(), source };
        let bytes = disk::read(&path).map_err(io)?.unwrap_or_default();
        Ok(bytes.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    /// Adds one line.
    pub fn add_memo(&self, memo: &Memo) -> Result<(), StoreError> {
        self.share()?.add_memo(memo)
    }

    /// What was begun and is not on record; nothing while nobody was cut off.
    pub fn open_memo(&self) -> Option<Memo> {
        serde_json::from_slice(&disk::read(&self.root().join(OPEN)).ok()??).ok()
    }

    /// Takes the files that sessions share in hand, for as long as the answer lives.
    pub fn share(&self) -> Result<Shared<'_>, StoreError> {
        let disk = Disk::of_process();
        self.make_root(&disk)?;
        Ok(Shared { _lock: self.lock_shared()?, store: self, disk })
    }

    /// The lock of the files that sessions share, held for a moment.
    pub(super) fn lock_shared(&self) -> Result<std::fs::File, StoreError> {
        wait_for(&self.root().join("lock"))
    }
}

/// The files that sessions share, in the hand of one program: what it looks at there stays so until it lets go.
#[derive(Debug)]
pub struct Shared<'s> {
    store: &'s Store,
    disk: Disk,
    _lock: std::fs::File,
}

impl Shared<'_> {
    /// Says what is about to be done, so that it can be settled if it is cut off.
    pub fn begin(&self, memo: &Memo) -> Result<(), StoreError> {
        let path = self.store.root().join(OPEN);
        let io = |source| StoreError::Io { doing: "write", path: path.clone(), source };
        let bytes = serde_json::to_vec(memo).map_err(|e| io(e.into()))?;
        self.disk.replace(&path, &bytes, None).map_err(io)
    }

    /// Nothing is open any more.
    pub fn settled(&self) {
        // What stays is looked at once more, and found done.
        let _ = std::fs::remove_file(self.store.root().join(OPEN));
    }

    /// Replaces the context, unless it says the same already.
    pub fn set_context(&self, text: &str) -> Result<(), StoreError> {
        self.store.put_context(text, &self.disk)
    }

    /// Adds one line, synced. A line torn by a crash stays a line of its own.
    pub fn add_memo(&self, memo: &Memo) -> Result<(), StoreError> {
        let disk = &self.disk;
        let path = self.store.root().join(FILE);
        let io = |source| StoreError::Io { doing: "write", path: path.clone(), source };
        let torn = disk::read(&path).map_err(io)?.is_some_and(|b| b.last().is_some_and(|last| *last != b'\n'));
        let mut line = if torn { "\n".to_owned() } else { String::new() };
        line.push_str(&serde_json::to_string(memo).map_err(|e| io(e.into()))?);
        line.push('\n');
        let opened = disk::open(&path, OpenOptions::new().append(true).create(true)).map_err(io)?;
        let mut file = opened.ok_or_else(|| io(std::io::ErrorKind::NotFound.into()))?;
        disk.write(&mut file, line.as_bytes()).and_then(|()| disk.sync(&file)).map_err(io)
    }
}

/// A lock that is held for a moment only.
pub(super) fn wait_for(path: &Path) -> Result<std::fs::File, StoreError> {
    // Whoever has it writes a few lines: a second is more than that takes.
    match wait_lock(path, Duration::from_secs(1)) {
        Ok(LockAttempt::Ours(file)) => Ok(file),
        Ok(LockAttempt::Theirs(_)) => Err(std::io::ErrorKind::WouldBlock.into()),
        Err(error) => Err(error),
    }
    .map_err(|source| StoreError::Io { doing: "lock", path: path.to_owned(), source })
}
