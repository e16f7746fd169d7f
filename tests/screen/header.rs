//! The lines that name the session and its numbers: what is not known yet, what is none, what has room.

use std::path::PathBuf;

use deltamind::session::Session;
use deltamind::transcript::Meta;
use deltamind::tui::{Live, Msg, State, Theme, frame, update};

use crate::shop;

const ID: &str = "0b2f7c1e-55a4-4d0c-9e1f-2a6b8c7d9e00";

fn text(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered()))
}

/// A screen whose saved session is being opened.
fn opening(size: (u16, u16)) -> State {
    let meta = Meta { project: ID.to_owned(), ..Meta::default() };
    let mut state = State::new(Session::new(meta), size);
    state.file.source = format!("/home/dev/sessions/{ID}.jsonl");
    state.sessions.here = PathBuf::from(&state.file.source);
    update(&mut state, Msg::Live(Live::Opening));
    update(&mut state, Msg::Now(shop::state(size, 0).now.unwrap()));
    state
}

#[test]
fn while_a_saved_session_is_read_nothing_is_said_of_it_that_is_not_known() {
    for size in [(60, 24), (60, 40), (80, 24), (160, 45)] {
        let text = text(&opening(size));
        assert!(text.contains("session") && text.contains("opening") && !text.contains(ID), "{text}");
        assert!(text.contains("- decisions  - constraints  - tasks"), "{text}");
        assert!(!text.contains("0 decisions") && !text.contains("Nothing was said"), "{text}");
        assert!(size.0 > 100 || text.matches("What was saved is being read.").count() == 1, "{text}");
    }
}
