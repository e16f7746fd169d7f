//! Defines [`Lister`], which lists every session of this machine, newest first, and reads only changed files again.

use std::collections::HashMap;
use std::path::PathBuf;

use jiff::Timestamp;

use super::places::{CandidateFile, FileStamp, stamp};
use super::{LIVE, Places, SessionFile, ends, stores};

/// Threads per processor: most of them wait for the disk.
const THREADS_PER_CPU: usize = 4;
/// Fewest files for which a thread is started.
const MIN_FILES_PER_THREAD: usize = 64;

/// The sessions found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionList {
    /// The sessions, newest last entry first.
    pub sessions: Vec<SessionFile>,
    /// Directories that cannot be read, with the system's error.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// Sessions by path, with the stamp of the file when it was read.
type SessionCache = HashMap<PathBuf, (FileStamp, SessionFile)>;

/// Lists sessions, and caches them by the files' stamps.
#[derive(Debug, Default)]
pub struct Lister {
    places: Places,
    seen: SessionCache,
}

impl Lister {
    /// A lister of these places.
    pub fn new(places: Places) -> Self {
        Self { places, seen: HashMap::new() }
    }

    /// The places that are searched.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Every session. Files that vanish meanwhile, hold no dated record or cannot be read are left out.
    pub fn list(&mut self, now: Timestamp) -> SessionList {
        let walk = self.places.walk();
        let old = &self.seen;
        let sessions = each(&walk.files, |file| read_unless_cached(file, old));
        let paths = walk.files.into_iter().map(|f| f.path);
        self.seen = paths.zip(sessions).filter_map(|(path, seen)| Some((path, seen?))).collect();
        let mut sessions = stores::all(&self.places);
        for ((_, written), session) in self.seen.values() {
            let mut session = session.clone();
            // A time in the future is wrong: the file's modification time is used.
            if session.last_entry.is_some_and(|at| at > now) {
                let written = written.and_then(|at| Timestamp::try_from(at).ok());
                session.last_entry = Some(written.unwrap_or(now).min(now));
            }
            sessions.push(session);
        }
        for session in &mut sessions {
            session.live = session.last_entry.is_some_and(|at| now.duration_since(at) < LIVE);
        }
        sessions.sort_by(|a, b| (b.last_entry, &a.path).cmp(&(a.last_entry, &b.path)));
        SessionList { sessions, unreadable: walk.unreadable }
    }
}

/// The session of a file with the file's stamp: from the cache while the stamp is the same, else read.
fn read_unless_cached(file: &CandidateFile, cache: &SessionCache) -> Option<(FileStamp, SessionFile)> {
    if let Some((then, session)) = cache.get(&file.path)
        && stamp(&file.path)? == *then
    {
        return Some((*then, session.clone()));
    }
    let opened = ends::open(file.agent, &file.path)?;
    Some((opened.stamp, opened.finish()))
}

/// Applies `look` to each file on several threads; the results are in the order of the files.
pub(super) fn each<T: Send>(files: &[CandidateFile], look: impl Fn(&CandidateFile) -> T + Sync) -> Vec<T> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let most = (processors * THREADS_PER_CPU).min(16);
    let threads = most.min(files.len() / MIN_FILES_PER_THREAD).max(1);
    let share = files.len().div_ceil(threads).max(1);
    let look = &look;
    std::thread::scope(|scope| {
        let parts = files.chunks(share);
        let threads: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().map(look).collect::<Vec<T>>())).collect();
        let results = threads.into_iter().map(|t| t.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        results.flatten().collect()
    })
}
