//! Defines the command line: one thin file per subcommand.
//!
//! Exit codes: 0 success, 1 usage error or failure, 2 saved data missing or corrupt, 128 + n ended by signal n. Every
//! error is one line on stderr.

mod changed;
mod completions;
mod config;
mod demo;
mod diagnostics;
mod doctor;
mod eval;
mod explain;
mod export;
mod forget;
mod gold;
mod groups;
mod here;
mod hook;
mod inspect;
mod keys;
mod man;
mod memory;
mod models;
mod process;
mod replay;
mod save;
mod saved;
mod sessions;
mod standup;
mod status;
mod suggest_memory;
mod themes;
mod train;
mod watch;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::edits::EditError;
use crate::runtime::{Options, SaveTo};
use crate::store::StoreError;
use crate::text::SafeText;

/// Shows live what a coding agent's session has decided, with the words it rests on.
#[derive(Debug, Parser)]
#[command(name = "deltamind", version, about)]
#[command(override_usage = "deltamind [OPTIONS] [FILE]\n       deltamind <COMMAND>")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    look: ScreenOptions,
    /// Go on to a newer session of the same project as soon as one appears.
    #[arg(long)]
    follow_project: bool,
    #[command(flatten)]
    log: diagnostics::LogOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what it does in a minute, on a sample session.
    Demo(demo::DemoArgs),
    /// Follow a session's transcript.
    Watch(watch::WatchArgs),
    /// List the sessions on this machine, the newest first.
    Sessions(sessions::SessionsArgs),
    /// Read a whole transcript and print its decisions.
    Process(process::ProcessArgs),
    /// List what a session holds, by kind.
    Inspect(inspect::InspectArgs),
    /// List what changed since a change number, a turn or a time.
    Changed(changed::ChangedArgs),
    /// Show everything known of one item, and how it came to be.
    Explain(explain::ExplainArgs),
    /// Print the decisions, constraints and tasks that hold now, within a budget.
    Export(export::ExportArgs),
    /// Print the provenance log: every change, with its evidence.
    Replay(replay::ReplayArgs),
    /// Save a session without a screen.
    Save(save::SaveArgs),
    /// Show the health of a session.
    #[command(alias = "resume")]
    Status(status::StatusArgs),
    /// List items worth remembering beyond the session.
    SuggestMemory(suggest_memory::SuggestMemory),
    /// Approve, dismiss and undo suggested memories.
    Memory(memory::MemoryArgs),
    /// Review proposed changes to board and documents; approve, dismiss or undo them.
    Standup(standup::StandupArgs),
    /// Answer an agent's hook events; install, uninstall or show the hooks.
    Hook(hook::Hook),
    /// Delete a saved session.
    Forget(forget::ForgetArgs),
    /// Check agents, store, settings and terminal on this machine, with advice.
    Doctor(doctor::DoctorArgs),
    /// List the available language models, and try one.
    Models(models::ModelsArgs),
    /// Measure accuracy on labelled sessions.
    Eval(eval::EvalArgs),
    /// Learn the scorer's weights from labelled sessions.
    Train(train::TrainArgs),
    /// Print where the settings are, or their values and errors.
    Config(config::ConfigArgs),
    /// List every action with its keys.
    Keys(keys::KeysArgs),
    /// List the themes.
    Themes(themes::ThemesArgs),
    /// Print the completions for a shell.
    Completions(completions::CompletionsArgs),
    /// Print the manual page.
    Man(man::ManArgs),
}

/// Options of every command that opens the screen.
#[derive(Debug, Clone, Args)]
pub struct ScreenOptions {
    /// The theme; `deltamind themes` lists them.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Save nothing: the session is forgotten when the screen closes.
    #[arg(long)]
    pub no_save: bool,
    /// Draw no lines and no side-by-side parts, and letters instead of signs: for screen readers.
    #[arg(long)]
    pub plain: bool,
    /// The language model.
    #[command(flatten)]
    pub model: models::ModelFlags,
}

impl ScreenOptions {
    /// Reads the settings and joins them with these options. Faults in the settings are warnings on stderr.
    fn options(&self, follow_project: bool) -> anyhow::Result<Options> {
        let settings = config::settings();
        config::print_faults(&settings.faults);
        if let Some(name) = self.theme.as_ref().filter(|name| settings.themes.get(name).is_none()) {
            let name = SafeText::line(name);
            let known = settings.themes.names().join(", ");
            return Err(Usage(format!("no theme is called {}; there are {known}", name.as_str())).into());
        }
        let save = self.save_to(settings.config.save != Some(false));
        let model = self.model.options(&settings.config.model)?;
        Ok(Options {
            theme: self.theme.clone(),
            settings,
            save,
            follow_project,
            model,
            plain: self.plain,
            ..Options::default()
        })
    }

    /// Where the watched session is saved; `None` with `--no-save` or `save = false` in `config.toml`.
    fn save_to(&self, wanted: bool) -> Option<SaveTo> {
        let here = std::env::current_dir().ok();
        (wanted && !self.no_save).then(|| SaveTo { here, state: saved::places().state, ..SaveTo::default() })
    }
}

/// Makes a write beyond the limit of a file's size an error, like one on a full disk. The signal that comes with it would
/// end the program at once and leave the terminal as it is.
#[cfg(unix)]
fn ignore_file_size_limit() {
    let seen = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen) {
        tracing::warn!("a limit of file sizes ends the program: {error}");
    }
}

#[cfg(not(unix))]
fn ignore_file_size_limit() {}

/// Runs the program.
pub fn main() -> ExitCode {
    let (cli, command) = match parsed() {
        Ok(parsed) => parsed,
        Err(error) => return report_usage_error(&error),
    };
    cli.log.start(&command);
    ignore_file_size_limit();
    let begun = Instant::now();
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
        Some(Command::Status(args)) => status::run(&args),
        Some(Command::SuggestMemory(args)) => suggest_memory::run(&args),
        Some(Command::Memory(args)) => memory::run(&args),
        Some(Command::Standup(args)) => standup::run(&args),
        Some(Command::Hook(args)) => hook::run(&args),
        Some(Command::Forget(args)) => forget::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args, &cli.log),
        Some(Command::Models(args)) => models::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Config(args)) => config::run(&args),
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Themes(args)) => themes::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    };
    let ms = begun.elapsed().as_millis() as u64;
    match done {
        Ok(code) => {
            tracing::info!(command, code, ms, "ended");
            ExitCode::from(code)
        }
        Err(error) => {
            let words = saved::without_codes(&saved::from_home(&in_words(&error)));
            tracing::error!(command, ms, "ended with an error: {words}");
            eprintln!("deltamind: {}", SafeText::shown(words).as_str());
            let stored = error.is::<StoreError>() || matches!(error.downcast_ref(), Some(EditError::Store(_)));
            ExitCode::from(if stored { 2 } else { 1 })
        }
    }
}

/// The arguments of this process, and the name of the subcommand they name.
fn parsed() -> Result<(Cli, String), clap::Error> {
    let mut command = groups::grouped(Cli::command());
    let given: Vec<OsString> = std::env::args_os().collect();
    let matches = match command.try_get_matches_from_mut(&given) {
        Err(error) => command.try_get_matches_from_mut(watching(&command, given, error)?)?,
        Ok(matches) => matches,
    };
    let name = matches.subcommand_name().unwrap_or("follow").to_owned();
    // Clap's own `args_conflicts_with_subcommands` would bar global options too.
    let own = command.get_arguments().find(|arg| {
        !arg.is_global_set() && matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    });
    if let Some(arg) = own.filter(|_| matches.subcommand_name().is_some()) {
        let option = arg.get_long().unwrap_or_default().to_owned();
        let known = command
            .find_subcommand(&name)
            .is_some_and(|sub| sub.get_arguments().any(|theirs| theirs.get_long() == Some(option.as_str())));
        if known {
            let matches = command.try_get_matches_from_mut(behind(std::env::args_os().collect(), &name))?;
            return Ok((Cli::from_arg_matches(&matches)?, name));
        }
        let why = format!("the subcommand '{name}' cannot be used with '--{option}'");
        return Err(command.error(ErrorKind::ArgumentConflict, why));
    }
    Ok((Cli::from_arg_matches(&matches)?, name))
}

/// The arguments where a file stands for the subcommand: `talk.jsonl` is `watch talk.jsonl`.
fn watching(
    command: &clap::Command,
    mut args: Vec<OsString>,
    error: clap::Error,
) -> Result<Vec<OsString>, clap::Error> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return Err(error) };
    let mut before = args.iter().skip(1).take_while(|arg| *arg != given.as_str());
    if !names_file(Path::new(given)) || before.any(|arg| command.find_subcommand(arg).is_some()) {
        return Err(error);
    }
    args.insert(1, "watch".into());
    Ok(args)
}

/// Whether an argument names a file, also one that does not exist yet, and is no mistyped subcommand.
fn names_file(given: &Path) -> bool {
    given.exists() || given.extension().is_some() || given.parent().is_some_and(|parent| parent != Path::new(""))
}

/// The arguments with the options before the subcommand put behind it: `--theme light demo` is `demo --theme light`.
fn behind(mut args: Vec<OsString>, name: &str) -> Vec<OsString> {
    if let Some(at) = args.iter().skip(1).position(|arg| arg == name) {
        args.get_mut(1..=at + 1).unwrap_or_default().rotate_right(1);
    }
    args
}

/// Prints help and version as clap renders them, and a usage error, which repeats arguments, as safe text.
fn report_usage_error(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        eprintln!("deltamind: {}", SafeText::line(&usage_line(error)).as_str());
        let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
        let called = args.first().is_some_and(|a| a == "hook") && hook::is_event(&args);
        return if called { ExitCode::SUCCESS } else { ExitCode::from(1) };
    }
    // A closed stdout leaves no one to report to.
    let _ = error.print();
    ExitCode::SUCCESS
}

/// A usage error on one line, with the command whose help says more.
fn usage_line(error: &clap::Error) -> String {
    let mut command = &Cli::command();
    let mut path = "deltamind".to_owned();
    // Only known commands: other arguments may hold anything.
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
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        said = format!("choose {} or {last}", others.join(", "));
    } else {
        let text = error.render().to_string();
        for line in text.lines() {
            if line.starts_with("Usage:") || line.starts_with("For more information") {
                break;
            }
            let line = line.trim().trim_start_matches("error: ");
            let gap = if said.is_empty() || line.is_empty() || said.ends_with("; ") { "" } else { " " };
            said = if line.is_empty() && !said.is_empty() {
                format!("{}; ", said.trim_end_matches("; "))
            } else {
                said + gap + line
            };
        }
    }
    let hint = if lacks_from(command, error) { "; put --from before the file of a transcript" } else { "" };
    format!("{}{hint}; `{path} --help` says more", said.trim_end_matches("; "))
}

/// Whether a file is given without the option it belongs to: `export talk.jsonl`.
fn lacks_from(command: &clap::Command, error: &clap::Error) -> bool {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return false };
    let reads = command.get_arguments().any(|argument| argument.get_long() == Some("from"));
    error.kind() == ErrorKind::UnknownArgument && reads && std::path::Path::new(given).is_file()
}

/// Prints to stdout. A closed pipe is not an error.
fn put(text: &str) -> anyhow::Result<u8> {
    put_with(|out| out.write_all(text.as_bytes()))
}

/// Bytes of output that are collected before they are written.
const OUT_BYTES: usize = 64 << 10;

/// Prints to stdout what `write` writes, as it is made. A closed pipe is not an error.
fn put_with(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> anyhow::Result<u8> {
    let mut out = std::io::BufWriter::with_capacity(OUT_BYTES, std::io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(0),
        done => done.map(|()| 0).context("stdout cannot be written to"),
    }
}

/// A usage error, in words for the person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Parses a whole number.
fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "a whole number from 0 on is wanted".to_owned())
}

/// Parses a whole number that is not 0.
fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "a whole number from 1 on is wanted".to_owned())
}

/// Parses columns and rows, as `100x30`.
fn size(text: &str) -> Result<(u16, u16), String> {
    const MOST: u16 = 1000;
    let (width, height) = text.split_once('x').ok_or("a size is COLUMNSxROWS, as 100x30")?;
    match (width.parse(), height.parse()) {
        (Ok(width @ 1..=MOST), Ok(height @ 1..=MOST)) => Ok((width, height)),
        _ => Err(format!("columns and rows are numbers from 1 to {MOST}")),
    }
}

/// Where a drawn frame goes: a file, or `-` for stdout.
type Out = PathBuf;

/// An error with its causes, without those that it names itself.
fn in_words(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |said, cause| match cause.to_string() {
        cause if said.is_empty() => cause,
        cause if said.contains(&cause) => said,
        cause => format!("{said}: {cause}"),
    })
}
