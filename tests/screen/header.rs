//! The lines that name the session and its numbers: what is not known yet, what is none, what has room.

use std::path::PathBuf;

use deltamind::session::Session;
use deltamind::transcript::{Meta, Role};
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

#[test]
fn before_the_first_line_of_a_file_is_read_its_numbers_are_not_known() {
    let mut state = opening((60, 24));
    update(&mut state, Msg::Live(Live::Loading { done: 0, total: 400 }));
    let text = text(&state);
    assert!(text.contains("loading 0 %") && text.contains("- decisions"), "{text}");
    assert!(!text.contains("Nothing was said"), "{text}");
}

#[test]
fn a_file_that_is_gone_or_damaged_is_named_in_words() {
    let mut state = shop::saying((60, 24), "decision: use one kiln");
    update(&mut state, Msg::Damaged(1));
    assert!(text(&state).contains("  1 damaged line"), "{}", text(&state));
    update(&mut state, Msg::Live(Live::Gone));
    assert!(text(&state).contains("! gone") && text(&state).contains("the file is gone: what was read stays"));
    let mut waiting = opening((60, 24));
    update(&mut waiting, Msg::Live(Live::Waiting));
    let shown = text(&waiting);
    assert!(shown.contains("There is no file") && !shown.contains("Nothing was said"), "{shown}");
    assert!(shown.contains("! no such file yet") && shown.contains("- decisions") && shown.contains("check its name"));
    // Of a file at rest the last line has no end, and gets none: that is said while it may still come.
    let mut state = shop::state((60, 24), 0);
    update(&mut state, Msg::Provisional(vec![crate::desk::turn(90, Role::Assistant, "A half")]));
    assert!(text(&state).contains("+1 unfinished"));
    let later = state.now.unwrap() + jiff::SignedDuration::from_hours(24 * 317);
    update(&mut state, Msg::Now(later));
    let head = text(&state).lines().next().unwrap().to_owned();
    assert!(head.contains("idle 317d") && !head.contains("unfinished"), "{head}");
}

#[test]
fn the_counts_leave_out_what_is_none_and_have_words_where_there_is_room() {
    let counts = |state: &State| text(state).lines().nth(1).unwrap().trim_end().to_owned();
    for size in [(60, 24), (80, 24), (160, 45)] {
        let mut state = shop::saying(size, "decision: use one kiln");
        assert_eq!(counts(&state), " 1 decision  0 constraints  0 tasks  1 unread");
        update(&mut state, Msg::Damaged(2));
        assert!(counts(&state).contains("  2 damaged"), "{}", counts(&state));
        update(&mut state, Msg::Restarted);
        assert!(!counts(&state).contains("damaged"), "{}", counts(&state));
    }
    let desk = crate::desk::Desk::with((60, 24), &["Never push to main without asking me first."]);
    assert!(counts(&desk.state).contains("1 constraint"), "{}", counts(&desk.state));
    let mut state = shop::state((80, 24), 0);
    state.lists.counts.conflicts = 1;
    assert!(counts(&state).contains("⚑ 1 conflict  1 to confirm"), "{}", counts(&state));
    state.size = (60, 24);
    assert!(counts(&state).contains("⚑1  1 to confirm"), "{}", counts(&state));
    // Words get shorter before a number goes, and a fact goes rather than the blanks between facts.
    let crowded = &mut state.lists.counts;
    (crowded.decisions, crowded.constraints, crowded.tasks, crowded.done, crowded.held) = (17, 14, 11, 7, 137);
    crowded.ruled_out = 4;
    let facts = counts(&state);
    let whole = " 17 decided  14 rules  7/11 tasks  4 out  ⚑1  137 to confirm";
    assert_eq!(facts, whole);
    (state.lists.counts.conflicts, state.lists.counts.decisions) = (0, 0);
    assert!(!counts(&state).contains("⚑"), "{}", counts(&state));
}

#[test]
fn an_agent_without_room_for_its_name_is_not_named() {
    let mut state = shop::state((60, 24), 9);
    let name = "a-long-name-of-a-kiln-house";
    update(&mut state, Msg::Meta(Meta { project: name.into(), agent: "claude".into(), ..Meta::default() }));
    let head = text(&state).lines().next().unwrap().to_owned();
    assert!(head.contains(name) && !head.contains('·') && head.contains("live"), "{head}");
}
