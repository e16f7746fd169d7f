//! Defines how the screen's lists and numbers are brought up to what they show: the present is kept and costs what
//! changed, a point of the past is made from nothing.

use super::panes::{self, PaneId, RowSource};
use super::state::{HeaderCounts, State};
use crate::session::{Budget, export_context};
use crate::state::{ItemKind, Resolution, Status};

impl State {
    /// Notes that the session changed: lists are made anew before the next frame, not before the next key.
    pub fn touch(&mut self) {
        self.stale = true;
    }

    /// Notes that the session is another one, or that something else counts as seen: nothing of the lists is kept.
    pub fn touch_all(&mut self) {
        self.kept.forget();
        self.stale = true;
    }

    /// Items looked at so far to keep the lists: counted work.
    pub fn listing_work(&self) -> u64 {
        self.kept.work()
    }

    /// Brings the lists, counts and marks up to the session if it changed. Costs what changed since the last time; a
    /// list with a filter is made anew.
    pub fn refresh(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        self.count_conflicts();
        if self.is_past() {
            // The lists are another point's: what is kept of the present is made anew when it comes back.
            self.kept.forget();
            for pane in PaneId::ALL {
                self.make_list(*pane);
            }
            self.counts = self.count();
            return;
        }
        let anew = self.kept.bring_up(self.session.ledger(), &self.seen, &mut self.lists);
        for pane in panes::PANES {
            if matches!(pane.source, RowSource::Made(_)) {
                self.make_list(pane.id);
                continue;
            }
            let Some(list) = self.lists.get_mut(pane.id as usize) else { continue };
            if !list.filter.is_empty() {
                self.make_list(pane.id);
                continue;
            }
            list.count = match pane.source {
                RowSource::Items { .. } => self.kept.len(pane.id as usize),
                RowSource::Others(bring_up) => {
                    if anew {
                        list.rows.clear();
                    }
                    bring_up(&self.session, &mut list.rows)
                }
                RowSource::Made(_) => list.count,
            };
            list.unfiltered = list.count;
        }
        self.counts = self.count();
        // While history is read the figure would change with every frame and cost one export each.
        if self.caught_up {
            let raw = self.session.stats().raw_bytes;
            let length = self.export_length();
            self.context_percent = (raw > 0).then(|| length.saturating_mul(100).div_ceil(raw));
        }
    }

    /// Which items something went against. Costs the conflicts, and only when there is another number of them.
    fn count_conflicts(&mut self) {
        let known: usize = self.conflicted.values().sum();
        if known == self.conflicts().count() {
            return;
        }
        let mut counted = std::collections::HashMap::new();
        for (_, conflict) in self.conflicts() {
            *counted.entry(conflict.item_id.clone()).or_default() += 1;
        }
        self.conflicted = counted;
    }

    /// The bytes of the default export, made anew only when the ledger has another number.
    fn export_length(&mut self) -> usize {
        let seq = self.session.ledger().seq();
        if let Some((at, budget, length)) = self.exported
            && (at, budget) == (seq, self.budget)
        {
            return length;
        }
        let length = export_context(&self.session, self.session.ledger(), Budget::Tokens(self.budget)).text.len();
        self.exported = Some((seq, self.budget, length));
        length
    }

    /// Makes a pane's list anew, narrowed by its filter.
    pub fn make_list(&mut self, pane: PaneId) {
        let kept = if self.is_past() { None } else { self.kept.rows(pane as usize, self.session.ledger()) };
        let (rows, unfiltered) = kept.unwrap_or_else(|| {
            let rows = if self.is_past() { panes::rows_then(self, pane) } else { pane.pane().rows(self) };
            let count = rows.iter().filter(|r| r.selectable()).count();
            (rows, count)
        });
        let filter = self.list(pane).filter.clone();
        let rows = if filter.is_empty() { rows } else { panes::filter::narrowed(self, rows, &filter) };
        if let Some(list) = self.lists.get_mut(pane as usize) {
            list.count = rows.iter().filter(|r| r.selectable()).count();
            (list.rows, list.unfiltered) = (rows, unfiltered);
        }
    }

    /// The header's numbers of the point shown; of the past they are counted, of the present they are kept.
    fn count(&self) -> HeaderCounts {
        let ledger = self.ledger();
        let since = if self.since.is_some() { ledger.items().iter().filter(|i| self.is_since(i)).count() } else { 0 };
        let dropped = if self.dropped { ledger.items().iter().filter(|i| self.is_dropped(i)).count() } else { 0 };
        if !self.is_past() {
            let conflicts = self.conflicts().count();
            return HeaderCounts { conflicts, since, dropped, ..self.kept.counts(self.session.stats().held) };
        }
        let tasks = || ledger.of_kind(ItemKind::Task).filter(|t| t.status != Status::Superseded);
        HeaderCounts {
            decisions: ledger.active(ItemKind::Decision).count(),
            constraints: ledger.active(ItemKind::Constraint).count(),
            done: tasks().filter(|t| t.resolution == Some(Resolution::Completed)).count(),
            tasks: tasks().count(),
            unseen: 0,
            conflicts: self.conflicts().count(),
            held: self.held().len(),
            since,
            dropped,
        }
    }
}
