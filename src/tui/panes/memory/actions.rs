//! Defines the actions of the Memory pane: previewing the bytes, approving, dismissing, editing, marking, undoing.
//!
//! Nothing here writes. A key requests a draft, the dialog shows it, and only the dialog's own key sends it.

use std::path::PathBuf;

use super::{MemoryPane, MemoryRequest, request, request_preview};
use crate::edits::FileChange;
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::safe;
use crate::session::suggest::SuggestionFlag;
use crate::text::SafeText;
use crate::tui::action::{Action, KeyScope, actions};
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::keymap::Key;
use crate::tui::state::State;
use crate::tui::state::overlay::EntryLine;
use crate::tui::state::working::PaneUndo;

const MEMORY: KeyScope = KeyScope::Pane(PaneId::Memory);
/// The name of the input line for a suggestion's new text.
pub const EDIT: &str = "edit";

pub const ACTIONS: &[Action] = actions! {
    "memory-approve", ["a"], MEMORY, changes, "approve", 2, on_waiting_or_marked, approve,
        "Shows the exact bytes that the marked suggestions, or the selected one, would write; another key writes them.";
    "memory-dismiss", ["x"], MEMORY, changes, "dismiss", 3, on_waiting, dismiss,
        "Stops offering the selected suggestion, with a reason if you type one.";
    "memory-edit", ["E"], MEMORY, changes, "edit", 4, on_waiting, edit,
        "Rewrites the selected suggestion's words, then shows what they would write.";
    "memory-mark", ["space"], MEMORY, changes, "mark", 5, on_waiting, mark,
        "Marks the selected suggestion, to be approved together with others; flagged ones cannot be.";
    "memory-open", ["o"], MEMORY, reads, "editor", 6, has_file, open,
        "Opens the memory's file in $VISUAL or $EDITOR.";
};

/// Why an action has no effect on the selected suggestion.
pub fn why_refused(state: &State, action_id: &str) -> Option<SafeText> {
    let why = match (action_id, selected(state).map(|(_, row)| row.standing)) {
        ("memory-open", Some(_)) => "this suggestion has no file yet",
        ("memory-approve" | "memory-dismiss" | "memory-edit" | "memory-mark" | "memory-open", None) => {
            "no suggestion is selected"
        }
        (_, Some(SuggestionStatus::Approved)) => "this suggestion is kept already",
        (_, Some(SuggestionStatus::Dismissed)) => "this suggestion was dismissed",
        _ => return None,
    };
    Some(why.into())
}

pub const UNDO: PaneUndo = PaneUndo { applies: can_undo, run: undo, nothing: "nothing to undo" };

/// The pane and the suggestion under the cursor.
fn selected(state: &State) -> Option<(&MemoryPane, &SuggestionRow)> {
    let RowKey::Entry(entry) = state.selected()? else { return None };
    let pane = state.panes.of::<MemoryPane>().filter(|_| entry.pane == PaneId::Memory)?;
    Some((pane, pane.row(&entry.id)?))
}

fn on_waiting(state: &State) -> bool {
    selected(state).is_some_and(|(_, row)| row.standing == SuggestionStatus::Pending)
}

fn on_waiting_or_marked(state: &State) -> bool {
    let marked = state.panes.of::<MemoryPane>().is_some_and(|pane| !pane.marked.is_empty());
    on_waiting(state) || (marked && state.focus == PaneId::Memory)
}

/// Warns if nothing can be saved or dismissed here, and why.
fn is_refused(state: &mut State) -> bool {
    let why = state.panes.of::<MemoryPane>().and_then(|pane| pane.unavailable.clone());
    why.map(|why: SafeText| state.warn(why)).is_some()
}

fn approve(state: &mut State, key: Key) -> Vec<Effect> {
    if is_refused(state) {
        return Vec::new();
    }
    let id = selected(state).map(|(_, row)| row.suggestion.id.as_str());
    let chosen = state.panes.of::<MemoryPane>().map(|pane| pane.chosen(id)).unwrap_or_default();
    if let [only] = chosen.as_slice()
        && only.flags.contains(&SuggestionFlag::Shortened)
    {
        // A shortened suggestion is not saved: the person completes it first.
        return edit(state, key);
    }
    request_preview(state, chosen)
}

fn dismiss(state: &mut State, _: Key) -> Vec<Effect> {
    if !is_refused(state)
        && let Some((_, row)) = selected(state)
    {
        let id = row.suggestion.id.clone();
        let line = EntryLine { pane: PaneId::Memory, field: "dismiss", id, prompt: " why (or nothing)  " };
        state.type_line("", line);
    }
    Vec::new()
}

fn edit(state: &mut State, _: Key) -> Vec<Effect> {
    if !is_refused(state)
        && let Some((_, row)) = selected(state)
    {
        let (id, words) = (row.suggestion.id.clone(), row.suggestion.words.clone());
        state.type_line(&words, EntryLine { pane: PaneId::Memory, field: EDIT, id, prompt: " save as  " });
    }
    Vec::new()
}

/// Marks the suggestion under the cursor, or removes the mark. Flagged ones must be previewed one by one.
fn mark(state: &mut State, _: Key) -> Vec<Effect> {
    let Some((_, row)) = selected(state) else { return Vec::new() };
    let (id, flagged) = (row.suggestion.id.clone(), !row.suggestion.flags.is_empty());
    if flagged {
        let key = state.prefs.keymap.key("memory-approve");
        state.warn(safe!("this one is flagged: look at it by itself, {} shows what it would write", key));
        return Vec::new();
    }
    if let Some(pane) = state.panes.of_mut::<MemoryPane>()
        && !pane.marked.remove(&id)
    {
        pane.marked.insert(id);
    }
    state.step(1);
    Vec::new()
}

fn can_undo(state: &State) -> bool {
    state.panes.of::<MemoryPane>().is_some_and(|pane| pane.last().is_some())
}

/// Undoes the last answer, with the cursor on its row.
fn undo(state: &mut State) -> Vec<Effect> {
    if is_refused(state) {
        return Vec::new();
    }
    let last = state.panes.of::<MemoryPane>().and_then(MemoryPane::last).map(|event| MemoryPane::key(&event.id));
    if let Some(row) = last.filter(|row| state.list(PaneId::Memory).rows.contains(row)) {
        state.select(PaneId::Memory, Some(row));
    }
    request(state, MemoryRequest::PreviewUndo)
}

/// The file of the suggestion under the cursor, if it has one.
fn file(state: &State) -> Option<PathBuf> {
    let (pane, row) = selected(state)?;
    let stored = pane.stored.as_ref()?;
    if let Some(event) = pane.event(&row.suggestion.id) {
        let file = event.files.iter().find(|f| f.after.is_some())?;
        return Some(stored.folder.join(&file.file));
    }
    if let Some(Ok(draft)) = pane.draft(row) {
        let existing: Option<&FileChange> = draft.changes.iter().find(|change| change.before.is_some());
        return existing.map(|change| draft.folder.join(&change.file));
    }
    let existing = row.suggestion.existing.as_deref()?;
    Some(stored.folder.join(existing.split('#').next().unwrap_or(existing)))
}

fn has_file(state: &State) -> bool {
    file(state).is_some()
}

fn open(state: &mut State, _: Key) -> Vec<Effect> {
    file(state).map(Effect::OpenEditor).into_iter().collect()
}
