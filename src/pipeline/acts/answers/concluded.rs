//! Defines what an answer comes to after remarks about the options: "wax" of "tar smells, so wax", "tar smells. take wax".

use super::reply::{PersonsReply, answer};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::ActKind;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::picks::labels::exactly_named;
use crate::pipeline::acts::picks::pick::found;
use crate::pipeline::acts::sentences::segments::opens_with_reason;
use crate::pipeline::acts::sentences::wording::{after_any, plain, words};
use crate::pipeline::clause::Sentence;

/// The answer that follows from what is told before it: "9:30" of "they upload it around nine, so 9:30".
pub(super) fn outcome(text: &str) -> Option<&str> {
    const MOST: usize = 6;
    let drawn = [" => ", " -> ", ", hence ", ", therefore ", " hence ", " therefore "];
    // "Since the pi is slow: zstd"
    let reasoned = || text.rsplit_once(": ").filter(|_| opens_with_reason(text));
    // "Tar smells, take wax", "tar smells, so wax"
    let chosen = || {
        let (told, outcome) = text.rsplit_once(", ")?;
        let drawn = after_any(outcome, phrases!("so|then")).filter(|outcome| words(outcome) <= 2);
        Some((told, drawn.or_else(|| chooses(outcome).then_some(outcome))?))
    };
    let drawn = drawn.iter().find_map(|joint| text.rsplit_once(joint)).or_else(reasoned).or_else(chosen);
    if let Some((told, outcome)) = drawn {
        return (words(told) >= 2 && words(outcome) <= MOST).then_some(outcome);
    }
    let (told, outcome) = text.rsplit_once(" so ")?;
    let last = told.rsplit([' ', ',']).find(|w| !w.is_empty())?.to_lowercase();
    let measures =
        phrases!("is|are|was|not|and|or|if|do|did|does|think|thought|even|ever|be|it's|that's|more|just|why|quite|how");
    let points =
        phrases!(" same | that | this | it | there | them | those | one | means | looks | seems | would | could ")
            .within(&format!(" {outcome} "));
    (words(told) >= 3 && words(outcome) <= MOST && !points && !measures.contains(last.as_str())).then_some(outcome)
}

/// The remarks before the sentence that chooses one of the options, and the sentences from it on: "tar smells. take wax".
pub(super) fn before_choice<'s, 't>(
    offer: &Offer,
    sentences: &'s [&'t Sentence],
) -> (&'s [&'t Sentence], &'s [&'t Sentence]) {
    const REMARKS: usize = 6;
    const SHORT: usize = 4;
    let picks = |s: &Sentence| {
        let acts = answer(offer, &PersonsReply::of(s), true);
        acts.iter().any(|act| act.deed == ActKind::Choose && act.form == "pick")
    };
    let names = |s: &Sentence| {
        let text = plain(&s.text);
        let text = unled(&text);
        let first = text.split([',', ';']).next().unwrap_or(text);
        // "The plain table." names "a plain table with a lock".
        let thing = after_any(first, phrases!("the|option|number")).is_some() && words(text) <= SHORT;
        exactly_named(first, offer).is_some() || thing && found(offer, &first.to_lowercase()).len() == 1
    };
    let choosing = sentences.iter().position(|s| !s.asks && (chooses(&plain(&s.text)) || names(s)));
    let at = choosing.filter(|at| offer.form == OfferForm::Options && *at <= REMARKS);
    let at = at.filter(|at| sentences.get(*at).is_some_and(|s| picks(s))).unwrap_or(0);
    sentences.split_at(at)
}

/// Whether words open with the choice of something.
fn chooses(text: &str) -> bool {
    let choosing = phrases!(
        "take|use|go with|go for|pick|choose|i'd take|i'd use|i'd go with|i'd go for|i'll take|i take|i choose|i pick|we take|we'll take|we go with|we'll go with|we'll use|we use|let's take|let's use|let's go with|let's go for|let's do"
    );
    let said = unled(text);
    after_any(said, choosing).is_some() || after_any(said, phrases!("do")).is_some_and(|rest| rest.starts_with('('))
}

/// A text without the words that lead in what is chosen: "the tar" of "but no, ok, the tar".
fn unled(text: &str) -> &str {
    const LEADS: Phrases = phrases!(
        "so|then|please|but|no|ok|okay|well|hm|hmm|yes|in the meantime|meanwhile|for now|for the moment|to begin with|in the end|all in all"
    );
    let mut rest = text;
    while let Some(after) =
        after_any(rest, LEADS).map(|rest| rest.trim_start_matches([',', ' ', '.'])).filter(|r| !r.is_empty())
    {
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_remarks_is_the_answer() {
        for (said, answer) in [
            ("they come in around nine, so 9:30", Some("9:30")),
            ("tar smells, so wax", Some("wax")),
            ("tar smells, take wax", Some("take wax")),
            ("wax is cheap, tar smells, we'll use the wax", Some("we'll use the wax")),
            ("since the boat is old: wax", Some("wax")),
            ("tar smells, wax does too", None),
            ("it is not so bad", None),
        ] {
            assert_eq!(outcome(said), answer, "{said}");
        }
    }
}
