//! Defines [`Session`]: the ledger, log and turns of one transcript.
//!
//! Command line and screen both use it. It is a pure fold: the same entries and actions of the person give the same
//! ledger, however they are split into batches.

pub mod advice;
mod agent_wording;
mod alternatives;
pub mod changed;
mod closing;
pub mod compaction;
mod confirm;
pub mod context;
mod cut;
pub mod explain;
pub mod export;
pub mod feedback;
mod fold;
mod heading;
mod likely;
pub mod model;
mod pending_corrections;
mod person;
pub mod reasons;
pub mod report;
mod safe;
mod spoken_rules;
mod statement;
pub mod suggest;
mod superseded_by_talk;
mod talk;
pub mod travel;
mod whole_quotes;
pub mod wording;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::guard::{Guard, StatedRules};
use crate::pipeline::acts;
use crate::pipeline::agree::overlap;
use crate::pipeline::clause::ReadTurn;
use crate::pipeline::normalize::{SAME_WORDS, same_words};
use crate::pipeline::settle::{SettleContext, settle};
use crate::pipeline::{GateResult, Pipeline, Proposed, Thresholds, Work};
use crate::state::{
    Candidate, DeltaKind, Disposition, EndReason, HeldId, Item, ItemId, Ledger, LogLine, Note, NoteEvent, Outcome,
    Pass, TurnId,
};
use crate::transcript::{Boundary, Meta, Role, Signal, SignalBody, TodoStatus, Turn};

use model::ModelAnswers;
use pending_corrections::Corrections;
use talk::{EventLog, HeldQueue, Talk};

pub use crate::guard::{Ban, Conflict};
pub use agent_wording::{AGENTS, agent_line, agent_words};
pub use context::{Budget, Export, export_context};
pub use cut::{CutEntry, Cutter};
pub use export::{ExportFormat, Exported, Source, export};
pub use fold::{SessionSidecar, TurnRef};
pub use likely::Likely;
pub use pending_corrections::{PendingCorrection, conflict_key};
pub use person::ActError;
pub use statement::Statement;
pub use wording::{worded, worded_in_full};

/// The evidence of an item in a turn, for the transcript view; not the position of a follower (`FollowMark`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Byte range in the turn's text.
    pub range: Range<usize>,
    /// The item, or the held candidate.
    pub item_id: ItemId,
}

/// Counts for headers and tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Turns read, withdrawn ones included.
    pub turns: usize,
    /// Signals read.
    pub signals: usize,
    /// Bytes of talk in the turns.
    pub raw_bytes: usize,
    /// Candidates accepted.
    pub accepted: usize,
    /// Candidates merged into existing items.
    pub merged: usize,
    /// Candidates waiting for the person.
    pub held: usize,
    /// Candidates refused.
    pub rejected: usize,
}

/// One transcript's state.
#[derive(Debug, Clone, Default)]
pub struct Session {
    meta: Meta,
    talk: Talk,
    pipeline: Pipeline,
    ledger: Ledger,
    log: EventLog,
    held: HeldQueue,
    corrections: Corrections,
    /// The todo lists seen so far: text to last status.
    todos: BTreeMap<String, TodoStatus>,
    /// How often the transcript was rewritten from its beginning.
    rewrite_count: u32,
    stats: Stats,
    /// Violations of rules in force.
    guard: Guard,
    models: ModelAnswers,
    /// The saved title.
    title: Option<String>,
}

const TURNS_PER_CHECKPOINT: usize = 256;

impl Session {
    /// An empty session.
    pub fn new(meta: Meta) -> Self {
        Self { meta, ..Self::default() }
    }

    /// An empty session with its own pipeline.
    pub fn with_pipeline(meta: Meta, pipeline: Pipeline) -> Self {
        Self { meta, pipeline, ..Self::default() }
    }

    /// An empty session for another transcript, with the same pipeline settings.
    #[must_use]
    pub fn another(&self, meta: Meta) -> Self {
        Self { meta, pipeline: self.pipeline.reset(), ..Self::default() }
    }

    /// The gate's result for each turn, in file order.
    pub fn gates(&self) -> &[GateResult] {
        &self.talk.gates
    }

    /// The pipeline's work so far, as counts.
    pub fn work(&self) -> Work {
        self.pipeline.work()
    }

    /// The thresholds in force.
    pub fn thresholds(&self) -> &Thresholds {
        self.pipeline.thresholds()
    }

    /// Replaces the thresholds for later entries.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.pipeline.set_thresholds(thresholds);
    }

    /// The transcript's metadata.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Replaces the transcript's metadata.
    pub fn set_meta(&mut self, meta: Meta) {
        self.meta = meta;
    }

    fn ingest_turn(&mut self, turn: Turn, read: Arc<ReadTurn>, stated: StatedRules) {
        let Some((read, proposals)) = self.read_turn(turn, read) else { return };
        let content = self.talk.turns.last().map_or("", |turn| turn.content.as_str());
        let violations = self.guard.check_turn(&read, content, stated, &self.log.lines, &self.ledger);
        self.settle_all(proposals);
        if !violations.is_empty() {
            // The agent's present answer begins after the person's last turn.
            let last = self.talk.turns.iter().rposition(|t| t.role == Role::User).unwrap_or(0);
            self.guard.settle(violations, &self.ledger, |id: &str| self.talk.place(id).is_some_and(|at| at >= last));
        }
        if self.talk.turns.len().is_multiple_of(TURNS_PER_CHECKPOINT) {
            self.checkpoint();
        }
    }

    fn checkpoint(&mut self) {
        let Stats { turns, raw_bytes, accepted, merged, held, rejected, .. } = self.stats;
        let items = self.ledger.items().len();
        self.note(
            NoteEvent::Checkpoint { turns, raw_bytes, items, accepted, merged, held, rejected },
            self.last_time(),
        );
    }

    fn last_time(&self) -> Option<jiff::Timestamp> {
        self.talk.turns.last().and_then(|t| t.at)
    }

    fn note(&mut self, event: NoteEvent, at: Option<jiff::Timestamp>) {
        let (line, seq) = (self.log.next_line(), self.ledger.seq());
        if let NoteEvent::Compacted { turns } = event {
            let in_summary = None;
            self.log.compactions.push(compaction::Compaction { line, seq, turns, at, in_summary });
        }
        if let (NoteEvent::Summarised { items }, Some(last)) = (&event, self.log.compactions.last_mut()) {
            last.in_summary = Some(items.clone());
        }
        self.log.lines.push(LogLine::Note(Arc::new(Note { line, seq, at, event })));
    }

    /// Reads a turn and returns its proposals unsettled, for a caller that settles them itself.
    pub fn ingest_text(&mut self, turn: Turn) -> Vec<Proposed> {
        let read = self.cutter().read(&turn);
        self.read_turn(turn, read).map(|(_, proposals)| proposals).unwrap_or_default()
    }

    /// Reads a turn. Returns its clauses and its proposals; `None` if it is known already.
    fn read_turn(&mut self, turn: Turn, read: Arc<ReadTurn>) -> Option<(Arc<ReadTurn>, Vec<Proposed>)> {
        if self.talk.place(&turn.turn_id).is_some() {
            return None;
        }
        let bytes = turn.content.len();
        self.stats.turns += 1;
        self.stats.raw_bytes += bytes;
        let (gate, proposals) = self.pipeline.read_turn(&turn, &read, &self.ledger);
        self.talk.gates.push(gate);
        self.models.add_turn(self.talk.turns.len());
        self.talk.push(read.turn_id.clone(), turn, bytes);
        self.talk.at_work = false;
        Some((read, proposals))
    }

    fn ingest_signal(&mut self, signal: &Signal) {
        self.stats.signals += 1;
        self.talk.at_work |= matches!(signal.body, SignalBody::ToolCall { .. });
        self.guard.check_signal(signal, &self.log.lines, &self.ledger);
        if let SignalBody::Withdrawn { turn_ids } = &signal.body {
            let turn_ids: Vec<TurnId> = turn_ids.iter().map(TurnId::from).collect();
            self.withdraw_turns(&turn_ids);
            let at = signal.at.or(self.last_time());
            self.note(NoteEvent::Withdrawn { turn_ids }, at);
        }
        if signal.body == (SignalBody::Boundary { kind: Boundary::Compaction }) {
            self.compacted(signal.at);
        }
        if let SignalBody::Summary { text } = &signal.body {
            self.summarised(text, signal.at);
        }
        if let SignalBody::Todo { items, whole } = &signal.body {
            let gone = if *whole { self.pipeline.removed_todos(items) } else { Vec::new() };
            self.todos.extend(gone.iter().map(|text| (safe::text(text), TodoStatus::Deleted)));
            for item in items {
                // Making a text safe is idempotent.
                match self.todos.get_mut(item.text.trim()) {
                    Some(status) => *status = item.status,
                    None => drop(self.todos.insert(safe::text(item.text.trim()), item.status)),
                }
            }
        }
        self.talk.add_answered(signal);
        let proposals = self.pipeline.read_signal(signal, &self.ledger);
        self.settle_all(proposals);
    }

    /// Settles candidates that do not come from entries, such as a model's, from normalize on.
    pub fn settle(&mut self, proposals: Vec<Proposed>) {
        self.settle_all(proposals);
    }

    fn settle_all(&mut self, proposals: Vec<Proposed>) {
        let mut previous: Option<ItemId> = None;
        for proposed in proposals {
            let mut proposed = self.reject_if_withdrawn(proposed);
            self.word_as_held(&mut proposed.candidate);
            self.quote_sentence(&mut proposed.candidate);
            safe::beside_known(&mut proposed.candidate, |reason| self.log.has_words(reason));
            self.log.share_words(&mut proposed.candidate);
            proposed.candidate.share_turn_ids(|id| self.talk.shared_id(id));
            self.confirm(&proposed);
            if let Some(same) = self.same_change(&proposed) {
                previous = Some(same);
                continue;
            }
            let mut context = SettleContext { held: &mut self.held.index, previous: previous.as_ref() };
            let settled = settle(&mut self.ledger, &mut context, proposed);
            let Some((candidate, mut disposition)) = settled else { continue };
            if let Disposition::Accepted { was, .. } = &mut disposition {
                *was = self.held_as(&candidate);
                was.and_then(|held_id| self.held.waiting.remove(&held_id));
            }
            if let Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } = &disposition {
                previous = Some(item_id.clone());
            }
            self.record(candidate, disposition);
        }
    }

    /// The held candidate that makes an item of the same words as this one.
    fn held_as(&self, candidate: &Candidate) -> Option<HeldId> {
        const NEWEST: usize = 8;
        let makes = |c: &Candidate| c.delta.kind.creates();
        let text = candidate.delta.text();
        let mut newest = self.held().rev().take(NEWEST).filter(|held| makes(candidate) && makes(&held.candidate));
        // Few of them rest on the same words; only those are compared word by word.
        let same = newest.find(|held| {
            overlap(&held.candidate.evidence, &candidate.evidence)
                && same_words(held.candidate.delta.text(), text) >= SAME_WORDS
        })?;
        match same.disposition {
            Disposition::Held { held_id } => Some(held_id),
            _ => None,
        }
    }

    /// Rewords a choice that the agent takes up as the choice that was held for the same words.
    fn word_as_held(&self, candidate: &mut Candidate) {
        if !acts::is_taken_up(&candidate.rule) {
            return;
        }
        let held = self.held_as(candidate).and_then(|id| self.held_by_id(id)).map(|outcome| &outcome.candidate);
        let is_choice = |held: &&Candidate| acts::is_act(&held.rule) && held.delta.kind == DeltaKind::DecisionMade;
        if let Some(held) = held.filter(is_choice) {
            candidate.delta.kind = held.delta.kind;
            candidate.delta.summary.clone_from(&held.delta.summary);
            candidate.semantic_id.clone_from(&held.semantic_id);
        }
    }

    /// Logs and marks a settled candidate. Returns its index in the log.
    fn record(&mut self, candidate: Candidate, disposition: Disposition) -> usize {
        let line = self.log.next_line();
        self.push_outcome(Arc::new(Outcome { line, seq: self.ledger.seq(), candidate, disposition }))
    }

    /// Appends an outcome to the log and updates the indexes. Returns its index in the log.
    fn push_outcome(&mut self, outcome: Arc<Outcome>) -> usize {
        let index = self.log.lines.len();
        let evidence = &outcome.candidate.evidence;
        self.models.provisional.add(&outcome, self.talk.newest_of(evidence));
        match &outcome.disposition {
            Disposition::Accepted { item_id, .. } => {
                self.stats.accepted += 1;
                self.log.mark(&self.talk, evidence, item_id);
            }
            Disposition::Merged { into } => {
                self.stats.merged += 1;
                self.log.mark(&self.talk, evidence, into);
            }
            Disposition::Held { held_id } => {
                self.stats.held += 1;
                self.held.waiting.insert(*held_id, index);
                self.log.mark(&self.talk, evidence, &(*held_id).into());
            }
            Disposition::Rejected { .. } => {
                self.stats.rejected += 1;
                self.log.reject(&outcome.candidate);
            }
        }
        self.log.lines.push(LogLine::Outcome(outcome));
        index
    }

    /// Marks turns as withdrawn and ends the open items that rest on withdrawn turns alone.
    fn withdraw_turns(&mut self, turn_ids: &[TurnId]) {
        self.talk.withdrawn.extend(turn_ids.iter().cloned());
        for at in turn_ids.iter().filter_map(|t| self.talk.place(t)) {
            self.models.drop_turn(at);
        }
        let places = turn_ids.iter().filter_map(|t| self.talk.place(t));
        let touched = places.filter_map(|at| self.log.marks.get(&at)).flatten().map(|m| m.item_id.clone());
        let mut ids: Vec<ItemId> = touched
            .filter(|id| self.ledger.get(id).is_some_and(|i| i.is_open() && rests_only_on(i, &self.talk.withdrawn)))
            .collect();
        ids.sort();
        ids.dedup();
        for id in ids {
            let seq = self.ledger.advance();
            self.ledger.update(&id, |item| item.end(EndReason::TurnWithdrawn, seq));
        }
    }

    /// The turns in file order.
    pub fn turns(&self) -> &[Turn] {
        &self.talk.turns
    }

    /// Bytes of the turn at `index` that were cut off, because it is longer than a megabyte.
    pub fn left_out(&self, index: usize) -> usize {
        self.talk.left_out(index)
    }

    /// The place of a turn among [`Self::turns`], by id or by ordinal (`t142`).
    pub fn turn_index(&self, id: &str) -> Option<usize> {
        self.talk.place_of_name(id)
    }

    /// The turn with this id or ordinal.
    pub fn turn(&self, id: &str) -> Option<&Turn> {
        self.talk.turns.get(self.turn_index(id)?)
    }

    /// Whether the agent spoke last and has used no tool since, as far as the transcript says: its answer has ended.
    pub fn agent_rests(&self) -> bool {
        self.talk.turns.last().is_some_and(|t| t.role == Role::Assistant) && !self.talk.at_work
    }

    /// Whether a turn was rewound or rolled back.
    pub fn is_withdrawn(&self, turn_id: &str) -> bool {
        self.talk.withdrawn.contains(turn_id)
    }

    /// The items, ended ones included.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The event log, oldest first.
    pub fn log(&self) -> &[LogLine] {
        &self.log.lines
    }

    /// The outcome on log line `line` (from 1).
    pub fn outcome(&self, line: u64) -> Option<&Outcome> {
        match self.log.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)? {
            LogLine::Outcome(outcome) => Some(outcome),
            LogLine::Person(_) | LogLine::Note(_) => None,
        }
    }

    fn outcome_at(&self, index: usize) -> Option<&Outcome> {
        self.outcome(index as u64 + 1)
    }

    /// The candidates that wait for the person, oldest first.
    pub fn held(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.held.waiting.values().filter_map(|&i| self.outcome_at(i))
    }

    /// The held candidate `u-3`, while it waits.
    pub fn held_by_id(&self, held_id: HeldId) -> Option<&Outcome> {
        self.held.waiting.get(&held_id).and_then(|&i| self.outcome_at(i))
    }

    /// The refused candidates, one for each sentence, oldest first.
    pub fn ignored(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.log.ignored.iter().filter_map(|&i| self.outcome_at(i))
    }

    /// The number of those among the log's first `lines` lines, found without looking at each.
    pub fn ignored_until(&self, lines: usize) -> usize {
        self.log.ignored.partition_point(|&at| at < lines)
    }

    /// The refused candidates, oldest first.
    pub fn rejections(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.log.rejected.iter().filter_map(|&i| self.outcome_at(i))
    }

    /// The places of the turn at `index` that carry items.
    pub fn marks(&self, index: usize) -> &[Mark] {
        self.log.marks.get(&index).map_or(&[], Vec::as_slice)
    }

    /// Violations of rules and decisions that were in force, oldest first. They are flagged, and settled only by the
    /// person: see [`Self::open_conflicts`].
    pub fn conflicts(&self) -> &[Conflict] {
        self.guard.conflicts()
    }

    /// Counts.
    pub fn stats(&self) -> Stats {
        Stats { held: self.held.waiting.len(), ..self.stats }
    }

    /// Turns the verdict into a rejection if the person withdrew the same item, unless they said it again since.
    fn reject_if_withdrawn(&self, mut proposed: Proposed) -> Proposed {
        let Some(&until) = self.corrections.refused.get(&proposed.candidate.semantic_id) else { return proposed };
        let newest =
            proposed.candidate.evidence.turn_ids.iter().filter_map(|t| self.turn(t)).map(|t| (t.ordinal, t.role)).max();
        let said_again = newest.is_some_and(|(n, role)| n > until && role == Role::User);
        if !said_again {
            proposed.verdict = crate::pipeline::Verdict::Reject {
                pass: Pass::Person,
                code: "withdrawn".to_owned(),
                why: "you said this is wrong".to_owned(),
            };
        }
        proposed
    }
}

/// Whether all source turns of an item are in a set.
fn rests_only_on(item: &Item, turns: &HashSet<TurnId>) -> bool {
    item.source_turns.iter().all(|s| turns.contains(&s.turn_id))
}
