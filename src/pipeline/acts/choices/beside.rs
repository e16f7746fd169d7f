//! Defines choices without a verb that stand beside the rejected option: "Postgres, not Mongo".

use super::chosen::names_something;
use super::preferences::{parted, shared_tail};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty};
use crate::pipeline::clause::Modality;

/// Statements "the PLC: Modbus TCP, not Profinet" and "Postgres, not Mongo": a choice beside what was not chosen.
const BESIDE: Phrases =
    phrases!(", not | not | instead of | rather than | and not | over |, no | in place of | as opposed to ");

/// Reads a choice without a verb, next to the rejected option: "Postgres, not Mongo".
pub(super) fn beside(segment: &Segment, answers: bool) -> Option<Act> {
    if segment.modality == Modality::Request || words(&segment.text) > 18 {
        return None;
    }
    let low = &segment.low;
    let (at, mark) = BESIDE.iter().filter_map(|b| low.find(b).map(|at| (at, b))).min()?;
    let left = segment.text.get(..at)?;
    let over = mark == " over " && (words(left) > 3 || words(&segment.text) > 8);
    let complains = after_any(left, phrases!("too|so|very|not|more|less|much|i bet|maybe|probably")).is_some();
    // "Fix the cart not the test" is work.
    if imperative::opens(&left.to_lowercase()) {
        return None;
    }
    if over
        || complains
        || words(left) == 0
        || words(left) > 7
        || has_verb(left)
        || (mark == " not " && words(left) < 3)
    {
        return None;
    }
    let (text, why) = segment.reasoned();
    let (chosen, others) = parted(text);
    if others.is_empty() || !names_something(chosen) {
        return None;
    }
    let shared = shared_tail(text, chosen);
    let mut act = Act::settled(
        ActKind::Choose,
        segment.range.clone(),
        whole(&capital(&format!("{}{shared}", unhurried(chosen)))),
        "beside",
    );
    act.alternatives = others;
    act.why = why;
    // Without a verb it may also be a report: it counts as settled only as an answer or with a reason.
    if !segment.before.is_empty() || (act.why.is_none() && !answers && !segment.has_topic) {
        act.certainty = Certainty::Likely;
    }
    Some(act)
}

fn has_verb(text: &str) -> bool {
    const VERBS: Phrases = phrases!(
        "is|are|was|were|do|does|did|has|have|can|could|should|would|will|it|i|they|you|works|that|there|he|she|why\
     |but"
    );
    text.split(|c: char| !c.is_alphanumeric()).any(|w| VERBS.contains(w.to_lowercase().as_str()))
}
