//! Defines how an order is worded as a task, and whether its words name the work without the talk.

use super::imperative::{is_determined, object};
use super::requests::NO_OBJECT;
use crate::language::phrases::phrases;
use crate::pipeline::acts::references::pointing::present;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, reason, unhurried, whole, words};
use crate::pipeline::clause::Modality;
use crate::pipeline::extract::summary;
use crate::text::patterns;

patterns! {
    /// A time that the order may take, which sets no condition: "whenever it suits you".
    LEISURE = r"^(?:(?:and|also|hi|hey|hello|please|oh|ok),? )*(?:(?:whenever|when|if|once|as soon as) (?:it suits you|you (?:have|get|find|got)(?: a| some| the| any)?(?: free| spare| quiet)? (?:time|minute|moment|chance|second|sec|hour|opportunity)|you (?:can|like|feel like it|get to it|get around to it|find the time)|there(?:'s| is) time|(?:possible|convenient))(?: for it)?|at your (?:own )?(?:leisure|convenience|own pace)),? ";
    /// A statement behind an order that gives its reason: "replace the photos, they show the old shop".
    TOLD = r", (?:they(?:'re)?|it(?:'s)?|those|that one|nobody|everybody|we (?:still|already|never|no longer)|there(?:'s)?) [a-z']+";
}

/// A segment without the time that the order may take.
pub(super) fn at_leisure(segment: &Segment) -> Option<Segment> {
    let found = LEISURE.find(&segment.low)?;
    Some(Segment { modality: Modality::Request, ..without_front(segment, found.end())? })
}

/// A segment without its first bytes.
pub(super) fn without_front(segment: &Segment, front: usize) -> Option<Segment> {
    let rest = |text: &str| text.get(front..).map(str::to_owned);
    let start = segment.range.start.max(segment.range.end.saturating_sub(segment.text.len() - front));
    Some(Segment {
        text: rest(&segment.text)?,
        low: rest(&segment.low)?,
        range: start..segment.range.end,
        ..segment.clone()
    })
}

/// The order of a polite condition: "write a label" of "I'd be grateful if you wrote a label".
pub(super) fn if_done(what: &str) -> Option<String> {
    let (verb, rest) = what.split_once(' ')?;
    let verb = present(&verb.to_lowercase())?;
    object(&format!("{verb} {rest}")).map(|_| format!("{verb} {rest}"))
}

/// An order and its reason, given with "because" and the like or just told behind it.
pub(super) fn with_reason(what: &str) -> (&str, Option<String>) {
    let (what, why) = reason(what);
    let (what, told) = with_reason_told(what);
    (what, why.or(told))
}

/// An order and the reason told behind it without a joint.
fn with_reason_told(what: &str) -> (&str, Option<String>) {
    let low = what.to_ascii_lowercase();
    let cut = TOLD.find(&low).filter(|found| what.get(..found.start()).is_some_and(|head| object(head).is_some()));
    let Some(found) = cut else { return (what, None) };
    let told = what.get(found.start() + ", ".len()..).map(|told| told.trim_end_matches('.').to_owned());
    (what.get(..found.start()).unwrap_or(what), told)
}

/// The task of a text that should be another: "The footer should say 2026 instead of 2023".
pub(super) fn corrected_text([subject, old, verb, new]: [&str; 4]) -> Option<String> {
    let alone = !summary::points(subject) && words(new) <= 12;
    alone.then(|| whole(&capital(&format!("{subject} should {verb} {new} instead of {old}"))))
}

/// The task of removing what has to go, from where it has to.
pub(super) fn removal(thing: &str, place: &str) -> String {
    let from = if place.is_empty() { String::new() } else { format!(" from {place}") };
    whole(&format!("Remove {thing}{from}"))
}

/// The task of a duty: "sign the lease, the landlord wants me there" without what follows, which is the reason or says
/// whose turn it is.
pub(super) fn duty(said: &str) -> Option<String> {
    let low = said.to_ascii_lowercase().replace('’', "'");
    let end =
        phrases!(", | and i've | and i guess | and i think | and it's | and that's | and you | so you | - | – | — ")
            .find(&low);
    let duty = end.and_then(|(at, _)| said.get(..at)).unwrap_or(said);
    let about = object(duty).or_else(|| errand(duty)).filter(|o| after_any(o, NO_OBJECT).is_none() && !unclear(o));
    about.map(|_| whole(&capital(duty)))
}

/// The object of something to be done outside of the code: "call the printer company".
fn errand(duty: &str) -> Option<&str> {
    let about = after_any(
        duty,
        phrases!(
            "call|ask|mail|email|phone|buy|order|pay|book|talk to|visit|renew|cancel|send|check|water|feed|pick up|print|text|message|contact|remind|invite|return|fetch|get|bring|charge|wash|ring"
        ),
    )?;
    (is_determined(about) || about.starts_with(char::is_uppercase)).then_some(about)
}

/// The task of a wish for a thing: "Add a dark mode". `None` for statements and for wishes about the conversation.
pub(super) fn added(what: &str, bare: &str) -> Option<String> {
    let thing = after_any(what, phrases!("a|an|some|more|another"))?;
    let told = phrases!(
        "list|summary|overview|idea|estimate|look|call|chat|break|status|explanation|update|sense|number|quick|minute|second|word|moment"
    );
    let named = thing.split_whitespace().next().is_some_and(|w| !told.contains(w));
    (named && summary::stands_alone(what) && !unclear(thing)).then(|| whole(&format!("Add {bare}")))
}

pub(super) fn lower(topic: &str) -> String {
    let mut chars = topic.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The object of an order, without words for where or how.
pub(in crate::pipeline::acts) fn thing_of(order: &str) -> Option<String> {
    let about = object(&lower(order))?.to_owned();
    let ends = phrases!(" to | in | for | from | with | on | at | so | that | which | into | by ");
    let end = ends.find(&about).map_or(about.len(), |(at, _)| at);
    about.get(..end).filter(|t| (1..=6).contains(&words(t)) && !summary::points(t)).map(str::to_owned)
}

/// The inner order of "make it show the date": "show the date".
pub(super) fn made_to(what: &str) -> Option<String> {
    let rest = after_any(what, phrases!("make it|make that|have it"))?;
    let more =
        phrases!("use|work with|accept|print|read|ignore|respect|remember|keep|stop|log|open|fit|match|look like");
    let deed = (object(rest).is_some() || after_any(rest, more).is_some()) && words(rest) >= 2;
    deed.then(|| rest.to_owned())
}

/// "Make a small reader first" of "make first a small reader".
pub(super) fn in_usual_order(what: &str) -> Option<String> {
    let mut parts = what.splitn(3, ' ');
    let (verb, adverb, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let moved = phrases!("first|now|quickly").contains(&adverb.to_lowercase())
        && is_determined(rest)
        && !rest.contains([',', ';']);
    moved.then(|| format!("{verb} {} {adverb}", rest.trim_end_matches(['.', '!'])))
}

/// Replaces "it" or "them" in an order by the object of the order before.
pub(super) fn resolved(what: &str, thing: &str) -> Option<String> {
    let about = object(what).filter(|_| !thing.is_empty())?;
    // "Write a test for it"
    let ends = phrases!(" for it| of it| to it| with it| for them| for that");
    if let Some(end) = ends.iter().find(|e| about.trim_end_matches(['.', '?']).ends_with(*e)) {
        let head = what.trim_end_matches(['.', '?']).strip_suffix(end)?;
        let link = end.split(' ').nth(1).unwrap_or("for");
        let named = after_any(thing, phrases!("a|an")).map_or_else(|| thing.to_owned(), |bare| format!("the {bare}"));
        return (words(head) >= 2).then(|| format!("{head} {link} {named}"));
    }
    let verb = what.get(..what.len() - about.len())?;
    // "Write its label"
    if let Some(own) = after_any(about, phrases!("its|their")).filter(|own| !own.is_empty()) {
        let plural = if thing.ends_with('s') { "'" } else { "'s" };
        return Some(format!("{verb}{thing}{plural} {own}"));
    }
    let rest = after_any(about, phrases!("it|them|these|those"))?;
    Some(format!("{verb}{thing} {rest}").trim_end().to_owned())
}

/// The task of an order to find something out: "Look into why the sensor drifts".
pub(super) fn inquiry(what: &str) -> Option<String> {
    let rest = after_any(
        what,
        phrases!(
            "look into|check|double check|find out|figure out|investigate|verify|test|have a look|have a look at|take a look|take a look at\
     |determine|make sure|ensure"
        ),
    )?;
    let fact = after_any(rest, phrases!("why|how|whether|if|what|which|that|where|when"))
        .or_else(|| after_any(what, phrases!("make sure|ensure")))?;
    (words(fact) >= 3 && !fact.starts_with(',') && !unclear(fact) && summary::stands_alone(fact))
        .then(|| whole(&capital(unhurried(what).trim_end_matches(['?', '.']))))
}

/// Whether the object is a pronoun or no object at all; "one test in the cellar module" counts.
pub(super) fn points_only(about: &str) -> bool {
    let counted =
        after_any(about, phrases!("one")).is_some_and(|rest| words(rest) >= 2 && !rest.starts_with([',', '.']));
    let linked = after_any(about, phrases!("one")).is_some_and(|rest| {
        after_any(
            rest,
            phrases!("of|in|for|to|with|that|which|more|already|please|too|as|and|at|on|by|from|then|here|there"),
        )
        .is_some()
    });
    after_any(about, NO_OBJECT).is_some() && (linked || !counted) && !names_all_of_a_kind(about)
}

/// Whether words name all things of a kind: "all the dependencies", "all old screenshots", not "all of them".
fn names_all_of_a_kind(about: &str) -> bool {
    let of_the =
        after_any(about, phrases!("all the|all our|all my|all of the|all of our")).is_some_and(|rest| !rest.is_empty());
    let kinds = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word != "this";
    of_the || after_any(about, phrases!("all")).is_some_and(|rest| rest.split(' ').take(2).any(kinds))
}

/// Whether words refer to something that they do not name.
pub(in crate::pipeline::acts) fn unclear(text: &str) -> bool {
    let low = text.to_lowercase();
    if names_by_place(&low) {
        return true;
    }
    let all: Vec<&str> = low.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let linking = phrases!(
        "|in|into|to|for|as|by|with|on|please|from|up|down|and|so|is|are|was|too|also|instead|again|now|there|then"
    );
    all.iter().take(4).enumerate().any(|(at, word)| {
        let next = all.get(at + 1).copied().unwrap_or("");
        let before = at.checked_sub(1).and_then(|n| all.get(n)).copied().unwrap_or("");
        match *word {
            // "The readme so it matches": the thing stands before.
            "it" | "they"
                if at >= 2
                    && phrases!("so|and|that|when|if|until|once|because|while|as|before|after").contains(before) =>
            {
                false
            }
            "it" | "them" | "they" => true,
            "its" => at == 0,
            "one" => at == 0 && (next.is_empty() || linking.contains(next) || points_only(&low)),
            "this" | "these" | "those" => linking.contains(next),
            // "a script that converts": the words go on.
            "that" => {
                at == 0 && linking.contains(next)
                    || linking.contains(next)
                        && phrases!("to|in|of|for|on|with|at|from|by|about|as|like").contains(before)
            }
            _ => false,
        }
    })
}

/// Whether words name a thing only by its place among others: "the rest", "the first two", "the same to the footer".
pub(super) fn names_by_place(low: &str) -> bool {
    let rest = after_any(
        low,
        phrases!(
            "the rest|the others|the other|the other one|the other ones|the other two|the other three|the same|the same thing|the first|the second|the third\
             |the last|the former|the latter|the first one|the second one|the last one|the first two|the last two|the first three|the remaining ones|the remaining two"
        ),
    );
    let linked = phrases!("to|for|in|on|with|there|here|as|please|pls|then|now|too|first|instead|and|but|at|again");
    rest.is_some_and(|rest| {
        let next = rest.split([' ', ',']).next().unwrap_or("");
        next.is_empty() || rest.starts_with([',', '.', '!']) || linked.contains(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_told_behind_an_order_is_no_part_of_it() {
        for (said, order, why) in [
            ("replace the hinges, they squeak", "replace the hinges", Some("they squeak")),
            ("paint the gate green, it's the oldest one", "paint the gate green", Some("it's the oldest one")),
            ("remove the old bell, nobody rings it", "remove the old bell", Some("nobody rings it")),
            ("paint the gate, the door and the fence", "paint the gate, the door and the fence", None),
        ] {
            let (head, told) = with_reason_told(said);
            assert_eq!((head, told.as_deref()), (order, why), "{said}");
        }
    }

    #[test]
    fn an_order_may_be_wrapped_in_politeness() {
        assert_eq!(if_done("wrote a label for the jar").as_deref(), Some("write a label for the jar"));
        assert_eq!(if_done("were a bit faster"), None);
        for said in ["whenever it suits you, oil the gate", "when you have a minute, oil it", "at your leisure, oil it"]
        {
            assert!(LEISURE.is_match(said), "{said}");
        }
        for said in ["when the paint is dry, oil the gate", "if you have no oil, ask", "whenever it rains, oil it"] {
            assert!(!LEISURE.is_match(said), "{said}");
        }
    }

    #[test]
    fn a_pronoun_in_an_order_is_named() {
        assert_eq!(resolved("repair it twice", "the gate").as_deref(), Some("repair the gate twice"));
        assert_eq!(resolved("repair its hinges", "the gate").as_deref(), Some("repair the gate's hinges"));
        assert_eq!(resolved("update their signs", "the doors").as_deref(), Some("update the doors' signs"));
        assert_eq!(resolved("repair its hinges", ""), None);
    }
}
