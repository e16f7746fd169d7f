//! Defines what `eval` can do beside measuring: leave parts out one by one, and search for cuts.

use std::io::{IsTerminal, Write};

use anyhow::Result;

use super::super::gold::Labelled;
use super::{learned_without, read};
use crate::lab::measure::{emitted, measure};
use crate::lab::scoreboard::ablation::{Ablation, Pair};
use crate::lab::scoreboard::tune::{SEEN_FROM, Tuner};
use crate::lab::train::Fold;
use crate::pipeline::clause::CueSet;
use crate::pipeline::clause::rules::RULES;
use crate::pipeline::scorer::{Family, Group};
use crate::pipeline::{Pipeline, Thresholds};

/// Tells a person who waits what is being done; the results are for stdout.
fn tell(what: &str) {
    let mut err = std::io::stderr();
    if err.is_terminal() {
        let _ = write!(err, "\r\x1b[K{what}"); // nothing hangs on it
    }
}

fn pair(sessions: &[Labelled], pipelines: &[Pipeline], blind_to: CueSet) -> Pair {
    let mut out = Pair::default();
    for (labelled, pipeline) in sessions.iter().zip(pipelines) {
        let session = read(labelled, pipeline.begun_anew().without(blind_to));
        out.accepted.absorb(measure(&labelled.gold, &session, false));
        out.both.absorb(measure(&labelled.gold, &session, true));
    }
    out
}

/// Learns and scores by folds with everything, then without each group of features, then without each rule's cue.
pub(super) fn ablate(sessions: &[Labelled], fold: Fold) -> Result<Ablation> {
    tell("learning with everything");
    let whole = learned_without(sessions, fold, Thresholds::default(), |_| true)?;
    let mut out = Ablation { whole: pair(sessions, &whole, CueSet::default()), ..Ablation::default() };
    for (n, &group) in Group::ALL.iter().enumerate() {
        tell(&format!("learning without {group} ({} of {})", n + 1, Group::ALL.len()));
        let pipelines = learned_without(sessions, fold, Thresholds::default(), |g| g != group)?;
        out.groups.push((group.word().to_owned(), pair(sessions, &pipelines, CueSet::default())));
    }
    for (n, rule) in RULES.iter().enumerate() {
        tell(&format!("reading without {} ({} of {})", rule.id, n + 1, RULES.len()));
        let mut one = CueSet::default();
        one.insert(rule.cue);
        out.rules.push((rule.id.to_owned(), pair(sessions, &whole, one)));
    }
    tell("");
    Ok(out)
}

/// Reads the sessions by folds with a hold cut so low that every cut can be tried.
pub(super) fn tune(sessions: &[Labelled], fold: Fold) -> Result<Tuner> {
    let mut cuts = Thresholds::default();
    for &family in Family::ALL {
        // What is accepted now stays accepted: closings and revisions need something to change.
        cuts.put(family, cuts.get(family).0, SEEN_FROM);
    }
    let pipelines = learned_without(sessions, fold, cuts, |_| true)?;
    let mut out = Tuner::default();
    for (labelled, pipeline) in sessions.iter().zip(pipelines) {
        let session = read(labelled, pipeline);
        out.push(&labelled.gold, &emitted(&session, true));
    }
    Ok(out)
}
