//! Defines the four passes that turn an [`Entry`](crate::transcript::Entry) into ledger changes:
//! gate, extract, normalize, reconcile.
//!
//! Pure: no file, clock, network or thread. Imperfect input is data: every candidate ends in an
//! [`Outcome`](crate::state::Outcome).

pub mod agree;
pub mod clause;
pub mod dialogue;
pub mod extract;
pub mod gate;
pub mod normalize;
pub mod probability;
pub mod reconcile;
pub mod resolve;
pub mod scorer;
pub mod settle;
pub mod thresholds;

use std::sync::{Arc, LazyLock};

pub use gate::{GateClass, GateResult};
pub use settle::{Proposed, SettleContext, Target, Verdict};
pub use thresholds::Thresholds;

use crate::state::Ledger;
use crate::transcript::{Role, Signal, SignalBody, TodoItem, Turn};
use clause::rules::LOOK_BYTES;
use clause::{CueSet, ReadTurn};
use dialogue::{Answer, Dialogue, Offer, OfferKind, answer};
use extract::clauses::{ScoredClause, TurnContext, propose};
use extract::{answers, question_answers, signals};
use scorer::features::{add_after, base_features};
use scorer::model::OUTPUTS;
use scorer::{ClauseContext, Family, Features, Scores, Weights};

/// The weights in the binary: see [`scorer`] for what they were learned from.
static COMPILED_IN: LazyLock<Arc<Weights>> =
    LazyLock::new(|| Arc::new(Weights::from_bytes(include_bytes!("scorer/weights.bin")).unwrap_or_default()));

/// A turn that waits for the one after it.
#[derive(Debug, Clone)]
struct Pending {
    read: Arc<ReadTurn>,
    scored: Vec<ScoredClause>,
    /// What was accepted at first sight: (clause, family).
    accepted: Vec<(usize, Family)>,
    /// Clauses decided by a pick or an answer.
    decided: Vec<usize>,
    /// What its answers to the agent's questions say, until a signal says it.
    answers: Vec<Proposed>,
    /// Whether it is the person's first turn.
    opening: bool,
    /// The assistant's turn before it and what that put to the person.
    offered: Option<(Arc<ReadTurn>, Vec<Offer>)>,
}

/// The passes before the ledger, with what they remember between turns.
#[derive(Debug, Clone)]
pub struct Pipeline {
    weights: Arc<Weights>,
    thresholds: Thresholds,
    /// Cues that are passed over.
    blind_to: CueSet,
    dialogue: Dialogue,
    /// The last turn as it was first looked at: it is looked at again when somebody has spoken after it.
    pending: Option<Pending>,
    todos: signals::OpenTodos,
    work: Work,
}

/// What reading has cost so far, counted instead of timed: a test can hold it against the length of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Clauses cut out of turns.
    pub clauses: u64,
    /// Bytes of clauses the rules were run over.
    pub ruled: u64,
    /// Features made, at the first and at the second look.
    pub features: u64,
    /// Candidates proposed.
    pub candidates: u64,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self::with(Arc::clone(&COMPILED_IN), Thresholds::default())
    }
}

impl Pipeline {
    /// A pipeline with these weights and thresholds.
    pub fn with(weights: Arc<Weights>, thresholds: Thresholds) -> Self {
        Self {
            weights,
            thresholds,
            blind_to: CueSet::default(),
            dialogue: Dialogue::default(),
            pending: None,
            todos: signals::OpenTodos::default(),
            work: Work::default(),
        }
    }

    /// The compiled-in weights with these thresholds.
    pub fn with_thresholds(thresholds: Thresholds) -> Self {
        Self::with(Arc::clone(&COMPILED_IN), thresholds)
    }

    /// Talk was heard before what comes next: this many turns, so many of them the person's.
    pub fn continue_after(&mut self, turns: usize, user_turns: usize) {
        (self.dialogue.turns, self.dialogue.user_turns) = (turns, user_turns);
    }

    /// What reading has cost so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// From here on these thresholds are in force.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.thresholds = thresholds;
    }

    /// The thresholds in force.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The same weights and thresholds, blind to these cues: what the rules behind them are worth.
    #[must_use]
    pub fn without(mut self, cues: CueSet) -> Self {
        self.blind_to = cues;
        self
    }

    /// The same weights and thresholds, with nothing remembered.
    #[must_use]
    pub fn reset(&self) -> Self {
        Self::with(Arc::clone(&self.weights), self.thresholds).without(self.blind_to)
    }

    /// Passes 0 and 1 over one turn: what the gate says, and what the turn (and the one before it, seen in its
    /// light) proposes.
    pub fn read_turn(&mut self, turn: &Turn) -> (GateResult, Vec<Proposed>) {
        let read = Arc::new(clause::read_without(turn, self.blind_to));
        self.work.clauses += read.clauses.len() as u64;
        self.work.ruled += read.clauses.iter().map(|c| c.range.len().min(LOOK_BYTES) as u64).sum::<u64>();
        let (gate, out) = self.pass(turn, read);
        self.work.candidates += out.len() as u64;
        (gate, out)
    }

    /// Both passes over a turn that has been cut into clauses.
    fn pass(&mut self, turn: &Turn, read: Arc<ReadTurn>) -> (GateResult, Vec<Proposed>) {
        let gate = gate::gate(&read);
        if turn.role == Role::System {
            return (gate, Vec::new());
        }
        let user = turn.role == Role::User;
        let pick = if user { answers::picked(&read, &self.dialogue.offers).cloned() } else { None };
        let mut out = self.second_look(&read, pick.as_ref());
        if !gate.gated {
            self.dialogue.push(read);
            return (gate, out);
        }
        let offered = self.dialogue.last_assistant.clone().filter(|_| user);
        let offered = offered.map(|o| (o, self.dialogue.offers.clone()));
        let mut decided = question_answers::answered_clauses(&read);
        if let (Some(pick), Some((asked, offers))) = (&pick, &offered) {
            out.extend(answers::decide(&read, asked, offers, pick));
            decided.push(0);
        }
        if let Some((asked, offers)) = offered.as_ref().filter(|_| pick.is_none()) {
            for (clause, answer) in answers::by_number(&read, asked, offers) {
                decided.push(clause);
                out.push(answer);
            }
        }
        let opening = user && self.dialogue.user_turns == 0;
        let answers = question_answers::in_talk(&read);
        let scored = self.look(&read);
        self.work.features += scored.iter().map(|l| l.features.0.len() as u64).sum::<u64>();
        let mut pending =
            Pending { scored, read: Arc::clone(&read), accepted: Vec::new(), decided, answers, opening, offered };
        let first = self.propose(&pending, None, None);
        pending.accepted = first.iter().filter_map(|p| p.1).collect();
        out.extend(first.into_iter().map(|p| p.0));
        self.pending = Some(pending);
        self.dialogue.push(read);
        (gate, out)
    }

    /// The features and scores of a turn nobody has answered yet.
    fn look(&self, read: &ReadTurn) -> Vec<ScoredClause> {
        let score = |clause| {
            let context = ClauseContext { read, clause, before: &self.dialogue, after: None };
            let features = base_features(context);
            let sums = self.weights.sums(&features);
            let mut after = Features::default();
            add_after(context, &mut after);
            ScoredClause { features, sums, scores: self.rescored(sums, &after) }
        };
        read.clauses.iter().map(score).collect()
    }

    /// The scores of a clause whose other features add up to `sums`.
    fn rescored(&self, sums: [f32; OUTPUTS], after: &Features) -> Scores {
        let mut all = self.weights.sums(after);
        for (a, b) in all.iter_mut().zip(sums) {
            *a += b;
        }
        Scores::of_sums(all)
    }

    /// The last turn again, now that `next` was said.
    fn second_look(&mut self, next: &Arc<ReadTurn>, pick: Option<&Offer>) -> Vec<Proposed> {
        let Some(mut pending) = self.pending.take() else { return Vec::new() };
        let read = Arc::clone(&pending.read);
        for (look, clause) in pending.scored.iter_mut().zip(&read.clauses) {
            let mut after = Features::default();
            add_after(ClauseContext { read: &read, clause, before: &self.dialogue, after: Some(next) }, &mut after);
            look.scores = self.rescored(look.sums, &after);
            self.work.features += after.0.len() as u64;
            look.features.0.extend(after.0);
        }
        // A pick decides with the option's content itself; the other options are its alternatives.
        let choices = self.dialogue.offers.iter().filter(|o| pick.is_some() && o.kind == OfferKind::Choice);
        pending.decided.extend(choices.map(|o| o.clause));
        let spoken = next.role == Role::User && read.role == Role::Assistant;
        let taken = spoken && matches!(answer(next), Answer::Yes | Answer::YesMore | Answer::Pick);
        let answers = std::mem::take(&mut pending.answers);
        let clauses = self.propose(&pending, Some(next), taken.then_some(next)).into_iter().map(|p| p.0);
        answers.into_iter().chain(clauses).collect()
    }

    fn propose(
        &self,
        pending: &Pending,
        after: Option<&ReadTurn>,
        answer: Option<&ReadTurn>,
    ) -> Vec<(Proposed, Option<(usize, Family)>)> {
        let reading = TurnContext {
            read: &pending.read,
            after,
            answer,
            offered: pending.offered.as_ref().map(|(o, offers)| (o.as_ref(), offers.as_slice())),
            thresholds: &self.thresholds,
            weights: &self.weights,
            decided: &pending.decided,
            accepted: &pending.accepted,
            opening: pending.opening,
        };
        propose(reading, &pending.scored)
    }

    /// The entries of todo lists that are open, and no more in this list written anew.
    pub fn removed_todos(&self, items: &[TodoItem]) -> Vec<String> {
        self.todos.removed(items)
    }

    /// Pass 1 over one signal.
    pub fn read_signal(&mut self, signal: &Signal, ledger: &Ledger) -> Vec<Proposed> {
        if let SignalBody::Interrupt = signal.body {
            // What was said before the interruption is not taken as accepted by what follows.
            self.pending = None;
        }
        if let (SignalBody::Question { answer: Some(_), .. }, Some(pending)) = (&signal.body, &mut self.pending) {
            pending.answers.clear();
        }
        signals::read(signal, &mut self.todos, ledger)
    }
}
