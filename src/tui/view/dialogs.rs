//! Defines what lies over the panes: the popup itself, the export preview, the question.

use ratatui::layout::Rect;

use super::Canvas;
use super::row::{Row, Run, spread};
use crate::text::SafeText;
use crate::tui::state::{Overlay, Question, State};
use crate::tui::theme::Role;

/// Opens a popup of at most these columns and rows in the middle of `frame`, with a title and how to close it.
/// Returns the area inside. Nothing from below shows through, and a column of margin stays.
pub fn popup(canvas: &mut Canvas<'_>, frame: Rect, columns: u16, rows: u16, title: &str, close: &str) -> Rect {
    let outer = outer(frame, columns, rows);
    let Rect { x, width, height, .. } = outer;
    let margin = Rect { x: x.saturating_sub(1), width: width.saturating_add(2), ..outer };
    canvas.clear(margin);
    if width < 12 || height < 4 {
        return outer;
    }
    let line = (width as usize).saturating_sub(2);
    let words = Row::one(Role::Faint, "─ ").and(Role::Accent, title).and(Role::Text, " ");
    let hint = Row::one(Role::Dim, close).and(Role::Faint, " ─");
    let rest = line.saturating_sub(words.width() + hint.width() + 1);
    let mut top = Row::one(Role::Faint, "┌");
    top.runs.extend(words.runs);
    top = top.and(Role::Faint, "─".repeat(rest)).and(Role::Text, " ");
    top.runs.extend(hint.runs);
    canvas.put(outer, 0, &top.and(Role::Faint, "┐"), None);
    for at in 1..height.saturating_sub(1) {
        canvas.put(outer, at, &Row::one(Role::Faint, "│"), None);
        let right = Rect { x: outer.right().saturating_sub(1), width: 1, ..outer };
        canvas.put(right, at, &Row::one(Role::Faint, "│"), None);
    }
    canvas.put(outer, height.saturating_sub(1), &Row::one(Role::Faint, format!("└{}┘", "─".repeat(line))), None);
    popup_area(frame, columns, rows).unwrap_or(outer)
}

/// The area inside a popup, where it has an inside.
pub fn popup_area(frame: Rect, columns: u16, rows: u16) -> Option<Rect> {
    let Rect { x, y, width, height } = outer(frame, columns, rows);
    (width >= 12 && height >= 4).then(|| Rect {
        x: x.saturating_add(2),
        y: y.saturating_add(1),
        width: width.saturating_sub(4),
        height: height.saturating_sub(2),
    })
}

fn outer(frame: Rect, columns: u16, rows: u16) -> Rect {
    let width = columns.min(frame.width);
    let height = rows.min(frame.height.saturating_sub(1));
    let x = frame.x.saturating_add(frame.width.saturating_sub(width) / 2);
    let y = frame.y.saturating_add(frame.height.saturating_sub(1).saturating_sub(height) / 2);
    Rect { x, y, width, height }
}

/// Puts rows from `scroll` on, with a last line that counts what is below.
pub fn scrolled(canvas: &mut Canvas<'_>, area: Rect, rows: &[Row], scroll: usize) {
    let height = area.height as usize;
    if rows.len() <= height {
        canvas.put_all(area, rows);
        return;
    }
    let height = height.saturating_sub(1);
    let scroll = scroll.min(rows.len().saturating_sub(height));
    let shown: Vec<Row> = rows.iter().skip(scroll).take(height).cloned().collect();
    canvas.put_all(area, &shown);
    let below = rows.len().saturating_sub(scroll).saturating_sub(height);
    let words = if below > 0 { format!(" ⋯ {below} lines more: j") } else { " the end".to_owned() };
    canvas.put(area, area.height.saturating_sub(1), &Row::one(Role::Dim, words), None);
}

/// Draws the export dialog: the exact text, its size, and the budget.
pub fn export(canvas: &mut Canvas<'_>, state: &State, overlay: &Overlay) {
    let Overlay::Export { budget, scroll, text, items } = overlay else { return };
    let frame = canvas.buf.area;
    let area = popup(canvas, frame, 100, frame.height, "export context", "Esc closes");
    let columns = area.width as usize;
    let left = Row::one(Role::Text, " budget ")
        .and(Role::Accent, "- ")
        .and(Role::Strong, format!("{budget} tokens"))
        .and(Role::Accent, " +");
    let left_out = if items.1 > 0 { format!(", {} left out", items.1) } else { String::new() };
    let size = Row::one(Role::Text, format!("{} characters", text.chars().count()));
    let held = Row::one(Role::Dim, format!("{} items{left_out}", items.0));
    canvas.put(area, 0, &spread(columns, 8, left, vec![size, held]), None);
    let turns = state.session.turns().len();
    let words = if text.is_empty() {
        format!(" Nothing stands yet after {turns} turns: there is nothing to export.")
    } else {
        " Exactly this text is copied (y) or written (w):".to_owned()
    };
    canvas.put(area, 1, &Row::one(Role::Dim, words), None);
    let preview = Rect { y: area.y.saturating_add(3), height: area.height.saturating_sub(3), ..area };
    let line = |l: &str| {
        let role = if l.starts_with("## ") { Role::Strong } else { Role::Text };
        let (lead, words) = l.strip_prefix("- ").map_or((" ", l), |rest| (" - ", rest));
        Row { lead: vec![Run::new(Role::Text, lead)], runs: vec![Run::new(role, words)] }.wrap(columns, 8)
    };
    let rows: Vec<Row> = text.lines().flat_map(line).collect();
    scrolled(canvas, preview, &rows, *scroll);
}

/// Draws a question: what would happen, and the two keys.
pub fn confirm(canvas: &mut Canvas<'_>, state: &State, question: &Question) {
    let frame = canvas.buf.area;
    let inner = frame.width.min(64).saturating_sub(4) as usize;
    let (title, words, quoted) = match question {
        Question::Withdraw { item_id } => {
            let summary = state.session.ledger().get(item_id).map_or("", |i| i.summary.as_str());
            let words = format!("Is {item_id} wrong? It leaves the ledger, and the same words do not bring it back.");
            ("withdraw", words, summary.to_owned())
        }
        Question::Replace { path, bytes } => {
            let words = format!("There is such a file. Replace it with {} bytes?", bytes.len());
            ("replace", words, path.clone())
        }
    };
    let mut rows = Row::led(Role::Text, " ").and(Role::Strong, SafeText::line(&quoted).into_string()).wrap(inner, 4);
    rows.push(Row::blank());
    rows.extend(Row::led(Role::Text, " ").and(Role::Text, words).wrap(inner, 4));
    rows.push(Row::blank());
    let keys = Row::one(Role::Accent, " y").and(Role::Text, " yes   ").and(Role::Accent, "n").and(Role::Text, " no");
    rows.push(keys);
    let height = (rows.len() as u16).saturating_add(2);
    let area = popup(canvas, frame, 64, height, title, "Esc closes");
    // The keys are what must be seen: on a small screen the words above give way.
    let spare = rows.len().saturating_sub(area.height as usize);
    canvas.put_all(area, rows.get(spare..).unwrap_or(&rows));
}
