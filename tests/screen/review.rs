//! Likely items: under the settled ones of their own pane, in Review one row for one sentence, confirmed and dismissed
//! in place.

use deltamind::pipeline::{Proposed, Target, Verdict};
use deltamind::session::Session;
use deltamind::session::reasons::why_it_waits;
use deltamind::state::{
    Candidate, Delta, DeltaKind as K, Evidence, Extractor, ItemKind, Pass, Status, semantic_id::semantic_id,
};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::panes::{FoldedRows, PaneId, RowKey};
use deltamind::tui::{Msg, State, Theme, frame, update};
use jiff::Timestamp;

use crate::region::{Region, shot};
use crate::shop::pressed_in;

fn now() -> Timestamp {
    "2026-05-04T10:00:00Z".parse().unwrap()
}

/// Proposes an item that rests on a whole turn.
pub fn proposed(turn: usize, kind: K, words: &str, confidence: f32, verdict: Verdict) -> Proposed {
    let mut delta = Delta::new(kind);
    delta.summary = Some(words.to_owned());
    let item_kind = delta.item_kind().unwrap_or(ItemKind::Fact);
    delta.source_turns = Vec::from([deltamind::state::SourceTurn { turn_id: format!("m{turn}").into(), offset: None }]);
    let candidate = Candidate {
        delta,
        evidence: Evidence::one(format!("m{turn}"), words, 0..words.len()).into(),
        extractor: Extractor::Rules,
        rule: "scorer".into(),
        confidence,
        parts: Vec::new().into(),
        reason: "you said it".into(),
        semantic_id: semantic_id(item_kind, words),
    };
    Proposed { candidate, target: Target::None, verdict }
}

/// A session of ten sentences: one settled as a decision, one held as a decision, a rule and a task, eight held as
/// decisions; one that is hardly likely, and three ignored.
fn session() -> Session {
    let mut session = Session::new(Meta { project: "boats".into(), ..Meta::default() });
    let words = |n: usize| format!("Boat {n} goes to the shed of the harbour number {n}");
    for n in 0..10 {
        session.ingest_text(Turn {
            turn_id: format!("m{n}"),
            ordinal: n as u32 + 1,
            role: Role::User,
            content: words(n),
            at: Some(now()),
            record: RecordRef::default(),
        });
    }
    let mut all = vec![
        proposed(0, K::DecisionMade, &words(0), 0.9, Verdict::Accept),
        proposed(0, K::TaskOpened, &words(0), 0.4, Verdict::Hold),
        proposed(1, K::TaskOpened, &words(1), 0.7, Verdict::Hold),
        proposed(1, K::DecisionMade, &words(1), 0.8, Verdict::Hold),
        proposed(1, K::ConstraintAdded, &words(1), 0.75, Verdict::Hold),
    ];
    all.extend((2..10).map(|n| proposed(n, K::DecisionMade, &words(n), 0.45 + n as f32 / 100.0, Verdict::Hold)));
    let mut doubted = proposed(0, K::FactLearned, "Rain comes on Sunday", 0.3, Verdict::Hold);
    doubted.candidate.evidence = Evidence::one("m0".to_owned(), "Rain comes on Sunday", 200..220).into();
    all.push(doubted);
    for (n, code) in ["below-cut", "no-target", "modality-narration"].into_iter().enumerate() {
        let verdict = Verdict::Reject { pass: Pass::Extract, code: code.to_owned(), why: "for the test".to_owned() };
        all.push(proposed(n + 2, K::FactLearned, &format!("Boat {} goes", n + 2), 0.1, verdict));
    }
    session.settle(all);
    session
}

pub fn pressed(size: (u16, u16), keys: &str) -> State {
    let mut state = State::new(session(), size);
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(now()));
    pressed_in(state, keys)
}

fn rows(state: &State, pane: PaneId) -> Vec<String> {
    let name = |row: &RowKey| match row {
        RowKey::Item(id) => id.to_string(),
        RowKey::Held(id) => id.to_string(),
        RowKey::Heading(title, count) => format!("{title} {count}"),
        RowKey::Folded(fold, count) => format!("{fold:?} {count}"),
        RowKey::Rejected(_) => "ignored".to_owned(),
        other => format!("{other:?}"),
    };
    state.list(pane).rows.iter().map(name).collect()
}

#[test]
fn the_best_stand_under_what_is_settled_and_the_rest_is_counted() {
    let state = pressed((60, 24), "");
    assert_eq!(rows(&state, PaneId::Decisions), ["d-1", "likely 9", "u-3", "u-12", "u-11", "Likely 6"]);
    // One sentence is one row: not a task and a rule besides; and what is settled is not asked again.
    assert_eq!(rows(&state, PaneId::Tasks), Vec::<String>::new());
    assert_eq!(rows(&state, PaneId::Constraints), Vec::<String>::new());
    insta::assert_snapshot!(shot(&state, Region::Body));
}

#[test]
fn a_likely_item_is_confirmed_in_place() {
    let state = pressed((60, 24), "j a");
    assert_eq!(rows(&state, PaneId::Decisions)[..4], ["d-2", "d-1", "likely 8", "u-12"]);
    assert_eq!(state.session.ledger().get("d-2").unwrap().status, Status::Active);
    assert!(state.notice.as_ref().unwrap().0.starts_with("confirmed as d-2"), "{:?}", state.notice);
    assert!(rows(&state, PaneId::Tasks).is_empty(), "its other readings are not asked about");
    let undone = pressed((60, 24), "j a u");
    assert_eq!(rows(&undone, PaneId::Decisions)[1..3], ["likely 9", "u-3"]);
}

#[test]
fn a_likely_item_is_dismissed_in_all_its_readings_and_comes_back() {
    let state = pressed((60, 24), "j x");
    assert_eq!(rows(&state, PaneId::Decisions)[..3], ["d-1", "likely 8", "u-12"]);
    assert!(rows(&state, PaneId::Tasks).is_empty() && rows(&state, PaneId::Constraints).is_empty());
    let undone = pressed((60, 24), "j x u");
    assert_eq!(rows(&undone, PaneId::Decisions)[1..3], ["likely 9", "u-3"]);
}

#[test]
fn of_a_sentence_that_was_ignored_in_several_readings_the_most_likely_is_a_row() {
    let mut session = session();
    let words = "Larch for the gate";
    let refused = |kind, place: usize, confidence| {
        let verdict = Verdict::Reject { pass: Pass::Extract, code: "below-cut".into(), why: "for the test".into() };
        let mut proposed = proposed(9, kind, words, confidence, verdict);
        proposed.candidate.evidence = Evidence::one("m9".to_owned(), words, place..place + words.len()).into();
        proposed
    };
    // Three readings, a part of the same words, and another sentence of the turn.
    session.settle(vec![
        refused(K::TaskOpened, 300, 0.2),
        refused(K::DecisionMade, 300, 0.3),
        refused(K::ConstraintAdded, 300, 0.1),
        refused(K::FactLearned, 305, 0.05),
    ]);
    let mut other = refused(K::FactLearned, 400, 0.1);
    other.candidate.evidence = Evidence::one("m9".to_owned(), "Rope for the lamp", 400..417).into();
    session.settle(vec![other]);
    let mut state = State::new(session, (60, 40));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(now()));
    let state = pressed_in(state, "5 G enter");
    let rows = rows(&state, PaneId::Review);
    let fold = rows.iter().position(|row| row == "Ignored 5").unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!(rows.len() - fold - 1, 5, "{rows:?}");
    let kinds = state.ignored().take(2).map(|outcome| outcome.candidate.delta.kind).collect::<Vec<_>>();
    assert_eq!(kinds, [K::FactLearned, K::DecisionMade]);
}

#[test]
fn a_fold_says_why_it_takes_no_correction() {
    let told = |keys: &str| pressed((60, 24), keys).notice.map(|(words, _)| words.to_string());
    for keys in ["G a", "G x", "G E", "5 G a", "5 G x", "5 G E"] {
        assert_eq!(told(keys).as_deref(), Some("these rows are folded: ↵ shows them"), "{keys}");
    }
    // A decision that ended stays below the others; nothing is removed from it.
    let ended = pressed((60, 24), "x enter G");
    assert_eq!(ended.selected(), Some(RowKey::Item("d-1".into())), "{:?}", rows(&ended, PaneId::Decisions));
    for key in ["x", "E"] {
        let ended = pressed_in(ended.clone(), key);
        let told = ended.notice.map(|(words, _)| words.to_string());
        assert_eq!(told.as_deref(), Some("this item is closed; only open items can be removed or edited"), "{key}");
        assert!(ended.overlays.is_empty(), "{key}");
    }
}

#[test]
fn review_begins_with_the_best_and_folds_the_rest() {
    let mut state = pressed((60, 24), "5");
    let head = ["to confirm 9", "u-3", "u-12", "u-11", "u-10", "u-9", "u-8", "u-7", "u-6", "u-5"];
    assert_eq!(rows(&state, PaneId::Review)[..10], head);
    assert_eq!(rows(&state, PaneId::Review)[10..], ["ToConfirm 1", "Ignored 3"]);
    // One count everywhere: of what is worth a look.
    assert_eq!((state.lists.counts.held, state.session.to_confirm().len()), (9, 9));
    insta::assert_snapshot!(shot(&state, Region::Body));
    state = pressed_in(state, "G enter");
    state.size = (60, 40);
    assert_eq!(rows(&state, PaneId::Review)[11..], ["Ignored 3", "ignored", "ignored", "ignored"]);
    let text = shot(&state, Region::Body);
    for words in ["too weak", "nothing to attach to", "agent narrating"] {
        assert!(text.contains(words), "{text}");
    }
    state = pressed_in(state, "enter");
    assert_eq!(rows(&state, PaneId::Review)[11..], ["Ignored 3"]);
}

#[test]
fn what_one_half_of_a_sentence_chose_is_asked_though_the_other_half_is_settled() {
    let mut session = session();
    let words = "Actually use batches of 500 rows. And we don't want GraphQL here.";
    session.ingest_text(Turn {
        turn_id: "m10".into(),
        ordinal: 11,
        role: Role::User,
        content: words.into(),
        at: Some(now()),
        record: RecordRef::default(),
    });
    let mut ruled_out = proposed(10, K::ConstraintAdded, "No GraphQL here", 0.9, Verdict::Accept);
    ruled_out.candidate.evidence = Evidence::one("m10".to_owned(), words, 0..words.len()).into();
    let mut chosen = proposed(10, K::DecisionMade, "Use batches of 500 rows", 0.9, Verdict::Hold);
    chosen.candidate.evidence = Evidence::one("m10".to_owned(), &words[..33], 0..33).into();
    session.settle(vec![ruled_out, chosen]);
    let mut state = State::new(session, (80, 24));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(now()));
    let state = pressed_in(state, "5 g");
    let first = state.selected().map(|row| deltamind::tui::panes::content::row_content(&state, &row).text);
    assert_eq!(first.unwrap().as_str(), "Use batches of 500 rows");
}

#[test]
fn what_stands_as_a_rule_or_was_done_as_a_task_is_not_asked_as_a_decision() {
    for (kind, verdict) in [(K::TaskOpened, Verdict::Accept), (K::ConstraintAdded, Verdict::Accept)] {
        let mut session = Session::new(Meta::default());
        let words = "Create the orders table in Postgres";
        for n in 0..2 {
            session.ingest_text(Turn {
                turn_id: format!("m{n}"),
                ordinal: n + 1,
                role: Role::User,
                content: words.into(),
                at: Some(now()),
                record: RecordRef::default(),
            });
        }
        session.settle(vec![
            proposed(0, kind, words, 0.9, verdict),
            proposed(1, K::DecisionMade, words, 0.3, Verdict::Hold),
        ]);
        let mut state = State::new(session, (80, 24));
        update(&mut state, Msg::CaughtUp);
        update(&mut state, Msg::Now(now()));
        assert_eq!((state.lists.counts.held, state.to_confirm().count()), (0, 0), "{kind}");
    }
}

#[test]
fn tasks_that_came_together_stand_in_their_order_and_the_latest_first() {
    let mut session = Session::new(Meta::default());
    for n in 0..2_u32 {
        session.ingest_text(Turn {
            turn_id: format!("m{n}"),
            ordinal: n + 1,
            role: Role::User,
            content: "go on".into(),
            at: now().checked_add(jiff::SignedDuration::from_mins(n.into())).ok(),
            record: RecordRef::default(),
        });
    }
    let task = |turn: usize, words| {
        let mut task = proposed(turn, K::TaskOpened, words, 0.9, Verdict::Accept);
        task.candidate.delta.timestamp = session.turns()[turn].at;
        task
    };
    let first = vec![task(0, "Create the table"), task(0, "Show the slots"), task(0, "Send the mail")];
    let then = vec![task(1, "Paint the boat"), task(1, "Dry the sails")];
    session.settle(first);
    session.settle(then);
    let mut state = State::new(session, (80, 24));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(now()));
    let summary = |id: String| state.ledger().get(&id).unwrap().summary.clone();
    let listed: Vec<String> = rows(&state, PaneId::Tasks).into_iter().map(summary).collect();
    assert_eq!(listed, ["Paint the boat", "Dry the sails", "Create the table", "Show the slots", "Send the mail"]);
}

#[test]
fn the_counted_row_leads_to_review_and_back() {
    let state = pressed((60, 24), "G enter");
    assert_eq!(state.focus, PaneId::Review);
    let listed = rows(&state, PaneId::Review);
    assert!(listed.contains(&"u-13".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"u-1".to_owned()), "a task read into a settled sentence is not listed: {listed:?}");
    let state = pressed_in(state, "esc");
    assert_eq!((state.focus, state.selected()), (PaneId::Decisions, Some(RowKey::Folded(FoldedRows::Likely, 6))));
}

/// Beside a fold stands the turn of its newest item, not the newest turn of the session.
#[test]
fn a_fold_shows_the_turn_of_its_newest_item() {
    for (keys, turn) in [("G", "t8"), ("5 j j j j j j j j j", "t1"), ("5 G", "t5")] {
        let state = pressed((160, 45), keys);
        assert!(matches!(state.selected(), Some(RowKey::Folded(..))), "{keys}: {:?}", state.selected());
        let shown = text(&state);
        let read = shown.lines().find_map(|line| line.split_once('▏')).map(|(_, words)| words.trim());
        assert!(read.is_some_and(|words| words.starts_with(turn)), "{keys}: {read:?}\n{shown}");
    }
}

#[test]
fn a_filter_looks_through_what_is_folded() {
    let state = pressed((60, 24), "f text:t5 enter");
    assert_eq!(rows(&state, PaneId::Decisions), ["likely 1", "u-7"]);
    let state = pressed((60, 24), "5 f text:narrating enter");
    assert_eq!(rows(&state, PaneId::Review), ["ignored 1", "ignored"]);
}

/// The list grows while likely items stand in it.
#[test]
fn settled_items_that_come_stand_above_the_likely_ones() {
    let mut state = pressed((60, 24), "j");
    let turn = Turn {
        turn_id: "new".into(),
        ordinal: 11,
        role: Role::User,
        content: "We decided to use PostgreSQL for the orders service.".to_owned(),
        at: Some(now()),
        record: RecordRef::default(),
    };
    update(&mut state, Msg::Entries(vec![Entry::Turn(turn)]));
    update(&mut state, Msg::Now(now()));
    let rows = rows(&state, PaneId::Decisions);
    assert_eq!((&rows[..2], &rows[3]), (&["d-2".to_owned(), "d-1".to_owned()][..], &"u-3".to_owned()), "{rows:?}");
    assert_eq!(state.selected(), Some(RowKey::Held(deltamind::state::HeldId(3))), "the cursor stays");
}

fn text(state: &State) -> String {
    frame::text(&frame::render(state, &Theme::numbered()))
}

#[test]
fn the_header_says_at_every_width_what_waits_and_what_is_only_likely() {
    for columns in [60, 80, 160] {
        let header = text(&pressed((columns, 24), "")).lines().nth(1).unwrap().to_owned();
        assert!(header.contains("1 deci") && header.trim_end().ends_with("9 to confirm"), "{header}");
        let mut session = Session::new(Meta::default());
        let words = "Every boat has two oars";
        session.ingest_text(Turn {
            turn_id: "m0".into(),
            ordinal: 1,
            role: Role::User,
            content: words.into(),
            at: None,
            record: RecordRef::default(),
        });
        session.settle(vec![proposed(0, K::ConstraintAdded, words, 0.5, Verdict::Hold)]);
        let mut state = State::new(session, (columns, 24));
        update(&mut state, Msg::Now(now()));
        let header = text(&state).lines().nth(1).unwrap().to_owned();
        let is_named = [" 1 likely constraint ", " 1 likely rule "].iter().any(|words| header.contains(words));
        assert!(is_named && header.contains("1 to confirm"), "{header}");
    }
}

#[test]
fn a_list_counts_the_rows_below_its_end() {
    let state = pressed((60, 22), "5");
    let list = state.list(PaneId::Review);
    let lines = deltamind::tui::layout::Layout::of(state.size, &state).list_area(PaneId::Review).height as usize;
    let (shown, all) = (list.shown(lines).len(), list.rows.len());
    assert!(shown < lines && shown < all);
    let below = &list.rows[list.offset + shown..];
    let items = below.iter().filter(|row| row.selectable() && !matches!(row, RowKey::Folded(..))).count();
    assert!(items > 0 && items < all - shown);
    assert!(text(&state).contains(&format!("\n   ⋯ {items} more\n")), "{}", text(&state));
    let end = pressed_in(state, "G");
    assert!(!text(&end).contains("\n   ⋯ 1 more\n") && text(&end).contains("3 ignored"), "{}", text(&end));
}

#[test]
fn a_row_to_confirm_names_its_kind_where_there_is_room_and_says_why_it_waits() {
    for size in [(60, 24), (60, 40), (80, 24), (160, 45)] {
        let mut session = session();
        let words = ["Two oars a boat", "No boats at night, so that nobody gets lost on the water beside the harbour"];
        for (n, words) in words.iter().enumerate() {
            session.ingest_text(Turn {
                turn_id: format!("n{n}"),
                ordinal: 11 + n as u32,
                role: Role::Assistant,
                content: (*words).to_owned(),
                at: Some(now()),
                record: RecordRef::default(),
            });
        }
        let held = |n: usize| Proposed {
            candidate: Candidate {
                evidence: Evidence::one(format!("n{n}"), words[n], 0..words[n].len()).into(),
                reason: "stated explicitly".into(),
                ..proposed(n, K::ConstraintAdded, words[n], 0.8, Verdict::Hold).candidate
            },
            ..proposed(n, K::ConstraintAdded, words[n], 0.8, Verdict::Hold)
        };
        session.settle(vec![held(0), held(1)]);
        let mut state = State::new(session, size);
        update(&mut state, Msg::CaughtUp);
        update(&mut state, Msg::Now(now()));
        let shown = text(&pressed_in(state, "5 g"));
        let row = shown.lines().find(|line| line.contains("? ") && line.contains("Two oars a boat"));
        let row = row.unwrap_or_else(|| panic!("{size:?}: {shown}"));
        assert!(row.contains("  constraint"), "{shown}");
        let told = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let why = "waits the words may mean it; the agent said it, and you have not agreed";
        // Side by side, lines of several panes stand in a row.
        assert!(size.0 > 100 || told.contains(why), "{size:?}: {shown}");
    }
}

#[test]
fn why_a_row_waits_does_not_say_the_same_twice() {
    let words = "The gate stays open at night.";
    let mut session = Session::new(Meta::default());
    session.ingest_text(Turn {
        turn_id: "m1".into(),
        ordinal: 1,
        role: Role::Assistant,
        content: words.to_owned(),
        at: Some(now()),
        record: RecordRef::default(),
    });
    let mut candidate = proposed(1, K::DecisionMade, words, 0.5, Verdict::Hold).candidate;
    for (reason, why) in [
        ("the agent said it", "the agent said it, and you have not agreed"),
        ("stated explicitly", "the words may mean it; the agent said it, and you have not agreed"),
        ("", "the agent said it, and you have not agreed"),
    ] {
        candidate.reason = reason.into();
        assert_eq!(why_it_waits(&session, &candidate), why);
    }
}

#[test]
fn a_sentence_said_again_with_other_small_words_is_one_row() {
    let mut session = Session::new(Meta::default());
    let said = ["Never ship the boats on a Friday.", "never ship boats on Friday"];
    for (n, words) in said.iter().enumerate() {
        session.ingest_text(Turn {
            turn_id: format!("m{n}"),
            ordinal: n as u32 + 1,
            role: Role::User,
            content: (*words).to_owned(),
            at: Some(now()),
            record: RecordRef::default(),
        });
    }
    session.settle(vec![
        proposed(0, K::ConstraintAdded, said[0], 0.5, Verdict::Hold),
        proposed(1, K::ConstraintAdded, said[1], 0.4, Verdict::Hold),
    ]);
    assert_eq!(session.to_confirm().len(), 1);
}

#[test]
fn after_a_dismissed_row_the_cursor_is_on_the_next_one() {
    let state = pressed((80, 24), "5 j j x");
    assert_eq!(
        state.selected(),
        Some(RowKey::Held(deltamind::state::HeldId(10))),
        "{:?}",
        rows(&state, PaneId::Review)
    );
}

#[test]
fn a_likely_row_is_dim_below_the_settled_ones_and_readable() {
    let state = pressed((60, 24), "");
    let shown = text(&state);
    let roles = frame::roles(&frame::render(&state, &Theme::numbered()));
    assert!(roles.contains(" dim Boat 9 goes") && !roles.contains(" dim Boat 0 goes"), "{roles}");
    let row = shown.lines().position(|line| line.starts_with("  ? ")).unwrap();
    for (name, _) in deltamind::tui::theme::BUILT_IN {
        let theme = Theme::built_in(name).unwrap();
        let buf = frame::render(&state, &theme);
        let cell = &buf[(5, row as u16)];
        assert!(theme.contrast_of(cell.style()).unwrap() >= 4.5, "{name}: {shown}");
    }
}

#[test]
fn what_another_watcher_would_have_to_do_is_not_offered() {
    for keys in ["", "j", "5"] {
        let mut state = pressed((60, 24), keys);
        update(&mut state, Msg::ReadOnly(true));
        let shown = text(&state);
        let footer = shown.lines().last().unwrap();
        assert!(footer.contains("another watcher has this session"), "{footer}");
        for offered in ["a confirm", "x dismiss", "x remove", "E edit"] {
            assert!(!shown.contains(offered), "{keys} {offered}: {shown}");
        }
    }
}

#[test]
fn one_sentence_counts_once_on_the_screen_and_in_commands() {
    let session = session();
    assert_eq!((session.held().count(), session.to_confirm().len()), (13, 9));
    assert_eq!(pressed((60, 24), "").lists.counts.held, session.to_confirm().len());
}
