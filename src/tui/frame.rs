//! Defines frames without a terminal: one screen as text or as an SVG picture, for tests, reports and the README.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

mod animation;

pub use animation::animation;

use super::state::State;
use super::theme::{StyleRole, Theme};
use super::view;
use crate::text::width;

/// Pixels of a cell.
const CELL: (f64, f64) = (8.4, 18.0);
/// Pixels around the cells; more above, for the window's bar.
const MARGIN: f64 = 14.0;
const BAR: f64 = 30.0;

/// Draws a frame into cells.
pub fn render(state: &State, theme: &Theme) -> Buffer {
    let mut buf = Buffer::empty(Rect::new(0, 0, state.size.0, state.size.1));
    view::draw(state, theme, &mut buf);
    buf
}

/// The frame as text: one line per row, blanks at the ends dropped.
pub fn text(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buf.area.height {
        let line: String = cells(buf, y).map(|(_, cell)| cell.symbol()).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The frame with its styles as role names: `row: col role "words"`. Draw it with [`Theme::numbered`].
pub fn roles(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buf.area.height {
        for run in runs(buf, y) {
            let (role, selected) = Theme::role_of(run.style);
            let words = run.text.trim_end();
            let role = role.unwrap_or(StyleRole::Text);
            if words.is_empty() || (role == StyleRole::Text && !selected) {
                continue;
            }
            let bar = if selected { "+selected" } else { "" };
            let _ = writeln!(out, "{y:>2}:{:<3} {role}{bar} {words}", run.column);
        }
    }
    out
}

/// The frame as a picture of a terminal window.
pub fn svg(buf: &Buffer, theme: &Theme, title: &str) -> String {
    let mut out = window(buf.area, theme, title);
    for y in 0..buf.area.height {
        out.push_str(&row_svg(buf, theme, y, y));
    }
    out.push_str("</svg>\n");
    out
}

/// The beginning of a picture: the window around `area` cells.
fn window(area: Rect, theme: &Theme, title: &str) -> String {
    let (paper, ink) = theme.paper_and_ink();
    let (wide, high) = (f64::from(area.width) * CELL.0, f64::from(area.height) * CELL.1);
    let (full_wide, full_high) = (wide + 2.0 * MARGIN, high + MARGIN + BAR);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_wide:.0}\" height=\"{full_high:.0}\" \
         viewBox=\"0 0 {full_wide:.0} {full_high:.0}\" font-size=\"14\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"9\" fill=\"{paper}\"/>\n\
         <g fill=\"{ink}\" fill-opacity=\"0.25\"><circle cx=\"18\" cy=\"16\" r=\"5\"/><circle cx=\"35\" cy=\"16\" \
         r=\"5\"/><circle cx=\"52\" cy=\"16\" r=\"5\"/></g>\n\
         <text x=\"{:.0}\" y=\"20\" text-anchor=\"middle\" font-size=\"12\" fill=\"{ink}\" \
         fill-opacity=\"0.6\">{}</text>\n",
        full_wide / 2.0,
        escape(title)
    )
}

/// The cells of row `y`, drawn on line `line` of the picture.
fn row_svg(buf: &Buffer, theme: &Theme, y: u16, line: u16) -> String {
    let mut out = String::new();
    for run in runs(buf, y) {
        run_svg(&mut out, theme, &run, line);
    }
    out
}

/// Neighbouring cells of one style.
struct StyleRun {
    column: u16,
    columns: usize,
    style: ratatui::style::Style,
    text: String,
}

/// The cells of a row that begin a symbol: those a wide one covers are passed over.
fn cells(buf: &Buffer, y: u16) -> impl Iterator<Item = (u16, &Cell)> {
    let mut covered = 0usize;
    (0..buf.area.width).filter_map(move |x| {
        let cell = buf.cell((x, y))?;
        if covered > 0 {
            covered -= 1;
            return None;
        }
        covered = width(cell.symbol()).saturating_sub(1);
        Some((x, cell))
    })
}

fn runs(buf: &Buffer, y: u16) -> Vec<StyleRun> {
    let mut runs: Vec<StyleRun> = Vec::new();
    for (x, cell) in cells(buf, y) {
        let columns = width(cell.symbol()).max(1);
        match runs.last_mut() {
            Some(run) if run.style == cell.style() => {
                run.text.push_str(cell.symbol());
                run.columns += columns;
            }
            _ => runs.push(StyleRun { column: x, columns, style: cell.style(), text: cell.symbol().to_owned() }),
        }
    }
    runs
}

fn run_svg(out: &mut String, theme: &Theme, run: &StyleRun, y: u16) {
    let css = theme.css(run.style);
    let x = MARGIN + f64::from(run.column) * CELL.0;
    let top = BAR + f64::from(y) * CELL.1;
    if let Some(paper) = &css.paper {
        let wide = run.columns as f64 * CELL.0;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{paper}\"/>",
            CELL.1
        );
    }
    // Blanks at the ends are not drawn, so a run's length is that of its words.
    let words = run.text.trim_start();
    let x = x + (width(&run.text) - width(words)) as f64 * CELL.0;
    let words = words.trim_end();
    if words.is_empty() {
        return;
    }
    let mut looks = format!("fill=\"{}\"", css.ink);
    for (on, look) in [
        (css.bold, " font-weight=\"bold\""),
        (css.italic, " font-style=\"italic\""),
        (css.dim, " fill-opacity=\"0.65\""),
        (css.underline, " text-decoration=\"underline\""),
        (css.struck, " text-decoration=\"line-through\""),
    ] {
        looks.push_str(if on { look } else { "" });
    }
    let _ = writeln!(
        out,
        "<text xml:space=\"preserve\" x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" {looks}>{}</text>",
        top + CELL.1 * 0.74,
        width(words) as f64 * CELL.0,
        escape(words)
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
