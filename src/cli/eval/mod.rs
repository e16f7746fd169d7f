//! Defines `deltamind eval GOLD...`: measures precision and recall on labelled sessions.

mod outputs;
mod replay;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::Value;

use super::gold::{load, weights};
use super::{Usage, put};
use crate::lab::folds::{self, TooFewSessions};
use crate::lab::measure::measure;
use crate::lab::scoreboard::board::{ScoreRow, Scoreboard};
use crate::lab::scoreboard::tune;
use crate::lab::train::Fold;
use crate::pipeline::{Pipeline, Thresholds};
use crate::state::ReaderTrust;
use crate::text::SafeText;
use crate::words::listed;
use replay::Replaying;

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind eval fixtures/labelled
  deltamind eval fixtures/labelled --held")]
pub struct EvalArgs {
    /// Folders of labelled sessions (NAME.gold.json beside NAME.turns.jsonl) or of written dialogues (NAME.json with
    /// turns, expectedDeltas, expectedQueries), or single files of these.
    #[arg(required_unless_present = "outputs")]
    gold: Vec<PathBuf>,
    /// Measure what is handed on of the sessions in this folder (memories, context, proposals, flagged calls) against
    /// NAME.expected.json, with the board NAME.TODO.md.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["gold", "held", "folds", "ablate", "tune", "model"])]
    outputs: Option<PathBuf>,
    /// Count what is held for you as if it were accepted.
    #[arg(long)]
    held: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print every hit (TP), false alarm (FP), miss (MISS) and trap (TRAP) before the tables.
    #[arg(long, conflicts_with = "json")]
    dump: bool,
    /// Use these weights instead of the compiled-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Learn anew without the tested sessions: one session at a time, or all of one repository (the part of the
    /// name before `__`).
    #[arg(long, value_name = "BY", value_parser = fold, conflicts_with = "weights")]
    folds: Option<Fold>,
    /// Leave out each group of features (learning anew by folds) and each rule (same weights), and print what is lost.
    #[arg(long, conflicts_with_all = ["tune", "held", "dump", "weights"])]
    ablate: bool,
    /// Print, by kind of change, which cuts on confidence would be best on these sessions (by folds). Changes nothing.
    #[arg(long, conflicts_with_all = ["held", "dump", "weights"])]
    tune: bool,
    /// How often what is accepted should be right, in percent.
    #[arg(long, value_name = "PERCENT", requires = "tune", default_value_t = 65, value_parser = clap::value_parser!(u8).range(1..=100))]
    precision: u8,
    /// Ask this language model too: what it adds, what the guards keep out, what it costs, and whether it is safe.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["folds", "ablate", "tune", "held"])]
    model: Option<String>,
    /// Allow a model's server on another machine: the sessions are sent there.
    #[arg(long, requires = "model")]
    allow_remote_model: bool,
    /// Keep the measurement of the model in `measured.toml` beside your settings.
    #[arg(long, requires = "model")]
    save: bool,
    /// Play recorded answers instead of asking a model: FOLDER/NAME/*.json for each session NAME, in order.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["folds", "ablate", "tune", "model"])]
    replay: Option<PathBuf>,
    /// Make so many of a hundred recorded changes wrong, the same ones each time: another kind, another target, the
    /// words of another turn, or a trap that is taken for settled.
    #[arg(long, value_name = "PERCENT", requires = "replay", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    damage: u8,
    /// Trust the recorded answers as those of a modest model.
    #[arg(long, requires = "replay")]
    modest: bool,
}

fn fold(word: &str) -> Result<Fold, String> {
    Fold::from_word(word).ok_or_else(|| format!("known: {}", listed(Fold::ALL)))
}

/// Reads every session and prints the scores.
pub fn run(args: &EvalArgs) -> Result<u8> {
    if let Some(folder) = &args.outputs {
        return outputs(args, folder);
    }
    let (sessions, _) = load(&args.gold)?;
    let fold = args.folds.unwrap_or_else(|| folds::default_fold(&sessions));
    if args.ablate {
        let table = folds::ablate(&sessions, fold, progress).map_err(|fault| too_few(&fault))?;
        return print(args.json, table.json(), &table.markdown());
    }
    if args.tune {
        let tuner = folds::tune(&sessions, fold).map_err(|fault| too_few(&fault))?;
        let (now, asked) = (Thresholds::default(), f32::from(args.precision));
        return print(args.json, tune::json(&tuner, &now, asked), &tune::markdown(&tuner, &now, asked));
    }
    let fixed = fixed(args)?;
    if let Some(name) = &args.model {
        let options = super::models::measuring(name, args.allow_remote_model);
        let report = super::models::measured(&sessions, &fixed, &options, false)?;
        let lines = if args.dump { report.dump() } else { String::new() };
        if args.save {
            super::models::save(&report)?;
        }
        return print(args.json, report.json(), &(lines + &report.markdown()));
    }
    let pipelines = match args.folds {
        Some(fold) => {
            folds::learned_without(&sessions, fold, Thresholds::default(), |_| true).map_err(|fault| too_few(&fault))?
        }
        None => vec![fixed; sessions.len()],
    };
    let replaying = replaying(args);
    let mut board = Scoreboard::default();
    for (labelled, pipeline) in sessions.iter().zip(pipelines) {
        let session = match &replaying {
            Some(replaying) => replay::read(labelled, pipeline, replaying)?,
            None => folds::read(labelled, pipeline),
        };
        let score = measure(&labelled.gold, &session, args.held);
        board.push(ScoreRow { name: labelled.gold.name.clone(), turns: labelled.gold.turns.len(), score });
    }
    let dump = dumped(args.dump, &board.total().dump);
    print(args.json, board.json(), &(dump + &board.markdown()))
}

fn outputs(args: &EvalArgs, folder: &Path) -> Result<u8> {
    let board = outputs::measure(folder, &fixed(args)?, replaying(args).as_ref())?;
    let dump = dumped(args.dump, &board.dump());
    print(args.json, board.json(), &(dump + &board.markdown()))
}

/// The pipeline with the weights that were named, else the compiled-in ones.
fn fixed(args: &EvalArgs) -> Result<Pipeline> {
    Ok(match &args.weights {
        Some(path) => Pipeline::with(weights(path)?, Thresholds::default()),
        None => Pipeline::default(),
    })
}

fn replaying(args: &EvalArgs) -> Option<Replaying<'_>> {
    let trust = if args.modest { ReaderTrust::MODEST } else { ReaderTrust::capable() };
    args.replay.as_deref().map(|folder| Replaying { folder, damage: args.damage.into(), trust })
}

/// The lines of a dump, safe, with an empty line behind them; empty where none is wanted.
fn dumped(wanted: bool, lines: &[String]) -> String {
    if !wanted {
        return String::new();
    }
    let lines: Vec<String> = lines.iter().map(|line| SafeText::line(line).into_string() + "\n").collect();
    lines.concat() + "\n"
}

fn print(as_json: bool, mut value: Value, text: &str) -> Result<u8> {
    if as_json {
        crate::session::export::neutralise(&mut value);
        return put(&format!("{value}\n"));
    }
    put(SafeText::block(text).as_str())
}

/// Shows the current step on stderr; stdout is for the results.
fn progress(step: &str) {
    let mut err = std::io::stderr();
    if err.is_terminal() {
        let _ = write!(err, "\r\x1b[K{step}"); // only a courtesy
    }
}

fn too_few(fault: &TooFewSessions) -> anyhow::Error {
    Usage(fault.to_string()).into()
}
