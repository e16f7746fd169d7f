//! Defines how likely items are listed: as rows of their own pane, counted by kind.

use super::State;
use crate::session::Likely;
use crate::state::{HeldId, ItemKind};
use crate::tui::ids::{FoldedRows, PaneId, RowKey, home_of_kind};

/// Likely items shown in their own pane; one more is shown rather than counted.
const BEST: usize = 3;

impl State {
    /// The sentences that wait for the person's word, the most likely first.
    pub fn to_confirm(&self) -> impl Iterator<Item = &Likely> {
        self.lists.likely.iter().take_while(|sentence| !sentence.settled)
    }

    /// How many items of a kind wait for the person's word.
    pub fn likely_of(&self, kind: ItemKind) -> usize {
        self.to_confirm().filter(|sentence| sentence.adds == Some(kind)).count()
    }

    /// The other readings of a row's sentence.
    pub fn other_readings(&self, held_id: HeldId) -> &[HeldId] {
        self.lists.likely.iter().find(|sentence| sentence.best == held_id).map_or(&[], |s| &s.others)
    }

    /// The rows of likely items in their own pane: a heading, the best few, and how many more stand in Review. With a
    /// filter all of them.
    pub(in crate::tui) fn likely_rows(&self, pane: PaneId) -> Vec<RowKey> {
        let own: Vec<HeldId> = self.to_confirm().filter(|s| home_of_kind(s.kind) == pane).map(|s| s.best).collect();
        let is_filtered = !self.list(pane).filter.is_empty();
        let shown = if own.len() <= BEST + 1 || is_filtered { own.len() } else { BEST };
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
}

/// The heading above the likely items of a pane.
pub const LIKELY: &str = "likely";
