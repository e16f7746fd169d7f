//! Defines the Rejections pane: what the person's words speak for, what waits for their word, then what
//! was refused, with the reason.

use super::{Pane, PaneId, RowKey, grouped};
use crate::session::Session;
use crate::state::Fate;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Rejections,
    title: "Rejections",
    short: "Reject",
    empty: "Nothing refused yet: hedged, quoted or unclear words end here with the rule that refused them; what is \
            likely but unsure waits here for you.",
    rows,
};

fn rows(session: &Session) -> Vec<RowKey> {
    let held = session.held().rev().filter_map(|o| match &o.fate {
        Fate::Held { held_id } => Some(RowKey::Held(held_id.clone())),
        _ => None,
    });
    let refused = session.rejections().rev().map(|o| RowKey::Rejected(o.line));
    let advice = (0..session.advice().len()).map(RowKey::Advice);
    grouped(vec![("advice", advice.collect()), ("unsure", held.collect()), ("refused", refused.collect())])
}
