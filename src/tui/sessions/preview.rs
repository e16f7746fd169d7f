//! Defines [`Preview`]: what a session decided, in a few lines.

use crate::session::Session;
use crate::state::{Item, ItemKind, Status};

/// Lines kept of each kind: a preview is a glance.
const MOST: usize = 8;

/// Summary of a session's ledger. Its text is untrusted and is sanitized where it is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionDetails {
    /// Turns said.
    pub turns: usize,
    /// Newest active goal.
    pub goal: Option<String>,
    /// Decisions that stand, and the newest of them.
    pub decisions: (usize, Vec<String>),
    /// Constraints that stand, and the newest of them.
    pub constraints: (usize, Vec<String>),
    /// Tasks not done, and the newest of them.
    pub tasks: (usize, Vec<String>),
    /// Reason why the session could not be read.
    pub fault: Option<String>,
}

impl SessionDetails {
    /// Summarizes the ledger of a session.
    pub fn of(session: &Session) -> Self {
        let kind = |kind: ItemKind| {
            let items: Vec<&Item> = session
                .ledger()
                .of_kind(kind)
                .filter(|i| i.status == Status::Active && i.resolution.is_none())
                .collect();
            let newest: Vec<String> = items.iter().rev().take(MOST).map(|i| i.summary.clone()).collect();
            (items.len(), newest)
        };
        Self {
            turns: session.turns().len(),
            goal: kind(ItemKind::Goal).1.into_iter().next(),
            decisions: kind(ItemKind::Decision),
            constraints: kind(ItemKind::Constraint),
            tasks: kind(ItemKind::Task),
            fault: None,
        }
    }
}
