//! Defines `deltamind eval GOLD...`: how right the program is on labelled sessions.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::gold::{Labelled, load, weights};
use super::{Usage, put};
use crate::pipeline::scoreboard::board::{Board, Row};
use crate::pipeline::scorer::model::Header;
use crate::pipeline::scorer::train::{Example, Fold, Recipe, examples, learn};
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;
use crate::session::measure::measure;
use crate::text::SafeText;

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// Folders of labelled sessions (NAME.gold.json beside NAME.turns.jsonl), or single .gold.json files.
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
}

fn fold(word: &str) -> Result<Fold, String> {
    let known = || Fold::ALL.iter().map(|f| f.word()).collect::<Vec<_>>().join(", ");
    Fold::from_word(word).ok_or_else(|| format!("known: {}", known()))
}

/// Reads every session and prints how it came out.
pub fn run(args: &Eval) -> Result<u8> {
    let (sessions, _) = load(&args.gold)?;
    let fixed = match &args.weights {
        Some(path) => Pipeline::with(weights(path)?, Thresholds::default()),
        None => Pipeline::default(),
    };
    let pipelines = match args.folds {
        Some(fold) => learned_without(&sessions, fold)?,
        None => vec![fixed; sessions.len()],
    };
    let mut board = Board::default();
    for (Labelled { gold, meta, entries }, pipeline) in sessions.into_iter().zip(pipelines) {
        let mut session = Session::with_pipeline(meta, pipeline);
        session.ingest(entries);
        let score = measure(&gold, &session, args.held);
        board.push(Row { name: gold.name, turns: gold.turns.len(), score });
    }
    if args.json {
        let mut value = board.json();
        crate::session::export::neutralise(&mut value);
        return put(&format!("{value}\n"));
    }
    let mut out = String::new();
    if args.dump {
        for line in &board.total().dump {
            out.push_str(SafeText::line(line).as_str());
            out.push('\n');
        }
        out.push('\n');
    }
    out.push_str(SafeText::block(&board.markdown()).as_str());
    put(&out)
}

/// For each session a pipeline that learned from the others.
fn learned_without(sessions: &[Labelled], fold: Fold) -> Result<Vec<Pipeline>> {
    let recipe = Recipe::default();
    let all: Vec<Vec<Example>> = sessions.iter().map(|s| examples(&s.gold, recipe)).collect();
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
        done.push((tested, Pipeline::with(weights, Thresholds::default())));
    }
    let of = |s| done.iter().find(|(name, _)| *name == group(s)).map(|(_, p)| p.clone());
    sessions.iter().map(|s| of(s).context("a session belongs to no fold")).collect()
}
