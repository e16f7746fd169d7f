//! Defines `deltamind process FILE`: the whole pipeline over a transcript, without a screen.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{number, positive, put_with};
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::report::{write_json, write_table};
use crate::session::{Budget, Session};
use crate::transcript::{Meta, read_ahead};

/// Arguments of `process`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind process session.jsonl
  deltamind process session.jsonl --json
  deltamind process session.jsonl --max-chars 2000")]
pub struct ProcessArgs {
    /// The transcript.
    file: PathBuf,
    /// Print one JSON object: items, accepted, held, merged, rejected, gateResults, context, stats.
    #[arg(long)]
    json: bool,
    /// Take the entries in batches of this many; the result is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive, allow_negative_numbers = true)]
    batch: usize,
    /// Budget of the context export, in characters.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = number::<usize>, allow_negative_numbers = true)]
    max_chars: usize,
    /// Use these weights instead of the compiled-in ones; `train` makes them.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Reads the file and prints what it decided.
pub fn run(args: &ProcessArgs) -> Result<u8> {
    let settings = super::config::settings();
    let thresholds = Thresholds::of(&settings.config);
    let pipeline = match &args.weights {
        Some(path) => Pipeline::with(super::gold::weights(path)?, thresholds),
        None => Pipeline::with_thresholds(thresholds),
    };
    let mut session = Session::with_pipeline(Meta::default(), pipeline);
    let cutter = session.cutter();
    let cut = |entry| cutter.cut(entry);
    let read = read_ahead(&args.file, cut, |part| {
        let mut entries = part.into_iter().peekable();
        while entries.peek().is_some() {
            session.ingest_cut(entries.by_ref().take(args.batch));
        }
    })?;
    session.set_meta(read.meta);
    super::config::print_faults(&settings.faults);
    let code = put_with(|out| {
        if args.json { write_json(&session, Budget::Chars(args.max_chars), out) } else { write_table(&session, out) }
    });
    // The program ends: its memory is given back as a whole, not string by string.
    std::mem::forget(session);
    code
}
