//! Defines leads that say nothing of their own, told by their shape: words about knowing and telling among words that
//! name nothing, up to a pause ("one thing you can't see from here:", "to give you the full picture,").

use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

/// Words about telling, knowing and the talk itself.
const OF_TALK: Phrases = phrases!(
    "know|known|knew|tell|told|say|said|mention|mentioned|forgot|forgotten|remember|note|noted|info|infos|information|background|context|update|news\
     |fact|facts|detail|details|remark|comment|correction|picture|reference|understanding|secret|surprise|sorry|apologies|matter|matters|wonder|wondering\
     |guess|assume|assumed|notice|noticed|see|seen|aware|fyi|psa|reminder|repeat|clarification|addition|record"
);

/// Words that name nothing.
const EMPTY: Phrases = phrases!(
    "a|an|the|my|your|our|i|i'm|i've|you|you've|me|we|us|it|it's|its|this|that|that's|these|one|some|any|all|every|no|not|only|just\
     |here|there|there's|now|yet|before|after|later|earlier|already|again|also|too|then|still|so|and|or|but|oh|ah|well|hm|ok|at|in|on|of|for|to|with|about|as|what|because|since\
     |case|up|front|ahead|more|most|another|other|else|small|little|quick|short|brief|last|first|final|next|start|beginning|end\
     |is|are|was|were|be|been|have|has|had|did|do|does|can|can't|could|couldn't|should|shouldn't|would|will|might|may|must|want|need|needed|get|got|give|gave|go|on|begin\
     |continue|important|useful|relevant|helpful|interesting|good|bad|full|complete|whole|general|today|tonight|tomorrow|yesterday|morning|week|time|side|sake\
     |don't|didn't|haven't|hasn't|bit|piece|situation|asked|ask|very|really|quite|side|next"
);

patterns! {
    /// A time or a place behind such a lead: "before the freeze", "from the repo".
    ADJUNCT = r" (?:before|after|during|until|ahead of|from) (?:the|our|my|we|you|i|this)(?: [\w'-]+){1,3}$";
    /// A doubt whether something was told before: "not sure if I told you already but".
    TOLD_BEFORE = r"^(?:and |so |but |oh,? )*(?:i'm )?(?:not sure|no idea|don't know|dunno|i don't know|can't remember|i forgot|i forget)(?: anymore)? (?:if|whether) (?:i|we|anyone|anybody|somebody)(?:'ve| have| had)? (?:already |ever )?(?:told|said|mentioned|wrote|written|explained|shared)[^,:.]{0,30}?(?:,? but|[,:]) ";
    /// An order announced as what is wanted of the agent: "what I need from you today:".
    FROM_YOU = r"^(?:so |and |ok,? )*(?:what|all) (?:i|we)(?:'d| would)? (?:really |only |just )*(?:need|want|like|ask)(?: from| of) you(?: \w+){0,3}?(?: is(?: this| that| to)?:?|:) ";
    /// An announcement of news to the speaker: "just found out that", "I should have mentioned that".
    CAME_TO_KNOW = r"^(?:and |so |but |oh,? (?:and )?|also,? )*(?:(?:i|we)(?:'ve| have| had)? )?(?:just |only |also |now |finally )*(?:(?:found out|learned|learnt|realised|realized|noticed|remembered|discovered|saw)|(?:should|ought to) have (?:said|mentioned|added|told you|explained|written)) (?:just now |today |yesterday )?that ";
}

/// Words about the talk only before a colon or a dash: "one more thing:", but "the last thing, please".
const ANNOUNCING: Phrases = phrases!("thing|things|point|points|question|questions");

/// First words of an answer.
const ANSWERS: Phrases = phrases!("no|not|yes|yep|yeah|nope|nah");

/// Subjects of telling that make what follows somebody else's words or a thought only: "you told me: ...".
const OF_OTHERS: Phrases = phrases!(
    "you said|you told|you mention|you see|you wrote|you want|you asked to| he | she | they |was told|were told|i told|i say|not saying|never said|should i|shall i|shall we|could we|can we|can i|can you|could you|what if|if we|when we"
);

/// Numbers of words in such a lead.
const MOST: usize = 14;

/// The length of a lead that says nothing, at the beginning of a lower-case sentence.
pub(super) fn length(low: &str) -> Option<usize> {
    let told = [&TOLD_BEFORE, &CAME_TO_KNOW, &FROM_YOU].into_iter().find_map(|lead| lead.find(low));
    if let Some(told) = told {
        return Some(told.end());
    }
    let pauses = [": ", ", ", " - ", " – ", " — ", "; "];
    // "In case you wonder, and it may matter: the gate is open" has a pause inside.
    let ends = pauses.iter().flat_map(|pause| low.match_indices(pause).map(|(at, _)| (at, *pause)));
    let longest = ends.filter(|(at, pause)| says_nothing(low.get(..*at).unwrap_or(""), *pause == ", ")).max();
    longest.map(|(at, pause)| at + pause.len())
}

fn says_nothing(lead: &str, by_comma: bool) -> bool {
    let said = lead.replace('’', "'");
    let core = ADJUNCT.find(&said).map_or(said.as_str(), |adjunct| said.get(..adjunct.start()).unwrap_or(""));
    let mut all = core.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    let mut of_talk = false;
    let empty = all.all(|word| {
        let announces = !by_comma && ANNOUNCING.contains(word);
        of_talk |= announces || OF_TALK.contains(word);
        announces || OF_TALK.contains(word) || EMPTY.contains(word)
    });
    let answers = after_any(&said, ANSWERS).is_some_and(|rest| after_any(rest, phrases!("surprise|secret")).is_none());
    (2..=MOST).contains(&words(lead)) && empty && of_talk && !answers && !OF_OTHERS.within(&format!(" {said} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_of_empty_words_say_nothing() {
        for (lead, rest) in [
            ("one thing you can't see from the pier: ", "the lamp is old"),
            ("sorry, i should have told you at the start: ", "the lamp is old"),
            ("one more thing before the regatta: ", "oil the winch"),
            ("to give you the full picture, ", "the lamp is old"),
            ("what i need from you today: ", "oil the winch"),
            ("it's no secret, ", "the lamp is old"),
            ("not sure if i told you already but ", "the lamp is old"),
            ("oh and i should have said that ", "the lamp is old"),
        ] {
            assert_eq!(length(&format!("{lead}{rest}")), Some(lead.len()), "{lead}");
        }
        for said in [
            "one thing about the winch: it is old",
            "you told me: use the oak",
            "not saying that we should use oak",
            "the lamp, the winch and the rope are old",
            "if we can tell, use oak",
            "the last thing, please",
            "the winch needs oil",
        ] {
            assert_eq!(length(said), None, "{said}");
        }
    }
}
