//! Defines what a pick adds to the option it takes: a case, an amount, a bound, what is put off.

use super::labels::by_name;
use super::pick::clauses;
use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::{remarks, stance};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, words};

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

/// The options that are postponed: "html, pdf later".
pub(super) fn put_off<'o>(offer: &'o Offer, text: &str) -> Vec<&'o Choice> {
    let low = text.to_lowercase();
    let later = low.split([',', ';', '.']).skip(1).filter_map(|clause| {
        let ends = phrases!(" later| later on| afterwards| next| after that| eventually| in a second step| some day");
        let end = ends.iter().filter(|e| clause.ends_with(*e)).map(str::len).max()?;
        clause
            .get(..clause.len() - end)
            .map(|c| after_any(c, phrases!("and|the|maybe|then")).unwrap_or(c).trim().to_owned())
    });
    later.flat_map(|name| by_name(&name, offer)).collect()
}

/// The detail that a pick adds to the option.
pub(super) fn added(text: &str) -> Option<String> {
    if let Some(more) =
        remarks::addition(text).filter(|m| after_any(m, phrases!("just|behind|under|via|within")).is_some())
    {
        return Some(more);
    }
    // "Retry, 3 times at most"
    let bound = clauses(text).into_iter().skip(1).map(|part| unhurried(part).trim_end_matches(['.', '!']));
    let bounds = phrases!("at most|max|at least|maximum|minimum|tops|or less|or more");
    let bound =
        bound.filter(|part| words(part) <= 5 && measured(part).is_some() && bounds.within(&part.to_lowercase()));
    if let Some(bound) = bound.into_iter().next() {
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
    let more = text.get(at..)?.trim_start_matches([',', ' ']).trim_end_matches('.');
    let more = unhurried(more);
    let told = phrases!(" is | are | i | we | was ").within(&format!(" {} ", more.to_lowercase()));
    (words(more) >= 2 && words(more) <= 14 && !(told && after_any(more, phrases!("and|with")).is_some()))
        .then(|| more.to_owned())
}
