//! Defines the drawing of a list: only the rows on screen, their right-hand facts in fixed columns.

use std::collections::HashMap;

use ratatui::layout::Rect;

use super::{Canvas, header};
use crate::safe;
use crate::state::ItemKind;
use crate::text::{SafeText, counted, width};
use crate::tui::actions::{ACTIONS, is_hinted};
use crate::tui::ids::{PaneId, RowKey};
use crate::tui::panes::content::row_content;
use crate::tui::row_content::RowContent;
use crate::tui::signs;
use crate::tui::state::{LIKELY, Live, State};
use crate::tui::styled::{Span, StyledLine, answer_first, quotation};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Columns before the words: selection bar, change mark, glyph, space.
const LEAD_COLUMNS: usize = 4;
/// Minimum columns of the words, below which a fact's column is dropped.
const MIN_WORD_COLUMNS: usize = 46;
/// Columns of a full side pane.
const FULL: usize = 58;

/// Draws a pane's rows.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, pane: PaneId, area: Rect) {
    let list = state.list(pane);
    if list.rows.is_empty() {
        empty(canvas, state, pane, area);
        return;
    }
    let focused = pane == state.focus;
    let selected = list.at();
    let rows = list.shown(area.height as usize);
    let mut shown: Vec<(usize, &RowKey, RowContent)> =
        (list.offset..).zip(rows).map(|(at, key)| (at, key, content_in(state, pane, key))).collect();
    remove_common_word(&mut shown);
    let faces: Vec<&RowContent> = shown.iter().map(|(.., f)| f).filter(|f| !f.glyph.is_empty()).collect();
    let columns = Columns::of(&faces, state, area.width as usize);
    for (line, (at, key, content)) in (0..area.height).zip(&shown) {
        let chosen = focused && selected == Some(*at);
        let row = match key {
            RowKey::Heading(title, count) => {
                let note = state.panes.get(pane).filter(|_| *at == 0).and_then(|own| own.note(state));
                heading(state, pane, (title, *count), note, area.width as usize)
            }
            RowKey::Item(_)
            | RowKey::Held(_)
            | RowKey::Folded(..)
            | RowKey::Rejected(_)
            | RowKey::Turn(_)
            | RowKey::Advice(_)
            | RowKey::Conflict(_)
            | RowKey::Entry(_) => columns.row(state, content, chosen),
        };
        canvas.put(area, line, &row, chosen.then_some(StyleRole::Selected));
    }
    // Right below the rows, also if a heading was left out.
    let height =
        if list.offset + rows.len() < list.rows.len() { area.height.min(rows.len() as u16 + 1) } else { area.height };
    canvas.put_more(Rect { height, ..area }, list.items_below(list.offset + rows.len()));
}

/// Removes a word that nearly all items have, since it distinguishes none.
fn remove_common_word(shown: &mut [(usize, &RowKey, RowContent)]) {
    let is_item = |key: &RowKey| matches!(key, RowKey::Item(_));
    let words: Vec<SafeText> =
        shown.iter().filter(|(_, key, _)| is_item(key)).map(|(.., content)| content.word.clone()).collect();
    let Some(common) = common(&words).filter(|word| !word.is_empty() && words.len() > 2) else { return };
    for (.., content) in shown.iter_mut().filter(|(_, key, content)| is_item(key) && content.word.as_str() == common) {
        content.word = SafeText::default();
    }
}

/// Content of a row in a pane: a likely item stands dimmed below the settled ones, with a question mark, and its kind is
/// named if the pane lists several.
fn content_in(state: &State, pane: PaneId, key: &RowKey) -> RowContent {
    let content = row_content(state, key);
    if pane == PaneId::Chains {
        // This pane is about replaced items, so they are not dimmed.
        return RowContent { ended: false, ..content };
    }
    let RowKey::Held(id) = key else { return content };
    if pane == PaneId::Review {
        return content;
    }
    let kind = state.held_by_id(*id).and_then(|outcome| outcome.candidate.delta.item_kind());
    let is_plain = kind.is_none_or(|kind| [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task].contains(&kind));
    let word = if is_plain { SafeText::default() } else { content.word };
    RowContent { word, sign: "", score: SafeText::default(), ended: true, ..content }
}

/// A group's title with its count, a note on the whole pane, and the pane's addition to the group.
fn heading(
    state: &State,
    pane: PaneId,
    (title, count): (&'static str, usize),
    note: Option<StyledLine>,
    columns: usize,
) -> StyledLine {
    let mut line = StyledLine::one(StyleRole::Text, safe!("   {} {}", title, count));
    if let Some(note) = note {
        line = line.and(StyleRole::Dim, " · ").and_line(note).cut(columns);
    }
    let mut hints = Vec::new();
    // On other rows the same keys have other actions.
    if title == LIKELY && pane == state.focus && matches!(state.selected(), Some(RowKey::Held(_))) {
        hints.extend(
            ["confirm", "dismiss"].into_iter().filter(|id| is_hinted(state, id)).map(|id| action_hint(state, id)),
        );
    }
    hints.extend(state.panes.get(pane).and_then(|own| own.heading_note(state, title)));
    for hint in hints {
        if line.width() + hint.width() > columns {
            break;
        }
        line = line.and_line(hint);
    }
    line
}

/// `  a confirm`: an action's key and name.
fn action_hint(state: &State, id: &str) -> StyledLine {
    let title = ACTIONS.iter().find(|action| action.id == id).map_or("", |action| action.title);
    StyledLine::one(StyleRole::Text, "  ")
        .and(StyleRole::Accent, state.prefs.keymap.key(id))
        .and(StyleRole::Text, safe!(" {}", title))
}

/// Draws the text of an empty pane and the keys of panes with content: at most five lines.
fn empty(canvas: &mut Canvas<'_>, state: &State, pane: PaneId, area: Rect) {
    let columns = (area.width as usize).min(76);
    let filter = &state.list(pane).filter;
    if !filter.is_empty() {
        let row = StyledLine::led(StyleRole::Text, "   ")
            .and(StyleRole::Text, safe!("None of {} holds ", counted(state.list(pane).unfiltered, "row")))
            .and(StyleRole::Text, quotation(filter))
            .and(StyleRole::Text, safe!(". {} clears the filter.", state.prefs.keymap.key("back")));
        canvas.put_all(area, &row.wrap_cut(columns, 4.min(area.height.into())));
        return;
    }
    let mut rows = nothing(state, pane).wrap_cut(columns, 4.min(area.height.into()));
    let says_more = !state.is_unread()
        && !is_before_the_talk(state)
        && state.file.live != Live::Waiting
        && !matches!(pane, PaneId::Transcript | PaneId::Standup);
    if pane == state.focus && says_more && area.height > 5 {
        let key = pane_key(state, PaneId::Transcript);
        let next = match state.turns().len() {
            0 => "Nothing was said yet.".into(),
            turns => {
                let them = if turns == 1 { "it" } else { "them" };
                safe!("Read so far: {}. {} shows {}.", counted(turns, "turn"), key, them)
            }
        };
        rows.extend(StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Text, next).wrap_cut(columns, 1));
    }
    canvas.put_all(area, &rows);
}

/// Whether the point of the past that is shown lies before the first turn, so that everything came later.
fn is_before_the_talk(state: &State) -> bool {
    state.is_past() && state.turns().is_empty()
}

/// The key of a pane.
fn pane_key(state: &State, pane: PaneId) -> SafeText {
    let key = state.prefs.keymap.keys_of("pane").get(pane as usize);
    key.map_or_else(|| "Tab".into(), |key| state.prefs.keymap.name(key))
}

/// Why a pane is empty.
pub fn nothing(state: &State, pane: PaneId) -> StyledLine {
    let row = StyledLine::led(StyleRole::Text, "   ");
    if let Some(why) = state.panes.get(pane).and_then(|own| own.why_empty(state)) {
        return why;
    }
    if is_before_the_talk(state) {
        let (later, live) = (state.prefs.keymap.key("later"), state.prefs.keymap.key("live"));
        let ways = safe!("This is before the first turn. {} goes on in time, {} goes back to live.", later, live);
        return row.and(StyleRole::Text, ways);
    }
    match state.file.live {
        Live::Waiting if state.sessions.waits => {
            row.and(StyleRole::Text, "No agent runs here yet. Its session is followed as soon as it begins.")
        }
        Live::Waiting if !state.file.source.is_empty() => row
            .and(StyleRole::Text, "There is no file ")
            .and_quoted(StyleRole::Text, &state.file.source)
            .and(StyleRole::Text, " yet: check its name, or wait. It is read as soon as it appears."),
        Live::UnknownFormat => row
            .and_quoted(StyleRole::Text, &state.file.source)
            .and(StyleRole::Text, " is no transcript of a known format so far. Lines that come are still looked at."),
        Live::Opening => row.and(StyleRole::Text, "What was saved is being read."),
        Live::Loading { .. } => row.and(StyleRole::Text, "Nothing so far: the history is still being read."),
        Live::Waiting | Live::Live | Live::Truncated | Live::Gone | Live::Unreadable => {
            row.and(StyleRole::Text, pane.pane().empty)
        }
    }
}

/// The widths of the right-hand columns on this screen; 0 where a column is not shown.
struct Columns {
    total: usize,
    /// Minimum columns of the words.
    least: usize,
    word: usize,
    score: usize,
    version: usize,
    turn: usize,
    age: usize,
}

impl Columns {
    fn of(faces: &[&RowContent], state: &State, total: usize) -> Self {
        // In a narrow part, facts take precedence.
        let least = if total < FULL { MIN_WORD_COLUMNS.min(total * 6 / 10) } else { MIN_WORD_COLUMNS };
        let mut columns = Self { total, least, word: 0, score: 0, version: 0, turn: 0, age: 0 };
        let (turn, _) = widest(faces, turn);
        if total >= 30 {
            columns.turn = turn;
        }
        let (version, _) = widest(faces, version);
        if version > 0 && total >= 44 {
            columns.version = version;
        }
        let (word, varied) = widest(faces, |f| f.word.clone());
        if varied && columns.fits(word) {
            columns.word = word;
        }
        let (score, varied) = widest(faces, |f| f.score.clone());
        if varied && columns.word > 0 && columns.room() >= MIN_WORD_COLUMNS + score + 2 {
            columns.score = score;
        }
        let (age, varied) = widest(faces, |f| age(state, f));
        // In a session idle for days, every row would show the same age.
        if varied && total >= 56 && columns.fits(age) && !header::is_old(state) {
            columns.age = age;
        }
        columns
    }

    /// Whether the words keep enough columns beside a column of this width.
    fn fits(&self, more: usize) -> bool {
        self.room() >= self.least + more + 2
    }

    /// Columns left for the words.
    fn room(&self) -> usize {
        let facts = [self.word, self.score, self.version, self.turn, self.age];
        let taken: usize = facts.iter().filter(|w| **w > 0).map(|w| w + 2).sum();
        self.total.saturating_sub(LEAD_COLUMNS).saturating_sub(taken)
    }

    fn row(&self, state: &State, content: &RowContent, chosen: bool) -> StyledLine {
        let bar = if chosen { Span::new(StyleRole::Accent, "▌") } else { Span::new(StyleRole::Text, " ") };
        let (mark, mark_role) = content.mark.unwrap_or((" ", StyleRole::Text));
        let mark = Span::new(mark_role, signs::in_column(state, mark));
        let glyph = signs::in_column(state, content.glyph);
        let glyph = Span::new(content.glyph_role.unwrap_or(StyleRole::Text), glyph);
        let mut row = StyledLine::of([bar, mark, glyph, Span::new(StyleRole::Text, " ")]);
        let role = match (content.ended, content.flashing) {
            (_, true) => StyleRole::Strong,
            (true, _) => StyleRole::Dim,
            _ => StyleRole::Text,
        };
        let facts = self.facts(state, content);
        let taken: usize = facts.iter().map(|span| width(span.text.as_str())).sum();
        let room = self.total.saturating_sub(LEAD_COLUMNS).saturating_sub(taken);
        // Without a column for it, the kind is named if the words leave room, else shown by its sign.
        let is_told = self.word == 0 && !content.sign.is_empty();
        let kind = if is_told { safe!("  {}", content.word) } else { SafeText::default() };
        let taken = width(content.lead.as_str()) + width(content.text.as_str()) + width(kind.as_str());
        let kind = if taken <= self.room() { kind } else { SafeText::default() };
        let behind = if kind.is_empty() { 0 } else { room.saturating_sub(self.room()) };
        let room = room.saturating_sub(width(kind.as_str()) + behind);
        let mut words = StyledLine::one(StyleRole::Dim, content.lead.clone());
        if is_told && kind.is_empty() {
            words = words.and(StyleRole::Dim, safe!("{} ", signs::in_column(state, content.sign)));
        }
        for span in answer_first(content.text.clone(), role).spans {
            words.spans.extend(matched(&span.text, &state.nav.search, span.role));
        }
        let words = words.cut(room);
        let gap = room.saturating_sub(words.width());
        row.spans.extend(words.spans);
        row.spans.push(Span::new(StyleRole::Text, SafeText::spaces(gap)));
        row.spans.extend([Span::new(StyleRole::Dim, kind), Span::new(StyleRole::Text, SafeText::spaces(behind))]);
        row.spans.extend(facts);
        row
    }

    /// The facts of a row, each at the right end of its column. Empty columns before the first of them are left to the
    /// words.
    fn facts(&self, state: &State, content: &RowContent) -> Vec<Span> {
        let facts = [
            (self.word, content.word.clone()),
            (self.score, content.score.clone()),
            (self.version, version(content)),
            (self.turn, turn(content)),
            (self.age, age(state, content)),
        ];
        let mut spans = Vec::new();
        for (wide, fact) in facts.into_iter().filter(|(wide, _)| *wide > 0).skip_while(|(_, fact)| fact.is_empty()) {
            let missing = if spans.is_empty() { 0 } else { wide.saturating_sub(width(fact.as_str())) };
            spans.push(Span::new(StyleRole::Text, SafeText::spaces(missing + 2)));
            spans.push(Span::new(StyleRole::Dim, fact));
        }
        spans
    }
}

/// The width of the widest fact on these rows, and whether the facts differ.
fn widest(rows: &[&RowContent], fact: impl Fn(&RowContent) -> SafeText) -> (usize, bool) {
    let facts: Vec<SafeText> = rows.iter().map(|row| fact(row)).collect();
    let wide = facts.iter().map(|fact| width(fact.as_str())).max().unwrap_or(0);
    (wide, is_varied(&facts))
}

/// Whether a column distinguishes rows: one value on over nine in ten rows does not.
fn is_varied(facts: &[SafeText]) -> bool {
    facts.len() < 3 && facts.iter().any(|f| !f.is_empty()) || common(facts).is_none()
}

/// The value, which may be empty, that over nine in ten rows have.
fn common(facts: &[SafeText]) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for fact in facts {
        *counts.entry(fact.as_str()).or_default() += 1;
    }
    let (fact, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 10 > facts.len() * 9).then_some(fact)
}

fn turn(content: &RowContent) -> SafeText {
    content.turn.map_or_else(SafeText::default, |t| safe!("t{}", t))
}

fn version(content: &RowContent) -> SafeText {
    content.versions.map_or_else(SafeText::default, |v| safe!("v{}", v))
}

fn age(state: &State, content: &RowContent) -> SafeText {
    match (state.now, content.at) {
        (Some(now), Some(at)) => times::age(now, at),
        _ => SafeText::default(),
    }
}

/// A safe text as spans, with the words searched for marked.
pub fn matched(text: &SafeText, words: &str, role: StyleRole) -> Vec<Span> {
    let (low, words) = (text.as_str().to_lowercase(), words.to_lowercase());
    // Lower case may have another length; then the offsets do not match and nothing is marked.
    if words.is_empty() || low.len() != text.as_str().len() {
        return vec![Span::new(role, text)];
    }
    let mut spans = Vec::new();
    let mut at = 0;
    for (from, found) in low.match_indices(&words) {
        spans.push(Span::new(role, text.slice(at..from)));
        at = from + found.len();
        spans.push(Span::new(StyleRole::Match, text.slice(from..at)));
    }
    spans.push(Span::new(role, text.slice(at..low.len())));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::ItemId;

    /// The words of rows, one of them a heading, after the common one was removed.
    fn left_of(words: &[&'static str]) -> Vec<String> {
        let items = (1..).map(|n| RowKey::Item(ItemId::new('c', n))).take(words.len());
        let keys: Vec<RowKey> = std::iter::once(RowKey::Heading("in force", words.len())).chain(items).collect();
        let words = std::iter::once("").chain(words.iter().copied());
        let content = |word: &'static str| RowContent { word: word.into(), ..RowContent::default() };
        let mut shown: Vec<(usize, &RowKey, RowContent)> =
            keys.iter().zip(words).enumerate().map(|(at, (key, word))| (at, key, content(word))).collect();
        remove_common_word(&mut shown);
        shown.into_iter().skip(1).map(|(.., content)| content.word.into_string()).collect()
    }

    #[test]
    fn only_a_word_of_nearly_all_items_is_removed() {
        let mut words = ["hard"; 20];
        assert_eq!(left_of(&words), [""; 20]);
        words[0] = "conflict";
        let mut left = [""; 20];
        left[0] = "conflict";
        assert_eq!(left_of(&words), left, "the first word is not the common one");
        words[1] = "";
        assert_eq!(left_of(&words), words, "18 of 20 are not over nine in ten");
        let mut words = [""; 20];
        words[3] = "conflict";
        assert_eq!(left_of(&words), words, "an empty word is not taken away, nor one beside it");
        assert_eq!(left_of(&["hard", "hard"]), ["hard", "hard"]);
    }
}
