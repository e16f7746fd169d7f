//! Defines the lock of a session: one process writes, others only read. It is a file lock, so it ends with its process.
//!
//! A lock belongs to the open file, not to one descriptor of it: while another thread starts a process, that process holds
//! a copy of every descriptor until it runs its program. So a lock is released by unlocking; closing it is not enough.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::disk;

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(super) struct HeldLock(File);

impl Drop for HeldLock {
    fn drop(&mut self) {
        // Where this fails, closing the file releases it.
        let _ = self.0.unlock();
    }
}

#[derive(Debug)]
pub(super) enum LockAttempt {
    Ours(HeldLock),
    /// Another process holds it; names that process.
    Theirs(String),
}

/// Tries to take the lock at `path`, without waiting.
pub(super) fn try_lock(path: &Path) -> io::Result<LockAttempt> {
    let options = &mut OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let Some(mut file) = disk::open(path, options)? else { return Err(io::ErrorKind::NotFound.into()) };
    match file.try_lock() {
        Ok(()) => {
            // Only for another process's message, so errors are ignored.
            let _ = file.set_len(0).and_then(|()| file.write_all(std::process::id().to_string().as_bytes()));
            Ok(LockAttempt::Ours(HeldLock(file)))
        }
        Err(TryLockError::WouldBlock) => {
            let mut who = String::new();
            let _ = file.seek(SeekFrom::Start(0));
            let _ = file.take(20).read_to_string(&mut who);
            let pid = who.trim().parse::<u32>().ok();
            Ok(LockAttempt::Theirs(pid.map_or_else(String::new, |pid| format!(" by process {pid}"))))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Tries to take the lock at `path` until it is free, for at most `most`.
pub(super) fn wait_lock(path: &Path, most: Duration) -> io::Result<LockAttempt> {
    let since = Instant::now();
    loop {
        match try_lock(path)? {
            LockAttempt::Theirs(_) if since.elapsed() < most => std::thread::sleep(most.min(Duration::from_millis(20))),
            other => return Ok(other),
        }
    }
}

/// Whether a process holds the lock at `path`. Writes nothing; uses a shared lock, so that two checks do not collide.
pub(super) fn is_locked(path: &Path) -> bool {
    let opened = disk::open(path, OpenOptions::new().read(true)).ok().flatten();
    opened.is_some_and(|file| match file.try_lock_shared() {
        Ok(()) => {
            drop(HeldLock(file));
            false
        }
        Err(error) => matches!(error, TryLockError::WouldBlock),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_free_though_another_process_has_a_copy_of_its_descriptor() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let LockAttempt::Ours(held) = try_lock(&path).unwrap() else { panic!("it is new") };
        let copy = held.0.try_clone().unwrap();
        assert!(is_locked(&path));
        assert!(matches!(try_lock(&path).unwrap(), LockAttempt::Theirs(_)));
        drop(held);
        assert!(!is_locked(&path));
        assert!(matches!(try_lock(&path).unwrap(), LockAttempt::Ours(_)));
        drop(copy);
    }
}
