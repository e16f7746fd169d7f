//! Defines the files that all sessions of a store share: logs of JSON lines, the pending memory event, and the two files
//! that people and agents read, `CONTEXT.md` and `board.md`.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lock::{LockAttempt, wait_lock};
use super::{Disk, Store, StoreError, disk, standup};

words! {
    /// The append-only logs, by path without `.jsonl`.
    LogFile {
        /// Decisions on memory suggestions, and the memories written.
        Memory = "memory",
        /// Artifacts waiting for comparison with the project.
        Queue = "standup/queue",
        /// The standup's proposals and the decisions on them.
        Proposals = "standup/proposals",
        /// The standup's actions, with the former content.
        Journal = "standup/journal",
    }
}

words! {
    /// The store's files that people and agents read and edit.
    OwnFile {
        /// The context for agents.
        Context = "CONTEXT.md",
        /// The task board of a project without another one.
        Board = "board.md",
    }
}

/// The file of the memory event being carried out; only a crash leaves it behind.
const PENDING_MEMORY: &str = "memory-open.json";

impl Store {
    fn log_path(&self, log: LogFile) -> PathBuf {
        self.root().join(format!("{log}.jsonl"))
    }

    /// The lines of a log, oldest first, and the number of unreadable lines.
    pub fn log_lines<T: DeserializeOwned>(&self, log: LogFile) -> Result<(Vec<T>, usize), StoreError> {
        let path = self.log_path(log);
        let bytes = disk::read(&path).map_err(|source| StoreError::Io { doing: "read", path, source })?;
        let bytes = bytes.unwrap_or_default();
        let (mut lines, mut unread) = (Vec::new(), 0);
        for line in bytes.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
            match serde_json::from_slice(line) {
                Ok(line) => lines.push(line),
                Err(_) => unread += 1,
            }
        }
        Ok((lines, unread))
    }

    /// Locks the shared files, then appends lines to a log.
    pub fn append<T: Serialize>(&self, log: LogFile, lines: &[T]) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        self.share()?.append(log, lines)
    }

    /// The memory event that a crash interrupted; `None` if there is none or it cannot be parsed.
    pub fn pending_memory<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&disk::read(&self.root().join(PENDING_MEMORY)).ok()??).ok()
    }

    /// The content of an own file; `None` if it does not exist.
    pub fn own_file(&self, file: OwnFile) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.root().join(file.word());
        disk::read(&path).map_err(|source| StoreError::Io { doing: "read", path, source })
    }

    /// Locks the shared files until the result is dropped. Waits at most one second.
    pub fn share(&self) -> Result<SharedFiles<'_>, StoreError> {
        let disk = Disk::of_process();
        self.make_root(&disk)?;
        Ok(SharedFiles { _lock: self.lock_shared()?, store: self, disk })
    }

    pub(super) fn lock_shared(&self) -> Result<File, StoreError> {
        wait_for(&self.root().join("lock"))
    }
}

/// The shared files, locked: no other program writes them until this is dropped.
#[derive(Debug)]
pub struct SharedFiles<'s> {
    store: &'s Store,
    disk: Disk,
    _lock: File,
}

impl SharedFiles<'_> {
    /// The store.
    pub fn store(&self) -> &Store {
        self.store
    }

    fn make_folder_of(&self, log: LogFile) -> Result<PathBuf, StoreError> {
        if log != LogFile::Memory {
            standup::make_folder(self.store, &self.disk)?;
        }
        Ok(self.store.log_path(log))
    }

    /// Appends lines to a log with one synced write, after ending a line that a crash cut off.
    pub fn append<T: Serialize>(&self, log: LogFile, lines: &[T]) -> Result<(), StoreError> {
        let path = self.make_folder_of(log)?;
        let io = StoreError::io("write", &path);
        let torn = disk::read(&path).map_err(&io)?.is_some_and(|b| b.last().is_some_and(|last| *last != b'\n'));
        let mut text = if torn { "\n".to_owned() } else { String::new() };
        text.push_str(&as_lines(lines).map_err(&io)?);
        let opened = disk::open(&path, OpenOptions::new().append(true).create(true)).map_err(&io)?;
        let mut file = opened.ok_or_else(|| io(std::io::ErrorKind::NotFound.into()))?;
        self.disk.write(&mut file, text.as_bytes()).and_then(|()| self.disk.sync(&file)).map_err(io)?;
        tracing::info!(%log, lines = lines.len(), "recorded");
        Ok(())
    }

    /// Replaces all lines of a log atomically.
    pub fn replace_log<T: Serialize>(&self, log: LogFile, lines: &[T]) -> Result<(), StoreError> {
        let path = self.make_folder_of(log)?;
        let io = StoreError::io("write", &path);
        let text = as_lines(lines).map_err(&io)?;
        self.disk.replace(&path, text.as_bytes(), None).map_err(io)
    }

    /// Saves the memory event about to be carried out, for recovery after a crash.
    pub fn set_pending_memory<T: Serialize>(&self, event: &T) -> Result<(), StoreError> {
        let path = self.store.root().join(PENDING_MEMORY);
        let io = StoreError::io("write", &path);
        let bytes = serde_json::to_vec(event).map_err(|e| io(e.into()))?;
        self.disk.replace(&path, &bytes, None).map_err(io)
    }

    /// Removes the pending memory event.
    pub fn clear_pending_memory(&self) {
        // If this fails, recovery finds the event done.
        let _ = std::fs::remove_file(self.store.root().join(PENDING_MEMORY));
    }

    /// Replaces an own file unless it is equal already; `None` removes it.
    pub fn set_own_file(&self, file: OwnFile, content: Option<&[u8]>) -> Result<(), StoreError> {
        let path = self.store.root().join(file.word());
        let done = match content {
            content if content == self.store.own_file(file)?.as_deref() => Ok(()),
            Some(bytes) => self.disk.replace(&path, bytes, None),
            None => self.disk.step().and_then(|()| std::fs::remove_file(&path)),
        };
        done.map_err(|source| StoreError::Io { doing: "write", path, source })
    }
}

fn as_lines<T: Serialize>(lines: &[T]) -> std::io::Result<String> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(line)?);
        text.push('\n');
    }
    Ok(text)
}

/// Takes a lock that others hold only briefly. Waits at most one second.
pub(super) fn wait_for(path: &Path) -> Result<File, StoreError> {
    match wait_lock(path, Duration::from_secs(1)) {
        Ok(LockAttempt::Ours(file)) => Ok(file),
        Ok(LockAttempt::Theirs(_)) => Err(std::io::ErrorKind::WouldBlock.into()),
        Err(error) => Err(error),
    }
    .map_err(|source| StoreError::Io { doing: "lock", path: path.to_owned(), source })
}
