//! Defines the four passes that turn an [`Entry`](crate::transcript::Entry) into ledger changes:
//! gate, extract, normalize, reconcile.
//!
//! Pure: no file, clock, network or thread. Imperfect input is data: every candidate ends in an
//! [`Outcome`](crate::state::Outcome).

pub mod clause;
pub mod dialogue;
pub mod extract;
pub mod gate;
pub mod gold;
pub mod normalize;
pub mod reconcile;
pub mod resolve;
pub mod scoreboard;
pub mod scorer;
pub mod settle;
pub mod thresholds;

use std::sync::{Arc, LazyLock};

pub use gate::{GateClass, GateResult};
pub use settle::{Desk, Proposed, Target, Verdict};
pub use thresholds::Thresholds;

use crate::state::Ledger;
use crate::transcript::{Role, Signal, SignalBody, Turn};
use clause::ReadTurn;
use dialogue::{Answer, Dialogue, Offer, OfferKind, answer};
use extract::clauses::{Look, Reading, propose};
use extract::{answers, signals};
use scorer::features::{add_after, base_features};
use scorer::{Sight, Weights};

/// The weights in the binary, made by `deltamind train`.
static COMPILED_IN: LazyLock<Arc<Weights>> =
    LazyLock::new(|| Arc::new(Weights::from_bytes(include_bytes!("scorer/weights.bin")).unwrap_or_default()));

/// The passes before the ledger, with what they remember between turns.
#[derive(Debug, Clone)]
pub struct Pipeline {
    weights: Arc<Weights>,
    cuts: Thresholds,
    dialogue: Dialogue,
    /// The features of the last turn, when it was the assistant's: it is looked at again when somebody has spoken.
    pending: Option<Vec<Look>>,
    todos: signals::Todos,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self::with(Arc::clone(&COMPILED_IN), Thresholds::default())
    }
}

impl Pipeline {
    /// A pipeline with these weights and cuts.
    pub fn with(weights: Arc<Weights>, cuts: Thresholds) -> Self {
        Self { weights, cuts, dialogue: Dialogue::default(), pending: None, todos: signals::Todos::new() }
    }

    /// Passes 0 and 1 over one turn: what the gate says, and what the turn (and the one before it, seen in its
    /// light) proposes.
    pub fn read_turn(&mut self, turn: &Turn) -> (GateResult, Vec<Proposed>) {
        let read = Arc::new(clause::read(turn));
        let gate = gate::gate(&read);
        if turn.role == Role::System {
            return (gate, Vec::new());
        }
        let user = turn.role == Role::User;
        let offered = self.dialogue.last_assistant.clone();
        let pick = if user { answers::picked(&read, &self.dialogue.offers).cloned() } else { None };
        let mut out = self.second_look(&read, pick.as_ref());
        if !gate.gated {
            self.dialogue.push(read);
            return (gate, out);
        }
        let mut looks = self.look(&read);
        let mut decided = Vec::new();
        if let (Some(pick), Some(offered)) = (&pick, &offered) {
            out.extend(answers::decide(&read, offered, &self.dialogue.offers, pick));
            decided.push(0);
        }
        for (look, clause) in looks.iter_mut().zip(&read.clauses) {
            let mut all = look.features.clone();
            add_after(Sight { read: &read, clause, before: &self.dialogue, after: None }, &mut all);
            look.scores = self.weights.score(&all);
        }
        let reading = Reading {
            read: &read,
            answer: None,
            offered: offered.as_deref().filter(|_| user).map(|o| (o, self.dialogue.offers.as_slice())),
            cuts: &self.cuts,
            weights: &self.weights,
            early: !user,
            decided: &decided,
        };
        out.extend(propose(reading, &looks));
        self.pending = (!user).then_some(looks);
        self.dialogue.push(read);
        (gate, out)
    }

    fn look(&self, read: &ReadTurn) -> Vec<Look> {
        let sight = |clause| Sight { read, clause, before: &self.dialogue, after: None };
        read.clauses
            .iter()
            .map(|c| Look { features: base_features(sight(c)), scores: scorer::Scores::default() })
            .collect()
    }

    /// The assistant's last turn again, now that `next` was said.
    fn second_look(&mut self, next: &ReadTurn, pick: Option<&Offer>) -> Vec<Proposed> {
        let (Some(mut looks), Some(read)) = (self.pending.take(), self.dialogue.last_assistant.clone()) else {
            return Vec::new();
        };
        for (look, clause) in looks.iter_mut().zip(&read.clauses) {
            add_after(Sight { read: &read, clause, before: &self.dialogue, after: Some(next) }, &mut look.features);
            look.scores = self.weights.score(&look.features);
        }
        // A pick decides with the option's content itself; the other options are its alternatives.
        let choices = self.dialogue.offers.iter().filter(|o| pick.is_some() && o.kind == OfferKind::Choice);
        let decided: Vec<usize> = choices.map(|o| o.clause).collect();
        let taken = next.role == Role::User && matches!(answer(next), Answer::Yes | Answer::YesMore | Answer::Pick);
        let reading = Reading {
            read: &read,
            answer: taken.then_some(next),
            offered: None,
            cuts: &self.cuts,
            weights: &self.weights,
            early: false,
            decided: &decided,
        };
        propose(reading, &looks)
    }

    /// Pass 1 over one signal.
    pub fn read_signal(&mut self, signal: &Signal, ledger: &Ledger) -> Vec<Proposed> {
        if let SignalBody::Interrupt = signal.body {
            // What was said before the interruption is not taken as accepted by what follows.
            self.pending = None;
        }
        signals::read(signal, &mut self.todos, ledger)
    }
}
