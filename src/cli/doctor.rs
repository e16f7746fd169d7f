//! Defines `deltamind doctor`: findings on this machine (agents, store, settings, terminal, limits) with advice, and a
//! report of them for a maintainer, with counts in place of ids and without secrets and the home directory.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{IsTerminal, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_with::skip_serializing_none;

use super::diagnostics::{LogOptions, shareable, without_home};
use super::put;
use super::saved::{here, places, put_json, short, table};
use crate::store::{PlaceFault, SavedSession, Store, StoreError};
use crate::text::counted;
use crate::transcript::discover::{Env, Lister, Places};

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind doctor
  deltamind doctor --json
  deltamind doctor --report --log deltamind.log")]
pub struct DoctorArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print what a bug report needs, redacted: versions, terminal, settings, counts and the end of the log, if it is on.
    #[arg(long, conflicts_with = "json")]
    report: bool,
}

/// Lines of the log in a report.
const LOG_LINES: usize = 60;
/// Bytes at the end of the log that are searched for those lines.
const LOG_TAIL: u64 = 64 * 1024;
/// Variables whose value tells how a terminal behaves, beside TERM and COLORTERM.
const TERMINAL_VARIABLES: &[&str] =
    &["TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORFGBG", "NO_COLOR", "LANG", "LC_ALL"];
/// Variables that are reported as set or not, without their values.
const SET_VARIABLES: &[&str] = &["TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "WSL_DISTRO_NAME"];

/// The result of one check.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct Finding {
    about: &'static str,
    name: String,
    found: String,
    advice: Option<&'static str>,
}

fn finding(about: &'static str, name: &str, found: String, advice: Option<&'static str>) -> Finding {
    Finding { about, name: name.to_owned(), found, advice }
}

/// Checks everything and prints the findings or the report.
pub fn run(args: &DoctorArgs, log: &LogOptions) -> Result<u8> {
    if args.report {
        return put(&report(log));
    }
    let all: Vec<Finding> = [agents(), stores(), settings(), terminal(), limits()].into_iter().flatten().collect();
    if args.json {
        return put_json(&all);
    }
    put(&as_table(&all))
}

/// One row a finding, its advice in the row below.
fn as_table(findings: &[Finding]) -> String {
    let mut rows = Vec::new();
    for Finding { about, name, found, advice } in findings {
        rows.push(vec![(*about).to_owned(), name.clone(), found.clone()]);
        rows.extend(advice.map(|advice| vec![String::new(), String::new(), format!("-> {advice}")]));
    }
    table(&rows)
}

/// The findings for a maintainer, with counts in place of the sessions' ids; then the end of the log.
fn report(log: &LogOptions) -> String {
    let all: Vec<Finding> =
        [program(), agents(), store_counts(), settings(), setting_faults(), terminal(), variables(), limits()]
            .into_iter()
            .flatten()
            .collect();
    let mut out =
        String::from("deltamind report: redacted, holds nothing of what was said; read it before you share it\n\n");
    let shared = all.into_iter().map(|finding| Finding { found: without_home(&finding.found), ..finding });
    out.push_str(&as_table(&shared.collect::<Vec<_>>()));
    let (place, lines) = match log.file() {
        None => ("off; --log FILE or DELTAMIND_LOG turns it on".to_owned(), Vec::new()),
        Some(path) => log_end(&path),
    };
    let _ = writeln!(out, "\nlog: {}", shareable(&place));
    for line in lines {
        let _ = writeln!(out, "{}", shareable(&line));
    }
    out
}

/// The path of the log, and its last lines.
fn log_end(path: &Path) -> (String, Vec<String>) {
    let place = short(path);
    match read_end(path) {
        Err(why) => (format!("{place} cannot be read ({why})"), Vec::new()),
        Ok(text) => {
            let lines: Vec<String> = text.lines().rev().take(LOG_LINES).map(str::to_owned).collect();
            (format!("{place}, its last {}", counted(lines.len(), "line")), lines.into_iter().rev().collect())
        }
    }
}

/// The last [`LOG_TAIL`] bytes of a file, from the beginning of a line on.
fn read_end(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let from = file.metadata()?.len().saturating_sub(LOG_TAIL);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(LOG_TAIL).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let whole_lines = text.split_once('\n').filter(|_| from > 0).map(|(_, rest)| rest.to_owned());
    Ok(whole_lines.unwrap_or(text))
}

fn program() -> Vec<Finding> {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let tls = if cfg!(feature = "tls") { "with" } else { "without" };
    let version = format!("{} ({build} build, {tls} TLS)", env!("CARGO_PKG_VERSION"));
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    vec![finding("program", "version", version, None), finding("program", "system", system, None)]
}

fn variables() -> Vec<Finding> {
    let mut out = Vec::new();
    for name in TERMINAL_VARIABLES {
        if let Ok(value) = std::env::var(name) {
            out.push(finding("terminal", name, value, None));
        }
    }
    for name in SET_VARIABLES.iter().filter(|name| std::env::var_os(name).is_some()) {
        out.push(finding("terminal", name, "set".to_owned(), None));
    }
    out
}

fn agents() -> Vec<Finding> {
    let mut counts: BTreeMap<&str, (usize, Option<jiff::Timestamp>)> = BTreeMap::new();
    let found = Lister::new(Places::from_env(&Env::of_process())).list(jiff::Timestamp::now());
    for session in found.sessions {
        let count = counts.entry(session.agent).or_default();
        count.0 += 1;
        count.1 = count.1.max(session.last_entry);
    }
    if counts.is_empty() {
        let advice = Some("name a transcript: `deltamind watch FILE`, or see `deltamind demo`");
        return vec![finding("agents", "sessions", "none".to_owned(), advice)];
    }
    let findings = counts.into_iter().map(|(agent, (n, last))| {
        let last = last.map_or(String::new(), |t| format!(", the newest of {t}"));
        finding("agents", agent, format!("{}{last}", counted(n, "session")), None)
    });
    findings.collect()
}

/// The store of this project and every session saved in it.
fn stores() -> Vec<Finding> {
    let (mut out, store) = place();
    if let Some(store) = store {
        out.extend(store.sessions().iter().map(|saved| saved_session(&store, saved)));
    }
    out
}

/// The store findings with numbers in place of the sessions.
fn store_counts() -> Vec<Finding> {
    let (mut out, store) = place();
    let Some(store) = store else { return out };
    let saved = store.sessions();
    let bytes: u64 = saved.iter().map(|s| s.bytes).sum();
    out.push(finding("store", "sessions", format!("{}, {}", saved.len(), counted(bytes, "byte")), None));
    for session in &saved {
        match store.load(&session.id) {
            Ok(loaded) if loaded.damage.is_empty() => {}
            Ok(loaded) => out.push(finding("store", "damaged", loaded.damage.join("; "), None)),
            Err(error) => out.push(finding("store", "unreadable", error.to_string(), None)),
        }
    }
    out
}

/// The findings on the path of this project's store, and the store if it may be used.
fn place() -> (Vec<Finding>, Option<Store>) {
    let store = match here() {
        Ok(store) => store,
        Err(error) => return (vec![place_finding(error.to_string(), Some("watch with --no-save"))], None),
    };
    let root = short(store.root());
    if !store.exists() {
        let advice = Some("watching makes it; `deltamind save` does without a screen");
        return (vec![place_finding(format!("{root} (not there yet)"), advice)], None);
    }
    if let Err(error) = store.check_root() {
        let advice = match error {
            StoreError::Refused { why: PlaceFault::Foreign, .. } => {
                "find out who put it there; until it is gone watch with --no-save"
            }
            _ => "see where it leads, then remove it; until then watch with --no-save",
        };
        return (vec![place_finding(error.to_string(), Some(advice))], None);
    }
    let mut out = vec![place_finding(root, None)];
    if let Some(why) = store.trust_state().distrust() {
        out.push(finding("store", "trust", why, None));
    }
    if let Some(warning) = store.warning() {
        out.push(finding("store", ".gitignore", warning, Some("make `*` its only line, or remove it")));
    }
    (out, Some(store))
}

fn place_finding(found: String, advice: Option<&'static str>) -> Finding {
    finding("store", "place", found, advice)
}

fn saved_session(store: &Store, saved: &SavedSession) -> Finding {
    let current = if saved.current { ", current" } else { "" };
    let (found, advice) = match store.load(&saved.id) {
        Ok(loaded) if loaded.damage.is_empty() => {
            let items = loaded.session.ledger().items().len();
            (format!("{}, {}{current}", counted(items, "item"), counted(saved.bytes, "byte")), None)
        }
        Ok(loaded) => {
            let advice = "watch its transcript again: what is missing is read anew";
            (format!("damaged: {}{current}", loaded.damage.join("; ")), Some(advice))
        }
        Err(error) => {
            let corrupt = matches!(error, StoreError::Corrupt { .. });
            (error.to_string(), corrupt.then_some("`deltamind forget` removes it"))
        }
    };
    finding("store", &saved.id, found, advice)
}

fn settings() -> Vec<Finding> {
    let config = places().config_file();
    let set = config.as_ref().is_some_and(|path| path.is_file());
    let path = config.map_or("nowhere: there is no home directory".to_owned(), |p| short(&p));
    vec![finding("settings", "config.toml", if set { path } else { format!("{path} (not there)") }, None)]
}

fn setting_faults() -> Vec<Finding> {
    let faults = super::config::settings().faults;
    faults.iter().map(|fault| finding("settings", "fault", super::config::fault_words(fault), None)).collect()
}

fn terminal() -> Vec<Finding> {
    let mut out = Vec::new();
    let tty = std::io::stdout().is_terminal();
    let advice = (!tty).then_some("the screen needs a terminal; the commands do not");
    out.push(finding("terminal", "stdout", if tty { "a terminal" } else { "no terminal" }.to_owned(), advice));
    let term = std::env::var("TERM").unwrap_or_default();
    let colorterm = std::env::var("COLORTERM").unwrap_or_default();
    let advice = match term.as_str() {
        "dumb" => Some("this terminal cannot show a screen"),
        "" => Some("set TERM, as xterm-256color"),
        _ => None,
    };
    out.push(finding("terminal", "TERM", term, advice));
    let advice = (!matches!(colorterm.as_str(), "truecolor" | "24bit"))
        .then_some("COLORTERM=truecolor gives the themes their own colours, if the terminal has them");
    out.push(finding("terminal", "COLORTERM", colorterm, advice));
    if let Ok((columns, rows)) = crossterm::terminal::size() {
        let advice = (columns < 60 || rows < 15).then_some("60 columns and 20 rows show more");
        out.push(finding("terminal", "size", format!("{columns}x{rows}"), advice));
    }
    out
}

fn limits() -> Vec<Finding> {
    let mut out = Vec::new();
    for (name, least, advice) in [
        (
            "max_user_watches",
            1024,
            "raise the sysctl fs.inotify.max_user_watches, or files are looked at twice a second",
        ),
        (
            "max_user_instances",
            64,
            "raise the sysctl fs.inotify.max_user_instances, or files are looked at twice a second",
        ),
    ] {
        let path = Path::new("/proc/sys/fs/inotify").join(name);
        let Some(limit) = std::fs::read_to_string(path).ok().and_then(|t| t.trim().parse::<u64>().ok()) else {
            continue;
        };
        out.push(finding("limits", name, limit.to_string(), (limit < least).then_some(advice)));
    }
    out
}
