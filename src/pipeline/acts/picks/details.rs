//! Defines what a pick adds to the option it takes: a case, an amount, a bound, what is put off.

use super::labels::by_name;
use super::pick::clauses;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::{remarks, stance};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::quantities::{is_bare_value, measured};
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, whole, words};

/// Whether a reply names several options, each for a case: "green on hover, blue otherwise".
pub(super) fn by_case(offer: &Offer, text: &str) -> bool {
    let cases = phrases!(
        " otherwise| else| on | for | when | once | at first| first| then | later| afterwards| until | if | in | while "
    );
    let denies = phrases!(" not | no | never |n't | over | than | instead ");
    let parts: Vec<&str> = text.split([',', ';']).filter(|part| !part.trim().is_empty()).collect();
    if parts.len() != 2 {
        return false;
    }
    let named = |part: &&str| {
        let low = format!(" {} ", part.trim().to_lowercase());
        match by_name(low.trim(), offer).as_slice() {
            [one] if cases.within(&low) && !denies.within(&low) => Some(one.text.clone()),
            _ => None,
        }
    };
    let names: Vec<String> = parts.iter().filter_map(named).collect();
    matches!(names.as_slice(), [one, other] if one != other)
}

/// An amount that a pick gives its option in a clause of its own: "4" of "the thin ones, 4 wires", where the option has
/// wires.
pub(super) fn given_amount<'t>(text: &'t str, option: &Choice) -> Option<&'t str> {
    let later = clauses(text).into_iter().skip(1).map(|part| unhurried(part).trim_end_matches(['.', '!']));
    later.filter(|part| words(part) <= 2).find_map(|part| {
        let (from, to) = measured(part).filter(|(from, _)| *from == 0)?;
        let noun = part.get(to..)?.trim();
        let named = noun.is_empty() || stance::names_some(noun, &option.summary);
        part.get(from..to).filter(|_| named)
    })
}

/// The options that are postponed: "html, pdf later", "html, pdf if we need it".
pub(super) fn put_off<'o>(offer: &'o Offer, text: &str) -> Vec<&'o Choice> {
    let low = text.to_lowercase();
    let later = low.split([',', ';', '.']).skip(1).filter_map(|clause| {
        let ends = phrases!(" later| later on| afterwards| next| after that| eventually| in a second step| some day");
        let on_need = phrases!(" later | if we | if it | if i | once we | once it | when we | when it ").find(clause);
        let at_end = || ends.iter().filter(|e| clause.ends_with(*e)).map(|e| clause.len() - e.len()).min();
        let end = on_need.map(|(at, _)| at).or_else(at_end)?;
        clause.get(..end).map(|c| after_any(c, phrases!("and|the|maybe|then")).unwrap_or(c).trim().to_owned())
    });
    later.flat_map(|name| by_name(&name, offer)).collect()
}

/// Whether words only give an amount: "60 sec", "3 times at most".
pub(super) fn is_bound(part: &str) -> bool {
    const MOST: usize = 5;
    let part = part.trim_end_matches(['.', '!']);
    let low = part.to_lowercase();
    let bounds =
        phrases!("at most|max|at least|maximum|minimum|tops|or less|or more| of them| each| apart").within(&low);
    let alone = is_bare_value(part) && part.contains(char::is_alphabetic);
    words(part) <= MOST && measured(part).is_some() && (bounds || alone)
}

/// A choice with a detail, before the words that say what it is about: "Retry, 3 times - failed mails".
pub(super) fn with_detail(summary: &str, more: &str) -> String {
    let (choice, topic) = summary.split_once(" - ").unwrap_or((summary, ""));
    let topic = if topic.is_empty() { String::new() } else { format!(" - {topic}") };
    whole(&format!("{choice}, {more}{topic}"))
}

/// The detail that a pick adds to the option.
pub(super) fn added(text: &str) -> Option<String> {
    const STATES: Phrases = phrases!("no|not|don't|dont|never|without|can't|cant|won't|hate|is|are|was|were");
    if let Some(more) =
        remarks::addition(text).filter(|m| after_any(m, phrases!("just|behind|under|via|within")).is_some())
    {
        return Some(more);
    }
    // "Retry, 3 times at most"
    let bound = clauses(text).into_iter().skip(1).map(|part| unhurried(part).trim_end_matches(['.', '!']));
    if let Some(bound) = bound.into_iter().find(|part| is_bound(part)) {
        return Some(bound.to_owned());
    }
    let low = text.to_lowercase();
    let at = phrases!(
        " but |, but | without |, and | except | plus | minus |, on | on port |, with | with |, in |, at |, max"
    )
    .iter()
    // "The third one, they can switch it without us" tells why.
    .filter_map(|w| {
        low.find(w).filter(|at| w != " without " || !low.get(..*at).is_some_and(|head| head.contains(", ")))
    })
    .min()?;
    // "VPN, dont want to deal with OAuth": what is not wanted is no detail.
    let clause = low.get(..at)?.rsplit([',', ';', '.']).next()?;
    let with = low.get(at..).is_some_and(|rest| rest.starts_with(" with "));
    if with && clause.split(' ').any(|w| STATES.contains(w)) {
        return None;
    }
    let more = text.get(at..)?.trim_start_matches([',', ' ']).trim_end_matches('.');
    let more = unhurried(more);
    // "Slow but fine"
    if after_any(more, phrases!("but")).is_some_and(stance::says_nothing) {
        return None;
    }
    let low = format!(" {} ", more.to_lowercase()).replace(',', " ");
    // "A list, but my uncle would never"
    let objects = phrases!(" would | wouldn't | might | hates | thinks | says | said | never liked ").within(&low);
    let remarks = phrases!("but that's|but that is|but it's|but it is|but this is|but they're|but i'm|but we're");
    if objects && after_any(more, phrases!("but")).is_some() || after_any(more, remarks).is_some() {
        return None;
    }
    // "The tar, and show me the bill" orders something else.
    if phrases!(" give me | show me | send me | tell me | let me ").within(&low) {
        return None;
    }
    let told = phrases!(" is | are | i | we | was ").within(&low);
    (words(more) >= 2 && words(more) <= 14 && !(told && after_any(more, phrases!("and|with")).is_some()))
        .then(|| more.to_owned())
}
