//! Defines the notice for a bound key that has no effect now.

use super::corrections::pane_undo;
use super::past;
use crate::safe;
use crate::text::SafeText;
use crate::tui::action::{Action, KeyScope};
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::keymap::Key;
use crate::tui::state::State;

/// Actions on one row, whatever the pane.
const ON_A_ROW: [&str; 4] = ["remove", "edit", "confirm", "dismiss"];

/// Actions that show something of the selected row.
const NEEDS_A_ROW: [&str; 6] = ["open", "copy", "older-version", "newer-version", "detail-down", "detail-up"];

/// Why the action bound to a key has no effect now, in one line; `None` if the screen shows the reason.
pub fn why(state: &State, key: Key) -> Option<SafeText> {
    let meant = || state.prefs.keymap.all().filter(|(_, keys)| keys.contains(&key)).map(|(action, _)| action);
    let why = meant().find_map(|action| {
        // A fold is no row that actions apply to, in any pane.
        let on_fold = ON_A_ROW.contains(&action.id) && is_on_fold(state);
        let why = if on_fold || action.scope.active(state) { of(state, action.id)? } else { return None };
        Some(if state.is_past() && action.changes { past::refusal(state) } else { why })
    });
    why.or_else(|| elsewhere(state, key, meant()))
}

/// The places in which a key acts that has no effect in the focused pane.
fn elsewhere<'a>(state: &State, key: Key, meant: impl Iterator<Item = &'a Action>) -> Option<SafeText> {
    let mut places: Vec<&'static str> = Vec::new();
    for scope in meant.map(|action| action.scope).filter(|_| state.overlays.is_empty()) {
        let place = match scope {
            KeyScope::Items => "lists of items",
            KeyScope::Candidates => PaneId::Review.pane().title,
            KeyScope::Pane(pane) => pane.pane().title,
            KeyScope::Tour => "the demo",
            _ => continue,
        };
        if !scope.under(state) && !places.contains(&place) {
            places.push(place);
        }
    }
    let (last, others) = places.split_last()?;
    let others =
        if others.is_empty() { SafeText::default() } else { safe!("{} and ", SafeText::line(&others.join(", "))) };
    Some(safe!("{} acts in {}{}, not here", state.prefs.keymap.name(&key), others, *last))
}

fn is_on_fold(state: &State) -> bool {
    state.overlays.is_empty() && matches!(state.selected(), Some(RowKey::Folded(..)))
}

/// Why an action has no effect on the selected row.
fn of_row(state: &State, id: &str) -> Option<SafeText> {
    match (id, state.selected()?) {
        (id, RowKey::Folded(..)) if ON_A_ROW.contains(&id) => {
            Some(safe!("these rows are folded: {} shows them", state.prefs.keymap.key("open")))
        }
        ("remove" | "edit", RowKey::Item(_)) => {
            Some("this item is closed; only open items can be removed or edited".into())
        }
        ("confirm" | "dismiss", RowKey::Item(_)) => Some("this item needs no confirmation".into()),
        ("dismiss", RowKey::Rejected(_)) => Some("this was ignored already".into()),
        ("remove" | "edit", _) if state.focus == PaneId::Conflicts => Some("the rule does not stand any more".into()),
        ("remove" | "edit", _) => Some("this row is no item".into()),
        ("confirm", RowKey::Conflict(_)) => Some("this conflict is settled".into()),
        ("open", RowKey::Turn(_)) => Some("this turn carries no item".into()),
        ("open", _) => Some("this row has no turn to go to".into()),
        ("older-version" | "newer-version", RowKey::Item(_)) => Some("this item has one version".into()),
        ("older-version" | "newer-version", _) => Some("only items have versions".into()),
        ("detail-down" | "detail-up", _) => Some("no reasons are on the screen here".into()),
        ("confirm", RowKey::Rejected(line)) => Some(why_not_confirmed(state, line).into()),
        _ => None,
    }
}

/// Why an ignored candidate cannot be confirmed: its target is closed or missing.
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
        "next-match" | "previous-match" => {
            return Some(safe!("nothing is looked for: {} finds words", state.prefs.keymap.key("search")));
        }
        "far-later" | "live" => "this is the present",
        "earlier" | "later" | "far-earlier" | "changed-since" => "nothing has changed so far",
        "before-compaction" | "export-dropped" => "the agent's context was not compacted in this session",
        "read-from-start" if state.model.is_some() => "the session is read from its beginning",
        "model" | "read-from-start" => "no language model was found to read along",
        "next-unseen" if state.is_past() => {
            return Some(safe!("nothing is unread in the past: {} goes back to live", state.prefs.keymap.key("live")));
        }
        "next-unseen" => "nothing unread",
        "tour" => "the tour is over",
        "undo" => pane_undo(state).map_or("nothing to undo", |undo| undo.nothing),
        _ => {
            let own = state.panes.get(state.focus).and_then(|pane| pane.why_refused(state, id));
            let needs_row = state.selected().is_none() && NEEDS_A_ROW.iter().chain(&ON_A_ROW).any(|other| *other == id);
            return own.or_else(|| needs_row.then(|| "no row is selected".into()));
        }
    };
    Some(why.into())
}
