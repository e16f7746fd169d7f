//! Defines the statements that questions become when they are answered: "Should the parser keep comments?" and yes is
//! "The parser should keep comments".

use super::imperative::DOES;
use super::values::is_work;
use super::wording::{after_any, capital, plain, words};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

patterns! {
    /// Words before a question that say what it is about: "Before I lay the tiles of the terrace: ", "Two questions about the terrace: ".
    LEAD = r"^(?:(?:before|when|while|once|after) (?:i|we|you) [a-z]+(?: (?P<thing>[^:?,]{3,80}))?|(?:first|last|next|quick|one|two|three|a few|another|some)?(?: (?:more|last|quick|short))? ?(?:questions?|points?|things?|choices?|decisions?)(?: (?:is|are)? ?(?:still )?open)?(?: left)?(?: (?:about|on|for|regarding|in) (?P<about>[^:?,]{3,60}))?|(?:first|finally|last|also|and|then)): (?P<question>.+)$";
}

/// A question without the words before its colon; a pronoun for what they name is replaced by it.
pub(super) fn without_lead(question: &str) -> String {
    let low = question.contains(": ").then(|| question.to_ascii_lowercase());
    let Some(found) = low.as_deref().and_then(|low| LEAD.captures(low)) else { return question.to_owned() };
    let part = |name| found.name(name).and_then(|m: crate::text::Match<'_>| question.get(m.range()));
    let asked = part("question").unwrap_or(question);
    let thing = part("thing").or_else(|| part("about"));
    // "Should it be open?"
    match (thing, asked.split_once(" it ")) {
        (Some(thing), Some((aux, rest))) if words(aux) == 1 => format!("{aux} {thing} {rest}"),
        _ => asked.to_owned(),
    }
}

/// A topic that is a question, as a statement: "which port should the server use" is "port the server should use".
pub(super) fn as_statement(topic: &str) -> String {
    let bare = topic.trim_end_matches('?');
    if let Some(counted) =
        after_any(bare, phrases!("how many|how much")).filter(|_| !phrases!(" should | do | does | did ").within(bare))
    {
        return counted.to_owned();
    }
    let turned = phrases!(" should | must | shall ").find(&bare.to_lowercase()).and_then(|(at, _)| {
        let said = asserted(bare.get(at..)?.trim())?;
        let mut letters = said.chars();
        let first = letters.next()?.to_lowercase();
        Some(format!("{} {first}{}", bare.get(..at)?, letters.as_str()))
    });
    turned.unwrap_or_else(|| topic.to_owned())
}

/// Turns a question into the statement that a yes makes: "Should the parser keep comments?" into "The parser should keep
/// comments".
pub(super) fn asserted(question: &str) -> Option<String> {
    const SUBJECT: usize = 6;
    const ARTICLES: Phrases = phrases!("the|a|an|our|my|your|all|each|every|this|these|those|its|deleted|new|old");
    let said = without_lead(&plain(question));
    let said = said.trim_end_matches(['?', ' ']).trim_start_matches(|c: char| !c.is_alphabetic());
    let (aux, rest) = said.split_once(' ')?;
    let aux = aux.to_lowercase();
    if phrases!("does|do").contains(&aux) {
        let (subject, verb, tail) = ["stay", "remain", "go"]
            .iter()
            .find_map(|verb| Some((*verb, rest.split_once(&format!(" {verb} "))?)))
            .map(|(verb, (s, t))| (s, verb, t))?;
        let verb =
            if aux == "do" { verb.to_owned() } else { format!("{verb}{}", if verb == "go" { "es" } else { "s" }) };
        return (words(subject) <= SUBJECT).then(|| format!("{} {verb} {tail}", capital(subject)));
    }
    if !phrases!("should|must|shall|can|may|will").contains(&aux) {
        return None;
    }
    // "A share link be valid": a noun may look like a verb.
    let has_be = rest.split(' ').take(SUBJECT).any(|w| w == "be");
    let opens_deed = |w: &str| if has_be { w == "be" } else { is_verb(w) };
    let mut at = 0;
    let first = rest.split(' ').next().unwrap_or("").to_lowercase();
    let articled = ARTICLES.contains(&first);
    // "May guests pick a seat?": a bare plural is the whole subject.
    let people = phrases!("people|everyone|everybody|anyone|anybody|it|they|we|you|he|she|children");
    let bare = people.contains(&first) || first.len() > 3 && first.ends_with('s') && !first.ends_with("ss");
    let second = rest.split(' ').nth(1).unwrap_or("");
    let goes_on =
        second.ends_with("ed") || phrases!("in|at|of|on|with|from|who|that|and|or|for|to|by").contains(second);
    if bare && !articled && !goes_on {
        let (subject, deed) = rest.split_once(' ')?;
        return Some(format!("{} {aux} {deed}", capital(subject)));
    }
    for (n, word) in rest.split(' ').enumerate().take(SUBJECT) {
        if n > usize::from(articled) && opens_deed(word) {
            let (subject, deed) = rest.split_at_checked(at)?;
            return Some(format!("{} {aux} {}", capital(subject.trim()), deed.trim()));
        }
        at += word.len() + 1;
    }
    None
}

fn is_verb(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    VERBS.contains(word) || DOES.contains(word) || is_work(word)
}

/// Verbs, in the infinitive, of questions about how something should behave.
const VERBS: Phrases = phrases!(
    "be|use|have|get|keep|stay|live|accept|allow|read|contain|default|stop|fail|wait|expect|need|require|come|count|end|go|run\
     |happen|take|treat|respect|work|appear|expire|ignore|reject|raise|throw|sit|belong|follow|match|point|ask|fall|emit"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_becomes_what_a_yes_states() {
        for (asked, said) in [
            ("Should the oven keep its door shut?", "The oven should keep its door shut"),
            ("May guests pick a seat?", "Guests may pick a seat"),
            (
                "Before I paint the hall of the school: should it get a second coat?",
                "The hall of the school should get a second coat",
            ),
            ("Two questions about the boat: should it have a sail?", "The boat should have a sail"),
        ] {
            assert_eq!(asserted(asked).as_deref(), Some(said));
        }
        assert_eq!(asserted("Which oven?"), None);
    }
}
