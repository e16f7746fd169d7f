//! Defines [`Action`], a row of the table of what a person can do, and [`KeyScope`], where its keys are listened to.

use super::effect::Effect;
use super::ids::PaneId;
use super::keymap::Key;
use super::state::State;

/// Where an action's keys are listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Always, whatever lies on top.
    Everywhere,
    /// In every pane, while nothing lies over it.
    Panes,
    /// On an item and in Conflicts, while nothing lies over them.
    Items,
    /// On a candidate, in panes of items and in Review, while nothing lies over them. A row is an item or a candidate,
    /// so one key may mean something else on each.
    Candidates,
    /// In one pane, while nothing lies over it.
    Pane(PaneId),
    /// At a change to be looked at first.
    Preview,
    Help,
    /// In the export dialog.
    Export,
    /// At a question.
    Confirm,
    /// In the session picker.
    Sessions,
    /// While a line is typed.
    Typing,
    Palette,
    /// In the list of themes.
    Themes,
}

impl KeyScope {
    /// Whether letters are typed where this scope is listened to.
    pub const fn types(self) -> bool {
        matches!(self, Self::Typing | Self::Palette | Self::Sessions)
    }

    /// Whether keys of both scopes can be active at the same moment.
    pub fn meets(self, other: Self) -> bool {
        self == other || self.encloses(other) || other.encloses(self)
    }

    const fn encloses(self, other: Self) -> bool {
        matches!((self, other), (Self::Everywhere, _) | (Self::Panes, Self::Items | Self::Candidates | Self::Pane(_)))
    }
}

/// Something a person can do.
#[derive(Debug, Clone, Copy)]
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
    /// Whether it changes the ledger, memories or the project: the past refuses it.
    pub changes: bool,
    /// Whether it would do something now.
    pub applies: fn(&State) -> bool,
    /// Does it. The key tells apart what one action does on several.
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
