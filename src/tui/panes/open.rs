//! Defines the Open pane: goals, what is not settled, and what is known, under counted headings.

use super::{Pane, PaneId, RowKey, grouped, newest_first};
use crate::state::{Item, ItemKind};
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Open,
    title: "Open",
    short: "Open",
    empty: "Nothing open: goals, open questions, alternatives, hunches, risks and facts appear here as they are said.",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let ledger = state.ledger();
    let of = |kind| newest_first(ledger.open_of_kind(kind));
    let hunch = |branch: bool| {
        let is = move |i: &&Item| i.has_tag("branch") == branch;
        newest_first(ledger.open_of_kind(ItemKind::Hypothesis).filter(is))
    };
    grouped(vec![
        ("goals", of(ItemKind::Goal)),
        ("questions", of(ItemKind::OpenQuestion)),
        ("alternatives", hunch(true)),
        ("hypotheses", hunch(false)),
        ("risks", of(ItemKind::Risk)),
        ("dependencies", of(ItemKind::Dependency)),
        ("artifacts", of(ItemKind::Artifact)),
        ("facts", of(ItemKind::Fact)),
    ])
}
