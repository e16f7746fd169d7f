//! Defines answers that name a part of an offer by its label: "I think A) is fine, let's keep it there", "C) update the
//! branch first", "let's do B", "yes, but for 2 we need more". The label tells which part is meant, whatever words of
//! another one follow.

use super::labels::{labels, labels_end};
use super::pick::without_picking;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::reply::{PersonsReply, answer};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::wording::{capital, order, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::opens;
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::clause::Sentence;
use crate::text::patterns;

patterns! {
    /// A label with its bracket, the words before it and those behind it.
    LABEL = r"(?i)^(?P<head>[^()?]{0,40}?)\(?\b(?P<label>[a-h]|\d{1,2})(?P<mark>\)|, | - |\.?$)(?P<pause>[:,.]| -)?\s*(?P<tail>.*)$";
    /// A yes to all but one part: "yes, but for 2 we need something else".
    ALL_BUT = r"(?i)^(?:yes|yep|yeah|ok|okay|sure|fine|good|agreed|sounds good|looks good|lgtm)[,.!]? (?:but|except|only|just not) (?:for|on|about|with|regarding|at|as for) (?:(?:number|step|point|item|part|option) |#)?(?P<label>\d{1,2}|[b-h])(?:[).:,]|\b)";
    /// Another label with a bracket.
    ANOTHER = r"(?i)(?:^|[\s(])(?:[a-h]|\d{1,2})\)";
}

/// Minimum number of words behind a label in which the question stands that follows the answer.
const ASKED_LATER: usize = 4;

/// Words behind a label that take the answer back or leave it open.
const WAVERS: Phrases = phrases!("maybe|not sure|or should|or do|or would|or is|or not|what do you think");

/// The acts of a sentence that picks by a label with its bracket; `None` for any other sentence.
pub(in crate::pipeline::acts) fn read(offers: &[Offer], sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text);
    let found = LABEL.captures(&text)?;
    let (head, tail) = (found.name("head")?.as_str().trim(), found.name("tail")?.as_str());
    let label = found.name("label")?.as_str().to_lowercase();
    let leads = phrases!("i think|i'd say|for me|imo|yes|ok|okay|hm|hmm|well").contains(&head.to_lowercase());
    // "I think B), let's start with the roof - is it dry?": the question comes behind the answer.
    let bracketed = found.name("mark")?.as_str() == ")";
    let pauses = !bracketed || found.name("pause").is_some() || tail.starts_with(['-', '–', ';']);
    let asks_later = || leads && pauses && words(tail) >= ASKED_LATER && !WAVERS.within(&tail.to_lowercase());
    let ends = || leads && head.contains(' ') && tail.is_empty();
    let answers = if sentence.asks { asks_later() } else { bracketed || ends() };
    if !leads && !without_picking(head).is_empty() || ANOTHER.is_match(tail) || !answers {
        return None;
    }
    let mut options = offers.iter().rev().filter(|offer| offer.form == OfferForm::Options);
    let (offer, option) =
        options.find_map(|o| Some((o, o.options.iter().find(|c| c.label.as_ref() == Some(&label))?)))?;
    let tail = if sentence.asks { "" } else { tail };
    let verdict = tail.split([',', ';', '.', '!']).next().unwrap_or("").trim().to_lowercase();
    if labels_end(&format!("{label} {verdict}")) {
        let reply = PersonsReply { text: label, range: sentence.range.clone(), rest: String::new() };
        return Some(answer(offer, &reply, false));
    }
    // What the person writes behind the label of "something else" is what they choose.
    let own = unhurried(tail);
    (opens(&own.to_lowercase()) && !stance::names_some(own, &option.summary)).then(|| {
        let act = Act::settled(ActKind::Request, sentence.range.clone(), whole(&capital(&order(own))), "own-option");
        vec![act.on(offer)]
    })
}

/// The acts of a yes to all parts of an offer but one, which is left open; `None` for any other sentence.
pub(in crate::pipeline::acts) fn all_but(offer: &Offer, sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text);
    let found = ALL_BUT.captures(&text).filter(|_| !sentence.asks)?;
    let reply = PersonsReply {
        text: format!("all but {}", found.name("label")?.as_str()),
        range: sentence.range.clone(),
        rest: String::new(),
    };
    Some(answer(offer, &reply, true)).filter(|acts| !acts.is_empty())
}

/// The labelled options of the agent's turn from which a sentence picks by a label alone: "let's do B" where the turn ends
/// with a proposal.
pub(in crate::pipeline::acts) fn labelled<'o>(offers: &'o [Offer], first: &Sentence) -> Option<&'o Offer> {
    let text = plain(&first.text);
    let options = offers.iter().rev().filter(|o| o.form == OfferForm::Options);
    options.filter(|o| o.options.iter().all(|c| c.label.is_some())).find(|o| is_label_of(o, &text))
}

/// Whether a text is a label of one of the options, and nothing but words of picking: "let's do B".
fn is_label_of(offer: &Offer, text: &str) -> bool {
    const MOST: usize = 2;
    let low = unhurried(without_picking(text)).to_lowercase();
    words(&low) <= MOST && labels_end(&low) && !labels(&low, offer).is_empty()
}
