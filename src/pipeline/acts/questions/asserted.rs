//! Defines the statements that questions become when they are answered: "Should the parser keep comments?" and yes is
//! "The parser should keep comments".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::values::is_work;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, words};
use crate::pipeline::acts::work::imperative::{DOES, NO_VERB};
use crate::text::patterns;

patterns! {
    /// Words before a question that say what it is about: "Before I lay the tiles of the terrace: ", "Two questions about the terrace: ".
    LEAD = r"^(?:(?:before|when|while|once|after) (?:i|we|you) [a-z]+(?: (?P<thing>[^:?,]{3,80}))?|(?:first|last|next|quick|one|two|three|a few|another|some)?(?: (?:more|last|quick|short))? ?(?:questions?|points?|things?|choices?|decisions?)(?: (?:is|are)? ?(?:still )?open)?(?: left)?(?: (?:about|on|for|regarding|in) (?P<about>[^:?,]{3,60}))?|(?:first|finally|last|also|and|then)): (?P<question>.+)$";
}

/// A question without the words before its colon; a pronoun for what they name is replaced by it.
pub(in crate::pipeline::acts) fn without_lead(question: &str) -> String {
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
pub(in crate::pipeline::acts) fn as_statement(topic: &str) -> String {
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

/// A question about what a subject should do: "Should the parser keep comments?"
#[derive(Debug, Clone, Copy)]
pub(in crate::pipeline::acts) struct Asked<'t> {
    /// "the parser"
    pub subject: &'t str,
    /// "should"
    pub aux: &'static str,
    /// "keep comments"
    pub deed: &'t str,
}

impl Asked<'_> {
    /// States that the subject should do something: "The parser should drop comments".
    pub(in crate::pipeline::acts) fn states(&self, deed: &str) -> String {
        format!("{} {} {}", capital(self.subject), self.aux, deed.trim())
    }

    /// Whether the subject stands for something named before: "it", "they".
    pub(in crate::pipeline::acts) fn is_about_pronoun(&self) -> bool {
        phrases!("it|they").contains(&self.subject.to_lowercase())
    }

    /// The question about another subject: "Should the parser keep comments?"
    pub(in crate::pipeline::acts) fn about(&self, subject: &str) -> String {
        format!("{} {subject} {}", capital(self.aux), self.deed)
    }
}

/// Splits a question that opens with an auxiliary into its subject and what it should do.
pub(in crate::pipeline::acts) fn asked(question: &str) -> Option<Asked<'_>> {
    const ARTICLES: Phrases = phrases!("the|a|an|our|my|your|all|each|every|this|these|those|its|deleted|new|old");
    let (aux, rest) = question.split_once(' ')?;
    let aux = phrases!("should|must|shall|can|may|will").iter().find(|a| a.eq_ignore_ascii_case(aux))?;
    let at = |at: usize| rest.split_at_checked(at).map(|(s, deed)| Asked { subject: s.trim(), aux, deed: deed.trim() });
    let first = rest.split(' ').next().unwrap_or("").to_lowercase();
    let articled = ARTICLES.contains(&first);
    // "May guests pick a seat?": a bare plural is the whole subject.
    let people = phrases!("people|everyone|everybody|anyone|anybody|it|they|we|you|he|she|children");
    let bare = people.contains(&first) || first.len() > 3 && first.ends_with('s') && !first.ends_with("ss");
    let second = rest.split(' ').nth(1)?;
    let goes_on =
        second.ends_with("ed") || phrases!("in|at|of|on|with|from|who|that|and|or|for|to|by").contains(second);
    if bare && !articled && !goes_on {
        return at(first.len());
    }
    at(verb_place(rest, usize::from(articled) + 1)?)
}

/// Maximum number of words in a subject.
const SUBJECT: usize = 6;

/// The place of the verb behind a subject, which has at least this many words.
fn verb_place(rest: &str, least: usize) -> Option<usize> {
    let mut from = 0;
    let places: Vec<(usize, &str)> = rest
        .split(' ')
        .take(SUBJECT + 1)
        .map(|word| {
            let at = from;
            from += word.len() + 1;
            (at, word)
        })
        .collect();
    // "A share link be valid": a noun may look like a verb.
    let has_be = places.iter().take(SUBJECT).any(|(_, w)| *w == "be");
    let opens_deed = |w: &str| if has_be { w == "be" } else { is_verb(w) };
    let mut verbs = places.iter().take(SUBJECT).enumerate().skip(least).skip_while(|(_, (_, word))| !opens_deed(word));
    let first = verbs.next();
    // "A failed upload block the batch": of two words that may be verbs the first is a noun.
    let second = verbs.next().filter(|(n, (_, word))| {
        let open = places.get(n + 1).is_some_and(|(_, next)| OBJECTS.contains(next));
        opens_deed(word) && (open || USUAL.contains(word))
    });
    let known = second.or(first).map(|(_, place)| place);
    // A word before an article, or the last one, is a verb: "the player lose all coins", "the bread rest".
    let form = |w: &str| w.ends_with('s') || w.ends_with("ed") || NO_VERB.contains(w);
    let next_is = |n: usize, wanted: Phrases| places.get(n + 1).is_some_and(|(_, next)| wanted.contains(next));
    let guessed = |fits: &dyn Fn(usize) -> bool| {
        let behind_noun = places.iter().enumerate().skip(least);
        behind_noun.filter(|(n, (_, word))| fits(*n) && !form(word)).map(|(_, place)| place).next()
    };
    // "The horn sound when a boat is near"
    let links = phrases!("when|if|once|at|on|in|to|with|for|by|after|before|as|from|into|until|via|only|again");
    let last = |n: usize| n + 1 == places.len() && n < 3;
    let found = known.or_else(|| guessed(&|n| last(n) || next_is(n, links)));
    [found, guessed(&|n| next_is(n, OBJECTS))].into_iter().flatten().map(|(at, _)| *at).min()
}

/// Words that open the object of a verb.
const OBJECTS: Phrases = phrases!("the|a|an|all|any|every|each|only|no|its|their|one|two|three|whole");

/// Verbs that are hardly ever nouns.
const USUAL: Phrases = phrases!("be|use|have|get|go|keep|live|return|become|contain|include|accept|apply");

/// Turns a question into the statement that a yes makes: "Should the parser keep comments?" into "The parser should keep
/// comments".
pub(in crate::pipeline::acts) fn asserted(question: &str) -> Option<String> {
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
    asked(said).map(|asked| asked.states(asked.deed))
}

/// Whether a word is the infinitive of a verb that says how something should behave.
pub(in crate::pipeline::acts) fn is_verb(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    VERBS.contains(word) || DOES.contains(word) || is_work(word)
}

/// Verbs, in the infinitive, of questions about how something should behave.
const VERBS: Phrases = phrases!(
    "be|use|have|get|keep|stay|live|accept|allow|read|contain|default|stop|fail|wait|expect|need|require|come|count|end|go|run\
     |happen|take|treat|respect|work|appear|expire|ignore|reject|raise|throw|sit|belong|follow|match|point|ask|fall|emit\
     |open|block|lose|win|apply|inherit|cover|trigger|fire|spawn|start|begin|pick|choose|survive|persist|overwrite|scroll|reach|hold\
     |leave|land|speak|play|change|differ|span|carry|mean|behave|react|respond|listen|notify|remember|forget|offer|give|let|make|do\
     |grow|stand|drop|fade|sleep|wake|boot|pay|warn|crash|exit|quit|abort|loop|pause|vibrate|beep|blink|poll|subscribe|inform|know|target|see|hear|last|rest|patrol|float|hover|spin|jump|slide|snap|idle|become|turn|equal|look|sound|ship|sell|serve|cost"
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
