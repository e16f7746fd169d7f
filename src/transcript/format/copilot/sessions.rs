//! Defines where Copilot CLI keeps sessions: a folder per session with `events.jsonl`, which begins with its meta data.

use std::path::Path;

use crate::transcript::discover::agents::{Agent, FileHead, SessionPreview, timestamp_of};
use crate::transcript::format::lenient;

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "copilot",
    name: "Copilot CLI",
    variables: &["COPILOT_HOME"],
    roots: |env| env.folders("COPILOT_HOME", ".copilot", &["session-state"]),
    depth: 1,
    is_session: |path| path.file_name().is_some_and(|n| n == "events.jsonl"),
    store: None,
    preview,
    date_of: timestamp_of,
    title: |_| None,
};

lenient! {
    struct Line<'a> { data: Start<'a> }

    struct Start<'a> { session_id = "sessionId", context: Context<'a> }

    struct Context<'a> { cwd }
}

fn folder_name(path: &Path) -> Option<String> {
    path.parent()?.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn preview(head: &FileHead<'_>) -> SessionPreview {
    let line = head
        .text
        .lines()
        .find(|l| l.contains("\"session.start\""))
        .and_then(|l| serde_json::from_str::<Line<'_>>(l).ok());
    let Some(Line { data }) = line else {
        return SessionPreview { id: folder_name(head.path), ..SessionPreview::default() };
    };
    SessionPreview {
        id: data.session_id.some().map(str::to_owned).or_else(|| folder_name(head.path)),
        project: data.context.cwd.some().map(str::to_owned),
        enough: true,
        ..SessionPreview::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::discover::agents::tests::preview;

    #[test]
    fn the_preview_is_read_from_the_first_event() {
        let text = r#"{"type":"session.start","data":{"sessionId":"s-1","context":{"cwd":"/w/app","branch":"main"}},"id":"e","timestamp":"2026-07-19T23:12:34.849Z","parentId":null}"#;
        let got = preview(&AGENT, "/h/.copilot/session-state/s-1/events.jsonl", text);
        assert_eq!((got.id.as_deref(), got.project.as_deref(), got.enough), (Some("s-1"), Some("/w/app"), true));
        let got = preview(&AGENT, "/h/.copilot/session-state/s-2/events.jsonl", "{\"type\":\"session.st");
        assert_eq!((got.id.as_deref(), got.project), (Some("s-2"), None));
    }
}
