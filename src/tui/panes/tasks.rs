//! Defines the Tasks pane: open work first, then what was done or dropped.

use super::{Pane, PaneId, RowKey, grouped, newest_first};
use crate::state::{ItemKind, Resolution};
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Tasks,
    title: "Tasks",
    short: "Tasks",
    empty: "No tasks yet: they appear when the agent writes a todo list, or someone says we need to, next, TODO ...",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let ledger = state.ledger();
    let ended = |done: bool| {
        let is = move |r: Option<Resolution>| (r == Some(Resolution::Completed)) == done;
        newest_first(ledger.of_kind(ItemKind::Task).filter(move |i| !i.is_open() && is(i.resolution)))
    };
    grouped(vec![
        ("", newest_first(ledger.open_of_kind(ItemKind::Task))),
        ("done", ended(true)),
        ("dropped", ended(false)),
    ])
}
