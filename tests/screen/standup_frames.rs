//! Frames of the Standup pane, as text and as role names.

use deltamind::tui::{State, frame};

use crate::calls::{bare, full};
use crate::desk;
use crate::region::shots;

pub fn state(size: (u16, u16), keys: &str) -> State {
    full(size, keys).state
}

shots! {
    edges, state;
    standup_in_a_side_pane: Body, (60, 40), "j";
    standup_small: Body, (80, 24), "j space j";
    standup_on_a_wide_screen: Body, (160, 45), "j j";
    standup_tiny: Body, (20, 5), "j";
    standup_done: Frame, (80, 24), "";
    standup_conflict: Body, (60, 40), "j j j j j";
    standup_approval_in_a_side_pane: Over, (60, 40), "j a";
    standup_approval: Over, (80, 24), "j space space a";
    standup_approval_on_a_wide_screen: Over, (160, 45), "j a";
    standup_approval_tiny: Frame, (20, 5), "j a";
    standup_undo: Over, (80, 24), "u";
    standup_reason_typed: Body, (60, 24), "j x text:done_by_hand";
    standup_in_the_past: Body, (80, 24), "lt";
    standup_help: Over, (100, 45), "?";
}

#[test]
fn the_past_shows_a_standup_that_is_not_of_it_marked_or_not() {
    for keys in ["lt", "j space lt"] {
        let shown = frame::text(&frame::render(&state((80, 24), keys), &deltamind::tui::Theme::numbered()));
        assert!(shown.contains(", not of the past"), "{keys}: {shown}");
        assert_eq!(shown.contains(" marked *"), keys.contains("space"), "{shown}");
    }
}

#[test]
fn an_empty_pane_says_what_would_fill_it_and_the_key_that_looks() {
    let mut desk = bare((60, 24));
    desk.press("0");
    let text = desk.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("It did not run here yet. Proposed board and document changes appear here."), "{text}");
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
