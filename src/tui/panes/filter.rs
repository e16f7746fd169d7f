//! Defines the filter of a list: the rows that contain all the typed words.

use super::content::{kind_word, row_content};
use super::{FoldedRows, RowKey};
use crate::tui::actions::BEFORE_COMPACTION;
use crate::tui::state::State;

/// The rows that contain all words, each heading with the number of remaining rows below it.
pub fn narrowed(state: &State, rows: Vec<RowKey>, words: &str) -> Vec<RowKey> {
    let words = words.to_lowercase();
    let mut out: Vec<RowKey> = Vec::new();
    // The heading above the current rows, not yet on the list.
    let mut heading: Option<&'static str> = None;
    let mut place: Option<usize> = None;
    for row in rows {
        if let RowKey::Heading(title, _) = row {
            (heading, place) = (Some(title), None);
        } else if let RowKey::Folded(fold, _) = row {
            // Folded rows are filtered too.
            if fold == FoldedRows::Ignored {
                (heading, place) = (Some("ignored"), None);
            }
        } else if row.selectable() && holds(state, &row, &words) {
            if let Some(title) = heading.take() {
                place = Some(out.len());
                out.push(RowKey::Heading(title, 0));
            }
            if let Some(RowKey::Heading(_, count)) = place.and_then(|at| out.get_mut(at)) {
                *count += 1;
            }
            out.push(row);
        }
    }
    out
}

/// Whether a row's text or properties (id, kind, turn, `new`, `hard`, `before-compaction`) contain all of `words`.
fn holds(state: &State, row: &RowKey, words: &str) -> bool {
    let content = row_content(state, row);
    let turn = content.turn.map_or(String::new(), |t| format!("t{t}"));
    let what = match row {
        RowKey::Item(id) => state.ledger().get(id).map_or(String::new(), |item| {
            let is_before = state.compaction().is_some_and(|c| c.is_before(item));
            let before = if is_before { BEFORE_COMPACTION } else { "" };
            let since = if state.is_since(item) { "changed-since" } else { "" };
            format!("{id} {} {before} {since}", item.kind)
        }),
        RowKey::Held(id) => {
            let kind = state.held_by_id(*id).map_or("", |o| kind_word(&o.candidate));
            format!("{id} likely {kind}")
        }
        RowKey::Rejected(line) => {
            let kind = state.session.outcome(*line).map_or("", |o| kind_word(&o.candidate));
            format!("ignored {kind}")
        }
        RowKey::Advice(_) => "advice".to_owned(),
        RowKey::Conflict(at) => {
            let conflict = state.session.conflicts().get(*at);
            format!("conflict {}", conflict.and_then(|c| c.item_id.as_deref()).unwrap_or_default())
        }
        RowKey::Entry(entry) => state.panes.get(entry.pane).map(|pane| pane.filter_words(entry)).unwrap_or_default(),
        RowKey::Heading(..) | RowKey::Folded(..) | RowKey::Turn(_) => String::new(),
    };
    let unread = if content.unseen { "unread" } else { "" };
    let all = format!("{} {} {} {what} {turn} {unread}", content.lead, content.text, content.word).to_lowercase();
    words.split_whitespace().all(|word| all.contains(word))
}
