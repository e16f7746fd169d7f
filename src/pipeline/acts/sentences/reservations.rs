//! Defines the reservations with which a sentence settles nothing, wherever in it they stand: a hedge ("oak, maybe"), a
//! condition that nobody knows yet ("oak if the test convinces me"), hearsay ("the guide takes oak"), the past ("oak was
//! used before").

use crate::pipeline::acts::overlaps;
use crate::text::patterns;

patterns! {
    /// Words of a person who has not made up their mind.
    HEDGES = r"\b(?:maybe|perhaps|might|could|would|(?:we|i|you)'d (?:use|take|go|try|pick|choose)|wonder\w*|consider\w*|possibl[ey]|probably|not sure|think of|thinking of|thinking about|tempted|tempting|leaning|curious|hopefully|too early|no idea|undecided|not yet|not saying|idk|dunno|let me think|someday|some day|one day)\b";
    /// Words of a condition.
    CONDITION = r"\b(?:if|unless|in case|provided|assuming|depending on|worst case|best case|whether|plan b|fallback)\b";
    /// Words of politeness and fixed phrases that set no condition.
    FIXED = r"\b(?:(?:even|as|what|see|check|test|know|ask|look|sure|clear) if|if (?:you (?:ask|like|want|can|don't mind|do not mind|agree|have|get|find|need|wonder)|possible|needed|necessary|any(?:thing|body|one)?|ok|okay|that's (?:ok|fine|possible|better)|i may|need be|at all|it (?:matters|helps)|that (?:helps|matters))|just in case|in case (?:you|it (?:matters|helps)|that (?:helps|matters)))\b";
    /// Words of hearsay.
    HEARSAY = r"\b(?:they|he|she|people|someone|somebody|docs?|documentation|blog|tutorial|guide|wiki|faq|article|paper|readme|competitors?|others|users|suggest\w*|recommend\w*|propos\w*|says?|said|heard|told|wrote|claims?|asked)\b";
    /// Words of the past, and of how things are now.
    PAST = r"\b(?:used to|was|were|had|currently|at the moment|today|already|still|last (?:year|time|project|job))\b";
}

/// Whether a lower-case sentence hedges.
pub(in crate::pipeline::acts) fn hedges(low: &str) -> bool {
    HEDGES.is_match(low)
}

/// Whether a lower-case sentence sets a condition.
pub(in crate::pipeline::acts) fn sets_condition(low: &str) -> bool {
    let fixed: Vec<_> = FIXED.find_iter(low).map(|m| m.range()).collect();
    CONDITION.find_iter(low).any(|m| !fixed.iter().any(|range| overlaps(range, &m.range())))
}

/// Whether a lower-case sentence tells what others say or do.
pub(in crate::pipeline::acts) fn tells_of_others(low: &str) -> bool {
    HEARSAY.is_match(low)
}

/// Whether a lower-case sentence tells of the past, or of how things are.
pub(in crate::pipeline::acts) fn tells_of_past(low: &str) -> bool {
    PAST.is_match(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_counts_wherever_it_stands() {
        for said in
            ["i'd take oak for the frame if the test convinces me", "worst case we use tin", "oak, in case it rains"]
        {
            assert!(sets_condition(said), "{said}");
        }
        for said in ["use oak if you like", "take oak, even if it costs more", "see if oak fits", "oak, just in case"] {
            assert!(!sets_condition(said), "{said}");
        }
    }

    #[test]
    fn hedges_and_hearsay_are_told_from_wishes() {
        assert!(hedges("we might take oak") && hedges("i'd use oak there") && tells_of_others("the guide takes oak"));
        assert!(!hedges("i'd like oak for the frame") && !tells_of_others("we take oak"));
    }
}
