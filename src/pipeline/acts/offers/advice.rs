//! Defines the agent's advice on a choice it has laid out: "I'd go with (a)", "I'd do the first". A bare yes then picks
//! that option.

use super::offer::{Offer, OfferForm};
use super::option_labels;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::text::patterns;

patterns! {
    /// The ordinal of the option that the agent recommends: "I'd do the first".
    ADVISES = r"(?i)^(?:personally,? |i think )?(?:i'd|i would|i'll|i recommend|i suggest|i prefer|i lean towards?|my (?:pick|choice|recommendation|preference) (?:is|would be))(?: rather| probably| personally)?(?: do| take| go with| go for| pick| choose| use| recommend| suggest| prefer| start with)? the (?P<place>first|second|third)\b";
    /// The name of the option that the agent recommends: "I recommend copper."
    ADVISES_NAME = r"(?i)^(?:personally,? |so |overall,? |here,? |i think |given (?:that|this),? )*(?:i'd|i would|i|my (?:pick|choice|recommendation|preference|vote) (?:is|would be)|(?:\*\*)?(?:my )?(?:recommendation|preference|pick)(?:\*\*)?:(?:\*\*)?)(?: rather| probably| personally| still)*(?: do| take| go with| go for| pick| choose| use| recommend| suggest| prefer| favou?r| lean towards?| start with| vote for)?:? (?P<name>[^,.;:]{2,40}?)(?: here| for now| for this| then)?(?:[,.;:]| because | since | as | for |$)";
}

/// Joins "I'd go with (a)" to the list it refers to: a bare yes then settles that option. Its label becomes the
/// `object` of the list's offer.
pub(super) fn with_advice(offers: &mut Vec<Offer>) {
    let advised = |o: &Offer| {
        let object = after_any(&o.object, phrases!("use|go with|option|do")).unwrap_or(&o.object);
        let object = after_any(object, phrases!("option")).unwrap_or(object);
        let name = object.split([',', ' ']).next().unwrap_or("");
        (o.form == OfferForm::Proposal).then(|| option_labels::bare_label(name)).flatten()
    };
    drop_narrowed(offers);
    let mut at = 0;
    while at < offers.len() {
        if let Some(name) = at.checked_sub(1).and_then(|before| advised_by_name(offers.get(before)?, offers.get(at)?)) {
            // Advice and tag belong to the list: the answer is as near to it as to them.
            let end = offers.get(at).map_or(0, |o| o.range.end);
            offers.remove(at);
            if let Some(list) = offers.get_mut(at - 1) {
                (list.object, list.asked, list.stated) = (name, true, false);
                list.range.end = list.range.end.max(end);
            }
            continue;
        }
        let label = offers.get(at).and_then(advised);
        let end = offers.get(at).map_or(0, |o| o.range.end);
        let list = label
            .as_ref()
            .and_then(|label| offers.iter().rposition(|o| o.options.iter().any(|c| c.label.as_ref() == Some(label))));
        match (label, list.and_then(|n| offers.get_mut(n))) {
            (Some(label), Some(list)) => {
                (list.object, list.asked, list.stated) = (label, true, false);
                list.range.end = list.range.end.max(end);
                offers.remove(at);
            }
            _ => at += 1,
        }
    }
}

/// Leaves out advice that only narrows a choice before it: "For a small project I'd pick tin or copper."
fn drop_narrowed(offers: &mut Vec<Offer>) {
    let lists: Vec<Vec<String>> =
        offers.iter().map(|o| o.options.iter().map(|c| c.text.to_lowercase()).collect()).collect();
    let mut at = 0;
    offers.retain(|offer| {
        let before = lists.get(..at).unwrap_or_default();
        at += 1;
        let low = offer.object.to_lowercase();
        let named = |list: &Vec<String>| list.iter().filter(|name| !name.is_empty() && low.contains(*name)).count();
        offer.form != OfferForm::Proposal || !low.contains(" or ") || !before.iter().any(|list| named(list) >= 2)
    });
}

/// Joins "I'd do the first" to the list it refers to, like [`with_advice`].
pub(super) fn with_placed_advice(offers: &mut [Offer], turn: &ReadTurn) {
    for sentence in turn.sentences.iter().filter(|s| s.block == BlockKind::Paragraph) {
        let before = |o: &&mut Offer| o.form == OfferForm::Options && o.range.end <= sentence.range.start;
        let Some(list) = offers.iter_mut().rev().find(before) else { continue };
        let Some(place) = placed(&sentence.text).or_else(|| named(&sentence.text, list)) else { continue };
        if let Some(option) = list.options.get(place) {
            list.object = option.label.clone().unwrap_or_else(|| option.text.clone());
            (list.asked, list.stated) = (true, false);
        }
    }
}

/// The place of the option that a sentence recommends by an ordinal.
fn placed(said: &str) -> Option<usize> {
    let found = ADVISES.captures(said)?;
    let place = found.name("place")?.as_str().to_lowercase();
    option_labels::ORDINALS.iter().position(|n| n == place)
}

/// The place of the one option that a sentence recommends by its name.
fn named(said: &str, list: &Offer) -> Option<usize> {
    let found = ADVISES_NAME.captures(said)?;
    let name = found.name("name")?.as_str().trim_matches(['`', '*']).to_lowercase();
    let mut named = list.options.iter().enumerate().filter(|(_, o)| {
        let own = o.text.to_lowercase();
        own == name || words(&name) <= ADVICE && name.contains(&own)
    });
    named.next().filter(|_| named.next().is_none()).map(|(at, _)| at)
}

/// The one option that a proposal after a choice names: "Tabs or spaces? I'd lean towards spaces."
fn advised_by_name(options: &Offer, proposal: &Offer) -> Option<String> {
    let low = proposal.object.split(", ").next().unwrap_or_default().to_lowercase();
    let low = low.split(" rather than ").next().unwrap_or_default().to_owned();
    if options.form != OfferForm::Options || proposal.form != OfferForm::Proposal || words(&low) > ADVICE {
        return None;
    }
    let mut named = options.options.iter().filter(|o| low.contains(&o.text.to_lowercase()));
    let one = named.next()?;
    named.next().is_none().then(|| one.text.clone())
}

/// Maximum number of words in a recommendation that only names an option.
const ADVICE: usize = 6;

/// Openings of advice on the entries of a list: "I'd lean toward C".
const OPENS: Phrases = phrases!(
    "i'd lean|i lean|i'm leaning|i'd go with|i'd go for|i'd pick|i'd take|i'd choose|i prefer|i'd prefer|i recommend|i'd recommend|my pick|my preference"
);

/// Whether a sentence opens like advice on the entries of a list.
pub(super) fn opens_advice(said: &str) -> bool {
    after_any(said, OPENS).is_some()
}
