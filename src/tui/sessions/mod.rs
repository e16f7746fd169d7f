//! Defines what the screen knows of this machine's sessions: the list, what each decided, the newer one of the same
//! project; and the change from one session to another.
//!
//! Looking for sessions and reading them happens outside, on its own thread: an [`Errand`] goes out, [`News`] comes
//! back.

pub mod picker;
mod preview;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

pub use picker::Picker;
pub use preview::Preview;

use super::effect::Effect;
use super::keymap::Key;
use super::state::{Live, Overlay, Reading, Seen, State};
use crate::session::Session;
use crate::transcript::{Meta, SessionFile};

/// What is asked of the thread that knows the sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// List them.
    List,
    /// Read this one and say what it decided.
    Preview(PathBuf),
    /// Find the newest one of the project that is followed.
    Newest,
    /// Follow this one from now on.
    Follow(PathBuf),
}

/// What it tells.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// Every session, newest first.
    Listed(Vec<SessionFile>),
    /// What the session in this file decided.
    Decided(PathBuf, Box<Preview>),
    /// A newer session of the project that is followed has appeared.
    Newer(Box<SessionFile>),
    /// The newest session of the project that is followed, if there is any.
    Newest(Option<Box<SessionFile>>),
    /// This file is followed from now on; nothing of the former comes any more.
    Following(PathBuf),
}

/// What is known of the sessions.
#[derive(Debug, Clone, Default)]
pub struct Sessions {
    /// All of them; `None` until they were looked for.
    pub list: Option<Vec<SessionFile>>,
    /// What those decided that were looked at.
    pub previews: HashMap<PathBuf, Preview>,
    /// A newer one of the same project.
    pub newer: Option<SessionFile>,
    /// The file that is followed.
    pub here: PathBuf,
    /// The home directory, for short paths.
    pub home: Option<PathBuf>,
    /// Whether a newer one is followed without being asked.
    pub follow_project: bool,
    /// Sessions left with corrections in them: they are done again when the person comes back.
    left: HashMap<PathBuf, Session>,
    asked: Option<PathBuf>,
}

impl Sessions {
    /// A path as a person writes it: `~` for home.
    pub fn short(&self, path: &str) -> String {
        let below =
            self.home.as_deref().filter(|h| h.parent().is_some()).and_then(|h| Path::new(path).strip_prefix(h).ok());
        match below {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", rest.display()),
            None => path.to_owned(),
        }
    }
}

/// Opens the picker over what is known, and asks for what is there now.
pub fn open(state: &mut State, _: Key) -> Vec<Effect> {
    let picker = Picker::over(state);
    state.overlays.push(Overlay::Sessions(picker));
    vec![Effect::Sessions(Errand::List)]
}

/// Follows the newer session of the project, or asks which is the newest.
pub fn newest(state: &mut State, _: Key) -> Vec<Effect> {
    let errand = state.sessions.newer.take().map_or(Errand::Newest, |newer| Errand::Follow(newer.path));
    vec![Effect::Sessions(errand)]
}

/// Takes in what was found out.
pub fn news(state: &mut State, news: News) -> Vec<Effect> {
    match news {
        News::Listed(list) => {
            let old = state.sessions.list.replace(list).unwrap_or_default();
            let changed = |path: &PathBuf, state: &State| {
                let last = |list: &[SessionFile]| list.iter().find(|s| s.path == *path).and_then(|s| s.last_entry);
                last(&old) != state.sessions.list.as_deref().and_then(last)
            };
            let stale: Vec<PathBuf> = state.sessions.previews.keys().filter(|p| changed(p, state)).cloned().collect();
            for path in stale {
                state.sessions.previews.remove(&path);
            }
            state.sessions.asked = None;
            picker::refresh(state);
            wanted(state)
        }
        News::Decided(path, preview) => {
            state.sessions.asked.take_if(|asked| *asked == path);
            state.sessions.previews.insert(path, *preview);
            Vec::new()
        }
        News::Newer(session) => {
            if session.path != state.sessions.here {
                state.sessions.newer = Some(*session);
            }
            Vec::new()
        }
        News::Newest(Some(session)) if session.path != state.sessions.here => {
            vec![Effect::Sessions(Errand::Follow(session.path))]
        }
        News::Newest(found) => {
            let words = match found {
                Some(_) => "this is the newest session of its project",
                None => "no other session of this project was found",
            };
            state.notice = Some((words.to_owned(), false));
            Vec::new()
        }
        News::Following(path) => {
            begin(state, path);
            Vec::new()
        }
    }
}

/// What the picker lacks: what the selected session decided.
pub fn wanted(state: &mut State) -> Vec<Effect> {
    let Some(Overlay::Sessions(picker)) = state.overlays.last() else { return Vec::new() };
    let Some(path) = picker.selected(state).map(|s| s.path.clone()) else { return Vec::new() };
    if state.sessions.previews.contains_key(&path) || state.sessions.asked.as_ref() == Some(&path) {
        return Vec::new();
    }
    state.sessions.asked = Some(path.clone());
    vec![Effect::Sessions(Errand::Preview(path))]
}

/// What is done without being asked: a newer session is followed, unless the person is in the middle of something.
pub fn unasked(state: &mut State) -> Vec<Effect> {
    if !state.sessions.follow_project || !state.overlays.is_empty() {
        return Vec::new();
    }
    let newer = state.sessions.newer.take();
    newer.map(|newer| Effect::Sessions(Errand::Follow(newer.path))).into_iter().collect()
}

/// Begins with the session at `path`: nothing of the former stays but how the screen is set. Corrections made in the
/// former are kept, and done again when it is come back to.
fn begin(state: &mut State, path: PathBuf) {
    (state.journey, state.walked, state.since, state.dropped) = (None, None, None, false);
    (state.at_keys, state.going_back) = (false, false);
    let former = state.session.reset();
    if former.correction_counts().1 > 0 {
        state.sessions.left.insert(state.sessions.here.clone(), former);
    }
    let project = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let fresh = || state.session.another(Meta { project, ..Meta::default() });
    let session = state.sessions.left.remove(&path).unwrap_or_else(fresh);
    state.corrected_before = session.correction_counts().1 > 0;
    state.session = session;
    for pane in super::panes::PaneId::ALL {
        if let Some(list) = state.list_mut(*pane) {
            *list = super::state::List::default();
        }
    }
    state.provisional.clear();
    state.reading = Reading::default();
    state.overlays.clear();
    (state.live, state.caught_up, state.reread) = (Live::Waiting, false, None);
    (state.damaged, state.seen, state.followed) = (0, Seen::default(), 0);
    (state.version, state.detail_scroll) = (None, 0);
    state.back.clear();
    state.search.clear();
    state.memories.begin_anew();
    state.standup.begin_anew();
    (state.notice, state.context_percent, state.exported) = (None, None, None);
    state.source = path.display().to_string();
    (state.sessions.newer, state.sessions.asked, state.sessions.here) = (None, None, path);
    state.touch_all();
}
