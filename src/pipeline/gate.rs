//! Defines pass 0: the kinds of change a turn may hold, from the cues of its clauses. It favours recall: a turn passed
//! needlessly costs microseconds, a turn stopped is lost.

use serde::Serialize;

use super::clause::rules::Class;
use super::clause::{Clause, Cue, ReadTurn};
use crate::state::TurnId;

words! {
    /// A kind of change a turn may hold. A revision changes something settled, a supersession drops it.
    GateClass {
        Goal = "goal", Decision = "decision", Constraint = "constraint", Task = "task", Revision = "revision",
        Supersession = "supersession", Fact = "fact", Hypothesis = "hypothesis", Branch = "branch", Noop = "noop",
    }
}

/// The gate's result for one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GateResult {
    pub turn_id: TurnId,
    /// The kinds it may hold; `noop` alone when there are none.
    pub signals: Vec<GateClass>,
    /// Whether it goes on to pass 1.
    pub gated: bool,
}

/// Turns of at least this many words pass without a cue: a plain statement can carry a fact or a choice.
const PLAIN_WORDS: usize = 5;

/// The kinds of change a clause may carry, by its cues.
fn classes(clause: &Clause) -> [(GateClass, bool); 9] {
    let cues = clause.cues;
    let rule = [Class::Obligation, Class::Prohibition, Class::Permission];
    [
        (GateClass::Goal, cues.has(Cue::Goal)),
        (GateClass::Decision, cues.class(Class::Commitment) || cues.class(Class::Answer)),
        (GateClass::Constraint, rule.into_iter().any(|c| cues.class(c))),
        (GateClass::Task, cues.class(Class::Request) || cues.class(Class::Completion)),
        (GateClass::Revision, cues.class(Class::Correction)),
        (GateClass::Supersession, cues.any(&[Cue::DropIt, Cue::InsteadOf])),
        (GateClass::Fact, cues.class(Class::Finding) || cues.has(Cue::UsesFact)),
        (GateClass::Hypothesis, cues.class(Class::Hedge) || clause.asks),
        (GateClass::Branch, cues.class(Class::Option) || cues.class(Class::Offer)),
    ]
}

/// Runs pass 0 over a turn.
pub fn gate(read: &ReadTurn) -> GateResult {
    let mut signals = Vec::new();
    let mut words = 0;
    for clause in &read.clauses {
        words += clause.words();
        for (class, seen) in classes(clause) {
            if seen && !signals.contains(&class) {
                signals.push(class);
            }
        }
    }
    if signals.is_empty() && words >= PLAIN_WORDS {
        signals.push(GateClass::Fact);
    }
    let gated = !signals.is_empty();
    if !gated {
        signals.push(GateClass::Noop);
    }
    GateResult { turn_id: read.turn_id.clone(), signals, gated }
}
