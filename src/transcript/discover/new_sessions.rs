//! Defines [`NewSessions`], which finds sessions created after its own creation.
//!
//! A poll costs one call per directory while nothing changes: a directory is read again only when its modification time
//! changed, which every new file causes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::agents::Agent;
use super::places::{FileStamp, stamp};
use super::{Places, SessionFile, stores};

/// A directory changed within this time is read again, because two changes may fall into one tick of its clock.
const COARSE: Duration = Duration::from_secs(3);

/// Watches for new session files.
#[derive(Debug, Default)]
pub struct NewSessions {
    places: Places,
    dirs: HashMap<PathBuf, KnownDir>,
    /// The real paths of directories, so that each is entered under one name only.
    real: HashSet<PathBuf>,
    known: HashSet<PathBuf>,
    /// The stores and the files beside them, with their stamps when last listed.
    stores: Vec<(PathBuf, Option<FileStamp>)>,
    /// New files without a dated record yet, with their stamp when last read.
    waiting: HashMap<PathBuf, (&'static Agent, Option<FileStamp>)>,
}

#[derive(Debug)]
struct KnownDir {
    changed: Option<SystemTime>,
    below: Vec<PathBuf>,
}

impl NewSessions {
    /// Treats all present sessions as known.
    pub fn since_now(places: Places) -> Self {
        let mut new = Self { places, ..Self::default() };
        new.walk();
        new.known.extend(std::mem::take(&mut new.waiting).into_keys());
        let stored = new.in_stores();
        new.known.extend(stored.into_iter().map(|session| session.path));
        new
    }

    /// The sessions created since the last poll, in no order.
    pub fn poll(&mut self) -> Vec<SessionFile> {
        self.walk();
        let mut found = self.in_stores();
        let mut gone = Vec::new();
        for (path, (agent, seen)) in &mut self.waiting {
            let Some(now) = stamp(path) else {
                gone.push(path.clone());
                continue;
            };
            if seen.replace(now) != Some(now) {
                found.extend(SessionFile::peek(agent, path));
            }
        }
        for path in found.iter().map(|s| &s.path).chain(&gone) {
            self.waiting.remove(path);
        }
        self.known.extend(found.iter().map(|s| s.path.clone()));
        found
    }

    /// The sessions in stores that are not known.
    fn in_stores(&mut self) -> Vec<SessionFile> {
        let stamps = stores::stamps(&self.places);
        if stamps == self.stores {
            return Vec::new();
        }
        self.stores = stamps;
        let mut new = stores::all(&self.places);
        new.retain(|session| !self.known.contains(&session.path));
        new
    }

    fn walk(&mut self) {
        let now = SystemTime::now();
        for (agent, root) in self.places.roots.clone().into_iter().filter(|(agent, _)| agent.store.is_none()) {
            if !self.dirs.contains_key(&root) {
                self.real.extend(root.canonicalize());
            }
            self.visit(agent, &root, agent.depth, now);
        }
    }

    fn visit(&mut self, agent: &'static Agent, dir: &Path, depth: usize, now: SystemTime) {
        let Ok(meta) = std::fs::metadata(dir) else {
            self.dirs.remove(dir);
            return;
        };
        let changed = meta.modified().ok();
        let old = self.dirs.get(dir);
        let fresh = changed.is_none_or(|at| now.duration_since(at).is_ok_and(|ago| ago < COARSE));
        if fresh || old.is_none_or(|old| old.changed != changed) {
            let below = self.read(agent, dir, depth);
            self.dirs.insert(dir.to_owned(), KnownDir { changed, below });
        }
        let below = self.dirs.get(dir).map(|d| d.below.clone()).unwrap_or_default();
        for dir in below {
            self.visit(agent, &dir, depth.saturating_sub(1), now);
        }
    }

    /// Notes new files in `dir`; returns the directories in it.
    fn read(&mut self, agent: &'static Agent, dir: &Path, depth: usize) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
        let mut below = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() || (kind.is_symlink() && path.is_dir()) {
                if depth > 0
                    && (self.dirs.contains_key(&path) || path.canonicalize().is_ok_and(|real| self.real.insert(real)))
                {
                    below.push(path);
                }
            } else if (agent.is_session)(&path) && !self.known.contains(&path) {
                self.waiting.entry(path).or_insert((agent, None));
            }
        }
        below
    }
}
