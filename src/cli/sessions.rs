//! Defines `deltamind sessions`: the sessions on this machine, as a table or as JSON.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anyhow::{Context, Result};
use clap::Args;
use jiff::Timestamp;

use super::put;
use crate::session::export::neutralise;
use crate::text::{SafeText, cut_path, width};
use crate::transcript::discover::{Env, Lister, Places, SessionFile, SessionList, of_project};
use crate::tui::styled::without_marks;
use crate::tui::times::age;

/// Arguments of `sessions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind sessions
  deltamind sessions --project .
  deltamind sessions --all --json")]
pub struct SessionsArgs {
    /// Print a JSON array: agent, id, path, project, title, request, branch, started, lastEntry, live, kind, parent.
    #[arg(long)]
    json: bool,
    /// Only those of this project: its directory, one above it, or its name.
    #[arg(long, value_name = "PROJECT")]
    project: Option<String>,
    /// Sub-agents' sessions and forks too.
    #[arg(long)]
    all: bool,
}

/// Lists the sessions.
pub fn run(args: &SessionsArgs) -> Result<u8> {
    let now = Timestamp::now();
    let mut lister = Lister::new(Places::from_env(&Env::of_process()));
    let SessionList { mut sessions, unreadable } = lister.list(now);
    let places = lister.places();
    for (dir, why) in &unreadable {
        tell(&format!("{} cannot be read: {why}", places.short(dir)));
    }
    let anything = !sessions.is_empty();
    if let Some(project) = &args.project {
        let cwd = std::env::current_dir().context("the current directory is gone; change to another one")?;
        let is_of = of_project(project, &cwd);
        sessions.retain(is_of);
    }
    let before = sessions.len();
    if !args.all {
        sessions.retain(|s| s.kind == crate::transcript::SessionKind::Main);
    }
    let apart = before - sessions.len();
    if args.json {
        let mut value = serde_json::to_value(&sessions).context("the list cannot be written as JSON")?;
        neutralise(&mut value);
        return put(&format!("{value}\n"));
    }
    if sessions.is_empty() {
        tell(&nothing(args, places, anything, apart));
        // A project that was named and is not there was named wrongly; to have no sessions is no fault.
        return Ok(u8::from(args.project.is_some() && anything && apart == 0));
    }
    if apart > 0 {
        tell(&format!("{apart} of sub-agents and forks not shown: --all"));
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    put(&table(&sessions, places, now, colour))
}

fn tell(line: &str) {
    eprintln!("deltamind: {}", SafeText::line(line).as_str());
}

/// The reason for an empty list, with advice.
fn nothing(args: &SessionsArgs, places: &Places, anything: bool, apart: usize) -> String {
    match &args.project {
        _ if apart > 0 => format!("only sub-agents' sessions and forks ({apart}): --all shows them"),
        Some(project) if anything => format!("no session of {project}; without --project all projects are listed"),
        _ => format!(
            "no sessions of {} yet (looked in {}): start one, or name a transcript: `deltamind watch FILE`",
            places.agents(),
            places.searched()
        ),
    }
}

/// Columns that a cell is padded to at most.
const COLUMN: usize = 50;

/// Columns of a project's path at most: a longer one keeps its end.
const PROJECT: usize = 40;

/// One line a session, in columns.
fn table(sessions: &[SessionFile], places: &Places, now: Timestamp, colour: bool) -> String {
    let rows: Vec<[String; 6]> = sessions.iter().map(|s| cells(s, places, now)).collect();
    let widest = |n: usize| rows.iter().map(|r| width(&r[n])).max().unwrap_or(0).min(COLUMN);
    let widths: [usize; 6] = std::array::from_fn(widest);
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (n, cell) in row.iter().enumerate().filter(|(n, _)| widths[*n] > 0) {
            // A longer title moves only the path of its file.
            let gap = " ".repeat(widths[n].saturating_sub(width(cell)) + 2);
            let cell = if n + 1 == row.len() { cell.clone() } else { format!("{cell}{gap}") };
            match (colour, n) {
                (true, 1) => _ = write!(line, "\x1b[1m{cell}\x1b[22m"),
                (true, 5) => _ = write!(line, "\x1b[2m{cell}\x1b[22m"),
                _ => line += &cell,
            }
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn safe_line(text: &str) -> String {
    SafeText::line(text).into_string()
}

/// The name of a session, followed by its branch unless that is the default one.
fn title(session: &SessionFile) -> String {
    let branch = session.side_branch().map_or_else(String::new, |branch| format!(" (on {branch})"));
    format!("{}{branch}", without_marks(&session.name().unwrap_or_default()))
}

/// Age, state and kind, agent, project, title, path.
fn cells(session: &SessionFile, places: &Places, now: Timestamp) -> [String; 6] {
    let kind = match session.kind {
        crate::transcript::SessionKind::Main => String::new(),
        kind => kind.to_string(),
    };
    let live = if session.live { "live" } else { "" };
    let project = session.project.as_ref().map_or("-".to_owned(), |p| safe_line(&places.short(p.as_ref())));
    // The end of a long path tells most; `--json` has all of it.
    let project = cut_path(&project, PROJECT).into_owned();
    [
        session.last_entry.map_or("-".to_owned(), |at| age(now, at).to_string()),
        format!("{live} {kind}").trim().to_owned(),
        session.agent.to_owned(),
        project,
        safe_line(&title(session)),
        safe_line(&places.short(&session.path)),
    ]
}
