//! Defines the actions, once: what a person can do, with which keys, where, and in what words.
//!
//! Handling a key, the footer's hints, the help screen and the README's key table all read [`ACTIONS`].

mod corrections;
mod dialogs;
mod moving;
mod table;

pub use moving::to_newest_change as moving_to_newest;
pub use table::ACTIONS;

use std::fmt::Write as _;

use super::effect::Effect;
use super::keymap::{Key, shown};
use super::panes::PaneId;
use super::state::{Overlay, State};

/// Where an action's keys are listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Always, whatever lies on top.
    Everywhere,
    /// In every pane, while nothing lies over it.
    Panes,
    /// In panes of items, while nothing lies over them.
    Items,
    /// In the Rejections pane.
    Unsure,
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
}

/// Something a person can do.
pub struct Action {
    /// Its name in keymap files, unique.
    pub id: &'static str,
    /// Its default keys, in the grammar of `keymap`.
    pub keys: &'static [&'static str],
    /// Where they are listened to.
    pub scope: Scope,
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

impl Scope {
    /// Where, in words, for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Panes => "panes",
            Self::Items => "items",
            Self::Unsure => "Rejections",
            Self::Help => "help",
            Self::Export => "export",
            Self::Confirm => "question",
            Self::Sessions => "sessions",
            Self::Typing => "typing",
        }
    }

    /// Whether keys of this scope are listened to in the focused pane once nothing lies over it.
    pub fn under(self, state: &State) -> bool {
        match self {
            Self::Everywhere | Self::Panes => true,
            Self::Items => !matches!(state.focus, PaneId::Rejections | PaneId::Transcript),
            Self::Unsure => state.focus == PaneId::Rejections,
            Self::Help | Self::Export | Self::Confirm | Self::Sessions | Self::Typing => false,
        }
    }

    /// Whether keys of this scope are listened to now.
    pub fn active(self, state: &State) -> bool {
        let on_top = state.overlays.last();
        match self {
            Self::Everywhere => true,
            Self::Panes | Self::Items | Self::Unsure => on_top.is_none() && self.under(state),
            Self::Help => matches!(on_top, Some(Overlay::Help { .. })),
            Self::Export => matches!(on_top, Some(Overlay::Export { .. })),
            Self::Confirm => matches!(on_top, Some(Overlay::Confirm { .. })),
            Self::Sessions => matches!(on_top, Some(Overlay::Sessions(_))),
            Self::Typing => matches!(on_top, Some(Overlay::Input(_))),
        }
    }
}

/// The action a key means now, if it would do something.
pub fn find(state: &State, key: Key) -> Option<&'static Action> {
    let word = key.word();
    ACTIONS.iter().find(|a| a.keys.contains(&word.as_str()) && a.scope.active(state) && (a.applies)(state))
}

/// What the footer hints at now, the most useful first.
pub fn hints(state: &State) -> Vec<&'static Action> {
    let mut hints: Vec<&Action> =
        ACTIONS.iter().filter(|a| a.hint > 0 && a.scope.active(state) && (a.applies)(state)).collect();
    hints.sort_by_key(|a| a.hint);
    hints
}

/// Looks for words while they are typed.
pub fn seek_while_typing(state: &mut State, words: String) {
    state.search = words;
    moving::seek(state, 1, true);
}

/// An action's keys as a person reads them, the first `most` of them.
pub fn keys_shown(action: &Action, most: usize) -> String {
    // A row of digits reads as a range.
    if let ([first, .., last], true) = (action.keys, most > 4 && action.keys.iter().all(|k| k.parse::<u8>().is_ok())) {
        return format!("{first}–{last}");
    }
    action.keys.iter().take(most).map(|k| shown(k)).collect::<Vec<_>>().join(" ")
}

/// The README's key table, as Markdown.
pub fn key_table() -> String {
    let mut out = String::from("| key | action | where |\n|---|---|---|\n");
    for action in ACTIONS {
        let keys: Vec<String> = action.keys.iter().map(|k| format!("`{}`", shown(k).replace('|', "\\|"))).collect();
        let _ = writeln!(out, "| {} | {} | {} |", keys.join(" "), action.help, action.scope.word());
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Whether keys of both scopes can be listened to at the same moment.
    fn overlap(a: Scope, b: Scope) -> bool {
        use Scope::{Everywhere, Items, Panes, Unsure};
        let panes = |x, y| x == Panes && matches!(y, Items | Unsure);
        a == b || a == Everywhere || b == Everywhere || panes(a, b) || panes(b, a)
    }

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
            for b in ACTIONS.iter().skip(n + 1).filter(|b| overlap(a.scope, b.scope)) {
                let both = a.keys.iter().find(|k| b.keys.contains(k));
                assert_eq!(both, None, "{} and {}", a.id, b.id);
            }
        }
    }

    #[test]
    fn every_action_can_be_reached() {
        assert!(ACTIONS.iter().all(|a| !a.keys.is_empty()));
        let letters =
            ACTIONS.iter().filter(|a| matches!(a.scope, Scope::Typing | Scope::Sessions)).flat_map(|a| a.keys);
        assert!(
            letters
                .clone()
                .all(|k| Key::parse(k).is_some_and(|k| k.ctrl || matches!(k.code, crate::tui::keymap::Code::Named(_)))),
            "typing a letter must type it"
        );
    }
}
