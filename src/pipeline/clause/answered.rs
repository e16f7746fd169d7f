//! Defines the parser of the lines "question? -> answer" of a person's turn, the form in which transcript readers write
//! an answered form of the agent. The question is the agent's words, the answer the person's.

use std::ops::Range;

/// Separates a question from its answer.
const ARROW: &str = "? -> ";

/// One question with its answer; the ranges are bytes of the turn's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The question, with its mark.
    pub question: Range<usize>,
    /// The answer: to the end of its line, or to the next question.
    pub answer: Range<usize>,
    /// The question's words.
    pub asked: String,
    /// The answer's words.
    pub said: String,
}

/// The answered questions in a person's text. An answer of several lines ends where the next question begins, or with
/// the text.
pub(super) fn answered(text: &str) -> Vec<Answered> {
    let mut out: Vec<Answered> = Vec::new();
    for (at, _) in text.match_indices(ARROW) {
        let mark = at + 1;
        let start = text.get(..at).and_then(|head| head.rfind('\n')).map_or(0, |n| n + 1);
        if out.last().is_some_and(|last| last.answer.start > start) {
            continue; // an arrow within an answer
        }
        if let Some(last) = out.last_mut() {
            last.answer.end = start;
        }
        let (asked, said) = (String::new(), String::new());
        out.push(Answered { question: start..mark, answer: at + ARROW.len()..text.len(), asked, said });
    }
    for one in &mut out {
        text.get(one.question.clone()).unwrap_or("").trim().clone_into(&mut one.asked);
        text.get(one.answer.clone()).unwrap_or("").trim().clone_into(&mut one.said);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_has_its_question() {
        let text = "Which store? -> SQLite\nAnd the port? -> 8080,\nbut why? -> only locally";
        let all = answered(text);
        let halves: Vec<(&str, &str)> = all.iter().map(|a| (a.asked.as_str(), a.said.as_str())).collect();
        assert_eq!(halves, [("Which store?", "SQLite"), ("And the port?", "8080,"), ("but why?", "only locally")]);
        assert!(answered("a -> b").is_empty() && answered("why?").is_empty());
        assert_eq!(answered("Really? -> yes? -> no").len(), 1);
    }
}
