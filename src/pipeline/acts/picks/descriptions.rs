//! Defines picks by description: "the free one", "the one with the queue", "your tip", "the other one".

use super::extremes::by_extreme;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::offers::offer::{Choice, Offer};

/// The option that words describe without naming it.
pub(super) fn described<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    advised(low, offer)
        .or_else(|| other(low, offer))
        .or_else(|| by_extreme(low, offer))
        .or_else(|| lacking(low, offer))
        .or_else(|| by_description(low, offer))
}

/// The option that the agent would take: "your tip", "what you recommend".
fn advised<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let asked = phrases!(
        "your tip|your recommendation|your suggestion|your favourite|your favorite|your pick|your choice|your advice|your preference|you recommend|you suggest|you prefer|you would take|recommended one|you'd take"
    );
    let is_advised =
        |o: &&Choice| !offer.object.is_empty() && (o.label.as_ref() == Some(&offer.object) || o.text == offer.object);
    asked.within(low).then(|| offer.options.iter().find(is_advised)).flatten()
}

/// The other of two options, where the agent would take one.
fn other<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let [a, b] = offer.options.as_slice() else { return None };
    let says = phrases!("the other one|the other|other one|other").iter().any(|p| low.starts_with(p));
    let is = |o: &Choice| o.text == offer.object || o.label.as_ref() == Some(&offer.object);
    match (is(a), is(b)) {
        (true, false) if says => Some(b),
        (false, true) if says => Some(a),
        _ => None,
    }
}

/// The only option that does not have what the others have: "the one without Docker".
fn lacking<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let (_, without) = low.split_once("without ").or_else(|| low.split_once("with no "))?;
    let thing: Vec<String> = stance::content(without).into_iter().filter(|w| !stance::says_nothing(w)).collect();
    let has = |o: &&Choice| {
        let about = stance::content(&format!("{} {}", o.text, o.about));
        thing.iter().any(|w| about.iter().any(|a| stance::alike(a, w)))
    };
    let mut lacking = offer.options.iter().filter(|o| !has(o));
    let one = lacking.next().filter(|_| lacking.next().is_none() && !thing.is_empty())?;
    low.contains("one").then_some(one)
}

/// The option that is called by what is said about it: "the free one", "the one with the queue".
fn by_description<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let said: Vec<String> =
        stance::content(low).into_iter().filter(|w| !stance::says_nothing(w) && !IDLE.contains(w)).collect();
    if said.is_empty() || said.len() > MOST {
        return None;
    }
    let hits = |o: &Choice| {
        let about = stance::content(&format!("{} {}", o.text, o.about));
        said.iter().filter(|w| about.iter().any(|a| stance::alike(a, w))).count()
    };
    let counts: Vec<usize> = offer.options.iter().map(hits).collect();
    let most = counts.iter().copied().max().filter(|n| *n > 0 && *n * 2 >= said.len())?;
    let mut best = offer.options.iter().zip(&counts).filter(|(_, n)| **n == most);
    let one = best.next().map(|(o, _)| o)?;
    best.next().is_none().then_some(one)
}

/// Words of a description that do not tell options apart.
const IDLE: Phrases = phrases!(
    "that|which|where|because|matters|matter|please|pls|option|variant|version|kind|definitely|obviously|probably|sounds|simple"
);

/// Maximum number of content words in a description.
const MOST: usize = 8;

/// Minimum number of letters in a name for which one typing error is allowed.
const TYPO_FROM: usize = 5;

/// Words for a thing beside the one that is there.
pub(super) const OTHER: Phrases = phrases!("separate|another|new|different|own|second|other");

/// Whether two words are equal but for one typing error.
pub(super) fn same(said: &str, name: &str) -> bool {
    if said == name
        || stance::alike(said, name)
        || (name.len() >= 4 && said.strip_suffix('s').unwrap_or(said) == name.strip_suffix('s').unwrap_or(name))
    {
        return true;
    }
    // "A separate PR" is another one.
    if OTHER.contains(said) && OTHER.contains(name) {
        return true;
    }
    // "v7" is UUIDv7.
    if said.len() >= 2 && said.bytes().any(|b| b.is_ascii_digit()) && name.len() > 4 && name.ends_with(said) {
        return true;
    }
    // "env vars" are environment variables.
    let short = said.strip_suffix('s').unwrap_or(said);
    // "Back at 5" does not name "backoff".
    let common = phrases!(
        "wins|win|vote|pick|take|make|like|love|want|need|know|says|back|over|under|out|down|time|part|some|hand|head|work|with|after|new"
    );
    if !common.contains(said)
        && name.starts_with(short)
        && (short.len() >= 3 && name.len() > short.len() + 2 || short.len() >= 5)
    {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (said.chars().collect(), name.chars().collect());
    if a.len() < TYPO_FROM || b.len() < TYPO_FROM || a.first() != b.first() {
        return false;
    }
    if a.len() == b.len() {
        let apart: Vec<usize> = (0..a.len()).filter(|&i| a.get(i) != b.get(i)).collect();
        return match apart.as_slice() {
            [_] => true,
            [i, j] => *j == i + 1 && a.get(*i) == b.get(*j) && a.get(*j) == b.get(*i),
            _ => false,
        };
    }
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    long.len() == short.len() + 1 && {
        let at = short.iter().zip(long).position(|(x, y)| x != y).unwrap_or(short.len());
        short.get(at..) == long.get(at + 1..)
    }
}
