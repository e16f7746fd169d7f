//! Defines the command line: arguments in one place, one file per subcommand, thin.
//!
//! Exit codes: 0 it went well, 1 it was asked wrongly or could not be done, 2 what is saved is missing or corrupt;
//! 128 + n when signal n ended it. What went wrong is one line on stderr.

mod changed;
mod completions;
mod config;
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
mod keys;
mod man;
mod memory;
mod models;
mod process;
mod replay;
mod resume;
mod save;
mod saved;
mod sessions;
mod standup;
mod suggest_memory;
mod themes;
mod train;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::edits::EditError;
use crate::runtime::{Options, SaveTo};
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
    /// Review what the sessions left to do on board and documents; approve, dismiss, take back.
    Standup(standup::Standup),
    /// Answer an agent's event; install, uninstall and show that it calls.
    Hook(hook::Hook),
    /// Remove what is saved of a session.
    Forget(forget::Forget),
    /// Show what was found on this machine, with advice.
    Doctor(doctor::Doctor),
    /// List the language models there are, and try one.
    Models(models::Models),
    /// Measure how right it is on labelled sessions.
    Eval(eval::Eval),
    /// Learn the scorer's weights from labelled sessions.
    Train(train::Train),
    /// Say where the settings are, or what is set and what is wrong in them.
    Config(config::ConfigCommand),
    /// List every action with its keys, as they are set.
    Keys(keys::Keys),
    /// List the themes.
    Themes(themes::ThemesCommand),
    /// Print the completions for a shell.
    Completions(completions::Completions),
    /// Print the manual page.
    Man(man::Man),
}

/// How the screen looks.
#[derive(Debug, Clone, Args)]
pub struct Look {
    /// The theme; `deltamind themes` lists them.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Save nothing: the session is forgotten when the screen closes.
    #[arg(long)]
    pub no_save: bool,
    /// The language model.
    #[command(flatten)]
    pub model: models::Which,
}

impl Look {
    /// What the screen is opened with. Faults in the settings are told here, all together; they stop nothing.
    fn options(&self, follow_project: bool) -> anyhow::Result<Options> {
        let settings = config::settings();
        for fault in &settings.faults {
            eprintln!("deltamind: {fault}");
        }
        if let Some(name) = self.theme.as_ref().filter(|name| settings.themes.get(name).is_none()) {
            let name = SafeText::line(name);
            let known = settings.themes.names().join(", ");
            return Err(Usage(format!("no theme is called {}; there are {known}", name.as_str())).into());
        }
        let save = self.save_to(settings.config.save != Some(false));
        let model = self.model.options(&settings.config.model)?;
        Ok(Options { theme: self.theme.clone(), settings, save, follow_project, model })
    }

    /// Where the session watched is saved: nowhere if the person said so here or in `config.toml`.
    fn save_to(&self, wanted: bool) -> Option<SaveTo> {
        let here = std::env::current_dir().ok();
        (wanted && !self.no_save).then(|| SaveTo { here, state: saved::places().state })
    }
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
        Some(Command::Standup(args)) => standup::run(&args),
        Some(Command::Hook(args)) => hook::run(&args),
        Some(Command::Forget(args)) => forget::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Models(args)) => models::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Config(args)) => config::run(&args),
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Themes(args)) => themes::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("deltamind: {}", SafeText::shown(format!("{error:#}")).as_str());
            let stored = error.is::<StoreError>() || matches!(error.downcast_ref(), Some(EditError::Store(_)));
            ExitCode::from(if stored { 2 } else { 1 })
        }
    }
}

/// Help and version as the parser prints them; an error, which repeats what was typed, as safe text.
fn asked_wrongly(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        eprintln!("deltamind: {}", SafeText::line(&in_a_line(error)).as_str());
        let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
        let called = args.first().is_some_and(|a| a == "hook") && hook::is_event(&args);
        return if called { ExitCode::SUCCESS } else { ExitCode::from(1) };
    }
    // What cannot be printed has nobody to be told to.
    let _ = error.print();
    ExitCode::SUCCESS
}

/// An error of the parser on one line, with the command whose help says more.
fn in_a_line(error: &clap::Error) -> String {
    let mut command = &Cli::command();
    let mut path = "deltamind".to_owned();
    // Only commands there are: what else was typed may be anything.
    for word in std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()) {
        let Some(sub) = command.find_subcommand(&word) else { break };
        (path, command) = (format!("{path} {word}"), sub);
    }
    let wants =
        matches!(error.kind(), ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    let mut said = String::new();
    if wants {
        let names: Vec<&str> =
            command.get_subcommands().map(clap::Command::get_name).filter(|n| *n != "help").collect();
        said = format!("`{path}` wants one of {}", names.join(", "));
    } else {
        let text = error.render().to_string();
        let tail = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
        for line in text.lines().take_while(tail) {
            let line = line.trim().trim_start_matches("error: ");
            let gap = if said.is_empty() || line.is_empty() || said.ends_with("; ") { "" } else { " " };
            said = if line.is_empty() && !said.is_empty() {
                format!("{}; ", said.trim_end_matches("; "))
            } else {
                said + gap + line
            };
        }
    }
    format!("{}; `{path} --help` says more", said.trim_end_matches("; "))
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
