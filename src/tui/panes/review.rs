//! Defines the Review pane: the likely items to confirm, advice on thresholds, and, folded, the less likely ones and the
//! ignored candidates with the reason.

use super::{Pane, RowSource};
use crate::tui::ids::{FoldedRows, PaneId, RowKey};
use crate::tui::state::State;
use crate::tui::state::pane_cache::grouped;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Review,
    title: "Review",
    empty: "Nothing to confirm: what is likely but not certain waits here for you. Hedged, quoted or unclear words are \
            ignored and listed here with the reason.",
    source: RowSource::Rebuilt(rows),
};

/// Whether the person opened these rows. A filter searches all of them.
fn is_open(state: &State, fold: FoldedRows) -> bool {
    state.nav.unfolded.contains(&fold) || !state.list(PaneId::Review).filter.is_empty()
}

/// The rows at the point shown. Advice rests on later corrections, so the past has none.
fn rows(state: &State) -> Vec<RowKey> {
    let advice = if state.is_past() { 0 } else { state.session.advice().len() };
    let mut rows = head(state, advice, state.ignored_count());
    if is_open(state, FoldedRows::Ignored) {
        rows.extend(state.ignored().map(|o| RowKey::Rejected(o.line)));
    }
    rows
}

/// Everything above the ignored candidates.
fn head(state: &State, advice: usize, ignored: usize) -> Vec<RowKey> {
    let asked = state.to_confirm().count();
    let all: Vec<RowKey> = state.lists.likely().iter().map(|s| RowKey::Held(s.best)).collect();
    let mut rows = Vec::new();
    if !all.is_empty() || ignored > 0 {
        rows.push(RowKey::Heading("to confirm", asked));
    }
    rows.extend(all.iter().take(asked).cloned());
    if asked < all.len() {
        rows.push(RowKey::Folded(FoldedRows::ToConfirm, all.len() - asked));
        if is_open(state, FoldedRows::ToConfirm) {
            rows.extend(all.into_iter().skip(asked));
        }
    }
    rows.extend(grouped(vec![("advice", (0..advice).map(RowKey::Advice).collect())]));
    if ignored > 0 {
        rows.push(RowKey::Folded(FoldedRows::Ignored, ignored));
    }
    rows
}
