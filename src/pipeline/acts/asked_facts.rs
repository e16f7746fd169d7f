//! Defines whether the agent's question asks for a fact, so that its answer settles nothing: "How many orders a day?",
//! "What have you tried so far?", against "How many orders should a page show?".

use super::wording::{after_any, plain};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

/// Openings of questions about facts.
const ASKS_A_FACT: Phrases = phrases!(
    "how long is|how long are|how old|how far|how fast is|which version|what version|what does|what did|what is the error|what happens|what happened|how many\
     |how long does|how long did|how large|how big|how much|is there|are there|does|did|has|have you|have the\
     |when did|when does|since when|where is|where are|who|which php|which node|which python|is it|are you\
     |what are you|why|what's the output|what is the output|can you reproduce|what do you see|which browser|can|could\
     |which os|what os|how do you|how does|what error|is the|are the|do you have|do you see|do you already\
     |what runs|which machine|what else|anything else|what can i|what would you like me to|what do you mean\
     |what exactly|how is|how are|what were|what was|what changed"
);

patterns! {
    /// A question about how things are or were: "where does the time go", "what have you tried", "which heater do you have".
    TELLS_OF_NOW = r"^(?:(?:what|where|when|who|how|how often|how much) does\b|(?:what|which|where|when|who|whom|how|how often|how much)(?: [\w-]+){0,4}? (?:(?:did|has|have|had)\b|do (?:you (?:have|own|see|get|know|run|use|work|live|sell|keep|build|deploy|currently|usually|normally|typically|mostly|already|often)|people|users|customers|most|they|the|your|these|those)\b))";
    /// What follows where the present tense asks for a wish all the same.
    WISHES = r"^(?:what|which|where|when|who|whom|how|how often|how much)(?: [\w-]+){0,4}? (?:does|do|has|have) [^?]*\b(?:need|stay|remain|go away|have to|has to|supposed|want|prefer|like)\b";
    /// A rate at which something is counted: "a day".
    RATE = r"\b(?:a|an|per|each|every) (?:second|minute|hour|day|night|week|month|quarter|year|season|shift)\b";
    /// A time up to which or at which something holds: "so far", "at the moment".
    NOW = r"\b(?:so far|until now|up to now|at the moment|right now|currently|today|nowadays|these days|usually|normally|typically)\b[^?]*\?";
}

/// Whether a question asks how things are, not how they are to be.
pub(super) fn asks_a_fact(question: &str) -> bool {
    let low = plain(question).to_lowercase();
    let low = low.rsplit_once(". ").map_or(low.as_str(), |(_, last)| last);
    let low = low.trim_start_matches(|c: char| !c.is_alphabetic());
    let low = after_any(
        low,
        phrases!("roughly|approximately|about|exactly|and|so|ok|also|just|quick question,|out of curiosity,"),
    )
    .unwrap_or(low);
    let low = low.trim_start();
    if phrases!(" should |shall | do you want| would you like| do you prefer| may i| can i| may we| can we| could i")
        .within(low)
    {
        return false;
    }
    // "How many retries for the mail job?" asks for what is wanted.
    let states = phrases!(" do | does | did | are | is | was | were | have | has | had | you | can | could | would ");
    let counts = after_any(low, phrases!("how many|how much|how large|how big|how often")).is_some();
    if counts && !states.within(low) {
        return RATE.is_match(low) || NOW.is_match(low);
    }
    // "Does the old backend stay?" asks what is to be.
    let lasting =
        phrases!(" stay| remain| go away| still need").within(low) && after_any(low, phrases!("does|do")).is_some();
    if lasting {
        return false;
    }
    let runs = phrases!(" runs | running on| installed");
    after_any(low, ASKS_A_FACT).is_some()
        || runs.within(low)
        || NOW.is_match(low)
        || TELLS_OF_NOW.is_match(low) && !WISHES.is_match(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_how_things_are_are_told_from_those_about_what_is_wanted() {
        for asked in [
            "How many tourists a day?",
            "What have the beekeepers tried so far?",
            "Where does the water come from?",
            "Which saw do you own?",
            "And who mends the nets?",
            "What did the vet say?",
        ] {
            assert!(asks_a_fact(asked), "{asked}");
        }
        for asked in [
            "How many rows per page?",
            "Where should the nets go?",
            "Which saw do you want?",
            "Where does the sign need to stand?",
            "What colour for the door?",
            "Does the old fence stay?",
        ] {
            assert!(!asks_a_fact(asked), "{asked}");
        }
    }
}
