//! Defines [`Session::chosen_over`], the options that one version of an item was chosen over.
//!
//! The item keeps those of its present version only.

use super::Session;
use crate::state::{Disposition, Item, LogLine};

/// Maximum number of log lines of one sequence number that are searched: the change itself is the first.
const MAX_LINES: usize = 8;

impl Session {
    /// The options that version `at` of an item was chosen over: those named when it was made. An edit by the person
    /// has those of the version before; if the log lacks them, those that the item keeps are returned.
    pub fn chosen_over<'s>(&'s self, item: &'s Item, at: usize) -> &'s [String] {
        let named = |at: usize| item.versions.get(at).and_then(|version| self.named_at(item, version.seq));
        let last = at.min(item.versions.len().saturating_sub(1));
        let own = (0..=last).rev().find_map(|at| Some((at, named(at)?)));
        match own {
            Some((at, options)) if at > 0 && !item.has_tag("branch") => options,
            Some((0, options)) if item.versions.len() > 1 && !options.is_empty() => options,
            _ => &item.alternatives,
        }
    }

    /// The options named by the change of an item with this sequence number; `None` if the log has none.
    fn named_at(&self, item: &Item, seq: u64) -> Option<&[String]> {
        let from = self.log.lines.partition_point(|line| line.seq() < seq);
        let lines = self.log.lines.iter().skip(from).take(MAX_LINES).take_while(|line| line.seq() == seq);
        let mut outcomes =
            lines.filter_map(|line| if let LogLine::Outcome(outcome) = line { Some(outcome) } else { None });
        let made = outcomes.find(
            |outcome| matches!(&outcome.disposition, Disposition::Accepted { item_id, .. } if *item_id == item.id),
        );
        made.map(|outcome| outcome.candidate.delta.details.alternatives.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use crate::session::Session;
    use crate::state::{ItemKind, PersonAction};
    use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

    #[test]
    fn a_later_choice_was_not_made_among_the_options_of_the_first() {
        let mut session = Session::new(Meta::default());
        let talk = [
            (Role::Assistant, "Where should bookings be stored?\n\nA) SQLite\nB) Text files"),
            (Role::User, "A"),
            (Role::User, "Use Postgres instead of SQLite."),
        ];
        session.ingest(talk.iter().enumerate().map(|(n, (role, words))| {
            let (turn_id, ordinal, content) = (format!("u{n}"), n as u32 + 1, (*words).to_owned());
            Entry::Turn(Turn { turn_id, ordinal, role: *role, content, at: None, record: RecordRef::default() })
        }));
        let over = |session: &Session| {
            let item = session.ledger().of_kind(ItemKind::Decision).next().unwrap();
            (0..item.versions.len()).map(|at| session.chosen_over(item, at).join("; ")).collect::<Vec<_>>()
        };
        let all = over(&session);
        assert_eq!((all.len(), all[0].as_str()), (2, "Text files"));
        assert!(!all[1].contains("Text files"), "{all:?}");
        let item_id = session.ledger().of_kind(ItemKind::Decision).next().unwrap().id.clone();
        session.act(PersonAction::Edit { item_id, summary: "Postgres 16 for bookings".into() }).unwrap();
        assert_eq!(over(&session)[2], all[1], "an edit words the same choice");
    }
}
