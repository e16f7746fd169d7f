//! Keys are offered where they do something, under the name of what they do there.

use deltamind::tui::panes::RowKey;
use deltamind::tui::{Effect, Msg, State, Theme, frame, update};

use crate::shop;

fn text(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered()))
}

fn footer(state: &State) -> String {
    text(state).lines().last().unwrap().to_owned()
}

fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for key in deltamind::tui::keymap::parse_line(keys).unwrap() {
        let at = state.now.unwrap() + jiff::SignedDuration::from_secs(1);
        effects.extend(update(state, Msg::Key { key, at }));
        update(state, Msg::Now(at));
    }
    effects
}

#[test]
fn words_typed_after_the_key_of_the_filter_are_words_in_every_pane() {
    for pane in ["1", "7", "9"] {
        let mut state = shop::pressed((60, 24), 9, pane);
        press(&mut state, "f text:exT");
        assert_eq!(state.overlays.len(), 1, "{pane}: {}", text(&state));
        assert!(footer(&state).contains("exT"), "{pane}: {}", footer(&state));
    }
    let found = shop::pressed((60, 24), 9, "7 f text:flaky enter");
    assert!(footer(&found).contains("match 1 of 1"), "{}", footer(&found));
    assert!(!text(&shop::pressed((60, 40), 9, "7 ?")).contains("filter the list"));
}

#[test]
fn without_a_match_no_way_to_the_next_one_is_offered() {
    for pane in ["1", "9"] {
        let state = shop::pressed((80, 24), 9, &format!("{pane} / text:zqz enter"));
        let footer = footer(&state);
        assert!(footer.contains("no match for \"zqz\"") && !footer.contains("matches"), "{footer}");
    }
}

#[test]
fn an_empty_pane_offers_nothing_to_find_or_to_follow() {
    let empty = footer(&shop::pressed((80, 24), 9, "9"));
    assert!(!empty.contains("find") && !empty.contains("follow"), "{empty}");
    assert!(footer(&shop::pressed((160, 45), 9, "6")).contains("/ find"));
}

#[test]
fn what_was_ignored_is_confirmed_only_where_it_can_be() {
    let mut state = shop::pressed((80, 24), 9, "5 G enter");
    let mut seen = 0;
    for _ in 0..6 {
        if let Some(RowKey::Rejected(_)) = state.selected() {
            seen += 1;
            let offered = footer(&state).contains("a confirm");
            let mut tried = state.clone();
            press(&mut tried, "a");
            let (words, bad) = tried.notice.clone().unwrap();
            assert_eq!(offered, !bad && words.as_str().starts_with("confirmed"), "{}", words.as_str());
        }
        press(&mut state, "j");
    }
    assert!(seen > 0, "{}", text(&state));
}

#[test]
fn a_dialog_that_is_all_on_the_screen_offers_no_scrolling() {
    assert!(footer(&shop::pressed((60, 24), 9, "?")).contains("scroll"));
    assert!(!footer(&shop::pressed((60, 120), 9, "?")).contains("scroll"));
}

#[test]
fn the_key_of_the_turn_is_called_by_where_it_leads() {
    assert!(footer(&shop::pressed((60, 24), 9, "")).contains("↵ turn"));
    let talk = shop::pressed((60, 24), 9, "7 g");
    assert!(footer(&talk).contains("↵ item"), "{}", footer(&talk));
    assert!(text(&shop::pressed((60, 40), 9, "7 g ?")).contains("item"));
}

#[test]
fn the_heading_of_likely_rows_names_their_keys_while_one_is_selected() {
    let mut state = crate::review::pressed((80, 24), "");
    let heading = |state: &State| text(state).lines().find(|line| line.starts_with("   likely")).unwrap().to_owned();
    assert!(!heading(&state).contains("confirm"), "{}", heading(&state));
    while !matches!(state.selected(), Some(RowKey::Held(_))) {
        press(&mut state, "j");
    }
    assert!(heading(&state).contains("a confirm  x dismiss"), "{}", heading(&state));
    press(&mut state, "G");
    assert!(footer(&state).contains("↵ open Review"), "{}", footer(&state));
}

#[test]
fn the_help_of_a_watcher_that_only_reads_names_no_correction() {
    let mut state = shop::pressed((60, 120), 9, "x esc");
    update(&mut state, Msg::ReadOnly(true));
    press(&mut state, "?");
    let help = text(&state);
    let here = help.split("move").next().unwrap();
    for key in ["remove", "edit", "undo"] {
        assert!(!here.contains(key), "{key}: {here}");
    }
}

#[test]
fn the_names_of_the_palette_leave_its_sentences_in_one_column() {
    let line = |name: &str| {
        let shown = text(&shop::compacted((80, 24), &format!(": text:{name}")));
        shown.lines().find(|line| line.contains("Shows")).unwrap_or_else(|| panic!("{shown}")).to_owned()
    };
    let (long, short) = (line("before-compaction"), line("export-dropped"));
    assert!(long.contains("before compaction  Shows"), "{long}");
    assert_eq!(long.find("Shows"), short.find("Shows"), "{long}\n{short}");
}

#[test]
fn a_word_that_stands_on_every_rule_sets_none_apart() {
    let hard = [
        "Never push to main without asking me first.",
        "You must never store passwords in the log.",
        "Never run migrations in tests.",
        "You must always sign the release builds.",
    ];
    let rules = |state: &State| {
        let shown = text(state);
        shown.lines().filter(|line| line.contains('■')).filter(|line| line.contains(" hard ")).count()
    };
    for size in [(60, 40), (80, 24), (160, 45)] {
        let mut desk = crate::desk::Desk::with(size, &hard);
        desk.press("2");
        assert!(desk.text().matches('■').count() >= 4, "{}", desk.text());
        assert_eq!(rules(&desk.state), 0, "{}", desk.text());
    }
    assert_eq!(rules(&shop::pressed((80, 24), 9, "2")), 1);
}

#[test]
fn what_stands_from_before_a_compaction_is_offered_where_something_was_said_before_it() {
    assert!(text(&shop::pressed_in(shop::compacted((80, 24), "e"), "")).contains("b scope"));
    let begins_with_one = shop::pressed_in(shop::continued((80, 24)), "e");
    assert!(!text(&begins_with_one).contains("b scope"), "{}", text(&begins_with_one));
    let mut tried = begins_with_one;
    press(&mut tried, "b esc b");
    assert!(text(&tried).contains("was not compacted in this session"), "{}", text(&tried));
}
