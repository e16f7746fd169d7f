//! Defines how the person answers what the agent put: yes, no, a pick, an answer by number.
//!
//! Polarity comes first: only an answer that is nothing but a yes takes a proposal as it stands, and a no takes nothing.

use std::ops::Range;

use super::offers::{Offer, OfferForm};
use super::picks::{is_errand, pick};
use super::polarity::{Polarity, polarity};
use super::values::{is_work, to_question};
use super::wording::{after_any, plain, stands_alone, unhurried, whole, words};
use super::{Act, ActKind, Certainty, View, mood, options};
use crate::language::phrases::Phrases;
use crate::pipeline::clause::Sentence;

/// A piece of the person's turn that answers: its words and place, and what is said after it.
#[derive(Debug, Clone)]
pub(super) struct PersonsReply {
    pub text: String,
    pub range: Range<usize>,
    /// The words of the following sentences, for reasons and additions.
    pub rest: String,
}

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let sentences: Vec<&Sentence> = view.own().collect();
    let Some(first) = sentences.first() else { return Vec::new() };
    let numbered: Vec<&Offer> = view.offers.iter().filter(|o| o.number.is_some()).collect();
    if numbered.len() >= 2 {
        let acts = by_number(&sentences, &numbered);
        if !acts.is_empty() {
            return acts;
        }
    }
    let Some(offer) = meant(view.offers) else { return Vec::new() };
    if offer.number.is_some() && numbered.len() >= 2 {
        return Vec::new();
    }
    if first.asks && words(&first.text) > 3 {
        return Vec::new();
    }
    // "hmm wait, B", "sure. B please": what answers may be the second sentence.
    let rest = |from: usize| sentences.iter().skip(from).map(|s| plain(&s.text)).collect::<Vec<_>>().join(" ");
    for (at, sentence) in sentences.iter().enumerate().take(3) {
        if sentence.asks && at > 0 {
            break;
        }
        let reply = PersonsReply { text: plain(&sentence.text), range: sentence.range.clone(), rest: rest(at + 1) };
        let alone = sentences.len() == 1;
        let acts = answer(offer, &reply, alone);
        if !acts.is_empty() {
            return acts;
        }
        // Only interjections may stand before the answer.
        if words(&reply.text) > 4 {
            break;
        }
    }
    Vec::new()
}

/// The offer an answer without a number is to: the last that asks, else the last.
fn meant(offers: &[Offer]) -> Option<&Offer> {
    let last = || offers.iter().rev().filter(|o| o.last);
    last().find(|o| o.asked && o.form != OfferForm::Question).or_else(|| last().next())
}

/// Answers to several numbered questions.
fn by_number(sentences: &[&Sentence], offers: &[&Offer]) -> Vec<Act> {
    let mut parts: Vec<(usize, PersonsReply)> = Vec::new();
    for sentence in sentences {
        let labelled = match options::labelled(&sentence.text) {
            none if none.is_empty() => options::numbered(&sentence.text),
            some => some,
        };
        let opens = labelled.first().is_some_and(|l| l.opens);
        if opens || labelled.len() >= 2 {
            for part in labelled {
                let at = offers.iter().position(|o| o.number.as_deref() == Some(part.label.as_str()));
                let Some(at) = at else { continue };
                let range = sentence.range.start + part.range.start..sentence.range.start + part.range.end;
                parts.push((at, PersonsReply { text: plain(part.text), range, rest: String::new() }));
            }
        } else if let Some(number) = sentence.list.filter(|_| sentence.opens_block).and_then(|l| l.number) {
            let label = number.to_string();
            if let Some(at) = offers.iter().position(|o| o.number.as_ref() == Some(&label)) {
                parts.push((at, whole_reply(sentence)));
            }
        } else if let Some((_, last)) = parts.last_mut()
            && !sentence.opens_block
        {
            // What an answer says further belongs to it.
            last.rest.push_str(&plain(&sentence.text));
        }
    }
    if parts.is_empty() {
        parts = in_order(sentences, offers.len());
    }
    parts.iter().filter_map(|(at, reply)| offers.get(*at).map(|o| answer(o, reply, true))).flatten().collect()
}

fn whole_reply(sentence: &Sentence) -> PersonsReply {
    PersonsReply { text: plain(&sentence.text), range: sentence.range.clone(), rest: String::new() }
}

/// Answers without numbers: as many bullets, sentences or comma-parted words as there are questions.
fn in_order(sentences: &[&Sentence], count: usize) -> Vec<(usize, PersonsReply)> {
    let bullets: Vec<&&Sentence> = sentences.iter().filter(|s| s.list.is_some() && s.opens_block).collect();
    let plain_ones: Vec<&&Sentence> = sentences.iter().filter(|s| !s.asks && !leads(&s.text)).collect();
    let chosen = if bullets.len() == count { bullets } else { plain_ones };
    if chosen.len() == count && chosen.iter().all(|s| words(&s.text) <= 14) {
        return chosen.into_iter().map(|s| whole_reply(s)).enumerate().collect();
    }
    let [only] = chosen.as_slice() else { return Vec::new() };
    let pieces: Vec<&str> = only.text.split(", ").collect();
    if pieces.len() != count || pieces.iter().any(|p| words(p) > 6) {
        return Vec::new();
    }
    let mut at = only.range.start;
    let mut out = Vec::new();
    for (n, piece) in pieces.into_iter().enumerate() {
        let text = piece.trim().trim_start_matches("and ").trim_end_matches('.');
        out.push((n, PersonsReply { text: plain(text), range: at..at + piece.len(), rest: String::new() }));
        at += piece.len() + 2;
    }
    out
}

/// Whether a sentence only leads in the answers: "sure:", "ok, in order:".
fn leads(text: &str) -> bool {
    text.trim_end().ends_with(':') && words(text) <= 6
}

/// What one reply makes of one offer. `alone` when nothing else is said.
fn answer(offer: &Offer, reply: &PersonsReply, alone: bool) -> Vec<Act> {
    let text = reply.text.replace('’', "'");
    if mood::puts_off(&text) || text.trim_end().ends_with('?') {
        return vec![Act::nothing(reply.range.clone(), "answer-open").on(offer)];
    }
    let (polarity, said) = polarity(&text);
    let acts = match offer.form {
        OfferForm::Options => pick(offer, reply, polarity, said),
        OfferForm::Proposal => to_proposal(offer, reply, polarity, said, alone),
        OfferForm::Question => to_question(offer, reply, polarity, said),
    };
    acts.into_iter().map(|act| act.on(offer)).collect()
}

impl Act {
    fn on(mut self, offer: &Offer) -> Self {
        self.basis.get_or_insert_with(|| offer.basis());
        self
    }
}

/// What a yes or no does with a proposal.
fn to_proposal(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str, alone: bool) -> Vec<Act> {
    let deed = if is_work(&offer.object) { ActKind::Request } else { ActKind::Choose };
    match polarity {
        Polarity::Yes if said.is_empty() => {
            if unclear(&offer.object) {
                return Vec::new();
            }
            // What was only mentioned as possible, or is long, may not be what the yes means.
            let weak = !offer.asked || words(&offer.object) > WHOLE_OBJECT || after_any(&reply.text, PRAISE).is_some();
            let weak =
                weak && !alone || words(&offer.object) > WHOLE_OBJECT || offer.crowded && deed == ActKind::Choose;
            let mut act = Act::settled(deed, reply.range.clone(), offer.object.clone(), "yes");
            // Small steps of the work that is under way are no tasks of their own.
            if weak || is_errand(&offer.object) {
                act = Act::likely(deed, reply.range.clone(), offer.object.clone(), "yes-weak");
            }
            vec![act]
        }
        Polarity::Yes => match addition(said) {
            Some(more) => {
                let text = whole(&format!("{}, {more}", offer.object));
                vec![Act::settled(deed, reply.range.clone(), text, "yes-but")]
            }
            None if !unclear(&offer.object) && names(said, &offer.object) => {
                let mut act = Act::settled(deed, reply.range.clone(), offer.object.clone(), "yes-named");
                if offer.crowded || is_errand(&offer.object) {
                    act.certainty = Certainty::Likely;
                }
                vec![act]
            }
            None => Vec::new(),
        },
        Polarity::No => refused(offer, reply, said),
        Polarity::Neither => Vec::new(),
    }
}

/// Most words of a proposal that a bare yes settles as it stands.
const WHOLE_OBJECT: usize = 18;

/// Openings of a yes that may be mere praise or agreement with what was explained.
const PRAISE: Phrases = Phrases("right|nice|cool|great|good|perfect|correct|exactly|ah|fair");

/// Whether a proposal's words do not say what is proposed: a condition, a pointing word, no words.
fn unclear(object: &str) -> bool {
    object.is_empty() || after_any(object, Phrases("if|at minimum|unless|when|once")).is_some() || !stands_alone(object)
}

/// A proposal that the person refuses is ruled out; words that point back to it are no other choice.
fn refused(offer: &Offer, reply: &PersonsReply, said: &str) -> Vec<Act> {
    if unclear(&offer.object) {
        return vec![Act::nothing(reply.range.clone(), "no")];
    }
    let mut act = Act::settled(ActKind::RuleOut, reply.range.clone(), offer.object.clone(), "no");
    let why = if said.is_empty() { reply.rest.clone() } else { said.to_owned() };
    act.why = (!why.is_empty() && words(&why) <= 24).then(|| why.trim_end_matches('.').to_owned());
    vec![act]
}

/// What a yes adds: "but on port 8080", "and call it v2".
fn addition(said: &str) -> Option<String> {
    let adds = after_any(said, Phrases("but|with|only|plus|on|at|in|for|after"));
    // What a yes takes out is not yet what it leaves.
    let takes_out = Phrases("without|except|minus|not ").within(&said.to_lowercase());
    let plain = unhurried(said);
    (adds.is_some() && !takes_out && words(plain) >= 2 && words(plain) <= 10 && !tells_of_oneself(plain))
        .then(|| plain.to_owned())
}

/// Whether an addition tells what the person did or has instead of what is to be.
fn tells_of_oneself(said: &str) -> bool {
    Phrases(" i | i've| i'm| we've| was | were | it's ").within(&format!(" {}", said.to_lowercase()))
}

/// Whether words name what an object names, and nothing else.
fn names(said: &str, object: &str) -> bool {
    let object = object.to_lowercase();
    let content: Vec<String> = said
        .split(|c: char| !c.is_alphanumeric() && !"-_.+#".contains(c))
        .filter(|w| w.chars().count() > 3)
        .map(str::to_lowercase)
        .collect();
    let named = content.iter().filter(|w| object.contains(w.as_str())).count();
    named > 0 && named * 4 >= content.len() * 3 && words(said) <= 8
}
