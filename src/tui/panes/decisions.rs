//! Defines the Decisions pane: active decisions, superseded ones, and what was ruled out.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind};
use crate::tui::ids::PaneId;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Decisions,
    title: "Decisions",
    empty: "No decisions yet: they appear when a proposal is agreed to, a plan is approved, or someone says let's \
            use, we go with, instead of ...",
    source: RowSource::Items(ItemGroups { titles: &["", "no longer", "ruled out"], of: group, standing: 1 }),
};

fn group(item: &Item) -> Option<usize> {
    match item.kind {
        ItemKind::Decision => Some(usize::from(!item.is_open())),
        ItemKind::RejectedOption if item.is_open() => Some(2),
        _ => None,
    }
}
