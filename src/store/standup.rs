//! Defines the standup's files under `.deltamind/standup/` beside its logs: a read mark for each transcript, and the
//! claim, a lock under which one program at a time acts.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::lock::{HeldLock, LockAttempt, try_lock};
use super::place::PlaceFault;
use super::{Disk, LogFile, OwnFile, Store, StoreError, disk};
use crate::state::Item;

const FOLDER: &str = "standup";
/// Its folder of read marks, one file for each transcript, so that a save rewrites one mark only.
const MARKS: &str = "marks";
const MAX_CLAIM_WAIT: Duration = Duration::from_secs(20);

/// The exclusive right to act for the standup, held until it is dropped. The system releases it when the process ends,
/// so an action found half done by the next holder was interrupted by a crash.
#[derive(Debug)]
pub struct StandupClaim {
    _lock: HeldLock,
}

/// Creates the standup's folder; refuses a symbolic link.
pub(super) fn make_folder(store: &Store, disk: &Disk) -> Result<PathBuf, StoreError> {
    store.make_root(disk)?;
    let folder = store.root().join(FOLDER);
    if folder.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
        return Err(StoreError::Refused { path: folder, why: PlaceFault::Link });
    }
    if !folder.is_dir() {
        disk.make_dir(&folder).map_err(|source| StoreError::Io { doing: "make", path: folder.clone(), source })?;
    }
    Ok(folder)
}

/// Whether the field `session` of a JSON object has this value.
fn is_of_session(json: &[u8], session: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct SessionField {
        session: Option<String>,
    }
    serde_json::from_slice::<SessionField>(json).is_ok_and(|line| line.session.as_deref() == Some(session))
}

/// The name under which a read mark is sealed.
fn mark_name(path: &Path) -> String {
    format!("{FOLDER}/{MARKS}/{}", path.file_name().unwrap_or_default().to_string_lossy())
}

impl Store {
    /// The path of a transcript's read mark.
    fn standup_mark_path(&self, transcript: &Path) -> PathBuf {
        let name = blake3::hash(transcript.as_os_str().as_encoded_bytes()).to_hex();
        self.root().join(FOLDER).join(MARKS).join(format!("{}.json", &name[..16]))
    }

    /// The read mark of a transcript; `None` if there is none or it is damaged.
    pub fn standup_mark<T: DeserializeOwned>(&self, transcript: &Path) -> Option<T> {
        let path = self.standup_mark_path(transcript);
        let bytes = disk::read(&path).ok()??;
        serde_json::from_slice(&self.sealer().accepted(&mark_name(&path), &bytes)?).ok()
    }

    /// Saves the read mark of a transcript.
    pub fn set_standup_mark<T: Serialize>(&self, transcript: &Path, mark: &T) -> Result<(), StoreError> {
        let disk = Disk::of_process();
        let folder = make_folder(self, &disk)?.join(MARKS);
        let path = self.standup_mark_path(transcript);
        let io = StoreError::io("write", &path);
        if !folder.is_dir() {
            disk.make_dir(&folder).map_err(&io)?;
        }
        let text = serde_json::to_vec(mark).map_err(|e| io(e.into()))?;
        disk.replace(&path, &self.sealer().seal_json(&mark_name(&path), &text), None).map_err(io)
    }

    /// Removes a session's queued artifacts and read mark. Decisions on proposals and the journal stay. Returns the
    /// number of bytes removed.
    pub(super) fn forget_standup(&self, session: &str) -> Result<u64, StoreError> {
        let mut removed = 0;
        for entry in std::fs::read_dir(self.root().join(FOLDER).join(MARKS)).into_iter().flatten().flatten() {
            let path = entry.path();
            let Some(bytes) = disk::read(&path).ok().flatten().filter(|bytes| is_of_session(bytes, session)) else {
                continue;
            };
            Disk::of_process().remove(&path).map_err(|source| StoreError::Io { doing: "remove", path, source })?;
            removed += bytes.len() as u64;
        }
        let (lines, _) = self.log_lines::<Box<RawValue>>(LogFile::Queue)?;
        let all = lines.len();
        let (gone, kept): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| is_of_session(line.get().as_bytes(), session));
        if kept.len() < all {
            removed += gone.iter().map(|line| line.get().len() as u64 + 1).sum::<u64>();
            self.share()?.replace_log(LogFile::Queue, &kept)?;
        }
        Ok(removed)
    }

    /// Takes the claim, waiting up to 20 seconds for another holder.
    pub fn claim_standup(&self) -> Result<StandupClaim, StoreError> {
        let path = make_folder(self, &Disk::of_process())?.join("lock");
        let since = Instant::now();
        loop {
            match try_lock(&path).map_err(|source| StoreError::Io { doing: "lock", path: path.clone(), source })? {
                LockAttempt::Ours(lock) => return Ok(StandupClaim { _lock: lock }),
                LockAttempt::Theirs(who) if since.elapsed() > MAX_CLAIM_WAIT => {
                    return Err(StoreError::Busy { session: "the standup".to_owned(), who });
                }
                LockAttempt::Theirs(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Takes the claim without waiting; `None` when it is held.
    pub fn try_claim_standup(&self) -> Result<Option<StandupClaim>, StoreError> {
        let path = make_folder(self, &Disk::of_process())?.join("lock");
        match try_lock(&path).map_err(|source| StoreError::Io { doing: "lock", path, source })? {
            LockAttempt::Ours(lock) => Ok(Some(StandupClaim { _lock: lock })),
            LockAttempt::Theirs(_) => Ok(None),
        }
    }

    /// The text of `CONTEXT.md`; `None` if it does not exist or cannot be read.
    pub fn own_context(&self) -> Option<String> {
        String::from_utf8(self.own_file(OwnFile::Context).ok()??).ok()
    }

    /// The items of a saved session, from its snapshot, else from its log.
    pub fn items_of(&self, id: &str) -> Result<Vec<Item>, StoreError> {
        self.check(id)?;
        match self.snapshot_items(id) {
            Some(read) => Ok(read.items),
            None => Ok(self.load(id)?.session.ledger().items().to_vec()),
        }
    }
}
