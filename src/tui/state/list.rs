//! Defines [`List`], the rows of a pane with its cursor, and [`Lists`], those of all panes with the header's numbers.

use super::pane_cache::PaneCache;
use super::{Conflicted, State};
use crate::session::Likely;
use crate::state::{Item, ItemKind, Resolution, Status};
use crate::tui::ids::{PaneId, RowKey};

/// One pane's list as it was last drawn, and where the cursor is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct List {
    /// The rows as last drawn: keys act on those that were on screen.
    pub rows: Vec<RowKey>,
    /// Number of rows that can be selected.
    pub count: usize,
    /// Number of the pane's items in force; for a pane without items, its number of rows.
    pub standing: usize,
    /// The row under the cursor; `None` stays on the first row, even if it changes.
    pub cursor: Option<RowKey>,
    /// The last index of the cursor's row, which is tried before all rows are searched.
    pub found_at: usize,
    /// The first row drawn.
    pub offset: usize,
    /// The filter: only rows with all of these words are listed; empty for all rows.
    pub filter: String,
    /// Number of rows that could be selected without the filter.
    pub unfiltered: usize,
    /// The first row of the likely items among cached rows, and their number of rows.
    pub(in crate::tui) likely: (usize, usize),
    /// The indexes of the rows that are not items: headings, counts and folds, in order.
    pub(in crate::tui) apart: Vec<usize>,
}

impl List {
    /// A list without rows.
    pub const EMPTY: Self = Self {
        rows: Vec::new(),
        count: 0,
        standing: 0,
        cursor: None,
        found_at: 0,
        offset: 0,
        filter: String::new(),
        unfiltered: 0,
        likely: (0, 0),
        apart: Vec::new(),
    };

    /// Inserts the rows of likely items at `at`, to be removed before cached rows change.
    pub(in crate::tui) fn put_likely(&mut self, at: usize, rows: Vec<RowKey>) {
        let at = at.min(self.rows.len());
        self.likely = (at, rows.len());
        for place in self.apart.iter_mut().filter(|place| **place >= at) {
            *place += rows.len();
        }
        self.apart.extend(apart(&rows).into_iter().map(|place| at + place));
        self.apart.sort_unstable();
        self.rows.splice(at..at, rows);
    }

    /// The number of items below the first so many rows; folds count if nothing else is left.
    pub fn items_below(&self, rows: usize) -> usize {
        let apart = self.apart.get(self.apart.partition_point(|place| *place < rows)..).unwrap_or_default();
        let items = self.rows.len().saturating_sub(rows).saturating_sub(apart.len());
        if items > 0 {
            return items;
        }
        let folded = |row: &RowKey| if let RowKey::Folded(_, count) = row { *count } else { 0 };
        apart.iter().filter_map(|place| self.rows.get(*place)).map(folded).sum()
    }

    /// Removes the rows of likely items. The caller must then recompute `apart`.
    pub(in crate::tui) fn take_likely(&mut self) {
        let (at, count) = std::mem::take(&mut self.likely);
        let end = at.saturating_add(count).min(self.rows.len());
        self.rows.drain(at.min(end)..end);
    }

    /// The index of the cursor's row, if any row can be selected.
    pub fn at(&self) -> Option<usize> {
        self.cursor_at().or_else(|| self.rows.iter().position(RowKey::selectable))
    }

    fn cursor_at(&self) -> Option<usize> {
        let cursor = self.cursor.as_ref()?;
        if self.rows.get(self.found_at) == Some(cursor) {
            return Some(self.found_at);
        }
        self.rows.iter().position(|row| row == cursor)
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&RowKey> {
        self.rows.get(self.at()?)
    }

    /// The row that can be selected `rows` steps from the one at `at`, or the last one on the way.
    fn step_from(&self, at: usize, rows: isize) -> usize {
        let (down, steps) = (rows > 0, rows.unsigned_abs());
        let places: Box<dyn Iterator<Item = usize>> =
            if down { Box::new(at + 1..self.rows.len()) } else { Box::new((0..at).rev()) };
        let selectable = places.filter(|at| self.rows.get(*at).is_some_and(RowKey::selectable));
        selectable.take(steps).last().unwrap_or(at)
    }

    /// Remembers the index of the cursor's row, for when the row vanishes.
    pub fn note_cursor(&mut self) {
        self.found_at = if self.cursor.is_none() { 0 } else { self.cursor_at().unwrap_or(self.found_at) };
    }

    /// Keeps the cursor at its index if its row vanished. To be called when rows may have changed.
    pub fn keep_cursor(&mut self) {
        if self.cursor.is_none() {
            self.found_at = 0;
            return;
        }
        if let Some(at) = self.cursor_at() {
            self.found_at = at;
            return;
        }
        let from = self.found_at.min(self.rows.len().saturating_sub(1));
        let after = (from..self.rows.len()).chain((0..from).rev());
        let next = after.into_iter().find(|at| self.rows.get(*at).is_some_and(RowKey::selectable));
        self.found_at = next.unwrap_or(0);
        self.cursor = next.and_then(|at| self.rows.get(at)).cloned();
    }

    /// The rows shown on so many lines.
    pub fn shown(&self, lines: usize) -> &[RowKey] {
        let from = self.offset.min(self.rows.len());
        let to = self.rows.len().min(from + fitting(self.rows.len(), lines));
        let rows = self.rows.get(from..to).unwrap_or_default();
        // A heading whose rows are all below is left out, and those rows are counted.
        let below =
            if to < self.rows.len() { rows.iter().rev().take_while(|row| !row.selectable()).count() } else { 0 };
        rows.get(..rows.len() - below).filter(|rows| !rows.is_empty()).unwrap_or(rows)
    }

    /// Scrolls so that the cursor and the heading above it are on an area of `height` lines.
    pub fn keep_in_view(&mut self, height: usize) {
        let height = fitting(self.rows.len(), height);
        let at = self.at().unwrap_or(0);
        self.found_at = at;
        let above = self.rows.iter().take(at).rev().take_while(|row| !row.selectable()).count();
        self.offset = self.offset.min(at.saturating_sub(above));
        if height > 0 && at >= self.offset.saturating_add(height) {
            self.offset = at.saturating_add(1).saturating_sub(height);
        }
        self.offset = self.offset.min(self.rows.len().saturating_sub(height));
    }
}

/// The places of the rows that are no items.
pub(in crate::tui) fn apart(rows: &[RowKey]) -> Vec<usize> {
    let is_apart = |row: &RowKey| !row.selectable() || matches!(row, RowKey::Folded(..));
    rows.iter().enumerate().filter(|(_, row)| is_apart(row)).map(|(at, _)| at).collect()
}

/// The number of a list's rows shown on so many lines: if not all fit, the last line counts those below.
pub fn fitting(rows: usize, lines: usize) -> usize {
    const LEAST: usize = 3;
    if rows <= lines || lines < LEAST { lines } else { lines - 1 }
}

/// The lists of all panes, and the header's numbers.
#[derive(Debug, Clone)]
pub struct Lists {
    /// By pane, in the order of [`PaneId::ALL`].
    pub(in crate::tui) panes: Vec<List>,
    /// The cache that makes the cost of a list update depend on the change only.
    pub(in crate::tui) cache: PaneCache,
    /// Sentences with held candidates, as of the last refresh.
    pub(in crate::tui) likely: Vec<Likely>,
    /// Whether the session changed since the last refresh.
    pub(in crate::tui) stale: bool,
    /// The header's numbers, as of the last refresh.
    pub counts: HeaderCounts,
    /// Items with conflicts, as of the last refresh.
    pub(in crate::tui) conflicted: Conflicted,
}

impl Lists {
    /// Sentences with held candidates, those to confirm first, the most likely first.
    pub fn likely(&self) -> &[Likely] {
        &self.likely
    }
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            panes: vec![List::EMPTY; PaneId::ALL.len()],
            cache: PaneCache::default(),
            likely: Vec::new(),
            stale: true,
            counts: HeaderCounts::default(),
            conflicted: Conflicted::new(),
        }
    }
}

/// Whether an item counts among the header's tasks: a dropped one is neither done nor open.
pub fn is_counted(item: &Item) -> bool {
    let ended = item.status == Status::Superseded || item.resolution == Some(Resolution::Abandoned);
    item.kind == ItemKind::Task && !ended
}

/// The header's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeaderCounts {
    /// Decisions in force.
    pub decisions: usize,
    /// Constraints in force.
    pub constraints: usize,
    /// Tasks done.
    pub done: usize,
    /// Tasks, done or not; see [`is_counted`].
    pub tasks: usize,
    /// Options ruled out.
    pub ruled_out: usize,
    /// Questions without an answer.
    pub questions: usize,
    /// Changes not yet seen.
    pub unseen: usize,
    /// Sentences that wait for confirmation.
    pub held: usize,
    /// Statements and tool calls that violate a rule or choice in force.
    pub conflicts: usize,
    /// Items that changed after the point marked.
    pub since: usize,
    /// Decisions and constraints in force from before the last compaction, while they are marked.
    pub dropped: usize,
}

impl State {
    /// Puts the cursor of a pane on a row; `None` is the first row, even if it changes.
    pub fn select(&mut self, pane: PaneId, key: Option<RowKey>) {
        if let Some(list) = self.list_mut(pane) {
            list.cursor = key;
        }
        self.reset_detail();
    }

    /// Moves the cursor of the focused list by rows, over headings, never past an end. Both rows count as seen.
    pub fn step(&mut self, rows: isize) {
        let list = self.list(self.focus);
        let Some(at) = list.at() else { return };
        let key = list.rows.get(list.step_from(at, rows)).cloned();
        self.nav.follow = false;
        self.see_selected();
        self.select(self.focus, key);
        self.see_selected();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{HeldId, ItemId};
    use crate::tui::ids::FoldedRows;

    #[test]
    fn items_are_counted_below_what_is_shown() {
        let item = |n| RowKey::Item(ItemId::new('d', n));
        let rows = vec![item(1), item(2), RowKey::Heading("replaced", 2), item(3), item(4)];
        let mut list = List { apart: apart(&rows), rows, ..List::EMPTY };
        let fold = RowKey::Folded(FoldedRows::Likely, 7);
        list.put_likely(2, vec![RowKey::Heading("likely", 8), RowKey::Held(HeldId(1)), fold.clone()]);
        assert_eq!(list.apart, apart(&list.rows));
        assert_eq!([0, 2, 3, 4, 6, 8, 9].map(|rows| list.items_below(rows)), [5, 3, 3, 2, 2, 0, 0]);
        let list = List { apart: vec![1], rows: vec![item(1), fold], ..List::EMPTY };
        assert_eq!([0, 1, 2].map(|rows| list.items_below(rows)), [1, 7, 0]);
    }

    #[test]
    fn a_heading_is_shown_with_a_row_below_it() {
        let item = |n| RowKey::Item(ItemId::new('d', n));
        let rows = vec![item(1), item(2), RowKey::Heading("ruled out", 2), item(3), item(4)];
        let list = List { apart: apart(&rows), rows, ..List::EMPTY };
        assert_eq!([3, 4, 5].map(|lines| list.shown(lines).len()), [2, 2, 5]);
        assert_eq!(list.items_below(2), 2);
    }
}
