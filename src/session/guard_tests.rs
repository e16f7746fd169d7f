//! Which deeds go against which rules, and which do not.

use super::*;
use crate::session::Session;
use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

fn conflicts(rule: &str, deeds: &[SignalBody]) -> Vec<(Ban, String)> {
    let mut session = Session::new(Meta::default());
    session.ingest([Entry::Turn(Turn {
        turn_id: "u1".to_owned(),
        ordinal: 1,
        role: Role::User,
        content: rule.to_owned(),
        at: None,
        record: RecordRef::default(),
    })]);
    assert!(!session.ledger().items().is_empty() || session.held().next().is_some(), "nothing of {rule:?}");
    for (n, body) in deeds.iter().enumerate() {
        let (id, turn_id) = (format!("s{n}"), "a2".to_owned());
        session.ingest([Entry::Signal(Signal {
            id,
            turn_id,
            at: None,
            record: RecordRef::default(),
            body: body.clone(),
        })]);
    }
    session.conflicts().iter().map(|c| (c.ban, c.words.clone())).collect()
}

fn call(tool: &str, argv: Option<&str>, paths: &[&str], outcome: Outcome) -> SignalBody {
    SignalBody::ToolCall {
        call_id: String::new(),
        tool: tool.to_owned(),
        argv: argv.map(str::to_owned),
        paths: paths.iter().map(|p| (*p).to_owned()).collect(),
        outcome,
        excerpt: String::new(),
        content_ref: None,
    }
}

fn ran(argv: &str) -> SignalBody {
    call("Bash", Some(argv), &[], Outcome::Ok)
}

fn edited(path: &str) -> SignalBody {
    call("Edit", None, &[path], Outcome::Ok)
}

#[test]
fn deeds_against_a_rule_are_flagged_with_their_words() {
    for (rule, deed, ban, words) in [
        (
            "no new dependencies please",
            ran("cd app && npm install left-pad"),
            Ban::Packages,
            "cd app && npm install left-pad",
        ),
        ("no new dependencies please", ran("cargo add serde"), Ban::Packages, "cargo add serde"),
        (
            "Never touch the file src/legacy/parser.rs.",
            edited("/w/app/src/legacy/parser.rs"),
            Ban::Paths,
            "Edit /w/app/src/legacy/parser.rs",
        ),
        (
            "You must not modify anything under migrations/.",
            edited("/w/app/migrations/0001.sql"),
            Ban::Paths,
            "Edit /w/app/migrations/0001.sql",
        ),
        ("Never push to main.", ran("git add . && git push origin main"), Ban::Push, "git push origin main"),
        ("You must never use npm here.", ran("FOO=1 npm run build"), Ban::Tool, "FOO=1 npm run build"),
    ] {
        assert_eq!(conflicts(rule, &[deed]), [(ban, words.to_owned())], "{rule}");
    }
}

#[test]
fn what_is_near_a_rule_is_not_against_it() {
    for (rule, deed) in [
        ("no new dependencies please", ran("npm install")),
        ("no new dependencies please", ran("npm ci && cargo build")),
        ("no new dependencies please", ran("grep -rn 'cargo add' docs")),
        ("no new dependencies please", call("Bash", Some("cargo add serde"), &[], Outcome::Denied)),
        ("no new dependencies please", call("Bash", Some("cargo add serde"), &[], Outcome::Failed)),
        ("Never touch the file src/legacy/parser.rs.", edited("/w/app/src/legacy/parser.rs.bak")),
        ("Never touch the file src/legacy/parser.rs.", edited("/w/app/other/parser.rs")),
        ("Never touch the file src/legacy/parser.rs.", ran("cat src/legacy/parser.rs")),
        ("You must not modify anything under migrations/.", edited("/w/app/src/migrations_list.rs")),
        ("Never push to main without asking me first.", ran("git push origin main")),
        ("Never push to main.", ran("git push origin topic")),
        ("Never push to main.", ran("git push --dry-run origin main")),
        ("You must never use npm here.", ran("pnpm install")),
        ("You must never use npm here.", ran("grep npm README.md")),
    ] {
        assert_eq!(conflicts(rule, std::slice::from_ref(&deed)), [], "{rule} {deed:?}");
    }
}

#[test]
fn a_rule_that_no_longer_stands_forbids_nothing() {
    let mut session = Session::new(Meta::default());
    let turn = |n: u32, words: &str| {
        Entry::Turn(Turn {
            turn_id: format!("u{n}"),
            ordinal: n,
            role: Role::User,
            content: words.to_owned(),
            at: None,
            record: RecordRef::default(),
        })
    };
    session.ingest([turn(1, "Never push to main.")]);
    let id = session.ledger().items()[0].id.clone();
    session.act(crate::state::PersonAction::Withdraw { item_id: id }).unwrap();
    let signal =
        |body| Signal { id: "s".to_owned(), turn_id: "u1".to_owned(), at: None, record: RecordRef::default(), body };
    session.ingest([Entry::Signal(signal(ran("git push origin main")))]);
    assert_eq!(session.conflicts(), []);
}
