//! Defines the state of the session picker: this machine's sessions, the details of each, the newer one of the same
//! project; and the switch from one session to another.
//!
//! Sessions are listed and read by a thread of the runtime: a [`SessionsRequest`] goes out, a
//! [`SessionsResponse`] comes back.

pub mod picker;
mod preview;
pub mod update;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

pub use picker::Picker;
pub use preview::{MOST, SessionDetails};

use crate::session::Session;
use crate::transcript::SessionFile;

/// Request to the session watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionsRequest {
    /// List them.
    List,
    /// Read the details of this one.
    Preview(PathBuf),
    /// Find the newest one of the project that is followed.
    Newest,
    /// Follow this one from now on.
    Follow(PathBuf),
    /// Report the first session that begins in this directory.
    Await(PathBuf),
}

/// Response of the session watcher.
#[derive(Debug, Clone, PartialEq)]
pub enum SessionsResponse {
    /// Every session, newest first.
    Listed(Vec<SessionFile>),
    /// Details of the session in this file.
    Decided(PathBuf, Box<SessionDetails>),
    /// A newer session of the project that is followed has appeared.
    Newer(Box<SessionFile>),
    /// The newest session of the project that is followed, if there is any.
    Newest(Option<Box<SessionFile>>),
    /// The followed session as listed on this machine: its project and name.
    Here(Box<SessionFile>),
    /// This file is followed from now on; no more messages come from the former one.
    Following(PathBuf),
}

/// The known sessions of this machine.
#[derive(Debug, Clone, Default)]
pub struct Sessions {
    /// All of them; `None` until they were listed.
    pub list: Option<Vec<SessionFile>>,
    /// Details of the sessions selected so far, by file.
    pub previews: HashMap<PathBuf, SessionDetails>,
    /// A newer one of the same project.
    pub newer: Option<SessionFile>,
    /// The file that is followed.
    pub here: PathBuf,
    /// The followed session, as listed.
    pub own: Option<SessionFile>,
    /// The home directory, for short paths.
    pub home: Option<PathBuf>,
    /// Whether a newer one is followed automatically.
    pub follow_project: bool,
    /// Whether there is no session yet: the first one that begins is followed.
    pub waits: bool,
    /// Sessions left with corrections in them, which are applied again when the person comes back.
    pub(super) left: HashMap<PathBuf, Session>,
    pub(super) asked: Option<PathBuf>,
}

impl Sessions {
    /// A path with `~` for the home directory.
    pub fn short(&self, path: &str) -> String {
        let below =
            self.home.as_deref().filter(|h| h.parent().is_some()).and_then(|h| Path::new(path).strip_prefix(h).ok());
        match below {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", rest.display()),
            None => path.to_owned(),
        }
    }
}
