//! Defines how a question is worded with its answer: each side of an "or" with all that the sides share ("Should the lamp
//! be red or green at night?" is "The lamp should be green at night"), and the value that was asked for.

use super::asserted::{Asked, asked, is_verb, without_lead};
use super::deeds::{is_deed, resolved};
use super::options::{OfferedSides, Side, comma_parts, names, tailed};
use super::topics::{low_first, with_topic};
use super::wording::{after, after_any, capital, order, plain, unhurried, whole, words};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

/// Openings of a question about what the agent or both should do.
const OWN: Phrases = phrases!(
    "should i also|should i|should we also|should we|shall i also|shall i|shall we|can i|can we|could i|could we|do i|do we|do you want me to|do you want us to|would you like me to|would you like us to|would you rather i|would you rather we|would you prefer i|would you prefer we|do you prefer i|do you prefer we\
     |do you prefer that i|do you prefer that we|would you prefer that i|would you prefer that we|do you want that i|do you want that we|want me to"
);

/// Openings of a question about what the person wants to have.
const WISHES: Phrases = phrases!(
    "do you want|do you need|do you prefer|do you like|would you like|would you prefer|would you rather have|would you rather|would you want|do we want|do we need"
);

/// Openings of a second clause behind an "or".
const OPENS_A_CLAUSE: Phrases = phrases!("shall|should|would|will|can|could|may|must|do|does|are we");

/// Openings of statements that put options.
const CAN: Phrases = phrases!(
    "i can either|i could either|we can either|we could either|you can either|you could either|i can|i could|we could|we can|you could|are we"
);

/// What a question asks to choose for, by its opening.
enum Frame<'t> {
    /// "Should we use": a side is an order.
    Own(&'t str),
    /// "Do you want": a side is a thing.
    Wish(&'t str),
    /// "Should the lamp be": a side is a statement about a subject.
    Third(Asked<'t>),
    /// "Is the lamp": a side tells how a subject is.
    Is(&'static str, &'t str),
}

impl<'t> Frame<'t> {
    fn read(text: &'t str) -> Option<Self> {
        // "Do we need": wishes are longer than the openings they begin with.
        if let Some(thing) = after_any(text, WISHES)
            .filter(|thing| after_any(thing, phrases!("to|me|us|that i|that we|i|we|if")).is_none())
        {
            // "Do you want the lamp to be red"
            let to_be = thing.split_once(" to be ").and_then(|(subject, _)| {
                let deed = thing.get(subject.len() + " to ".len()..)?;
                Some(Self::Third(Asked { subject, aux: "should", deed }))
            });
            return to_be.or(Some(Self::Wish(thing)));
        }
        if let Some(deed) = after_any(text, OWN).or_else(|| after_any(text, CAN)) {
            return Some(Self::Own(deed));
        }
        let is = ["is", "are"].into_iter().find_map(|is| Some(Self::Is(is, after(text, is)?)));
        let named = |frame: &Self| after_any(frame.deed(), phrases!("the|our|your|all|these|those")).is_some();
        is.filter(named).or_else(|| asked(text).map(Self::Third))
    }

    /// The words from the verb on, or the thing that is wished for.
    fn deed(&self) -> &'t str {
        match self {
            Self::Own(deed) | Self::Wish(deed) | Self::Is(_, deed) => deed,
            Self::Third(asked) => asked.deed,
        }
    }

    /// Words a side, given all words from the verb on.
    fn worded(&self, deed: &str) -> String {
        match self {
            Self::Own(_) => order(deed),
            Self::Wish(_) | Self::Is(..) => whole(&capital(deed)),
            Self::Third(asked) => whole(&asked.states(deed)),
        }
    }
}

/// The sides of a question with one "or" and one verb.
pub(super) fn sides(body: &str) -> Option<OfferedSides> {
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
    let ordered = || (is_deed(&low_first(first)) && is_predicate(right)).then_some(Frame::Own(first));
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
fn two_clauses(frame: &Frame<'_>, right: &str) -> Option<OfferedSides> {
    let first = frame.worded(frame.deed());
    // "Dark mode as the default, or should it ...": what "it" is stands before the preposition.
    let head = |thing: &str| LINKS.iter().any(|link| thing.contains(&format!(" {link} ")));
    if matches!(frame, Frame::Wish(thing) if head(thing)) {
        return None;
    }
    let last = match (Frame::read(right)?, frame) {
        (Frame::Third(asked), Frame::Third(Asked { subject, .. }) | Frame::Wish(subject))
            // "Do we need the lamp now?"
            if phrases!("it|they|that|this").contains(&asked.subject.to_lowercase()) =>
        {
            let subject = ["now", "yet", "already", "today"].iter().find_map(|w| subject.strip_suffix(w)).unwrap_or(subject);
            whole(&Asked { subject: subject.trim(), ..asked }.states(asked.deed))
        }
        (Frame::Wish(thing), Frame::Third(asked)) => with_topic(thing, bare(asked.subject)),
        (Frame::Own(deed), _) => order(&resolved(deed, frame.deed())),
        (other, _) => other.worded(other.deed()),
    };
    let (left, right) = (frame.deed().to_owned(), Frame::read(right)?.deed().to_owned());
    made([(left.clone(), left, first), (right.clone(), right, last)])
}

/// A thing without its article.
fn bare(thing: &str) -> &str {
    after_any(thing, phrases!("the|a|an|our|your|this")).unwrap_or(thing)
}

/// The sides of "should the lamp be red or green at night": they share the words before the first and behind the last.
fn behind_verb(frame: &Frame<'_>, between: &[&str], right: &str, parted: bool) -> Option<OfferedSides> {
    let deed = frame.deed();
    let all: Vec<&str> = deed.split(' ').collect();
    let verb = usize::from(!matches!(frame, Frame::Wish(_) | Frame::Is(..)));
    let kind = Kind::of(right);
    let (last, tail) = match kind {
        Kind::Place | Kind::Manner => right.strip_suffix(" by default").map_or((right, ""), |r| (r, "by default")),
        _ if parted => (right, ""),
        _ => tailed(right),
    };
    let arguments = all.get(verb..).filter(|a| !a.is_empty())?;
    let from = verb + begin(arguments, last, kind);
    let (stem, first) = (all.get(..from)?.join(" "), all.get(from..)?.join(" "));
    // "One file a day or a box a week": the last side has its own.
    let own = tail.split(' ').next().is_some_and(|word| first.split(' ').any(|w| w == word));
    let (last, tail) = if own { (right, "") } else { (last, tail) };
    let noun = first.split(' ').take_while(|w| matches!(Kind::of(w), Kind::Thing | Kind::Other)).last().unwrap_or("");
    let all_before = stem.clone();
    let named = |name: &str| match name.strip_suffix(" one") {
        // "A fixed limit or a free one"
        Some(adjective) if words(name) > 2 || first.starts_with(adjective) => format!("{adjective} {noun}"),
        _ => name.to_owned(),
    };
    let worded = |name: String| {
        let text = unhurried(name.trim()).to_owned();
        let own_link = matches!(Kind::of(&text), Kind::Place | Kind::Manner);
        let stem = if own_link { without_link(&stem) } else { &stem };
        let summary = match frame {
            Frame::Is(is, _) => {
                let subject = without_link(&all_before);
                let (subject, all_before) = tied(subject, &all_before);
                let link = all_before.get(subject.len()..).unwrap_or("");
                let link = if own_link { without_link(link.trim()).trim() } else { link.trim() };
                whole(&capital(format!("{subject} {is} {link} {text} {tail}").replace("  ", " ").trim()))
            }
            Frame::Wish(_) if !own_link || Kind::of(&text) == Kind::Manner => {
                with_topic(format!("{text} {tail}").trim(), bare(stem))
            }
            _ => frame.worded(format!("{stem} {text} {tail}").trim()),
        };
        (text.clone(), text, summary)
    };
    let last = named(last);
    made(names(&first, between, &last).into_iter().map(worded))
}

/// The subject before a participle or a preposition that belongs to the option, and the words to it: "the database" of "the
/// database on Postgres" before 14, "the API" of "the API versioned" before a place.
fn tied<'t>(subject: &'t str, before: &'t str) -> (&'t str, &'t str) {
    let last = subject.rsplit(' ').next().unwrap_or("");
    if last.len() > 4 && last.ends_with("ed") || phrases!("run|built|kept|written|set|sent").contains(last) {
        return (subject.get(..subject.len() - last.len()).unwrap_or(subject).trim_end(), before);
    }
    let name = last.starts_with(char::is_uppercase);
    let link = subject.len() - last.len();
    let head = subject.get(..link).map(str::trim_end).filter(|_| name && subject.len() == before.len());
    match head.map(|head| (without_link(head), head)) {
        Some((short, head)) if short.len() < head.len() => (short, before),
        _ => (subject, before),
    }
}

/// The words before an option without a preposition at their end: the option brings its own.
fn without_link(stem: &str) -> &str {
    let (before, last) = stem.rsplit_once(' ').unwrap_or(("", stem));
    if LINKS.contains(last) { before } else { stem }
}

/// Prepositions before an option.
const LINKS: Phrases = phrases!(
    "to|in|into|on|onto|for|with|via|from|at|by|as|over|through|under|within|per|inside|behind|after|before|next|between|without|against|above|below|until|straight|around|across|during"
);

/// The kind of words that a side opens with; sides are of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// "a lamp", "two lamps", "the lamp"
    Thing,
    /// "in the hall"
    Place,
    /// "every day", "lazily"
    Manner,
    /// "green"
    Other,
}

impl Kind {
    fn of(text: &str) -> Self {
        let text = after_any(text, phrases!("only|also|just|rather|even")).unwrap_or(text);
        let word = text.split(' ').next().unwrap_or("").to_ascii_lowercase();
        let things = phrases!(
            "a|an|the|one|two|three|four|five|six|ten|all|both|no|any|some|half|our|its|their|your|several|many|this|that|another"
        );
        let times = phrases!(
            "every|each|once|twice|daily|weekly|hourly|nightly|monthly|yearly|now|later|always|never|today|tomorrow|tonight"
        );
        match word.as_str() {
            w if times.contains(w) || w.len() > 4 && w.ends_with("ly") => Self::Manner,
            w if LINKS.contains(w) => Self::Place,
            w if things.contains(w) || w.starts_with(|c: char| c.is_ascii_digit()) => Self::Thing,
            _ => Self::Other,
        }
    }
}

/// The index of the word that opens the first side: a word of the kind that opens the last one.
fn begin(all: &[&str], last: &str, kind: Kind) -> usize {
    let count = words(last);
    let find = |wanted: &[Kind]| all.iter().rposition(|word| wanted.contains(&Kind::of(word)));
    let link = find(&[Kind::Place]);
    let end = all.len() - 1;
    match kind {
        Kind::Place | Kind::Manner => {
            let word = last.split(' ').next().unwrap_or("");
            let same = all.iter().rposition(|w| w.eq_ignore_ascii_case(word));
            same.or_else(|| find(&[Kind::Place, Kind::Manner])).unwrap_or(end)
        }
        Kind::Thing => {
            // "A rope with a hook or a chain": a thing of a thing is no side.
            let belongs = |at: usize| at > 0 && phrases!("with|of").contains(all[at - 1]);
            let things: Vec<usize> = (0..all.len()).filter(|at| Kind::of(all[*at]) == Kind::Thing).collect();
            let thing = things.iter().rev().find(|at| !belongs(**at)).or(things.last()).copied();
            // "PR 611 or its own": a number behind a name belongs to it.
            let counts = |at: usize| all[at].starts_with(|c: char| c.is_ascii_digit());
            let digits = last.starts_with(|c: char| c.is_ascii_digit());
            let named = |at: &usize| !digits && *at > 0 && counts(*at) && Kind::of(all[*at - 1]) == Kind::Other;
            let thing = thing.map(|at| if named(&at) { at - 1 } else { at });
            thing.or(link.map(|at| at + 1)).filter(|at| *at <= end).unwrap_or(if all.len() <= 3 { 0 } else { end })
        }
        Kind::Other => {
            let named = |word: &str| word.starts_with(|c: char| c.is_uppercase());
            if named(last) && all.last().is_some_and(|word| named(word)) && find(&[Kind::Thing]).is_none() {
                return all.iter().rposition(|word| !named(word)).map_or(0, |at| at + 1);
            }
            let marked = find(&[Kind::Thing, Kind::Place]);
            // "The REST API or GraphQL"
            let is_name = named(last) && marked.is_some_and(|at| Kind::of(all[at]) == Kind::Thing);
            match marked {
                Some(at) if is_name => at,
                // "Per seat or flat": a rate has its preposition.
                Some(at) if all[at] == "per" => at,
                Some(at) if Kind::of(all[at]) == Kind::Place && at < end => {
                    if end - at <= count + 2 {
                        at + 1
                    } else {
                        all.len() - count.min(all.len())
                    }
                }
                // "the lamp green or red": what is chosen stands behind its thing.
                Some(at) if phrases!("the|our|its|their|your").contains(all[at]) && all.len() - at > 2 => {
                    all.len() - count.min(all.len() - at - 2).max(1)
                }
                Some(at) if all.len() - at <= count + 3 => at,
                None if all.len() <= count + 1 => 0,
                _ => all.len() - count.min(all.len()),
            }
        }
    }
}

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
    if stem.who.is_none() && !all().all(|said| matches!(Kind::of(said), Kind::Place | Kind::Manner)) {
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

patterns! {
    /// A question for the thing behind a preposition: "From which date should I load".
    WHICH = r"(?i)^(?P<link>from|to|on|in|with|at|by|under|since|until) (?:which|what)(?: [\w-]+){0,3}? (?P<rest>(?:should|shall|must|can|may|do) .+)$";
}

/// Completes a question for an amount, a time or a place with its answer: "How long should the bread rest?" and 2 hours is
/// "The bread should rest 2 hours".
pub(super) fn completed(question: &str, value: &str) -> Option<String> {
    let said = without_lead(&plain(question));
    let said = said.trim_end_matches(['?', ' ']);
    let said = said.rsplit_once(". ").map_or(said, |(_, last)| last);
    let said = after_any(said, phrases!("and|so|also")).unwrap_or(said);
    // "Over 1 MB", "more than 4 breaks it" are said of something else.
    let bounds = phrases!("not|never|over|under|more|less|above|below|only if|no|none|depends|whatever|as");
    let tells = phrases!(" is | are | was | breaks | would | can | should | per ").within(&format!(" {value} "));
    if after_any(value, bounds).is_some() || tells {
        return None;
    }
    // "Every hour", but "Monday"
    let value = if Kind::of(value) == Kind::Other { value.to_owned() } else { low_first(value) };
    if let Some(rest) = after_any(said, phrases!("how many")) {
        let (at, _) = phrases!(" should | must | shall | can | may ").find(rest)?;
        let (thing, rest) = rest.split_at_checked(at)?;
        let counted = if value.contains(' ') { value } else { format!("{value} {thing}") };
        return answered(rest.trim_start(), &counted);
    }
    let way = phrases!(" order| way| case| sense| form| format");
    if let Some(found) = WHICH.captures(said).filter(|_| !way.within(said)) {
        let link = found.name("link")?.as_str().to_lowercase();
        let own = after_any(&value, LINKS).is_some();
        let placed = if own { value } else { format!("{link} {value}") };
        return answered(found.name("rest")?.as_str(), &placed);
    }
    answered(after_any(said, phrases!("how long|how often|when"))?, &value)
}

/// The statement of a question without its question word, with a value behind its verb, before a clause of time: "raw
/// events should stay 90 days before we purge them".
fn answered(rest: &str, value: &str) -> Option<String> {
    let frame = Frame::read(rest).filter(|frame| matches!(frame, Frame::Own(_) | Frame::Third(_)))?;
    let deed = frame.deed();
    let ends = phrases!(" before | after | when | once | until | if | per | in each | at most");
    let (before, behind) = deed.split_at_checked(ends.find(deed).map_or(deed.len(), |(at, _)| at))?;
    Some(frame.worded(&format!("{} {value}{behind}", before.trim_end())))
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

    #[test]
    fn a_question_for_a_value_is_completed_with_its_answer() {
        for (asked, value, said) in [
            ("How long should the bread rest?", "2 hours", Some("The bread should rest 2 hours")),
            ("How many loaves should the oven take at most?", "12", Some("The oven should take 12 loaves at most")),
            (
                "How long should crumbs stay on the floor before we sweep them?",
                "A day",
                Some("Crumbs should stay on the floor a day before we sweep them"),
            ),
            ("From which day should I bake?", "Monday", Some("Bake from Monday")),
            ("How often should I stir the dough?", "every hour", Some("Stir the dough every hour")),
            ("Which oven should we take?", "the old one", None),
        ] {
            assert_eq!(completed(asked, value).as_deref(), said);
        }
    }
}
