//! Defines the "why" of what the standup shows: what a proposal rests on, how sure it is, and the exact change.

use super::facts::{LABEL, fact};
use crate::standup::books::By;
use crate::standup::review::{CallRow, DoneRow, spoken};
use crate::standup::{Conflict, Evidence, Note};
use crate::text::SafeText;
use crate::tui::panes::face::{CONFLICT, FLAGGED};
use crate::tui::panes::standup::sign;
use crate::tui::standup::StandupEntry;
use crate::tui::state::State;
use crate::tui::theme::StyleRole;
use crate::tui::view::row::StyledLine;
use crate::tui::view::standup::{change, cuts, leaves};
use crate::tui::view::words;

/// Pieces of evidence shown.
const MOST: usize = 6;

/// What the detail is called.
pub fn name(state: &State, entry: &StandupEntry) -> String {
    match entry {
        StandupEntry::Call(id) => state.standup.call(id).map_or(String::new(), |row| format!("{} {id}", row.number)),
        StandupEntry::Done(id) | StandupEntry::Conflict(id) | StandupEntry::Offer(id) => id.clone(),
        StandupEntry::Note(_) | StandupEntry::Hint => "this note".to_owned(),
        StandupEntry::Failure(_) => "this failed".to_owned(),
    }
}

/// An entry in full.
pub fn rows(state: &State, entry: &StandupEntry) -> Vec<StyledLine> {
    let standup = &state.standup;
    let Some(review) = standup.review() else { return Vec::new() };
    let plain = |words: &String| vec![StyledLine::led(StyleRole::Text, "   ").and_quoted(StyleRole::Text, words)];
    match entry {
        StandupEntry::Call(id) => standup.call(id).map(|row| of_call(state, row)),
        StandupEntry::Done(id) => standup.done(id).map(of_done),
        StandupEntry::Conflict(id) => standup.conflict(id).map(|row| of_conflict(state, row)),
        StandupEntry::Offer(id) => standup.offer(id).map(cuts),
        StandupEntry::Note(at) => review.notes.get(*at).map(|note| of_note(state, note)),
        StandupEntry::Failure(at) => review.failures.get(*at).map(plain),
        StandupEntry::Hint => review.hint.as_ref().map(plain),
    }
    .unwrap_or_default()
}

fn of_call(state: &State, row: &CallRow) -> Vec<StyledLine> {
    let (glyph, role) = sign(row);
    let mut rows = vec![StyledLine::led(role, format!(" {glyph} ")).and_quoted(StyleRole::Strong, &row.what)];
    if row.leaves_machine {
        rows.push(leaves());
    }
    rows.extend(row.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows.push(fact("why", &row.why));
    let parts: Vec<String> = row.parts.iter().map(|part| format!("{} {:.2}", part.name, part.value)).collect();
    let sure = fact("sure", row.level.word()).and(StyleRole::Dim, format!(" {:.2}", row.score));
    rows.push(if parts.is_empty() {
        sure
    } else {
        sure.and(StyleRole::Text, ": ").and_quoted(StyleRole::Text, &parts.join(" · "))
    });
    if let Some(why) = &row.blocked {
        rows.push(StyledLine::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and_quoted(FLAGGED.1, &format!("not done: {why}")));
    }
    rows.extend(row.draft.iter().flat_map(change));
    rows
}

fn of_done(row: &DoneRow) -> Vec<StyledLine> {
    let mut rows = vec![StyledLine::led(StyleRole::Good, " ✓ ").and_quoted(StyleRole::Strong, &row.what)];
    rows.extend(row.quotes.iter().take(MOST).map(|words| quote(words)));
    rows.push(fact("on", &row.place));
    rows.push(fact("by", if row.by == By::Rules { "itself: it was certain" } else { "you" }));
    rows.push(fact("from", &row.source));
    match &row.back {
        Some(Ok(draft)) => {
            rows.push(StyledLine::one(StyleRole::Dim, "   taking it back would change"));
            rows.extend(change(draft));
        }
        Some(Err(why)) => {
            rows.push(StyledLine::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and_quoted(FLAGGED.1, why));
        }
        None => {}
    }
    rows
}

fn of_conflict(state: &State, row: &Conflict) -> Vec<StyledLine> {
    let mut rows = vec![StyledLine::led(CONFLICT.1, format!(" {} ", CONFLICT.0)).and_quoted(StyleRole::Strong, &row.says)];
    rows.extend(row.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows.push(fact("against", &row.against));
    rows.push(fact("in", &row.place));
    rows.push(fact("why", &row.why));
    rows.push(fact("to do", "nothing by itself: say what holds, in the talk or there"));
    rows
}

fn of_note(state: &State, note: &Note) -> Vec<StyledLine> {
    let mut rows = vec![StyledLine::led(StyleRole::Dim, " · ").and_quoted(StyleRole::Strong, &note.text)];
    rows.push(fact("why", &note.why));
    rows.extend(note.evidence.iter().take(MOST).flat_map(|e| evidence(state, e)));
    rows
}

fn quote(words: &str) -> StyledLine {
    StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Quote, format!("\"{}\"", SafeText::line(words).as_str()))
}

/// The words, and who said them where.
fn evidence(state: &State, evidence: &Evidence) -> Vec<StyledLine> {
    let mut rows: Vec<StyledLine> = evidence.quotes.iter().take(2).map(|words| quote(words)).collect();
    let at = evidence.at.map_or(String::new(), |at| format!("  {}", words::clock(at, state.now, state.utc_offset)));
    let row = StyledLine::led(StyleRole::Dim, format!("   {:<LABEL$} ", "from")).and(StyleRole::Text, spoken(evidence));
    rows.push(row.and(StyleRole::Text, " ").and_quoted(StyleRole::Text, &evidence.source()).and(StyleRole::Dim, at));
    rows
}
