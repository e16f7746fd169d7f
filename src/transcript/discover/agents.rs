//! Defines [`Agent`]: the places of a coding agent's session files, and the reading of a file's two ends.
//!
//! An agent is part of its format: the sessions of each agent named by a row of [`FORMATS`] are searched. OpenCode has
//! none, because it keeps its sessions in a database and not in files that could be followed.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::SessionKind;
use super::places::Env;
use crate::transcript::format::{FORMATS, lenient};

/// The places of an agent's session files, and the functions that read them.
#[derive(Debug)]
pub struct Agent {
    /// The word for the agent in ids and JSON, which is its format's id too.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// The environment variables that `roots` asks for.
    pub variables: &'static [&'static str],
    /// The folders that hold the sessions in this environment.
    pub roots: fn(&Env) -> Vec<PathBuf>,
    /// The most folders between a root and a session file.
    pub depth: usize,
    /// Whether a file's name is that of a session.
    pub is_session: fn(&Path) -> bool,
    /// Reads the session's facts from the beginning of a file.
    pub preview: fn(&FileHead<'_>) -> SessionPreview,
    /// The time of a record, given as one line.
    pub date_of: fn(&str) -> Option<Timestamp>,
    /// The session's title, searched in whole lines from the file's end.
    pub title: fn(&str) -> Option<String>,
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
