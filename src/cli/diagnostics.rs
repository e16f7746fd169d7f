//! Defines the diagnostics log: a file, named by the person, with the events of the program in order.
//!
//! Any room outside the pure ones may record an event with the macros of `tracing`. Without a subscriber such an event
//! costs one comparison, so nothing is computed while the log is off. Events hold names, paths, counts, times and
//! errors, never what was said in a session; each record is redacted as a whole before it is written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::saved::{environment, without_codes};
use crate::text::SafeText;

/// Names the log file where `--log` does not.
const FILE_VARIABLE: &str = "DELTAMIND_LOG";
/// Names the level where `--log-level` does not.
const LEVEL_VARIABLE: &str = "DELTAMIND_LOG_LEVEL";

/// Which diagnostics are recorded, and where.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Diagnostics")]
pub struct LogOptions {
    /// Append a diagnostics log to this file; the variable DELTAMIND_LOG does the same.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Log this level and above: error, warn, info, debug or trace [default: info]; or DELTAMIND_LOG_LEVEL.
    #[arg(long, global = true, value_name = "LEVEL", value_parser = level)]
    log_level: Option<LevelFilter>,
}

fn level(word: &str) -> Result<LevelFilter, String> {
    LevelFilter::from_str(word).map_err(|_| "known levels: error, warn, info, debug, trace".to_owned())
}

impl LogOptions {
    /// The log file, if the log is on.
    pub fn file(&self) -> Option<PathBuf> {
        self.log.clone().or_else(|| std::env::var_os(FILE_VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from))
    }

    /// The level from the option, else from the environment, else info.
    fn level(&self) -> Result<LevelFilter, String> {
        match (self.log_level, std::env::var(LEVEL_VARIABLE)) {
            (Some(level), _) => Ok(level),
            (None, Ok(word)) if !word.is_empty() => level(&word).map_err(|why| format!("{LEVEL_VARIABLE}: {why}")),
            _ => Ok(LevelFilter::INFO),
        }
    }

    /// Opens the log if there is to be one, and records that the program began. A log that cannot be opened is reported
    /// on stderr and stops nothing.
    pub fn start(&self, command: &str) {
        let Some(path) = self.file() else { return };
        if let Err(why) = self.level().and_then(|level| record_to(&path, level)) {
            eprintln!("deltamind: no diagnostics are logged: {}", SafeText::line(&why).as_str());
            return;
        }
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            os = std::env::consts::OS,
            arch = std::env::consts::ARCH,
            pid = std::process::id(),
            command,
            "started"
        );
    }
}

/// Has every event of this program at or above `level` appended to the file at `path`.
fn record_to(path: &Path, level: LevelFilter) -> Result<(), String> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file =
        options.open(path).map_err(|why| without_codes(&format!("{} cannot be written ({why})", path.display())))?;
    let ours = Targets::new().with_target(env!("CARGO_CRATE_NAME"), level);
    let layer = fmt::layer().with_ansi(false).with_writer(RedactingFile { file }).with_filter(ours);
    tracing_subscriber::registry().with(layer).try_init().map_err(|why| why.to_string())?;
    record_panics();
    Ok(())
}

/// Records where the program panicked. The message may quote a session, so it is left out.
fn record_panics() {
    let former = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        tracing::error!(place, "panicked");
        former(info);
    }));
}

/// A file to which only redacted records are appended.
struct RedactingFile {
    file: File,
}

impl<'a> MakeWriter<'a> for RedactingFile {
    type Writer = &'a RedactingFile;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

impl Write for &RedactingFile {
    /// Takes one whole record, as `fmt` hands it over. One call appends it, so records of two processes do not mix.
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let line = shareable(&String::from_utf8_lossy(record)) + "\n";
        (&self.file).write_all(line.as_bytes())?;
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}

/// One line fit for a bug report: no secrets, no control characters, and `~` for the person's home directory.
pub fn shareable(text: &str) -> String {
    without_home(SafeText::line(text).as_str())
}

/// The text with `~` in place of the person's home directory.
pub fn without_home(text: &str) -> String {
    let home = environment().home.map(|home| home.display().to_string()).filter(|home| home.len() > 1);
    let Some(home) = home else { return text.to_owned() };
    // Claude Code names a project's folder after its path, with `-` for all but letters and digits.
    let as_name: String = home.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    without_folder(&without_folder(text, &home, "~"), &as_name, "-~")
}

/// The text with `short` in place of `folder`, where that is a whole path or the beginning of one.
fn without_folder(text: &str, folder: &str, short: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(folder) {
        let longer_name = after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        out.push_str(before);
        out.push_str(if longer_name { folder } else { short });
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_directory_is_shortened_only_where_it_is_one() {
        for (text, expected) in [
            ("at /home/ann/x and /home/ann", "at ~/x and ~"),
            ("/home/anna/x", "/home/anna/x"),
            ("path=\"/home/ann\"", "path=\"~\""),
            ("nothing here", "nothing here"),
        ] {
            assert_eq!(without_folder(text, "/home/ann", "~"), expected);
        }
    }

    #[test]
    fn levels_are_spelled_as_in_the_help() {
        for word in ["error", "warn", "info", "debug", "trace"] {
            assert!(level(word).is_ok(), "{word}");
        }
        assert!(level("loud").is_err());
    }
}
