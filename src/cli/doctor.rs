//! Defines `deltamind doctor`: what was found on this machine (agents, stores, terminal, limits), with advice.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::put;
use super::saved::{here, places, put_json, table};
use crate::store::{Refusal, StoreError};
use crate::transcript::discover::{Env, Lister, Places};

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind doctor
  deltamind doctor --json")]
pub struct Doctor {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// One thing looked at.
#[derive(Debug, Serialize)]
struct Finding {
    about: &'static str,
    name: String,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'static str>,
}

fn finding(about: &'static str, name: &str, found: String, advice: Option<&'static str>) -> Finding {
    Finding { about, name: name.to_owned(), found, advice }
}

/// Looks and prints.
pub fn run(args: &Doctor) -> Result<u8> {
    let mut all = agents();
    all.extend(stores());
    all.extend(terminal());
    all.extend(limits());
    if args.json {
        return put_json(&all);
    }
    let mut rows = Vec::new();
    for Finding { about, name, found, advice } in &all {
        rows.push(vec![(*about).to_owned(), name.clone(), found.clone()]);
        rows.extend(advice.map(|advice| vec![String::new(), String::new(), format!("-> {advice}")]));
    }
    put(&table(&rows))
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
    let words = |(n, last): (usize, Option<jiff::Timestamp>)| {
        let last = last.map_or(String::new(), |t| format!(", the newest of {t}"));
        format!("{n} sessions{last}")
    };
    counts.into_iter().map(|(agent, count)| finding("agents", agent, words(count), None)).collect()
}

fn stores() -> Vec<Finding> {
    let mut out = Vec::new();
    match here() {
        Err(error) => out.push(finding("store", "place", error.to_string(), Some("watch with --no-save"))),
        Ok(store) => {
            let root = store.root().display().to_string();
            if !store.exists() {
                let advice = Some("watching makes it; `deltamind save` does without a screen");
                out.push(finding("store", "place", format!("{root} (not there yet)"), advice));
                return out;
            }
            if let Err(error) = store.check_root() {
                let advice = match error {
                    StoreError::Refused { why: Refusal::Foreign, .. } => {
                        "find out who put it there; until it is gone watch with --no-save"
                    }
                    _ => "see where it leads, then remove it; until then watch with --no-save",
                };
                out.push(finding("store", "place", error.to_string(), Some(advice)));
                return out;
            }
            out.push(finding("store", "place", root, None));
            if !store.is_trusted() {
                let found = "not made here by you: hooks tell agents nothing of it".to_owned();
                out.push(finding("store", "trust", found, Some("`deltamind hook trust` shows what it is and asks")));
            }
            if let Some(warning) = store.warning() {
                out.push(finding("store", ".gitignore", warning, Some("make `*` its only line, or remove it")));
            }
            for saved in store.sessions() {
                let current = if saved.current { ", current" } else { "" };
                let (found, advice) = match store.load(&saved.id) {
                    Ok(loaded) if loaded.damage.is_empty() => (
                        format!("{} items, {} bytes{current}", loaded.session.ledger().items().len(), saved.bytes),
                        None,
                    ),
                    Ok(loaded) => {
                        let what = loaded.damage.join("; ");
                        (
                            format!("damaged: {what}{current}"),
                            Some("watch its transcript again: what is missing is read anew"),
                        )
                    }
                    Err(error) => {
                        let advice = matches!(error, StoreError::Corrupt { .. });
                        (error.to_string(), advice.then_some("`deltamind forget` removes it"))
                    }
                };
                out.push(finding("store", &saved.id, found, advice));
            }
        }
    }
    let config = places().config_file();
    let set = config.as_ref().is_some_and(|path| path.is_file());
    let path = config.map_or("nowhere: there is no home directory".to_owned(), |p| p.display().to_string());
    out.push(finding("settings", "config.toml", if set { path } else { format!("{path} (not there)") }, None));
    out
}

fn terminal() -> Vec<Finding> {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    let mut out = Vec::new();
    let tty = std::io::stdout().is_terminal();
    let advice = (!tty).then_some("the screen needs a terminal; the commands do not");
    out.push(finding("terminal", "stdout", if tty { "a terminal" } else { "no terminal" }.to_owned(), advice));
    let term = var("TERM");
    let advice = match term.as_str() {
        "dumb" => Some("this terminal cannot show a screen"),
        "" => Some("set TERM, as xterm-256color"),
        _ => None,
    };
    out.push(finding("terminal", "TERM", term, advice));
    let advice = (!matches!(var("COLORTERM").as_str(), "truecolor" | "24bit"))
        .then_some("COLORTERM=truecolor gives the themes their own colours, if the terminal has them");
    out.push(finding("terminal", "COLORTERM", var("COLORTERM"), advice));
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
