//! Defines the Open pane: goals, unsettled items, and facts, under counted headings.

use super::{Pane, RowSource};
use crate::state::{Item, ItemKind};
use crate::tui::ids::PaneId;
use crate::tui::state::changed_at;
use crate::tui::state::pane_cache::ItemGroups;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Open,
    title: "Open",
    empty: "Nothing open: goals, open questions, alternatives, hunches, risks and facts appear here as they are said.",
    source: RowSource::Items(ItemGroups { titles: GROUPS, of: group, standing: GROUPS.len(), late: changed_at }),
};

const GROUPS: &[&str] =
    &["goals", "questions", "alternatives", "hypotheses", "risks", "dependencies", "artifacts", "facts"];

fn group(item: &Item) -> Option<usize> {
    let place = match item.kind {
        ItemKind::Goal => 0,
        ItemKind::OpenQuestion => 1,
        ItemKind::Hypothesis if item.has_tag("branch") => 2,
        ItemKind::Hypothesis => 3,
        ItemKind::Risk => 4,
        ItemKind::Dependency => 5,
        ItemKind::Artifact => 6,
        ItemKind::Fact => 7,
        ItemKind::Decision | ItemKind::RejectedOption | ItemKind::Constraint | ItemKind::Task => return None,
    };
    item.is_open().then_some(place)
}
