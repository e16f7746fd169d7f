//! Defines where Claude Code keeps sessions: a folder per project, a file per session, named by its id. A sub-agent's
//! file is beside it (`agent-*.jsonl`) or below `subagents`.

use std::path::Path;

use crate::transcript::SessionKind;
use crate::transcript::discover::agents::{Agent, FileHead, SessionPreview, has_extension, timestamp_of};
use crate::transcript::format::{LenientBool, lenient};

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "claude",
    name: "Claude Code",
    variables: &["CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"],
    roots: |env| {
        let given = env.text("CLAUDE_CONFIG_DIR").into_iter().flat_map(|dirs| dirs.split(','));
        let given = given.map(str::trim).filter(|d| !d.is_empty());
        let roots: Vec<_> = given.map(|d| Path::new(d).join("projects")).collect();
        if !roots.is_empty() {
            return roots;
        }
        let own = env.home.as_ref().map(|h| h.join(".claude/projects"));
        let config = env.or_home("XDG_CONFIG_HOME", ".config").map(|c| c.join("claude/projects"));
        own.into_iter().chain(config).collect()
    },
    depth: 5,
    is_session: |path| has_extension(path, "jsonl"),
    store: None,
    preview,
    date_of: timestamp_of,
    title,
};

lenient! {
    struct Line<'a> {
        timestamp, cwd, session_id = "sessionId", is_sidechain = "isSidechain": LenientBool, kind = "type",
        forked_from = "forkedFrom": Option<Fork<'a>>,
    }

    struct Fork<'a> { session_id = "sessionId" }
}

fn preview(head: &FileHead<'_>) -> SessionPreview {
    let mut preview = SessionPreview::default();
    // The first record may be a hook's, of another session: the file's own records come first, then messages.
    let (mut own, mut said, mut any) = (None, None, None);
    let mut session = None;
    let mut sidechain = None;
    for line in head.text.lines().filter_map(|l| serde_json::from_str::<Line<'_>>(l).ok()) {
        let threaded = matches!(&*line.kind, "user" | "assistant");
        let cwd = line.cwd.some().map(str::to_owned);
        session = session.or_else(|| line.session_id.some().map(str::to_owned));
        any = any.or_else(|| cwd.clone());
        if threaded {
            sidechain = sidechain.or(Some(line.is_sidechain.0));
            said = said.or_else(|| cwd.clone());
        }
        if *line.session_id == *head.stem {
            own = own.or(cwd);
        }
        if let Some(fork) = line.forked_from {
            preview.kind = SessionKind::Fork;
            preview.parent = preview.parent.or_else(|| fork.session_id.some().map(str::to_owned));
        }
        let dated = line.timestamp.some().is_some();
        if sidechain.is_some() && (own.is_some() || said.is_some()) && dated {
            preview.enough = true;
            break;
        }
    }
    let folder = head.path.components().any(|c| c.as_os_str() == "subagents");
    if folder || head.stem.starts_with("agent-") || sidechain == Some(true) {
        preview.kind = SessionKind::Subagent;
        preview.parent = session;
    }
    preview.project = own.or(said).or(any);
    preview
}

/// The latest title of the session.
fn title(text: &str) -> Option<String> {
    lenient! {
        struct Named<'a> { custom = "customTitle", ai = "aiTitle" }
    }
    let names =
        |line: &&str| line.starts_with("{\"type\":\"ai-title\"") || line.starts_with("{\"type\":\"custom-title\"");
    let found: Vec<Named<'_>> = text.lines().rev().filter(names).filter_map(|l| serde_json::from_str(l).ok()).collect();
    let custom = found.iter().find_map(|n| n.custom.some());
    custom.or_else(|| found.iter().find_map(|n| n.ai.some())).map(str::to_owned)
}
