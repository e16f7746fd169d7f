//! Defines cross-validation over labelled sessions: each is read by a pipeline trained on the other folds. Ablation and
//! threshold search use it.

use std::sync::Arc;

use thiserror::Error;

use super::gold::Labelled;
use super::measure::{emitted, measure};
use super::scoreboard::ablation::{Ablation, Pair};
use super::scoreboard::tune::{SEEN_FROM, Tuner};
use super::train::{Example, Fold, Recipe, examples, learn};
use crate::pipeline::clause::rules::RULES;
use crate::pipeline::clause::{self, CueSet};
use crate::pipeline::scorer::model::Header;
use crate::pipeline::scorer::{Family, Group};
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;

/// No session is left for training beside the tested fold.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("--folds {fold} needs at least two: without {tested} nothing is left to learn from")]
pub struct TooFewSessions {
    fold: Fold,
    tested: String,
}

/// Reads a labelled session to its end.
pub fn read(labelled: &Labelled, pipeline: Pipeline) -> Session {
    let mut session = Session::with_pipeline(labelled.meta.clone(), pipeline);
    session.ingest(labelled.entries.iter().cloned());
    session
}

/// The default unit of cross-validation: the repository if the sessions belong to several, else the session.
pub fn default_fold(sessions: &[Labelled]) -> Fold {
    let first = sessions.first().map(|s| Fold::Repo.of(&s.gold.name));
    let named = sessions.iter().all(|s| s.gold.name.contains("__"));
    let several = sessions.iter().any(|s| Some(Fold::Repo.of(&s.gold.name)) != first);
    if named && several { Fold::Repo } else { Fold::Session }
}

/// For each session a pipeline trained on the other folds, with the groups of features to `keep`.
pub fn learned_without(
    sessions: &[Labelled],
    fold: Fold,
    thresholds: Thresholds,
    keep: impl Fn(Group) -> bool,
) -> Result<Vec<Pipeline>, TooFewSessions> {
    learned_from(sessions, all_examples(sessions), fold, thresholds, keep)
}

fn all_examples(sessions: &[Labelled]) -> Vec<Vec<Example>> {
    sessions.iter().map(|s| examples(&s.gold, Recipe::default())).collect()
}

/// Like [`learned_without`], with the examples of each session.
fn learned_from(
    sessions: &[Labelled],
    mut all: Vec<Vec<Example>>,
    fold: Fold,
    thresholds: Thresholds,
    keep: impl Fn(Group) -> bool,
) -> Result<Vec<Pipeline>, TooFewSessions> {
    let recipe = Recipe::default();
    for example in all.iter_mut().flatten() {
        // A feature without a learned weight does not count in scoring.
        example.features.0.retain(|(_, group, _)| keep(*group));
    }
    let mut learned: Vec<(&str, Pipeline)> = Vec::new();
    let mut out = Vec::new();
    for session in sessions {
        let tested = fold.of(&session.gold.name);
        if let Some((_, pipeline)) = learned.iter().find(|(name, _)| *name == tested) {
            out.push(pipeline.clone());
            continue;
        }
        let others = sessions.iter().zip(&all).filter(|(s, _)| fold.of(&s.gold.name) != tested);
        let examples: Vec<&Example> = others.flat_map(|(_, e)| e).collect();
        if examples.is_empty() {
            return Err(TooFewSessions { fold, tested: tested.to_owned() });
        }
        let weights = Arc::new(learn(&examples, recipe, Header::default()));
        let pipeline = Pipeline::with(weights, thresholds);
        learned.push((tested, pipeline.clone()));
        out.push(pipeline);
    }
    Ok(out)
}

/// Scores by folds with everything, then without each group of features (trained again), then without each rule's cue
/// (same weights). Calls `progress` before each step.
pub fn ablate(sessions: &[Labelled], fold: Fold, progress: impl Fn(&str)) -> Result<Ablation, TooFewSessions> {
    progress("learning with everything");
    let examples = all_examples(sessions);
    let learned =
        |keep: &dyn Fn(Group) -> bool| learned_from(sessions, examples.clone(), fold, Thresholds::default(), keep);
    let pipelines = learned(&|_| true)?;
    let whole = pairs(sessions, &pipelines);
    let mut out = Ablation { whole: total(&whole), ..Ablation::default() };
    for (n, &group) in Group::ALL.iter().enumerate() {
        progress(&format!("learning without {group} ({} of {})", n + 1, Group::ALL.len()));
        let pipelines = learned(&|g| g != group)?;
        out.groups.push((group.word().to_owned(), total(&pairs(sessions, &pipelines))));
    }
    let present: Vec<CueSet> = sessions.iter().map(cues).collect();
    for (n, rule) in RULES.iter().enumerate() {
        progress(&format!("reading without {} ({} of {})", rule.id, n + 1, RULES.len()));
        let mut one = CueSet::default();
        one.insert(rule.cue);
        let read = sessions.iter().zip(&pipelines).zip(present.iter().zip(&whole));
        let without = read.map(|((session, pipeline), (present, whole))| {
            if present.has(rule.cue) { pair_of(session, pipeline.reset().without(one)) } else { whole.clone() }
        });
        out.rules.push((rule.id.to_owned(), total(&without.collect::<Vec<_>>())));
    }
    progress("");
    Ok(out)
}

/// The cues that some clause of a session has; without another rule it is read the same.
fn cues(session: &Labelled) -> CueSet {
    let mut out = CueSet::default();
    for read in session.gold.turns.iter().map(clause::read) {
        for rule in read.clauses.iter().flat_map(|clause| clause.cues.iter()) {
            out.insert(rule.cue);
        }
    }
    out
}

/// The scores of each session.
fn pairs(sessions: &[Labelled], pipelines: &[Pipeline]) -> Vec<Pair> {
    sessions.iter().zip(pipelines).map(|(session, pipeline)| pair_of(session, pipeline.reset())).collect()
}

fn pair_of(labelled: &Labelled, pipeline: Pipeline) -> Pair {
    let session = read(labelled, pipeline);
    let score = |held| measure(&labelled.gold, &session, held);
    Pair { accepted: score(false), both: score(true) }
}

fn total(pairs: &[Pair]) -> Pair {
    let mut out = Pair::default();
    for pair in pairs {
        out.accepted.absorb(pair.accepted.clone());
        out.both.absorb(pair.both.clone());
    }
    out
}

/// Reads the sessions by folds with a hold threshold so low that every threshold can be tried.
pub fn tune(sessions: &[Labelled], fold: Fold) -> Result<Tuner, TooFewSessions> {
    let mut thresholds = Thresholds::default();
    for &family in Family::ALL {
        // The accept thresholds are kept: closings and revisions need accepted items to change.
        thresholds.put(family, thresholds.get(family).0, SEEN_FROM);
    }
    let mut out = Tuner::default();
    for (labelled, pipeline) in sessions.iter().zip(learned_without(sessions, fold, thresholds, |_| true)?) {
        out.push(&labelled.gold, &emitted(&read(labelled, pipeline), true));
    }
    Ok(out)
}
