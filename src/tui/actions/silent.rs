//! Defines the explanation of a bound key that does nothing now.

use super::corrections::pane_undo;
use super::past;
use crate::safe;
use crate::text::SafeText;
use crate::tui::ids::RowKey;
use crate::tui::keymap::Key;
use crate::tui::state::State;

/// Why the action bound to a key would do nothing now, in one line; `None` where the screen shows it.
pub fn why(state: &State, key: Key) -> Option<SafeText> {
    state.prefs.keymap.all().find_map(|(action, keys)| {
        if !keys.contains(&key) || !action.scope.active(state) {
            return None;
        }
        let why = of(state, action.id)?;
        Some(if state.is_past() && action.changes { past::refusal(state) } else { why })
    })
}

fn of(state: &State, id: &str) -> Option<SafeText> {
    let why = match id {
        "before-compaction" | "export-dropped" => "the agent's context was not compacted in this session",
        "read-from-start" if state.model.is_some() => "the session is read from its beginning",
        "model" | "read-from-start" => "no language model was found to read along",
        "next-unseen" if state.is_past() => {
            return Some(safe!("nothing is unread in the past: {} goes back to live", state.prefs.keymap.key("live")));
        }
        "next-unseen" => "nothing unread",
        "confirm" if matches!(state.selected(), Some(RowKey::Rejected(_))) => {
            "it would change an item that is not there"
        }
        "undo" => pane_undo(state).map_or("nothing to undo", |undo| undo.nothing),
        _ => return state.panes.get(state.focus)?.why_refused(state, id),
    };
    Some(why.into())
}
