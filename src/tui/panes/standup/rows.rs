//! Defines the rows of the Standup pane: done actions, pending proposals, conflicts and notes.

use super::{PANE, StandupEntry, StandupPane};
use crate::safe;
use crate::standup::review::{CallRow, Review, levels_differ, titled};
use crate::standup::{ActionKind, StandupAction};
use crate::text::SafeText;
use crate::tui::ids::{PaneEntry, PaneId, RowKey};
use crate::tui::row_content::{CONFLICT, FLAGGED, MARKED, RowContent, RowMark, first_mark};
use crate::tui::state::State;
use crate::tui::state::pane_cache::grouped;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// The mark of a change that other people would see.
pub const LEAVES: RowMark = ("↗", StyleRole::Warn);
/// The heading of finished actions, with the key that undoes one.
pub const DONE: &str = "done";

impl StandupEntry {
    /// The row's name.
    pub fn key(&self) -> RowKey {
        let (kind, id) = match self {
            Self::Done(id) => ("done", id.clone()),
            Self::Call(id) => ("call", id.clone()),
            Self::Conflict(id) => ("conflict", id.clone()),
            Self::Offer(id) => ("offered", id.clone()),
            Self::Note(at) => ("note", at.to_string()),
            Self::Failure(at) => ("failed", at.to_string()),
            Self::Hint => ("note", String::new()),
        };
        RowKey::Entry(PaneEntry { pane: PaneId::Standup, kind, id })
    }

    /// The entry a row names.
    pub fn of(entry: &PaneEntry) -> Option<Self> {
        let id = entry.id.clone();
        Some(match entry.kind {
            "done" => Self::Done(id),
            "call" => Self::Call(id),
            "conflict" => Self::Conflict(id),
            "offered" => Self::Offer(id),
            "note" if entry.id.is_empty() => Self::Hint,
            "note" => Self::Note(entry.id.parse().ok()?),
            "failed" => Self::Failure(entry.id.parse().ok()?),
            _ => return None,
        })
    }
}

/// The rows under their headings.
pub fn rows(pane: &StandupPane) -> Vec<RowKey> {
    let Some(Review { done, calls, conflicts, notes, failures, offers, hint, .. }) = pane.review() else {
        return Vec::new();
    };
    let notes = (0..notes.len()).map(StandupEntry::Note).chain(hint.iter().map(|_| StandupEntry::Hint));
    grouped(vec![
        (DONE, keys(done.iter().map(|row| StandupEntry::Done(row.action.clone())))),
        ("your call", keys(calls.iter().map(|row| StandupEntry::Call(row.id.clone())))),
        ("conflicts", keys(conflicts.iter().map(|row| StandupEntry::Conflict(row.id.clone())))),
        ("offered", keys(offers.iter().map(|row| StandupEntry::Offer(row.id.clone())))),
        ("notes", keys(notes)),
        ("not looked at, or not done", keys((0..failures.len()).map(StandupEntry::Failure))),
    ])
}

fn keys(entries: impl Iterator<Item = StandupEntry>) -> Vec<RowKey> {
    entries.map(|entry| entry.key()).collect()
}

/// The sign of a proposal: visible to others, a creation, or a change.
pub fn sign(row: &CallRow) -> RowMark {
    match row.action.kind() {
        _ if row.leaves_machine => LEAVES,
        ActionKind::CreateTask | ActionKind::CreateDoc => ("+", StyleRole::Text),
        _ => ("~", StyleRole::Text),
    }
}

/// Content of an entry's row.
pub fn content(pane: &StandupPane, state: &State, entry: &StandupEntry) -> RowContent {
    let turn = pane.turn_of(state, entry).and_then(|at| state.turns().get(at));
    let at = pane.evidence(entry).iter().find_map(|e| e.at);
    RowContent { turn: turn.map(|t| t.ordinal), at, ..words(pane, entry).unwrap_or_default() }
}

fn words(pane: &StandupPane, entry: &StandupEntry) -> Option<RowContent> {
    let review = pane.review()?;
    Some(match entry {
        StandupEntry::Done(id) => named(("✓", StyleRole::Good), None, &pane.done(id)?.did),
        StandupEntry::Call(id) => call(pane, pane.call(id)?, levels_differ(&review.calls)),
        StandupEntry::Conflict(id) => {
            let row = pane.conflict(id)?;
            signed(CONFLICT, &format!("\"{}\" against \"{}\" in {}", row.says, row.against, row.place))
        }
        StandupEntry::Offer(id) => signed(("~", StyleRole::Text), &pane.offer(id)?.why),
        StandupEntry::Note(at) => {
            let note = review.notes.get(*at)?;
            let words = format!("{}: {}", note.text, note.why);
            RowContent { ended: true, ..signed(("·", StyleRole::Dim), &words) }
        }
        StandupEntry::Failure(at) => signed(("!", StyleRole::Bad), review.failures.get(*at)?),
        StandupEntry::Hint => RowContent { ended: true, ..signed(("i", StyleRole::Text), review.hint.as_ref()?) },
    })
}

fn signed((glyph, role): RowMark, text: &str) -> RowContent {
    RowContent { glyph, glyph_role: Some(role), text: SafeText::line(text), ..RowContent::default() }
}

/// A row with an action's title after its verb.
fn named(mark: RowMark, number: Option<u32>, action: &StandupAction) -> RowContent {
    let (act, title) = titled(action);
    let number = number.map_or_else(SafeText::default, |number| safe!("{:>2} ", number));
    RowContent { lead: safe!("{}{:<9}  ", number, act), ..signed(mark, &title) }
}

/// The row of a proposal. Its confidence level is shown only if the levels differ; paths are in the detail.
fn call(pane: &StandupPane, row: &CallRow, varied: bool) -> RowContent {
    let level = if varied { row.level.word() } else { "" };
    RowContent {
        word: if row.leaves_machine { "leaves" } else { level }.into(),
        mark: first_mark([(pane.marked.contains(&row.id), MARKED), (row.blocked.is_some(), FLAGGED)]),
        ..named(sign(row), Some(row.number), &row.action)
    }
}

/// The running step, else the time of the last run; in the past also a note that the pane shows the present.
pub fn note(pane: &StandupPane, state: &State) -> StyledLine {
    let clock = |at| safe!("ran {}", times::clock(at, state.now, state.prefs.utc_offset));
    let note = match (&pane.doing, pane.loaded.as_ref().and_then(|loaded| loaded.run)) {
        (Some(doing), _) => StyledLine::one(StyleRole::Good, "◌ ").and(StyleRole::Text, doing),
        (None, ran) => StyledLine::one(StyleRole::Dim, ran.map_or_else(|| "never ran".into(), clock)),
    };
    if state.is_past() { note.and(StyleRole::Warn, ", not of the past") } else { note }
}

/// Text after the heading of finished actions: the key that undoes the selected one, or the latest.
pub fn undo_hint(state: &State) -> StyledLine {
    let key = safe!("  {}", state.prefs.keymap.key("undo"));
    StyledLine::one(StyleRole::Accent, key).and(StyleRole::Text, " undo")
}

/// The description of the pane's content, while it is empty.
const FILLS: &str = "Proposed board and document changes appear here.";

/// Why nothing is listed, and the key that runs the standup.
pub fn why_empty(pane: &StandupPane, state: &State) -> StyledLine {
    let line = StyledLine::led(StyleRole::Text, "   ");
    if let Some(why) = &pane.unavailable {
        let talk = state.prefs.keymap.keys_of("pane").get(PaneId::Transcript as usize);
        let talk =
            talk.map_or_else(SafeText::default, |key| safe!(" {} shows what was said.", state.prefs.keymap.name(key)));
        return line.and(StyleRole::Text, why).and(StyleRole::Text, talk);
    }
    if let Some(doing) = &pane.doing {
        return line.and(StyleRole::Good, "◌ ").and(StyleRole::Text, doing);
    }
    if pane.loaded.is_none() {
        return line.and(StyleRole::Text, "The board and the documents are being looked at.");
    }
    let key = safe!(" {}", state.prefs.keymap.key(super::actions::RUN));
    let ran = pane.loaded.as_ref().is_some_and(|loaded| loaded.run.is_some());
    let lead = if ran { "" } else { "It did not run here yet. " };
    line.and(StyleRole::Text, lead)
        .and(StyleRole::Text, if ran { PANE.empty } else { FILLS })
        .and(StyleRole::Accent, key)
        .and(StyleRole::Text, " looks at the sessions now.")
}
