//! Defines the "why": the selected row in full, with the words it rests on.

mod chain;
mod facts;
mod memory;
mod standup;

use std::fmt::Write as _;

use ratatui::layout::Rect;

use super::row::{Row, Run};
use super::{Canvas, words};
use crate::state::{Disposition, Evidence, Item, Outcome};
use crate::text::SafeText;
use crate::tui::layout::Layout;
use crate::tui::panes::face::{glyph, kind_word};
use crate::tui::panes::{PaneId, RowKey};
use crate::tui::state::State;
use crate::tui::theme::Role;

/// Columns prose is read at.
const PROSE: usize = 100;
/// Lines a detail may have: what does not fit a screen is scrolled, what goes beyond this is not read.
const MOST: usize = 400;

/// Draws title and rows.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    if layout.detail.height == 0 || state.selected().is_none() {
        return;
    }
    let area = layout.detail_area();
    let key = state.selected();
    if area != layout.detail {
        let name = key.as_ref().map_or(String::new(), |key| name(state, key));
        let below = layout.detail.width == layout.frame.width;
        canvas.put(layout.detail, 0, &title(&name, if below { layout.detail.width as usize } else { 0 }), None);
    }
    let rows = key.map_or_else(Vec::new, |k| rows(state, &k, (area.width as usize).min(PROSE)));
    scrolled(canvas, area, &rows, state.detail_scroll, &state.keymap.key("detail-down"));
}

/// Puts rows from `scroll` on; a last line says how many more there are, and how to see them.
fn scrolled(canvas: &mut Canvas<'_>, area: Rect, rows: &[Row], scroll: usize, key: &str) {
    let height = area.height as usize;
    let scroll = scroll.min(rows.len().saturating_sub(height));
    let shown: Vec<Row> = rows.iter().skip(scroll).take(height).cloned().collect();
    canvas.put_all(area, &shown);
    let hidden = rows.len().saturating_sub(scroll).saturating_sub(height);
    if hidden > 0 && height > 1 {
        let more = Row::one(Role::Dim, format!("   ⋯ {} lines more: {key}", hidden + 1));
        let line = area.height.saturating_sub(1);
        canvas.clear(Rect { y: area.y.saturating_add(line), height: 1, ..area });
        canvas.put(area, line, &more, None);
    }
}

fn title(name: &str, rule: usize) -> Row {
    let row = Row::one(Role::Text, " ").and(Role::Dim, format!("why {name}").trim_end().to_owned());
    let rest = rule.saturating_sub(row.width()).saturating_sub(2);
    if rest == 0 { row } else { row.and(Role::Faint, format!(" {}", "─".repeat(rest))) }
}

fn name(state: &State, key: &RowKey) -> String {
    match key {
        RowKey::Item(id) => id.to_string(),
        RowKey::Held(id) => id.to_string(),
        RowKey::Memory(id) => id.clone(),
        RowKey::Rejected(_) => "refused".to_owned(),
        RowKey::Turn(at) => format!("t{}", at + 1),
        RowKey::Advice(_) => "this advice".to_owned(),
        RowKey::Conflict(_) => "this conflict".to_owned(),
        RowKey::Standup(entry) => standup::name(state, entry),
        RowKey::Heading(..) | RowKey::Summary => String::new(),
    }
}

/// The rows of the detail of `key`, wrapped to `columns`.
pub fn rows(state: &State, key: &RowKey, columns: usize) -> Vec<Row> {
    let paragraphs = match key {
        RowKey::Item(id) => match state.ledger().get(id) {
            Some(item) if state.focus == PaneId::Chains => chain::rows(state, item),
            Some(item) => item_rows(state, item),
            None => Vec::new(),
        },
        RowKey::Held(id) => state.held_by_id(*id).map(|o| candidate_rows(state, o)).unwrap_or_default(),
        RowKey::Rejected(line) => state.session.outcome(*line).map(|o| candidate_rows(state, o)).unwrap_or_default(),
        RowKey::Turn(at) => turn_rows(state, *at),
        RowKey::Advice(at) => state.session.advice().get(*at).map(facts::of_advice).unwrap_or_default(),
        RowKey::Memory(id) => state.memories.row(id).map(|r| memory::of_suggestion(state, r)).unwrap_or_default(),
        RowKey::Conflict(at) => {
            state.session.conflicts().get(*at).map(|c| memory::of_conflict(state, c)).unwrap_or_default()
        }
        RowKey::Standup(entry) => standup::rows(state, entry),
        RowKey::Heading(..) | RowKey::Summary => Vec::new(),
    };
    paragraphs.iter().flat_map(|p| p.wrap(columns, MOST)).take(MOST).collect()
}

fn item_rows(state: &State, item: &Item) -> Vec<Row> {
    let last = item.versions.len().saturating_sub(1);
    let at = state.version.unwrap_or(last).min(last);
    let Some(version) = item.versions.get(at) else { return Vec::new() };
    let (sign, role) = glyph(item);
    let lead = Run::new(role.unwrap_or(Role::Text), format!(" {sign} "));
    let mut rows = Vec::new();
    let mut summary = Row { lead: vec![lead], runs: Vec::new() };
    if at == last {
        summary = summary.and_quoted(Role::Strong, &item.summary);
    } else {
        summary.runs = chain::diff_of(item, at);
    }
    rows.push(summary);
    rows.extend(quote(state, &version.evidence, 0));
    rows.extend(memory::conflicts_of(state, item));
    rows.extend(facts::of_item(state, item, version, at));
    rows.extend((1..version.evidence.turn_ids.len()).take(6).flat_map(|n| quote(state, &version.evidence, n)));
    if item.versions.len() > 1 {
        rows.push(Row::blank());
        rows.extend(chain::versions(state, item, at));
    }
    rows.extend(chain::links(state, item));
    rows
}

/// The words of one place of the evidence, verbatim, with who said them and when.
fn quote(state: &State, evidence: &Evidence, n: usize) -> Vec<Row> {
    let (Some(turn), Some(snippet)) = (evidence.turn_ids.get(n), evidence.snippets.get(n)) else { return Vec::new() };
    let words = SafeText::line(snippet);
    let row = Row::led(Role::Text, "   ").and(Role::Quote, format!("\"{}\"", words.as_str()));
    let (Some(turn), Some((voice, place))) = (state.session.turn(turn), state.session.voice(evidence, n)) else {
        return vec![row];
    };
    let mut who = format!("  {voice} {place}");
    if let Some(at) = turn.at {
        let _ = write!(who, " {}", words::clock(at, state.now, state.utc_offset));
    }
    let row = row.and(Role::Dim, who);
    vec![if state.session.is_withdrawn(&turn.turn_id) { row.and(Role::Bad, " withdrawn") } else { row }]
}

/// `v2  t77  you  "bump that"`: a version on one paragraph.
fn version_line(state: &State, item: &Item, at: usize, shown: bool) -> Row {
    let Some(version) = item.versions.get(at) else { return Row::blank() };
    let mark = if shown { "▸" } else { " " };
    let by_hand = version.extractor == crate::state::Extractor::Person;
    let evidence = &version.evidence;
    // What the version before rests on too says nothing of what changed.
    let before = at.checked_sub(1).and_then(|at| item.versions.get(at)).map(|v| v.evidence.as_ref());
    let place = evidence.telling_place(before).filter(|_| !by_hand);
    let words = place.and_then(|at| evidence.snippets.get(at)).map_or("", String::as_str);
    let turn = place.and_then(|at| evidence.turn_ids.get(at)).unwrap_or(&version.turn_id);
    let who = state.session.turn(turn).map_or(String::new(), |t| {
        let role = place.and_then(|at| state.session.said_by(evidence, at)).unwrap_or(t.role);
        format!("t{:<4} {:<5} ", t.ordinal, words::speaker(role))
    });
    let number = at + 1;
    let lead = format!(" {mark} v{number:<2} {who}");
    let row = Row::led(if shown { Role::Accent } else { Role::Dim }, lead);
    if by_hand {
        return row.and(Role::Dim, "your words: ").and_quoted(Role::Text, &version.summary);
    }
    row.and(Role::Quote, format!("\"{}\"", SafeText::line(words).as_str()))
}

fn candidate_rows(state: &State, outcome: &Outcome) -> Vec<Row> {
    let candidate = &outcome.candidate;
    let (sign, role) = match outcome.disposition {
        Disposition::Held { .. } => (" ? ", Role::Warn),
        _ => (" ✗ ", Role::Bad),
    };
    let lead = Run::new(role, sign);
    let mut rows = vec![Row { lead: vec![lead], runs: Vec::new() }.and_quoted(Role::Strong, candidate.delta.text())];
    rows.extend(quote(state, &candidate.evidence, 0));
    rows.extend(facts::of_outcome(outcome, kind_word(candidate)));
    rows.extend((1..candidate.evidence.turn_ids.len()).take(6).flat_map(|n| quote(state, &candidate.evidence, n)));
    rows
}

/// What a turn carries.
fn turn_rows(state: &State, at: usize) -> Vec<Row> {
    let Some(turn) = state.turns().get(at) else { return Vec::new() };
    let mut head = format!(" t{} {}", turn.ordinal, words::speaker(turn.role));
    if let Some(time) = turn.at {
        let _ = write!(head, "  {}", words::clock(time, state.now, state.utc_offset));
    }
    let mut rows = vec![Row::one(Role::Strong, head)];
    rows.push(facts::fact("id", &turn.turn_id));
    rows.push(facts::fact("line", &turn.record.line.to_string()));
    rows.extend(turn.at.map(|at| facts::fact("at", &words::exact(at, state.utc_offset))));
    let marks = state.session.marks(at);
    if marks.is_empty() {
        rows.push(Row::one(Role::Dim, "   carries nothing"));
        return rows;
    }
    rows.push(Row::one(Role::Dim, "   carries"));
    let mut shown: Vec<&str> = Vec::new();
    for mark in marks.iter().take(super::talk::MARKS) {
        if shown.contains(&mark.item_id.as_str()) {
            continue;
        }
        shown.push(&mark.item_id);
        if let Some(item) = state.ledger().get(&mark.item_id) {
            rows.push(chain::item_line(item, ""));
        } else if let Some(held) = mark.item_id.parse().ok().and_then(|id| state.held_by_id(id)) {
            let row = Row::led(Role::Warn, format!(" ? {}  ", mark.item_id));
            rows.push(row.and_quoted(Role::Text, held.candidate.delta.text()));
        }
    }
    rows
}
