//! Defines orders in a sequence: their marks ("step 2:", "after that"), what leads to them ("have a look at the hut and
//! then ...") and what only repeats them ("please do all of it").

use super::imperative::{opens, without_order};
use super::requests::{IMPERATIVE, ORDERS};
use super::work_wording::without_front;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::option_labels;
use crate::pipeline::acts::sentences::announced::announces_next;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View, overlaps};
use crate::pipeline::clause::Sentence;
use crate::text::patterns;

patterns! {
    /// The mark of a step before an order.
    STEP = r"^(?:(?:step|task|item|point|todo|job|no\.?|nr\.?|#) ?\d{1,2} ?[.):-]*|\(?[a-h][.)]|\(\d{1,2}\)|#?\d{1,2} ?[-–.):]) +";
}

/// Orders to do what was just asked for.
const AGAIN: Phrases = phrases!(
    "do it|do that|do this|do both|do them|do them all|do it all|do all|do all three|do all of it|do all of them|do all of this|do all of that\
     |do everything|do them both|take it|take it on|take care of it|take care of that|take care of them"
);

/// The orders of a sentence that numbers them: "1) oil the gate 2) paint it".
pub(super) fn numbered(sentence: &Sentence) -> Option<Vec<Act>> {
    let parts = option_labels::labelled_in(sentence);
    let all = parts.len() >= 2 && !sentence.asks && parts.iter().all(|p| opens(&p.text.to_lowercase()));
    all.then(|| {
        let order = |p: &option_labels::LabelledOption<'_>| {
            let range = sentence.range.start + p.range.start..sentence.range.start + p.range.end;
            Act::settled(ActKind::Request, range, whole(&capital(unhurried(&plain(p.text)))), "numbered-orders")
        };
        parts.iter().map(order).collect()
    })
}

/// The lines of a turn that open with the mark of a step and go on with an order, if there are several and no options wait
/// for a pick: "a) oil the gate", "step 2: paint it".
pub(super) fn marked_lines(view: View<'_>, own: &[&Sentence]) -> Vec<usize> {
    let is_marked = |text: &str| Some(unmarked(text)).filter(|rest| rest.len() < text.len()).is_some_and(opens);
    let marked = own.iter().enumerate().filter(|(_, s)| is_marked(&s.text.to_lowercase()));
    let lines: Vec<usize> = marked.map(|(at, _)| at).collect();
    if lines.len() >= 2 && view.offers.is_empty() { lines } else { Vec::new() }
}

/// A lower-case line without the mark of a step.
fn unmarked(text: &str) -> &str {
    STEP.find(text).and_then(|mark| text.get(mark.end()..)).unwrap_or(text)
}

/// Whether a sentence only announces the order in the next: "I have a small job for you."
pub(super) fn leads_on(sentence: &Sentence, next: Option<&Sentence>) -> bool {
    announces_next(&sentence.text) && next.is_some_and(|s| opens(unmarked(&s.text.to_lowercase())))
}

/// A segment without words that only give its order a place among others: "after that, oil the gate", "and oil the gate?"
/// behind a request (`asked`), "b) oil the gate" in lines that are `marked`.
pub(super) fn in_sequence(segment: &Segment, asked: bool, marked: bool) -> Option<Segment> {
    let mark = if marked { unmarked(&segment.low) } else { &segment.low };
    let order = without_order(mark);
    let front = segment.low.len() - order.len();
    let led = front > 0 && opens(order) && (!segment.asks || asked);
    let polite = phrases!("please|pls").within(segment.low.get(..front)?);
    let certain = segment.asks || mark.len() < segment.low.len() || polite;
    let bare = without_front(segment, front).filter(|_| led)?;
    Some(Segment { announced: segment.announced || certain, ..bare })
}

/// An act without effect for words that order nothing beside other orders: "do all of it" after `thing` was asked for, or a
/// look at something before the order behind it, "have a look at the hut and then paint the gate".
pub(super) fn adds_nothing(segments: &[Segment], segment: &Segment, thing: &str) -> Option<Act> {
    let order = without_order(&segment.low);
    let repeats = !thing.is_empty() && AGAIN.contains(unhurried(order));
    let looks = phrases!("have a look|have a quick look|take a look|take a quick look");
    let leads = || segments.iter().any(|s| s.range.start > segment.range.start && opens(&s.low));
    (repeats || after_any(order, looks).is_some() && leads())
        .then(|| Act::nothing(segment.range.clone(), "adds-nothing"))
}

/// Maximum number of words in a sentence that is nothing but an order.
const SHORT: usize = 16;

/// Makes bare imperatives certain where a turn has nothing but short orders: "I want you to oil the gate. After that, paint
/// it".
pub(super) fn make_certain(own: &[&Sentence], out: &mut [Act]) {
    let is_order = |act: &Act| act.deed == ActKind::Request;
    // "I need two things from you" has no effect of its own.
    let read = |act: &Act| is_order(act) || act.deed == ActKind::Nothing;
    let ordered =
        |s: &&Sentence| words(&s.text) <= SHORT && out.iter().any(|act| read(act) && overlaps(&act.range, &s.range));
    if own.len() >= 2 && own.iter().all(ordered) {
        out.iter_mut().filter(|act| is_order(act) && act.form == IMPERATIVE).for_each(|act| act.form = ORDERS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_known_by_its_mark() {
        for said in
            ["a) oil the gate", "step 2: oil the gate", "(3) oil the gate", "4 - oil the gate", "#5: oil the gate"]
        {
            assert_eq!(unmarked(said), "oil the gate", "{said}");
        }
        for said in ["a gate needs oil", "oil the gate", "20 gates"] {
            assert_eq!(unmarked(said), said);
        }
    }
}
