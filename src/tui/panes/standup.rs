//! Defines the Standup pane: what was done, what is the person's call, what contradicts, what is only told.

use super::face::{CONFLICT, FLAGGED, RowContent, MARKED};
use super::{Pane, PaneId, RowKey, RowSource, grouped};
use crate::standup::ActionKind;
use crate::standup::review::{CallRow, placed};
use crate::text::SafeText;
use crate::tui::standup::StandupEntry;
use crate::tui::state::State;
use crate::tui::theme::StyleRole;

/// Others than the person would see it.
pub const LEAVES: (&str, StyleRole) = ("↗", StyleRole::Warn);
/// The heading of what was done: its key stands beside it.
pub const DONE: &str = "DONE";

pub(super) const PANE: Pane = Pane {
    id: PaneId::Standup,
    title: "Standup",
    short: "Stand",
    empty: "Nothing is waiting: what sessions worked out and no board or document holds yet is put to you here.",
    source: RowSource::Made(rows),
};

fn rows(state: &State) -> Vec<RowKey> {
    let Some(review) = state.standup.review() else { return Vec::new() };
    let keys = |entries: Vec<StandupEntry>| entries.into_iter().map(RowKey::Standup).collect();
    let notes = (0..review.notes.len()).map(StandupEntry::Note).chain(review.hint.iter().map(|_| StandupEntry::Hint));
    let mut rows = grouped(vec![
        (DONE, keys(review.done.iter().map(|row| StandupEntry::Done(row.action.clone())).collect())),
        ("YOUR CALL", keys(review.calls.iter().map(|row| StandupEntry::Call(row.id.clone())).collect())),
        ("CONFLICTS", keys(review.conflicts.iter().map(|row| StandupEntry::Conflict(row.id.clone())).collect())),
        ("OFFERED", keys(review.offers.iter().map(|row| StandupEntry::Offer(row.id.clone())).collect())),
        ("NOTES", keys(notes.collect())),
        ("NOT LOOKED AT, OR NOT DONE", keys((0..review.failures.len()).map(StandupEntry::Failure).collect())),
    ]);
    if !rows.is_empty() {
        rows.insert(0, RowKey::Summary);
    }
    rows
}

/// What an entry is, for finding it.
pub(super) fn word(entry: &StandupEntry) -> &'static str {
    match entry {
        StandupEntry::Done(_) => "done",
        StandupEntry::Call(_) => "call",
        StandupEntry::Conflict(_) => "conflict",
        StandupEntry::Offer(_) => "offered",
        StandupEntry::Note(_) | StandupEntry::Hint => "note",
        StandupEntry::Failure(_) => "failed",
    }
}

/// The sign of a proposal: that others would see it, that something new would be made, that something would change.
pub fn sign(row: &CallRow) -> (&'static str, StyleRole) {
    match row.action.kind() {
        _ if row.leaves_machine => LEAVES,
        ActionKind::CreateTask | ActionKind::CreateDoc => ("+", StyleRole::Good),
        _ => ("~", StyleRole::Accent),
    }
}

/// What a row shows of an entry.
pub(super) fn face(state: &State, entry: &StandupEntry) -> RowContent {
    let standup = &state.standup;
    let Some(review) = standup.review() else { return RowContent::default() };
    let line = |text: &str| SafeText::line(text).into_string();
    let told = |glyph, role, text: String| RowContent { glyph, glyph_role: Some(role), text: line(&text), ..RowContent::default() };
    let quiet = |glyph, role, text| RowContent { ended: true, ..told(glyph, role, text) };
    let face = match entry {
        StandupEntry::Done(id) => standup.done(id).map(|row| {
            let what = placed(&row.what, &row.place);
            RowContent { word: line(&row.action), ..told("✓", StyleRole::Good, what) }
        }),
        StandupEntry::Call(id) => standup.call(id).map(|row| {
            let (glyph, role) = sign(row);
            // The task's own name stands in the detail.
            let named = row.action.task().map(|task| format!(" {task}")).unwrap_or_default();
            let what = row.what.replacen(&named, "", 1);
            let marks = [(standup.marked.contains(id), MARKED), (row.blocked.is_some(), FLAGGED)];
            RowContent {
                word: if row.leaves_machine { "leaves".to_owned() } else { row.level.word().to_owned() },
                mark: marks.into_iter().find(|(applies, _)| *applies).map(|(_, mark)| mark),
                ..told(glyph, role, format!("{:>2}  {}", row.number, placed(&what, &row.place)))
            }
        }),
        StandupEntry::Conflict(id) => standup.conflict(id).map(|row| {
            told(CONFLICT.0, CONFLICT.1, format!("\"{}\" against \"{}\" in {}", row.says, row.against, row.place))
        }),
        StandupEntry::Offer(id) => standup.offer(id).map(|row| told("~", StyleRole::Accent, row.why.clone())),
        StandupEntry::Note(at) => {
            review.notes.get(*at).map(|note| quiet("·", StyleRole::Dim, format!("{}: {}", note.text, note.why)))
        }
        StandupEntry::Failure(at) => review.failures.get(*at).map(|why| told("!", StyleRole::Bad, why.clone())),
        StandupEntry::Hint => review.hint.as_ref().map(|hint| quiet("i", StyleRole::Accent, hint.clone())),
    };
    let turn = state.turn_of_standup(entry).and_then(|at| state.turns().get(at));
    let at = standup.evidence(entry).iter().find_map(|e| e.at);
    RowContent { turn: turn.map(|t| t.ordinal), at, ..face.unwrap_or_default() }
}
