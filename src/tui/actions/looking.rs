//! Defines the actions on views: the filter, the jump to unseen changes, the mouse.

use super::dialogs::search;
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneId, RowKey, home};
use crate::tui::keymap::Key;
use crate::tui::state::{Input, Overlay, Purpose, State, changed_at};

/// Opens the filter line of the focused list. The talk is not a list, so it is searched instead.
pub(super) fn filter(state: &mut State, key: Key) -> Vec<Effect> {
    if state.focus == PaneId::Transcript {
        return search(state, key);
    }
    let before = state.list(state.focus).filter.clone();
    let line = tui_input::Input::new(before.clone());
    state.overlays.push(Overlay::Input(Input { line, purpose: Purpose::Filter { before }, offered: true }));
    Vec::new()
}

/// Filters the focused list to the rows that hold these words.
pub fn filter_by(state: &mut State, words: &str) {
    let pane = state.focus;
    if let Some(list) = state.list_mut(pane) {
        words.clone_into(&mut list.filter);
    }
    state.make_list(pane);
    state.reset_detail();
}

/// Whether there are unseen changes.
pub(super) fn has_news(state: &State) -> bool {
    state.lists.counts.unseen > 0
}

/// Goes to the oldest unseen change, so that changes are read in order.
pub(super) fn next_unseen(state: &mut State, _: Key) -> Vec<Effect> {
    let oldest = state.ledger().items().iter().filter(|i| state.is_unseen(i)).min_by_key(|i| changed_at(i));
    let Some((pane, id)) = oldest.map(|i| (home(i), i.id.clone())) else { return Vec::new() };
    // Not by `go`: rows passed over on the way were not seen.
    state.focus = pane;
    if !state.list(pane).filter.is_empty() {
        filter_by(state, "");
    }
    state.select(pane, Some(RowKey::Item(id)));
    state.see_selected();
    if state.lists.counts.unseen == 0 {
        state.tell("that was the last change you had not seen");
    }
    Vec::new()
}

pub(super) fn mouse(state: &mut State, _: Key) -> Vec<Effect> {
    state.prefs.mouse = !state.prefs.mouse;
    let word = if state.prefs.mouse {
        "mouse on: wheel, clicks; Shift selects"
    } else {
        "mouse off: the terminal selects text"
    };
    state.tell(word);
    vec![Effect::Mouse(state.prefs.mouse)]
}
