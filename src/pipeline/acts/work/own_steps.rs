//! Defines the agent's own next steps ("I'm going to wait rather than interrupt it", "Let me look at the tests") and the
//! entries of its explanations (caveats, examples, a walk-through). They settle nothing, and nobody needs to confirm them.

use super::commitments;
use super::results::is_progress;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, lowered, words};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// Steps of the work under way: to wait, to leave others at work, to look, to set up a branch.
    STEP = r"^(?:(?:ok(?:ay)?|still running|no \w+ yet|good|right|done|so|then|now|next|first)[,.:]? )*(?:i'll|i will|i'm|i am|i'm going to|let me|we'll|i'm now)(?: going to| just| now| also| still| first| then)* (?:(?:keep|keeping) (?:the |my |an? )?(?:wait|eye|polling|watch|checks?|reading|going|looking|working|it|this|them|waiting|search|queries|run|changes|edits|turn|update)\b|(?:wait|waiting|hold|holding|let|letting|leav|avoid|poll|polling|watch|watching|interrupt|pause|pausing|resume|resuming|continu|proceed|giv|stay|stop|ping|nudg|monitor|confirm|inspect|search|base|basing|branch|create a (?:branch|worktree)|use (?:the )?(?:skill|tool|subagent|worktree|todo|plan)|using (?:the )?(?:skill|tool|subagent|worktree|todo|plan))\w*\b)";
    /// Heads of what explains: nothing below is to be done.
    EXPLAINS = r"(?i)\b(?:caveats?|limitations?|edge cases?|what (?:it|this|that) (?:does(?: not)?|doesn't|reduces?|changes?|means|covers?|skips?)|what (?:it|this|that) does not \w+|how (?:it|this|that) (?:works?|behaves?|ends)|walk(?:ing)?[- ]?through|for example|examples?|in detail|pros|cons|trade-?offs?|one of (?:two|three|four|several)|background|observations?|what (?:i|we) (?:found|see|saw)|why this (?:works|happens))\b[^.!?]{0,60}:?\**\W*$";
}

/// Openings of a sentence that tells what happens to a thing in the code, not what is to be.
const WALKS: Phrases = phrases!("walking through|tracing|stepping through|in this case|in that case");

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out: Vec<Act> = Vec::new();
    let mut explains = false;
    for sentence in view.own() {
        let low = lowered(&sentence.text);
        if sentence.list.is_none() || sentence.block == BlockKind::Heading {
            explains = EXPLAINS.is_match(&low) && !sentence.asks;
        }
        let entry = explains && (sentence.block == BlockKind::Item || sentence.list.is_some());
        let walks = after_any(&low, WALKS).is_some();
        if !sentence.asks && (is_step(&low) || is_look(sentence, &low) || entry || walks) {
            out.push(Act::nothing(sentence.range.clone(), "own-step"));
        }
    }
    out
}

/// Whether words are a step of the work under way.
pub(in crate::pipeline::acts) fn is_step(low: &str) -> bool {
    const DESIGN: usize = 30;
    STEP.is_match(low) && words(low) <= DESIGN
}

/// Whether a sentence says what the agent will look at, and commits it to nothing.
fn is_look(sentence: &Sentence, low: &str) -> bool {
    let intends =
        after_any(low, phrases!("let me|i'll|i will|i'm going to|i am going to|now let me|next i'll")).is_some();
    intends && is_progress(sentence) && commitments::of_sentence(&sentence.text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_from_designs() {
        for said in [
            "i'm going to wait rather than interrupt it",
            "i'll keep the wait bounded and avoid touching the gate",
            "still running. i'm letting the painter finish",
            "i'll base the branch on main",
        ] {
            assert!(is_step(said), "{said}");
        }
        for said in ["i'll keep the keys in the shed", "i'm using oil instead of paint", "the gate waits for paint"] {
            assert!(!is_step(said), "{said}");
        }
    }

    #[test]
    fn heads_of_explanations_are_known() {
        for said in ["The only caveats:", "What it does not reduce", "For example:", "Pros"] {
            assert!(EXPLAINS.is_match(said), "{said}");
        }
        for said in ["Plan:", "Decisions:", "Next steps:"] {
            assert!(!EXPLAINS.is_match(said), "{said}");
        }
    }
}
