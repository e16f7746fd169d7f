//! Defines the actions of the preview dialog: a change can be approved only after all its rows were on the screen.

use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::state::{Overlay, State};
use crate::tui::view::{next_unread, page, shown_of, why_unread};

/// Id of the action that approves the change.
pub const WRITE: &str = "preview-write";

/// Whether all rows of the change were on the screen: before that it cannot be approved.
pub(super) fn is_read(state: &State) -> bool {
    !matches!(state.overlays.last(), Some(Overlay::Preview(shown)) if why_unread(state, shown).is_some())
}

/// Records which rows of a change the next frame shows.
pub fn see_change(state: &mut State) {
    let Some(Overlay::Preview(preview)) = state.overlays.last() else { return };
    let shown = shown_of(state, preview);
    if let Some(Overlay::Preview(preview)) = state.overlays.last_mut() {
        preview.see(shown);
    }
}

/// Scrolls to the next rows that were not shown; once all were, by a screen.
pub(super) fn next(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Preview(preview)) = state.overlays.last() else { return Vec::new() };
    let by = match next_unread(state, preview) {
        Some(to) => to as isize - preview.scroll as isize,
        None => page(state) as isize,
    };
    super::scroll_overlay(state, by)
}

/// Approves the change shown, after all its rows were on the screen.
pub(super) fn write(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Preview(preview)) = state.overlays.last() else { return Vec::new() };
    if let Some(why) = why_unread(state, preview) {
        state.warn(why);
        return Vec::new();
    }
    match state.overlays.pop() {
        Some(Overlay::Preview(shown)) => {
            let action = shown.action;
            state.with_pane(action.pane, |pane, state| pane.approved(state, action.change)).unwrap_or_default()
        }
        other => {
            state.overlays.extend(other);
            Vec::new()
        }
    }
}
