//! Defines the features of a clause: its words and letters, the shape of its word sequences, its length, the clauses beside
//! it and the agent's words before.

use crate::language::phrases::{Phrases, phrases};
use crate::text::hash::{fnv1a_32, fnv1a_32_after};

/// The context of a clause: the agent's words before it and its neighbours in the turn.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surroundings<'t> {
    /// The agent's last words; empty at the beginning of a session.
    pub agent: &'t str,
    /// The clause before it in the turn.
    pub previous: Option<&'t str>,
    /// The clause after it in the turn.
    pub next: Option<&'t str>,
    /// Number of clauses before it in the turn.
    pub place: usize,
}

/// Words that keep their form in the shape of a sequence: those of grammar, and verbs and nouns of what people do to a
/// session's state.
pub(in crate::pipeline) const OF_GRAMMAR: Phrases = phrases!(
    "i|you|we|he|she|they|it|this|that|these|those|the|a|an|my|your|our|their|its|his|her|me|us|them|who|what|which|where\
     |when|why|how|there|here|is|are|was|were|be|been|am|do|does|did|done|have|has|had|will|would|shall|should|can|could|may\
     |might|must|need|needs|let|lets|let's|please|pls|not|no|never|none|nothing|nobody|only|always|just|also|too|still|yet\
     |already|now|then|again|back|instead|rather|maybe|perhaps|probably|and|or|but|so|because|since|if|unless|until|as|than\
     |with|without|for|from|to|in|on|at|of|by|into|out|up|off|over|under|after|before|about|like|per|each|every|all|any|both\
     |some|more|most|least|ok|okay|yes|yeah|nope|thanks|want|wants|wanted|use|using|keep|make|go|going|get|gets|stay|stays\
     |stick|forget|scrap|drop|skip|cancel|remove|add|fix|said|says|say|think|guess|suspect|smells|looks|seems|feels|sounds\
     |decided"
);

/// Number of bytes at the beginning of a longer word that are a feature of their own.
const STEM: usize = 5;

/// Number of the agent's last words that are features.
const HEARD: usize = 12;

/// The hashes of a clause's features, each once.
pub fn features(text: &str, around: Surroundings<'_>) -> Vec<u32> {
    let words = tokens(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let shapes: Vec<&str> = words.iter().map(|word| shape(word)).collect();
    let mut out = Vec::with_capacity(text.len() * 3 + 64);
    of_words(&mut out, &words, &shapes);
    letters(&mut out, &words.join(" "));
    out.push(hashed("length", &[&(words.len() / 4).min(6).to_string()]));
    out.push(hashed("place", &[&around.place.min(2).to_string()]));
    out.push(hashed("mark", &[text.trim_end().get(text.trim_end().len().saturating_sub(1)..).unwrap_or_default()]));
    of_neighbour(&mut out, "previous", around.previous);
    of_neighbour(&mut out, "next", around.next);
    of_agent(&mut out, &words, around.agent);
    out.sort_unstable();
    out.dedup();
    out
}

/// The hashes of the features that are single words, without numbers and marks.
pub fn words_alone(text: &str) -> Vec<u32> {
    let words = tokens(text);
    words.iter().filter(|word| word.starts_with(char::is_alphabetic)).map(|word| hashed("word", &[word])).collect()
}

/// Adds the words, their sequences, and how the clause begins and ends.
fn of_words(out: &mut Vec<u32>, words: &[&str], shapes: &[&str]) {
    let grammar: Vec<&str> = shapes.iter().copied().filter(|s| !s.starts_with(['<', '0'])).collect();
    sequences(out, "word", words, 1..=2);
    sequences(out, "shape", shapes, 2..=4);
    sequences(out, "grammar", &grammar, 2..=3);
    let first = |all: &[&str], n: usize| all.iter().take(n).copied().collect::<Vec<_>>().join(" ");
    let last = |n: usize| shapes.get(shapes.len().saturating_sub(n)..).unwrap_or_default().join(" ");
    out.push(hashed("opens", &[&first(words, 1)]));
    out.push(hashed("opens-2", &[&first(words, 2)]));
    out.push(hashed("opens-3", &[&first(shapes, 3)]));
    out.push(hashed("ends", &[words.last().copied().unwrap_or_default()]));
    out.push(hashed("ends-2", &[&last(2)]));
    out.extend(
        words.iter().filter_map(|word| Some(hashed("stem", &[word.get(..STEM).filter(|s| s.len() < word.len())?]))),
    );
}

/// Adds every four and five letters in a row, across words: endings, compounds and misspelt words.
fn letters(out: &mut Vec<u32>, joined: &str) {
    let text = format!("^{joined}$");
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    for n in [4, 5] {
        let parts = starts.windows(n + 1).filter_map(|ends| text.get(*ends.first()?..*ends.last()?));
        out.extend(parts.map(|part| hashed("letters", &[part])));
    }
}

/// Adds the words of grammar of the clause before or behind it, and its first word.
fn of_neighbour(out: &mut Vec<u32>, name: &str, text: Option<&str>) {
    let Some(text) = text else { return out.push(hashed(name, &[])) };
    let words = tokens(text);
    out.extend(words.iter().filter(|word| OF_GRAMMAR.contains(word)).map(|word| hashed(name, &[word])));
    out.extend(words.first().map(|first| hashed(name, &["opens", first])));
}

/// Adds the agent's last words and what the clause takes up of them.
fn of_agent(out: &mut Vec<u32>, words: &[&str], agent: &str) {
    let told = tokens(agent);
    let shared = words.iter().filter(|w| w.len() > 2 && !OF_GRAMMAR.contains(w) && told.iter().any(|t| t == *w));
    out.push(hashed("shared", &[&shared.count().min(2).to_string()]));
    out.extend(told.iter().rev().take(HEARD).map(|word| hashed("agent", &[word])));
    if told.is_empty() {
        out.push(hashed("opening", &[]));
    }
    if agent.trim_end().ends_with('?') {
        out.push(hashed("asked", &[]));
    }
}

/// Adds the features of all sequences of these lengths.
pub(in crate::pipeline) fn sequences(
    out: &mut Vec<u32>,
    name: &str,
    all: &[&str],
    lengths: std::ops::RangeInclusive<usize>,
) {
    for n in lengths {
        out.extend(all.windows(n).map(|parts| hashed(name, parts)));
    }
}

pub(in crate::pipeline) fn hashed(name: &str, parts: &[&str]) -> u32 {
    let start = fnv1a_32(name.bytes());
    parts.iter().fold(start, |hash, part| fnv1a_32_after(fnv1a_32_after(hash, [0x1f]), part.bytes()))
}

/// The words in lower case, numbers as `0`, and the marks that part a sentence.
pub(in crate::pipeline) fn tokens(text: &str) -> Vec<String> {
    let low = text.to_lowercase().replace('’', "'");
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for c in low.chars() {
        let joins = open
            && out.last().is_some_and(|last| match c {
                '0'..='9' => last == "0",
                '\'' => last.ends_with(char::is_alphabetic),
                c => c.is_alphabetic() && last.starts_with(char::is_alphabetic),
            });
        match c {
            '0'..='9' if joins => {}
            '0'..='9' => out.push("0".to_owned()),
            c if c.is_alphabetic() || c == '\'' => match out.last_mut().filter(|_| joins) {
                Some(last) => last.push(c),
                None if c != '\'' => out.push(c.to_string()),
                None => {}
            },
            c if "?!:;,=>/`-".contains(c) => out.push(c.to_string()),
            _ => {}
        }
        open = c.is_alphanumeric() || c == '\'';
    }
    out
}

/// A word of grammar or a mark as it is, any other as its ending.
pub(in crate::pipeline) fn shape(word: &str) -> &str {
    const LEAST: usize = 3;
    if word == "0" || OF_GRAMMAR.contains(word) || !word.starts_with(char::is_alphabetic) {
        return word;
    }
    let ends = |end: &str| word.ends_with(end) && word.len() >= end.len() + LEAST;
    [("ing", "<ing>"), ("ed", "<ed>"), ("ly", "<ly>"), ("s", "<s>")]
        .iter()
        .find_map(|(end, shape)| ends(end).then_some(*shape))
        .unwrap_or("<x>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_marks_are_cut_apart() {
        assert_eq!(tokens("Don’t ship 12.5 MB, ok?"), ["don't", "ship", "0", "0", "mb", ",", "ok", "?"]);
        assert_eq!(tokens("x86 -> v2"), ["x", "0", "-", ">", "v", "0"]);
        assert_eq!(["use", "building", "0", ",", "bus", "buses"].map(shape), ["use", "<ing>", "0", ",", "<x>", "<s>"]);
    }

    #[test]
    fn a_feature_is_given_once_and_what_stands_around_counts() {
        let around = Surroundings { agent: "Which port?", previous: Some("hm"), next: None, place: 1 };
        let all = features("the port, the port", around);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert_ne!(all, features("the port, the port", Surroundings { previous: None, ..around }));
        assert_ne!(all, features("the port, the port", Surroundings { agent: "", ..around }));
        assert!(!features("", Surroundings::default()).is_empty());
    }
}
