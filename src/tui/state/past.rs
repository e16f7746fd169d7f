//! Defines [`TimeTravel`], a point of a session's past, and the accessors of [`State`] for it: every pane, list and
//! detail uses these, so that the past is the same screen over an earlier ledger.
//!
//! The live session continues meanwhile: new entries are ingested and counted, but not shown.

use std::collections::{BTreeMap, HashSet};

use super::{ReadingPosition, State, changed_at};
use crate::session::compaction::Compaction;
use crate::session::travel::{Past, Timeline, TimelineStep};
use crate::session::{Conflict, Session};
use crate::state::{HeldId, Item, ItemId, Ledger, LogLine, Outcome};
use crate::transcript::Turn;
use crate::tui::ids::{PaneId, RowKey, home};

/// The steps of the session computed so far, and a ledger that moves along them. They are computed in slices while
/// idle, so that no key has to wait for the whole log.
#[derive(Debug, Clone, Default)]
pub struct PartialTimeline {
    timeline: Timeline,
    past: Past,
}

impl PartialTimeline {
    /// Computes about `most` lines, or moves as many steps towards the newest. Returns whether it is complete.
    fn compute(&mut self, session: &Session, most: usize) -> bool {
        let before = self.timeline.lines();
        let complete = self.timeline.extend(session, most);
        let left = most.saturating_sub(self.timeline.lines() - before);
        let newest = self.timeline.steps().len();
        let next = self.past.place().saturating_add(left).min(newest);
        self.past.go(&self.timeline, next.max(self.past.place()));
        complete && self.past.place() == newest
    }

    fn is_of(&self, session: &Session) -> bool {
        self.timeline.is_of(session) && self.past.place() == self.timeline.steps().len()
    }
}

/// A point of the past.
#[derive(Debug, Clone)]
pub struct TimeTravel {
    timeline: Timeline,
    past: Past,
    /// The items the step that led here touched.
    touched: HashSet<ItemId>,
    /// Number of turns when the person left the present.
    turns_then: usize,
    /// The cursors and the reading position at that moment.
    cursors: BTreeMap<PaneId, Option<RowKey>>,
    reading: ReadingPosition,
}

impl TimeTravel {
    /// Starts at the newest computed state.
    pub fn begin(state: &mut State) -> Self {
        let PartialTimeline { timeline, past } = state.travel.computed.take().map(|w| *w).unwrap_or_default();
        let cursors = PaneId::ALL.iter().map(|pane| (*pane, state.list(*pane).cursor.clone())).collect();
        let turns_then = state.session.turns().len();
        Self { timeline, past, touched: HashSet::new(), turns_then, cursors, reading: state.nav.reading }
    }

    /// All steps.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The ledger at the step shown.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// The step that led here, if the past has begun.
    pub fn step(&self) -> Option<&TimelineStep> {
        self.timeline.led_to(self.past.place()).first()
    }

    /// The items it touched.
    pub fn touched(&self) -> impl Iterator<Item = &str> {
        self.touched.iter().map(ItemId::as_str)
    }

    /// The last log line at the step shown.
    fn line(&self) -> usize {
        self.newest_step().map_or(0, |step| usize::try_from(step.line).unwrap_or(usize::MAX))
    }

    /// Turns up to the step shown.
    fn turns(&self) -> usize {
        self.newest_step().map_or(0, |step| step.turns)
    }

    fn newest_step(&self) -> Option<&TimelineStep> {
        self.timeline.steps().get(self.past.place().checked_sub(1)?)
    }

    /// Moves to a place. The cost depends on the changes of the steps on the way.
    fn go(&mut self, place: usize) {
        self.past.go(&self.timeline, place);
        let steps = self.timeline.led_to(self.past.place());
        self.touched = steps.iter().flat_map(TimelineStep::items).map(|item| item.id.clone()).collect();
    }
}

/// Accessors of the ledger shown, live or past.
impl State {
    /// Whether the past is shown.
    pub fn is_past(&self) -> bool {
        self.travel.past.is_some()
    }

    /// The ledger shown.
    pub fn ledger(&self) -> &Ledger {
        self.travel.past.as_ref().map_or(self.session.ledger(), |j| j.past.ledger())
    }

    /// The turns shown.
    pub fn turns(&self) -> &[Turn] {
        let turns = self.session.turns();
        self.travel.past.as_ref().and_then(|j| turns.get(..j.turns())).unwrap_or(turns)
    }

    /// The log shown.
    pub fn log(&self) -> &[LogLine] {
        let log = self.session.log();
        self.travel.past.as_ref().and_then(|j| log.get(..j.line())).unwrap_or(log)
    }

    /// The candidates that wait for the person, oldest first.
    pub fn held(&self) -> Vec<&Outcome> {
        match &self.travel.past {
            Some(travel) => travel.past.held().filter_map(|line| self.session.outcome(line)).collect(),
            None => self.session.held().collect(),
        }
    }

    /// The candidate `u-3`, while it waits.
    pub fn held_by_id(&self, held_id: HeldId) -> Option<&Outcome> {
        match &self.travel.past {
            Some(travel) => self.session.outcome(travel.past.held_line(held_id)?),
            None => self.session.held_by_id(held_id),
        }
    }

    /// The number of ignored sentences.
    pub fn ignored_count(&self) -> usize {
        self.session.ignored_until(self.log().len())
    }

    /// The refused candidates that are listed, one for each sentence, newest first.
    pub fn ignored(&self) -> impl Iterator<Item = &Outcome> {
        let last = self.log().len() as u64;
        self.session.ignored().rev().skip_while(move |o| o.line > last)
    }

    /// The last place at which the agent's context was compacted.
    pub fn compaction(&self) -> Option<&Compaction> {
        let last = self.log().len() as u64;
        self.session.compactions().iter().rev().find(|c| c.line <= last)
    }

    /// Conflicts with rules and decisions, settled ones too, each with its index, oldest first.
    pub fn conflicts(&self) -> impl DoubleEndedIterator<Item = (usize, &Conflict)> {
        let turns = self.turns().len();
        let all = self.session.conflicts().iter().enumerate();
        all.filter(move |(_, c)| !self.is_past() || self.session.turn_index(&c.turn_id).is_some_and(|at| at < turns))
    }

    /// Whether the person settled a conflict by the point shown.
    pub fn is_settled(&self, conflict: &Conflict) -> bool {
        let last = self.log().len() as u64;
        self.session.settled_by(conflict).is_some_and(|line| line <= last)
    }

    /// The conflicts that are not settled, each with its index, oldest first.
    pub fn open_conflicts(&self) -> impl DoubleEndedIterator<Item = (usize, &Conflict)> {
        self.conflicts().filter(|(_, conflict)| !self.is_settled(conflict))
    }

    /// Whether the step shown touched this item.
    pub fn is_touched(&self, item: &Item) -> bool {
        self.travel.past.as_ref().is_some_and(|j| j.touched.contains(&item.id))
    }

    /// Whether an item changed after the point the person marked.
    pub fn is_since(&self, item: &Item) -> bool {
        self.travel.since.is_some_and(|seq| changed_at(item) > seq)
    }

    /// Whether an item is one a compaction may have dropped, while those are shown.
    pub fn is_dropped(&self, item: &Item) -> bool {
        self.travel.dropped && self.compaction().is_some_and(|c| c.is_before(item))
    }

    /// Turns that came since the person left the present.
    pub fn arrived(&self) -> usize {
        self.travel.past.as_ref().map_or(0, |j| self.session.turns().len().saturating_sub(j.turns_then))
    }

    /// Moves to a place of the timeline and shows the items that the step touched. The cost depends on the changes on
    /// the way; the lists are updated with the next frame.
    pub fn walk(&mut self, place: usize) {
        let Some(travel) = self.travel.past.as_mut() else { return };
        travel.go(place);
        let touched = travel.timeline.led_to(travel.past.place()).iter().flat_map(TimelineStep::items);
        let found: Vec<(PaneId, RowKey)> = touched.map(|i| (home(i), RowKey::Item(i.id.clone()))).collect();
        // The cursor of each pane goes to its first row that the step touched.
        for (pane, key) in found.iter().rev() {
            if let Some(list) = self.list_mut(*pane) {
                list.cursor = Some(key.clone());
            }
        }
        if let Some((pane, _)) = found.first()
            && self.nav.follow
        {
            self.focus = *pane;
        }
        self.nav.reading = ReadingPosition::default();
        self.reset_detail();
        self.touch();
    }

    /// Computes more of the past: about `most` lines or steps. Returns whether it is complete up to the present.
    pub fn compute_past(&mut self, most: usize) -> bool {
        match &mut self.travel.past {
            Some(travel) => travel.timeline.extend(&self.session, most),
            None => self.travel.computed.get_or_insert_default().compute(&self.session, most),
        }
    }

    /// Whether to compute more of the past while idle: a key was pressed in this session, and the log has more lines.
    pub fn lacks_past(&self) -> bool {
        if !self.attention.at_keys || !self.file.caught_up {
            return false;
        }
        match (&self.travel.past, &self.travel.computed) {
            (Some(travel), _) => !travel.timeline.is_of(&self.session),
            (None, Some(walked)) => !walked.is_of(&self.session),
            (None, None) => true,
        }
    }

    /// The share of the log computed so far, in percent.
    pub fn percent_computed(&self) -> usize {
        let lines = self.travel.computed.as_ref().map_or(0, |w| w.timeline.lines());
        lines.saturating_mul(100).checked_div(self.session.log().len()).unwrap_or(100)
    }

    /// Returns to the present and restores the cursors.
    pub fn leave_past(&mut self) {
        let Some(travel) = self.travel.past.take() else { return };
        let TimeTravel { timeline, past, cursors, reading, .. } = *travel;
        for (pane, cursor) in cursors {
            if let Some(list) = self.list_mut(pane) {
                list.cursor = cursor;
            }
        }
        self.nav.reading = reading;
        self.travel.computed = Some(Box::new(PartialTimeline { timeline, past }));
        self.reset_detail();
        self.touch();
    }
}
