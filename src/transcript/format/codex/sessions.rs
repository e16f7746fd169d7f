//! Defines where Codex keeps sessions: folders by year, month and day, a file per session whose first line is its meta
//! data.

use serde_json::value::RawValue;

use crate::transcript::SessionKind;
use crate::transcript::discover::agents::{Agent, FileHead, SessionPreview, field, has_extension, timestamp_of};
use crate::transcript::format::lenient;

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "codex",
    name: "Codex",
    variables: &["CODEX_HOME"],
    roots: |env| {
        let home = env.or_home("CODEX_HOME", ".codex");
        home.iter().flat_map(|h| [h.join("sessions"), h.join("archived_sessions")]).collect()
    },
    depth: 4,
    is_session: |path| has_extension(path, "jsonl"),
    store: None,
    preview,
    date_of: timestamp_of,
    title: |_| None,
};

lenient! {
    struct Line<'a> {
        /// The session id in the oldest versions, which write the meta data without an envelope.
        id,
        payload: Option<&'a RawValue>,
    }

    struct Session<'a> { id, cwd, source: Option<&'a RawValue>, parent_thread_id, forked_from_id }
}

fn preview(head: &FileHead<'_>) -> SessionPreview {
    let Some(first) = head.text.lines().next() else { return SessionPreview::default() };
    let Ok(line) = serde_json::from_str::<Line<'_>>(first) else {
        // The first line is longer than the bytes read; its small fields come first.
        let subagent = first.contains("\"source\":{\"subagent\"");
        return SessionPreview {
            id: field(first, "\"id\":").map(str::to_owned),
            project: field(first, "\"cwd\":").map(str::to_owned),
            kind: if subagent { SessionKind::Subagent } else { SessionKind::Main },
            started: field(first, "\"timestamp\":").and_then(|t| t.parse().ok()),
            ..SessionPreview::default()
        };
    };
    let session: Session<'_> = line.payload.and_then(|p| serde_json::from_str(p.get()).ok()).unwrap_or_default();
    let subagent = session.source.is_some_and(|s| s.get().starts_with('{') && s.get().contains("\"subagent\""));
    let forked = session.forked_from_id.some().is_some();
    SessionPreview {
        id: session.id.owned().or_else(|| line.id.owned()),
        project: session.cwd.owned(),
        kind: match (subagent, forked) {
            (true, _) => SessionKind::Subagent,
            (false, true) => SessionKind::Fork,
            (false, false) => SessionKind::Main,
        },
        parent: session.parent_thread_id.owned().or_else(|| session.forked_from_id.owned()),
        enough: true,
        ..SessionPreview::default()
    }
}
