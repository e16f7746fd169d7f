//! Defines the Tasks pane: open work first, then finished or dropped work.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind, Resolution};
use crate::tui::ids::PaneId;
use crate::tui::state::changed_at;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Tasks,
    title: "Tasks",
    empty: "No tasks yet: they appear when the agent writes a todo list, or someone says \"we need to\" or \"next\".",
    source: RowSource::Items(ItemGroups { titles: &["", "done", "dropped"], of: group, standing: 1, late }),
};

fn group(item: &Item) -> Option<usize> {
    let place = match (item.is_open(), item.resolution) {
        (true, _) => 0,
        (false, Some(Resolution::Completed)) => 1,
        (false, _) => 2,
    };
    (item.kind == ItemKind::Task).then_some(place)
}

/// Open tasks by their first turn, so that the steps of a plan keep their order; ended ones by their end.
fn late(item: &Item) -> u64 {
    if !item.is_open() {
        return changed_at(item);
    }
    let came = item.versions.first().and_then(|version| version.at);
    came.map_or_else(|| changed_at(item), |at| at.as_millisecond().unsigned_abs())
}
