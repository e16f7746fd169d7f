//! Defines the Rejections pane: what the person's words speak for, what waits for their word, then what
//! was refused, with the reason.

use super::{Pane, PaneId, RowKey, grouped};
use crate::state::Fate;
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Rejections,
    title: "Rejections",
    short: "Reject",
    empty: "Nothing refused yet: hedged, quoted or unclear words end here with the rule that refused them; what is \
            likely but unsure waits here for you.",
    rows,
};

fn rows(state: &State) -> Vec<RowKey> {
    let held = state.held().into_iter().rev().filter_map(|o| match &o.fate {
        Fate::Held { held_id } => Some(RowKey::Held(held_id.clone())),
        _ => None,
    });
    let refused = state.rejections().map(|o| RowKey::Rejected(o.line));
    // What speaks for an advice is all that was corrected, which is no matter of then.
    let advices = if state.is_past() { 0 } else { state.session.advice().len() };
    let advice = (0..advices).map(RowKey::Advice);
    grouped(vec![("advice", advice.collect()), ("unsure", held.collect()), ("refused", refused.collect())])
}
