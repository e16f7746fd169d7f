//! Defines [`Dirs`], the file watcher and the directories it watches.
//!
//! A watch on the file itself reports nothing more after a rename over it, so directories are watched. A directory that
//! is removed and recreated loses its watch, so each poll compares the directories and sets missing watches.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::{Wake, parents};

/// Device and number of a directory when it was watched.
type DirId = (u64, u64);

pub(super) struct Dirs {
    path: PathBuf,
    watcher: Option<RecommendedWatcher>,
    watched: Vec<(PathBuf, Option<DirId>)>,
    /// A warning not yet shown.
    warning: Option<String>,
    warned: bool,
}

impl Dirs {
    /// Watches for changes of `path` and wakes the reader through `wake`; without it, the reader only polls.
    pub(super) fn new(path: &Path, wake: Option<SyncSender<Wake>>) -> Self {
        let mut dirs = Self { path: path.to_owned(), watcher: None, watched: Vec::new(), warning: None, warned: false };
        match wake.map(start).transpose() {
            Ok(watcher) => dirs.watcher = watcher,
            Err(e) => dirs.warn(&e),
        }
        dirs
    }

    /// Updates the watches. Returns a warning to be shown, at most one in all.
    pub(super) fn refresh(&mut self, real: Option<&Path>) -> Option<String> {
        if let Some(watcher) = &mut self.watcher {
            let wanted: Vec<_> = parents(&self.path, real).into_iter().map(|dir| (dir.clone(), id_of(&dir))).collect();
            let mut failure = None;
            for (dir, _) in self.watched.extract_if(.., |watched| !wanted.contains(watched)) {
                // It may be gone already, and its watch with it.
                let _ = watcher.unwatch(&dir);
            }
            for (dir, id) in wanted {
                if self.watched.iter().any(|(d, _)| *d == dir) {
                    continue;
                }
                match watcher.watch(&dir, RecursiveMode::NonRecursive) {
                    Ok(()) => self.watched.push((dir, id)),
                    Err(e) => failure = Some(e),
                }
            }
            if let Some(e) = failure {
                self.warn(&e);
            }
        }
        self.warning.take()
    }

    /// Handles a failure of the watcher. Returns the warning to show, unless one was shown before.
    pub(super) fn failed(&mut self, why: &str) -> Option<String> {
        if self.warned {
            return None;
        }
        self.warned = true;
        Some(format!("file notifications fail ({why}); looking at the file twice a second instead"))
    }

    fn warn(&mut self, error: &notify::Error) {
        if self.warned {
            return;
        }
        self.warned = true;
        self.warning = Some(match limit_of(error) {
            // The system's message says that the disk is full, which is misleading.
            Some(limit) => {
                format!("out of file watches (raise the sysctl {limit}); looking at the file twice a second instead")
            }
            None => format!("no file notifications ({error}); looking at the file twice a second instead"),
        });
    }
}

/// The sysctl whose limit caused the error, if one did.
fn limit_of(error: &notify::Error) -> Option<&'static str> {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => Some("fs.inotify.max_user_watches"),
        notify::ErrorKind::Io(e) if e.kind() == std::io::ErrorKind::StorageFull => Some("fs.inotify.max_user_watches"),
        // EMFILE from inotify_init: instances, not open files, are the usual shortage.
        notify::ErrorKind::Io(e) if e.raw_os_error() == Some(24) => Some("fs.inotify.max_user_instances"),
        _ => None,
    }
}

fn start(wake: SyncSender<Wake>) -> notify::Result<RecommendedWatcher> {
    notify::recommended_watcher(move |event| {
        // A full channel means that a poll is due anyway, a closed one that the reader has ended.
        let _ = wake_of(event).map(|reason| wake.try_send(reason));
    })
}

/// The wake-up that a notification causes.
fn wake_of(event: notify::Result<notify::Event>) -> Option<Wake> {
    match event {
        // Events were lost. The flag comes with any kind, so it is checked first.
        Ok(event) if event.need_rescan() => Some(Wake::Poll),
        Ok(event) if is_reading(event.kind) => None,
        Ok(_) => Some(Wake::Poll),
        Err(e) => Some(Wake::Failed(e.to_string())),
    }
}

/// Whether an event only reports that a process, perhaps this one, opened or read a file.
fn is_reading(kind: EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

#[cfg(unix)]
fn id_of(dir: &Path) -> Option<DirId> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(dir).ok().map(|m| (m.dev(), m.ino()))
}

#[cfg(windows)]
fn id_of(dir: &Path) -> Option<DirId> {
    crate::transcript::follow::numbers_of(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_of_watches_is_reported_once() {
        let mut dirs = Dirs::new(Path::new("/nowhere/x"), None);
        dirs.warn(&notify::Error::new(notify::ErrorKind::MaxFilesWatch));
        dirs.warn(&notify::Error::generic("again"));
        let warning = dirs.refresh(None).unwrap();
        assert!(warning.contains("fs.inotify.max_user_watches"), "{warning}");
        assert_eq!(dirs.refresh(None), None);
        assert_eq!(dirs.failed("later"), None);
    }

    #[test]
    fn lost_notifications_wake_the_reader_and_reads_do_not() {
        let rescan = notify::Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert!(matches!(wake_of(Ok(rescan)), Some(Wake::Poll)));
        let access = |mode| notify::Event::new(EventKind::Access(AccessKind::Close(mode)));
        assert!(wake_of(Ok(access(AccessMode::Read))).is_none());
        assert!(matches!(wake_of(Ok(access(AccessMode::Write))), Some(Wake::Poll)));
        assert!(matches!(wake_of(Err(notify::Error::generic("x"))), Some(Wake::Failed(_))));
    }

    #[test]
    fn the_nearest_existing_parent_is_watched() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("not/yet/x.jsonl");
        assert_eq!(parents(&path, None), [dir.path()]);
        std::fs::create_dir_all(dir.path().join("not/yet")).unwrap();
        assert_eq!(parents(&path, None), [dir.path().join("not/yet")]);
    }
}
