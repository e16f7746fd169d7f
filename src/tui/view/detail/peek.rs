//! Defines the peek of the talk around a quotation: a few lines before and after it, shown while the talk itself is not
//! on the screen.

use crate::safe;
use crate::session::export::speaker;
use crate::state::Evidence;
use crate::text::{SafeText, below, width};
use crate::transcript::Turn;
use crate::tui::layout::Layout;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, is_directive, without_marks};
use crate::tui::theme::StyleRole;

/// Bytes of a turn read from its end or its beginning.
const PEEK_BYTES: usize = 2048;
/// One row in `SHARE` of the detail shows words before the quotation, and one shows words after it.
const SHARE: usize = 5;
/// Maximum number of turns searched for one of the other speaker.
const MAX_TURNS: usize = 6;

/// The other speaker's words right before the quoted ones, and right after. `more` rows are free for them in addition
/// to their share of the detail.
pub fn around(state: &State, evidence: &Evidence, more: usize) -> (Vec<StyledLine>, Vec<StyledLine>) {
    let turn = evidence.turn_ids.first().and_then(|id| state.session.turn_index(id));
    let layout = Layout::of(state.size, state);
    let (Some(at), false) = (turn, layout.shows_talk()) else { return Default::default() };
    let Some(own) = state.turns().get(at) else { return Default::default() };
    let is_other = |turn: &&Turn| turn.role != own.role;
    // If the nearest words of the other speaker are quoted, farther ones explain nothing.
    let is_new = |turn: &&Turn| !is_quoted(evidence, turn);
    let before = state.turns().get(at.saturating_sub(MAX_TURNS)..at).unwrap_or_default();
    let after = state.turns().get(at + 1..).unwrap_or_default();
    let area = layout.detail_area();
    let rows = (area.height as usize / SHARE).max(1);
    let columns = area.width as usize;
    let cwd = state.session.meta().cwd.as_deref();
    let before = before.iter().rev().find(is_other).filter(is_new).map(|turn| {
        let mut last = lines(turn, end(&turn.content).lines().rev(), (rows + more.div_ceil(2), columns), cwd);
        last.reverse();
        led(turn, last)
    });
    let after = after.iter().take(MAX_TURNS).find(is_other).filter(is_new);
    let left = more.saturating_sub(before.as_ref().map_or(0, |lines| wrapped(lines, columns).saturating_sub(rows)));
    let after = after.map(|turn| led(turn, lines(turn, beginning(&turn.content).lines(), (rows + left, columns), cwd)));
    (before.unwrap_or_default(), after.unwrap_or_default())
}

/// The number of rows that lines take.
fn wrapped(lines: &[StyledLine], columns: usize) -> usize {
    lines.iter().map(|line| line.wrap(columns, usize::MAX).len()).sum()
}

/// Whether the evidence quotes a turn, so that its words are shown already.
fn is_quoted(evidence: &Evidence, turn: &Turn) -> bool {
    evidence.turn_ids.iter().any(|id| *id == turn.turn_id)
}

/// The lines of prose that fit into `rows` and `columns`; the first one is cut if it alone does not fit.
fn lines<'t>(
    turn: &Turn,
    from: impl Iterator<Item = &'t str>,
    (rows, columns): (usize, usize),
    cwd: Option<&str>,
) -> Vec<StyledLine> {
    let columns = columns.saturating_sub(width(who(turn).as_str())).max(1);
    let (mut kept, mut left) = (Vec::new(), rows);
    for line in from.filter(|line| is_prose(line)) {
        let line = StyledLine::one(StyleRole::Text, SafeText::line(&without_marks(&below(line, cwd))));
        let taken = line.wrap(columns, usize::MAX).len();
        if taken > left && !kept.is_empty() {
            break;
        }
        kept.push(whole_rows(&line, columns, left));
        left = left.saturating_sub(taken);
    }
    kept
}

/// A line of at most `rows` rows, cut at a word.
fn whole_rows(line: &StyledLine, columns: usize, rows: usize) -> StyledLine {
    let mut room = rows * columns;
    loop {
        let cut = line.clone().cut(room);
        // Words that wrap whole leave blanks at the end of a row.
        if room <= columns || cut.wrap(columns, usize::MAX).len() <= rows {
            return cut;
        }
        room = room.saturating_sub(columns / 4 + 1);
    }
}

/// `agent t30: Does that sound acceptable?`: the lines below each other, after the speaker.
fn led(turn: &Turn, lines: Vec<StyledLine>) -> Vec<StyledLine> {
    let who = who(turn);
    let indent = SafeText::spaces(width(who.as_str()));
    let leads = std::iter::once(who).chain(std::iter::repeat(indent));
    lines
        .into_iter()
        .zip(leads)
        .map(|(line, lead)| StyledLine { spans: line.spans, ..StyledLine::led(StyleRole::Dim, lead) })
        .collect()
}

fn who(turn: &Turn) -> SafeText {
    safe!("   {} t{}: ", speaker(turn.role), turn.ordinal)
}

/// The end of a text, where a question usually is.
fn end(text: &str) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(PEEK_BYTES))..).unwrap_or("")
}

fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(PEEK_BYTES)).unwrap_or("")
}

/// Whether a line has words: no fence, table, rule or directive.
fn is_prose(line: &str) -> bool {
    let line = line.trim();
    !is_directive(line)
        && !line.starts_with("```")
        && !line.starts_with('|')
        && line.chars().filter(|c| c.is_alphabetic()).count() > 2
}
