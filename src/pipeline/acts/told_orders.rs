//! Defines orders whose object is the complaint before them: "column usr should be called user, pls rename", "the lamp
//! flickers. Kindly find the reason and repair it".

use super::imperative::opens;
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::work_told::{is_fault, stated};
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// An order without an object of its own.
    BARE = r"(?x) ^(?:(?:and|so|then|now|please|pls|plz|kindly|can\ you|could\ you|would\ you|will\ you|you\ should|just|maybe|someone\ should),?\ )*
        (?: (?P<verb>[a-z]+) | (?P<inquiry>(?:find\ (?:out\ )?|track\ down\ |figure\ out\ |get\ to\ |hunt\ down\ |look\ for\ )(?:why|the\ bottom\ of\ (?:it|this|that)|(?:the\ |its\ |what's\ the\ )?(?:real\ |root\ )?(?:reason|cause|culprit|problem|bug)(?:\ (?:for|of|behind)\ (?:it|that|this))?)|(?:track|hunt)\ (?:it|this|that)\ down|figure\ (?:it|this|that)\ out)
        | (?P<whole>bring)\ (?:it|them|that|this)\ (?:up\ to\ date|back(?:\ to\ life)?|in\ line) )
        (?P<repairs>(?:,|\ and|\ then|\ and\ then)+\ (?:fix|repair|solve|correct|mend|resolve|remove|kill|get\ rid\ of)\ (?:it|that|this|them))?
        (?:,?\ (?:when(?:ever)?\ (?:you|there|time)\b.{2,40}|if\ you\ (?:can|have\ time|get\ to\ it)|asap|soon|later|today|next|first|for\ me|please|pls|thanks|thx|at\ some\ point|as\ well|too))*[.!?\ ]*$ ";
    /// A state that is not as it should be.
    AMISS = r"\b(?:should(?:n't| not)? (?:be|have|say|read|show|use|start|end)|(?:is|are) (?:called|named|still|outdated|out of date|obsolete|old|stale|misspelled|missing|gone|empty|not)|(?:needs?|lacks?|misses)\b|no longer|out of (?:date|sync)|fails?|failing|flickers?|crashes|hangs|breaks|leaks)\b|n't\b";
}

/// Number of words in a complaint.
const LEAST: usize = 3;
const MOST: usize = 30;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none()).collect();
    if view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|n| own.get(n)).copied();
        if let Some(act) = within(sentence) {
            out.push(act);
        } else if let Some(both) = before.and_then(|before| across(before, sentence)) {
            out.extend(both);
        }
    }
    out
}

/// A complaint and its order in one sentence.
fn within(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text);
    let joints = [", ", " - ", " – ", " — ", "; ", " so "];
    let split = |j: &&str| text.rfind(*j).map(|at| (at, j.len()));
    let mut cuts: Vec<(usize, usize)> = joints.iter().filter_map(split).collect();
    cuts.sort_unstable();
    cuts.into_iter().rev().find_map(|(at, len)| {
        let (told, order) = (text.get(..at)?, text.get(at + len..)?);
        let summary = task(told, order)?;
        Some(Act::settled(ActKind::Request, sentence.range.clone(), summary, "told-order"))
    })
}

/// A complaint, which is nothing by itself, and its order in the next sentence.
fn across(before: &Sentence, sentence: &Sentence) -> Option<[Act; 2]> {
    let summary = task(&plain(&before.text), &plain(&sentence.text)).filter(|_| !before.asks)?;
    let order = Act::settled(ActKind::Request, sentence.range.clone(), summary, "told-order");
    Some([Act::nothing(before.range.clone(), "told-order"), order])
}

/// The task of an order and the complaint before it.
fn task(told: &str, order: &str) -> Option<String> {
    let low = order.to_ascii_lowercase().replace('’', "'");
    let found = BARE.captures(&low)?;
    let told = bare(told);
    let complains = AMISS.is_match(&told.to_lowercase().replace('’', "'")) || is_fault(told);
    let sized = (LEAST..=MOST).contains(&words(told)) && stated(told);
    let speaks = after_any(told, SPEAKS).is_some() || opens(&told.to_lowercase());
    if !complains || !sized || speaks {
        return None;
    }
    let named = |name| found.name(name).map(|m| m.as_str());
    let what = match (named("verb"), named("inquiry"), named("repairs")) {
        // "Fix" alone is read with the other orders.
        (Some(verb), _, None) => CHANGES.contains(verb).then(|| capital(verb))?,
        (None, Some(_), Some(_)) => "Find the cause and fix".to_owned(),
        (None, Some(_), None) => "Look into".to_owned(),
        (None, None, _) => "Bring up to date".to_owned(),
        _ => return None,
    };
    Some(whole(&format!("{what}: {}", capital(told))))
}

/// Orders that say what is to change, so that the complaint before them is all they need.
const CHANGES: Phrases = phrases!(
    "rename|change|update|adjust|correct|adapt|migrate|convert|reword|rewrite|shorten|move|swap|replace|remove|delete|document|translate|restore|refactor|resize|reorder"
);

/// Openings of words that are no complaint, or not about a thing.
const SPEAKS: Phrases = phrases!(
    "if|when|unless|once|yes|no|ok|okay|let's|please|pls|i|you|don't|do not|never|always|it|that|this|they|what|why|how|maybe|perhaps"
);

/// A complaint without an address: "Dear agent, the lamp flickers".
fn bare(told: &str) -> &str {
    const ADDRESSES: Phrases = phrases!(
        "dear agent|dear assistant|dear claude|dear all|hi there|hello|hey|hi|good morning|morning|also|and|so|btw|but|by the way|oh"
    );
    let mut rest = unhurried(told.trim_end_matches(['.', '!', ' ']));
    while let Some(after) = after_any(rest, ADDRESSES) {
        rest = unhurried(after);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_order_is_about_the_complaint_before_it() {
        for (told, order, summary) in [
            ("the shed is called hut on the map", "pls rename", "Rename: The shed is called hut on the map"),
            (
                "Dear agent, the lamp flickers at night",
                "kindly find the reason and repair it",
                "Find the cause and fix: The lamp flickers at night",
            ),
            (
                "the map is out of date",
                "bring it up to date when you have time",
                "Bring up to date: The map is out of date",
            ),
            (
                "the lamp in the hall flickers",
                "please track down the cause",
                "Look into: The lamp in the hall flickers",
            ),
        ] {
            assert_eq!(task(told, order).as_deref(), Some(summary), "{told}");
        }
        for (told, order) in [
            ("the lamp is lovely", "rename"),
            ("if the lamp fails", "replace"),
            ("the lamp flickers", "thanks"),
            ("it fails", "update"),
        ] {
            assert_eq!(task(told, order), None, "{told}, {order}");
        }
    }
}
