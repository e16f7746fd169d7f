//! Defines how likely items are listed: as rows of their own pane, counted by kind.

use super::State;
use crate::session::Likely;
use crate::state::{HeldId, ItemKind, Outcome};
use crate::tui::ids::{FoldedRows, PaneId, RowKey, home_of_kind};

/// Likely items shown in their own pane; one more is shown rather than counted.
const MAX_SHOWN: usize = 3;

impl State {
    /// The sentences that wait for confirmation, the most likely first.
    pub fn to_confirm(&self) -> impl Iterator<Item = &Likely> {
        self.lists.likely.iter().take_while(|sentence| sentence.worth_a_look)
    }

    /// The number of items of a kind that wait for confirmation.
    pub fn likely_of(&self, kind: ItemKind) -> usize {
        self.to_confirm().filter(|sentence| sentence.adds == Some(kind)).count()
    }

    /// The other readings of a row's sentence.
    pub fn other_readings(&self, held_id: HeldId) -> &[HeldId] {
        self.lists.likely.iter().find(|sentence| sentence.best == held_id).map_or(&[], |s| &s.others)
    }

    /// The rows of likely items in their own pane: a heading, the best few, and the number of others in Review; with a
    /// filter all of them.
    pub(in crate::tui) fn likely_rows(&self, pane: PaneId) -> Vec<RowKey> {
        let own = self.likely_in(pane);
        let is_filtered = !self.list(pane).filter.is_empty();
        let shown = if is_filtered { own.len() } else { shown_of(own.len(), MAX_SHOWN) };
        let mut rows = Vec::new();
        if !own.is_empty() {
            rows.push(RowKey::Heading(LIKELY, own.len()));
        }
        rows.extend(own.iter().take(shown).map(|held_id| RowKey::Held(*held_id)));
        if shown < own.len() {
            rows.push(RowKey::Folded(FoldedRows::Likely, own.len() - shown));
        }
        rows
    }

    fn likely_in(&self, pane: PaneId) -> Vec<HeldId> {
        self.to_confirm().filter(|s| home_of_kind(s.kind) == pane).map(|s| s.best).collect()
    }

    /// The index of the newest turn that an item behind a fold of this pane rests on.
    pub(in crate::tui) fn newest_folded_turn(&self, pane: PaneId, fold: FoldedRows) -> Option<usize> {
        let turn_of = |outcome: &Outcome| self.session.turn_index(outcome.candidate.evidence.turn_ids.first()?);
        let newest = |held: &[HeldId]| held.iter().filter_map(|id| turn_of(self.held_by_id(*id)?)).max();
        match fold {
            FoldedRows::Likely => newest(self.likely_in(pane).get(MAX_SHOWN..)?),
            FoldedRows::ToConfirm => {
                let all: Vec<HeldId> = self.lists.likely.iter().map(|s| s.best).collect();
                newest(all.get(self.to_confirm().count()..)?)
            }
            FoldedRows::Ignored => turn_of(self.ignored().next()?),
        }
    }
}

/// The number of rows shown of `all`: the best, or all if a fold would hide only one.
fn shown_of(rows: usize, best: usize) -> usize {
    if rows <= best + 1 { rows } else { best }
}

/// The heading above the likely items of a pane.
pub const LIKELY: &str = "likely";
