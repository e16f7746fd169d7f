//! Defines the dialog before something is written: the exact change as a diff, and the two keys.

use ratatui::layout::Rect;

use super::{Canvas, dialogs};
use crate::safe;
use crate::tui::state::State;
use crate::tui::state::overlay::{Preview, PreviewAction, PreviewWords};
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// Lines a preview may have at a width.
const MOST: usize = 20_000;

/// Lines of the dialog: an introduction, then the change.
fn rows(state: &State, preview: &Preview, columns: usize) -> Vec<StyledLine> {
    let mut out = Vec::new();
    if let Some(note) = &preview.note {
        out.push(StyledLine::led(StyleRole::Warn, " ! ").and_quoted(StyleRole::Warn, note));
    }
    let PreviewAction { pane, change } = &preview.action;
    out.extend(state.panes.get(*pane).map(|pane| pane.preview(state, change)).unwrap_or_default());
    out.iter().flat_map(|row| row.wrap(columns, MOST)).collect()
}

/// Title and key texts, given by the pane of the change.
pub fn words(state: &State, preview: &Preview) -> PreviewWords {
    let PreviewAction { pane, change } = &preview.action;
    state.panes.get(*pane).map(|pane| pane.preview_words(change)).unwrap_or_default()
}

fn place(frame: Rect) -> Rect {
    dialogs::place(frame, 104, frame.height)
}

/// The rows of the diff and the line of keys below it.
fn areas(frame: Rect) -> (Rect, Rect) {
    let inside = dialogs::inside(place(frame));
    let keys = Rect { y: inside.bottom().saturating_sub(1), height: inside.height.min(1), ..inside };
    (Rect { height: inside.height.saturating_sub(1), ..inside }, keys)
}

/// Lines on the screen between the counts of what is above and below.
pub fn page(frame: Rect) -> usize {
    (areas(frame).0.height as usize).saturating_sub(2)
}

/// The last line that can stand on top.
pub fn most_scroll(state: &State, preview: &Preview, frame: Rect) -> usize {
    let (area, _) = areas(frame);
    let (rows, height) = (rows(state, preview, area.width as usize).len(), area.height as usize);
    // A change that does not fit gives a line to the count of what is below.
    if rows <= height { 0 } else { rows.saturating_sub(height.saturating_sub(1)) }
}

/// Draws the dialog: the exact change, and the two keys.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, preview: &Preview) {
    let frame = canvas.buf.area;
    let PreviewWords { question, does, .. } = words(state, preview);
    dialogs::popup(canvas, place(frame), &question, dialogs::cancels(state, "preview-leave"));
    let (area, keys) = areas(frame);
    let rows = rows(state, preview, area.width as usize);
    dialogs::scrolled(canvas, area, &rows, preview.scroll, &state.prefs.keymap.key("preview-down"));
    let keymap = &state.prefs.keymap;
    let unread = preview.furthest < most_scroll(state, preview, frame);
    let row = if unread {
        StyledLine::one(StyleRole::Text, " scroll to the end (")
            .and(StyleRole::Accent, keymap.key("preview-bottom"))
            .and(StyleRole::Text, ") to enable ")
            .and(StyleRole::Accent, keymap.key("preview-write"))
            .and(StyleRole::Text, "   ")
    } else {
        StyledLine::one(StyleRole::Accent, safe!(" {}", keymap.key("preview-write"))).and(StyleRole::Text, does)
    };
    let row = row.and(StyleRole::Accent, keymap.key("preview-leave"));
    canvas.put(keys, 0, &row.and(StyleRole::Text, " cancel"), None);
}
