//! Defines [`Agent`]: the places of a coding agent's session files, and the reading of a file's two ends.
//!
//! An agent is part of its format: the sessions of each agent named by a row of [`FORMATS`] are searched. An agent that
//! keeps many sessions in one file has a [`SessionStore`]; a session in it has the path of the file and its id below it.

use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::SessionKind;
use super::places::Env;
use crate::transcript::follow::StoredSession;
use crate::transcript::format::{FORMATS, lenient};

/// The places of an agent's session files, and the functions that read them.
#[derive(Debug)]
pub struct Agent {
    /// The agent's name in ids and JSON, which is also its format's id.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// The environment variables that `roots` reads.
    pub variables: &'static [&'static str],
    /// The folders that hold the sessions in this environment.
    pub roots: fn(&Env) -> Vec<PathBuf>,
    /// The most folders between a root and a session file.
    pub depth: usize,
    /// Whether a file's name is that of a session.
    pub is_session: fn(&Path) -> bool,
    /// The reader of files that hold many sessions; `None` for an agent with a file per session.
    pub store: Option<&'static SessionStore>,
    /// Reads the session's facts from the beginning of a file.
    pub preview: fn(&FileHead<'_>) -> SessionPreview,
    /// The time of a record, given as one line.
    pub date_of: fn(&str) -> Option<Timestamp>,
    /// The session's title, searched in whole lines from the file's end.
    pub title: fn(&str) -> Option<String>,
}

/// Functions that read the sessions of an agent out of one file.
#[derive(Debug)]
pub struct SessionStore {
    /// The sessions in a file.
    pub list: fn(&Path) -> io::Result<Vec<StoredPreview>>,
    /// Opens the session of this id in a file, which need not exist yet.
    pub open: fn(&Path, &str) -> Box<dyn StoredSession>,
    /// The prefix of every id.
    pub id_prefix: &'static str,
}

/// A session in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPreview {
    pub preview: SessionPreview,
    pub title: Option<String>,
}

/// The session that a path names within a store; `None` if it names a file.
pub fn stored_session(path: &Path) -> Option<Box<dyn StoredSession>> {
    let (agent, file, id) = in_store(path)?;
    Some((agent.store?.open)(file, id))
}

/// Splits a path within a store into the agent, the store and the id.
pub(super) fn in_store(path: &Path) -> Option<(&'static Agent, &Path, &str)> {
    let (file, id) = (path.parent()?, path.file_name()?.to_str()?);
    let agent = agents()
        .find(|agent| agent.store.is_some_and(|store| id.starts_with(store.id_prefix)) && (agent.is_session)(file))?;
    Some((agent, file, id))
}

/// The beginning of a session file.
#[derive(Debug, Clone, Copy)]
pub struct FileHead<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its name without extension.
    pub stem: &'a str,
    /// Its first bytes; the last line may be cut off.
    pub text: &'a str,
    /// Whether `text` is the whole file.
    pub whole: bool,
}

/// The facts read from the beginning of a session file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPreview {
    /// The agent's own id of the session; the file's stem is used when there is none.
    pub id: Option<String>,
    /// The working directory the session was started in.
    pub project: Option<String>,
    /// Whether a person or another session leads it.
    pub kind: SessionKind,
    /// The agent's own id of the parent session.
    pub parent: Option<String>,
    /// The start time, where the first dated line does not give it.
    pub started: Option<Timestamp>,
    /// The time of the last entry, where the last dated line does not give it.
    pub last: Option<Timestamp>,
    /// Whether reading more of the file would add nothing.
    pub enough: bool,
}

impl Default for SessionPreview {
    fn default() -> Self {
        Self {
            id: None,
            project: None,
            kind: SessionKind::Main,
            parent: None,
            started: None,
            last: None,
            enough: false,
        }
    }
}

/// Every agent whose sessions can be found, in the order of [`FORMATS`].
pub fn agents() -> impl Iterator<Item = &'static Agent> {
    FORMATS.iter().filter_map(|row| row.agent)
}

/// Whether a file has this extension.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e == extension)
}

/// The value of a string field, found by text search: for records that are cut off or too long to parse. `key` is
/// given with its quotes and colon. `None` for values with escapes.
pub(crate) fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(key)?;
    rest.trim_start().strip_prefix('"')?.split('"').next().filter(|value| !value.contains('\\'))
}

/// The time in a record's top-level `timestamp`. Times in other fields are part of a message.
pub(crate) fn timestamp_of(line: &str) -> Option<Timestamp> {
    lenient! {
        struct Dated<'a> { timestamp }
    }
    serde_json::from_str::<Dated<'_>>(line).ok()?.timestamp.time()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The preview of this text.
    pub(crate) fn preview(agent: &Agent, path: &str, text: &str) -> SessionPreview {
        let path = Path::new(path);
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        (agent.preview)(&FileHead { path, stem: &stem, text, whole: true })
    }

    #[test]
    fn fields_of_a_cut_record() {
        assert_eq!(field(r#"{"id": "x","cwd":"/w/a"#, "\"id\":"), Some("x"));
        assert_eq!(field(r#"{"id":7}"#, "\"id\":"), None);
        assert_eq!(field(r#"{"cwd":"C:\\w"}"#, "\"cwd\":"), None);
    }
}
