//! Defines questions and suspicions of the person that the agent's next turn answers: they are no longer open. "Seems like
//! the worker is through" - "Yes, it is done". A turn that only says what it will look at answers nothing.

use super::open_questions::ANSWERED;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::stems;
use crate::pipeline::acts::sentences::wording::{after_any, lowered, plain};
use crate::pipeline::acts::work::delivered;
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

/// Openings with which an agent answers what was asked or supposed.
const ANSWERS: Phrases = phrases!(
    "yes|yeah|yep|no|nope|right|correct|exactly|exactly right|true|that's right|that is right|not quite|not exactly|not really|it is|it does|it isn't|it doesn't|it was|it wasn't|they do|they are|they don't|technically yes|technically no|confirmed|indeed|that's it|this is it"
);

/// Words of a question that asks what is to be: a choice of the person.
const DELIBERATES: Phrases = phrases!(
    "should|shall|do we want|which|who should|who may|what should|when should|how many|how long|how often|from when|until when"
);

/// Words with which an agent leaves the question open.
const LEAVES_OPEN: Phrases = phrases!(
    " depends| not sure| don't know| do not know| can't say| can't tell| cannot tell| unclear| haven't checked| might | maybe | perhaps | possibly | probably | up to you| your call| i suspect| i think| let me | i'll check| good question"
);

/// Number of the newest open items that are looked at, of the agent's first sentences, and of those in a short turn.
const NEWEST: usize = 6;
const FIRST: usize = 3;
const SHORT: usize = 2;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let Some(first) = own.iter().find(|s| !s.asks) else { return Vec::new() };
    if own.first().is_some_and(|s| s.asks) || own.iter().take(FIRST).any(|s| leaves_open(s)) {
        return Vec::new();
    }
    let opening: Vec<&Sentence> = own.iter().copied().filter(|s| !s.asks).take(FIRST).collect();
    let settles = |i: &&Item| is_answered(i, said, first) || is_told(i, &opening);
    let answered = open_of(view, said).filter(|i| !deliberates(&i.summary) && settles(i));
    answered.map(|item| Act::ends(item, first.range.clone(), ANSWERED)).collect()
}

/// The open questions and suspicions of a turn.
pub(in crate::pipeline::acts) fn open_of<'v>(
    view: View<'v>,
    said: &ReadTurn,
) -> impl Iterator<Item = &'v Item> + use<'v> {
    let id = said.turn_id.clone();
    let kinds = [ItemKind::Hypothesis, ItemKind::OpenQuestion].into_iter();
    let newest = kinds.flat_map(move |kind| view.ledger.open_of_kind(kind).rev().take(NEWEST));
    newest.filter(move |item| item.source_turns.iter().all(|s| s.turn_id == id))
}

fn leaves_open(sentence: &Sentence) -> bool {
    LEAVES_OPEN.within(&format!(" {} ", lowered(&sentence.text)))
}

fn deliberates(question: &str) -> bool {
    after_any(question, DELIBERATES).is_some()
}

/// Whether a turn opens with an answer: to a short turn of the person, else about the same thing.
fn is_answered(item: &Item, said: &ReadTurn, first: &Sentence) -> bool {
    let asked = stems(&item.summary);
    let about = || stems(&first.text).iter().any(|word| asked.contains(word));
    after_any(&plain(&first.text), ANSWERS).is_some() && (said.sentences.len() <= SHORT || about())
}

/// Whether the first sentences of a turn tell about what a question asks, or report that what was supposed is done.
fn is_told(item: &Item, opening: &[&Sentence]) -> bool {
    let asked = stems(&item.summary);
    let about = |s: &Sentence| stems(&s.text).iter().filter(|word| asked.contains(word)).count();
    let question = item.summary.trim_end().ends_with('?') && opening.iter().any(|s| about(s) > 0);
    question || opening.iter().any(|s| about(s) > 1 && delivered::is_report(&s.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_of_the_person_stay_open() {
        assert!(deliberates("Should the gate stay open?") && !deliberates("The gate is shut"));
        assert!(after_any("Yes, the gate is shut", ANSWERS).is_some());
        assert!(after_any("Let me look at the gate", ANSWERS).is_none());
    }
}
