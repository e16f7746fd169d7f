//! What short answers, reports and complaints do to the ledger: the talk as it goes to and fro.

#![allow(clippy::unwrap_used)] // a test that cannot go on says where

use deltamind::session::Session;
use deltamind::state::{Fate, ItemKind, LogLine, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};

/// A session of turns; a line that begins with `>` is the assistant's.
fn talk(lines: &[&str]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(lines.iter().enumerate().map(|(i, line)| {
        let (role, text) = line.strip_prefix("> ").map_or((Role::User, *line), |t| (Role::Assistant, t));
        let ordinal = i as u32 + 1;
        let (turn_id, content) = (format!("turn-{ordinal}"), text.to_owned());
        Entry::Turn(Turn { turn_id, ordinal, role, content, at: None, record: RecordRef::default() })
    }));
    session
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
    assert_eq!(task.newest().unwrap().rule.as_ref(), "reopen");
    let asked = talk(&[&done[..], &["if it still doesn't work we roll back", "> Understood."]].concat());
    assert_eq!(items(&asked, ItemKind::Task)[0].1, Status::Resolved, "a condition opens nothing");
}

#[test]
fn a_complaint_about_nothing_done_opens_nothing() {
    let session = talk(&["the build is still broken", "> Let me look."]);
    let reopened = session.log().iter().any(|line| match line {
        LogLine::Outcome(o) => o.candidate.rule.as_ref() == "reopen" && matches!(o.fate, Fate::Accepted { .. }),
        _ => false,
    });
    assert!(!reopened);
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
