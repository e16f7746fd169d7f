//! Defines the names of panes and rows: [`PaneId`], [`RowKey`], [`PaneEntry`].

use crate::state::{HeldId, Item, ItemId, ItemKind};

words! {
    /// Which pane. The order is that of the number keys.
    PaneId {
        /// Choices made, and options not chosen.
        Decisions = "decisions",
        /// Rules that must hold.
        Constraints = "constraints",
        /// Open and finished work.
        Tasks = "tasks",
        /// Items that were revised or replaced.
        Chains = "chains",
        /// Candidates to confirm, and those that were ignored.
        Review = "review",
        /// Goals, questions, risks and facts.
        Open = "open",
        /// The turns of the session.
        Transcript = "transcript",
        /// Suggested memories.
        Memory = "memory",
        /// Statements and tool calls that violate a rule or choice in force.
        Conflicts = "conflicts",
        /// Proposed changes to the project's board and documents.
        Standup = "standup",
    }
}

impl PaneId {
    /// The digit of its number key, 0 for the tenth; `None` for a pane beyond, which Tab reaches.
    pub fn digit(self) -> Option<usize> {
        let number = self as usize + 1;
        (number <= 10).then_some(number % 10)
    }

    /// The number in its tab, which is its key where it has one.
    pub fn label(self) -> usize {
        self.digit().unwrap_or(self as usize + 1)
    }

    /// The pane with this number key.
    pub fn labelled(digit: usize) -> Option<Self> {
        Self::ALL.iter().copied().find(|pane| pane.label() == digit)
    }

    /// The pane `steps` further, wrapping around.
    #[must_use]
    pub fn step(self, steps: isize) -> Self {
        let count = Self::ALL.len() as isize;
        let at = (self as isize + steps).rem_euclid(count);
        Self::ALL.get(at as usize).copied().unwrap_or(Self::Decisions)
    }
}

/// The identity of a list row, by its content, so that a cursor stays on it while rows come and go.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RowKey {
    /// A counted heading between groups; the cursor passes over it.
    Heading(&'static str, usize),
    /// An item by id.
    Item(ItemId),
    /// A held candidate by id: the best reading of its sentence.
    Held(HeldId),
    /// So many rows that are not shown here; opening it shows them.
    Folded(FoldedRows, usize),
    /// A refused candidate by log line.
    Rejected(u64),
    /// A turn by its index.
    Turn(usize),
    /// A piece of advice on thresholds by its index.
    Advice(usize),
    /// A conflict by its index.
    Conflict(usize),
    /// An entry of a working pane.
    Entry(PaneEntry),
}

impl RowKey {
    /// Whether the cursor can be on it.
    pub fn selectable(&self) -> bool {
        !matches!(self, Self::Heading(..))
    }
}

/// The rows that are hidden until the person unfolds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldedRows {
    /// The likely items of a pane beyond the best, which are in Review.
    Likely,
    /// The likely items of Review beyond the best.
    ToConfirm,
    /// Refused candidates.
    Ignored,
}

/// A row whose content only its own pane knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaneEntry {
    /// The pane it belongs to.
    pub pane: PaneId,
    /// The kind of entry, as named by the pane.
    pub kind: &'static str,
    /// Its id among entries of that kind.
    pub id: String,
}

/// The pane where an item is listed.
pub fn home(item: &Item) -> PaneId {
    home_of_kind(item.kind)
}

/// The pane where items of this kind are listed.
pub fn home_of_kind(kind: ItemKind) -> PaneId {
    match kind {
        ItemKind::Decision | ItemKind::RejectedOption => PaneId::Decisions,
        ItemKind::Constraint => PaneId::Constraints,
        ItemKind::Task => PaneId::Tasks,
        ItemKind::Goal
        | ItemKind::OpenQuestion
        | ItemKind::Hypothesis
        | ItemKind::Risk
        | ItemKind::Dependency
        | ItemKind::Artifact
        | ItemKind::Fact => PaneId::Open,
    }
}
