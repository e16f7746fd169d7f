//! Keys, pastes and news to state and effects.
// size: each test presses its keys on one session and tells what became of them.

use deltamind::state::Status;
use deltamind::store::{Disk, OpenedSession, SessionWriter, Store};
use deltamind::tui::panes::{PaneId, RowKey};
use deltamind::tui::state::Overlay;
use deltamind::tui::{Effect, Key, Live, Msg, State, Theme, Wrote, frame, update};
use jiff::{SignedDuration, Timestamp};

use crate::shop;

const SIZE: (u16, u16) = (60, 24);

fn after(state: &State, millis: i64) -> Timestamp {
    state.now.unwrap() + SignedDuration::from_millis(millis)
}

/// Presses a key a second after the last frame, without drawing one.
fn press(state: &mut State, key: &str) -> Vec<Effect> {
    let at = after(state, 1000);
    update(state, Msg::Key { key: Key::parse(key).unwrap(), at })
}

fn draw(state: &mut State) {
    let now = after(state, 1000);
    update(state, Msg::Now(now));
}

fn selected(state: &State) -> String {
    match state.selected() {
        Some(RowKey::Item(id)) => id.to_string(),
        Some(RowKey::Held(id)) => id.to_string(),
        Some(RowKey::Turn(at)) => format!("t{}", at + 1),
        other => format!("{other:?}"),
    }
}

fn status(state: &State, id: &str) -> Status {
    state.session.ledger().get(id).unwrap().status
}

#[test]
fn moving_stays_within_the_list_and_passes_over_headings() {
    let mut state = shop::state(SIZE, 0);
    let all = ["d-1", "d-5", "d-4", "d-3", "d-2"];
    for (n, id) in all.iter().enumerate() {
        assert_eq!(selected(&state), *id, "row {n}");
        press(&mut state, "j");
    }
    assert_eq!(selected(&state), "u-1", "the heading is no row");
    press(&mut state, "j");
    assert!(selected(&state).starts_with("r-"));
    press(&mut state, "G");
    press(&mut state, "j");
    press(&mut state, "g");
    press(&mut state, "up");
    assert_eq!(selected(&state), "d-1");
}

#[test]
fn enter_goes_to_the_turn_and_escape_comes_back() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "j");
    press(&mut state, "enter");
    assert_eq!((state.focus, selected(&state).as_str()), (PaneId::Transcript, "t9"));
    press(&mut state, "esc");
    assert_eq!((state.focus, selected(&state).as_str()), (PaneId::Decisions, "d-5"));
    press(&mut state, "esc");
    assert_eq!(state.focus, PaneId::Decisions);
}

#[test]
fn the_key_that_opens_the_turn_leads_back_to_the_row() {
    let mut state = shop::state(SIZE, 0);
    for (pane, steps) in [("1", 1), ("1", 4), ("2", 0), ("2", 1), ("3", 0)] {
        press(&mut state, pane);
        press(&mut state, "g");
        (0..steps).for_each(|_| drop(press(&mut state, "j")));
        let left = (state.focus, selected(&state));
        press(&mut state, "enter");
        assert_eq!(state.focus, PaneId::Transcript);
        press(&mut state, "enter");
        assert_eq!((state.focus, selected(&state)), left);
        assert!(state.nav.back.is_empty(), "the way is gone both ways");
    }
    // At another turn of the talk it goes to what that turn carries.
    press(&mut state, "1");
    press(&mut state, "g");
    press(&mut state, "enter");
    let opened = state.turn_at();
    while state.turn_at() == opened || state.session.marks(state.turn_at().unwrap()).is_empty() {
        press(&mut state, "k");
    }
    press(&mut state, "enter");
    assert_ne!(state.focus, PaneId::Transcript);
    assert_eq!(state.nav.back.len(), 2, "and Esc leads back over both");
}

#[test]
fn a_pane_that_is_named_ends_the_way_back() {
    for key in ["5", "tab", "shift-tab"] {
        let mut state = shop::state(SIZE, 0);
        press(&mut state, "enter");
        press(&mut state, key);
        let pane = state.focus;
        press(&mut state, "esc");
        assert_eq!(state.focus, pane, "{key}");
    }
}

#[test]
fn withdrawing_asks_and_a_hasty_key_does_not_answer() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "x");
    press(&mut state, "y");
    assert!(matches!(state.overlays.last(), Some(Overlay::Confirm { .. })), "the question was never drawn");
    draw(&mut state);
    let at = after(&state, 150);
    update(&mut state, Msg::Key { key: Key::char('y'), at });
    assert_eq!(status(&state, "d-1"), Status::Active, "too soon after it was drawn");
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains("just opened: press y again"), "{shown}");
    update(&mut state, Msg::Paste("y\ny".into()));
    assert_eq!(status(&state, "d-1"), Status::Active, "a paste is no key");
    press(&mut state, "y");
    assert_eq!(status(&state, "d-1"), Status::Superseded);
    press(&mut state, "u");
    assert_eq!(status(&state, "d-1"), Status::Active);
}

#[test]
fn a_likely_item_is_confirmed_dismissed_and_brought_back() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "5");
    assert_eq!(selected(&state), "u-1");
    press(&mut state, "J");
    press(&mut state, "x");
    draw(&mut state);
    assert_eq!((state.lists.counts.held, state.nav.detail_scroll), (0, 0), "the reasons are those of another row");
    press(&mut state, "u");
    assert_eq!(state.notice, Some(("undone".into(), false)));
    draw(&mut state);
    press(&mut state, "g");
    assert_eq!(selected(&state), "u-1");
    press(&mut state, "a");
    assert_eq!((state.lists.counts.held, state.lists.counts.decisions), (0, 6));
    assert!(state.notice.as_ref().unwrap().0.starts_with("confirmed as d-6"));
    // Undone, it leaves no trace in the lists or in what is written.
    press(&mut state, "u");
    draw(&mut state);
    assert_eq!((state.lists.counts.held, state.lists.counts.decisions), (1, 5));
    assert!(state.list(PaneId::Decisions).rows.iter().all(|row| *row != RowKey::Item("d-6".into())));
    let dir = tempfile::tempdir().unwrap();
    let (store, id) = (Store::at(dir.path().join("store")), &state.session.meta().session_id);
    let OpenedSession::Ours(mut writer, _) = SessionWriter::open(&store, id, Disk::default()).unwrap() else {
        panic!()
    };
    writer.save(&state.session, None).unwrap();
    let mut read = 0;
    for entry in std::fs::read_dir(store.root().join("sessions").join(id)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            read += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(!text.contains("d-6") && !text.contains("undone"), "{}: {text}", path.display());
        }
    }
    assert_eq!(read, 4);
}

#[test]
fn a_key_that_cannot_do_it_now_says_why() {
    let mut state = shop::state(SIZE, 0);
    for (key, why) in
        [("b", "was not compacted"), ("B", "was not compacted"), ("M", "no language model"), ("u", "nothing to undo")]
    {
        assert_eq!(press(&mut state, key), []);
        assert!(
            state.notice.as_ref().is_some_and(|(told, bad)| told.contains(why) && !bad),
            "{key}: {:?}",
            state.notice
        );
        press(&mut state, "j");
        assert_eq!(state.notice, None);
    }
    press(&mut state, "lt");
    press(&mut state, "u");
    assert!(state.notice.as_ref().unwrap().0.starts_with("the past cannot be corrected"));
}

#[test]
fn what_was_lost_is_told_before_what_is_new_where_not_both_fit() {
    let mut state = shop::state(SIZE, 9);
    update(&mut state, Msg::Damaged(2));
    draw(&mut state);
    let drawn = frame::text(&frame::render(&state, &deltamind::tui::Theme::numbered()));
    let counts = drawn.lines().nth(1).unwrap();
    assert!(counts.contains(" 2 damaged ") && !counts.contains(" new"), "{counts}");
}

#[test]
fn editing_rewrites_and_pastes_go_into_the_line() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "E");
    press(&mut state, "ctrl-u");
    update(&mut state, Msg::Paste("Postgres 17\nx y".into()));
    press(&mut state, "q");
    press(&mut state, "enter");
    assert_eq!(state.session.ledger().get("d-1").unwrap().summary, "Postgres 17 x yq", "a line break is a blank");
    assert_eq!(state.session.ledger().get("d-1").unwrap().versions.len(), 4);
}

/// Without the terminal's brackets around a paste, a line break in it is the key that ends the line, and the rest is keys.
#[test]
fn a_line_break_that_is_pasted_as_a_key_ends_no_text() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "E");
    press(&mut state, "ctrl-u");
    let pasted = |words: &str| -> Vec<Key> { words.split(' ').map(|key| Key::parse(key).unwrap()).collect() };
    let at = after(&state, 1000);
    update(&mut state, Msg::Keys { keys: pasted("o a k enter e l m ctrl-j x enter"), at });
    assert!(state.overlays.is_empty(), "the last one ends it");
    assert_eq!(state.session.ledger().get("d-1").unwrap().summary, "oak elm x");
}

/// At any width of the text, the keys that end it are on the screen.
#[test]
fn an_edited_text_leaves_room_for_its_keys() {
    for (plain, ends) in [(false, "↵ done  Esc cancel"), (true, "Enter done  Esc cancel")] {
        for length in 0..60 {
            let mut state = shop::state(SIZE, 0);
            state.prefs.set_plain(plain);
            press(&mut state, "E");
            press(&mut state, "ctrl-u");
            update(&mut state, Msg::Paste("x".repeat(length)));
            let shown = frame::text(&frame::render(&state, &Theme::numbered()));
            assert!(shown.contains(ends), "{length}: {shown}");
        }
    }
}

#[test]
fn undo_goes_to_the_row_that_came_back() {
    // Of a likely item, dismissed or confirmed, in its own pane and in Review.
    for (keys, row) in [("1 G k k x", "u-1"), ("5 x", "u-1"), ("5 a", "u-1")] {
        let mut state = shop::pressed(SIZE, 0, keys);
        assert_ne!(selected(&state), row, "{keys}");
        press(&mut state, "G");
        press(&mut state, "u");
        assert_eq!(selected(&state), row, "{keys}");
    }
    // Of an item that was removed or reworded.
    for keys in ["1 g j x y", "1 g j E text:! enter"] {
        let mut state = shop::pressed(SIZE, 0, keys);
        press(&mut state, "g");
        press(&mut state, "u");
        assert_eq!(selected(&state), "d-5", "{keys}");
    }
}

#[test]
fn the_export_writes_what_was_seen_and_asks_before_it_replaces() {
    let mut state = shop::state((100, 30), 0);
    press(&mut state, "e");
    let Some(Overlay::Export { text, .. }) = state.overlays.last().cloned() else { panic!("no dialog") };
    press(&mut state, "w");
    let effects = press(&mut state, "enter");
    let [Effect::WriteFile { path, bytes, replace: false }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!((path.as_str(), bytes.as_slice()), ("CONTEXT.md", text.as_bytes()));
    update(&mut state, Msg::Wrote { path: path.clone(), result: Wrote::Exists(bytes.clone()) });
    draw(&mut state);
    let effects = press(&mut state, "y");
    assert!(matches!(effects.as_slice(), [Effect::WriteFile { replace: true, .. }]));
    press(&mut state, "esc");
    assert_eq!(press(&mut state, "e"), []);
    assert!(matches!(press(&mut state, "y").as_slice(), [Effect::Copy(t)] if *t == text));
}

#[test]
fn copying_takes_the_words_along() {
    let mut state = shop::state(SIZE, 0);
    let effects = press(&mut state, "y");
    let [Effect::Copy(text)] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(
        text.as_str(),
        "d-1 decision: Postgres 16 with raw sqlx, no ORM\n> \"drop Prisma, raw sqlx is fine\" (you, t11)\n"
    );
    let copied = |keys: &str| {
        let mut state = shop::pressed(SIZE, 0, keys);
        match press(&mut state, "y").as_slice() {
            [Effect::Copy(text)] => text.as_str().to_owned(),
            [] => state.notice.unwrap().0.as_str().to_owned(),
            effects => panic!("{effects:?}"),
        }
    };
    assert_eq!(copied("G k"), "r-2 ruled out: a shared hub\n> \"docs stay per repo, no shared hub\" (you, t9)\n");
    assert_eq!(copied("5"), "u-1 likely decision: Seed data by hand\n> \"manual I think will suffice\" (agent, t12)\n");
    assert_eq!(copied("5 G"), "nothing to copy here");
}

#[test]
fn what_was_looked_at_is_no_news_any_more() {
    let mut state = shop::state(SIZE, 9);
    let before = state.lists.counts.unseen;
    press(&mut state, "j");
    assert_eq!(state.lists.counts.unseen, before - 2, "the row left and the row come to");
    press(&mut state, "2");
    press(&mut state, "1");
    draw(&mut state);
    let constraints = state.list(PaneId::Constraints).rows.clone();
    assert!(
        constraints
            .iter()
            .all(|row| matches!(row, RowKey::Item(id) if !state.is_unseen(state.session.ledger().get(id).unwrap())))
    );
}

/// A bound key that does nothing says why, in every pane, live and in the past.
#[test]
fn no_key_stays_silent() {
    use deltamind::tui::actions::{ACTIONS, find};
    use deltamind::tui::keymap::Key;
    let press_all = |state: &mut State, keys: &str| {
        for key in keys.split_whitespace() {
            press(state, key);
            draw(state);
        }
    };
    let of_panes = ACTIONS.iter().filter(|action| !["back", "read-from-start"].contains(&action.id));
    let keys: Vec<&str> = of_panes
        .filter(|action| {
            action.scope.under(&shop::state(SIZE, 9)) || action.scope.word().starts_with(|c: char| c.is_uppercase())
        })
        .flat_map(|action| action.keys)
        .copied()
        .collect();
    for (size, past) in [((60, 24), ""), ((60, 24), "lt"), ((160, 45), "")] {
        for pane in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] {
            let mut opened = shop::state(size, 9);
            press_all(&mut opened, past);
            press(&mut opened, pane);
            draw(&mut opened);
            for key in &keys {
                let mut state = opened.clone();
                if find(&state, Key::parse(key).unwrap()).is_none() {
                    press(&mut state, key);
                    assert!(state.notice.is_some(), "{size:?}: {key} in {pane} {past}");
                }
            }
        }
    }
    let told = |keys: &str| {
        let mut state = shop::state((60, 24), 9);
        press_all(&mut state, keys);
        state.notice.unwrap().0.to_string()
    };
    assert_eq!(told("1 a"), "this item needs no confirmation");
    assert_eq!(told("7 x"), "x acts in lists of items, Review, Memory and Standup, not here");
    assert_eq!(told("1 o"), "o acts in Memory and Standup, not here");
    assert_eq!(told("7 J"), "no reasons are on the screen here");
    assert_eq!(told("n"), "nothing is looked for: / finds words");
    assert_eq!((told(")"), told("L")), ("this is the present".to_owned(), "this is the present".to_owned()));
    // The help of a pane names no key that does nothing there.
    let help = |keys: &str| {
        let mut state = shop::state((60, 60), 9);
        press_all(&mut state, keys);
        frame::text(&frame::render(&state, &deltamind::tui::Theme::numbered()))
    };
    assert!(help("1 ?").contains("scroll reasons") && !help("7 ?").contains("scroll reasons"));
}

#[test]
fn without_anything_unread_the_key_for_it_says_so() {
    let mut state = shop::state(SIZE, u64::MAX);
    let drawn = |state: &State| frame::text(&frame::render(state, &deltamind::tui::Theme::numbered()));
    draw(&mut state);
    press(&mut state, "w");
    assert!(drawn(&state).contains(" nothing unread"), "{}", drawn(&state));
    press(&mut state, "j");
    assert!(!drawn(&state).contains("nothing unread"), "until the next key");
    press(&mut state, "lt");
    draw(&mut state);
    press(&mut state, "w");
    assert!(drawn(&state).contains("nothing is unread in the past: L goes back"), "{}", drawn(&state));
}

#[test]
fn versions_are_stepped_and_searching_goes_round() {
    let mut state = shop::state(SIZE, 0);
    press(&mut state, "[");
    press(&mut state, "left");
    press(&mut state, "[");
    assert_eq!(state.nav.version, Some(0));
    press(&mut state, "]");
    press(&mut state, "]");
    assert_eq!(state.nav.version, None);
    for key in ["/", "r", "e", "enter"] {
        press(&mut state, key);
    }
    let first = selected(&state);
    let mut seen = vec![first.clone()];
    loop {
        press(&mut state, "n");
        if selected(&state) == first {
            break;
        }
        seen.push(selected(&state));
    }
    assert!(seen.len() > 1, "{seen:?}");
    press(&mut state, "N");
    assert_eq!(Some(&selected(&state)), seen.last());
}

#[test]
fn a_reread_file_forgets_what_it_no_longer_says() {
    let mut state = shop::state(SIZE, 0);
    update(&mut state, Msg::Restarted);
    update(&mut state, Msg::Live(Live::Truncated));
    draw(&mut state);
    assert_eq!((state.lists.counts.decisions, state.session.turns().len()), (0, 0));
    let drawn = frame::render(&state, &deltamind::tui::Theme::numbered());
    assert!(frame::text(&drawn).contains("truncated"));
}

#[test]
fn quitting_and_stopping_are_effects() {
    let mut state = shop::state(SIZE, 0);
    assert_eq!(press(&mut state, "q"), [Effect::Quit]);
    assert_eq!(press(&mut state, "ctrl-z"), [Effect::Suspend]);
    press(&mut state, "/");
    assert_eq!(press(&mut state, "q"), []);
    assert_eq!(press(&mut state, "ctrl-c"), [Effect::Quit]);
}

#[test]
fn nothing_is_due_until_a_time_reads_differently() {
    let state = shop::state(SIZE, 0);
    let wait = state.next_deadline().unwrap().duration_since(state.now.unwrap());
    assert!(wait.as_secs() >= 1 && wait.as_secs() <= 60, "{wait:?}");
}

#[test]
fn a_filter_narrows_while_it_is_typed_and_escape_gives_all_back() {
    let mut state = shop::state(SIZE, 0);
    let all = state.list(PaneId::Decisions).rows.clone();
    for key in ["f", "s", "e", "s", "s"] {
        press(&mut state, key);
    }
    let rows = |state: &State| state.list(PaneId::Decisions).rows.clone();
    assert_eq!(rows(&state), [RowKey::Item("d-3".into())]);
    assert_eq!(selected(&state), "d-3");
    press(&mut state, "esc");
    assert_eq!(rows(&state), all, "given up");
    for key in ["f", "g", "r", "enter"] {
        press(&mut state, key);
    }
    // A heading counts what is left below it, and goes with its last row.
    assert!(rows(&state).contains(&RowKey::Heading("ruled out", 1)), "{:?}", rows(&state));
    update(&mut state, Msg::CaughtUp);
    draw(&mut state);
    assert!(rows(&state).len() < all.len(), "news does not undo a filter");
    // The words there are offered: the first letter takes their place.
    for key in ["f", "h", "u", "b", "enter"] {
        press(&mut state, key);
    }
    assert_eq!(state.list(PaneId::Decisions).filter, "hub");
    press(&mut state, "esc");
    assert_eq!(rows(&state), all);
    for (words, count) in [("new", 0), ("likely", 1), ("ignored hedge", 1)] {
        press(&mut state, "5");
        press(&mut state, "f");
        update(&mut state, Msg::Paste(words.into()));
        assert_eq!(state.list(PaneId::Review).count, count, "{words}");
        press(&mut state, "esc");
    }
}

#[test]
fn the_palette_finds_actions_by_a_few_letters_and_does_them() {
    let mut state = shop::state(SIZE, 0);
    for key in [":", "e", "x", "p", "enter"] {
        press(&mut state, key);
    }
    assert!(matches!(state.overlays.as_slice(), [Overlay::Export { .. }]), "{:?}", state.overlays);
    press(&mut state, "esc");
    press(&mut state, ":");
    update(&mut state, Msg::Paste("review".into()));
    press(&mut state, "enter");
    assert_eq!(state.focus, PaneId::Review);
    for key in [":", "z", "z", "q", "enter"] {
        press(&mut state, key);
    }
    assert!(state.notice.as_ref().unwrap().0.contains("no action fits"), "{:?}", state.notice);
    // What does not apply here is not offered.
    press(&mut state, ":");
    let entries = deltamind::tui::actions::palette::entries(&state, "withdraw");
    assert!(entries.iter().all(|e| e.name() != "withdraw"));
    for _ in 0..200 {
        press(&mut state, "down");
    }
    press(&mut state, "up");
    press(&mut state, "esc");
    assert!(state.overlays.is_empty());
}

#[test]
fn themes_are_tried_on_and_taken_back() {
    let mut state = shop::state(SIZE, 0);
    for key in ["T", "j", "j"] {
        press(&mut state, key);
    }
    assert_eq!(state.prefs.theme, "high-contrast");
    press(&mut state, "esc");
    assert_eq!(state.prefs.theme, "dark");
    for key in ["T", "G", "k", "j", "j", "j", "j", "j", "j", "j", "enter"] {
        press(&mut state, key);
    }
    assert_eq!(state.prefs.theme, "gruvbox");
    assert!(state.notice.as_ref().unwrap().0.contains("theme = \"gruvbox\""));
}

#[test]
fn an_offered_name_gives_way_to_the_first_letter() {
    let mut state = shop::state(SIZE, 0);
    for key in ["e", "w", "o", "u", "t", "enter"] {
        if key == "enter" {
            let effects = press(&mut state, key);
            assert!(matches!(effects.as_slice(), [Effect::WriteFile { path, .. }] if path == "out"), "{effects:?}");
        } else {
            press(&mut state, key);
        }
    }
    for key in ["w", "end", "x"] {
        press(&mut state, key);
    }
    let effects = press(&mut state, "enter");
    assert!(matches!(effects.as_slice(), [Effect::WriteFile { path, .. }] if path == "CONTEXT.mdx"), "{effects:?}");
}

#[test]
fn the_export_has_three_forms_and_only_one_has_a_budget() {
    let mut state = shop::state((100, 30), 0);
    press(&mut state, "e");
    let text = |state: &State| match state.overlays.last() {
        Some(Overlay::Export { text, budget, .. }) => (text.clone(), *budget),
        other => panic!("{other:?}"),
    };
    press(&mut state, "-");
    let (context, budget) = text(&state);
    assert!(context.contains("## Decisions\n- Postgres 16"), "{context}");
    assert_eq!(budget, 1500);
    press(&mut state, "tab");
    press(&mut state, "-");
    let (report, budget) = text(&state);
    assert!(report.starts_with("# shop-api\n") && report.contains("before: Use Prisma with Postgres for storage (t1)"));
    assert_eq!(budget, 1500, "a report has no budget");
    press(&mut state, "tab");
    let json: serde_json::Value = serde_json::from_str(&text(&state).0).unwrap();
    assert_eq!(json["items"].as_array().unwrap().len(), state.session.ledger().items().len());
    assert_eq!(json["held"][0]["heldId"], "u-1");
    for _ in 0..1000 {
        press(&mut state, "pgdn");
    }
    let Some(Overlay::Export { scroll, text, .. }) = state.overlays.last() else { panic!() };
    assert!(*scroll < text.lines().count(), "scrolling ends with the text");
}

#[test]
fn the_mouse_chooses_and_scrolls_once_it_is_on() {
    use deltamind::tui::Pointer;
    let mut state = shop::state(SIZE, 0);
    let click = |state: &mut State, x, y| update(state, Msg::Mouse { pointer: Pointer::Press, at: (x, y) });
    click(&mut state, 10, 4);
    assert_eq!(selected(&state), "d-1", "off");
    assert_eq!(press(&mut state, "m"), [Effect::Mouse(true)]);
    click(&mut state, 10, 4);
    assert_eq!(selected(&state), "d-4");
    click(&mut state, 10, 4);
    assert_eq!((state.focus, selected(&state).as_str()), (PaneId::Transcript, "t5"), "a second click opens");
    click(&mut state, 1, 22);
    assert_eq!(state.focus, PaneId::Decisions);
    update(&mut state, Msg::Mouse { pointer: Pointer::Up, at: (10, 5) });
    assert_eq!(selected(&state), "d-1");
    press(&mut state, "x");
    draw(&mut state);
    click(&mut state, 10, 12);
    assert!(matches!(state.overlays.last(), Some(Overlay::Confirm { .. })), "a click answers no question");
    for (x, y) in [(0, 0), (59, 23), (60, 24), (65535, 65535)] {
        click(&mut state, x, y);
    }
}

#[test]
fn coming_back_one_is_told_what_came_meanwhile() {
    let mut state = shop::state(SIZE, 14);
    let moment = |state: &State, minutes: i64| state.now.unwrap() + SignedDuration::from_mins(minutes);
    let at = moment(&state, 0);
    update(&mut state, Msg::Focus { here: false, at });
    state.attention.left = Some((at, 14));
    let unseen = state.lists.counts.unseen;
    press(&mut state, "2");
    assert_eq!(state.lists.counts.unseen, unseen, "nobody looked");
    let at = moment(&state, 12);
    update(&mut state, Msg::Focus { here: true, at });
    let told = state.notice.clone().unwrap().0;
    assert!(told.ends_with("unread since you looked 12m ago: w goes there"), "{told}");
    draw(&mut state);
    let mut places = Vec::new();
    while state.lists.counts.unseen > 0 {
        press(&mut state, "w");
        places.push(selected(&state));
    }
    assert_eq!(places.len(), unseen, "{places:?}");
    assert!(state.notice.as_ref().unwrap().0.contains("last change"));
    assert_eq!(press(&mut state, "w"), []);
}

#[test]
fn what_is_no_transcript_is_not_called_live() {
    let mut state = shop::state(SIZE, 0);
    update(&mut state, Msg::Live(Live::UnknownFormat));
    update(&mut state, Msg::CaughtUp);
    draw(&mut state);
    let text = |state: &State| frame::text(&frame::render(state, &deltamind::tui::Theme::numbered()));
    assert!(text(&state).contains("! no transcript") && !text(&state).contains("● live"), "{}", text(&state));
}
