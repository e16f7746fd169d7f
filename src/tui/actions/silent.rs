//! Defines what is said of a key that means something here and cannot do it now.

use super::corrections::pane_undo;
use super::{Action, past};
use crate::text::SafeText;
use crate::tui::keymap::Key;
use crate::tui::state::State;

/// Why the action a key means would do nothing now, in one line; nothing where that shows by itself.
pub fn why(state: &State, key: Key) -> Option<SafeText> {
    let here = |(action, keys): &(&Action, &[Key])| keys.contains(&key) && action.scope.active(state);
    state.prefs.keymap.all().filter(here).find_map(|(action, _)| {
        let why = of(state, action.id)?;
        Some(if state.is_past() && action.changes { past::refusal(state) } else { why })
    })
}

fn of(state: &State, id: &str) -> Option<SafeText> {
    let why = match id {
        "before-compaction" | "export-dropped" => "the agent's context was not compacted in this session",
        "model" => "no language model is asked here",
        "undo" => pane_undo(state).map_or("nothing to undo", |undo| undo.nothing),
        _ => return state.panes.get(state.focus)?.why_refused(state, id),
    };
    Some(why.into())
}
