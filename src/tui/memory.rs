//! Defines what the screen knows of durable memory: the queue of suggestions with the exact bytes each would write, and
//! what the person said of them.
//!
//! Suggestions come from the session and are made here; memories are read and written outside, on a thread of its
//! own: an [`Errand`] goes out, [`News`] comes back. Nothing is written but a draft that was on the screen.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use super::effect::Effect;
use super::layout::WIDE;
use super::overlay::{Deed, Drafted, Overlay, Preview};
use super::panes::PaneId;
use super::state::State;
use crate::memory::{
    MemoryDraft, MemoryEvent, MemoryEventKind, SuggestionQueue, SuggestionRow, SuggestionStatus, TargetKind, apply,
};
use crate::session::suggest::{Ask, Memory, MemoryIndex, Suggestion, SuggestionFlag};
use crate::state::ItemKind;
use crate::text::{SafeText, cut};

/// Columns of a title the person gives: one line of an index.
const TITLE: usize = 120;

/// What is asked of the thread that reads and writes memories.
#[derive(Debug, Clone, PartialEq)]
pub enum Errand {
    /// Read what is kept, and what was said.
    Look,
    /// Draft each of these as if it were the only one.
    Show(Vec<Suggestion>),
    /// Draft these one on top of the other, to be approved together.
    Preview(Vec<Suggestion>),
    /// Draft taking back what was said last; where no file is concerned, take it back.
    PreviewUndo,
    /// Write these drafts, which were looked at.
    Approve(Vec<Drafted>),
    /// Put back what a memo says was written, as looked at.
    Undo {
        /// What is taken back.
        memo: Box<MemoryEvent>,
        /// The change looked at.
        draft: Box<MemoryDraft>,
    },
    /// Do not offer this again.
    Dismiss {
        /// The suggestion.
        suggestion: Box<Suggestion>,
        /// Why, in the person's words.
        reason: Option<String>,
    },
}

/// An errand for the session that is followed.
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
    /// What is kept and where, and what was said.
    Looked(Box<Known>),
    /// Nothing can be kept, and why.
    Nowhere(String),
    /// Drafts by the suggestion's id and fingerprint, or why there is none.
    Shown(Vec<(String, String, Result<MemoryDraft, String>)>),
    /// A change to be looked at before it is written.
    Preview(Box<Preview>),
    /// What was done, or why not (`true`).
    Told(String, bool),
}

/// What is kept of the project, and what was said of suggestions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// The kind of place.
    pub kind: Option<TargetKind>,
    /// Its folder.
    pub folder: PathBuf,
    /// The memories there are.
    pub memories: Vec<Memory>,
    /// What was said, oldest first.
    pub memos: Vec<MemoryEvent>,
}

/// The queue.
#[derive(Debug, Clone, Default)]
pub struct Memories {
    /// What is kept; `None` until it was read.
    pub known: Option<Known>,
    /// Every suggestion with its standing.
    pub rows: Vec<SuggestionRow>,
    /// The drafts of those that wait.
    drafts: HashMap<String, (String, Result<MemoryDraft, String>)>,
    /// The memories there are, read once.
    kept: MemoryIndex,
    /// Suggestions the person marked.
    pub marked: BTreeSet<String>,
    /// Why nothing can be kept.
    pub nowhere: Option<String>,
    /// Whether another watcher has the session.
    pub looking_on: bool,
    /// Whose errands these are.
    pub round: u64,
    asked: bool,
    stale: bool,
    /// The ledger's changes taken in.
    brought: Option<usize>,
}

impl Memories {
    /// The row of a suggestion.
    pub fn row(&self, id: &str) -> Option<&SuggestionRow> {
        self.rows.iter().find(|r| r.suggestion.id == id)
    }

    /// How many stand so.
    pub fn count(&self, standing: SuggestionStatus) -> usize {
        self.rows.iter().filter(|r| r.standing == standing).count()
    }

    /// The exact change approval would make, or why there is none; `None` while it is not known.
    pub fn draft(&self, row: &SuggestionRow) -> Option<&Result<MemoryDraft, String>> {
        let (fingerprint, draft) = self.drafts.get(&row.suggestion.id)?;
        (*fingerprint == row.suggestion.fingerprint).then_some(draft)
    }

    /// What was said last of a suggestion.
    pub fn memo(&self, id: &str) -> Option<&MemoryEvent> {
        let memo = self.known.as_ref()?.memos.iter().rev().find(|m| m.id == id);
        memo.filter(|m| m.did != MemoryEventKind::Undone)
    }

    /// What was said last of any.
    pub fn last(&self) -> Option<&MemoryEvent> {
        apply::last(&self.known.as_ref()?.memos)
    }

    /// The suggestions that `a` is about: the marked ones, else this one.
    pub fn chosen(&self, id: Option<&str>) -> Vec<Suggestion> {
        let waits = |r: &&SuggestionRow| r.standing == SuggestionStatus::Pending;
        let marked = self.rows.iter().filter(waits).filter(|r| self.marked.contains(&r.suggestion.id));
        // Nothing flagged is approved but by itself.
        let marked: Vec<Suggestion> = marked.map(|r| &r.suggestion).filter(|s| s.flags.is_empty()).cloned().collect();
        if marked.is_empty() {
            return id.and_then(|id| self.row(id)).filter(waits).map(|r| r.suggestion.clone()).into_iter().collect();
        }
        marked
    }

    /// The next look at the pane is at what is there then.
    pub fn look_again(&mut self) {
        (self.stale, self.nowhere) = (true, None);
    }

    /// Another session, or the same read anew: its suggestions are made anew.
    pub fn begin_anew(&mut self) {
        let round = self.round + 1;
        *self = Self { round, looking_on: self.looking_on, ..Self::default() };
    }
}

impl State {
    /// A request for the outside.
    pub fn memory_errand(&self, errand: Errand) -> Effect {
        let cwd = self.session.meta().cwd.clone();
        Effect::Memory(Box::new(Request { round: self.memories.round, cwd, errand }))
    }

    /// Whether the queue, or how long it is, stands on the screen.
    fn shows_memories(&self) -> bool {
        self.focus == PaneId::Memory || self.size.0 >= WIDE
    }
}

/// Brings the queue up to the ledger, if it is on the screen. Costs nothing while the ledger stands still.
pub fn bring_up(state: &mut State) -> Vec<Effect> {
    if !state.caught_up || !state.shows_memories() || state.memories.nowhere.is_some() {
        return Vec::new();
    }
    if state.memories.known.is_none() || state.memories.stale {
        if state.memories.asked {
            return Vec::new();
        }
        (state.memories.asked, state.memories.stale) = (true, false);
        return vec![state.memory_errand(Errand::Look)];
    }
    if !is_current(state) {
        suggest(state);
    }
    let lacking: Vec<Suggestion> = state
        .memories
        .rows
        .iter()
        .filter(|r| r.standing == SuggestionStatus::Pending && state.memories.draft(r).is_none())
        .map(|r| r.suggestion.clone())
        .collect();
    if lacking.is_empty() || std::mem::replace(&mut state.memories.asked, true) {
        return Vec::new();
    }
    vec![state.memory_errand(Errand::Show(lacking))]
}

/// Whether the suggestions are those of the ledger as it is. Looks at what changed only.
fn is_current(state: &mut State) -> bool {
    use ItemKind::{Constraint, Decision, Dependency, Fact, Risk};
    let ledger = state.session.ledger();
    let changes = ledger.changes();
    let Some(known) = state.memories.brought.filter(|known| *known <= changes) else { return false };
    if known == changes {
        return true;
    }
    let concerns = ledger.changed_after(known).into_iter().filter_map(|at| ledger.items().get(at)).any(|item| {
        matches!(item.kind, Decision | Constraint | Fact | Dependency | Risk)
            || state.memories.rows.iter().any(|r| r.suggestion.item_id == item.id)
    });
    state.memories.brought = Some(changes);
    !concerns
}

/// Makes the suggestions anew.
fn suggest(state: &mut State) {
    let Some(known) = &state.memories.known else { return };
    let ask = Ask { include_superseded: true, ..Ask::default() };
    let rows = SuggestionQueue::of(state.session.suggestions_beside(ask, &state.memories.kept), &known.memos).rows;
    let memories = &mut state.memories;
    memories.brought = Some(state.session.ledger().changes());
    memories.rows = rows;
    let waits = |id: &String, rows: &[SuggestionRow]| {
        rows.iter().any(|r| r.suggestion.id == *id && r.standing == SuggestionStatus::Pending)
    };
    memories.marked.retain(|id| waits(id, &memories.rows));
    memories.drafts.retain(|id, _| waits(id, &memories.rows));
    state.make_list(PaneId::Memory);
}

/// Takes in what the outside tells.
pub fn news(state: &mut State, round: u64, news: News) {
    if round != state.memories.round {
        return;
    }
    state.memories.asked = false;
    match news {
        News::Looked(known) => {
            let memories = &mut state.memories;
            memories.kept = MemoryIndex::of(&known.memories);
            (memories.known, memories.nowhere, memories.brought) = (Some(*known), None, None);
            memories.drafts.clear();
        }
        News::Nowhere(why) => state.memories.nowhere = Some(SafeText::line(&why).into_string()),
        News::Shown(drafts) => {
            let drafts = drafts.into_iter().map(|(id, fingerprint, draft)| (id, (fingerprint, draft)));
            state.memories.drafts.extend(drafts);
        }
        News::Preview(preview) => show(state, preview),
        News::Told(words, bad) => state.notice = Some((SafeText::line(&words).into_string(), bad)),
    }
    state.touch();
}

/// Shows a change before it is made. The person may have opened something else meanwhile: that is not covered up.
pub fn show(state: &mut State, preview: Box<Preview>) {
    if state.overlays.iter().all(|o| matches!(o, Overlay::Preview(_))) {
        state.overlays.clear();
        state.overlays.push(Overlay::Preview(preview));
    }
}

/// Asks for the exact bytes of these suggestions, to be approved.
pub fn preview(state: &State, suggestions: Vec<Suggestion>) -> Vec<Effect> {
    if suggestions.is_empty() { Vec::new() } else { vec![state.memory_errand(Errand::Preview(suggestions))] }
}

/// What is written or put back once the person said so at the dialog.
pub fn deed(state: &mut State, deed: Deed) -> Vec<Effect> {
    let errand = match deed {
        Deed::Approve(drafted) => Errand::Approve(drafted),
        Deed::Undo { memo, draft } => Errand::Undo { memo, draft },
        other => return super::standup::deed(state, other),
    };
    state.memories.marked.clear();
    vec![state.memory_errand(errand)]
}

/// A suggestion in the person's words; nothing when they are the same or none.
pub fn in_words(state: &State, id: &str, words: &str) -> Option<Suggestion> {
    let mut suggestion = state.memories.row(id)?.suggestion.clone();
    let safe = SafeText::line(words);
    if safe.is_empty() {
        return None;
    }
    suggestion.title = cut(safe.as_str(), TITLE).into_owned();
    if !safe.as_str().contains('…') {
        // What the person wrote is whole.
        suggestion.flags.retain(|flag| *flag != SuggestionFlag::Shortened);
    }
    suggestion.words = safe.into_string();
    Some(suggestion)
}
