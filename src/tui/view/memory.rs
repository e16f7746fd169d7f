//! Defines how durable memory is drawn: the counts above the queue, a change as a diff, what the dialog says of it.

use super::preview::of_file;
use super::row::StyledLine;
use crate::memory::{Draft, Standing};
use crate::store::Memo;
use crate::tui::overlay::DraftedSuggestion;
use crate::tui::panes::face::FLAGGED;
use crate::tui::state::State;
use crate::tui::theme::StyleRole;

/// `3 pending · 5 approved · 2 dismissed · 1 there already`.
pub fn summary(state: &State) -> StyledLine {
    let memories = &state.memories;
    let mut row = StyledLine::one(StyleRole::Text, "   ");
    let named = [(Standing::Pending, "pending"), (Standing::Approved, "approved"), (Standing::Dismissed, "dismissed")];
    for (n, (standing, word)) in named.into_iter().enumerate() {
        let gap = if n > 0 { " · " } else { "" };
        row = row.and(StyleRole::Dim, gap).and(StyleRole::Text, memories.count(standing).to_string());
        row = row.and(StyleRole::Dim, format!(" {word}"));
    }
    let marked = memories.marked.len();
    if marked > 0 { row.and(StyleRole::Accent, format!(" · {marked} marked *")) } else { row }
}

/// A change as paragraphs: the folder, each file, and what goes and comes, line by line.
pub fn diff(state: &State, draft: &Draft) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    for warning in &draft.warnings {
        rows.push(StyledLine::led(StyleRole::Warn, " note  ").and_quoted(StyleRole::Text, warning));
    }
    let folder = state.sessions.short(&draft.folder.display().to_string());
    rows.push(StyledLine::led(StyleRole::Dim, " in    ").and_quoted(StyleRole::Text, &folder));
    rows.extend(draft.changes.iter().flat_map(|c| of_file(&c.file, c.before.as_deref(), c.after.as_deref())));
    rows
}

/// The suggestions to be kept, each with its change.
pub fn kept(state: &State, drafted: &[DraftedSuggestion]) -> Vec<StyledLine> {
    let mut out = Vec::new();
    for one in drafted {
        let suggestion = &one.suggestion;
        let about = format!(" {} {}  ", suggestion.memory_type, suggestion.action);
        out.push(StyledLine::led(StyleRole::Dim, about).and_quoted(StyleRole::Strong, &suggestion.title));
        for flag in &suggestion.flags {
            let words = format!("look closely: {}", flag.word().replace('_', " "));
            out.push(StyledLine::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and(FLAGGED.1, words));
        }
        out.extend(diff(state, &one.draft));
        out.push(StyledLine::one(StyleRole::Text, " "));
    }
    out
}

/// What is taken back, with its change.
pub fn taken_back(state: &State, memo: &Memo, draft: &Draft) -> Vec<StyledLine> {
    let mut out = vec![StyledLine::led(StyleRole::Dim, " taken back  ").and_quoted(StyleRole::Strong, &memo.title)];
    out.extend(diff(state, draft));
    out
}
