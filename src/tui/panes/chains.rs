//! Defines the Chains pane: items that were revised, or that replaced or were replaced by another.

use super::{Pane, PaneId, RowKey, newest_first};
use crate::state::{Item, ItemKind};
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Chains,
    title: "Chains",
    short: "Chains",
    empty: "No chains yet: they appear when a decision or a constraint is changed, or replaced by another one.",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let linked = |i: &&Item| {
        let chained = i.versions.len() > 1 || !i.supersedes.is_empty() || i.superseded_by.is_some();
        chained && i.kind != ItemKind::RejectedOption
    };
    newest_first(state.ledger().items().iter().filter(linked))
}
