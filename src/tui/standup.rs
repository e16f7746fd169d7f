//! Defines what the screen knows of the standup: the review as the command line prints it, with the exact change of
//! each proposal, and what the person marked.
//!
//! The project is loaded, and changed, outside, on a thread of its own: an [`Errand`] goes out, [`News`] comes back.
//! Nothing is done but a change that was on the screen; running only compares and proposes, unless the person switched
//! more on.

use std::collections::BTreeSet;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

use super::effect::Effect;
use super::memory::show;
use super::overlay::{Deed, Preview};
use super::panes::{PaneId, RowKey};
use super::state::State;
use crate::standup::execute::ActionDraft;
use crate::standup::feedback::ThresholdOffer;
use crate::standup::review::{CallRow, DoneRow, Review};
use crate::standup::{ProposalEvidence, StandupConflict};
use crate::text::SafeText;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// What is asked of the thread that holds the standup.
#[derive(Debug, Clone, PartialEq)]
pub enum Errand {
    /// Offer the standup, if it was neither run nor offered since this moment.
    Offer {
        /// The beginning of the person's day.
        since: Timestamp,
    },
    /// Load the project and what waits.
    Load,
    /// Compare the sessions with the project, that of this file among them.
    Run(PathBuf),
    /// Do these proposals, by id, as they were looked at.
    Approve(Vec<(String, ActionDraft)>),
    /// Make an offered change of the cuts.
    Accept(String),
    /// Do not propose this again, or leave the cuts as they are.
    Dismiss {
        /// The proposal, or the offer.
        id: String,
        /// Why, in the person's words.
        why: Option<String>,
    },
    /// Take this action back.
    RollBack(String),
}

/// An errand for the project of the session that is followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Which session's, counted: what comes back for a former one is not listened to.
    pub round: u64,
    /// The project's working directory, as the transcript names it.
    pub cwd: Option<String>,
    /// What is asked.
    pub errand: Errand,
}

/// What the thread tells.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// The day's standup is offered; so many proposals wait from before.
    Offered(usize),
    /// What is being done.
    Doing(String),
    /// What there is.
    Loaded(Box<Known>),
    /// There is no standup here, and why.
    Nowhere(String),
    /// A change that is another one by now, to be looked at again.
    Preview(Box<Preview>),
    /// What was done, or why not (`true`).
    Told(String, bool),
}

/// A project's standup.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// What is shown.
    pub review: Review,
    /// When it was run last.
    pub run: Option<Timestamp>,
    /// The project's root: its files lie below.
    pub root: PathBuf,
    /// Where our own board lies.
    pub own: PathBuf,
}

/// A row of the pane.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entry {
    /// Something that was done, by action.
    Done(String),
    /// Something that waits, by proposal.
    Call(String),
    /// A contradiction, by id.
    Conflict(String),
    /// A change of the cuts, by id.
    Offer(String),
    /// A note, by place.
    Note(usize),
    /// What could not be looked at or done, by place.
    Failure(usize),
    /// What else the person could do.
    Hint,
}

/// The standup as far as the screen knows it.
#[derive(Debug, Clone, Default)]
pub struct Standup {
    /// What there is; `None` until it was loaded.
    pub known: Option<Known>,
    /// Proposals the person marked.
    pub marked: BTreeSet<String>,
    /// Why there is none.
    pub nowhere: Option<String>,
    /// What is being done in the background.
    pub doing: Option<String>,
    /// Whose errands these are.
    pub round: u64,
    asked: bool,
    stale: bool,
    offered: bool,
}

impl Standup {
    /// What is shown, as far as it was loaded.
    pub fn review(&self) -> Option<&Review> {
        self.known.as_ref().map(|known| &known.review)
    }

    /// The proposal that waits under this id.
    pub fn call(&self, id: &str) -> Option<&CallRow> {
        self.review()?.calls.iter().find(|row| row.id == id)
    }

    /// The action that was done under this id.
    pub fn done(&self, id: &str) -> Option<&DoneRow> {
        self.review()?.done.iter().find(|row| row.action == id)
    }

    /// The contradiction under this id.
    pub fn conflict(&self, id: &str) -> Option<&StandupConflict> {
        self.review()?.conflicts.iter().find(|row| row.id == id)
    }

    /// The change of the cuts under this id.
    pub fn offer(&self, id: &str) -> Option<&ThresholdOffer> {
        self.review()?.offers.iter().find(|row| row.id == id)
    }

    /// What `a` is about: the marked ones, else this one.
    pub fn chosen(&self, id: Option<&str>) -> Vec<CallRow> {
        let calls = || self.review().into_iter().flat_map(|r| &r.calls);
        let marked: Vec<CallRow> = calls().filter(|row| self.marked.contains(&row.id)).cloned().collect();
        if !marked.is_empty() {
            return marked;
        }
        id.and_then(|id| self.call(id)).cloned().into_iter().collect()
    }

    /// What an entry rests on.
    pub fn evidence(&self, entry: &Entry) -> &[ProposalEvidence] {
        match entry {
            Entry::Call(id) => self.call(id).map_or(&[], |row| &row.evidence),
            Entry::Conflict(id) => self.conflict(id).map_or(&[], |row| &row.evidence),
            Entry::Note(at) => self.review().and_then(|r| r.notes.get(*at)).map_or(&[], |note| &note.evidence),
            _ => &[],
        }
    }

    /// The file an entry is about, as far as it is there.
    pub fn file(&self, entry: &Entry) -> Option<PathBuf> {
        let known = self.known.as_ref()?;
        let draft = match entry {
            Entry::Call(id) => self.call(id)?.draft.as_ref()?,
            Entry::Done(id) => self.done(id)?.back.as_ref()?.as_ref().ok()?,
            _ => return None,
        };
        let file = draft.file.as_ref().filter(|file| file.before.is_some())?;
        Some(if file.own { known.own.join(&file.file) } else { known.root.join(&file.file) })
    }

    /// The next look at the pane is at what is there then.
    pub fn look_again(&mut self) {
        (self.stale, self.nowhere) = (true, None);
    }

    /// Another session: its project may be another one.
    pub fn begin_anew(&mut self) {
        *self = Self { round: self.round + 1, ..Self::default() };
    }
}

impl State {
    /// A request for the outside.
    pub fn standup_errand(&self, errand: Errand) -> Effect {
        let cwd = self.session.meta().cwd.clone();
        Effect::Standup(Box::new(Request { round: self.standup.round, cwd, errand }))
    }

    /// The first turn of the session followed that an entry rests on, by place.
    pub fn turn_of_standup(&self, entry: &Entry) -> Option<usize> {
        let here = &self.session.meta().session_id;
        let of_ours = self.standup.evidence(entry).iter().filter(|e| e.session == *here);
        of_ours.flat_map(|e| &e.turns).find_map(|turn| self.session.turn_index(&turn.turn_id))
    }
}

/// Asks for what the frame lacks. The day's standup is offered once, when the session is there.
pub fn bring_up(state: &mut State) -> Vec<Effect> {
    if !state.caught_up {
        return Vec::new();
    }
    let mut wanted = Vec::new();
    // A file that says nothing is no session of any project: no standup is offered, or written down as offered, for it.
    let speaks = !state.session.turns().is_empty();
    if let Some(now) = state.now.filter(|_| speaks && !state.standup.offered) {
        state.standup.offered = true;
        wanted.push(state.standup_errand(Errand::Offer { since: day_of(now, state.utc_offset) }));
    }
    let standup = &mut state.standup;
    let lacks = standup.known.is_none() || standup.stale;
    if state.focus == PaneId::Standup && lacks && !standup.asked && standup.nowhere.is_none() {
        (standup.asked, standup.stale) = (true, false);
        wanted.push(state.standup_errand(Errand::Load));
    }
    wanted
}

/// The beginning of the person's day.
fn day_of(now: Timestamp, utc_offset: i32) -> Timestamp {
    let into = (now.as_second() + i64::from(utc_offset)).rem_euclid(DAY);
    now.saturating_sub(SignedDuration::from_secs(into)).unwrap_or(now)
}

/// Takes in what the outside tells.
pub fn news(state: &mut State, round: u64, news: News) {
    if round != state.standup.round {
        return;
    }
    match news {
        News::Offered(waiting) => offered(state, waiting),
        News::Doing(what) => state.standup.doing = Some(SafeText::line(&what).into_string()),
        News::Loaded(known) => {
            let standup = &mut state.standup;
            (standup.known, standup.nowhere) = (Some(*known), None);
            (standup.doing, standup.asked) = (None, false);
            let waits: BTreeSet<String> =
                standup.review().iter().flat_map(|r| &r.calls).map(|c| c.id.clone()).collect();
            standup.marked.retain(|id| waits.contains(id));
        }
        News::Nowhere(why) => {
            let why = SafeText::line(&why).into_string();
            if state.standup.doing.is_some() {
                state.notice = Some((why.clone(), true));
            }
            state.standup.nowhere = Some(why);
            (state.standup.doing, state.standup.asked) = (None, false);
        }
        News::Preview(preview) => show(state, preview),
        News::Told(words, bad) => {
            (state.standup.doing, state.standup.asked) = (None, false);
            // What was refused may stand otherwise than it was shown.
            state.standup.stale |= bad;
            state.notice = Some((SafeText::line(&words).into_string(), bad));
        }
    }
    state.touch();
}

/// One line, until the next key. Anything else that was told stays.
fn offered(state: &mut State, waiting: usize) {
    if state.notice.is_some() || state.focus == PaneId::Standup {
        return;
    }
    let waits = if waiting > 0 { format!(" ({waiting} waiting)") } else { String::new() };
    let key = PaneId::Standup.label();
    state.notice = Some((format!("the day's standup{waits}: {key} shows it"), false));
}

/// What is done once the person said so at the dialog; nothing for changes of another kind.
pub fn deed(state: &mut State, deed: Deed) -> Vec<Effect> {
    let errand = match deed {
        Deed::Carry(rows) => {
            state.standup.marked.clear();
            Errand::Approve(rows.into_iter().filter_map(|row| Some((row.id, row.draft?))).collect())
        }
        Deed::TakeBack(row) => Errand::RollBack(row.action),
        Deed::Cuts(offer) => Errand::Accept(offer.id),
        Deed::Approve(_) | Deed::Undo { .. } => return Vec::new(),
    };
    vec![state.standup_errand(errand)]
}

/// The entry under the cursor.
pub fn selected(state: &State) -> Option<Entry> {
    match state.selected()? {
        RowKey::Standup(entry) => Some(entry),
        _ => None,
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
