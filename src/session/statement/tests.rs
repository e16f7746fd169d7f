//! Tests that items are worded as sentences that can be understood alone.

use super::*;
use crate::session::export_context;
use crate::session::{Budget, Session};
use crate::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};

fn session(turns: &[(Role, &str)]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(turns.iter().enumerate().map(|(n, (role, words))| {
        let (turn_id, content) = (format!("u{n}"), (*words).to_owned());
        let (ordinal, record) = (n as u32 + 1, RecordRef::default());
        Entry::Turn(Turn { turn_id, ordinal, role: *role, content, at: None, record })
    }));
    session
}

fn context(session: &Session) -> String {
    export_context(session, session.ledger(), Budget::Chars(8000)).text
}

fn answered(session: &mut Session, header: &str, options: &[(&str, &str)], answer: &str) {
    let (options, details) = options.iter().map(|(o, d)| ((*o).to_owned(), (*d).to_owned())).unzip();
    let (text, header) = ("Where are the tide tables kept?".to_owned(), header.to_owned());
    let body = SignalBody::Question { text, header, options, details, answer: Some(answer.to_owned()) };
    let id = format!("s{}", session.stats().signals);
    let turn_id = "u0".to_owned();
    session.ingest([Entry::Signal(Signal { id, turn_id, at: None, record: RecordRef::default(), body })]);
}

#[test]
fn an_open_choice_names_its_options_and_rules_none_out() {
    let open = session(&[(Role::User, "should the log be plain text or JSON? still thinking about it")]);
    let text = context(&open);
    assert!(text.contains("- Should the log be plain text or JSON?\n"), "{text}");
    assert!(!text.contains("not:"), "{text}");
}

#[test]
fn a_picked_name_is_worded_with_the_options_not_picked() {
    let picked = session(&[(Role::Assistant, "Chart or table?"), (Role::User, "chart")]);
    let text = context(&picked);
    assert!(text.contains("- Chart (not: table)"), "{text}");
}

#[test]
fn a_question_joined_to_the_next_is_not_a_sentence() {
    let asked = "Before I start: do you want a compass, should the map turn, and which scale?";
    let answered = session(&[(Role::Assistant, asked), (Role::User, "compass yes, turn no, scale 1:500")]);
    let text = context(&answered);
    assert!(!text.contains("Do you want") && !text.contains("Should the map turn"), "{text}");
}

#[test]
fn an_answer_comes_first_with_what_its_option_means() {
    let mut session = session(&[(Role::User, "plan the storage of the tide tables")]);
    let options = [("SQLite", "One file, no server."), ("Postgres", "Runs on the host already")];
    answered(&mut session, "Storage", &options, "SQLite");
    let said = Statement::of(session.ledger().of_kind(ItemKind::Decision).next().unwrap()).unwrap();
    assert_eq!(said.text, "Storage: SQLite - One file, no server");
    assert_eq!(
        (said.asked.as_deref(), said.instead.as_slice()),
        (Some("Where are the tide tables kept?"), &["Postgres".to_owned()][..])
    );
    answered(&mut session, "Storage", &options, "Postgres");
    let text = context(&session);
    assert!(text.contains("- Storage: Postgres - Runs on the host already"), "{text}");
    assert!(!text.contains("- Storage: SQLite"), "a later answer to the same question retires the earlier: {text}");
}

#[test]
fn an_answer_without_a_subject_is_followed_by_its_question() {
    let mut session = session(&[(Role::User, "plan the storage of the tide tables")]);
    answered(&mut session, "", &[("SQLite", ""), ("Postgres", "")], "SQLite");
    assert!(context(&session).contains("- SQLite (asked: \"Where are the tide tables kept?\") (not: Postgres)"));
    answered(&mut session, "", &[("SQLite", ""), ("You decide", "")], "You decide");
    assert!(!context(&session).to_lowercase().contains("you decide"), "{}", context(&session));
    let refused = session.ledger().of_kind(ItemKind::RejectedOption).next().unwrap();
    assert_eq!(session.summary_with_question(refused), "Where are the tide tables kept? → Postgres");
}

#[test]
fn an_answer_in_own_words_that_only_tells_waits() {
    let options = [("One gauge", ""), ("Two gauges", "")];
    for (answer, is_told) in [
        ("we already have a gauge on the pier, and a second one is being built", false),
        ("which harbours are there? we also need to read the gauge at night", false),
        ("two gauges, but the one on the pier must run on solar power", true),
    ] {
        let mut session = session(&[(Role::User, "plan the gauges of the harbour")]);
        answered(&mut session, "Gauges", &options, answer);
        assert_eq!(context(&session).contains("## Decisions"), is_told, "{answer}: {}", context(&session));
    }
}

#[test]
fn narration_fragments_and_finished_work_are_left_out() {
    let text = context(&session(&[
        (Role::User, "I already removed the old pier"),
        (Role::User, "let's go with that for now"),
        (Role::User, "please add a gauge for the wind"),
        (Role::Assistant, "Done. I added the gauge for the wind."),
        (Role::User, "never push to main without asking me"),
    ]));
    assert!(text.contains("- Never push to main without asking me"), "{text}");
    for gone in ["removed the old pier\n", "go with that", "done:", "- Add a gauge"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
}

#[test]
fn the_end_of_the_session_gives_the_state_and_the_remaining_work() {
    let text = context(&session(&[
        (Role::User, "Build a page that shows the next three tides."),
        (
            Role::Assistant,
            "The page is in place and all 14 tests pass.\n\nRemaining:\n- the print stylesheet\n- a second harbour",
        ),
        (Role::User, "good. the print stylesheet we do tomorrow"),
    ]));
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let order = [
        at("The first request was: \"Build a page that shows the next three tides.\""),
        at("- (agent) The page is in place and all 14 tests pass\n"),
        at("- The print stylesheet we do tomorrow"),
        at("- (agent) A second harbour"),
    ];
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn courtesies_goodbyes_and_answers_about_the_past_are_left_out() {
    let text = context(&session(&[
        (Role::User, "Never reload the buoys by hand"),
        (Role::Assistant, "Where did you read the depth?"),
        (Role::User, "From the old chart, sorry."),
        (Role::User, "Cheers. No worries at all. We stop here and go on tomorrow."),
        (Role::User, "No worries in the log file: it must only hold faults"),
        (Role::User, "I leave the tide gauge for tomorrow."),
    ]));
    assert!(text.contains("tide gauge for tomorrow") && text.contains("No worries in the log file"), "{text}");
    assert!(text.contains("- Never reload the buoys by hand"), "{text}");
    for gone in ["old chart", "at all", "stop here"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
}

#[test]
fn momentary_permission_differs_from_lasting_permission() {
    for (words, is_now) in [
        ("Dredging the east arm is allowed again now", true),
        ("You can dredge the east arm now", true),
        ("The east arm may be dredged in winter", false),
        ("Mooring is free of charge, now and later", false),
    ] {
        assert_eq!(MOMENTARY.is_match(words), is_now, "{words}");
    }
}

#[test]
fn a_refusal_is_worded_without_the_choice_before_it() {
    let text = context(&session(&[
        (Role::Assistant, "I could write all rows in one transaction."),
        (Role::User, "Actually use batches of 500 rows instead of one transaction. And we don't want GraphQL here."),
    ]));
    let ruled_out = text.split("## Ruled out").nth(1).unwrap_or_default();
    assert!(ruled_out.contains("GraphQL") && !ruled_out.contains("batches"), "{text}");
}

#[test]
fn a_short_ban_is_worded_with_its_sentence() {
    let text = context(&session(&[(Role::User, "Amounts are kept in cents. Never float.")]));
    assert!(text.contains("Amounts are kept in cents. Never float"), "{text}");
}

#[test]
fn a_courtesy_at_the_end_is_no_part_of_a_rule() {
    for said in ["Never guess for depths, please.", "never guess for depths pls", "Never guess for depths. Thanks!"] {
        let text = context(&session(&[(Role::User, said)]));
        let rule = text.lines().find(|line| line.starts_with("- Never guess for depths")).unwrap_or_default();
        assert!(!rule.is_empty() && !["please", "pls", "Thanks"].iter().any(|word| rule.contains(word)), "{text}");
    }
}

#[test]
fn a_choice_before_its_subject_is_reordered() {
    for (said, told) in [
        ("SQLite - store", "Store: SQLite"),
        ("A lamp - how should the pilot be told?", "A lamp (how should the pilot be told)"),
        ("One process with a ticker - schedule I see two ways", "Schedule: One process with a ticker"),
        ("Keep it small - nobody needs more than that", "Keep it small - nobody needs more than that"),
    ] {
        assert_eq!(subject_first(said), told);
    }
}
