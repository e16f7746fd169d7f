//! Defines whether the agent's question asks for a fact, so that its answer settles nothing: "How many orders a day?",
//! "What have you tried so far?", against "How many orders should a page show?".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, plain};
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
    /// A question about what the person has, does or has done: "what have you tried", "which heater do you have".
    OF_THE_PERSON = r"^(?:what|which|where|when|who|whom|how|how often|how much)(?: [\w-]+){0,4}? (?:(?:did|has|have|had)\b|do you (?:have|own|see|get|know|run|live|work|sell|build|deploy|believe|suspect|remember|recall|currently|already)\b)";
    /// A question for the place of a thing that is there: "where do your tickets live?"
    LIVES = r"^(?:and |so )?where (?:do|does|are|is) (?:you|your) [^?]{2,40}?(?: (?:live|lives|sit|sits|kept|stored|defined|hosted))(?: now| today)?\?*$";
    /// A question for a cause or an origin: "where do the errors come from", "where does the time go".
    OF_ORIGIN = r"^(?:where|what) (?:does|do) [^?]*\b(?:come from|the time go|happen)\b";
    /// A count of what comes by itself, in a span of time: "how many orders a day".
    RATE = r"^how (?:many|much|often) [\w-]*(?:orders|tickets|users|visitors|visits|people|customers|guests|patients|calls|requests|sales|readers|players|bookings|hits|tourists|members|students|water|traffic)\b[^?]*\b(?:a|an|per|each|every) (?:second|minute|hour|day|night|week|month|quarter|year|season|shift)\b";
    /// A measure of a thing that is there: "what's the width of the gate".
    MEASURED = r"^what(?:'s| is| are)(?: the)?(?: current| actual| exact| total)? (?:bandwidth|size|version|speed|throughput|latency|capacity|uptime|length|width|height|weight|temperature|frequency|voltage|model|status|state|age|distance|load|traffic) (?:of|on|at) (?:the|your|our|this|that|these|those) ";
    /// A question for what is wanted as a whole: "what would a good result look like".
    FOR_AIM = r"^(?:so |and )?(?:what (?:would|does|should|will) (?:a |an |the )?(?:(?:good|ideal|successful|perfect|great|best) )?(?:result|outcome|success|done|finished|end state) (?:look|mean)|what(?:'s| is) (?:the|your|our) (?:main |overall |end )?(?:goal|aim|objective)\b|what (?:do you want|are you trying|are you hoping|would you like) to (?:achieve|accomplish|get out)|what are you (?:after|aiming (?:for|at))\b|when (?:would|do) you (?:call|consider) (?:it|this) (?:done|a success))";
    /// A time up to which something holds: "so far", "at the moment".
    NOW = r"\b(?:so far|until now|up to now|at the moment|currently|nowadays|these days)\b";
}

/// Words of a question about what is wanted.
const WISHES: Phrases = phrases!(
    " should | shall | do you want| would you| do you like | do you need | prefer| preference| vote | gut | rather | decide| picked | pick | may i| can i| may we| can we| could i| could we| supposed | have to | has to | need to | needs to | must | allow | target "
);

/// Whether a question asks how things are, not how they are to be.
pub(in crate::pipeline::acts) fn asks_a_fact(question: &str) -> bool {
    let low = plain(question).to_lowercase();
    let low = low.rsplit_once(". ").map_or(low.as_str(), |(_, last)| last);
    let low = low.trim_start_matches(|c: char| !c.is_alphabetic());
    let low = after_any(
        low,
        phrases!("roughly|approximately|about|exactly|and|so|ok|also|just|quick question,|out of curiosity,"),
    )
    .unwrap_or(low);
    let low = low.trim_start();
    if WISHES.within(&format!(" {} ", low.trim_end_matches(['?', ' ']))) {
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
    let runs = phrases!(" runs | running on| installed| right now");
    let marked = after_any(low, ASKS_A_FACT).is_some() || runs.within(low) || NOW.is_match(low);
    !lasting && (marked || is_about_person(low) || OF_ORIGIN.is_match(low) || measures_what_is(low))
}

/// Whether a question asks for a measure of a thing that is there.
fn measures_what_is(low: &str) -> bool {
    MEASURED.is_match(low) && !phrases!(" going to | will | supposed ").within(low)
}

/// Whether a question asks what the work is for: "What would a good result look like for you?"
pub(in crate::pipeline::acts) fn asks_for_aim(question: &str) -> bool {
    let low = plain(question).to_lowercase().replace('’', "'");
    FOR_AIM.is_match(low.rsplit_once(". ").map_or(low.as_str(), |(_, last)| last))
}

/// Whether a question asks what the person has, does or has done.
fn is_about_person(low: &str) -> bool {
    OF_THE_PERSON.is_match(low) || LIVES.is_match(low)
}

/// Whether a question puts before the person what the person has: "Which pump do you have, the red or the blue one?" Other
/// alternatives are put to be chosen: "What happens on a conflict, overwrite or ask?"
pub(in crate::pipeline) fn asks_which_is_had(question: &str) -> bool {
    let low = plain(question).to_lowercase();
    let how_it_is = after_any(&low, phrases!("is the|are the|is our|are our|is your|are your|does the|do the"));
    (is_about_person(&low) || how_it_is.is_some()) && asks_a_fact(question)
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
            "Which lens do you have, the long or the short one?",
            "What's the width of the gate?",
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
            "Should we sail today or on Monday?",
            "How many reminders per day?",
            "What do you usually prefer, tea or coffee?",
            "Which of the two has your vote?",
            "What's the width of the gate going to be?",
            "What width for the gate?",
        ] {
            assert!(!asks_a_fact(asked), "{asked}");
        }
        assert!(asks_for_aim("What would a good result look like?") && asks_for_aim("So what's the goal here?"));
        assert!(!asks_for_aim("What would the sign look like?"));
    }
}
