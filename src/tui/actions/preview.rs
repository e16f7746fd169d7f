//! Defines the actions of the preview dialog: a change can be approved only after all its lines were on screen.

use super::dialogs::is_page;
use super::scroll_overlay;
use crate::safe;
use crate::text::SafeText;
use crate::tui::effect::Effect;
use crate::tui::keymap::{Key, shown};
use crate::tui::state::{Overlay, State};
use crate::tui::view::{most_scroll, page};

/// Id of the action that approves the change.
pub const WRITE: &str = "preview-write";

/// Whether all lines of the change were on screen: before that it cannot be approved.
pub(super) fn is_read(state: &State) -> bool {
    !matches!(state.overlays.last(), Some(Overlay::Preview(shown)) if shown.furthest < most_scroll(state))
}

/// Scrolls to the end; while lines were not on screen yet, by a screen, so that each is.
pub(super) fn bottom(state: &mut State, _: Key) -> Vec<Effect> {
    let by = if is_read(state) { isize::MAX } else { page(state) as isize };
    scroll_overlay(state, by)
}

/// The key that scrolls by a screen: each screen of a change must be shown before it can be approved.
pub fn page_key(state: &State) -> SafeText {
    let page = state.prefs.keymap.keys_of("preview-down").iter().map(|key| key.word()).find(|word| is_page(word));
    page.map_or_else(|| state.prefs.keymap.key("preview-bottom"), |word| shown(&word))
}

/// Approves the change shown, after all its lines were on screen.
pub(super) fn write(state: &mut State, _: Key) -> Vec<Effect> {
    if !is_read(state) {
        let (page, write) = (page_key(state), state.prefs.keymap.key(WRITE));
        state.warn(safe!("scroll to the end ({}) to enable {}", page, write));
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
