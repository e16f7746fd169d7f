//! Defines how sessions are found on this machine: where agents keep them, which belong to a project, which is newest.
//!
//! The project is decided by the working directory written inside the file: folder names drop information and differ
//! between versions, so they only say where to look first. Age is that of the last dated entry: modification times
//! change without a word being said. Only the first and last bytes of files are read.

mod peek;
mod places;

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Serialize;

use peek::peek;
pub use places::{Env, Places};

words! {
    /// Whose talk a session file holds.
    SessionKind {
        /// A session a person leads.
        Main = "main",
        /// A sub-agent's.
        Subagent = "subagent",
    }
}

/// A session on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFile {
    /// The agent's word.
    pub agent: &'static str,
    /// Its session id, as in [`super::Meta`].
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// The working directory it names.
    pub project: Option<String>,
    /// The first time it names.
    pub started: Option<Timestamp>,
    /// The last time it names.
    pub last_entry: Option<Timestamp>,
    /// Whose talk it holds.
    pub kind: SessionKind,
    /// The session it was started from, for a sub-agent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// Why no session was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiscoverError {
    /// There is no place to look.
    #[error("no sessions of Claude Code or Codex on this machine (looked in {looked})")]
    NoPlace {
        /// Where was looked.
        looked: String,
    },
    /// No session belongs to the directory.
    #[error("no session of {} found (looked in {looked})", cwd.display())]
    NoSession {
        /// The directory asked for.
        cwd: PathBuf,
        /// Where was looked.
        looked: String,
    },
}

/// The newest main session of the project at `cwd`: one that was started there, else in the nearest directory above.
pub fn newest_main(cwd: &Path, places: &Places) -> Result<SessionFile, DiscoverError> {
    let mut files = places.files();
    if files.is_empty() {
        return Err(DiscoverError::NoPlace { looked: places.looked() });
    }
    let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    // A file is written no earlier than its last entry, so the search may stop at files older than one found.
    files.sort_by_key(|f| std::cmp::Reverse(f.written));
    let mut found: Option<(usize, SessionFile)> = None;
    for file in &files {
        let past = found.as_ref().is_some_and(|(up, s)| *up == 0 && is_older(file.written, s.last_entry));
        if past {
            break;
        }
        let Some(session) = peek(file.agent, &file.path).filter(|s| s.kind == SessionKind::Main) else { continue };
        let Some(up) = session.project.as_deref().and_then(|p| steps_up(cwd, &real, Path::new(p), places)) else {
            continue;
        };
        let key = |up: usize, s: &SessionFile| (std::cmp::Reverse(up), s.last_entry, s.path.clone());
        if found.as_ref().is_none_or(|(best, s)| key(up, &session) > key(*best, s)) {
            found = Some((up, session));
        }
    }
    let none = || DiscoverError::NoSession { cwd: cwd.to_owned(), looked: places.looked() };
    found.map(|(_, session)| session).ok_or_else(none)
}

/// How many directories above `cwd` a project stands; `None` when it does not, or when all that is shared is the
/// home directory or the root.
fn steps_up(cwd: &Path, real: &Path, project: &Path, places: &Places) -> Option<usize> {
    if project == cwd || project == real {
        return Some(0);
    }
    let shared = places.home.as_deref() == Some(project) || project.parent().is_none();
    if shared { None } else { real.ancestors().position(|dir| dir == project) }
}

/// Whether a file was written clearly before a moment. Clocks of different machines may differ by a day.
fn is_older(written: Option<std::time::SystemTime>, moment: Option<Timestamp>) -> bool {
    let written = written.and_then(|w| Timestamp::try_from(w).ok());
    let day = 24 * 60 * 60;
    matches!((written, moment), (Some(w), Some(m)) if w.as_second() + day < m.as_second())
}

/// Every session, the newest first.
pub fn list(places: &Places) -> Vec<SessionFile> {
    let mut sessions: Vec<SessionFile> = places.files().iter().filter_map(|f| peek(f.agent, &f.path)).collect();
    sessions.sort_by(|a, b| (b.last_entry, &a.path).cmp(&(a.last_entry, &b.path)));
    sessions
}
