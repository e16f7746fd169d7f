//! Defines the popups over the panes: their place and corners, the export preview, the question.

use ratatui::layout::Rect;

use super::{Canvas, reading, scrolled};
use crate::safe;
use crate::session::{ExportFormat, worded};
use crate::text::{SafeText, counted};
use crate::tui::signs;
use crate::tui::state::overlay::PerWidth;
use crate::tui::state::{Overlay, Question, State};
use crate::tui::styled::{Span, StyledLine, spread};
use crate::tui::theme::StyleRole;

/// Area of a centred popup of at most these columns and rows, its corners included. The first line of the frame, the
/// footer, and a blank line and column around it stay free; a small screen has no cells for that.
pub fn place(frame: Rect, columns: u16, rows: u16) -> Rect {
    const ROOMY: u16 = 20;
    let margin = u16::from(frame.height >= ROOMY);
    let width = columns.min(frame.width.saturating_sub(margin * 2));
    let most = frame.height.saturating_sub(1).saturating_sub(margin * 3);
    let height = rows.min(most);
    let x = frame.x.saturating_add(frame.width.saturating_sub(width) / 2);
    let y = frame.y.saturating_add(margin * 2).saturating_add(most.saturating_sub(height) / 2);
    Rect { x, y, width, height }
}

/// The area inside a popup.
pub fn inside(outer: Rect) -> Rect {
    if outer.width < 12 || outer.height < 4 {
        return outer;
    }
    Rect {
        x: outer.x.saturating_add(2),
        y: outer.y.saturating_add(1),
        width: outer.width.saturating_sub(4),
        height: outer.height.saturating_sub(2),
    }
}

/// Opens a popup there, with a title and how to close it. Returns the area inside. Its rows, and the ones above and below,
/// are cleared over the whole width, because words beside it would be cut; at the right edge only its own columns are. Corners
/// show its extent: in a small one a frame would draw more lines than words.
pub fn popup(canvas: &mut Canvas<'_>, outer: Rect, title: impl Into<SafeText>, close: SafeText) -> Rect {
    let Rect { y, width, height, .. } = outer;
    let frame = canvas.buf.area;
    let top = y.saturating_sub(1);
    let end = outer.bottom().saturating_add(1).min(frame.bottom().saturating_sub(1));
    let rows = Rect { y: top, height: end.saturating_sub(top), ..frame };
    // At the right edge, cells it does not need stay, to show the theme.
    let is_at_edge = outer.x > frame.right().saturating_sub(outer.right()).saturating_add(1);
    let left = if is_at_edge { outer.x.saturating_sub(1) } else { frame.x };
    canvas.clear(Rect { x: left, width: frame.right().saturating_sub(left), ..rows });
    if width < 12 || height < 4 {
        return outer;
    }
    let line = (width as usize).saturating_sub(2);
    let words = StyledLine::one(StyleRole::Faint, "─ ").and(StyleRole::Accent, title).and(StyleRole::Text, " ");
    let hint = StyledLine::one(StyleRole::Dim, close).and(StyleRole::Faint, " ─");
    // The hint on how to close it is not cut.
    let words = words.cut(line.saturating_sub(hint.width() + 1));
    let rest = line.saturating_sub(words.width() + hint.width() + 1);
    let mut top = StyledLine::one(StyleRole::Faint, "┌");
    top.spans.extend(words.spans);
    top = top.and(StyleRole::Faint, SafeText::repeated("─", rest)).and(StyleRole::Text, " ");
    top.spans.extend(hint.spans);
    canvas.put(outer, 0, &top.and(StyleRole::Faint, "┐"), None);
    let bottom = StyledLine::one(StyleRole::Faint, safe!("└{}┘", SafeText::spaces(line)));
    canvas.put(outer, height.saturating_sub(1), &bottom, None);
    inside(outer)
}

/// `Esc close`, with the bound key.
pub fn closes(state: &State, id: &str) -> SafeText {
    safe!("{} close", state.prefs.keymap.key(id))
}

/// `Esc cancel`, with the bound key.
pub fn cancels(state: &State, id: &str) -> SafeText {
    safe!("{} cancel", state.prefs.keymap.key(id))
}

/// Rows of the export dialog above the preview.
const EXPORT_HEAD: u16 = 3;

fn export_place(frame: Rect) -> Rect {
    place(frame, 100, frame.height)
}

fn preview_of(area: Rect) -> Rect {
    let head = EXPORT_HEAD.min(area.height);
    Rect { y: area.y.saturating_add(head), height: area.height.saturating_sub(head), ..area }
}

/// The largest scroll offset of the export's preview.
pub fn most_scroll(text: &SafeText, rows: &PerWidth<Vec<StyledLine>>, frame: Rect) -> usize {
    let area = preview_of(inside(export_place(frame)));
    let rows = rows.of(area.width as usize, |columns| export_rows(text, columns));
    scrolled::most(rows.len(), area.height as usize)
}

/// Rows of the export that a page key scrolls by.
pub fn page(frame: Rect) -> usize {
    scrolled::page(preview_of(inside(export_place(frame))).height)
}

/// Draws the export dialog: the exact text, its form, its size, and the budget.
pub fn export(canvas: &mut Canvas<'_>, state: &State, overlay: &Overlay) {
    let Overlay::Export { format, dropped, budget, scroll, text, items, rows } = overlay else { return };
    let frame = canvas.buf.area;
    let keys = &state.prefs.keymap;
    let area = popup(canvas, export_place(frame), "export", closes(state, "export-close"));
    let columns = area.width as usize;
    let mut left = StyledLine::blank();
    for other in ExportFormat::ALL {
        let role = if other == format { StyleRole::Strong } else { StyleRole::Dim };
        let [open, close] = signs::around(other == format);
        left = left.and(role, safe!("{}{}{}", open, other.word(), close));
    }
    let left_out = if items.1 > 0 { safe!(", {} left out", items.1) } else { SafeText::default() };
    let size = StyledLine::one(StyleRole::Text, counted(text.as_str().chars().count(), "character"));
    let held = StyledLine::one(StyleRole::Dim, safe!("{}{}", counted(items.0, "item"), left_out));
    canvas.put(area, 0, &spread(columns, 28, left, vec![held, size]), None);
    let words = if items.0 == 0 && *dropped {
        " Nothing stands from before the compaction: there is nothing to export.".into()
    } else if text.is_empty() {
        safe!(" Nothing stands yet after {}: there is nothing to export.", counted(state.turns().len(), "turn"))
    } else {
        safe!(" {} copies it, {} writes it", keys.key("export-copy"), keys.key("export-write"))
    };
    let tokens = if *dropped {
        let turns = state.compaction().map_or(0, |c| c.turns);
        StyledLine::one(StyleRole::Warn, safe!("only before the compaction (t{})", turns))
    } else if format.is_budgeted() {
        let (less, more) = (keys.key("export-less"), keys.key("export-more"));
        StyledLine::one(StyleRole::Accent, safe!("{} ", less))
            .and(StyleRole::Text, safe!("{} tokens", budget))
            .and(StyleRole::Accent, safe!(" {}", more))
    } else {
        StyledLine::one(StyleRole::Dim, "everything, no budget")
    };
    canvas.put(area, 1, &spread(columns, 30, StyledLine::one(StyleRole::Dim, words), vec![tokens]), None);
    let rows = rows.of(columns, |columns| export_rows(text, columns));
    scrolled::draw(canvas, preview_of(area), &rows, *scroll, &keys.key("export-down"));
}

/// The whole text in rows.
fn export_rows(text: &SafeText, columns: usize) -> Vec<StyledLine> {
    let mut end = 0;
    let lines = text.as_str().split_inclusive('\n').map(|line| {
        end += line.len();
        text.slice(end - line.len()..end - usize::from(line.ends_with('\n')))
    });
    lines.flat_map(|line| export_line(&line, columns)).collect()
}

fn export_line(line: &SafeText, columns: usize) -> Vec<StyledLine> {
    let role = if line.starts_with('#') { StyleRole::Strong } else { StyleRole::Text };
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let sign = if words.starts_with("- ") { "- " } else { "" };
    let lead = vec![Span::new(StyleRole::Text, safe!(" {}{}", SafeText::spaces(indent.min(40)), sign))];
    let row = StyledLine { lead, ..StyledLine::one(role, line.slice(indent + sign.len()..line.len())) };
    let rows = row.wrap(columns, usize::MAX);
    // An empty text still has one line.
    if rows.is_empty() { vec![StyledLine::blank()] } else { rows }
}

/// Draws a question: the consequence, and the two keys.
pub fn confirm(canvas: &mut Canvas<'_>, state: &State, question: &Question) {
    /// Maximum rows of the words in question, and of the question.
    const MAX_ROWS: usize = 4;
    let frame = canvas.buf.area;
    let inner = inside(place(frame, 64, frame.height)).width as usize;
    let (title, words, quoted) = match question {
        Question::Read(plan) => return reading::draw(canvas, state, plan),
        Question::Withdraw { item_id } => {
            let summary = state.ledger().get(item_id).map_or("", |i| i.summary.as_str());
            let id = SafeText::line(item_id);
            let words = safe!("Is {} wrong? It leaves the ledger, and the same words do not bring it back.", id);
            ("Remove?", words, worded(&state.session.from_project(summary)).into_string())
        }
        Question::Replace { path, bytes } => {
            let words = safe!("There is such a file. Replace it with {}?", counted(bytes.len(), "byte"));
            ("Replace?", words, path.clone())
        }
    };
    let quoted = StyledLine::led(StyleRole::Text, " ").and_quoted(StyleRole::Strong, &quoted);
    let words = StyledLine::led(StyleRole::Text, " ").and(StyleRole::Text, words);
    let height = (quoted.wrap(inner, MAX_ROWS).len() + words.wrap(inner, MAX_ROWS).len()).saturating_add(5) as u16;
    let area = popup(canvas, place(frame, 64, height), title, cancels(state, "no"));
    let keymap = &state.prefs.keymap;
    let keys = StyledLine::one(StyleRole::Accent, safe!(" {}", keymap.key("yes"))).and(StyleRole::Text, " yes   ");
    let keys = keys.and(StyleRole::Accent, keymap.key("no")).and(StyleRole::Text, " cancel");
    // On a small screen the blank rows are dropped first, then the end of the words; the question and the keys stay.
    let room = (area.height as usize).saturating_sub(1);
    let quoted = quoted.wrap_cut(inner, MAX_ROWS.min(room));
    let words = words.wrap_cut(inner, MAX_ROWS.min(room.saturating_sub(quoted.len())));
    let (one, two) = (quoted.len() + words.len() < room, quoted.len() + words.len() + 1 < room);
    let mut rows: Vec<StyledLine> = quoted.into_iter().chain(two.then(StyledLine::blank)).chain(words).collect();
    rows.extend((one && rows.len() < room).then(StyledLine::blank));
    rows.push(keys);
    canvas.put_all(area, &rows);
}
