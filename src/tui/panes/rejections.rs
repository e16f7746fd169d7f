//! Defines the Rejections pane: what the person's words speak for, what waits for their word, then what
//! was refused, with the reason.

use super::{Pane, PaneId, RowKey, Source, grouped};
use crate::session::Session;
use crate::state::Disposition;
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Rejections,
    title: "Rejections",
    short: "Reject",
    empty: "Nothing refused yet: hedged, quoted or unclear words end here with the rule that refused them; what is \
            likely but unsure waits here for you.",
    source: Source::Others(bring_up),
};

const REFUSED: &str = "refused";

/// Brings the rows up to now: what is refused stays refused, so only what is new is put before the rows there are.
fn bring_up(session: &Session, rows: &mut Vec<RowKey>) -> usize {
    let heading = rows.iter().position(|row| matches!(row, RowKey::Heading(REFUSED, _)));
    let known = heading.map_or(0, |at| rows.len() - at - 1);
    let all = session.stats().rejected;
    let advice: Vec<RowKey> = (0..session.advice().len()).map(RowKey::Advice).collect();
    let held = session.held().rev().filter_map(|o| match &o.disposition {
        Disposition::Held { held_id } => Some(RowKey::Held(*held_id)),
        _ => None,
    });
    let held: Vec<RowKey> = held.collect();
    let count = advice.len() + held.len() + all;
    let mut head = grouped(vec![("advice", advice), ("unsure", held)]);
    if all > 0 {
        head.push(RowKey::Heading(REFUSED, all));
    }
    head.extend(session.rejections().rev().take(all.saturating_sub(known)).map(|o| RowKey::Rejected(o.line)));
    rows.splice(..heading.map_or(rows.len(), |at| at + 1), head);
    count
}

/// The rows at the point of the past that is shown. What speaks for an advice is all that was corrected, which is no
/// matter of then.
pub(super) fn rows_then(state: &State) -> Vec<RowKey> {
    let held = state.held().into_iter().rev().filter_map(|o| match &o.disposition {
        Disposition::Held { held_id } => Some(RowKey::Held(*held_id)),
        _ => None,
    });
    let refused = state.rejections().map(|o| RowKey::Rejected(o.line));
    grouped(vec![("unsure", held.collect()), (REFUSED, refused.collect())])
}
