//! Defines the parts of a proposal that names several things at once: "Shall I add a lamp, a bell and a basket?" may be
//! answered in part.

use super::reply::PersonsReply;
use super::values::is_work;
use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::proposal_answers::points;
use crate::pipeline::acts::offers::deeds;
use crate::pipeline::acts::offers::offer::{Choice, Offer, OfferForm};
use crate::pipeline::acts::picks::{judged_parts, sorting};
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, whole, words};
use crate::pipeline::acts::work::imperative::{is_determined, object, opens, plain_verb};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// Words that announce a list of things: "three things that help:", "possible additions:".
    LISTS = r"(?i)^(?:(?:two|three|four|five|six|a few|some|several|possible|my|the|these|here are|options|ideas|things) )+[^:,.]{3,50}: ";
}

/// A proposal as the list of its parts; `None` where it has one only.
fn of(offer: &Offer) -> Option<Offer> {
    const MOST: usize = 6;
    if offer.form != OfferForm::Proposal || !offer.options.is_empty() || offer.object.is_empty() || offer.stated {
        return None;
    }
    let object = offer.object.trim_end_matches(['.', '?', ' ']);
    // "Three things that help: a lamp, a bell and a mat"
    let object = LISTS.find(object).and_then(|lead| object.get(lead.end()..)).unwrap_or(object);
    // "Oil both the hinge and the lock"
    let (both, list) = object.split_once(" both ").map_or(("", object), |(head, list)| (head, list));
    let pieces = pieces(list);
    let sized = |p: &&str| (1..=PART_WORDS).contains(&words(p));
    if !(2..=MOST).contains(&pieces.len()) || !pieces.iter().all(sized) || !is_series(&pieces) {
        return None;
    }
    let tail = shared_tail(&pieces);
    let deeds = are_deeds(&pieces);
    let shared = shared_head(&pieces);
    let mut verb = both.to_owned();
    let mut options = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let piece = after_any(piece, phrases!("also|then|or")).unwrap_or(piece);
        let piece = &plain_verb(piece).unwrap_or_else(|| piece.to_owned());
        let own = verb_of(piece, at == 0);
        let thing = piece.get(own.len()..)?.trim();
        let thing = after_any(thing, phrases!("its|their")).map_or_else(|| thing.to_owned(), |t| format!("the {t}"));
        let deed = !own.is_empty();
        if deed || deeds {
            own.clone_into(&mut verb);
        }
        let tail = if at + 1 < pieces.len() && !deed_follows(&pieces, at) { tail } else { "" };
        let shared = if at > 0 { shared } else { "" };
        let summary = whole(&capital(format!("{} {shared}{thing}{tail}", verb.to_lowercase()).trim()));
        // "Rename yes" names the deed by its verb.
        let text = if deed && (at > 0 || deed_follows(&pieces, 0)) { piece.clone() } else { thing };
        options.push(part(offer, text, summary));
    }
    Some(Offer { options, ..offer.clone() })
}

/// A part of a proposal, which rests on the proposal's own words.
fn part(offer: &Offer, text: String, summary: String) -> Choice {
    let basis = offer.basis();
    Choice { label: None, text, summary, about: String::new(), range: basis.range, quote: basis.text }
}

/// All that a turn proposes, as one list: "I could oil the hinge and paint the door. Shall I also hang a bell?"
fn of_all(offers: &[Offer]) -> Option<Offer> {
    const MOST: usize = 8;
    let mut options: Vec<Choice> = Vec::new();
    let open = offers.iter().filter(|offer| offer.last && !offer.chosen && offer.number.is_none());
    let open: Vec<&Offer> = open.filter(|offer| offer.form != OfferForm::Question).collect();
    for offer in &open {
        // "Three things help: a lamp, a bell and a mat" lists them together, "a lamp or a bell" for a choice.
        let lead = || offer.text.split_once(": ").is_some_and(|(lead, _)| proposes_list(lead));
        let together =
            offer.form == OfferForm::Proposal || !offer.asked && !phrases!(" or ").within(&offer.text) && lead();
        if !together {
            return None;
        }
        let found = if !offer.options.is_empty() {
            offer.options.clone()
        } else if let Some(parts) = of(offer) {
            parts.options
        } else if offer.object.is_empty() || points_to_all(offer, options.len()) {
            continue;
        } else {
            // "Oil the hinge. Shall I also paint it?"
            let object = options.last().map_or(offer.object.clone(), |o| deeds::resolved(&offer.object, &o.summary));
            vec![part(offer, object.clone(), object)]
        };
        options.extend(found);
    }
    let mut known: Vec<String> = Vec::new();
    options.retain(|o| {
        !known.contains(&o.summary) && {
            known.push(o.summary.clone());
            true
        }
    });
    let first = open.first()?;
    let all = Offer { form: OfferForm::Proposal, options, ..(*first).clone() };
    (2..=MOST).contains(&all.options.len()).then_some(all)
}

/// Whether a proposal only offers to do all that was named before: "write all of them from the code", and "put it in the
/// workshop" behind several parts.
fn points_to_all(offer: &Offer, before: usize) -> bool {
    let low = format!(" {} ", offer.object.to_lowercase());
    let all =
        phrases!(" all | all of | both | them | these | those | everything | the three | the two | the four | any of ");
    let it = before > 1 && points(&offer.object) && !phrases!(" also ").within(&offer.text);
    it || all.within(&low)
}

/// Whether the words before a list propose what is in it: "three files have changed:" and "three suites fail:" report.
fn proposes_list(lead: &str) -> bool {
    phrases!("would|could|possible|suggest|option|idea|addition|lever|improve|propos|next|i'd|part|step")
        .within(&lowered(lead))
}

/// The things listed in a sentence of the agent that announces their number: "Three things would help: a lamp, a bell and a mat."
fn of_lead(turn: &ReadTurn) -> Option<Offer> {
    let lead = |s: &Sentence| LISTS.find(&s.text).is_some_and(|lead| proposes_list(lead.as_str()));
    let lists = |s: &&Sentence| s.block == BlockKind::Paragraph && !s.asks && lead(s);
    let sentence = turn.sentences.iter().rev().find(lists)?;
    let offer = Offer::new(OfferForm::Proposal, &turn.turn_id, sentence.range.clone(), &sentence.text);
    of(&Offer { object: plain(&sentence.text), asked: false, ..offer })
}

/// The acts of an answer that judges each part of what a turn proposes in words of its own.
pub(in crate::pipeline::acts) fn judged(view: View<'_>, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let offer = of_all(view.offers).or_else(|| of_lead(view.agents_turn()?))?;
    judged_parts::judged(&offer, sentences)
}

/// The acts of an answer that judges or sorts what is offered, whichever reading tells more of it.
pub(super) fn most_judged(view: View<'_>, offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let told = |acts: &Vec<Act>| acts.iter().filter(|act| act.deed != ActKind::Nothing).count();
    let both = [sorted_across(offer, sentences), judged(view, sentences)];
    both.into_iter().flatten().max_by_key(told)
}

/// The acts of an answer that judges several options one by one.
pub(super) fn judged_options(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let options = offer.form == OfferForm::Options && offer.asked && !offer.stated;
    options.then(|| judged_parts::judged(offer, sentences)).flatten()
}

/// Whether an answer judges each part of what a turn proposes.
pub(in crate::pipeline::acts) fn judges(view: View<'_>) -> bool {
    judged(view, &view.own().collect::<Vec<_>>()).is_some_and(|acts| acts.len() > 1)
}

/// The acts of an answer that sorts what is offered, or the parts of what is proposed.
pub(super) fn sorted(offer: &Offer, reply: &PersonsReply) -> Option<Vec<Act>> {
    sorting::sorted(offer, reply).or_else(|| sorting::sorted(&of(offer)?, reply))
}

/// The acts of an answer that gives each option its verdict in a sentence of its own: "the hinge yes. the lock leave
/// out". Sentences after it that sort nothing more are read by themselves.
fn sorted_across(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
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
const PART_WORDS: usize = 12;

/// The parts of "a, b and c".
fn pieces(object: &str) -> Vec<&str> {
    // "A rail for kitchen and hall, a bell, and a mat": commas part the things, "and" stands within one.
    if let Some((head, last)) =
        object.rsplit_once(", and ").filter(|(head, last)| head.contains(", ") && !last.contains(", "))
    {
        return head.split(", ").chain([last]).map(str::trim).collect();
    }
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
    // "In the order 1, 3, 5, 2"
    if pieces.iter().any(|piece| piece.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
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

/// Whether the pieces are deeds each, also the last by a verb that is not known: "use oak, drop the varnish and read the labels
/// aloud".
fn are_deeds(pieces: &[&str]) -> bool {
    let known = |(at, piece): (usize, &&str)| !verb_of(piece, at == 0).is_empty();
    pieces.len() > 2 && pieces.iter().enumerate().take(pieces.len() - 1).all(known)
}

/// The words that things with an article share with the first: "tests for" of "tests for the ramp, the door and the switch".
fn shared_head<'t>(pieces: &[&'t str]) -> &'t str {
    let Some((first, later)) = pieces.split_first() else { return "" };
    let thing = first.get(verb_of(first, true).len()..).unwrap_or_default().trim_start();
    let end = phrases!(" for the | of the | to the | in the | on the ").find(thing).filter(|_| !is_determined(thing));
    let definite = |piece: &&str| after_any(piece, phrases!("the")).is_some() && place(piece).is_none();
    let all = later.len() > 1 && later.iter().all(definite);
    end.filter(|_| all).and_then(|(at, len)| thing.get(..at + len - "the ".len())).unwrap_or("")
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
            (
                "Write signs for the stairs, the hall and the yard",
                vec!["Write signs for the stairs", "Write signs for the hall", "Write signs for the yard"],
            ),
            (
                "Use oak for the door, drop the mat and read the meter",
                vec!["Use oak for the door", "Drop the mat", "Read the meter"],
            ),
            (
                "Paint the door, moving the mat and removing the bell",
                vec!["Paint the door", "Move the mat", "Remove the bell"],
            ),
            ("Three things that help: a lamp, a bell and a mat", vec!["A lamp", "A bell", "A mat"]),
            ("Add a lamp with a switch", vec![]),
            ("Paint the frame black and white", vec![]),
            ("Move the saddle up", vec![]),
        ] {
            assert_eq!(of_object(object), parts, "{object}");
        }
    }
}
