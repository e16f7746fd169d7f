//! Defines how sessions are found on this machine: where agents keep them, which belong to a project, which is newest.
//!
//! A session's project is the working directory written in its file, because folder names lose information and differ
//! between versions. Its age is that of the last dated entry, because modification times change without one. Only the
//! first and last bytes of files are read, on several threads.

pub mod agents;
mod ends;
mod list;
mod new_sessions;
mod places;
mod request;
mod stores;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};

use crate::text::below;

pub use list::{Lister, SessionList};
pub use new_sessions::NewSessions;
pub use places::{Env, Places};
pub use request::{is_request, request_title};

/// Maximum age of a live session's last entry: an agent's turn may take minutes without one.
pub const LIVE: SignedDuration = SignedDuration::from_mins(10);

/// The prefix of the folders that model commands are run in. An agent run there writes a transcript of our prompts,
/// which is not listed as a session.
pub const INNER_PREFIX: &str = "deltamind-inner-";

words! {
    /// The kind of a session. A person leads all but those of sub-agents.
    SessionKind {
        Main = "main", Subagent = "subagent",
        /// A session a person leads that began as a copy of another.
        Fork = "fork",
    }
}

/// A session on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFile {
    /// The agent's id.
    pub agent: &'static str,
    /// Its session id, as in [`super::Meta`].
    pub id: String,
    /// The file. In JSON, invalid UTF-8 in it is replaced.
    #[serde(serialize_with = "lossy")]
    pub path: PathBuf,
    /// The working directory.
    pub project: Option<String>,
    /// The title that the agent or the person gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The first request in it, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The branch it was started on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The time of its first dated entry.
    pub started: Option<Timestamp>,
    /// The time of its last dated entry.
    pub last_entry: Option<Timestamp>,
    /// Whether its last entry is younger than [`LIVE`].
    pub live: bool,
    /// The agent that leads it.
    pub kind: SessionKind,
    /// The session it was started from, for a sub-agent's or a fork.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// A session's id, short enough to be read, and enough of it for a command: `claude-3c9e7a52`.
pub fn short_id(id: &str) -> &str {
    /// Characters kept of the agent's own id.
    const ID_CHARS: usize = 8;
    let own = id.find('-').map_or(0, |at| at + 1);
    let is_long = id.len() > own + 2 * ID_CHARS;
    if is_long { id.get(..own + ID_CHARS).unwrap_or(id) } else { id }
}

fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}

impl SessionFile {
    /// Reads both ends of a file of this agent; `None` when it holds no dated record.
    pub fn peek(agent: &'static agents::Agent, path: &Path) -> Option<Self> {
        ends::open(agent, path).map(ends::OpenSessionFile::finish)
    }

    /// Reads both ends of any file, with the agent detected from its first records.
    pub fn of(path: &Path) -> Option<Self> {
        use std::io::{BufRead, BufReader, Read};
        /// The most lines and bytes read for the detection; nearly always one line is enough.
        const LIMITS: (usize, u64) = (20, 1 << 20);
        if let Some(stored) = stores::find(path) {
            return Some(stored);
        }
        let file = std::fs::File::open(path).ok().filter(|f| f.metadata().is_ok_and(|m| m.is_file()))?;
        let lines = BufReader::new(file.take(LIMITS.1)).lines().take(LIMITS.0).map_while(Result::ok);
        let row = lines.filter_map(|l| serde_json::from_str(&l).ok()).find_map(|r| super::format::sniff(&r))?;
        Self::peek(row.agent?, path)
    }

    /// Its name on every surface: the title that it was given, else the first request in it. Not a goal, which takes a
    /// reading of the whole session: a list of thousands cannot afford that.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        self.name_or(|| None)
    }

    /// The name of a session whose turns are read already: their first request takes precedence over that of the listed
    /// file's beginning.
    pub fn name_or(&self, asked: impl FnOnce() -> Option<String>) -> Option<Cow<'_, str>> {
        let asked = || {
            asked().or_else(|| self.request.clone()).map(|words| below(&words, self.project.as_deref()).into_owned())
        };
        self.title.as_deref().map(Cow::Borrowed).or_else(|| asked().map(Cow::Owned))
    }

    /// The branch it was started on, unless that is the default branch.
    pub fn side_branch(&self) -> Option<&str> {
        self.branch.as_deref().filter(|branch| !["main", "master", "HEAD", ""].contains(branch))
    }

    /// Whether a person leads it.
    pub fn is_led(&self) -> bool {
        self.kind != SessionKind::Subagent
    }
}

/// A filter for the sessions of a project, named by its directory, a directory above it, or its last component.
/// Relative paths are resolved from `cwd`.
pub fn of_project(named: &str, cwd: &Path) -> impl Fn(&SessionFile) -> bool {
    let wanted = cwd.join(named);
    // Files hold absolute paths without `.` and `..`.
    let wanted = wanted.canonicalize().unwrap_or(wanted);
    let named = named.to_lowercase();
    move |session| {
        let Some(project) = session.project.as_deref().map(Path::new) else { return false };
        let name = project.file_name().is_some_and(|n| n.to_string_lossy().to_lowercase() == named);
        name || project.starts_with(&wanted)
    }
}

/// The error of finding no session.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiscoverError {
    /// No agent has any session.
    #[error("no sessions of {agents} on this machine (looked in {searched})")]
    NoPlace {
        /// The agents searched for.
        agents: String,
        /// The folders searched.
        searched: String,
    },
    /// No session belongs to the directory or one above it.
    #[error("no session of {} found (looked in {searched})", cwd.display())]
    NoSession {
        /// The directory asked for.
        cwd: PathBuf,
        /// The folders searched.
        searched: String,
    },
}

/// The newest session a person leads of the project at `cwd`: one that was started there, else in the nearest
/// directory above.
pub fn newest_main(cwd: &Path, places: &Places) -> Result<SessionFile, DiscoverError> {
    let files = places.walk().files;
    let stored = stores::all(places);
    if files.is_empty() && stored.is_empty() {
        return Err(DiscoverError::NoPlace { agents: places.agents(), searched: places.searched() });
    }
    let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    // The end of a file is read only if its beginning names the project.
    let found = list::each(&files, |file| {
        let opened = ends::open(file.agent, &file.path).filter(|o| o.session.is_led())?;
        let up = steps_up(cwd, &real, Path::new(opened.session.project.as_deref()?), places)?;
        Some((up, opened.finish()))
    });
    let in_stores = stored
        .into_iter()
        .filter(SessionFile::is_led)
        .filter_map(|session| Some((steps_up(cwd, &real, Path::new(session.project.as_deref()?), places)?, session)));
    let newest = found
        .into_iter()
        .flatten()
        .chain(in_stores)
        .max_by_key(|(up, s)| (std::cmp::Reverse(*up), s.last_entry, s.path.clone()));
    newest
        .map(|(_, session)| session)
        .ok_or_else(|| DiscoverError::NoSession { cwd: cwd.to_owned(), searched: places.searched() })
}

/// The number of directories from `cwd` up to a project; `None` when it is not above, or is the home directory or the
/// root.
fn steps_up(cwd: &Path, real: &Path, project: &Path, places: &Places) -> Option<usize> {
    if project == cwd || project == real {
        return Some(0);
    }
    let shared = places.home.as_deref() == Some(project) || project.parent().is_none();
    if shared { None } else { real.ancestors().position(|dir| dir == project) }
}
