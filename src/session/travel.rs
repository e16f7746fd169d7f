//! Defines [`Timeline`] and [`Past`]: the ledger as of any sequence number.
//!
//! The log is folded once with a journal; each line that changed the ledger becomes a [`TimelineStep`] with the items
//! it touched, before and after. A step back or forward takes time in proportion to the items it touched.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Session;
use crate::state::{Disposition, HeldId, Item, Ledger, LogLine, NoteEvent};
use crate::transcript::Turn;

/// The changes of one line of the log.
#[derive(Debug, Clone)]
pub struct TimelineStep {
    /// The line's number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// The ledger's sequence number before it.
    pub seq_before: u64,
    /// Turns ingested by then, as far as the log records it.
    pub turns: usize,
    touched: Vec<Touched>,
    /// Changes of the held queue since the step before.
    held: Vec<HeldChange>,
}

/// A held candidate with its index in the log before and after; `None` while it does not wait.
#[derive(Debug, Clone, Copy)]
struct HeldChange {
    held_id: HeldId,
    before: Option<usize>,
    after: Option<usize>,
}

#[derive(Debug, Clone)]
struct Touched {
    index: usize,
    before: Option<Arc<Item>>,
    after: Arc<Item>,
}

impl TimelineStep {
    /// The items it touched, as they were after it.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.touched.iter().map(|t| t.after.as_ref())
    }

    /// The items it touched, as they were before it and after it.
    pub fn changes(&self) -> impl Iterator<Item = (Option<&Item>, &Item)> {
        self.touched.iter().map(|t| (t.before.as_deref(), t.after.as_ref()))
    }
}

/// Every step of a session.
#[derive(Debug, Clone)]
pub struct Timeline {
    folding: Session,
    /// The newest state of each item, shared with the steps.
    newest: Vec<Arc<Item>>,
    steps: Vec<TimelineStep>,
    /// Turns ingested by the newest line.
    turns: usize,
    /// Changes of the held queue since the last step.
    held: Vec<HeldChange>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self::empty()
    }
}

impl Timeline {
    /// The steps of a session so far. Folds the whole log.
    pub fn of(session: &Session) -> Self {
        let mut timeline = Self::empty();
        timeline.extend(session, usize::MAX);
        timeline
    }

    /// A timeline without steps.
    pub fn empty() -> Self {
        let mut folding = Session::default();
        folding.ledger.keep_journal();
        Self { folding, newest: Vec::new(), steps: Vec::new(), turns: 0, held: Vec::new() }
    }

    /// Adds at most `most` new turns and lines of the session. Returns whether the timeline is complete.
    pub fn extend(&mut self, session: &Session, most: usize) -> bool {
        let known = self.folding.talk.turns.len();
        for turn in session.talk.turns.iter().skip(known).take(most) {
            let Turn { turn_id, ordinal, role, at, record, .. } = turn;
            let (turn_id, content) = (turn_id.clone(), String::new());
            let (ordinal, role, at, record) = (*ordinal, *role, *at, *record);
            let id = turn_id.as_str().into();
            self.folding.talk.push(id, Turn { turn_id, ordinal, role, content, at, record }, 0);
        }
        let left = most.saturating_sub(self.folding.talk.turns.len() - known);
        for line in session.log.lines.iter().skip(self.folding.log.lines.len()).take(left) {
            self.take(line.clone());
        }
        self.is_of(session)
    }

    /// Whether every line of the session was folded.
    pub fn is_of(&self, session: &Session) -> bool {
        self.folding.talk.turns.len() == session.talk.turns.len()
            && self.folding.log.lines.len() == session.log.lines.len()
    }

    /// Number of lines folded so far.
    pub fn lines(&self) -> usize {
        self.folding.log.lines.len()
    }

    fn take(&mut self, line: LogLine) {
        let seq_before = self.folding.ledger.seq();
        self.turns = self.turns.max(self.turns_of(&line));
        self.take_held(line);
        let mut touched: Vec<Touched> = Vec::new();
        for change in self.folding.ledger.journal() {
            if touched.iter().all(|t| t.index != change.index)
                && let Some(after) = self.folding.ledger.item_at(change.index)
            {
                let after = Arc::new(after.clone());
                let before = self.newest.get(change.index).cloned();
                match self.newest.get_mut(change.index) {
                    Some(slot) => *slot = Arc::clone(&after),
                    None => self.newest.push(Arc::clone(&after)),
                }
                touched.push(Touched { index: change.index, before, after });
            }
        }
        let seq = self.folding.ledger.seq();
        if !touched.is_empty() || seq != seq_before {
            touched.sort_by_key(|t| t.index);
            let (line, turns, held) = (self.folding.log.lines.len() as u64, self.turns, std::mem::take(&mut self.held));
            self.steps.push(TimelineStep { line, seq, seq_before, turns, touched, held });
        }
    }

    /// Folds a line and notes its changes of the held queue.
    fn take_held(&mut self, line: LogLine) {
        let held_id = match &line {
            LogLine::Outcome(outcome) => match &outcome.disposition {
                Disposition::Held { held_id } => Some(*held_id),
                Disposition::Accepted { was, .. } => *was,
                _ => None,
            },
            _ => None,
        };
        let sets_aside = matches!(&line, LogLine::Note(n) if matches!(n.event, NoteEvent::SetAside { .. }));
        if sets_aside || matches!(line, LogLine::Person(_)) {
            // An undo names no candidate, so the whole queue is compared. Such lines are few.
            let before = self.folding.held.waiting.clone();
            self.folding.apply(line);
            let after = &self.folding.held.waiting;
            let numbers = before.keys().chain(after.keys().filter(|n| !before.contains_key(n)));
            let waits = numbers.map(|n| HeldChange {
                held_id: *n,
                before: before.get(n).copied(),
                after: after.get(n).copied(),
            });
            self.held.extend(waits.filter(|w| w.before != w.after));
            return;
        }
        let before = held_id.and_then(|n| self.folding.held.waiting.get(&n).copied());
        self.folding.apply(line);
        let after = held_id.and_then(|n| self.folding.held.waiting.get(&n).copied());
        self.held.extend(held_id.map(|held_id| HeldChange { held_id, before, after }));
    }

    /// Turns ingested when this line was written; 0 if it does not record that.
    fn turns_of(&self, line: &LogLine) -> usize {
        match line {
            LogLine::Outcome(outcome) => {
                self.folding.talk.newest_of(&outcome.candidate.evidence).map_or(0, |at| at + 1)
            }
            LogLine::Person(event) => event.turns,
            LogLine::Note(_) => 0,
        }
    }

    /// The steps, oldest first.
    pub fn steps(&self) -> &[TimelineStep] {
        &self.steps
    }

    /// How many steps lead to sequence number `seq`: a [`Past`] at this place shows the ledger as of then.
    pub fn place_of(&self, seq: u64) -> usize {
        self.steps.partition_point(|s| s.seq <= seq)
    }

    /// The place with the sequence number before that at `place`; 0 is before everything.
    pub fn earlier(&self, place: usize) -> usize {
        let Some(last) = place.checked_sub(1) else { return 0 };
        let seq = self.steps.get(last).map_or(0, |s| s.seq);
        self.steps.partition_point(|s| s.seq < seq).min(last)
    }

    /// The place with the sequence number after that at `place`; `None` at the end.
    pub fn later(&self, place: usize) -> Option<usize> {
        let next = self.steps.get(place)?;
        Some(self.place_of(next.seq).max(place + 1))
    }

    /// The steps with the sequence number at `place`: the one that raised it, and the restatements after it.
    pub fn led_to(&self, place: usize) -> &[TimelineStep] {
        self.steps.get(self.earlier(place)..place).unwrap_or(&[])
    }

    /// The ledger after the last step. Takes time in proportion to all steps; [`Past::go`] can be called in parts
    /// instead.
    pub fn newest(&self) -> Past {
        let mut past = Past::default();
        past.go(self, self.steps.len());
        past
    }
}

fn put_held(held: &mut BTreeMap<HeldId, usize>, held_id: HeldId, place: Option<usize>) {
    match place {
        Some(place) => held.insert(held_id, place),
        None => held.remove(&held_id),
    };
}

/// The ledger at a place of a timeline; initially before the first step.
#[derive(Debug, Clone, Default)]
pub struct Past {
    ledger: Ledger,
    held: BTreeMap<HeldId, usize>,
    at: usize,
}

impl Past {
    /// The ledger at this place, for display only.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The log lines of the candidates held at this place, oldest first.
    pub fn held(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.held.values().map(|index| *index as u64 + 1)
    }

    /// The log line of a candidate held at this place.
    pub fn held_line(&self, held_id: HeldId) -> Option<u64> {
        self.held.get(&held_id).map(|index| *index as u64 + 1)
    }

    /// Number of steps before this place.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Undoes one step and returns it; `None` at the beginning.
    pub fn back<'a>(&mut self, timeline: &'a Timeline) -> Option<&'a TimelineStep> {
        let step = timeline.steps.get(self.at.checked_sub(1)?)?;
        for waits in step.held.iter().rev() {
            put_held(&mut self.held, waits.held_id, waits.before);
        }
        for touched in step.touched.iter().rev() {
            match &touched.before {
                Some(before) => self.ledger.put(touched.index, before.as_ref().clone()),
                None => drop(self.ledger.pop()),
            }
        }
        self.ledger.set_seq(step.seq_before);
        self.at -= 1;
        Some(step)
    }

    /// Redoes one step and returns it; `None` at the end.
    pub fn on<'a>(&mut self, timeline: &'a Timeline) -> Option<&'a TimelineStep> {
        let step = timeline.steps.get(self.at)?;
        for waits in &step.held {
            put_held(&mut self.held, waits.held_id, waits.after);
        }
        for touched in &step.touched {
            self.ledger.put(touched.index, touched.after.as_ref().clone());
        }
        self.ledger.set_seq(step.seq);
        self.at += 1;
        Some(step)
    }

    /// Walks to a place.
    pub fn go(&mut self, timeline: &Timeline, place: usize) {
        while self.at > place && self.back(timeline).is_some() {}
        while self.at < place && self.on(timeline).is_some() {}
    }
}
