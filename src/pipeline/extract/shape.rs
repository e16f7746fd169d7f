//! Defines the fields that only one kind of delta has: hardness and mode of a constraint, alternatives of a branch or a
//! decision, resolution of a task, scope.

use super::super::clause::rules::Class;
use super::super::clause::{Clause, Cue};
use super::super::scorer::Family;
use super::Draft;
use super::clauses::TurnContext;
use super::options::{alternatives, not_chosen};
use crate::state::{DeltaKind, Mode, Resolution, Scope};
use crate::transcript::Role;

/// Fills in the fields of the draft's kind.
pub(super) fn shape(draft: &mut Draft, turn: TurnContext<'_>, clause: &Clause, family: Family) {
    match family {
        Family::Constraint => {
            let hard = clause.cues.any(&[Cue::Must, Cue::NotAllowed, Cue::Never, Cue::Always]);
            draft.delta.hard = Some(hard && turn.read.role == Role::User);
            draft.delta.mode = Some(mode(clause)); // used only when the constraint is a revision
        }
        Family::Closed => {
            let dropped = clause.cues.has(Cue::DropIt) && !clause.cues.class(Class::Completion);
            draft.delta.resolution = Some(if dropped { Resolution::Abandoned } else { Resolution::Completed });
        }
        Family::Branch => {
            draft.delta.alternatives = alternatives(turn.read, clause);
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

/// How a constraint changes, by its words.
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
