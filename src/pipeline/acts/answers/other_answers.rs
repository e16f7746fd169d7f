//! Defines what a reply says beside the answer that is asked for: another value than the suggested one, and sentences that leave
//! the options which are not taken.

use super::reply::{PersonsReply, answer};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::picks::labels::exactly_named;
use crate::pipeline::acts::sentences::quantities::{is_bare_value, kin_values, measured, with_unit};
use crate::pipeline::acts::sentences::wording::{after_any, plain, unhurried, words};
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::clause::Sentence;

/// Reads another value than the one that the agent suggests behind its question, as the answer to that: "How long should
/// the logs be kept? I'd suggest 30 days." - "90, the auditors are slow".
pub(super) fn another_value(offers: &[Offer], offer: &Offer, first: &Sentence) -> Option<Vec<Act>> {
    let suggests = offer.form == OfferForm::Proposal && !offer.asked;
    let question = offers.iter().rev().find(|o| suggests && o.form == OfferForm::Question && o.asked)?;
    let text = plain(&first.text);
    let head = unhurried(text.split([',', ';']).next()?);
    let (from, to) = measured(&offer.text).filter(|_| is_bare_value(head))?;
    let old = offer.text.get(from..to).filter(|old| kin_values(head, old) && *old != head)?;
    let behind = text.get(text.find(head)? + head.len()..)?;
    let reply = PersonsReply { text: format!("{}{behind}", with_unit(head, old)), ..PersonsReply::of(first) };
    Some(answer(question, &reply, true)).filter(|acts| !acts.is_empty())
}

/// Adds that later sentences which only name the other options take none of them: "brass. not the steel, it hums", "brass.
/// leave the steel".
pub(super) fn with_others_left(offer: &Offer, sentences: &[&Sentence], mut acts: Vec<Act>) -> Vec<Act> {
    const MOST: usize = 8;
    const LEAVES: Phrases = phrases!("not|no|leave|never|without|don't|dont|forget|skip|nor|neither");
    let picked = acts.iter().filter(|act| act.form == "pick" && act.deed == ActKind::Choose).count();
    if offer.form != OfferForm::Options || picked != 1 {
        return acts;
    }
    let leaves = |s: &&&Sentence| {
        let text = plain(&s.text);
        let rest = after_any(&text, LEAVES).filter(|_| words(&text) <= MOST);
        let what = rest.and_then(|rest| rest.split([',', ';']).next());
        what.is_some_and(|what| exactly_named(what, offer).is_some())
    };
    let left: Vec<Act> =
        sentences.iter().skip(1).filter(leaves).map(|s| Act::nothing(s.range.clone(), "left")).collect();
    acts.extend(left);
    acts
}
