//! Defines what only one kind of delta has, read off its clause: a rule's hardness, a branch's alternatives, what a
//! decision did not choose, how a task ended, how far something reaches.

use super::super::clause::rules::Class;
use super::super::clause::{Clause, Cue, ReadTurn};
use super::super::dialogue::label_of;
use super::super::scorer::Family;
use super::clauses::Reading;
use super::{Draft, summary};
use crate::state::{DeltaKind, Mode, Resolution, Scope};
use crate::transcript::Role;

/// Fills in what only this kind of delta has.
pub(super) fn shape(draft: &mut Draft, reading: Reading<'_>, clause: &Clause, family: Family) {
    match family {
        Family::Constraint => {
            let hard = clause.cues.any(&[Cue::Must, Cue::NotAllowed, Cue::Never, Cue::Always]);
            draft.delta.hard = Some(hard && reading.read.role == Role::User);
            draft.delta.mode = Some(mode(clause)); // says something only of a rule that stood before
        }
        Family::Closed => {
            let dropped = clause.cues.has(Cue::DropIt) && !clause.cues.class(Class::Completion);
            draft.delta.resolution = Some(if dropped { Resolution::Abandoned } else { Resolution::Completed });
        }
        Family::Branch => {
            draft.delta.alternatives = alternatives(reading.read, clause);
            if draft.delta.alternatives.len() < 2 {
                draft.delta.kind = DeltaKind::HypothesisIntroduced;
                draft.delta.item_kind = clause.asks.then_some(crate::state::ItemKind::OpenQuestion);
                draft.delta.alternatives.clear();
            }
        }
        Family::Decision => draft.delta.alternatives = not_chosen(clause),
        Family::Fact if clause.cues.has(Cue::RiskWord) => draft.delta.item_kind = Some(crate::state::ItemKind::Risk),
        _ => {}
    }
    if clause.cues.has(Cue::Durable) {
        draft.delta.scope = Some(Scope::Durable);
    } else if clause.cues.has(Cue::ProjectWide) && family == Family::Constraint {
        draft.delta.scope = Some(Scope::Project);
    }
}

/// What a decision names as not chosen: the words after "instead of", "rather than", "over", "not".
fn not_chosen(clause: &Clause) -> Vec<String> {
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let marks = [" instead of ", " rather than ", ", not "];
    let Some(at) = marks.iter().find_map(|m| low.find(m).map(|i| i + m.len())) else { return Vec::new() };
    let rest = plain.get(at..).unwrap_or("");
    let end = rest.find([',', '.', ';', '(', '!', '?', '—', '–']).unwrap_or(rest.len());
    let option = rest.get(..end).unwrap_or("").trim();
    let words = option.split_whitespace().count();
    if (1..=8).contains(&words) { vec![option.to_owned()] } else { Vec::new() }
}

/// The alternatives a branch puts side by side: the labelled items of its turn, else the two sides of its "or".
fn alternatives(read: &ReadTurn, clause: &Clause) -> Vec<String> {
    let labelled: Vec<String> = read
        .clauses
        .iter()
        .filter(|c| c.opens_line && label_of(c).is_some())
        .map(|c| summary::shorten(&summary::plain(c.lead.as_deref().unwrap_or(&c.text)), summary::MAX_CHARS))
        .take(8)
        .collect();
    if labelled.len() >= 2 {
        return labelled;
    }
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let Some((mark, at)) =
        [" vs. ", " vs ", " versus ", ", or ", " or "].iter().find_map(|m| Some((m.len(), low.find(m)?)))
    else {
        return Vec::new();
    };
    let (left, right) = (plain.get(..at).unwrap_or(""), plain.get(at + mark..).unwrap_or(""));
    [left, right]
        .iter()
        .map(|s| summary::shorten(s.trim_matches(|c: char| "?.,: ".contains(c)), 80))
        .filter(|s| !s.is_empty())
        .collect()
}

/// How a constraint changed, by its words.
fn mode(clause: &Clause) -> Mode {
    let low = clause.text.to_lowercase();
    if ["allow", "except", "relax", "loosen", "optional", "no longer", "may "].iter().any(|w| low.contains(w)) {
        Mode::Relaxed
    } else if ["no exception", "tighten", "strict", "at all", "even "].iter().any(|w| low.contains(w)) {
        Mode::Tightened
    } else {
        Mode::Amended
    }
}
