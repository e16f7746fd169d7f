//! Defines the common parts of the commands: loading a session from the store or a transcript, tables and JSON.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::put;
use crate::config::{ConfigEnv, ConfigPlaces};
use crate::runtime::SaveTo;
use crate::session::Session;
use crate::session::export::neutralise;
use crate::store::Store;
use crate::text::{SafeText, pad};
use crate::transcript::read_file;

/// Widest cell in columns; the last cell of a row is never cut.
const CELL: usize = 24;

/// The options that choose the session of a command.
#[derive(Debug, Clone, Args)]
pub struct SessionSource {
    /// A saved session: its id, or the beginning of it; the one saved last by default.
    #[arg(long, value_name = "ID", conflicts_with = "from")]
    pub session: Option<String>,
    /// A transcript, read to its end; nothing is saved.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A session with the damage found while reading it.
#[derive(Debug)]
pub struct SessionInput {
    /// The session.
    pub session: Session,
    /// Damage of the saved files, one line each.
    pub damage: Vec<String>,
    /// Damaged records, if a transcript was read.
    pub unread: u64,
}

impl SessionSource {
    /// Loads or reads the session.
    pub fn get(&self) -> Result<SessionInput> {
        if let Some(path) = &self.from {
            let read = read_file(path)?;
            tracing::info!(records = read.counts.records, damaged = read.counts.damaged_total(), "transcript read");
            let mut session = Session::new(read.meta);
            session.ingest(read.entries);
            return Ok(SessionInput { session, damage: Vec::new(), unread: read.counts.damaged_total() });
        }
        let store = here()?;
        let id = store.pick(self.session.as_deref())?;
        let loaded = store.load(&id)?;
        for line in &loaded.damage {
            eprintln!("deltamind: {}", SafeText::line(line).as_str());
        }
        Ok(SessionInput { session: loaded.session, damage: loaded.damage, unread: 0 })
    }
}

/// The program's own folders on this machine.
pub fn places() -> ConfigPlaces {
    ConfigPlaces::of(&environment())
}

/// A path with `~` for the home directory.
pub fn short(path: &Path) -> String {
    let below = environment().home.filter(|home| home.parent().is_some());
    match below.and_then(|home| path.strip_prefix(home).ok().map(Path::to_owned)) {
        Some(rest) => SafeText::shown(Path::new("~").join(rest).display()).into_string(),
        None => SafeText::shown(path.display()).into_string(),
    }
}

/// A message with `~` for the home directory where a path begins with it.
pub fn from_home(words: &str) -> String {
    let Some(home) = environment().home.filter(|home| home.parent().is_some()) else { return words.to_owned() };
    let home = format!("{}/", home.display());
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once(&home) {
        out.push_str(before);
        let begins = !out.ends_with(|c: char| c.is_alphanumeric() || "/._-~".contains(c));
        out.push_str(if begins { "~/" } else { &home });
        rest = after;
    }
    out + rest
}

/// A message without the numbers that the operating system gives its errors: ` (os error 21)`.
pub fn without_codes(words: &str) -> String {
    const OPENS: &str = " (os error ";
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once(OPENS) {
        out.push_str(before);
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
        rest = digits.strip_prefix(')').unwrap_or(digits);
    }
    out + rest
}

/// The variables of this process that say where those folders are.
pub fn environment() -> ConfigEnv {
    ConfigEnv {
        home: folder_named_by("HOME").or_else(|| folder_named_by("USERPROFILE")),
        xdg_config_home: folder_named_by("XDG_CONFIG_HOME"),
        xdg_state_home: folder_named_by("XDG_STATE_HOME"),
    }
}

fn folder_named_by(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The store of the project in the current directory.
pub fn here() -> Result<Store> {
    of_transcript(None)
}

/// The store for a transcript that names this project; one that is not on this machine counts as the current
/// directory's.
pub fn of_transcript(project: Option<&str>) -> Result<Store> {
    let here = std::env::current_dir().context("the current directory is gone; change to another one")?;
    let to = SaveTo { here: Some(here), state: places().state, project: None };
    to.store(project).context("there is no place to save in: neither a git repository nor a home directory")
}

/// Prints a value as one line of JSON with every string redacted.
pub fn put_json(value: &impl Serialize) -> Result<u8> {
    put(&json_line(value)?)
}

/// A value as one line of JSON with every string redacted.
pub fn json_line(value: &impl Serialize) -> Result<String> {
    let mut value = serde_json::to_value(value).context("this cannot be written as JSON")?;
    neutralise(&mut value);
    Ok(format!("{value}\n"))
}

/// Rows as lines with aligned columns.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| SafeText::line(cell).into_string()).collect()).collect();
    let mut widths = vec![0; columns];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = crate::text::width(cell).clamp(*width, CELL);
        }
    }
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            if at + 1 == row.len() {
                line.push_str(cell);
            } else {
                let width = widths.get(at).copied().unwrap_or(0);
                line.push_str(&pad(cell, width + 2));
                // A cell wider than its column is never cut.
                if crate::text::width(cell) > width {
                    line.push_str("  ");
                }
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The turn's ordinal as `t12`; its id if the session lacks the turn.
pub fn turn_word(session: &Session, turn_id: &str) -> String {
    let unknown = if turn_id.is_empty() { "-" } else { turn_id };
    session.turn(turn_id).map_or_else(|| unknown.to_owned(), |t| format!("t{}", t.ordinal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_system_is_told_without_its_number() {
        assert_eq!(without_codes("gate is locked (os error 13): stop"), "gate is locked: stop");
        assert_eq!(without_codes("all is well"), "all is well");
    }
}
