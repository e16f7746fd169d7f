//! Defines the Decisions pane: what was settled, then what no longer stands.

use super::{Pane, PaneId, RowSource};
use crate::state::{Item, ItemKind};

pub(super) const PANE: Pane = Pane {
    id: PaneId::Decisions,
    title: "Decisions",
    short: "Decis",
    empty: "No decisions yet: they appear when a proposal is agreed to, a plan is approved, or someone says let's \
            use, we go with, instead of ...",
    source: RowSource::Items { groups: &["", "no longer", "not chosen"], group },
};

fn group(item: &Item) -> Option<usize> {
    match item.kind {
        ItemKind::Decision => Some(usize::from(!item.is_open())),
        ItemKind::RejectedOption if item.is_open() => Some(2),
        _ => None,
    }
}
