//! Defines the command line: arguments in one place, one file per subcommand, thin.
//!
//! Exit codes: 0 it went well, 1 it could not be done, 2 it was asked wrongly; 128 + n when signal n ended it. For the
//! commands on a saved session: 1 it was asked wrongly or could not be done, 2 what is saved is missing or corrupt.

mod changed;
mod cuts;
mod demo;
mod doctor;
mod eval;
mod explain;
mod export;
mod forget;
mod gold;
mod here;
mod hook;
mod inspect;
mod memory;
mod process;
mod replay;
mod resume;
mod save;
mod saved;
mod sessions;
mod suggest_memory;
mod train;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use crate::config::{Config, Known};
use crate::pipeline::scorer::Family;
use crate::runtime::SaveTo;
use crate::store::StoreError;
use crate::text::SafeText;

/// Shows live what a coding agent's session has decided, with the words it rests on.
#[derive(Debug, Parser)]
#[command(name = "deltamind", version, about, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    look: Look,
    /// Go on to a newer session of the same project as soon as one appears.
    #[arg(long)]
    follow_project: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Replay a sample session and follow it.
    Demo(demo::Demo),
    /// Follow a session's transcript.
    Watch(watch::Watch),
    /// List the sessions on this machine, the newest first.
    Sessions(sessions::Sessions),
    /// Read a transcript to its end and print what it decided.
    Process(process::Process),
    /// List what a session holds, by kind.
    Inspect(inspect::Inspect),
    /// List what changed since a ledger number, a turn or a time.
    Changed(changed::Changed),
    /// Show everything known of one item, and how it came to be.
    Explain(explain::Explain),
    /// Print what stands, within a budget.
    Export(export::Export),
    /// Print the log of what happened.
    Replay(replay::Replay),
    /// Save a session without a screen.
    Save(save::Save),
    /// Show the health of a session.
    Resume(resume::Resume),
    /// List what is worth keeping beyond the session.
    SuggestMemory(suggest_memory::SuggestMemory),
    /// Approve, dismiss and take back what is suggested.
    Memory(memory::MemoryArgs),
    /// Answer an event of Claude Code; install, uninstall and show that it calls.
    Hook(hook::Hook),
    /// Remove what is saved of a session.
    Forget(forget::Forget),
    /// Show what was found on this machine, with advice.
    Doctor(doctor::Doctor),
    /// Measure how right it is on labelled sessions.
    Eval(eval::Eval),
    /// Learn the scorer's weights from labelled sessions.
    Train(train::Train),
}

/// The commands on a saved session, whose exit code 2 tells of what is saved.
const ON_SAVED: &[&str] = &[
    "inspect",
    "changed",
    "explain",
    "export",
    "replay",
    "save",
    "resume",
    "suggest-memory",
    "memory",
    "forget",
    "doctor",
];

/// How the screen looks.
#[derive(Debug, Clone, Args)]
pub struct Look {
    /// The theme: dark, light or mono.
    #[arg(long, value_name = "NAME", value_parser = theme)]
    pub theme: Option<String>,
    /// Save nothing: the session is forgotten when the screen closes.
    #[arg(long)]
    pub no_save: bool,
}

impl Look {
    /// Where the session watched is saved: nowhere if the person said so here or in `config.toml`.
    fn save_to(&self) -> anyhow::Result<Option<SaveTo>> {
        if self.no_save {
            return Ok(None);
        }
        let places = saved::places();
        let off = match places.config_file() {
            Some(path) => Config::read(&path, known())?.save == Some(false),
            None => false,
        };
        let here = std::env::current_dir().ok();
        Ok((!off).then_some(SaveTo { here, state: places.state }))
    }
}

/// The names settings may have.
fn known() -> Known<'static> {
    static THEMES: LazyLock<Vec<&str>> =
        LazyLock::new(|| crate::tui::theme::BUILT_IN.iter().map(|(name, _)| *name).collect());
    static FAMILIES: LazyLock<Vec<&str>> = LazyLock::new(|| Family::ALL.iter().map(|f| f.word()).collect());
    Known { themes: &THEMES, families: &FAMILIES }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return asked_wrongly(&error),
    };
    let done = match cli.command {
        None => here::run(&cli.look, cli.follow_project),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Watch(args)) => watch::run(&args),
        Some(Command::Sessions(args)) => sessions::run(&args),
        Some(Command::Process(args)) => process::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Changed(args)) => changed::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Save(args)) => save::run(&args),
        Some(Command::Resume(args)) => resume::run(&args),
        Some(Command::SuggestMemory(args)) => suggest_memory::run(&args),
        Some(Command::Memory(args)) => memory::run(&args),
        Some(Command::Hook(args)) => hook::run(&args),
        Some(Command::Forget(args)) => forget::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Train(args)) => train::run(&args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("deltamind: {}", SafeText::shown(format!("{error:#}")).as_str());
            ExitCode::from(if error.is::<Usage>() || error.is::<StoreError>() { 2 } else { 1 })
        }
    }
}

/// Help and version as the parser prints them; an error, which repeats what was typed, as safe text.
fn asked_wrongly(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        eprint!("{}", SafeText::block(&error.render().to_string()).as_str());
        let named = std::env::args().nth(1).unwrap_or_default();
        return ExitCode::from(if ON_SAVED.contains(&named.as_str()) { 1 } else { 2 });
    }
    // What cannot be printed has nobody to be told to.
    let _ = error.print();
    ExitCode::SUCCESS
}

/// Prints a text; a reader who has seen enough is no fault.
fn put(text: &str) -> anyhow::Result<u8> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(0),
        done => done.map(|()| 0).context("stdout cannot be written to"),
    }
}

/// It was asked wrongly.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

fn theme(name: &str) -> Result<String, String> {
    let names: Vec<&str> = crate::tui::theme::BUILT_IN.iter().map(|(n, _)| *n).collect();
    if names.contains(&name) { Ok(name.to_owned()) } else { Err(format!("known themes: {}", names.join(", "))) }
}

/// Columns and rows as `100x30`.
fn size(text: &str) -> Result<(u16, u16), String> {
    const MOST: u16 = 1000;
    let (width, height) = text.split_once('x').ok_or("a size is COLUMNSxROWS, as 100x30")?;
    let number = |n: &str| n.parse::<u16>().ok().filter(|n| (1..=MOST).contains(n));
    match (number(width), number(height)) {
        (Some(width), Some(height)) => Ok((width, height)),
        _ => Err(format!("columns and rows are numbers from 1 to {MOST}")),
    }
}

/// Where a picture goes: a file, or `-` for stdout.
type Out = PathBuf;
