//! Defines what the lead or heading of an agent's list says of its entries: that they are still to be done, or that they end
//! the question it begins.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, plain, words};
use crate::text::patterns;

patterns! {
    /// The lead or heading of a list of things that are still to be done: "Next I would do:", "Remaining work".
    TO_DO = r"(?i)\b(?:next (?:steps?|up|tasks?)|next,? (?:i|we)(?:'d|'ll| would| will| can| could|)|(?:i|we)(?:'d|'ll| would| will) (?:do|tackle|take on|work on|build|add) next|to[- ]do|todos?|tasks?|follow[- ]ups?|backlog|(?:remaining|open|outstanding|pending|leftover) (?:work|items?|steps?|points?)|left(?: to do| over)?|remaining|remains|outstanding|still (?:missing|open|pending))\b";
    /// Words of such a lead that tell of work which is finished, another's, or no list at all.
    NOT_TO_DO = r"(?i)\b(?:done|did|completed?|finished|closed|fixed|you|your|yours|yourself|users?|left (?:side|column|panel|pane|hand|edge|margin|join)|nothing|no)\b";
}

/// Whether the lead or heading of a list says that its entries are still to be done.
pub(super) fn heads_work(lead: &str) -> bool {
    const MOST: usize = 10;
    words(lead) <= MOST && TO_DO.is_match(lead) && !NOT_TO_DO.is_match(lead)
}

/// Whether a lead is the beginning of a question that the entries of its list end: "Should I:".
pub(super) fn begins_question(lead: &str) -> bool {
    let begins = phrases!(
        "should i|shall i|should we|shall we|do you want me to|do you want|would you like me to|would you like|would you prefer|would you rather|can i|may i"
    );
    lead.trim_end_matches(['*', '_', ' ']).ends_with(':') && after_any(&plain(lead), begins).is_some()
}
