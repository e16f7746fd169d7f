//! Defines the help: the keys that apply here first, then those of every pane in groups, then all others, read from
//! the table of actions. The palette describes each in a sentence.

use ratatui::layout::Rect;

use super::{Canvas, dialogs, scrolled};
use crate::safe;
use crate::text::SafeText;
use crate::text::width;
use crate::tui::actions::{ACTIONS, Action, KeyScope, is_held_elsewhere, title};
use crate::tui::ids::PaneId;
use crate::tui::keymap::Keymap;
use crate::tui::layout::Layout;
use crate::tui::signs;
use crate::tui::state::State;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// Columns of an entry.
const CELL: usize = 27;
/// Maximum number of entries beside each other.
const MAX_BESIDE: usize = 5;

fn outer(frame: Rect) -> Rect {
    /// Columns of the corners and the margin inside them.
    const AROUND: usize = 5;
    dialogs::place(frame, (CELL * MAX_BESIDE + AROUND) as u16, frame.height)
}

/// The largest scroll offset.
pub fn most_scroll(state: &State, frame: Rect) -> usize {
    let area = dialogs::inside(outer(frame));
    scrolled::most(rows(state, area.width as usize).len(), area.height as usize)
}

/// Lines that a page key scrolls by.
pub fn page(frame: Rect) -> usize {
    scrolled::page(dialogs::inside(outer(frame)).height)
}

/// Draws the help over the panes.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, scroll: usize) {
    let frame = canvas.buf.area;
    let area = dialogs::popup(canvas, outer(frame), "help", dialogs::closes(state, "help-close"));
    let rows = rows(state, area.width as usize);
    scrolled::draw(canvas, area, &rows, scroll, &state.prefs.keymap.key("help-down"));
}

/// The actions of one entry, and about three words.
type GroupEntry = (&'static [&'static str], &'static str);

/// The keys of every pane with their purpose, in groups.
const GROUPS: &[(&str, &[GroupEntry])] = &[
    (
        "move",
        &[
            (&["down", "up"], "row"),
            (&["half-down", "half-up"], "half a screen"),
            (&["page-down", "page-up"], "screen"),
            (&["top", "bottom"], "first, last row"),
            (&["detail-down", "detail-up"], "scroll reasons"),
            (&["pane"], "pane by number"),
            (&["next-pane", "previous-pane"], "next pane"),
            (&["back"], "back, clear"),
        ],
    ),
    (
        "look",
        &[
            (&["search"], "find words"),
            (&["next-match", "previous-match"], "matches"),
            (&["filter"], "filter the list"),
            (&["next-unseen"], "next unread"),
            (&["follow"], "follow changes"),
            (&["export"], "export"),
        ],
    ),
    (
        "time",
        &[
            (&["earlier", "later"], "one change"),
            (&["far-earlier", "far-later"], "back, on 5 %"),
            (&["live"], "back to live"),
            (&["changed-since"], "mark changes"),
            (&["before-compaction"], "before compaction"),
            (&["export-dropped"], "export those"),
        ],
    ),
    (
        "program",
        &[
            (&["sessions"], "sessions"),
            (&["newest-session"], "newest session"),
            (&["palette"], "all actions"),
            (&["theme"], "themes"),
            (&["mouse"], "mouse on, off"),
            (&["model"], "language model"),
            (&["read-from-start"], "model reads all"),
            (&["help"], "this help"),
            (&["quit", "quit-now"], "quit"),
            (&["suspend"], "to the shell"),
        ],
    ),
];

/// Keys and their effect.
type Entry = (SafeText, &'static str);

fn rows(state: &State, columns: usize) -> Vec<StyledLine> {
    let keymap = &state.prefs.keymap;
    let is_grouped = |id: &str| GROUPS.iter().any(|(_, group)| group.iter().any(|(ids, _)| ids.contains(&id)));
    let is_bound = |a: &&Action| !keymap.of(a).is_empty() && !is_grouped(a.id) && !is_held_elsewhere(state, a);
    let here = ACTIONS.iter().filter(|a| a.scope.under(state) && (a.applies)(state)).filter(is_bound);
    let mut rows = vec![heading("here: ", state.focus.pane().title)];
    rows.extend(in_columns(state, &entries(state, here), columns));
    if state.focus == PaneId::Transcript {
        rows.extend(talk_signs(state, columns));
    }
    for (name, group) in GROUPS {
        rows.push(heading("", name));
        let group = group.iter().filter(|(ids, _)| acts_here(state, ids));
        let bound = group.map(|(ids, words)| (keys(keymap, ids), *words)).filter(|(keys, _)| !keys.is_empty());
        rows.extend(in_columns(state, &bound.collect::<Vec<_>>(), columns));
    }
    let others: Vec<&Action> =
        ACTIONS.iter().filter(|a| !a.scope.under(state) && a.scope != KeyScope::Tour).filter(is_bound).collect();
    for scope in others.chunk_by(|a, b| a.scope == b.scope) {
        rows.extend(scope.first().map(|action| heading("in ", action.scope.word())));
        rows.extend(in_columns(state, &entries(state, scope.iter().copied()), columns));
    }
    rows
}

/// The signs beside the turns of the talk, in a row if they fit.
fn talk_signs(state: &State, columns: usize) -> Vec<StyledLine> {
    let signs =
        [safe!(" {} what it settled", signs::carries(state)), " ? what waits".into(), " ⚑ against a rule".into()];
    let rows = signs.map(|words| StyledLine::one(StyleRole::Dim, words));
    let all = rows.iter().cloned().reduce(|all, sign| all.and(StyleRole::Dim, " ").and_line(sign));
    let all = all.filter(|all| !state.prefs.plain && all.width() <= columns);
    all.map_or(rows.into(), |all| vec![all])
}

/// Whether actions of every pane have an effect in the focused one: the talk has no filter, and maybe no detail.
fn acts_here(state: &State, ids: &[&str]) -> bool {
    match ids {
        ["filter"] => state.focus != PaneId::Transcript,
        ["detail-down", ..] => Layout::of(state.size, state).detail.height > 0,
        _ => true,
    }
}

fn heading(word: &'static str, name: &'static str) -> StyledLine {
    StyledLine::one(StyleRole::Strong, safe!(" {}{}", word, name))
}

/// The first key of each of these actions.
fn keys(keymap: &Keymap, ids: &[&str]) -> SafeText {
    let mut out = SafeText::default();
    for id in ids {
        let key = keymap.shown(id, if *id == "pane" { 9 } else { 1 });
        if !out.is_empty() && !key.is_empty() {
            out.push(&" ".into());
        }
        out.push(&key);
    }
    out
}

/// Actions as entries; those of one name are one entry.
fn entries<'a>(state: &State, actions: impl Iterator<Item = &'a Action>) -> Vec<Entry> {
    let mut out: Vec<(Vec<&str>, &'static str)> = Vec::new();
    for action in actions {
        let name = title(state, action);
        match out.iter_mut().find(|(_, title)| *title == name) {
            Some((ids, _)) => ids.push(action.id),
            None => out.push((vec![action.id], name)),
        }
    }
    out.into_iter().map(|(ids, title)| (keys(&state.prefs.keymap, &ids), title)).collect()
}

/// Entries beside each other, as many as fit; one a line in plain mode, since a screen reader reads line by line.
fn in_columns(state: &State, entries: &[Entry], columns: usize) -> Vec<StyledLine> {
    let beside = if state.prefs.plain { 1 } else { (columns / CELL).max(1) };
    let wide = entries.iter().map(|(keys, _)| width(keys.as_str())).max().unwrap_or(0).max(6);
    let row = |entries: &[Entry]| {
        let mut row = StyledLine::blank();
        for (n, (keys, words)) in entries.iter().enumerate() {
            let gap = (n * CELL + 1).saturating_sub(row.width()).max(1);
            row = row.and(StyleRole::Text, SafeText::spaces(gap)).and(StyleRole::Accent, keys.clone());
            let gap = wide.saturating_sub(width(keys.as_str())) + 1;
            row = row.and(StyleRole::Text, SafeText::spaces(gap)).and(StyleRole::Text, *words);
        }
        row.cut(columns)
    };
    entries.chunks(beside).map(row).collect()
}
