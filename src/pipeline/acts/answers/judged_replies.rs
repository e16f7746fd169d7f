//! Defines the reading of short replies to a proposal that say neither yes nor no in so many words, by the model of replies
//! ([`crate::pipeline::replies`]): "I was hoping you'd say that", "over my dead body".

use super::polarity::Polarity;
use super::proposal_answers::to_proposal;
use super::reply::{PersonsReply, joined, meant};
use super::{acknowledged, remarks, stance};
use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::OfferForm;
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::Sentence;
use crate::pipeline::replies::{self, ReplyEffect};

/// Id of the form of a reply that says neither yes nor no in so many words.
const FORM: &str = "judged";
/// Probability from which the model of replies decides.
const DECIDES: f32 = 0.9;
/// Most words of such a reply.
const MOST: usize = 25;

/// Reads a short reply to a proposal that says neither yes nor no in so many words: "I was hoping you'd say that".
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let sentences: Vec<&Sentence> = view.own().collect();
    let ([first, rest @ ..], Some(offer)) = (&sentences[..], meant(view.offers)) else { return Vec::new() };
    // "I'll begin with the parser" announces a step; what is said to it is no choice.
    let announces = after_any(&offer.text, phrases!("i'll|i will|i'm going to|starting with|next i'll")).is_some();
    let proposes = offer.form == OfferForm::Proposal && offer.options.is_empty() && !offer.stated && !offer.chosen;
    let whole = joined(&sentences);
    // "Too much jargon" is about what the agent shows.
    let shown = remarks::is_about_amount(&whole, &stance::content(&offer.text));
    // "So 400 it is" names another value than the proposal.
    let value = measured(&whole).and_then(|(from, to)| whole.get(from..to));
    let other_value = value.is_some_and(|value| !offer.text.contains(value));
    if !proposes || announces || shown || other_value || words(&whole) > MOST {
        return Vec::new();
    }
    let polarity = match replies::likeliest(&offer.text, &whole) {
        // "They won't have access to it" speaks against more often than for.
        (ReplyEffect::Accepts, p) if p >= DECIDES && !denies(&whole) => Polarity::Yes,
        (ReplyEffect::Refuses, p) if p >= DECIDES => Polarity::No,
        _ => return Vec::new(),
    };
    let reply = PersonsReply { rest: joined(rest), ..PersonsReply::of(first) };
    let acts = to_proposal(offer, &reply, polarity, "", rest.is_empty());
    let acts = acts.into_iter().map(|act| Act { form: FORM, ..act.on(offer) }).collect();
    acknowledged::weighed(view, &sentences, acts)
}

/// Whether a reply denies something in its first sentence.
fn denies(reply: &str) -> bool {
    let first = reply.split(['.', '!', '?']).next().unwrap_or(reply);
    let low = format!(" {} ", first.to_lowercase().replace('’', "'"));
    phrases!("n't | not | wont | dont | cant | never | nobody | no one | only ").within(&low)
}
