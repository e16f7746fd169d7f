//! Defines where Pi keeps sessions: a folder per project, a file per session whose first line is its meta data.

use std::path::Path;

use crate::transcript::SessionKind;
use crate::transcript::discover::agents::{Agent, FileHead, SessionPreview, has_extension, timestamp_of};
use crate::transcript::format::lenient;

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "pi",
    name: "Pi",
    variables: &["PI_CODING_AGENT_DIR"],
    roots: |env| env.folders("PI_CODING_AGENT_DIR", ".pi/agent", &["sessions"]),
    depth: 1,
    is_session: |path| has_extension(path, "jsonl"),
    store: None,
    preview,
    date_of: timestamp_of,
    title: |_| None,
};

lenient! {
    struct First<'a> {
        id, cwd,
        /// The file it was forked from.
        parent_session = "parentSession",
    }
}

fn preview(head: &FileHead<'_>) -> SessionPreview {
    let first = head.text.lines().next().and_then(|l| serde_json::from_str::<First<'_>>(l).ok());
    let Some(first) = first else { return SessionPreview::default() };
    let parent = first.parent_session.some().map(id_of);
    SessionPreview {
        id: first.id.some().map(str::to_owned),
        project: first.cwd.some().map(str::to_owned),
        kind: if parent.is_some() { SessionKind::Fork } else { SessionKind::Main },
        parent,
        enough: true,
        ..SessionPreview::default()
    }
}

/// The id in a file's name, `<time>_<id>.jsonl`.
fn id_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().map_or_else(|| file.into(), |s| s.to_string_lossy());
    stem.rsplit('_').next().unwrap_or(&stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::discover::agents::tests::preview;

    #[test]
    fn the_preview_is_read_from_the_first_line() {
        let text = r#"{"type":"session","version":3,"id":"b","timestamp":"2026-01-20T23:33:50.805Z","cwd":"/w/app","parentSession":"/h/.pi/agent/sessions/--w-app--/2026-01-19T10-00-00-000Z_a.jsonl"}"#;
        let got = preview(&AGENT, "/h/.pi/agent/sessions/--w-app--/2026_b.jsonl", text);
        assert_eq!((got.id.as_deref(), got.project.as_deref()), (Some("b"), Some("/w/app")));
        assert_eq!((got.kind, got.parent.as_deref()), (SessionKind::Fork, Some("a")));
    }
}
