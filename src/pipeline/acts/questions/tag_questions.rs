//! Defines tag questions, which only ask for a reaction to what stands before them: "Agreed?" "Does that work for you?"

use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::offers::proposals::stated_before;
use crate::pipeline::acts::sentences::wording::{after_any, order, plain, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::TurnId;

/// Joins a question that only asks for a reaction ("Agreed?" "Does that work for you?") to the offer or statement
/// before it.
pub(in crate::pipeline::acts) fn with_tags(offers: &mut Vec<Offer>) {
    let mut at = 1;
    while at < offers.len() {
        if !offers.get(at).is_some_and(is_tag) {
            at += 1;
            continue;
        }
        let tag = offers.remove(at);
        if let Some(before) = offers.get_mut(at - 1) {
            before.asked = true;
            before.range.end = before.range.end.max(tag.range.end);
            before.objections |= mood::asks_for_objections(&tag.text);
        }
    }
    offers.retain(|o| !is_tag(o));
}

/// Whether an offer only asks for a reaction to the sentence before it.
pub(in crate::pipeline::acts) fn is_tag(offer: &Offer) -> bool {
    let bare = offer.object.is_empty() && offer.topic.is_empty();
    // "Shall we define it like that?" asks about the way told before.
    let points = phrases!(" like this| like that| this way| that way| so| accordingly");
    let object = offer.object.to_lowercase();
    let points = offer.text.trim_end().ends_with('?')
        && words(&object) <= TAG_OBJECT
        && points.iter().any(|end| object.ends_with(end));
    offer.options.is_empty() && (bare || points || mood::is_tag(&offer.text))
}

/// Whether a question asks for a step of the work under way, whatever was said before: "Shall I commit?" "Run it?"
pub(in crate::pipeline::acts) fn asks_for_step(text: &str) -> bool {
    let steps = phrases!("commit|push|merge|deploy|release|run|rerun|open a pr|tag|rebase|squash");
    after_any(&order(&plain(text)), steps).is_some()
}

/// Maximum number of words in an order that only points to a way told before: "set it up like that".
const TAG_OBJECT: usize = 5;

/// Maximum number of words in a question that only asks for a reaction.
pub(in crate::pipeline::acts) const TAG_WORDS: usize = 10;

/// Maximum number of bytes between an offer and a question that still belongs to it: "It costs some memory. OK?"
const NEAR: usize = 160;

/// Whether the last offer is this sentence or at most [`NEAR`] bytes before its end.
pub(in crate::pipeline::acts) fn near(offers: &[Offer], sentence: &Sentence) -> bool {
    offers.iter().any(|o| !is_tag(o) && o.range.end + NEAR >= sentence.range.end)
}

/// The index of the statement that a question for a reaction asks about. Remarks on it may stand between: "It needs one
/// more scope."
pub(in crate::pipeline::acts) fn asked_before(turn: &ReadTurn, at: usize) -> Option<usize> {
    const REMARKS: usize = 2;
    let remarks = |n: &usize| {
        let said = turn.sentences.get(*n).map_or("", |s| s.text.as_str());
        after_any(said, phrases!("it|it's|it'll|that|that's|this|that'd|it'd|they")).is_some()
    };
    let last = at.checked_sub(1)?;
    (last.saturating_sub(REMARKS)..=last).rev().find(|n| !remarks(n))
}

/// Reads the statement before a question that only asks for a reaction as a proposal.
pub(in crate::pipeline::acts) fn before_tag(turn: &TurnId, sentence: &Sentence) -> Option<Offer> {
    if matches!(sentence.block, BlockKind::Quote | BlockKind::Heading | BlockKind::Row) {
        return None;
    }
    let object = stated_before(&plain(&sentence.text))?;
    let mut offer = Offer::new(OfferForm::Proposal, turn, sentence.range.clone(), &sentence.text);
    offer.object = object;
    Some(offer)
}
