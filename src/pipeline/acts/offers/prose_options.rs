//! Defines options that the agent names in running prose without an "or": labelled in words, contrasted sentence by
//! sentence, listed after a noun such as "candidates", or put as two questions.

use std::ops::Range;

use super::offer::{Choice, Offer, OfferForm};
use super::{deeds, option_labels, options};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::questions::side_starts::LINKS;
use crate::pipeline::acts::sentences::quantities::word_value;
use crate::pipeline::acts::sentences::topics::{self, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, order, plain, whole, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::TurnId;
use crate::text::{Pattern, patterns};

patterns! {
    /// A label in words: "option A keeps ...", "Idea one: ...", "approach 2 is ...".
    LABEL = r"(?i)\b(?:(?:the |a |an )?(?P<place>first|second|third|fourth|one|another|other) (?:option|variant|approach|idea|way|route|solution|choice|alternative|path|possibility)(?:\s?[:,]|(?:\s(?:is|would be|could be|might be|means))(?: to)?)|(?:option|variant|approach|idea|plan|way|route|solution|choice|alternative|path|design|suggestion|possibility)\s+(?P<label>one|two|three|four|[a-d]|[1-4])\b(?P<link>\s?[:,]|\s\(|(?:\s(?:is|would be|would mean|could be|means|=))(?: to)?|\s))";
    /// An ordinal as the label: "The first is to rewrite the query, the second is to ...".
    PLACED = r"(?i)(?:^|[,;] |[,;] and |[,;] or | and )(?:the )?(?P<label>first|second|third|last|one|the other|other|another)(?: (?:one|option|way|approach|idea|possibility|route))?(?P<link> (?:is|would be|means)) (?:to )?";
    /// An ordinal and what its option does: "the first drops the listener, the second holds it weakly".
    DOES_PLACED = r"(?i)(?:^|: |[,;] |[,;] and |[,;] or |[,;] while | and )(?:the )?(?P<label>first|second|third|one|the other|other)(?: (?:one|option|way|approach|idea|possibility|route|fix|variant))? (?:would )?(?P<verb>[a-z][a-z-]+s) ";
    /// Two options one after the other: "One option would be feature flags, another is a long-lived branch".
    ONE_ANOTHER = r"(?i)^(?:well, |so, )?one (?:option|way|idea|possibility|approach|route|solution)(?: here)? (?:would be|is|could be)(?: to)? (?P<one>[^,;.]{2,60}?)(?:,|;| and| or)+ (?:another|the other|a second)(?: (?:one|option|way|idea|possibility|approach|route|solution))? (?:would be|is|could be)(?: to)? (?P<other>[^,;.]{2,60})[.?]?$";
    /// An option called by a property: "the cheap one is a cron job".
    BY_PROPERTY = r"(?i)^(?:and |but |while |or )?(?:(?:the|a|an) )?(?P<about>(?:(?:more|most|less|least) )?[\w-]+(?: [\w-]+)?) (?:one|option|way|variant|solution|route|approach|fix|path|alternative|choice|possibility|version|answer)(?: here)? (?:is|would be|could be|means|uses)(?: just| simply)?(?: to)? (?P<what>.+)$";
    /// A list after a noun: "three ideas: a, b and c", "I see two candidates: a and b".
    BEHIND_NOUN = r"(?i)\b(?:options?|candidates?|possible \w+|ideas|possibilities|alternatives|choices|names|libraries|engines|ways|tools|approaches|formats|frameworks|routes|packages|crates|variants|solutions|services|vendors|databases|\w+s (?:that|which) (?:would|could|might|can|may) (?:work|fit|do|serve|be used)|(?:two|three|four|these|few) \w+(?: \w+)?)(?: (?:for|of|here|forward|now|left|open|that|which|to|i|we|you|fit|work|are possible|would|could|can|might)[^:]{0,40})?: (?P<list>.+)$";
    /// "Pick one for the parser: clap, argh, lexopt."
    PICK_ONE = r"(?i)^(?:please |so |just )*(?:pick|choose|select)(?: one| any| between)?(?: (?:for|of|from) [^:]{2,50})?: (?P<list>.+)$";
    /// "The target: ES2017 vs ES2021".
    VERSUS = r"(?i)(?:^|: )(?P<list>[^:.?]{2,80} (?:vs\.?|versus) [^:.?]{2,80})";
    /// Two things by what each would cost or take: "Slate would be about 48 € a year, tin about 20 €".
    BY_AMOUNT = r"(?i)^(?:for [^,;:]{3,40}?,? )?(?P<one>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:would be|would cost|would take|is|costs?|takes?|comes to|runs at|needs?) (?P<cost>(?:about |around |roughly |~)?[$€£]?\d[^,;]{0,20}), (?:and |but |while )?(?P<other>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: would be| would cost| would take| is| costs?| takes?| comes to| runs at| needs?)? (?P<price>(?:about |around |roughly |~)?[$€£]?\d[^,;]{0,20})$";
    /// Things recommended side by side: "Hugo and Zola both fit".
    BOTH = r"(?i)^(?:either |both )?(?P<list>[^,.;]{2,60}? and [^,.;]{2,60}?) (?:both |each |would both |would all )?(?:fit|work|do the job|would do|would work|qualify|are possible|are fine|are options|come to mind|could do it|can do (?:it|that|this))\b";
    /// Things to be looked at: "I'd look at Sidekiq (needs Redis), Good Job (Postgres only) and Delayed Job (old)".
    LOOKED_AT = r"(?i)\b(?:look at|consider|choose between|choose from|considering|shortlisted|candidates are|options are|choices are|decide between|pick from|it's between|it is between|comes down to) (?P<list>.+)$";
    /// Things weighed for a purpose: "For the job queue we compared Redis streams and NATS".
    WEIGHED_FOR = r"(?i)^(?:for|as) (?P<topic>(?:the |our |a )?[^,.;:]{3,40}?),? (?:we|i)(?:'ve| have)? (?:also |now )?(?:looked at|compared|considered|evaluated|weighed(?: up)?|narrowed it down to|shortlisted) (?P<list>[^.;:]+)[.]?$";
    /// One subject that can do either of two things: "It can drop them, or it can write a warning".
    EITHER_DEED = r"(?i)^(?:so |well,? |now |here )?(?:it|we|i|you|they|the [\w -]{2,30}?) (?:can|could|may|might) (?:either |simply |just )?(?P<one>[^;:]{3,80}?),? or (?:else |alternatively )?(?:it|we|i|you|they) (?:can|could|may|might) (?:also |simply |just )?(?P<other>[^;:]{3,80}?)[.?]?$";
    /// The thing a comparison is about: "SQLite is safer here".
    COMPARED = r"^(?:(?:while|but|and|whereas|the|a|an|using) )?(?P<name>[`\w][\w`+#./-]*(?: [A-Z0-9`][\w`+#./-]*)?(?: [a-z-]+)?) (?:is|are|has|have|gives|keeps|needs|scales|would|can|costs|makes|handles|feels|looks|takes|offers|comes|runs|saves|avoids|works|does|supports|requires|stays|means|wins|uses|adds|allows|lets)\b";
    /// Names behind what they are for: "For the map: Larch, Oak, Elm", "Tiles: Larch, Oak or Elm".
    TOPIC_LED = r"^(?:(?i:for|as) (?i:the |our |a )?(?P<purpose>[^,:;.]{3,40})|(?P<topic>[A-Z][\w-]+(?: [\w-]+){0,2})): (?P<list>[^:?]+?)[.]?$";
    /// A question that only asks to choose.
    ASKS_TO_CHOOSE = r"(?i)^(?:so |and |now )?(?:which|what)(?: one| of (?:the two|them|these|those))?(?: (?:do|would|should|shall|is|are) .{2,40})?\?$|^(?:your (?:call|choice|pick|preference)|any preference|preference|thoughts|what do you (?:think|prefer|say))\W*$";
}

/// Nouns of what one may choose from.
const OFFERS: Phrases = phrases!(
    "option|candidate|idea|way|possib|alternativ|choice|name|librar|engine|tool|approach|format|framework|route|package|crate|variant|solution\
     |service|vendor|database|fix| or |could|can |would"
);

/// Options named across several sentences of a turn, with the index range of the sentences.
pub(super) fn of_turn(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let all = &turn.sentences;
    let talk = |s: &Sentence| !matches!(s.block, BlockKind::Quote | BlockKind::Row);
    labelled(turn)
        .or_else(|| by_property(turn))
        .or_else(|| either_sentences(turn))
        .or_else(|| compared(turn))
        .or_else(|| led_by_topic(turn))
        .filter(|(places, _)| all.get(places.clone()).is_some_and(|s| s.iter().all(talk)))
}

/// Options that one sentence names without an "or".
pub(super) fn of_sentence(turn: &TurnId, said: &str, text: &str, range: &Range<usize>) -> Option<Offer> {
    if let Some(offer) = two_questions(turn, said, text, range) {
        return Some(offer);
    }
    if let Some(found) = EITHER_DEED.captures(said) {
        let options = ["one", "other"].map(|name| order(found.name(name).map_or("", |m| m.as_str())));
        let options = options.iter().map(|what| choice(None, what, "", range, text)).collect();
        return Some(Offer { asked: said.ends_with('?'), ..offer(turn, range.clone(), text, options) });
    }
    if let Some(found) = BY_AMOUNT.captures(said.trim_end_matches('.')) {
        let part = |name| found.name(name).map_or("", |m| m.as_str());
        let named = |name, about| choice(None, &format!("{} ({})", part(name), part(about)), "", range, text);
        let options = vec![named("one", "cost"), named("other", "price")];
        return Some(Offer { asked: false, ..offer(turn, range.clone(), text, options) });
    }
    if let Some(found) = WEIGHED_FOR.captures(said) {
        let part = |name| found.name(name).map_or("", |m| m.as_str());
        let topic = after_any(part("topic"), phrases!("the|our|a")).unwrap_or(part("topic")).to_owned();
        let options = listed(part("list"))?.iter().map(|name| choice(None, name, &topic, range, text)).collect();
        return Some(Offer { topic, asked: false, ..offer(turn, range.clone(), text, options) });
    }
    if let Some(found) = ONE_ANOTHER.captures(said) {
        let names = ["one", "other"].map(|name| found.name(name).map_or("", |m| m.as_str()));
        let options = names
            .iter()
            .map(|n| choice(None, after_any(n, phrases!("a|an|the")).unwrap_or(n), "", range, text))
            .collect();
        return Some(Offer { asked: said.ends_with('?'), ..offer(turn, range.clone(), text, options) });
    }
    // "I found two stale flags: a and b" reports; "two candidates: a and b" offers.
    let reports = after_any(
        said,
        phrases!(
            "i found|i've found|i listed|i noticed|i spotted|i counted|i removed|i added|i see|i saw|found|there were"
        ),
    )
    .is_some_and(|rest| !OFFERS.within(rest.split(": ").next().unwrap_or(rest)));
    if reports && !said.ends_with('?') {
        return None;
    }
    // "Possible causes of the leak: rust, frost or the seal" are nothing to choose from.
    let lead = said.split(": ").next().unwrap_or(said).to_lowercase();
    if phrases!("cause|reason|explanation|suspect|culprit|symptom|risk|error").within(&lead) && !said.ends_with('?') {
        return None;
    }
    let list = [&PICK_ONE, &BEHIND_NOUN, &BOTH, &LOOKED_AT, &VERSUS]
        .iter()
        .find_map(|p| p.captures(said)?.name("list").map(|m| m.as_str().to_owned()));
    let behind_question = said.ends_with('?').then(|| said.rsplit_once(": ")).flatten();
    let list = list.or_else(|| behind_question.map(|(_, list)| list.to_owned()))?;
    let list = list.trim_end_matches(['.', '?', '!']);
    let names = listed(list)?;
    let topic = said.split_once(": ").map_or("", |(lead, _)| lead);
    let topic = if said.ends_with('?') { topics::topic(&format!("{topic}?")) } else { String::new() };
    let options = names.iter().map(|n| choice(None, n, &topic, range, text)).collect();
    Some(Offer { topic, asked: said.ends_with('?'), ..offer(turn, range.clone(), text, options) })
}

/// Maximum distance, in sentences, between two options of one choice, and between two labelled ones.
const APART: usize = 3;
const LABELLED_APART: usize = 6;

fn labelled(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for (place, sentence) in turn.sentences.iter().enumerate().filter(|(_, s)| s.block == BlockKind::Paragraph) {
        let text = plain(&sentence.text);
        let marked = |form: &Pattern| {
            let marks = form.captures_iter(&text).filter_map(|c| {
                let label = c.name("label").or_else(|| c.name("place"))?;
                let (all, label) = (c.get(0)?, label.as_str().to_lowercase());
                // The verb belongs to what the option does.
                Some((all.start(), c.name("verb").map_or(all.end(), |verb| verb.start()), number(&label)))
            });
            marks.collect::<Vec<_>>()
        };
        let marks = [&LABEL, &PLACED, &DOES_PLACED].into_iter().map(marked).find(|m| !m.is_empty()).unwrap_or_default();
        for (n, (_, from, label)) in marks.iter().enumerate() {
            let label = if label == "last" { &(found.len() + 1).to_string() } else { label };
            let to = marks.get(n + 1).map_or(text.len(), |m| m.0);
            let body = text.get(*from..to)?.trim().trim_end_matches([',', ';', '.', ' ']);
            let body = body
                .trim_end_matches(" and")
                .trim_end_matches(" but")
                .trim_end_matches(" or")
                .trim_end_matches([',', ';']);
            let next = match found.last() {
                Some((last, before, _)) => {
                    place <= last + LABELLED_APART
                        && option_labels::order_of(label) == option_labels::order_of(before).map(|n| n + 1)
                }
                None => option_labels::order_of(label) == Some(1),
            };
            if next && !body.is_empty() {
                found.push((place, label.clone(), ordered(body)));
            }
        }
    }
    let (from, to) = (found.first()?.0, found.last()?.0);
    (found.len() >= 2 && !found.iter().any(|(_, _, body)| describes(body))).then_some(())?;
    let options = found.iter().filter_map(|(place, label, body)| {
        let sentence = turn.sentences.get(*place)?;
        let opening = found.first().map_or("", |(_, _, first)| first);
        let body = if body == opening { body.clone() } else { deeds::resolved(body, opening) };
        Some(choice(Some(label.clone()), &body, "", &sentence.range, &sentence.text))
    });
    Some((from..to + 1, spanning(turn, from..to + 1, options.collect())?))
}

/// Whether words say how an option is, and not what it is: "cleaner if you want to review", "three lines".
fn describes(body: &str) -> bool {
    const GRADES: Phrases = phrases!("more|less|most|least|much|far|slightly|a bit|a little|quite|very|too");
    const AMOUNTS: Phrases = phrases!("lines|hours|days|minutes|weeks|files");
    let (first, rest) = body.split_once(' ').unwrap_or((body, ""));
    let compared = first.len() > 4
        && first.ends_with("er")
        && phrases!("if|for|when|than|to|but|though|because").contains(rest.split(' ').next().unwrap_or(""));
    let counted =
        (word_value(first).is_some() || first.starts_with(|c: char| c.is_ascii_digit())) && AMOUNTS.contains(rest);
    compared || counted || after_any(body, GRADES).is_some()
}

/// What an option does as an order: "drops the listener" is "drop the listener".
fn ordered(body: &str) -> String {
    let (verb, rest) = body.split_once(' ').unwrap_or((body, ""));
    let states = phrases!("is|has|was|does|goes|needs|means|looks|this|its|as|costs|works|seems");
    let plain = verb.strip_suffix('s').filter(|v| v.chars().all(|c| c.is_ascii_lowercase()) && !v.ends_with('s'));
    let Some(plain) = plain.filter(|_| !states.contains(verb) && !rest.is_empty()) else { return body.to_owned() };
    let base = match plain {
        p if p.ends_with("ie") => format!("{}y", p.trim_end_matches("ie")),
        p if ["she", "che", "sse", "xe"].iter().any(|end| p.ends_with(end)) && !p.ends_with("ache") => {
            p.trim_end_matches('e').to_owned()
        }
        p => p.to_owned(),
    };
    format!("{base} {rest}")
}

/// A label in the form lists have it: "one" is 1.
fn number(label: &str) -> String {
    let at = phrases!("one|two|three|four").iter().position(|n| n == label);
    let at = at.or_else(|| phrases!("first|second|third|fourth").iter().position(|n| n == label));
    let at = at.or_else(|| label.contains("other").then_some(1));
    at.map_or_else(|| label.to_owned(), |n| (n + 1).to_string())
}

fn by_property(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let found: Vec<(usize, String, String)> = turn
        .sentences
        .iter()
        .enumerate()
        .filter_map(|(place, s)| {
            let text = plain(&s.text);
            let c = BY_PROPERTY.captures(text.trim_end_matches('.'))?;
            Some((place, c.name("about")?.as_str().to_owned(), c.name("what")?.as_str().to_owned()))
        })
        .collect();
    let (from, to) = (found.first()?.0, found.last()?.0);
    if found.len() < 2 || to > from + APART {
        return None;
    }
    let options = found.iter().filter_map(|(place, about, what)| {
        let sentence = turn.sentences.get(*place)?;
        let mut choice = choice(None, what, "", &sentence.range, &sentence.text);
        choice.about.push_str(about);
        Some(choice)
    });
    Some((from..to + 1, spanning(turn, from..to + 1, options.collect())?))
}

/// "You could buy the one with radio. Or you stay with the current one." "Either we throttle, or we queue."
fn either_sentences(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let place = turn.sentences.iter().rposition(|s| {
        s.block == BlockKind::Paragraph
            && after_any(&s.text, phrases!("or we|or you|or i|or,|alternatively|or else")).is_some()
            || EITHER.iter().any(|e| after_any(&s.text, phrases!("either")).is_some() && s.text.contains(e))
    })?;
    let sentence = turn.sentences.get(place)?;
    let text = plain(&sentence.text);
    let inner = after_any(&text, phrases!("either")).and_then(|rest| {
        let (at, len) = phrases!(", or we |, or you |, or i | or we | or you | or i ").find(&rest.to_lowercase())?;
        Some((rest.get(..at)?.to_owned(), rest.get(at + len - 1..)?.to_owned()))
    });
    let (from, left, right) = if let Some((left, right)) = inner {
        (place, left, right)
    } else {
        let before = turn.sentences.get(place.checked_sub(1)?)?;
        let or = after_any(&text, phrases!("or|alternatively|or else"))?.trim_start_matches([',', ' ']).to_owned();
        (place - 1, plain(&before.text), or)
    };
    let clean = |t: &str| order(after_any(t, phrases!("we|you|i|you could|we could|i could")).unwrap_or(t));
    let (left, right) = (clean(&left), clean(&right));
    if words(&left) < 2 || words(&right) < 2 || words(&left) > LONGEST || words(&right) > LONGEST {
        return None;
    }
    let options = [(from, left), (place, right)].into_iter().filter_map(|(at, what)| {
        let s = turn.sentences.get(at)?;
        Some(choice(None, &what, "", &s.range, &s.text))
    });
    Some((from..place + 1, spanning(turn, from..place + 1, options.collect())?))
}

/// Words that introduce the second side after "either".
const EITHER: [&str; 3] = [" or we ", " or you ", " or i "];

/// Maximum number of words in an option.
const LONGEST: usize = 36;

/// "SQLite is safer here, Postgres scales better. Which do you prefer?"
fn compared(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let last = turn.sentences.len().checked_sub(1)?;
    let asks = turn.sentences.get(last).is_some_and(|s| ASKS_TO_CHOOSE.is_match(&plain(&s.text)));
    let from = last.saturating_sub(2);
    if !asks || last == 0 {
        return None;
    }
    let mut options: Vec<Choice> = Vec::new();
    let mut first = last;
    for place in from..last {
        let sentence = turn.sentences.get(place)?;
        let text = plain(&sentence.text);
        for clause in text.split([',', ';']).flat_map(|c| c.split(" while ")).flat_map(|c| c.split(" but ")) {
            let Some(name) = COMPARED.captures(clause.trim()).and_then(|c| Some(c.name("name")?.as_str().to_owned()))
            else {
                continue;
            };
            let told = phrases!("it|they|that|this|we|i|you|there|both|which|one|the|he|what|these|those|either");
            let seen = options.iter().any(|o| o.text == name);
            if seen || told.contains(name.split(' ').next().unwrap_or("").to_lowercase().as_str()) {
                continue;
            }
            let mut choice = choice(None, &name, "", &sentence.range, &sentence.text);
            choice.about.push_str(clause);
            options.push(choice);
            first = first.min(place);
        }
    }
    (2..=4).contains(&options.len()).then_some(())?;
    Some((first..last + 1, spanning(turn, first..last + 1, options)?))
}

/// Names behind what they are for, at the end of a turn: "For the map: Larch, Oak, Elm." Where only the subject stands
/// before them, a question to choose must follow: "Tiles: Larch, Oak. Preference?"
fn led_by_topic(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    const NAME: usize = 3;
    let last = turn.sentences.len().checked_sub(1)?;
    let asks = turn.sentences.get(last).is_some_and(|s| ASKS_TO_CHOOSE.is_match(&plain(&s.text)));
    let place = if asks { last.checked_sub(1)? } else { last };
    let sentence = turn.sentences.get(place)?;
    let said = plain(&sentence.text);
    let found = TOPIC_LED.captures(&said)?;
    let topic = found.name("purpose").or_else(|| found.name("topic").filter(|_| asks))?.as_str();
    let names = listed(found.name("list")?.as_str())?;
    let is_name = |name: &&String| {
        let name = name.split(" (").next().unwrap_or(name);
        words(name) <= NAME && name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '`')
    };
    (names.iter().filter(is_name).count() + 1 >= names.len().max(3)).then_some(())?;
    let options = names.iter().map(|name| choice(None, name, topic, &sentence.range, &sentence.text)).collect();
    let offer = spanning(turn, place..place + 1, options)?;
    Some((place..last + 1, Offer { topic: topic.to_owned(), asked: asks, ..offer }))
}

/// "Do you want me to keep Sass, or should I move everything to plain CSS?"
fn two_questions(turn: &TurnId, said: &str, text: &str, range: &Range<usize>) -> Option<Offer> {
    let asks = phrases!(
        ", or shall i | or shall we |, or should i |, or should we |, or do you want me to |, or would you rather |, or do we | or should i | or should we |, or shall we "
    );
    let (at, len) = said.ends_with('?').then(|| asks.find(&said.to_lowercase())).flatten()?;
    let (left, right) = (order(said.get(..at)?), order(said.get(at + len..)?));
    let open = after_any(&right, phrases!("something|anything|is there|leave it|look|wait")).is_some();
    (words(&left) >= 2 && words(&right) >= 2 && !open).then_some(())?;
    // "Do you want tin, zinc, or shall I use copper?"
    let named = listed(&left).filter(|names| names.iter().all(|n| words(n) <= 3));
    let all = named.unwrap_or_else(|| vec![left]).into_iter().chain([right]);
    let options = all.map(|o| choice(None, &o, "", range, text)).collect();
    Some(offer(turn, range.clone(), text, options))
}

/// The names of "a, b and c"; brackets after a name hold a remark about it.
fn listed(list: &str) -> Option<Vec<String>> {
    const MOST: usize = 8;
    let list = list.split(". ").next()?;
    let mut out: Vec<String> = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    let bytes: Vec<(usize, char)> = list.char_indices().collect();
    for (at, c) in &bytes {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let rest = list.get(*at..).unwrap_or("");
        let joint = phrases!(", and |, or | and | or |, | / | vs | vs. | versus ")
            .iter()
            .filter(|j| rest.starts_with(*j))
            .map(str::len)
            .max();
        if let Some(len) = joint.filter(|_| depth == 0 && *at >= from) {
            out.push(list.get(from..*at)?.trim().to_owned());
            from = at + len;
        }
    }
    out.push(list.get(from..)?.trim().to_owned());
    let out = with_remarks_joined(out);
    let short = out.iter().all(|n| {
        let name = n.split(" (").next().unwrap_or(n);
        (1..=5).contains(&words(name))
            && after_any(name, phrases!("which|it|they|we|i|you|that|is|so|but|then")).is_none()
    });
    ((2..=MOST).contains(&out.len()) && short).then_some(out)
}

/// The pieces of a list in which a remark belongs to the name before it: "Literata, which looks like a book".
fn with_remarks_joined(pieces: Vec<String>) -> Vec<String> {
    const REMARKS: Phrases = phrases!(
        "which|that|who|where|whose|made|built|written|based|designed|known|meant|used|with|without|although|though|albeit"
    );
    let mut out: Vec<String> = Vec::new();
    for piece in pieces {
        match out.last_mut().filter(|_| after_any(&piece, REMARKS).is_some()) {
            Some(name) if name.contains(" (") => {}
            Some(name) => *name = format!("{name} ({piece})"),
            None => out.push(piece),
        }
    }
    out
}

/// Options that each begin with a preposition, behind what they are options for: "on disk next to the photos, or as blobs".
pub(super) fn placed(first: &str, between: &[&str], last: &str, topic: &str) -> Option<Vec<options::Side>> {
    const PLACED: usize = 9;
    let all = || std::iter::once(first).chain(between.iter().copied()).chain([last]);
    let each = !topic.is_empty() && all().all(|o| after_any(o, LINKS).is_some() && words(o) <= PLACED);
    let side = |name: &str| {
        let text = name.trim().to_owned();
        options::Side { summary: with_topic(&text, topic), said: text.clone(), text }
    };
    each.then(|| all().map(side).collect())
}

/// Whether the words before options only announce them: "There are two ways to go".
pub(super) fn only_counts(lead: &str) -> bool {
    let counted = after_any(
        lead,
        phrases!("there are|there's|there is|i see|we have|you have|here are|i found|two|three|several|the|some"),
    );
    counted.is_some_and(|l| phrases!("way|option|possib|choice|candidate|alternativ|approach|idea|thing").within(l))
}

fn choice(label: Option<String>, what: &str, topic: &str, range: &Range<usize>, quote: &str) -> Choice {
    let (name, about) =
        what.split_once(" (").map_or((what, ""), |(name, about)| (name, about.trim_end_matches([')', '.'])));
    let name = name.trim_matches(['`', '"', ' ', '\'']);
    // A label may have its option in brackets: "option A (nginx)".
    let name = name.split([')', ';']).next().unwrap_or(name);
    let (name, more) = name.split_once(", which ").unwrap_or((name, ""));
    let text = whole(name.trim_end_matches(['.', '?', ' ']));
    Choice {
        label,
        summary: with_topic(&text, topic),
        about: format!("{about} {more} "),
        text,
        range: range.clone(),
        quote: quote.to_owned(),
    }
}

fn offer(turn: &TurnId, range: Range<usize>, text: &str, options: Vec<Choice>) -> Offer {
    Offer { options, ..Offer::new(OfferForm::Options, turn, range, text) }
}

fn spanning(turn: &ReadTurn, places: Range<usize>, options: Vec<Choice>) -> Option<Offer> {
    let all = turn.sentences.get(places)?;
    let range = all.first()?.range.start..all.last()?.range.end;
    let text: Vec<&str> = options.iter().map(|o| o.text.as_str()).collect();
    Some(offer(&turn.turn_id, range, &text.join(" / "), options))
}
