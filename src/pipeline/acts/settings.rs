//! Defines several choices that are put at once, and the answer to each: "Sending: SES or Postfix", "Lists: CSV or SQLite"
//! answered "SES, sqlite".

use std::ops::Range;

use super::Act;
use super::answers::{PersonsReply, answer};
use super::offers::{Offer, OfferForm, of_sentence};
use super::options;
use super::wording::{after_any, plain, words};
use crate::language::phrases::phrases;
use crate::pipeline::clause::Sentence;
use crate::state::TurnId;
use crate::text::patterns;

patterns! {
    /// A subject with its options: "Sending: SES or Postfix".
    SETTING = r"^(?:[-*•] )?(?P<subject>[^:.?]{2,40}): [^:]{1,60} (?:or|vs\.?|oder|/) [^:]{1,60}$";
    /// A second question behind the first: "..., and which format do you want?"
    SECOND = r"(?i)(?:,? and|;) (?P<second>(?:which|what|how many|how long|how often|where|should|shall|do you|would you) .+\?)$";
}

/// Reads a list entry that names a subject and its options as an offer: "Sending: SES or Postfix".
pub(super) fn setting(turn: &TurnId, text: &str, range: &Range<usize>) -> Option<Offer> {
    let said = plain(text);
    let said = said.trim_end_matches(['.', '?', ' ']);
    let subject = SETTING.captures(said)?.name("subject")?.as_str().to_owned();
    let offer = of_sentence(turn, &format!("{said}?"), range)?;
    let of_names = offer.form == OfferForm::Options && offer.options.iter().all(|o| words(&o.text) <= 5);
    let text = text.to_owned();
    (of_names && words(&subject) <= 4).then_some(Offer { text, asked: true, ..offer })
}

/// Most words of each of two questions in one sentence.
const QUESTION: usize = 16;

/// Two questions that one sentence puts.
pub(super) fn two_in_one(turn: &TurnId, sentence: &Sentence) -> Option<[Offer; 2]> {
    let text = &sentence.text;
    let at = SECOND.captures(text)?.name("second")?.start();
    let first = text.get(..at)?.trim_end();
    let first = first.strip_suffix("and").unwrap_or(first).trim_end_matches([' ', ',']);
    let asks = phrases!("which|what|how|where|should|shall|do you|would you|is it ok|are you ok");
    let starts = after_any(first, asks).is_some() && !first.ends_with(" or") && !first.ends_with(':');
    let second = text.get(at..)?;
    if !starts || [first, second].iter().any(|q| !(3..=QUESTION).contains(&words(q))) {
        return None;
    }
    let of = |said: &str, from: usize| {
        let range = sentence.range.start + from..sentence.range.start + from + said.len();
        let asked = if said.ends_with('?') { said.to_owned() } else { format!("{said}?") };
        let offer = of_sentence(turn, &asked, &range)?;
        Some(Offer { text: said.to_owned(), ..offer })
    };
    Some([of(first, 0)?, of(second, at)?])
}

/// The answers to several choices or questions without numbers; none where they do not tell to which they are.
pub(super) fn answered(sentences: &[&Sentence], offers: &[Offer]) -> Vec<Act> {
    let put: Vec<&Offer> = offers.iter().filter(|o| o.asked && !o.stated && o.number.is_none()).collect();
    if put.len() < 2
        || put.len() > MOST
        || put.last().is_none_or(|o| !o.last)
        || put.iter().any(|o| o.form == OfferForm::Proposal)
    {
        return Vec::new();
    }
    let pieces: Vec<PersonsReply> =
        sentences.iter().take(put.len() + 1).filter(|s| !s.asks).flat_map(|s| pieces(s)).collect();
    if pieces.is_empty() || pieces.len() > put.len() || pieces.iter().any(|p| words(&p.text) > PIECE) {
        return Vec::new();
    }
    if put.iter().any(|o| o.form == OfferForm::Question) {
        return in_order(&pieces, &put);
    }
    let named: Vec<Option<Vec<Act>>> = pieces.iter().map(|piece| of_one(piece, &put)).collect();
    if named.iter().all(Option::is_some) {
        return named.into_iter().flatten().flatten().collect();
    }
    in_order(&pieces, &put)
}

/// Most choices that are put at once.
const MOST: usize = 6;

/// Most words of an answer to one of several choices.
const PIECE: usize = 7;

/// The answer that names an option of one of the choices and of no other.
fn of_one(piece: &PersonsReply, put: &[&Offer]) -> Option<Vec<Act>> {
    let mut found = put.iter().map(|offer| answer(offer, piece, true)).filter(|acts| says(acts));
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

fn says(acts: &[Act]) -> bool {
    acts.iter().any(|a| a.deed != super::ActKind::Nothing)
}

/// As many answers as there are questions, in their order.
fn in_order(pieces: &[PersonsReply], put: &[&Offer]) -> Vec<Act> {
    if pieces.len() != put.len() {
        return Vec::new();
    }
    let acts: Vec<Vec<Act>> = pieces.iter().zip(put).map(|(piece, offer)| answer(offer, piece, true)).collect();
    if acts.iter().all(|a| says(a)) { acts.into_iter().flatten().collect() } else { Vec::new() }
}

/// The parts of an answer: "SES, sqlite, and plain html".
fn pieces(sentence: &Sentence) -> Vec<PersonsReply> {
    let mut out = Vec::new();
    let (mut rest, mut at) = (sentence.text.as_str(), sentence.range.start);
    loop {
        let next = phrases!(", and | and |, |; | + | & ").find(rest);
        let (end, skip) = next.unwrap_or((rest.len(), 0));
        let skip = if rest.get(end..).is_some_and(|r| r.starts_with(", and ")) { ", and ".len() } else { skip };
        let piece = rest.get(..end).unwrap_or("");
        let text = options::unlabelled(&plain(piece)).trim_end_matches('.').to_owned();
        if !text.is_empty() {
            out.push(PersonsReply { text, range: at..at + piece.len(), rest: String::new() });
        }
        let Some(after) = rest.get(end + skip..).filter(|_| next.is_some()) else { return out };
        (rest, at) = (after, at + end + skip);
    }
}
