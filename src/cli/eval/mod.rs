//! Defines `deltamind eval GOLD...`: how right the program is on labelled sessions.

mod instruments;
mod model;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;

use super::gold::{Labelled, load, weights};
use super::{Usage, put};
use crate::lab::measure::measure;
use crate::lab::scoreboard::board::{Board, Row};
use crate::lab::scoreboard::tune;
use crate::lab::train::{Example, Fold, Recipe, examples, learn};
use crate::pipeline::scorer::Group;
use crate::pipeline::scorer::model::Header;
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;
use crate::text::SafeText;

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// Folders of labelled sessions (NAME.gold.json beside NAME.turns.jsonl) or of written dialogues (NAME.json with
    /// turns, expectedDeltas, expectedQueries), or single files of these.
    #[arg(required = true)]
    gold: Vec<PathBuf>,
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
}

fn fold(word: &str) -> Result<Fold, String> {
    let known = || Fold::ALL.iter().map(|f| f.word()).collect::<Vec<_>>().join(", ");
    Fold::from_word(word).ok_or_else(|| format!("known: {}", known()))
}

/// Reads every session and prints how it came out.
pub fn run(args: &EvalArgs) -> Result<u8> {
    let (sessions, _) = load(&args.gold)?;
    if args.ablate {
        let table = instruments::ablate(&sessions, args.folds.unwrap_or_else(|| usual(&sessions)))?;
        return print(args.json, table.json(), &table.markdown());
    }
    if args.tune {
        let tuner = instruments::tune(&sessions, args.folds.unwrap_or_else(|| usual(&sessions)))?;
        let (now, asked) = (Thresholds::default(), f32::from(args.precision));
        return print(args.json, tune::json(&tuner, &now, asked), &tune::markdown(&tuner, &now, asked));
    }
    let fixed = match &args.weights {
        Some(path) => Pipeline::with(weights(path)?, Thresholds::default()),
        None => Pipeline::default(),
    };
    if let Some(name) = &args.model {
        let options = super::models::measuring(name, args.allow_remote_model);
        let report = model::run(&sessions, &fixed, &options)?;
        let lines = if args.dump { report.dump() } else { String::new() };
        return print(args.json, report.json(), &(lines + &report.markdown()));
    }
    let pipelines = match args.folds {
        Some(fold) => learned_without(&sessions, fold, Thresholds::default(), |_| true)?,
        None => vec![fixed; sessions.len()],
    };
    let mut board = Board::default();
    for (labelled, pipeline) in sessions.iter().zip(pipelines) {
        let session = read(labelled, pipeline);
        let score = measure(&labelled.gold, &session, args.held);
        board.push(Row { name: labelled.gold.name.clone(), turns: labelled.gold.turns.len(), score });
    }
    let mut out = String::new();
    if args.dump {
        for line in &board.total().dump {
            out.push_str(SafeText::line(line).as_str());
            out.push('\n');
        }
        out.push('\n');
    }
    out.push_str(&board.markdown());
    print(args.json, board.json(), &out)
}

fn print(as_json: bool, mut value: Value, text: &str) -> Result<u8> {
    if as_json {
        crate::session::export::neutralise(&mut value);
        return put(&format!("{value}\n"));
    }
    put(SafeText::block(text).as_str())
}

/// A labelled session, read to its end.
fn read(labelled: &Labelled, pipeline: Pipeline) -> Session {
    let mut session = Session::with_pipeline(labelled.meta.clone(), pipeline);
    session.ingest(labelled.entries.iter().cloned());
    session
}

/// Folds by repository where the sessions are of several, else by session.
fn usual(sessions: &[Labelled]) -> Fold {
    let first = sessions.first().map(|s| Fold::Repo.of(&s.gold.name));
    let named = sessions.iter().all(|s| s.gold.name.contains("__"));
    let several = sessions.iter().any(|s| Some(Fold::Repo.of(&s.gold.name)) != first);
    if named && several { Fold::Repo } else { Fold::Session }
}

/// For each session a pipeline that learned from the others, by the features of the groups to `keep`.
fn learned_without(
    sessions: &[Labelled],
    fold: Fold,
    cuts: Thresholds,
    keep: impl Fn(Group) -> bool,
) -> Result<Vec<Pipeline>> {
    let recipe = Recipe::default();
    let mut all: Vec<Vec<Example>> = sessions.iter().map(|s| examples(&s.gold, recipe)).collect();
    for example in all.iter_mut().flatten() {
        // What was not learned weighs nothing when a clause is scored.
        example.features.0.retain(|(_, group, _)| keep(*group));
    }
    let group = |s: &Labelled| fold.of(&s.gold.name).to_owned();
    let mut done: Vec<(String, Pipeline)> = Vec::new();
    for session in sessions {
        let tested = group(session);
        if done.iter().any(|(name, _)| *name == tested) {
            continue;
        }
        let others = sessions.iter().zip(&all).filter(|(s, _)| group(s) != tested);
        let examples: Vec<&Example> = others.flat_map(|(_, e)| e).collect();
        if examples.is_empty() {
            let why = format!("--folds {fold} needs at least two: without {tested} nothing is left to learn from");
            return Err(Usage(why).into());
        }
        let weights = Arc::new(learn(&examples, recipe, Header::default()));
        done.push((tested, Pipeline::with(weights, cuts)));
    }
    let of = |s| done.iter().find(|(name, _)| *name == group(s)).map(|(_, p)| p.clone());
    sessions.iter().map(|s| of(s).context("a session belongs to no fold")).collect()
}
