//! Defines sentences in which the person only takes leave: "back in ten", "gotta run", "ping me when you're done". They
//! belong to no statement beside them.

use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};

/// Words before the leave.
const LEADS: Phrases = phrases!(
    "ok|okay|so|and|now|anyway|right|but|brb|sorry|i'm|i am|i'll be|i will be|i'll|i will|i've|i have|will be|be|i should be|i'll come|i|please|just"
);

/// Words of leaving and of coming back, whatever follows.
const LEAVES: Phrases = phrases!(
    "back in|back at|back after|back around|back by|back soon|back later|back tomorrow|back tonight|back shortly\
     |off until|off to lunch|off to bed|off to sleep|off to dinner|off to work|off to get|off to grab|off to eat|off to pick|off to the|off to a|off to my|off now|off for today|off for lunch\
     |away for|away until|out until|gone for|gone until|heading out|heading off|heading home|heading to|leaving now|leaving soon|leaving in\
     |see you|see ya|catch you|talk to you later|talk later|talk soon|talk tomorrow|speak soon|speak later|have a good|have a nice|have a great\
     |ping me when|ping me once|poke me when|message me when|text me when|call me when|let me know when|let me know once|let me know if you need|let me know if you get stuck\
     |tell me when you're|tell me when you are|tell me when it's|tell me when it is|tell me when done|tell me once|check later|check tomorrow|check it later|check it tomorrow|check back\
     |look later|look tomorrow|look tonight|look in the morning|have a look later|have a look tomorrow|have a look tonight|have a look in the morning"
);

/// Words of leaving that mean something else before an object: "I have to run the tests".
const GOES: Phrases = phrases!(
    "gotta run|gotta go|gotta leave|gotta dash|have to run|have to go|have to leave|have to dash|need to run|need to go|need to leave|must run|must go|must leave|should run|should go|got to run|got to go|to run|to go|to leave"
);

/// Words that may follow [`GOES`] when it means leaving: a time, a place or a reason.
const WHITHER: Phrases =
    phrases!("now|soon|in|at|home|out|off|for|before|until|already|to a|to my|to lunch|to the|because");

/// Leaves in a word or two.
const ALONE: Phrases = phrases!(
    "afk|brb|bbl|gtg|ttyl|cya|bye|bye for now|good night|goodnight|lunch|lunch now|lunch first|lunch time|lunch break|coffee|coffee time|coffee break|dinner|dinner time|tea time"
);

/// Most words of such a sentence.
const MOST: usize = 12;

/// Whether a sentence in lower case only takes leave.
pub(super) fn takes_leave(low: &str) -> bool {
    let mut text = low;
    loop {
        if words(low) <= MOST && leaves(text) {
            return true;
        }
        let Some(rest) = after_any(text, LEADS).filter(|rest| !rest.is_empty()) else { return false };
        text = rest.trim_start_matches([',', ' ']);
    }
}

fn leaves(text: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric) || after_any(rest, WHITHER).is_some();
    after_any(text, LEAVES).is_some()
        || after_any(text, GOES).is_some_and(ends)
        || ALONE.contains(text.trim_end_matches(['.', '!', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leave_is_told_from_statements() {
        for said in [
            "back in ten.",
            "ok, off to lunch now",
            "i'll be back tomorrow morning",
            "gotta run!",
            "i have to go now",
            "lunch first",
            "talk to you later",
            "ping me when you're done",
            "i'll have a look tomorrow",
            "good night",
        ] {
            assert!(takes_leave(said), "{said}");
        }
        for said in [
            "back to the old pump",
            "off by default",
            "i have to run the tests first",
            "we have to go with oak",
            "off for now",
            "out of the question",
            "i have to have the lamps on at six",
            "let me know what you think",
            "ping the harbour when the lamp is lit",
            "lunch is at noon",
            "we run the pump at night",
        ] {
            assert!(!takes_leave(said), "{said}");
        }
    }
}
