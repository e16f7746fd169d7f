//! Defines what is said of a key that means something here and cannot do it now.

use super::{Action, past};
use crate::tui::keymap::Key;
use crate::tui::panes::PaneId;
use crate::tui::standup::{StandupEntry, selected};
use crate::tui::state::State;

/// Why the action a key means would do nothing now, in one line; nothing where that shows by itself.
pub fn why(state: &State, key: Key) -> Option<String> {
    let meant = |(action, keys): &(&Action, &[Key])| keys.contains(&key) && action.scope.active(state);
    let mut meant = state.keymap.all().filter(meant).map(|(action, _)| action);
    meant.find_map(|action| {
        let why = of(state, action.id)?;
        Some(if state.is_past() && past::corrects(action.id) { past::refusal(state) } else { why })
    })
}

fn of(state: &State, id: &str) -> Option<String> {
    let why = match id {
        "before-compaction" | "export-dropped" => "the agent's context was not compacted in this session",
        "model" => "no language model is asked here",
        "undo" => match state.focus {
            PaneId::Memory => "nothing was said of a suggestion that could be taken back",
            PaneId::Standup => "only what was done can be taken back: select it",
            _ => "nothing to undo",
        },
        "standup-approve" | "standup-mark" | "standup-dismiss" => match selected(state)? {
            StandupEntry::Note(_) | StandupEntry::Hint => "a note is only told: there is nothing to approve or to dismiss",
            StandupEntry::Failure(_) => "this could not be looked at or done: there is nothing to approve or to dismiss",
            StandupEntry::Done(_) => {
                return Some(format!("this is done: {} takes it back", state.keymap.key("undo")));
            }
            StandupEntry::Conflict(_) => {
                let key = state.keymap.key("standup-dismiss");
                return Some(format!("a contradiction is yours to settle: {key} says that it is"));
            }
            StandupEntry::Offer(_) => "an offer is approved by itself",
            StandupEntry::Call(_) => return None,
        },
        _ => return None,
    };
    Some(why.to_owned())
}
