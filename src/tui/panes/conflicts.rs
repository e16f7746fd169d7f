//! Defines the Conflicts pane: statements and tool calls that violate a rule or a choice in force, the newest first.

use super::{Pane, RowSource};
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Conflicts,
    title: "Conflicts",
    empty: "No conflicts: what the agent does against a rule or a choice that stands appears here, as a package added \
            after \"no new dependencies\". Nothing is undone by itself.",
    source: RowSource::Rebuilt(rows),
};

fn rows(state: &State) -> Vec<RowKey> {
    state.conflicts().map(|(at, _)| RowKey::Conflict(at)).rev().collect()
}
