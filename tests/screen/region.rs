//! The part of a frame that a snapshot holds: what it is not about may change without it.

use deltamind::tui::layout::Layout;
use deltamind::tui::{State, Theme, frame};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// A part of a frame.
#[derive(Clone, Copy)]
pub enum Region {
    /// The whole frame; a few per size.
    Frame,
    /// The panes, without what stands above and below them.
    Body,
    /// The box that lies over the panes.
    Over,
}

/// A region as text, and under it its styles as role names; rows and columns are counted from its corner.
pub fn shot(state: &State, region: Region) -> String {
    let buf = frame::render(state, &Theme::numbered());
    let layout = Layout::of(state.size, state);
    let area = match region {
        Region::Frame => buf.area,
        Region::Body => {
            Rect { y: layout.header.bottom(), height: layout.slider.y - layout.header.bottom(), ..buf.area }
        }
        Region::Over => boxed(&buf),
    };
    let part = crop(&buf, area);
    format!("{}--\n{}", frame::text(&part), frame::roles(&part))
}

/// Renders the header and footer as text and role names, under a title.
pub fn edges(title: &str, state: &State) -> String {
    let buf = frame::render(state, &Theme::numbered());
    let layout = Layout::of(state.size, state);
    let parts = [layout.header, layout.slider, layout.feed, layout.tabs, layout.footer];
    let parts = parts.map(|part| crop(&buf, part));
    let text: String = parts.iter().map(frame::text).collect();
    let roles: String = parts.iter().map(frame::roles).collect();
    format!("{title} {:?}\n{text}--\n{roles}", state.size)
}

/// The area of the box drawn last: from its first upper to its last lower corner.
fn boxed(buf: &Buffer) -> Rect {
    let at = |corner: &str| {
        let places = buf.area.positions().filter(move |p| buf[*p].symbol() == corner);
        places.collect::<Vec<Position>>()
    };
    let (from, to) = (at("┌")[0], *at("┘").last().unwrap());
    Rect::new(from.x, from.y, to.x - from.x + 1, to.y - from.y + 1)
}

fn crop(buf: &Buffer, area: Rect) -> Buffer {
    let mut part = Buffer::empty(Rect { x: 0, y: 0, ..area });
    for p in part.area.positions().collect::<Vec<_>>() {
        part[p] = buf[Position::new(area.x + p.x, area.y + p.y)].clone();
    }
    part
}

/// Snapshots of `$state(size, keys)`: a region of each, and the edges of all in one snapshot named `$edges`.
macro_rules! shots {
    ($edges:ident, $state:expr; $($name:ident: $region:ident, $size:expr, $keys:literal;)+) => {
        $(#[test] fn $name() {
            let shot = crate::region::shot(&$state($size, $keys), crate::region::Region::$region);
            insta::assert_snapshot!(shot);
        })+

        #[test]
        fn $edges() {
            let edges = [$(crate::region::edges(stringify!($name), &$state($size, $keys)),)+].join("\n");
            insta::assert_snapshot!(edges);
        }
    };
}
pub(crate) use shots;
