//! Defines the screen while a saved session is opened. Its snapshot is shown at once; the log is folded and checked
//! meanwhile and then replaces it, with the cursors unchanged.

use super::action::Action;
use super::effect::Effect;
use super::state::{Live, State};
use crate::session::{PendingCorrection, Session};
use crate::transcript::Meta;

/// The actions that need the log or change it.
const WAIT: &[&str] = &[
    "remove",
    "edit",
    "confirm",
    "dismiss",
    "undo",
    "export",
    "export-dropped",
    "earlier",
    "later",
    "far-earlier",
    "far-later",
    "changed-since",
    "before-compaction",
];

impl State {
    /// Whether a snapshot is shown whose log is still being read.
    pub fn is_opening(&self) -> bool {
        self.file.live == Live::Opening
    }

    /// Whether the session is still empty: neither its snapshot nor a line of its file was read.
    pub fn is_unread(&self) -> bool {
        let is_begun = matches!(self.file.live, Live::Opening | Live::Waiting | Live::Loading { done: 0, .. });
        is_begun && self.turns().is_empty() && self.ledger().items().is_empty()
    }

    /// Whether an action has to wait until the session is open.
    pub(super) fn is_too_early(&self, action: &Action) -> bool {
        self.is_opening() && WAIT.contains(&action.id)
    }
}

/// Warns that an action has to wait.
pub(super) fn refuse(state: &mut State) -> Vec<Effect> {
    state.warn("a moment: the log of what was saved is still being read");
    Vec::new()
}

/// Shows the snapshot of the last save; all its items count as seen.
pub(super) fn show_snapshot(state: &mut State, mut session: Session) {
    if !state.is_opening() {
        return;
    }
    carry(&state.session, &mut session);
    state.attention.seen.before = session.ledger().seq();
    state.session = session;
    state.touch_all();
}

/// The shown session while it has no turns, else an empty one of the same project.
fn empty_session(shown: &Session) -> Session {
    if shown.turns().is_empty() {
        return shown.clone();
    }
    shown.another(Meta { project: shown.meta().project.clone(), ..Meta::default() })
}

/// Replaces the shown snapshot by the opened session. Cursors stay: row keys are ids.
pub(super) fn opened(state: &mut State, session: Option<Session>, resumed: bool) {
    let shown = &state.session;
    let found = session.is_some();
    // The snapshot shown may prove unusable.
    let mut session = session.unwrap_or_else(|| empty_session(shown));
    carry(shown, &mut session);
    session.set_thresholds(*shown.thresholds());
    // Changes since the last save count as unseen.
    state.file.reread = (found && resumed).then(|| (session.ledger().seq(), session.log().len()));
    if !resumed {
        // Everything is read again, and ids are reassigned.
        state.attention.seen.before = 0;
        state.nav.back.clear();
    }
    state.file.corrected_before = session.correction_counts().1 > 0;
    state.session = session;
    (state.travel.computed, state.travel.going_back) = (None, false);
    state.file.live = Live::Waiting;
    state.touch_all();
}

/// Carries over corrections of this run that are not saved yet.
fn carry(from: &Session, to: &mut Session) {
    let known = to.pending_corrections();
    let new: Vec<PendingCorrection> = from.pending_corrections().into_iter().filter(|w| !known.contains(w)).collect();
    to.restore_corrections(new);
}
