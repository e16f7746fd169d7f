//! Defines the lock of a session: one process writes, others only read. It is a file lock, so it ends with its process.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::disk;

#[derive(Debug)]
pub(super) enum LockAttempt {
    /// The lock is held until the file is dropped.
    Ours(File),
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
            Ok(LockAttempt::Ours(file))
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
    opened.is_some_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
