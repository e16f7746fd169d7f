//! Defines [`Compaction`], a place where the agent's context was compacted.
//!
//! The agent then works with a summary of the talk, which may lack earlier decisions and constraints: these items are
//! listed so that the person can repeat them. If the transcript holds the summary, only items missing in it are listed.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::Session;
use crate::language::likeness::{shared, subject};
use crate::language::numbers::numbers;
use crate::language::polarity::contradicts_polarity;
use crate::state::{Item, ItemId, ItemKind, Ledger, NoteEvent};

/// Maximum number of subject words in a choice that a summary repeats by naming it.
const SHORT_CHOICE: usize = 2;

/// A place where the agent's context was compacted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compaction {
    /// Its line in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number then.
    pub seq: u64,
    /// Turns read by then.
    pub turns: usize,
    /// Its time, if known.
    pub at: Option<Timestamp>,
    /// The items that the agent's summary repeats; `None` if the transcript does not hold the summary.
    pub in_summary: Option<Vec<ItemId>>,
}

impl Compaction {
    /// Whether the agent no longer knows an item: an open decision or constraint that was not revised since (a revision
    /// is in the agent's context) and that its summary does not say.
    pub fn is_before(&self, item: &Item) -> bool {
        let kind = matches!(item.kind, ItemKind::Decision | ItemKind::Constraint);
        let lost = self.in_summary.as_ref().is_none_or(|said| !said.contains(&item.id));
        kind && lost && item.is_open() && item.newest().is_some_and(|v| v.seq <= self.seq)
    }

    /// The items of a ledger from before the compaction: constraints, then decisions, each oldest first.
    pub fn items<'a>(&'a self, ledger: &'a Ledger) -> impl Iterator<Item = &'a Item> {
        let kinds = [ItemKind::Constraint, ItemKind::Decision];
        kinds.into_iter().flat_map(|kind| ledger.open_of_kind(kind)).filter(|item| self.is_before(item))
    }
}

impl Session {
    /// The compactions of the agent's context, oldest first.
    pub fn compactions(&self) -> &[Compaction] {
        &self.log.compactions
    }

    /// Records a compaction. Some agents report each twice: the second is ignored.
    pub(super) fn compacted(&mut self, at: Option<Timestamp>) {
        let turns = self.talk.turns.len();
        let seq = self.ledger.seq();
        if self.log.compactions.last().is_none_or(|c| (c.turns, c.seq) != (turns, seq)) {
            self.note(NoteEvent::Compacted { turns }, at.or(self.last_time()));
        }
    }

    /// Records which items the agent's summary of the last compaction repeats.
    pub(super) fn summarised(&mut self, summary: &str, at: Option<Timestamp>) {
        let Some(compaction) = self.log.compactions.last() else { return };
        let lines: Vec<(&str, BTreeSet<String>)> = summary.lines().map(|line| (line, subject(line))).collect();
        let said = compaction.items(&self.ledger).filter(|item| says(&lines, item));
        let items = said.map(|item| item.id.clone()).collect();
        self.note(NoteEvent::Summarised { items }, at.or(self.last_time()));
    }
}

/// Whether a line of a summary repeats an item: it has two thirds of the item's subject words, all of a short choice's,
/// or all its numbers with one of its words, and does not deny it.
fn says(lines: &[(&str, BTreeSet<String>)], item: &Item) -> bool {
    let own = subject(&item.summary);
    let choice = subject(choice(&item.summary));
    let figures = numbers(&item.summary);
    let near = |(line, words): &&(&str, BTreeSet<String>)| {
        let most = !own.is_empty() && shared(&own, words) * 3 >= own.len() * 2;
        let chosen = (1..=SHORT_CHOICE).contains(&choice.len()) && shared(&choice, words) == choice.len();
        let counted = !figures.is_empty() && figures.is_subset(&numbers(line)) && shared(&own, words) > 0;
        most || (chosen && item.kind == ItemKind::Decision) || counted
    };
    lines.iter().filter(near).any(|(line, _)| contradicts_polarity(line, &item.summary).is_none())
}

/// The words of a decision's summary that name the choice: the answer to a question, or the part before a colon.
fn choice(summary: &str) -> &str {
    let chosen = summary.rsplit_once(" → ").map(|(_, answer)| answer).or_else(|| Some(summary.split_once(": ")?.0));
    chosen.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SessionSidecar;
    use crate::transcript::{Boundary, Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};

    fn turn(n: u32, content: &str) -> Entry {
        let (turn_id, content) = (format!("m{n}"), content.to_owned());
        Entry::Turn(Turn { turn_id, ordinal: n, role: Role::User, content, at: None, record: RecordRef::default() })
    }

    fn boundary(kind: Boundary) -> Entry {
        let (id, turn_id, record) = (String::new(), String::new(), RecordRef::default());
        Entry::Signal(Signal { id, turn_id, at: None, record, body: SignalBody::Boundary { kind } })
    }

    #[test]
    fn items_from_before_a_compaction_that_are_still_in_force_are_listed() {
        let mut session = Session::new(Meta::default());
        session.ingest([
            turn(1, "decision: we use Postgres for storage"),
            turn(2, "constraint: never run migrations in tests"),
            boundary(Boundary::Resume),
        ]);
        assert!(session.compactions().is_empty(), "only a compaction drops anything");
        session.ingest([boundary(Boundary::Compaction), boundary(Boundary::Compaction)]);
        session.ingest([turn(3, "decision: we use axum for the server")]);
        let [compaction] = session.compactions() else { panic!("{:?}", session.compactions()) };
        assert_eq!(compaction.turns, 2);
        let named: Vec<&str> = compaction.items(session.ledger()).map(|i| i.id.as_str()).collect();
        assert_eq!(named, ["c-1", "d-1"]);
        assert_eq!(compaction.in_summary, None, "nothing is known of the agent's summary");
        let (folded, faults) = Session::folded(SessionSidecar::default(), session.log().iter().cloned());
        assert_eq!((folded.compactions(), faults.len()), (session.compactions(), 0), "the log carries it");
    }

    #[test]
    fn items_in_the_agents_summary_are_not_listed() {
        let mut session = Session::new(Meta::default());
        session.ingest([
            turn(1, "decision: we use Postgres for the ferry timetable"),
            turn(2, "constraint: never run migrations in tests"),
            turn(3, "constraint: the timetable must load within 300 ms"),
            turn(4, "constraint: no cookies on the public page"),
            boundary(Boundary::Compaction),
        ]);
        let text =
            "1. The timetable is in Postgres.\n2. Load time: 300 ms at most.\n3. Cookies on the public page are fine.";
        let (id, turn_id, record) = (String::new(), String::new(), RecordRef::default());
        let body = SignalBody::Summary { text: text.to_owned() };
        session.ingest([Entry::Signal(Signal { id, turn_id, at: None, record, body })]);
        let [compaction] = session.compactions() else { panic!("{:?}", session.compactions()) };
        let lost: Vec<&str> = compaction.items(session.ledger()).map(|i| i.summary.as_str()).collect();
        assert_eq!(lost.len(), 2, "{lost:?}");
        assert!(lost[0].contains("migrations") && lost[1].contains("cookies"), "{lost:?}");
        let (folded, faults) = Session::folded(SessionSidecar::default(), session.log().iter().cloned());
        assert_eq!((folded.compactions(), faults.len()), (session.compactions(), 0), "the log carries it");
    }
}
