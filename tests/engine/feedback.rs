//! Tests that accepted, dismissed and withdrawn items are counted, and that after twenty cases new thresholds are offered,
//! but not set.

use deltamind::pipeline::extract::{Draft, EvidenceSpan};
use deltamind::pipeline::scorer::Family;
use deltamind::pipeline::{Target, Thresholds, Verdict};
use deltamind::session::Session;
use deltamind::session::advice::ThresholdName;
use deltamind::session::feedback::{Feedback, Word};
use deltamind::state::{DeltaKind, Disposition, HeldId, PersonAction};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::panes::RowKey;
use deltamind::tui::{Effect, Key, Msg, State, Theme, frame, update};
use jiff::{SignedDuration, Timestamp};

/// A session in which so many decisions wait, each as sure as `confidence`.
fn waiting(count: usize, confidence: f32) -> Session {
    let mut session = Session::new(Meta::default());
    let words = |n: usize| format!("store {n} for cache {n}");
    for n in 1..=count {
        session.ingest_text(Turn {
            turn_id: format!("turn-{n}"),
            ordinal: n as u32,
            role: Role::User,
            content: words(n),
            at: None,
            record: RecordRef::default(),
        });
        let place = EvidenceSpan { turn_id: format!("turn-{n}").into(), text: words(n), range: 0..words(n).len() };
        let mut draft = Draft::new(DeltaKind::DecisionMade, &words(n), vec![place], None);
        draft.rule = if n % 4 == 0 { "want" } else { "go-with" }.to_owned();
        draft.confidence = confidence;
        session.settle(vec![draft.propose(Target::None, Verdict::Hold)]);
    }
    assert_eq!(session.held().count(), count);
    session
}

fn accept(session: &mut Session, n: u64) {
    session.act(PersonAction::AcceptHeld { held_id: HeldId(n) }).unwrap();
}

fn dismiss(session: &mut Session, n: u64) {
    session.act(PersonAction::Dismiss { held_id: HeldId(n) }).unwrap();
}

#[test]
fn undoing_the_accepted_end_of_a_task_opens_it_again() {
    let mut session = waiting(1, 0.3);
    let place = EvidenceSpan { turn_id: "turn-1".into(), text: "store 1".into(), range: 0..7 };
    let draft = |kind| Draft::new(kind, "Weigh the pears", vec![place.clone()], None);
    session.settle(vec![draft(DeltaKind::TaskOpened).propose(Target::None, Verdict::Accept)]);
    let task = session.ledger().items()[0].clone();
    session.settle(vec![draft(DeltaKind::TaskClosed).propose(Target::Id(task.id.clone()), Verdict::Hold)]);
    let end = session.held().last().unwrap().line;
    let Disposition::Held { held_id } = session.outcome(end).unwrap().disposition else { panic!() };
    session.act(PersonAction::AcceptHeld { held_id }).unwrap();
    assert!(!session.ledger().get(&task.id).unwrap().is_open());
    session.act(PersonAction::Undo).unwrap();
    let again = session.ledger().get(&task.id).unwrap();
    assert!(again.is_open() && again.resolution.is_none() && again.ended_because.is_none());
    assert_eq!(session.held().count(), 2);
}

#[test]
fn words_are_counted_per_rule_and_kind_and_taken_back() {
    let mut session = waiting(8, 0.3);
    accept(&mut session, 1);
    accept(&mut session, 4);
    dismiss(&mut session, 2);
    let count = |s: &Session, rule, word| s.feedback().count(rule, DeltaKind::DecisionMade, word);
    assert_eq!((count(&session, "go-with", Word::Accepted), count(&session, "want", Word::Accepted)), (1, 1));
    session.act(PersonAction::Undo).unwrap();
    session.act(PersonAction::Undo).unwrap();
    assert_eq!((count(&session, "go-with", Word::Dismissed), count(&session, "want", Word::Accepted)), (0, 0));
    let decided = session.ledger().items().first().unwrap().id.clone();
    session.act(PersonAction::Edit { item_id: decided.clone(), summary: "store one".to_owned() }).unwrap();
    session.act(PersonAction::Withdraw { item_id: decided }).unwrap();
    assert_eq!(
        count(&session, "go-with", Word::Withdrawn),
        0,
        "what the person's own hand made says nothing of a rule"
    );
    assert_eq!(count(&session, "go-with", Word::Accepted), 1);
}

#[test]
fn a_withdrawal_counts_against_the_rule_that_accepted_the_item() {
    let mut session = Session::new(Meta::default());
    session.ingest([Entry::Turn(Turn {
        turn_id: "turn-1".to_owned(),
        ordinal: 1,
        role: Role::User,
        content: "We decided Postgres.".to_owned(),
        at: None,
        record: RecordRef::default(),
    })]);
    let item = session.ledger().items().first().unwrap();
    let (id, rule) = (item.id.clone(), item.newest().unwrap().rule.clone());
    session.act(PersonAction::Withdraw { item_id: id }).unwrap();
    assert_eq!(session.feedback().count(&rule, DeltaKind::DecisionMade, Word::Withdrawn), 1);
    session.act(PersonAction::Undo).unwrap();
    assert_eq!(session.feedback(), Feedback::default());
}

#[test]
fn after_twenty_cases_a_change_is_offered_and_nothing_is_changed() {
    let mut session = waiting(24, 0.3);
    for n in 1..=19 {
        accept(&mut session, n);
    }
    assert_eq!(session.advice(), []);
    dismiss(&mut session, 20);
    let advice = session.advice();
    let [advice] = advice.as_slice() else { panic!("{advice:?}") };
    assert_eq!((advice.family, advice.threshold, advice.to), (Family::Decision, ThresholdName::Accept, 0.3));
    assert!(advice.because.starts_with("of 20 that waited at 0.30 and above, you accepted 19"), "{}", advice.because);
    assert_eq!(session.thresholds(), &Thresholds::default());
    assert_eq!(session.held().count(), 4, "what waits still waits");
    session.act(PersonAction::Undo).unwrap();
    assert_eq!(session.advice(), [], "a word taken back is no evidence");
}

#[test]
fn earlier_sessions_count_and_survive_a_file_read_anew() {
    let mut first = waiting(15, 0.3);
    (1..=15).for_each(|n| dismiss(&mut first, n));
    let kept = serde_json::to_string(first.own_feedback()).unwrap();
    let mut second = waiting(6, 0.3);
    second.set_earlier_feedback(serde_json::from_str(&kept).unwrap());
    (1..=5).for_each(|n| dismiss(&mut second, n));
    assert_eq!(second.advice().first().map(|a| a.threshold), Some(ThresholdName::Hold));
    assert_eq!(second.own_feedback().count("go-with", DeltaKind::DecisionMade, Word::Dismissed), 4);
    assert_eq!(second.reset().feedback(), *first.own_feedback());
}

fn press(state: &mut State, key: &str) -> Vec<Effect> {
    let at = state.now.unwrap() + SignedDuration::from_secs(1);
    let effects = update(state, Msg::Key { key: Key::parse(key).unwrap(), at });
    update(state, Msg::Now(at));
    effects
}

#[test]
fn the_screen_offers_it_calmly() {
    let mut state = State::new(waiting(23, 0.3), (60, 40));
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(Timestamp::UNIX_EPOCH));
    // They are hardly likely, and stand behind a fold.
    for key in ["5", "enter", "j"] {
        press(&mut state, key);
    }
    for _ in 1..20 {
        press(&mut state, "a");
        let said = state.notice.clone().unwrap().0;
        assert!(said.ends_with("u undoes"), "{said}");
    }
    press(&mut state, "a");
    let (said, is_error) = state.notice.clone().unwrap();
    assert!(said.ends_with("advice: 5") && !is_error, "{said}");
    press(&mut state, "g");
    press(&mut state, "j");
    // What is left to confirm comes first.
    for _ in 0..3 {
        assert!(matches!(state.selected(), Some(RowKey::Held(_))), "{:?}", state.selected());
        press(&mut state, "j");
    }
    assert_eq!(state.selected(), Some(RowKey::Advice(0)));
    let shown = frame::text(&frame::render(&state, &Theme::numbered()));
    for words in ["advice 1", "accept could be 0.30 instead of", "[thresholds.decision]", "accept = 0.30", "go-with 15"]
    {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
    let copied = press(&mut state, "y");
    assert_eq!(copied, [Effect::Copy("[thresholds.decision]\naccept = 0.30\n".into())]);
    let before = state.session.ledger().seq();
    press(&mut state, "a");
    press(&mut state, "x");
    assert_eq!((state.session.ledger().seq(), state.overlays.len()), (before, 0), "an advice is read, not acted on");
    press(&mut state, "enter");
    press(&mut state, "esc");
}
