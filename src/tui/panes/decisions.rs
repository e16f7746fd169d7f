//! Defines the Decisions pane: what was settled, then what no longer stands.

use super::{Pane, PaneId, RowKey, grouped, newest_first};
use crate::state::{Item, ItemKind};
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Decisions,
    title: "Decisions",
    short: "Decis",
    empty: "No decisions yet: they appear when a proposal is agreed to, a plan is approved, or someone says let's \
            use, we go with, instead of ...",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let ledger = state.ledger();
    let ended = ledger.of_kind(ItemKind::Decision).filter(|i| !i.is_open());
    grouped(vec![
        ("", newest_first(ledger.open_of_kind(ItemKind::Decision))),
        ("no longer", newest_first(ended)),
        ("not chosen", newest_first(ledger.of_kind(ItemKind::RejectedOption).filter(|i: &&Item| i.is_open()))),
    ])
}
