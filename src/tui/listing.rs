//! Defines how the screen's lists and numbers are updated: incrementally for the present, rebuilt for the past.

use std::collections::HashMap;

use jiff::Timestamp;

use super::layout::Layout;
use super::panes::content::row_content;
use super::panes::{ITEM_GROUPS, PANES, PaneId, RowKey, RowSource, filter};
use super::state::list::{apart, is_counted};
use super::state::pane_cache::ItemGroups;
use super::state::{HeaderCounts, List, State};
use super::times::age_changes;
use crate::state::{ItemKind, Ledger, Resolution};

impl State {
    /// Updates the lists, counts and marks if the session changed. The cost depends on the changes since the last call;
    /// a list with a filter is rebuilt.
    pub fn refresh(&mut self) {
        if !std::mem::take(&mut self.lists.stale) {
            return;
        }
        self.count_conflicts();
        self.lists.likely = self.session.likely_at(self.ledger(), self.held());
        if self.is_past() {
            // The lists of the past replace those of the present, which are rebuilt on return.
            self.lists.cache.clear();
            for pane in PaneId::ALL {
                self.make_list(*pane);
            }
            self.lists.counts = self.count();
            return;
        }
        self.lists.panes.iter_mut().for_each(List::take_likely);
        let (ledger, seen) = (self.session.ledger(), &self.attention.seen);
        self.lists.cache.bring_up(ledger, seen, &ITEM_GROUPS, &mut self.lists.panes);
        for pane in PANES {
            self.update_list(pane.id);
        }
        self.lists.counts = self.count();
    }

    /// Updates one list of the present: one of items without a filter from what changed, another one by a rebuild.
    fn update_list(&mut self, pane: PaneId) {
        let is_filtered = !self.list(pane).filter.is_empty();
        let groups = match pane.pane().source {
            RowSource::Items(groups) if !is_filtered => groups,
            _ => return self.make_list(pane),
        };
        let likely = self.likely_rows(pane);
        let count = self.lists.cache.len(pane as usize) + selectable(&likely);
        let at = self.lists.cache.below_standing(pane as usize, groups);
        let headings = self.lists.cache.headings(pane as usize, groups);
        let standing = self.lists.cache.standing(pane as usize, groups);
        if let Some(list) = self.list_mut(pane) {
            list.apart = headings;
            list.put_likely(at, likely);
            (list.count, list.unfiltered, list.standing) = (count, count, standing);
        }
    }

    /// Counts the open conflicts of each item.
    fn count_conflicts(&mut self) {
        let mut counted = HashMap::new();
        for item_id in self.open_conflicts().filter_map(|(_, conflict)| conflict.item_id.as_ref()) {
            *counted.entry(item_id.clone()).or_default() += 1;
        }
        self.lists.conflicted = counted;
    }

    /// Rebuilds a pane's list, narrowed by its filter.
    pub fn make_list(&mut self, pane: PaneId) {
        let mut kept = List::EMPTY;
        match pane.pane().source {
            RowSource::Items(groups) if !self.is_past() => {
                let at = self.lists.cache.below_standing(pane as usize, groups);
                kept.rows = self.lists.cache.rows(pane as usize, groups, self.session.ledger());
                kept.put_likely(at, self.likely_rows(pane));
            }
            _ => kept.rows = pane.pane().rows(self),
        }
        let unfiltered = selectable(&kept.rows);
        let words = self.list(pane).filter.clone();
        if !words.is_empty() {
            (kept.rows, kept.likely) = (filter::narrowed(self, kept.rows, &words), (0, 0));
        }
        let standing = match pane.pane().source {
            RowSource::Items(groups) => standing(groups, self.ledger()),
            _ => unfiltered,
        };
        if let Some(list) = self.list_mut(pane) {
            (list.count, list.standing) = (selectable(&kept.rows), standing);
            list.apart = apart(&kept.rows);
            (list.rows, list.likely, list.unfiltered) = (kept.rows, kept.likely, unfiltered);
        }
    }

    /// Schedules the next frame: when bold rows become normal, or a relative time on screen changes.
    pub fn plan_deadline(&mut self) {
        self.deadline = self.planned();
    }

    fn planned(&self) -> Option<Timestamp> {
        let now = self.now?;
        let flash = self.attention.seen.flash.map(|(_, until)| until).filter(|until| *until > now);
        let mut times: Vec<Timestamp> = self.turns().iter().rev().take(8).find_map(|t| t.at).into_iter().collect();
        for pane in Layout::visible(self) {
            let list = self.list(pane);
            let shown = list.rows.iter().skip(list.offset).take(self.size.1 as usize);
            times.extend(shown.filter_map(|key| row_content(self, key).at));
        }
        let age = times.into_iter().map(|at| age_changes(now, at)).min();
        [flash, age].into_iter().flatten().min()
    }

    /// The header's numbers at the point shown; counted for the past, maintained for the present.
    fn count(&self) -> HeaderCounts {
        let ledger = self.ledger();
        let since =
            if self.travel.since.is_some() { ledger.items().iter().filter(|i| self.is_since(i)).count() } else { 0 };
        let dropped =
            if self.travel.dropped { ledger.items().iter().filter(|i| self.is_dropped(i)).count() } else { 0 };
        let held = self.to_confirm().count();
        if !self.is_past() {
            let conflicts = self.open_conflicts().count();
            return HeaderCounts { conflicts, since, dropped, ..self.lists.cache.counts(held) };
        }
        let tasks: Vec<_> = ledger.of_kind(ItemKind::Task).filter(|task| is_counted(task)).collect();
        HeaderCounts {
            decisions: ledger.active(ItemKind::Decision).count(),
            constraints: ledger.active(ItemKind::Constraint).count(),
            done: tasks.iter().filter(|t| t.resolution == Some(Resolution::Completed)).count(),
            tasks: tasks.len(),
            ruled_out: ledger.active(ItemKind::RejectedOption).count(),
            questions: ledger.open_of_kind(ItemKind::OpenQuestion).count(),
            unseen: 0,
            conflicts: self.open_conflicts().count(),
            held,
            since,
            dropped,
        }
    }
}

/// Number of rows the cursor can be on.
fn selectable(rows: &[RowKey]) -> usize {
    rows.iter().filter(|row| row.selectable()).count()
}

/// Number of a pane's items in force.
fn standing(groups: ItemGroups, ledger: &Ledger) -> usize {
    let places = ledger.items().iter().filter_map(groups.of);
    places.filter(|place| *place < groups.standing).count()
}
