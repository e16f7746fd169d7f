//! Defines the actions by which the person corrects the ledger. Each is an event of the session, and can be undone.

use super::HELD_ELSEWHERE;
use crate::safe;
use crate::session::conflict_key;
use crate::state::{ItemId, PersonAction};
use crate::text::SafeText;
use crate::tui::effect::Effect;
use crate::tui::ids::RowKey;
use crate::tui::keymap::Key;
use crate::tui::layout::Layout;
use crate::tui::state::working::PaneUndo;
use crate::tui::state::{Input, Overlay, Purpose, Question, State};

pub(super) fn on_standing(state: &State) -> bool {
    state.selected_item().is_some_and(crate::state::Item::is_open)
}

/// Whether the selected candidate can be confirmed, or the selected conflict settled: an ignored candidate may change an
/// item that is closed or not there.
pub(super) fn can_confirm(state: &State) -> bool {
    match state.selected() {
        Some(RowKey::Held(_)) => true,
        Some(RowKey::Rejected(line)) => state.session.outcome(line).is_some_and(|outcome| {
            let delta = &outcome.candidate.delta;
            let target = delta.target_id.as_ref().and_then(|id| state.ledger().get(id));
            delta.kind.creates() || target.is_some_and(crate::state::Item::is_open)
        }),
        Some(RowKey::Conflict(at)) => state.open_conflicts().any(|(open, _)| open == at),
        _ => false,
    }
}

pub(super) fn on_held(state: &State) -> bool {
    matches!(state.selected(), Some(RowKey::Held(_)))
}

/// The undo of the focused pane, if it has one of its own.
pub(super) fn pane_undo(state: &State) -> Option<PaneUndo> {
    state.panes.get(state.focus)?.undo()
}

pub(super) fn can_undo(state: &State) -> bool {
    match pane_undo(state) {
        Some(undo) => (undo.applies)(state),
        None => state.session.can_undo(),
    }
}

pub(super) fn remove(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(item_id) = state.selected_item().map(|i| i.id.clone()) {
        state.overlays.push(Overlay::Confirm { question: Question::Withdraw { item_id }, shown: None });
    }
    Vec::new()
}

pub(super) fn edit(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(item) = state.selected_item() {
        let line = tui_input::Input::new(SafeText::line(&item.summary).into_string());
        let purpose = Purpose::Edit { item_id: item.id.clone() };
        state.overlays.push(Overlay::Input(Input { line, purpose, offered: false }));
    }
    Vec::new()
}

pub(super) fn confirm(state: &mut State, _: Key) -> Vec<Effect> {
    let action = match state.selected() {
        Some(RowKey::Held(held_id)) => PersonAction::AcceptHeld { held_id },
        Some(RowKey::Rejected(line)) => PersonAction::AcceptRejected { line },
        Some(RowKey::Conflict(at)) => match state.session.conflicts().get(at) {
            Some(conflict) => PersonAction::Settle { conflict: conflict_key(conflict) },
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let word = if matches!(action, PersonAction::Settle { .. }) { "settled" } else { "confirmed as" };
    act(state, action, word);
    Vec::new()
}

pub(super) fn dismiss(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(RowKey::Held(held_id)) = state.selected() {
        // The row is its sentence: the other readings go with it, and undo brings the row back.
        for held_id in state.other_readings(held_id).to_vec() {
            if let Err(error) = state.session.act(PersonAction::Dismiss { held_id }) {
                state.warn(SafeText::shown(error));
                return Vec::new();
            }
        }
        act(state, PersonAction::Dismiss { held_id }, "dismissed");
    }
    Vec::new()
}

pub(super) fn undo(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(undo) = pane_undo(state) {
        return (undo.run)(state);
    }
    act(state, PersonAction::Undo, "undone:");
    Vec::new()
}

/// Applies the person's correction and reports the result.
pub(super) fn act(state: &mut State, action: PersonAction, word: &'static str) {
    // The session may have become read-only since the question was asked.
    if state.read_only {
        state.warn(HELD_ELSEWHERE);
        return;
    }
    let undo = action == PersonAction::Undo;
    // Rows that came since the last frame did not come back.
    Layout::refresh_rows(state);
    let shown = state.selected();
    let known = if undo { state.list(state.focus).rows.clone() } else { Vec::new() };
    let advised = state.session.advice().len();
    let result = state.session.act(action);
    let mut came_back = None;
    let advises = state.session.advice().len() > advised;
    match result {
        Ok(event) => {
            // Its details are no longer those last read.
            state.sessions.previews.remove(&state.sessions.here);
            let item_id = event.item_id.unwrap_or_default();
            let key = state.prefs.keymap.key("undo");
            let tail = match (undo, advises) {
                (true, _) => SafeText::default(),
                (_, false) => safe!(" · {} undoes", key),
                (_, true) => safe!(" · {} undoes · advice: 5", key),
            };
            // The person has seen their own correction.
            state.mark_seen(&item_id);
            came_back = undo.then(|| item_id.clone());
            let what = if item_id.is_empty() {
                SafeText::from(word.trim_end_matches(':'))
            } else {
                safe!("{} {}", word, SafeText::line(&item_id))
            };
            state.tell(safe!("{}{}", what, tail));
        }
        Err(error) => state.warn(SafeText::shown(error)),
    }
    state.touch();
    Layout::refresh_rows(state);
    if let Some(item_id) = came_back {
        select_returned(state, &known, &item_id);
    }
    if state.selected() != shown {
        // The detail is now that of another row.
        state.reset_detail();
    }
}

/// Puts the cursor on the row that an undo brought back, if the focused pane lists it: the item, or a candidate that was
/// not among the `known` rows.
fn select_returned(state: &mut State, known: &[RowKey], item_id: &ItemId) {
    let rows = &state.list(state.focus).rows;
    let is_item = |row: &&RowKey| matches!(row, RowKey::Item(id) if id == item_id);
    let is_new = |row: &&RowKey| matches!(row, RowKey::Held(_) | RowKey::Item(_)) && !known.contains(row);
    let returned = rows.iter().find(is_item).or_else(|| rows.iter().find(is_new)).cloned();
    if returned.is_some() {
        state.select(state.focus, returned);
    }
}
