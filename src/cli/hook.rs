//! Defines `deltamind hook`: what Claude Code calls at its events, and the change of its settings that makes it do so.
//!
//! An event is answered within a blink and ends with 0 whatever happens: an agent must never wait for us or fail
//! because of us. What takes longer is done by a process of its own.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Deserialize;
use serde_json::json;

use super::memory::asked;
use super::put;
use super::saved::{of_transcript, places, put_json};
use crate::memory::settings::{HookEvent, installed, with_hooks, without_hooks};
use crate::memory::{Change, Draft, Folder, MemoryEnv, TargetKind};
use crate::runtime::SaveTo;
use crate::state::{ItemKind, Status};
use crate::store::{Glance, Store};
use crate::text::SafeText;

/// Most characters of an answer: what is longer the agent shortens to a preview.
const ANSWER: usize = 9_500;
/// Most bytes taken from stdin.
const LARGEST: u64 = 16 << 20;

/// Arguments of `hook`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind hook status
  deltamind hook install
  deltamind hook install --user
  deltamind hook uninstall
  deltamind hook SessionStart < event.json")]
pub struct Hook {
    /// install, uninstall, status; or the event, as Claude Code names it: its JSON comes on stdin.
    #[arg(value_name = "EVENT")]
    what: String,
    /// The person's settings for all projects, instead of this project's own .claude/settings.local.json.
    #[arg(long)]
    user: bool,
    /// Do not ask.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What an event says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Told {
    session_id: String,
    transcript_path: Option<PathBuf>,
    cwd: Option<PathBuf>,
}

/// Answers an event, or changes the settings.
pub fn run(args: &Hook) -> Result<u8> {
    match args.what.as_str() {
        "install" | "uninstall" => change(args),
        "status" => status(args),
        event => {
            // Whatever goes wrong is ours to bear: the agent goes on.
            if let Some(answer) = HookEvent::from_word(event).and_then(|event| answer(event).ok().flatten()) {
                let _ = put(&answer);
            }
            Ok(0)
        }
    }
}

fn answer(event: HookEvent) -> Result<Option<String>> {
    let mut stdin = std::io::stdin();
    if stdin.is_terminal() {
        bail!("an event's JSON comes on stdin");
    }
    let mut text = Vec::new();
    stdin.by_ref().take(LARGEST).read_to_end(&mut text)?;
    let told: Told = serde_json::from_slice(&text)?;
    let to = SaveTo { here: std::env::current_dir().ok(), state: places().state };
    let project = told.cwd.as_ref().map(|p| p.display().to_string());
    let store = to.store(project.as_deref()).context("there is no store")?;
    let id = format!("claude-{}", told.session_id);
    let words = match event {
        HookEvent::SessionStart => start(&store, &id)?,
        HookEvent::UserPromptSubmit => since(&store, &id)?,
        HookEvent::Stop | HookEvent::PreCompact | HookEvent::SessionEnd => {
            take_in(&store, &id, told.transcript_path.as_deref())?;
            return Ok(None);
        }
    };
    let words = fitting(&words);
    if words.is_empty() {
        return Ok(None);
    }
    let out = json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": words } });
    Ok(Some(format!("{out}\n")))
}

/// Everything that stands.
fn start(store: &Store, id: &str) -> Result<String> {
    let text = store.context()?;
    if let Some(seq) = store.saved_seq(id) {
        store.set_cursor(id, seq)?;
    }
    Ok(text)
}

/// What changed since the last prompt. The first one has nothing before it.
fn since(store: &Store, id: &str) -> Result<String> {
    let Some(seq) = store.saved_seq(id) else { return Ok(String::new()) };
    let told = store.cursor(id);
    let Some(told) = told.filter(|t| *t < seq) else {
        store.set_cursor(id, seq)?;
        return Ok(String::new());
    };
    let Some(Glance { seq, items }) = store.glance(id) else { return Ok(String::new()) };
    store.set_cursor(id, seq)?;
    let tellable =
        |kind: ItemKind| !matches!(kind, ItemKind::Hypothesis | ItemKind::RejectedOption | ItemKind::Artifact);
    let mut changed: Vec<_> = items.iter().filter(|i| i.touched_seq > told && tellable(i.kind)).collect();
    changed.sort_by_key(|i| i.touched_seq);
    if changed.is_empty() {
        return Ok(String::new());
    }
    let lines = changed.iter().map(|item| {
        let kind = item.kind.word().replace('_', " ");
        let state = match item.status {
            Status::Active => kind,
            Status::Tentative => format!("{kind}, not settled"),
            Status::Superseded => format!("{kind}, no longer so"),
            Status::Resolved => format!("{kind}, done"),
        };
        format!("- {state}: {}\n", SafeText::line(&item.summary).as_str())
    });
    Ok(format!("# What changed in this session since the last prompt\n\n{}", lines.collect::<String>()))
}

/// Whole lines within the budget.
fn fitting(text: &str) -> String {
    const MORE: &str = "(more in .deltamind/CONTEXT.md)\n";
    let text = SafeText::block(text).into_string();
    if text.chars().count() <= ANSWER {
        return text;
    }
    let mut room = ANSWER - MORE.chars().count();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let chars = line.chars().count();
        if chars > room {
            break;
        }
        room -= chars;
        out.push_str(line);
    }
    out + MORE
}

/// Has the transcript taken in by a process of its own, unless a watcher does so anyway.
fn take_in(store: &Store, id: &str, transcript: Option<&Path>) -> Result<()> {
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

/// The settings' folder and file.
fn settings(user: bool) -> Result<(PathBuf, &'static str)> {
    if user {
        let folder = MemoryEnv::of_process().claude();
        return Ok((folder.context("no home directory is known")?, "settings.json"));
    }
    let here = std::env::current_dir().context("the current directory is gone; change to another one")?;
    let root = here.ancestors().find(|d| d.join(".git").exists()).unwrap_or(&here);
    Ok((root.join(".claude"), "settings.local.json"))
}

/// How the agent calls us: by name where that finds us, else by the whole path.
fn program() -> Result<String> {
    let own = std::env::current_exe().context("this program's own path is not known")?;
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|p| p.join("deltamind")).find(|p| p.is_file());
    if found.and_then(|p| p.canonicalize().ok()) == own.canonicalize().ok() {
        return Ok("deltamind".to_owned());
    }
    let path = own.display().to_string();
    let plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    Ok(if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) })
}

fn change(args: &Hook) -> Result<u8> {
    let (path, name) = settings(args.user)?;
    let folder = Folder::open(path.clone())?;
    let before = folder.read(name)?;
    let text = String::from_utf8(before.clone().unwrap_or_default()).context("the settings are not UTF-8")?;
    let wrong = |why: String| anyhow!("{}: {why}; nothing was written", path.join(name).display());
    let install = args.what == "install";
    let after = if install { with_hooks(&text, &program()?) } else { without_hooks(&text) }.map_err(wrong)?;
    if after == text {
        return put(if install { "installed already\n" } else { "not installed here\n" });
    }
    let change = Change { file: name.to_owned(), before, after: Some(after.into_bytes()) };
    let draft = Draft { target: TargetKind::Claude, folder: path.clone(), changes: vec![change], warnings: Vec::new() };
    put(&draft.diff())?;
    if !args.yes && !asked("Write this? [y/N] ")? {
        return put("nothing was written\n");
    }
    folder.apply(&draft.changes)?;
    let done = SafeText::shown(path.join(name).display());
    put(&format!("{} written; sessions that begin from now on use it\n", done.as_str()))
}

fn status(args: &Hook) -> Result<u8> {
    let mut rows = Vec::new();
    for user in [false, true] {
        let Ok((path, name)) = settings(user) else { continue };
        let file = path.join(name);
        let text = Folder::open(path)?.read(name)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let events = if text.trim().is_empty() { Ok(Vec::new()) } else { installed(&text) };
        rows.push((file, events));
    }
    let context = of_transcript(None)?.context()?.chars().count();
    if args.json {
        let list = rows.iter().map(|(file, events)| match events {
            Ok(events) => json!({ "file": file, "events": events }),
            Err(why) => json!({ "file": file, "error": why }),
        });
        return put_json(&json!({ "settings": list.collect::<Vec<_>>(), "contextChars": context }));
    }
    let mut out = String::new();
    for (file, events) in rows {
        let state = match events {
            Ok(events) if events.is_empty() => "not installed".to_owned(),
            Ok(events) => events.iter().map(|e| e.word()).collect::<Vec<_>>().join(", "),
            Err(why) => why,
        };
        let _ = writeln!(out, "{}: {}", SafeText::shown(file.display()).as_str(), SafeText::line(&state).as_str());
    }
    put(&format!("{out}the next session is given {context} characters\n"))
}
