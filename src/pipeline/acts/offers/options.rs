//! Defines the reading of options in one sentence: the sides of an "or", and their topic.

use crate::language::phrases::{Phrases, phrases};

use super::deeds;
use super::prose_options::{self, only_counts};
use crate::pipeline::acts::questions::asserted::as_statement;
use crate::pipeline::acts::questions::question_wording;
use crate::pipeline::acts::questions::side_starts::{SideStart, without_link};
use crate::pipeline::acts::sentences::topics::{self, low_first, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, opens_proposal, order, plain, unhurried, words};
use crate::text::patterns;

patterns! {
    /// Words that only say when or that something is asked, before the question: "Before I paint it: should the gate ..."
    ON_THE_OCCASION = r"(?i)^(?:before|while|until|just to be|to be|one more|one|a|quick|another|last) [^:?.]{2,40}: (?P<asked>(?:should|shall|would|do you|does|must|may)\b.+)$";
    /// A remark about an option within the sentence: ", which has nicer help output".
    RELATIVE = r", which [a-z'’]+\b[^,?]*|,? (?:which|that) (?:is|are|has|have|can|would|needs|costs|comes|gives|does|makes|works|runs|keeps)\b[^,?]*";
}

/// One side of an "or".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pipeline::acts) struct Side {
    /// The option alone: "Netlify".
    pub text: String,
    /// With what both sides share: "Deploy the docs to Netlify".
    pub summary: String,
    /// The option's words as they stand in the sentence.
    pub said: String,
}

/// The sides of a choice put in prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pipeline::acts) struct OfferedSides {
    /// The options.
    pub sides: Vec<Side>,
    /// The subject of the choice.
    pub topic: String,
}

/// Maximum number of words in an option.
const OPTION_WORDS: usize = 9;

/// Openings of statements that name options: "For Django you could run Celery, RQ or Dramatiq".
const NAMES_OPTIONS: Phrases = phrases!(
    "could|can|either|options|choices|alternatives|between|see|there's|there are|or use|ways|question left|open question|last question|remaining question|only question|question is"
);

/// Openings of questions about facts: the sides of their "or" are guesses, not options.
const ASKS_HOW_IT_IS: Phrases = phrases!("is|are|was|were|did|does|has|have|had|isn't|aren't|didn't");

/// Openings of a second clause: what follows "or" is another question, not another option.
const OPENS_A_CLAUSE: Phrases = phrases!(
    "is|are|was|were|did|does|do|shall|should|would|will|can|could|has|have|something|anything|any|not|i|we|you|it|there"
);

/// The sides of "A, B or C" in a sentence that asks or names options; none where the "or" is not a choice.
pub(in crate::pipeline::acts) fn sides(said: &str) -> Option<OfferedSides> {
    let text = RELATIVE.remove_from(&without_brackets(said)).into_owned();
    let text = after_any(&text, phrases!("then either|then|and|so|or")).map_or(text.clone(), str::to_owned);
    let asked = ON_THE_OCCASION.captures(&text).and_then(|found| Some(found.name("asked")?.as_str().to_owned()));
    let text = asked.unwrap_or(text);
    // "Should it lock, or only warn?"
    let text = text.replace(", or only ", ", or ").replace(", or just ", ", or ");
    let asks = text.trim_end().ends_with('?');
    let low = text.to_ascii_lowercase();
    if low.contains("yes or no") || low.ends_with("or not?") || low.ends_with(" or something?") {
        return None;
    }
    if (asks || after_any(&text, phrases!("i can|i could|we could|we can|you could")).is_some())
        && let Some(sides) = question_wording::sides(text.trim().trim_end_matches(['?', '.', '!', ' ']))
    {
        return Some(sides);
    }
    let lead = phrases!(
        "options are|the options are|your options are|candidates are|the candidates are|possibilities are|do we|do i"
    );
    let text = after_any(&text, lead).map_or(text.clone(), |rest| rest.trim_start_matches([':', ' ']).to_owned());
    let low = text.to_ascii_lowercase();
    if !asks && !NAMES_OPTIONS.iter().any(|w| low.contains(w)) {
        return None;
    }
    if let Some(sides) = deeds::of_choice(&text) {
        return Some(OfferedSides { sides, topic: String::new() });
    }
    if !asks && guesses(&low) {
        return None;
    }
    of_body(text.trim().trim_end_matches(['?', '.', '!', ' ']))
}

/// Whether one side of an "either ... or" tells what may have happened: "either it rained or the gate was open".
fn guesses(low: &str) -> bool {
    let tells = phrases!(" was | were | has | had | is from | came | went | happened | did | broke | failed | got ");
    after_any(low, phrases!("either")).is_some() && tells.within(low)
}

/// The sides of a sentence without a verb that they share: "Postgres or SQLite for the notes".
fn of_body(body: &str) -> Option<OfferedSides> {
    // Of several clauses the one with the "or" counts.
    let at = body.to_ascii_lowercase().rfind(" or ")?;
    let (left, right) = (body.get(..at)?.trim_end_matches(','), body.get(at + 4..)?);
    // "Next is the store. files, or a database?" has a sentence before it.
    let left = left.rsplit(". ").next()?;
    let right = right.trim_start_matches("rather ").trim_start_matches("else ");
    let right = right.split([';', '—']).next()?.trim();
    let right = right.split(". ").next()?;
    if after_any(body, ASKS_HOW_IT_IS).is_some() || after_any(right, OPENS_A_CLAUSE).is_some() {
        return None;
    }
    let (last, tail) = tailed(right);
    if words(last) > OPTION_WORDS || last.is_empty() {
        return None;
    }
    let parted_by_comma = body.get(..at)?.ends_with(',');
    let mut pieces: Vec<&str> = comma_parts(left).into_iter().flat_map(|p| p.split(" or ")).collect();
    let (topic, first) = led_by_topic(&mut pieces)?;
    if parted_by_comma && pieces.len() == 1 && body.contains(": ") {
        return Some(OfferedSides { sides: whole_sides(first, right, &topic), topic });
    }
    if let Some(sides) = prose_options::placed(first, pieces.get(1..).unwrap_or_default(), right, &topic) {
        return Some(OfferedSides { sides, topic });
    }
    let (prefix, head) = parted(first, last)?;
    // "Zipped, or stay as loose files": words behind a verb of its own belong to the last option.
    let bare_deed = phrases!("hide|skip|drop|keep|delete|remove|leave|ignore|reject|refuse|wait")
        .contains(right.to_lowercase().as_str());
    let own_deed =
        parted_by_comma && pieces.len() == 1 && words(right) <= OPTION_WORDS && (bare_deed || deeds::is_deed(right));
    if bare_deed && own_deed {
        return Some(OfferedSides { sides: whole_sides(first, right, &topic), topic });
    }
    // "A shelf, a box, or a drawer in the hall": so does a place behind the last of several names.
    // "A tin roof at 40 €, or a slate one at 90 €": each has such words of its own.
    let shares_link = || {
        let link = tail.split(' ').next().filter(|link| !link.is_empty());
        link.is_some_and(|link| head.split(' ').any(|word| word == link))
    };
    let last_is_whole = shares_link()
        || own_deed
        || prefix.is_empty() && pieces.len() > 1 && after_any(tail, phrases!("in|on|at|to")).is_some();
    let (last, tail) = if last_is_whole { (right.trim(), "") } else { (last, tail) };
    let names = names(head, pieces.get(1..).unwrap_or_default(), last);
    if names.iter().any(|n| words(n) > OPTION_WORDS || n.trim().is_empty()) {
        return None;
    }
    let topic = if topic.is_empty() {
        subject_of(&prefix).unwrap_or_else(|| tail.trim_start_matches("for ").to_owned())
    } else {
        topic
    };
    let prefix = if subject_of(&prefix).is_some() { String::new() } else { prefix };
    let sides = names.iter().map(|name| side(name, &prefix, tail, &topic)).collect();
    Some(OfferedSides { sides, topic })
}

/// The two options behind a subject that a comma parts: each is whole and shares no words with the other, as in "Photos:
/// with the report, or in a queue of their own".
fn whole_sides(first: &str, last: &str, topic: &str) -> Vec<Side> {
    let last = deeds::resolved(last.trim(), first.trim());
    let side = |name: &str| {
        let text = unhurried(name.trim()).to_owned();
        Side { said: text.clone(), summary: with_topic(&text, topic), text }
    };
    vec![side(first), side(&last)]
}

/// The parts of words between commas; code and brackets stay whole.
pub(in crate::pipeline::acts) fn comma_parts(text: &str) -> Vec<&str> {
    let (mut out, mut from, mut depth, mut in_code) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '`' => in_code = !in_code,
            ',' if depth == 0 && !in_code && at >= from && text.get(at..).is_some_and(|t| t.starts_with(", ")) => {
                out.extend(text.get(from..at));
                from = at + 2;
            }
            _ => {}
        }
    }
    out.extend(text.get(from..));
    out
}

/// The subject that stands before the options, and the piece that holds the first of them: "Delimiter: comma or semicolon",
/// "Which algorithm, RS256 or EdDSA".
fn led_by_topic<'t>(pieces: &mut Vec<&'t str>) -> Option<(String, &'t str)> {
    let first = pieces.first().copied()?;
    let (topic, first) = match first.rsplit_once(": ") {
        Some((lead, rest)) if after_any(lead, phrases!("which|what|and which|so which")).is_some() => {
            (as_statement(&topics::topic(lead)), rest)
        }
        Some((lead, rest)) if let Some(subject) = topics::counted_subject(lead) => (subject, rest),
        Some((lead, rest)) if only_counts(lead) || topics::names_only_options(lead) => (String::new(), rest),
        // "For the hinges I see two kinds: brass or steel"
        Some((lead, rest))
            if phrases!(" i see | i found | i know | we have | there are | you have ").within(&lead.to_lowercase()) =>
        {
            (topics::purpose_led(lead).map_or_else(|| topics::topic(lead), str::to_owned), rest)
        }
        Some((lead, rest)) => (topics::subject(lead).to_owned(), rest),
        None => (String::new(), first),
    };
    // "For the site: which language first, Dutch or French?" asks behind its subject.
    let asks = after_any(first, phrases!("which|what")).is_some();
    // "Tile size for the map, 256 or 512 pixels?"
    let sized = pieces.get(1).is_some_and(|second| is_number(second)) && !first.contains(|c: char| c.is_ascii_digit());
    if pieces.len() > 1 && (sized || (topic.is_empty() || asks) && is_lead(first)) {
        pieces.remove(0);
        return Some((as_statement(&topics::topic(first)), pieces.first().copied()?));
    }
    Some((topic, first))
}

/// The options from the first to the last; numbers take the unit or the noun that only one of them has.
pub(in crate::pipeline::acts) fn names(first: &str, between: &[&str], last: &str) -> Vec<String> {
    let before = || std::iter::once(first).chain(between.iter().copied());
    let unit = last.split_once(' ').filter(|(number, _)| is_number(number) && before().all(is_number));
    let with_unit = |name: &str| unit.map_or_else(|| name.to_owned(), |(_, unit)| format!("{name} {unit}"));
    before().map(with_unit).chain([with_noun_of(first, last)]).collect()
}

/// The last of several numbers with the noun that stands after the first: "one PR or three".
fn with_noun_of(first: &str, last: &str) -> String {
    let Some((number, noun)) = first.split_once(' ').filter(|(number, _)| is_number(number) && is_number(last)) else {
        return last.to_owned();
    };
    let plural = matches!(number, "1" | "one") && !noun.ends_with('s');
    format!("{last} {noun}{}", if plural { "s" } else { "" })
}

fn is_number(word: &str) -> bool {
    const NUMBERS: Phrases = phrases!("one|two|three|four|five|six|seven|eight|nine|ten");
    word.parse::<f64>().is_ok() || NUMBERS.contains(word)
}

/// The topic of options that are named as possible: "The store could be" is about "store".
fn subject_of(prefix: &str) -> Option<String> {
    // "For the job queue I can wire up" is about the job queue.
    if let Some(rest) = after_any(prefix, phrases!("for the|for our|for|as the|as")) {
        let (at, _) = phrases!(" i | we | you |, ").find(&rest.to_ascii_lowercase())?;
        return rest.get(..at).filter(|t| !t.is_empty() && words(t) <= 5).map(low_first);
    }
    let (subject, _) = phrases!(" could be| can be| might be| may be").iter().find_map(|m| prefix.split_once(m))?;
    let bare = after_any(subject, phrases!("the|our|your|this")).unwrap_or(subject);
    (!bare.is_empty() && words(bare) <= 5).then(|| low_first(bare))
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a piece before a comma only introduces the options: "Which signing algorithm", "For the login state".
fn is_lead(piece: &str) -> bool {
    if phrases!(" i can | we can | you can | could | i would | we should ").within(&piece.to_ascii_lowercase()) {
        return false;
    }
    let first = piece.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    matches!(first.as_str(), "which" | "what" | "for" | "as" | "in" | "on" | "where" | "how" | "and" | "now" | "next")
}

/// Words that begin the part after the last option which all options share.
const TAIL: Phrases = phrases!(" for | as | in | on | when | here| to | at | by | with | while ");

/// Splits the last option from the words after it that belong to all options: "Memcached" and "for the session cache".
pub(in crate::pipeline::acts) fn tailed(right: &str) -> (&str, &str) {
    let right = comma_parts(right).first().copied().unwrap_or(right);
    let low = right.to_ascii_lowercase();
    let at = TAIL.iter().filter_map(|t| low.find(t)).min().unwrap_or(right.len());
    // "only at checkpoints" is one option.
    let at =
        if phrases!("only|just|never|always").contains(low.get(..at).unwrap_or("").trim()) { right.len() } else { at };
    // "a queue with delays" has its tail for itself.
    let own = low
        .get(at..)
        .is_some_and(|t| t.starts_with(" with ") || t.starts_with(" by ") && !t.starts_with(" by default"));
    let at = if own && kind_of_words(&low).is_some() { right.len() } else { at };
    (right.get(..at).unwrap_or(right).trim(), right.get(at..).unwrap_or("").trim())
}

/// Words after which an option begins.
const BEFORE: Phrases = phrases!(
    "either|between|use|using|with|to|in|into|on|as|via|take|run|by|want|be|from|put|prefer|see|need|called\
     |through|there's|say"
);

/// Splits the first piece into the words that all options share and the first option. The option has as many words as
/// the last one, unless a word of [`BEFORE`] marks its beginning.
fn parted<'t>(first: &'t str, last: &str) -> Option<(String, &'t str)> {
    let first = first.trim();
    let all: Vec<&str> = first.split_whitespace().collect();
    let count = words(last);
    let either = all.iter().position(|w| w.eq_ignore_ascii_case("either")).map(|at| at + 1);
    let marked = all.iter().enumerate().rev().find(|(_, w)| BEFORE.contains(w.to_ascii_lowercase().as_str()));
    let marked = marked.map(|(at, _)| at + 1).filter(|at| *at < all.len() && all.len() - at <= count + 3);
    let bare_number = |word: &&str| is_number(word) && last.split(' ').next().is_some_and(is_number);
    let number = all.last().filter(|word| bare_number(word)).map(|_| all.len() - 1);
    // "Git pull on the server or rsync from CI": each has a place of its own.
    let place = |w: &&str| phrases!("on|in|from|via|with|through|at|over").contains(w.to_ascii_lowercase().as_str());
    let own_places = last.split(' ').next().is_some_and(|w| !BEFORE.contains(w.to_ascii_lowercase().as_str()))
        && !phrases!("only|just|always|never|all|also")
            .contains(last.split(' ').next().unwrap_or("").to_lowercase().as_str())
        && last.split(' ').skip(2).count() > 0
        && last.split(' ').skip(1).any(|w| place(&w))
        && all.iter().skip(1).any(place)
        && all.len() <= count + 2;
    let from = either
        .or(number)
        .or(own_places.then_some(0))
        .or_else(|| alike(&all, last))
        .or(marked)
        .unwrap_or_else(|| if all.len() <= count + 2 { 0 } else { all.len().saturating_sub(count) });
    let word = all.get(from)?;
    let at = word.as_ptr() as usize - first.as_ptr() as usize;
    let prefix = first.get(..at)?.trim();
    let prefix =
        if either.is_some() { prefix.trim_end_matches("either").trim_end_matches("Either").trim() } else { prefix };
    Some((prefix.to_owned(), first.get(at..)?))
}

/// The index of the word that opens the first option: it is of the same kind as the last option's first word, as in
/// "have one endpoint with a filter" and "two endpoints".
fn alike(all: &[&str], last: &str) -> Option<usize> {
    let kind = kind_of_words(&last.to_ascii_lowercase())?;
    // "5 EUR a month" tells a rate.
    let rate = |at: &usize| all.get(at + 1).is_some_and(|w| RATES.contains(w.trim_end_matches(',')));
    let opens =
        |at: &usize| all.get(*at).is_some_and(|w| kind_of_words(&w.to_ascii_lowercase()) == Some(kind)) && !rate(at);
    let belongs = |at: &usize| {
        let before = at.checked_sub(1).and_then(|n| all.get(n));
        before.is_some_and(|w| phrases!("with|of").contains(w.to_ascii_lowercase().as_str()))
    };
    // "A worker on a schedule or a service": an article that opens the piece opens the option.
    if opens(&0) {
        return Some(0);
    }
    (0..all.len()).rev().filter(opens).find(|at| !belongs(at)).or_else(|| (0..all.len()).rev().find(opens))
}

/// Words behind the "a" of a rate: "2 € a day".
const RATES: Phrases = phrases!("second|minute|hour|day|night|week|month|year|piece|user|seat|time|run|page|person");

/// The kind of an option's first word: article or number; `None` for any other.
fn kind_of_words(low: &str) -> Option<u8> {
    let first = low.split(' ').next().unwrap_or("");
    match first {
        "a" | "an" => Some(0),
        "one" | "two" | "three" | "four" | "five" => Some(1),
        _ => None,
    }
}

fn side(name: &str, prefix: &str, tail: &str, topic: &str) -> Side {
    let text = unhurried(name.trim()).to_owned();
    // "To keep the pictures I can use" a shelf: "Use a shelf to keep the pictures".
    let whole = format!("{prefix} {text} {tail}");
    if after_any(prefix, phrases!("to|in order to")).is_some() && opens_proposal(&whole) {
        return Side { said: text.clone(), text, summary: order(&whole) };
    }
    let shared = stated(prefix);
    // "as a leaflet or as a chapter": the shared part may end as the option begins.
    let (first, last) = (text.split(' ').next().unwrap_or(""), shared.rsplit(' ').next().unwrap_or(""));
    let shared =
        if first.eq_ignore_ascii_case(last) { shared.trim_end_matches(last).trim_end() } else { shared.as_str() };
    // "in S3 or on the NAS", "on upload or lazily": an option may bring its own preposition, or need none.
    let own = matches!(SideStart::of(&text), SideStart::Place | SideStart::Manner);
    let shared = if own { without_link(shared) } else { shared };
    let shared = if deeds::is_deed(&text) { shared.trim_end_matches(" be") } else { shared };
    let mut summary = if shared.is_empty() { text.clone() } else { format!("{shared} {text}") };
    if !tail.is_empty() {
        summary = format!("{summary} {tail}");
    }
    let summary = with_topic(&summary, topic);
    Side { said: text.clone(), text, summary }
}

/// The words that all options share, as an order: "we might use" is "Use"; nothing of words that only put the options.
fn stated(prefix: &str) -> String {
    let asked =
        phrases!("would you rather have|would you rather|would you prefer|would you like|you could|you can|you might");
    let prefix = after_any(prefix, asked).unwrap_or(prefix);
    let puts = phrases!("for|i see|there|possible|we");
    if after_any(prefix, puts).is_some() { String::new() } else { order(prefix) }
}

/// Maximum number of words in a name before what is said about it.
const NAME: usize = 3;

/// The name of an option without remarks about it.
pub(super) fn head(text: &str) -> String {
    let text = plain(text);
    let ends = phrases!(" - | — | – |; |. ");
    // A full stop within quotation marks ends nothing.
    let quoted = |at: usize| text.get(..at).is_some_and(|head| head.matches(['"', '“', '”']).count() % 2 == 1);
    let ended = |end| text.match_indices(end).map(|(at, _)| at).find(|at| *at > 1 && !quoted(*at));
    let at = ends.iter().filter_map(ended).min().unwrap_or(text.len());
    let text = text.get(..at).unwrap_or(&text);
    // "SQLite: solid, needs a native module"
    // "After: send the lists back" has its name behind.
    let times = phrases!("before|after|until|while|when|now|later|first|then|otherwise|optionally|either way");
    let is_name = |name: &&str| words(name) <= NAME && !times.contains(&name.to_lowercase());
    let named = text.split_once(": ").map(|(name, _)| name).filter(is_name);
    // "Tin, the lightest"
    let remark = |rest: &str| after_any(rest, phrases!("the|which")).is_some() && !phrases!(" and | or ").within(rest);
    let named = named.or_else(|| {
        let (name, rest) = text.split_once(", ")?;
        (words(name) <= NAME && remark(rest)).then_some(name)
    });
    named.unwrap_or(text).trim_end_matches(['.', '?', ':', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(said: &str) -> Vec<String> {
        sides(said).map(|s| s.sides.into_iter().map(|s| s.summary).collect()).unwrap_or_default()
    }

    #[test]
    fn the_sides_of_an_or_carry_what_they_share() {
        assert_eq!(read("Redis or Kafka for the job queue?"), ["Redis for the job queue", "Kafka for the job queue"]);
        assert_eq!(
            read("Deploy the app to Fly, Render or Heroku?"),
            ["Deploy the app to Fly", "Deploy the app to Render", "Deploy the app to Heroku"]
        );
        assert_eq!(
            read("Should the parser read JSON or XML?"),
            ["The parser should read JSON", "The parser should read XML"]
        );
        assert_eq!(read("Quotes: single or double?"), ["Single - Quotes", "Double - Quotes"]);
        assert_eq!(read("Is that fine or not?"), Vec::<String>::new());
    }
}
