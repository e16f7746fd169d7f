//! Defines the actions of durable memory: looking at the exact bytes, approving, dismissing, editing, marking, undoing.
//!
//! Nothing here writes. A key asks for a draft, the dialog shows it, and only its own key sends what was shown.

use crate::edits::FileChange;
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::memory::{Errand, deed, in_words, preview};
use crate::tui::panes::{PaneId, RowKey};
use crate::tui::state::{Input, Overlay, Purpose, State};
use crate::tui::view::most_scroll;

type Done = Vec<Effect>;

/// The suggestion under the cursor.
fn selected(state: &State) -> Option<&SuggestionRow> {
    match state.selected()? {
        RowKey::Memory(id) => state.memories.row(&id),
        _ => None,
    }
}

fn selected_id(state: &State) -> Option<String> {
    selected(state).map(|row| row.suggestion.id.clone())
}

fn marks(state: &State) -> bool {
    !state.memories.marked.is_empty()
}

pub(super) fn on_waiting(state: &State) -> bool {
    selected(state).is_some_and(|row| row.standing == SuggestionStatus::Pending)
}

pub(super) fn on_waiting_or_marked(state: &State) -> bool {
    on_waiting(state) || (marks(state) && state.focus == PaneId::Memory)
}

/// Why nothing may be kept or dismissed from here.
fn barred(state: &State) -> Option<String> {
    if state.memories.looking_on {
        return Some("another watcher has this session: approve and dismiss there".to_owned());
    }
    state.memories.nowhere.clone()
}

/// Does it, unless it may not be done from here; then says why.
fn unless_barred(state: &mut State, then: impl FnOnce(&mut State) -> Done) -> Done {
    if let Some(why) = barred(state) {
        state.notice = Some((why, true));
        return Vec::new();
    }
    then(state)
}

pub(super) fn approve(state: &mut State, _: Key) -> Done {
    unless_barred(state, |state| preview(state, state.memories.chosen(selected_id(state).as_deref())))
}

pub(super) fn dismiss(state: &mut State, _: Key) -> Done {
    unless_barred(state, |state| {
        if let Some(id) = selected_id(state) {
            type_line(state, String::new(), Purpose::DismissMemory { id });
        }
        Vec::new()
    })
}

pub(super) fn edit(state: &mut State, _: Key) -> Done {
    unless_barred(state, |state| {
        if let Some((id, words)) = selected(state).map(|r| (r.suggestion.id.clone(), r.suggestion.title.clone())) {
            type_line(state, words, Purpose::EditMemory { id });
        }
        Vec::new()
    })
}

pub(super) fn type_line(state: &mut State, words: String, purpose: Purpose) {
    let line = tui_input::Input::new(words);
    state.overlays.push(Overlay::Input(Input { line, purpose, offered: false }));
}

/// What a typed reason does: the suggestion is dismissed for it.
pub(super) fn dismissed(state: &State, id: &str, reason: &str) -> Done {
    let Some(suggestion) = state.memories.row(id).map(|row| Box::new(row.suggestion.clone())) else {
        return Vec::new();
    };
    let reason = crate::text::SafeText::line(reason).into_string();
    let reason = Some(reason).filter(|words| !words.is_empty());
    vec![state.memory_errand(Errand::Dismiss { suggestion, reason })]
}

/// What typed words do: the bytes they give are shown, to be approved.
pub(super) fn edited(state: &State, id: &str, words: &str) -> Done {
    preview(state, in_words(state, id, words).into_iter().collect())
}

/// Marks the suggestion under the cursor, or no longer. What is flagged is looked at by itself.
pub(super) fn mark(state: &mut State, key: Key) -> Done {
    let Some(row) = selected(state) else { return Vec::new() };
    let (id, flagged) = (row.suggestion.id.clone(), !row.suggestion.flags.is_empty());
    if flagged {
        let key = state.keymap.key("memory-approve");
        state.notice =
            Some((format!("this one is flagged: look at it by itself, {key} shows what it would write"), true));
        return Vec::new();
    }
    if !state.memories.marked.remove(&id) {
        state.memories.marked.insert(id);
    }
    super::moving::down(state, key)
}

/// Whether something was said of a suggestion that can be taken back.
pub(super) fn can_undo(state: &State) -> bool {
    state.memories.last().is_some()
}

pub(super) fn undo(state: &mut State) -> Done {
    unless_barred(state, |state| vec![state.memory_errand(Errand::PreviewUndo)])
}

/// The file of the suggestion under the cursor that is there to be opened.
fn file(state: &State) -> Option<std::path::PathBuf> {
    let row = selected(state)?;
    let known = state.memories.known.as_ref()?;
    if let Some(memo) = state.memories.memo(&row.suggestion.id) {
        let file = memo.files.iter().find(|f| f.after.is_some())?;
        return Some(known.folder.join(&file.file));
    }
    let there = |change: &&FileChange| change.before.is_some();
    if let Some(Ok(draft)) = state.memories.draft(row) {
        return draft.changes.iter().find(there).map(|c| draft.folder.join(&c.file));
    }
    let existing = row.suggestion.existing.as_deref()?;
    Some(known.folder.join(existing.split('#').next().unwrap_or(existing)))
}

pub(super) fn has_file(state: &State) -> bool {
    file(state).is_some()
}

pub(super) fn open(state: &mut State, _: Key) -> Done {
    file(state).map(Effect::OpenEditor).into_iter().collect()
}

/// Whether all of the change was on the screen: before that its key writes nothing.
pub(super) fn is_read(state: &State) -> bool {
    !matches!(state.overlays.last(), Some(Overlay::Preview(shown)) if shown.furthest < most_scroll(state))
}

/// Sends what the dialog shows to be written, once all of it was on the screen.
pub(super) fn write(state: &mut State, _: Key) -> Done {
    if !is_read(state) {
        let (down, write) = (state.keymap.key("memory-down"), state.keymap.key("memory-write"));
        state.notice = Some((format!("there is more of it: {down} shows the rest, then {write} writes"), true));
        return Vec::new();
    }
    match state.overlays.pop() {
        Some(Overlay::Preview(shown)) => deed(state, shown.deed),
        other => {
            state.overlays.extend(other);
            Vec::new()
        }
    }
}
