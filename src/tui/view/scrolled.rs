//! Defines scrolling in dialogs and in the detail: the rows on the screen, and the lines that count the others.

use std::ops::Range;

use ratatui::layout::Rect;

use super::Canvas;
use crate::safe;
use crate::text::{SafeText, counted};
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// The number of rows for text if not all fit: the last one counts those below.
fn body(rows: usize, height: usize) -> usize {
    if rows <= height { height } else { height.saturating_sub(1).max(1) }
}

/// The largest scroll offset.
pub fn most(rows: usize, height: usize) -> usize {
    rows.saturating_sub(body(rows, height))
}

/// Rows that a page key scrolls by: those between the counts of the rows above and below.
pub fn page(height: u16) -> usize {
    (height as usize).saturating_sub(2).max(1)
}

/// The range of `rows` that is visible in so many lines, scrolled by `scroll`.
pub fn seen(rows: usize, height: usize, scroll: usize) -> Range<usize> {
    /// Lines from which the first one counts the rows above.
    const COUNTED: usize = 4;
    let scroll = scroll.min(most(rows, height));
    let covered = usize::from(scroll > 0 && height >= COUNTED);
    scroll + covered..rows.min(scroll + body(rows, height))
}

/// Draws the visible rows. If some are hidden, the first line counts those above, and the last one those below, with
/// the key that shows them.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, rows: &[StyledLine], scroll: usize, key: &SafeText) {
    let height = area.height as usize;
    let seen = seen(rows.len(), height, scroll);
    let mut shown = rows.get(seen.clone()).unwrap_or_default().to_vec();
    if shown.len() < body(rows.len(), height).min(rows.len()) {
        shown.insert(0, StyledLine::one(StyleRole::Dim, safe!("   ⋯ {} above", counted(seen.start, "line"))));
    }
    if rows.len() > height && height > 1 {
        let below = rows.len().saturating_sub(seen.end);
        let words =
            if below > 0 { safe!("   ⋯ {} more: {}", counted(below, "line"), key) } else { "   the end".into() };
        shown.push(StyledLine::one(StyleRole::Dim, words));
    }
    canvas.put_all(area, &shown);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_is_skipped_and_the_last_one_is_reached() {
        for (rows, height) in (0..40).flat_map(|rows| (1..12).map(move |height| (rows, height))) {
            let (mut scroll, mut next) = (0, 0);
            loop {
                let seen = seen(rows, height, scroll);
                assert!(seen.start <= next, "{rows} in {height}: {seen:?} after {next}");
                next = seen.end;
                if scroll == most(rows, height) {
                    break;
                }
                scroll = (scroll + page(height as u16)).min(most(rows, height));
            }
            assert_eq!(next, rows, "in {height}");
        }
    }
}
