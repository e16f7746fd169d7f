//! Defines the actions, once: what a person can do, with which keys, where, and in what words.
//!
//! Handling a key, the footer's hints, the help screen and the README's key table all read [`ACTIONS`].

mod bindings;
mod corrections;
mod dialogs;
mod looking;
mod memory;
pub mod moving;
pub mod palette;
mod past;
mod silent;
mod standup;
mod table;

pub use bindings::Keymap;
pub use dialogs::scroll as scroll_overlay;
pub use looking::filter_by;
pub use moving::to_newest_change as moving_to_newest;
pub use past::{BEFORE_COMPACTION, idle, slide};
pub use silent::why as why_silent;
pub use table::ACTIONS;

use super::effect::Effect;
use super::keymap::Key;
use super::opening;
use super::panes::PaneId;
use super::state::{Overlay, State};

/// Where an action's keys are listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Always, whatever lies on top.
    Everywhere,
    /// In every pane, while nothing lies over it.
    Panes,
    /// In panes of items and of conflicts, while nothing lies over them.
    Items,
    /// In the Rejections pane.
    Unsure,
    /// In the Memory pane.
    Memory,
    /// In the Standup pane.
    Standup,
    /// At a change to be looked at first.
    Preview,
    /// In the help.
    Help,
    /// In the export dialog.
    Export,
    /// At a question.
    Confirm,
    /// In the session picker.
    Sessions,
    /// While a line is typed.
    Typing,
    /// In the palette.
    Palette,
    /// In the list of themes.
    Themes,
}

/// Something a person can do.
pub struct Action {
    /// Its name in keymap files, unique.
    pub id: &'static str,
    /// Its default keys, in the grammar of `keymap`.
    pub keys: &'static [&'static str],
    /// Where they are listened to.
    pub scope: KeyScope,
    /// One or two words, for the footer and the tables.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// How early it is hinted at in the footer, 1 first; 0 never.
    pub hint: u8,
    /// Whether it would do something now.
    pub applies: fn(&State) -> bool,
    /// Does it. The key tells apart what one action does on several.
    pub run: fn(&mut State, Key) -> Vec<Effect>,
}

impl KeyScope {
    /// Where, in words, for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Panes => "panes",
            Self::Items => "items",
            Self::Unsure => "Rejections",
            Self::Memory => "Memory",
            Self::Standup => "Standup",
            Self::Preview => "a change shown first",
            Self::Help => "help",
            Self::Export => "export",
            Self::Confirm => "question",
            Self::Sessions => "sessions",
            Self::Typing => "typing",
            Self::Palette => "palette",
            Self::Themes => "themes",
        }
    }

    /// Whether letters are typed where this scope is listened to.
    pub const fn types(self) -> bool {
        matches!(self, Self::Typing | Self::Palette | Self::Sessions)
    }

    /// Whether keys of both scopes can be listened to at the same moment.
    pub fn meets(self, other: Self) -> bool {
        use KeyScope::{Everywhere, Items, Memory, Panes, Standup, Unsure};
        let panes = |x, y| x == Panes && matches!(y, Items | Unsure | Memory | Standup);
        self == other || self == Everywhere || other == Everywhere || panes(self, other) || panes(other, self)
    }

    /// Whether keys of this scope are listened to in the focused pane once nothing lies over it.
    pub fn under(self, state: &State) -> bool {
        match self {
            Self::Everywhere | Self::Panes => true,
            Self::Items => {
                use PaneId::{Memory, Rejections, Standup, Transcript};
                !matches!(state.focus, Rejections | Transcript | Memory | Standup)
            }
            Self::Memory => state.focus == PaneId::Memory,
            Self::Standup => state.focus == PaneId::Standup,
            Self::Unsure => state.focus == PaneId::Rejections,
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

    /// Whether keys of this scope are listened to now.
    pub fn active(self, state: &State) -> bool {
        let on_top = state.overlays.last();
        match self {
            Self::Everywhere => true,
            Self::Panes | Self::Items | Self::Unsure | Self::Memory | Self::Standup => {
                on_top.is_none() && self.under(state)
            }
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

/// The action a key means now, if it would do something.
pub fn find(state: &State, key: Key) -> Option<&'static Action> {
    let meant = |(a, keys): &(&Action, &[Key])| keys.contains(&key) && a.scope.active(state) && (a.applies)(state);
    state.keymap.all().find(meant).map(|(action, _)| action)
}

/// Does an action: the one door for keys and for the palette. The past refuses what would change the ledger, and a
/// session that is still being opened what needs its log.
pub fn run(state: &mut State, action: &Action, key: Key) -> Vec<Effect> {
    if state.is_past() && past::corrects(action.id) {
        past::refuse(state)
    } else if state.is_too_early(action) {
        opening::refuse(state)
    } else {
        (action.run)(state, key)
    }
}

/// What the footer hints at now, the most useful first.
pub fn hints(state: &State) -> Vec<&'static Action> {
    let mut hints: Vec<&Action> =
        ACTIONS.iter().filter(|a| a.hint > 0 && a.scope.active(state) && (a.applies)(state)).collect();
    let refused = |a: &Action| (state.is_past() && past::corrects(a.id)) || state.is_too_early(a);
    // Nor what would only say why it cannot be.
    let vain = |a: &Action| match a.id {
        "memory-write" => !memory::is_read(state),
        "standup-run" => state.standup.nowhere.is_some(),
        _ => false,
    };
    hints.retain(|a| !state.keymap.of(a).is_empty() && !refused(a) && !vain(a));
    // In the past one walks, and wants to come back.
    hints.sort_by_key(|a| if state.is_past() && past::walks(a.id) { 0 } else { a.hint });
    hints
}

/// Looks for words while they are typed.
pub fn seek_while_typing(state: &mut State, words: String) {
    state.search = words;
    moving::seek(state, 1, true);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_keys_are_spelled_right() {
        let mut ids = HashSet::new();
        for action in ACTIONS {
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
