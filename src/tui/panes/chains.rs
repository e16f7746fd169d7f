//! Defines the Chains pane: items that were revised, replaced, or that replaced another.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind};
use crate::tui::ids::PaneId;
use crate::tui::state::changed_at;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Chains,
    title: "Chains",
    empty: "No chains yet: they appear when a decision or a constraint is changed, or replaced by another one.",
    source: RowSource::Items(ItemGroups { titles: &[""], of: group, standing: 1, late: changed_at }),
};

fn group(item: &Item) -> Option<usize> {
    let chained = item.versions.len() > 1 || !item.supersedes.is_empty() || item.superseded_by.is_some();
    (chained && item.kind != ItemKind::RejectedOption).then_some(0)
}
