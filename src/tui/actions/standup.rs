//! Defines the actions of the standup: looking at the exact change, approving, dismissing, marking, taking back,
//! running.
//!
//! Nothing here changes the project. A key shows the change, and only the dialog's own key sends it to be made.

use super::memory::type_line;
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::overlay::{PreviewAction, Overlay, Preview};
use crate::tui::panes::PaneId;
use crate::tui::standup::{StandupEntry, Errand, selected};
use crate::tui::state::{Purpose, State};

type Done = Vec<Effect>;

pub(super) fn waits(state: &State) -> bool {
    matches!(selected(state), Some(StandupEntry::Call(_) | StandupEntry::Offer(_)))
}

pub(super) fn can_dismiss(state: &State) -> bool {
    waits(state) || matches!(selected(state), Some(StandupEntry::Conflict(_)))
}

pub(super) fn on_call(state: &State) -> bool {
    matches!(selected(state), Some(StandupEntry::Call(_)))
}

pub(super) fn waits_or_marked(state: &State) -> bool {
    waits(state) || (!state.standup.marked.is_empty() && state.focus == PaneId::Standup)
}

fn ask(state: &mut State, deed: PreviewAction) {
    state.overlays.push(Overlay::Preview(Box::new(Preview::new(deed, None))));
}

fn refuse(state: &mut State, why: String) -> Done {
    state.notice = Some((why, true));
    Vec::new()
}

/// Why a proposal cannot be done as things are.
fn blocked(state: &State, id: &str) -> Option<String> {
    let row = state.standup.call(id).filter(|row| row.draft.is_none())?;
    Some(format!("{} cannot be done: {}", row.number, row.blocked.as_deref().unwrap_or("nothing is known of it")))
}

/// Shows the exact change of the marked proposals, or of the selected one.
pub(super) fn approve(state: &mut State, _: Key) -> Done {
    let entry = selected(state);
    if let Some(StandupEntry::Offer(id)) = &entry
        && let Some(offer) = state.standup.offer(id).cloned()
    {
        ask(state, PreviewAction::Cuts(Box::new(offer)));
        return Vec::new();
    }
    let id = entry.and_then(|entry| if let StandupEntry::Call(id) = entry { Some(id) } else { None });
    let mut rows = state.standup.chosen(id.as_deref());
    rows.retain(|row| row.draft.is_some());
    if rows.is_empty() {
        return match id.and_then(|id| blocked(state, &id)) {
            Some(why) => refuse(state, why),
            None => Vec::new(),
        };
    }
    ask(state, PreviewAction::Carry(rows));
    Vec::new()
}

pub(super) fn dismiss(state: &mut State, _: Key) -> Done {
    if let Some(StandupEntry::Call(id) | StandupEntry::Offer(id) | StandupEntry::Conflict(id)) = selected(state) {
        type_line(state, String::new(), Purpose::DismissProposal { id });
    }
    Vec::new()
}

/// What a typed reason does: the proposal is dismissed for it.
pub(super) fn dismissed(state: &State, id: String, reason: &str) -> Done {
    let why = crate::text::SafeText::line(reason).into_string();
    vec![state.standup_errand(Errand::Dismiss { id, why: Some(why).filter(|words| !words.is_empty()) })]
}

/// Marks the proposal under the cursor, or no longer.
pub(super) fn mark(state: &mut State, key: Key) -> Done {
    let Some(StandupEntry::Call(id)) = selected(state) else { return Vec::new() };
    if let Some(why) = blocked(state, &id) {
        return refuse(state, why);
    }
    if !state.standup.marked.remove(&id) {
        state.standup.marked.insert(id);
    }
    super::moving::down(state, key)
}

pub(super) fn can_undo(state: &State) -> bool {
    matches!(selected(state), Some(StandupEntry::Done(_)))
}

/// Shows what taking the selected action back would change, or says why it cannot be.
pub(super) fn undo(state: &mut State) -> Done {
    let Some(StandupEntry::Done(id)) = selected(state) else { return Vec::new() };
    let Some(row) = state.standup.done(&id).cloned() else { return Vec::new() };
    if let Some(Err(why)) = &row.back {
        return refuse(state, why.clone());
    }
    ask(state, PreviewAction::TakeBack(Box::new(row)));
    Vec::new()
}

fn file(state: &State) -> Option<std::path::PathBuf> {
    state.standup.file(&selected(state)?)
}

pub(super) fn has_file(state: &State) -> bool {
    file(state).is_some()
}

pub(super) fn open(state: &mut State, _: Key) -> Done {
    file(state).map(Effect::OpenEditor).into_iter().collect()
}

/// Whether it can be run: not twice at once.
pub(super) fn can_run(state: &State) -> bool {
    state.standup.doing.is_none()
}

pub(super) fn run(state: &mut State, _: Key) -> Done {
    state.standup.doing = Some("the sessions, the board and the documents are being looked at".to_owned());
    state.touch();
    vec![state.standup_errand(Errand::Run(state.sessions.here.clone()))]
}
