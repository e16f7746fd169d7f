//! Defines the answers to several numbered questions: "1. yes 2. weekly", "re 3: metric", "first one no", "1a, 2c".

use std::ops::Range;

use super::mood;
use super::polarity::{Polarity, polarity};
use super::reply::{PersonsReply, answer};
use super::values::gives_reason;
use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::Offer;
use crate::pipeline::acts::offers::option_labels::{ORDINALS, unlabelled};
use crate::pipeline::acts::questions::asked_facts::asks_a_fact;
use crate::pipeline::acts::sentences::wording::{plain, whole, words};
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::clause::Sentence;

/// Answers to several numbered questions.
pub(super) fn answers(sentences: &[&Sentence], offers: &[&Offer]) -> Vec<Act> {
    let numbers: Vec<&str> = offers.iter().filter_map(|o| o.number.as_deref()).collect();
    let mut parts = parts(sentences, &numbers);
    if parts.is_empty() {
        parts = in_order(sentences, offers.len());
    }
    parts
        .iter()
        .filter_map(|(at, reply)| {
            let offer = offers.get(*at)?;
            let acts = answer(offer, reply, true);
            let refused = !acts.is_empty() && refuses(reply);
            Some(if acts.iter().all(|a| a.form == "no") && !refused { joined(offer, reply) } else { acts })
        })
        .flatten()
        .collect()
}

/// Whether an answer is a no, alone or with its reason: "no!! two guests still sleep there".
fn refuses(reply: &PersonsReply) -> bool {
    let (polarity, more) = polarity(&reply.text);
    polarity == Polarity::No && (more.is_empty() || gives_reason(more))
}

/// Joins the answer to its question if the answer's words alone do not say what they settle: "May guests upload
/// pictures → no, behind the proxy".
fn joined(offer: &Offer, reply: &PersonsReply) -> Vec<Act> {
    const MOST: usize = 16;
    let said = reply.text.trim_end_matches('.');
    // "5 no, a restart is fine\nbrb"
    let said = phrases!(" brb| bbl| afk| gtg").iter().find_map(|bye| said.strip_suffix(bye)).unwrap_or(said);
    if mood::puts_off(said) || said.ends_with('?') || said.is_empty() || words(said) > MOST {
        return Vec::new();
    }
    let question = plain(&offer.text);
    let question = unlabelled(&question).trim_end_matches(['?', ' ']);
    let summary = whole(&format!("{question} → {said}"));
    let of_fact = asks_a_fact(question) && !question.contains(" or ");
    let deed = if of_fact { ActKind::Inform } else { ActKind::Choose };
    vec![Act::settled(deed, reply.range.clone(), summary, "joined-answer").on(offer)]
}

/// Answers without numbers: as many bullets, sentences or comma-parted words as there are questions.
fn in_order(sentences: &[&Sentence], count: usize) -> Vec<(usize, PersonsReply)> {
    let bullets: Vec<&&Sentence> = sentences.iter().filter(|s| s.list.is_some() && s.opens_block).collect();
    let plain_ones: Vec<&&Sentence> = sentences.iter().filter(|s| !s.asks && !leads(&s.text)).collect();
    let chosen = if bullets.len() == count { bullets } else { plain_ones };
    if chosen.len() == count && chosen.iter().all(|s| words(&s.text) <= 14) {
        return chosen.into_iter().map(|s| PersonsReply::of(s)).enumerate().collect();
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

/// Whether a turn holds a list of its own under its topic, which answers no questions by its numbers: "I think of three
/// kinds of lessons:".
pub(super) fn lists_own(sentences: &[&Sentence]) -> bool {
    const ANNOUNCES: usize = 4;
    let names_topic = |text: &str| text.trim_end().ends_with(':') && words(text) > ANNOUNCES;
    sentences.windows(2).any(|pair| matches!(pair, [lead, item] if item.list.is_some() && names_topic(&lead.text)))
}

/// Whether a sentence only introduces the answers: "sure:", "ok, in order:".
fn leads(text: &str) -> bool {
    text.trim_end().ends_with(':') && words(text) <= 6
}

/// A turn's sentences as one text, with the numbers of list items put back that the Markdown reader removed.
#[derive(Default)]
struct Joined {
    text: String,
    /// For each byte of the text, the byte of the turn it came from.
    places: Vec<usize>,
}

impl Joined {
    fn of(sentences: &[&Sentence]) -> Self {
        let mut out = Self::default();
        for sentence in sentences {
            let start = sentence.range.start;
            if !out.text.is_empty() {
                // A line of its own may end without a full stop.
                let ends = out.text.ends_with(['.', '!', '?']);
                out.push(if sentence.opens_block || !ends { "\n" } else { " " }, |_| start);
            }
            if let Some(number) = sentence.list.filter(|_| sentence.opens_block).and_then(|l| l.number) {
                out.push(&format!("{number}. "), |_| start);
            }
            out.push(&sentence.text, |at| start + at);
        }
        out
    }

    fn push(&mut self, text: &str, place: impl Fn(usize) -> usize) {
        self.text.push_str(text);
        self.places.extend((0..text.len()).map(place));
    }

    fn reply(&self, range: Range<usize>) -> Option<PersonsReply> {
        let raw = self.text.get(range.clone())?;
        let left = raw.len() - raw.trim_start_matches(|c: char| c.is_whitespace() || ",;:-–".contains(c)).len();
        let text = raw.get(left..)?.trim_end_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        let text = text.trim_end_matches(" and").trim_end_matches(". And").trim_end_matches(" re");
        // What follows the first sentence gives reasons.
        let end = text.find(". ").map_or(text.len(), |at| at + 1);
        let (said, rest) = text.split_at_checked(end)?;
        let from = range.start + left;
        let place = |at: usize| self.places.get(at).copied();
        let range = place(from)?..place(from + said.len().checked_sub(1)?)? + 1;
        Some(PersonsReply { text: plain(said), range, rest: plain(rest) })
    }
}

/// The position of a label and the question it names.
struct Mark {
    question: usize,
    label: Range<usize>,
}

/// The parts of a turn after the numbers of the questions, each with its question's place.
pub(in crate::pipeline::acts) fn parts(sentences: &[&Sentence], numbers: &[&str]) -> Vec<(usize, PersonsReply)> {
    let joined = Joined::of(sentences);
    if tells_of_numbers(&joined.text) {
        return Vec::new();
    }
    let marks = marks(&joined.text, numbers);
    let ends: Vec<usize> = marks.iter().skip(1).map(|m| m.label.start).chain([joined.text.len()]).collect();
    let part = |(mark, end): (&Mark, usize)| Some((mark.question, joined.reply(mark.label.end..end)?));
    marks.iter().zip(ends).filter_map(part).filter(|(_, reply)| !reply.text.is_empty()).collect()
}

/// Whether the numbers are the subject of a report instead of labels: "1 and 2 are addressed".
fn tells_of_numbers(text: &str) -> bool {
    let low = text.to_lowercase();
    let after = low.trim_start_matches(|c: char| c.is_ascii_digit() || "., &+".contains(c));
    let joined = low.starts_with(|c: char| c.is_ascii_digit()) && after.starts_with("and ");
    let done = phrases!(" done| addressed| fixed| resolved| solved| answered| handled| are | look");
    joined && done.within(&low)
}

fn marks(text: &str, numbers: &[&str]) -> Vec<Mark> {
    let mut out: Vec<Mark> = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let before = text.get(..start).unwrap_or("").trim_end();
        let opens = before.is_empty()
            || before.ends_with(['.', ',', ';', '\n', '!'])
            || text.get(..start).is_some_and(|t| t.ends_with('\n'));
        let lettered = || letter(word.trim_end()).filter(|(label, ..)| numbers.contains(&label.as_str()));
        let found = label(word.trim_end(), text.get(at..).unwrap_or("")).or_else(lettered);
        let Some((label, length, marked)) = found else { continue };
        let Some(question) = numbers.iter().position(|n| **n == label) else { continue };
        let used = out.iter().any(|m| m.question == question);
        let next = out.last().map_or(0, |m| m.question + 1);
        let led = before.ends_with(" re") || before.ends_with(" to") || before == "re" || before == "to";
        // A number without punctuation may be a quantity: it is a label only at the beginning of a sentence and in
        // order.
        let near = out.last().is_some_and(|m| text.get(m.label.end..start).is_some_and(|t| words(t) <= 3));
        let bare = (opens || near) && question == next;
        if used || !(marked || led || bare) {
            continue;
        }
        let from = if led { start - 3.min(start) } else { start };
        out.push(Mark { question, label: from..start + length });
    }
    let needed = usize::from(!text.starts_with(|c: char| c.is_ascii_digit() || c == '#' || c == '('));
    if out.len() > needed || out.first().is_some_and(|m| m.label.start == 0) { out } else { Vec::new() }
}

/// The letter a word labels with, like [`label()`]: "b" of "a yes, b no".
fn letter(word: &str) -> Option<(String, usize, bool)> {
    let low = word.to_ascii_lowercase();
    let body = low.trim_start_matches(['(', '*']).trim_end_matches([')', '.', ':', '*']);
    let is_letter = body.len() == 1 && body.bytes().all(|b| (b'a'..=b'h').contains(&b));
    is_letter.then(|| (body.to_owned(), word.len(), body.len() < word.len()))
}

/// The number a word labels with, the bytes it takes, and whether a mark shows that it labels: "1." "(2)" "#3" "first:".
fn label(word: &str, rest: &str) -> Option<(String, usize, bool)> {
    let low = word.to_ascii_lowercase();
    let open = low.len() - low.trim_start_matches(['(', '#', '*']).len();
    // "q2 weekly"
    let open = if low.get(open..)?.strip_prefix('q').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit())) {
        open + 1
    } else {
        open
    };
    let body = low.get(open..)?;
    let digits = body.len() - body.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=2).contains(&digits) {
        let (number, tail) = body.split_at_checked(digits)?;
        // "1a" answers question 1 with option a; what is left of the word belongs to the answer.
        let letter = tail.trim_end_matches([',', '.', ';', ')']);
        let is_letter = letter.len() == 1 && letter.bytes().all(|b| (b'a'..=b'h').contains(&b));
        let mark = tail.trim_end_matches('*');
        let marked = open > 0 || matches!(mark, "." | ")" | ":" | ").") || is_letter;
        let plain = tail.is_empty();
        return (marked || plain).then(|| {
            let length = if is_letter { open + digits } else { word.len() };
            (number.to_owned(), length, marked)
        });
    }
    let name = body.trim_end_matches([':', ',', '.']);
    let n = ORDINALS.iter().position(|o| o == name)?;
    let one = rest.split_whitespace().next().unwrap_or("").trim_end_matches([':', ',']);
    let followed = matches!(one, "one" | "question");
    let length =
        if followed { rest.find(one).map_or(word.len(), |p| word.len() + 1 + p + one.len()) } else { word.len() };
    (body.ends_with(':') || followed).then(|| ((n + 1).to_string(), length, true))
}
