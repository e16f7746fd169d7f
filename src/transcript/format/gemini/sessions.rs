//! Defines where Gemini CLI keeps sessions: a folder per project with `chats`. Files contain only a hash of the
//! directory, so it is read from a marker beside them (`.project_root`), else from the directories the session may
//! read.

use std::path::Path;

use jiff::Timestamp;

use crate::transcript::SessionKind;
use crate::transcript::discover::agents::{Agent, FileHead, SessionPreview, field, has_extension};
use crate::transcript::format::{Text, lenient};

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "gemini",
    name: "Gemini CLI",
    variables: &["GEMINI_CLI_HOME"],
    roots: |env| env.folders("GEMINI_CLI_HOME", "", &[".gemini/tmp"]),
    depth: 3,
    is_session: |path| {
        (has_extension(path, "json") || has_extension(path, "jsonl"))
            && path.components().any(|c| c.as_os_str() == "chats")
    },
    store: None,
    preview,
    date_of: |line| serde_json::from_str::<Dated<'_>>(line).ok()?.time(),
    title: |_| None,
};

lenient! {
    /// The dates of a record. Times in other fields are part of a message.
    struct Dated<'a> { timestamp, last_updated = "lastUpdated", set = "$set": Option<Box<Dated<'a>>> }
}

impl Dated<'_> {
    fn time(&self) -> Option<Timestamp> {
        let own = self.timestamp.time().or_else(|| self.last_updated.time());
        own.or_else(|| self.set.as_ref().and_then(|s| s.time()))
    }
}

lenient! {
    struct First<'a> { session_id = "sessionId", start_time = "startTime", kind, directories: Vec<Text<'a>> }
}

fn preview(head: &FileHead<'_>) -> SessionPreview {
    // The old form is one JSON object over many lines, with its fields before the messages.
    let before_messages = head.text.split("\"messages\"").next().unwrap_or_default();
    let old_fields = if has_extension(head.path, "json") { before_messages } else { "" };
    let first = head.text.lines().next().and_then(|l| serde_json::from_str::<First<'_>>(l).ok()).unwrap_or_default();
    let folder = head.path.ancestors().skip(1).find(|d| d.file_name().is_some_and(|n| n == "chats"));
    let inner = head.path.parent().filter(|p| Some(*p) != folder);
    let subagent = &*first.kind == "subagent" || field(old_fields, "\"kind\":") == Some("subagent") || inner.is_some();
    let id = first.session_id.some().or_else(|| field(old_fields, "\"sessionId\":"));
    SessionPreview {
        id: id.map(str::to_owned),
        project: folder
            .and_then(Path::parent)
            .and_then(marked)
            .or_else(|| first.directories.first()?.some().map(str::to_owned)),
        kind: if subagent { SessionKind::Subagent } else { SessionKind::Main },
        parent: inner.and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned()),
        started: first.start_time.time().or_else(|| field(old_fields, "\"startTime\":")?.parse().ok()),
        last: field(old_fields, "\"lastUpdated\":").and_then(|t| t.parse().ok()),
        enough: id.is_some(),
    }
}

/// The directory named by the marker in a project's folder.
fn marked(folder: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(".project_root")).ok()?;
    Some(text.trim().to_owned()).filter(|t| !t.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::discover::agents::tests::preview;

    #[test]
    fn both_forms_give_a_preview() {
        let old = "{\n  \"sessionId\": \"s-1\",\n  \"projectHash\": \"7e\",\n  \"startTime\": \"2026-01-10T20:00:21.501Z\",\n  \"lastUpdated\": \"2026-01-10T20:00:32.660Z\",\n  \"messages\": [{\"sessionId\": \"no\"";
        let got = preview(&AGENT, "/h/.gemini/tmp/7e/chats/session-2026-01-10T20-00-fa.json", old);
        assert_eq!((got.id.as_deref(), got.kind), (Some("s-1"), SessionKind::Main));
        assert_eq!(got.last.unwrap().to_string(), "2026-01-10T20:00:32.66Z");
        let new = r#"{"sessionId":"s-2","projectHash":"7e","startTime":"2026-01-10T20:00:21.501Z","kind":"main","directories":["/w/app"]}"#;
        let got = preview(&AGENT, "/h/.gemini/tmp/app/chats/session-x.jsonl", new);
        assert_eq!((got.id.as_deref(), got.project.as_deref(), got.last), (Some("s-2"), Some("/w/app"), None));
        let got = preview(&AGENT, "/h/.gemini/tmp/app/chats/s-2/s-3.jsonl", &new.replace("s-2", "s-3"));
        assert_eq!((got.kind, got.parent.as_deref()), (SessionKind::Subagent, Some("s-2")));
    }
}
