//! Defines the Decisions pane: active decisions, options ruled out, and decisions replaced or removed.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind};
use crate::tui::ids::PaneId;
use crate::tui::state::changed_at;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Decisions,
    title: "Decisions",
    empty: "No decisions yet: they appear when a proposal is agreed to, a plan is approved, or someone says \
            \"let's use\", \"we go with\" or \"instead of\".",
    source: RowSource::Items(ItemGroups {
        titles: &["", "ruled out", "removed"],
        of: group,
        standing: 1,
        late: changed_at,
    }),
};

fn group(item: &Item) -> Option<usize> {
    match item.kind {
        ItemKind::Decision => Some(if item.is_open() { 0 } else { 2 }),
        ItemKind::RejectedOption if item.is_open() => Some(1),
        _ => None,
    }
}
