//! Defines the fold of a log into its session, and [`SessionSidecar`], the data of a session that the log lacks.
//!
//! The same lines give the same ledger, without the talk and without a model. Resuming a session, recovering it after
//! a crash and time travel all fold the log.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::person::Moment;
use super::{Conflict, PendingCorrection, Session};
use crate::guard::{Guard, GuardMemory};
use crate::pipeline::acts;
use crate::pipeline::reconcile::{reconcile, reinforce};
use crate::pipeline::{Proposed, SettleContext, Target, Verdict, settle::settle};
use crate::state::{
    Delta, DeltaKind, Disposition, EndReason, HeldId, Item, ItemId, ItemKind, Ledger, LogLine, NoteEvent, Outcome,
    PersonAction, PersonEvent, TurnId,
};
use crate::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, TodoItem, TodoStatus, Turn};

/// A turn without its words, which stay in the transcript.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnRef {
    pub turn_id: TurnId,
    /// The number of the turn, from 1; repeats are not counted.
    pub ordinal: u32,
    /// The speaker.
    pub role: Role,
    /// Its time, if the file gives one.
    pub at: Option<Timestamp>,
    /// Its place in the file.
    pub record: RecordRef,
    /// Bytes of talk in it.
    pub bytes: usize,
}

impl TurnRef {
    fn of(turn: &Turn, bytes: usize) -> Self {
        Self {
            turn_id: turn.turn_id.as_str().into(),
            ordinal: turn.ordinal,
            role: turn.role,
            at: turn.at,
            record: turn.record,
            bytes,
        }
    }
}

/// The data of a session that is saved beside its log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionSidecar {
    /// The transcript's metadata.
    pub meta: Meta,
    /// The turns read, in file order.
    pub turns: Vec<TurnRef>,
    /// Signals read.
    pub signals: usize,
    /// The todo lists seen so far: text to last status.
    pub todos: BTreeMap<String, TodoStatus>,
    /// Corrections from an earlier reading whose targets do not exist yet.
    pub waiting: Vec<PendingCorrection>,
    /// How often the transcript was rewritten from its beginning.
    #[serde(rename = "generation")]
    pub rewrite_count: u32,
    /// Violations of rules: the log does not hold the agent's actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Conflict>,
    /// The rules that the person spoke, which the log does not hold either.
    #[serde(default, skip_serializing_if = "GuardMemory::is_empty")]
    pub guard: GuardMemory,
    /// The title: the log does not hold the first request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Number of newest log lines searched for acts of the last turns.
const CLAIMS_READ: usize = 64;

impl Session {
    /// The data to save beside the log.
    pub fn sidecar(&self) -> SessionSidecar {
        SessionSidecar {
            meta: self.meta.clone(),
            turns: self
                .talk
                .turns
                .iter()
                .zip(&self.talk.sizes)
                .map(|(turn, bytes)| TurnRef::of(turn, *bytes))
                .collect(),
            signals: self.stats.signals,
            todos: self.todos.clone(),
            waiting: self.corrections.pending.clone(),
            rewrite_count: self.rewrite_count,
            conflicts: self.conflicts().to_vec(),
            guard: self.guard.memory(),
            title: self.title(),
        }
    }

    /// Folds a log into a session whose turns have no text. Also returns the numbers of the lines that do not follow
    /// from those before them, if the log is damaged or of another version.
    pub fn folded(sidecar: SessionSidecar, log: impl IntoIterator<Item = LogLine>) -> (Self, Vec<u64>) {
        let mut session = Self::from_sidecar(sidecar);
        let waiting = std::mem::take(&mut session.corrections.pending);
        let faults = log.into_iter().filter_map(|line| session.apply(line)).collect();
        session.corrections.pending = waiting;
        (session, faults)
    }

    /// A session for display only: items, held candidates and turns without text. It has no log, so it can neither
    /// ingest nor travel in time.
    pub fn standing(sidecar: SessionSidecar, items: Vec<Item>, held: Vec<Outcome>, seq: u64) -> Self {
        let mut session = Self::from_sidecar(sidecar);
        session.ledger = Ledger::of_items(items, seq);
        for outcome in held {
            let index = session.log.lines.len();
            if let Disposition::Held { held_id } = outcome.disposition {
                session.held.waiting.insert(held_id, index);
                session.log.lines.push(LogLine::Outcome(Arc::new(Outcome { line: index as u64 + 1, ..outcome })));
            }
        }
        session
    }

    /// A session with the turns of a sidecar and an empty ledger.
    pub(super) fn from_sidecar(sidecar: SessionSidecar) -> Self {
        let mut session = Self::new(sidecar.meta);
        session.stats.signals = sidecar.signals;
        (session.todos, session.corrections.pending, session.rewrite_count) =
            (sidecar.todos, sidecar.waiting, sidecar.rewrite_count);
        session.guard = Guard::with(sidecar.conflicts, sidecar.guard);
        session.title = sidecar.title;
        for turn in sidecar.turns {
            session.stats.turns += 1;
            session.stats.raw_bytes += turn.bytes;
            let TurnRef { turn_id, ordinal, role, at, record, bytes } = turn;
            let id = turn_id.clone();
            let turn = Turn { turn_id: turn_id.into(), ordinal, role, content: String::new(), at, record };
            session.models.add_turn(session.talk.turns.len());
            session.talk.push(id, turn, bytes);
        }
        session
    }

    /// Applies one line of a log. Returns its number if it does not follow from those before it.
    pub(super) fn apply(&mut self, line: LogLine) -> Option<u64> {
        let number = self.log.next_line();
        let same = match &line {
            LogLine::Outcome(outcome) => self.apply_outcome(outcome),
            LogLine::Person(event) => {
                let moment = Moment { turns: event.turns, at: event.at };
                self.act_at(event.action.clone(), moment).is_ok_and(|done| done == **event)
            }
            LogLine::Note(note) => {
                match &note.event {
                    NoteEvent::Withdrawn { turn_ids } => self.withdraw_turns(turn_ids),
                    NoteEvent::Imported { seq, items, .. } => self.ledger.become_items(items, *seq),
                    NoteEvent::SetAside { lines, held, .. } => {
                        self.apply_set_aside(lines, held);
                    }
                    NoteEvent::Answered { .. } | NoteEvent::Challenged { .. } => self.record_note(&note.event),
                    NoteEvent::Compacted { .. }
                    | NoteEvent::Summarised { .. }
                    | NoteEvent::Checkpoint { .. }
                    | NoteEvent::Damaged { .. } => {}
                }
                self.note(note.event.clone(), note.at);
                self.ledger.seq() == note.seq
            }
        };
        if self.log.lines.len() < usize::try_from(number).unwrap_or(usize::MAX) {
            self.log.lines.push(line);
        }
        (!same).then_some(number)
    }

    /// The same as `apply`, without applying pending corrections.
    pub fn take_line(&mut self, line: LogLine) -> Option<u64> {
        let waiting = std::mem::take(&mut self.corrections.pending);
        let fault = self.apply(line);
        self.corrections.pending = waiting;
        fault
    }

    /// Number of turns that gave candidates.
    pub fn batches(&self) -> u64 {
        let outcomes = self.log.lines.iter().filter_map(|l| if let LogLine::Outcome(o) = l { Some(o) } else { None });
        let turns = outcomes.filter_map(|o| o.candidate.evidence.turn_ids.first());
        turns.collect::<std::collections::HashSet<_>>().len() as u64
    }

    /// How often the transcript was rewritten from its beginning.
    pub fn rewrite_count(&self) -> u32 {
        self.rewrite_count
    }

    fn apply_outcome(&mut self, outcome: &Arc<Outcome>) -> bool {
        let done = match &outcome.disposition {
            Disposition::Accepted { item_id, was, .. } => {
                let made = reconcile(&mut self.ledger, &mut outcome.candidate.clone());
                if let Some(held_id) = was {
                    self.held.waiting.remove(held_id);
                }
                made.is_ok_and(|done| done.0 == *item_id)
            }
            Disposition::Merged { into } => {
                if self.ledger.get(into).is_some() {
                    reinforce(&mut self.ledger, into, &outcome.candidate);
                }
                true
            }
            Disposition::Held { held_id } => {
                let mut context = SettleContext { held: &mut self.held.index, previous: None };
                let candidate = outcome.candidate.clone();
                let held = Proposed { candidate, target: Target::None, verdict: Verdict::Hold };
                let settled = settle(&mut self.ledger, &mut context, held);
                matches!(settled, Some((_, Disposition::Held { held_id: id })) if id == *held_id)
            }
            Disposition::Rejected { .. } => true,
        };
        let same = self.ledger.seq() == outcome.seq;
        if same && outcome.line == self.log.next_line() {
            self.push_outcome(Arc::clone(outcome));
        } else {
            self.record(outcome.candidate.clone(), outcome.disposition.clone());
        }
        done && same
    }

    /// Whether the text of the turn at `index` is not in memory.
    pub fn lacks_text(&self, index: usize) -> bool {
        self.talk.lacks_text(index)
    }

    /// Restores the text of known turns from entries of the same transcript, read again. Changes nothing else.
    /// Returns the number of turns restored.
    pub fn restore_text(&mut self, entries: impl IntoIterator<Item = Entry>) -> usize {
        let mut restored = 0;
        for entry in entries {
            match entry {
                Entry::Turn(turn) => {
                    if let Some(at) = self.place_of_reread(&turn) {
                        self.talk.set_text(at, turn.content);
                        restored += 1;
                    }
                }
                Entry::Signal(signal) => self.talk.add_answered(&signal),
            }
        }
        restored
    }

    /// The place of a reread turn, by its place in the file: its id depends on the turns read before it.
    fn place_of_reread(&self, turn: &Turn) -> Option<usize> {
        let first = self.talk.turns.partition_point(|t| t.record.start < turn.record.start);
        let same =
            self.talk.turns.iter().enumerate().skip(first).take_while(|(_, t)| t.record.start == turn.record.start);
        let by_record = same.map(|(at, _)| at).find(|at| self.lacks_text_of(*at, turn));
        by_record.or_else(|| self.talk.place(&turn.turn_id).filter(|at| self.lacks_text_of(*at, turn)))
    }

    /// Whether the turn at a place has no text and the size of this one.
    fn lacks_text_of(&self, at: usize, turn: &Turn) -> bool {
        let empty = self.talk.turns.get(at).is_some_and(|t| t.content.is_empty());
        empty && self.talk.sizes.get(at) == Some(&turn.content.len())
    }

    /// Reads the last entries again as context only, so that the next ones are read as if there had been no restart.
    /// Proposes and records nothing.
    pub fn prime_context(&mut self, entries: Vec<Entry>) {
        let items = self.todos.iter().map(|(text, status)| TodoItem { id: None, text: text.clone(), status: *status });
        let body = SignalBody::Todo { items: items.collect(), whole: false };
        let record = RecordRef::default();
        let todos = Signal { id: String::new(), turn_id: String::new(), at: None, record, body };
        self.pipeline.read_signal(&todos, &self.ledger);
        let first = entries.iter().find_map(|e| if let Entry::Turn(t) = e { self.place_of_reread(t) } else { None });
        let before = self.talk.turns.get(..first.unwrap_or(0)).unwrap_or_default();
        self.pipeline.continue_after(before.len(), before.iter().filter(|t| t.role == Role::User).count());
        for entry in entries {
            match entry {
                Entry::Turn(turn) => {
                    // Its id may depend on entries that were not read again, so it keeps the known one.
                    let Some(at) = self.place_of_reread(&turn) else { continue };
                    let Some(known) = self.talk.turns.get(at) else { continue };
                    let known = Turn { content: turn.content, ..known.clone() };
                    let read = self.cutter().read(&known);
                    self.pipeline.read_turn(&known, &read, &self.ledger);
                    self.talk.set_text(at, known.content);
                }
                Entry::Signal(signal) => {
                    self.talk.add_answered(&signal);
                    // These describe the preceding turn as context; any other would be counted twice.
                    if matches!(signal.body, SignalBody::Interrupt | SignalBody::Question { answer: Some(_), .. }) {
                        self.pipeline.read_signal(&signal, &self.ledger);
                    } else {
                        self.pipeline.note_signal(&signal);
                    }
                }
            }
        }
        self.claim_acts();
    }

    /// Restores in the pipeline, from the log, which words of the last turns acts have claimed.
    fn claim_acts(&mut self) {
        for line in self.log.lines.iter().rev().take(CLAIMS_READ) {
            let LogLine::Outcome(outcome) = line else { continue };
            let candidate = &outcome.candidate;
            if acts::is_act(&candidate.rule)
                && let Some(source) = candidate.delta.source_turns.first()
                && let Some(range) = &source.offset
            {
                self.pipeline.claim(&source.turn_id, range);
            }
        }
    }

    /// Replaces the ledger's items by saved ones, with a note in the log.
    pub fn import(&mut self, items: Vec<Item>, deltas: Vec<Delta>, seq: u64, at: Option<Timestamp>) {
        self.ledger.become_items(&items, seq);
        self.note(NoteEvent::Imported { seq, items, deltas }, at.or_else(|| self.last_time()));
    }

    /// The accepted deltas, oldest first.
    pub fn deltas(&self) -> Vec<Delta> {
        let mut out = Vec::new();
        for line in &self.log.lines {
            match line {
                LogLine::Outcome(o) if matches!(o.disposition, Disposition::Accepted { .. }) => {
                    out.push(o.candidate.delta.clone());
                }
                LogLine::Person(event) => out.extend(self.delta_by_hand(event)),
                LogLine::Note(note) => {
                    if let NoteEvent::Imported { deltas, .. } = &note.event {
                        out.extend(deltas.iter().cloned());
                    }
                }
                LogLine::Outcome(_) => {}
            }
        }
        out
    }

    /// The delta of a correction; `None` for one that changed no item.
    fn delta_by_hand(&self, event: &PersonEvent) -> Option<Delta> {
        match &event.action {
            PersonAction::AcceptHeld { held_id } => {
                let mut before = (1..=event.line).filter_map(|line| self.outcome(line));
                before.find(|o| is_held_as(o, *held_id)).map(|o| accepted_delta(o, event))
            }
            PersonAction::AcceptRejected { line } => self.outcome(*line).map(|o| accepted_delta(o, event)),
            PersonAction::Withdraw { item_id } => {
                let mut delta = self.change_by_hand(DeltaKind::ItemSuperseded, item_id, event);
                delta.details.reason = Some(EndReason::WithdrawnByPerson.word().to_owned());
                Some(delta)
            }
            PersonAction::Edit { item_id, summary } => {
                let kind = match self.ledger.get(item_id)?.kind {
                    ItemKind::Decision => DeltaKind::DecisionRevised,
                    ItemKind::Constraint => DeltaKind::ConstraintRevised,
                    _ => return None,
                };
                let mut delta = self.change_by_hand(kind, item_id, event);
                delta.summary = Some(summary.clone());
                Some(delta)
            }
            PersonAction::Dismiss { .. } | PersonAction::Settle { .. } | PersonAction::Undo => None,
        }
    }

    fn change_by_hand(&self, kind: DeltaKind, item_id: &ItemId, event: &PersonEvent) -> Delta {
        let mut delta = Delta::new(kind);
        delta.target_id = Some(item_id.clone());
        delta.source_turns = self.ledger.get(item_id).map(|i| i.source_turns.clone()).unwrap_or_default();
        delta.timestamp = event.at;
        delta
    }
}

fn is_held_as(outcome: &Outcome, id: HeldId) -> bool {
    matches!(outcome.disposition, Disposition::Held { held_id } if held_id == id)
}

fn accepted_delta(outcome: &Outcome, event: &PersonEvent) -> Delta {
    let mut delta = outcome.candidate.delta.clone();
    if delta.kind.creates() {
        delta.id.clone_from(&event.item_id);
    }
    delta
}
