//! Defines the actions, once: their functions, keys, scopes and texts.
//!
//! Handling a key, the footer's hints, the help screen and the README's key table all read [`ACTIONS`].

mod bindings;
mod corrections;
mod dialogs;
mod looking;
pub mod moving;
pub mod palette;
mod past;
mod preview;
mod silent;
mod table;
mod tour;

pub use dialogs::scroll as scroll_overlay;
pub use looking::filter_by;
pub use moving::to_newest_change as moving_to_newest;
pub use past::{BEFORE_COMPACTION, idle, slide};
pub use preview::{WRITE, see_change};
pub use silent::why as why_silent;
pub use table::ACTIONS;
pub use tour::{TOUR, after_key as after_key_in_tour};

pub use super::action::{Action, KeyScope};
use super::effect::Effect;
use super::keymap::Key;
use super::opening;
use super::panes::{FoldedRows, PaneId, RowKey, RowSource};
use super::state::working::WorkingPane;
use super::state::{Overlay, State};
use super::view::most_scroll;

impl KeyScope {
    /// The scope in words, for tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Panes => "panes",
            Self::Items => "items",
            Self::Candidates => "to confirm",
            Self::Pane(pane) => pane.pane().title,
            Self::Preview => "a change shown first",
            Self::Help => "help",
            Self::Export => "export",
            Self::Confirm => "question",
            Self::Sessions => "sessions",
            Self::Typing => "typing",
            Self::Palette => "palette",
            Self::Themes => "themes",
            Self::Tour => "demo",
        }
    }

    /// Whether keys of this scope are active in the focused pane once nothing covers it.
    pub fn under(self, state: &State) -> bool {
        match self {
            Self::Everywhere | Self::Panes => true,
            Self::Tour => state.tour.is_some(),
            Self::Items => matches!(state.focus.pane().source, RowSource::Items(_)) || state.focus == PaneId::Conflicts,
            Self::Candidates => {
                matches!(state.focus.pane().source, RowSource::Items(_))
                    || matches!(state.focus, PaneId::Review | PaneId::Conflicts)
            }
            Self::Pane(pane) => state.focus == pane,
            Self::Help
            | Self::Preview
            | Self::Export
            | Self::Confirm
            | Self::Sessions
            | Self::Typing
            | Self::Palette
            | Self::Themes => false,
        }
    }

    /// Whether keys of this scope are active now.
    pub fn active(self, state: &State) -> bool {
        let on_top = state.overlays.last();
        match self {
            Self::Everywhere => true,
            Self::Tour => {
                let is_typed = [Self::Typing, Self::Palette, Self::Sessions].iter().any(|scope| scope.active(state));
                self.under(state) && !is_typed
            }
            Self::Panes | Self::Items | Self::Candidates | Self::Pane(_) => on_top.is_none() && self.under(state),
            Self::Help => matches!(on_top, Some(Overlay::Help { .. })),
            Self::Export => matches!(on_top, Some(Overlay::Export { .. })),
            Self::Preview => matches!(on_top, Some(Overlay::Preview(_))),
            Self::Confirm => matches!(on_top, Some(Overlay::Confirm { .. })),
            Self::Sessions => matches!(on_top, Some(Overlay::Sessions(_))),
            Self::Typing => matches!(on_top, Some(Overlay::Input(_))),
            Self::Palette => matches!(on_top, Some(Overlay::Palette { .. })),
            Self::Themes => matches!(on_top, Some(Overlay::Themes { .. })),
        }
    }
}

/// The action of a key now, if it would have an effect.
pub fn find(state: &State, key: Key) -> Option<&'static Action> {
    let mut meant = state.prefs.keymap.all().filter(|(_, keys)| keys.contains(&key));
    meant.find(|(a, _)| a.scope.active(state) && (a.applies)(state)).map(|(action, _)| action)
}

/// The refusal of corrections to a session that another process saves: here they would be lost.
pub const HELD_ELSEWHERE: &str = "another watcher has this session: correct it there";

/// Whether an action would change a session that another process saves.
pub fn is_held_elsewhere(state: &State, action: &Action) -> bool {
    let is_of_session = state.panes.get(state.focus).is_none_or(WorkingPane::is_of_session);
    state.read_only && action.changes && is_of_session
}

/// Runs an action, from a key or from the palette. The past, and a session that another process saves, refuse actions
/// that change the ledger; a session still being opened refuses those that need its log.
pub fn run(state: &mut State, action: &Action, key: Key) -> Vec<Effect> {
    if state.is_past() && action.changes {
        past::refuse(state)
    } else if is_held_elsewhere(state, action) {
        state.warn(HELD_ELSEWHERE);
        Vec::new()
    } else if state.is_too_early(action) {
        opening::refuse(state)
    } else {
        (action.run)(state, key)
    }
}

/// Actions the footer hints at now, the most useful first.
pub fn hints(state: &State) -> Vec<&'static Action> {
    let mut hints: Vec<&Action> =
        ACTIONS.iter().filter(|a| a.hint > 0 && a.scope.active(state) && (a.applies)(state)).collect();
    hints.retain(|a| !state.prefs.keymap.of(a).is_empty() && !is_refused(state, a));
    // In the past, coming back and moving in time are hinted at first.
    // So is the action that clears a filter.
    let is_filtered = !state.list(state.focus).filter.is_empty();
    hints.sort_by_key(|a| match a.id {
        TOUR => (0, 0),
        "back" if is_filtered => (0, 0),
        id => past::hint(id).filter(|_| state.is_past()).unwrap_or((1, a.hint)),
    });
    hints
}

/// Whether an action would only report why it cannot be done now.
fn is_refused(state: &State, action: &Action) -> bool {
    let unread = action.id == preview::WRITE && !preview::is_read(state);
    let hidden = state.panes.get(state.focus).is_some_and(|pane| pane.hides_hint(action.id));
    // At the present, the way back to it is not hinted.
    let is_here = action.id == "live" && !state.is_past();
    let is_fixed = (state.is_past() && action.changes) || is_held_elsewhere(state, action);
    unread || hidden || is_here || is_fixed || is_idle(state, action) || state.is_too_early(action)
}

/// Whether an action would have no target: a search in an empty pane, scrolling in a text that fits on the screen.
fn is_idle(state: &State, action: &Action) -> bool {
    let is_empty = match state.focus {
        PaneId::Transcript => state.turns().is_empty(),
        pane => state.list(pane).rows.is_empty(),
    };
    match action.id {
        "search" | "filter" | "follow" => is_empty,
        "copy" => matches!(state.selected(), Some(RowKey::Folded(..))),
        "help-down" | "export-down" | "preview-down" | "preview-next" => most_scroll(state) == 0,
        _ => false,
    }
}

/// The title of an action for the selected row or the open dialog: `open` on a fold reads "show".
pub fn title(state: &State, action: &Action) -> &'static str {
    let is_apart = matches!(state.overlays.last(), Some(Overlay::Sessions(picker)) if picker.apart);
    match (action.id, state.selected()) {
        ("sessions-apart", _) if is_apart => "sessions",
        ("open", Some(RowKey::Folded(FoldedRows::Likely, _))) => "open Review",
        ("open", Some(RowKey::Folded(fold, _))) if state.nav.unfolded.contains(&fold) => "hide",
        ("open", Some(RowKey::Folded(..))) => "show",
        ("open", Some(RowKey::Turn(_))) => "item",
        ("confirm", _) if state.focus == PaneId::Conflicts => "settle",
        _ => action.title,
    }
}

/// Whether an action that applies is hinted at.
pub fn is_hinted(state: &State, id: &str) -> bool {
    ACTIONS.iter().any(|action| action.id == id && !is_refused(state, action))
}

/// Searches for words while they are typed.
pub fn seek_while_typing(state: &mut State, words: String) {
    state.nav.search = words;
    moving::seek(state, 1, true);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_keys_are_spelled_right() {
        let mut ids = HashSet::new();
        for action in ACTIONS.iter() {
            assert!(ids.insert(action.id), "{} twice", action.id);
            assert!(action.help.ends_with('.') && !action.title.is_empty(), "{}", action.id);
            for key in action.keys {
                assert_eq!(Key::parse(key).map(Key::word).as_deref(), Some(*key), "{}", action.id);
            }
        }
    }

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for (n, a) in ACTIONS.iter().enumerate() {
            for b in ACTIONS.iter().skip(n + 1).filter(|b| a.scope.meets(b.scope)) {
                let both = a.keys.iter().find(|k| b.keys.contains(k));
                assert_eq!(both, None, "{} and {}", a.id, b.id);
            }
        }
    }

    #[test]
    fn every_action_can_be_reached() {
        assert!(ACTIONS.iter().all(|a| !a.keys.is_empty()));
        let letters = ACTIONS.iter().filter(|a| a.scope.types()).flat_map(|a| a.keys);
        assert!(
            letters
                .clone()
                .all(|k| Key::parse(k).is_some_and(|k| k.ctrl || matches!(k.code, crate::tui::keymap::Code::Named(_)))),
            "typing a letter must type it"
        );
    }
}
