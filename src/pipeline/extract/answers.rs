//! Defines the decision a short answer makes: the content of the option it picks, with both turns as evidence.

use super::super::clause::{Clause, Cue, ReadTurn};
use super::super::dialogue::{Answer, Offer, OfferKind, answer};
use super::super::settle::{Proposed, Target, Verdict};
use super::{Draft, EvidenceSpan, question_answers, summary};
use crate::language::answers::{PROVISOS, ordinal, unlabelled};
use crate::state::DeltaKind;

/// Confidence of a pick by letter, number or ordinal.
const PICK: f32 = 0.8;

/// The choice of the assistant's turn that the person's turn picks.
pub fn picked<'a>(read: &ReadTurn, offers: &'a [Offer]) -> Option<&'a Offer> {
    if answer(read) != Answer::Pick {
        return None;
    }
    let first = read.clauses.first()?;
    // The last list is meant, unless only an earlier one has the label.
    let lists = lists(offers);
    lists.iter().rev().filter(|l| l.len() >= 2).find_map(|list| chosen(first, list))
}

/// The choices by list; a label that does not follow the one before begins a new list.
fn lists(offers: &[Offer]) -> Vec<Vec<&Offer>> {
    let mut out: Vec<Vec<&Offer>> = Vec::new();
    for offer in offers.iter().filter(|o| o.kind == OfferKind::Choice) {
        let last = out.last_mut().filter(|l| l.last().is_some_and(|before| comes_after(before, offer)));
        match last {
            Some(list) => list.push(offer),
            None => out.push(vec![offer]),
        }
    }
    out
}

fn comes_after(before: &Offer, offer: &Offer) -> bool {
    is_numbered(before) == is_numbered(offer) && label_order(offer) == label_order(before).map(|n| n + 1)
}

fn is_numbered(offer: &Offer) -> bool {
    offer.label.as_deref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_digit()))
}

/// The number of an offer's label, or the code of its letter.
fn label_order(offer: &Offer) -> Option<u32> {
    let label = offer.label.as_deref().unwrap_or("");
    label.parse::<u32>().ok().or_else(|| label.bytes().next().map(u32::from))
}

/// The summary of an offer: its bold lead when that has two words, else its text.
fn offer_text(offered: &ReadTurn, offer: &Offer) -> Option<String> {
    let clause = offered.clauses.get(offer.clause)?;
    let lead = clause.lead.as_deref().filter(|l| l.split_whitespace().count() >= 2);
    Some(summary::shorten(&summary::plain(unlabelled(lead.unwrap_or(&clause.text))), summary::MAX_CHARS))
}

/// The decision for `chosen`, picked by the person's turn, and the supersession of the branch it settles.
pub fn decide(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer], chosen: &Offer) -> Vec<Proposed> {
    let mut all = lists(offers).into_iter();
    let choices = all.find(|list| list.iter().any(|o| o.clause == chosen.clause)).unwrap_or_default();
    let (Some(text), Some(said), Some(put)) =
        (offer_text(offered, chosen), EvidenceSpan::of(read, 0), EvidenceSpan::of(offered, chosen.clause))
    else {
        return Vec::new();
    };
    let text = match proviso(read) {
        Some(but) => summary::shorten(&format!("{}, {but}", text.trim_end_matches('.')), summary::MAX_CHARS),
        None => text,
    };
    let mut draft = Draft::new(DeltaKind::DecisionMade, &text, vec![said.clone(), put.clone()], read.at);
    draft.delta.alternatives =
        choices.iter().filter(|o| o.clause != chosen.clause).filter_map(|o| offer_text(offered, o)).take(6).collect();
    draft.rule = "pick".to_owned();
    draft.confidence = PICK;
    draft.reason = format!("you picked it from what t{} put to you", offered.ordinal);
    let mut end = Draft::new(DeltaKind::ItemSuperseded, "", vec![said, put], read.at);
    end.delta.summary = None;
    end.rule = "settled-by-decision".to_owned();
    end.confidence = PICK;
    end.reason = "you picked a side".to_owned();
    vec![draft.propose(Target::None, Verdict::Accept), end.propose(Target::Undecided(text), Verdict::Accept)]
}

/// Confidence of an answer by number to a numbered question.
const NUMBERED: f32 = 0.6;

/// The answers by number to the agent's numbered questions ("1. SQLite 2. no, one file"), each with its clause index.
pub fn by_number(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer]) -> Vec<(usize, Proposed)> {
    let labelled: Vec<(&Clause, String, &str)> =
        read.clauses.iter().filter_map(|c| numbered(c).map(|(label, said)| (c, label, said))).collect();
    // "2 tests fail" begins with a number too: one alone counts only when it is written as a label.
    let several =
        labelled.iter().filter(|(_, label, _)| labelled_question(offered, offers, label).is_some()).count() >= 2;
    let answers = labelled.iter().filter_map(|(clause, label, said)| {
        let marked = clause.list.is_some() || !clause.text.trim_start().starts_with(&format!("{label} "));
        let question = labelled_question(offered, offers, label).filter(|_| several || marked)?;
        let mut draft = numbered_answer((read, clause), (offered, question), said)?;
        draft.reason = format!("you answered question {label} of t{}", offered.ordinal);
        Some((clause.index, draft.propose(Target::None, Verdict::Accept)))
    });
    answers.collect()
}

/// The last question of the assistant's turn with this label.
fn labelled_question<'a>(offered: &'a ReadTurn, offers: &[Offer], label: &str) -> Option<&'a Clause> {
    let offer = offers.iter().rfind(|o| o.kind == OfferKind::Question && o.label.as_deref() == Some(label))?;
    offered.clauses.get(offer.clause)
}

/// The decision that `said`, the text of `clause` after its label, makes of `question`; `None` when it settles nothing.
fn numbered_answer(
    (read, clause): (&ReadTurn, &Clause),
    (offered, question): (&ReadTurn, &Clause),
    said: &str,
) -> Option<Draft> {
    if !clause.modality.settles() || clause.asks || clause.has(Cue::Delegates) || clause.has(Cue::NotDone) {
        return None;
    }
    let topic = question.lead.clone().unwrap_or_else(|| question_answers::topic(&question.text));
    let text = format!("{} → {}", summary::plain(unlabelled(&topic)), summary::plain(said));
    let places = vec![EvidenceSpan::of(read, clause.index)?, EvidenceSpan::of(offered, question.index)?];
    let mut draft = Draft::new(DeltaKind::DecisionMade, &summary::shorten(&text, summary::MAX_CHARS), places, read.at);
    "numbered-answer".clone_into(&mut draft.rule);
    draft.confidence = NUMBERED;
    Some(draft)
}

/// The number a clause of the person begins with, and the text after it: "1. SQLite", "2) no", "3 the small one".
fn numbered(clause: &Clause) -> Option<(String, &str)> {
    if let Some(number) = clause.list.filter(|_| clause.opens_block).and_then(|l| l.number) {
        return Some((number.to_string(), clause.text.as_str()));
    }
    let text = clause.text.trim_start().trim_start_matches('#');
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|end| (1..=2).contains(end))?;
    let (label, rest) = text.split_at_checked(end)?;
    let said = rest.strip_prefix([' ', '.', ')', ':'])?.trim_start();
    (!said.is_empty()).then(|| (label.to_owned(), said))
}

/// The condition the person adds to a pick: "but without the cache" of "2 but without the cache".
fn proviso(read: &ReadTurn) -> Option<String> {
    let first = read.clauses.first()?;
    let said = summary::plain(&first.text);
    let low = said.to_lowercase();
    let within = PROVISOS.iter().filter_map(|p| low.find(&format!(" {p} ")).map(|at| at + 1)).min();
    let rest = if let Some(at) = within {
        said.get(at..)?.trim().to_owned()
    } else {
        // The comma made it a clause of its own.
        let next = read.clauses.get(1).filter(|c| c.block_index == first.block_index)?;
        let text = summary::plain(&next.text);
        let opens = text.split_whitespace().next().unwrap_or("").to_lowercase();
        PROVISOS.contains(&opens.as_str()).then_some(text)?
    };
    (rest.split_whitespace().count() >= 2).then_some(rest)
}

/// The choice a clause names: by label, by ordinal, or as the last one.
fn chosen<'a>(clause: &Clause, choices: &[&'a Offer]) -> Option<&'a Offer> {
    let low = clause.text.to_lowercase();
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let by_label = words.iter().take(6).find_map(|w| choices.iter().find(|o| o.label.as_deref() == Some(*w)).copied());
    if by_label.is_some() {
        return by_label;
    }
    if words.iter().any(|w| *w == "last" || *w == "latter") {
        return choices.last().copied();
    }
    choices.get(ordinal(&words)?).copied()
}
