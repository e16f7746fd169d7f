//! Defines the Standup pane: finished actions, pending proposals, contradictions; with the exact change of each
//! proposal.
//!
//! The project is loaded, and changed, by a worker: a [`StandupRequest`] goes out, [`StandupResponse`]s come back.
//! Only a change that was on the screen is made; running only compares and proposes, unless the settings allow more.

mod actions;
mod detail;
mod preview;
mod rows;

use std::collections::BTreeSet;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

use super::{Pane, RowSource};
use crate::safe;
use crate::standup::feedback::ThresholdOffer;
use crate::standup::review::{CallRow, DoneRow, Review};
use crate::standup::{ProposalEvidence, StandupConflict};
use crate::text::SafeText;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneEntry, PaneId, RowKey};
use crate::tui::payload::Payload;
use crate::tui::row_content::RowContent;
use crate::tui::state::State;
use crate::tui::state::overlay::PreviewWords;
use crate::tui::state::working::{PaneUndo, WorkingPane};
use crate::tui::styled::StyledLine;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Standup,
    title: "Standup",
    empty: "Nothing is waiting. Proposed board and document changes appear here.",
    source: RowSource::Working(|| Box::new(StandupPane::default())),
};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Request to the standup worker.
#[derive(Debug, Clone, PartialEq)]
pub enum StandupRequest {
    /// Offer the standup, if it was neither run nor offered since this moment.
    Offer {
        /// The beginning of the person's day.
        since: Timestamp,
    },
    /// Load the project and its pending proposals.
    Load,
    /// Compare the sessions with the project, that of this file among them.
    Run(PathBuf),
    /// Stop the run before its next session.
    Stop,
    /// Make an approved change, unless this file, or another session that a proposal rests on, contradicts it by now.
    Change(StandupChange, PathBuf),
    /// Do not propose this again, or decline an offered change of thresholds.
    Dismiss {
        /// The proposal, or the offer.
        id: String,
        /// The person's reason.
        why: Option<String>,
    },
    /// Undo the dismissal of a proposal, or list a settled conflict again, by its id.
    Restore(String),
}

/// A change shown before it is made.
#[derive(Debug, Clone, PartialEq)]
pub enum StandupChange {
    /// Performs proposals exactly as previewed.
    Carry(Vec<CallRow>),
    /// Rolls back an action.
    RollBack(Box<DoneRow>),
    /// Changes the standup's thresholds.
    Thresholds(Box<ThresholdOffer>),
}

/// Response of the standup worker.
#[derive(Debug, Clone, PartialEq)]
pub enum StandupResponse {
    /// The day's standup is offered; so many proposals wait from before.
    Offered(usize),
    /// Progress line of a running request.
    Doing(String),
    /// The project's standup.
    Loaded(Box<LoadedStandup>),
    /// The reason why there is no standup here.
    Unavailable(String),
    /// A change that differs from the approved one by now, with a note.
    Preview(Box<StandupChange>, Option<String>),
    /// Result line; an error where `true`.
    Notice(String, bool),
}

/// A project's standup.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LoadedStandup {
    /// The review, as the command line prints it.
    pub review: Review,
    /// The time of its last run.
    pub run: Option<Timestamp>,
    /// The project's root: its files are below.
    pub root: PathBuf,
    /// The folder of the program's own board.
    pub own: PathBuf,
}

/// A row of the pane.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StandupEntry {
    /// A finished action, by action id.
    Done(String),
    /// A proposal that waits, by id.
    Call(String),
    /// A contradiction, by id.
    Conflict(String),
    /// An offered change of thresholds, by id.
    Offer(String),
    /// A note, by its index.
    Note(usize),
    /// A failure to read or to perform something, by its index.
    Failure(usize),
    /// Hint at a further step.
    Hint,
}

/// The pane's data.
#[derive(Debug, Clone, Default)]
pub struct StandupPane {
    /// Loaded standup; `None` before the first load.
    pub loaded: Option<LoadedStandup>,
    /// Proposals the person marked.
    pub marked: BTreeSet<String>,
    /// The reason why there is no standup here.
    pub unavailable: Option<SafeText>,
    /// Progress line of the running request.
    pub doing: Option<SafeText>,
    /// Whether a request to load is pending.
    asked: bool,
    /// Whether it must be reloaded.
    stale: bool,
    /// Whether the offer of the day's standup was requested.
    offered: bool,
    /// The id of what an undo offers again: the cursor goes to its row.
    returning: Option<String>,
}

impl StandupPane {
    /// The review, as far as it was loaded.
    pub fn review(&self) -> Option<&Review> {
        self.loaded.as_ref().map(|loaded| &loaded.review)
    }

    /// Puts the cursor on the row that an undo brought back.
    fn select_returned(&mut self, state: &mut State) {
        let Some(id) = self.returning.take() else { return };
        let rows = rows::rows(self);
        let row = rows.into_iter().find(|row| matches!(row, RowKey::Entry(entry) if entry.id == id));
        if row.is_some() {
            state.select(PaneId::Standup, row);
        }
    }

    fn call(&self, id: &str) -> Option<&CallRow> {
        self.review()?.calls.iter().find(|row| row.id == id)
    }

    fn done(&self, id: &str) -> Option<&DoneRow> {
        self.review()?.done.iter().find(|row| row.action == id)
    }

    fn conflict(&self, id: &str) -> Option<&StandupConflict> {
        self.review()?.conflicts.iter().find(|row| row.id == id)
    }

    fn offer(&self, id: &str) -> Option<&ThresholdOffer> {
        self.review()?.offers.iter().find(|row| row.id == id)
    }

    fn calls(&self) -> impl Iterator<Item = &CallRow> {
        self.review().into_iter().flat_map(|review| &review.calls)
    }

    /// The proposals to approve: the marked ones, else this one.
    fn chosen(&self, id: Option<&str>) -> Vec<CallRow> {
        let marked: Vec<CallRow> = self.calls().filter(|row| self.marked.contains(&row.id)).cloned().collect();
        if marked.is_empty() {
            self.calls().filter(|row| Some(row.id.as_str()) == id).cloned().collect()
        } else {
            marked
        }
    }

    /// Evidence of an entry.
    fn evidence(&self, entry: &StandupEntry) -> &[ProposalEvidence] {
        match entry {
            StandupEntry::Call(id) => self.call(id).map_or(&[], |row| &row.evidence),
            StandupEntry::Conflict(id) => self.conflict(id).map_or(&[], |row| &row.evidence),
            StandupEntry::Note(at) => {
                self.review().and_then(|review| review.notes.get(*at)).map_or(&[], |note| &note.evidence)
            }
            StandupEntry::Done(_) | StandupEntry::Offer(_) | StandupEntry::Failure(_) | StandupEntry::Hint => &[],
        }
    }

    /// The file an entry is about, where it exists.
    fn file(&self, entry: &StandupEntry) -> Option<PathBuf> {
        let loaded = self.loaded.as_ref()?;
        let draft = match entry {
            StandupEntry::Call(id) => self.call(id)?.draft.as_ref()?,
            StandupEntry::Done(id) => self.done(id)?.back.as_ref()?.as_ref().ok()?,
            StandupEntry::Conflict(_)
            | StandupEntry::Offer(_)
            | StandupEntry::Note(_)
            | StandupEntry::Failure(_)
            | StandupEntry::Hint => return None,
        };
        let file = draft.file.as_ref().filter(|file| file.before.is_some())?;
        Some(if file.own { loaded.own.join(&file.file) } else { loaded.root.join(&file.file) })
    }

    /// The first turn of the followed session that an entry rests on, by index.
    fn turn_of(&self, state: &State, entry: &StandupEntry) -> Option<usize> {
        let here = &state.session.meta().session_id;
        let of_ours = self.evidence(entry).iter().filter(|e| e.session == *here);
        of_ours.flat_map(|e| &e.turns).find_map(|turn| state.session.turn_index(&turn.turn_id))
    }

    /// Records that the running request ended.
    fn finish_request(&mut self) {
        (self.doing, self.asked) = (None, false);
    }
}

/// A request to the pane's worker.
fn request(state: &State, request: StandupRequest) -> Vec<Effect> {
    vec![state.request(PaneId::Standup, Payload::new(request))]
}

/// The beginning of the person's day.
fn day_of(now: Timestamp, utc_offset: i32) -> Timestamp {
    let into = (now.as_second() + i64::from(utc_offset)).rem_euclid(DAY);
    now.saturating_sub(SignedDuration::from_secs(into)).unwrap_or(now)
}

/// Offers the day's standup in one line, until the next key. Another notice is not replaced.
fn offer(state: &mut State, waiting: usize) {
    if state.notice.is_some() || state.focus == PaneId::Standup || state.tour.is_some() {
        return;
    }
    let (pane, run) = (PaneId::Standup.label(), state.prefs.keymap.key(actions::RUN));
    state.tell(match waiting {
        0 => safe!("press {}, then {}, for today's standup", pane, run),
        _ => safe!("press {} for the standup ({} waiting)", pane, waiting),
    });
}

impl WorkingPane for StandupPane {
    fn rows(&self, _: &State) -> Vec<RowKey> {
        rows::rows(self)
    }

    fn content(&self, state: &State, entry: &PaneEntry) -> RowContent {
        StandupEntry::of(entry).map(|entry| rows::content(self, state, &entry)).unwrap_or_default()
    }

    fn detail(&self, state: &State, entry: &PaneEntry) -> Vec<StyledLine> {
        StandupEntry::of(entry).map(|entry| detail::lines(self, state, &entry)).unwrap_or_default()
    }

    /// Offers the day's standup once, when the session is read; loads the project when the pane is shown.
    fn requests(&mut self, state: &mut State) -> Vec<Payload> {
        if !state.file.caught_up {
            return Vec::new();
        }
        let mut wanted = Vec::new();
        // A file without turns belongs to no project: nothing is offered, or recorded as offered, for it.
        let speaks = !state.session.turns().is_empty();
        if let Some(now) = state.now.filter(|_| speaks && !self.offered) {
            self.offered = true;
            wanted.push(Payload::new(StandupRequest::Offer { since: day_of(now, state.prefs.utc_offset) }));
        }
        let lacks = self.loaded.is_none() || self.stale;
        if state.focus == PaneId::Standup && lacks && !self.asked && self.unavailable.is_none() {
            (self.asked, self.stale) = (true, false);
            wanted.push(Payload::new(StandupRequest::Load));
        }
        wanted
    }

    fn on_response(&mut self, state: &mut State, response: Payload) {
        let Some(response) = response.take::<StandupResponse>() else { return };
        match response {
            StandupResponse::Offered(waiting) => offer(state, waiting),
            StandupResponse::Doing(what) => self.doing = Some(SafeText::line(&what)),
            StandupResponse::Loaded(loaded) => {
                self.finish_request();
                let calls = &loaded.review.calls;
                self.marked.retain(|id| calls.iter().any(|call| call.id == *id));
                (self.loaded, self.unavailable) = (Some(*loaded), None);
                self.select_returned(state);
            }
            StandupResponse::Unavailable(why) => {
                let why = SafeText::line(&why);
                if self.doing.is_some() {
                    state.warn(&why);
                }
                self.unavailable = Some(why);
                self.finish_request();
            }
            StandupResponse::Preview(change, note) => state.show_preview(PaneId::Standup, Payload::new(*change), note),
            StandupResponse::Notice(words, failed) => {
                self.finish_request();
                // A refused proposal may have changed since it was shown.
                self.stale |= failed;
                state.notice = Some((SafeText::line(&words), failed));
            }
        }
        state.touch();
    }

    fn actions(&self) -> &'static [Action] {
        actions::ACTIONS
    }

    fn entry_name(&self, entry: &PaneEntry) -> SafeText {
        StandupEntry::of(entry).map(|entry| detail::name(self, &entry)).unwrap_or_default()
    }

    fn turn(&self, state: &State, entry: &PaneEntry) -> Option<usize> {
        self.turn_of(state, &StandupEntry::of(entry)?)
    }

    fn waiting(&self) -> usize {
        self.review().map_or(0, |review| review.calls.len())
    }

    fn marked(&self) -> usize {
        self.marked.len()
    }

    fn note(&self, state: &State) -> Option<StyledLine> {
        Some(rows::note(self, state))
    }

    fn heading_note(&self, state: &State, title: &str) -> Option<StyledLine> {
        (title == rows::DONE).then(|| rows::undo_hint(state))
    }

    fn why_empty(&self, state: &State) -> Option<StyledLine> {
        Some(rows::why_empty(self, state))
    }

    fn look_again(&mut self) {
        (self.stale, self.unavailable) = (true, None);
    }

    fn why_refused(&self, state: &State, action_id: &str) -> Option<SafeText> {
        actions::why_refused(state, action_id)
    }

    fn hides_hint(&self, action_id: &str) -> bool {
        action_id == actions::RUN && self.unavailable.is_some()
    }

    fn undo(&self) -> Option<PaneUndo> {
        Some(actions::UNDO)
    }

    fn on_line(&self, state: &State, _: &str, id: &str, words: &str) -> Vec<Effect> {
        let why = Some(SafeText::line(words).into_string()).filter(|words| !words.is_empty());
        request(state, StandupRequest::Dismiss { id: id.to_owned(), why })
    }

    fn preview_words(&self, change: &Payload) -> PreviewWords {
        match change.get() {
            Some(StandupChange::Carry(rows)) => PreviewWords {
                question: if rows.len() > 1 { safe!("Apply {} changes?", rows.len()) } else { "Apply?".into() },
                does: " apply   ",
                badge: "approve?",
            },
            Some(StandupChange::RollBack(_)) => {
                PreviewWords { question: "Undo?".into(), does: " restore   ", badge: "undo?" }
            }
            Some(StandupChange::Thresholds(_)) => {
                PreviewWords { question: "move these cuts?".into(), does: " apply   ", badge: "move?" }
            }
            None => PreviewWords::default(),
        }
    }

    fn preview(&self, _: &State, change: &Payload) -> Vec<StyledLine> {
        match change.get() {
            Some(StandupChange::Carry(rows)) => preview::carried(rows),
            Some(StandupChange::RollBack(row)) => preview::taken_back(row),
            Some(StandupChange::Thresholds(offer)) => preview::thresholds(offer),
            None => Vec::new(),
        }
    }

    fn approved(&mut self, state: &State, change: Payload) -> Vec<Effect> {
        let Some(change) = change.take() else { return Vec::new() };
        if matches!(change, StandupChange::Carry(_)) {
            self.marked.clear();
        }
        request(state, StandupRequest::Change(change, state.sessions.here.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_begins_where_the_person_is() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap_or_default();
        let now = at("2026-05-04T23:30:00Z");
        assert_eq!(day_of(now, 0), at("2026-05-04T00:00:00Z"));
        assert_eq!(day_of(now, 3600), at("2026-05-04T23:00:00Z"), "it is the fifth there");
        assert_eq!(day_of(now, -36000), at("2026-05-04T10:00:00Z"));
    }
}
