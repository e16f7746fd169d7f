//! Tests that the talk in transcripts of real agents is read. `.ci/real-agents` recorded and trimmed them.
//!
//! `UPDATE=1 cargo test --test transcript real_agents` writes the `.told` files beside the transcripts anew; read the
//! difference before it is kept.

use std::fs;

use deltamind::transcript::{Boundary, Entry, PlanState, Role, SignalBody};

use crate::recorded_agents::AGENTS;
use crate::told::{fixture, read, told};

/// The person's messages, in order, each with the ability that the agent needs for it.
const TYPED: &[(&str, Option<usize>)] = &[
    ("How should the workshop store its bookings", None),
    ("yes, go with it", None),
    ("We must never touch the legacy folder.", None),
    ("Please make a todo list for the work.", Some(0)),
    ("Ask me how long a reminder waits.", Some(1)),
    ("Write the bookings file and commit it.", None),
    ("Use 36 hours instead of 24 hours for the reminder.", None),
    ("Plan the calendar page first.", Some(2)),
    ("What comes next", None),
];

#[test]
fn the_talk_is_heard_as_it_was_typed() {
    for (name, able) in AGENTS {
        let entries = read(&format!("agents/{name}")).entries;
        let heard = entries.iter().filter_map(|entry| match entry {
            Entry::Turn(turn) if turn.role == Role::User => Some(turn.content.clone()),
            _ => None,
        });
        let mut heard: Vec<String> = heard.filter(|words| !is_choice(words)).collect();
        // A session that was resumed ends with one more.
        heard.retain(|words| words != "Where were we?");
        let typed: Vec<&str> =
            TYPED.iter().filter(|(_, needs)| needs.is_none_or(|n| able[n])).map(|(words, _)| *words).collect();
        assert_eq!(heard.len(), typed.len(), "{name}: {heard:#?}");
        assert!(heard.iter().zip(&typed).all(|(heard, typed)| heard.starts_with(typed)), "{name}: {heard:#?}");
        let all = told(&entries).join("\n");
        assert!(!all.contains("SUMMARY-ONLY"), "{name}: a summary is nobody's words");
    }
}

/// Whether a turn is the answer to the agent's question, which is a turn of its own.
fn is_choice(words: &str) -> bool {
    words.contains("24 hours") && !words.contains("36 hours")
}

#[test]
fn todos_answers_plans_commits_and_compactions_are_seen() {
    for (name, [todos, ask, plan]) in AGENTS {
        let entries = read(&format!("agents/{name}")).entries;
        let any = |of: fn(&SignalBody) -> bool| {
            entries.iter().any(|entry| matches!(entry, Entry::Signal(signal) if of(&signal.body)))
        };
        assert_eq!(any(|s| matches!(s, SignalBody::Todo { .. })), *todos, "{name}: todo list");
        let answered = |s: &SignalBody| matches!(s, SignalBody::Question { answer: Some(a), .. } if a.contains("24"));
        assert_eq!(any(answered), *ask, "{name}: answer");
        let approved = |s: &SignalBody| matches!(s, SignalBody::Plan { state: PlanState::Approved, .. });
        assert_eq!(any(approved), *plan, "{name}: plan");
        assert!(any(|s| matches!(s, SignalBody::Commit { ok: true, .. })), "{name}: commit");
        let compacted = |s: &SignalBody| matches!(s, SignalBody::Boundary { kind: Boundary::Compaction });
        assert!(any(compacted), "{name}: compaction");
    }
}

#[test]
fn every_entry_is_as_before() {
    for (name, _) in AGENTS {
        let now = told(&read(&format!("agents/{name}")).entries).join("\n") + "\n";
        let path = fixture(&format!("agents/{name}")).with_extension("told");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(fs::read_to_string(&path).unwrap(), now, "{name}");
        }
    }
}
