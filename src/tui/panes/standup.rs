//! Defines the Standup pane: what was done, what is the person's call, what contradicts, what is only told.

use super::face::{CONFLICT, FLAGGED, Face, MARKED};
use super::{Pane, PaneId, RowKey, Source, grouped};
use crate::standup::ActionKind;
use crate::standup::review::{CallRow, placed};
use crate::text::SafeText;
use crate::tui::standup::Entry;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// Others than the person would see it.
pub const LEAVES: (&str, Role) = ("↗", Role::Warn);
/// The heading of what was done: its key stands beside it.
pub const DONE: &str = "DONE";

pub(super) const PANE: Pane = Pane {
    id: PaneId::Standup,
    title: "Standup",
    short: "Stand",
    empty: "Nothing is waiting: what sessions worked out and no board or document holds yet is put to you here.",
    source: Source::Made(rows),
};

fn rows(state: &State) -> Vec<RowKey> {
    let Some(review) = state.standup.review() else { return Vec::new() };
    let keys = |entries: Vec<Entry>| entries.into_iter().map(RowKey::Standup).collect();
    let notes = (0..review.notes.len()).map(Entry::Note).chain(review.hint.iter().map(|_| Entry::Hint));
    let mut rows = grouped(vec![
        (DONE, keys(review.done.iter().map(|row| Entry::Done(row.action.clone())).collect())),
        ("YOUR CALL", keys(review.calls.iter().map(|row| Entry::Call(row.id.clone())).collect())),
        ("CONFLICTS", keys(review.conflicts.iter().map(|row| Entry::Conflict(row.id.clone())).collect())),
        ("OFFERED", keys(review.offers.iter().map(|row| Entry::Offer(row.id.clone())).collect())),
        ("NOTES", keys(notes.collect())),
        ("NOT LOOKED AT, OR NOT DONE", keys((0..review.failures.len()).map(Entry::Failure).collect())),
    ]);
    if !rows.is_empty() {
        rows.insert(0, RowKey::Summary);
    }
    rows
}

/// What an entry is, for finding it.
pub(super) fn word(entry: &Entry) -> &'static str {
    match entry {
        Entry::Done(_) => "done",
        Entry::Call(_) => "call",
        Entry::Conflict(_) => "conflict",
        Entry::Offer(_) => "offered",
        Entry::Note(_) | Entry::Hint => "note",
        Entry::Failure(_) => "failed",
    }
}

/// The sign of a proposal: that others would see it, that something new would be made, that something would change.
pub fn sign(row: &CallRow) -> (&'static str, Role) {
    match row.action.kind() {
        _ if row.leaves_machine => LEAVES,
        ActionKind::CreateTask | ActionKind::CreateDoc => ("+", Role::Good),
        _ => ("~", Role::Accent),
    }
}

/// What a row shows of an entry.
pub(super) fn face(state: &State, entry: &Entry) -> Face {
    let standup = &state.standup;
    let Some(review) = standup.review() else { return Face::default() };
    let line = |text: &str| SafeText::line(text).into_string();
    let told = |glyph, role, text: String| Face { glyph, glyph_role: Some(role), text: line(&text), ..Face::default() };
    let quiet = |glyph, role, text| Face { ended: true, ..told(glyph, role, text) };
    let face = match entry {
        Entry::Done(id) => standup.done(id).map(|row| {
            let what = placed(&row.what, &row.place);
            Face { word: line(&row.action), ..told("✓", Role::Good, what) }
        }),
        Entry::Call(id) => standup.call(id).map(|row| {
            let (glyph, role) = sign(row);
            // The task's own name stands in the detail.
            let named = row.action.task().map(|task| format!(" {task}")).unwrap_or_default();
            let what = row.what.replacen(&named, "", 1);
            let marks = [(standup.marked.contains(id), MARKED), (row.blocked.is_some(), FLAGGED)];
            Face {
                word: if row.leaves_machine { "leaves".to_owned() } else { row.level.word().to_owned() },
                mark: marks.into_iter().find(|(applies, _)| *applies).map(|(_, mark)| mark),
                ..told(glyph, role, format!("{:>2}  {}", row.number, placed(&what, &row.place)))
            }
        }),
        Entry::Conflict(id) => standup.conflict(id).map(|row| {
            told(CONFLICT.0, CONFLICT.1, format!("\"{}\" against \"{}\" in {}", row.says, row.against, row.place))
        }),
        Entry::Offer(id) => standup.offer(id).map(|row| told("~", Role::Accent, row.why.clone())),
        Entry::Note(at) => {
            review.notes.get(*at).map(|note| quiet("·", Role::Dim, format!("{}: {}", note.text, note.why)))
        }
        Entry::Failure(at) => review.failures.get(*at).map(|why| told("!", Role::Bad, why.clone())),
        Entry::Hint => review.hint.as_ref().map(|hint| quiet("i", Role::Accent, hint.clone())),
    };
    let turn = state.turn_of_standup(entry).and_then(|at| state.turns().get(at));
    let at = standup.evidence(entry).iter().find_map(|e| e.at);
    Face { turn: turn.map(|t| t.ordinal), at, ..face.unwrap_or_default() }
}
