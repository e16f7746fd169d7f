//! Defines what "it", "them" and "there" stand for in a rule, and what a bare "don't" forbids: what was named last before
//! them.

use std::borrow::Cow;

use super::kinds::{of_noun, of_verb};
use super::objects::files;
use super::things::ruled;
use super::verbs::{Verb, leading};
use super::{Ban, Forbidden};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

patterns! {
    /// A word that stands for a file or place named before it.
    STANDS_FOR = r"(?i)\s(?:(?P<place>(?:in\s+)?there)|it|them|those|th(?:at|is)\s+(?:one|file|folder))\b";
    /// An order whose object was said before: "so do without", "keep your fingers off".
    OPEN_ENDED = r"(?i)\b(?:(?:do|live|manage|work|get\s+by)\s+without|(?:hands|fingers|paws)\s+off|(?:stay|keep)\s+(?:out|away|off)|no\s+touching|(?:do\s+not|don['’]?t|never)\s+(?:touch|edit|change|modify|alter))(?P<end>[\s,]*(?:please|pls)?\W*)$";
    /// Words for data and what holds it.
    STORE = r"(?i)\b(?:databases?|db|tables?|(?:customer|user|live|prod(?:uction)?|the)\s+data)\b";
    /// A subject said again in other words: "generated files, i.e. everything in gen/, are off limits".
    APPOSED = r"(?ix)[^,;:]+,\s*(?:i\.?\s?e\.?|e\.?\s?g\.?|that\s+is|meaning|namely|in\s+other\s+words),?\s+(?P<own>[^,;:]+),\s*(?P<rest>(?:is|are|must|should|may|can|stays?|remains?|has|have|belongs?|gets?|do|does|will|needs?)(?:n['’]t)?\b.*)$";
    /// A prohibition whose act was said before: "Please don't.", "so make none", "never do that again".
    UNSAID = r"(?ix)(?:^|[,;:.(—–-]\s*|\b(?:so|but|and|then)\s+)(?:(?:please|pls|just|really|so)\s+)*(?: (?:do\s+not|don['’]?t)(?:\s+(?:do|make|try|write|add|use|create|open)\s+(?:that|it|this|any|so|one|those))? | (?:make\s+)?none | never\s+(?:again|do\s+(?:that|this|it)) | (?:stop|quit)\s+(?:it|that|this|doing\s+(?:that|it|this)) | cut\s+(?:it|that)\s+out | no\s+more\s+of\s+(?:that|it|this) | not\s+again )(?:[\s,]+(?:again|please|pls|ever|any\s?more|here|now|thanks|ok|okay))*\W*$";
    /// A complaint about a deed of the agent: "you keep committing the lock file".
    YOU_DO = r"(?i)\byou(?:['’](?:re|ve))?\s+(?P<what>.+)$";
    /// Changes in a place: "any hand edits in there".
    EDITS = r"(?i)\b(?:edits?|changes|modifications|tweaks)\s+(?:in|to|under|inside|of|on)\s+(?P<place>[^,;:!?]+)";
}

/// Words that end the first part of a clause, its subject.
const FINITE: Phrases = phrases!(
    "is|are|was|were|isn't|aren't|isn’t|aren’t|has|have|had|can|can't|can’t|cannot|could|will|won't|won’t|would|should|must|may\
     |does|doesn't|doesn’t|do|don't|don’t|did|didn't|need|feel|cost|take|make|break|just|only|always|keep|get|gets"
);
/// Words that are the subject of anything.
const PRONOUNS: Phrases = phrases!(
    "i|you|we|they|he|she|it|that|this|there|these|those|what|who|everything|anything|nobody|nothing|no|please|let's|ok"
);

/// An object with the file that its pronoun stands for: "read the notes folder but never write to it".
pub(super) fn without_pronoun<'t>(object: &'t str, before: &str) -> Cow<'t, str> {
    let trimmed = object.trim_start();
    let pronouns = ["it", "them", "those", "that one", "this one", "that file", "that folder"];
    let Some(rest) = pronouns.iter().find_map(|p| trimmed.strip_prefix(p)) else { return object.into() };
    if rest.starts_with(char::is_alphanumeric) {
        return object.into();
    }
    let store = || STORE.is_match(before).then(|| "the database".to_owned());
    named_last(before).or_else(store).map_or(object.into(), |thing| format!(" {thing}{rest}").into())
}

/// A sentence with the file, place or thing in the place of the word that stands for it, which the sentence itself or the
/// one `before` it names; `None` if there is none. A sentence that asks for work on a file makes no rule about it.
pub(super) fn with_antecedent(sentence: &str, before: &str) -> Option<String> {
    if let Some(found) = OPEN_ENDED.captures(sentence) {
        let (order, end) = (found.get(0)?.start(), found.name("end")?.start());
        let own = &sentence[..order];
        let thing = named_last(own).or_else(|| thing_before(own, before)).or_else(|| named_last(before))?;
        return Some(format!("{} {thing}", &sentence[..end]));
    }
    if let Some(found) = APPOSED.captures(sentence) {
        let [own, rest] = ["own", "rest"].map(|name| found.name(name).map_or("", |m| m.as_str()));
        return Some(format!("{own} {rest}"));
    }
    let found = STANDS_FOR.captures(sentence)?;
    let (word, place) = (found.get(0)?, found.name("place").is_some());
    let own = &sentence[..word.start()];
    let told = || (leading(before).is_none() && !before.ends_with('?')).then(|| named_last(before)).flatten();
    // "leave it", "modifying it"
    let left = own.ends_with("leave") || own.ends_with("ing");
    let file = named_last(own).filter(|_| place || left).or_else(told);
    let thing = file.or_else(|| thing_before(own, before).filter(|_| !place))?;
    Some(format!("{own} {}{thing}{}", if place { "in " } else { "" }, &sentence[word.end()..]))
}

/// The thing that the clause before the last one of `own` is about, or the sentence `before`: "comments are noise, don't
/// write them".
fn thing_before(own: &str, before: &str) -> Option<String> {
    let joints = [", ", "; ", ": ", " so ", " and ", " but ", " - ", " — ", " – "];
    let end = joints.iter().filter_map(|joint| own.rfind(joint)).max();
    let clause = end.map_or(before, |end| &own[..end]);
    let clauses =
        clause.rsplit([',', ';', ':']).flat_map(|part| part.rsplit(" and ")).flat_map(|part| part.rsplit(" - "));
    clauses.filter_map(topic).find(|thing| is_known(thing))
}

/// Whether a thing is one that a rule may be about.
fn is_known(thing: &str) -> bool {
    let mut known = Vec::new();
    ruled(thing, &mut known);
    // "the parser" is no library.
    let determined =
        ["the ", "this ", "that ", "our ", "my ", "a "].iter().any(|w| thing.to_ascii_lowercase().starts_with(w));
    known.iter().any(|rule| !determined || rule.ban != Ban::Library)
}

/// The subject of a clause, up to three words: "code comments" of "code comments are noise".
fn topic(clause: &str) -> Option<String> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is_finite = |at: usize| words.get(at).is_some_and(|w| FINITE.contains(&w.to_ascii_lowercase()));
    // "npm messes it up": a verb by its ending, unless the verb follows it.
    let plain = |w: &str| w.len() > 3 && w.bytes().all(|b| b.is_ascii_lowercase());
    let bends = |at: usize| words.get(at).is_some_and(|w| plain(w) && w.ends_with('s') && !is_finite(at + 1));
    let end = (1..=3).find(|at| is_finite(*at) || bends(*at))?;
    let first = words.first()?.to_ascii_lowercase();
    // "Fix the parser" orders something.
    let orders =
        leading(clause).is_some_and(|(verb, _)| verb != Verb::Program) && !first.ends_with("ing") && !is_finite(end);
    (!orders && !PRONOUNS.contains(&first) && !FINITE.contains(&first)).then(|| words[..end].join(" "))
}

/// Finds the act that a bare "don't" forbids: the one spoken of before it, in the sentence or in the one `before`.
pub(super) fn unsaid(sentence: &str, before: &str) -> Vec<Forbidden> {
    let mut out = Vec::new();
    let Some(order) = UNSAID.find(sentence) else { return out };
    let own = &sentence[..order.start()];
    let said = if own.trim().is_empty() { before } else { own };
    if let Some(what) = YOU_DO.captures(said).and_then(|c| c.name("what")).map(|m| m.as_str()) {
        let starts = std::iter::once(0).chain(what.match_indices(' ').map(|(at, _)| at + 1)).take(5);
        if let Some((verb, object)) = starts.into_iter().find_map(|at| leading(&what[at..])) {
            // What for is no part of it: "to get green", "just so that it passes".
            let purposes = [" just ", " to get ", " to make ", " so that ", " only to "];
            let end = purposes.iter().filter_map(|purpose| object.find(purpose)).min();
            of_verb(verb, &object[..end.unwrap_or(object.len())], &mut out);
        }
    }
    if let Some(place) = EDITS.captures(said).and_then(|c| c.name("place")).filter(|_| out.is_empty()) {
        let named = if place.as_str().contains("there") { named_last(said) } else { None };
        of_noun(&format!("edits in {}", named.as_deref().unwrap_or(place.as_str())), &mut out);
    }
    if out.is_empty() {
        let gerund = said.split_whitespace().next().is_some_and(|first| first.ends_with("ing"));
        let thing = thing_before(&format!("{said}, "), "").or_else(|| gerund.then(|| said.to_owned()));
        ruled(thing.as_deref().unwrap_or_default(), &mut out);
    }
    out
}

/// The file or folder that a text names last, worded as an object.
pub(super) fn named_last(text: &str) -> Option<String> {
    let mut starts: Vec<usize> = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at)).collect();
    starts.reverse();
    // Who does it is not what is meant: "committed by CI".
    let starts = starts.into_iter().filter(|at| !text[..*at].ends_with(" by"));
    let file = starts.into_iter().find_map(|at| files(&text[at..]).into_iter().next())?;
    Some(format!("`{file}`{}", if file.contains(['/', '.']) { "" } else { " folder" }))
}
