//! Defines the rows of the Memory pane: pending suggestions by their effect, then the others by their last event.

use super::MemoryPane;
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::safe;
use crate::session::suggest::{MemoryAction, MemoryType};
use crate::text::SafeText;
use crate::tui::ids::{PaneEntry, PaneId, RowKey};
use crate::tui::row_content::{FLAGGED, MARKED, RowContent, first_mark};
use crate::tui::state::pane_cache::grouped;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// The rows under their headings.
pub fn rows(pane: &MemoryPane) -> Vec<RowKey> {
    grouped(vec![
        ("supersede", waiting(pane, MemoryAction::Supersede)),
        ("update", waiting(pane, MemoryAction::Update)),
        ("create", waiting(pane, MemoryAction::Create)),
        ("retire", waiting(pane, MemoryAction::Retire)),
        ("approved", keys(pane, |row| row.standing == SuggestionStatus::Approved)),
        ("dismissed", keys(pane, |row| row.standing == SuggestionStatus::Dismissed)),
        ("nothing: already there", keys(pane, |row| row.standing == SuggestionStatus::Kept)),
    ])
}

fn waiting(pane: &MemoryPane, action: MemoryAction) -> Vec<RowKey> {
    keys(pane, |row| row.standing == SuggestionStatus::Pending && row.suggestion.action == action)
}

fn keys(pane: &MemoryPane, holds: impl Fn(&SuggestionRow) -> bool) -> Vec<RowKey> {
    pane.rows.iter().filter(|row| holds(row)).map(|row| MemoryPane::key(&row.suggestion.id)).collect()
}

impl MemoryPane {
    /// The row of a suggestion.
    pub fn key(id: &str) -> RowKey {
        RowKey::Entry(PaneEntry { pane: PaneId::Memory, kind: "suggestion", id: id.to_owned() })
    }
}

/// The sign of an approval's effect, and its role.
pub fn sign(row: &SuggestionRow) -> (&'static str, Option<StyleRole>) {
    match (row.standing, row.suggestion.action) {
        (SuggestionStatus::Approved, _) => ("✓", Some(StyleRole::Good)),
        (SuggestionStatus::Dismissed, _) => ("×", Some(StyleRole::Dim)),
        (SuggestionStatus::Kept, _) | (_, MemoryAction::Nothing) => ("=", Some(StyleRole::Dim)),
        (_, MemoryAction::Create) => ("+", None),
        (_, MemoryAction::Update) => ("~", None),
        (_, MemoryAction::Supersede) => ("»", None),
        (_, MemoryAction::Retire) => ("-", None),
    }
}

/// A suggestion's row. Turn and time are in the detail: the confidence matters more here.
pub fn content(pane: &MemoryPane, row: &SuggestionRow) -> RowContent {
    let suggestion = &row.suggestion;
    let (glyph, glyph_role) = sign(row);
    RowContent {
        glyph,
        glyph_role,
        text: SafeText::line(&suggestion.title),
        ended: row.standing != SuggestionStatus::Pending,
        word: suggestion.confidence.word().into(),
        lead: lead(pane, suggestion.memory_type),
        mark: first_mark([(pane.marked.contains(&suggestion.id), MARKED), (!suggestion.flags.is_empty(), FLAGGED)]),
        ..RowContent::default()
    }
}

/// The type of a memory; empty for the project's, which most are.
fn lead(pane: &MemoryPane, memory_type: MemoryType) -> SafeText {
    let is_varied = pane.rows.iter().any(|row| row.suggestion.memory_type != memory_type);
    let is_said = is_varied && memory_type != MemoryType::Project;
    if is_said { safe!("{}: ", memory_type.word()) } else { SafeText::default() }
}

/// An indented paragraph.
pub fn indented(words: &SafeText) -> StyledLine {
    StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Text, words)
}
