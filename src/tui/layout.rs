//! Defines [`Layout`], the areas of the screen at a size, used for drawing and for scrolling.
//!
//! The panes' names are above the footer, so that content begins right below the two lines of the header.
//! Below 100 columns one pane with its "why" below, from 100 list and detail side by side, from 140 the three lists
//! of the ledger stacked left, the focused pane or the talk around the evidence in the middle, the detail right. Where
//! there are enough rows, or the detail leaves some blank, the talk around the evidence is below the detail.

use ratatui::layout::Rect;

use super::ids::PaneId;
use super::panes;
use super::state::{Live, State};
use super::view;

/// Columns from which list and detail are side by side.
pub const MEDIUM: u16 = 100;
/// Columns from which the dashboard is shown.
pub const WIDE: u16 = 140;
/// Maximum columns of prose, of the body in plain mode, and of drawn lines.
const PROSE: u16 = 100;
/// Minimum rows of a list above the talk: its title and the sentence of an empty one.
const MIN_LIST_ROWS: u16 = 7;
/// Minimum rows of the talk: its title, a turn's head and a line of it.
const MIN_TALK_ROWS: u16 = 3;
/// Rows from which the panes may be named in two lines, and the talk is below the detail.
pub const TALL: u16 = 30;
/// Columns from which the names of all panes are on two lines.
const TABS_IN_TWO: u16 = 60;
/// The panes stacked on the left of the dashboard.
pub const STACKED: [PaneId; 3] = [PaneId::Decisions, PaneId::Constraints, PaneId::Tasks];

/// Areas of the screen. Absent parts have an empty area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The whole frame.
    pub frame: Rect,
    /// State and counts.
    pub header: Rect,
    /// The panes' names, above the footer, so that content begins at the top.
    pub tabs: Rect,
    /// The names that do not fit into `tabs`, on a tall screen.
    pub more_tabs: Rect,
    /// The slider of the past: the position between the first change and the newest, with a blank column at both ends. Plain
    /// mode has none.
    pub slider: Rect,
    /// The stacked lists of the dashboard, titles included.
    pub stack: Vec<(PaneId, Rect)>,
    /// Area of the focused pane.
    pub main: Rect,
    /// Pane shown in `main`.
    pub main_pane: PaneId,
    /// Why: the selected row in full.
    pub detail: Rect,
    /// The last events.
    pub feed: Rect,
    /// State word and hints.
    pub footer: Rect,
    /// The talk, where the focused pane leaves room for it below list or detail.
    pub talk: Rect,
    /// Columns of the lines between parts.
    pub dividers: Vec<u16>,
    /// Whether main and detail carry a title row.
    pub titled: bool,
}

impl Layout {
    /// The layout of a frame of `size` (columns, rows).
    pub fn of(size: (u16, u16), state: &State) -> Self {
        let mut layout = Self::around(size, state);
        let (body, height) = (layout.main, size.1);
        let side = Self::side(size.0, state);
        // Panes with data of their own need the rows for their previews.
        let talks = state.focus != PaneId::Transcript && state.panes.get(state.focus).is_none();
        // While the history is read, its turns would only scroll past; before that there are none.
        let loads = matches!(state.file.live, Live::Loading { .. }) || state.is_unread();
        let roomy = talks && !loads && height >= TALL;
        if side >= WIDE && body.height >= 12 {
            layout.dashboard(body, state);
        } else if side >= MEDIUM {
            layout.side_by_side(body);
        } else if state.focus != PaneId::Transcript && body.height >= 9 && state.selected().is_some() {
            layout.one_above_other(body, state);
        }
        if roomy && side < WIDE {
            layout.talk_under_detail(state);
        } else if talks && !loads && layout.is_stacked() {
            layout.talk_in_blank_rows(state);
        }
        layout
    }

    /// Columns for parts side by side. In plain mode nothing is side by side: a screen reader reads line by line.
    fn side(width: u16, state: &State) -> u16 {
        if state.prefs.plain { 0 } else { width }
    }

    /// Sets the lines above and below the body, and gives the whole body to the focused pane.
    fn around((width, height): (u16, u16), state: &State) -> Self {
        let header_rows = if height >= 6 { 2 } else { height.min(1) };
        let below = [
            state.is_past() && height >= 9 && !state.prefs.plain,
            height >= 20 && Self::side(width, state) >= MEDIUM,
            height >= 7,
            height >= TALL && (TABS_IN_TWO..panes::names_width()).contains(&width),
            height >= 3,
        ]
        .map(u16::from);
        let mut top = 0u16;
        let mut take = |rows: u16| {
            let area = Rect::new(0, top, width, rows);
            top = top.saturating_add(rows);
            area
        };
        let header = take(header_rows);
        let body = take(height.saturating_sub(header_rows).saturating_sub(below.iter().sum()));
        let [slider, feed, tabs, more_tabs, footer] = below.map(take);
        Self {
            frame: Rect::new(0, 0, width, height),
            header,
            tabs,
            more_tabs,
            slider: Rect { x: slider.x.saturating_add(1), width: width.saturating_sub(2).min(PROSE), ..slider },
            main: Rect { width: if state.prefs.plain { width.min(PROSE) } else { width }, ..body },
            main_pane: state.focus,
            feed,
            footer,
            stack: Vec::new(),
            detail: Rect::ZERO,
            talk: Rect::ZERO,
            dividers: Vec::new(),
            titled: false,
        }
    }

    /// The panes whose lists may be on screen: the focused one and those of the dashboard.
    pub fn visible(state: &State) -> impl Iterator<Item = PaneId> + use<> {
        let (focus, wide) = (state.focus, state.size.0 >= WIDE && !state.prefs.plain);
        std::iter::once(focus).chain(STACKED.into_iter().filter(move |pane| wide && *pane != focus))
    }

    /// Refreshes the rows of the panes; a cursor whose row vanished goes to the one in its place.
    pub fn refresh_rows(state: &mut State) {
        for pane in Self::visible(state) {
            if let Some(list) = state.list_mut(pane) {
                list.note_cursor();
            }
        }
        state.refresh();
        for pane in Self::visible(state) {
            if let Some(list) = state.list_mut(pane) {
                list.keep_cursor();
            }
        }
    }

    /// The rows of a pane's list, without its title.
    pub fn list_area(&self, pane: PaneId) -> Rect {
        let stacked = self.stack.iter().find(|(p, _)| *p == pane).map(|(_, r)| below_title(*r));
        let area = stacked.unwrap_or(if self.titled { below_title(self.main) } else { self.main });
        // A blank column before a line between parts.
        let margin = u16::from(self.dividers.contains(&area.right()));
        Rect { width: area.width.saturating_sub(margin), ..area }
    }

    /// The area of the detail's rows.
    pub fn detail_area(&self) -> Rect {
        let titled = self.titled || self.is_stacked();
        if titled { below_title(self.detail) } else { self.detail }
    }

    /// The area of the talk's rows.
    pub fn talk_area(&self) -> Rect {
        if self.is_dashboard() || self.talk_is_below() { below_title(self.talk) } else { self.talk }
    }

    /// Whether the lists of the ledger are stacked on the left.
    pub fn is_dashboard(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Whether the talk is below another part, with a line between them.
    pub fn talk_is_below(&self) -> bool {
        !self.is_dashboard() && self.talk.height > 0 && self.talk.y > self.main.y
    }

    /// Whether the talk is on the screen.
    pub fn shows_talk(&self) -> bool {
        self.talk.height > 0 || self.main_pane == PaneId::Transcript
    }

    /// Whether the detail stands below the focused pane.
    pub fn is_stacked(&self) -> bool {
        self.detail.height > 0 && self.detail.x == self.main.x
    }

    /// The talk below a list that takes as many rows as it has, at most half of them.
    fn talk_below(&mut self, state: &State) {
        let rows = state.list(self.main_pane).rows.len() as u16;
        let list = rows.saturating_add(2).max(MIN_LIST_ROWS).min(self.main.height / 2);
        let (y, height) = (self.main.y.saturating_add(list), self.main.height.saturating_sub(list));
        self.talk = Rect { y, height, width: self.main.width.saturating_sub(1), ..self.main };
        self.main.height = list;
    }

    /// Places the talk under the detail, or under a list without a selected row, unless the detail is scrolled.
    fn talk_under_detail(&mut self, state: &State) {
        if state.nav.detail_scroll > 0 {
            return;
        }
        let above = if self.detail.height > 0 { &mut self.detail } else { &mut self.main };
        let rows = (above.height / 2).clamp(MIN_LIST_ROWS + 1, MIN_LIST_ROWS + 4).min(above.height);
        let (y, height) = (above.y.saturating_add(rows), above.height.saturating_sub(rows));
        if height < MIN_TALK_ROWS {
            return;
        }
        // Indented by a column, so that its bar is not mistaken for that of the selected row.
        self.talk = Rect { x: above.x.saturating_add(1), y, width: above.width.saturating_sub(1), height };
        above.height = rows;
    }

    /// Places the talk in the rows that the detail leaves blank on a low screen, unless the detail is scrolled.
    fn talk_in_blank_rows(&mut self, state: &State) {
        let Rect { x, y, width, height } = self.detail;
        // A title above the rows.
        let needed = (view::least_detail_rows(state, width) as u16).saturating_add(1);
        let blank = height.saturating_sub(needed);
        if state.nav.detail_scroll == 0 && blank > MIN_TALK_ROWS {
            self.detail.height = needed;
            self.talk = Rect { x: x.saturating_add(1), y: y + needed, width: width.saturating_sub(1), height: blank };
        }
    }

    fn one_above_other(&mut self, body: Rect, state: &State) {
        let rows = state.list(state.focus).rows.len() as u16;
        let most = (body.height / 2).saturating_add(1);
        let least = body.height / 4;
        let list = most.min(rows.saturating_add(1).max(least));
        self.main = Rect { height: list, ..body };
        self.detail = Rect { y: body.y.saturating_add(list), height: body.height.saturating_sub(list), ..body };
    }

    fn side_by_side(&mut self, body: Rect) {
        self.titled = true;
        let left = body.width.saturating_mul(11) / 20;
        self.split(body, left);
    }

    /// `left` columns for main, a line, the rest for the detail.
    fn split(&mut self, body: Rect, left: u16) {
        let x = body.x.saturating_add(left);
        self.main = Rect { width: left, ..body };
        self.dividers.push(x);
        self.detail = Rect { x: x.saturating_add(2), width: body.right().saturating_sub(x.saturating_add(2)), ..body };
    }

    fn dashboard(&mut self, body: Rect, state: &State) {
        let left = (body.width.saturating_mul(7) / 20).min(64);
        let right = (body.width.saturating_mul(3) / 10).min(64);
        let x = body.x.saturating_add(left);
        self.titled = true;
        self.dividers.push(x);
        let rest = Rect { x: x.saturating_add(2), width: body.width.saturating_sub(left).saturating_sub(2), ..body };
        self.split(rest, rest.width.saturating_sub(right).saturating_sub(2));
        if STACKED.contains(&self.main_pane) {
            self.main_pane = PaneId::Transcript;
        } else if self.main_pane != PaneId::Transcript {
            self.talk_below(state);
        }
        self.stack = stack(Rect { width: left, ..body }, state);
    }
}

/// Gives each stacked list the rows it wants while there are enough, else fair shares; never less than four. Remaining
/// rows go to the shortest ones, so that lists keep their places while they grow.
fn stack(area: Rect, state: &State) -> Vec<(PaneId, Rect)> {
    let wants = STACKED.map(|p| (state.list(p).rows.len() as u16).saturating_add(2).max(4));
    let mut left = area.height;
    let mut shares = [0u16; STACKED.len()];
    let mut hungry: Vec<usize> = (0..STACKED.len()).collect();
    while !hungry.is_empty() && left > 0 {
        let fair = (left / hungry.len() as u16).max(1);
        let mut still = Vec::new();
        for &i in &hungry {
            let (Some(want), Some(share)) = (wants.get(i), shares.get_mut(i)) else { continue };
            let more = want.saturating_sub(*share).min(fair).min(left);
            *share = share.saturating_add(more);
            left = left.saturating_sub(more);
            if *share < *want {
                still.push(i);
            }
        }
        hungry = still;
    }
    for _ in 0..left {
        if let Some(least) = shares.iter_mut().min() {
            *least = least.saturating_add(1);
        }
    }
    let mut y = area.y;
    let mut out = Vec::new();
    for (pane, share) in STACKED.into_iter().zip(shares) {
        out.push((pane, Rect { y, height: share, ..area }));
        y = y.saturating_add(share);
    }
    out
}

fn below_title(area: Rect) -> Rect {
    let title = area.height.min(1);
    Rect { y: area.y.saturating_add(title), height: area.height.saturating_sub(title), ..area }
}
