//! Defines the Constraints pane: hard ones, others, then what no longer holds.

use super::{Pane, PaneId, RowKey, grouped, newest_first};
use crate::state::ItemKind;
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Constraints,
    title: "Constraints",
    short: "Const",
    empty: "No constraints yet: they appear when someone says must, never, only, always, keep under ...",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let ledger = state.ledger();
    let (hard, soft): (Vec<_>, Vec<_>) = ledger.open_of_kind(ItemKind::Constraint).partition(|i| i.has_tag("hard"));
    let ended = ledger.of_kind(ItemKind::Constraint).filter(|i| !i.is_open());
    let mut standing = newest_first(hard.into_iter());
    standing.extend(newest_first(soft.into_iter()));
    grouped(vec![("", standing), ("no longer", newest_first(ended))])
}
