//! Defines the detail of a standup entry: a proposal's evidence, its confidence, and the exact change.

use super::preview::{change, leaves, thresholds};
use super::rows::sign;
use super::{StandupEntry, StandupPane};
use crate::safe;
use crate::standup::log::ApprovedBy;
use crate::standup::review::{CallRow, DoneRow, spoken, sureness};
use crate::standup::{ProposalEvidence, StandupConflict, StandupNote};
use crate::text::SafeText;
use crate::tui::row_content::{CONFLICT, FLAGGED};
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, fact, labelled, quotation};
use crate::tui::theme::StyleRole;
use crate::tui::times;
use crate::tui::view::on_demand;

/// Pieces of evidence shown.
const MAX_QUOTES: usize = 6;

/// Title of the detail view.
pub fn name(pane: &StandupPane, entry: &StandupEntry) -> SafeText {
    match entry {
        StandupEntry::Call(id) => pane.call(id).map_or_else(SafeText::default, |row| safe!("proposal {}", row.number)),
        StandupEntry::Done(_) => "this was done".into(),
        StandupEntry::Conflict(_) => "this conflict".into(),
        StandupEntry::Offer(_) => "this offer".into(),
        StandupEntry::Note(_) | StandupEntry::Hint => "this note".into(),
        StandupEntry::Failure(_) => "this failed".into(),
    }
}

/// An entry in full.
pub fn lines(pane: &StandupPane, state: &State, entry: &StandupEntry) -> Vec<StyledLine> {
    let Some(review) = pane.review() else { return Vec::new() };
    match entry {
        StandupEntry::Call(id) => pane.call(id).map(|row| of_call(state, row)),
        StandupEntry::Done(id) => pane.done(id).map(of_done),
        StandupEntry::Conflict(id) => pane.conflict(id).map(|row| of_conflict(state, row)),
        StandupEntry::Offer(id) => pane.offer(id).map(thresholds),
        StandupEntry::Note(at) => review.notes.get(*at).map(|note| of_note(state, note)),
        StandupEntry::Failure(at) => review.failures.get(*at).map(|why| vec![paragraph(why)]),
        StandupEntry::Hint => review.hint.as_ref().map(|hint| vec![paragraph(hint)]),
    }
    .unwrap_or_default()
}

fn paragraph(words: &str) -> StyledLine {
    StyledLine::led(StyleRole::Text, "   ").and_quoted(StyleRole::Text, words)
}

fn flagged() -> StyledLine {
    StyledLine::led(FLAGGED.1, safe!(" {} ", FLAGGED.0))
}

fn of_call(state: &State, row: &CallRow) -> Vec<StyledLine> {
    let (glyph, role) = sign(row);
    let mut lines = vec![StyledLine::led(role, safe!(" {} ", glyph)).and_quoted(StyleRole::Strong, &row.what)];
    if row.leaves_machine {
        lines.push(leaves());
    }
    lines.extend(row.evidence.iter().take(MAX_QUOTES).flat_map(|e| evidence(state, e)));
    lines.push(fact("why", SafeText::line(&row.why)));
    lines.push(fact("sure", SafeText::line(&sureness(row))));
    if let Some(why) = &row.blocked {
        lines.push(flagged().and(FLAGGED.1, safe!("not done: {}", SafeText::line(why))));
    }
    lines.extend(row.draft.iter().flat_map(change));
    // The figures are shown only on scrolling.
    lines.extend(on_demand(state, "how sure it is", || vec![figures(row)]));
    lines
}

/// The figures that a confidence was computed from.
fn figures(row: &CallRow) -> StyledLine {
    let parts: Vec<String> = row.parts.iter().map(|part| format!("{} {:.2}", part.name, part.value)).collect();
    fact("figures", safe!("{:.2}", row.score)).and(StyleRole::Dim, safe!("  {}", SafeText::line(&parts.join(" · "))))
}

fn of_done(row: &DoneRow) -> Vec<StyledLine> {
    let mut lines = vec![StyledLine::led(StyleRole::Good, " ✓ ").and_quoted(StyleRole::Strong, &row.what)];
    // Several turns may say it in the same words.
    let mut quotes = row.quotes.clone();
    quotes.dedup();
    lines.extend(quotes.iter().take(MAX_QUOTES).map(|words| quote(words)));
    lines.push(fact("on", SafeText::line(&row.place)));
    lines.push(fact("by", if row.by == ApprovedBy::Rules { "itself: it was certain" } else { "you" }));
    lines.push(fact("from", SafeText::line(&row.source)));
    match &row.back {
        Some(Ok(draft)) => {
            lines.push(StyledLine::one(StyleRole::Dim, "   undo would change"));
            lines.extend(change(draft));
        }
        Some(Err(why)) => lines.push(flagged().and_quoted(FLAGGED.1, why)),
        None => {}
    }
    lines
}

fn of_conflict(state: &State, row: &StandupConflict) -> Vec<StyledLine> {
    let head = StyledLine::led(CONFLICT.1, safe!(" {} ", CONFLICT.0));
    let mut lines = vec![head.and_quoted(StyleRole::Strong, &row.says)];
    lines.extend(row.evidence.iter().take(MAX_QUOTES).flat_map(|e| evidence(state, e)));
    lines.push(fact("against", SafeText::line(&row.against)));
    lines.push(fact("in", SafeText::line(&row.place)));
    lines.push(fact("why", SafeText::line(&row.why)));
    lines.push(fact("to do", "nothing by itself: say what holds, in the talk or there"));
    lines
}

fn of_note(state: &State, note: &StandupNote) -> Vec<StyledLine> {
    let mut lines = vec![StyledLine::led(StyleRole::Dim, " · ").and_quoted(StyleRole::Strong, &note.text)];
    lines.push(fact("why", SafeText::line(&note.why)));
    lines.extend(note.evidence.iter().take(MAX_QUOTES).flat_map(|e| evidence(state, e)));
    lines
}

fn quote(words: &str) -> StyledLine {
    StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Quote, quotation(words))
}

/// The words, and who said them where.
fn evidence(state: &State, evidence: &ProposalEvidence) -> Vec<StyledLine> {
    let mut lines: Vec<StyledLine> = evidence.quotes.iter().take(2).map(|words| quote(words)).collect();
    let line = labelled("from").and(StyleRole::Text, safe!("{} ", spoken(evidence)));
    let line = line.and_quoted(StyleRole::Text, &evidence.source());
    lines.push(match evidence.at {
        Some(at) => line.and(StyleRole::Dim, safe!("  {}", times::clock(at, state.now, state.prefs.utc_offset))),
        None => line,
    });
    lines
}
