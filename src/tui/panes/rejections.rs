//! Defines the Rejections pane: advice on thresholds, candidates that wait for the person, then what was refused, with
//! the reason.

use super::{Pane, RowSource};
use crate::session::Session;
use crate::state::{Disposition, Outcome};
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::state::State;
use crate::tui::state::pane_cache::grouped;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Rejections,
    title: "Rejections",
    short: "Reject",
    empty: "Nothing refused yet: hedged, quoted or unclear words end here with the rule that refused them; what is \
            likely but unsure waits here for you.",
    source: RowSource::Kept { update, at: rows_then },
};

const REFUSED: &str = "refused";

fn held_key(outcome: &Outcome) -> Option<RowKey> {
    match &outcome.disposition {
        Disposition::Held { held_id } => Some(RowKey::Held(*held_id)),
        Disposition::Accepted { .. } | Disposition::Merged { .. } | Disposition::Rejected { .. } => None,
    }
}

/// Updates the rows: rejections are final, so only new ones are put before the rows there are. Returns how
/// many can be selected.
fn update(session: &Session, rows: &mut Vec<RowKey>) -> usize {
    let heading = rows.iter().position(|row| matches!(row, RowKey::Heading(REFUSED, _)));
    let known = heading.map_or(0, |at| rows.len() - at - 1);
    let all = session.stats().rejected;
    let advice: Vec<RowKey> = (0..session.advice().len()).map(RowKey::Advice).collect();
    let held: Vec<RowKey> = session.held().rev().filter_map(held_key).collect();
    let count = advice.len() + held.len() + all;
    let mut head = grouped(vec![("advice", advice), ("unsure", held)]);
    if all > 0 {
        head.push(RowKey::Heading(REFUSED, all));
    }
    head.extend(session.rejections().rev().take(all.saturating_sub(known)).map(|o| RowKey::Rejected(o.line)));
    rows.splice(..heading.map_or(rows.len(), |at| at + 1), head);
    count
}

/// The rows at the point of the past that is shown. Advice is left out: it rests on corrections made since.
fn rows_then(state: &State) -> Vec<RowKey> {
    let held = state.held().into_iter().rev().filter_map(held_key);
    let refused = state.rejections().map(|o| RowKey::Rejected(o.line));
    grouped(vec![("unsure", held.collect()), (REFUSED, refused.collect())])
}
