//! Defines answers that go through a labelled list entry by entry: "a) yes, now", "b) no, it hides the fault",
//! "c) latches: grease them today".

use super::pick::approves;
use super::refused_options::RuledOut;
use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::numbered;
use crate::pipeline::acts::answers::polarity::{Polarity, polarity};
use crate::pipeline::acts::answers::reply::{PersonsReply, answer};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::offers::offer::{Choice, Offer, OfferForm};
use crate::pipeline::acts::sentences::topics::with_topic;
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, unhurried, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::clause::Sentence;
use crate::text::patterns;

/// Id of the form of these acts.
const FORM: &str = "by-entry";

/// Maximum number of words in the name of an entry before its colon.
const NAME: usize = 4;

/// The acts of a turn whose first words are the label of an offered option, and which gives other options their labels
/// too; `None` for any other turn.
pub(in crate::pipeline::acts) fn read(offers: &[Offer], sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let labelled = |offer: &&Offer| offer.options.iter().filter(|option| option.label.is_some()).count() >= 2;
    let offer = offers.iter().rev().filter(|offer| offer.form == OfferForm::Options).find(labelled)?;
    let labels: Vec<&str> = offer.options.iter().map(|o| o.label.as_deref().unwrap_or_default()).collect();
    let entries = numbered::parts(sentences, &labels);
    let apart = |(_, reply): &(usize, PersonsReply)| sentences.iter().any(|s| opens(s, reply));
    let first = sentences.first().zip(entries.first()).is_some_and(|(first, (_, reply))| opens(first, reply));
    let answered = first && entries.len() >= 2 && entries.iter().all(apart);
    let all: Vec<_> = entries.iter().filter_map(|(at, reply)| Some((offer.options.get(*at)?, reply))).collect();
    let judges = all.iter().any(|(option, reply)| names(option, reply) || judged(&reply.text) != Polarity::Neither);
    (answered && judges).then(|| all.into_iter().filter_map(|(option, reply)| of_entry(offer, option, reply)).collect())
}

patterns! {
    /// The topic of a choice, and the label of the option that is taken: "so the hull: b", "hall (a)".
    OF_TOPIC = r"(?i)^(?:(?:so|and|then|for|ok|okay) )*(?:the )?(?P<topic>[\w'-]+(?: [\w'-]+){0,3}?):? \(?(?P<label>[a-h]|\d)\)?[.!]*$";
}

/// The picks of a turn that names the topic of each choice before the label of its option, where the agent offered
/// several choices with the same labels.
pub(in crate::pipeline::acts) fn by_topic(offers: &[Offer], sentences: &[&Sentence]) -> Vec<Act> {
    let choices: Vec<&Offer> = offers.iter().filter(|o| o.form == OfferForm::Options && !o.topic.is_empty()).collect();
    if choices.len() < 2 {
        return Vec::new();
    }
    let picked = |sentence: &&Sentence| {
        let found = OF_TOPIC.captures(&sentence.text)?;
        let part = |name| found.name(name).map_or("", |m| m.as_str());
        let offer = choices.iter().find(|offer| stance::names_some(part("topic"), &offer.topic))?;
        let reply =
            PersonsReply { text: part("label").to_lowercase(), range: sentence.range.clone(), rest: String::new() };
        Some(answer(offer, &reply, false))
    };
    sentences.iter().filter_map(picked).flatten().collect()
}

/// Whether a reply is the beginning of a sentence, behind its label.
fn opens(sentence: &Sentence, reply: &PersonsReply) -> bool {
    const LABEL: usize = 4;
    reply.range.start.checked_sub(sentence.range.start).is_some_and(|bytes| bytes <= LABEL)
}

/// The name of an entry before its colon, and the words behind it.
fn named(text: &str) -> Option<(&str, &str)> {
    text.split_once(": ").filter(|(name, _)| words(name) <= NAME)
}

/// Whether a reply repeats the option's words before a colon.
fn names(option: &Choice, reply: &PersonsReply) -> bool {
    named(&reply.text).is_some_and(|(name, _)| stance::names_some(name, &option.summary))
}

fn judged(said: &str) -> Polarity {
    match polarity(said).0 {
        Polarity::Neither if approves(&said.to_lowercase()) => Polarity::Yes,
        found => found,
    }
}

/// Whether words are an order: of a known verb, or of any before its object or time.
fn orders(said: &str) -> bool {
    let behind = phrases!("it|them|this|that|the|all|both|today|now|tonight|tomorrow|first|too|immediately|at once");
    let (_, rest) = said.split_once(' ').unwrap_or((said, ""));
    imperative::opens(said) || words(said) <= NAME && after_any(rest, behind).is_some()
}

/// The act of one entry: its option taken or refused, or what is to be done about it.
fn of_entry(offer: &Offer, option: &Choice, reply: &PersonsReply) -> Option<Act> {
    let (name, said) = named(&reply.text).unwrap_or(("", &reply.text));
    if said.ends_with('?') {
        return None;
    }
    let first = said.split([',', ';']).next().unwrap_or(said).trim_end_matches(['.', '!']);
    let settled = |deed, text: String| Act::settled(deed, reply.range.clone(), text, FORM);
    let act = match judged(said) {
        Polarity::Yes => {
            Act { basis: Some(offer.basis_of(option)), ..settled(ActKind::Choose, option.summary.clone()) }
        }
        Polarity::No => {
            let why = Some(reply.rest.clone()).filter(|why| !why.is_empty());
            RuledOut { option, why }.act(offer, reply, FORM)
        }
        // "Latches: grease them today"
        Polarity::Neither => {
            orders(&first.to_lowercase()).then_some(())?;
            let bare = first.trim_end_matches(" too").trim_end_matches(" it").trim_end_matches(" them");
            let text = with_topic(&capital(&order(unhurried(bare))), &name.to_lowercase());
            settled(ActKind::Request, text).on(offer)
        }
    };
    Some(act)
}
