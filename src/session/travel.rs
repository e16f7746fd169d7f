//! Defines [`Timeline`] and [`Past`]: the ledger as of any sequence number, a step at the cost of what it changed.
//!
//! The log is folded once with a journal; each line that changed something becomes a [`Step`] that holds the items
//! it touched, before and after. Walking puts them back.

use std::sync::Arc;

use super::Session;
use crate::state::{Item, Ledger, LogLine};

/// What one line of the log changed.
#[derive(Debug, Clone)]
pub struct Step {
    /// The line's number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// And before it.
    pub seq_before: u64,
    touched: Vec<Touched>,
}

#[derive(Debug, Clone)]
struct Touched {
    index: usize,
    before: Option<Arc<Item>>,
    after: Arc<Item>,
}

impl Step {
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
    steps: Vec<Step>,
}

impl Timeline {
    /// The steps of a session so far. Costs the log once.
    pub fn of(session: &Session) -> Self {
        let mut folding = Session::of_kept(session.kept());
        folding.waiting.clear();
        folding.ledger.keep_journal();
        let mut timeline = Self { folding, newest: Vec::new(), steps: Vec::new() };
        timeline.extend(session);
        timeline
    }

    /// Takes in what the session's log has more than when it was last looked at. Costs those lines.
    pub fn extend(&mut self, session: &Session) {
        for turn in session.turns.iter().skip(self.folding.turns.len()) {
            self.folding.by_turn.insert(turn.turn_id.clone(), self.folding.turns.len());
            self.folding.turns.push(crate::transcript::Turn { content: String::new(), ..turn.clone() });
        }
        for line in session.log.iter().skip(self.folding.log.len()) {
            self.take(line.clone());
        }
    }

    fn take(&mut self, line: LogLine) {
        let seq_before = self.folding.ledger.seq();
        self.folding.apply(line);
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
            self.steps.push(Step { line: self.folding.log.len() as u64, seq, seq_before, touched });
        }
    }

    /// The steps, oldest first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps lead to sequence number `seq`: a [`Past`] at this place shows the ledger as of then.
    pub fn place_of(&self, seq: u64) -> usize {
        self.steps.partition_point(|s| s.seq <= seq)
    }

    /// The ledger as it is after the last step.
    pub fn newest(&self) -> Past {
        Past { ledger: self.folding.ledger.clone(), at: self.steps.len() }
    }
}

/// The ledger at some place of a timeline.
#[derive(Debug, Clone)]
pub struct Past {
    ledger: Ledger,
    at: usize,
}

impl Past {
    /// The ledger as of here: for looking at.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// How many steps lead here.
    pub fn place(&self) -> usize {
        self.at
    }

    /// One step back, if there is one: the step that was undone.
    pub fn back<'a>(&mut self, timeline: &'a Timeline) -> Option<&'a Step> {
        let step = timeline.steps.get(self.at.checked_sub(1)?)?;
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

    /// One step on, if there is one: the step that was done.
    pub fn on<'a>(&mut self, timeline: &'a Timeline) -> Option<&'a Step> {
        let step = timeline.steps.get(self.at)?;
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
