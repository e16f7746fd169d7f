//! Defines what people say to carry over what was just settled to another thing: only words that point back ("the same",
//! "that", "too", "as well") and the other thing stand in the sentence ("and please the same again for the attic").

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{unhurried, words};
use crate::text::patterns;

patterns! {
    /// The other thing, with what stands before and behind it.
    PLACE = r"^(?P<before>.*?)\b(?P<place>(?:for|to|in|on) (?:the|our|all|all the|every|my) [\w'/.-]+(?: [\w'/.-]+){0,3}?)(?P<behind>(?:,? (?:too|also|as well|aswell|likewise|again|now|then|there|please|pls|plz|if you can|while you're at it|while at it))*)$";
    /// The other thing asked about first: "and the attic? same there pls".
    ASKED = r"^(?:and |now |ok(?:ay)?,? |what about |how about )*(?P<place>(?:the|our|my) [\w'/.-]+(?: [\w'/.-]+){0,3})\? (?P<before>.*)$";
}

/// Words that say the same again.
const AGAIN: Phrases = phrases!(
    "same|too|also|well|aswell|likewise|ditto|extend|apply|applies|again|copy|repeat|mirror|identical|identically|equally|use|take"
);

/// Words that name nothing.
const EMPTY: Phrases = phrases!(
    "a|also|and|applies|apply|as|aswell|be|can|choice|copy|could|decision|did|do|done|ditto|equally|extend|follow|for|go|goes|good|great|handle|have|here|hold|holds|i|i'd|i'll|identical|identically|is|it|it's\
     |just|let|let's|lets|like|likewise|make|makes|mirror|must|need|nice|now|of|ok|okay|one|our|perfect|please|pls|plz|repeat|right|same|sense|setup|shall|should|so|solution|stays|story|sure|take|taken|thank|thanks\
     |that|that's|the|them|then|there|they|thing|think|this|to|too|treat|us|use|used|using|want|way|we|we'll|well|what|will|with|would|yes|you|approach|pattern|exactly|very|again|actually|approach|idea|rule|value|in|on"
);

/// The other thing that a segment carries the settled over to, with its preposition: "for the attic".
pub(super) fn place(low: &str) -> Option<String> {
    const MOST: usize = 18;
    if words(low) > MOST {
        return None;
    }
    let (place, around) = if let Some(found) = PLACE.captures(low) {
        let part = |group| found.name(group).map_or("", |m| m.as_str());
        (part("place").to_owned(), format!("{} {}", part("before"), part("behind")))
    } else {
        let found = ASKED.captures(low)?;
        (format!("for {}", found.name("place")?.as_str()), found.name("before")?.as_str().to_owned())
    };
    let mut own = around.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).peekable();
    own.peek()?;
    let own: Vec<&str> = own.collect();
    let again = own.iter().any(|word| AGAIN.contains(word));
    let points =
        own.iter().any(|w| phrases!("that|this|it|same|too|also|well|aswell|likewise|ditto|again").contains(w));
    (again && points && own.iter().all(|word| EMPTY.contains(word))).then(|| unhurried(&place).to_owned())
}

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
        ] {
            assert_eq!(place(said).as_deref(), Some(other), "{said}");
        }
        for said in
            ["paint the same door for the attic", "that is for the attic", "not for the attic", "what about the attic?"]
        {
            assert_eq!(place(said), None, "{said}");
        }
    }
}
