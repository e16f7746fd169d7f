//! Defines [`agreement`]: whether a person's whole answer agrees with, or refuses, everything that was proposed.
//!
//! An agreed proposal may be carried out, so an answer counts as agreement only if nothing in it takes the yes back,
//! narrows it or asks for something else.

use super::{acknowledging, agreeing, refusing};
use crate::text::{Pattern, patterns};

/// Words that take a yes back or narrow it.
macro_rules! reserving {
    () => {
        r"but|however|though|although|except|instead|rather|wrong|incorrect|disagree|not|no|none|never|nothing|nope|without|do(?:es)?n't|didn't|won't|isn't|aren't|can't|cannot|shouldn't|wouldn't|haven't|scrap|redo|discard|forget|undo|revert|cancel|unless|differently|change in plan"
    };
}
/// A pattern for one of these alternatives at the beginning of a text, as whole words.
macro_rules! opens_with {
    ($($part:expr),+) => { concat!("^(", $($part),+, r")(?:$|[^\w'-])") };
}
/// A pattern for one of these alternatives anywhere in a text, as whole words.
macro_rules! says {
    ($part:expr) => {
        concat!(r"(?:^|[^\w'-])(?:", $part, r")(?:$|[^\w'-])")
    };
}

patterns! {
    AGREES = opens_with!(agreeing!(), "|looks? good|let's (?:do (?:it|this|that)|go)|implement (?:it|the plan)");
    ACKNOWLEDGES = opens_with!(acknowledging!(), "|alright|thanks|thank you");
    /// Filler words in a yes.
    FILLS = opens_with!("please|and|then|so|that|this|it|all|very much|i think|now");
    /// Words that carry on with the work, after an acknowledgement.
    GOES_ON = opens_with!("go on|go|continue|start|begin|proceed|do (?:it|that|this|so|all)|commit|implement|apply|carry (?:on|it out)|keep going|let's (?:go|implement|start|commit|keep going)|please (?:go|continue|implement)|write it|build it|merge|ship");
    RESERVES = says!(reserving!());
    OPENS_WITH_RESERVE = opens_with!(reserving!());
    /// Words that narrow a yes where a clause opens with them.
    NARROWS = opens_with!("only|just|until|later|stop|wait|hold|skip|drop|on second thought|actually|after|once|if|when|minus|leave");
    /// Words that take a yes back from a later sentence.
    TAKES_BACK = says!("but|however|though|although|except|instead|wrong|disagree|scrap|none|discard|redo|cancel|(?:do not|don't|not) agree|not do|not want|don't want|don't do");
    /// Words that open a question, whether or not it ends as one.
    ASKS = opens_with!("what|what's|why|how|who|when|where|which|is|are|do you|does|did|can|could|should|would|will|have you|was|were");
    /// A message that opens with a refusal.
    REFUSES = opens_with!(refusing!(), "|wrong|(?:that's|that is|this is) wrong|don't do (?:that|this)");
    /// Words that make a "no" before them harmless: "no worries".
    NO_REFUSAL = opens_with!("worries|problems?|rush|hurry|need|idea|questions|objections?|concerns|comments|doubt|matter|longer");
    /// A sentence that opens with a refusal.
    SENTENCE_REFUSES = opens_with!("(?:scrap|forget) (?:it|that|this|all|the plan)|discard|redo it|i disagree|i want none|i (?:don't|do not) want (?:it|this|that)|don't do any");
}

/// Whether an answer accepts a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The whole proposal is accepted.
    Agrees,
    /// The proposal is refused.
    Refuses,
    /// Anything else: a question, a reservation, another subject.
    Neither,
}

/// Whether a person's answer agrees with the proposal before it, or refuses it.
pub fn agreement(answer: &str) -> Agreement {
    let lower = answer.to_lowercase().replace('’', "'");
    let plain = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    if refuses(&plain) {
        Agreement::Refuses
    } else if agrees(&plain) {
        Agreement::Agrees
    } else {
        Agreement::Neither
    }
}

/// The text after its opening words and the punctuation after them; `None` if it does not open with them.
fn after<'t>(opening: &Pattern, text: &'t str) -> Option<&'t str> {
    let rest = text.get(opening.captures(text)?.get(1)?.end()..)?;
    Some(rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '?'))
}

fn agrees(answer: &str) -> bool {
    let (mut rest, mut yes, mut acknowledged) = (answer, false, false);
    loop {
        rest = if let Some(rest) = after(&AGREES, rest) {
            yes = true;
            rest
        } else if let Some(rest) = after(&ACKNOWLEDGES, rest) {
            acknowledged = true;
            rest
        } else if let Some(rest) = after(&FILLS, rest).filter(|_| yes || acknowledged) {
            rest
        } else {
            break;
        };
    }
    if !(yes || acknowledged) || answer.contains('?') || is_taken_back(rest, yes) || ASKS.is_match(rest) {
        return false;
    }
    yes || rest.is_empty() || GOES_ON.is_match(rest)
}

/// Whether a clause narrows the yes before it.
fn narrows(clause: &str) -> bool {
    NARROWS.is_match(clause.trim())
}

/// Whether the text after a yes takes it back or narrows it. After a mere acknowledgement any reservation does.
fn is_taken_back(rest: &str, yes: bool) -> bool {
    const ENDS: [char; 3] = ['.', '!', ';'];
    if !yes {
        return RESERVES.is_match(rest) || rest.split(['.', '!', ';', ',']).any(narrows);
    }
    let (sentence, later) = rest.split_once(ENDS).unwrap_or((rest, ""));
    RESERVES.is_match(sentence)
        || sentence.split(',').any(narrows)
        || later.split(ENDS).any(|part| OPENS_WITH_RESERVE.is_match(part.trim()) || narrows(part))
        || TAKES_BACK.is_match(later)
}

fn refuses(answer: &str) -> bool {
    if let Some(rest) = after(&REFUSES, answer) {
        return !NO_REFUSAL.is_match(rest);
    }
    answer.split_inclusive(['.', '!', ';', ',']).any(|part| SENTENCE_REFUSES.is_match(part.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_agrees_unless_it_is_taken_back_or_asks_for_something_else() {
        for yes in [
            "yes",
            "Yes, do it.",
            "ok",
            "Okay, do it",
            "okay, commit and continue",
            "Looks good, go ahead with that plan.",
            "Great, thanks!",
            "let’s do this",
            "yes please add the importer",
            "Yes, agreed. And HTTPS on staging is broken again, reopen that one.",
            "Perfect, implement the plan",
            "yes, begin with the importer and carry on until the list is empty",
            "yes, add a no-op driver",
        ] {
            assert_eq!(agreement(yes), Agreement::Agrees, "{yes}");
        }
        for other in [
            "Good question for later, but I do not agree with any of this.",
            "OK but I think this is wrong, redo it",
            "Great, thanks. Scrap all of it, we will not do this.",
            "Nice try. I want none of these steps.",
            "ok what is the weather",
            "ok, what happens with the old rows",
            "ok, now we need to adjust the light theme",
            "ok, makes sense, is the importer merged already?",
            "yes, but only the first step",
            "yes, only the first step",
            "yes. I do not want the last two steps though",
            "go ahead, just leave the driver out",
            "Yes. On second thought, don't.",
            "correct the typo in the title",
            "good morning",
            "sure you want this?",
            "yesterday it worked",
            "let's do B",
            "look again",
        ] {
            assert_ne!(agreement(other), Agreement::Agrees, "{other}");
        }
    }

    #[test]
    fn a_no_refuses_as_a_word_of_its_own() {
        for no in
            ["no", "No, keep it as it was.", "Great, thanks. Scrap all of it.", "stop", "That’s wrong, look again"]
        {
            assert_eq!(agreement(no), Agreement::Refuses, "{no}");
        }
        for other in
            ["no worries", "No objections.", "stopping at nine is fine", "notes are below", "north of the depot"]
        {
            assert_ne!(agreement(other), Agreement::Refuses, "{other}");
        }
    }
}
