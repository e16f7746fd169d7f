//! Defines [`Action`], a row of the table of actions, and [`KeyScope`], the place where its keys are active.

use super::effect::Effect;
use super::ids::PaneId;
use super::keymap::Key;
use super::state::State;

/// The place where an action's keys are active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Always, whatever is on top.
    Everywhere,
    /// In every pane, while nothing covers it.
    Panes,
    /// On an item and in Conflicts, while nothing covers them.
    Items,
    /// On a candidate, in panes of items, in Review and in Conflicts, while nothing covers them. A row is an item or a
    /// candidate, so one key may mean something else on each.
    Candidates,
    /// In one pane, while nothing covers it.
    Pane(PaneId),
    /// In the preview of a change.
    Preview,
    Help,
    /// In the export dialog.
    Export,
    /// At a question with yes and no.
    Confirm,
    /// In the session picker.
    Sessions,
    /// While a line is typed.
    Typing,
    Palette,
    /// In the list of themes.
    Themes,
    /// In the demo, wherever no letters are typed.
    Tour,
}

impl KeyScope {
    /// Whether letters are typed where this scope is active.
    pub fn types(self) -> bool {
        matches!(self, Self::Typing | Self::Palette | Self::Sessions)
    }

    /// Whether keys of both scopes can be active at the same moment.
    pub fn meets(self, other: Self) -> bool {
        self == other || self.encloses(other) || other.encloses(self)
    }

    fn encloses(self, other: Self) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Tour => !other.types(),
            Self::Panes => matches!(other, Self::Items | Self::Candidates | Self::Pane(_)),
            _ => false,
        }
    }
}

/// An action of the person at the screen.
#[derive(Debug, Clone, Copy)]
pub struct Action {
    /// Its name in keymap files, unique.
    pub id: &'static str,
    /// Its default keys, in the grammar of `keymap`.
    pub keys: &'static [&'static str],
    /// The place where they are active.
    pub scope: KeyScope,
    /// One or two words, for the footer and the tables.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Priority of its hint in the footer, 1 first; 0 is never hinted.
    pub hint: u8,
    /// Whether it changes the ledger, memories or the project, so that it is refused in the past.
    pub changes: bool,
    /// Whether it would have an effect now.
    pub applies: fn(&State) -> bool,
    /// Performs it. An action with several keys distinguishes them by `Key`.
    pub run: fn(&mut State, Key) -> Vec<Effect>,
}

/// Makes rows of the table: `id, keys, scope, reads|changes, title, hint, applies, run, help;`.
macro_rules! actions {
    ($($id:literal, [$($key:literal),+], $scope:expr, $effect:ident, $title:literal, $hint:literal, $applies:path, $run:path, $help:literal;)+) => {
        &[$($crate::tui::action::Action {
            id: $id,
            keys: &[$($key),+],
            scope: $scope,
            title: $title,
            help: $help,
            hint: $hint,
            changes: $crate::tui::action::actions!(@ $effect),
            applies: $applies,
            run: $run,
        }),+]
    };
    (@ reads) => { false };
    (@ changes) => { true };
}
pub(in crate::tui) use actions;
