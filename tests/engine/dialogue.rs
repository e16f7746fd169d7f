//! Tests the effect of short answers, reports and complaints on the ledger.

use deltamind::session::{Budget, Session, export_context};
use deltamind::state::{Disposition, ItemKind, LogLine, Scope, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};

/// A session of turns; a line that begins with `>` is the assistant's.
pub(crate) fn talk(lines: &[&str]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(lines.iter().enumerate().map(|(i, line)| {
        let (role, text) = line.strip_prefix("> ").map_or((Role::User, *line), |t| (Role::Assistant, t));
        let ordinal = i as u32 + 1;
        let (turn_id, content) = (format!("turn-{ordinal}"), text.to_owned());
        Entry::Turn(Turn { turn_id, ordinal, role, content, at: None, record: RecordRef::default() })
    }));
    session
}

/// The items of a kind that are settled and in force, in lower case.
pub(crate) fn settled(session: &Session, kind: ItemKind) -> Vec<String> {
    let of_kind = session.ledger().of_kind(kind).filter(|i| i.status == Status::Active);
    of_kind.map(|i| i.summary.to_lowercase()).collect()
}

/// Asserts that each talk settles an item of the kind whose summary holds the words.
pub(crate) fn settles(kind: ItemKind, cases: &[(&[&str], &str)]) {
    for (lines, wanted) in cases {
        let all = settled(&talk(lines), kind);
        assert!(all.iter().any(|text| text.contains(wanted)), "{lines:?}: {all:?}");
    }
}

/// Asserts that a talk settles nothing of these kinds.
pub(crate) fn settles_none(kinds: &[ItemKind], lines: &[&str]) {
    let session = talk(lines);
    for kind in kinds {
        let all = settled(&session, *kind);
        assert!(all.is_empty(), "{lines:?}: {all:?}");
    }
}

/// The items of a kind with their words in lower case and how they stand.
fn items(session: &Session, kind: ItemKind) -> Vec<(String, Status)> {
    session.ledger().of_kind(kind).map(|i| (i.summary.to_lowercase(), i.status)).collect()
}

const OPTIONS: &str =
    "> Two options:\n\n1. Cache the tiles in memory\n2. Write the tiles to disk with a small index\n\nWhich one?";

#[test]
fn a_pick_keeps_what_was_added_to_it() {
    for answer in ["2 but without the index", "2, but without the index"] {
        let session = talk(&["How should we keep the tiles?", OPTIONS, answer, "> Writing plain tiles to disk."]);
        let decisions = items(&session, ItemKind::Decision);
        assert!(
            decisions.iter().any(|(said, _)| said.contains("to disk") && said.contains("without the index")),
            "{answer}: {decisions:?}"
        );
    }
    let session = talk(&["How should we keep the tiles?", OPTIONS, "let's go with option 2", "> To disk."]);
    let decisions = items(&session, ItemKind::Decision);
    assert_eq!(decisions[0].0, "write the tiles to disk with a small index", "{decisions:?}");
}

#[test]
fn a_report_ends_the_task_and_a_complaint_opens_it_again() {
    let done = ["Add a retry to the upload client.", "> Added a retry to the upload client, with three attempts."];
    // Taken in for good once somebody has spoken after it.
    let session = talk(&[&done[..], &["thanks"]].concat());
    assert_eq!(items(&session, ItemKind::Task)[0].1, Status::Resolved, "{:?}", items(&session, ItemKind::Task));
    let back = [&done[..], &["the upload client still doesn't work", "> Let me look."]].concat();
    let session = talk(&back);
    let tasks = items(&session, ItemKind::Task);
    assert_eq!(tasks[0].1, Status::Active, "{tasks:?}");
    let task = session.ledger().of_kind(ItemKind::Task).next().unwrap();
    assert_eq!(task.newest().unwrap().rule.as_ref(), "act/not-done");
    let asked = talk(&[&done[..], &["if it still doesn't work we roll back", "> Understood."]].concat());
    assert_eq!(items(&asked, ItemKind::Task)[0].1, Status::Resolved, "a condition opens nothing");
}

#[test]
fn a_complaint_without_a_finished_task_reopens_nothing() {
    let session = talk(&["the build is still broken", "> Let me look."]);
    let reopened = session.log().iter().any(|line| match line {
        LogLine::Outcome(o) => {
            o.candidate.rule.as_ref() == "reopen" && matches!(o.disposition, Disposition::Accepted { .. })
        }
        _ => false,
    });
    assert!(!reopened);
}

#[test]
fn words_say_how_far_an_item_reaches_and_what_depends_on_what() {
    let reach = |words: &str| {
        let session = talk(&[words, "> Ok."]);
        let standing = session.ledger().items().iter().find(|i| i.kind != ItemKind::Task);
        standing.map(|i| (i.kind, i.scope))
    };
    assert_eq!(reach("From now on never push without a review."), Some((ItemKind::Constraint, Scope::Durable)));
    assert_eq!(reach("Never use tabs in this repo."), Some((ItemKind::Constraint, Scope::Project)));
    assert_eq!(reach("For this project we decided to use Postgres."), Some((ItemKind::Decision, Scope::Project)));
    assert_eq!(reach("We decided to use Postgres for the queue."), Some((ItemKind::Decision, Scope::Session)));
    assert_eq!(reach("The uploader depends on libpq 15."), Some((ItemKind::Dependency, Scope::Session)));
}

#[test]
fn a_question_that_names_no_topic_is_no_part_of_the_answer() {
    for asked in ["> What would you like to do?", "> How can I help?"] {
        let session = talk(&["hello", asked, "The uploader depends on libpq 15.", "> Ok."]);
        let said: Vec<&str> = session.ledger().items().iter().map(|i| i.summary.as_str()).collect();
        assert_eq!(said, ["The uploader depends on libpq 15"], "{asked}");
    }
}

#[test]
fn a_choosing_phrase_becomes_the_choice() {
    let session = talk(&["ok, let's go with Postgres for the queue", "> Fine."]);
    assert!(items(&session, ItemKind::Decision).iter().any(|(said, _)| said.starts_with("use postgres for the queue")));
    let open = talk(&["let's keep both options open for now", "> Sure."]);
    assert_eq!(items(&open, ItemKind::Decision), []);
}

#[test]
fn going_back_to_something_does_not_drop_it() {
    let session = talk(&["Use Express for the server.", "> Done.", "Wait, go back to Express.", "> Back on Express."]);
    let express = items(&session, ItemKind::Decision);
    assert!(express.iter().any(|(said, status)| said.contains("express") && *status == Status::Active), "{express:?}");
}

#[test]
fn a_clause_that_drops_one_choice_and_makes_another_does_both() {
    let session = talk(&[
        "We go with Postgres for storage.",
        "> OK.",
        "Scrap Postgres, we're going with SQLite",
        "> SQLite it is.",
    ]);
    let decisions = items(&session, ItemKind::Decision);
    let stand: Vec<_> = decisions.iter().filter(|(_, s)| *s == Status::Active).collect();
    assert!(stand.len() == 1 && stand[0].0.contains("sqlite"), "{decisions:?}");
}

#[test]
fn instead_of_revises_the_choice_it_names() {
    let session = talk(&["We go with Postgres for storage.", "> OK.", "Use SQLite instead of Postgres.", "> Done."]);
    let decisions = items(&session, ItemKind::Decision);
    let stand: Vec<_> = decisions.iter().filter(|(_, s)| *s == Status::Active).collect();
    assert!(stand.len() == 1 && stand[0].0.contains("sqlite"), "{decisions:?}");
}

#[test]
fn a_new_value_goes_to_the_setting_it_is_for() {
    let session = talk(&[
        "Never call the gauge between 22:00 and 06:00.",
        "Keep the readings for 30 days.",
        "Let's use PostgreSQL for the readings.",
        "Set the timeout to 30 seconds.",
        "Actually, use MySQL instead of PostgreSQL for the readings.",
        "Change the timeout to 60 seconds instead.",
    ]);
    let stand = |kind| -> Vec<String> {
        items(&session, kind).into_iter().filter(|(_, s)| *s == Status::Active).map(|(words, _)| words).collect()
    };
    let (decisions, rules) = (stand(ItemKind::Decision), stand(ItemKind::Constraint));
    for words in ["use mysql for the readings", "set the timeout to 60 seconds"] {
        assert!(decisions.iter().any(|d| d == words), "{words}: {decisions:?}");
    }
    assert!(!decisions.iter().any(|d| d.contains("postgresql") || d.contains("30 seconds")), "{decisions:?}");
    assert!(rules.iter().any(|r| r.contains("between 22:00 and 06:00")), "{rules:?}");
}

const NUMBERED: &str = "> Before I start:\n\n1. Which language, C or Rust?\n2. Is it the small panel or the big one?\n3. Should it sleep at night?";

#[test]
fn numbered_questions_are_answered_by_number() {
    for said in ["1 C. 2 the small one. 3 not sure yet", "1. C\n2. the small one\n3. what would you do?"] {
        let session = talk(&["Plan the clock.", NUMBERED, said, "> Fine."]);
        let decisions: Vec<String> = items(&session, ItemKind::Decision).into_iter().map(|i| i.0).collect();
        assert!(
            decisions.iter().any(|d| d.contains("language") && (d.starts_with("c - ") || d.ends_with("→ c.") || d.ends_with("→ c"))),
            "{said}: {decisions:?}"
        );
        assert!(decisions.iter().any(|d| d.contains("panel") && d.contains("small one")), "{said}: {decisions:?}");
        assert!(!decisions.iter().any(|d| d.contains("sleep")), "{said}: {decisions:?}");
    }
    let counted = talk(&["Plan the clock.", NUMBERED, "2 tests fail on my machine", "> Let me look."]);
    assert_eq!(items(&counted, ItemKind::Decision), []);
}

#[test]
fn an_answer_written_beside_its_question_settles_it_unless_it_wavers() {
    let session = talk(&["Which store should hold the readings? -> SQLite, one file", "> Noted."]);
    let decisions = items(&session, ItemKind::Decision);
    assert_eq!(decisions.len(), 1, "{decisions:?}");
    assert!(decisions[0].0.contains("sqlite, one file"), "{decisions:?}");
    for open in ["what are the downsides of each?", "hmm, this depends on the import", "You decide", "Next topic"] {
        let session = talk(&[&format!("Which store should hold the readings? -> {open}"), "> Noted."]);
        assert_eq!(items(&session, ItemKind::Decision), [], "{open}");
    }
}

#[test]
fn a_pick_refers_to_the_last_list() {
    let both = "> How it works now:\n\nA) files are read in order\nB) calls are counted\n\nThree ways on:\n\nA) keep the files\nB) index the calls\nC) write a small cache\n\nWhich one?";
    let session = talk(&["How do we go on?", both, "C", "> Writing the cache."]);
    let decision = session.ledger().of_kind(ItemKind::Decision).next().unwrap();
    assert_eq!(decision.summary.to_lowercase(), "write a small cache");
    assert!(!decision.alternatives.iter().any(|a| a.contains("read in order")), "{:?}", decision.alternatives);
    let told = talk(&["How do we go on?", both, "I already removed the old reader", "> Thanks."]);
    assert_eq!(items(&told, ItemKind::Decision), []);
}

#[test]
fn work_that_nobody_came_back_to_leaves_the_context_unless_it_was_put_off() {
    let context = |lines: &[&str]| {
        let session = talk(lines);
        export_context(&session, session.ledger(), Budget::Chars(4000)).text
    };
    let asked = ["Please write the runbook for the harbour.", "> I will."];
    let fresh = context(&asked);
    assert!(fresh.contains("## Remaining\n- Write the runbook"), "{fresh}");
    let later: Vec<&str> =
        (0..5).flat_map(|_| ["what does the gauge measure?", "> The water level, in centimetres."]).collect();
    let stale = context(&[&asked[..], &later].concat());
    assert!(!stale.contains("## Remaining"), "{stale}");
    let put_off = context(&[&["Please write the runbook for the harbour later.", "> I will."], &later[..]].concat());
    assert!(put_off.contains("## Remaining\n- Write the runbook"), "{put_off}");
}
