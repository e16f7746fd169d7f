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
        ("remove" | "edit", RowKey::Item(_)) => {
            Some("this item is closed; only open items can be removed or edited".into())
        }
        ("open", RowKey::Entry(_)) => Some("this row has no turn to go to".into()),
        ("confirm", RowKey::Rejected(line)) => Some(why_not_confirmed(state, line).into()),
        _ => None,
    }
}

/// Why an ignored candidate cannot be confirmed: what it would change is closed, or not there.
fn why_not_confirmed(state: &State, line: u64) -> &'static str {
    let target = state.session.outcome(line).and_then(|outcome| outcome.candidate.delta.target_id.as_ref());
    if target.is_some_and(|id| state.ledger().get(id).is_some()) {
        "the item it would change is closed"
    } else {
        "the item it would change was not found"
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
        "undo" => pane_undo(state).map_or("nothing to undo", |undo| undo.nothing),
        _ => return state.panes.get(state.focus)?.why_refused(state, id),
    };
    Some(why.into())
}
