//! Defines what the person says with a tag question and the agent confirms: "so the lamps are not ours then, right?" -
//! "Exactly." What both say is settled where it tells what is to be, else it is a fact that waits.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Basis, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;
use crate::transcript::Role;

/// Id of the form of these acts.
const FORM: &str = "confirmed";

/// Answers that confirm what was said.
const CONFIRMS: Phrases = phrases!(
    "exactly|exactly right|right|correct|that's right|that is right|that's correct|yes|yep|yeah|precisely|indeed|agreed|yes, exactly|yes exactly|absolutely|that's it"
);

/// Words of an answer that takes back a part of it.
const LIMITS: Phrases = phrases!(" but | however | except | although | though | unless | almost | mostly | partly ");

/// Words that tell what is to be, or what is ours.
const IS_TO_BE: Phrases = phrases!(
    " then | should | must | will | won't | we'll | our | ours | we don't | we only | we always | we never | outside | out of scope | no longer | instead | shall "
);

/// Openings of questions, which state nothing.
const ASKS: Phrases = phrases!(
    "seems|looks like|once|if|when|as soon as|because|is|are|was|were|do|does|did|can|could|would|will|should|shall|may|have|has|what|why|how|when|where|who|which|i|i'm|you|did you|am"
);

/// Fewest and most words of a statement before a tag.
const LEAST: usize = 4;
const MOST: usize = 24;

patterns! {
    /// A statement and its tag: "the lamps are not ours then, right?"
    TAGGED = r"(?i)^(?P<what>[^?]+?)(?P<then>,? then)?,? (?:right|correct|yes|isn't it|aren't they|don't they|doesn't it|won't they|am i right|is that right|is that correct)\?+$";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    let Some(answer) = view.own().find(|s| s.block != BlockKind::Heading).filter(|s| confirms(s)) else {
        return Vec::new();
    };
    let Some(typed) = view.talk.last_typed().filter(|t| t.sentences.len() == said.sentences.len()) else {
        return Vec::new();
    };
    let (Some(sentence), Some(typed)) = (said.sentences.last(), typed.sentences.last()) else { return Vec::new() };
    let Some((deed, certainty, text)) = tagged(sentence) else { return Vec::new() };
    let (range, words_of_it) = (typed.range.clone(), typed.text.clone());
    let basis = Basis { turn: said.turn_id.clone(), range: range.clone(), text: words_of_it, offer: range };
    vec![Act { certainty, basis: Some(basis), ..Act::settled(deed, answer.range.clone(), text, FORM) }]
}

/// Whether a sentence confirms without limits.
fn confirms(sentence: &Sentence) -> bool {
    let low = lowered(&sentence.text);
    let rest = after_any(&low, CONFIRMS);
    let ends = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ',', '!', ':', ';', '-', '–', '—']));
    !sentence.asks && ends && !LIMITS.within(&format!(" {low} "))
}

/// The statement before a tag: what is to be is chosen, what is so is a fact that waits.
fn tagged(sentence: &Sentence) -> Option<(ActKind, Certainty, String)> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = TAGGED.captures(text.trim()).filter(|_| sentence.block == BlockKind::Paragraph)?;
    let what = unhurried(summary::strip_fillers(found.name("what")?.as_str()));
    let clear = (LEAST..=MOST).contains(&words(what)) && !summary::points(what) && summary::stands_alone(what);
    if !clear || after_any(what, ASKS).is_some() {
        return None;
    }
    let to_be = found.name("then").is_some() || IS_TO_BE.within(&format!(" {} ", what.to_lowercase()));
    let (deed, certainty) =
        if to_be { (ActKind::Choose, Certainty::Settled) } else { (ActKind::Inform, Certainty::Likely) };
    Some((deed, certainty, whole(&capital(what))))
}
