//! Defines [`AGENTS`], the table of agents whose sessions are looked for: where they keep them, which files there are
//! sessions, and what a file's beginning tells. An agent is listed as soon as [`FORMATS`] has a row of its id.
//!
//! OpenCode is not among them: it keeps no file per session that could be followed, only a database and scattered
//! parts.

mod claude;
mod codex;
mod copilot;
mod gemini;
mod pi;

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::SessionKind;
use super::places::Env;
use crate::transcript::format::FORMATS;

/// One row of [`AGENTS`].
#[derive(Debug)]
pub struct Agent {
    /// The agent's word, which is its format's id.
    pub id: &'static str,
    /// The places an environment names.
    pub roots: fn(&Env) -> Vec<PathBuf>,
    /// How deep session files may lie below a place.
    pub depth: usize,
    /// Whether a file's name is a session's.
    pub is_session: fn(&Path) -> bool,
    /// What the beginning of a file tells.
    pub preview: fn(&FileHead<'_>) -> SessionPreview,
}

/// The beginning of a session file.
#[derive(Debug, Clone, Copy)]
pub struct FileHead<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its name without extension.
    pub stem: &'a str,
    /// Its first bytes; the last line may be cut.
    pub text: &'a str,
    /// Whether these are all.
    pub whole: bool,
}

/// What the beginning of a file tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPreview {
    /// The agent's own id of the session; its stem when there is none.
    pub id: Option<String>,
    /// The working directory it was started in.
    pub project: Option<String>,
    /// Whose talk it holds.
    pub kind: SessionKind,
    /// The agent's own id of the session it came from.
    pub parent: Option<String>,
    /// When it began, where its first dated line does not tell.
    pub started: Option<Timestamp>,
    /// When its last entry was written, where the last dated line does not tell.
    pub last: Option<Timestamp>,
    /// Whether more of the file would tell nothing more.
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

/// Every agent whose places are known.
pub static AGENTS: &[Agent] = &[claude::AGENT, codex::AGENT, copilot::AGENT, pi::AGENT, gemini::AGENT];

impl Agent {
    /// Its name as people write it.
    pub fn name(&self) -> &'static str {
        FORMATS.iter().find(|row| row.id == self.id).map_or(self.id, |row| row.name)
    }
}

/// Whether a file's name ends so.
fn ends(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e == extension)
}

/// A string field of a record that is cut off or too long to be worth reading.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(key)?;
    rest.trim_start().strip_prefix('"')?.split('"').next().filter(|value| !value.contains('\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a glance at this text tells.
    pub(super) fn preview(agent: &Agent, path: &str, text: &str) -> SessionPreview {
        let path = Path::new(path);
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        (agent.preview)(&FileHead { path, stem: &stem, text, whole: true })
    }

    #[test]
    fn rows_are_unique() {
        let ids: std::collections::BTreeSet<_> = AGENTS.iter().map(|a| a.id).collect();
        assert_eq!(ids.len(), AGENTS.len());
    }

    #[test]
    fn fields_of_a_cut_record() {
        assert_eq!(field(r#"{"id": "x","cwd":"/w/a"#, "\"id\":"), Some("x"));
        assert_eq!(field(r#"{"id":7}"#, "\"id\":"), None);
        assert_eq!(field(r#"{"cwd":"C:\\w"}"#, "\"cwd\":"), None);
    }
}
