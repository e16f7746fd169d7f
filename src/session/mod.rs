//! Defines [`Session`]: one transcript's ledger, its log and its turns; the face of the core.
//!
//! Command line and screen run the same `Session`. It is a pure fold: the same entries and the same person's
//! events give the same ledger, however they were split into batches.

pub mod advice;
pub mod changed;
pub mod compaction;
mod confirm;
pub mod context;
pub mod explain;
pub mod export;
pub mod feedback;
mod fold;
pub mod model;
mod overtaken;
mod person;
pub mod report;
mod safe;
pub mod suggest;
pub mod travel;
mod wishes;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::pipeline::settle::{Desk, HeldIndex, settle};
use crate::pipeline::{GateResult, Pipeline, Proposed, Thresholds, Work};
use crate::state::{Candidate, Evidence, Fate, Item, Ledger, LogLine, Note, NoteEvent, Outcome, Pass, Status};
use crate::transcript::{Boundary, Entry, Meta, Role, Signal, SignalBody, TodoStatus, Turn};

pub use crate::guard::{Ban, Conflict};
pub use context::{Budget, Export, export_context};
pub use export::{Exported, Format, Source, export};
pub use fold::{Kept, TurnRef};
pub use person::ActError;
pub use wishes::Wish;

/// A place in a turn that carries an item: what the transcript view marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Byte range in the turn's text.
    pub range: Range<usize>,
    /// The item, or the held id.
    pub item_id: String,
}

/// Bytes kept of a turn's words: the rest stays in the file. Nothing is looked for beyond the first few thousand, and
/// no screen shows a megabyte, but one pasted log would be held for as long as the session is watched.
const KEPT: usize = 1 << 20;

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
    /// Candidates merged into what stood already.
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
    turns: Vec<Turn>,
    /// Bytes left out at the end of a turn, by its place.
    left_out: HashMap<usize, usize>,
    by_turn: HashMap<String, usize>,
    withdrawn: HashSet<String>,
    pipeline: Pipeline,
    ledger: Ledger,
    log: Vec<LogLine>,
    rejected: Vec<usize>,
    held: BTreeMap<u64, usize>,
    held_index: HeldIndex,
    next_held: u64,
    marks: HashMap<usize, Vec<Mark>>,
    gates: Vec<GateResult>,
    refused: HashMap<String, u32>,
    undo: Vec<person::Done>,
    wishes: Vec<wishes::Wish>,
    waiting: Vec<wishes::Wish>,
    /// Bytes of talk in each turn, also where the talk itself is not at hand.
    sizes: Vec<usize>,
    /// What of the todo lists was seen: text to last status.
    todos: BTreeMap<String, TodoStatus>,
    /// How often the transcript began anew.
    generation: u32,
    /// Where the agent's context was compacted, oldest first.
    compactions: Vec<compaction::Compaction>,
    stats: Stats,
    feedback: feedback::Feedback,
    /// What each action that can be undone counted as.
    counted: Vec<Option<feedback::Case>>,
    /// What was said in earlier sessions.
    earlier: feedback::Feedback,
    /// What goes against a rule that stands.
    guard: crate::guard::Guard,
    /// What language models answered.
    heard: model::Heard,
}

/// A line of totals enters the log each time so many turns were read.
const CHECKPOINT: usize = 256;

impl Session {
    /// A session with nothing in it.
    pub fn new(meta: Meta) -> Self {
        Self { meta, ..Self::default() }
    }

    /// A session read by another pipeline than the compiled-in one.
    pub fn with_pipeline(meta: Meta, pipeline: Pipeline) -> Self {
        Self { meta, pipeline, ..Self::default() }
    }

    /// An empty session for another transcript, read as this one is.
    #[must_use]
    pub fn another(&self, meta: Meta) -> Self {
        Self { meta, pipeline: self.pipeline.begun_anew(), ..Self::default() }
    }

    /// What the gate said of each turn, in file order.
    pub fn gates(&self) -> &[GateResult] {
        &self.gates
    }

    /// What reading the talk has cost so far.
    pub fn work(&self) -> Work {
        self.pipeline.work()
    }

    /// The cuts in force.
    pub fn cuts(&self) -> &Thresholds {
        self.pipeline.cuts()
    }

    /// From here on the pipeline goes by these cuts.
    pub fn set_cuts(&mut self, cuts: Thresholds) {
        self.pipeline.set_cuts(cuts);
    }

    /// What the transcript says of itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Takes over what a format learned of the session meanwhile.
    pub fn set_meta(&mut self, meta: Meta) {
        self.meta = meta;
    }

    /// Reads entries in file order. Costs the entries and what they touch. An entry whose turn id is known already
    /// is passed over, so a re-read is harmless.
    pub fn ingest(&mut self, entries: impl IntoIterator<Item = Entry>) {
        for entry in entries {
            match entry {
                Entry::Turn(turn) => self.ingest_turn(turn),
                Entry::Signal(signal) => self.ingest_signal(&signal),
            }
            if self.awaits_answers() {
                self.answer_again();
            }
            if !self.waiting.is_empty() {
                self.correct_again(false);
            }
        }
    }

    fn ingest_turn(&mut self, turn: Turn) {
        let before = self.turns.len();
        let known = self.by_turn.contains_key(&turn.turn_id);
        let said = if known { Vec::new() } else { self.guard.hear(&turn, &self.log, &self.ledger) };
        let proposals = self.hear(turn);
        self.settle_all(proposals);
        if !said.is_empty() {
            // The agent's present answer: from the person's last turn on.
            let last = self.turns.iter().rposition(|t| t.role == Role::User).unwrap_or(0);
            let lately = |id: &str| self.by_turn.get(id).is_some_and(|&at| at >= last);
            self.guard.heard(said, &self.ledger, lately);
        }
        if self.turns.len() > before && self.turns.len().is_multiple_of(CHECKPOINT) {
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
        self.turns.last().and_then(|t| t.at)
    }

    fn note(&mut self, event: NoteEvent, at: Option<jiff::Timestamp>) {
        let (line, seq) = (self.log.len() as u64 + 1, self.ledger.seq());
        if let NoteEvent::Compacted { turns } = event {
            self.compactions.push(compaction::Compaction { line, seq, turns, at });
        }
        self.log.push(LogLine::Note(Arc::new(Note { line, seq, at, event })));
    }

    /// Takes in a turn and returns what its words propose, unsettled: for a caller that knows what became of them
    /// (a replayed log), or settles them by hand.
    pub fn hear(&mut self, mut turn: Turn) -> Vec<Proposed> {
        if self.by_turn.contains_key(&turn.turn_id) {
            return Vec::new();
        }
        self.stats.turns += 1;
        self.stats.raw_bytes += turn.content.len();
        let (gate, proposals) = self.pipeline.read_turn(&turn);
        self.gates.push(gate);
        self.by_turn.insert(turn.turn_id.clone(), self.turns.len());
        self.sizes.push(turn.content.len());
        let at = self.turns.len();
        turn.content = self.kept_words(at, std::mem::take(&mut turn.content));
        self.turns.push(turn);
        proposals
    }

    fn ingest_signal(&mut self, signal: &Signal) {
        self.stats.signals += 1;
        self.guard.look(signal, &self.log, &self.ledger);
        if let SignalBody::Withdrawn { turn_ids } = &signal.body {
            self.withdraw_turns(turn_ids);
            let at = signal.at.or(self.last_time());
            self.note(NoteEvent::Withdrawn { turn_ids: turn_ids.clone() }, at);
        }
        if signal.body == (SignalBody::Boundary { kind: Boundary::Compaction }) {
            self.compacted(signal.at);
        }
        if let SignalBody::Todo { items, whole } = &signal.body {
            let gone = if *whole { self.pipeline.taken_off(items) } else { Vec::new() };
            self.todos.extend(gone.iter().map(|text| (safe::text(text), TodoStatus::Deleted)));
            self.todos.extend(items.iter().map(|i| (safe::text(i.text.trim()), i.status)));
        }
        let proposals = self.pipeline.read_signal(signal, &self.ledger);
        self.settle_all(proposals);
    }

    /// Takes in candidates that were not found by reading entries (a model's answer): they enter at normalize, as
    /// what the rules find does.
    pub fn settle(&mut self, proposals: Vec<Proposed>) {
        self.settle_all(proposals);
    }

    fn settle_all(&mut self, proposals: Vec<Proposed>) {
        let mut previous: Option<String> = None;
        for proposed in proposals {
            let mut proposed = self.unless_refused(proposed);
            safe::candidate(&mut proposed.candidate);
            self.confirm(&proposed);
            if let Some(same) = self.same_change(&proposed) {
                previous = Some(same);
                continue;
            }
            let mut desk = Desk {
                held: std::mem::take(&mut self.held_index),
                next_held: self.next_held,
                previous: previous.as_deref(),
            };
            let settled = settle(&mut self.ledger, &mut desk, proposed);
            (self.next_held, self.held_index) = (desk.next_held, desk.held);
            let Some((candidate, fate)) = settled else { continue };
            if let Fate::Accepted { item_id, .. } | Fate::Merged { into: item_id } = &fate {
                previous = Some(item_id.clone());
            }
            self.record(candidate, fate);
        }
    }

    /// Writes the log line and the marks of one settled candidate. Returns its index in the log.
    fn record(&mut self, candidate: Candidate, fate: Fate) -> usize {
        let line = self.log.len() as u64 + 1;
        self.push_outcome(Arc::new(Outcome { line, seq: self.ledger.seq(), candidate, fate }))
    }

    /// The same for an outcome that has its place in the log already.
    fn push_outcome(&mut self, outcome: Arc<Outcome>) -> usize {
        let index = self.log.len();
        let evidence = &outcome.candidate.evidence;
        match &outcome.fate {
            Fate::Accepted { item_id, .. } => {
                self.stats.accepted += 1;
                self.mark(evidence, item_id);
            }
            Fate::Merged { into } => {
                self.stats.merged += 1;
                self.mark(evidence, into);
            }
            Fate::Held { held_id } => {
                self.stats.held += 1;
                self.held.insert(self.next_held, index);
                self.mark(evidence, held_id);
            }
            Fate::Rejected { .. } => {
                self.stats.rejected += 1;
                self.rejected.push(index);
            }
        }
        self.log.push(LogLine::Outcome(outcome));
        index
    }

    fn mark(&mut self, evidence: &Evidence, item_id: &str) {
        for (turn, range) in evidence.turn_ids.iter().zip(&evidence.ranges) {
            if let Some(&at) = self.by_turn.get(turn) {
                let marks = self.marks.entry(at).or_default();
                let mark = Mark { range: range.clone(), item_id: item_id.to_owned() };
                if !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
        }
    }

    /// Items whose only evidence is withdrawn go with it; others lose nothing.
    fn withdraw_turns(&mut self, turn_ids: &[String]) {
        self.withdrawn.extend(turn_ids.iter().cloned());
        let gone = |item: &Item, set: &HashSet<String>| {
            item.is_open() && item.source_turns.iter().all(|s| set.contains(&s.turn_id))
        };
        let places = turn_ids.iter().filter_map(|t| self.by_turn.get(t));
        let touched = places.filter_map(|at| self.marks.get(at)).flatten().map(|m| m.item_id.clone());
        let mut ids: Vec<String> =
            touched.filter(|id| self.ledger.get(id).is_some_and(|i| gone(i, &self.withdrawn))).collect();
        ids.sort();
        ids.dedup();
        for id in ids {
            let seq = self.ledger.advance();
            self.ledger.update(&id, |item| {
                item.status = Status::Superseded;
                item.ended_because = Some("turn withdrawn".to_owned());
                item.touched_seq = seq;
            });
        }
    }

    /// The turns in file order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What is kept of the words of the turn at `index`; how much is not is noted.
    fn kept_words(&mut self, index: usize, mut content: String) -> String {
        if content.len() > KEPT {
            let kept = content.floor_char_boundary(KEPT);
            self.left_out.insert(index, content.len() - kept);
            content = content[..kept].to_owned();
        }
        content
    }

    /// Bytes of the turn at `index` that are not kept, because it is longer than a megabyte.
    pub fn left_out(&self, index: usize) -> usize {
        self.left_out.get(&index).copied().unwrap_or(0)
    }

    /// The place of a turn among [`Self::turns`], by id or by ordinal (`t142`).
    pub fn turn_index(&self, id: &str) -> Option<usize> {
        let by_ordinal = || {
            let n: usize = id.strip_prefix('t')?.parse().ok()?;
            self.turns.get(n.checked_sub(1)?).map(|_| n - 1)
        };
        self.by_turn.get(id).copied().or_else(by_ordinal)
    }

    /// The turn with this id or ordinal.
    pub fn turn(&self, id: &str) -> Option<&Turn> {
        self.turns.get(self.turn_index(id)?)
    }

    /// Whether a turn was rewound or rolled back.
    pub fn is_withdrawn(&self, turn_id: &str) -> bool {
        self.withdrawn.contains(turn_id)
    }

    /// What is believed.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The event log, oldest first.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// The outcome on log line `line` (from 1).
    pub fn outcome(&self, line: u64) -> Option<&Outcome> {
        match self.log.get(usize::try_from(line).ok()?.checked_sub(1)?)? {
            LogLine::Outcome(outcome) => Some(outcome),
            LogLine::Person(_) | LogLine::Note(_) => None,
        }
    }

    fn outcome_at(&self, index: usize) -> Option<&Outcome> {
        self.outcome(index as u64 + 1)
    }

    /// What waits for the person, oldest first.
    pub fn held(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.held.values().filter_map(|&i| self.outcome_at(i))
    }

    /// The held candidate `u-3`, while it waits.
    pub fn held_by_id(&self, held_id: &str) -> Option<&Outcome> {
        let n: u64 = held_id.strip_prefix("u-")?.parse().ok()?;
        self.held.get(&n).and_then(|&i| self.outcome_at(i))
    }

    /// What was refused, oldest first.
    pub fn rejections(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.rejected.iter().filter_map(|&i| self.outcome_at(i))
    }

    /// The places of the turn at `index` that carry items.
    pub fn marks(&self, index: usize) -> &[Mark] {
        self.marks.get(&index).map_or(&[], Vec::as_slice)
    }

    /// Words and deeds against a rule or choice that stood then, oldest first: flagged, never resolved.
    pub fn conflicts(&self) -> &[Conflict] {
        self.guard.conflicts()
    }

    /// Counts.
    pub fn stats(&self) -> Stats {
        Stats { held: self.held.len(), ..self.stats }
    }

    /// What was withdrawn by the person is not taken again from the same words, unless the person says it anew.
    fn unless_refused(&self, mut proposed: Proposed) -> Proposed {
        let Some(&until) = self.refused.get(&proposed.candidate.semantic_id) else { return proposed };
        let newest =
            proposed.candidate.evidence.turn_ids.iter().filter_map(|t| self.turn(t)).map(|t| (t.ordinal, t.role)).max();
        let said_anew = newest.is_some_and(|(n, role)| n > until && role == Role::User);
        if !said_anew {
            proposed.verdict = crate::pipeline::Verdict::Reject {
                pass: Pass::Person,
                code: "withdrawn".to_owned(),
                why: "you said this is wrong".to_owned(),
            };
        }
        proposed
    }
}
