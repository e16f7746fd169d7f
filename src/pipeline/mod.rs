//! Defines the four passes that turn an [`Entry`](crate::transcript::Entry) into ledger changes:
//! gate, extract, normalize, reconcile.
//!
//! Pure: no file, clock, network or thread. Bad input is no error: every candidate ends in an
//! [`Outcome`](crate::state::Outcome).

pub mod acts;
pub mod agree;
pub mod authorship;
pub mod clause;
pub mod dialogue;
pub mod endings;
pub mod extract;
pub mod gate;
pub mod linear;
pub mod normalize;
pub mod passed_over;
pub mod probability;
pub mod reconcile;
pub mod replies;
pub mod resolve;
pub mod scorer;
pub mod settle;
pub mod spoken;
pub mod thresholds;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

pub use gate::{GateClass, GateResult};
pub use settle::{Proposed, SettleContext, Target, Verdict};
pub use thresholds::Thresholds;

use crate::state::{DeltaKind, Ledger, TurnId};
use crate::transcript::{Role, Signal, SignalBody, TodoItem, Turn};
use acts::{ActResults, FormDoubt, PartTitles};
use clause::rules::LOOK_BYTES;
use clause::{Clause, CueSet, ReadTurn};
use dialogue::{Answer, Dialogue, Offer, answer};
use extract::clauses::{ScoredClause, TurnContext, propose};
use extract::{question_answers, signals};
use scorer::features::{add_after, base_features};
use scorer::model::OUTPUTS;
use scorer::{ClauseContext, Family, Features, Scores, Weights};

/// The weights in the binary; see [`scorer`] for their training data.
static COMPILED_IN: LazyLock<Arc<Weights>> =
    LazyLock::new(|| Arc::new(Weights::compiled_in(include_bytes!("scorer/weights.bin")).unwrap_or_default()));

/// The last turn, scored again when the next one is known.
#[derive(Debug, Clone)]
struct Pending {
    read: Arc<ReadTurn>,
    scored: Vec<ScoredClause>,
    /// (clause, family) accepted before the next turn was known.
    accepted: Vec<(usize, Family)>,
    /// Clauses whose words acts or answers claim.
    decided: Vec<usize>,
    /// Its answers to the agent's questions; dropped when a signal carries them.
    answers: Vec<Proposed>,
    opening: bool,
    /// Whether an act states the goal.
    has_goal: bool,
    /// The assistant's turn before it, with its offers.
    offered: Option<(Arc<ReadTurn>, Vec<Offer>)>,
}

/// Least score, 0 to 1, at which a bare imperative is a task.
const LEAST_WORK: f32 = 0.12;
/// Least probability, by the scorer, that a clause matters which only the model of wordings reads.
const LEAST_MATTERS: f32 = 0.5;

/// Passes 0 and 1 with their state between turns.
#[derive(Debug, Clone)]
pub struct Pipeline {
    weights: Arc<Weights>,
    thresholds: Thresholds,
    blind_to: CueSet,
    dialogue: Dialogue,
    talk: acts::RecentTalk,
    pending: Option<Pending>,
    todos: signals::OpenTodos,
    work: Work,
}

/// The work done so far, as counts: for the diagnostics log, and for tests that it grows linearly with the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Clauses cut out of turns.
    pub clauses: u64,
    /// Bytes the rules were matched against.
    pub ruled: u64,
    /// Features computed, at the first and the second scoring.
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
            talk: acts::RecentTalk::default(),
            pending: None,
            todos: signals::OpenTodos::default(),
            work: Work::default(),
        }
    }

    /// The compiled-in weights with these thresholds.
    pub fn with_thresholds(thresholds: Thresholds) -> Self {
        Self::with(Arc::clone(&COMPILED_IN), thresholds)
    }

    /// Continues a session after `turns` turns, `user_turns` of them the person's.
    pub fn continue_after(&mut self, turns: usize, user_turns: usize) {
        (self.dialogue.turns, self.dialogue.user_turns) = (turns, user_turns);
    }

    /// Marks words of the last turn that acts claimed when it was first read. They were read against the ledger of that
    /// time, so a second reading may miss them.
    pub fn claim(&mut self, turn: &TurnId, range: &Range<usize>) {
        let Some(pending) = self.pending.as_mut().filter(|p| p.read.turn_id == *turn) else { return };
        let claimed = pending.read.clauses.iter().filter(|c| acts::overlaps(&c.range, range)).map(|c| c.index);
        pending.decided.extend(claimed);
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// Sets the thresholds for the turns that follow.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.thresholds = thresholds;
    }

    /// The current thresholds.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Ignores these cues, for the ablation of their rules.
    #[must_use]
    pub fn without(mut self, cues: CueSet) -> Self {
        self.blind_to = cues;
        self
    }

    /// A pipeline of the same settings without state.
    #[must_use]
    pub fn reset(&self) -> Self {
        Self::with(Arc::clone(&self.weights), self.thresholds).without(self.blind_to)
    }

    /// The cues it ignores.
    pub fn blind_to(&self) -> CueSet {
        self.blind_to
    }

    /// Runs passes 0 and 1 over a turn, `read` without the cues that are ignored. Returns the gate's result, and the
    /// proposals of the turn and of the one before, which is scored again.
    pub fn read_turn(&mut self, turn: &Turn, read: &Arc<ReadTurn>, ledger: &Ledger) -> (GateResult, Vec<Proposed>) {
        self.work.clauses += read.clauses.len() as u64;
        self.work.ruled += read.clauses.iter().map(|c| c.range.len().min(LOOK_BYTES) as u64).sum::<u64>();
        let acted = acts::read(read, &mut self.talk, ledger);
        let (gate, out) = self.pass(turn, Arc::clone(read), acted, ledger);
        self.work.candidates += out.len() as u64;
        (gate, out)
    }

    /// Runs both passes over a turn cut into clauses.
    fn pass(
        &mut self,
        turn: &Turn,
        read: Arc<ReadTurn>,
        mut acted: ActResults,
        ledger: &Ledger,
    ) -> (GateResult, Vec<Proposed>) {
        let gate = gate::gate(&read);
        if turn.role == Role::System {
            return (gate, Vec::new());
        }
        let user = turn.role == Role::User;
        if let Some(pending) = &mut self.pending {
            let of_it = acted.offered.iter().filter(|(id, _)| *id == pending.read.turn_id);
            pending.decided.extend(of_it.map(|(_, clause)| *clause));
        }
        let mut out = self.score_pending(&read, ledger);
        let is_goal = |p: &Proposed| p.candidate.delta.kind == DeltaKind::GoalSet && p.verdict == Verdict::Accept;
        let has_goal = acted.proposals.iter().any(is_goal);
        self.weigh_doubtful(&read, &mut acted);
        out.append(&mut acted.proposals);
        if !gate.gated {
            self.dialogue.push(read);
            return (gate, out);
        }
        let offered = self.dialogue.last_assistant.clone().filter(|_| user);
        let offered = offered.map(|o| (o, self.dialogue.offers.clone()));
        let mut decided = question_answers::answered_clauses(&read);
        decided.extend(acted.clauses.iter().copied());
        let opening = user && self.dialogue.user_turns == 0 && self.dialogue.last_assistant.is_none();
        let answers = question_answers::in_talk(&read);
        let scored: Vec<ScoredClause> = read.clauses.iter().map(|c| self.first_score(&read, c)).collect();
        self.work.features += scored.iter().map(|l| l.features.0.len() as u64).sum::<u64>();
        let mut pending = Pending {
            scored,
            read: Arc::clone(&read),
            accepted: Vec::new(),
            decided,
            answers,
            opening,
            has_goal,
            offered,
        };
        let first = self.propose(&pending, None, None, ledger);
        pending.accepted = first.iter().filter_map(|p| p.1).collect();
        out.extend(first.into_iter().map(|p| p.0));
        self.pending = Some(pending);
        self.dialogue.push(read);
        (gate, out)
    }

    /// Holds for the person what a form alone does not settle and the scorer does not find either.
    fn weigh_doubtful(&self, read: &ReadTurn, acted: &mut ActResults) {
        for (at, clause, doubt) in &acted.doubtful {
            let (Some(proposed), Some(clause)) = (acted.proposals.get_mut(*at), read.clauses.get(*clause)) else {
                continue;
            };
            let scores = self.first_score(read, clause).scores;
            let agrees = match doubt {
                FormDoubt::Imperative => scores.of(Family::Task).max(scores.of(Family::Goal)) >= LEAST_WORK,
                FormDoubt::Wording => scores.p_matters() >= LEAST_MATTERS,
            };
            if proposed.verdict == Verdict::Accept && !agrees {
                proposed.verdict = Verdict::Hold;
            }
        }
    }

    /// Scores a clause of a turn that is still the last.
    fn first_score(&self, read: &ReadTurn, clause: &Clause) -> ScoredClause {
        let context = ClauseContext { read, clause, before: &self.dialogue, after: None };
        let features = base_features(context);
        let sums = self.weights.sums(&features);
        let mut after = Features::default();
        add_after(context, &mut after);
        ScoredClause { features, sums, scores: self.rescored(sums, &after) }
    }

    /// The scores of a clause: its base features sum to `sums`, `after` are those of the next turn.
    fn rescored(&self, sums: [f32; OUTPUTS], after: &Features) -> Scores {
        let mut all = self.weights.sums(after);
        for (a, b) in all.iter_mut().zip(sums) {
            *a += b;
        }
        Scores::of_sums(all)
    }

    /// Scores the pending turn again, now that `next` is known, and returns its proposals.
    fn score_pending(&mut self, next: &Arc<ReadTurn>, ledger: &Ledger) -> Vec<Proposed> {
        let Some(mut pending) = self.pending.take() else { return Vec::new() };
        let read = Arc::clone(&pending.read);
        for (scored, clause) in pending.scored.iter_mut().zip(&read.clauses) {
            let mut after = Features::default();
            add_after(ClauseContext { read: &read, clause, before: &self.dialogue, after: Some(next) }, &mut after);
            scored.scores = self.rescored(scored.sums, &after);
            self.work.features += after.0.len() as u64;
            scored.features.0.extend(after.0);
        }
        let spoken = next.role == Role::User && read.role == Role::Assistant;
        let taken = spoken && matches!(answer(next), Answer::Yes | Answer::YesMore | Answer::Pick);
        let answers = std::mem::take(&mut pending.answers);
        let clauses = self.propose(&pending, Some(next), taken.then_some(next), ledger);
        let clauses = clauses.into_iter().map(|p| p.0);
        answers.into_iter().chain(clauses).collect()
    }

    fn propose(
        &self,
        pending: &Pending,
        after: Option<&ReadTurn>,
        answer: Option<&ReadTurn>,
        ledger: &Ledger,
    ) -> Vec<(Proposed, Option<(usize, Family)>)> {
        let context = TurnContext {
            read: &pending.read,
            after,
            answer,
            offered: pending.offered.as_ref().map(|(o, offers)| (o.as_ref(), offers.as_slice())),
            thresholds: &self.thresholds,
            weights: &self.weights,
            decided: &pending.decided,
            accepted: &pending.accepted,
            opening: pending.opening,
            has_goal: pending.has_goal,
            titles: PartTitles { talk: &self.talk, before: pending.read.ordinal, ledger },
        };
        propose(context, &pending.scored)
    }

    /// The open todo entries missing from `items`, a list that replaces the former one.
    pub fn removed_todos(&self, items: &[TodoItem]) -> Vec<String> {
        self.todos.removed(items)
    }

    /// Takes note of a signal as context only.
    pub fn note_signal(&mut self, signal: &Signal) {
        self.talk.note(&signal.body);
    }

    /// Runs pass 1 over a signal.
    pub fn read_signal(&mut self, signal: &Signal, ledger: &Ledger) -> Vec<Proposed> {
        self.talk.note(&signal.body);
        if let SignalBody::Interrupt = signal.body {
            // The next turn does not accept what was said before the interruption.
            self.pending = None;
        }
        if let (SignalBody::Question { answer: Some(_), .. }, Some(pending)) = (&signal.body, &mut self.pending) {
            pending.answers.clear();
        }
        signals::read(signal, &mut self.todos, ledger)
    }
}
