//! Defines the dialog before something is written: the exact change as a diff, and the two keys.

use ratatui::layout::Rect;
use similar::{ChangeTag, TextDiff};

use super::row::{StyledLine, Span};
use super::{Canvas, dialogs, memory, standup};
use crate::text::SafeText;
use crate::tui::overlay::{PreviewAction, Preview};
use crate::tui::state::State;
use crate::tui::theme::StyleRole;

/// Unchanged lines shown around a changed one.
const AROUND: usize = 2;
/// Lines a preview may have at a width.
const MOST: usize = 20_000;

/// What goes and comes in a file, line by line.
pub fn of_file(file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Vec<StyledLine> {
    let what = match (before, after) {
        (None, _) => "new",
        (_, None) => "goes",
        _ => "changed",
    };
    let row = StyledLine::led(StyleRole::Dim, " file  ").and_quoted(StyleRole::Strong, file);
    let mut rows = vec![row.and(StyleRole::Dim, format!("  ({what})"))];
    let words = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    let (before, after) = (words(before), words(after));
    let diff = TextDiff::from_lines(&before, &after);
    for (n, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if n > 0 {
            rows.push(StyledLine::one(StyleRole::Dim, "   ⋯"));
        }
        for line in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, role) = match line.tag() {
                ChangeTag::Equal => ("   ", StyleRole::Dim),
                ChangeTag::Delete => (" - ", StyleRole::Removed),
                ChangeTag::Insert => (" + ", StyleRole::Added),
            };
            let text = SafeText::block(line.value().trim_end_matches(['\n', '\r']));
            let row = StyledLine::led(role, sign);
            // An empty line is a line.
            let text = if text.is_empty() { " ".to_owned() } else { text.into_string() };
            rows.push(row.and(if role == StyleRole::Dim { StyleRole::Dim } else { StyleRole::Text }, text));
        }
    }
    rows
}

/// What is asked, and what the key does.
fn asked(deed: &PreviewAction) -> (String, &'static str) {
    let these = |word: &str, n: usize| if n > 1 { format!("{word} these {n}?") } else { format!("{word} this?") };
    match deed {
        PreviewAction::Approve(drafted) => (these("keep", drafted.len()), " writes exactly this   "),
        PreviewAction::Undo { .. } | PreviewAction::TakeBack(_) => ("take this back?".to_owned(), " puts exactly this back   "),
        PreviewAction::Carry(rows) => (these("do", rows.len()), " does exactly this   "),
        PreviewAction::Cuts(_) => ("move these cuts?".to_owned(), " moves them   "),
    }
}

/// What the dialog says above the diffs, and the diffs.
fn rows(state: &State, preview: &Preview, columns: usize) -> Vec<StyledLine> {
    let mut out = Vec::new();
    if let Some(note) = &preview.note {
        out.push(StyledLine::led(StyleRole::Warn, " ! ").and_quoted(StyleRole::Warn, note));
    }
    out.extend(match &preview.deed {
        PreviewAction::Approve(drafted) => memory::kept(state, drafted),
        PreviewAction::Undo { memo, draft } => memory::taken_back(state, memo, draft),
        PreviewAction::Carry(rows) => standup::carried(rows),
        PreviewAction::TakeBack(row) => standup::taken_back(row),
        PreviewAction::Cuts(offer) => standup::cuts(offer),
    });
    out.iter().flat_map(|row| row.wrap(columns, MOST)).collect()
}

fn place(frame: Rect) -> Rect {
    dialogs::place(frame, 110, frame.height)
}

/// The rows of the diff and the line of keys below it.
fn areas(frame: Rect) -> (Rect, Rect) {
    let inside = dialogs::inside(place(frame));
    let keys = Rect { y: inside.bottom().saturating_sub(1), height: inside.height.min(1), ..inside };
    (Rect { height: inside.height.saturating_sub(1), ..inside }, keys)
}

/// Lines on the screen above the count of what is below.
pub fn page(frame: Rect) -> usize {
    (areas(frame).0.height as usize).saturating_sub(1)
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
    let (title, word) = asked(&preview.deed);
    dialogs::popup(canvas, place(frame), &title, &dialogs::closes(state, "memory-leave"));
    let (area, keys) = areas(frame);
    let rows = rows(state, preview, area.width as usize);
    dialogs::scrolled(canvas, area, &rows, preview.scroll, &state.keymap.key("memory-down"));
    let key = |id: &str| state.keymap.key(id);
    let unread = preview.furthest < most_scroll(state, preview, frame);
    let first = if unread { ("memory-down", " shows the rest first   ") } else { ("memory-write", word) };
    let row = StyledLine::of([Span::new(StyleRole::Accent, format!(" {}", key(first.0))), Span::new(StyleRole::Text, first.1)]);
    let row = row.and(StyleRole::Accent, key("memory-leave")).and(StyleRole::Text, " leaves everything as it is");
    canvas.put(keys, 0, &row, None);
}
