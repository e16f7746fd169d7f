//! Defines the "why" of what the standup shows: what a proposal rests on, how sure it is, and the exact change.

use super::facts::{LABEL, fact};
use crate::standup::log::ApprovedBy;
use crate::standup::review::{CallRow, DoneRow, spoken};
use crate::standup::{ProposalEvidence, StandupConflict, StandupNote};
use crate::text::SafeText;
use crate::tui::panes::face::{CONFLICT, FLAGGED};
use crate::tui::panes::standup::sign;
use crate::tui::standup::Entry;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::view::row::Row;
use crate::tui::view::standup::{change, cuts, leaves};
use crate::tui::view::words;

/// Pieces of evidence shown.
const MOST: usize = 6;

/// What the detail is called.
pub fn name(state: &State, entry: &Entry) -> String {
    match entry {
        Entry::Call(id) => state.standup.call(id).map_or(String::new(), |row| format!("{} {id}", row.number)),
        Entry::Done(id) | Entry::Conflict(id) | Entry::Offer(id) => id.clone(),
        Entry::Note(_) | Entry::Hint => "this note".to_owned(),
        Entry::Failure(_) => "this failed".to_owned(),
    }
}

/// An entry in full.
pub fn rows(state: &State, entry: &Entry) -> Vec<Row> {
    let standup = &state.standup;
    let Some(review) = standup.review() else { return Vec::new() };
    let plain = |words: &String| vec![Row::led(Role::Text, "   ").and_quoted(Role::Text, words)];
    match entry {
        Entry::Call(id) => standup.call(id).map(|row| of_call(state, row)),
        Entry::Done(id) => standup.done(id).map(of_done),
        Entry::Conflict(id) => standup.conflict(id).map(|row| of_conflict(state, row)),
        Entry::Offer(id) => standup.offer(id).map(cuts),
        Entry::Note(at) => review.notes.get(*at).map(|note| of_note(state, note)),
        Entry::Failure(at) => review.failures.get(*at).map(plain),
        Entry::Hint => review.hint.as_ref().map(plain),
    }
    .unwrap_or_default()
}

fn of_call(state: &State, row: &CallRow) -> Vec<Row> {
    let (glyph, role) = sign(row);
    let mut rows = vec![Row::led(role, format!(" {glyph} ")).and_quoted(Role::Strong, &row.what)];
    if row.leaves_machine {
        rows.push(leaves());
    }
    rows.extend(row.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows.push(fact("why", &row.why));
    let parts: Vec<String> = row.parts.iter().map(|part| format!("{} {:.2}", part.name, part.value)).collect();
    let sure = fact("sure", row.level.word()).and(Role::Dim, format!(" {:.2}", row.score));
    rows.push(if parts.is_empty() {
        sure
    } else {
        sure.and(Role::Text, ": ").and_quoted(Role::Text, &parts.join(" · "))
    });
    if let Some(why) = &row.blocked {
        rows.push(Row::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and_quoted(FLAGGED.1, &format!("not done: {why}")));
    }
    rows.extend(row.draft.iter().flat_map(change));
    rows
}

fn of_done(row: &DoneRow) -> Vec<Row> {
    let mut rows = vec![Row::led(Role::Good, " ✓ ").and_quoted(Role::Strong, &row.what)];
    rows.extend(row.quotes.iter().take(MOST).map(|words| quote(words)));
    rows.push(fact("on", &row.place));
    rows.push(fact("by", if row.by == ApprovedBy::Rules { "itself: it was certain" } else { "you" }));
    rows.push(fact("from", &row.source));
    match &row.back {
        Some(Ok(draft)) => {
            rows.push(Row::one(Role::Dim, "   taking it back would change"));
            rows.extend(change(draft));
        }
        Some(Err(why)) => {
            rows.push(Row::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and_quoted(FLAGGED.1, why));
        }
        None => {}
    }
    rows
}

fn of_conflict(state: &State, row: &StandupConflict) -> Vec<Row> {
    let mut rows = vec![Row::led(CONFLICT.1, format!(" {} ", CONFLICT.0)).and_quoted(Role::Strong, &row.says)];
    rows.extend(row.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows.push(fact("against", &row.against));
    rows.push(fact("in", &row.place));
    rows.push(fact("why", &row.why));
    rows.push(fact("to do", "nothing by itself: say what holds, in the talk or there"));
    rows
}

fn of_note(state: &State, note: &StandupNote) -> Vec<Row> {
    let mut rows = vec![Row::led(Role::Dim, " · ").and_quoted(Role::Strong, &note.text)];
    rows.push(fact("why", &note.why));
    rows.extend(note.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows
}

fn quote(words: &str) -> Row {
    Row::led(Role::Text, "   ").and(Role::Quote, format!("\"{}\"", SafeText::line(words).as_str()))
}

/// The words, and who said them where.
fn evidence(state: &State, evidence: &ProposalEvidence) -> Vec<Row> {
    let mut rows: Vec<Row> = evidence.quotes.iter().take(2).map(|words| quote(words)).collect();
    let at = evidence.at.map_or(String::new(), |at| format!("  {}", words::clock(at, state.now, state.utc_offset)));
    let row = Row::led(Role::Dim, format!("   {:<LABEL$} ", "from")).and(Role::Text, spoken(evidence));
    rows.push(row.and(Role::Text, " ").and_quoted(Role::Text, &evidence.source()).and(Role::Dim, at));
    rows
}
