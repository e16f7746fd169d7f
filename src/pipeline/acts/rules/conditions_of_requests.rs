//! Defines the conditions that stand in or below a request: "can you, without opening the gate or the hatch, oil the hinge?",
//! "though can we stick to one coat a day?", and the lines under "Expected" of a report of trouble.

use std::ops::Range;

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::{opens, plain_verb};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::{Match, patterns};

patterns! {
    /// A polite request with what must not be done for it.
    WITHOUT = r"(?i)^(?:(?:and|also|ok|okay|so|then|now|please|hi|hey),? )*(?:can|could|would|will) (?:you|u)(?: please)?,? (?:please,? )?without (?P<ban>(?:ever )?[a-z]+ing [^,?]{2,60}), (?:(?:on|in|at|as|with|if)\b[^,?]{2,40}, )?(?:please )?(?P<order>[a-z]+ .+?)\??$";
    /// A way of working that is asked for politely.
    STICKS = r"(?i)(?:^|,? (?:but|though|and|also|only),? |, )(?:can|could|may|shall) we (?:please |also |maybe |just )*(?P<what>(?:stick (?:to|with)|keep (?:to|doing|using|working)|go on with|continue (?:with|to|using)|stay with|follow) .{4,120}?)(?: please)?\?$";
    /// The line above what is expected.
    EXPECTED = r"(?i)^(?:the )?expected(?: behaviou?r| results?| outcome| output)?:?$";
    /// The line that ends it.
    OTHER_PART = r"(?i)^(?:actual|observed|current(?:ly)?|steps?|reproduc\w*|how to reproduce|environment|version|notes?|context|why|screenshots?|logs?)\b.{0,30}:?$";
}

/// Numbers of words and of lines of what is expected.
const WORDS: Range<usize> = 4..25;
const LINES: usize = 5;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let asked = own.iter().filter(|s| s.asks).flat_map(|s| without(s).or_else(|| sticks(s)).unwrap_or_default());
    asked.chain(expected(&own)).collect()
}

/// The rule and the task of a request that says what must not be done for it.
fn without(sentence: &Sentence) -> Option<Vec<Act>> {
    let found = WITHOUT.captures(&sentence.text)?;
    let (ban, order) = (found.name("ban")?, found.name("order")?);
    let at = |part: &Match<'_>| sentence.range.start + part.start()..sentence.range.start + part.end();
    let (banned, ordered) = (plain(ban.as_str()), plain(order.as_str()));
    let ordered = unhurried(&ordered);
    if !opens(&ordered.to_lowercase()) {
        return None;
    }
    let ban_text = plain_verb(&banned).map_or_else(|| format!("No {banned}"), |deed| format!("Do not {deed}"));
    let rule = Act::settled(ActKind::Rule { hard: true }, at(&ban), whole(&ban_text), "without");
    let task = Act::settled(ActKind::Request, at(&order), whole(&capital(ordered)), "without");
    Some(vec![rule, task])
}

/// The rule of a way of working that is asked for.
fn sticks(sentence: &Sentence) -> Option<Vec<Act>> {
    let found = STICKS.captures(&sentence.text)?;
    let (all, what) = (found.get(0)?, found.name("what")?);
    let range = sentence.range.start + all.start()..sentence.range.start + all.end();
    let summary = whole(&capital(&plain(what.as_str())));
    Some(vec![Act::likely(ActKind::Rule { hard: false }, range, summary, "can-we-stick")])
}

/// The rules of the lines that stand under "Expected".
fn expected(own: &[&Sentence]) -> Vec<Act> {
    let head = own.iter().position(|s| EXPECTED.is_match(plain(&s.text).trim())).filter(|at| *at > 0);
    let Some(head) = head else { return Vec::new() };
    let below = own.iter().skip(head + 1).take_while(|s| !OTHER_PART.is_match(plain(&s.text).trim())).take(LINES);
    let states = |s: &&&Sentence| !s.asks && WORDS.contains(&words(&s.text)) && !s.text.trim_end().ends_with(':');
    let own_word =
        |s: &&&Sentence| !phrases!(" i | i'm | you | thanks").within(&format!(" {} ", s.text.to_lowercase()));
    below
        .filter(states)
        .filter(own_word)
        .map(|s| {
            let summary = whole(&capital(plain(&s.text).trim_end_matches('.')));
            Act::likely(ActKind::Rule { hard: false }, s.range.clone(), summary, "expected")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_read_apart_from_its_request() {
        let said = "could you, without opening the gate or the hatch, as far as you can, oil the upper hinge?";
        let found = WITHOUT.captures(said);
        let part = |name| found.as_ref().and_then(|c| Some(c.name(name)?.as_str().to_owned()));
        assert_eq!(part("ban").as_deref(), Some("opening the gate or the hatch"));
        assert_eq!(part("order").as_deref(), Some("oil the upper hinge"));
        for said in ["the shed next, but can we stick to one coat a day?", "can we keep using the small brush please?"]
        {
            assert!(STICKS.is_match(said), "{said}");
        }
        assert!(!STICKS.is_match("can we paint the shed?") && !EXPECTED.is_match("expected that"));
    }
}
