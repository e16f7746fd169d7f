//! The past on the screen: what a step costs, what it shows, what goes on meanwhile, and what it refuses.

use deltamind::session::travel::Timeline;
use deltamind::session::{ExportFormat, Session};
use deltamind::state::{HeldId, ItemId, Ledger};
use deltamind::transcript::{Entry, RecordRef, Role, Turn};
use deltamind::tui::keymap::parse_line;
use deltamind::tui::layout::Layout;
use deltamind::tui::panes::{PaneId, RowKey};
use deltamind::tui::state::Overlay;
use deltamind::tui::{Effect, Msg, Pointer, State, Theme, frame, update};

use crate::long;
use crate::shop;

fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let at = state.now.unwrap();
    let mut effects = Vec::new();
    for key in parse_line(keys).unwrap() {
        effects.extend(update(state, Msg::Key { key, at }));
        update(state, Msg::Now(at));
    }
    effects
}

fn text(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered()))
}

fn ids(ledger: &Ledger) -> Vec<(ItemId, String)> {
    ledger.items().iter().map(|i| (i.id.clone(), i.summary.clone())).collect()
}

fn said(n: u32, words: &str) -> Msg {
    let (turn_id, content) = (format!("later-{n}"), words.to_owned());
    let record = RecordRef { line: 100, start: 90_000, end: 90_099 };
    Msg::Entries(vec![Entry::Turn(Turn { turn_id, ordinal: 14 + n, role: Role::User, content, at: None, record })])
}

#[test]
fn a_step_costs_what_it_changed_however_long_the_past_is() {
    let costs: Vec<u64> = [500, 1000, 2000].map(allocations_of_150_steps).into();
    assert!(costs.iter().all(|cost| *cost <= costs[0] * 11 / 10), "{costs:?}");
}

/// Memory allocations of a hundred steps back from the newest of so many deltas and fifty forth again.
fn allocations_of_150_steps(deltas: usize) -> u64 {
    let session = long::session(deltas);
    assert_eq!(session.ledger().seq(), deltas as u64);
    let timeline = Timeline::of(&session);
    let mut past = timeline.newest();
    let counted = allocation_counter::measure(|| {
        for _ in 0..100 {
            past.go(&timeline, timeline.earlier(past.place()));
        }
        for _ in 0..50 {
            past.go(&timeline, timeline.later(past.place()).unwrap());
        }
    });
    assert_eq!(past.ledger().seq(), deltas as u64 - 50);
    counted.count_total
}

#[test]
fn a_long_past_is_laid_out_while_nothing_else_is_to_be_done() {
    let mut state = State::new(long::session(2000), (80, 24));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now("2026-02-01T10:00:00Z".parse().unwrap()));
    assert!(!state.lacks_past(), "nobody is at the keys");
    // The key does not wait; the step is taken once the steps are there, unless another key comes.
    press(&mut state, "lt");
    assert!(state.lacks_past() && !state.is_past());
    assert!(state.notice.as_ref().unwrap().0.starts_with("going back: "), "{:?}", state.notice);
    press(&mut state, "j");
    let mut slices = 0;
    while state.lacks_past() {
        update(&mut state, Msg::Idle);
        slices += 1;
    }
    assert!(slices > 10 && !state.is_past());
    press(&mut state, "lt");
    assert_eq!(state.ledger().seq(), 1999);
    // So it is for what comes meanwhile, and for the way back to the newest step.
    press(&mut state, "( ( (");
    press(&mut state, "L");
    assert!(state.lacks_past());
    press(&mut state, "lt");
    while state.lacks_past() {
        update(&mut state, Msg::Idle);
    }
    assert!(state.is_past());
    assert_eq!(state.ledger().seq(), 1999);
    let folded = Timeline::of(&state.session);
    let mut past = folded.newest();
    past.go(&folded, folded.place_of(1999));
    assert_eq!(ids(state.ledger()), ids(past.ledger()));
}

#[test]
fn every_step_shows_the_fold_of_the_log_until_then() {
    let mut state = shop::state((80, 24), 0);
    let log = state.session.log().to_vec();
    let newest = state.session.ledger().seq();
    for seq in (0..newest).rev() {
        press(&mut state, "lt");
        let lines: Vec<_> = log.iter().take_while(|l| l.seq() <= seq).cloned().collect();
        let (folded, _) = Session::folded(state.session.sidecar(), lines);
        assert_eq!((state.ledger().seq(), ids(state.ledger())), (seq, ids(folded.ledger())));
        assert!(text(&state).contains(&format!("change {seq} of {newest}")), "{}", text(&state));
    }
    press(&mut state, "lt");
    assert_eq!(state.notice.as_ref().unwrap().0, "this is the beginning");
    for seq in 1..=newest {
        press(&mut state, if seq % 2 == 0 { "gt" } else { "." });
        assert_eq!(state.ledger().seq(), seq);
    }
    assert!(state.is_past());
    press(&mut state, "gt");
    assert!(!state.is_past(), "after the newest comes the present");
}

#[test]
fn what_waited_then_waits_in_the_past() {
    let mut state = shop::state((80, 24), 0);
    press(&mut state, "5 a");
    assert_eq!(state.session.held().count(), 0, "it was accepted");
    let held = |state: &State| state.list(PaneId::Review).rows.contains(&RowKey::Held(HeldId(1)));
    assert!(!held(&state));
    press(&mut state, "lt lt");
    assert!(held(&state) && text(&state).contains("Seed data by hand"), "{}", text(&state));
    press(&mut state, "lt lt lt");
    assert!(!held(&state), "it was not said yet");
}

#[test]
fn the_step_is_marked_and_the_cursor_stands_on_it() {
    let mut state = shop::state((80, 24), 0);
    press(&mut state, "lt lt");
    let marked: Vec<String> = text(&state).lines().filter(|l| l.contains('»')).map(str::to_owned).collect();
    assert!(text(&state).contains("+ constraint: Migrations are plain SQL…"), "{}", text(&state));
    assert!(marked.iter().any(|l| l.contains("»2 Constraints")), "{marked:?}");
    press(&mut state, "2");
    assert_eq!(state.selected(), Some(RowKey::Item("c-3".into())));
    assert!(text(&state).contains("▌»"));
    press(&mut state, "F lt");
    assert_eq!((state.focus, state.selected()), (PaneId::Decisions, Some(RowKey::Item("d-1".into()))));
}

#[test]
fn what_comes_meanwhile_is_counted_and_stays_unseen() {
    let mut state = shop::state((80, 24), u64::MAX);
    (state.attention.seen.before, state.attention.seen.before_line) =
        (state.session.ledger().seq(), state.session.log().len());
    press(&mut state, "1 j lt lt lt");
    let shown = ids(state.ledger());
    let at = state.now.unwrap();
    update(&mut state, said(1, "decision: we use axum for the server"));
    update(&mut state, said(2, "constraint: never store plain passwords"));
    update(&mut state, Msg::Now(at));
    assert!(text(&state).contains("L live (2 new)"), "{}", text(&state));
    assert_eq!(ids(state.ledger()), shown, "the past stays");
    assert!(text(&state).contains(&format!("of {}", state.session.ledger().seq())));
    press(&mut state, "j k 2 7 1 k L");
    assert!(!state.is_past());
    assert_eq!(state.lists.counts.unseen, 2, "looking at the past sees nothing new");
    assert_eq!(state.selected(), Some(RowKey::Item("d-5".into())), "the cursor is where it was");
    press(&mut state, "lt gt gt");
    assert_eq!(state.lists.counts.unseen, 1, "what was on screen on leaving is seen, as with any pane");
}

#[test]
fn the_past_names_the_way_back_and_says_where_it_begins() {
    for size in [(60, 24), (60, 40), (80, 24), (160, 45)] {
        let mut state = shop::state(size, 9);
        let later = state.now.unwrap() + jiff::SignedDuration::from_hours(24 * 295);
        update(&mut state, Msg::Now(later));
        press(&mut state, "lt");
        let shown = text(&state);
        let (head, foot) = (shown.lines().next().unwrap(), shown.lines().last().unwrap());
        assert!(head.trim_end().ends_with("L live"), "{head}");
        assert!(foot.contains("L live") && foot.contains("< > past") && foot.contains("? help"), "{foot}");
        press(&mut state, &"( ".repeat(24));
        let first = text(&state);
        assert!(first.contains("This is before the first turn."), "{first}");
        assert!(!first.contains("Nothing was said") && !first.contains("first line"), "{first}");
    }
}

#[test]
fn the_past_cannot_be_corrected() {
    for (pane, key) in [("1", "x"), ("1", "E"), ("2", "x"), ("5", "a"), ("5", "x"), ("1", "u")] {
        let mut state = shop::state((80, 24), 0);
        // Something to undo.
        press(&mut state, "3 x");
        let armed = state.now.unwrap() + jiff::SignedDuration::from_secs(2);
        update(&mut state, Msg::Key { key: parse_line("y").unwrap()[0], at: armed });
        let log = state.session.log().len();
        press(&mut state, &format!("{pane} lt lt {key}"));
        assert_eq!(state.session.log().len(), log, "{key}");
        assert!(state.overlays.is_empty(), "{key}");
        let (words, bad) = state.notice.clone().unwrap();
        assert!(bad && words == "the past cannot be corrected: L goes back to live", "{key}: {words}");
    }
}

#[test]
fn what_changed_since_any_point_is_marked_and_counted() {
    let mut state = shop::state((80, 24), u64::MAX);
    press(&mut state, "lt lt lt lt c");
    assert!(!state.is_past());
    let changed: Vec<&str> =
        state.session.ledger().items().iter().filter(|i| state.is_since(i)).map(|i| i.id.as_str()).collect();
    assert_eq!((changed.as_slice(), state.lists.counts.since), (&["d-1", "c-3", "f-1", "t-3"][..], 4), "{changed:?}");
    assert!(text(&state).contains("  + 4 since change 14  1 to confirm"), "{}", text(&state));
    press(&mut state, "f text:changed-since enter");
    assert_eq!(state.list(PaneId::Decisions).count, 1);
    press(&mut state, "esc c");
    assert_eq!((state.travel.since, state.lists.counts.since), (None, 0));
}

#[test]
fn the_marks_of_what_changed_end_with_the_keys_that_lead_back() {
    for key in ["c", "L", "esc"] {
        let mut state = shop::state((80, 24), u64::MAX);
        press(&mut state, "lt lt lt lt c");
        assert_eq!(state.lists.counts.since, 4);
        press(&mut state, key);
        assert_eq!((state.travel.since, state.lists.counts.since), (None, 0), "{key}");
        assert!(text(&state).contains("changes are no longer marked"), "{key}: {}", text(&state));
    }
    let mut state = shop::state((80, 24), u64::MAX);
    press(&mut state, "lt lt lt lt c enter esc");
    assert_eq!((state.focus, state.lists.counts.since), (PaneId::Decisions, 4), "Esc first leads back");
    press(&mut state, "lt L");
    assert!(!state.is_past() && state.travel.since.is_none());
    assert!(text(&state).contains("back to live; changes are no longer marked"), "{}", text(&state));
    press(&mut state, "lt c lt gt gt gt");
    assert!(!state.is_past() && state.travel.since.is_some(), "walking back to the present keeps the marks");
}

#[test]
fn where_nothing_stands_from_before_the_compaction_the_key_changes_nothing() {
    let removed = format!("1{}2{}3", " x y ".repeat(9), " x y ".repeat(9));
    let mut state = shop::compacted((80, 24), &removed);
    press(&mut state, "esc b");
    assert_eq!((state.focus, state.travel.dropped), (PaneId::Tasks, false), "{}", text(&state));
    assert!(text(&state).contains("nothing stands from before the compaction"), "{}", text(&state));
    assert_eq!(state.list(PaneId::Constraints).filter, "");
}

#[test]
fn exactly_what_stands_from_before_the_compaction_is_exported() {
    let mut state = shop::compacted((80, 24), "b");
    assert_eq!(state.lists.counts.dropped, 6);
    let rows = |state: &State, pane| state.list(pane).rows.clone();
    assert_eq!(rows(&state, PaneId::Constraints).len(), 2);
    assert!(!rows(&state, PaneId::Decisions).contains(&RowKey::Item("d-1".into())), "it was revised since");
    press(&mut state, "B");
    let Some(Overlay::Export { text, items, format, .. }) = state.overlays.last().cloned() else { panic!() };
    assert_eq!((items, format), ((6, 0), ExportFormat::Context));
    let lines: Vec<&str> = text.lines().filter(|l| l.starts_with("- ")).collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(text.contains("- Never run migrations in tests (hard rule)") && !text.contains("sqlx"), "{text}");
    press(&mut state, "tab tab");
    let Some(Overlay::Export { text, .. }) = state.overlays.last().cloned() else { panic!() };
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["items"].as_array().unwrap().len(), 6);
    let copied = press(&mut state, "y");
    assert_eq!(copied, [Effect::Copy(text)]);
    press(&mut state, "b");
    assert_eq!(rows(&state, PaneId::Constraints).len(), 3);
    assert!(!state.travel.dropped);
    // The header counts what is marked, the footer names the filter, and it ends from every pane.
    for (keys, end) in [("b 2", "esc"), ("b 2", "L"), ("b 3", "esc"), ("b 3", "L")] {
        press(&mut state, keys);
        let shown = self::text(&state);
        let named = shown.contains("filter \"before compaction\" 2 of 3");
        assert!(shown.contains("‡ 6 before compaction") && named == keys.ends_with('2'), "{shown}");
        press(&mut state, end);
        assert!(!state.travel.dropped && rows(&state, PaneId::Constraints).len() == 3, "{keys} {end}");
        assert!(self::text(&state).contains("showing all items again") == (end == "L" || keys.ends_with('3')));
    }
}

#[test]
fn without_a_compaction_there_is_nothing_to_show() {
    let mut state = shop::state((80, 24), 0);
    assert!(press(&mut state, "b B").is_empty());
    assert!(state.overlays.is_empty() && !state.travel.dropped);
    // And before it there is none either.
    let mut state = shop::compacted((80, 24), "( ( ( (");
    assert!(state.ledger().seq() < 14 && state.compaction().is_none());
    press(&mut state, "L");
    assert!(state.compaction().is_some());
}

#[test]
fn another_file_or_session_ends_the_past() {
    let mut state = shop::state((80, 24), 0);
    press(&mut state, "lt lt c lt");
    update(&mut state, Msg::Restarted);
    assert!(!state.is_past() && state.travel.since.is_none());
    press(&mut state, "lt");
    assert!(!state.is_past(), "there is no past yet");
}

#[test]
fn a_click_on_the_slider_goes_there() {
    let mut state = shop::state((80, 24), 0);
    press(&mut state, "m lt");
    for (column, seq) in [(1, 0), (78, 18), (40, 9)] {
        let line = Layout::of(state.size, &state).slider.y;
        update(&mut state, Msg::Mouse { pointer: Pointer::Press, at: (column, line) });
        assert_eq!(state.ledger().seq(), seq, "column {column}");
    }
}
