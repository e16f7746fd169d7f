//! Tests what the person's keys do to the demo: a look around pauses it, a change ends it.

use deltamind::tui::panes::PaneId;
use deltamind::tui::state::{Overlay, TourCaption};
use deltamind::tui::{Key, Msg, State, Theme, frame, update};
use jiff::SignedDuration;

use crate::shop;

/// The demo over the shop, at a caption.
fn demo() -> State {
    let mut state = shop::state((60, 24), 9);
    state.tour = Some(TourCaption::default());
    update(&mut state, Msg::Caption("Lamps are hung before the gate opens.".to_owned()));
    state
}

/// Presses a key of the demo's own.
fn press(state: &mut State, key: &str) {
    let at = state.now.unwrap() + SignedDuration::from_secs(1);
    update(state, Msg::Key { key: Key::parse(key).unwrap(), at });
    update(state, Msg::Now(at));
}

/// Presses keys as the person.
fn by_hand(state: &mut State, keys: &str) {
    for key in keys.split_whitespace() {
        if state.tour_caption().is_some() {
            update(state, Msg::ByHand);
        }
        press(state, key);
    }
}

fn footer(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered())).lines().last().unwrap().to_owned()
}

#[test]
fn a_look_around_pauses_the_demo_and_a_key_goes_on_from_there() {
    let mut state = demo();
    press(&mut state, "2");
    press(&mut state, "e");
    let there = state.list(PaneId::Constraints).cursor.clone();
    by_hand(&mut state, "j");
    assert!(state.is_tour_paused() && footer(&state).contains("the tour is paused"), "{}", footer(&state));
    by_hand(&mut state, "esc");
    assert!(footer(&state).starts_with(" paused  p go on  "), "{}", footer(&state));
    by_hand(&mut state, "j lt 7 k f g a t e enter ?");
    assert!(state.is_tour_paused() && footer(&state).starts_with(" help  p go on  "), "{}", footer(&state));
    by_hand(&mut state, "p");
    assert!(footer(&state).starts_with(" demo  Lamps are hung"), "{}", footer(&state));
    assert!(matches!(state.overlays.as_slice(), [Overlay::Export { .. }]) && !state.is_past());
    assert_eq!((state.focus, &state.list(PaneId::Constraints).cursor), (PaneId::Constraints, &there));
}

#[test]
fn the_key_that_goes_on_pauses_too() {
    let mut state = demo();
    by_hand(&mut state, "p");
    assert!(state.is_tour_paused());
    by_hand(&mut state, "p");
    assert!(!state.is_tour_paused() && footer(&state).contains("Lamps are hung"));
    // Where letters are typed it is a letter.
    by_hand(&mut state, "/ p");
    assert!(state.is_tour_paused() && footer(&state).contains(" find  p"), "{}", footer(&state));
}

#[test]
fn a_change_ends_the_demo_and_so_does_its_end() {
    let mut state = demo();
    by_hand(&mut state, "j");
    assert!(state.is_tour_paused());
    by_hand(&mut state, "x");
    assert!(!state.is_tour_paused() && state.tour_caption().is_none());
    assert!(footer(&state).contains("The tour is over"), "{}", footer(&state));
    by_hand(&mut state, "esc p");
    assert!(footer(&state).contains("the tour is over"), "{}", footer(&state));

    let mut state = demo();
    update(&mut state, Msg::TourEnds);
    assert!(footer(&state).contains("Lamps are hung"), "the last caption stays");
    by_hand(&mut state, "j");
    assert!(!state.is_tour_paused() && footer(&state).contains("The tour is over"), "{}", footer(&state));
    // Elsewhere the key says where it acts.
    let mut state = shop::state((60, 24), 9);
    press(&mut state, "p");
    assert!(footer(&state).contains("p acts in the demo, not here"), "{}", footer(&state));
}
