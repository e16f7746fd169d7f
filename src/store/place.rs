//! Defines [`Store`], the folder of a project's saved sessions, and whether it may be used.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use super::StoreError;
use super::disk::{self, Disk, TEMPORARY};
use super::lock::{LockAttempt, try_lock};
use super::seal::SigningKey;

const STORE_FOLDER: &str = ".deltamind";
const MAX_NAME_BYTES: usize = 120;

/// Why a folder may not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceFault {
    /// It is a symbolic link, so files would be written elsewhere.
    Link,
    /// It is not a folder.
    NoFolder,
    /// It belongs to another user.
    Foreign,
}

impl fmt::Display for PlaceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "is a symbolic link and is not used: remove it, or watch with --no-save",
            Self::NoFolder => "is not a folder and is not used: move it away, or watch with --no-save",
            Self::Foreign => "belongs to another user and is not used: watch with --no-save",
        })
    }
}

/// The folder of one project's sessions, which need not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    root: PathBuf,
    /// The person's own state folder.
    pub(super) state: Option<PathBuf>,
    /// The person's key, read lazily.
    pub(super) key: OnceLock<SigningKey>,
}

/// A saved session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSession {
    pub id: String,
    /// Bytes on disk.
    pub bytes: u64,
    /// Whether it was saved last.
    pub current: bool,
}

impl Store {
    /// The store of the project at `folder`: the nearest `.deltamind` at or above it, else in the root of its git
    /// repository, else in `state` under a hash of the path. `None` when there is no such place.
    pub fn of_project(folder: &Path, state: Option<&Path>) -> Option<Self> {
        let absolute = std::path::absolute(folder).ok()?;
        // A symbolic link counts as found, so that it is refused later and not skipped.
        let dirs: Vec<&Path> = if absolute.is_dir() { absolute.ancestors().collect() } else { Vec::new() };
        let found = first_with(&dirs, STORE_FOLDER).or_else(|| first_with(&dirs, ".git"));
        if let Some(dir) = found {
            return Some(Self { root: dir.join(STORE_FOLDER), state: state.map(Path::to_owned), key: OnceLock::new() });
        }
        let hash = blake3::hash(absolute.as_os_str().as_encoded_bytes()).to_hex();
        Some(Self { root: state?.join(&hash[..16]), state: state.map(Path::to_owned), key: OnceLock::new() })
    }

    /// The store at exactly this folder; hooks do not use it.
    pub fn at(root: PathBuf) -> Self {
        Self { root, state: None, key: OnceLock::new() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the folder exists.
    pub fn exists(&self) -> bool {
        self.root.symlink_metadata().is_ok()
    }

    /// Whether the session is saved.
    pub fn holds(&self, id: &str) -> bool {
        self.session_dir(id).is_dir()
    }

    pub(super) fn session_dir(&self, id: &str) -> PathBuf {
        self.root.join("sessions").join(folder_name(id))
    }

    /// Checks that every existing folder on the way to a session may be used.
    pub(super) fn check(&self, id: &str) -> Result<(), StoreError> {
        self.check_root()?;
        for path in [self.root.join("sessions"), self.session_dir(id)] {
            if let Ok(meta) = path.symlink_metadata()
                && let Some(why) = PlaceFault::of(&meta)
            {
                return Err(StoreError::Refused { path, why });
            }
        }
        Ok(())
    }

    /// Creates the folders of a session, and a `.gitignore`.
    pub(super) fn make(&self, id: &str, disk: &Disk) -> Result<PathBuf, StoreError> {
        self.check(id)?;
        let dir = self.session_dir(id);
        self.make_root(disk)?;
        if !dir.is_dir() {
            disk.make_dir(&dir).map_err(StoreError::io("make", &dir))?;
        }
        self.check(id)?;
        Ok(dir)
    }

    /// Creates the store's folder, and a `.gitignore` in it.
    pub(super) fn make_root(&self, disk: &Disk) -> Result<(), StoreError> {
        self.check_root()?;
        if self.root.symlink_metadata().is_err() {
            disk.make_dir(&self.root).map_err(StoreError::io("make", &self.root))?;
        }
        self.mark_new();
        let ignore = self.root.join(".gitignore");
        if ignore.symlink_metadata().is_err() {
            disk.replace(&ignore, b"*\n", None).map_err(StoreError::io("make", &ignore))?;
        }
        Ok(())
    }

    /// Records which session was saved last.
    pub(super) fn set_current(&self, id: &str, disk: &Disk) -> Result<(), StoreError> {
        let path = self.root.join("current");
        if self.current().as_deref() == Some(id) {
            return Ok(());
        }
        disk.replace(&path, format!("{id}\n").as_bytes(), None).map_err(StoreError::io("write", &path))
    }

    /// Path and text of the project's own settings, if there are any; an empty text if they cannot be read.
    pub fn project_settings(&self) -> Option<(PathBuf, String)> {
        let path = self.root.join("project.toml");
        let bytes = disk::read(&path).unwrap_or_default()?;
        Some((path, String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The session whose files were written last, for when `current` names none.
    fn newest(&self) -> Option<String> {
        let folders = std::fs::read_dir(self.root.join("sessions")).into_iter().flatten().flatten();
        let folders = folders.filter(|entry| entry.file_type().is_ok_and(|t| t.is_dir()));
        let newest = folders.filter_map(|f| Some((last_written(&f.path())?, f.file_name()))).max();
        newest.map(|(_, name)| name.to_string_lossy().into_owned())
    }

    /// The session saved last.
    pub fn current(&self) -> Option<String> {
        let bytes = disk::read(&self.root.join("current")).ok()??;
        let id = String::from_utf8(bytes).ok()?.trim().to_owned();
        (!id.is_empty()).then_some(id)
    }

    /// Folder names of the saved sessions, sorted.
    pub(super) fn session_folders(&self) -> Vec<String> {
        let all = std::fs::read_dir(self.root.join("sessions")).into_iter().flatten().flatten();
        let folders = all.filter(|entry| entry.file_type().is_ok_and(|t| t.is_dir()));
        let mut found: Vec<String> = folders.map(|f| f.file_name().to_string_lossy().into_owned()).collect();
        found.sort();
        found
    }

    /// The saved sessions, by id.
    pub fn sessions(&self) -> Vec<SavedSession> {
        let current = self.current().map(|id| folder_name(&id));
        let mut out = Vec::new();
        for id in self.session_folders() {
            let files = std::fs::read_dir(self.root.join("sessions").join(&id)).into_iter().flatten().flatten();
            let bytes = files.filter_map(|f| f.metadata().ok()).map(|m| m.len()).sum();
            out.push(SavedSession { current: current.as_ref() == Some(&id), id, bytes });
        }
        out
    }

    /// The id of the session named by its id or a unique prefix of it; by default the one saved last.
    pub fn pick(&self, named: Option<&str>) -> Result<String, StoreError> {
        let advice = "`deltamind save --from FILE` saves one, watching does too";
        let Some(named) = named else {
            return match self.current().filter(|id| self.session_dir(id).is_dir()).or_else(|| self.newest()) {
                Some(id) => Ok(id),
                None => Err(StoreError::Missing(self.empty(advice))),
            };
        };
        let saved = self.sessions();
        let wanted = folder_name(named);
        let fits: BTreeSet<&str> = saved.iter().map(|s| s.id.as_str()).filter(|id| id.starts_with(named)).collect();
        if let Some(exact) = saved.iter().find(|s| s.id == wanted) {
            return Ok(exact.id.clone());
        }
        let missing = match (fits.first(), fits.len()) {
            (Some(only), 1) => return Ok((*only).to_owned()),
            (None, _) => format!("no session {named} is saved in {}: {advice}", self.root.display()),
            (_, n) => format!("{n} saved sessions begin with {named}: give more of the id"),
        };
        Err(StoreError::Missing(missing))
    }

    /// The reason why no session can be picked, with advice.
    fn empty(&self, advice: &str) -> String {
        let root = self.root.display();
        match super::earlier::snapshot_in(&self.root) {
            Some(path) => format!(
                "{root} was saved by an earlier tool: `deltamind save --from-stdin < {}` imports it and leaves it as it is",
                path.display()
            ),
            None => format!("no session is saved in {root}: {advice}"),
        }
    }

    /// Deletes a session and its part of the context. Approved memories stay. Returns the bytes deleted.
    pub fn forget(&self, id: &str) -> Result<u64, StoreError> {
        self.check(id)?;
        let dir = self.session_dir(id);
        if !dir.is_dir() {
            return Err(StoreError::Missing(format!("no session {id} is saved in {}", self.root.display())));
        }
        let _lock = match try_lock(&dir.join("lock")).map_err(StoreError::io("remove", &dir))? {
            LockAttempt::Ours(file) => file,
            LockAttempt::Theirs(who) => return Err(StoreError::Busy { session: id.to_owned(), who }),
        };
        let bytes: u64 = self.sessions().iter().filter(|s| s.id == folder_name(id)).map(|s| s.bytes).sum();
        let standup_bytes = self.forget_standup(id)?;
        // Held until the folder is gone, so that no other process puts the session back into the context.
        let _shared = self.lock_shared()?;
        let disk = Disk::of_process();
        self.forget_in_context(id, &disk)?;
        self.forget_loadout(id).map_err(StoreError::io("remove", &dir))?;
        disk.call(|| std::fs::remove_dir_all(&dir)).map_err(StoreError::io("remove", &dir))?;
        if self.current().is_some_and(|current| folder_name(&current) == folder_name(id)) {
            let _ = disk.remove(&self.root.join("current"));
        }
        tracing::info!(session = id, bytes, "session forgotten");
        Ok(bytes + standup_bytes)
    }
}

/// The name under which a file of a session is sealed: its path in the store.
pub(super) fn sealed_name(id: &str, file: &str) -> String {
    format!("sessions/{}/{file}", folder_name(id))
}

/// Removes temporary files left by a crash. The caller holds the lock.
pub(super) fn sweep(dir: &Path) {
    let left = std::fs::read_dir(dir).into_iter().flatten().flatten();
    for entry in left.filter(|e| e.file_name().to_string_lossy().starts_with(TEMPORARY)) {
        let _ = std::fs::remove_file(entry.path());
    }
}

/// Removes temporary files left by a crash in the folders that sessions share. Not all of them are written under a lock,
/// so files younger than a minute may be in use and stay.
pub(super) fn sweep_old(root: &Path) {
    for folder in [root.to_owned(), root.join("standup"), root.join("standup/marks"), root.join("loadout")] {
        let left = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in left.filter(|e| e.file_name().to_string_lossy().starts_with(TEMPORARY) && is_old(&e.path())) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The first of these folders that contains an entry of this name.
fn first_with<'a>(dirs: &[&'a Path], name: &str) -> Option<&'a Path> {
    dirs.iter().copied().find(|dir| dir.join(name).symlink_metadata().is_ok())
}

fn last_written(dir: &Path) -> Option<SystemTime> {
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten();
    files.filter_map(|f| f.metadata().ok()?.modified().ok()).max()
}

fn is_old(path: &Path) -> bool {
    // A time in the future means that the clock was set back since.
    let age = path.metadata().and_then(|m| m.modified()).map(|m| m.elapsed().unwrap_or_else(|ahead| ahead.duration()));
    age.is_ok_and(|age| age > Duration::from_mins(1))
}

/// The folder name for a session id: letters, digits, `.`, `_` and `-`; with a hash if other characters were left out.
pub fn folder_name(id: &str) -> String {
    let plain = id.chars().filter(|&c| c.is_ascii_alphanumeric() || "._-".contains(c));
    let plain: String = plain.take(MAX_NAME_BYTES - 9).collect();
    if plain == id && !id.starts_with('.') && !id.is_empty() {
        return plain;
    }
    let hash = blake3::hash(id.as_bytes()).to_hex();
    format!("{}-{}", plain.trim_start_matches('.'), &hash[..8])
}

impl PlaceFault {
    /// The fault of a folder with this metadata, if any.
    #[cfg(unix)]
    pub(super) fn of(meta: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let foreign = meta.uid() != rustix::process::geteuid().as_raw();
        kind_refused(meta).or(foreign.then_some(Self::Foreign))
    }

    /// The fault of a folder with this metadata, if any.
    #[cfg(not(unix))]
    pub(super) fn of(meta: &Metadata) -> Option<Self> {
        kind_refused(meta)
    }
}

fn kind_refused(meta: &Metadata) -> Option<PlaceFault> {
    match meta {
        m if m.is_symlink() => Some(PlaceFault::Link),
        m if !m.is_dir() => Some(PlaceFault::NoFolder),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_folder_stays_inside_the_store() {
        assert_eq!(folder_name("claude-1a2b"), "claude-1a2b");
        for hostile in ["../x", "/etc/x", "..", ".", "", "a\0b", "ü", "a/../../b", &"x".repeat(300)] {
            let name = folder_name(hostile);
            assert!(!name.contains('/') && !name.starts_with('.') && name.len() <= MAX_NAME_BYTES, "{name}");
            assert!(!name.is_empty() && name != hostile);
        }
        assert_ne!(folder_name("a/b"), folder_name("a\\b"));
    }
}
