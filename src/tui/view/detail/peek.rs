//! Defines the peek of the talk around a quotation: what was said right before and right after, a line each, where the
//! talk itself is not on the screen.

use crate::safe;
use crate::session::export::speaker;
use crate::state::Evidence;
use crate::text::SafeText;
use crate::transcript::Turn;
use crate::tui::ids::PaneId;
use crate::tui::layout::Layout;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, without_marks};
use crate::tui::theme::StyleRole;

/// Bytes of a turn looked at from its end or its beginning.
const LOOK: usize = 2048;
/// Columns of a line: about two rows of a narrow pane.
const COLUMNS: usize = 96;
/// Turns looked at for one of the other speaker.
const NEAR: usize = 6;

/// The other speaker's words right before the quoted ones, and right after.
pub fn around(state: &State, evidence: &Evidence) -> (Option<StyledLine>, Option<StyledLine>) {
    let turn = evidence.turn_ids.first().and_then(|id| state.session.turn_index(id));
    let is_shown = Layout::of(state.size, state).main_pane == PaneId::Transcript;
    let (Some(at), false) = (turn, is_shown) else { return (None, None) };
    let Some(own) = state.turns().get(at) else { return (None, None) };
    let is_other = |turn: &&Turn| turn.role != own.role;
    // Where the nearest words of the other speaker are quoted, those farther away explain nothing.
    let is_new = |turn: &&Turn| !is_quoted(evidence, turn);
    let before = state.turns().get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    let after = state.turns().get(at + 1..).unwrap_or_default();
    let before =
        before.iter().rev().find(is_other).filter(is_new).and_then(|turn| line(turn, last_words(&turn.content)));
    let after =
        after.iter().take(NEAR).find(is_other).filter(is_new).and_then(|turn| line(turn, first_words(&turn.content)));
    (before, after)
}

/// Whether the evidence quotes a turn: then its words stand beside it already.
fn is_quoted(evidence: &Evidence, turn: &Turn) -> bool {
    evidence.turn_ids.iter().any(|id| *id == turn.turn_id)
}

/// `agent t30: Does that sound acceptable?`
fn line(turn: &Turn, words: Option<&str>) -> Option<StyledLine> {
    let who = safe!("   {} t{}: ", speaker(turn.role), turn.ordinal);
    let words = StyledLine::one(StyleRole::Dim, SafeText::line(&without_marks(words?))).cut(COLUMNS);
    Some(StyledLine { spans: words.spans, ..StyledLine::led(StyleRole::Dim, who) })
}

/// The last line of a text that is prose: a question stands at the end.
fn last_words(text: &str) -> Option<&str> {
    let from = text.ceil_char_boundary(text.len().saturating_sub(LOOK));
    text.get(from..)?.lines().rev().find(|line| is_prose(line))
}

/// The first line of a text that is prose.
fn first_words(text: &str) -> Option<&str> {
    let to = text.floor_char_boundary(LOOK);
    text.get(..to)?.lines().find(|line| is_prose(line))
}

/// Whether a line has words: no fence, table or rule.
fn is_prose(line: &str) -> bool {
    let line = line.trim();
    !line.starts_with("```") && !line.starts_with('|') && line.chars().filter(|c| c.is_alphabetic()).count() > 2
}
