//! Frames of the Standup pane, as text and as role names.

use deltamind::tui::{Theme, frame};

use crate::calls::{bare, full};
use crate::desk;

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
    desk::holds_at_every_small_size(&["", "j a", "j x", "?", "u", "lt", "G"], full);
}

#[test]
fn letters_can_be_read_in_every_theme() {
    desk::letters_can_be_read(&[((60, 40), "j"), ((80, 24), "j a"), ((160, 45), "G")], full);
}
