//! Defines the transcript view: turns as they were said, the places that carry items marked.
//!
//! Only what is on screen is made safe and wrapped. The turn at the reading position is drawn a third down the screen,
//! so the scroll state is only that turn and a line in it.

mod parts;

use ratatui::layout::Rect;

use self::parts::{end_of, first_of, fitting, window};
use super::markup::Markup;
use super::{Canvas, list};
use crate::safe;
use crate::session::export::speaker;
use crate::session::{Conflict, Mark, worded};
use crate::state::{HeldId, ItemId, Outcome};
use crate::text::SafeText;
use crate::transcript::{Role, Turn};
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::layout::Layout;
use crate::tui::row_content::CONFLICT;
use crate::tui::signs;
use crate::tui::state::State;
use crate::tui::styled::{Span, StyledLine};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Lines shown of a turn other than the current one.
const FOLDED: usize = 6;
/// Bytes read of a turn other than the current one: enough for its folded lines on any screen.
const FOLDED_BYTES: usize = 4096;
/// Bytes read of the current turn.
const READ_BYTES: usize = 48 * 1024;
/// Maximum number of marks considered per turn: a screen holds no more.
pub const MARKS: usize = 100;
/// Maximum columns of prose.
const PROSE: usize = 100;

/// A line of the talk: whether it belongs to the turn read.
#[derive(Clone)]
struct Line {
    row: StyledLine,
    chosen: bool,
    first: bool,
}

/// Draws the talk around the turn read, or around the evidence of the selected row.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout, area: Rect) {
    let focused = state.focus == PaneId::Transcript;
    let Some((turn, line)) = place(state, area, focused) else {
        let empty = list::nothing(state, PaneId::Transcript);
        canvas.put_all(area, &empty.wrap_cut(area.width as usize, 4.min(area.height.into())));
        return;
    };
    let lines = lines(state, turn, line, area);
    // On the dashboard a short talk is aligned to the bottom, where the next words will appear.
    let above = if layout.is_dashboard() { area.height.saturating_sub(lines.len() as u16) } else { 0 };
    for (at, shown) in (above..area.height).zip(lines) {
        // The cursor's bar is drawn in the focused list only.
        let bar = match (shown.chosen, shown.first) {
            (true, _) if !focused => Span::new(StyleRole::Faint, "▏"),
            (true, true) => Span::new(StyleRole::Accent, "▌"),
            (true, false) => Span::new(StyleRole::Faint, "▌"),
            _ => Span::new(StyleRole::Text, " "),
        };
        let mut row = StyledLine::of([bar]);
        row.spans.extend(shown.row.lead.into_iter().chain(shown.row.spans));
        let fill = (shown.chosen && shown.first && focused).then_some(StyleRole::Selected);
        canvas.put(area, at, &row, fill);
    }
}

/// The current turn, and its first line shown.
fn place(state: &State, area: Rect, focused: bool) -> Option<(usize, usize)> {
    let last = state.turn_at()?;
    if focused {
        return Some((last, state.nav.reading.line));
    }
    // The demo follows the talk while the person has not taken the keys.
    let goes_on = state.tour_caption().is_some();
    let turn = match state.selected().filter(|_| !goes_on) {
        Some(RowKey::Item(id)) => {
            let item = state.ledger().get(&id)?;
            let version = state.nav.version.and_then(|v| item.versions.get(v)).or(item.newest())?;
            state.session.turn_index(version.said_in())
        }
        Some(RowKey::Held(id)) => evidence_turn(state, state.held_by_id(id)),
        Some(RowKey::Rejected(line)) => evidence_turn(state, state.session.outcome(line)),
        Some(RowKey::Folded(fold, _)) => state.newest_folded_turn(state.focus, fold),
        Some(RowKey::Conflict(at)) => {
            state.session.conflicts().get(at).and_then(|conflict| state.session.turn_index(&conflict.turn_id))
        }
        _ => None,
    };
    let turn = turn.unwrap_or(last);
    let columns = columns(area);
    let rows = all_rows(state, turn, columns);
    let line = if rows.len() + 1 > area.height as usize { first_marked(&rows) } else { 0 };
    Some((turn, line))
}

/// The item whose evidence is highlighted: the selected one, or the one the transcript was opened from.
fn chosen_id(state: &State) -> Option<ItemId> {
    match state.selected()? {
        RowKey::Turn(_) => item_of(state.nav.back.last()?.1.as_ref()?),
        key => item_of(&key),
    }
}

fn item_of(key: &RowKey) -> Option<ItemId> {
    match key {
        RowKey::Item(id) => Some(id.clone()),
        RowKey::Held(id) => Some((*id).into()),
        _ => None,
    }
}

fn evidence_turn(state: &State, outcome: Option<&Outcome>) -> Option<usize> {
    state.session.turn_index(outcome?.candidate.evidence.turn_ids.first()?)
}

fn columns(area: Rect) -> usize {
    (area.width as usize).saturating_sub(2).min(PROSE)
}

/// The lines on screen.
fn lines(state: &State, turn: usize, line: usize, area: Rect) -> Vec<Line> {
    let (columns, height) = (columns(area), area.height as usize);
    let own = turn_lines(state, turn, columns, None);
    if own.len() > height {
        return window(own, line, height);
    }
    let shown = around(state, turn, &own, (columns, height), FOLDED);
    // If rows are free, no line of a turn is left out.
    let free = height.saturating_sub(shown.len());
    let fuller = (free > 0).then(|| around(state, turn, &own, (columns, height), FOLDED + free));
    fuller.filter(|fuller| fuller.len() > shown.len()).unwrap_or(shown)
}

/// A turn with those before and after it that fit, each of at most `most` lines.
fn around(state: &State, turn: usize, own: &[Line], (columns, height): (usize, usize), most: usize) -> Vec<Line> {
    let left = height.saturating_sub(own.len());
    // A third of the screen is above the turn, more if too little follows to fill the rest.
    let mut above = above(state, turn, columns, (left.min(height / 3), most));
    let below = below(state, turn, columns, (left.saturating_sub(above.len()), most));
    let free = left.saturating_sub(below.len());
    if above.len() < free {
        above = self::above(state, turn, columns, (free, most));
    }
    above.into_iter().chain(own.iter().cloned()).chain(below).collect()
}

/// The turns before one in so many rows, each of at most `most` lines. Of the first one that does not fit, the end is
/// shown, since the next turn answers it.
fn above(state: &State, turn: usize, columns: usize, (rows, most): (usize, usize)) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for before in (0..turn).rev() {
        let left = rows.saturating_sub(out.len());
        let lines = |most| turn_lines(state, before, columns, Some(most));
        let mut more = lines(most);
        let fits = more.len() <= left;
        if !fits {
            let is_whole = state.turns().get(before).is_some_and(|turn| turn.content.len() <= FOLDED_BYTES);
            more = if is_whole { end_of(lines(usize::MAX), left) } else { fitting(left, most, true, lines) }
                .unwrap_or_default();
        }
        more.append(&mut out);
        out = more;
        if !fits {
            break;
        }
    }
    out
}

/// The turns after one in so many rows, each of at most `most` lines.
fn below(state: &State, turn: usize, columns: usize, (rows, most): (usize, usize)) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for next in turn + 1..state.turns().len() {
        let left = rows.saturating_sub(out.len());
        let is_part = state.turns().get(next).is_some_and(|turn| turn.content.len() > FOLDED_BYTES);
        match fitting(left, most, is_part, |most| turn_lines(state, next, columns, Some(most))) {
            Some(more) => out.extend(more),
            None => return out,
        }
    }
    let unfinished = if state.is_past() { &[][..] } else { &state.file.provisional };
    for turn in unfinished {
        let left = rows.saturating_sub(out.len());
        let is_part = turn.content.len() > FOLDED_BYTES;
        match fitting(left, most, is_part, |most| provisional(turn, columns, most)) {
            Some(more) => out.extend(more),
            None => break,
        }
    }
    out
}

/// The lines of a turn: all of the current one, `most` of another.
fn turn_lines(state: &State, at: usize, columns: usize, most: Option<usize>) -> Vec<Line> {
    let rows = match most {
        Some(most) => folded(state, at, columns, most),
        None => body(state, at, columns, READ_BYTES),
    };
    let head = std::iter::once(head(state, at, columns));
    let rows = head.chain(rows).chain(broken_rules(state, at, columns));
    rows.enumerate().map(|(n, row)| Line { row, chosen: most.is_none(), first: n == 0 }).collect()
}

/// A turn of the file's unfinished last line: dim, under a head with that notice.
fn provisional(turn: &Turn, columns: usize, most: usize) -> Vec<Line> {
    let head = StyledLine::one(StyleRole::Dim, safe!("◌ {}  ", speaker(turn.role)))
        .and(StyleRole::Warn, "provisional: its line in the file is not finished");
    let part = turn.content.get(..turn.content.floor_char_boundary(FOLDED_BYTES)).unwrap_or("");
    let safe = SafeText::block(part.trim_end());
    let rows = StyledLine::led(StyleRole::Text, "  ").and(StyleRole::Dim, safe).wrap(columns, usize::MAX);
    let is_part = part.len() < turn.content.len();
    let rows = std::iter::once(head.cut(columns)).chain(first_of(rows, most, is_part));
    rows.enumerate().map(|(n, row)| Line { row, chosen: false, first: n == 0 }).collect()
}

/// The head of a turn: speaker, time, and the items that it carries.
fn head(state: &State, at: usize, columns: usize) -> StyledLine {
    let Some(turn) = state.turns().get(at) else { return StyledLine::blank() };
    let who = speaker(turn.role);
    let role = if who == "you" { StyleRole::Strong } else { StyleRole::Text };
    let named = StyledLine::one(StyleRole::Dim, safe!("t{} ", turn.ordinal)).and(role, who);
    let mut row = StyledLine::blank();
    if state.session.is_withdrawn(&turn.turn_id) {
        row = row.and(StyleRole::Bad, "  removed");
    }
    let mut ids: Vec<&str> = Vec::new();
    for mark in state.session.marks(at).iter().take(MARKS) {
        let stands = match mark.item_id.parse() {
            Ok(held) => state.held_by_id(held).is_some(),
            Err(_) => {
                state.ledger().get(&mark.item_id).is_some_and(|item| item.is_open() || item.end_reason().is_none())
            }
        };
        if stands && !ids.contains(&mark.item_id.as_str()) {
            ids.push(&mark.item_id);
        }
    }
    let before = at.checked_sub(1).and_then(|at| state.turns().get(at)?.at);
    let time = turn.at.map_or_else(StyledLine::blank, |at| {
        StyledLine::one(
            StyleRole::Dim,
            safe!("  {}", times::clock_after(at, before, state.now, state.prefs.utc_offset)),
        )
    });
    let with_marks = |head: StyledLine| {
        let room = columns.saturating_sub(head.width());
        head.and_line(marks(state, &ids, room))
    };
    let timed = with_marks(named.clone().and_line(time).and_line(row.clone()));
    // The time is dropped whole where even the number of the marks does not fit beside it.
    let head = if timed.width() <= columns { timed } else { with_marks(named.and_line(row)) };
    head.cut(columns)
}

/// The marks of a turn in so many columns: its items, then its likely ones. Those without room are counted.
fn marks(state: &State, ids: &[&str], columns: usize) -> StyledLine {
    let (items, held): (Vec<&str>, Vec<&str>) = ids.iter().partition(|id| id.parse::<HeldId>().is_err());
    let carries = signs::carries(state);
    let (mut some, mut likely) = (items.len(), held.len());
    loop {
        let row =
            named_ids(StyleRole::Text, carries, &items, some).and_line(named_ids(StyleRole::Warn, "?", &held, likely));
        if row.width() <= columns || some + likely == 0 {
            return row;
        }
        // What is settled stays longest.
        if likely > 0 { likely -= 1 } else { some -= 1 }
    }
}

/// A sign with the first `shown` of some ids, and the number of the others.
fn named_ids(role: StyleRole, sign: &'static str, ids: &[&str], shown: usize) -> StyledLine {
    if ids.is_empty() {
        return StyledLine::blank();
    }
    let (some, others) = ids.split_at(shown.min(ids.len()));
    let mut words: Vec<String> = some.iter().map(ToString::to_string).collect();
    if !others.is_empty() {
        words.push(format!("⋯ {} more", others.len()));
    }
    StyledLine::one(role, safe!("  {} {}", sign, SafeText::line(&words.join(" "))))
}

/// The calls after a turn that violated a rule, since the talk itself shows no calls.
fn broken_rules(state: &State, at: usize, columns: usize) -> Vec<StyledLine> {
    let Some(turn) = state.turns().get(at) else { return Vec::new() };
    let selected = state.selected();
    let of_turn =
        state.open_conflicts().filter(|(_, conflict)| conflict.turn_id == turn.turn_id && !conflict.is_statement());
    let row = |(n, conflict): (usize, &Conflict)| {
        let is_selected = match &selected {
            Some(RowKey::Conflict(other)) => *other == n,
            Some(RowKey::Turn(_)) => state.nav.back.last().is_some_and(|(_, key)| *key == Some(RowKey::Conflict(n))),
            _ => false,
        };
        let role = if is_selected { StyleRole::Evidence } else { StyleRole::Text };
        let lead = StyledLine::led(CONFLICT.1, safe!("  {} ", CONFLICT.0));
        // Below the person's words, the calls are the agent's.
        let lead = if turn.role == Role::User { lead.and(StyleRole::Dim, "agent: ") } else { lead };
        let row = lead.and(role, SafeText::line(&state.session.from_project(&conflict.words)));
        row.and(StyleRole::Dim, safe!("  against \"{}\"", worded(&state.session.from_project(&conflict.rule))))
            .wrap(columns, FOLDED)
    };
    of_turn.take(MARKS).flat_map(row).collect()
}

/// The rows of a turn below its head.
fn all_rows(state: &State, at: usize, columns: usize) -> Vec<StyledLine> {
    let mut rows = body(state, at, columns, READ_BYTES);
    rows.extend(broken_rules(state, at, columns));
    rows
}

fn folded(state: &State, at: usize, columns: usize, most: usize) -> Vec<StyledLine> {
    let is_part = state.turns().get(at).is_some_and(|turn| turn.content.len() > FOLDED_BYTES);
    first_of(body(state, at, columns, FOLDED_BYTES), most, is_part)
}

/// The words of a turn, wrapped, with its evidence and the search matches marked.
fn body(state: &State, at: usize, columns: usize, bytes: usize) -> Vec<StyledLine> {
    let Some(turn) = state.turns().get(at) else { return Vec::new() };
    let marks = state.session.marks(at);
    let marks = marks.get(..MARKS).unwrap_or(marks);
    let start = window_start(&turn.content, marks.first().map_or(0, |m| m.range.start), bytes);
    let end = turn.content.floor_char_boundary(start.saturating_add(bytes));
    let part = turn.content.get(start..end).unwrap_or("");
    let safe = SafeText::block(part.trim_end());
    let chosen = chosen_id(state);
    let mut spans: Vec<(usize, usize, StyleRole)> = marks
        .iter()
        .filter_map(|m| {
            let own = chosen.as_ref().map_or(state.turn_at() == Some(at), |c| *c == m.item_id);
            // Held candidates are named in the head only; marks in the text would hide the items.
            if !own && state.ledger().get(&m.item_id).is_none() {
                return None;
            }
            let words = words_of(state, turn, m)?;
            let near = m.range.start.saturating_sub(start);
            let (from, to) = find(safe.as_str(), SafeText::block(words).as_str().trim(), near)?;
            Some((from, to, if own { StyleRole::Evidence } else { StyleRole::Marked }))
        })
        .collect();
    // If two items rest on the same words, the selected one takes precedence.
    spans.sort_unstable_by_key(|(from, to, role)| (*role != StyleRole::Evidence, *from, *to));
    let mut words = StyledLine::led(StyleRole::Text, "  ");
    let markup = Markup::of(safe.as_str(), state.session.meta().cwd.as_deref());
    words.spans = marked(&safe, &spans, &markup, &state.nav.search);
    let mut rows = words.wrap_hanging(columns);
    if start > 0 {
        rows.insert(0, StyledLine::one(StyleRole::Dim, "  ⋯ earlier words of this turn not shown"));
    }
    if end < turn.content.len() || state.session.left_out(at) > 0 {
        rows.push(StyledLine::one(StyleRole::Dim, "  ⋯ later words of this turn not shown"));
    }
    rows
}

/// The words of a mark: those at its range, or, for a signal without a range in the talk, those of the evidence.
fn words_of<'a>(state: &'a State, turn: &'a Turn, mark: &Mark) -> Option<&'a str> {
    if let Some(words) = turn.content.get(mark.range.clone()).filter(|w| !w.trim().is_empty()) {
        return Some(words);
    }
    let evidence = state.ledger().get(&mark.item_id)?.versions.iter().rev().map(|v| &v.evidence);
    evidence
        .flat_map(|e| e.turn_ids.iter().zip(&e.snippets))
        .find(|(id, words)| **id == turn.turn_id && turn.content.contains(words.as_str()))
        .map(|(_, words)| words.as_str())
}

/// The offset at which to begin in a text too long to be read whole: 0, or shortly before the evidence, at the head of a
/// line, else of a sentence, else of a word.
fn window_start(text: &str, evidence: usize, bytes: usize) -> usize {
    if text.len() <= bytes || evidence < bytes / 2 {
        return 0;
    }
    let from = text.floor_char_boundary(evidence.saturating_sub(bytes / 4));
    let before = text.get(from..text.floor_char_boundary(evidence)).unwrap_or("");
    let head = ["\n", ". ", " "].iter().find_map(|end| before.find(end).map(|at| from + at + end.len()));
    head.unwrap_or(from)
}

/// Position of `words` in `text`, nearest to `near`: sanitizing moves positions, seldom far.
fn find(text: &str, words: &str, near: usize) -> Option<(usize, usize)> {
    if words.is_empty() {
        return None;
    }
    let at = text.match_indices(words).map(|(at, _)| at).min_by_key(|at| at.abs_diff(near))?;
    Some((at, at + words.len()))
}

/// The text with its spans in their roles, without its hidden parts; of overlapping spans the first given is used.
fn marked(text: &SafeText, spans: &[(usize, usize, StyleRole)], markup: &Markup, search: &str) -> Vec<Span> {
    let mut kept: Vec<(usize, usize, StyleRole)> = Vec::new();
    for &(from, to, role) in spans {
        if from < to && kept.iter().all(|(f, t, _)| to <= *f || from >= *t) {
            kept.push((from, to, role));
        }
    }
    let marks = markup.hidden.iter().chain(&markup.strong).flat_map(|range| [range.start, range.end]);
    let mut ends: Vec<usize> = kept.iter().flat_map(|(from, to, _)| [*from, *to]).chain(marks).collect();
    ends.extend([0, text.as_str().len()]);
    ends.sort_unstable();
    ends.dedup();
    let mut runs = Vec::new();
    for (from, to) in ends.iter().copied().zip(ends.iter().copied().skip(1)) {
        if markup.hides(from) {
            continue;
        }
        if let Some((.., role)) = kept.iter().find(|(f, t, _)| (*f..*t).contains(&from)) {
            runs.push(Span::new(*role, text.slice(from..to)));
            continue;
        }
        let role = if markup.is_strong(from) { StyleRole::Strong } else { StyleRole::Text };
        runs.extend(list::matched(&text.slice(from..to), search, role));
    }
    runs.retain(|r| !r.text.is_empty());
    runs
}

fn first_marked(rows: &[StyledLine]) -> usize {
    let found =
        rows.iter().position(|r| r.spans.iter().any(|x| matches!(x.role, StyleRole::Evidence | StyleRole::Match)));
    found.unwrap_or(0).saturating_sub(2)
}

fn area(state: &State) -> Rect {
    Layout::of(state.size, state).list_area(PaneId::Transcript)
}

/// The line of a turn to begin with so that its evidence is on screen.
pub fn line_of_evidence(state: &State, turn: usize) -> usize {
    first_marked(&all_rows(state, turn, columns(area(state))))
}

/// The line of a turn to begin with so that the search match is on screen.
pub fn line_of_words(state: &State, turn: usize, _: &str) -> usize {
    line_of_evidence(state, turn)
}

/// Moves by lines within a turn taller than the screen, else by turns.
pub fn scroll(state: &mut State, rows: isize) {
    let Some(turn) = state.turn_at() else { return };
    let area = area(state);
    let height = area.height as usize;
    let own = all_rows(state, turn, columns(area)).len() + 1;
    let last_line = own.saturating_sub(height);
    let line = state.nav.reading.line.min(last_line);
    let to = line.saturating_add_signed(rows);
    let leaves = if rows < 0 { line == 0 } else { line >= last_line };
    if own > height && !leaves {
        state.nav.reading = crate::tui::state::ReadingPosition { turn: Some(turn), line: to.min(last_line) };
        return;
    }
    // A page key moves by about three folded turns.
    let turns = if rows.unsigned_abs() > 1 { rows.signum() * (rows / 6).abs().max(1) } else { rows };
    let last = state.turns().len().saturating_sub(1);
    let next = turn.saturating_add_signed(turns).min(last);
    state.nav.reading.turn = Some(next);
    if next != turn {
        state.nav.reading.line = if rows < 0 { tall(state, next, area) } else { 0 };
    }
}

/// The last line a tall turn can begin with: going up, one enters it at its end.
fn tall(state: &State, turn: usize, area: Rect) -> usize {
    (all_rows(state, turn, columns(area)).len() + 1).saturating_sub(area.height as usize)
}
