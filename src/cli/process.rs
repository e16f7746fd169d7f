//! Defines `deltamind process FILE`: the whole pipeline over a transcript, without a screen.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::put;
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::export::neutralise;
use crate::session::report::{Report, table};
use crate::session::{Budget, Session};
use crate::transcript::read_file;

/// Arguments of `process`.
#[derive(Debug, Args)]
pub struct ProcessArgs {
    /// The transcript.
    file: PathBuf,
    /// Print one JSON object: items, accepted, held, merged, rejected, gateResults, context, stats.
    #[arg(long)]
    json: bool,
    /// Take the entries in batches of this many; the result is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Budget of the context export, in characters.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    max_chars: usize,
    /// Use these weights instead of the compiled-in ones; `train` makes them.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Reads the file and prints what it decided.
pub fn run(args: &ProcessArgs) -> Result<u8> {
    let read = read_file(&args.file)?;
    let settings = super::config::settings();
    for fault in &settings.faults {
        eprintln!("deltamind: {fault}");
    }
    let thresholds = Thresholds::of(&settings.config);
    let pipeline = match &args.weights {
        Some(path) => Pipeline::with(super::gold::weights(path)?, thresholds),
        None => Pipeline::with_thresholds(thresholds),
    };
    let mut session = Session::with_pipeline(read.meta, pipeline);
    let mut entries = read.entries.into_iter().peekable();
    while entries.peek().is_some() {
        session.ingest(entries.by_ref().take(args.batch as usize));
    }
    if !args.json {
        return put(&table(&session));
    }
    let mut value = serde_json::to_value(Report::of(&session, Budget::Chars(args.max_chars)))
        .context("the report cannot be written as JSON")?;
    neutralise(&mut value);
    put(&format!("{value}\n"))
}
