//! Defines the Memory pane: suggested memories, with the exact bytes each would write, and the person's decisions on
//! them.
//!
//! Suggestions are made from the session here; memories are read and written by a worker: a [`MemoryRequest`] goes out,
//! [`MemoryResponse`]s come back. Only a draft that was on the screen is written.

mod actions;
mod detail;
mod preview;
mod rows;

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use jiff::Timestamp;

use super::{Pane, RowSource};
use crate::memory::{MemoryDraft, SuggestionQueue, SuggestionRow, SuggestionStatus, TargetKind, apply};
use crate::memory::{MemoryEvent, MemoryEventKind};
use crate::safe;
use crate::session::suggest::{Ask, Memory, MemoryIndex, Suggestion, SuggestionFlag};
use crate::state::ItemKind;
use crate::text::SafeText;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneEntry, PaneId, RowKey};
use crate::tui::layout::WIDE;
use crate::tui::payload::Payload;
use crate::tui::row_content::RowContent;
use crate::tui::state::State;
use crate::tui::state::overlay::PreviewWords;
use crate::tui::state::working::{PaneUndo, WorkingPane};
use crate::tui::styled::StyledLine;

pub(super) const PANE: Pane = Pane {
    id: PaneId::Memory,
    title: "Memory",
    empty: "Nothing to keep yet: choices and rules that are sure, and that outlive the session, are suggested here. \
            Nothing is written unless you approve it.",
    source: RowSource::Working(|| Box::new(MemoryPane::default())),
};

/// Seconds after which the memories are reread with the next frame: the command line may have changed them.
const FRESH: i64 = 10;

/// Request to the memory worker.
#[derive(Debug, Clone, PartialEq)]
pub enum MemoryRequest {
    /// Read the memories and the events of suggestions.
    Look,
    /// Draft each of these as if it were the only one.
    Show(Vec<Suggestion>),
    /// Draft these one on top of the other, to be approved together.
    Preview(Vec<Suggestion>),
    /// Draft undoing the last event; without a file to change, undo it at once.
    PreviewUndo,
    /// Make an approved change.
    Change(MemoryChange),
    /// Do not offer this suggestion again.
    Dismiss {
        suggestion: Box<Suggestion>,
        /// The person's reason.
        reason: Option<String>,
    },
}

/// A change shown before it is made.
#[derive(Debug, Clone, PartialEq)]
pub enum MemoryChange {
    /// Save suggestions as memories.
    Approve(Vec<DraftedSuggestion>),
    /// Undo an approval or a dismissal; files get their former bytes.
    Undo {
        /// The event to undo.
        event: Box<MemoryEvent>,
        /// The change of the files.
        draft: Box<MemoryDraft>,
    },
}

/// A suggestion with the change its approval makes.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftedSuggestion {
    /// The suggestion, in the person's words if they were edited.
    pub suggestion: Suggestion,
    /// The change, down to the byte.
    pub draft: MemoryDraft,
}

/// Response of the memory worker.
#[derive(Debug, Clone, PartialEq)]
pub enum MemoryResponse {
    /// The memories and the events of suggestions.
    Looked(Box<StoredMemories>),
    /// The reason why no memories can be saved.
    Unavailable(String),
    /// By a suggestion's id and fingerprint: its draft, or why it cannot be drafted.
    Shown(Vec<(String, String, Result<MemoryDraft, String>)>),
    /// A change to preview before it is made, with a note for the person.
    Preview(Box<MemoryChange>, Option<String>),
    /// Result line; an error where `true`.
    Notice(String, bool),
}

/// The memories of the project and the events of suggestions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredMemories {
    /// The kind of place.
    pub kind: Option<TargetKind>,
    pub folder: PathBuf,
    pub memories: Vec<Memory>,
    /// Events of the memory log, oldest first.
    pub events: Vec<MemoryEvent>,
}

/// The pane's data.
#[derive(Debug, Clone, Default)]
pub struct MemoryPane {
    /// The existing memories; `None` until they were read.
    pub stored: Option<StoredMemories>,
    /// Every suggestion with its status.
    pub rows: Vec<SuggestionRow>,
    /// The fingerprint and the draft of each pending suggestion.
    drafts: HashMap<String, (String, Result<MemoryDraft, String>)>,
    /// The index of the existing memories, for comparison.
    kept: MemoryIndex,
    /// Suggestions the person marked.
    pub marked: BTreeSet<String>,
    /// The reason why no memories can be saved.
    pub unavailable: Option<SafeText>,
    /// Whether a request is pending.
    asked: bool,
    /// Whether the memories must be reread.
    stale: bool,
    /// The time of the last request, and whether age alone caused it.
    looked: Option<Timestamp>,
    aged: bool,
    /// The ledger's change count the suggestions were made with.
    made_at: Option<usize>,
}

impl MemoryPane {
    /// The row of a suggestion.
    pub fn row(&self, id: &str) -> Option<&SuggestionRow> {
        self.rows.iter().find(|r| r.suggestion.id == id)
    }

    /// The number of suggestions with this status.
    pub fn count(&self, standing: SuggestionStatus) -> usize {
        self.rows.iter().filter(|r| r.standing == standing).count()
    }

    /// The exact change an approval makes, or why it cannot be drafted; `None` before the worker has answered.
    fn draft(&self, row: &SuggestionRow) -> Option<&Result<MemoryDraft, String>> {
        let (fingerprint, draft) = self.drafts.get(&row.suggestion.id)?;
        (*fingerprint == row.suggestion.fingerprint).then_some(draft)
    }

    /// Last event of a suggestion, unless it was undone.
    fn event(&self, id: &str) -> Option<&MemoryEvent> {
        let event = self.stored.as_ref()?.events.iter().rev().find(|m| m.id == id);
        event.filter(|m| m.did != MemoryEventKind::Undone)
    }

    /// Last event that can be undone.
    fn last(&self) -> Option<&MemoryEvent> {
        apply::last(&self.stored.as_ref()?.events)
    }

    fn pending(&self) -> impl Iterator<Item = &Suggestion> {
        self.rows.iter().filter(|r| r.standing == SuggestionStatus::Pending).map(|r| &r.suggestion)
    }

    /// The suggestions to approve: the marked ones, else this one. Flagged ones are approved one by one only.
    fn chosen(&self, id: Option<&str>) -> Vec<Suggestion> {
        let marked: Vec<Suggestion> =
            self.pending().filter(|s| self.marked.contains(&s.id) && s.flags.is_empty()).cloned().collect();
        if marked.is_empty() { self.pending().filter(|s| Some(s.id.as_str()) == id).cloned().collect() } else { marked }
    }

    fn waits(&self, id: &str) -> bool {
        self.row(id).is_some_and(|row| row.standing == SuggestionStatus::Pending)
    }

    /// Whether the memories are outdated and no dialog shows a change of them.
    fn is_old(&self, now: Option<Timestamp>) -> bool {
        now.zip(self.looked).is_some_and(|(now, then)| now.as_second() - then.as_second() >= FRESH)
    }

    /// Whether the suggestions are up to date with the ledger. The cost depends on the changes only.
    fn is_current(&mut self, state: &State) -> bool {
        use ItemKind::{Constraint, Decision, Dependency, Fact, Risk};
        let ledger = state.session.ledger();
        let changes = ledger.changes();
        let Some(made_at) = self.made_at.filter(|known| *known <= changes) else { return false };
        if made_at == changes {
            return true;
        }
        let concerns = ledger.changed_after(made_at).into_iter().filter_map(|at| ledger.items().get(at)).any(|item| {
            matches!(item.kind, Decision | Constraint | Fact | Dependency | Risk)
                || self.rows.iter().any(|r| r.suggestion.item_id == item.id)
        });
        self.made_at = Some(changes);
        !concerns
    }

    /// Makes the suggestions from the session.
    fn suggest(&mut self, state: &mut State) {
        let Some(stored) = &self.stored else { return };
        let ask = Ask { include_superseded: true, ..Ask::default() };
        self.rows = SuggestionQueue::of(state.session.suggestions_beside(ask, &self.kept), &stored.events).rows;
        self.made_at = Some(state.session.ledger().changes());
        let marked = std::mem::take(&mut self.marked);
        self.marked = marked.into_iter().filter(|id| self.waits(id)).collect();
        let drafts = std::mem::take(&mut self.drafts);
        self.drafts = drafts.into_iter().filter(|(id, _)| self.waits(id)).collect();
        state.touch();
    }

    /// A suggestion in the person's words; `None` when these are empty.
    fn in_words(&self, id: &str, words: &str) -> Option<Suggestion> {
        let mut suggestion = self.row(id)?.suggestion.clone();
        let safe = SafeText::line(words);
        if safe.is_empty() {
            return None;
        }
        suggestion.title = safe.as_str().to_owned();
        if !safe.as_str().contains('…') {
            // The person's own words are complete.
            suggestion.flags.retain(|flag| *flag != SuggestionFlag::Shortened);
        }
        suggestion.words = safe.into_string();
        Some(suggestion)
    }
}

/// A request to the pane's worker.
fn request(state: &State, request: MemoryRequest) -> Vec<Effect> {
    vec![state.request(PaneId::Memory, Payload::new(request))]
}

/// Requests a draft of these suggestions, to be approved.
fn request_preview(state: &State, suggestions: Vec<Suggestion>) -> Vec<Effect> {
    if suggestions.is_empty() { Vec::new() } else { request(state, MemoryRequest::Preview(suggestions)) }
}

impl WorkingPane for MemoryPane {
    fn rows(&self, _: &State) -> Vec<RowKey> {
        rows::rows(self)
    }

    fn content(&self, _: &State, entry: &PaneEntry) -> RowContent {
        self.row(&entry.id).map(|row| rows::content(self, row)).unwrap_or_default()
    }

    fn detail(&self, state: &State, entry: &PaneEntry) -> Vec<StyledLine> {
        self.row(&entry.id).map(|row| detail::of_suggestion(self, state, row)).unwrap_or_default()
    }

    fn requests(&mut self, state: &mut State) -> Vec<Payload> {
        let visible = state.focus == PaneId::Memory || state.size.0 >= WIDE;
        // A file without turns belongs to no project yet.
        if !state.file.caught_up || !visible || self.unavailable.is_some() || state.session.turns().is_empty() {
            return Vec::new();
        }
        if self.stored.is_none() || self.stale || self.is_old(state.now) {
            if self.asked {
                return Vec::new();
            }
            self.aged = self.stored.is_some() && !self.stale;
            (self.asked, self.stale, self.looked) = (true, false, state.now);
            return vec![Payload::new(MemoryRequest::Look)];
        }
        if !self.is_current(state) {
            self.suggest(state);
        }
        let lacking = self.rows.iter().filter(|r| r.standing == SuggestionStatus::Pending && self.draft(r).is_none());
        let lacking: Vec<Suggestion> = lacking.map(|r| r.suggestion.clone()).collect();
        if lacking.is_empty() || std::mem::replace(&mut self.asked, true) {
            return Vec::new();
        }
        vec![Payload::new(MemoryRequest::Show(lacking))]
    }

    fn on_response(&mut self, state: &mut State, response: Payload) {
        let Some(response) = response.take::<MemoryResponse>() else { return };
        self.asked = false;
        match response {
            // Nothing changed: the drafts on screen stay.
            MemoryResponse::Looked(stored) if self.aged && self.stored.as_ref() == Some(&*stored) => {}
            MemoryResponse::Looked(stored) => {
                self.kept = MemoryIndex::of(&stored.memories);
                (self.stored, self.unavailable, self.made_at) = (Some(*stored), None, None);
                self.drafts.clear();
            }
            MemoryResponse::Unavailable(why) => self.unavailable = Some(SafeText::line(&why)),
            MemoryResponse::Shown(drafts) => {
                let drafts = drafts.into_iter().map(|(id, fingerprint, draft)| (id, (fingerprint, draft)));
                self.drafts.extend(drafts);
            }
            MemoryResponse::Preview(change, note) => state.show_preview(PaneId::Memory, Payload::new(*change), note),
            MemoryResponse::Notice(words, failed) => state.notice = Some((SafeText::line(&words), failed)),
        }
        state.touch();
    }

    fn actions(&self) -> &'static [Action] {
        actions::ACTIONS
    }

    fn filter_words(&self, entry: &PaneEntry) -> String {
        self.row(&entry.id).map_or(String::new(), |row| {
            let flagged = if row.suggestion.flags.is_empty() { "" } else { "flagged" };
            format!("{} {} {} {flagged}", entry.id, row.standing, row.suggestion.action)
        })
    }

    fn turn(&self, state: &State, entry: &PaneEntry) -> Option<usize> {
        state.session.turn_index(&self.row(&entry.id)?.suggestion.evidence.first()?.turn)
    }

    fn copy_of(&self, entry: &PaneEntry) -> Option<SafeText> {
        Some(SafeText::block(&self.row(&entry.id)?.suggestion.words))
    }

    fn waiting(&self) -> usize {
        self.count(SuggestionStatus::Pending)
    }

    fn marked(&self) -> usize {
        self.marked.len()
    }

    fn why_empty(&self, _: &State) -> Option<StyledLine> {
        Some(rows::indented(self.unavailable.as_ref()?))
    }

    fn look_again(&mut self) {
        (self.stale, self.unavailable) = (true, None);
    }

    fn is_of_session(&self) -> bool {
        true
    }

    fn why_refused(&self, state: &State, action_id: &str) -> Option<SafeText> {
        actions::why_refused(state, action_id)
    }

    fn undo(&self) -> Option<PaneUndo> {
        Some(actions::UNDO)
    }

    fn on_line(&self, state: &State, field: &str, id: &str, words: &str) -> Vec<Effect> {
        if field == actions::EDIT {
            return request_preview(state, self.in_words(id, words).into_iter().collect());
        }
        let Some(row) = self.row(id) else { return Vec::new() };
        let reason = Some(SafeText::line(words).into_string()).filter(|words| !words.is_empty());
        request(state, MemoryRequest::Dismiss { suggestion: Box::new(row.suggestion.clone()), reason })
    }

    fn preview_words(&self, change: &Payload) -> PreviewWords {
        match change.get() {
            Some(MemoryChange::Approve(drafted)) if drafted.len() > 1 => PreviewWords {
                question: safe!("Save {} memories?", drafted.len()),
                does: " write   ",
                badge: "approve?",
            },
            Some(MemoryChange::Approve(_)) => {
                PreviewWords { question: "Save memory?".into(), does: " write   ", badge: "approve?" }
            }
            Some(MemoryChange::Undo { .. }) => {
                PreviewWords { question: "Undo?".into(), does: " restore   ", badge: "undo?" }
            }
            None => PreviewWords::default(),
        }
    }

    fn preview(&self, state: &State, change: &Payload) -> Vec<StyledLine> {
        match change.get() {
            Some(MemoryChange::Approve(drafted)) => preview::kept(state, drafted),
            Some(MemoryChange::Undo { event, draft }) => preview::taken_back(state, event, draft),
            None => Vec::new(),
        }
    }

    fn approved(&mut self, state: &State, change: Payload) -> Vec<Effect> {
        let Some(change) = change.take() else { return Vec::new() };
        self.marked.clear();
        request(state, MemoryRequest::Change(change))
    }
}
