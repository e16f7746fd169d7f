//! Defines the action that lets a paused demo go on, and what the person's keys do to the demo.

use super::{Action, WRITE};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::state::State;

/// Id of the action.
pub const TOUR: &str = "tour";

pub(super) fn applies(state: &State) -> bool {
    state.has_tour()
}

/// Lets a paused demo go on. One that runs is paused by any key, so by this one too.
pub(super) fn toggle(state: &mut State, _: Key) -> Vec<Effect> {
    if state.tour.as_ref().is_some_and(|tour| !tour.taken) {
        state.resume_tour();
    }
    Vec::new()
}

/// Ends the demo after a key of the person that changes something, and says how things stand when they took the keys.
pub fn after_key(state: &mut State, action: Option<&Action>) {
    let Some(tour) = &mut state.tour else { return };
    let taken = std::mem::take(&mut tour.taken);
    let ends = state.is_tour_paused() && action.is_some_and(|action| action.changes || action.id == WRITE);
    if ends {
        state.leave_tour();
    }
    if !(taken || ends) || state.notice.is_some() {
        return;
    }
    if !state.is_tour_paused() {
        state.tell("The tour is over: ? keys, q quit");
    } else if !state.overlays.is_empty() {
        // Without a dialog, the footer's first word says so.
        state.tell("the tour is paused");
    }
}
