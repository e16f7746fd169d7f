//! Defines what a clause of a reply says about one option without naming it as the pick: how it is, or that it is asked for.

use super::labels::by_name;
use super::pick::{approves, found};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::text::patterns;

patterns! {
    /// A bad quality of an option: "the rope feels a bit heavy for this".
    BAD = r"(?i)\b(?:is|are|was|feels?|looks?|seems?|sounds?|gets?|would be|might be)(?: (?:a bit|a little|a tad|rather|quite|pretty|so|very|kind of|kinda|somewhat|way|really|just|simply|honestly|still|always))* (?:heavy|heavyweight|clumsy|slow|slower|fragile|brittle|flaky|risky|riskier|ugly|old|outdated|dated|deprecated|expensive|pricey|bloated|complicated|complex|convoluted|hacky|messy|bad|wrong|weird|odd|strange|noisy|awkward|painful|limiting|limited|scary|annoying|confusing|boring|unreliable|unmaintained|a (?:mess|pain|nightmare|stretch|gamble|burden|lot))\b|\b(?:costs?|takes?|needs?|eats?|uses?|weighs?|adds?|brings?|has|have|makes?|means?) (?:us |me )?(?:way |far |just )?(?:too (?:much|many|long|few|little)|a (?:lot|fortune|ton)|ages|forever)\b|\b(?:burned us|bit us|let us down|gave us (?:trouble|headaches|grief)|(?:scares?|worries|annoys?|confuses?) (?:me|us|people|users|everyone))\b";
}

/// Whether a clause only tells how one option is, where another clause names another: "rabbit is old, so nats".
pub(super) fn tells_of_one(offer: &Offer, part: &str, all: &[&str]) -> bool {
    let told = phrases!(" is | are | was | were | runs | needs | costs | has | takes | feels | eats ");
    let Some(own) = described_by(offer, part, told) else { return false };
    let others = all.iter().filter(|p| !std::ptr::eq(**p, part));
    others.into_iter().any(|p| only_named(offer, p).is_some_and(|other| other.text != own.text))
}

/// Whether a clause only tells how an option is, and picks none: "the flag is badly named by now".
pub(in crate::pipeline::acts) fn describes_one(offer: &Offer, part: &str) -> bool {
    described_by(
        offer,
        part,
        phrases!(
            " is badly | is wrongly | is poorly | is outdated| is misnamed| is named | is called | is now | is gone"
        ),
    )
    .is_some()
}

/// Whether a clause only speaks against what it names: "a queue feels heavy for this".
pub(in crate::pipeline::acts) fn speaks_against(part: &str) -> bool {
    BAD.is_match(part) && !phrases!(" but | though | still | so | if | when | enough").within(part)
}

/// Whether a reply tells how several options are and takes none: "a banner is loud, a toast people miss. tricky".
pub(super) fn describes_each(offer: &Offer, text: &str) -> bool {
    const VERBS: Phrases = phrases!(
        " is | are | has | have | needs | costs | takes | looks | feels | people | users | they | we don't | would be | seems | sounds "
    );
    let concludes = phrases!(
        " so | go with|let's | use | take |i'd |i prefer|prefer |rather | it is| then | wins| therefore|please| not | no |too |better"
    );
    let low = format!(" {} ", text.to_lowercase().replace('’', "'"));
    let mut told: Vec<&str> = Vec::new();
    for part in text.split([',', ';', '.']).filter(|part| words(part) > 1) {
        let Some(one) = only_named(offer, part) else { continue };
        if !VERBS.within(&format!(" {} ", part.to_lowercase())) {
            return false;
        }
        told.push(&one.text);
    }
    told.sort_unstable();
    told.dedup();
    told.len() >= 2 && !concludes.within(&low)
}

/// The option that a clause names before one of these verbs, where it does not praise it.
fn described_by<'o>(offer: &'o Offer, part: &str, verbs: Phrases) -> Option<&'o Choice> {
    let (at, _) = verbs.find(part).filter(|_| !approves(&part.to_lowercase()))?;
    let good = phrases!(" the | what | my | our | best| right | enough| plenty| more | less | perfect");
    let praised = part.get(at..).is_some_and(|p| good.within(p));
    part.get(..at).and_then(|name| only_named(offer, name)).filter(|_| !praised)
}

/// The only option that words name.
fn only_named<'o>(offer: &'o Offer, text: &str) -> Option<&'o Choice> {
    match by_name(&text.to_lowercase(), offer)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The option that a polite question asks for: "can we have C for now?"
pub(in crate::pipeline::acts) fn asks_for_one<'o>(offer: &'o Offer, text: &str) -> Option<&'o Choice> {
    const MOST: usize = 6;
    let asks = phrases!(
        "can we have|can we do|can we go with|can we use|can we take|could we have|could we do|could we go with|could we use|could we take"
    );
    let named = after_any(text, asks).map(|named| named.trim_end_matches(['?', ' '])).filter(|n| words(n) <= MOST)?;
    match found(offer, &named.to_lowercase())[..] {
        [one] => Some(one),
        _ => None,
    }
}
