//! Defines talk, and a model that answers what a test lets it say.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic, clippy::needless_pass_by_value)]

use deltamind::session::Session;
use deltamind::session::model::{AnswerSummary, WindowRequest};
use deltamind::state::{Disposition, Extractor, Item, ItemKind, LogLine, Outcome, ReaderTrust, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use serde_json::{Value, json};

pub const NONCE: &str = "nonce-1";
pub const MODEL: (&str, &ReaderTrust) = ("gemma2:9b", &ReaderTrust::MODEST);

/// A window large enough for all of a test's talk.
pub const ALL: WindowRequest = WindowRequest::of(20_000);

pub fn entry(n: usize, said: &str) -> Entry {
    let (who, content) = said.split_once(": ").unwrap();
    Entry::Turn(Turn {
        turn_id: format!("m{n}"),
        ordinal: n as u32,
        role: if who == "user" { Role::User } else { Role::Assistant },
        content: content.to_owned(),
        at: format!("2026-05-04T09:{:02}:00Z", n % 60).parse().ok(),
        record: RecordRef::default(),
    })
}

pub fn talk(said: &[&str]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(said.iter().enumerate().map(|(n, s)| entry(n + 1, s)));
    session
}

pub fn answer(session: &mut Session, changes: Value) -> AnswerSummary {
    say(session, json!({"nonce": NONCE, "changes": changes, "wrong": []}).to_string())
}

pub fn say(session: &mut Session, text: impl AsRef<str>) -> AnswerSummary {
    let window = session.next_window(ALL).unwrap();
    let answer = session.answer_to(&window, NONCE, MODEL, text.as_ref());
    session.take_answer(answer)
}

pub fn change(kind: &str, turn: &str, quote: &str, summary: &str) -> Value {
    json!({"kind": kind, "turn": turn, "quote": quote, "summary": summary, "sure": "high", "target": ""})
}

pub fn with(mut change: Value, more: Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        change[key] = value.clone();
    }
    change
}

pub fn by_model(session: &Session) -> Vec<&Outcome> {
    let outcomes = session.log().iter().filter_map(|l| if let LogLine::Outcome(o) = l { Some(&**o) } else { None });
    outcomes.filter(|o| o.candidate.extractor == Extractor::Model).collect()
}

/// The code of the one rejection that a model's change met.
pub fn code(session: &Session) -> String {
    match &by_model(session).last().unwrap().disposition {
        Disposition::Rejected { code, why, .. } => {
            assert!(!why.is_empty());
            code.clone()
        }
        disposition => panic!("{disposition:?}"),
    }
}

pub fn items(session: &Session) -> Vec<(String, Status)> {
    session.ledger().items().iter().map(|i| (i.summary.clone(), i.status)).collect()
}

pub fn of_kind(session: &Session, kind: ItemKind) -> Vec<&Item> {
    session.ledger().of_kind(kind).collect()
}
