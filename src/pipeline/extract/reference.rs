//! Defines how to resolve the reference of a clause with a pronoun: to the agent's offer, to the agent's restatement,
//! or to the clause before it.

use super::super::clause::{Clause, Cue, Modality};
use super::super::dialogue::{OfferKind, echo};
use super::super::scorer::Family;
use super::clauses::TurnContext;
use super::explicit_rules::answers_which;
use super::{EvidenceSpan, summary};
use crate::text::patterns;
use crate::transcript::Role;

/// Most words of an answer that needs its question to be understood.
pub(super) const SHORT_ANSWER: usize = 10;

/// Most words of a restatement; a longer one adds something.
const ECHO_WORDS: usize = 24;

patterns! {
    /// A question that names no topic: any answer opens one of its own.
    OPEN = r"(?i)^(?:so,? |and |ok,? )*(?:what (?:would|do|should|shall|can|are|may) (?:you|i|we) (?:like |want |need )?(?:me )?(?:to )?(?:do|doing|help|work|working|build|tackle)|how (?:can|may|should|do|would) (?:i|we|you) (?:help|like to|want to)|what(?:'s| is) (?:next|up|on your mind)|where (?:do|shall|should) we)\b[^,;:]{0,40}\?*$";
}

/// The topic of an answer: the offer of its number, or for a short first clause with a pronoun the last question or
/// proposal.
pub(super) fn topic(turn: TurnContext<'_>, clause: &Clause) -> Option<(String, EvidenceSpan)> {
    if turn.read.role != Role::User {
        return None;
    }
    let (read, offers) = turn.offered?;
    let number = clause.list.and_then(|l| l.number).map(|n| n.to_string());
    let offer = match &number {
        Some(label) => offers.iter().find(|o| o.label.as_ref() == Some(label))?,
        None if answers_which(turn, clause) => offers.iter().rfind(|o| o.kind == OfferKind::Question)?,
        None if clause.index < 2 && clause.words() <= SHORT_ANSWER && summary::points(&clause.text) => {
            offers.iter().rfind(|o| o.kind != OfferKind::Choice)?
        }
        None => return None,
    };
    let asked = read.clauses.get(offer.clause)?;
    let name = asked.lead.clone().unwrap_or_else(|| summary::of(asked));
    let name = summary::plain(&name);
    (!OPEN.is_match(&name) && summary::stands_alone(&name))
        .then(|| Some((summary::shorten(&name, 64), EvidenceSpan::of(read, offer.clause)?)))?
}

/// The agent's restatement of the person's clause in its next turn. A task is named only by a restatement that orders
/// it, not by a report about it.
pub(super) fn restated(turn: TurnContext<'_>, clause: &Clause, family: Family) -> Option<(String, EvidenceSpan)> {
    let after = turn.after.filter(|a| a.role == Role::Assistant && turn.read.role == Role::User)?;
    let at = echo(clause, after).filter(|(_, shared)| *shared >= 2)?.0;
    let said = after.clauses.get(at).filter(|c| c.modality.settles() && c.words() <= ECHO_WORDS)?;
    let orders = matches!(said.modality, Modality::Commitment | Modality::Request | Modality::Obligation);
    if family == Family::Task && !orders {
        return None;
    }
    let text = summary::of(said);
    summary::stands_alone(&text).then(|| Some((text, EvidenceSpan::of(after, at)?)))?
}

/// The clause before in the same paragraph, for a short clause with a pronoun.
pub(super) fn antecedent(turn: TurnContext<'_>, clause: &Clause) -> Option<(String, EvidenceSpan)> {
    if !summary::points(&clause.text) || clause.words() > SHORT_ANSWER {
        return None;
    }
    let before = turn.read.clauses.get(clause.index.checked_sub(1)?)?;
    let near = before.block_index == clause.block_index && !before.has(Cue::Thanks);
    let said = summary::of(before);
    let names = near && !summary::points(&before.text) && summary::stands_alone(&said);
    names.then(|| Some((summary::shorten(&said, 64), EvidenceSpan::of(turn.read, before.index)?)))?
}
