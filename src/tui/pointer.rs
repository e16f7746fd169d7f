//! Defines the mouse: wheel and clicks move and select, and never perform an action.

use ratatui::layout::{Position, Rect};

use super::actions::{moving, scroll_overlay, slide};
use super::effect::Effect;
use super::ids::PaneId;
use super::layout::Layout;
use super::msg::Pointer;
use super::state::{Overlay, State};
use super::view;

/// Rows scrolled by one step of the wheel.
const WHEEL: isize = 3;

/// Handles a mouse event at this column and row.
pub fn on_mouse(state: &mut State, pointer: Pointer, (x, y): (u16, u16)) -> Vec<Effect> {
    if !state.prefs.mouse {
        return Vec::new();
    }
    let rows = match pointer {
        Pointer::Up => -WHEEL,
        Pointer::Down => WHEEL,
        Pointer::Press => 0,
    };
    match state.overlays.last() {
        None => {}
        Some(Overlay::Help { .. } | Overlay::Export { .. } | Overlay::Preview(_)) => {
            return scroll_overlay(state, rows);
        }
        Some(_) => return Vec::new(),
    }
    let at = Position { x, y };
    let layout = Layout::of(state.size, state);
    if layout.tabs.contains(at) || layout.more_tabs.contains(at) {
        if let (Pointer::Press, Some(pane)) = (pointer, view::tab_at(state, &layout, at)) {
            moving::choose(state, pane);
        }
    } else if layout.slider.contains(at) {
        if pointer == Pointer::Press {
            slide(state, usize::from(x.saturating_sub(layout.slider.x)), usize::from(layout.slider.width));
        }
    } else if layout.detail.contains(at) {
        moving::scroll_detail(state, rows);
    } else if let Some((pane, area)) = list_at(&layout, at) {
        match pointer {
            Pointer::Press => press(state, pane, area, y),
            _ if pane == state.focus => return moving::step(state, rows),
            // The talk beside a list shows the words of its selected row; the wheel scrolls on from there.
            _ if pane == PaneId::Transcript => {
                moving::to_talk(state);
                return moving::step(state, rows);
            }
            _ => {
                moving::go(state, pane);
                return moving::step(state, rows);
            }
        }
    }
    Vec::new()
}

/// The pane whose rows are at this place.
fn list_at(layout: &Layout, at: Position) -> Option<(PaneId, Rect)> {
    let panes = layout.stack.iter().map(|(pane, _)| *pane).chain([layout.main_pane]);
    panes.map(|pane| (pane, layout.list_area(pane))).find(|(_, area)| area.contains(at))
}

/// A click selects a row; a click on the selected row opens it.
fn press(state: &mut State, pane: PaneId, area: Rect, y: u16) {
    if pane == PaneId::Transcript {
        if state.focus != pane {
            moving::to_talk(state);
        }
        return;
    }
    let list = state.list(pane);
    let rows = list.shown(area.height as usize);
    let Some(key) = rows.get(usize::from(y.saturating_sub(area.y))).filter(|row| row.selectable()).cloned() else {
        return;
    };
    if state.focus == pane && state.selected().as_ref() == Some(&key) {
        moving::to_talk(state);
        return;
    }
    moving::choose(state, pane);
    state.see_selected();
    state.select(pane, Some(key));
    state.see_selected();
}
