//! Defines the explanation of a bound key that does nothing now.

use super::corrections::pane_undo;
use super::past;
use crate::safe;
use crate::text::SafeText;
use crate::tui::ids::RowKey;
use crate::tui::keymap::Key;
use crate::tui::state::State;

/// Actions on one row, whatever the pane.
const ON_A_ROW: [&str; 4] = ["remove", "edit", "confirm", "dismiss"];

/// Why the action bound to a key would do nothing now, in one line; `None` where the screen shows it.
pub fn why(state: &State, key: Key) -> Option<SafeText> {
    state.prefs.keymap.all().find_map(|(action, keys)| {
        // A fold takes no action on a row, of whichever pane.
        let on_fold = ON_A_ROW.contains(&action.id) && is_on_fold(state);
        if !keys.contains(&key) || !(on_fold || action.scope.active(state)) {
            return None;
        }
        let why = of(state, action.id)?;
        Some(if state.is_past() && action.changes { past::refusal(state) } else { why })
    })
}

fn is_on_fold(state: &State) -> bool {
    state.overlays.is_empty() && matches!(state.selected(), Some(RowKey::Folded(..)))
}

/// Why an action does nothing with the selected row.
fn of_row(state: &State, id: &str) -> Option<SafeText> {
    match (id, state.selected()?) {
        (id, RowKey::Folded(..)) if ON_A_ROW.contains(&id) => {
            Some(safe!("these rows are folded: {} shows them", state.prefs.keymap.key("open")))
        }
        ("remove" | "edit", RowKey::Item(_)) => Some("this has ended: only what stands is removed or edited".into()),
        ("open", RowKey::Entry(_)) => Some("no turn of this session is behind this row".into()),
        _ => None,
    }
}

fn of(state: &State, id: &str) -> Option<SafeText> {
    if let Some(why) = of_row(state, id) {
        return Some(why);
    }
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
