//! Defines orders that are given again in another way: "no wait, put them behind the shed" after "put the lamps next to the
//! door", "by date is better" after "sort the list by name". The order keeps its verb and its object.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{stem, token_set, tokens};
use crate::pipeline::acts::references::standing::{LATELY, lately};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_all, after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind, Resolution, Status};
use crate::text::patterns;

patterns! {
    /// Words that correct what was said before.
    CORRECTS = r"\b(?:actually|no|nah|nope|wait|sorry|oops|hm+|instead|rather|second thoughts?|changed? my mind|better|meant|correction|scratch that|come to think of it|thinking about it|after all)\b";
    /// A place, time or way that is said to be better.
    BETTER = r"(?i)^(?P<tail>.+?) (?:is|are|would be|might be|sounds|looks|works|makes) (?:much |far |way |even |a bit )?(?:better|nicer|best|more sense)(?P<rest>, .+)?$";
}

/// Words before an order that corrects another.
const LEADS: Phrases = phrases!(
    "hm|hmm|hmmm|oh|ah|uh|no|nah|nope|no wait|wait|actually|sorry|oops|rather|ok|okay|well|and|but|so|then|please|pls|on second thought|on second thoughts|second thought|second thoughts|thinking about it|come to think of it|after all|scratch that|correction|i changed my mind|changed my mind|i meant|i mean|let's|can you|could you|better"
);

/// Words that open where, when or how something is done.
const LINKS: Phrases = phrases!(
    "in|into|to|on|onto|at|under|below|above|over|next to|beside|behind|before|after|by|for|with|from|as|every|near|between|inside|outside|around|per|until|within|through|via"
);

const PRONOUNS: Phrases = phrases!("it|them|that|those|these|this");

/// First words of a reason behind a comma.
const REASONS: Phrases = phrases!(
    "i|my|we|our|the|it|it's|its|they|he|she|there|there's|since|because|so|that|most|some|people|users|customers|nobody|everybody"
);

/// Maximum numbers of words in a sentence that gives an order again, and of tasks searched for the order.
const MOST: usize = 24;
const SEARCHED: usize = 8;

/// Id of the form of these acts.
const FORM: &str = "ordered-anew";

/// An order in its parts: what is done to which thing, and where, when or how.
struct Order<'t> {
    verb: &'t str,
    object: &'t str,
    tail: &'t str,
}

impl<'t> Order<'t> {
    fn of(text: &'t str) -> Option<Self> {
        const OBJECT: usize = 6;
        let (verb, rest) = text.split_once(' ')?;
        let (at, _) = rest.match_indices(' ').find(|(at, _)| rest.get(*at..).and_then(link).is_some())?;
        let (object, tail) = (rest.get(..at)?, rest.get(at..)?.trim_start());
        let plain = verb.len() > 1 && verb.chars().all(char::is_alphabetic);
        (plain && (1..=OBJECT).contains(&words(object))).then_some(Self { verb, object, tail })
    }
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block == BlockKind::Paragraph && !s.asks && !view.segments(s).is_empty());
    own.flat_map(|sentence| of_sentence(view, sentence)).collect()
}

fn of_sentence(view: View<'_>, sentence: &Sentence) -> Vec<Act> {
    let segments = view.segments(sentence);
    let text = plain(&sentence.text);
    let low = text.to_lowercase().replace('’', "'");
    let adds = phrases!(" also | too | as well | don't | not | never ").within(&format!(" {low} "));
    if adds || words(&text) > MOST || segments.iter().any(Segment::unsettled) {
        return Vec::new();
    }
    let order = unhurried(after_all(&text, LEADS));
    let marked = CORRECTS.is_match(&low);
    let found = orders_of(view).find_map(|former| Some((former, anew(former, order, marked)?)));
    let Some((former, (text, why))) = found else { return Vec::new() };
    let range = sentence.range.clone();
    let asked = Act { why, ..Act::settled(ActKind::Request, range.clone(), whole(&capital(&text)), FORM) };
    let ended = (former.status == Status::Active).then(|| Act::ends(former, range, FORM));
    ended.into_iter().chain([asked]).collect()
}

/// The orders given lately, newest first.
fn orders_of(view: View<'_>) -> impl Iterator<Item = &'_ Item> {
    let tasks = view.ledger.of_kind(ItemKind::Task).rev().take(SEARCHED);
    tasks.filter(move |task| task.resolution != Some(Resolution::Abandoned) && lately(view, task, LATELY))
}

/// A former order in the way that other words give it again, with the reason they give.
fn anew(former: &Item, said: &str, marked: bool) -> Option<(String, Option<String>)> {
    let old = Order::of(&former.summary)?;
    let (said, why) = without_reason(said);
    // "By date is better", "sorry, after a year": in the place of what was said with the same word.
    if after_any(said, LINKS).is_some() {
        let better = BETTER.captures(said);
        let part = |name| better.as_ref().and_then(|found| found.name(name)).map_or("", |part| part.as_str());
        let tail = if better.is_some() { format!("{}{}", part("tail"), part("rest")) } else { said.to_owned() };
        let same_link = link(&tail).zip(link(old.tail)).is_some_and(|(new, old)| new.eq_ignore_ascii_case(old));
        return (same_link && marked && is_other(&tail, old.tail))
            .then(|| (format!("{} {} {}", old.verb, old.object, way(&tail)), why));
    }
    let new = Order::of(said)?;
    let pointed = PRONOUNS.contains(&new.object.to_lowercase());
    let object = || {
        let own = token_set(old.object);
        let said = tokens(new.object);
        !said.is_empty() && said.iter().all(|token| own.binary_search(token).is_ok())
    };
    let same_verb = stem(&new.verb.to_lowercase()) == stem(&old.verb.to_lowercase());
    (same_verb && is_other(new.tail, old.tail) && (pointed || marked && object()))
        .then(|| (format!("{} {} {}", old.verb, old.object, way(new.tail)), why))
}

/// A way without the word that only sets it against the former one.
fn way(tail: &str) -> &str {
    let tail = unhurried(tail);
    tail.strip_suffix(" instead").unwrap_or(tail)
}

/// Whether two ways differ, and the new one says where, when or how.
fn is_other(new: &str, old: &str) -> bool {
    let (new, old) = (token_set(new), token_set(old));
    !new.is_empty() && new != old
}

/// The word of place, time or way that words open with.
fn link(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let rest = after_any(text, LINKS)?;
    text.get(..text.len() - rest.len()).map(str::trim_end)
}

/// An order and the reason behind its comma.
fn without_reason(said: &str) -> (&str, Option<String>) {
    let mut commas = said.match_indices(", ");
    let found = commas.find(|(at, _)| said.get(at + 2..).is_some_and(|rest| after_any(rest, REASONS).is_some()));
    match found.and_then(|(at, _)| said.split_at_checked(at)) {
        Some((order, why)) => (order, Some(why.trim_start_matches([',', ' ']).to_owned())),
        None => (said, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_parted_at_the_first_word_of_place_time_or_way() {
        let order = Order::of("Hang the big lamps over the gate").expect("an order");
        assert_eq!((order.verb, order.object, order.tail), ("Hang", "the big lamps", "over the gate"));
        assert!(Order::of("Hang the lamps").is_none() && Order::of("Look at it").is_none());
    }

    #[test]
    fn a_reason_behind_a_comma_is_no_part_of_the_order() {
        assert_eq!(without_reason("by size, since they tip over").1.as_deref(), Some("since they tip over"));
        assert_eq!(without_reason("by size, largest first"), ("by size, largest first", None));
    }
}
