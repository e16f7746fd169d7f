//! Defines choices between actions: "cache the tokens in memory or keep them in Redis". Each option is a verb phrase of
//! its own and shares no words with the others.

use super::options::Side;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::values;
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, words};
use crate::pipeline::acts::work::imperative::DOES;
use crate::text::patterns;

patterns! {
    /// The words before the first action, up to the modal, "to" or subject in front of its verb.
    LEAD = r"(?i)^(?:(?:so|then|now|well|ok|okay),? )?(?:(?:we|i|you) (?:could|can|might|may|would|should)(?: either| also| now)?|(?:should|shall|can|could|may|will) (?:i|we|it|they|this|that)(?: either| rather)?|(?:do|would) you (?:want|prefer|like|rather)(?: me| us)?(?: to| that (?:i|we)| if (?:i|we)| i| we)|would you rather|want me to|(?:the |your |our )?(?:options|choices|alternatives|possibilities)(?: here| now| then)?(?: are| would be|:)(?: either)?(?: to)?|either) (?P<deeds>.+)$";
    /// The object of an action: "the tokens" in "cache the tokens in memory".
    OBJECT = r"(?i)^[a-z-]+ (?:up |out )?(?P<object>(?:the|a|an|our|your|all|both)(?: [\w'/.-]+){1,3}?)(?: (?:in|on|at|to|for|with|by|from|into|as|via|per|until|when|once|now|under|over|around|alone|away|back|separate|together)\b.*)?$";
}

/// Maximum number of words in an action.
const MOST: usize = 14;

/// The actions that a sentence offers; `None` if "or" is not followed by a verb phrase.
pub(super) fn of_choice(said: &str) -> Option<Vec<Side>> {
    let found = LEAD.captures(said)?;
    let body = found.name("deeds").map(|m| m.as_str()).filter(|body| body.contains(" or "))?;
    let pieces: Vec<&str> = parts(body.trim_end_matches(['?', '.', '!', ' '])).into_iter().map(bare).collect();
    let (first, later) = pieces.split_first()?;
    let fits = |p: &&str| (1..=MOST).contains(&words(p));
    if later.is_empty()
        || words(first) < 2 && !is_deed(first)
        || !pieces.iter().all(fits)
        || !later.iter().all(|p| is_deed(p))
    {
        return None;
    }
    let side = |said: &&str| {
        let text = capital(&resolved(said, first));
        Side { said: (*said).to_owned(), summary: text.clone(), text }
    };
    Some(pieces.iter().map(side).collect())
}

/// The parts of "a, b, or c".
fn parts(body: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = body;
    while let Some((at, len)) = phrases!(", or | or |, ").find(rest) {
        let len = if rest.get(at..).is_some_and(|r| r.starts_with(", or ")) { ", or ".len() } else { len };
        out.push(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + len..).unwrap_or("");
    }
    out.push(rest);
    out
}

/// An action without linking and filler words at its ends: "just", "either".
fn bare(piece: &str) -> &str {
    let mut rest = piece.trim();
    while let Some(after) = after_any(rest, phrases!("to|just|simply|rather|instead|else|either|even|also|only|i|we")) {
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    rest.trim_end_matches(" instead").trim_end_matches(" then").trim_end_matches(" either")
}

/// Verbs of actions besides those of [`DOES`].
const PLAIN: Phrases = phrases!(
    "use|keep|leave|let|give|take|rely on|go with|go for|stick with|stick to|switch to|stay with|stay on|wait for|ask|return|throw|raise\
     |skip|accept|reject|allow|poll|inject|pass|treat|change|call|read|write|get|have|live with|do|start with|fall back|turn off|turn on|stop\
     |hold|retry|try|require|warn|fail|trust|make|point|stay|wait|ignore|avoid|follow|forbid|refuse|hardcode|hash|batch|stub|embed|fork|buy|host|be"
);

/// Whether words are a verb and its object.
pub(in crate::pipeline::acts) fn is_deed(piece: &str) -> bool {
    let low = piece.to_lowercase();
    let first = low.split(' ').next().unwrap_or("");
    if words(piece) < 2 {
        return phrases!("wait|retry|poll|fail|stop|skip|ignore|abort|cancel").contains(first);
    }
    let behind = [after_any(&low, DOES), after_any(&low, PLAIN)].into_iter().flatten().min_by_key(|rest| rest.len());
    let known = behind.is_some() || values::is_work(&low);
    let object = behind.or(low.split_once(' ').map(|(_, rest)| rest)).and_then(|r| r.split(' ').next()).unwrap_or("");
    let of_verb = phrases!(
        "the|a|an|it|them|this|that|these|those|our|your|my|its|their|all|each|every|both|everything|nothing|one|two|no|only"
    );
    let noun = phrases!("in|of|and|with|or|as|on|for").contains(object);
    let closed = phrases!(
        "a|an|the|one|two|no|in|on|as|with|via|for|from|by|at|to|all|both|every|each|not|only|of|and|is|are|after|before|per|within|until\
         |during|between|without|inside|over|under|behind|into|onto|like|than|when|if|once|while|where"
    );
    // A capitalised word is a name, not a verb.
    let plain = piece.starts_with(|c: char| c.is_ascii_lowercase()) && !closed.contains(first);
    plain
        && (of_verb.contains(object)
            || known && !noun
            || after_any(&low, phrases!("wait for|poll for|rely on|do")).is_some())
}

/// Replaces the pronoun of a later action by the object of the first one: "keep them in Redis" is "keep the tokens in
/// Redis".
pub(in crate::pipeline::acts) fn resolved(later: &str, first: &str) -> String {
    let object = OBJECT.captures(first).and_then(|c| Some(c.name("object")?.as_str().to_owned()));
    let (Some(object), Some((verb, rest))) = (object, later.split_once(' ')) else { return later.to_owned() };
    let named = match after_any(&object, phrases!("a|an")) {
        Some(noun) => format!("the {noun}"),
        None => object,
    };
    let with = |rest: &str, of: &str| format!("{verb} {named}{of}{}{rest}", if rest.is_empty() { "" } else { " " });
    let pronoun = phrases!("them|it|those|these").iter().find_map(|p| after(rest, p));
    let owner = phrases!("its|their").iter().find_map(|p| after(rest, p));
    match (pronoun, owner) {
        (Some(rest), _) => with(rest, ""),
        (_, Some(rest)) => with(rest, if named.ends_with('s') { "'" } else { "'s" }),
        _ => later.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(said: &str) -> Vec<String> {
        of_choice(said).map(|s| s.into_iter().map(|s| s.summary).collect()).unwrap_or_default()
    }

    #[test]
    fn deeds_keep_their_own_words() {
        assert_eq!(
            read("We could steam the beans in a pot, or roast them in the oven."),
            ["Steam the beans in a pot", "Roast the beans in the oven"]
        );
        assert_eq!(
            read("The options are to fix the pump, buy a new one, or do nothing for now."),
            ["Fix the pump", "Buy a new one", "Do nothing for now"]
        );
        assert_eq!(
            read("Do you prefer that I peel the apples, or keep their skin?"),
            ["Peel the apples", "Keep the apples' skin"]
        );
        for said in
            ["Should we use tin or copper?", "We could use a rope or a chain.", "Should I paint it red or as it was?"]
        {
            assert_eq!(read(said), Vec::<String>::new(), "{said}");
        }
    }
}
