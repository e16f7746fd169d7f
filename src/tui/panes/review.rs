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
    source: RowSource::Cached { update, at: rows_then },
};

/// Whether the person opened these rows. A filter searches all of them.
fn is_open(state: &State, fold: FoldedRows) -> bool {
    state.nav.unfolded.contains(&fold) || !state.list(PaneId::Review).filter.is_empty()
}

/// Updates the rows: rejections are final, so only new ones are prepended.
fn update(state: &State, mut rows: Vec<RowKey>) -> Vec<RowKey> {
    let fold = rows.iter().position(|row| matches!(row, RowKey::Folded(FoldedRows::Ignored, _)));
    let known = fold.map_or(Vec::new(), |at| rows.split_off(at + 1));
    let (session, all) = (&state.session, state.session.stats().rejected);
    let mut rows = head(state, session.advice().len(), all);
    if is_open(state, FoldedRows::Ignored) {
        let new = all.saturating_sub(known.len());
        rows.extend(session.rejections().rev().take(new).map(|o| RowKey::Rejected(o.line)));
        rows.extend(known);
    }
    rows
}

/// The rows at the point of the past that is shown. Advice is left out: it rests on later corrections.
fn rows_then(state: &State) -> Vec<RowKey> {
    let mut rows = head(state, 0, state.rejections().count());
    if is_open(state, FoldedRows::Ignored) {
        rows.extend(state.rejections().map(|o| RowKey::Rejected(o.line)));
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
