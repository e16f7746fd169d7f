//! Defines the polarity an answer opens with. It is read before anything else: only an answer that is nothing but a yes
//! takes a proposal as it stands.

use super::wording::{after_any, words};
use crate::language::phrases::Phrases;

/// What an answer says before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Polarity {
    Yes,
    No,
    Neither,
}

/// Words that say yes and nothing else.
const YES: Phrases = Phrases(
    "yes|yep|yeah|yup|y|ya|yes please|yes pls|sure|ok|okay|k|kk|go|go ahead|go for it|do it|do that|please do\
     |sounds good|sounds great|sounds right|sounds fine|lgtm|looks good|looks great|fine|fine with me|fine by me\
     |works for me|agreed|agree|i agree|perfect|great|great idea|good idea|good plan|nice idea|makes sense\
     |makes total sense|👍|👌|✅|+1|absolutely|definitely|of course|exactly|fair|fair enough|deal|ship it|make it so\
     |let's do that|let's do it|lets do that|lets do it|let's go|by all means|proceed|alright|right|correct\
     |approved|that works|that's fine|that is fine|that's good|i like it|i like that|love it|not at all\
     |no objections|no objection|ok by me|all good|yes do|do so|that's right|good|cool|nice|please proceed\
     |please go ahead|go on|do|ok then|oki|si|oui|ja",
);

/// Words that say no and nothing else.
const NO: Phrases = Phrases(
    "no|nope|nah|n|no thanks|no thank you|no way|please don't|please dont|don't|dont|rather not|i'd rather not\
     |better not|let's not|lets not|not really|not worth it|negative|nein|never|god no|hard no|hell no|no chance\
     |nae chance|absolutely not|definitely not|not a fan|no no|i don't want that|i don't want this|not convinced\
     |i'm not convinced|leave it|forget it|not that|not acceptable|no need|not needed|not necessary|skip it\
     |skip that|do not|uff no|no don't",
);

/// What may follow a yes without adding to it.
const AFTER_YES: Phrases = Phrases(
    "please|pls|thanks|thank you|thx|then|go ahead|go|do it|do that|exactly that|exactly|mate|sir|sounds good\
     |let's do that|let's do it|proceed|that works|now|for sure|as you said|as proposed|as suggested\
     |as you suggest|please proceed on that basis|let's go|that's it|of course|agreed|good idea|great|i agree\
     |makes sense|absolutely|ok|okay|yes|fine|like that|that one|this|that|both|all of it|all of them|all of that\
     |with that|perfect|great idea|sure|on that basis|please do|do|good",
);

/// The polarity an answer opens with, and what is left of it.
pub(super) fn polarity(text: &str) -> (Polarity, &str) {
    let mut rest = text.trim();
    let mut found = Polarity::Neither;
    // "ah", "hm", "well" carry nothing.
    while let Some(after) = after_any(rest, Phrases("ah|hm|hmm|oh|well|uh|um|mh|haha|ok so|so|ugh")) {
        let after = separated(after);
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    for _ in 0..4 {
        let negative = after_any(rest, NO).filter(|after| sets_apart(rest, after));
        let positive = after_any(rest, YES).filter(|after| sets_apart(rest, after));
        let (next, after) = match (negative, positive) {
            (Some(no), Some(yes)) if yes.len() < no.len() => (Polarity::Yes, yes),
            (Some(no), _) => (Polarity::No, no),
            (None, Some(yes)) => (Polarity::Yes, yes),
            (None, None) => break,
        };
        if found == Polarity::Neither {
            found = next;
        } else if found != next {
            break;
        }
        rest = separated(after);
    }
    if found == Polarity::Yes {
        while let Some(after) = after_any(rest, AFTER_YES) {
            let after = separated(after);
            if after.len() == rest.len() {
                break;
            }
            rest = after;
        }
    }
    (found, rest)
}

fn separated(text: &str) -> &str {
    text.trim_start_matches(|c: char| ",.!:;-–— ".contains(c))
}

/// Whether what follows a yes or no is set apart from it, or nothing: "ok by the way" is no yes, "go with" neither.
fn sets_apart(text: &str, after: &str) -> bool {
    let head = text.get(..text.len() - after.len()).unwrap_or("");
    let long = words(head.trim()) >= 2;
    let mark = after.starts_with(|c: char| ",.!:;-–—…)".contains(c)) || head.ends_with([',', '.', '!', ':', ';']);
    after.is_empty() || mark || long || after_any(after, AFTER_YES).is_some() || strong(head.trim())
}

/// A yes or no that needs no mark after it: "yes two", "nope the file".
fn strong(head: &str) -> bool {
    matches!(
        head.to_lowercase().as_str(),
        "yes" | "yep" | "yeah" | "yup" | "nope" | "nah" | "sure" | "absolutely" | "👍"
    )
}
