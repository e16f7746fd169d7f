//! Defines the Conflicts pane: statements and tool calls that violate a rule or a choice in force, the newest first, and
//! below them those that the person settled.

use super::{Pane, RowSource};
use crate::session::Conflict;
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::state::State;
use crate::tui::state::pane_cache::grouped;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Conflicts,
    title: "Conflicts",
    empty: "No conflicts: what the agent does against a rule or a choice that stands appears here, as a package added \
            after \"no new dependencies\". Nothing is undone by itself.",
    source: RowSource::Rebuilt(rows),
};

fn rows(state: &State) -> Vec<RowKey> {
    let (settled, open): (Vec<_>, Vec<_>) =
        state.conflicts().rev().partition(|(_, conflict)| state.is_settled(conflict));
    let keys = |rows: Vec<(usize, &Conflict)>| rows.into_iter().map(|(at, _)| RowKey::Conflict(at)).collect();
    grouped(vec![("", keys(open)), ("settled", keys(settled))])
}
