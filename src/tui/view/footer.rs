//! Defines the footer (state word, what was just done, hints) and the feed of the last events.

use ratatui::layout::Rect;

use super::row::{Row, Run};
use super::{Canvas, header, past};
use crate::state::{Disposition, LogLine, NoteEvent, Outcome, PersonEvent};
use crate::text::{SafeText, width};
use crate::tui::actions::{ACTIONS, Action, Keymap, hints};
use crate::tui::overlay::Deed;
use crate::tui::state::{Input, Live, Overlay, Purpose, Question, State};
use crate::tui::theme::Role;

/// Columns from which on an offer stands beside a note.
const BESIDE: usize = 40;
/// Hints at most.
const MOST: usize = 8;

/// Draws the footer, or the line being typed.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    if let Some(Overlay::Input(input)) = state.overlays.last() {
        typing(canvas, state, input, area);
        return;
    }
    let columns = area.width as usize;
    let mut row = Row::one(Role::Text, " ");
    row.runs.extend(state_word(state).runs);
    let list = state.list(state.focus);
    if !list.filter.is_empty() && state.overlays.is_empty() {
        let words = SafeText::line(&list.filter);
        let count = format!("  filter \"{}\" {} of {}", words.as_str(), list.count, list.unfiltered);
        row = row.and(Role::Warn, count);
    }
    let newer = state.sessions.newer.is_some() && state.overlays.is_empty();
    if let Some((notice, bad)) = &state.notice {
        row = row.and(if *bad { Role::Bad } else { Role::Text }, format!("  {notice}"));
        // The note goes with the next key, the offer stays: it is not hidden by a note nobody answers.
        let offer = Row::one(Role::Text, "  newer session ").and(Role::Accent, state.keymap.key("newest-session"));
        if newer && columns >= BESIDE {
            row = row.cut(columns - offer.width());
            row.runs.extend(offer.runs);
        }
    } else if let Some(step) = past::step(state).filter(|_| state.overlays.is_empty()) {
        row = row.and(Role::Text, "  ");
        row.runs.extend(step.runs);
    } else if newer {
        row = row.and(Role::Text, "  newer session of this project ");
        row = row.and(Role::Accent, state.keymap.key("newest-session"));
    }
    let room = columns.saturating_sub(row.width());
    for action in fitting(&state.keymap, &hints(state), room) {
        row.runs.extend(hint(&state.keymap, action).runs);
    }
    canvas.put(area, 0, &row, None);
}

/// The hints that fit, most useful first, `?` kept to the last.
fn fitting<'a>(keymap: &Keymap, hints: &[&'a Action], room: usize) -> Vec<&'a Action> {
    let mut chosen: Vec<&Action> = hints.iter().take(MOST).copied().collect();
    if let Some(help) = hints.iter().skip(MOST).find(|a| a.id == "help") {
        chosen.pop();
        chosen.push(help);
    }
    let taken = |chosen: &[&Action]| chosen.iter().map(|a| hint(keymap, a).width()).sum::<usize>();
    while taken(&chosen) > room && !chosen.is_empty() {
        let last = chosen.iter().rposition(|a| a.id != "help").unwrap_or(0);
        chosen.remove(last);
    }
    chosen
}

fn hint(keymap: &Keymap, action: &Action) -> Row {
    // A step has two ways, and one hint.
    let other =
        ACTIONS.iter().find(|a| action.hint > 0 && a.hint == 0 && a.scope == action.scope && a.title == action.title);
    let other = other.map_or(String::new(), |a| format!(" {}", keymap.shown(a, 1)));
    let keys = format!("{}{other}", keymap.shown(action, 1));
    let title = format!(" {}", action.title);
    Row::of([Run::new(Role::Text, "  "), Run::new(Role::Accent, keys), Run::new(Role::Dim, title)])
}

fn state_word(state: &State) -> Row {
    let word = match state.overlays.last() {
        Some(Overlay::Help { .. }) => "help",
        Some(Overlay::Export { .. }) => "export",
        Some(Overlay::Confirm { question: Question::Withdraw { .. }, .. }) => "withdraw?",
        Some(Overlay::Confirm { question: Question::Replace { .. }, .. }) => "replace?",
        Some(Overlay::Preview(preview)) => match preview.deed {
            Deed::Approve(_) | Deed::Carry(_) => "approve?",
            Deed::Undo { .. } | Deed::TakeBack(_) => "undo?",
            Deed::Cuts(_) => "move?",
        },
        Some(Overlay::Sessions(_)) => "sessions",
        Some(Overlay::Input(_)) => "typing",
        Some(Overlay::Palette { .. }) => "palette",
        Some(Overlay::Themes { .. }) => "themes",
        None if state.is_past() => "past",
        None => {
            let word = match state.live {
                Live::Loading { .. } => Row::one(Role::Accent, "loading"),
                Live::Opening => Row::one(Role::Accent, "opening"),
                Live::Waiting => Row::one(Role::Warn, "waiting"),
                Live::Truncated => Row::one(Role::Warn, "truncated"),
                Live::UnknownFormat => Row::one(Role::Warn, "no transcript"),
                live => Row::of(header::live(live).runs.into_iter().skip(1)),
            };
            return word;
        }
    };
    Row::one(Role::Badge, word)
}

fn prompt(input: &Input) -> String {
    match &input.purpose {
        Purpose::Search => " find  ".to_owned(),
        Purpose::Filter { .. } => " filter  ".to_owned(),
        Purpose::Edit { item_id } => format!(" edit {item_id}  "),
        Purpose::DismissMemory { .. } | Purpose::DismissProposal { .. } => " why (or nothing)  ".to_owned(),
        Purpose::EditMemory { .. } => " keep as  ".to_owned(),
        Purpose::ExportName => " write to  ".to_owned(),
    }
}

/// Columns a typed line has, and the first of its columns shown.
fn window(input: &Input, area: Rect) -> (usize, usize) {
    let room = (area.width as usize).saturating_sub(width(&prompt(input))).max(1);
    (room, input.line.visual_scroll(room.saturating_sub(1)))
}

fn typing(canvas: &mut Canvas<'_>, state: &State, input: &Input, area: Rect) {
    let (room, from) = window(input, area);
    let mut at = 0;
    let mut words = String::new();
    for c in input.line.value().chars() {
        if at >= from && at < from + room {
            words.push(c);
        }
        at += width(c.encode_utf8(&mut [0; 4]));
    }
    let mut row = Row::one(Role::Accent, prompt(input)).and(Role::Text, words);
    let list = state.list(state.focus);
    let found = match input.purpose {
        Purpose::Filter { .. } => format!("{} of {}", list.count, list.unfiltered),
        _ => String::new(),
    };
    let (done, cancel) = (state.keymap.key("typed"), state.keymap.key("not-typed"));
    let hint = format!("  {found}  {done} done  {cancel} cancel");
    if row.width() + 1 + width(&hint) <= area.width as usize {
        let gap = (area.width as usize).saturating_sub(row.width()).saturating_sub(width(&hint));
        row = row.and(Role::Text, " ".repeat(gap)).and(Role::Dim, hint);
    }
    canvas.put(area, 0, &row, None);
}

/// The terminal's cursor in the line being typed.
pub fn cursor(input: &Input, area: Rect) -> Option<(u16, u16)> {
    if area.width == 0 || area.height == 0 {
        return None;
    }
    let (_, from) = window(input, area);
    let column = width(&prompt(input)) + input.line.visual_cursor().saturating_sub(from);
    Some((area.x.saturating_add(column as u16).min(area.right().saturating_sub(1)), area.y))
}

/// Draws the last events, newest first, whole ones only.
pub fn feed(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    if area.height == 0 {
        return;
    }
    let mut row = Row::one(Role::Text, " ");
    for (n, event) in events(state).iter().enumerate() {
        let gap = if n > 0 { "  ·  " } else { "" };
        if row.width() + width(gap) + event.width() > area.width as usize {
            break;
        }
        row = row.and(Role::Faint, gap);
        row.runs.extend(event.runs.iter().cloned());
    }
    canvas.put(area, 0, &row, None);
}

/// The last events; several refusals or restatements in a row are one, with their number.
fn events(state: &State) -> Vec<Row> {
    /// Log lines looked at: what is further back is no news.
    const LOOK: usize = 64;
    let mut out: Vec<Row> = Vec::new();
    let mut quiet: Vec<&Outcome> = Vec::new();
    let close = |quiet: &mut Vec<&Outcome>, out: &mut Vec<Row>| {
        match quiet.as_slice() {
            [] => {}
            [one] => out.push(event(state, one)),
            many => {
                let refused = many.iter().filter(|o| matches!(o.disposition, Disposition::Rejected { .. })).count();
                let again = many.len() - refused;
                let word = |n: usize, word: &str| if n > 0 { format!("{n} {word} ") } else { String::new() };
                let words = word(refused, "refused") + &word(again, "said again");
                out.push(Row::one(Role::Dim, words.trim_end().to_owned()));
            }
        }
        quiet.clear();
    };
    for logged in state.log().iter().rev().take(LOOK) {
        match logged {
            LogLine::Outcome(o)
                if matches!(o.disposition, Disposition::Rejected { .. } | Disposition::Merged { .. }) =>
            {
                quiet.push(o)
            }
            LogLine::Note(note)
                if !matches!(note.event, NoteEvent::Compacted { .. } | NoteEvent::Challenged { .. }) => {}
            _ => {
                close(&mut quiet, &mut out);
                out.push(line(state, logged));
            }
        }
    }
    close(&mut quiet, &mut out);
    out
}

/// A line of the log in a few words.
pub fn line(state: &State, line: &LogLine) -> Row {
    match line {
        LogLine::Outcome(outcome) => event(state, outcome),
        LogLine::Person(done) => person(done),
        LogLine::Note(note) => match &note.event {
            NoteEvent::Compacted { turns } => Row::one(Role::Warn, format!("‡ context compacted after t{turns}")),
            NoteEvent::Withdrawn { turn_ids } => Row::one(Role::Text, format!("{} turns taken back", turn_ids.len())),
            NoteEvent::Imported { items, .. } => Row::one(Role::Text, format!("{} items taken over", items.len())),
            NoteEvent::Answered { .. } => Row::one(Role::Dim, "a model answered"),
            NoteEvent::Challenged { item_id, .. } => Row::one(Role::Warn, format!("a model doubts {item_id}")),
            NoteEvent::Damaged { .. } => Row::one(Role::Bad, "a damaged line"),
            NoteEvent::Checkpoint { .. } => Row::one(Role::Dim, "totals"),
        },
    }
}

fn event(state: &State, outcome: &Outcome) -> Row {
    let candidate = &outcome.candidate;
    let turn = candidate.evidence.turn_ids.first().and_then(|t| state.session.turn(t));
    let row = Row::one(Role::Dim, turn.map_or(String::new(), |t| format!("t{} ", t.ordinal)));
    let kind = candidate.delta.kind.word();
    match &outcome.disposition {
        Disposition::Accepted { item_id, .. } => row.and(Role::Text, format!("{kind} {item_id}")),
        Disposition::Merged { into } => row.and(Role::Dim, format!("said again {into}")),
        Disposition::Held { held_id } => row.and(Role::Warn, format!("unsure {held_id}")),
        Disposition::Rejected { code, .. } => {
            let words = candidate.evidence.telling().map_or("", |(_, words)| words);
            let words = Row::blank().and_quoted(Role::Dim, words).cut(24);
            let mut row = row.and(Role::Dim, "refused: ").and_quoted(Role::Dim, code).and(Role::Dim, " (\"");
            row.runs.extend(words.runs);
            row.and(Role::Dim, "\")")
        }
    }
}

fn person(event: &PersonEvent) -> Row {
    use crate::state::PersonAction as A;
    let word = match event.action {
        A::AcceptHeld { .. } | A::AcceptRejected { .. } => "you accepted",
        A::Dismiss { .. } => "you dismissed",
        A::Withdraw { .. } => "you withdrew",
        A::Edit { .. } => "you edited",
        A::Undo => "you undid",
    };
    Row::one(Role::Text, format!("{word} {}", event.item_id.as_deref().unwrap_or("")).trim_end().to_owned())
}
