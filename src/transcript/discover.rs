//! Defines how sessions are found on this machine. (Signatures first; the search follows.)

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Serialize;

words! {
    /// Whose talk a session file holds.
    SessionKind {
        /// A session a person leads.
        Main = "main",
        /// A sub-agent's.
        Subagent = "subagent",
    }
}

/// Where agents keep their sessions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Claude Code's project folders, the preferred one first.
    pub claude: Vec<PathBuf>,
    /// Codex's session folders.
    pub codex: Vec<PathBuf>,
}

/// The environment that decides where sessions are.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`.
    pub claude_config_dir: Option<PathBuf>,
    /// `CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub xdg_config_home: Option<PathBuf>,
}

/// A session on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFile {
    /// The agent's word.
    pub agent: String,
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

impl Places {
    /// The places an environment names.
    pub fn from_env(env: &Env) -> Self {
        let _ = env;
        Self::default()
    }
}

/// The newest main session of the project at `cwd`.
pub fn newest_main(cwd: &Path, places: &Places) -> Result<SessionFile, DiscoverError> {
    let _ = places;
    Err(DiscoverError::NoSession { cwd: cwd.to_owned(), looked: String::new() })
}

/// Every session, newest first.
pub fn list(places: &Places) -> Vec<SessionFile> {
    let _ = places;
    Vec::new()
}
