//! Defines the drawing of a list: only the rows on screen, their right-hand facts in fixed columns.

use std::collections::HashMap;

use ratatui::layout::Rect;

use super::row::{Row, Run};
use super::{Canvas, standup, words};
use crate::text::width;
use crate::tui::keymap::shown;
use crate::tui::panes::face::{Face, face};
use crate::tui::panes::{PaneId, RowKey};
use crate::tui::state::{Live, State};
use crate::tui::theme::Role;

/// Columns before the words: selection bar, change mark, glyph, space.
const LEAD: usize = 4;
/// Columns the words keep before a fact's column is given up.
const SUMMARY: usize = 46;

/// Draws a pane's rows.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, pane: PaneId, area: Rect) {
    let list = state.list(pane);
    if list.rows.is_empty() {
        empty(canvas, state, pane, area);
        return;
    }
    let focused = pane == state.focus;
    let selected = list.at();
    let shown: Vec<(usize, &RowKey, Face)> = list
        .rows
        .iter()
        .enumerate()
        .skip(list.offset)
        .take(area.height as usize)
        .map(|(at, key)| (at, key, face(state, key)))
        .collect();
    let faces: Vec<&Face> = shown.iter().map(|(.., f)| f).filter(|f| !f.glyph.is_empty()).collect();
    let columns = Columns::of(&faces, state, area.width as usize);
    for (line, (at, key, face)) in (0..area.height).zip(&shown) {
        let chosen = focused && selected == Some(*at);
        let row = match key {
            RowKey::Summary if pane == PaneId::Standup => standup::summary(state),
            RowKey::Summary => super::memory::summary(state),
            RowKey::Heading(title, count) if pane == PaneId::Standup => standup::heading(state, title, *count),
            RowKey::Heading(title, count) => Row::one(Role::Text, "   ").and(Role::Dim, format!("{title} {count}")),
            _ => columns.row(state, face, chosen),
        };
        canvas.put(area, line, &row, chosen.then_some(Role::Selected));
    }
}

/// What would fill the pane, and where one may look meanwhile: at most five lines.
fn empty(canvas: &mut Canvas<'_>, state: &State, pane: PaneId, area: Rect) {
    let columns = (area.width as usize).min(76);
    let filter = &state.list(pane).filter;
    if !filter.is_empty() {
        let row = Row::led(Role::Text, "   ")
            .and(Role::Dim, format!("None of {} rows holds ", state.list(pane).unfiltered))
            .and_quoted(Role::Text, &format!("\"{filter}\""))
            .and(Role::Dim, format!(". {} clears the filter.", state.keymap.key("back")));
        canvas.put_all(area, &row.wrap(columns, 4));
        return;
    }
    let mut rows = nothing(state, pane).wrap(columns, 4);
    if pane == state.focus && !matches!(pane, PaneId::Transcript | PaneId::Standup) && area.height > 5 {
        let turns = state.turns().len();
        let next = format!("Read so far: {turns} turns. {} shows them.", pane_key(state, PaneId::Transcript));
        rows.extend(Row::led(Role::Text, "   ").and(Role::Dim, next).wrap(columns, 1));
    }
    canvas.put_all(area, &rows);
}

/// The key of a pane.
fn pane_key(state: &State, pane: PaneId) -> String {
    let keys = state.keymap.all().find(|(a, _)| a.id == "pane").map_or(&[][..], |(_, keys)| keys);
    keys.get(pane as usize).map_or("Tab".to_owned(), |k| shown(&k.word()))
}

/// Why a pane is empty.
pub fn nothing(state: &State, pane: PaneId) -> Row {
    let row = Row::led(Role::Text, "   ");
    if let (PaneId::Memory, Some(why)) = (pane, &state.memories.nowhere) {
        return row.and(Role::Dim, why.clone());
    }
    if pane == PaneId::Standup {
        return standup::nothing(state);
    }
    match state.live {
        Live::Waiting if !state.source.is_empty() => row
            .and(Role::Dim, "There is no file ")
            .and_quoted(Role::Text, &state.source)
            .and(Role::Dim, " yet. It is read as soon as it appears."),
        Live::UnknownFormat => row
            .and_quoted(Role::Text, &state.source)
            .and(Role::Dim, " is no transcript of a known format so far. Lines that come are still looked at."),
        Live::Opening => row.and(Role::Dim, "What was saved is being read."),
        Live::Loading { .. } => row.and(Role::Dim, "Nothing so far: the history is still being read."),
        _ => row.and(Role::Dim, pane.pane().empty),
    }
}

/// The widths of the right-hand columns on this screen; 0 where a column is not shown.
struct Columns {
    total: usize,
    word: usize,
    score: usize,
    version: usize,
    turn: usize,
    age: usize,
}

impl Columns {
    fn of(faces: &[&Face], state: &State, total: usize) -> Self {
        let mut columns = Self { total, word: 0, score: 0, version: 0, turn: 0, age: 0 };
        let widest = |fact: &dyn Fn(&Face) -> String| {
            let facts: Vec<String> = faces.iter().map(|f| fact(f)).collect();
            let wide = facts.iter().map(|f| width(f)).max().unwrap_or(0);
            (wide, is_varied(&facts))
        };
        let (turn, _) = widest(&turn);
        if total >= 30 {
            columns.turn = turn;
        }
        let (version, _) = widest(&version);
        if version > 0 && total >= 44 {
            columns.version = version;
        }
        let (word, varied) = widest(&|f| f.word.clone());
        let fits = |columns: &Self, more: usize| columns.room() >= SUMMARY.min(total * 6 / 10) + more + 2;
        if varied && fits(&columns, word) {
            columns.word = word;
        }
        let (score, varied) = widest(&|f| f.score.clone());
        if varied && columns.word > 0 && columns.room() >= SUMMARY + score + 2 {
            columns.score = score;
        }
        let (age, varied) = widest(&|f| age(state, f));
        if varied && total >= 56 && fits(&columns, age + 6) {
            columns.age = age;
        }
        columns
    }

    /// Columns left for the words.
    fn room(&self) -> usize {
        let facts = [self.word, self.score, self.version, self.turn, self.age];
        let taken: usize = facts.iter().filter(|w| **w > 0).map(|w| w + 2).sum();
        self.total.saturating_sub(LEAD).saturating_sub(taken)
    }

    fn row(&self, state: &State, face: &Face, chosen: bool) -> Row {
        let bar = if chosen { Run::new(Role::Accent, "▌") } else { Run::new(Role::Text, " ") };
        let (mark, mark_role) = face.mark.unwrap_or((" ", Role::Text));
        let mark = Run::new(mark_role, mark);
        let glyph = Run::new(face.glyph_role.unwrap_or(Role::Text), face.glyph);
        let mut row = Row::of([bar, mark, glyph, Run::new(Role::Text, " ")]);
        let role = match (face.ended, face.flashing) {
            (_, true) => Role::Strong,
            (true, _) => Role::Dim,
            _ => Role::Text,
        };
        let mut words = Row::one(Role::Dim, face.lead);
        if self.word == 0 && !face.sign.is_empty() {
            words = words.and(Role::Dim, format!("{} ", face.sign));
        }
        words.runs.extend(matched(&face.text, &state.search, role));
        let words = words.cut(self.room());
        let gap = self.room().saturating_sub(words.width());
        row.runs.extend(words.runs);
        row.runs.push(Run::new(Role::Text, " ".repeat(gap)));
        let facts = [
            (self.word, face.word.clone()),
            (self.score, face.score.clone()),
            (self.version, version(face)),
            (self.turn, turn(face)),
            (self.age, age(state, face)),
        ];
        for (wide, fact) in facts.into_iter().filter(|(wide, _)| *wide > 0) {
            let missing = wide.saturating_sub(width(&fact)) + 2;
            row.runs.push(Run::new(Role::Text, " ".repeat(missing)));
            row.runs.push(Run::new(Role::Dim, fact));
        }
        row
    }
}

/// Whether a column says more than one thing: one value on over nine in ten rows says nothing.
fn is_varied(facts: &[String]) -> bool {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for fact in facts {
        *counts.entry(fact).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    facts.len() < 3 && facts.iter().any(|f| !f.is_empty()) || most * 10 <= facts.len() * 9
}

fn turn(face: &Face) -> String {
    face.turn.map_or(String::new(), |t| format!("t{t}"))
}

fn version(face: &Face) -> String {
    face.versions.map_or(String::new(), |v| format!("v{v}"))
}

fn age(state: &State, face: &Face) -> String {
    match (state.now, face.at) {
        (Some(now), Some(at)) => words::age(now, at),
        _ => String::new(),
    }
}

/// Safe words as runs, with the words looked for marked.
pub fn matched(text: &str, words: &str, role: Role) -> Vec<Run> {
    let (low, words) = (text.to_lowercase(), words.to_lowercase());
    // Lower case may have another length; then the places do not agree and nothing is marked.
    if words.is_empty() || low.len() != text.len() {
        return vec![Run::new(role, text)];
    }
    let mut runs = Vec::new();
    let mut at = 0;
    for (from, found) in low.match_indices(&words) {
        let (Some(before), Some(hit)) = (text.get(at..from), text.get(from..from + found.len())) else { break };
        runs.push(Run::new(role, before));
        runs.push(Run::new(Role::Match, hit));
        at = from + found.len();
    }
    runs.push(Run::new(role, text.get(at..).unwrap_or("")));
    runs
}
