//! Defines whether the talk has gone on past words that a late answer makes a new item of: what was chosen, dropped or
//! corrected since is not brought back by them.

use super::Session;
use crate::language::likeness::{shared, subject};
use crate::language::polarity::{contradicts_polarity, negated_words};
use crate::pipeline::clause::{self, Clause, rules::Class};
use crate::pipeline::normalize::{SAME_WORDS, same_words};
use crate::state::{Candidate, Item, ItemKind, SourceTurn};
use crate::transcript::Role;

impl Session {
    /// What was said later about what a new item would say: then the words are no longer the last ones on it.
    pub(super) fn superseded_by_talk(&self, candidate: &Candidate) -> Option<String> {
        let said = self.talk.newest_of(&candidate.evidence)?;
        self.chosen_since(candidate, said).or_else(|| self.taken_back_since(candidate, said))
    }

    /// A later choice or rule, or a later end of one, that shares words with it.
    fn chosen_since(&self, candidate: &Candidate, said: usize) -> Option<String> {
        const CHOICES: &[ItemKind] = &[ItemKind::Decision, ItemKind::Constraint, ItemKind::RejectedOption];
        let (text, kind) = (candidate.delta.text(), candidate.delta.item_kind()?);
        let own = subject(text);
        let after = |s: &SourceTurn| self.talk.place(&s.turn_id).is_some_and(|at| at > said);
        let again = |i: &Item| i.kind == kind && i.is_open() && same_words(&i.summary, text) >= SAME_WORDS;
        let shares = |i: &Item| {
            let theirs = subject(&i.summary);
            let both = shared(&own, &theirs);
            both >= 2 || (both > 0 && both == theirs.len().min(own.len()))
        };
        let related = self.ledger.related(text, CHOICES).into_iter().map(|r| r.item);
        let later = related.filter(|i| CHOICES.contains(&kind) && i.source_turns.last().is_some_and(after));
        let other = later
            .filter(|i| shares(i) && !(again(i) && contradicts_polarity(&i.summary, text).is_none()))
            .max_by_key(|i| i.touched_seq)?;
        Some(format!("{} came later and shares words with it", other.id))
    }

    /// A later clause of the person's that bars, drops or corrects what it speaks of.
    fn taken_back_since(&self, candidate: &Candidate, said: usize) -> Option<String> {
        let own = subject(candidate.delta.text());
        let evidence = &candidate.evidence;
        let places = evidence.turn_ids.iter().zip(&evidence.ranges);
        let here = places.filter(|(turn, _)| self.talk.place(turn) == Some(said)).map(|(_, range)| range.end).max();
        let takes_back = |clause: &Clause| {
            let corrects = clause.cues.class(Class::Correction) && {
                let both = shared(&own, &subject(&clause.text));
                both >= 2 || (both > 0 && both == own.len())
            };
            let out = negated_words(&clause.text);
            let both = shared(&out, &own);
            corrects || (both > 0 && (both == out.len() || both * 2 >= own.len()))
        };
        let later = self.talk.turns.iter().enumerate().skip(said);
        later
            .filter(|(_, t)| t.role == Role::User && !self.is_withdrawn(&t.turn_id))
            .filter(|(_, t)| shared(&own, &subject(&t.content)) > 0)
            .find(|(at, t)| {
                let from = here.filter(|_| *at == said).unwrap_or(0);
                clause::read(t).clauses.iter().any(|c| c.range.start >= from && takes_back(c))
            })
            .map(|(_, t)| format!("t{} takes some of it back", t.ordinal))
    }
}
