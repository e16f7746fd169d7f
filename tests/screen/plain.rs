//! Plain words and short ways: help on one screen and a half, the same keys in every dialog, answers before their
//! questions, what was said before and after a quotation, the head of a long turn in sight.

use deltamind::session::Session;
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::layout::Layout;
use deltamind::tui::state::Overlay;
use deltamind::tui::{Msg, State, Theme, frame, update};

use crate::long;
use crate::shop;

fn text(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered()))
}

fn line_with(state: &State, words: &str) -> String {
    let text = text(state);
    text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no {words:?} in\n{text}")).to_owned()
}

#[test]
fn help_takes_fewer_than_sixty_lines_in_a_side_pane() {
    for pane in ["1", "3", "5", "7", "8", "9", "0"] {
        let mut state = shop::pressed((60, 40), 9, &format!("{pane} ? G"));
        let Some(Overlay::Help { scroll }) = state.overlays.last() else { panic!("no help") };
        let shown = 33;
        assert!(scroll + shown < 60, "{} lines in pane {pane}", scroll + shown);
        assert!(text(&state).contains("the end"), "{}", text(&state));
        state = shop::pressed_in(state, "g");
        assert!(text(&state).contains("here: "), "{}", text(&state));
    }
}

#[test]
fn help_and_palette_use_a_wide_screen() {
    for pane in ["1", "5", "7", "8"] {
        let help = text(&shop::pressed((160, 45), 9, &format!("{pane} ?")));
        assert!(!help.contains("lines more") && help.contains("in themes"), "{help}");
    }
    for keys in [":", "5 :", "8 : g"] {
        let screen = text(&shop::pressed((160, 45), 9, keys));
        let palette = screen.split(['┌', '└']).nth(1).unwrap();
        assert!(palette.contains("matches") && !palette.contains('…'), "{screen}");
    }
}

#[test]
fn in_plain_mode_the_help_has_one_key_a_line_and_the_words_of_plain_mode() {
    let mut state = shop::state((100, 120), 9);
    state.prefs.set_plain(true);
    let help = text(&shop::pressed_in(state, "7 ?"));
    for row in [" y      copy", " carries what it settled", " ? what waits", " ! against a rule"] {
        assert!(help.lines().any(|line| line.trim() == row.trim()), "{row}: {help}");
    }
    assert!(!help.contains('→'), "{help}");
}

#[test]
fn the_signs_of_the_talk_are_whole_in_a_narrow_help() {
    for (width, rows) in [(30, 3), (60, 1)] {
        let help = text(&shop::pressed((width, 60), 9, "7 ?"));
        let signs =
            help.lines().filter(|line| ["→ what", "? what waits", "⚑ against"].iter().any(|s| line.contains(s)));
        assert_eq!(signs.clone().count(), rows, "{help}");
        assert!(signs.clone().next_back().unwrap().trim_end().ends_with("⚑ against a rule"), "{help}");
    }
}

#[test]
fn an_export_scrolls_to_its_last_words_at_every_width() {
    for size in [(40, 14), (60, 24), (80, 24), (160, 20)] {
        let state = shop::pressed(size, 9, "e G");
        let Some(Overlay::Export { text: export, .. }) = state.overlays.last() else { panic!("no export") };
        let shown = text(&state);
        let last = export.lines().rev().find_map(|line| line.split_whitespace().last()).unwrap();
        assert!(shown.contains(last) && !shown.contains("lines more"), "{size:?} {last}: {shown}");
    }
}

#[test]
fn every_action_stands_in_the_help() {
    let mut state = shop::pressed((60, 40), 9, "?");
    state.size = (60, 120);
    let help = text(&state);
    for words in ["remove", "edit", "turn", "find words", "matches", "next unread", "one change", "sessions", "approve"]
    {
        assert!(help.contains(words), "{words}: {help}");
    }
}

#[test]
fn escape_ends_a_search_and_its_hint() {
    let state = shop::pressed((100, 30), 9, "/ text:sessions enter");
    assert!(text(&state).contains("n N matches"), "{}", text(&state));
    let state = shop::pressed_in(state, "esc");
    assert!(!text(&state).contains("n N matches") && state.nav.search.is_empty());
    let state = shop::pressed((100, 30), 9, "/ text:sessions esc");
    assert!(state.nav.search.is_empty(), "a search that was not done is none");
}

#[test]
fn what_was_said_around_the_words_is_seen_in_a_side_pane() {
    // Too low for the talk itself.
    let state = shop::pressed((60, 14), 9, "2 g");
    line_with(&state, "agent t2: ");
    line_with(&state, "which Postgres version");
    line_with(&state, "agent t4: Noted. I added these");
    // Beside the talk itself nothing is said twice.
    for size in [(60, 40), (160, 45)] {
        let tall = shop::pressed(size, 9, "2 g");
        assert!(!text(&tall).contains("agent t4: "), "{}", text(&tall));
    }
}

#[test]
fn a_tall_pane_has_the_talk_under_the_detail_until_the_detail_is_read() {
    for size in [(60, 40), (80, 40), (120, 40)] {
        let state = shop::pressed(size, 9, "2 g");
        let layout = Layout::of(size, &state);
        assert!(layout.talk.y >= layout.detail.bottom() && layout.shows_talk(), "{layout:?}");
        for words in [" Transcript ─", "▏t3 you", "which Postgres version", "Noted. I added these"] {
            line_with(&state, words);
        }
        let state = shop::pressed_in(state, "J");
        assert!(!Layout::of(size, &state).shows_talk(), "{}", text(&state));
    }
    // Before there is a row to explain, it stands under the empty list.
    let state = shop::pressed_in(shop::saying((60, 40), "good morning"), "1");
    line_with(&state, "▏  good morning");
}

#[test]
fn how_a_sentence_was_read_is_shown_on_demand() {
    for size in [(60, 40), (160, 45)] {
        let state = shop::pressed(size, 9, "2 g");
        let shown = text(&state);
        assert!(shown.contains("certain: a lasting rule") && !shown.contains("weighed"), "{shown}");
        line_with(&state, "⋯ 5 lines on how it was read: J");
        let state = shop::pressed_in(state, "J");
        let shown = text(&state);
        assert!(shown.contains("weighed") && shown.contains("c-1  c-"), "{shown}");
        assert!(!text(&shop::pressed_in(state, "K")).contains("weighed"));
    }
}

#[test]
fn the_talk_around_the_words_fills_the_room_there_is() {
    let around = |rows: u16| {
        let shown = text(&shop::pressed((60, rows), 9, "2 g"));
        let lines = shown.lines().skip_while(|line| !line.contains("agent t2: ") && !line.contains("t2 agent  "));
        lines.take_while(|line| !["agent t4: ", "   sure ", "t3 you"].iter().any(|end| line.contains(end))).count()
    };
    assert_eq!((around(24), around(60)), (4, 8), "the questions before the rule, or the whole turn");
}

#[test]
fn a_wide_screen_has_the_talk_below_a_short_list() {
    let state = shop::pressed((160, 45), 9, "5");
    let layout = Layout::of(state.size, &state);
    assert!(layout.talk.y >= layout.main.bottom() && layout.talk.x == layout.main.x, "{:?}", layout.talk);
    assert!(text(&state).contains("  Transcript 1"), "{}", text(&state));
    assert!(!text(&state).contains("agent t2: "), "nothing is said twice: {}", text(&state));
}

#[test]
fn the_feed_says_in_words_what_happened() {
    let state = shop::pressed((160, 45), 9, "");
    let feed = line_with(&state, "  ·  ");
    assert!(feed.contains("t14 + task: Fix PLZ validation") && feed.contains("? likely: Seed data by hand"), "{feed}");
}

/// A session of one long answer.
fn long_answer(size: (u16, u16)) -> State {
    let mut session = Session::new(Meta { project: "boats".into(), ..Meta::default() });
    let content = (0..60).map(|n| format!("line {n} of the answer")).collect::<Vec<_>>().join("\n");
    let record = RecordRef::default();
    let turn = Turn { turn_id: "m1".into(), ordinal: 1, role: Role::Assistant, content, at: None, record };
    session.ingest([Entry::Turn(turn)]);
    let mut state = State::new(session, size);
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now("2026-05-04T10:00:00Z".parse().unwrap()));
    state
}

#[test]
fn the_head_of_a_long_turn_stays_while_its_lines_pass() {
    let state = shop::pressed_in(long_answer((60, 24)), "7 j j j j j j");
    let area = Layout::of(state.size, &state).main;
    let shown = text(&state);
    let mut rows = shown.lines().skip(area.y.into());
    assert!(rows.next().unwrap().starts_with("▌t1 agent"), "{shown}");
    assert!(rows.next().unwrap().contains("⋯ 7 lines above"), "{shown}");
    assert!(rows.next().unwrap().contains("line 7 of"), "{shown}");
}

#[test]
fn the_head_of_a_turn_that_begins_above_the_screen_stays() {
    for size in [(60, 24), (80, 24), (160, 45)] {
        let state = shop::pressed(size, 9, "7 G");
        let area = Layout::of(state.size, &state).list_area(state.focus);
        let shown = text(&state);
        let row = shown.lines().nth(area.y.into()).unwrap();
        let row: String = row.chars().skip(area.x.into()).take(area.width.into()).collect();
        assert!(row.trim_start_matches([' ', '▌']).starts_with('t'), "{shown}");
    }
}

#[test]
fn a_mark_without_changes_is_not_kept() {
    let state = shop::pressed((80, 24), u64::MAX, "c");
    assert_eq!(state.travel.since, None);
    assert!(!text(&state).contains("+ 0 "), "{}", text(&state));
}

#[test]
fn a_frame_with_the_talk_costs_the_same_however_long_the_session_is() {
    let costs: Vec<u64> = [500, 4000].map(allocations_of_a_frame).into();
    assert!(costs[1] <= costs[0] * 11 / 10, "{costs:?}");
}

/// Memory allocations of a frame of a session of so many deltas, its newest row selected.
fn allocations_of_a_frame(deltas: usize) -> u64 {
    let mut state = State::new(long::session(deltas), (60, 40));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now("2026-02-01T10:00:00Z".parse().unwrap()));
    assert!(Layout::of(state.size, &state).shows_talk(), "{}", text(&state));
    allocation_counter::measure(|| drop(frame::render(&state, &Theme::numbered()))).count_total
}

#[test]
fn a_screen_reader_has_the_talk_below_the_detail() {
    for size in [(60, 40), (160, 45)] {
        let mut state = shop::state(size, 0);
        state.prefs.set_plain(true);
        let shown = text(&shop::pressed_in(state, "2 g"));
        let (why, talk) = (shown.find(" why c-1").unwrap(), shown.find("\n  Transcript").unwrap());
        assert!(why < talk && shown.contains("t3 you"), "{shown}");
    }
}

/// In plain mode `>` is the selected row, or the key of that name.
#[test]
fn a_screen_reader_has_one_meaning_for_each_sign() {
    let plain = |keys: &str| {
        let mut state = shop::state((160, 45), 0);
        state.prefs.set_plain(true);
        shop::pressed_in(state, keys)
    };
    let state = plain("1 g");
    line_with(&state, "@1 Decisions");
    line_with(&state, "> D Postgres 16");
    line_with(&state, "t11 you  09:50  carries d-1 c-3");
    let state = plain("4 g [");
    line_with(&state, "[ ] older, newer");
    line_with(&state, "[v2]");
    line_with(&plain("5"), " + 2 ignored");
    line_with(&plain("5 G enter"), "> - 2 ignored");
    let state = plain("lt lt");
    line_with(&state, "^2 Constraints");
    assert!(line_with(&plain("e"), "[context]").contains(" markdown"));
    for keys in ["1", "4 [", "5", "6", "lt lt", "e"] {
        let shown = text(&plain(keys));
        let rows = shown.lines().filter(|line| line.contains('>'));
        let other: Vec<&str> = rows
            .filter(|line| !line.trim_start().starts_with('>') && ![" -> ", "< >"].iter().any(|w| line.contains(w)))
            .collect();
        assert!(other.is_empty(), "{keys}: {other:?}\n{shown}");
    }
}

#[test]
fn a_screen_reader_reads_keys_as_words() {
    for size in [(60, 40), (80, 24), (160, 45)] {
        for keys in ["1", "5", "0", "?", "1 :", "s", "e"] {
            let mut state = shop::state(size, 0);
            state.prefs.set_plain(true);
            let shown = text(&shop::pressed_in(state, keys));
            let sign = shown.lines().find(|line| ["↵", "↑", "↓", "←"].iter().any(|sign| line.contains(sign)));
            assert_eq!(sign, None, "{size:?} {keys}");
            assert!(!["1", "?"].contains(&keys) || shown.contains("Enter"), "{shown}");
        }
    }
}

#[test]
fn a_head_of_the_talk_never_stands_without_its_words() {
    for rows in 30..=60 {
        let shown = text(&shop::pressed((60, rows), 9, "2 g"));
        let talk: Vec<&str> = shown.lines().skip_while(|line| !line.contains("Transcript ──")).skip(1).collect();
        let is_head = |line: &str| line.starts_with("  t") && (line.contains(" you  ") || line.contains(" agent  "));
        let alone = talk.windows(2).find(|two| is_head(two[0]) && (is_head(two[1]) || two[1].contains("8 Memory")));
        assert_eq!(alone, None, "{rows} rows:\n{shown}");
    }
}

#[test]
fn a_low_screen_shows_the_talk_in_the_rows_that_the_reasons_leave_blank() {
    for size in [(60, 24), (80, 24)] {
        let state = shop::pressed(size, 9, "2");
        let shown = text(&state);
        let talk: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with("  Transcript ─")).skip(1).collect();
        let said = talk.iter().filter(|line| line.starts_with(" ▏")).count();
        assert!(said >= 2, "{size:?}\n{shown}");
        // Scrolled, the reasons have the rows.
        assert!(!text(&shop::pressed(size, 9, "2 J")).contains("  Transcript ─"), "{size:?}");
    }
}

#[test]
fn a_notice_never_lies_over_what_is_read() {
    for size in [(60, 24), (60, 40), (80, 24), (120, 40)] {
        for words in [
            "confirmed as t-11 · u undoes",
            "the file was read anew; of your corrections 3 stand, 2 have lost their place",
        ] {
            let mut state = shop::pressed(size, 9, "1");
            let layout = Layout::of(size, &state);
            let body =
                |state: &State| text(state).lines().take(layout.tabs.y as usize).map(str::to_owned).collect::<Vec<_>>();
            let before = body(&state);
            state.notice = Some((words.into(), false));
            assert_eq!(body(&state), before, "{size:?} {words}");
            let told = text(&state).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(words), "{size:?} {words}\n{}", text(&state));
        }
    }
}
