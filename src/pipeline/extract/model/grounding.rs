//! Defines the grounding of a change in its words: the quoted clauses, the answer to them, and the item it changes.
//!
//! A quotation only shows that the words were said. The summary must be found in them too, or a correct quotation could
//! carry any claim.

use std::collections::BTreeSet;

use super::Listed;
use super::answer::Answered;
use super::guards::{AnswerCheck, Refused};
use super::verdict::{Carried, offers, outright};
use crate::language::likeness::{may_restate, renames, same_subject, shared, subject};
use crate::language::numbers::{numbers, numbers_given};
use crate::language::polarity::{contradiction, contradicts_polarity, negates_anything};
use crate::pipeline::clause::Clause;
use crate::pipeline::extract::summary;
use crate::state::DeltaKind;

/// How a summary is grounded in the quoted words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounding {
    /// It says nothing beyond the words.
    Exact,
    /// It may say the same in other words; if accepted automatically, it enters in the quoted words.
    Paraphrase,
    /// It says more and may be right; it is never accepted automatically.
    Extrapolated,
}

/// The words a change rests on.
#[derive(Debug, Clone)]
pub struct QuotedWords<'a> {
    /// The quoted clauses, one per line.
    pub quoted: String,
    /// The whole turn that answers them, one clause per line; empty without one.
    pub answer: String,
    /// The item it changes.
    pub target: Option<&'a Listed>,
}

impl QuotedWords<'_> {
    /// The grounding of a change's summary, or the guard that refuses it.
    pub fn grounding(&self, kind: DeltaKind, summary: &str) -> Result<Grounding, Refused> {
        match kind {
            // The item keeps its summary; whether it is the right item is checked by `name_target`.
            DeltaKind::TaskClosed | DeltaKind::ItemSuperseded => Ok(Grounding::Exact),
            _ => self.summary(summary),
        }
    }

    /// Refuses a summary that turns round what the words say.
    pub fn denies(&self, summary: &str) -> Result<(), Refused> {
        let (own, there) = (subject(summary), subject(&self.words()));
        let contrary = self.contradicts(summary).filter(|_| !negates_anything(&self.answer));
        match contrary.filter(|_| shared(&own, &there) * 3 >= own.len() * 2) {
            Some(why) => Err((AnswerCheck::Against, why)),
            None => Ok(()),
        }
    }

    fn summary(&self, summary: &str) -> Result<Grounding, Refused> {
        self.denies(summary)?;
        let said = self.words();
        let (own, there) = (subject(summary), subject(&said));
        let found = shared(&own, &there);
        let contrary = self.contradicts(summary);
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

    /// The contradiction between the words and the summary, if any.
    fn contradicts(&self, summary: &str) -> Option<String> {
        // The answer overrides the quotation.
        if let Some(word) = contradicts_polarity(&self.answer, summary) {
            return Some(format!("the answer says otherwise of \"{word}\""));
        }
        let answered = subject(&self.answer);
        let contrary = contradicts_polarity(&self.quoted, summary);
        if contrary.is_some_and(|word| shared(&BTreeSet::from([word]), &answered) > 0) {
            return None;
        }
        contradiction(&self.words(), summary)
    }

    fn words(&self) -> String {
        format!("{}\n{}", self.quoted, self.answer)
    }

    /// Whether the words name the change's target; true for a change without one.
    pub fn name_target(&self, kind: DeltaKind) -> bool {
        let Some(target) = self.target else { return true };
        let said = self.words();
        let named = same_subject(&said, &target.summary) || same_subject(&said, &target.quoted);
        // "Done, but the guide is not written" names the task and denies that it is done.
        named && (kind != DeltaKind::TaskClosed || contradicts_polarity(&self.quoted, &target.summary).is_none())
    }
}

/// A summary in the quoted words, for new items: of the clauses that state the change outright the one with most of the
/// summary's words. `None` when it cannot be understood alone.
pub fn in_their_words(kind: DeltaKind, summary: &str, carried: Carried<'_>) -> Option<String> {
    if !kind.creates() {
        return None;
    }
    let own = subject(summary);
    let stating = carried.clauses.iter().filter(|c| states(c, kind, carried));
    let clause = stating.rev().max_by_key(|c| shared(&own, &subject(&c.text)))?;
    let text = if kind == DeltaKind::FactLearned { summary::of(clause) } else { summary::of_order(clause) };
    let text = text.trim_end_matches(['?', ' ']).to_owned();
    summary::stands_alone(&text).then_some(text)
}

/// Whether a clause alone states a change of this kind. A clause that was answered must also be an offer: a yes to a
/// report chooses nothing.
fn states(clause: &Clause, kind: DeltaKind, carried: Carried<'_>) -> bool {
    if !outright(kind, Carried { clauses: &[clause], ..carried }) {
        return false;
    }
    carried.answered == Answered::No || offers(clause)
}

/// Whether a summary has a subject word that neither the talk around the quotation nor the target has.
pub fn beyond(summary: &str, around: &[&str], target: Option<&Listed>) -> bool {
    let own = subject(summary);
    let there = around.iter().copied().chain(target.map(|t| t.summary.as_str())).flat_map(subject).collect();
    shared(&own, &there) < own.len()
}
