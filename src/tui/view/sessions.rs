//! Defines the drawing of the session picker: the input line, the list, and the details of the selected session.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::list::matched;
use super::{Canvas, dialogs, name};
use crate::safe;
use crate::session::export::speaker;
use crate::text::{SafeText, counted, cut_path};
use crate::transcript::{SessionFile, SessionKind, discover, repository_of};
use crate::tui::layout::MEDIUM;
use crate::tui::sessions::picker::{Picker, PickerLine};
use crate::tui::sessions::{MOST, SessionDetails};
use crate::tui::state::{State, fitting};
use crate::tui::styled::{Span, StyledLine, answer_first, spread, without_marks};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Maximum columns of the dialog.
const MAX_COLUMNS: u16 = 150;
/// Columns of the list from which rows name the agent.
const AGENT_COLUMNS: usize = 64;

fn outer(frame: Rect) -> Rect {
    dialogs::place(frame, MAX_COLUMNS, frame.height)
}

/// Draws the picker.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, picker: &Picker) {
    let frame = canvas.buf.area;
    let title = match (picker.apart, state.sessions.waits) {
        (true, _) => "sub-agents and forks",
        (false, true) => "no session yet: the first one opens",
        (false, false) => "sessions",
    };
    let area = dialogs::popup(canvas, outer(frame), title, dialogs::closes(state, "sessions-close"));
    typed(canvas, picker, Rect { height: area.height.min(1), ..area });
    let body = below(area, 2);
    // An empty list is replaced by a sentence.
    let listed = if picker.at(&state.sessions).is_some() { picker.lines.len() as u16 } else { SENTENCE_ROWS };
    let (list, preview) = parts(body, listed);
    lines(canvas, state, picker, list);
    decided(canvas, state, picker, preview);
}

/// The position of the terminal's cursor: after the typed words.
pub fn cursor(state: &State, picker: &Picker) -> Option<(u16, u16)> {
    let area = dialogs::inside(outer(Rect::new(0, 0, state.size.0, state.size.1)));
    if area.width == 0 || area.height == 0 {
        return None;
    }
    let x = area.x.saturating_add(PROMPT.len() as u16 + picker.line.visual_cursor() as u16);
    Some((x.min(area.right().saturating_sub(1)), area.y))
}

const PROMPT: &str = " find ";

fn typed(canvas: &mut Canvas<'_>, picker: &Picker, area: Rect) {
    let row = StyledLine::one(StyleRole::Accent, PROMPT).and_quoted(StyleRole::Text, picker.line.value());
    let found = picker.lines.iter().filter(|l| matches!(l, PickerLine::Session(_))).count();
    let other = if picker.apart { "sessions" } else { "sub-agents and forks" };
    let facts = match picker.others {
        0 => vec![StyledLine::one(StyleRole::Dim, counted(found, "session"))],
        n => vec![
            StyledLine::one(StyleRole::Dim, counted(found, "session")),
            StyledLine::one(StyleRole::Text, safe!("Tab: {} {}", n, other)),
        ],
    };
    canvas.put(area, 0, &spread(area.width as usize, 16, row, facts), None);
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y.saturating_add(rows), height: area.height.saturating_sub(rows), ..area }
}

/// Rows of the sentence on why nothing is listed.
const SENTENCE_ROWS: u16 = 4;

/// The list, and the preview beside or below it if there is room: rows that the list does not need go to the preview.
fn parts(area: Rect, listed: u16) -> (Rect, Rect) {
    if area.width >= MEDIUM - 4 {
        let left = area.width.saturating_mul(11) / 20;
        let x = area.x.saturating_add(left).saturating_add(2);
        return (Rect { width: left, ..area }, Rect { x, width: area.right().saturating_sub(x), ..area });
    }
    if area.height < 10 {
        return (area, Rect::ZERO);
    }
    let rows = listed.min(area.height / 2);
    (Rect { height: rows, ..area }, below(area, rows.saturating_add(1)))
}

fn lines(canvas: &mut Canvas<'_>, state: &State, picker: &Picker, area: Rect) {
    let Some(list) = state.sessions.list.as_deref() else {
        canvas.put(area, 0, &StyledLine::one(StyleRole::Text, " looking for sessions"), None);
        return;
    };
    let at = picker.at(&state.sessions);
    if at.is_none() {
        let words = match (list.is_empty(), picker.line.value().is_empty()) {
            (true, _) => "No sessions on this machine yet: start an agent here, and its session is followed.",
            (false, true) => "None here. Tab shows the others.",
            (false, false) => {
                "No session fits these words, in its title or in what was decided in it. Tab looks among the others."
            }
        };
        let rows = StyledLine::led(StyleRole::Text, " ")
            .and(StyleRole::Text, words)
            .wrap(area.width as usize, SENTENCE_ROWS.into());
        canvas.put_all(area, &rows);
        return;
    }
    let height = fitting(picker.lines.len(), area.height as usize);
    let at = at.unwrap_or(0);
    // The same agent on every row is not shown; in a narrow list the title needs the room of the agent's name.
    let agents = usize::from(area.width) >= AGENT_COLUMNS
        && list.iter().any(|session| Some(&session.agent) != list.first().map(|first| &first.agent));
    // The cursor is kept in the middle, except at the ends of the list.
    let first = at.saturating_sub(height / 2).min(picker.lines.len().saturating_sub(height));
    for (line, (n, what)) in (0..area.height).zip(picker.lines.iter().enumerate().skip(first).take(height)) {
        let chosen = n == at;
        let row = match what {
            PickerLine::Project(name, count) => project_row(name, *count, area.width as usize),
            PickerLine::Session(n) => match list.get(*n) {
                Some(session) => session_row(state, session, (chosen, agents), area.width as usize),
                None => StyledLine::blank(),
            },
        };
        canvas.put(area, line, &row, chosen.then_some(StyleRole::Selected));
    }
    let below = picker.lines.iter().skip(first + height);
    canvas.put_more(area, below.filter(|line| matches!(line, PickerLine::Session(_))).count());
}

/// A project's row: the end of its folder's path, which distinguishes it, and the number of its sessions.
fn project_row(name: &str, count: usize, columns: usize) -> StyledLine {
    let count = StyledLine::one(StyleRole::Text, safe!("  {}", counted(count, "session")));
    let room = columns.saturating_sub(1 + count.width());
    let folder = StyledLine::one(StyleRole::Text, " ").and_quoted(StyleRole::Strong, &cut_path(&end_of(name), room));
    folder.and_line(count)
}

/// A folder outside the home directory by the last two names of its path, which distinguish it best.
fn end_of(folder: &str) -> Cow<'_, str> {
    let outside = folder.starts_with('/').then(|| folder.rmatch_indices('/').nth(1)).flatten();
    match outside {
        Some((at, _)) if at > 0 => Cow::Owned(format!("…{}", &folder[at..])),
        _ => Cow::Borrowed(folder),
    }
}

/// A session's row: its name, then state, agent where there are several, and age.
fn session_row(state: &State, session: &SessionFile, (chosen, agents): (bool, bool), columns: usize) -> StyledLine {
    let bar = if chosen { Span::new(StyleRole::Accent, "▌ ") } else { Span::new(StyleRole::Text, "  ") };
    let mut row = StyledLine::of([bar]);
    let own = (session.path == state.sessions.here).then(|| name::title(state)).flatten();
    let listed = || session.name().map(|name| SafeText::line(&without_marks(&name)));
    row = match (own.or_else(listed), &session.parent) {
        (Some(name), _) => row.and(StyleRole::Text, name),
        (None, Some(parent)) => row
            .and_quoted(StyleRole::Text, tail(&session.id))
            .and(StyleRole::Dim, " of ")
            .and_quoted(StyleRole::Dim, tail(parent)),
        (None, None) => row.and_quoted(StyleRole::Text, tail(&session.id)),
    };
    if let Some(branch) = session.side_branch() {
        row = row.and(StyleRole::Dim, "  on ").and_quoted(StyleRole::Dim, branch);
    } else if let Some(worktree) = session.project.as_deref().filter(|project| repository_of(project).is_some()) {
        row = row
            .and(StyleRole::Dim, "  in ")
            .and_quoted(StyleRole::Dim, worktree.rsplit(['/', '\\']).next().unwrap_or(""));
    }
    let age = session.last_entry.zip(state.now).map_or_else(SafeText::default, |(at, now)| times::age(now, at));
    let mut facts = vec![StyledLine::one(StyleRole::Dim, safe!("{:>4}", age))];
    if session.path == state.sessions.here {
        facts.insert(0, StyledLine::one(StyleRole::Accent, "here"));
    }
    if session.live {
        facts.insert(0, StyledLine::one(StyleRole::Good, "● live"));
    }
    if session.kind != SessionKind::Main {
        facts.insert(0, StyledLine::one(StyleRole::Dim, session.kind.word()));
    }
    if agents {
        let last = facts.len().saturating_sub(1);
        facts.insert(last, StyledLine::one(StyleRole::Dim, safe!("{:<7}", session.agent)));
    }
    spread(columns, 12, row, facts)
}

/// The beginning of a session's id without the agent before it: the name of a session without a title.
fn tail(id: &str) -> &str {
    let own = id.split_once('-').map_or(id, |(_, own)| own);
    let end = own.char_indices().nth(18).map_or(own.len(), |(n, _)| n);
    own.get(..end).unwrap_or(own)
}

/// Minimum rows of the end of the talk: a blank one, the heading, a turn.
const MIN_SAID_ROWS: usize = 4;

/// Draws the details of the selected session.
fn decided(canvas: &mut Canvas<'_>, state: &State, picker: &Picker, area: Rect) {
    if area.height == 0 || area.width < 20 {
        return;
    }
    let Some(session) = picker.selected(&state.sessions) else { return };
    let columns = area.width as usize;
    let mut rows = Vec::new();
    let date = session.started.map(|at| times::exact(at, state.prefs.utc_offset));
    let began = safe!("  began {}", date.unwrap_or_else(|| "-".into()));
    let name = StyledLine::one(StyleRole::Text, " ").and_quoted(StyleRole::Text, discover::short_id(&session.id));
    rows.push(name.and(StyleRole::Text, began));
    match state.sessions.previews.get(&session.path) {
        None => rows.push(StyledLine::one(StyleRole::Text, " reading it")),
        Some(preview) => {
            rows.extend(found(preview, picker.line.value(), columns));
            let height = usize::from(area.height);
            // Decisions are shortened to leave room for the end of the talk.
            let fits = |facts: &Vec<StyledLine>| rows.len() + facts.len() + MIN_SAID_ROWS <= height;
            let shorter = (0..=MOST).rev().map(|most| facts(preview, columns, most)).find(fits);
            rows.extend(shorter.unwrap_or_else(|| facts(preview, columns, 0)));
            let free = usize::from(area.height).saturating_sub(rows.len());
            rows.extend(last_said(preview, columns, free));
        }
    }
    let height = fitting(rows.len(), area.height.into());
    canvas.put_all(Rect { height: height as u16, ..area }, &rows);
    canvas.put_more(area, rows.len().saturating_sub(height));
}

/// The decision or other item by which the typed words found a session.
fn found(preview: &SessionDetails, typed: &str, columns: usize) -> Vec<StyledLine> {
    let Some(words) = preview.found(typed) else { return Vec::new() };
    let words = SafeText::line(&without_marks(words));
    let lead = StyledLine::led(StyleRole::Dim, " found ");
    StyledLine { spans: matched(&words, typed.trim(), StyleRole::Text), ..lead }.wrap_cut(columns, 2)
}

/// The end of the talk in the rows that are free, oldest first.
fn last_said(preview: &SessionDetails, columns: usize, rows: usize) -> Vec<StyledLine> {
    /// Rows of a turn.
    const TURN: usize = 2;
    let Some(mut free) = rows.checked_sub(2).filter(|free| *free >= TURN) else { return Vec::new() };
    let mut turns = Vec::new();
    for (role, words) in &preview.said {
        let said = StyledLine::led(StyleRole::Dim, safe!(" {:<5} ", speaker(*role)))
            .and(StyleRole::Text, SafeText::line(&without_marks(words)))
            .wrap_cut(columns, TURN);
        if said.len() > free {
            break;
        }
        free -= said.len();
        turns.push(said);
    }
    let heading = [StyledLine::blank(), StyledLine::one(StyleRole::Strong, " last said")];
    let heading = heading.into_iter().filter(|_| !turns.is_empty()).collect::<Vec<_>>();
    heading.into_iter().chain(turns.into_iter().rev().flatten()).collect()
}

/// The items of a session by kind, at most `most` lines of each.
fn facts(preview: &SessionDetails, columns: usize, most: usize) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    if let Some(fault) = &preview.fault {
        return StyledLine::led(StyleRole::Text, " ").and_quoted(StyleRole::Bad, fault).wrap(columns, 4);
    }
    if let Some(goal) = &preview.goal {
        rows.extend(
            StyledLine::led(StyleRole::Text, " ")
                .and(StyleRole::Dim, "goal  ")
                .and_quoted(StyleRole::Text, &without_marks(goal))
                .wrap(columns, 2),
        );
    }
    let groups = [
        ("decision", "◆", &preview.decisions),
        ("constraint", "■", &preview.constraints),
        ("open task", "○", &preview.tasks),
    ];
    for (name, glyph, (count, newest)) in groups.into_iter().filter(|(_, _, (count, _))| *count > 0) {
        rows.push(StyledLine::one(StyleRole::Strong, safe!(" {}", counted(*count, name))));
        rows.extend(
            newest
                .iter()
                .take(most)
                .map(|words| answer_first(SafeText::line(&without_marks(words)), StyleRole::Text))
                .map(|words| StyledLine::led(StyleRole::Text, safe!(" {} ", glyph)).and_line(words)),
        );
        let hidden = count.saturating_sub(newest.len().min(most));
        if hidden > 0 && most > 0 {
            rows.push(StyledLine::one(StyleRole::Dim, safe!("   ⋯ {} more", hidden)));
        }
    }
    if rows.is_empty() {
        rows.push(StyledLine::one(
            StyleRole::Text,
            safe!(" Nothing was decided in {}.", counted(preview.turns, "turn")),
        ));
    }
    rows
}
