//! Defines the topic of a question, in as few words as possible: "signing algorithm" of "Which signing algorithm?"

use super::wording::{after_any, capital, plain, whole, words};
use crate::language::phrases::{Phrases, phrases};

/// Appends the topic to an option that does not name it: "EdDSA - signing algorithm".
pub(super) fn with_topic(text: &str, topic: &str) -> String {
    let low = text.to_lowercase();
    let topic = topic.trim();
    let said =
        topic.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 3).any(|w| low.contains(&w.to_lowercase()));
    if topic.is_empty() || said || words(text) > 6 {
        whole(&capital(text))
    } else {
        whole(&format!("{} - {topic}", capital(text)))
    }
}

/// Question words and auxiliaries, which are left out of a topic.
const ASKING: Phrases = phrases!(
    "which|what|what's|should|shall|do|you|want|we|i|is|are|the|your|a|an|and|prefer|like|would|to|use|be|need\
     |know|before|start|some|options|for"
);

/// The subject of a question, in as few words as possible: "Which signing algorithm?" is "signing algorithm".
pub(super) fn topic(question: &str) -> String {
    let text = plain(question);
    let text = text.trim().trim_end_matches(['?', ':', '.', ' ']);
    // Only the last sentence is the question.
    let text = text.rsplit_once(". ").map_or(text, |(_, last)| last);
    let low = text.to_ascii_lowercase();
    let opens = |w: &str| low.starts_with(w);
    if opens("how ") || opens("where ") || opens("when ") || opens("who ") {
        return if words(text) <= 12 { low_first(text) + "?" } else { String::new() };
    }
    if let Some(of_aux) = asked_thing(text) {
        return of_aux;
    }
    // "What should the crate be called?" asks for its name.
    let named = after_any(text, phrases!("what should|what shall|what do we")).and_then(|rest| {
        let of = ["be called", "be named", "call", "name"].iter().find_map(|e| rest.strip_suffix(e))?;
        (1..=5).contains(&words(of)).then(|| format!("name of {}", of.trim()))
    });
    if let Some(named) = named {
        return named;
    }
    let asks =
        [" do you want", " do you prefer", " would you like", " should we use", " shall we use", " should i use"];
    let text = asks.iter().find_map(|a| text.strip_suffix(a)).filter(|t| words(t) >= 2).unwrap_or(text);
    let mut rest: Vec<&str> = text.split_whitespace().collect();
    let mut off = 0;
    while rest.len() > off + 1
        && rest.get(off).is_some_and(|w| matches!(w.to_ascii_lowercase().as_str(), "of" | "these" | "those" | "them"))
        || off < rest.len() && rest.get(off).is_some_and(|w| ASKING.contains(w.to_ascii_lowercase().trim_matches(',')))
    {
        off += 1;
    }
    rest.drain(..off);
    let tags = phrases!("one|ones|of|these|this|it|that|them");
    if rest.iter().all(|w| tags.contains(w.to_ascii_lowercase().as_str())) || rest.len() > 10 {
        return String::new();
    }
    let rest = rest.join(" ");
    // "Which stack should I use" is about the stack.
    let asker = phrases!(
        " should i use| should we use| shall i use| shall we use| do you want| do you prefer| would you like| would you prefer\
         | should i take| should we take| should i pick| should we pick| should i go with| should we go with\
         | i see| i can see| i found| i know| i have| we have| there are| i could| we could| you could| i can| we can| you can"
    );
    let end = asker.find(&rest.to_ascii_lowercase()).map_or(rest.len(), |(at, _)| at);
    low_first(rest.get(..end).filter(|t| !t.is_empty()).unwrap_or(&rest))
}

/// The thing that "What machine will it run on?" asks for, "machine"; the whole question if it says more about the
/// thing: "what port does the dashboard listen on?"
fn asked_thing(question: &str) -> Option<String> {
    let rest = after_any(question, phrases!("what|which"))?;
    let (at, length) =
        phrases!(" does | do | did | will | would | can | could | is | are ").find(&rest.to_ascii_lowercase())?;
    let (thing, clause) = (rest.get(..at)?, rest.get(at + length..)?);
    if !(1..=3).contains(&words(thing)) || words(clause) < 2 || words(question) > 12 {
        return None;
    }
    let wishes = phrases!("you want|you prefer|you like|you need|you have in mind|we use|i use|we want|we need");
    let pronoun = after_any(clause, phrases!("it|this|that|they|we|you|i|these|those")).is_some();
    Some(if pronoun || after_any(clause, wishes).is_some() { low_first(thing) } else { low_first(question) + "?" })
}

/// The text with a small first letter, unless it begins with a name.
pub(super) fn low_first(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    let is_plain = word.chars().skip(1).all(|c| c.is_ascii_lowercase());
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if is_plain => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_what_the_question_is_about() {
        assert_eq!(topic("Which signing algorithm?"), "signing algorithm");
        assert_eq!(topic("Where should the logs go?"), "where should the logs go?");
        assert_eq!(topic("Which one?"), "");
        assert_eq!(topic("What machine will it run on?"), "machine");
        assert_eq!(topic("What port does the dashboard listen on?"), "what port does the dashboard listen on?");
        assert_eq!(topic("For the schedule I see two ways:"), "schedule");
    }
}
