//! Defines the panes, once: what each is called, what it lists, and what would fill it when it is empty.

mod chains;
mod conflicts;
mod constraints;
mod decisions;
pub mod face;
pub mod filter;
mod kept;
mod memory;
mod open;
mod rejections;
pub mod standup;
mod tasks;
mod transcript;

pub use kept::Kept;

use super::standup::Entry;
use super::state::State;
use crate::session::Session;
use crate::state::{HeldId, Item, ItemId};

words! {
    /// Which pane.
    PaneId {
        /// What was settled.
        Decisions = "decisions",
        /// What must hold.
        Constraints = "constraints",
        /// What is to be done.
        Tasks = "tasks",
        /// What became of what.
        Chains = "chains",
        /// What was refused, and what waits for the person.
        Rejections = "rejections",
        /// What is not settled, and what is known.
        Open = "open",
        /// What was said.
        Transcript = "transcript",
        /// What is worth keeping beyond the session.
        Memory = "memory",
        /// What went against a rule or choice that stood.
        Conflicts = "conflicts",
        /// What sessions worked out, against the board and the documents.
        Standup = "standup",
    }
}

/// A row of a list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RowKey {
    /// A counted heading between groups; the cursor passes over it.
    Heading(&'static str, usize),
    /// An item by id.
    Item(ItemId),
    /// A held candidate by id.
    Held(HeldId),
    /// A refused candidate by log line.
    Rejected(u64),
    /// A turn by place.
    Turn(usize),
    /// An advice on cuts by place.
    Advice(usize),
    /// How many of a pane stand how, above them.
    Summary,
    /// A suggestion by id.
    Memory(String),
    /// A conflict by place.
    Conflict(usize),
    /// Something of the standup.
    Standup(Entry),
}

impl RowKey {
    /// Whether the cursor can stand on it.
    pub fn selectable(&self) -> bool {
        !matches!(self, Self::Heading(..) | Self::Summary)
    }
}

/// A pane.
pub struct Pane {
    /// Which.
    pub id: PaneId,
    /// Its name.
    pub title: &'static str,
    /// Its name where there is little room, at most six letters.
    pub short: &'static str,
    /// What would fill it, in one sentence.
    pub empty: &'static str,
    /// What it lists.
    pub source: Source,
}

/// What a pane lists.
pub enum Source {
    /// Items in groups: the order is kept while items change.
    Items {
        /// The groups' headings from the top; an empty one is not shown.
        groups: &'static [&'static str],
        /// The group an item stands in, if the pane lists it. In a group the item changed last stands first.
        group: fn(&Item) -> Option<usize>,
    },
    /// Something else: brings rows up to now, from an empty list or what they were before, newest first. Returns how
    /// many can be selected.
    Others(fn(&Session, &mut Vec<RowKey>) -> usize),
    /// A short list, made from nothing of what the screen knows at the point shown.
    Made(fn(&State) -> Vec<RowKey>),
}

impl Pane {
    /// Its rows, made from nothing.
    pub fn rows(&self, state: &State) -> Vec<RowKey> {
        let session = &state.session;
        match self.source {
            Source::Items { groups, group } => {
                kept::rows(groups, &kept::order(session.ledger(), group), session.ledger())
            }
            Source::Others(bring_up) => {
                let mut rows = Vec::new();
                bring_up(session, &mut rows);
                rows
            }
            Source::Made(rows) => rows(state),
        }
    }
}

/// A pane's rows at the point of the past that is shown, made from nothing.
pub(super) fn rows_then(state: &State, pane: PaneId) -> Vec<RowKey> {
    match pane.pane().source {
        Source::Items { groups, group } => kept::rows(groups, &kept::order(state.ledger(), group), state.ledger()),
        Source::Others(_) if pane == PaneId::Rejections => rejections::rows_then(state),
        Source::Others(_) => Vec::new(),
        Source::Made(rows) => rows(state),
    }
}

/// Every pane in the order of its number key.
pub const PANES: &[Pane] = &[
    decisions::PANE,
    constraints::PANE,
    tasks::PANE,
    chains::PANE,
    rejections::PANE,
    open::PANE,
    transcript::PANE,
    memory::PANE,
    conflicts::PANE,
    standup::PANE,
];

impl PaneId {
    /// Its row in the table.
    pub fn pane(self) -> &'static Pane {
        PANES.get(self as usize).unwrap_or(&decisions::PANE)
    }

    /// The digit it is called by; the tenth is called 0.
    pub fn label(self) -> usize {
        (self as usize + 1) % 10
    }

    /// The pane called by this digit.
    pub fn labelled(digit: usize) -> Option<Self> {
        Self::ALL.iter().copied().find(|pane| pane.label() == digit)
    }

    /// The pane `steps` further, around the end.
    #[must_use]
    pub fn step(self, steps: isize) -> Self {
        let count = Self::ALL.len() as isize;
        let at = (self as isize + steps).rem_euclid(count);
        Self::ALL.get(at as usize).copied().unwrap_or(Self::Decisions)
    }
}

/// The pane where an item of this kind is listed.
pub fn home(item: &Item) -> PaneId {
    use crate::state::ItemKind as K;
    match item.kind {
        K::Decision | K::RejectedOption => PaneId::Decisions,
        K::Constraint => PaneId::Constraints,
        K::Task => PaneId::Tasks,
        _ => PaneId::Open,
    }
}

/// Groups under counted headings; empty groups vanish.
fn grouped(groups: Vec<(&'static str, Vec<RowKey>)>) -> Vec<RowKey> {
    let mut rows = Vec::new();
    for (title, group) in groups {
        if group.is_empty() {
            continue;
        }
        if !title.is_empty() {
            rows.push(RowKey::Heading(title, group.len()));
        }
        rows.extend(group);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_list_and_fits_its_tabs() {
        assert_eq!(PANES.len(), PaneId::ALL.len());
        for (pane, id) in PANES.iter().zip(PaneId::ALL) {
            assert_eq!(pane.id, *id);
            assert!(pane.short.len() <= 6, "{}", pane.short);
            assert!(pane.title.to_lowercase().starts_with(id.word()));
        }
        assert_eq!(PaneId::Decisions.step(-1), PaneId::Standup);
    }
}
