//! Defines how a change of memories is shown before it is made.

use crate::memory::MemoryDraft;
use crate::memory::MemoryEvent;
use crate::safe;
use crate::session::suggest::SuggestionFlag;
use crate::text::SafeText;
use crate::tui::file_diff::file_diff;
use crate::tui::row_content::FLAGGED;
use crate::tui::state::State;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

use super::DraftedSuggestion;

/// A change as paragraphs: the folder, each file, and its removed and added lines.
pub fn diff(state: &State, draft: &MemoryDraft) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    for warning in &draft.warnings {
        lines.push(StyledLine::led(StyleRole::Warn, " note  ").and_quoted(StyleRole::Text, warning));
    }
    let folder = state.sessions.short(&draft.folder.display().to_string());
    lines.push(StyledLine::led(StyleRole::Dim, " in    ").and_path(&folder));
    lines.extend(draft.changes.iter().flat_map(|c| file_diff(&c.file, c.before.as_deref(), c.after.as_deref())));
    lines
}

/// Warns that a suggestion is suspicious, with the reason.
pub fn flag_line(flag: SuggestionFlag) -> StyledLine {
    let words = SafeText::line(&flag.word().replace('_', " "));
    StyledLine::led(FLAGGED.1, safe!(" {} ", FLAGGED.0)).and(FLAGGED.1, words)
}

/// The suggestions to be kept, each with its change.
pub fn kept(state: &State, drafted: &[DraftedSuggestion]) -> Vec<StyledLine> {
    let mut out = Vec::new();
    for DraftedSuggestion { suggestion, draft } in drafted {
        let about = safe!(" {} {}  ", suggestion.memory_type.word(), suggestion.action.word());
        out.push(StyledLine::led(StyleRole::Dim, about).and_quoted(StyleRole::Strong, &suggestion.title));
        out.extend(suggestion.flags.iter().map(|flag| flag_line(*flag)));
        out.extend(diff(state, draft));
        out.push(StyledLine::one(StyleRole::Text, " "));
    }
    out
}

/// Lines of an undo: the memory and the change that undoes its last write.
pub fn taken_back(state: &State, event: &MemoryEvent, draft: &MemoryDraft) -> Vec<StyledLine> {
    let mut out = vec![StyledLine::led(StyleRole::Dim, " undo  ").and_quoted(StyleRole::Strong, &event.title)];
    out.extend(diff(state, draft));
    out
}
