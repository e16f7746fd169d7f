//! Defines the Constraints pane: hard ones, others, then those no longer in force.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind};
use crate::tui::ids::PaneId;
use crate::tui::state::changed_at;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Constraints,
    title: "Constraints",
    empty: "No constraints yet: they appear when someone says \"must\", \"never\", \"only\" or \"keep under\".",
    source: RowSource::Items(ItemGroups { titles: &["", "", "removed"], of: group, standing: 2, late: changed_at }),
};

fn group(item: &Item) -> Option<usize> {
    let place = match (item.is_open(), item.has_tag("hard")) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 2,
    };
    (item.kind == ItemKind::Constraint).then_some(place)
}
