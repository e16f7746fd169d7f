//! Defines the parts of a proposal that names several things at once: "Shall I add a lamp, a bell and a basket?" may be
//! answered in part.

use super::reply::PersonsReply;
use super::values::is_work;
use crate::language::phrases::phrases;
use crate::pipeline::acts::Act;
use crate::pipeline::acts::offers::offer::{Choice, Offer, OfferForm};
use crate::pipeline::acts::picks::sorting;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::work::imperative::{is_determined, object, opens};
use crate::pipeline::clause::Sentence;

/// A proposal as the list of its parts; `None` where it has one only.
fn of(offer: &Offer) -> Option<Offer> {
    const MOST: usize = 6;
    if offer.form != OfferForm::Proposal || !offer.options.is_empty() || offer.object.is_empty() || offer.stated {
        return None;
    }
    let object = offer.object.trim_end_matches(['.', '?', ' ']);
    // "Oil both the hinge and the lock"
    let (both, list) = object.split_once(" both ").map_or(("", object), |(head, list)| (head, list));
    let pieces = pieces(list);
    let sized = |p: &&str| (1..=PART_WORDS).contains(&words(p));
    if !(2..=MOST).contains(&pieces.len()) || !pieces.iter().all(sized) || !is_series(&pieces) {
        return None;
    }
    let tail = shared_tail(&pieces);
    let mut verb = both;
    let mut options = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let own = verb_of(piece, at == 0);
        let thing = piece.get(own.len()..)?.trim();
        let thing = after_any(thing, phrases!("its|their")).map_or_else(|| thing.to_owned(), |t| format!("the {t}"));
        let deed = !own.is_empty();
        verb = if deed { own } else { verb };
        let tail = if at + 1 < pieces.len() && !deed_follows(&pieces, at) { tail } else { "" };
        let summary = whole(&capital(format!("{} {thing}{tail}", verb.to_lowercase()).trim()));
        // "Rename yes" names the deed by its verb.
        let text = if deed && (at > 0 || deed_follows(&pieces, 0)) { (*piece).to_owned() } else { thing };
        let (about, range, quote) = (String::new(), offer.range.clone(), offer.text.clone());
        options.push(Choice { label: None, text, summary, about, range, quote });
    }
    Some(Offer { options, ..offer.clone() })
}

/// The acts of an answer that sorts what is offered, or the parts of what is proposed.
pub(super) fn sorted(offer: &Offer, reply: &PersonsReply) -> Option<Vec<Act>> {
    sorting::sorted(offer, reply).or_else(|| sorting::sorted(&of(offer)?, reply))
}

/// The acts of an answer that gives each option its verdict in a sentence of its own: "the hinge yes. the lock leave
/// out". Sentences after it that sort nothing more are read by themselves.
pub(super) fn sorted_across(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let first = sentences.first()?;
    if sentences.iter().any(|s| s.asks || s.list.is_some()) {
        return None;
    }
    let up_to = |count: usize| {
        let said = sentences.get(..count)?;
        let all: Vec<String> = said.iter().map(|s| plain(&s.text)).collect();
        let range = first.range.start..said.last()?.range.end;
        sorted(offer, &PersonsReply { text: all.join(" "), range, rest: String::new() })
    };
    let mut best: Option<Vec<Act>> = None;
    for acts in (1..=sentences.len().min(MOST_SENTENCES)).filter_map(up_to) {
        if best.as_ref().is_none_or(|b| acts.len() > b.len()) {
            best = Some(acts);
        }
    }
    best.filter(|acts| acts.len() > 1)
}

/// Maximum number of sentences in an answer that sorts.
const MOST_SENTENCES: usize = 5;

/// Maximum number of words in a part.
const PART_WORDS: usize = 9;

/// The parts of "a, b and c".
fn pieces(object: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = object;
    while let Some((at, len)) = phrases!(
        ", and |, plus |, as well as |, together with | together with | along with | as well as | and | plus |, "
    )
    .find(rest)
    {
        let longest = phrases!(", and |, plus |, as well as |, together with ")
            .iter()
            .find(|j| rest.get(at..).is_some_and(|r| r.starts_with(*j)));
        out.push(rest.get(..at).unwrap_or("").trim());
        rest = rest.get(at + longest.map_or(len, str::len)..).unwrap_or("");
    }
    out.push(rest.trim());
    out
}

/// Whether pieces are things of their own: two joined by "and" are only where both have an article or a place, or are deeds:
/// not "black and white".
fn is_series(pieces: &[&str]) -> bool {
    let owned = |p: &str| after_any(p, phrases!("its|their|your|his|her")).is_some();
    let apart = |p: &&str| {
        is_determined(p)
            || owned(p)
            || is_done_to_it(p)
            || opens(&p.to_lowercase())
            || object(&p.to_lowercase()).is_some()
    };
    pieces.len() > 2 || pieces.iter().skip(1).all(apart) || pieces.iter().all(|p| place(p).is_some())
}

/// Whether a part is a deed on what stands before it: "host them on the server".
fn is_done_to_it(piece: &str) -> bool {
    piece.split_once(' ').is_some_and(|(_, object)| after_any(object, phrases!("it|them")).is_some())
}

/// The words of a part that say where it belongs: "to the client".
fn place(piece: &str) -> Option<&str> {
    phrases!(" to | for | in | on | into | from ").find(piece).and_then(|(at, _)| piece.get(at..))
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
    let on_it = || is_done_to_it(piece).then(|| low.find(' ')).flatten();
    behind.or_else(plain).or_else(on_it).and_then(|at| piece.get(..at)).unwrap_or("").trim()
}

/// Whether a part after this one is a deed of its own.
fn deed_follows(pieces: &[&str], at: usize) -> bool {
    pieces.iter().skip(at + 1).any(|p| opens(&p.to_lowercase()) || !verb_of(p, false).is_empty())
}

/// The words after the last part that belong to all: "to the client" of "retries, a breaker and metrics to the client".
fn shared_tail<'t>(pieces: &[&'t str]) -> &'t str {
    let Some((last, before)) = pieces.split_last() else { return "" };
    if before.iter().any(|p| place(p).is_some()) || !verb_of(last, false).is_empty() || is_done_to_it(last) {
        ""
    } else {
        place(last).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::TurnId;

    fn of_object(object: &str) -> Vec<String> {
        let mut offer = Offer::new(OfferForm::Proposal, &TurnId::from("t1"), 0..9, object);
        offer.object = object.to_owned();
        of(&offer).map(|o| o.options.into_iter().map(|c| c.summary).collect()).unwrap_or_default()
    }

    #[test]
    fn a_proposal_of_several_things_has_parts() {
        for (object, parts) in [
            ("Add a lamp, a bell and a basket", vec!["Add a lamp", "Add a bell", "Add a basket"]),
            (
                "Add a handrail, a lamp and a mat to the stairs",
                vec!["Add a handrail to the stairs", "Add a lamp to the stairs", "Add a mat to the stairs"],
            ),
            (
                "Oil the chain, remove the rack and fix the brake",
                vec!["Oil the chain", "Remove the rack", "Fix the brake"],
            ),
            ("Paint the door and remove the mat", vec!["Paint the door", "Remove the mat"]),
            ("Oil the hinge and hang it on the wall", vec!["Oil the hinge", "Hang it on the wall"]),
            ("Oak for the door and pine for the shelf", vec!["Oak for the door", "Pine for the shelf"]),
            (
                "Fit a lock for both the front wheel and the back wheel",
                vec!["Fit a lock for the front wheel", "Fit a lock for the back wheel"],
            ),
            ("Add a lamp with a switch", vec![]),
            ("Paint the frame black and white", vec![]),
            ("Move the saddle up", vec![]),
        ] {
            assert_eq!(of_object(object), parts, "{object}");
        }
    }
}
