//! Defines what the last turns talk of: the things that a sentence names, and the one thing that a pronoun surely stands
//! for.

use std::ops::Range;

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::pipeline::acts::View;
use crate::pipeline::acts::references::antecedents::told_of;
use crate::pipeline::acts::sentences::wording::plain;
use crate::pipeline::acts::work::imperative::DOES;
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// A folder or a file.
    PATH = r"[\w.-]+/(?:[\w./-]+)?|\b[\w-]+\.(?:rs|py|js|ts|go|java|toml|ya?ml|json|md|sql|sh|xml|css|html|c|h|cpp)\b";
    /// The topic that a sentence opens with, before a colon: "ropes" of "and ropes: coil them".
    TOPIC = r"(?i)^(?:and |also |but |so |then |ok,? )*(?P<thing>[\w-]+(?: [\w-]+)?):\s";
    /// A noun phrase with its determiner, up to the preposition: "the old CSV importer" of "the old CSV importer in the
    /// code base".
    THING = r"(?i)\b(?:the|a|an|our|my|your|its|both|all|these|those|no|two|three|four|five|six|some|several)\b(?P<thing>(?: (?:[`\w'./-]+)){1,4})";
    /// The agent's report of where it looked, which is about nothing: "I read through the code first".
    LOOKED = r"(?i)^(?:ok(?:ay)?,? |sure,? |done,? )?(?:i|i've|i have)(?: just| also| now| first| already)* (?:read|looked|checked|went|reviewed|searched|scanned|inspected|examined|grepped|(?:had|took) a look)(?: (?:through|at|over|into|in|up|and|the|all|your|my|whole|of|related|existing|relevant))* (?:code|codebase|tests?|logs?|files?|repo|repository|sources?|docs?|history|callers?)\b";
    /// The part that something was given: "a shadow" of "the bar has a shadow now".
    HAS = r"(?i)^(?:done[.,:!-]* )?(?:the|our|my|your|each|every) [\w'/ -]{2,40}? (?:now )?(?:has|have|gets?|got) (?:an?|its own) (?P<thing>[\w'-]+(?: [\w'-]+)??)(?: now)?[.!]*$";
}

/// The most sentences in a turn of the agent that is about one thing.
const SHORT: usize = 4;

/// The most things in a sentence whose subject is meant.
const RIVALS: usize = 2;

/// The one thing that a short last turn of the agent is about, or the one of several that the person had named too; where
/// the agent names none, what the person asked for. Where several are left, none is sure: a wrong name is worse than a
/// pronoun.
pub(super) fn one_talked_of(view: View<'_>, many: bool) -> Option<String> {
    let turn = view.agents_turn()?;
    let said: Vec<String> = told(turn).filter(|text| !LOOKED.is_match(text)).collect();
    if said.len() > SHORT || turn.sentences.iter().any(|s| s.block != BlockKind::Paragraph) {
        return None;
    }
    let asked: Vec<String> = view.talk.before().find(|t| t.role == Role::User).into_iter().flat_map(told).collect();
    let named = main_things(&said);
    if named.is_empty() {
        return only_one(&main_things(&asked), many);
    }
    let known: Vec<String> = asked.iter().flat_map(|text| nouns(text)).collect();
    let shared: Vec<String> = named.iter().filter(|thing| known.contains(&noun(thing))).cloned().collect();
    let near = said.len() == 1 && named.len() <= RIVALS;
    let subject = || said.first().filter(|_| near).and_then(|text| told_of(text, many));
    only_one(&named, many).or_else(|| only_one(&shared, many)).or_else(subject)
}

/// The only thing of a list, if it is one or several as wanted.
fn only_one(named: &[String], many: bool) -> Option<String> {
    let mut meant = named.iter().filter(|thing| is_several(thing) == many);
    let one = meant.next().filter(|_| meant.next().is_none())?;
    // Behind several things, "it" may mean a whole of them.
    (many || named.first() == Some(one)).then(|| format!("the {one}"))
}

/// The things that statements are about, each once: not those behind a preposition.
fn main_things(said: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for thing in said.iter().flat_map(|text| things(text)) {
        if !out.iter().any(|known| noun(known) == noun(&thing)) {
            out.push(thing);
        }
    }
    out
}

/// The statements of a turn in its own words.
fn told(turn: &ReadTurn) -> impl Iterator<Item = String> {
    turn.sentences.iter().filter(|s| s.block != BlockKind::Quote && !s.asks).map(|s| plain(&s.text))
}

/// The stem of the last word of a thing, by which two are compared.
fn noun(thing: &str) -> String {
    nouns(thing).pop().unwrap_or_default()
}

fn nouns(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    words.map(|w| stem(&w.to_lowercase())).collect()
}

/// Nouns that name no thing.
pub(super) const NO_THING: Phrases = phrases!(
    "moment|same|other|one|way|end|first|second|third|fourth|former|latter|last|rest|next|most|problem|reason|question|answer|point|issue|catch|thing|things|problems|reasons|ways|days|weeks|months|years|hours|minutes|times|options|people"
);

/// Nouns of people, who are no thing.
const PERSONS: Phrases = phrases!(
    "wife|husband|brother|sister|mum|mom|mother|dad|father|boss|girlfriend|boyfriend|gf|bf|friend|friends|kid|kids|son|daughter|nephew|niece|colleague|colleagues|coworker|coworkers|client|clients|customer|customers|guy|guys|reviewer|intern|pi|cat|dog|neighbour|neighbor|landlord"
);

/// The first thing that a sentence names.
pub(in crate::pipeline::acts) fn first_thing(text: &str, many: bool) -> Option<String> {
    // "The bar has a shadow now": the shadow is what is new.
    if let Some(had) = HAS.captures(text).and_then(|c| Some(c.name("thing")?.as_str().to_owned())).filter(|_| !many) {
        return Some(format!("the {had}"));
    }
    if let Some(topic) = TOPIC.captures(text).and_then(|c| c.name("thing")).filter(|t| is_several(t.as_str()) || !many)
    {
        return Some(topic.as_str().to_lowercase());
    }
    let Some((found, _)) = named_from(text, 0) else {
        let mut paths = PATH.find_iter(text).map(|m| m.as_str().to_owned()).filter(|_| !many);
        return paths.next().filter(|_| paths.next().is_none());
    };
    (is_several(&found) || !many).then(|| format!("the {found}"))
}

/// The things that a sentence names, but for those behind a preposition.
fn things(text: &str) -> Vec<String> {
    const PLACES: Phrases = phrases!("in|on|at|for|to|of|with|from|by|into|under|over|behind|like|as|per|without");
    let mut out = Vec::new();
    let mut at = 0;
    while let Some((thing, range)) = named_from(text, at) {
        at = range.end;
        let before = text.get(..range.start).unwrap_or_default().trim_end().rsplit(' ').nth(1).unwrap_or_default();
        if !PLACES.contains(before.to_lowercase().as_str()) {
            out.push(thing);
        }
    }
    out
}

/// Whether a noun names several things.
fn is_several(thing: &str) -> bool {
    thing.ends_with('s') && !thing.ends_with("ss")
}

/// The first thing that a sentence names from a byte on, without its determiner, and its place.
fn named_from(text: &str, from: usize) -> Option<(String, Range<usize>)> {
    let ends = phrases!(
        "in|on|at|for|to|of|with|from|by|after|before|when|that|which|is|are|was|were|has|have|will|would|now|as|and|or|under|into|a|an|the|it|they|still|already|also|only|never|always|just|not|so|too|very|more|less"
    );
    let mut at = from;
    loop {
        let found = THING.captures(text.get(at..)?)?;
        let said = found.name("thing")?;
        let (start, all) = (at + said.start(), said.as_str().split(' ').skip(1).collect::<Vec<_>>());
        // "The report lists sessions": a verb between two nouns.
        let acts =
            |at: usize, w: &str| at > 0 && at + 1 < all.len() && w.strip_suffix('s').is_some_and(|v| DOES.contains(v));
        let stops = |at: usize, w: &str| ends.contains(w.to_lowercase().as_str()) || is_verb(w) || acts(at, w);
        let kept = all.iter().enumerate().take_while(|(at, w)| !stops(*at, w)).count();
        let words = all.get(..kept)?.join(" ");
        at = start + 1 + words.len().max(1);
        let names = |first: &&str| {
            let first = first.to_lowercase();
            !NO_THING.contains(&first) && !PERSONS.contains(first.as_str())
        };
        if all.first().filter(|_| kept > 0).is_some_and(names) {
            return Some((words.trim_end_matches(['.', ',', '\'']).to_owned(), start + 1..at));
        }
    }
}

/// Whether the word after a noun is its verb: "the badge sits in the corner".
fn is_verb(word: &str) -> bool {
    phrases!("says|said|sits|stays|remains|shows|lives|runs|uses|looks|gets|appears|opens|takes|needs|works|fails|comes|goes|keeps|starts|stays|does|stands|returns|reads|writes|i|we|you|could|can|should|must|may").contains(word)
}
