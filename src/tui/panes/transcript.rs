//! Defines the Transcript pane: what was said, with the places that carry items marked.

use super::{Pane, PaneId, RowSource};

pub(super) const PANE: Pane = Pane {
    id: PaneId::Transcript,
    title: "Transcript",
    short: "Talk",
    empty: "Nothing said yet: turns appear as soon as the agent writes its first line.",
    // A session may hold a hundred thousand turns, and the view reads them in place.
    source: RowSource::Others(|_, _| 0),
};
