//! Defines the detail ("why"): the selected row in full, with the quotations it rests on.

mod chain;
mod conflict;
mod facts;
mod peek;

use ratatui::layout::Rect;

use super::{Canvas, scrolled};
use crate::safe;
use crate::session::export::speaker;
use crate::state::{Disposition, Evidence, Item, Outcome, TurnId};
use crate::text::{SafeText, counted};
use crate::tui::ids::{FoldedRows, PaneId, RowKey};
use crate::tui::layout::Layout;
use crate::tui::panes::content::{glyph, kind_word, plain_line, statement};
use crate::tui::signs;
use crate::tui::state::State;
use crate::tui::styled::{Span, StyledLine, answer_first, fact, quotation, without_marks};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Maximum columns of prose.
const PROSE: usize = 100;
/// Maximum lines of a detail.
const MAX_LINES: usize = 400;
/// The heading of the folded lines on the rules and words from which an item was read.
const HOW_READ: &str = "how it was read";

/// Draws title and rows.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    if layout.detail.height == 0 || state.selected().is_none() {
        return;
    }
    let area = layout.detail_area();
    let key = state.selected();
    if area != layout.detail {
        let name = key.as_ref().map_or_else(SafeText::default, |key| name(state, key));
        let below = layout.is_stacked();
        canvas.put(layout.detail, 0, &title(&name, if below { layout.detail.width as usize } else { 0 }), None);
    }
    let rows = all_rows(state, area);
    scrolled::draw(canvas, area, &rows, state.nav.detail_scroll, &state.prefs.keymap.key("detail-down"));
}

/// The largest scroll offset.
pub fn most_scroll(state: &State, layout: &Layout) -> usize {
    let area = layout.detail_area();
    scrolled::most(all_rows(state, area).len(), area.height as usize)
}

fn all_rows(state: &State, area: Rect) -> Vec<StyledLine> {
    let columns = (area.width as usize).min(PROSE);
    let Some(key) = state.selected() else { return Vec::new() };
    let shown = rows(state, &key, columns);
    // Free rows show more of the talk around the words.
    let free = (area.height as usize).saturating_sub(shown.len());
    let fuller = (free > 0).then(|| rows_with(state, &key, columns, Some(free)));
    fuller.filter(|rows| rows.len() <= area.height as usize).unwrap_or(shown)
}

fn title(name: &SafeText, rule: usize) -> StyledLine {
    ruled(if name.is_empty() { "why".into() } else { safe!("why {}", name) }, rule)
}

/// A title with a rule behind it, short and at most `columns` wide: a separator without content.
pub fn ruled(words: SafeText, columns: usize) -> StyledLine {
    const RULE: usize = 24;
    let row = StyledLine::one(StyleRole::Text, " ").and(StyleRole::Text, words);
    let rest = columns.saturating_sub(row.width()).saturating_sub(2).min(RULE);
    if rest == 0 { row } else { row.and(StyleRole::Faint, " ").and(StyleRole::Faint, SafeText::repeated("─", rest)) }
}

fn name(state: &State, key: &RowKey) -> SafeText {
    match key {
        RowKey::Item(id) => SafeText::line(id),
        RowKey::Held(id) => SafeText::line(&id.to_string()),
        RowKey::Rejected(_) => "ignored".into(),
        RowKey::Turn(at) => safe!("t{}", at + 1),
        RowKey::Advice(_) => "this advice".into(),
        RowKey::Conflict(_) => "this conflict".into(),
        RowKey::Entry(entry) => state.panes.get(entry.pane).map(|pane| pane.entry_name(entry)).unwrap_or_default(),
        RowKey::Heading(..) | RowKey::Folded(..) => SafeText::default(),
    }
}

/// The rows of the detail of `key`, wrapped to `columns`.
pub fn rows(state: &State, key: &RowKey, columns: usize) -> Vec<StyledLine> {
    rows_with(state, key, columns, Some(0))
}

/// The number of rows that the detail of the selected row takes in so many columns where the talk is on the screen.
pub fn least_rows(state: &State, columns: u16) -> usize {
    let columns = usize::from(columns).min(PROSE);
    state.selected().map_or(0, |key| rows_with(state, &key, columns, None).len())
}

/// The rows of the detail, with `more` extra rows for the talk around the words; `None` where the talk is on the screen.
fn rows_with(state: &State, key: &RowKey, columns: usize, more: Option<usize>) -> Vec<StyledLine> {
    let paragraphs = match key {
        RowKey::Item(id) => match state.ledger().get(id) {
            Some(item) if state.focus == PaneId::Chains => chain::rows(state, item),
            Some(item) => item_rows(state, item, more),
            None => Vec::new(),
        },
        RowKey::Held(id) => state.held_by_id(*id).map(|o| candidate_rows(state, o, more)).unwrap_or_default(),
        RowKey::Rejected(line) => {
            state.session.outcome(*line).map(|o| candidate_rows(state, o, more)).unwrap_or_default()
        }
        RowKey::Turn(at) => turn_rows(state, *at),
        RowKey::Advice(at) => state.session.advice().get(*at).map(facts::of_advice).unwrap_or_default(),
        RowKey::Conflict(at) => {
            state.session.conflicts().get(*at).map(|c| conflict::lines(state, c, more.is_some())).unwrap_or_default()
        }
        RowKey::Entry(entry) => state.panes.get(entry.pane).map(|pane| pane.detail(state, entry)).unwrap_or_default(),
        RowKey::Folded(fold, _) => vec![folded(state, *fold)],
        RowKey::Heading(..) => Vec::new(),
    };
    paragraphs.iter().flat_map(|p| p.wrap(columns, MAX_LINES)).take(MAX_LINES).collect()
}

fn item_rows(state: &State, item: &Item, more: Option<usize>) -> Vec<StyledLine> {
    let last = item.versions.len().saturating_sub(1);
    let at = state.nav.version.unwrap_or(last).min(last);
    let Some(version) = item.versions.get(at) else { return Vec::new() };
    let (sign, role) = glyph(item);
    let lead = Span::new(role.unwrap_or(StyleRole::Text), safe!(" {} ", signs::in_column(state, sign)));
    let words = if at == last {
        answer_first(plain_line(state, &item.summary), StyleRole::Strong)
    } else {
        StyledLine::of(chain::diff_of(state, item, at))
    };
    let mut rows = opening(state, lead, words, (&version.evidence, more));
    rows.extend(conflict::lines_of_item(state, item));
    rows.extend(facts::of_item(state, item, version, at));
    rows.extend(further_quotes(state, &version.evidence));
    if item.versions.len() > 1 {
        rows.push(StyledLine::blank());
        rows.extend(chain::versions(state, item, at));
    }
    rows.extend(chain::links(state, item));
    rows.extend(on_demand(state, HOW_READ, || facts::origin(state, item, version)));
    rows
}

/// The words of a row and the first quotation they rest on, with the talk around it. If both are the same, only the
/// quotation is shown.
fn opening(
    state: &State,
    lead: Span,
    words: StyledLine,
    (evidence, more): (&Evidence, Option<usize>),
) -> Vec<StyledLine> {
    let (before, after) = more.map_or_else(Default::default, |more| peek::around(state, evidence, more));
    let text: String = words.spans.iter().map(|span| span.text.as_str()).collect();
    let says_it = |said: &String| plain_words(said) == plain_words(&text);
    let quoted = quote(state, evidence, 0);
    if evidence.snippets.first().is_some_and(says_it) {
        let head = quoted.into_iter().map(|row| StyledLine { lead: vec![lead.clone()], ..row });
        return head.chain(before).chain(after).collect();
    }
    let head = StyledLine { lead: vec![lead], ..words };
    std::iter::once(head).chain(before).chain(quoted).chain(after).collect()
}

/// The quotations behind the first, without those whose words another one of the same turn shares.
fn further_quotes(state: &State, evidence: &Evidence) -> Vec<StyledLine> {
    let plain = evidence.snippets.iter().map(|words| plain_words(words));
    let said: Vec<(&TurnId, String)> = evidence.turn_ids.iter().zip(plain).collect();
    let repeats = |(turn, words): &(&TurnId, String), (other, own): &(&TurnId, String)| {
        turn == other && (words.contains(own.as_str()) || own.contains(words.as_str()))
    };
    let is_new = |n: &usize| {
        let (before, rest) = said.split_at(*n);
        rest.first().is_some_and(|own| !before.iter().any(|words| repeats(words, own)))
    };
    (1..said.len()).filter(is_new).take(6).flat_map(|n| quote(state, evidence, n)).collect()
}

/// Words normalised for comparison: in lower case, without punctuation at their ends.
fn plain_words(words: &str) -> String {
    let words = SafeText::line(&without_marks(words)).as_str().to_lowercase();
    words.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation()).to_owned()
}

/// Lines on how the program read something, once the detail was scrolled; until then their subject, and the key that
/// shows them.
pub fn on_demand(state: &State, about: &'static str, lines: impl FnOnce() -> Vec<StyledLine>) -> Vec<StyledLine> {
    let lines = lines();
    if state.nav.detail_scroll > 0 {
        return lines;
    }
    let count = lines.iter().filter(|row| !row.spans.is_empty()).count();
    let more = safe!("   ⋯ {} on {}: {}", counted(count, "line"), about, state.prefs.keymap.key("detail-down"));
    vec![StyledLine::one(StyleRole::Dim, more)]
}

/// The words of one piece of the evidence, verbatim, with who said them and when.
fn quote(state: &State, evidence: &Evidence, n: usize) -> Vec<StyledLine> {
    let (Some(turn), Some(snippet)) = (evidence.turn_ids.get(n), evidence.snippets.get(n)) else { return Vec::new() };
    let row =
        StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Quote, quotation(&state.session.from_project(snippet)));
    let (Some(turn), Some((voice, place))) = (state.session.turn(turn), state.session.voice(evidence, n)) else {
        return vec![row];
    };
    let row = row.and(StyleRole::Dim, safe!("  {} {}", SafeText::shown(voice), SafeText::shown(place)));
    let row = match turn.at {
        Some(at) => row.and(StyleRole::Dim, safe!(" {}", times::clock(at, state.now, state.prefs.utc_offset))),
        None => row,
    };
    vec![if state.session.is_withdrawn(&turn.turn_id) { row.and(StyleRole::Bad, " removed") } else { row }]
}

/// `v2  t77  you  "bump that"`, or `v3  you  edited: Postgres 16`: a version on one paragraph.
fn version_line(state: &State, item: &Item, at: usize, shown: bool) -> StyledLine {
    let Some(version) = item.versions.get(at) else { return StyledLine::blank() };
    let [open, close] = signs::around(shown);
    let role = if shown { StyleRole::Accent } else { StyleRole::Dim };
    let lead = |who: SafeText| StyledLine::led(role, safe!("{:<6} {}", safe!("  {}v{}{}", open, at + 1, close), who));
    let before = at.checked_sub(1).and_then(|at| item.versions.get(at));
    if before.is_some_and(|before| version.is_edit_of(before)) {
        // These words were not said in the talk, so no turn is named.
        let words = answer_first(plain_line(state, &version.summary), StyleRole::Text);
        return lead(safe!("{:<5} {:<5} ", "", "you")).and(StyleRole::Dim, "edited: ").and_line(words);
    }
    let evidence = &version.evidence;
    // Evidence shared with the version before does not explain the change.
    let place = evidence.telling_place(before.map(|v| v.evidence.as_ref()));
    let words = place.and_then(|at| evidence.snippets.get(at)).map_or("", String::as_str);
    let turn = place.and_then(|at| evidence.turn_ids.get(at)).unwrap_or(&version.turn_id);
    let who = state.session.turn(turn).map_or_else(SafeText::default, |t| {
        let role = place.and_then(|at| state.session.said_by(evidence, at)).unwrap_or(t.role);
        safe!("t{:<4} {:<5} ", t.ordinal, speaker(role))
    });
    lead(who).and(StyleRole::Quote, quotation(&state.session.from_project(words)))
}

fn candidate_rows(state: &State, outcome: &Outcome, more: Option<usize>) -> Vec<StyledLine> {
    let candidate = &outcome.candidate;
    let (sign, role) = match outcome.disposition {
        Disposition::Held { .. } => (" ? ", StyleRole::Warn),
        _ => (" ✗ ", StyleRole::Bad),
    };
    let words = answer_first(statement(state, candidate), StyleRole::Strong);
    let mut rows = opening(state, Span::new(role, sign), words, (&candidate.evidence, more));
    rows.extend(further_quotes(state, &candidate.evidence));
    rows.extend(facts::of_outcome(state, outcome, kind_word(candidate)));
    rows.extend(on_demand(state, HOW_READ, || facts::origin_of_outcome(outcome)));
    rows
}

/// Describes the rows that a fold hides, with the key that shows them.
fn folded(state: &State, fold: FoldedRows) -> StyledLine {
    let words = match fold {
        FoldedRows::Likely => " shows the other likely items in Review.",
        FoldedRows::ToConfirm => " shows or hides what is less likely, and not asked about.",
        FoldedRows::Ignored => " shows or hides what was ignored, each with the reason.",
    };
    StyledLine::led(StyleRole::Text, "   ")
        .and(StyleRole::Accent, state.prefs.keymap.key("open"))
        .and(StyleRole::Text, words)
}

/// Detail lines of a turn.
fn turn_rows(state: &State, at: usize) -> Vec<StyledLine> {
    let Some(turn) = state.turns().get(at) else { return Vec::new() };
    let mut head = StyledLine::one(StyleRole::Strong, safe!(" t{} {}", turn.ordinal, speaker(turn.role)));
    if let Some(time) = turn.at {
        let clock = times::clock(time, state.now, state.prefs.utc_offset);
        head = head.and(StyleRole::Strong, safe!("  {}", clock));
    }
    let mut rows = vec![head];
    let place = on_demand(state, "its place in the file", || {
        let at = turn.at.map(|at| fact("at", times::exact(at, state.prefs.utc_offset)));
        let place = [fact("line", safe!("{}", turn.record.line)), fact("id", SafeText::line(&turn.turn_id))];
        at.into_iter().chain(place).collect()
    });
    let marks = state.session.marks(at);
    if marks.is_empty() {
        rows.push(StyledLine::one(StyleRole::Dim, "   carries nothing"));
        rows.extend(place);
        return rows;
    }
    rows.push(StyledLine::one(StyleRole::Dim, "   carries"));
    let mut shown: Vec<&str> = Vec::new();
    for mark in marks.iter().take(super::talk::MARKS) {
        if shown.contains(&mark.item_id.as_str()) {
            continue;
        }
        shown.push(&mark.item_id);
        if let Some(item) = state.ledger().get(&mark.item_id) {
            rows.push(chain::item_line(state, item, ""));
        } else if let Some(held) = mark.item_id.parse().ok().and_then(|id| state.held_by_id(id)) {
            let row = StyledLine::led(StyleRole::Warn, safe!(" ? {}  ", SafeText::line(&mark.item_id)));
            rows.push(row.and_line(answer_first(plain_line(state, held.candidate.delta.text()), StyleRole::Text)));
        }
    }
    rows.extend(place);
    rows
}
