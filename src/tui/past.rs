//! Defines [`Journey`], standing in the past of a session, and what [`State`] shows of it: every pane, list and
//! detail asks here, so that the past is the same screen over an earlier ledger.
//!
//! The live session goes on meanwhile: what arrives is taken in, counted, and not shown.

use std::collections::{BTreeMap, HashSet};

use super::panes::{PaneId, RowKey, home};
use super::state::{Reading, State, changed_at};
use crate::session::Conflict;
use crate::session::compaction::Compaction;
use crate::session::travel::{Past, Step, Timeline};
use crate::state::{Item, Ledger, LogLine, Outcome};
use crate::transcript::Turn;

/// A stand in the past.
#[derive(Debug, Clone)]
pub struct Journey {
    timeline: Timeline,
    past: Past,
    /// The items the step that led here touched.
    touched: HashSet<String>,
    /// Turns there were when the person left the present.
    turns_then: usize,
    /// Where the cursors and the reading were then.
    cursors: BTreeMap<PaneId, Option<RowKey>>,
    reading: Reading,
}

impl Journey {
    /// Sets out from the newest state. Costs the log once; setting out again costs what it has more.
    pub fn begin(state: &mut State) -> Self {
        let timeline = match state.walked.take() {
            Some(mut timeline) => {
                timeline.extend(&state.session);
                *timeline
            }
            None => Timeline::of(&state.session),
        };
        let past = timeline.newest();
        let cursors = PaneId::ALL.iter().map(|pane| (*pane, state.list(*pane).cursor.clone())).collect();
        let turns_then = state.session.turns().len();
        Self { timeline, past, touched: HashSet::new(), turns_then, cursors, reading: state.reading }
    }

    /// Every step there is.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Where the person stands.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// The step that led here, if the past has begun.
    pub fn step(&self) -> Option<&Step> {
        self.timeline.led_to(self.past.place()).first()
    }

    /// The items it touched.
    pub fn touched(&self) -> impl Iterator<Item = &str> {
        self.touched.iter().map(String::as_str)
    }

    /// The last line of the log as of here.
    fn line(&self) -> usize {
        self.newest_step().map_or(0, |step| usize::try_from(step.line).unwrap_or(usize::MAX))
    }

    /// Turns heard as of here.
    fn turns(&self) -> usize {
        self.newest_step().map_or(0, |step| step.turns)
    }

    fn newest_step(&self) -> Option<&Step> {
        self.timeline.steps().get(self.past.place().checked_sub(1)?)
    }

    /// Walks to a place. Costs what the steps on the way changed.
    fn go(&mut self, place: usize) {
        self.past.go(&self.timeline, place);
        let steps = self.timeline.led_to(self.past.place());
        self.touched = steps.iter().flat_map(Step::items).map(|item| item.id.clone()).collect();
    }
}

/// What is shown, live or past.
impl State {
    /// Whether the past is shown.
    pub fn is_past(&self) -> bool {
        self.journey.is_some()
    }

    /// The ledger shown.
    pub fn ledger(&self) -> &Ledger {
        self.journey.as_ref().map_or(self.session.ledger(), |j| j.past.ledger())
    }

    /// The turns shown.
    pub fn turns(&self) -> &[Turn] {
        let turns = self.session.turns();
        self.journey.as_ref().and_then(|j| turns.get(..j.turns())).unwrap_or(turns)
    }

    /// The log shown.
    pub fn log(&self) -> &[LogLine] {
        let log = self.session.log();
        self.journey.as_ref().and_then(|j| log.get(..j.line())).unwrap_or(log)
    }

    /// The candidates that wait for the person, oldest first.
    pub fn held(&self) -> Vec<&Outcome> {
        match &self.journey {
            Some(journey) => journey.past.held().filter_map(|line| self.session.outcome(line)).collect(),
            None => self.session.held().collect(),
        }
    }

    /// The candidate `u-3`, while it waits.
    pub fn held_by_id(&self, held_id: &str) -> Option<&Outcome> {
        match &self.journey {
            Some(journey) => self.session.outcome(journey.past.held_line(held_id)?),
            None => self.session.held_by_id(held_id),
        }
    }

    /// What was refused, newest first.
    pub fn rejections(&self) -> impl Iterator<Item = &Outcome> {
        let last = self.log().len() as u64;
        self.session.rejections().rev().skip_while(move |o| o.line > last)
    }

    /// The last place at which the agent's context was compacted.
    pub fn compaction(&self) -> Option<&Compaction> {
        let last = self.log().len() as u64;
        self.session.compactions().iter().rev().find(|c| c.line <= last)
    }

    /// What went against a rule or choice that stood, each with its place, oldest first.
    pub fn conflicts(&self) -> impl DoubleEndedIterator<Item = (usize, &Conflict)> {
        let heard = self.turns().len();
        let all = self.session.conflicts().iter().enumerate();
        all.filter(move |(_, c)| !self.is_past() || self.session.turn_index(&c.turn_id).is_some_and(|at| at < heard))
    }

    /// Whether the step shown touched this item.
    pub fn is_touched(&self, item: &Item) -> bool {
        self.journey.as_ref().is_some_and(|j| j.touched.contains(&item.id))
    }

    /// Whether an item changed after the point the person marked.
    pub fn is_since(&self, item: &Item) -> bool {
        self.since.is_some_and(|seq| changed_at(item) > seq)
    }

    /// Whether an item is one a compaction may have dropped, while those are shown.
    pub fn is_dropped(&self, item: &Item) -> bool {
        self.dropped && self.compaction().is_some_and(|c| c.is_before(item))
    }

    /// Turns that came since the person left the present.
    pub fn arrived(&self) -> usize {
        self.journey.as_ref().map_or(0, |j| self.session.turns().len().saturating_sub(j.turns_then))
    }

    /// Walks to a place of the timeline and shows what the step there touched. Costs what changed on the way; the
    /// lists follow with the next frame.
    pub fn walk(&mut self, place: usize) {
        let Some(journey) = self.journey.as_mut() else { return };
        journey.go(place);
        let touched = journey.timeline.led_to(journey.past.place()).iter().flat_map(Step::items);
        let found: Vec<(PaneId, RowKey)> = touched.map(|i| (home(i), RowKey::Item(i.id.clone()))).collect();
        // The first thing a pane lists of the step is what its cursor stands on.
        for (pane, key) in found.iter().rev() {
            if let Some(list) = self.list_mut(*pane) {
                list.cursor = Some(key.clone());
            }
        }
        if let Some((pane, _)) = found.first()
            && self.follow
        {
            self.focus = *pane;
        }
        self.reading = Reading::default();
        (self.version, self.detail_scroll) = (None, 0);
        self.touch();
    }

    /// Takes in what was logged since the past was entered or looked at last.
    pub fn extend_past(&mut self) {
        if let Some(journey) = self.journey.as_mut() {
            journey.timeline.extend(&self.session);
        }
    }

    /// Back to the present, with the cursors where they were.
    pub fn leave_past(&mut self) {
        let Some(journey) = self.journey.take() else { return };
        for (pane, cursor) in journey.cursors {
            if let Some(list) = self.list_mut(pane) {
                list.cursor = cursor;
            }
        }
        self.reading = journey.reading;
        self.walked = Some(Box::new(journey.timeline));
        (self.version, self.detail_scroll) = (None, 0);
        self.touch();
    }
}
