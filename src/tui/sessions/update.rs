//! Defines the actions of the session picker, and the switch of the screen to another session.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{Picker, SessionDetails, Sessions, SessionsRequest, SessionsResponse};
use crate::transcript::{Meta, SessionFile};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::state::list::Lists;
use crate::tui::state::{Attention, FollowedFile, Navigation, Overlay, State, Travel};

/// Sessions whose details are read while the picker is open.
const READ_AHEAD: usize = 40;
/// Rows a page key moves by.
const PAGE_ROWS: isize = 10;

/// Opens the picker with the known sessions, and requests the current list.
pub fn open(state: &mut State, _: Key) -> Vec<Effect> {
    note_corrected(state);
    let picker = Picker::over(&state.sessions);
    state.overlays.push(Overlay::Sessions(picker));
    vec![Effect::Sessions(SessionsRequest::List)]
}

/// Takes the details of the followed session from the screen once the person corrected it: its transcript does not tell
/// them.
fn note_corrected(state: &mut State) {
    if state.file.caught_up && state.session.correction_counts() != (0, 0) {
        state.sessions.previews.insert(state.sessions.here.clone(), SessionDetails::of(&state.session));
    }
}

/// Follows the newer session of the project, or requests the newest.
pub fn newest(state: &mut State, _: Key) -> Vec<Effect> {
    let request =
        state.sessions.newer.take().map_or(SessionsRequest::Newest, |newer| SessionsRequest::Follow(newer.path));
    vec![Effect::Sessions(request)]
}

/// Time of the last write to the session at `path`.
fn last_entry(list: &[SessionFile], path: &Path) -> Option<Timestamp> {
    list.iter().find(|s| s.path == *path)?.last_entry
}

/// Handles a response of the session watcher.
pub fn on_response(state: &mut State, response: SessionsResponse) -> Vec<Effect> {
    match response {
        SessionsResponse::Listed(list) => {
            let here = list.iter().find(|session| session.path == state.sessions.here);
            state.sessions.own = here.cloned().or(state.sessions.own.take());
            let old = state.sessions.list.replace(list).unwrap_or_default();
            let new = state.sessions.list.as_deref().unwrap_or_default();
            state.sessions.previews.retain(|path, _| last_entry(&old, path) == last_entry(new, path));
            state.sessions.asked = None;
            note_corrected(state);
            refresh(state);
            wanted(state)
        }
        SessionsResponse::Decided(path, preview) => {
            state.sessions.asked.take_if(|asked| *asked == path);
            state.sessions.previews.insert(path, *preview);
            note_corrected(state);
            refresh(state);
            wanted(state)
        }
        SessionsResponse::Newer(session) => {
            if session.path != state.sessions.here {
                state.sessions.newer = Some(*session);
            }
            Vec::new()
        }
        SessionsResponse::Newest(Some(session)) if session.path != state.sessions.here => {
            vec![Effect::Sessions(SessionsRequest::Follow(session.path))]
        }
        SessionsResponse::Newest(found) => {
            let words = match found {
                Some(_) => "this is the newest session of its project",
                None => "no other session of this project was found",
            };
            state.tell(words);
            Vec::new()
        }
        SessionsResponse::Here(session) => {
            if session.path == state.sessions.here {
                state.sessions.own = Some(*session);
            }
            Vec::new()
        }
        SessionsResponse::Following(path) => {
            begin(state, path);
            Vec::new()
        }
    }
}

/// Requests the details of the selected session unless they are known, else those of the next of the newest sessions.
pub fn wanted(state: &mut State) -> Vec<Effect> {
    let Some(Overlay::Sessions(picker)) = state.overlays.last() else { return Vec::new() };
    let sessions = &state.sessions;
    let selected = picker.selected(sessions);
    // The newest others are read ahead, so that a search covers their decisions.
    let led = sessions.list.iter().flatten().filter(|s| s.is_led()).take(READ_AHEAD);
    let mut unread = selected.into_iter().chain(led).map(|s| &s.path).filter(|p| !sessions.previews.contains_key(*p));
    let Some(path) = unread.next().cloned() else { return Vec::new() };
    // One at a time, but the selected one does not wait for others.
    let is_selected = selected.is_some_and(|s| s.path == path);
    if sessions.asked.as_ref() == Some(&path) || (sessions.asked.is_some() && !is_selected) {
        return Vec::new();
    }
    state.sessions.asked = Some(path.clone());
    vec![Effect::Sessions(SessionsRequest::Preview(path))]
}

/// Follows a newer session of the project on its own, unless a dialog is open.
pub fn unasked(state: &mut State) -> Vec<Effect> {
    if state.sessions.waits && state.sessions.newer.is_some() {
        state.overlays.clear();
        return newest(state, Key::char('R'));
    }
    if !state.sessions.follow_project || !state.overlays.is_empty() {
        return Vec::new();
    }
    let newer = state.sessions.newer.take();
    newer.map(|newer| Effect::Sessions(SessionsRequest::Follow(newer.path))).into_iter().collect()
}

/// Switches to the session at `path`: of the former one only preferences stay. Corrections made in it are kept, and
/// applied again when the person comes back to it.
fn begin(state: &mut State, path: PathBuf) {
    let former = state.session.reset();
    state.sessions.previews.remove(&state.sessions.here);
    if former.correction_counts().1 > 0 {
        state.sessions.left.insert(state.sessions.here.clone(), former);
    }
    let project = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let saved = state.sessions.left.remove(&path);
    let session = saved.unwrap_or_else(|| state.session.another(Meta { project, ..Meta::default() }));
    state.file = FollowedFile {
        source: path.display().to_string(),
        corrected_before: session.correction_counts().1 > 0,
        ..FollowedFile::default()
    };
    state.session = session;
    state.nav = Navigation { follow: state.nav.follow, ..Navigation::default() };
    state.attention = Attention { here: state.attention.here, left: state.attention.left, ..Attention::default() };
    (state.travel, state.lists) = (Travel::default(), Lists::default());
    state.overlays.clear();
    state.panes.reset_all(false);
    state.notice = None;
    (state.sessions.newer, state.sessions.asked, state.sessions.here) = (None, None, path);
    (state.sessions.waits, state.sessions.own) = (false, None);
}

/// Runs `work` on the picker on top with the current sessions.
fn with_picker(state: &mut State, work: impl FnOnce(&mut Picker, &Sessions)) {
    if let Some(Overlay::Sessions(picker)) = state.overlays.last_mut() {
        work(picker, &state.sessions);
    }
}

/// Updates the lines of the picker, if it is open.
pub fn refresh(state: &mut State) {
    with_picker(state, Picker::arrange);
}

/// Updates the list for the typed words, with the best match under the cursor.
pub fn typed(state: &mut State) {
    with_picker(state, |picker, sessions| {
        picker.cursor = None;
        picker.arrange(sessions);
    });
}

fn go(state: &mut State, by: isize) -> Vec<Effect> {
    with_picker(state, |picker, sessions| picker.step(sessions, by));
    wanted(state)
}

pub(in crate::tui) fn down(state: &mut State, key: Key) -> Vec<Effect> {
    go(state, if key.word() == "pgdn" { PAGE_ROWS } else { 1 })
}

pub(in crate::tui) fn up(state: &mut State, key: Key) -> Vec<Effect> {
    go(state, if key.word() == "pgup" { -PAGE_ROWS } else { -1 })
}

pub(in crate::tui) fn apart(state: &mut State, _: Key) -> Vec<Effect> {
    with_picker(state, |picker, sessions| {
        picker.apart = !picker.apart;
        picker.cursor = None;
        picker.arrange(sessions);
    });
    wanted(state)
}

/// Whether a session is selected in the picker.
pub(in crate::tui) fn has_choice(state: &State) -> bool {
    matches!(state.overlays.last(), Some(Overlay::Sessions(picker)) if picker.selected(&state.sessions).is_some())
}

pub(in crate::tui) fn choose(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Sessions(picker)) = state.overlays.last() else { return Vec::new() };
    let Some(path) = picker.selected(&state.sessions).map(|s| s.path.clone()) else { return Vec::new() };
    state.overlays.pop();
    if path == state.sessions.here {
        return Vec::new();
    }
    vec![Effect::Sessions(SessionsRequest::Follow(path))]
}
