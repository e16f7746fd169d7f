//! Defines the detail of a suggestion: why it is worth keeping, its evidence, and the exact change.

use super::MemoryPane;
use super::preview::{diff, flag_line};
use super::rows::sign;
use crate::memory::{MemoryEvent, MemoryEventKind};
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::safe;
use crate::session::export::speaker;
use crate::session::suggest::{MemoryAction, Quote};
use crate::text::SafeText;
use crate::tui::signs;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, answer_first, fact, labelled, quotation};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Quotations shown.
const MAX_QUOTES: usize = 6;

/// A suggestion in full.
pub fn of_suggestion(pane: &MemoryPane, state: &State, row: &SuggestionRow) -> Vec<StyledLine> {
    let suggestion = &row.suggestion;
    let (glyph, role) = sign(row);
    let head = StyledLine::led(role.unwrap_or(StyleRole::Text), safe!(" {} ", signs::in_column(state, glyph)));
    let mut lines = vec![head.and_line(answer_first(SafeText::line(&suggestion.title), StyleRole::Strong))];
    lines.extend(suggestion.flags.iter().map(|flag| flag_line(*flag)));
    lines.extend(suggestion.evidence.iter().take(MAX_QUOTES).map(quote));
    lines.push(fact("why", SafeText::line(&suggestion.why)));
    let (memory_type, item) = (suggestion.memory_type.word(), SafeText::line(&suggestion.item_id));
    let sure = safe!(" {:.2}  {}  {}", suggestion.score, memory_type, item);
    lines.push(fact("sure", suggestion.confidence.word()).and(StyleRole::Dim, sure));
    if matches!(row.standing, SuggestionStatus::Pending | SuggestionStatus::Kept) {
        lines.push(what_it_does(row));
    }
    if let Some(similar) = &row.similar {
        lines.push(fact("before", safe!("something like it was dismissed: {}", SafeText::line(similar))));
    }
    if row.standing != SuggestionStatus::Pending {
        lines.extend(pane.event(&suggestion.id).into_iter().flat_map(|event| answer(state, event)));
        return lines;
    }
    match pane.draft(row) {
        Some(Ok(draft)) => lines.extend(diff(state, draft)),
        Some(Err(why)) => lines.push(StyledLine::led(StyleRole::Bad, " ! ").and_quoted(StyleRole::Bad, why)),
        None => lines.push(StyledLine::one(StyleRole::Dim, "   the exact change is being drafted")),
    }
    lines
}

fn quote(quote: &Quote) -> StyledLine {
    let who = quote.speaker.map_or("", speaker);
    let line = StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Quote, quotation(&quote.words));
    line.and(StyleRole::Dim, safe!("  {} {}", who, SafeText::line(&quote.turn)))
}

/// Effect of an approval.
fn what_it_does(row: &SuggestionRow) -> StyledLine {
    let existing = SafeText::line(row.suggestion.existing.as_deref().unwrap_or("a memory"));
    let words = match (row.standing, row.suggestion.action) {
        (SuggestionStatus::Kept, _) | (_, MemoryAction::Nothing) => safe!("nothing: {} says it already", existing),
        (_, MemoryAction::Create) => "create: a new memory".into(),
        (_, MemoryAction::Update) => safe!("update: {} says something older", existing),
        (_, MemoryAction::Supersede) => safe!("supersede: {} says what this replaced, and goes", existing),
        (_, MemoryAction::Retire) => safe!("retire: {} says what no longer stands, and goes", existing),
    };
    fact("does", words)
}

/// The person's decision and the file it wrote.
fn answer(state: &State, event: &MemoryEvent) -> Vec<StyledLine> {
    let mut lines = vec![fact(event.did.word(), times::exact(event.at, state.prefs.utc_offset))];
    if event.did == MemoryEventKind::Dismissed {
        lines.push(fact("because", SafeText::line(event.reason.as_deref().unwrap_or("no reason was given"))));
    }
    let folder = event.folder.as_deref().unwrap_or_default();
    for file in &event.files {
        let path = state.sessions.short(&format!("{folder}/{}", file.file));
        lines.push(labelled("wrote").and_path(&path));
    }
    lines
}
