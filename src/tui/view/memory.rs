//! Defines how durable memory is drawn: the counts above the queue, a change as a diff, and the dialog before it is
//! written.

use ratatui::layout::Rect;
use similar::{ChangeTag, TextDiff};

use super::row::{Row, Run};
use super::{Canvas, dialogs};
use crate::memory::{Change, Draft, Standing};
use crate::text::SafeText;
use crate::tui::overlay::{Deed, Preview};
use crate::tui::panes::face::FLAGGED;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// Unchanged lines shown around a changed one.
const AROUND: usize = 2;
/// Lines a preview may have at a width.
const MOST: usize = 20_000;

/// `3 pending · 5 approved · 2 dismissed · 1 there already`.
pub fn summary(state: &State) -> Row {
    let memories = &state.memories;
    let mut row = Row::one(Role::Text, "   ");
    let named = [(Standing::Pending, "pending"), (Standing::Approved, "approved"), (Standing::Dismissed, "dismissed")];
    for (n, (standing, word)) in named.into_iter().enumerate() {
        let gap = if n > 0 { " · " } else { "" };
        row = row.and(Role::Dim, gap).and(Role::Text, memories.count(standing).to_string());
        row = row.and(Role::Dim, format!(" {word}"));
    }
    let marked = memories.marked.len();
    if marked > 0 { row.and(Role::Accent, format!(" · {marked} marked *")) } else { row }
}

/// A change as paragraphs: the folder, each file, and what goes and comes, line by line.
pub fn diff(state: &State, draft: &Draft) -> Vec<Row> {
    let mut rows = Vec::new();
    for warning in &draft.warnings {
        rows.push(Row::led(Role::Warn, " note  ").and_quoted(Role::Text, warning));
    }
    let folder = state.sessions.short(&draft.folder.display().to_string());
    rows.push(Row::led(Role::Dim, " in    ").and_quoted(Role::Text, &folder));
    rows.extend(draft.changes.iter().flat_map(of_file));
    rows
}

fn of_file(change: &Change) -> Vec<Row> {
    let what = match (&change.before, &change.after) {
        (None, _) => "new",
        (_, None) => "goes",
        _ => "changed",
    };
    let row = Row::led(Role::Dim, " file  ").and_quoted(Role::Strong, &change.file);
    let mut rows = vec![row.and(Role::Dim, format!("  ({what})"))];
    let words = |bytes: &Option<Vec<u8>>| String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
    let (before, after) = (words(&change.before), words(&change.after));
    let diff = TextDiff::from_lines(&before, &after);
    for (n, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if n > 0 {
            rows.push(Row::one(Role::Dim, "   ⋯"));
        }
        for line in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, role) = match line.tag() {
                ChangeTag::Equal => ("   ", Role::Dim),
                ChangeTag::Delete => (" - ", Role::Removed),
                ChangeTag::Insert => (" + ", Role::Added),
            };
            let text = SafeText::block(line.value().trim_end_matches(['\n', '\r']));
            let row = Row::led(role, sign);
            // An empty line is a line.
            let text = if text.is_empty() { " ".to_owned() } else { text.into_string() };
            rows.push(row.and(if role == Role::Dim { Role::Dim } else { Role::Text }, text));
        }
    }
    rows
}

/// What the dialog says above the diffs, and the diffs.
fn rows(state: &State, preview: &Preview, columns: usize) -> Vec<Row> {
    let mut out = Vec::new();
    if let Some(note) = &preview.note {
        out.push(Row::led(Role::Warn, " ! ").and_quoted(Role::Warn, note));
    }
    match &preview.deed {
        Deed::Approve(drafted) => {
            for one in drafted {
                let suggestion = &one.suggestion;
                let about = format!(" {} {}  ", suggestion.memory_type, suggestion.action);
                out.push(Row::led(Role::Dim, about).and_quoted(Role::Strong, &suggestion.title));
                for flag in &suggestion.flags {
                    let words = format!("look closely: {}", flag.word().replace('_', " "));
                    out.push(Row::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and(FLAGGED.1, words));
                }
                out.extend(diff(state, &one.draft));
                out.push(Row::one(Role::Text, " "));
            }
        }
        Deed::Undo { memo, draft } => {
            out.push(Row::led(Role::Dim, " taken back  ").and_quoted(Role::Strong, &memo.title));
            out.extend(diff(state, draft));
        }
    }
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

/// The last line that can stand on top.
pub fn most_scroll(state: &State, preview: &Preview, frame: Rect) -> usize {
    let (area, _) = areas(frame);
    let (rows, height) = (rows(state, preview, area.width as usize).len(), area.height as usize);
    // A change that does not fit gives a line to the count of what is below.
    if rows <= height { 0 } else { rows.saturating_sub(height.saturating_sub(1)) }
}

/// Draws the dialog: the exact change, and the two keys.
pub fn preview(canvas: &mut Canvas<'_>, state: &State, preview: &Preview) {
    let frame = canvas.buf.area;
    let (title, word) = match &preview.deed {
        Deed::Approve(drafted) if drafted.len() > 1 => {
            (format!("keep these {}?", drafted.len()), " writes exactly this   ")
        }
        Deed::Approve(_) => ("keep this?".to_owned(), " writes exactly this   "),
        Deed::Undo { .. } => ("take this back?".to_owned(), " puts exactly this back   "),
    };
    dialogs::popup(canvas, place(frame), &title, &dialogs::closes(state, "memory-leave"));
    let (area, keys) = areas(frame);
    let rows = rows(state, preview, area.width as usize);
    dialogs::scrolled(canvas, area, &rows, preview.scroll, &state.keymap.key("memory-down"));
    let key = |id: &str| state.keymap.key(id);
    let unread = preview.furthest < most_scroll(state, preview, frame);
    let first = if unread { ("memory-down", " shows the rest first   ") } else { ("memory-write", word) };
    let row = Row::of([Run::new(Role::Accent, format!(" {}", key(first.0))), Run::new(Role::Text, first.1)]);
    let row = row.and(Role::Accent, key("memory-leave")).and(Role::Text, " leaves everything as it is");
    canvas.put(keys, 0, &row, None);
}
