//! Defines pass 0: what a turn may hold, from the cues of its clauses. High recall, cheap: a turn that is let through
//! in vain costs microseconds, one that is not let through is lost.

use serde::Serialize;

use super::clause::rules::Class;
use super::clause::{Cue, ReadTurn};
use crate::state::TurnId;

words! {
    /// What a turn may hold.
    GateClass {
        /// An aim.
        Goal = "goal",
        /// A choice.
        Decision = "decision",
        /// A rule.
        Constraint = "constraint",
        /// Work opened or closed.
        Task = "task",
        /// A change to something settled.
        Revision = "revision",
        /// Something dropped.
        Supersession = "supersession",
        /// Knowledge.
        Fact = "fact",
        /// A tentative idea.
        Hypothesis = "hypothesis",
        /// Alternatives.
        Branch = "branch",
        /// Nothing.
        Noop = "noop",
    }
}

/// What the gate says of one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GateResult {
    /// The turn.
    pub turn_id: TurnId,
    /// What it may hold; `noop` alone when nothing.
    pub signals: Vec<GateClass>,
    /// Whether it goes on to pass 1.
    pub gated: bool,
}

/// Turns with this many words and more go on even without a cue: a plain statement can carry a fact or a choice.
const PLAIN_WORDS: usize = 5;

/// Pass 0 over a turn that has been read.
pub fn gate(read: &ReadTurn) -> GateResult {
    let mut signals = Vec::new();
    let mut see = |class: GateClass, seen: bool| {
        if seen && !signals.contains(&class) {
            signals.push(class);
        }
    };
    let mut words = 0;
    for clause in &read.clauses {
        let cues = clause.cues;
        words += clause.words();
        see(GateClass::Goal, cues.has(Cue::Goal));
        see(GateClass::Decision, cues.class(Class::Commitment) || cues.class(Class::Answer));
        see(
            GateClass::Constraint,
            cues.class(Class::Obligation) || cues.class(Class::Prohibition) || cues.class(Class::Permission),
        );
        see(GateClass::Task, cues.class(Class::Request) || cues.class(Class::Completion));
        see(GateClass::Revision, cues.class(Class::Correction));
        see(GateClass::Supersession, cues.any(&[Cue::DropIt, Cue::InsteadOf]));
        see(GateClass::Fact, cues.class(Class::Finding) || cues.has(Cue::UsesFact));
        see(GateClass::Hypothesis, cues.class(Class::Hedge) || clause.asks);
        see(GateClass::Branch, cues.class(Class::Option) || cues.class(Class::Offer));
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
