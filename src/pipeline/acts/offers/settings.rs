//! Defines several choices offered in one turn, and the answer to each: "Sending: SES or Postfix", "Lists: CSV or
//! SQLite" answered "SES, sqlite".

use std::ops::Range;

use super::offer::{Offer, OfferForm, of_sentence};
use super::option_labels;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::reply::{PersonsReply, answer};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::picks::labels::exactly_named;
use crate::pipeline::acts::picks::pick::named_whole;
use crate::pipeline::acts::questions::asserted::without_lead;
use crate::pipeline::acts::sentences::wording::{after_any, plain, words};
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::clause::Sentence;
use crate::state::TurnId;
use crate::text::patterns;

patterns! {
    /// A subject with its options: "Sending: SES or Postfix".
    SETTING = r"^(?:[-*•] )?(?P<subject>[^:.?]{2,40}): [^:]{1,60} (?:or|vs\.?|oder|/) [^:]{1,60}$";
}

/// Reads a list entry that names a subject and its options as an offer: "Sending: SES or Postfix".
pub(super) fn setting(turn: &TurnId, text: &str, range: &Range<usize>) -> Option<Offer> {
    let said = plain(text);
    let said = said.trim_end_matches(['.', '?', ' ']);
    let subject = SETTING.captures(said)?.name("subject")?.as_str().to_owned();
    let offer = of_sentence(turn, &format!("{said}?"), text, range)?;
    let of_names = offer.form == OfferForm::Options && offer.options.iter().all(|o| words(&o.text) <= 5);
    let text = text.to_owned();
    (of_names && words(&subject) <= 4).then_some(Offer { text, asked: true, ..offer })
}

/// Maximum number of words in each of several questions in one sentence.
const QUESTION: usize = 16;

/// Words that open a question.
const ASKS: Phrases = phrases!(
    "which|what|how many|how long|how often|how much|how big|how should|where|when should|should|shall|do you|do we|would you|is it ok|are you ok|may i|can i"
);

/// The questions that one sentence puts: "Do you want dark mode, should the bar collapse, and which font?"
pub(super) fn several_in_one(turn: &TurnId, sentence: &Sentence) -> Option<Vec<Offer>> {
    let text = sentence.text.as_str();
    if !text.trim_end().ends_with('?') {
        return None;
    }
    let lead = text.find(": ").filter(|at| text.get(..*at).is_some_and(|l| words(l) <= LEAD)).map_or(0, |at| at + 2);
    after_any(text.get(lead..)?, ASKS)?;
    let mut cuts = vec![lead];
    let mut ends = Vec::new();
    for (at, _) in text.match_indices([',', ';', ' ']).filter(|(at, _)| *at > lead) {
        let rest = text.get(at..).unwrap_or("");
        let joint = phrases!(", and |; and |; | and |, ").iter().find(|j| rest.starts_with(*j));
        let Some(joint) = joint.filter(|_| cuts.last().is_some_and(|last| at > *last)) else { continue };
        if after_any(rest.get(joint.len()..).unwrap_or(""), ASKS).is_some() {
            ends.push(at);
            cuts.push(at + joint.len());
        }
    }
    ends.push(text.len());
    let parts: Vec<(usize, &str)> =
        cuts.iter().zip(&ends).filter_map(|(from, to)| Some((*from, text.get(*from..*to)?))).collect();
    let sized =
        |(n, (_, said)): (usize, &(usize, &str))| (if n == 0 { 3 } else { 2 }..=QUESTION).contains(&words(said));
    if parts.len() < 2
        || !parts.iter().enumerate().all(sized)
        || parts.iter().any(|(_, p)| p.trim_end().ends_with(" or"))
    {
        return None;
    }
    let of = |(from, said): &(usize, &str)| {
        let range = sentence.range.start + from..sentence.range.start + from + said.len();
        let asked = if said.ends_with('?') { (*said).to_owned() } else { format!("{said}?") };
        // "Two questions about the export: should it be zipped, and how often?"
        let asked = without_lead(&format!("{}{asked}", text.get(..lead)?));
        let offer = of_sentence(turn, &asked, said, &range)?;
        Some(Offer { text: asked, ..offer })
    };
    parts.iter().map(of).collect()
}

/// Maximum number of words in an introduction before questions.
const LEAD: usize = 5;

/// The answers to several choices or questions without numbers; empty if it is ambiguous which answer belongs to which.
pub(in crate::pipeline::acts) fn answered(sentences: &[&Sentence], offers: &[Offer]) -> Vec<Act> {
    let open = || offers.iter().filter(|o| !o.stated && o.number.is_none());
    let put: Vec<&Offer> = open().filter(|o| o.asked).collect();
    let listed: Vec<&Offer> = open().filter(|o| o.asked || o.form == OfferForm::Options).collect();
    let are_several = |all: &[&Offer]| (2..=MOST).contains(&all.len()) && all.last().is_some_and(|o| o.last);
    let said =
        |all: &[&Offer]| -> Vec<&&Sentence> { sentences.iter().take(all.len() + 1).filter(|s| !s.asks).collect() };
    let acts = if are_several(&put) { in_pieces(&said(&put), &put) } else { Vec::new() };
    if says(&acts) || !are_several(&listed) { acts } else { named_first(&said(&listed), &listed) }
}

/// The picks of sentences that open with the name of an option, where others answer in words of their own: "It sits in the
/// hall. Oak, the rest warps."
fn named_first(said: &[&&Sentence], put: &[&Offer]) -> Vec<Act> {
    let of = |sentence: &&&Sentence| {
        let text = plain(&sentence.text);
        let first = text.split([',', '.', '!', ';']).next().unwrap_or_default();
        let names = |o: &Offer| named_whole(o, first).is_some() || exactly_named(first, o).is_some();
        let mut named = put.iter().filter(|o| o.form == OfferForm::Options && names(o));
        let one = named.next().filter(|_| named.next().is_none())?;
        Some(answer(one, &PersonsReply::of(sentence), false))
    };
    if said.len() < 2 { Vec::new() } else { said.iter().filter_map(of).flatten().collect() }
}

/// The answers of pieces of sentences, one to each choice or question.
fn in_pieces(said: &[&&Sentence], put: &[&Offer]) -> Vec<Act> {
    let mut pieces: Vec<PersonsReply> = said.iter().flat_map(|s| pieces(s)).collect();
    // "Mail yes. 10 is too long, make it 3": a sentence for each.
    if pieces.len() > put.len() && said.len() == put.len() {
        pieces = said.iter().map(|s| PersonsReply::of(s)).collect();
    }
    if pieces.is_empty() || pieces.len() > put.len() || pieces.iter().any(|p| words(&p.text) > PIECE) {
        return Vec::new();
    }
    let by_name = by_name(&pieces, put);
    if !by_name.is_empty() || put.iter().any(|o| o.form == OfferForm::Proposal) {
        return by_name;
    }
    if put.iter().any(|o| o.form == OfferForm::Question) {
        return in_order(&pieces, put);
    }
    let named: Vec<Option<Vec<Act>>> = pieces.iter().map(|piece| of_one(piece, put)).collect();
    if named.iter().all(Option::is_some) {
        return named.into_iter().flatten().flatten().collect();
    }
    in_order(&pieces, put)
}

/// Maximum number of choices offered in one turn.
const MOST: usize = 6;

/// Maximum number of words in an answer to one of several choices.
const PIECE: usize = 7;

/// Reads a piece that names an option of exactly one of the choices.
fn of_one(piece: &PersonsReply, put: &[&Offer]) -> Option<Vec<Act>> {
    let mut found = put.iter().map(|offer| answer(offer, piece, true)).filter(|acts| says(acts));
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

/// Answers that name their question: "dark mode yes, collapse no, font Inter". One that names none answers the question
/// at the same index.
fn by_name(pieces: &[PersonsReply], put: &[&Offer]) -> Vec<Act> {
    let named: Vec<Option<(usize, PersonsReply)>> = pieces.iter().map(|p| naming(p, put)).collect();
    if named.iter().all(Option::is_none) || named.iter().any(Option::is_none) && pieces.len() != put.len() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (n, (piece, named)) in pieces.iter().zip(&named).enumerate() {
        let Some(offer) = put.get(named.as_ref().map_or(n, |(at, _)| *at)) else { return Vec::new() };
        let acts = answer(offer, named.as_ref().map_or(piece, |(_, reply)| reply), true);
        if !says(&acts) {
            return Vec::new();
        }
        out.extend(acts);
    }
    out
}

/// The question whose words a piece of an answer opens with, and the answer after them.
fn naming(piece: &PersonsReply, put: &[&Offer]) -> Option<(usize, PersonsReply)> {
    let all: Vec<&str> = piece.text.split_whitespace().collect();
    let is_word = |w: &str| w.chars().filter(|c| c.is_alphanumeric()).count() > 2;
    let of = |word: &str| -> Vec<usize> {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let about = |o: &&Offer| stance::content(&o.text).iter().any(|a| stance::alike(a, &word));
        put.iter().enumerate().filter(|(_, o)| about(o)).map(|(n, _)| n).collect()
    };
    let bare = |w: &str| phrases!("the|a|an|for|to|and").contains(w.to_lowercase().as_str());
    let polar = |w: &str| phrases!("yes|no").contains(w.to_lowercase().as_str());
    // "no windows on arm" names its question after the no.
    let (lead, names) = match all.split_first() {
        Some((first, rest)) if polar(first) => (Some(*first), rest),
        _ => (None, all.as_slice()),
    };
    let count = names.iter().take_while(|w| bare(w) || is_word(w) && !polar(w) && of(w).len() == 1).count();
    let places: Vec<usize> = names.iter().take(count).filter(|w| !bare(w)).flat_map(|w| of(w)).collect();
    let at = *places.first().filter(|first| places.iter().all(|p| p == *first))?;
    let left = names.get(count..)?;
    let said = match lead {
        Some(lead) if left.is_empty() => lead.to_owned(),
        Some(_) => return None,
        None => {
            let left = left.join(" ");
            let left = left.trim_start_matches([':', '=', '-', ' ']);
            after_any(left, phrases!("is|should be|:")).unwrap_or(left).to_owned()
        }
    };
    let reply = PersonsReply { text: said, ..piece.clone() };
    (!reply.text.is_empty()).then_some((at, reply))
}

fn says(acts: &[Act]) -> bool {
    acts.iter().any(|a| a.deed != ActKind::Nothing)
}

/// Matches answers to questions in their order, if there are as many.
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
        let text = option_labels::unlabelled(&plain(piece)).trim_end_matches('.').to_owned();
        if !text.is_empty() {
            out.push(PersonsReply { text, range: at..at + piece.len(), rest: String::new() });
        }
        let Some(after) = rest.get(end + skip..).filter(|_| next.is_some()) else { return out };
        (rest, at) = (after, at + end + skip);
    }
}
