//! Defines the dialog before something is written: the exact change as a diff, and the two keys.

use std::ops::Range;
use std::rc::Rc;

use ratatui::layout::Rect;

use super::{Canvas, dialogs, scrolled};
use crate::safe;
use crate::text::{SafeText, counted};
use crate::tui::state::State;
use crate::tui::state::overlay::{Preview, PreviewAction, PreviewRows, PreviewWords};
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// Minimum number of lines in which a change can be read.
const MIN_LINES: u16 = 4;

/// The rows of the dialog. Cached, because a diff is costly and a frame needs the rows several times.
fn rows(state: &State, preview: &Preview, columns: usize) -> Rc<PreviewRows> {
    preview.rows.of(columns, |columns| wrapped(state, preview, columns))
}

/// Wraps the text of the dialog: a note, then the change.
fn wrapped(state: &State, preview: &Preview, columns: usize) -> PreviewRows {
    let mut out = Vec::new();
    if let Some(note) = &preview.note {
        out.push(StyledLine::led(StyleRole::Warn, " ! ").and_quoted(StyleRole::Warn, note));
    }
    let PreviewAction { pane, change } = &preview.action;
    out.extend(state.panes.get(*pane).map(|pane| pane.preview(state, change)).unwrap_or_default());
    let (mut rows, mut start) = (PreviewRows::default(), 0);
    for paragraph in out {
        let mut from = start;
        for (row, end) in paragraph.wrap_with_ends(columns, usize::MAX) {
            rows.bytes.push(from..start + end);
            from = start + end;
            rows.lines.push(row);
        }
        // The end of a paragraph counts as a byte, so that an empty one has one.
        start = from + 1;
        if let Some(last) = rows.bytes.last_mut() {
            last.end = start;
        }
    }
    rows
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

/// Lines that a page key scrolls by.
pub fn page(frame: Rect) -> usize {
    scrolled::page(areas(frame).0.height)
}

/// The largest scroll offset.
pub fn most_scroll(state: &State, preview: &Preview, frame: Rect) -> usize {
    let (area, _) = areas(frame);
    scrolled::most(rows(state, preview, area.width as usize).lines.len(), area.height as usize)
}

/// The byte range of the text that a frame shows.
pub fn shown(state: &State, preview: &Preview, frame: Rect) -> Range<usize> {
    let (area, _) = areas(frame);
    let rows = rows(state, preview, area.width as usize);
    let bytes = &rows.bytes;
    let seen = bytes.get(scrolled::seen(bytes.len(), area.height.into(), preview.scroll)).unwrap_or_default();
    seen.first().zip(seen.last()).map_or(0..0, |(first, last)| first.start..last.end)
}

/// The rows that were not shown yet.
fn unread(state: &State, preview: &Preview, columns: u16) -> Vec<usize> {
    let rows = rows(state, preview, columns.into());
    rows.bytes.iter().enumerate().filter(|(_, bytes)| !preview.has_seen(bytes)).map(|(row, _)| row).collect()
}

/// The row to scroll to for the next unseen rows, below the count of those above.
pub fn next_unread(state: &State, preview: &Preview, frame: Rect) -> Option<usize> {
    unread(state, preview, areas(frame).0.width).first().map(|row| row.saturating_sub(1))
}

/// The reason why the change cannot be approved yet, with the key that shows the rest of it.
pub fn why_unread(state: &State, preview: &Preview, frame: Rect) -> Option<SafeText> {
    let (area, _) = areas(frame);
    let key = state.prefs.keymap.key("preview-next");
    match unread(state, preview, area.width).len() {
        _ if area.height < MIN_LINES => Some("too few lines to read it in: make the window taller".into()),
        0 => None,
        1 => Some(safe!("1 line not shown yet: {} shows it", key)),
        lines => Some(safe!("{} not shown yet: {} shows the next", counted(lines, "line"), key)),
    }
}

/// Draws the dialog: the exact change, and the two keys.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, preview: &Preview) {
    let frame = canvas.buf.area;
    let PreviewWords { question, does, .. } = words(state, preview);
    dialogs::popup(canvas, place(frame), &question, dialogs::cancels(state, "preview-leave"));
    let (area, keys) = areas(frame);
    let rows = rows(state, preview, area.width as usize);
    scrolled::draw(canvas, area, &rows.lines, preview.scroll, &state.prefs.keymap.key("preview-down"));
    let keymap = &state.prefs.keymap;
    // The title includes the key that closes the dialog.
    let row = match why_unread(state, preview, frame) {
        Some(why) => StyledLine::one(StyleRole::Text, safe!(" {}", why)),
        None => StyledLine::one(StyleRole::Accent, safe!(" {}", keymap.key("preview-write")))
            .and(StyleRole::Text, does)
            .and(StyleRole::Accent, keymap.key("preview-leave"))
            .and(StyleRole::Text, " cancel"),
    };
    canvas.put(keys, 0, &row, None);
}
