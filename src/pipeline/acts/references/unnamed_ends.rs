//! Defines what the pronoun at the end of an order stands for: "write a test for it", "get a PR up for this". The thing is
//! looked up in the words before it and in the agent's last turn; an order whose end stays unnamed waits for the person.

use super::antecedents::told_of;
use super::pointing::told_last;
use super::talked_of::{first_thing, one_talked_of};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{self, after_any, plain, whole};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary::{last_pointer, leaves_end_open};
use crate::text::patterns;

/// Longest turn of the agent, in sentences, whose first words tell what it is about.
const MOST_SENTENCES: usize = 8;

patterns! {
    /// A pronoun in the purpose of something that is asked for: "add an option to turn it off".
    OF_MEANS = r"(?i)^(?P<order>.*\b(?:options?|way|flags?|buttons?|switch|setting|toggle|command|possibility|means|key|shortcut|checkbox|parameter|variable|link|menu) (?:to|for) (?:[a-z]+ ){1,2}?)(?P<it>it|them|this|that)(?P<tail> (?:off|on|out|up|down|back|again|away|in|entirely|completely)\b.*)?$";
}

/// The words before the pronoun of an order's purpose, the pronoun, and the words behind it.
fn in_purpose(summary: &str) -> Option<(&str, &str, &str)> {
    let found = OF_MEANS.captures(summary)?;
    let part = |name| found.name(name).and_then(|part| summary.get(part.range()));
    Some((part("order")?.trim_end(), part("it")?, part("tail").unwrap_or_default()))
}

/// Whether a text leaves unnamed what its pronoun stands for, so that it cannot be understood alone.
pub(in crate::pipeline::acts) fn leaves_thing_open(text: &str) -> bool {
    in_purpose(text).is_some() || leaves_end_open(text) || wording::leaves_object_open(text)
}

/// A request with the thing that the pronoun of its purpose stands for; it waits where that is not sure.
fn with_purpose(view: View<'_>, act: Act) -> Act {
    let Some((order, it, tail)) = in_purpose(&act.summary) else { return act };
    let many = it.eq_ignore_ascii_case("them");
    let said = view.own().take_while(|s| s.range.end <= act.range.start && !s.asks).last();
    let own = said.and_then(|s| told_of(&plain(&s.text), many));
    match own.or_else(|| one_talked_of(view, many)) {
        Some(thing) => Act { summary: whole(&format!("{order} {thing}{tail}")), ..act },
        None => Act { certainty: Certainty::Likely, ..act },
    }
}

/// A request with the thing that its last pronoun stands for.
pub(in crate::pipeline::acts) fn named(view: View<'_>, act: Act) -> Act {
    let of_own = act.target.is_none() && act.basis.is_none();
    if act.deed == ActKind::Request && of_own && in_purpose(&act.summary).is_some() {
        return with_purpose(view, act);
    }
    // "Put the ropes there too": the place stands in what the agent told.
    let bare = || act.summary.trim_end_matches(" too").trim_end_matches(" as well").trim_end_matches(" also");
    if act.deed == ActKind::Request
        && of_own
        && wording::leaves_place_open(&act.summary)
        && bare().ends_with(" there")
        && let Some(told) = told_last(view)
    {
        let announced =
            told.split_once(": ").filter(|(lead, _)| after_any(lead, phrases!("here|this|that's")).is_some());
        let told = announced.map_or(told.as_str(), |(_, told)| told);
        return Act { summary: whole(&format!("{told}; {}", low_first(bare()))), ..act };
    }
    let found = last_pointer(&act.summary).filter(|_| act.deed == ActKind::Request && of_own);
    let Some((order, it)) = found.map(|(order, it)| (order, it.to_lowercase())) else { return act };
    let many = phrases!("them|these|those").contains(&it);
    // "Add a button and a tooltip for it" may name it itself; "add a probe to that" names it in the words before.
    let names_it = phrases!("it|them").contains(&it) && JOINS.within(order);
    let goes_on = view.own().next().is_some_and(|first| first.range.start < act.range.start);
    let thing = if phrases!("it|them").contains(&it) { thing(view, &act, many) } else { None };
    match thing {
        _ if names_it => act,
        Some(thing) => Act { summary: whole(&format!("{order} {thing}")), ..act },
        // "This" may be all that was told.
        None if !goes_on && leaves_end_open(&act.summary) => Act { certainty: Certainty::Likely, ..act },
        None => act,
    }
}

/// Words that join two things of an order.
const JOINS: Phrases = phrases!(" and |, ");

/// The thing that the person's words before an act, or the agent's last turn, tell of.
fn thing(view: View<'_>, act: &Act, many: bool) -> Option<String> {
    let said: Vec<&Sentence> = view.own().take_while(|s| s.range.end <= act.range.start && !s.asks).collect();
    let own = said
        .iter()
        .rev()
        .map(|s| plain(&s.text))
        .find_map(|text| told_of(&text, many).or_else(|| first_thing(&text, many)));
    let agents = || view.agents_turn().filter(|turn| turn.sentences.len() <= MOST_SENTENCES);
    let told = |s: &&Sentence| s.block == BlockKind::Paragraph && !s.asks;
    own.or_else(|| agents()?.sentences.iter().filter(told).find_map(|s| told_of(&plain(&s.text), many)))
}
