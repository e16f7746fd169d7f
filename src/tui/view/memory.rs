//! Defines how durable memory is drawn: the counts above the queue, a change as a diff, what the dialog says of it.

use super::preview::of_file;
use super::row::Row;
use crate::memory::{MemoryDraft, MemoryEvent, SuggestionStatus};
use crate::tui::overlay::Drafted;
use crate::tui::panes::face::FLAGGED;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// `3 pending · 5 approved · 2 dismissed · 1 there already`.
pub fn summary(state: &State) -> Row {
    let memories = &state.memories;
    let mut row = Row::one(Role::Text, "   ");
    let named = [
        (SuggestionStatus::Pending, "pending"),
        (SuggestionStatus::Approved, "approved"),
        (SuggestionStatus::Dismissed, "dismissed"),
    ];
    for (n, (standing, word)) in named.into_iter().enumerate() {
        let gap = if n > 0 { " · " } else { "" };
        row = row.and(Role::Dim, gap).and(Role::Text, memories.count(standing).to_string());
        row = row.and(Role::Dim, format!(" {word}"));
    }
    let marked = memories.marked.len();
    if marked > 0 { row.and(Role::Accent, format!(" · {marked} marked *")) } else { row }
}

/// A change as paragraphs: the folder, each file, and what goes and comes, line by line.
pub fn diff(state: &State, draft: &MemoryDraft) -> Vec<Row> {
    let mut rows = Vec::new();
    for warning in &draft.warnings {
        rows.push(Row::led(Role::Warn, " note  ").and_quoted(Role::Text, warning));
    }
    let folder = state.sessions.short(&draft.folder.display().to_string());
    rows.push(Row::led(Role::Dim, " in    ").and_quoted(Role::Text, &folder));
    rows.extend(draft.changes.iter().flat_map(|c| of_file(&c.file, c.before.as_deref(), c.after.as_deref())));
    rows
}

/// The suggestions to be kept, each with its change.
pub fn kept(state: &State, drafted: &[Drafted]) -> Vec<Row> {
    let mut out = Vec::new();
    for one in drafted {
        let suggestion = &one.suggestion;
        let about = format!(" {} {}  ", suggestion.memory_type, suggestion.action);
        out.push(Row::led(Role::Dim, about).and_quoted(Role::Strong, &suggestion.title));
        for flag in &suggestion.flags {
            let words = format!("look closely: {}", flag.word().replace('_', " "));
            out.push(Row::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and(FLAGGED.1, words));
        }
        out.extend(diff(state, &one.draft));
        out.push(Row::one(Role::Text, " "));
    }
    out
}

/// What is taken back, with its change.
pub fn taken_back(state: &State, memo: &MemoryEvent, draft: &MemoryDraft) -> Vec<Row> {
    let mut out = vec![Row::led(Role::Dim, " taken back  ").and_quoted(Role::Strong, &memo.title)];
    out.extend(diff(state, draft));
    out
}
