//! Defines the command line: arguments in one place, one file per subcommand, thin.
//!
//! Exit codes: 0 it went well, 1 it could not be done, 2 it was asked wrongly; 128 + n when signal n ended it.

mod cuts;
mod demo;
mod eval;
mod gold;
mod here;
mod process;
mod sessions;
mod train;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

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
    /// Measure how right it is on labelled sessions.
    Eval(eval::Eval),
    /// Learn the scorer's weights from labelled sessions.
    Train(train::Train),
}

/// How the screen looks.
#[derive(Debug, Clone, Args)]
pub struct Look {
    /// The theme: dark, light or mono.
    #[arg(long, value_name = "NAME", value_parser = theme)]
    pub theme: Option<String>,
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
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Train(args)) => train::run(&args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("deltamind: {}", SafeText::shown(format!("{error:#}")).as_str());
            ExitCode::from(u8::from(error.is::<Usage>()) + 1)
        }
    }
}

/// Help and version as the parser prints them; an error, which repeats what was typed, as safe text.
fn asked_wrongly(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        eprint!("{}", SafeText::block(&error.render().to_string()).as_str());
        return ExitCode::from(2);
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
