//! Defines the Transcript pane: the turns, with the places that carry items marked.

use super::{Pane, RowSource};
use crate::tui::ids::PaneId;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Transcript,
    title: "Transcript",
    empty: "Nothing said yet: turns appear as soon as the agent writes its first line.",
    source: RowSource::Turns,
};
