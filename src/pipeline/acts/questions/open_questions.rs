//! Defines questions that the person leaves open ("open question: do we show humidity?", "leave that open until Thursday")
//! and the statements that answer one later.

use crate::language::answers::{asks_leave, is_about_talk};
use crate::language::likeness::same_subject;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::OfferForm;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, Basis, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::ItemKind;
use crate::transcript::Role;

/// Labels of a question that nobody has answered.
const LABELS: Phrases = phrases!(
    "open question:|open question -|another open question:|still open:|still unclear:|to be clarified:|to clarify:|question for later:|left to decide:"
);

/// Words that put a question off.
const PUTS_OFF: Phrases = phrases!(
    "leave that open|leave it open|leave this open|leave that one open|keep that open|keep it open|keep this open|park that|park it|park this|stays open\
     |decide that later|decide it later|decide this later|decide later|come back to that|come back to it|come back to this|not sure yet|don't know yet\
     |do not know yet|no idea yet|not decided yet|haven't decided|have to ask|need to ask|let me ask|i'll ask|will ask|must ask|have to think about"
);

/// Openings of a question about what is to be, not about how things are.
const DELIBERATES: Phrases = phrases!(
    "should|shall we|do we|must we|can we|may|could we|would we|who should|who may|who can|which|how many|how much|how long|how often|how should|how do we|where should\
     |where do we|when should|when do we|what should|what do we|from when|until when|at which|for how long"
);

/// Maximum numbers of words in a sentence that puts a question off, and in a question that is kept.
const MOST: usize = 18;
const LONGEST: usize = 26;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out: Vec<Act> = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let found = labelled(sentence).map(|question| (question, None));
        let found = found.or_else(|| put_off(view, own.get(..at).unwrap_or_default(), sentence));
        let ask = |text| Act::settled(ActKind::Ask, sentence.range.clone(), text, "open-question");
        out.extend(found.map(|(question, basis)| Act { basis, ..ask(question) }));
    }
    out
}

/// The question behind a label: "open question: do we show humidity as well?"
fn labelled(sentence: &Sentence) -> Option<String> {
    let text = plain(&sentence.text);
    let question = after_any(text.trim(), LABELS)?;
    (3..=LONGEST).contains(&words(question)).then(|| whole(&capital(question)))
}

/// The question that a sentence puts off: one of the same turn, the agent's last with where it stands, or the person's own
/// of the last turns.
fn put_off(view: View<'_>, before: &[&Sentence], sentence: &Sentence) -> Option<(String, Option<Basis>)> {
    const OWN_TURNS: usize = 2;
    let low = sentence.text.to_lowercase().replace('’', "'");
    if sentence.asks || !PUTS_OFF.within(&low) || words(&low) > MOST {
        return None;
    }
    if let Some(question) = before.iter().rev().find_map(|s| deliberated(s)) {
        return Some((question, None));
    }
    let asked = view.offers.iter().rev().find(|offer| offer.last && offer.asked);
    if let Some(offer) = asked {
        let question = deliberates(&offer.text).filter(|_| offer.form != OfferForm::Options)?;
        return Some((question, Some(offer.basis())));
    }
    let turns = view.talk.before().filter(|turn| turn.role == Role::User).take(OWN_TURNS);
    Some((turns.flat_map(|turn| turn.sentences.iter().rev()).find_map(deliberated)?, None))
}

fn deliberated(sentence: &Sentence) -> Option<String> {
    if sentence.asks && sentence.block != BlockKind::Quote { deliberates(&sentence.text) } else { None }
}

/// The question without its lead, if it asks what is to be.
fn deliberates(question: &str) -> Option<String> {
    let text = plain(question);
    let bare = after_any(&text, phrases!("and|so|but|hm,|hmm,|ok,|btw,|also,|also")).unwrap_or(&text);
    let asks = after_any(bare, DELIBERATES).is_some() && !asks_leave(bare) && !is_about_talk(bare);
    (asks && (4..=LONGEST).contains(&words(bare)) && bare.trim_end().ends_with('?')).then(|| whole(&capital(bare)))
}

/// The open questions that the acts of a turn answer: those of the same subject.
pub(in crate::pipeline::acts) fn answered(view: View<'_>, acts: &[Act]) -> Vec<Act> {
    const NEWEST: usize = 8;
    let open = view.ledger.open_of_kind(ItemKind::OpenQuestion).rev().take(NEWEST);
    let settles =
        |act: &&Act| matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Rule { .. } | ActKind::Request);
    open.filter_map(|question| {
        let answer = acts.iter().filter(settles).find(|act| same_subject(&question.summary, &act.summary))?;
        Some(Act::ends(question, answer.range.clone(), ANSWERED))
    })
    .collect()
}

/// The form of an act that ends an open question.
pub(in crate::pipeline::acts) const ANSWERED: &str = "answers-question";
