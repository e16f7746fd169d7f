//! Defines the fields that only one kind of delta has: hardness and mode of a constraint, alternatives of a branch or a
//! decision, resolution of a task, scope.

use super::super::clause::rules::Class;
use super::super::clause::{Clause, Cue};
use super::super::scorer::Family;
use super::Draft;
use super::clauses::TurnContext;
use super::options::{alternatives, not_chosen};
use crate::state::{DeltaKind, ItemKind, Mode, Resolution, Scope};
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
            draft.delta.details.alternatives = alternatives(turn.read, clause);
            if draft.delta.details.alternatives.len() < 2 {
                draft.delta.kind = DeltaKind::HypothesisIntroduced;
                draft.delta.item_kind = clause.asks.then_some(ItemKind::OpenQuestion);
                draft.delta.details.alternatives.clear();
            }
        }
        Family::Decision => draft.delta.details.alternatives = not_chosen(clause),
        Family::Fact if clause.cues.has(Cue::RiskWord) => draft.delta.item_kind = Some(ItemKind::Risk),
        Family::Fact if clause.cues.has(Cue::DependsOn) => draft.delta.item_kind = Some(ItemKind::Dependency),
        _ => {}
    }
    draft.delta.scope = scope(draft.delta.kind, std::iter::once(clause));
}

/// How far a change reaches, by the words of its clauses; `None` where they do not say. Work has no reach.
pub fn scope<'c>(kind: DeltaKind, mut clauses: impl Iterator<Item = &'c Clause>) -> Option<Scope> {
    use DeltaKind::{ConstraintAdded, DecisionMade, FactLearned};
    if !matches!(kind, ConstraintAdded | DecisionMade | FactLearned) {
        return None;
    }
    let reach = |clause: &Clause| match () {
        () if clause.cues.has(Cue::Durable) => Some(Scope::Durable),
        () if clause.cues.has(Cue::ProjectWide) => Some(Scope::Project),
        () => None,
    };
    clauses.find_map(reach)
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
