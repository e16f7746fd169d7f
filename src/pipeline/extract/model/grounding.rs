//! Defines how firmly a change is tied to the words it rests on: the clauses quoted, the answer to them, and the item it
//! changes.
//!
//! A quotation shows only that something was said. What a model makes of it must be in those words too: else the right
//! quotation carries whatever the model likes.

use std::collections::BTreeSet;

use super::Listed;
use super::answer::Answered;
use super::guards::{AnswerCheck, Refused};
use super::verdict::{Carried, outright};
use crate::language::likeness::{may_restate, renames, same_subject, shared, subject};
use crate::language::numbers::{numbers, numbers_given};
use crate::language::polarity::{contradiction, contradicts_polarity, negates_anything};
use crate::pipeline::clause::rules::Class;
use crate::pipeline::clause::{Clause, Cue};
use crate::pipeline::dialogue::label_of;
use crate::pipeline::extract::summary;
use crate::state::DeltaKind;

/// How a summary is tied to the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounding {
    /// It says nothing that they do not.
    Exact,
    /// It may be what they say in other words: what enters by itself enters in their words, not in its own.
    Paraphrase,
    /// It says what they do not, and may be right: it never enters by itself.
    Extrapolated,
}

/// The words a change rests on.
#[derive(Debug, Clone)]
pub struct QuotedWords<'a> {
    /// The clauses quoted.
    pub quoted: String,
    /// All of the turn that answers them.
    pub answer: String,
    /// The item it changes.
    pub target: Option<&'a Listed>,
}

impl QuotedWords<'_> {
    /// How the summary of a change of this kind is tied to the words, or why it cannot be theirs.
    pub fn grounding(&self, kind: DeltaKind, summary: &str) -> Result<Grounding, Refused> {
        match kind {
            // The item keeps its own words; what counts is whether it is the one that is meant.
            DeltaKind::TaskClosed | DeltaKind::ItemSuperseded => Ok(Grounding::Exact),
            _ => self.summary(summary),
        }
    }

    fn summary(&self, summary: &str) -> Result<Grounding, Refused> {
        let said = self.said();
        let (own, there) = (subject(summary), subject(&said));
        let found = shared(&own, &there);
        let contrary = self.contradicts(summary);
        let unclear = contrary.is_some() && negates_anything(&self.answer);
        if let Some(why) = contrary.as_ref().filter(|_| !unclear)
            && found * 3 >= own.len() * 2
        {
            return Err((AnswerCheck::Against, why.clone()));
        }
        if found == 0 && renames(&said, summary) {
            return Err((AnswerCheck::NotGrounded, "it names what the quoted words do not".to_owned()));
        }
        let (digits, given) = (numbers(summary), numbers_given(&said));
        let former = self.target.map_or("", |t| t.summary.as_str());
        let all: BTreeSet<String> = there.into_iter().chain(subject(former)).collect();
        let counted = digits.iter().all(|n| given.contains(n) || numbers_given(former).contains(n));
        let new = found > 0 || !digits.is_disjoint(&given);
        Ok(match contrary {
            None if new && counted && shared(&own, &all) == own.len() => Grounding::Exact,
            None if may_restate(&said, summary) => Grounding::Paraphrase,
            _ => Grounding::Extrapolated,
        })
    }

    /// What in the words speaks against the summary.
    fn contradicts(&self, summary: &str) -> Option<String> {
        // The answer has the last word on what it speaks of.
        if let Some(word) = contradicts_polarity(&self.answer, summary) {
            return Some(format!("the answer says otherwise of \"{word}\""));
        }
        let answered = subject(&self.answer);
        let settled = |word: &String| shared(&BTreeSet::from([word.clone()]), &answered) > 0;
        if contradicts_polarity(&self.quoted, summary).as_ref().is_some_and(settled) {
            return None;
        }
        contradiction(&self.said(), summary)
    }

    fn said(&self) -> String {
        format!("{}\n{}", self.quoted, self.answer)
    }

    /// Whether the words name the item the change is about; true for a change that is about none.
    pub fn name_target(&self, kind: DeltaKind) -> bool {
        let Some(target) = self.target else { return true };
        let said = self.said();
        let named = same_subject(&said, &target.summary) || same_subject(&said, &target.quoted);
        // "Done, but the guide is not written": the words are about it, and say it is not.
        named && (kind != DeltaKind::TaskClosed || contradicts_polarity(&self.quoted, &target.summary).is_none())
    }
}

/// What the quoted words say as an item would say it: of the clauses that say it outright the one that has most of the
/// summary's words, if it can be understood alone. A change of an item says the new state whole, which one clause seldom
/// does.
pub fn in_their_words(kind: DeltaKind, summary: &str, carried: Carried<'_>) -> Option<String> {
    if !kind.creates() {
        return None;
    }
    let own = subject(summary);
    let alone = |c: &&&Clause| outright(kind, Carried { clauses: &[**c], ..carried }) && puts(c, carried);
    let clause = carried.clauses.iter().filter(alone).rev().max_by_key(|c| shared(&own, &subject(&c.text)))?;
    let text = if kind == DeltaKind::FactLearned { summary::of(clause) } else { summary::of_order(clause) };
    let text = text.trim_end_matches(['?', ' ']).to_owned();
    summary::stands_alone(&text).then_some(text)
}

/// Whether a clause that was answered puts something to the person: a yes to a report makes no choice of its words.
fn puts(clause: &Clause, carried: Carried<'_>) -> bool {
    let offers = clause.asks || clause.has(Cue::Suggest) || label_of(clause).is_some();
    carried.answered == Answered::No || offers || clause.cues.class(Class::Offer) || clause.cues.class(Class::Option)
}

/// Whether a summary speaks of what the talk around the quotation does not.
pub fn beyond(summary: &str, around: &[&str], target: Option<&Listed>) -> bool {
    let own = subject(summary);
    let there = around.iter().copied().chain(target.map(|t| t.summary.as_str())).flat_map(subject).collect();
    shared(&own, &there) < own.len()
}
