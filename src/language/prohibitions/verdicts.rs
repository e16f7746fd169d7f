//! Defines the reading of verdicts on an act or a thing: "deploying isn't part of this", "what I don't want is X", "the
//! policy forbids X", "tags are cut by the bot alone".

use super::kinds::is_act;
use super::negated::noun;
use super::things::{ruled, subject, without_article};
use super::verbs::leading;
use crate::text::patterns;

patterns! {
    /// An act that is not what the agent is to do.
    UNFIT = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?:is|are)\s+(?:not|never)\s+(?:really\s+|exactly\s+|just\s+)*(?: on\s*(?:$|[.,;!]|here\b) | something\s+(?:you|one|any(?:one|body)|we|i)\b | (?:how\s+(?:we|you)|our\s+way|the\s+way\s+we)\b | part\s+of\s+(?:this|the|your|our)\b | in\s+scope | on\s+the\s+(?:table|menu|agenda|cards|list) | up\s+for\s+grabs | a\s+good\s+idea | appropriate | tolerated | desired | appreciated | an\s+alternative | (?:your|our)\s+(?:concern|task|turf|role|department|responsibility) | for\s+(?:you|now|today)\b ) | (?P<reserved>[^,;:!?—]+?)\s+(?:(?:is|are)\s+something\s+only\s+\S+ | (?:is|are|gets?)\s+[a-z]+(?:ed|en|un|ne|de|ut)\s+(?: (?:only|solely|exclusively)\s+by | by\s+(?:me|us|ci|jenkins|ops|the\s+[\w-]+|(?-i:[A-Z]\w+))\b | by\s+(?:the\s+)?[\w-]+(?:\s+[\w-]+){0,2}?,?\s+(?:only|alone|exclusively|and\s+(?:nobody|no\s+one|no-one)\s+else) ))\b";
    /// A thing or act that somebody has forbidden.
    FORBIDS = r"(?ix)\b(?:i|we|they|polic(?:y|ies)|rules?|guidelines?|team|company|contract|management|legal|security|architects?|boss)(?:['’]ve|\s+have|\s+has)?\s+(?:\w+ly\s+)?(?:ban(?:s|ned)?|forbids?|forbade|forbidden|outlaw(?:s|ed)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|vetoe?(?:s|d)?|rule[sd]?\s+out)\s+(?P<what>[^,;:.!?]+)";
    /// A refusal whose subject is the unwanted thing or act.
    UNWANTED = r"(?ix)\b(?: what\s+(?:i|we)\s+(?:really\s+|definitely\s+|absolutely\s+)?(?:do\s+not|don['’]?t|never|won['’]?t)\s+(?:ever\s+)?(?:want|need|like|accept|tolerate|have)(?:\s+to\s+(?:see|have))? | (?:the\s+)?(?:very\s+)?last\s+things?\s+(?:that\s+)?(?:i|we)\s+(?:want|need)(?:\s+to\s+(?:see|have))? )\s+(?:here\s+|now\s+|right\s+now\s+|today\s+)?(?:is|are)\s+(?P<what>[^;:!?]+)";
}

/// Reads the verdicts of a sentence in which "not" is written in full.
pub(super) fn judged(sentence: &str, out: &mut Vec<super::Forbidden>) {
    if let Some(what) = UNFIT.captures(sentence).and_then(|c| c.name("what").or(c.name("reserved"))) {
        let what = without_article(subject(what.as_str()));
        // Of a thing the same words tell its state.
        if is_act(what) || is_gerund(what) {
            ruled(what, out);
        }
    }
    for pattern in [&FORBIDS, &UNWANTED] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what")) {
            noun("no", without_article(what.as_str()), "", out);
        }
    }
}

/// Whether a text begins with the gerund of a known act.
fn is_gerund(text: &str) -> bool {
    let first = text.split([' ', '-', '`']).find(|word| !word.is_empty()).unwrap_or("");
    (first.ends_with("ing") || text.contains("-pushing") || text.contains(" pushing")) && leading(text).is_some()
}
