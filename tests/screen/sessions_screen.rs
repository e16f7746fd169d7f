//! The session picker: what it shows, what keys do in it, and what is asked of the outside.

use std::path::{Path, PathBuf};

use deltamind::session::Session;
use deltamind::state::PersonAction;
use deltamind::transcript::{Meta, Role, SessionFile, SessionKind};
use deltamind::tui::sessions::{SessionDetails, SessionsRequest, SessionsResponse};
use deltamind::tui::state::Overlay;
use deltamind::tui::{Effect, Msg, State, Theme, frame, update};
use jiff::{SignedDuration, Timestamp};

use crate::desk::turn;
use crate::region::{self, Region};
use crate::shop;

fn session(n: i64, agent: &'static str, project: &str, title: Option<&str>, kind: SessionKind) -> SessionFile {
    let now: Timestamp = "2026-05-04T10:00:00Z".parse().unwrap();
    let at = now.checked_sub(SignedDuration::from_mins(n * n * 7)).unwrap();
    SessionFile {
        agent,
        id: format!("{agent}-{n:08}-4b1d-9a6e"),
        path: format!("/home/mara/sessions/{n}.jsonl").into(),
        project: Some(project.to_owned()),
        title: title.map(str::to_owned),
        request: None,
        branch: None,
        started: Some(at),
        last_entry: Some(at),
        live: n < 2,
        kind,
        parent: (kind != SessionKind::Main).then(|| format!("{agent}-00000000-4b1d-9a6e")),
    }
}

fn all() -> Vec<SessionFile> {
    use SessionKind::{Fork, Main, Subagent};
    let (shop, dipper) = ("/home/mara/code/shop-api", "/home/mara/code/dipper");
    vec![
        session(0, "claude", shop, Some("Choose a database for the beta"), Main),
        session(1, "codex", dipper, None, Main),
        session(2, "claude", shop, Some("Rate limits and \u{1b}[31mPLZ\u{202e} validation"), Main),
        session(3, "claude", shop, None, Subagent),
        session(4, "codex", dipper, None, Fork),
        session(
            5,
            "claude",
            "/srv/notes",
            Some("Notes on the move to Postgres 16, and what else stood in its way"),
            Main,
        ),
    ]
}

fn preview() -> SessionDetails {
    SessionDetails {
        turns: 14,
        goal: Some("Shop API ready for the beta".to_owned()),
        decisions: (11, (1..=8).map(|n| format!("Decision number {n} on how the shop stores things")).collect()),
        constraints: (1, vec!["Never run migrations in tests".to_owned()]),
        tasks: (0, Vec::new()),
        said: shop::TALK.iter().rev().map(|(role, _, words)| (*role, (*words).to_owned())).collect(),
        words: "use sqlite for the shop\n".to_owned(),
        fault: None,
    }
}

fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let keys = deltamind::tui::keymap::parse_line(keys).unwrap_or_else(|word| panic!("no key {word}"));
    let mut effects = Vec::new();
    for key in keys {
        let at = state.now.unwrap();
        effects.extend(update(state, Msg::Key { key, at }));
        update(state, Msg::Now(at));
    }
    effects
}

fn told(state: &mut State, news: SessionsResponse) -> Vec<Effect> {
    let effects = update(state, Msg::Sessions(news));
    let now = state.now.unwrap();
    update(state, Msg::Now(now));
    effects
}

/// The picker open over six sessions; the first is followed, its preview is there.
pub fn open(size: (u16, u16)) -> State {
    let mut state = shop::state(size, 9);
    state.sessions.here = all()[0].path.clone();
    state.sessions.home = Some("/home/mara".into());
    assert_eq!(press(&mut state, "s"), [Effect::Sessions(SessionsRequest::List)]);
    let asked = told(&mut state, SessionsResponse::Listed(all()));
    assert_eq!(asked, [Effect::Sessions(SessionsRequest::Preview(path(0)))]);
    told(&mut state, SessionsResponse::Decided(path(0), Box::new(preview())));
    state
}

fn path(n: usize) -> PathBuf {
    all()[n].path.clone()
}

fn shot(size: (u16, u16), keys: &str) -> String {
    let mut state = open(size);
    press(&mut state, keys);
    region::shot(&state, Region::Over)
}

macro_rules! picker_shots {
    ($($name:ident: $size:expr, $keys:literal;)+) => {
        $(#[test] fn $name() { insta::assert_snapshot!(shot($size, $keys)); })+
    };
}

picker_shots! {
    picker_in_a_side_pane: (60, 40), "";
    picker_on_a_wide_screen: (160, 45), "down";
    picker_of_what_stands_apart: (80, 24), "tab";
    picker_with_words_typed: (80, 24), "text:plz";
    picker_without_a_fit: (60, 24), "text:zzz";
}

#[test]
fn the_end_of_the_talk_is_seen_at_every_size() {
    for size in [(60, 40), (80, 24), (160, 45)] {
        let shown = frame::text(&frame::render(&open(size), &Theme::numbered()));
        let said = shown.lines().skip_while(|line| !line.contains("last said")).nth(1);
        assert!(said.is_some_and(|line| line.contains("agent") || line.contains("you")), "{size:?}: {shown}");
    }
}

#[test]
fn the_picker_opens_on_the_session_that_is_followed() {
    let mut state = shop::state((80, 24), 9);
    state.sessions.here = path(2);
    press(&mut state, "s");
    let asked = told(&mut state, SessionsResponse::Listed(all()));
    assert_eq!((selected(&state), asked), (path(2), vec![Effect::Sessions(SessionsRequest::Preview(path(2)))]));
}

#[test]
fn the_followed_session_has_one_title_before_and_after_others_are_listed() {
    let session = Session::new(Meta { project: "kiln".into(), ..Meta::default() });
    let mut state = State::new(session, (160, 45));
    let turns = [(1, "/glaze 14"), (2, "Add a cooling curve to the kiln.")];
    update(&mut state, Msg::Entries(turns.map(|(n, words)| turn(n, Role::User, words)).into()));
    let title =
        |state: &State| frame::text(&frame::render(state, &Theme::numbered())).lines().next().unwrap().to_owned();
    let before = title(&state);
    assert!(before.contains("Add a cooling curve"), "{before}");
    state.sessions.here = path(0);
    let listed = SessionFile { title: None, request: Some("/glaze 14".into()), ..all().remove(0) };
    update(&mut state, Msg::Sessions(SessionsResponse::Listed(vec![listed])));
    assert_eq!(title(&state), before);
}

#[test]
fn a_session_has_one_name_in_the_header_in_the_picker_and_where_others_are_listed() {
    let asked = "Add a cooling curve to the kiln, and tell what /home/mara/code/shop-api/kiln.rs needs for it.";
    let own = |title: Option<&str>| SessionFile {
        title: title.map(str::to_owned),
        request: Some(asked.to_owned()),
        ..all().remove(0)
    };
    for (given, name) in [(None, "Add a cooling curve to the kiln, and tell what kiln.rs"), (Some("Kiln"), "Kiln")] {
        let meta = Meta { project: "shop-api".into(), cwd: Some("/home/mara/code/shop-api".into()), ..Meta::default() };
        let mut state = State::new(Session::new(meta), (160, 45));
        let turns = [(1, asked), (2, "Goal: a kiln that cools down by itself over a night.")];
        update(&mut state, Msg::Entries(turns.map(|(n, words)| turn(n, Role::User, words)).into()));
        update(&mut state, Msg::Now(turn_time()));
        state.sessions.here = path(0);
        // The file was named by its path; nothing else is listed yet.
        told(&mut state, SessionsResponse::Here(Box::new(own(given))));
        let shown = |state: &State| frame::text(&frame::render(state, &Theme::numbered()));
        assert!(shown(&state).lines().next().unwrap().contains(name), "{}", shown(&state));
        assert_eq!(own(given).name().unwrap().get(..4), name.get(..4));
        for here in [path(0), path(1)] {
            // In the picker its row says the same, whether it is followed or not, and its details are read or not.
            state.sessions.here = here;
            press(&mut state, "s");
            told(&mut state, SessionsResponse::Listed(vec![own(given), all().remove(1)]));
            let rows = |state: &State| shown(state).lines().filter(|line| line.contains(name)).count();
            let before = rows(&state);
            assert!(before > 0, "{}", shown(&state));
            told(&mut state, SessionsResponse::Decided(path(0), Box::new(preview())));
            assert_eq!(rows(&state), before, "{}", shown(&state));
            press(&mut state, "esc");
        }
    }
}

fn turn_time() -> Timestamp {
    "2026-05-04T10:00:00Z".parse().unwrap()
}

fn selected(state: &State) -> PathBuf {
    let Some(Overlay::Sessions(picker)) = state.overlays.last() else { panic!("no picker") };
    picker.selected(&state.sessions).unwrap().path.clone()
}

/// Presses keys, and finds the session of each number selected after them.
fn selects(state: &mut State, steps: &[(&str, usize)]) {
    for (keys, number) in steps {
        press(state, keys);
        assert_eq!(selected(state), path(*number), "{keys}");
    }
}

#[test]
fn keys_move_type_and_choose() {
    let mut state = open((80, 24));
    // The projects in the order of their newest session; the shop's second comes before the other project.
    assert_eq!(press(&mut state, "down"), [Effect::Sessions(SessionsRequest::Preview(path(2)))]);
    selects(&mut state, &[("ctrl-n", 1), ("pgdn pgdn", 5), ("pgup ctrl-p", 0)]);
    // Letters are words here, not keys of the panes.
    press(&mut state, "text:q?s");
    assert!(matches!(state.overlays.last(), Some(Overlay::Sessions(_))));
    press(&mut state, "backspace backspace backspace text:notes");
    assert_eq!(selected(&state), path(5));
    assert_eq!(press(&mut state, "enter"), [Effect::Sessions(SessionsRequest::Follow(path(5)))]);
    assert!(state.overlays.is_empty());
    // The session that is followed already is no change.
    press(&mut state, "s");
    assert_eq!(press(&mut state, "enter"), []);
}

#[test]
fn subagents_and_forks_are_a_tab_away() {
    let mut state = open((80, 24));
    for (key, there, other) in [("", "Tab sub-agents", "Tab sessions"), ("tab", "Tab sessions", "Tab sub-agents")] {
        press(&mut state, key);
        let shown = frame::text(&frame::render(&state, &Theme::numbered()));
        assert!(shown.contains(there) && !shown.contains(other), "{shown}");
    }
    press(&mut state, "tab");
    selects(&mut state, &[("tab", 3), ("down", 4), ("tab", 0)]);
    press(&mut state, "esc");
    assert!(state.overlays.is_empty());
}

#[test]
fn a_preview_is_asked_for_once_and_again_when_the_session_went_on() {
    let mut state = open((80, 24));
    press(&mut state, "esc s");
    // What is known is not asked for; others are read ahead, one at a time.
    let ahead = told(&mut state, SessionsResponse::Listed(all()));
    assert!(matches!(ahead.as_slice(), [Effect::Sessions(SessionsRequest::Preview(other))] if *other != path(0)));
    let mut later = all();
    later[0].last_entry = "2026-05-04T10:05:00Z".parse().ok();
    assert_eq!(
        told(&mut state, SessionsResponse::Listed(later)),
        [Effect::Sessions(SessionsRequest::Preview(path(0)))]
    );
    assert_eq!(press(&mut state, "up"), []);
}

#[test]
fn the_cursor_stays_with_its_session_when_the_list_changes() {
    let mut state = open((80, 24));
    press(&mut state, "down");
    let mut changed = all();
    changed.rotate_left(1);
    told(&mut state, SessionsResponse::Listed(changed));
    assert_eq!(selected(&state), path(2));
    told(&mut state, SessionsResponse::Listed(Vec::new()));
    assert!(frame::text(&frame::render(&state, &Theme::numbered())).contains("No sessions on this machine yet"));
    assert_eq!(press(&mut state, "enter down up tab"), []);
}

#[test]
fn another_session_begins_with_nothing_of_the_former() {
    let mut state = shop::pressed((100, 30), 0, "3 / text:plz enter 7");
    state.prefs.theme = "light".to_owned();
    told(&mut state, SessionsResponse::Newer(Box::new(all()[2].clone())));
    let drawn = |state: &State| frame::text(&frame::render(state, &Theme::numbered()));
    let footer = |state: &State| drawn(state).lines().last().unwrap().to_owned();
    assert!(footer(&state).contains("  R newer session  "), "{}", footer(&state));
    // A note that finds no room beside the offer and the keys stands above them.
    let keys = footer(&state);
    state.notice = Some(("the file was read anew; of your corrections 3 stand, 2 have lost their place".into(), true));
    assert!(
        drawn(&state).contains("\n the file was read anew; of your") && footer(&state) == keys,
        "{}",
        drawn(&state)
    );
    state.notice = None;
    assert_eq!(press(&mut state, "R"), [Effect::Sessions(SessionsRequest::Follow(path(2)))]);
    told(&mut state, SessionsResponse::Following(path(2)));
    assert_eq!(
        (state.session.turns().len(), state.session.ledger().items().len(), state.lists.counts.unseen),
        (0, 0, 0)
    );
    assert_eq!(
        (state.prefs.theme.as_str(), state.nav.search.as_str(), state.file.source.as_str()),
        ("light", "", "/home/mara/sessions/2.jsonl")
    );
    assert!(state.sessions.newer.is_none() && state.nav.back.is_empty() && !state.file.caught_up);
    let text = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(!text.contains("shop") && !text.contains("PLZ"), "{text}");
}

#[test]
fn every_small_size_holds() {
    for keys in ["", "tab", "text:zzz", "down"] {
        let mut state = open((80, 24));
        press(&mut state, keys);
        for size in
            (0..=20).flat_map(|w| (0..=10).map(move |h| (w, h))).chain([(1000, 1), (1, 1000), (96, 9), (250, 99)])
        {
            state.size = size;
            frame::render(&state, &Theme::numbered());
            let _ = deltamind::tui::view::cursor(&state);
        }
    }
}

#[test]
fn names_of_strangers_are_made_safe() {
    let text = shot((160, 45), "");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
    assert_eq!(Path::new("/home/mara/sessions/0.jsonl"), path(0));
}

#[test]
fn a_session_is_found_by_what_was_decided_in_it_and_shown_with_its_branch() {
    let mut state = open((80, 24));
    let mut list = all();
    told(&mut state, SessionsResponse::Decided(path(0), Box::new(preview())));
    press(&mut state, "text:sqlite_shop");
    assert_eq!(selected(&state), path(0), "by words of a decision");
    list[0].branch = Some("csv-export".to_owned());
    told(&mut state, SessionsResponse::Listed(list));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains("Choose a database for the beta  on"), "{shown}");
    assert!(!shown.contains("Rate limits"), "letters found here and there count for nothing where words fit: {shown}");
}

#[test]
fn the_item_by_which_a_session_is_found_is_shown_at_every_width() {
    for size in [(60, 24), (80, 24), (120, 40)] {
        let mut state = open(size);
        let words = "Paint the gates green\nHang the lamps on **brass** hooks\n".to_owned();
        told(&mut state, SessionsResponse::Decided(path(2), Box::new(SessionDetails { words, ..preview() })));
        press(&mut state, "text:brass_hook");
        assert_eq!(selected(&state), path(2));
        let shown = frame::text(&frame::render(&state, &Theme::numbered()));
        assert!(shown.contains(" found Hang the lamps on brass hooks"), "{size:?}: {shown}");
    }
}

#[test]
fn worktrees_stand_under_their_repository_and_what_is_hidden_is_counted_in_sessions() {
    let mut state = open((80, 24));
    let ropes = "/home/mara/code/ropes";
    let of = |n: i64, folder: String| session(n, "claude", &folder, Some("Splice the ropes"), SessionKind::Main);
    let mut list = vec![of(0, ropes.to_owned()), of(1, format!("{ropes}/.worktrees/1"))];
    list.extend((2..20).map(|n| of(n, format!("/srv/{n}"))));
    list[1].title = Some("Which knot holds? [the table](https://knots.example/a-long-na…".to_owned());
    told(&mut state, SessionsResponse::Listed(list));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains(" ~/code/ropes  2 sessions") && shown.contains("the table…  in 1"), "{shown}");
    let rows =
        shown.lines().skip(1).filter(|line| line.contains("Splice the ropes") || line.contains("Which knot")).count();
    assert!(shown.contains(&format!("⋯ {} more", 20 - rows)), "{rows}: {shown}");
}

#[test]
fn the_followed_session_is_told_as_the_person_corrected_it() {
    let mut state = shop::state((80, 24), 9);
    state.sessions.here = path(0);
    update(&mut state, Msg::CaughtUp);
    let before = state.lists.counts.decisions;
    press(&mut state, "1");
    let id = state.selected_item().unwrap().id.clone();
    state.session.act(PersonAction::Withdraw { item_id: id }).unwrap();
    press(&mut state, "s");
    told(&mut state, SessionsResponse::Listed(all()));
    // What is read from the transcript alone does not replace it.
    told(&mut state, SessionsResponse::Decided(path(0), Box::new(preview())));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains(&format!(" {} decisions", before - 1)), "{shown}");
}

#[test]
fn where_there_is_no_session_yet_the_first_is_followed_through_the_open_picker() {
    let mut state = open((80, 24));
    state.sessions.waits = true;
    let newer = SessionsResponse::Newer(Box::new(all().remove(1)));
    assert_eq!(told(&mut state, newer), [Effect::Sessions(SessionsRequest::Follow(path(1)))]);
    assert!(state.overlays.is_empty());
}

#[test]
fn without_a_session_the_picker_offers_nothing_to_follow_and_the_screen_says_what_it_waits_for() {
    let session = deltamind::session::Session::new(deltamind::transcript::Meta::default());
    let mut state = State::new(session, (60, 24));
    update(&mut state, Msg::Now(Timestamp::UNIX_EPOCH));
    state.sessions.waits = true;
    state.file.source = "/home/mara/code/shop-api/.deltamind/no-session".to_owned();
    press(&mut state, "s");
    told(&mut state, SessionsResponse::Listed(Vec::new()));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(!shown.contains("↵ follow"), "{shown}");
    press(&mut state, "esc");
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains("waiting for a session") && shown.contains("No agent runs here yet"), "{shown}");
    assert!(!shown.contains("no-session"), "{shown}");
}

#[test]
fn a_long_folder_keeps_its_end_and_its_count() {
    let mut state = open((60, 24));
    let folder = "/home/mara/code/a-company-with-a-long-name/platform/services/payments-api";
    told(&mut state, SessionsResponse::Listed(vec![session(0, "claude", folder, Some("Retries"), SessionKind::Main)]));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(shown.contains(" …/platform/services/payments-api  1 session\n"), "{shown}");
    let elsewhere = ["/srv/build/tools/.trees/1", "/srv/notes", "/home/mara/code/dipper"];
    let all = elsewhere.iter().zip(1..).map(|(folder, n)| session(n, "claude", folder, None, SessionKind::Main));
    told(&mut state, SessionsResponse::Listed(all.collect()));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    for folder in ["…/.trees/1  1 session", " /srv/notes  1 session", " ~/code/dipper  1 session"] {
        assert!(shown.contains(folder), "{folder}: {shown}");
    }
}

#[test]
fn a_session_has_one_title_in_the_header_and_in_the_list() {
    let mut state = open((100, 30));
    let mut here = session(0, "claude", "/home/mara/code/shop-api", None, SessionKind::Main);
    here.request = Some("# Task: move the orders".to_owned());
    state.sessions.here = here.path.clone();
    for title in [None, Some("Orders for the beta".to_owned())] {
        here.title = title;
        told(&mut state, SessionsResponse::Listed(vec![here.clone()]));
        let listed = frame::text(&frame::render(&state, &Theme::numbered()));
        let mut closed = state.clone();
        press(&mut closed, "esc");
        let head = frame::text(&frame::render(&closed, &Theme::numbered())).lines().next().unwrap().to_owned();
        let want = here.title.as_deref().unwrap_or("I want to get the shop API");
        assert!(head.contains(want), "{head}");
        assert!(listed.contains(&format!("▌ {want}")), "{listed}");
    }
}

#[test]
fn no_mark_lies_over_a_row_of_a_list_of_two_lines() {
    let state = open((20, 6));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    assert!(!shown.contains('⋯'), "{shown}");
}
