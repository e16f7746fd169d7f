//! Defines the help: the keys that apply here first, then all others, read from the table of actions.

use ratatui::layout::Rect;

use super::{Canvas, dialogs};
use crate::safe;
use crate::text::SafeText;
use crate::text::width;
use crate::tui::actions::{ACTIONS, Action};
use crate::tui::keymap::Keymap;
use crate::tui::state::State;
use crate::tui::styled::{Span, StyledLine};
use crate::tui::theme::StyleRole;

fn outer(frame: Rect) -> Rect {
    dialogs::place(frame, 84, frame.height)
}

/// The last line that can stand on top.
pub fn most_scroll(state: &State, frame: Rect) -> usize {
    let area = dialogs::inside(outer(frame));
    rows(state, area.width as usize).len().saturating_sub((area.height as usize).saturating_sub(1))
}

/// Lines on the screen above the count of what is below.
pub fn page(frame: Rect) -> usize {
    (dialogs::inside(outer(frame)).height as usize).saturating_sub(1)
}

/// Draws the help over the panes.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, scroll: usize) {
    let frame = canvas.buf.area;
    let area = dialogs::popup(canvas, outer(frame), "help", dialogs::closes(state, "help-close"));
    let rows = rows(state, area.width as usize);
    dialogs::scrolled(canvas, area, &rows, scroll, &state.prefs.keymap.key("help-down"));
}

fn rows(state: &State, columns: usize) -> Vec<StyledLine> {
    let keymap = &state.prefs.keymap;
    let here = ACTIONS.iter().filter(|a| a.scope.under(state) && (a.applies)(state) && !keymap.of(a).is_empty());
    let mut rows = vec![heading("here:", state.focus.pane().title)];
    let keys = ACTIONS.iter().map(|a| width(keymap.shown(a.id, 4).as_str())).max().unwrap_or(0).min(12);
    rows.extend(here.flat_map(|a| action(keymap, a, keys, columns)));
    let mut last = None;
    for other in ACTIONS.iter().filter(|a| !a.scope.under(state)) {
        if last != Some(other.scope) {
            rows.push(StyledLine::blank());
            rows.push(heading("in", other.scope.word()));
            last = Some(other.scope);
        }
        rows.extend(action(keymap, other, keys, columns));
    }
    rows
}

fn heading(word: &'static str, name: &'static str) -> StyledLine {
    StyledLine::one(StyleRole::Strong, safe!(" {} {}", word, name))
}

fn action(keymap: &Keymap, action: &Action, keys: usize, columns: usize) -> Vec<StyledLine> {
    let shown = keymap.shown(action.id, if action.id == "pane" { 9 } else { 4 });
    let gap = keys.saturating_sub(width(shown.as_str()));
    let lead = vec![
        Span::new(StyleRole::Text, " "),
        Span::new(StyleRole::Accent, shown),
        Span::new(StyleRole::Text, SafeText::spaces(gap + 2)),
    ];
    StyledLine { lead, spans: vec![Span::new(StyleRole::Text, action.help)] }.wrap(columns, 4)
}
