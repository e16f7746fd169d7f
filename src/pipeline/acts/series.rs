//! Defines the parts of a proposal that names several things or deeds: "I can add retries, a breaker and metrics to the
//! client. Shall I?" An answer may take some of them and leave others.

use super::imperative::{object, opens};
use super::offers::{Choice, Offer, OfferForm};
use super::values::is_work;
use super::wording::{capital, whole, words};
use crate::language::phrases::phrases;

/// A proposal as the list of its parts; `None` where it has one only.
pub(super) fn in_parts(offer: &Offer) -> Option<Offer> {
    const MOST: usize = 6;
    if offer.form != OfferForm::Proposal || !offer.options.is_empty() || offer.object.is_empty() {
        return None;
    }
    let pieces = pieces(offer.object.trim_end_matches(['.', '?', ' ']));
    let sized = |p: &&str| (1..=PART_WORDS).contains(&words(p));
    if !(2..=MOST).contains(&pieces.len()) || !pieces.iter().all(sized) {
        return None;
    }
    let tail = shared_tail(&pieces);
    let mut verb = "";
    let mut options = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let own = verb_of(piece, at == 0);
        let thing = piece.get(own.len()..)?.trim();
        let deed = !own.is_empty();
        verb = if deed { own } else { verb };
        let tail = if at + 1 < pieces.len() && !deed_follows(&pieces, at) { tail } else { "" };
        let summary = whole(&capital(format!("{} {thing}{tail}", verb.to_lowercase()).trim()));
        // "Rename yes" names the deed by its verb.
        let text = if deed && (at > 0 || deed_follows(&pieces, 0)) { (*piece).to_owned() } else { thing.to_owned() };
        let (about, range, quote) = (String::new(), offer.range.clone(), offer.text.clone());
        options.push(Choice { label: None, text, summary, about, range, quote });
    }
    Some(Offer { options, ..offer.clone() })
}

/// Most words of a part.
const PART_WORDS: usize = 9;

/// The parts of "a, b and c".
fn pieces(object: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = object;
    while let Some((at, len)) = phrases!(", and |, plus |, as well as | as well as | and | plus |, ").find(rest) {
        let longest =
            phrases!(", and |, plus |, as well as ").iter().find(|j| rest.get(at..).is_some_and(|r| r.starts_with(*j)));
        out.push(rest.get(..at).unwrap_or("").trim());
        rest = rest.get(at + longest.map_or(len, str::len)..).unwrap_or("");
    }
    out.push(rest.trim());
    out
}

/// The verb that a part opens with; empty where it shares the one before it.
fn verb_of(piece: &str, first: bool) -> &str {
    let low = piece.to_lowercase();
    let behind = object(&low).map(|o| low.len() - o.len());
    let plain = || {
        let verb = low.split(' ').next().unwrap_or("");
        let chooses = phrases!("use|keep|drop|skip|leave|put|run|switch|take").contains(verb);
        ((is_work(verb) && first || chooses) && words(&low) > 1).then_some(verb.len() + 1)
    };
    behind.or_else(plain).and_then(|at| piece.get(..at)).unwrap_or("").trim()
}

/// Whether a part behind this one is a deed of its own.
fn deed_follows(pieces: &[&str], at: usize) -> bool {
    pieces.iter().skip(at + 1).any(|p| opens(&p.to_lowercase()) || !verb_of(p, false).is_empty())
}

/// The words behind the last part that belong to all: "to the client" of "retries, a breaker and metrics to the client".
fn shared_tail<'t>(pieces: &[&'t str]) -> &'t str {
    let place =
        |piece: &'t str| phrases!(" to | for | in | on | into | from ").find(piece).and_then(|(at, _)| piece.get(at..));
    let Some((last, before)) = pieces.split_last() else { return "" };
    if before.iter().any(|p| place(p).is_some()) || !verb_of(last, false).is_empty() {
        ""
    } else {
        place(last).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::TurnId;

    fn read(object: &str) -> Vec<String> {
        let mut offer = Offer::new(OfferForm::Proposal, &TurnId::from("t1"), 0..9, "words");
        offer.object = object.to_owned();
        in_parts(&offer).map(|o| o.options.into_iter().map(|o| o.summary).collect()).unwrap_or_default()
    }

    #[test]
    fn a_proposal_falls_into_its_parts() {
        assert_eq!(
            read("Add a handrail, a lamp and a mat to the stairs"),
            ["Add a handrail to the stairs", "Add a lamp to the stairs", "Add a mat to the stairs"]
        );
        assert_eq!(read("Paint the door and remove the mat"), ["Paint the door", "Remove the mat"]);
        assert_eq!(read("Oak for the door and pine for the shelf"), ["Oak for the door", "Pine for the shelf"]);
        assert_eq!(read("Paint the door"), Vec::<String>::new());
    }
}
