//! Defines the actions of the preview dialog: a change can be approved only after its end was on screen.

use crate::safe;
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::state::{Overlay, State};
use crate::tui::view::most_scroll;

/// Id of the action that approves the change.
pub const WRITE: &str = "preview-write";

/// Whether the end of the change was on screen, which the person went to: before that it cannot be approved.
pub(super) fn is_read(state: &State) -> bool {
    !matches!(state.overlays.last(), Some(Overlay::Preview(shown)) if shown.furthest < most_scroll(state))
}

/// Approves the change shown, after its end was on screen.
pub(super) fn write(state: &mut State, _: Key) -> Vec<Effect> {
    if !is_read(state) {
        let keymap = &state.prefs.keymap;
        let words = safe!("scroll to the end ({}) to enable {}", keymap.key("preview-bottom"), keymap.key(WRITE));
        state.warn(words);
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
