//! Defines the footer (state word, notice, hints) and the feed of the last events.

use ratatui::layout::Rect;

use super::{Canvas, header, past, preview};
use crate::safe;
use crate::session::reasons::plain_reason;
use crate::state::{Candidate, Disposition, ItemKind, LogLine, NoteEvent, Outcome, PersonEvent, Resolution};
use crate::text::{SafeText, counted, width};
use crate::tui::actions::{ACTIONS, Action, BEFORE_COMPACTION, WRITE, hints, title};
use crate::tui::layout::Layout;
use crate::tui::row_content::MARKED;
use crate::tui::state::working::WorkingPane;
use crate::tui::state::{Input, Live, Overlay, Purpose, Question, State};
use crate::tui::styled::{Span, StyledLine, answer_first, quotation};
use crate::tui::theme::StyleRole;

/// Maximum number of hints.
const MAX_HINTS: usize = 8;
/// Hints that stay beside the step of the past in the footer, including the one on help; beside a notice that one stays.
const KEPT_HINTS: usize = 3;

/// Minimum columns of the step of the past, before hints are dropped.
const MIN_STEP_COLUMNS: usize = 20;

/// Draws the footer, or the line being typed.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let area = layout.footer;
    if let Some(Overlay::Input(input)) = state.overlays.last() {
        typing(canvas, state, input, area);
        return;
    }
    if let Some(words) = state.tour_caption() {
        let row = StyledLine::one(StyleRole::Text, " ")
            .and(StyleRole::Badge, "demo")
            .and(StyleRole::Strong, safe!("  {}", words));
        canvas.put(area, 0, &row, None);
        return;
    }
    let columns = area.width as usize;
    let hints = hints(state);
    let mut row = StyledLine::one(StyleRole::Text, " ").and_line(state_word(state)).and_line(standing(state));
    if let Some((notice, bad)) = &state.notice {
        let role = if *bad { StyleRole::Bad } else { StyleRole::Text };
        let kept = total_width(state, &fitting(state, &hints, 1, usize::MAX));
        let fits = row.width() + 2 + width(notice.as_str()) + kept <= columns;
        let notice = StyledLine::one(role, notice);
        // An overlay would hide a line above the footer.
        if !fits
            && state.overlays.is_empty()
            && let Some(end) = over_tabs(canvas, layout, &notice)
        {
            if end > area.y {
                return;
            }
        } else {
            let room = columns.saturating_sub(row.width() + 2);
            row = row.and(StyleRole::Text, "  ").and_line(notice.cut(room));
        }
    } else if let Some(step) = past::step(state).filter(|_| state.overlays.is_empty()) {
        // The keys for the present, the steps and the help stay visible.
        let kept = total_width(state, &fitting(state, &hints, KEPT_HINTS, usize::MAX));
        let room = columns.saturating_sub(row.width() + 2 + kept).max(MIN_STEP_COLUMNS);
        row = row.and(StyleRole::Text, "  ").and_line(step.cut(room));
    }
    let room = columns.saturating_sub(row.width());
    for action in fitting(state, &hints, MAX_HINTS, room) {
        row.spans.extend(hint(state, action).spans);
    }
    canvas.put(area, 0, &row, None);
}

/// Names lasting states: a session that another process saves, a filter, marked rows, which may be off screen, the
/// offer of a newer session. The header counts changes and compactions.
fn standing(state: &State) -> StyledLine {
    let mut row = StyledLine::blank();
    if !state.overlays.is_empty() {
        return row;
    }
    if state.read_only {
        row = row.and(StyleRole::Warn, "  another watcher has this session");
    }
    let list = state.list(state.focus);
    if !list.filter.is_empty() {
        let words = if list.filter == BEFORE_COMPACTION { "before compaction" } else { &list.filter };
        let count = safe!("  filter {} {} of {}", quotation(words), list.count, list.unfiltered);
        row = row.and(StyleRole::Accent, count);
    }
    let marked = state.panes.get(state.focus).map_or(0, WorkingPane::marked);
    if marked > 0 {
        row = row.and(MARKED.1, safe!("  {} marked {}", marked, MARKED.0));
    }
    if state.sessions.newer.is_some() {
        let key = safe!("  {}", state.prefs.keymap.key("newest-session"));
        row = row.and(StyleRole::Accent, key).and(StyleRole::Text, " newer session");
    }
    row
}

/// Draws a notice that is longer than the footer in the place of the panes' names, and of the footer if it needs both,
/// never over what is read. Returns the row below it; `None` if there is no room.
fn over_tabs(canvas: &mut Canvas<'_>, layout: &Layout, notice: &StyledLine) -> Option<u16> {
    let most = layout.footer.bottom().saturating_sub(layout.tabs.y);
    let row = StyledLine::led(StyleRole::Text, " ").and_line(notice.clone());
    let rows = row.wrap((layout.footer.width as usize).saturating_sub(1), usize::from(most) + 1);
    let height = rows.len() as u16;
    if layout.tabs.height == 0 || height > most {
        return None;
    }
    let area = Rect { height: height.max(most.saturating_sub(layout.footer.height)), ..layout.tabs };
    canvas.clear(area);
    canvas.put_all(area, &rows);
    Some(area.bottom())
}

/// The hints that fit, at most `most`, most useful first; `?` is dropped last.
fn fitting<'a>(state: &State, hints: &[&'a Action], most: usize, room: usize) -> Vec<&'a Action> {
    let mut chosen: Vec<&Action> = hints.iter().take(most).copied().collect();
    if let Some(help) = hints.iter().skip(most).find(|a| a.id == "help") {
        chosen.pop();
        chosen.push(help);
    }
    while total_width(state, &chosen) > room && !chosen.is_empty() {
        let last = chosen.iter().rposition(|a| a.id != "help").unwrap_or(0);
        chosen.remove(last);
    }
    chosen
}

/// Columns the hints take.
fn total_width(state: &State, hints: &[&Action]) -> usize {
    hints.iter().map(|a| hint(state, a).width()).sum()
}

fn hint(state: &State, action: &Action) -> StyledLine {
    let keymap = &state.prefs.keymap;
    // Both directions of a step share one hint.
    let other =
        ACTIONS.iter().find(|a| action.hint > 0 && a.hint == 0 && a.scope == action.scope && a.title == action.title);
    let other = other.map_or_else(SafeText::default, |a| safe!(" {}", keymap.shown(a.id, 1)));
    let keys = safe!("{}{}", keymap.shown(action.id, 1), other);
    let words = match state.overlays.last() {
        // Labelled as in the dialog: a memory is written, a proposal applied.
        Some(Overlay::Preview(shown)) if action.id == WRITE => preview::words(state, shown).does.trim(),
        _ => title(state, action),
    };
    let title = safe!(" {}", words);
    StyledLine::of([
        Span::new(StyleRole::Text, "  "),
        Span::new(StyleRole::Accent, keys),
        Span::new(StyleRole::Text, title),
    ])
}

fn state_word(state: &State) -> StyledLine {
    let word = match state.overlays.last() {
        Some(Overlay::Help { .. }) => "help",
        Some(Overlay::Export { .. }) => "export",
        Some(Overlay::Confirm { question: Question::Withdraw { .. }, .. }) => "remove?",
        Some(Overlay::Confirm { question: Question::Replace { .. }, .. }) => "replace?",
        Some(Overlay::Confirm { question: Question::Read(_), .. }) => "read?",
        Some(Overlay::Preview(shown)) => preview::words(state, shown).badge,
        Some(Overlay::Sessions(_)) => "sessions",
        Some(Overlay::Input(_)) => "typing",
        Some(Overlay::Palette { .. }) => "palette",
        Some(Overlay::Themes { .. }) => "themes",
        None if state.is_past() => "past",
        None if state.is_tour_paused() => "paused",
        None => {
            let word = match state.file.live {
                Live::Loading { .. } => StyledLine::one(StyleRole::Good, "loading"),
                Live::Opening => StyledLine::one(StyleRole::Good, "opening"),
                Live::Waiting if state.sessions.waits => StyledLine::one(StyleRole::Warn, "waiting"),
                Live::Waiting => StyledLine::one(StyleRole::Warn, "no file"),
                Live::Truncated => StyledLine::one(StyleRole::Warn, "truncated"),
                Live::UnknownFormat => StyledLine::one(StyleRole::Warn, "no transcript"),
                // The header shows for how long.
                Live::Live if header::idle(state).is_some() => StyledLine::one(StyleRole::Text, "idle"),
                Live::Live | Live::Gone | Live::Unreadable => {
                    StyledLine::of(header::following(state).spans.into_iter().skip(1))
                }
            };
            return word;
        }
    };
    StyledLine::one(StyleRole::Badge, word)
}

fn prompt(input: &Input) -> SafeText {
    match &input.purpose {
        Purpose::Search => " find  ".into(),
        Purpose::Filter { .. } => " filter  ".into(),
        Purpose::Edit { item_id } => safe!(" edit {}  ", SafeText::line(item_id)),
        Purpose::Entry(line) => line.prompt.into(),
        Purpose::ExportName => " write to  ".into(),
    }
}

/// The width of a typed line, and the first of its columns shown.
fn window(input: &Input, area: Rect) -> (usize, usize) {
    let room = (area.width as usize).saturating_sub(width(prompt(input).as_str())).max(1);
    (room, input.line.visual_scroll(room.saturating_sub(1)))
}

/// The rows of a text in `room` columns, and the row and column of its cursor. A row ends between words; the space
/// there may lie beyond the last column.
fn edited_rows(input: &Input, room: usize) -> (Vec<String>, (usize, usize)) {
    let columns = |text: &str| width(text).min(room);
    let (mut rows, mut row, mut cursor) = (Vec::new(), String::new(), None);
    for (at, c) in input.line.value().chars().enumerate() {
        if c != ' ' && width(&row) + width(c.encode_utf8(&mut [0; 4])) > room {
            let word = row.rfind(' ').map_or(row.len(), |blank| blank + 1);
            let begun = row.split_off(word);
            // The cursor moves along with the word.
            if let Some((line, column)) = cursor.filter(|(line, column)| *line == rows.len() && *column >= width(&row))
            {
                cursor = Some((line + 1, column - width(&row)));
            }
            rows.push(std::mem::replace(&mut row, begun));
        }
        if at == input.line.cursor() {
            cursor = Some((rows.len(), columns(&row)));
        }
        row.push(c);
    }
    let end = (rows.len(), columns(&row));
    rows.push(row);
    (rows, cursor.unwrap_or(end))
}

/// The keys that end the typed line.
fn ends_typing(state: &State) -> SafeText {
    safe!("{} done  {} cancel", state.prefs.keymap.key("typed"), state.prefs.keymap.key("not-typed"))
}

/// Blank columns between a typed text and the keys behind it.
const HINT_GAP: usize = 4;

/// The rows of an edited text that does not fit in the footer with its keys, which grow upward from it, with the place of
/// the cursor.
fn edit_area(state: &State, input: &Input, footer: Rect) -> Option<(Rect, Vec<String>, (u16, u16))> {
    let lead = width(prompt(input).as_str());
    let room = (footer.width as usize).saturating_sub(lead + 1);
    let beside = width(input.line.value()) + HINT_GAP + width(ends_typing(state).as_str()) < room;
    // A text that is searched for is not shown in full.
    if !input.purpose.is_edit() || room < 10 || beside || footer.height == 0 {
        return None;
    }
    let (mut rows, (row, column)) = edited_rows(input, room);
    let most = (footer.y as usize).saturating_sub(1).max(1);
    // If the text is taller than the screen, the rows up to that of the cursor.
    let from = (row + 1).saturating_sub(most);
    rows = rows.into_iter().skip(from).take(most).collect();
    let height = rows.len() as u16;
    let area = Rect { y: footer.bottom().saturating_sub(height), height, ..footer };
    let x = area.x.saturating_add((lead + column) as u16).min(area.right().saturating_sub(1));
    Some((area, rows, (x, area.y.saturating_add((row - from) as u16))))
}

fn typing(canvas: &mut Canvas<'_>, state: &State, input: &Input, area: Rect) {
    if let Some((area, rows, _)) = edit_area(state, input, area) {
        let head = Rect { y: area.y.saturating_sub(1), height: 1, ..area };
        canvas.clear(head);
        canvas.clear(area);
        canvas.put(head, 0, &StyledLine::one(StyleRole::Dim, safe!(" {}", ends_typing(state))), None);
        let lead = prompt(input);
        for (line, text) in (0..area.height).zip(&rows) {
            let before = if line == 0 { lead.clone() } else { SafeText::spaces(width(lead.as_str())) };
            let row = StyledLine::one(StyleRole::Accent, before).and(StyleRole::Text, SafeText::block(text));
            canvas.put(area, line, &row, None);
        }
        return;
    }
    let (room, from) = window(input, area);
    let mut at = 0;
    let mut words = String::new();
    for c in input.line.value().chars() {
        if at >= from && at < from + room {
            words.push(c);
        }
        at += width(c.encode_utf8(&mut [0; 4]));
    }
    let mut row = StyledLine::one(StyleRole::Accent, prompt(input)).and(StyleRole::Text, SafeText::block(&words));
    let list = state.list(state.focus);
    let found = match input.purpose {
        Purpose::Filter { .. } => safe!("{} of {}", list.count, list.unfiltered),
        _ => SafeText::default(),
    };
    let hint = safe!("  {}  {}", found, ends_typing(state));
    if row.width() + 1 + width(hint.as_str()) <= area.width as usize {
        let gap = (area.width as usize).saturating_sub(row.width()).saturating_sub(width(hint.as_str()));
        row = row.and(StyleRole::Text, SafeText::spaces(gap)).and(StyleRole::Dim, hint);
    }
    canvas.put(area, 0, &row, None);
}

/// The terminal's cursor in the line being typed.
pub fn cursor(state: &State, input: &Input, area: Rect) -> Option<(u16, u16)> {
    if area.width == 0 || area.height == 0 {
        return None;
    }
    if let Some((.., at)) = edit_area(state, input, area) {
        return Some(at);
    }
    let (_, from) = window(input, area);
    let column = width(prompt(input).as_str()) + input.line.visual_cursor().saturating_sub(from);
    Some((area.x.saturating_add(column as u16).min(area.right().saturating_sub(1)), area.y))
}

/// Draws the last events, newest first, whole ones only.
pub fn feed(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    if area.height == 0 {
        return;
    }
    let mut row = StyledLine::one(StyleRole::Text, " ");
    for (n, event) in events(state).iter().enumerate() {
        let gap = if n > 0 { "  ·  " } else { "" };
        if row.width() + width(gap) + event.width() > area.width as usize {
            break;
        }
        row = row.and(StyleRole::Faint, gap);
        row.spans.extend(event.spans.iter().cloned());
    }
    canvas.put(area, 0, &row, None);
}

/// The last events; several refusals or restatements in a row are one, with their number.
fn events(state: &State) -> Vec<StyledLine> {
    /// Log lines examined, from the newest.
    const MAX_LINES: usize = 64;
    let mut out: Vec<StyledLine> = Vec::new();
    let mut quiet: Vec<&Outcome> = Vec::new();
    for logged in state.log().iter().rev().take(MAX_LINES) {
        match logged {
            LogLine::Outcome(o)
                if matches!(o.disposition, Disposition::Rejected { .. } | Disposition::Merged { .. }) =>
            {
                quiet.push(o);
            }
            LogLine::Note(note)
                if !matches!(note.event, NoteEvent::Compacted { .. } | NoteEvent::Challenged { .. }) => {}
            _ => {
                out.extend(quiet_event(state, &std::mem::take(&mut quiet)));
                out.push(line(state, logged));
            }
        }
    }
    out.extend(quiet_event(state, &std::mem::take(&mut quiet)));
    out
}

/// Refusals or restatements in a row, as one event.
fn quiet_event(state: &State, quiet: &[&Outcome]) -> Option<StyledLine> {
    if let [one] = quiet {
        return Some(event(state, one));
    }
    let refused = quiet.iter().filter(|o| matches!(o.disposition, Disposition::Rejected { .. })).count();
    let words = match (refused, quiet.len() - refused) {
        (0, 0) => return None,
        (refused, 0) => safe!("{} ignored", refused),
        (0, again) => safe!("{} repeated", again),
        (refused, again) => safe!("{} ignored, {} repeated", refused, again),
    };
    Some(StyledLine::one(StyleRole::Dim, words))
}

/// A line of the log in a few words.
pub fn line(state: &State, line: &LogLine) -> StyledLine {
    match line {
        LogLine::Outcome(outcome) => event(state, outcome),
        LogLine::Person(done) => person(done),
        LogLine::Note(note) => match &note.event {
            NoteEvent::Compacted { turns } => {
                StyledLine::one(StyleRole::Warn, safe!("‡ context compacted after t{}", turns))
            }
            NoteEvent::Summarised { items } => {
                StyledLine::one(StyleRole::Dim, safe!("the agent's summary holds {}", counted(items.len(), "item")))
            }
            NoteEvent::Withdrawn { turn_ids } => {
                StyledLine::one(StyleRole::Text, safe!("{} removed", counted(turn_ids.len(), "turn")))
            }
            NoteEvent::Imported { items, .. } => {
                StyledLine::one(StyleRole::Text, safe!("{} taken over", counted(items.len(), "item")))
            }
            NoteEvent::Answered { .. } => StyledLine::one(StyleRole::Dim, "a model answered"),
            NoteEvent::SetAside { lines, .. } => {
                StyledLine::one(StyleRole::Dim, safe!("read again: {} of the rules", counted(lines.len(), "change")))
            }
            NoteEvent::Challenged { item_id, .. } => {
                StyledLine::one(StyleRole::Warn, safe!("a model doubts {}", SafeText::line(item_id)))
            }
            NoteEvent::Damaged { .. } => StyledLine::one(StyleRole::Bad, "a damaged line"),
            NoteEvent::Checkpoint { .. } => StyledLine::one(StyleRole::Dim, "totals"),
        },
    }
}

fn event(state: &State, outcome: &Outcome) -> StyledLine {
    let candidate = &outcome.candidate;
    let turn = candidate.evidence.turn_ids.first().and_then(|t| state.session.turn(t));
    let row = StyledLine::one(StyleRole::Dim, turn.map_or_else(SafeText::default, |t| safe!("t{} ", t.ordinal)));
    let words = |row: StyledLine, role, id: &str| {
        let summary = state.ledger().get(id).map_or(candidate.delta.text(), |item| item.summary.as_str());
        row.and_line(answer_first(SafeText::line(summary), role).cut(EVENT_COLUMNS))
    };
    match &outcome.disposition {
        Disposition::Accepted { item_id, .. } => {
            let refused = state.ledger().get(item_id).is_some_and(|item| item.kind == ItemKind::RejectedOption);
            let what = if refused { "- ruled out" } else { happened(candidate) };
            let row = row.and(StyleRole::Text, safe!("{}: ", what));
            words(row, StyleRole::Text, item_id)
        }
        Disposition::Merged { into } => words(row.and(StyleRole::Dim, "repeated: "), StyleRole::Dim, into),
        Disposition::Held { .. } => words(row.and(StyleRole::Warn, "? likely: "), StyleRole::Text, ""),
        Disposition::Rejected { code, .. } => {
            let reason = SafeText::line(&plain_reason(code));
            let words = candidate.evidence.telling().map_or("", |(_, words)| words);
            row.and(StyleRole::Dim, safe!("ignored, {}: ", reason))
                .and_line(StyledLine::one(StyleRole::Dim, quotation(words)).cut(EVENT_COLUMNS))
        }
    }
}

/// Columns of an event's own words.
const EVENT_COLUMNS: usize = 32;

/// The name of an accepted change in a word or two, with a sign.
fn happened(candidate: &Candidate) -> &'static str {
    use crate::state::DeltaKind as K;
    match candidate.delta.kind {
        K::GoalSet => "+ goal",
        K::DecisionMade => "+ decided",
        K::DecisionRevised => "~ decision changed",
        K::ConstraintAdded => "+ constraint",
        K::ConstraintRevised => "~ constraint changed",
        K::TaskOpened => "+ task",
        K::TaskClosed if candidate.delta.resolution == Some(Resolution::Abandoned) => "- task dropped",
        K::TaskClosed => "✓ done",
        K::FactLearned => "+ fact",
        K::HypothesisIntroduced => "+ hypothesis",
        K::BranchCreated => "+ alternatives",
        K::ItemSuperseded => "- no longer",
    }
}

fn person(event: &PersonEvent) -> StyledLine {
    use crate::state::PersonAction as A;
    let word = match event.action {
        A::AcceptHeld { .. } | A::AcceptRejected { .. } => "you confirmed",
        A::Dismiss { .. } => "you dismissed",
        A::Withdraw { .. } => "you removed",
        A::Edit { .. } => "you edited",
        A::Settle { .. } => "you settled a conflict",
        A::Undo => "you undid",
    };
    match &event.item_id {
        Some(id) => StyledLine::one(StyleRole::Text, safe!("{} {}", word, SafeText::line(id))),
        None => StyledLine::one(StyleRole::Text, word),
    }
}
