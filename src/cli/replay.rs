//! Defines `deltamind replay`: the log, line by line.

use anyhow::Result;
use clap::Args;

use super::explain::line_row;
use super::saved::{SessionSource, json_line, table};
use super::{number, put};
use crate::state::LogLine;
use crate::store::LineType;
use crate::words::listed;

/// Lines printed at once, so that a closed pipe ends the command early.
const AT_ONCE: usize = 256;

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind replay --since 40
  deltamind replay --type rejected | head
  deltamind replay --json --from session.jsonl")]
pub struct ReplayArgs {
    #[command(flatten)]
    which: SessionSource,
    /// Only lines after the change of this number.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    since: u64,
    /// Only lines of this type: accepted, rejected, merged, held, person, file, checkpoint, model.
    #[arg(long = "type", value_name = "TYPE", value_parser = line_type)]
    kind: Option<LineType>,
}

fn line_type(word: &str) -> Result<LineType, String> {
    LineType::from_word(word).ok_or_else(|| format!("known types: {}", listed(LineType::ALL)))
}

/// Prints the lines.
pub fn run(args: &ReplayArgs) -> Result<u8> {
    let session = args.which.get()?.session;
    // A line that changed nothing carries the number it found, so 0 asks for all of them.
    let since = session.log().iter().filter(|line| args.since == 0 || line.seq() > args.since);
    let lines: Vec<&LogLine> = since.filter(|line| args.kind.is_none_or(|k| LineType::of(line) == k)).collect();
    for chunk in lines.chunks(AT_ONCE) {
        let text = if args.which.json {
            chunk.iter().map(json_line).collect::<Result<String>>()?
        } else {
            table(&chunk.iter().map(|line| line_row(&session, line)).collect::<Vec<_>>())
        };
        put(&text)?;
    }
    Ok(0)
}
