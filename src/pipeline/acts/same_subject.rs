//! Defines the replacement of what was said of a subject: once "deploys will run on Drone" is said, "deploys run on Jenkins"
//! no longer holds. Two sentences say something of the same subject if they are built alike: only the last part differs,
//! and both parts are of one sort (numbers with one unit, days, names).

use super::quantities::{kin_values, measured, number, single};
use super::segments::Segment;
use super::standing::{recent, standing};
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// A choice before what it is for: "use RK4 for the integrator", "American spelling for the docs".
    FOR = r"^(?:(?:we|i|let's)(?:'ll|'d| will| want to| want| would like to)? ?)?(?:(?:use|using|take|go with|going with|want|pick|choose|adopt|have|keep|stay with|switch to|make it) )?(?P<value>[\w.+#/'-]+(?: [\w.+#/'-]+){0,4}?) (?:for|as) (?P<subject>(?:(?:the|our|my|all|all the) )?[\w.'/-]+(?: [\w.'/-]+){0,3})$";
    /// A choice of a sort that is named: "use a Matern kernel".
    SORT = r"^(?:(?:we|i|let's)(?:'ll|'d| will)? ?)?(?:use|using|take|go with|switch to|return to|go back to|back to) (?:an? |the |our )?(?P<value>[\w.+#/'-]+(?: [\w.+#/'-]+)?) (?P<subject>[a-z][a-z-]{2,})$";
    /// A name that is given: "let's call the helper to_date".
    CALL = r"^(?:(?:we|i|let's|please)(?:'ll|'d| will| would)?(?: rather| better)? ?)?(?:call|name|rename) (?P<subject>(?:the|our|my) [\w' -]{2,30}?) (?:to |into )?(?P<value>[\w.`+#/-]+)$";
    /// Work done with something: "do the styling with CSS modules".
    DONE_WITH = r"^(?:(?:we|i)(?:'ll| will)? |let's )?(?:do|make|handle) (?P<subject>(?:the|our|my|all|all the) [\w' -]{2,40}?) (?:with|in|via|using) (?P<value>.{1,50})$";
    /// Work whose place, form or means is said: "write the manual in AsciiDoc".
    WORK = r"^(?:(?:we|i)(?:'ve decided to|'ll| will|'re going to| decided to)? |let's )?(?P<subject>(?:write|build|render|draw|run|host|deploy|store|serve|send|ship|log|print|publish|save|test|package|train|set|style|generate|read|target|normali[sz]e|sort|sign|export|format)(?: (?:the|our|my|all|every|each))?(?: [\w'/-]+){0,4}?) (?P<link>in|with|on|as|to|via|using|from|under|at|by|into) (?P<value>.{1,50})$";
    /// A subject and what is said of it: "deploys run on GitHub Actions", "the service is called doorman".
    SAID = r"^(?P<subject>(?:(?:the|our|my|all|every|each|new) )*[\w.'/-]+(?: [\w.'/-]+){0,5}?) (?:(?:is|are|will be|should be|must be|has to be|have to be|is going to be|shall be|gets|get|has been|was|were)(?: now)?(?: (?P<done>called|named|written|read|hosted|stored|kept|built|sent|served|deployed|planned|pushed|moved|postponed|scheduled|rounded|due|set|rendered|printed|drawn|signed|sorted|published))?|(?:(?:will|must|should|has to|have to|shall) )?(?P<verb>goes?|runs?|lives?|stays?|slips?|moves?|ships?|starts?|ends?|uses?|be)) (?:(?P<link>in|with|on|as|to|via|using|from|under|at|by|into|for|until|through) )?(?P<value>.{1,50})$";
    /// A day that is moved: "we moved the freeze to Monday".
    MOVED = r"^(?:we|they|i|ops|management|marketing)(?:'ve| have|'re)? (?:just )?(?:moved|pushed|postponed|shifted|delayed|rescheduled|moving|pushing) (?P<subject>(?:the|our|my) [\w.'/ -]{2,40}?) (?:to|until) (?P<value>.{1,40})$";
    /// A number of things that are counted or limited: "at most 250 draw calls per frame".
    DAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d|$)|\b\d{1,2}(?:st|nd|rd|th)\b|\bq[1-4]\b|\b(?:today|tomorrow|tonight|noon|midnight)\b|\b(?:next|this) (?:week|month|year|sprint|quarter)\b|\bend of (?:the )?(?:week|month|year|sprint|quarter)\b";
    /// Words that deny.
    DENIES = r"\b(?:not|no|never|none|nobody|nothing|without|only|except|unless)\b|n't\b";
}

/// Openings that say nothing of the subject.
const LEADS: Phrases = phrases!(
    "so|and|but|ok|okay|then|no|oh|hm|hmm|also|now|actually|please|instead|from now on|as of today|new limit:|new rule:|correction:|update:|heads up,|turns out|yes|right"
);

/// Ends that only say since when, or that it is a change.
const TAILS: Phrases = phrases!(
    " now| from now on| from today| from today on| as of today| as of now| instead| again| after all| then| please| as before| like before| like at first| as they used to| at first| it is| too"
);

/// Words that say that a state is a change of what was settled before.
const CHANGES: Phrases = phrases!(
    " now| from now on| from today| as of | instead| again| after all| should be | must be | will be | has to be | have to be | called | named | going to be | rather | changed | moved | pushed | slips | then"
);

/// What a sentence says of its subject.
#[derive(Debug)]
struct Said {
    /// Stems of the subject's words.
    subject: Vec<String>,
    /// How the value is tied to it: "for", "in", "called"; empty for a plain "is".
    link: String,
    value: String,
    /// Whether the sentence is a plain "is" without a word that marks a change or a duty.
    is_state: bool,
}

/// Reads the sentences that say something else of a subject than a standing item does.
pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s: &&Sentence| s.block != BlockKind::Heading && !s.asks);
    let segments = own.flat_map(|sentence| view.segments(sentence)).filter(|segment| !segment.unsettled());
    segments.filter_map(|segment| of_segment(view, segment)).collect()
}

/// Reads the sentences that give another number to what a standing item limits or counts: "functions may have up to 60
/// lines" after "no function longer than 30 lines".
pub(super) fn numbers(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s: &&Sentence| s.block != BlockKind::Heading && !s.asks);
    let segments = own.flat_map(|sentence| view.segments(sentence));
    segments.filter(|segment| !segment.unsettled() || grants(segment)).filter_map(|s| of_number(view, s)).collect()
}

/// Whether what sounds like a possibility gives leave: "functions may have up to 60 lines".
fn grants(segment: &Segment) -> bool {
    let limit =
        phrases!(" may be up to | may have up to | may be at most | can be up to | can have up to | may take up to ");
    segment.modality == Modality::Hedge && !segment.doubtful && limit.within(&segment.low)
}

/// Stems of words that only say that a number is a limit.
const LIMITS: Phrases = phrases!(
    "allow|enough|max|maximum|min|minimum|limit|most|least|fine|ok|okai|plenti|new|now|may|mai|can|up|under|below|abov|over|longer|shorter|larger|smaller|bigger|more|less|than|must|stai|have|has|from|on"
);

fn of_number(view: View<'_>, segment: &Segment) -> Option<Act> {
    let (value, named) = counted(&segment.text)?;
    let items = standing(view).chain(recent(view, ItemKind::Fact));
    let mut meant = items.filter_map(|item| {
        let (from, to) = single(&item.summary)?;
        let (old, own) = counted(&item.summary)?;
        let (few, many) = if named.len() <= own.len() { (&named, &own) } else { (&own, &named) };
        let shared = few.iter().filter(|word| many.contains(word)).count();
        let alike = shared > 0 && (shared == few.len() || few.len() > 2 && shared + 1 == few.len());
        let kin = kin_values(&value, &old) && !has_same_value(&old, &value) && old.contains(' ') == value.contains(' ');
        (alike && kin).then_some((item, from..to))
    });
    let (item, place) = meant.next()?;
    if meant.next().is_some() {
        return None;
    }
    let (head, tail) = (item.summary.get(..place.start)?, item.summary.get(place.end..)?);
    Some(Act::revises(item, segment, &format!("{head}{value}{tail}"), FORM))
}

/// The only number of a text with its unit, and the stems of the words that say what it is of.
fn counted(text: &str) -> Option<(String, Vec<String>)> {
    let (from, to) = single(text)?;
    let (head, value, tail) = (text.get(..from)?, text.get(from..to)?, text.get(to..)?);
    // A number without a unit belongs to a name: "the Quest 2".
    let has_unit =
        |part: &str| measured(part).is_some_and(|(at, end)| part.get(at..end).is_some_and(|m| m.contains(' ')));
    let another = has_unit(head) || has_unit(tail);
    let named = token_set(&format!("{head} {tail}"));
    let named = named.into_iter().filter(|word| word != "not" && !LIMITS.contains(word) && !EMPTY.contains(word));
    (!another).then(|| (value.to_owned(), named.collect()))
}

fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    let bare = bare(&segment.text);
    let item = replaced(view, &bare)?;
    let summary = match FOR.captures(&bare.to_lowercase()) {
        Some(found) if after_any(&bare, phrases!("we|i|let's")).is_some() || words(&bare) <= SHORT => {
            let of = |name| found.name(name).and_then(|m| bare.get(m.range())).unwrap_or("");
            format!("Use {} for {}", of("value"), of("subject"))
        }
        _ => capital(&bare),
    };
    Some(Act::revises(item, segment, &whole(&summary), FORM))
}

/// Id of the form of these acts.
pub(super) const FORM: &str = "same-subject";

/// Number of words up to which a choice before its purpose has no verb: "American spelling for the docs".
const SHORT: usize = 6;

/// An act that says something else of the subject of a standing item, as the revision of that.
pub(super) fn of_act(view: View<'_>, act: &Act) -> Option<Act> {
    let makes = matches!(act.deed, ActKind::Choose | ActKind::Rule { .. } | ActKind::Inform);
    let item = replaced(view, &act.summary).filter(|_| makes && act.target.is_none())?;
    Some(Act { deed: ActKind::Revise, target: Some(item.id.clone()), form: FORM, ..act.clone() })
}

/// The only standing item whose statement a sentence replaces.
fn replaced<'v>(view: View<'v>, text: &str) -> Option<&'v Item> {
    let new = said(text)?;
    let items = standing(view).chain(recent(view, ItemKind::Fact));
    let mut meant = items.filter(|item| said(&item.summary).is_some_and(|old| gives_way(&old, &new, item.kind)));
    let only = meant.next()?;
    meant.next().is_none().then_some(only)
}

/// Words without their openings and closing remarks.
fn bare(text: &str) -> String {
    let text = plain(text).replace('’', "'");
    let mut rest = text.trim();
    while let Some(after) = after_any(rest, LEADS).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', ':', ' ']);
    }
    loop {
        let end = rest.trim_end_matches(['.', '!', ',', ' ']);
        let low = end.to_ascii_lowercase();
        let tail = TAILS.iter().filter(|tail| low.ends_with(*tail)).map(str::len).max();
        match tail.and_then(|tail| end.get(..end.len() - tail)).filter(|head| words(head) >= 2) {
            Some(head) => rest = head,
            None => return unhurried(end).to_owned(),
        }
    }
}

/// Reads the subject and the value of a sentence.
fn said(text: &str) -> Option<Said> {
    const MOST: usize = 16;
    let changes = CHANGES.within(&format!("{} ", text.to_lowercase()));
    let bare = bare(text).to_lowercase();
    let bare = bare.split([',', ';']).next().unwrap_or(&bare);
    if words(bare) > MOST || DENIES.is_match(bare) {
        return None;
    }
    // Each form with how it ties the value to the subject; `None` where the sentence says.
    let forms = [
        (&FOR, Some("for")),
        (&DONE_WITH, Some("for")),
        (&CALL, Some("called")),
        (&SORT, Some("sort")),
        (&WORK, None),
        (&MOVED, Some("moved")),
        (&SAID, None),
    ];
    let (of_form, found) = forms.iter().find_map(|(form, link)| Some((*link, form.captures(bare)?)))?;
    let part = |name: &str| found.name(name).map_or("", |m| m.as_str());
    let (done, verb) = (part("done"), part("verb"));
    let link = match (of_form, done) {
        (Some(link), _) => link.to_owned(),
        (None, "called" | "named") => "called".to_owned(),
        (None, _) => format!("{done} {}", part("link")).trim().to_owned(),
    };
    let value = part("value").to_owned();
    let subject: Vec<String> = token_set(part("subject"));
    let subject: Vec<String> = subject.into_iter().filter(|word| !EMPTY.contains(word)).collect();
    let is_state = of_form.is_none() && link.is_empty() && verb.is_empty() && !changes;
    (!subject.is_empty()).then_some(Said { subject, link, value, is_state })
}

/// Stems of words that name no subject.
const EMPTY: Phrases = phrases!("it|thing|one|everything|all|that|there|they|you|what|who|everi|each|new|i|we");

/// Whether a new statement takes the place of an old one in an item of this kind.
fn gives_way(old: &Said, new: &Said, kind: ItemKind) -> bool {
    // "Use a Matern kernel" after "use a Gaussian kernel for the smoothing".
    if new.link == "sort" && matches!(old.link.as_str(), "for" | "sort") {
        let sort = old.value.rsplit_once(' ').map_or(old.subject.concat(), |(_, sort)| token_set(sort).concat());
        return new.subject.concat() == sort && !has_same_value(&old.value, &new.value) && kind == ItemKind::Decision;
    }
    let (few, many) = if old.subject.len() <= new.subject.len() { (old, new) } else { (new, old) };
    let same = few.subject.iter().all(|word| many.subject.contains(word));
    let spare = many.subject.len() - few.subject.len();
    if !same || spare > few.subject.len().min(2) || has_same_value(&old.value, &new.value) {
        return false;
    }
    if is_day(&old.value) || is_day(&new.value) {
        return is_day(&old.value) && is_day(&new.value);
    }
    match (measured(&old.value), measured(&new.value)) {
        (Some(a), Some(b)) => {
            let text = |value: &str, at: (usize, usize)| value.get(at.0..at.1).unwrap_or("").to_owned();
            kin_values(&text(&new.value, b), &text(&old.value, a)) && old.link == new.link
        }
        (None, None) => {
            let settled = matches!(kind, ItemKind::Decision | ItemKind::Constraint) || old.link.starts_with("called");
            // "The broker is NATS" after "take RabbitMQ as the broker".
            let links = (old.link.as_str(), new.link.as_str());
            let plain = matches!(links, ("for", "") | ("", "for")) && kind == ItemKind::Decision;
            (old.link == new.link && !new.is_state || plain) && settled && spare <= 1
        }
        _ => false,
    }
}

/// Whether one of two values says no more than the other.
fn has_same_value(a: &str, b: &str) -> bool {
    if let (Some((a, of_a)), Some((b, of_b))) = (number(a), number(b)) {
        return (a - b).abs() < f64::EPSILON && of_a.trim() == of_b.trim();
    }
    let (a, b) = (token_set(a), token_set(b));
    a.iter().all(|word| b.contains(word)) || b.iter().all(|word| a.contains(word))
}

/// Whether a value is a day or a time of the calendar.
fn is_day(value: &str) -> bool {
    DAY.is_match(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaces(old: &str, new: &str) -> bool {
        let (Some(old), Some(new)) = (said(old), said(new)) else { return false };
        gives_way(&old, &new, ItemKind::Decision)
    }

    #[test]
    fn another_value_of_the_same_subject_replaces_the_former() {
        for (old, new) in [
            ("Use oak for the frame", "we'll use pine for the frame"),
            ("I want oak for the frame", "we do the frame in pine"),
            ("Write the sign in English", "We write the sign in Dutch."),
            ("the ferry runs on diesel", "the ferry will run on hydrogen"),
            ("The opening is on May 3", "the opening has been pushed to May 17"),
            ("The freeze is Thursday at 18:00", "we moved the freeze to Monday noon"),
            ("The new boat is called Marlin", "our boat is called Heron from now on"),
            ("The lamp should be green", "the lamp should be red"),
            ("Use a brass handle for the gate", "let's use a steel handle"),
            ("The boat is called Marlin", "let's call the boat Heron"),
            ("The gate is 90 cm", "the gate is 120 cm"),
        ] {
            assert!(replaces(old, new), "{old}: {:?}, {new}: {:?}", said(old), said(new));
        }
        for (old, new) in [
            ("Use oak for the frame", "use oak for the door"),
            ("Use oak for the frame", "use oak for the frame please"),
            ("The left lamp should be green", "the right lamp should be red"),
            ("The ferry is slow", "the ferry is late"),
            ("The gate is 90 cm", "the gate is on the left"),
            ("The sign is on the left", "the sign is in Dutch"),
            ("The ferry runs on diesel", "the ferry doesn't run on Sundays"),
        ] {
            assert!(!replaces(old, new), "{old}: {:?}, {new}: {:?}", said(old), said(new));
        }
    }
}
