//! Defines the drawing of a frame: `draw(&State, &Theme, &mut Buffer)`, which changes nothing.

mod detail;
mod dialogs;
mod footer;
mod header;
mod help;
mod list;
mod markup;
mod name;
mod palette;
mod past;
mod plain;
mod preview;
mod reading;
mod scrolled;
mod sessions;
pub mod talk;

pub use detail::on_demand;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::ids::PaneId;
use super::layout::{Layout, TALL};
use super::signs;
use super::state::overlay::Preview;
use super::state::{Overlay, State, fitting};
use super::styled::StyledLine;
use super::theme::{StyleRole, Theme};
use crate::safe;
use crate::text::SafeText;

/// The drawing target: a buffer and the colours of the roles.
pub struct Canvas<'a> {
    buf: &'a mut Buffer,
    theme: &'a Theme,
}

impl Canvas<'_> {
    /// Draws `row` on line `line` of `area`, cut to its width. `fill` paints the whole line.
    pub fn put(&mut self, area: Rect, line: u16, row: &StyledLine, fill: Option<StyleRole>) {
        let area = area.intersection(self.buf.area);
        if line >= area.height || area.width == 0 {
            return;
        }
        let y = area.y.saturating_add(line);
        if let Some(role) = fill {
            self.buf.set_style(Rect { y, height: 1, ..area }, self.theme.style(role));
        }
        let row = row.clone().cut(area.width as usize);
        let mut x = area.x;
        for span in row.all() {
            let room = area.right().saturating_sub(x) as usize;
            let style = self.theme.style(span.role);
            x = self.buf.set_stringn(x, y, span.text.as_str(), room, style).0;
        }
    }

    /// Draws rows from the top of `area`.
    pub fn put_all(&mut self, area: Rect, rows: &[StyledLine]) {
        for (line, row) in (0..area.height).zip(rows) {
            self.put(area, line, row, None);
        }
    }

    /// Draws on the last line of a list's area the number of rows below those shown. An area of a line or two has no
    /// such line: [`fitting`] uses all for rows.
    pub fn put_more(&mut self, area: Rect, below: usize) {
        if below > 0 && fitting(usize::MAX, area.height.into()) < area.height.into() {
            let rows = [safe!("   ⋯ {} more", below), safe!(" ⋯ {}", below)];
            let row = rows.into_iter().map(|words| StyledLine::one(StyleRole::Dim, words));
            // A number is dropped instead of cut.
            let Some(row) = row.into_iter().find(|row| row.width() <= area.width.into()) else { return };
            self.put(area, area.height.saturating_sub(1), &row, None);
        }
    }

    /// Empties `area`.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buf.area);
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                if let Some(cell) = self.buf.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
    }
}

/// Draws the whole frame.
pub fn draw(state: &State, theme: &Theme, buf: &mut Buffer) {
    let layout = Layout::of(state.size, state);
    let mut canvas = Canvas { buf, theme };
    header::draw(&mut canvas, state, &layout);
    header::tabs(&mut canvas, state, &layout);
    for (pane, area) in &layout.stack {
        title(&mut canvas, state, *area, *pane == state.focus, &pane_title(state, *pane));
        list::draw(&mut canvas, state, *pane, layout.list_area(*pane));
    }
    main(&mut canvas, state, &layout);
    if layout.talk.height > 0 {
        if layout.is_dashboard() {
            title(&mut canvas, state, layout.talk, false, &pane_title(state, PaneId::Transcript));
        } else if layout.talk_is_below() {
            let name = PaneId::Transcript.pane().title;
            canvas.put(layout.talk, 0, &detail::ruled(name.into(), rule_columns(&layout)), None);
        }
        talk::draw(&mut canvas, state, &layout, layout.talk_area());
    }
    detail::draw(&mut canvas, state, &layout);
    for x in &layout.dividers {
        let height = layout.slider.y.saturating_sub(layout.main.y);
        let area = Rect { x: *x, width: 1, height, ..layout.main };
        for line in 0..area.height {
            canvas.put(area, line, &StyledLine::one(StyleRole::Faint, "│"), None);
        }
    }
    footer::feed(&mut canvas, state, layout.feed);
    footer::draw(&mut canvas, state, &layout);
    for overlay in &state.overlays {
        match overlay {
            Overlay::Help { scroll } => help::draw(&mut canvas, state, *scroll),
            Overlay::Export { .. } => dialogs::export(&mut canvas, state, overlay),
            Overlay::Preview(preview) => preview::draw(&mut canvas, state, preview),
            Overlay::Confirm { question, .. } => dialogs::confirm(&mut canvas, state, question),
            Overlay::Palette { line, at } => palette::draw(&mut canvas, state, line.value(), *at),
            Overlay::Themes { .. } => palette::themes(&mut canvas, state),
            Overlay::Sessions(picker) => sessions::draw(&mut canvas, state, picker),
            Overlay::Input(_) => {}
        }
    }
    if state.prefs.plain {
        plain::apply(canvas.buf);
    }
}

/// The columns of the rule above the talk: a low screen has few rows, of which lines are to take little.
fn rule_columns(layout: &Layout) -> usize {
    const LOW: u16 = 24;
    let columns = layout.talk.width;
    usize::from(if layout.is_stacked() && layout.frame.height < TALL { columns.min(LOW) } else { columns })
}

/// The position of the terminal's cursor: in the line being typed.
pub fn cursor(state: &State) -> Option<(u16, u16)> {
    match state.overlays.last() {
        Some(Overlay::Input(input)) => footer::cursor(state, input, Layout::of(state.size, state).footer),
        Some(Overlay::Palette { line, .. }) => palette::cursor(state, line),
        Some(Overlay::Sessions(picker)) => sessions::cursor(state, picker),
        _ => None,
    }
}

/// The number of rows that the detail takes beside the talk.
pub fn least_detail_rows(state: &State, columns: u16) -> usize {
    detail::least_rows(state, columns)
}

/// The largest scroll offset of the detail.
pub fn most_detail_scroll(state: &State) -> usize {
    detail::most_scroll(state, &Layout::of(state.size, state))
}

/// The pane whose name covers this place of the tabs.
pub fn tab_at(state: &State, layout: &Layout, at: Position) -> Option<PaneId> {
    header::tab_at(state, layout, at)
}

/// The largest scroll offset of the overlay.
pub fn most_scroll(state: &State) -> usize {
    let frame = Rect::new(0, 0, state.size.0, state.size.1);
    match state.overlays.last() {
        Some(Overlay::Help { .. }) => help::most_scroll(state, frame),
        Some(Overlay::Preview(preview)) => preview::most_scroll(state, preview, frame),
        Some(Overlay::Export { text, rows, .. }) => dialogs::most_scroll(text, rows, frame),
        _ => 0,
    }
}

/// The byte ranges of a change's text that a frame shows now.
pub fn shown_of(state: &State, preview: &Preview) -> Range<usize> {
    preview::shown(state, preview, Rect::new(0, 0, state.size.0, state.size.1))
}

/// The row of a change to scroll to for the next rows that were not shown yet.
pub fn next_unread(state: &State, preview: &Preview) -> Option<usize> {
    preview::next_unread(state, preview, Rect::new(0, 0, state.size.0, state.size.1))
}

/// The reason why a change cannot be approved yet: rows of it were not shown, or the window is too low to read it.
pub fn why_unread(state: &State, preview: &Preview) -> Option<SafeText> {
    preview::why_unread(state, preview, Rect::new(0, 0, state.size.0, state.size.1))
}

/// The number of lines of the overlay that a page key scrolls by, so that none is skipped.
pub fn page(state: &State) -> usize {
    let frame = Rect::new(0, 0, state.size.0, state.size.1);
    match state.overlays.last() {
        Some(Overlay::Help { .. }) => help::page(frame),
        Some(Overlay::Preview(_)) => preview::page(frame),
        Some(Overlay::Export { .. }) => dialogs::page(frame),
        _ => 1,
    }
}

fn main(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let focused = layout.main_pane == state.focus;
    if layout.titled {
        title(canvas, state, layout.main, focused, &pane_title(state, layout.main_pane));
    }
    let area = layout.list_area(layout.main_pane);
    if layout.main_pane == PaneId::Transcript {
        talk::draw(canvas, state, layout, area);
    } else {
        list::draw(canvas, state, layout.main_pane, area);
    }
}

fn pane_title(state: &State, pane: PaneId) -> StyledLine {
    let row = StyledLine::one(StyleRole::Strong, pane.pane().title);
    let count = header::pane_count(state, pane);
    if count == 0 { row } else { row.and(StyleRole::Dim, safe!(" {}", count)) }
}

/// A part's title row; the focused one's begins with a mark.
fn title(canvas: &mut Canvas<'_>, state: &State, area: Rect, focused: bool, words: &StyledLine) {
    let (mark, role) = if focused { (signs::here(state), StyleRole::Accent) } else { (" ", StyleRole::Text) };
    let mut line = StyledLine::one(role, safe!("{} ", mark)).and_line(words.clone());
    for span in line.spans.iter_mut().filter(|span| focused && span.role == StyleRole::Strong) {
        span.role = StyleRole::Accent;
    }
    canvas.put(area, 0, &line, None);
}
