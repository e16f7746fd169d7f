//! Defines the actions of the Standup pane: previewing the exact change, approving, dismissing, marking, undoing,
//! running.
//!
//! Nothing here changes the project. A key shows the change, and only the dialog's own key sends it to the worker.

use std::path::PathBuf;

use super::{StandupChange, StandupEntry, StandupPane, StandupRequest, request};
use crate::safe;
use crate::standup::review::LastAnswer;
use crate::text::SafeText;
use crate::tui::action::{Action, KeyScope, actions};
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::keymap::Key;
use crate::tui::payload::Payload;
use crate::tui::state::State;
use crate::tui::state::overlay::EntryLine;
use crate::tui::state::working::PaneUndo;

const STANDUP: KeyScope = KeyScope::Pane(PaneId::Standup);
/// The action that runs the standup.
pub const RUN: &str = "standup-run";

pub const ACTIONS: &[Action] = actions! {
    "standup-approve", ["a"], STANDUP, changes, "approve", 2, waits_or_marked, approve,
        "Shows the exact change of the marked proposals, or of the selected one; another key makes it.";
    "standup-dismiss", ["x"], STANDUP, changes, "dismiss", 3, can_dismiss, dismiss,
        "Stops proposing the selected one, or settles a conflict, with a reason if you type one.";
    "standup-mark", ["space"], STANDUP, changes, "mark", 5, on_call, mark,
        "Marks the selected proposal, to be approved together with others.";
    "standup-open", ["o"], STANDUP, reads, "editor", 6, has_file, open,
        "Opens the document or the board in $VISUAL or $EDITOR.";
    "standup-run", ["r"], STANDUP, changes, "run", 4, can_run, run,
        "Compares the project's sessions with its board and documents, in the background; again: stops.";
};

pub const UNDO: PaneUndo = PaneUndo { applies: can_undo, run: undo, nothing: "nothing to undo" };

fn pane(state: &State) -> Option<&StandupPane> {
    state.panes.of()
}

/// The entry under the cursor.
fn selected(state: &State) -> Option<StandupEntry> {
    match state.selected()? {
        RowKey::Entry(entry) if entry.pane == PaneId::Standup => StandupEntry::of(&entry),
        _ => None,
    }
}

fn waits(state: &State) -> bool {
    matches!(selected(state), Some(StandupEntry::Call(_) | StandupEntry::Offer(_)))
}

fn can_dismiss(state: &State) -> bool {
    waits(state) || matches!(selected(state), Some(StandupEntry::Conflict(_)))
}

fn on_call(state: &State) -> bool {
    matches!(selected(state), Some(StandupEntry::Call(_)))
}

fn waits_or_marked(state: &State) -> bool {
    let marked = pane(state).is_some_and(|pane| !pane.marked.is_empty());
    waits(state) || (marked && state.focus == PaneId::Standup)
}

fn ask(state: &mut State, change: StandupChange) {
    state.push_preview(PaneId::Standup, Payload::new(change), None);
}

/// Why a proposal cannot be carried out now.
fn blocked(state: &State, id: &str) -> Option<SafeText> {
    let row = pane(state)?.call(id).filter(|row| row.draft.is_none())?;
    let why = SafeText::line(row.blocked.as_deref().unwrap_or("nothing is known of it"));
    Some(safe!("{} cannot be done: {}", row.number, why))
}

/// Shows the exact change of the marked proposals, or of the selected one.
fn approve(state: &mut State, _: Key) -> Vec<Effect> {
    let entry = selected(state);
    let Some(pane) = pane(state) else { return Vec::new() };
    if let Some(StandupEntry::Offer(id)) = &entry
        && let Some(offer) = pane.offer(id).cloned()
    {
        ask(state, StandupChange::Thresholds(Box::new(offer)));
        return Vec::new();
    }
    let id = if let Some(StandupEntry::Call(id)) = &entry { Some(id.as_str()) } else { None };
    let mut rows = pane.chosen(id);
    rows.retain(|row| row.draft.is_some());
    if !rows.is_empty() {
        ask(state, StandupChange::Carry(rows));
    } else if let Some(why) = id.and_then(|id| blocked(state, id)) {
        state.warn(why);
    }
    Vec::new()
}

fn dismiss(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(StandupEntry::Call(id) | StandupEntry::Offer(id) | StandupEntry::Conflict(id)) = selected(state) {
        let line = EntryLine { pane: PaneId::Standup, field: "dismiss", id, prompt: " why (or nothing)  " };
        state.type_line("", line);
    }
    Vec::new()
}

/// Marks the proposal under the cursor, or removes the mark.
fn mark(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(StandupEntry::Call(id)) = selected(state) else { return Vec::new() };
    if let Some(why) = blocked(state, &id) {
        state.warn(why);
        return Vec::new();
    }
    if let Some(pane) = state.panes.of_mut::<StandupPane>()
        && !pane.marked.remove(&id)
    {
        pane.marked.insert(id);
    }
    state.step(1);
    Vec::new()
}

/// The decision to undo: the selected one, if it is a finished action, else the latest.
fn undoable(state: &State) -> Option<LastAnswer> {
    match selected(state) {
        Some(StandupEntry::Done(id)) => Some(LastAnswer::Done(id)),
        _ => pane(state)?.review()?.last.clone(),
    }
}

fn can_undo(state: &State) -> bool {
    undoable(state).is_some()
}

/// Shows the change that undoes an action, or warns why it cannot be undone. A dismissal changed no file, and is undone
/// at once.
fn undo(state: &mut State) -> Vec<Effect> {
    let id = match undoable(state) {
        Some(LastAnswer::Done(id)) => id,
        Some(LastAnswer::Dismissed(id)) => {
            if let Some(pane) = state.panes.of_mut::<StandupPane>() {
                pane.returning = Some(id.clone());
            }
            return request(state, StandupRequest::Restore(id));
        }
        None => return Vec::new(),
    };
    let Some(row) = pane(state).and_then(|pane| pane.done(&id)).cloned() else { return Vec::new() };
    match (&row.back, &row.undone_first) {
        (Some(Err(_)), Some(later)) => {
            let key = state.prefs.keymap.key("undo");
            state.warn(safe!("a later change is undone first: {}; {} on its row", SafeText::line(later), key));
        }
        (Some(Err(why)), None) => state.warn(SafeText::line(why)),
        _ => ask(state, StandupChange::RollBack(Box::new(row))),
    }
    Vec::new()
}

fn file(state: &State) -> Option<PathBuf> {
    pane(state)?.file(&selected(state)?)
}

fn has_file(state: &State) -> bool {
    file(state).is_some()
}

fn open(state: &mut State, _: Key) -> Vec<Effect> {
    file(state).map(Effect::OpenEditor).into_iter().collect()
}

/// Whether the standup can be run or stopped.
fn can_run(state: &State) -> bool {
    pane(state).is_some()
}

/// Runs the standup, or stops the run before its next session: two runs never overlap.
fn run(state: &mut State, _: Key) -> Vec<Effect> {
    if pane(state).is_some_and(|pane| pane.doing.is_some()) {
        return request(state, StandupRequest::Stop);
    }
    if let Some(pane) = state.panes.of_mut::<StandupPane>() {
        pane.doing = Some("looking at sessions, board and documents".into());
    }
    state.touch();
    request(state, StandupRequest::Run(state.sessions.here.clone()))
}

/// Why an action has no effect on the selected entry.
pub fn why_refused(state: &State, action_id: &str) -> Option<SafeText> {
    if action_id == "standup-open" {
        return Some("this row has no file to open".into());
    }
    if !matches!(action_id, "standup-approve" | "standup-mark" | "standup-dismiss") {
        return None;
    }
    let Some(entry) = selected(state) else { return Some("no proposal is selected".into()) };
    let why = match entry {
        StandupEntry::Note(_) | StandupEntry::Hint => "a note is only to be read: nothing to approve or to dismiss",
        StandupEntry::Failure(_) => "this could not be looked at or done: there is nothing to approve or to dismiss",
        StandupEntry::Done(_) => return Some(safe!("this is done: {} undoes it", state.prefs.keymap.key("undo"))),
        StandupEntry::Conflict(_) => {
            let key = state.prefs.keymap.key("standup-dismiss");
            return Some(safe!("a contradiction is yours to settle: {} says that it is", key));
        }
        StandupEntry::Offer(_) => "an offer is approved by itself",
        StandupEntry::Call(_) => return None,
    };
    Some(why.into())
}
