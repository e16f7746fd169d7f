//! Tests which turn a label such as `t12` names after an edit, after a turn was taken back, and after the file was rewritten.

use deltamind::session::Session;
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};
use deltamind::tui::{Msg, State, Theme, frame, update};

use crate::{shop, standup_frames};

fn line_with(state: &State, words: &str) -> String {
    let text = frame::text(&frame::render(state, &Theme::numbered()));
    text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no {words:?} in\n{text}")).to_owned()
}

#[test]
fn an_edit_leads_to_the_words_it_was_made_of_and_names_no_turn() {
    let state = shop::pressed((170, 80), 9, "1 g E ctrl-u text:Postgres_with_sqlx enter J");
    assert!(line_with(&state, "◆ Postgres with sqlx").contains("v4  t11"), "the version before was said there");
    assert!(line_with(&state, "[v4]").contains("[v4]       you   edited: Postgres with sqlx"));
    assert!(!line_with(&state, "sure  ").contains("again"), "versions are no repetitions");
    let state = shop::pressed_in(state, "enter");
    line_with(&state, "▌t11 you");
    let state = shop::pressed((170, 80), 9, "3 g E ctrl-u text:Austrian_PLZ enter");
    assert!(line_with(&state, "[v2]").contains("you   edited: Austrian PLZ"), "the agent did not say it");
}

/// Checks that no internal id, scope or sequence number is shown to a person.
#[test]
fn the_words_of_the_screen_are_those_of_a_person() {
    for size in [(60, 40), (160, 45)] {
        let shop =
            ["1 J", "3 J", "6", "7", "lt lt", "lt lt c", "?", "e", "s", ":"].map(|keys| shop::pressed(size, 9, keys));
        let standup = ["", "j", "G"].map(|keys| standup_frames::state(size, keys));
        for state in shop.into_iter().chain(standup) {
            let text = frame::text(&frame::render(&state, &Theme::numbered()));
            for word in [" seq ", "session scope", "YOUR CALL", "NOTES", "closes", "why a-1", "why p-"] {
                assert!(!text.contains(word), "{size:?} {word:?}\n{text}");
            }
        }
    }
}

#[test]
fn what_was_confirmed_is_quoted_with_its_turn() {
    let state = shop::pressed((170, 80), 9, "1 / text:seed enter a g E ctrl-u text:Seed_it_by_hand enter");
    assert!(line_with(&state, "   v1 ").contains("t12   agent \"manual I think"), "confirmed");
    assert!(line_with(&state, "[v2]").contains("you   edited: Seed it by hand"), "edited");
    assert!(line_with(&state, "   sure  ").contains("you wrote it so"));
    let confirmed = shop::pressed((170, 80), 9, "1 / text:seed enter a g");
    assert!(line_with(&confirmed, "   sure  ").contains("certain: you confirmed it"));
}

fn said(n: usize, role: Role, words: &str) -> Entry {
    let (turn_id, ordinal) = (format!("u{n}"), n as u32);
    Entry::Turn(Turn { turn_id, ordinal, role, content: words.to_owned(), at: None, record: RecordRef::default() })
}

#[test]
fn a_turn_that_was_taken_back_does_not_say_it_again() {
    let mut session = Session::new(Meta::default());
    let rule = "Never push to main without asking me first.";
    session.ingest([said(1, Role::User, rule), said(2, Role::Assistant, "Understood."), said(3, Role::User, rule)]);
    let shown = |session: &Session| {
        let mut state = State::new(session.clone(), (120, 40));
        update(&mut state, Msg::CaughtUp);
        update(&mut state, Msg::Now("2026-05-04T10:00:00Z".parse().unwrap()));
        shop::pressed_in(state, "2 g J")
    };
    assert!(line_with(&shown(&session), "weighed").contains("repeated in t3"));
    let body = SignalBody::Withdrawn { turn_ids: vec!["u3".to_owned()] };
    let (id, turn_id, record) = ("withdrawn".to_owned(), "u3".to_owned(), RecordRef::default());
    session.ingest([Entry::Signal(Signal { id, turn_id, at: None, record, body })]);
    let state = shown(&session);
    assert!(!line_with(&state, "weighed").contains("again"));
    line_with(&state, "t1 t3 (removed)");
}

#[test]
fn a_file_written_anew_keeps_the_turn_that_is_read() {
    let mut state = shop::pressed((100, 30), 9, "7 g j j");
    let read = |state: &State| state.turns()[state.turn_at().unwrap()].turn_id.clone();
    assert_eq!(read(&state), "m3");
    update(&mut state, Msg::Restarted);
    let turn = |n: usize, words: &str| Turn {
        turn_id: format!("m{n}"),
        ordinal: n as u32 - 1,
        role: Role::User,
        content: words.to_owned(),
        at: None,
        record: RecordRef::default(),
    };
    let talk = [(2, "The first turn is gone."), (3, "Sessions live 1 h."), (4, "Noted.")];
    update(&mut state, Msg::Entries(talk.map(|(n, words)| Entry::Turn(turn(n, words))).into()));
    update(&mut state, Msg::CaughtUp);
    assert_eq!((read(&state).as_str(), state.turn_at()), ("m3", Some(1)), "it is t2 now");
    line_with(&state, "▌t2 you");
}

#[test]
fn what_a_choice_was_made_over_stands_with_its_version() {
    let mut session = Session::new(Meta::default());
    session.ingest([
        said(1, Role::Assistant, "Where should bookings be stored?\n\nA) SQLite\nB) Text files"),
        said(2, Role::User, "A"),
        said(3, Role::User, "Use Postgres instead of SQLite."),
    ]);
    let mut state = State::new(session, (120, 40));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now("2026-05-04T10:00:00Z".parse().unwrap()));
    let state = shop::pressed_in(state, "1 g");
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains("version    2 of 2") && !shown.contains("instead of Text files"), "{shown}");
    let state = shop::pressed_in(state, "[");
    line_with(&state, "instead of Text files");
}

#[test]
fn a_turn_shown_in_part_says_so_without_counting_bytes() {
    let mut session = Session::new(Meta::default());
    let long = format!("{}We decided to use SQLite.\n{}", "Some words.\n\n".repeat(500), "\nMore words.".repeat(5000));
    session.ingest([said(1, Role::User, &long), said(2, Role::Assistant, "Noted.")]);
    let mut state = State::new(session, (80, 40));
    update(&mut state, Msg::CaughtUp);
    let state = shop::pressed_in(state, "7");
    line_with(&state, "⋯ earlier words of this turn not shown");
    assert!(line_with(&state, "lines more").contains("⋯ over "), "not all of it was looked at");
    let state = shop::pressed_in(state, "k end");
    assert!(!frame::text(&frame::render(&state, &Theme::numbered())).contains("bytes"));
}
