//! Frames of the Standup pane, as text and as role names.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "shop/calls.rs"]
mod calls;
#[path = "shop/desk.rs"]
mod desk;

use calls::{bare, full};
use deltamind::tui::{Theme, frame};

fn shot(size: (u16, u16), keys: &str) -> String {
    let buf = frame::render(&full(size, keys).state, &Theme::numbered());
    format!("{}--\n{}", frame::text(&buf), frame::roles(&buf))
}

macro_rules! frames {
    ($($name:ident: $size:expr, $keys:literal;)+) => {
        $(#[test] fn $name() { insta::assert_snapshot!(shot($size, $keys)); })+
    };
}

frames! {
    standup_in_a_side_pane: (60, 40), "j";
    standup_small: (80, 24), "j space j";
    standup_on_a_wide_screen: (160, 45), "j j";
    standup_tiny: (20, 5), "j";
    standup_done: (80, 24), "";
    standup_conflict: (60, 40), "j j j j j";
    standup_approval_in_a_side_pane: (60, 40), "j a";
    standup_approval: (80, 24), "j space space a";
    standup_approval_on_a_wide_screen: (160, 45), "j a";
    standup_approval_tiny: (20, 5), "j a";
    standup_undo: (80, 24), "u";
    standup_reason_typed: (60, 24), "j x text:done_by_hand";
    standup_in_the_past: (80, 24), "lt";
    standup_help: (100, 45), "?";
}

#[test]
fn an_empty_pane_says_what_would_fill_it_and_the_key_that_looks() {
    let mut desk = bare((60, 24));
    desk.press("0");
    let text = desk.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Nothing is waiting: what sessions worked out"), "{text}");
    assert!(text.contains("r looks at the sessions now."), "{text}");
}

#[test]
fn the_pane_holds_at_every_small_size() {
    let theme = Theme::numbered();
    for keys in ["", "j a", "j x", "?", "u", "lt", "G"] {
        let mut desk = full((80, 24), keys);
        for width in 0..=20 {
            for height in 0..=10 {
                desk.state.size = (width, height);
                let buf = frame::render(&desk.state, &theme);
                assert_eq!((buf.area.width, buf.area.height), (width, height));
            }
        }
        for size in [(1000, 1), (1, 1000), (141, 13), (99, 60), (250, 100)] {
            desk.state.size = size;
            frame::render(&desk.state, &theme);
        }
    }
}

/// In every theme at most one letter in twenty stands out by less than 4.5 to 1, and none by less than 3 to 1.
#[test]
fn letters_can_be_read_in_every_theme() {
    for (name, _) in deltamind::tui::theme::BUILT_IN {
        let theme = Theme::built_in(name).unwrap();
        for (size, keys) in [((60, 40), "j"), ((80, 24), "j a"), ((160, 45), "G")] {
            let buf = frame::render(&full(size, keys).state, &theme);
            let letters = buf.content().iter().filter(|c| c.symbol().chars().any(char::is_alphanumeric));
            let ratios: Vec<f64> = letters.map(|c| theme.contrast_of(c.style()).unwrap()).collect();
            let weak = ratios.iter().filter(|r| **r < 4.5).count();
            assert!(ratios.iter().all(|r| *r >= 3.0), "{name} {size:?} {keys}");
            assert!(weak * 20 <= ratios.len(), "{name} {size:?} {keys}: {weak} of {}", ratios.len());
        }
    }
}
