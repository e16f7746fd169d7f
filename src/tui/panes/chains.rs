//! Defines the Chains pane: items that were revised, or that replaced or were replaced by another.

use super::{Pane, PaneId, RowKey, newest_first};
use crate::session::Session;
use crate::state::{Item, ItemKind};

pub(super) const PANE: Pane = Pane {
    id: PaneId::Chains,
    title: "Chains",
    short: "Chains",
    empty: "No chains yet: they appear when a decision or a constraint is changed, or replaced by another one.",
    rows,
};

fn rows(session: &Session) -> Vec<RowKey> {
    let linked = |i: &&Item| {
        let chained = i.versions.len() > 1 || !i.supersedes.is_empty() || i.superseded_by.is_some();
        chained && i.kind != ItemKind::RejectedOption
    };
    newest_first(session.ledger().items().iter().filter(linked))
}
