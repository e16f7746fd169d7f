//! Defines words that announce an order and say nothing else: "one more thing before the thaw:", "what I need from you
//! today is to". They are known by their shape: they speak of work or to the reader, and an order stands behind them.

use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::work::imperative;
use crate::text::patterns;

/// Nouns for a piece of work, as alternatives of a pattern with `(?x)`.
macro_rules! piece {
    () => {
        r"(?:thing|one|task|job|ticket|item|request|favou?r|errand|stor(?:y|ies)|card|assignment|chore|to-?do|issue|step|piece\ of\ work|bit\ of\ work|work|order)s?"
    };
}

patterns! {
    /// A piece of work with what belongs to it: "another quick one for you", "the next item on the list".
    PIECE = concat!(r"(?x) ^(?:for\ the\ [\w-]+(?:\ [\w-]+)?,?\ )?(?:(?:and|but|i\ need|we\ need|i\ want|here(?:'s|\ is|\ comes?)|there(?:'s|\ is)|i(?:'ve|\ have)(?:\ got)?|we(?:'ve|\ have)(?:\ got)?|got|you(?:'ve)?\ got|that\ leaves|same\ [\w-]+,)\ )*(?:(?:one|two|three|an?|another|the|your|my|our|new|next|first|second|last|final|quick|small|little|tiny|simple|easy|short|different|separate|unrelated|urgent|important|more|other|additional|following|only|todo|today's|main|some)\ )+", piece!(),
        r"(?:\ (?:is\ )?(?:as\ follows|(?:is|are)\ (?:quite\ |very\ |pretty\ )*(?:simple|easy|small|short|clear|quick|this)(?:,?\ i\ think)?)|\ (?:for|before|after|from|on|to|of|in|with|while|today|tonight|now|this|next|here|first|please|up|that|i|we|we've|you|right|then)\b.*)?$");
    /// Words that turn to the reader: "since Lena is off this lands with you".
    TO_READER = r"(?:^|\b(?:with|for|on|to|from|need|want|have|like|get|mind|ask|up to) )(?:you|u)\b|\byours\b|\byour (?:\w+ )?(?:turn|plate|desk|list|way)\b|\bfor (?:me|us)\b";
    /// A statement of needing that announces: "what I need today".
    WANTED = r"^(?:and |so |but )*(?:what|all|here(?:'s| is) what|this is what) (?:i|we)(?:'d| would|'ll| will)?(?: really| just| still| also| now)* (?:need|want|like|love)\b|^(?:i|we)(?:'d| would)? (?:need|want|like)(?: you to do)? (?:this|the following)\b";
    /// The beginning of work: "start with this", "let's get this out of the way", "from the backlog".
    BEGINS = r"^(?:and |so |please |pls |let's |lets |can you |could you |would you |go and )*(?:do|start (?:with|on)|begin with|take on|take|tackle|handle|grab|pick up|work on|get going (?:with|on)|go on with|continue with|get|knock out|look at) (?:this|these|that|the following|the next|another)\b|^let's (?:do this|go|get going|get started|get to work|start)$|^(?:next|first) (?:stop|up|step|thing)\b|^(?:new|next|more) (?:task|job|ticket|work|item)s?$|^time for (?:some |a bit of )?(?:work|the next)\b|^(?:back|on|over) to (?:work|business|the (?:list|board|backlog|next))\b|^(?:while|as long as) (?:i'm|i am|we're|we are|you're|you are) (?:at|in|out|away|on|gone|off|there|here)\b|^in (?:this|that|the following) order(?: please| pls)?$|^in one go(?: please| pls)?$|^before (?:lunch|dinner|the break|the weekend|i (?:leave|go)|you (?:leave|go))$|^(?:over|during|after) (?:lunch|dinner|the break)$|^(?:for )?(?:today|tonight|this morning|this afternoon)$|^(?:your|the|my|our|today's|a) (?:short |little |new |next )?(?:list|batch|todos?|to-?do list|work)(?: (?:for|of) .+)?$|^from (?:the|our|my) (?:[\w-]+ )?(?:tracker|backlog|board|queue|list|inbox)$";
    /// Words that report, doubt, set a condition, name a rule or an option: what stands behind them is no order of now.
    BARS = r"\b(?:maybe|perhaps|might|if|unless|whether|options?|alternatives?|ideas?|suggest\w*|propos\w*|says?|said|wrote|writes|told|quotes?|docs?|mail|email|comments?|plans?|later|never|always|every|each|whenever|rules?|policy|decision|decided|goal|aim|questions?|hypothesis|examples?|errors?|warnings?|logs?|output|why|how|tomorrow|someday|eventually|instead|was|were|did|does|wants|thinks?|asks|asked|not|wish|hope|it|he|she|they)\b|\b(?:i|we|that|this|one|you) (?:could|would|should|might|may)\b|n't\b|[?`\x22]";
}

/// Words that open a sentence before what it announces.
const GREETS: Phrases = phrases!(
    "ok|okay|so|and|hey|hi|hello|right|alright|all right|well|oh|also|great|good|nice|cool|perfect|thanks|thank you|morning|good morning|yep|yes|sure|then|now|btw|ah|hm|hmm"
);

/// Maximum number of words of an announcement.
const MOST: usize = 14;

/// Bytes of the announcement before an order in a lower-case text.
pub(super) fn announcement(text: &str) -> Option<usize> {
    let joints =
        [": ", ", ", " - ", " – ", " — ", " is to ", " is that you ", " is ", " would be to ", " please ", " pls "];
    let mut found: Vec<(usize, &str)> =
        joints.iter().flat_map(|joint| text.match_indices(joint).map(|(at, _)| (at, *joint))).collect();
    found.sort_unstable_by_key(|&(at, joint)| (at, std::cmp::Reverse(joint.len())));
    found.into_iter().find_map(|(at, joint)| {
        let (lead, rest) = (text.get(..at)?, text.get(at + joint.len()..)?);
        (words(lead) <= MOST && orders(rest) && announces(lead, [", ", " please ", " pls "].contains(&joint)))
            .then_some(at + joint.len())
    })
}

/// Whether a sentence only announces the next: "I have a small job for you."
pub(in crate::pipeline::acts) fn announces_next(text: &str) -> bool {
    let low = text.trim_end_matches(['.', '!', ':', ' ']).to_lowercase().replace('’', "'");
    words(&low) <= MOST && announces(&low, true)
}

/// Whether words order or forbid something.
fn orders(rest: &str) -> bool {
    let polite = phrases!("please|pls|plz|just|kindly|now|then|can you|could you|would you|can u");
    let mut rest = rest;
    while let Some(after) = after_any(rest, polite).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', ' ']);
    }
    imperative::opens(rest) || after_any(rest, phrases!("never|always|don't|do not")).is_some()
}

/// Whether words announce work. `by_noun`: they do so by naming it, which a comma or the end of a sentence asks for.
fn announces(lead: &str, by_noun: bool) -> bool {
    let mut bare = lead.trim();
    while let Some(after) = after_any(bare, GREETS).filter(|after| !after.is_empty()) {
        bare = after.trim_start_matches([',', '.', '!', ' ', '-']);
    }
    let told = phrases!("next|next up|up next").contains(bare) || PIECE.is_match(bare) || BEGINS.is_match(bare);
    !BARS.is_match(bare) && (told || !by_noun && (TO_READER.is_match(bare) || WANTED.is_match(bare)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_announced_in_many_ways() {
        for (said, order) in [
            ("one last thing before the thaw: oil the sluice", "oil the sluice"),
            ("what i need from you this week: mend the nets", "mend the nets"),
            ("ok so what i'd like you to do next is mend the nets", "mend the nets"),
            ("your next errand is to mend the nets", "mend the nets"),
            ("jonas is at sea so this is for you: mend the nets", "mend the nets"),
            ("another small one, please mend the nets", "please mend the nets"),
            ("let's do this, mend the nets", "mend the nets"),
        ] {
            assert_eq!(announcement(said).and_then(|at| said.get(at..)), Some(order), "{said}");
        }
        assert!(announces_next("hi, I have a small job for you.") && announces_next("same boat, different task."));
    }

    #[test]
    fn reports_options_and_rules_announce_no_order() {
        for said in [
            "the harbour master told you: mend the nets",
            "maybe a job for you: mend the nets",
            "one idea for you: mend the nets",
            "every morning, first thing: mend the nets",
            "if there is time for you, mend the nets",
            "one thing it does is mend the nets",
            "the boat, mend the nets",
        ] {
            assert_eq!(announcement(said), None, "{said}");
        }
        assert!(!announces_next("the job is hard") && !announces_next("that was a job for you"));
    }
}
