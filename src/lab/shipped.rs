//! Defines the labelled sessions compiled into the binary, on which a language model is measured before its first use.
//! They were written for this project; no weights are learned from them.

use std::sync::LazyLock;

use jiff::Timestamp;
use serde::Deserialize;

use super::gold::{Gold, GoldSession, Labelled};
use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

/// Each session's name, turns and labels.
const SESSIONS: &[(&str, &str, &str)] = &[
    (
        "tide-clock-terse",
        include_str!("../../fixtures/labelled/tide-clock-terse.turns.jsonl"),
        include_str!("../../fixtures/labelled/tide-clock-terse.gold.json"),
    ),
    (
        "clinic-ops",
        include_str!("../../fixtures/labelled/clinic-ops.turns.jsonl"),
        include_str!("../../fixtures/labelled/clinic-ops.gold.json"),
    ),
    (
        "print-queue-argument",
        include_str!("../../fixtures/labelled/print-queue-argument.turns.jsonl"),
        include_str!("../../fixtures/labelled/print-queue-argument.gold.json"),
    ),
];

/// Questions that a model with a large context is asked about them.
pub const WINDOWS: usize = 15;

/// Total bytes of their turns.
pub fn bytes() -> usize {
    static BYTES: LazyLock<usize> = LazyLock::new(|| {
        sessions().iter().flat_map(|labelled| &labelled.gold.turns).map(|turn| turn.content.len()).sum()
    });
    *BYTES
}

/// A turn as the sessions are written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShippedTurn {
    turn_id: String,
    role: Role,
    content: String,
    #[serde(default)]
    timestamp: Option<Timestamp>,
}

/// The shipped sessions. One that fails to parse is left out; a test checks that none does.
pub fn sessions() -> Vec<Labelled> {
    SESSIONS.iter().filter_map(|(name, turns, labels)| session(name, turns, labels)).collect()
}

fn session(name: &str, turns: &str, labels: &str) -> Option<Labelled> {
    let gold: Gold = serde_json::from_str(labels).ok()?;
    let read = |(at, line): (usize, &str)| {
        let turn: ShippedTurn = serde_json::from_str(line).ok()?;
        let ShippedTurn { turn_id, role, content, timestamp: at_time } = turn;
        Some(Turn { turn_id, ordinal: at as u32 + 1, role, content, at: at_time, record: RecordRef::default() })
    };
    let turns: Vec<Turn> = turns.lines().enumerate().map(read).collect::<Option<_>>()?;
    let entries = turns.iter().cloned().map(Entry::Turn).collect();
    Some(Labelled { gold: GoldSession { name: name.to_owned(), turns, gold }, meta: Meta::default(), entries })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::replay::{Recording, ReplayReader};
    use crate::session::Session;
    use crate::state::ReaderTrust;

    #[test]
    fn every_session_is_read_in_the_windows_that_are_announced() {
        let all = sessions();
        assert_eq!(all.len(), SESSIONS.len());
        let mut windows = 0;
        for labelled in all {
            assert!(labelled.gold.check().is_ok() && labelled.gold.gold.labels.len() > 10);
            let mut session = Session::new(Meta::default());
            let reader = ReplayReader {
                recording: &Recording::default(),
                model: "none",
                trust: ReaderTrust::capable(),
                budget: 64 * 1024,
            };
            reader.read(&mut session, labelled.entries, |_, answer| answer);
            windows += session.answers().len();
        }
        assert_eq!(windows, WINDOWS);
    }
}
