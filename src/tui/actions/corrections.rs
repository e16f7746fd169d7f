//! Defines the actions by which the person corrects the ledger. Each is an event of the session, and can be undone.

use super::{memory, standup};
use crate::state::PersonAction;
use crate::text::SafeText;
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::panes::{PaneId, RowKey};
use crate::tui::state::{Input, Overlay, Purpose, Question, State};

type Done = Vec<Effect>;

pub(super) fn on_standing(state: &State) -> bool {
    state.selected_item().is_some_and(crate::state::Item::is_open)
}

pub(super) fn on_candidate(state: &State) -> bool {
    matches!(state.selected(), Some(RowKey::Held(_) | RowKey::Rejected(_)))
}

pub(super) fn on_held(state: &State) -> bool {
    matches!(state.selected(), Some(RowKey::Held(_)))
}

pub(super) fn can_undo(state: &State) -> bool {
    match state.focus {
        PaneId::Memory => memory::can_undo(state),
        PaneId::Standup => standup::can_undo(state),
        _ => state.session.can_undo(),
    }
}

/// Says that nothing can be corrected from here, if so: what is done where nothing is saved would be lost.
fn barred(state: &mut State) -> bool {
    if state.memories.read_only {
        state.notice = Some(("another watcher has this session: correct it there".to_owned(), true));
    }
    state.memories.read_only
}

pub(super) fn withdraw(state: &mut State, _: Key) -> Done {
    if barred(state) {
        return Vec::new();
    }
    if let Some(item_id) = state.selected_item().map(|i| i.id.clone()) {
        state.overlays.push(Overlay::Confirm { question: Question::Withdraw { item_id }, shown: None });
    }
    Vec::new()
}

pub(super) fn edit(state: &mut State, _: Key) -> Done {
    if barred(state) {
        return Vec::new();
    }
    if let Some(item) = state.selected_item() {
        let line = tui_input::Input::new(SafeText::line(&item.summary).into_string());
        let purpose = Purpose::Edit { item_id: item.id.clone() };
        state.overlays.push(Overlay::Input(Input { line, purpose, offered: false }));
    }
    Vec::new()
}

pub(super) fn accept(state: &mut State, _: Key) -> Done {
    let action = match state.selected() {
        Some(RowKey::Held(held_id)) => PersonAction::AcceptHeld { held_id },
        Some(RowKey::Rejected(line)) => PersonAction::AcceptRejected { line },
        _ => return Vec::new(),
    };
    act(state, action, "accepted as");
    Vec::new()
}

pub(super) fn dismiss(state: &mut State, _: Key) -> Done {
    if let Some(RowKey::Held(held_id)) = state.selected() {
        act(state, PersonAction::Dismiss { held_id }, "dismissed");
    }
    Vec::new()
}

pub(super) fn undo(state: &mut State, _: Key) -> Done {
    match state.focus {
        PaneId::Memory => return memory::undo(state),
        PaneId::Standup => return standup::undo(state),
        _ => {}
    }
    act(state, PersonAction::Undo, "undone:");
    Vec::new()
}

/// Does the person's action and says how it went.
pub(super) fn act(state: &mut State, action: PersonAction, word: &str) {
    if barred(state) {
        return;
    }
    let undo = action == PersonAction::Undo;
    let shown = state.selected();
    let advised = state.session.advice().len();
    let result = state.session.act(action);
    let advises = state.session.advice().len() > advised;
    state.notice = Some(match result {
        Ok(event) => {
            let what = event.item_id.unwrap_or_default();
            let key = state.keymap.key("undo");
            let tail = match (undo, advises) {
                (true, _) => String::new(),
                (_, false) => format!(" · {key} undoes"),
                (_, true) => format!(" · {key} undoes · advice: 5"),
            };
            // What the person did is no news to the person.
            state.no_news(&what);
            let word = if what.is_empty() { word.trim_end_matches(':') } else { word };
            (format!("{word} {what}").trim_end().to_owned() + &tail, false)
        }
        Err(error) => (SafeText::shown(error).into_string(), true),
    });
    state.touch();
    state.refresh();
    if state.selected() != shown {
        // The reasons are those of another row.
        (state.version, state.detail_scroll) = (None, 0);
    }
}
