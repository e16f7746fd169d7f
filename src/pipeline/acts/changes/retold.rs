//! Defines the name or the place of a thing that the person tells anew: "the bucket is now called harbour", "we renamed it
//! again, from harbour to pier", "renamed once more: quay". The last one stands, the former is on its chain.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::pipeline::acts::answers::stance::content;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::BlockKind;
use crate::state::{Item, ItemKind};
use crate::text::{Pattern, patterns};

forms! {
    "called-now" r"^(?:so |and |also |ok(?:ay)?,? |fyi:?,? |btw,? )*(?P<thing>(?:the |our |my )?[\w./' -]{2,40}?) (?:is|are)(?: now| actually)? (?:called|named|known as)(?: now)? (?P<value>[^\s,;]+)(?: now)?$"
        yes "the shed is now called barn" no "the shed is red";
    "we-renamed" r"^(?:so |and |also |ok(?:ay)?,? |fyi:?,? |btw,? |ok one more: |one more: )*(?:we|i|they|ops|it)(?:'ve| have| just|'ve just| have just| had to)* (?:renamed?|changed the name of) (?P<thing>(?:the |our |my )[\w./' -]{2,40}?)(?:,? (?:once more|again|another time))?(?: from [^\s,;]+)?(?: to|,? it(?:'s| is)(?: now)?(?: called)?|,? now|:) (?P<value>[^\s,;]+)(?: now)?$"
        yes "we renamed the shed once more from barn to hut" no "we painted the shed";
    "got-renamed" r"^(?:so |and |also |ok(?:ay)?,? |fyi:?,? |btw,? )*(?P<thing>(?:the |our |my )?[\w./' -]{2,40}?)(?:'s)? (?:(?:was|got|has been|is|were)(?: just)? renamed|(?:has |just |got )?(?:a new name|another name)|name (?:has |was |just )?changed|(?:has )?changed (?:its |the )?name)(?:,? (?:once more|again|another time))?(?: from [^\s,;]+)?(?: to|,? it(?:'s| is)(?: now)?(?: called)?|,? now|:) (?P<value>[^\s,;]+)(?: now)?$"
        yes "the shed was renamed once more, it's hut" no "the shed got wet";
    "renamed-again" r"^(?:so |and |also |ok(?:ay)?,? |sorry,? |fyi:?,? |btw,? |got |it got |it was |we )*(?:renamed|another name|new name)(?: it)?(?:,? (?:once more|again|another time))?(?: to|,? it(?:'s| is)(?: now)?(?: called)?|,? now|:) (?P<value>[^\s,;]+)(?: now)?$"
        yes "renamed again: hut" no "renamed the hut";
    "moved-again" r"^(?:so |and |also |ok(?:ay)?,? |fyi:?,? |btw,? )*(?:(?:we|they)(?:'ve| have| just)* moved )?(?P<thing>(?:the |our |my )?[\w./' -]{2,40}?)(?: (?:has |have |just )?moved| (?:was|were|got|has been|have been) moved)?(?:,? (?:once more|again|another time))?,? (?:it is|it's|they are|they're|to|it's now|is|are)(?: now)?(?: at| on| in| under| to)? (?P<value>[^\s,;]*[./\d][^\s,;]*)(?: now)?$"
        yes "the shed moved once more, it's at yard/2" no "the shed moved";
}

patterns! {
    /// Words of an item that tells a name or a place.
    TELLS_NAME = r"(?i)\b(?:called|named|renamed?|name|known as)\b";
    TELLS_PLACE = r"(?i)\b(?:is|are|was|moved|lives?|at|on|in|to)\b.*[./\d]";
}

/// Words that are no name.
const NO_NAME: Phrases =
    phrases!("it|that|this|something|so|the|a|an|not|what|after|like|them|by|in|on|for|later|anyway|differently|back");

/// Number of the newest items of a kind that are looked at.
const NEWEST: usize = 12;

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "retold";

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block == BlockKind::Paragraph && !s.asks);
    let segments = own.flat_map(|s| view.segments(s)).filter(|s| !s.doubtful);
    segments.filter_map(|segment| of_segment(view, segment)).collect()
}

fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    let low = segment.low.trim_end_matches(['.', '!', ' ']);
    let (form, found) = first(&FORMS, low)?;
    let value = group(&segment.text, &found, "value").trim_matches(|c| "\"'`“”.".contains(c));
    let thing = group(&segment.text, &found, "thing");
    if value.is_empty() || NO_NAME.contains(value.to_lowercase().as_str()) || points(thing) || words(thing) > 5 {
        return None;
    }
    let moves = form == "moved-again";
    // "Set the bell to 75" gives a value.
    let orders =
        imperative::opens(thing) || after_any(thing, phrases!("set|raise|lower|change|let|keep|bring")).is_some();
    if moves && orders {
        return None;
    }
    let former = former(view, thing, if moves { &TELLS_PLACE } else { &TELLS_NAME });
    let thing = if thing.is_empty() { named_in(&former?.summary)? } else { thing.to_owned() };
    let says = if moves { "is now at" } else { "is now called" };
    let summary = whole(&capital(&format!("{thing} {says} {value}")));
    match former {
        Some(item) if item.summary == summary => None,
        Some(item) => Some(Act::revises(item, segment, &summary, FORM)),
        None if moves => None,
        None => Some(Act::settled(ActKind::Inform, segment.range.clone(), summary, FORM)),
    }
}

fn points(thing: &str) -> bool {
    phrases!("it|that|this|they|he|she|we|i|there|what|which").contains(thing.to_lowercase().as_str())
}

fn stems(text: &str) -> Vec<String> {
    content(text).iter().filter(|w| !phrases!("the|our|my").contains(w)).map(|w| stem(w)).collect()
}

/// The item that told the name or place of a thing before; without a thing, the last one that told any.
fn former<'v>(view: View<'v>, thing: &str, tells: &Pattern) -> Option<&'v Item> {
    let named = stems(thing);
    let about = |item: &&Item| {
        let said = stems(&item.summary);
        tells.is_match(&item.summary) && named.iter().all(|word| said.contains(word))
    };
    let kinds = [ItemKind::Fact, ItemKind::Decision, ItemKind::Constraint];
    let found = kinds.iter().flat_map(|kind| view.ledger.open_of_kind(*kind).rev().take(NEWEST)).filter(about);
    found.filter(|_| !named.is_empty() || thing.is_empty()).max_by_key(|item| item.touched_seq)
}

/// The thing whose name an item tells: "The shed" of "The shed is now called barn".
fn named_in(summary: &str) -> Option<String> {
    let low = summary.to_lowercase();
    let (at, _) = phrases!(" is called| is now called| is named| is now named| was renamed").find(&low)?;
    let thing = summary.get(..at)?;
    let thing = after_any(thing, phrases!("we renamed|rename")).unwrap_or(thing);
    (words(thing) <= 5).then(|| thing.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_in_many_words() {
        for (said, thing, value) in [
            ("the shed is now called barn", "the shed", "barn"),
            ("we renamed the shed again, it's hut now", "the shed", "hut"),
            ("the shed got renamed again: hut", "the shed", "hut"),
            ("the shed name changed to hut", "the shed", "hut"),
            ("renamed once more: hut", "", "hut"),
            ("the shed moved once more, to yard/2", "the shed", "yard/2"),
        ] {
            let (_, found) = first(&FORMS, said).expect(said);
            assert_eq!((group(said, &found, "thing"), group(said, &found, "value")), (thing, value), "{said}");
        }
        assert!(first(&FORMS, "rename the shed").is_none());
        assert_eq!(named_in("The shed is now called barn").as_deref(), Some("The shed"));
    }
}
