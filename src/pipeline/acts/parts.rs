//! Defines the parts of a proposal that names several things at once: "Shall I add a lamp, a bell and a basket?" may be
//! answered in part.

use super::answers::PersonsReply;
use super::imperative::{self, is_determined, opens};
use super::offers::{Choice, Offer, OfferForm};
use super::wording::{after_any, capital, plain, words};
use super::{Act, sorting};
use crate::language::phrases::phrases;
use crate::pipeline::clause::Sentence;

/// Most words of a part.
const PART: usize = 9;

/// A proposal with its parts as options; none where it is one thing.
pub(super) fn of(offer: &Offer) -> Option<Offer> {
    if offer.form != OfferForm::Proposal || !offer.options.is_empty() || offer.stated {
        return None;
    }
    let (head, list) = led(&offer.object)?;
    let pieces: Vec<&str> = pieces(list);
    if pieces.len() < 2 || pieces.iter().any(|p| !(1..=PART).contains(&words(p))) {
        return None;
    }
    let choice = |piece: &&str| {
        // "Move the tests" is a deed, "the tests" shares the verb.
        let summary = if opens(piece) { capital(piece) } else { capital(&format!("{head} {piece}")) };
        Choice {
            label: None,
            text: (*piece).to_owned(),
            summary,
            about: String::new(),
            range: offer.range.start..offer.range.start + offer.text.len(),
            quote: offer.text.clone(),
        }
    };
    let options = pieces.iter().map(choice).collect();
    Some(Offer { options, object: String::new(), ..offer.clone() })
}

/// The acts of an answer that sorts what is offered, or the parts of what is proposed.
pub(super) fn sorted(offer: &Offer, reply: &PersonsReply) -> Option<Vec<Act>> {
    sorting::sorted(offer, reply).or_else(|| sorting::sorted(&of(offer)?, reply))
}

/// The acts of an answer that gives each option its verdict in a sentence of its own: "the hinge yes. the lock leave out".
/// Sentences behind it that sort nothing more are read by themselves.
pub(super) fn sorted_across(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let first = sentences.first()?;
    if sentences.iter().any(|s| s.asks || s.list.is_some()) {
        return None;
    }
    let up_to = |count: usize| {
        let said = sentences.get(..count)?;
        let all: Vec<String> = said.iter().map(|s| plain(&s.text)).collect();
        let range = first.range.start..said.last()?.range.end;
        sorted(offer, &PersonsReply { text: all.join(" "), range, rest: String::new() })
    };
    let mut best: Option<Vec<Act>> = None;
    for acts in (1..=sentences.len().min(MOST_SENTENCES)).filter_map(up_to) {
        if best.as_ref().is_none_or(|b| acts.len() > b.len()) {
            best = Some(acts);
        }
    }
    best.filter(|acts| acts.len() > 1)
}

/// Most sentences of an answer that sorts.
const MOST_SENTENCES: usize = 5;

/// The words that the parts share, and the parts: "Add" and "a lamp, a bell and a basket", "Oil both" and "the hinge and
/// the lock".
fn led(object: &str) -> Option<(&str, &str)> {
    if let Some((at, len)) = phrases!(" both ").find(object) {
        return Some((object.get(..at)?, object.get(at + len..)?));
    }
    let low = object.to_lowercase();
    let rest = imperative::object(&low)?;
    let list = object.get(object.len() - rest.len()..)?;
    Some((object.get(..object.len() - rest.len())?.trim(), list))
}

/// The things of "a, b and c". Two things joined by "and" are two only where both have an article or are deeds.
fn pieces(list: &str) -> Vec<&str> {
    let parts: Vec<&str> = list
        .split(", ")
        .flat_map(|p| p.split(" and "))
        .map(|p| after_any(p, phrases!("and")).unwrap_or(p).trim())
        .collect();
    let apart = |p: &&str| is_determined(p) || opens(p);
    let of_two = parts.len() > 2 || parts.iter().all(apart);
    if of_two { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::TurnId;

    fn of_object(object: &str) -> Vec<String> {
        let mut offer = Offer::new(OfferForm::Proposal, &TurnId::from("t1"), 0..9, object);
        offer.object = object.to_owned();
        of(&offer).map(|o| o.options.into_iter().map(|c| c.summary).collect()).unwrap_or_default()
    }

    #[test]
    fn a_proposal_of_several_things_has_parts() {
        assert_eq!(of_object("Add a lamp, a bell and a basket"), ["Add a lamp", "Add a bell", "Add a basket"]);
        assert_eq!(
            of_object("Oil the chain, remove the rack and fix the brake"),
            ["Oil the chain", "Remove the rack", "Fix the brake"]
        );
        assert_eq!(
            of_object("Fit a lock for both the front wheel and the back wheel"),
            ["Fit a lock for the front wheel", "Fit a lock for the back wheel"]
        );
        for one in ["Add a lamp with a switch", "Paint the frame black and white", "Move the saddle up"] {
            assert_eq!(of_object(one), Vec::<String>::new(), "{one}");
        }
    }
}
