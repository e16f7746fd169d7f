//! Defines what people say to carry over what was just settled to another thing: only words that point back ("the same",
//! "that", "too", "as well") and the other thing stand in the sentence ("and please the same again for the attic").

use crate::language::phrases::{Phrases, phrases};

/// Words that open the name of a thing.
const DETERMINERS: Phrases = phrases!("the|our|my|every|all");

/// Words that say the same again.
const SAME: Phrases = phrases!("same|too|also|well|aswell|likewise|ditto|again|identical|identically|equally");

/// Verbs of doing it once more.
const AGAIN: Phrases = phrases!("extend|apply|applies|copy|repeat|mirror|use|take");

/// Words that name nothing.
const EMPTY: Phrases = phrases!(
    "a|also|and|applies|apply|as|aswell|be|can|choice|copy|could|decision|did|do|done|ditto|equally|extend|follow|for|go|goes|good|great|handle|have|here|hold|holds|i|i'd|i'll|identical|identically|is|it|it's\
     |just|let|let's|lets|like|likewise|make|makes|mirror|must|need|nice|now|of|ok|okay|one|our|perfect|please|pls|plz|repeat|right|same|sense|setup|shall|should|so|solution|stays|story|sure|take|taken|thank|thanks\
     |that|that's|the|them|then|there|they|thing|think|this|to|too|treat|us|use|used|using|want|way|we|we'll|well|what|will|with|would|yes|you|approach|pattern|exactly|very|again|actually|approach|idea|rule|value|in|on|while|at|handle|treatment|get|gets|time|from|work|works|both|two|more"
);

/// The other thing that a segment carries the settled over to, with its preposition: "for the attic".
pub(super) fn place(low: &str) -> Option<String> {
    const MOST: usize = 18;
    const LONGEST: usize = 4;
    let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric() && !"'/.-".contains(c)).to_owned();
    let all: Vec<String> = low.split_whitespace().map(|word| bare(word).trim_end_matches('.').to_owned()).collect();
    let is_empty = |word: &String| word.is_empty() || EMPTY.contains(word);
    let at = (0..all.len()).find(|&at| {
        let next = all.get(at + 1).is_some_and(|word| !is_empty(word));
        next && all.get(at).is_some_and(|word| DETERMINERS.contains(word))
    })?;
    let length = all.iter().skip(at + 1).take_while(|word| !is_empty(word)).count();
    let (place, behind) = all.get(at..)?.split_at_checked(length + 1)?;
    let mut around = all.iter().take(at).chain(behind);
    let preposition = all.get(..at).and_then(<[String]>::last).filter(|word| PREPOSITIONS.contains(word));
    // "Fine but with the lid again" adds something to the thing.
    let adds = |word: &String| phrases!("with|without|about|of|by|from").contains(word);
    if all.get(..at).and_then(<[String]>::last).is_some_and(adds) {
        return None;
    }
    let has = |words: Phrases| all.iter().take(at).chain(behind).any(|word| words.contains(word));
    // "Make it use the red rope" carries nothing over, "use it for the red rope" does.
    let points = has(SAME) || preposition.is_some() && has(phrases!("that|this|it"));
    let fits = all.len() <= MOST && length <= LONGEST && points && (has(AGAIN) || has(SAME)) && around.all(is_empty);
    let before = preposition.filter(|word| *word != "for").map_or("for", String::as_str);
    fits.then(|| format!("{before} {}", place.join(" ")))
}

const PREPOSITIONS: Phrases = phrases!("for|to|in|on");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_point_back_carry_over() {
        for (said, other) in [
            ("and please the same again for the attic", "for the attic"),
            ("i'd like to have this for the attic also", "for the attic"),
            ("we take that for our shed too", "for our shed"),
            ("extend that to the attic", "to the attic"),
            ("and the attic? same there pls", "for the attic"),
            ("the attic gets the same treatment", "for the attic"),
            ("let the attic use the same", "for the attic"),
        ] {
            assert_eq!(place(said).as_deref(), Some(other), "{said}");
        }
        for said in [
            "paint the same door for the attic",
            "that is for the attic",
            "not for the attic",
            "what about the attic?",
            "make it use the attic",
        ] {
            assert_eq!(place(said), None, "{said}");
        }
    }
}
