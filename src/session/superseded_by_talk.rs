//! Defines whether later talk superseded the words that a model's late answer quotes for a new item.

use std::collections::BTreeSet;

use super::Session;
use crate::language::likeness::{shared, subject};
use crate::language::polarity::{contradicts_polarity, negated_words};
use crate::pipeline::clause::{self, Clause, rules::Class};
use crate::pipeline::normalize::{SAME_WORDS, same_words};
use crate::state::{Candidate, Item, ItemKind};
use crate::transcript::Role;

impl Session {
    /// The later choice or correction that supersedes a candidate, in words; `None` if there is none.
    pub(super) fn superseded_by_talk(&self, candidate: &Candidate) -> Option<String> {
        let said = self.talk.newest_of(&candidate.evidence)?;
        self.chosen_since(candidate, said).or_else(|| self.taken_back_since(candidate, said))
    }

    /// A later choice or rule, or a later end of one, with the same subject.
    fn chosen_since(&self, candidate: &Candidate, said: usize) -> Option<String> {
        const CHOICES: &[ItemKind] = &[ItemKind::Decision, ItemKind::Constraint, ItemKind::RejectedOption];
        let (text, kind) = (candidate.delta.text(), candidate.delta.item_kind()?);
        let own = subject(text);
        let related = self.ledger.related(text, CHOICES).into_iter().map(|r| r.item);
        let later = related.filter(|i| {
            CHOICES.contains(&kind) && i.source_turns.last().is_some_and(|s| self.talk.is_after(&s.turn_id, said))
        });
        let other = later
            .filter(|i| shares_subject(&own, &subject(&i.summary)) && !restates(i, kind, text))
            .max_by_key(|i| i.touched_seq)?;
        Some(format!("{} came later and shares words with it", other.id))
    }

    /// A later clause of the person that bans, drops or corrects the candidate's subject.
    fn taken_back_since(&self, candidate: &Candidate, said: usize) -> Option<String> {
        let own = subject(candidate.delta.text());
        let evidence = &candidate.evidence;
        let places = evidence.turn_ids.iter().zip(&evidence.ranges);
        let here = places.filter(|(turn, _)| self.talk.place(turn) == Some(said)).map(|(_, range)| range.end).max();
        let later = self.talk.turns.iter().enumerate().skip(said);
        later
            .filter(|(_, t)| t.role == Role::User && !self.is_withdrawn(&t.turn_id))
            .filter(|(_, t)| shared(&own, &subject(&t.content)) > 0)
            .find(|(at, t)| {
                let from = here.filter(|_| *at == said).unwrap_or(0);
                clause::read(t).clauses.iter().any(|c| c.range.start >= from && takes_back(c, &own))
            })
            .map(|(_, t)| format!("t{} takes some of it back", t.ordinal))
    }
}

/// Whether two subjects have two words in common, or all of the shorter one.
fn shares_subject(own: &BTreeSet<String>, theirs: &BTreeSet<String>) -> bool {
    let both = shared(own, theirs);
    both >= 2 || (both > 0 && both == theirs.len().min(own.len()))
}

/// Whether an open item says this text, with the same polarity.
fn restates(item: &Item, kind: ItemKind, text: &str) -> bool {
    let same = item.kind == kind && item.is_open() && same_words(&item.summary, text) >= SAME_WORDS;
    same && contradicts_polarity(&item.summary, text).is_none()
}

/// Whether a clause corrects or negates a subject.
fn takes_back(clause: &Clause, own: &BTreeSet<String>) -> bool {
    if clause.cues.class(Class::Correction) {
        let both = shared(own, &subject(&clause.text));
        if both >= 2 || (both > 0 && both == own.len()) {
            return true;
        }
    }
    let negated = negated_words(&clause.text);
    let both = shared(&negated, own);
    both > 0 && (both == negated.len() || both * 2 >= own.len())
}
