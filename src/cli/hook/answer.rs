//! Defines the answer to an agent's hook event: the session's context, the changes since the last prompt, or an empty
//! answer while the transcript is being read.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::json;

use crate::cli::config::settings;
use crate::cli::saved::{environment, places};
use crate::memory::context_place;
use crate::memory::settings::{HookAgent, HookEvent};
use crate::runtime::SaveTo;
use crate::state::Status;
use crate::store::context::{FILE, RECORD};
use crate::store::{SessionSummary, Store};
use crate::text::SafeText;

/// The longest answer: agents shorten a longer one to a preview. Claude Code passes 10,000 characters, Codex 2,500
/// times four bytes.
const ANSWER: usize = 9_500;
/// Most bytes taken from stdin.
const LARGEST: u64 = 16 << 20;

/// The fields of an event.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Told {
    session_id: String,
    transcript_path: Option<PathBuf>,
    cwd: Option<PathBuf>,
}

/// Answers the event whose JSON is on stdin; `None` without an answer.
pub(super) fn answer(event: HookEvent, agent: HookAgent) -> Result<Option<String>> {
    let mut stdin = std::io::stdin();
    if stdin.is_terminal() {
        bail!("an event's JSON comes on stdin");
    }
    let mut text = Vec::new();
    stdin.by_ref().take(LARGEST).read_to_end(&mut text)?;
    let told: Told = serde_json::from_slice(&text)?;
    let to = SaveTo { here: std::env::current_dir().ok(), state: places().state, project: None };
    let project = told.cwd.as_ref().map(|p| p.display().to_string());
    let store = to.store(project.as_deref()).context("there is no store")?;
    let id = agent.session(&told.session_id);
    let folder = told.cwd.clone().or(to.here.clone()).unwrap_or_default();
    let more = || more(&store, &folder);
    let words = match event {
        // What was brought along with a repository, or lies in somebody else's folder, is not the person's word.
        HookEvent::SessionStart | HookEvent::UserPromptSubmit if !store.is_trusted() => return Ok(None),
        HookEvent::SessionStart => start(&store, &id)?,
        HookEvent::UserPromptSubmit => since(&store, &id, more)?,
        HookEvent::Stop | HookEvent::PreCompact | HookEvent::SessionEnd => {
            take_in(&store, &id, told.transcript_path.as_deref())?;
            return Ok(None);
        }
    };
    let words = fitting(&words, agent, more);
    if words.is_empty() {
        return Ok(None);
    }
    let out = json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": words } });
    Ok(Some(format!("{out}\n")))
}

/// The whole context: of the session itself, if it is resumed, and of the project.
fn start(store: &Store, id: &str) -> Result<String> {
    let own = store.glance(id);
    let parts = store.context()?;
    store.repair_context(&parts);
    let (text, tells) = parts.for_agent(own.as_ref().map_or("", |g| &g.head));
    if let Some(own) = own.filter(|_| tells) {
        // The context is sent even where the cursor cannot be saved; then it is sent again.
        let _ = store.set_cursor(id, own.seq);
    }
    Ok(text)
}

/// The changes since the last prompt; empty at the first one.
fn since(store: &Store, id: &str, more: impl Fn() -> String) -> Result<String> {
    let Some(SessionSummary { seq, since, items, .. }) = store.glance(id) else { return Ok(String::new()) };
    let last_told = store.cursor(id);
    store.set_cursor(id, seq)?;
    let Some(last_told) = last_told.filter(|t| *t < seq) else { return Ok(String::new()) };
    let mut lines = String::new();
    // Finished work is no news to the agent that did it.
    for item in items.iter().filter(|i| i.touched_seq > last_told && i.status != Status::Resolved) {
        let kind = item.kind.word().replace('_', " ");
        let state = match item.status {
            Status::Active => kind,
            Status::Tentative => format!("{kind}, not settled"),
            Status::Superseded => format!("{kind}, no longer so"),
            Status::Resolved => continue,
        };
        let _ = writeln!(lines, "- {state}: {}", SafeText::line(&item.summary).as_str());
    }
    if lines.is_empty() {
        return Ok(lines);
    }
    let more = if since > last_told { more() } else { String::new() };
    Ok(format!("# What changed in this session since the last prompt, the newest first\n\n{RECORD}\n\n{lines}{more}"))
}

/// The length of a text as the agent counts it: characters, or bytes.
fn size(text: &str, agent: HookAgent) -> usize {
    match agent {
        HookAgent::Claude => text.chars().count(),
        HookAgent::Codex => text.len(),
    }
}

/// The end of an answer that was cut: where the rest is, as it is named in the agent's folder, if the file is there.
fn more(store: &Store, folder: &Path) -> String {
    if !store.root().join(FILE).is_file() {
        return "(there is more)\n".to_owned();
    }
    let place = context_place(folder, store, environment().home.as_deref());
    format!("(more in {})\n", SafeText::line(&place).as_str())
}

/// Cuts a text to whole lines within the budget, with `more` at its end.
fn fitting(text: &str, agent: HookAgent, more: impl Fn() -> String) -> String {
    let text = SafeText::block(text).into_string();
    if size(&text, agent) <= ANSWER {
        return text;
    }
    let more = more();
    let mut room = ANSWER.saturating_sub(size(&more, agent));
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let Some(left) = room.checked_sub(size(line, agent)) else { break };
        room = left;
        out.push_str(line);
    }
    out + &more
}

/// Starts a process that reads the transcript, unless one watches it already or saving is off.
fn take_in(store: &Store, id: &str, transcript: Option<&Path>) -> Result<()> {
    if settings().config.save == Some(false) {
        return Ok(());
    }
    let transcript = transcript.filter(|p| p.is_file()).context("no transcript is named")?;
    if store.is_watched(id) {
        return Ok(());
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("save").arg("--from").arg(transcript);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // It must outlive the hook, and the agent where that ends with the session.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()?;
    Ok(())
}
