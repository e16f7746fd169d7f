//! Defines the files that all sessions of a store share: logs of JSON lines, the pending memory event, and the two files
//! that people and agents read, `CONTEXT.md` and `board.md`.

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lock::{HeldLock, LockAttempt, wait_lock};
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
/// The folder of the copies, in the state folder.
const COPIES: &str = "approved";

impl Store {
    pub(super) fn log_path(&self, log: LogFile) -> PathBuf {
        self.root().join(log_name(log))
    }

    /// The lines of a log, oldest first, and the number of unreadable lines. Lines that the person did not sign are among
    /// the unreadable ones.
    pub fn log_lines<T: DeserializeOwned>(&self, log: LogFile) -> Result<(Vec<T>, usize), StoreError> {
        let path = self.log_path(log);
        let bytes = disk::read(&path).map_err(|source| StoreError::Io { doing: "read", path, source })?;
        let bytes = bytes.unwrap_or_default();
        let (mut lines, mut unread) = (Vec::new(), 0);
        let (sealer, name) = (self.sealer(), log_name(log));
        let copied = if log == LogFile::Memory { self.copied_memory() } else { Vec::new() };
        let all = match log {
            LogFile::Memory => merged(&bytes, &copied),
            LogFile::Queue | LogFile::Proposals | LogFile::Journal => lines_of(&bytes).collect(),
        };
        for line in all {
            match sealer.accepted(&name, line).and_then(|line| serde_json::from_slice(&line).ok()) {
                Some(line) => lines.push(line),
                None => unread += 1,
            }
        }
        Ok((lines, unread))
    }

    /// Path of the copy of the decisions on memories in the person's state folder: a checkout can overwrite or remove
    /// the project's own. Bound to this very folder, so that a new one does not inherit it. `None` where the person did
    /// not make the store.
    fn copy_of_memory(&self) -> Option<PathBuf> {
        let name = self.own_mark()?;
        Some(self.state.as_ref()?.join(COPIES).join(format!("{}.jsonl", &name[..32])))
    }

    fn copied_memory(&self) -> Vec<u8> {
        self.copy_of_memory().and_then(|path| disk::read(&path).ok()?).unwrap_or_default()
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
        let bytes = disk::read(&self.root().join(PENDING_MEMORY)).ok()??;
        serde_json::from_slice(&self.sealer().accepted(PENDING_MEMORY, &bytes)?).ok()
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

    pub(super) fn lock_shared(&self) -> Result<HeldLock, StoreError> {
        wait_for(&self.root().join("lock"))
    }
}

/// The shared files, locked: no other program writes them until this is dropped.
#[derive(Debug)]
pub struct SharedFiles<'s> {
    store: &'s Store,
    disk: Disk,
    _lock: HeldLock,
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
        let there = disk::read(&path).map_err(&io)?.unwrap_or_default();
        let torn = there.last().is_some_and(|last| *last != b'\n');
        let mut text = if torn { "\n".to_owned() } else { String::new() };
        let new = self.as_lines(log, lines).map_err(&io)?;
        if log == LogFile::Memory {
            let copied = self.store.copied_memory();
            let known: HashSet<&[u8]> = lines_of(&there).collect();
            for line in lines_of(&copied).filter(|line| !known.contains(line)) {
                text.push_str(&String::from_utf8_lossy(line));
                text.push('\n');
            }
        }
        text.push_str(&new);
        let opened = disk::open(&path, OpenOptions::new().append(true).create(true)).map_err(&io)?;
        let mut file = opened.ok_or_else(|| io(std::io::ErrorKind::NotFound.into()))?;
        if let Err(error) = self.disk.write(&mut file, text.as_bytes()).and_then(|()| self.disk.sync(&file)) {
            // A line that is reported as not written must not be read later. If this fails too, neither can the
            // recorded change be reverted, so the line is true.
            let _ = self.disk.truncate(&file, there.len() as u64);
            return Err(io(error));
        }
        tracing::info!(%log, lines = lines.len(), "recorded");
        if log == LogFile::Memory {
            self.copy_memory(&new);
        }
        Ok(())
    }

    /// Appends to the copy of the decisions on memories. A failure is ignored: the log itself is written.
    fn copy_memory(&self, lines: &str) {
        let Some(path) = self.store.copy_of_memory() else { return };
        let copied = path.parent().map_or(Ok(()), |folder| self.disk.make_dir(folder)).and_then(|()| {
            let opened = disk::open(&path, OpenOptions::new().append(true).create(true))?;
            let mut file = opened.ok_or(std::io::ErrorKind::NotFound)?;
            self.disk.write(&mut file, lines.as_bytes())?;
            self.disk.sync(&file)
        });
        if let Err(error) = copied {
            tracing::warn!("decisions on memories are not copied: {error}");
        }
    }

    /// Replaces all lines of a log atomically.
    pub fn replace_log<T: Serialize>(&self, log: LogFile, lines: &[T]) -> Result<(), StoreError> {
        let path = self.make_folder_of(log)?;
        let io = StoreError::io("write", &path);
        let text = self.as_lines(log, lines).map_err(&io)?;
        self.disk.replace(&path, text.as_bytes(), None).map_err(io)
    }

    /// Saves the memory event about to be carried out, for recovery after a crash.
    pub fn set_pending_memory<T: Serialize>(&self, event: &T) -> Result<(), StoreError> {
        let path = self.store.root().join(PENDING_MEMORY);
        let io = StoreError::io("write", &path);
        let bytes = serde_json::to_vec(event).map_err(|e| io(e.into()))?;
        let bytes = self.store.sealer().seal_json(PENDING_MEMORY, &bytes).into_owned();
        self.disk.replace(&path, &bytes, None).map_err(io)
    }

    /// Removes the pending memory event.
    pub fn clear_pending_memory(&self) {
        // If this fails, recovery finds the event done.
        let _ = self.disk.remove(&self.store.root().join(PENDING_MEMORY));
    }

    /// Replaces an own file unless it is equal already; `None` removes it.
    pub fn set_own_file(&self, file: OwnFile, content: Option<&[u8]>) -> Result<(), StoreError> {
        let path = self.store.root().join(file.word());
        let there = self.store.own_file(file)?;
        let aside = || match file {
            OwnFile::Context => self.store.set_context_aside(there.as_deref(), &self.disk),
            OwnFile::Board => Ok(()),
        };
        let done = match content {
            content if content == there.as_deref() => Ok(()),
            Some(bytes) => aside().and_then(|()| self.disk.replace(&path, bytes, None)),
            None => self.disk.remove(&path),
        };
        done.map_err(|source| StoreError::Io { doing: "write", path, source })
    }

    /// Lines of a log as they are written, each sealed.
    fn as_lines<T: Serialize>(&self, log: LogFile, lines: &[T]) -> std::io::Result<String> {
        let (sealer, name) = (self.store.sealer(), log_name(log));
        let mut text = String::new();
        for line in lines {
            let line = serde_json::to_string(line)?;
            text.push_str(&String::from_utf8_lossy(&sealer.seal_json(&name, line.as_bytes())));
            text.push('\n');
        }
        Ok(text)
    }
}

/// The name under which a log's lines are sealed: its path in the store.
pub(super) fn log_name(log: LogFile) -> String {
    format!("{log}.jsonl")
}

fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty())
}

/// Merges a log with its copy, each line once, in the copy's order: a checkout or a backup may have restored an earlier
/// log, without later decisions. A line that only the log has stays before the next line that both have.
fn merged<'a>(log: &'a [u8], copied: &'a [u8]) -> Vec<&'a [u8]> {
    let in_copy: HashSet<&[u8]> = lines_of(copied).collect();
    let mut before: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
    let mut waiting = Vec::new();
    for line in lines_of(log) {
        if !in_copy.contains(line) {
            waiting.push(line);
        } else if !waiting.is_empty() {
            before.entry(line).or_default().append(&mut waiting);
        }
    }
    let ordered = lines_of(copied).flat_map(|line| before.remove(line).unwrap_or_default().into_iter().chain([line]));
    let mut out: Vec<&[u8]> = ordered.collect();
    out.append(&mut waiting);
    let mut known = HashSet::new();
    out.retain(|line| known.insert(*line));
    out
}

/// Takes a lock that others hold only briefly. Waits at most one second.
pub(super) fn wait_for(path: &Path) -> Result<HeldLock, StoreError> {
    match wait_lock(path, Duration::from_secs(1)) {
        Ok(LockAttempt::Ours(file)) => Ok(file),
        Ok(LockAttempt::Theirs(_)) => Err(std::io::ErrorKind::WouldBlock.into()),
        Err(error) => Err(error),
    }
    .map_err(|source| StoreError::Io { doing: "lock", path: path.to_owned(), source })
}
