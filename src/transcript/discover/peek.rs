//! Defines the short look at a session file: who leads it, where, from when to when. Reads its first and last bytes.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{SessionFile, SessionKind};
use crate::transcript::format::{Flag, Text};

/// Bytes read at the beginning. Codex's first line holds its whole instructions, tens of kilobytes.
const HEAD: u64 = 128 << 10;
/// Bytes read at the end at first; more, up to [`TAIL_MOST`], while no dated line is whole in them.
const TAIL: u64 = 32 << 10;
const TAIL_MOST: u64 = 8 << 20;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Line<'a> {
    #[serde(borrow)]
    timestamp: Text<'a>,
    #[serde(borrow)]
    cwd: Text<'a>,
    #[serde(borrow, rename = "sessionId")]
    session_id: Text<'a>,
    #[serde(rename = "isSidechain")]
    is_sidechain: Flag,
    #[serde(borrow, rename = "type")]
    kind: Text<'a>,
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Session<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    cwd: Text<'a>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
    #[serde(borrow)]
    parent_thread_id: Text<'a>,
    #[serde(borrow)]
    forked_from_id: Text<'a>,
}

/// Looks at a file; `None` when it holds no dated record.
pub(super) fn peek(agent: &'static str, path: &Path) -> Option<SessionFile> {
    let mut file = std::fs::File::open(path).ok()?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    let head = read_at(&mut file, 0, HEAD.min(size))?;
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let mut session = SessionFile {
        agent,
        id: format!("{agent}-{stem}"),
        path: path.to_owned(),
        project: None,
        started: None,
        last_entry: None,
        kind: SessionKind::Main,
        parent: None,
    };
    match agent {
        "claude" => of_claude(&head, &stem, &mut session),
        _ => of_codex(&head, &mut session),
    }
    session.started = head.lines().find_map(date_of);
    session.last_entry = last_date(&mut file, size).or(session.started);
    session.last_entry.is_some().then_some(session)
}

fn of_claude(head: &str, stem: &str, session: &mut SessionFile) {
    let own: Vec<Line<'_>> = head.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
    let threaded = |l: &&Line<'_>| matches!(&*l.kind, "user" | "assistant");
    let folder = session.path.components().any(|c| c.as_os_str() == "subagents");
    if folder || stem.starts_with("agent-") || own.iter().find(threaded).is_some_and(|l| l.is_sidechain.0) {
        session.kind = SessionKind::Subagent;
        session.parent = own.iter().find_map(|l| l.session_id.some()).map(|id| format!("claude-{id}"));
    }
    // A hook's record of another session may come first: the file's own records, else messages, name the place.
    let of_file = |l: &&Line<'_>| *l.session_id == *stem && !l.cwd.is_empty();
    let cwd = own.iter().find(of_file).or_else(|| own.iter().find(|l| threaded(l) && !l.cwd.is_empty()));
    session.project = cwd.or_else(|| own.iter().find(|l| !l.cwd.is_empty())).map(|l| l.cwd.to_string());
}

fn of_codex(head: &str, session: &mut SessionFile) {
    let Some(first) = head.lines().next() else { return };
    let Ok(line) = serde_json::from_str::<Line<'_>>(first) else {
        // The first line alone may be longer than what was read: its small fields come first.
        session.project = field(first, "\"cwd\":").map(str::to_owned);
        session.id = field(first, "\"id\":").map_or_else(|| session.id.clone(), |id| format!("codex-{id}"));
        if first.contains("\"source\":{\"subagent\"") {
            session.kind = SessionKind::Subagent;
        }
        return;
    };
    let meta: Session<'_> = line.payload.and_then(|p| serde_json::from_str(p.get()).ok()).unwrap_or_default();
    if let Some(id) = meta.id.some().or(line.id.some()) {
        session.id = format!("codex-{id}");
    }
    session.project = meta.cwd.some().map(str::to_owned);
    if meta.source.is_some_and(|s| s.get().starts_with('{') && s.get().contains("\"subagent\"")) {
        session.kind = SessionKind::Subagent;
    }
    let parent = [&meta.parent_thread_id, &meta.forked_from_id].into_iter().find_map(|p| p.some());
    session.parent = parent.map(|p| format!("codex-{p}"));
}

/// A string field of a line cut off.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(key)?;
    rest.trim_start().strip_prefix('"')?.split('"').next()
}

fn date_of(line: &str) -> Option<Timestamp> {
    serde_json::from_str::<Line<'_>>(line).ok()?.timestamp.time()
}

/// The date of the last dated line, reading backwards as far as needed.
fn last_date(file: &mut std::fs::File, size: u64) -> Option<Timestamp> {
    let mut want = TAIL;
    loop {
        let tail = read_at(file, size.saturating_sub(want), want.min(size))?;
        if let Some(date) = tail.lines().rev().find_map(date_of) {
            return Some(date);
        }
        if want >= size || want >= TAIL_MOST {
            return None;
        }
        want *= 4;
    }
}

fn read_at(file: &mut std::fs::File, offset: u64, len: u64) -> Option<String> {
    let mut bytes = Vec::with_capacity(len as usize);
    file.seek(SeekFrom::Start(offset)).ok()?;
    file.take(len).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
