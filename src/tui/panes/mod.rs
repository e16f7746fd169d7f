//! Defines the panes: the table [`PANES`] gives each its name, its rows, and the text shown when it
//! is empty.

mod chains;
mod conflicts;
mod constraints;
pub mod content;
mod decisions;
pub mod filter;
pub mod memory;
mod open;
mod review;
pub mod standup;
mod tasks;
mod transcript;

use std::sync::LazyLock;

pub use super::ids::{FoldedRows, PaneEntry, PaneId, RowKey, home};
use super::keymap::Keymap;
use super::state::State;
use super::state::pane_cache::{ItemGroups, item_rows};
use super::state::working::{WorkingPane, WorkingPanes};
use crate::session::Session;
use crate::text::width;

/// Columns of the tabs when every pane is named in one line.
pub fn names_width() -> u16 {
    PANES.iter().map(|pane| tab_width(pane) as u16).sum()
}

/// Columns of a pane's name in the tabs: a focus sign or mark, the number, a blank on each side of the name.
pub fn tab_width(pane: &Pane) -> usize {
    4 + width(pane.title)
}

/// A pane.
pub struct Pane {
    /// Which.
    pub id: PaneId,
    /// Its name.
    pub title: &'static str,
    /// Sentence shown while the pane is empty.
    pub empty: &'static str,
    /// Where its rows come from.
    pub source: RowSource,
}

/// Where a pane's rows come from.
pub enum RowSource {
    /// Items in groups, in a cached order that is updated as items change.
    Items(ItemGroups),
    /// A list without items, rebuilt each time from the state at the point shown.
    Rebuilt(fn(&State) -> Vec<RowKey>),
    /// A pane with data and a worker of its own.
    Working(fn() -> Box<dyn WorkingPane>),
    /// The turns, which the view reads in place: a session may hold a hundred thousand of them.
    Turns,
}

impl Pane {
    /// Its rows at the point shown, rebuilt.
    pub fn rows(&self, state: &State) -> Vec<RowKey> {
        match self.source {
            RowSource::Items(groups) => item_rows(groups, state.ledger(), state.likely_rows(self.id)),
            RowSource::Rebuilt(rows) => rows(state),
            RowSource::Working(_) => state.panes.get(self.id).map(|pane| pane.rows(state)).unwrap_or_default(),
            RowSource::Turns => Vec::new(),
        }
    }

    fn groups(&self) -> Option<ItemGroups> {
        if let RowSource::Items(groups) = self.source { Some(groups) } else { None }
    }
}

/// Every pane in the order of its number key.
pub const PANES: &[Pane] = &[
    decisions::PANE,
    constraints::PANE,
    tasks::PANE,
    chains::PANE,
    review::PANE,
    open::PANE,
    transcript::PANE,
    memory::PANE,
    conflicts::PANE,
    standup::PANE,
];

/// How each pane sorts items, if it lists any.
pub static ITEM_GROUPS: LazyLock<Vec<Option<ItemGroups>>> = LazyLock::new(|| PANES.iter().map(Pane::groups).collect());

/// The working panes, without data.
pub fn working() -> impl Iterator<Item = (PaneId, Box<dyn WorkingPane>)> {
    PANES.iter().filter_map(|pane| match pane.source {
        RowSource::Working(make) => Some((pane.id, make())),
        RowSource::Items(_) | RowSource::Rebuilt(_) | RowSource::Turns => None,
    })
}

impl PaneId {
    /// Its row in the table.
    pub fn pane(self) -> &'static Pane {
        PANES.get(self as usize).unwrap_or(&decisions::PANE)
    }
}

impl State {
    /// A screen over a session, with the keys of the table and every pane.
    pub fn new(session: Session, size: (u16, u16)) -> Self {
        Self::with_panes(session, size, Keymap::default(), WorkingPanes::new(working()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_list() {
        assert_eq!(PANES.len(), PaneId::ALL.len());
        for (pane, id) in PANES.iter().zip(PaneId::ALL) {
            assert_eq!(pane.id, *id);
            assert!(pane.title.to_lowercase().starts_with(id.word()));
        }
        assert_eq!(PaneId::Decisions.step(-1), PaneId::Standup);
    }
}
