//! Defines how each side of an "or" is worded with all that the sides share: of "Should the lamp be red or green at night?"
//! the second is "The lamp should be green at night".

use super::asserted::{Asked, is_verb};
use super::question_frames::{Frame, OWN};
use super::side_starts::{LINKS, SideStart, start_of_first, without_link};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::deeds::{is_deed, resolved};
use crate::pipeline::acts::offers::options::{OfferedSides, Side, comma_parts, names, tailed};
use crate::pipeline::acts::sentences::topics::{low_first, with_topic};
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, order, unhurried, whole, words};

/// Openings of a second clause behind an "or".
const OPENS_A_CLAUSE: Phrases = phrases!("shall|should|would|will|can|could|may|must|do|does|are we");

/// The sides of a question with one "or" and one verb.
pub(in crate::pipeline::acts) fn sides(body: &str) -> Option<OfferedSides> {
    if let Some((condition, rest)) = condition_first(body) {
        let mut found = sides(rest)?;
        for side in &mut found.sides {
            side.summary = whole(&format!("{} {}", side.summary, low_first(condition)));
        }
        return Some(found);
    }
    let at = body.to_ascii_lowercase().rfind(" or ")?;
    let (left, right) = (body.get(..at)?.trim_end_matches(','), body.get(at + " or ".len()..)?.trim());
    let mut pieces = comma_parts(left);
    // "Red, green or both?"
    let right = if phrases!("both|all|all of them|all three|neither|either").contains(&right.to_lowercase()) {
        let last = pieces.pop()?;
        if pieces.is_empty() {
            return sides(left);
        }
        last
    } else {
        right
    };
    let (first, between) = pieces.split_first()?;
    if let Some(stem) = asked_where(first.split(": ").next()?) {
        let behind: Vec<&str> =
            first.split_once(": ").map(|(_, option)| option).into_iter().chain(between.iter().copied()).collect();
        return placed(&stem, &behind, right);
    }
    // "Keep the lamp, or sell it?"
    let goes_on = || is_predicate(right) || is_manner(right) && first.rsplit(' ').next().is_some_and(is_manner);
    let ordered = || (is_deed(&low_first(first)) && goes_on()).then_some(Frame::Own(first));
    let frame = Frame::read(first).or_else(ordered)?;
    if after_any(right, phrases!("is|are|am")).is_some() {
        return None;
    }
    if after_any(right, OPENS_A_CLAUSE).is_some() {
        return two_clauses(&frame, right).filter(|_| between.is_empty());
    }
    let right = after_any(right, phrases!("rather|else|just|simply|also")).unwrap_or(right);
    let right = right.strip_suffix(" as well").or(right.strip_suffix(" too")).unwrap_or(right);
    let does = matches!(frame, Frame::Own(_) | Frame::Third(_));
    if does && (is_predicate(right) || is_verb_behind(&frame, right)) {
        return predicates(&frame, between, right);
    }
    behind_verb(&frame, between, right, body.get(..at)?.ends_with(','))
}

/// Whether a word without an article is a verb behind a verb with its object: "chase the cat or sleep".
fn is_verb_behind(frame: &Frame<'_>, right: &str) -> bool {
    let object = frame.deed().split(' ').nth(1).unwrap_or("");
    let has_object =
        phrases!("the|a|an|all|its|their|every|right").contains(object) || frame.deed().split(' ').count() == 1;
    let low = right.starts_with(char::is_lowercase);
    let opens = right.split(' ').next().is_some_and(is_verb);
    let no_noun = after_any(right, phrases!("go|stay|wait|fall|come|get|become|keep|happen")).is_some();
    low && opens && words(right) <= 3 && (has_object || no_noun && words(right) > 1)
}

/// The condition before a question, and the question: "When it rains, should the roof close or stay open?"
fn condition_first(body: &str) -> Option<(&str, &str)> {
    after_any(body, phrases!("when|if|once|after|before|while"))?;
    let (condition, rest) = body.split_once(", ")?;
    let asks = after_any(rest, OWN).or_else(|| after_any(rest, phrases!("should|must|shall|can|may|will")));
    asks.map(|_| (condition, rest))
}

/// Whether words are a predicate of their own: "be green", "keep the lamp".
fn is_predicate(text: &str) -> bool {
    after_any(text, phrases!("be|stay|remain")).is_some() || is_deed(text)
}

/// Whether words say when or how something is done: "together", "one by one".
pub(in crate::pipeline::acts) fn is_manner(text: &str) -> bool {
    phrases!("now|later|together|separately|first|last|at once|one by one|in one go|all at once|today|tomorrow|tonight|early|late|by hand|automatically|daily|weekly|hourly|nightly|monthly|inline|in parallel|in sequence").contains(&text.to_lowercase())
}

/// Makes the sides of their words, as they stand and alone, and their summaries.
fn made(sides: impl IntoIterator<Item = (String, String, String)>) -> Option<OfferedSides> {
    const MOST: usize = 9;
    let sides: Vec<Side> = sides.into_iter().map(|(said, text, summary)| Side { text, summary, said }).collect();
    let fits = |side: &Side| (1..=MOST).contains(&words(&side.text));
    (sides.len() > 1 && sides.iter().all(fits)).then(|| OfferedSides { sides, topic: String::new() })
}

/// The sides of "should the lamp be switched off or stay on".
fn predicates(frame: &Frame<'_>, between: &[&str], right: &str) -> Option<OfferedSides> {
    let first = frame.deed();
    if !between.iter().all(|piece| is_predicate(piece)) {
        return None;
    }
    // "Should the oven retry or give up when the gas is out": the condition holds for both.
    let (right, condition) = match phrases!(" when | if | once | while ").find(right) {
        Some((at, _)) if !first.contains(right.get(at..at + 4)?) => right.split_at_checked(at)?,
        _ => (right, ""),
    };
    let all = [first].into_iter().chain(between.iter().copied()).chain([right]);
    made(all.map(|said| {
        let named = resolved(unhurried(said), first);
        let text = after(&named, "be").unwrap_or(&named).to_owned();
        (said.to_owned(), text, frame.worded(&format!("{named}{condition}")))
    }))
}

/// The sides of "should the lamp be red, or do you want a green one".
fn two_clauses(left: &Frame<'_>, right: &str) -> Option<OfferedSides> {
    let right = Frame::read(right)?;
    // "Dark mode as the default, or should it ...": what "it" is stands before the preposition.
    if matches!(left, Frame::Wish(thing) if LINKS.iter().any(|link| thing.contains(&format!(" {link} ")))) {
        return None;
    }
    let last = match (&right, left) {
        (Frame::Third(asked), Frame::Third(Asked { subject, .. }) | Frame::Wish(subject))
            if phrases!("it|they|that|this").contains(&asked.subject.to_lowercase()) =>
        {
            // "Do we need the lamp now, or can it wait?"
            let times = ["now", "yet", "already", "today"];
            let subject = times.iter().find_map(|time| subject.strip_suffix(time)).unwrap_or(subject).trim();
            whole(&Asked { subject, ..*asked }.states(asked.deed))
        }
        (Frame::Wish(thing), Frame::Third(asked)) => with_topic(thing, bare(asked.subject)),
        (Frame::Own(deed), _) => order(&resolved(deed, left.deed())),
        (right, _) => right.worded(right.deed()),
    };
    let side = |frame: &Frame<'_>, summary| (frame.deed().to_owned(), frame.deed().to_owned(), summary);
    made([side(left, left.worded(left.deed())), side(&right, last)])
}

/// A thing without its article.
fn bare(thing: &str) -> &str {
    after_any(thing, phrases!("the|a|an|our|your|this")).unwrap_or(thing)
}

/// The sides of "should the lamp be red or green at night": they share the words before the first and behind the last.
fn behind_verb(frame: &Frame<'_>, between: &[&str], right: &str, parted: bool) -> Option<OfferedSides> {
    let all: Vec<&str> = frame.deed().split(' ').collect();
    let verb = usize::from(!matches!(frame, Frame::Wish(_) | Frame::Is(..)));
    let kind = SideStart::of(right);
    let (last, tail) = match kind {
        SideStart::Place | SideStart::Manner => {
            right.strip_suffix(" by default").map_or((right, ""), |r| (r, "by default"))
        }
        _ if parted => (right, ""),
        _ => tailed(right),
    };
    let arguments = all.get(verb..).filter(|a| !a.is_empty())?;
    let from = verb + start_of_first(arguments, last, kind);
    let (head, first) = (all.get(..from)?.join(" "), all.get(from..)?.join(" "));
    // "One file a day or a box a week": the last side has its own.
    let own = tail.split(' ').next().is_some_and(|word| first.split(' ').any(|w| w == word));
    let (last, tail) = if own { (right, "") } else { (last, tail) };
    let shared = Shared { frame, head: &head, tail };
    let all = names(&first, between, &with_noun(last, &first));
    made(all.into_iter().map(|name| {
        let text = unhurried(name.trim()).to_owned();
        let summary = shared.worded(&text);
        (text.clone(), text, summary)
    }))
}

/// The last side with the noun of the first for "one": "a fixed limit or a free one".
fn with_noun(last: &str, first: &str) -> String {
    const ARTICLES: Phrases = phrases!("a|an|the|another|some|no|our|your|this|that|each|every");
    let noun = first
        .split(' ')
        .take_while(|w| matches!(SideStart::of(w), SideStart::Thing | SideStart::Other))
        .last()
        .unwrap_or("");
    // "As chapter one" counts.
    let stands_for = last.split(' ').any(|word| ARTICLES.contains(word));
    match last.strip_suffix(" one").filter(|_| stands_for) {
        Some(adjective) if words(last) > 2 || first.starts_with(adjective) => format!("{adjective} {noun}"),
        _ => last.to_owned(),
    }
}

/// The words that belong to every side of a question: its form, those before the first side and those behind the last.
struct Shared<'t> {
    frame: &'t Frame<'t>,
    head: &'t str,
    tail: &'t str,
}

impl Shared<'_> {
    /// Words a side with all that it shares with the others.
    fn worded(&self, side: &str) -> String {
        let kind = SideStart::of(side);
        let has_link = matches!(kind, SideStart::Place | SideStart::Manner);
        let head = if has_link { without_link(self.head) } else { self.head };
        let tail = self.tail;
        match self.frame {
            Frame::Is(is, _) => {
                let (subject, link) = self.subject_and_link();
                let link = if has_link { without_link(link) } else { link };
                let all = [subject, is, link, side, tail].into_iter().filter(|part| !part.is_empty());
                whole(&capital(&all.collect::<Vec<_>>().join(" ")))
            }
            Frame::Wish(_) if kind != SideStart::Place => with_topic(format!("{side} {tail}").trim(), bare(head)),
            _ => self.frame.worded(format!("{head} {side} {tail}").trim()),
        }
    }

    /// The subject of a question about how it is, and the words between it and a side: "the database" and "on Postgres"
    /// of "the database on Postgres 14", "the API" and "versioned" of "the API versioned in the path".
    fn subject_and_link(&self) -> (&str, &str) {
        let bare = without_link(self.head);
        let (before, last) = bare.rsplit_once(' ').unwrap_or(("", bare));
        let is_participle = last.len() > 4 && last.ends_with("ed") || PARTICIPLES.contains(last);
        // "Postgres 14": the preposition stands before the name.
        let is_name = bare.len() == self.head.len() && last.starts_with(char::is_uppercase);
        let linked = without_link(before);
        let subject = if is_participle {
            before
        } else if is_name && linked.len() < before.len() {
            linked
        } else {
            bare
        };
        (subject, self.head.get(subject.len()..).unwrap_or("").trim())
    }
}

/// Participles that do not end in "ed".
const PARTICIPLES: Phrases = phrases!("run|built|kept|written|set|sent");

/// The statement that an answer to a question of place, time or manner completes.
struct Stem<'t> {
    frame: Frame<'t>,
    /// Who: the answer is the subject.
    who: Option<&'t str>,
}

/// Reads "where should the lamp stand" as "the lamp should stand", and "who may switch it" as "may switch it".
fn asked_where(first: &str) -> Option<Stem<'_>> {
    if let Some(deed) = after_any(first, phrases!("who")) {
        let does = after_any(deed, phrases!("may|can|should|must|will|gets to")).is_some();
        return does.then_some(Stem { frame: Frame::Own(deed), who: Some(deed) });
    }
    let rest = after_any(first, phrases!("where|when|how|how often|how long"))?;
    let rest = after_any(rest, phrases!("often|long")).unwrap_or(rest);
    let frame = Frame::read(rest).filter(|frame| !matches!(frame, Frame::Wish(_)))?;
    Some(Stem { frame, who: None })
}

/// The sides of "where should the lamp stand, in the hall or at the door".
fn placed(stem: &Stem<'_>, between: &[&str], right: &str) -> Option<OfferedSides> {
    let all = || between.iter().copied().chain([right]);
    // "Where should the lamp stand: hall or kitchen?" needs a preposition.
    if stem.who.is_none() && !all().all(|said| matches!(SideStart::of(said), SideStart::Place | SideStart::Manner)) {
        return None;
    }
    let worded = |said: &str| {
        let said = unhurried(said.trim());
        let text = said.strip_suffix(" too").or(said.strip_suffix(" as well")).unwrap_or(said);
        let text = after_any(text, phrases!("also")).unwrap_or(text);
        let summary = match stem.who {
            Some(deed) => whole(&capital(&format!("{text} {deed}"))),
            None => stem.frame.worded(&format!("{} {text}", stem.frame.deed())),
        };
        (said.to_owned(), said.to_owned(), summary)
    };
    made(all().map(worded))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(said: &str) -> Vec<String> {
        sides(said).map(|s| s.sides.into_iter().map(|s| s.summary).collect()).unwrap_or_default()
    }

    fn check(cases: &[(&str, &str, &str)]) {
        for (asked, first, last) in cases {
            assert_eq!(read(asked), [*first, *last], "{asked}");
        }
    }

    #[test]
    fn sides_of_what_something_should_do_are_statements_about_it() {
        check(&[
            (
                "Should the lamp be red or green at night",
                "The lamp should be red at night",
                "The lamp should be green at night",
            ),
            (
                "Should the kiln show minutes or a bar by default",
                "The kiln should show minutes by default",
                "The kiln should show a bar by default",
            ),
            (
                "Should the baker write one card per loaf or a single list",
                "The baker should write one card per loaf",
                "The baker should write a single list",
            ),
            (
                "Should old loaves go to the shelf or be thrown away at once",
                "Old loaves should go to the shelf",
                "Old loaves should be thrown away at once",
            ),
            (
                "Should the oven retry or give up after three failures",
                "The oven should retry",
                "The oven should give up after three failures",
            ),
            (
                "Should the tide be stored as metres or in feet",
                "The tide should be stored as metres",
                "The tide should be stored in feet",
            ),
            (
                "Where should the lamp stand, in the hall or at the door",
                "The lamp should stand in the hall",
                "The lamp should stand at the door",
            ),
            (
                "When should the oven start, at night or every hour",
                "The oven should start at night",
                "The oven should start every hour",
            ),
            (
                "Who may light the oven, only bakers or apprentices too",
                "Only bakers may light the oven",
                "Apprentices may light the oven",
            ),
        ]);
    }

    #[test]
    fn a_condition_a_place_or_a_second_clause_is_kept() {
        check(&[
            (
                "Should the door have a fixed handle or a loose one",
                "The door should have a fixed handle",
                "The door should have a loose handle",
            ),
            (
                "Should a cracked bake block the whole batch, or just be logged",
                "A cracked bake should block the whole batch",
                "A cracked bake should be logged",
            ),
            (
                "Should the search match whole words only or also parts of words",
                "The search should match whole words only",
                "The search should match parts of words",
            ),
            (
                "Can the bake limit be configurable, or do you want a fixed one",
                "The bake limit can be configurable",
                "A fixed one - bake limit",
            ),
            (
                "When it rains, should the roof close or stay open",
                "The roof should close when it rains",
                "The roof should stay open when it rains",
            ),
            ("Is the floor of the hall wet or dry", "The floor of the hall is wet", "The floor of the hall is dry"),
            ("Are the tables in oak or pine", "The tables are in oak", "The tables are in pine"),
            (
                "Should a guest be turned away at the door or after a short talk",
                "A guest should be turned away at the door",
                "A guest should be turned away after a short talk",
            ),
        ]);
    }

    #[test]
    fn sides_of_what_we_should_do_are_orders_or_things() {
        check(&[
            ("Do you want the tables printed daily or weekly", "Daily - tables printed", "Weekly - tables printed"),
            ("Do you want the tables as PDF or as HTML", "The tables as PDF", "The tables as HTML"),
            ("Would you like a rope or chains for the gate", "A rope for the gate", "Chains for the gate"),
            ("Should we go with a rope or thin chains", "Use a rope", "Use thin chains"),
            (
                "Where should I put the lamp, in the hall or next to the door",
                "Put the lamp in the hall",
                "Put the lamp next to the door",
            ),
            (
                "Do you want me to paint the doors first or start with the floor",
                "Paint the doors first",
                "Start with the floor",
            ),
            ("Keep the old bell around, or delete it", "Keep the old bell around", "Delete the old bell"),
            ("Should I wait or give up when the gas is out", "Wait when the gas is out", "Give up when the gas is out"),
            (
                "Do you want the bell to be loud, or should it hum and stop by itself",
                "The bell should be loud",
                "The bell should hum and stop by itself",
            ),
            ("Do you want the list on paper, on cloth, or both", "The list on paper", "The list on cloth"),
            (
                "I can either write the list in ink with a pen or in chalk with a sponge",
                "Write the list in ink with a pen",
                "Write the list in chalk with a sponge",
            ),
            ("Do we need the heater now, or can it wait", "The heater now", "The heater can wait"),
        ]);
    }
}
