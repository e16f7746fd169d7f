//! Defines the wishes that English words in the past: "I'd be glad if you stopped that", "it'd help if X stayed as it is".

use std::borrow::Cow;

use crate::text::patterns;

patterns! {
    /// A wish, up to the clause whose verb stands in the past.
    WISH = r"(?ix)\b(?: (?:i|we|it|that)(?:['’]d|\s+would|\s+might|\s+could)\s+(?:\w+\s+){0,4}?(?:if|when) | (?:i['’]d|i\s+would|we['’]d|we\s+would)\s+(?:rather|sooner|prefer(?:\s+it)?) | i\s+wish )\s+";
}

/// Past forms with the form that an order has.
const PAST: &[(&str, &str)] = &[
    ("stopped", "stop"),
    ("avoided", "avoid"),
    ("refrained", "refrain"),
    ("stayed", "stay"),
    ("remained", "remain"),
    ("kept", "keep"),
    ("left", "leave"),
    ("held", "hold"),
    ("skipped", "skip"),
    ("stuck", "stick"),
    ("limited", "limit"),
    ("restricted", "restrict"),
    ("waited", "wait"),
    ("asked", "ask"),
    ("treated", "treat"),
    ("were", "are"),
    ("was", "is"),
];

/// A sentence with the verbs of its wish in the present; the sentence as it is if it has none.
pub(super) fn in_present(sentence: &str) -> Cow<'_, str> {
    let Some(wish) = WISH.find(sentence) else { return sentence.into() };
    let (lead, clause) = sentence.split_at(wish.end());
    let present = |word: &str| PAST.iter().find(|(past, _)| *past == word).map(|(_, now)| *now);
    if !clause.split(' ').any(|word| present(word).is_some()) {
        return sentence.into();
    }
    let words: Vec<&str> = clause.split(' ').map(|word| present(word).unwrap_or(word)).collect();
    format!("{lead}{}", words.join(" ")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_verbs_of_a_wish_change() {
        for (said, now) in [
            ("I'd be glad if you stopped that", "I'd be glad if you stop that"),
            ("It would help if the docs stayed as they are", "It would help if the docs stay as they are"),
            ("I'd rather you kept out of lib/", "I'd rather you keep out of lib/"),
            ("The job stopped when you asked", "The job stopped when you asked"),
        ] {
            assert_eq!(in_present(said), now);
        }
    }
}
