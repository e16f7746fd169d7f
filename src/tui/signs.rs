//! Defines the signs of the screen that plain mode must distinguish from the same signs in a text, or from each other.

use super::state::State;

/// Signs in a column of their own that mean something else there than in a text: a dependency, hidden and shown rows,
/// rows touched by the step shown or replaced memories.
const IN_COLUMNS: &[(&str, &str)] = &[("→", "N"), ("▾", "-"), ("»", "^")];

/// A sign of a row's own column, as this screen draws it.
pub fn in_column(state: &State, sign: &'static str) -> &'static str {
    let plain = IN_COLUMNS.iter().find(|(own, _)| state.prefs.plain && *own == sign);
    plain.map_or(sign, |(_, plain)| plain)
}

/// The sign before the pane that has the keys.
pub fn here(state: &State) -> &'static str {
    if state.prefs.plain { "@" } else { "▸" }
}

/// The signs around a name of several: brackets where it is the one shown.
pub fn around(is_shown: bool) -> [&'static str; 2] {
    if is_shown { ["[", "]"] } else { [" ", " "] }
}

/// The sign before the items of a turn.
pub fn carries(state: &State) -> &'static str {
    if state.prefs.plain { "carries" } else { "→" }
}
