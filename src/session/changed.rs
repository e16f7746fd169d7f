//! Defines which items changed since a point of the session: a sequence number, a turn or a time.

use jiff::Timestamp;

use super::Session;
use crate::state::{Item, LogLine};

/// A point of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SincePoint {
    /// After this sequence number.
    Seq(u64),
    /// At and after this turn: its id, or its ordinal (`t142`).
    Turn(String),
    /// From this moment on.
    Time(Timestamp),
}

words! {
    /// How an item changed.
    How {
        /// It was created.
        New = "new",
        /// Its summary changed.
        Revised = "revised",
        /// It was superseded or resolved.
        Ended = "ended",
        /// It was restated, or touched otherwise.
        Touched = "touched",
    }
}

/// An item that changed.
#[derive(Debug, Clone, Copy)]
pub struct ChangedItem<'a> {
    /// How it changed.
    pub how: How,
    /// The item as it is now.
    pub item: &'a Item,
    /// Its former summary, if that differs.
    pub before: Option<&'a str>,
}

impl Session {
    /// The sequence number before a point; `None` when there is no such turn.
    pub fn seq_before(&self, point: &SincePoint) -> Option<u64> {
        match point {
            SincePoint::Seq(seq) => Some(*seq),
            SincePoint::Turn(id) => {
                let turn = self.turn_index(id)?;
                Some(self.last_seq(|line| self.place_of(line).is_some_and(|at| at < turn)))
            }
            SincePoint::Time(time) => Some(self.last_seq(|line| time_of(line).is_some_and(|at| at < *time))),
        }
    }

    /// The highest sequence number of the log lines that fit; 0 if there is none.
    fn last_seq(&self, fits: impl Fn(&LogLine) -> bool) -> u64 {
        self.log().iter().filter(|line| fits(line)).map(LogLine::seq).max().unwrap_or(0)
    }

    /// The index of the newest turn that a line quotes.
    fn place_of(&self, line: &LogLine) -> Option<usize> {
        match line {
            LogLine::Outcome(outcome) => {
                outcome.candidate.evidence.turn_ids.iter().filter_map(|t| self.turn_index(t)).max()
            }
            LogLine::Person(event) => event.turns.checked_sub(1),
            LogLine::Note(_) => None,
        }
    }

    /// The items touched after sequence number `seq`, in the order they were touched.
    pub fn changes_since(&self, seq: u64) -> Vec<ChangedItem<'_>> {
        let mut items: Vec<&Item> = self.ledger().changed_since(seq).collect();
        items.sort_by_key(|i| i.touched_seq);
        items.into_iter().map(|item| changed(item, seq)).collect()
    }
}

fn time_of(line: &LogLine) -> Option<Timestamp> {
    match line {
        LogLine::Outcome(outcome) => outcome.candidate.delta.timestamp,
        LogLine::Person(event) => event.at,
        LogLine::Note(note) => note.at,
    }
}

fn changed(item: &Item, seq: u64) -> ChangedItem<'_> {
    let before = item.versions.iter().rev().find(|v| v.seq <= seq).map(|v| v.summary.as_str());
    let how = match before {
        None => How::New,
        Some(_) if !item.is_open() => How::Ended,
        Some(words) if words != item.summary => How::Revised,
        Some(_) => How::Touched,
    };
    ChangedItem { how, item, before: before.filter(|words| *words != item.summary) }
}
