//! Defines the Memory pane: what is worth keeping beyond the session, by what approval would do; then what was said of
//! the others.

use super::{Pane, PaneId, RowKey, Source, grouped};
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::session::suggest::Action;
use crate::tui::state::State;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Memory,
    title: "Memory",
    short: "Memory",
    empty: "Nothing to keep yet: choices and rules that are sure, and that outlive the session, are suggested here. \
            Nothing is written unless you approve it.",
    source: Source::Made(rows),
};

fn rows(state: &State) -> Vec<RowKey> {
    let of = |holds: &dyn Fn(&SuggestionRow) -> bool| -> Vec<RowKey> {
        let rows = state.memories.rows.iter().filter(|r| holds(r));
        rows.map(|r| RowKey::Memory(r.suggestion.id.clone())).collect()
    };
    let waits = |action: Action| of(&|r| r.standing == SuggestionStatus::Pending && r.suggestion.action == action);
    let stands = |standing: SuggestionStatus| of(&|r| r.standing == standing);
    let mut rows = grouped(vec![
        ("supersede", waits(Action::Supersede)),
        ("update", waits(Action::Update)),
        ("create", waits(Action::Create)),
        ("retire", waits(Action::Retire)),
        ("approved", stands(SuggestionStatus::Approved)),
        ("dismissed", stands(SuggestionStatus::Dismissed)),
        ("nothing: already there", stands(SuggestionStatus::Kept)),
    ]);
    if !rows.is_empty() {
        rows.insert(0, RowKey::Summary);
    }
    rows
}
