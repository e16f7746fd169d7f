//! Defines `deltamind hook`, which Claude Code and Codex run at their events, and which installs itself in their
//! settings.
//!
//! An event is answered at once and ends with 0 whatever happens: an agent must never wait for a hook or fail because
//! of one. Longer work runs in a process of its own.

mod answer;
mod codex;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;

use super::memory::confirmed;
use super::saved::{of_transcript, put_json, short};
use super::{Usage, put};
use crate::edits::{self, ConfinedFolder, EditError, FileChange, Workspace};
use crate::memory::MemoryEnv;
use crate::memory::apply::adopt;
use crate::memory::settings::{HookAgent, HookEvent, NEW, installed, with_hooks, without_hooks};
use crate::store::{Store, StoreError, StoreTrust, UnsignedStore};
use crate::text::{SafeText, counted};

/// The variable set to `1` in agents that we run ourselves: their events are not answered.
const INNER: &str = "DELTAMIND_INNER";

/// Arguments that are commands, not events.
const COMMANDS: &[&str] = &["install", "uninstall", "status", "trust"];

/// Arguments of `hook`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind hook status
  deltamind hook install
  deltamind hook install --agent codex --user
  deltamind hook uninstall
  deltamind hook SessionStart < event.json")]
pub struct Hook {
    /// install, uninstall, status, trust (tell agents of a store that was brought along or moved); or the event, as the
    /// agent names it: its JSON comes on stdin.
    #[arg(value_name = "EVENT")]
    what: String,
    /// claude or codex; those that are used on this machine if none is named, and for an event claude.
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    agent: Option<HookAgent>,
    /// The person's settings for all projects, instead of this project's own (.claude/settings.local.json,
    /// .codex/hooks.json).
    #[arg(long)]
    user: bool,
    /// Do not ask.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn agent(word: &str) -> Result<HookAgent, String> {
    HookAgent::from_word(word).ok_or_else(|| "known agents: claude, codex".to_owned())
}

/// Answers an event, or changes the settings.
pub fn run(args: &Hook) -> Result<u8> {
    match args.what.as_str() {
        "install" | "uninstall" => change_all(args),
        "status" => status(args),
        "trust" => trust(args),
        event if !is_agents_word(event) => {
            let word = SafeText::line(event);
            let why = format!("hook has no {}: name {}, or an agent's event", word.as_str(), COMMANDS.join(", "));
            Err(Usage(why).into())
        }
        event => {
            if std::env::var_os(INNER).is_some_and(|v| v == "1") {
                return Ok(0);
            }
            // Whatever goes wrong is ours to bear: the agent goes on.
            let agent = args.agent.unwrap_or(HookAgent::Claude);
            if let Ok(Some(answer)) = std::panic::catch_unwind(|| answered(event, agent)) {
                let _ = put(&answer);
            }
            Ok(0)
        }
    }
}

/// Whether a word may be the name of an agent's event, also one of a later version: those begin with a capital letter,
/// and no command does.
fn is_agents_word(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// The answer to an event; `None` without one or after an error.
fn answered(event: &str, agent: HookAgent) -> Option<String> {
    let begun = Instant::now();
    let answer = answer::answer(HookEvent::from_word(event)?, agent);
    let ms = begun.elapsed().as_millis() as u64;
    match &answer {
        Ok(answer) => {
            let bytes = answer.as_ref().map_or(0, String::len);
            tracing::info!(%agent, event, ms, bytes, "hook called");
        }
        Err(error) => tracing::warn!(%agent, event, ms, "hook called, not answered: {error:#}"),
    }
    answer.ok().flatten()
}

/// Whether a command line is not one of the commands. Agents take exit code 2 as a veto, so even a malformed event must
/// end with 0.
pub fn is_event(args: &[String]) -> bool {
    !args.iter().any(|a| COMMANDS.contains(&a.as_str()))
}

/// Marks a store that was made elsewhere as trusted, once the person has seen the context that agents get.
fn trust(args: &Hook) -> Result<u8> {
    let store = of_transcript(None)?;
    let place = short(store.root());
    if !store.exists() {
        let what = format!("nothing is saved in {place}: what is made here needs no trust");
        return Err(StoreError::Missing(what).into());
    }
    store.check_root()?;
    let state = store.trust_state();
    if state == StoreTrust::Own {
        return report_trusted(args, &store, " already");
    }
    if let (StoreTrust::Tracked(_), Some(why)) = (&state, state.distrust()) {
        bail!("{place} {why}");
    }
    let unsigned = store.unsigned()?;
    if !args.json {
        put(&format!("agents in this project would be given the text of {place} as your own words:\n\n"))?;
        put(SafeText::block(&tellable(&unsigned)).as_str())?;
    }
    if !args.yes && !confirmed("\nTrust this? [y/N] ")? {
        return put("nothing was written\n");
    }
    store.trust(&unsigned)?;
    adopt(&store, &unsigned.approved, Timestamp::now())?;
    let parts = store.context()?;
    store.repair_context(&parts);
    report_trusted(args, &store, "")
}

/// Everything that agents could be told of a store once it is trusted: the approved lines, and each session's items.
fn tellable(unsigned: &UnsignedStore) -> String {
    let mut out = String::new();
    if !unsigned.approved.is_empty() {
        let _ = writeln!(out, "approved for the project\n{}\n", unsigned.approved.join("\n"));
    }
    for (session, items) in &unsigned.sessions {
        let _ = writeln!(out, "session {session}");
        for item in items {
            let kind = item.kind.word().replace('_', " ");
            let _ = writeln!(out, "- {kind}, {}: {}", item.status, SafeText::line(&item.summary).as_str());
        }
        out.push('\n');
    }
    if out.is_empty() { "nothing yet\n".to_owned() } else { out }
}

fn report_trusted(args: &Hook, store: &Store, suffix: &str) -> Result<u8> {
    if args.json {
        return put_json(&json!({ "store": store.root(), "trusted": true }));
    }
    put(&format!("{} is trusted{suffix}\n", short(store.root())))
}

/// An agent's own folder for all projects.
fn home_of(agent: HookAgent) -> Option<PathBuf> {
    let env = MemoryEnv::of_process();
    match agent {
        HookAgent::Claude => env.claude(),
        HookAgent::Codex => env.codex(),
    }
}

/// The agents of a command: the named one, else those with a settings folder on this machine.
fn agents(args: &Hook) -> Vec<HookAgent> {
    if let Some(agent) = args.agent {
        return vec![agent];
    }
    let found: Vec<HookAgent> =
        HookAgent::ALL.iter().copied().filter(|a| home_of(*a).is_some_and(|folder| folder.is_dir())).collect();
    if found.is_empty() { vec![HookAgent::Claude] } else { found }
}

/// The settings' folder and file.
fn settings(agent: HookAgent, user: bool) -> Result<(PathBuf, &'static str)> {
    let (folder, of_all, of_project) = match agent {
        HookAgent::Claude => (".claude", "settings.json", "settings.local.json"),
        HookAgent::Codex => (".codex", "hooks.json", "hooks.json"),
    };
    if user {
        return Ok((home_of(agent).context("no home directory is known")?, of_all));
    }
    let here = std::env::current_dir().context("the current directory is gone; change to another one")?;
    let root = here.ancestors().find(|d| d.join(".git").exists()).unwrap_or(&here);
    Ok((root.join(folder), of_project))
}

/// The command agents run: the program's name where `PATH` finds it, else its absolute path.
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

/// Notes on an agent's hooks that were just installed.
fn notes(agent: HookAgent) -> Vec<&'static str> {
    let HookAgent::Codex = agent else { return Vec::new() };
    let mut out = vec![
        "Codex runs a hook only once you have trusted it there (/hooks), and a project's only in a trusted project; \
         versions before hooks were on by default need [features] codex_hooks = true in its config.toml",
    ];
    out.extend(switched_off(&codex_config()));
    out
}

/// The settings of Codex; empty if there are none, or none that can be read.
fn codex_config() -> toml::Table {
    let text = home_of(HookAgent::Codex).and_then(|folder| std::fs::read_to_string(folder.join("config.toml")).ok());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn switched_off(config: &toml::Table) -> Option<&'static str> {
    let features = config.get("features").and_then(toml::Value::as_table);
    let off = features.is_some_and(|features| {
        ["hooks", "codex_hooks"].iter().any(|name| features.get(*name).and_then(toml::Value::as_bool) == Some(false))
    });
    off.then_some("hooks are switched off in Codex's config.toml ([features])")
}

/// Notes on the hooks in these settings files of Codex: whether it runs them.
fn codex_notes(rows: &[Row]) -> Vec<String> {
    let config = codex_config();
    let installed = rows.iter().filter(|row| row.agent == HookAgent::Codex).filter_map(|row| {
        let events = row.events.as_ref().ok().filter(|events| !events.is_empty())?;
        Some(codex::trust(&config, &row.file, events))
    });
    installed.chain(switched_off(&config).map(str::to_owned)).collect()
}

fn change_all(args: &Hook) -> Result<u8> {
    for agent in agents(args) {
        change(args, agent)?;
    }
    Ok(0)
}

fn change(args: &Hook, agent: HookAgent) -> Result<u8> {
    let (path, name) = settings(agent, args.user)?;
    let folder = ConfinedFolder::open_or_create(path.clone())?;
    let before = folder.read(name)?;
    let install = args.what == "install";
    let there = before.clone().unwrap_or_else(|| if install { NEW.into() } else { Vec::new() });
    let text = String::from_utf8(there).context("the settings are not UTF-8")?;
    let after = if install { with_hooks(&text, &program()?, agent) } else { without_hooks(&text, &program()?, agent) };
    let after = after.map_err(|why| anyhow!("{} {why}; nothing was written", short(&path.join(name))))?;
    if after == text {
        let state = if install { "installed already" } else { "not installed here" };
        return put(&format!("{agent}: {state}\n"));
    }
    // A file with only the initial content was created by us.
    let after = (install || after != NEW).then(|| after.into_bytes());
    let removed = after.is_none();
    let changes = [FileChange { own: false, file: name.to_owned(), before, after }];
    put(edits::diff(&changes, 2, &|change| short(&path.join(&change.file))).as_str())?;
    if !args.yes && !confirmed("Write this? [y/N] ")? {
        return put("nothing was written\n");
    }
    // Without a journal: an uninstall needs only the settings' text, which may hold keys that belong in no copy.
    edits::apply(Workspace::of(&folder), &changes)?;
    if removed {
        folder.remove_if_empty();
    }
    let file = short(&path.join(name));
    let mut out = match (install, removed) {
        (true, _) => format!("{file} written; sessions that begin from now on use it\n"),
        (false, true) => format!("{file} removed; sessions that begin from now on do without it\n"),
        (false, false) => format!("hooks removed from {file}; sessions that begin from now on do without them\n"),
    };
    for note in notes(agent).iter().filter(|_| install) {
        let _ = writeln!(out, "note: {note}");
    }
    put(&out)
}

/// The state of one settings file: the events with our hooks, or its fault.
struct Row {
    agent: HookAgent,
    file: PathBuf,
    events: Result<Vec<HookEvent>, String>,
}

fn row(agent: HookAgent, path: &Path, name: &str) -> Row {
    let text = ConfinedFolder::open_or_create(path.to_owned()).and_then(|folder| folder.read(name));
    let events = text.map_err(without_path).and_then(|text| {
        let text = String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
        if text.trim().is_empty() { Ok(Vec::new()) } else { installed(&text, &program().unwrap_or_default(), agent) }
    });
    Row { agent, file: path.join(name), events }
}

/// An error of reading a settings file, without the path that is printed before it.
fn without_path(error: EditError) -> String {
    match error {
        EditError::Refused { why, .. } => why,
        EditError::Io { doing, source, .. } => format!("cannot {doing} it: {source}"),
        other => other.to_string(),
    }
}

fn status(args: &Hook) -> Result<u8> {
    let mut rows = Vec::new();
    let used = agents(args);
    for agent in args.agent.map_or_else(|| HookAgent::ALL.to_vec(), |a| vec![a]) {
        for user in [false, true] {
            let Ok((path, name)) = settings(agent, user) else { continue };
            let row = row(agent, &path, name);
            // An agent that is not used here matters only where its settings hold something.
            if used.contains(&agent) || !row.events.as_ref().is_ok_and(Vec::is_empty) {
                rows.push(row);
            }
        }
    }
    let any = |agent| rows.iter().any(|r| r.agent == agent && r.events.as_ref().is_ok_and(|e| !e.is_empty()));
    let told: BTreeMap<&str, Vec<String>> = HookAgent::ALL
        .iter()
        .filter(|agent| any(**agent))
        .map(|agent| (agent.word(), if *agent == HookAgent::Codex { codex_notes(&rows) } else { Vec::new() }))
        .collect();
    let (context, distrust) = context_size()?;
    if args.json {
        let list = rows.iter().map(|Row { agent, file, events }| match events {
            Ok(events) => json!({ "agent": agent, "file": file, "events": events }),
            Err(why) => json!({ "agent": agent, "file": file, "error": why }),
        });
        let list: Vec<_> = list.collect();
        return put_json(&json!({ "settings": list, "notes": told, "contextChars": context, "distrust": distrust }));
    }
    let mut out = String::new();
    for Row { agent, file, events } in rows {
        let state = match events {
            Ok(events) if events.is_empty() => "not installed".to_owned(),
            Ok(events) => events.iter().map(|e| e.word()).collect::<Vec<_>>().join(", "),
            Err(why) => why,
        };
        let file = short(&file);
        let _ = writeln!(out, "{agent}: {}: {}", file, SafeText::line(&state).as_str());
    }
    for note in told.values().flatten() {
        let _ = writeln!(out, "note: {note}");
    }
    if let Some(why) = distrust {
        let _ = writeln!(out, "note: {}", SafeText::line(&why).as_str());
    }
    let given = counted(context, "character");
    let is_given = HookAgent::ALL.iter().any(|agent| told.contains_key(agent.word()));
    let given = if is_given {
        format!("the next session is given {given}")
    } else {
        format!("no agent is given anything; with hooks, the next session is given {given}")
    };
    put(&format!("{out}{given}\n"))
}

/// The characters of context a new session gets here, and the reason where the store gives none.
fn context_size() -> Result<(usize, Option<String>)> {
    let store = of_transcript(None)?;
    if let Err(error) = store.check_root() {
        return Ok((0, Some(error.to_string())));
    }
    if !store.exists() || store.is_trusted() {
        return Ok((store.context()?.text().chars().count(), None));
    }
    Ok((0, store.trust_state().distrust().map(|why| format!("{} {why}", short(store.root())))))
}
