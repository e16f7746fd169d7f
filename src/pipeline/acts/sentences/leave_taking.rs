//! Defines sentences in which the person only takes leave: "back in ten", "gotta run", "ping me when you're done". They
//! belong to no statement beside them.

use crate::text::patterns;

patterns! {
    /// A sentence in which the speaker only takes leave: "back in ten", "gotta run", "ping me when you're done".
    LEAVES = r"(?x)^(?:(?:ok(?:ay)?|so|and|now|anyway|right|but|brb|sorry),?\ )*(?:
        (?:(?:i'm|i\ am|i'll\ be|i\ will\ be|will\ be|be|i\ should\ be|i'll\ come)\ )?(?:
            (?:right\ )?back\ (?:in|at|after|around|by|soon|later|tomorrow|tonight|shortly|on|from)
            | (?:off|out|away|gone|afk|heading|leaving)\ (?:(?:now\ )?(?:for|until|till|home|in|after)|to\ (?:lunch|bed|sleep|dinner|work|the|a|my|get|grab|eat|pick)|now|soon)
            | heading\ (?:out|off) | afk | brb | bbl | gtg | ttyl
        )\b
        | (?:(?:i|i've|i\ have)\ )?(?:gotta|got\ to|have\ to|need\ to|must|should)\ (?:run|go|leave|dash|head\ out|head\ off|sleep|eat)\b
        | (?:lunch|coffee|dinner|school\ run|train|tea)(?:\ (?:time|break|first|now))*[.!]*$
        | (?:see|catch)\ (?:you|ya|u)\b | cya\b | bye\b | good\ ?night\b | have\ a\ (?:good|nice|great|lovely)\b | (?:talk|speak)\ (?:to\ you\ )?(?:later|soon|tomorrow)\b
        | (?:please\ |just\ )?(?:ping|call|tell|message|poke|text|let)\ me\ (?:know\ )?(?:when|once|if)\ (?:you(?:'re|\ are)|it(?:'s|\ is)|that(?:'s|\ is)|done|ready|finished|they(?:'re|\ are)|you\ need|you\ get\ stuck|anything)\b
        | (?:i'll|i\ will|will)\ (?:check|look|read|test|try|have\ a\ look|take\ a\ look|be\ here|come\ back)(?:\ (?:it|in|back|again|at\ it))*(?:\ (?:later|tomorrow|tonight|soon|after|when|once|in\ the|on))
    )(?:\ ?[\w'’:,]+){0,9}[.!]*$";
}

/// Whether a sentence in lower case only takes leave.
pub(super) fn takes_leave(low: &str) -> bool {
    LEAVES.is_match(low)
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
