//! Defines what a short answer decides: the content of what it picks, with both turns as evidence.

use super::super::clause::{Clause, Cue, ReadTurn};
use super::super::dialogue::{Answer, Offer, OfferKind, answer};
use super::super::settle::{Proposed, Target, Verdict};
use super::{Draft, EvidenceSpan, question_answers, summary};
use crate::language::answers::{PROVISOS, ordinal, unlabelled};
use crate::state::DeltaKind;

/// How sure a pick by letter, number or ordinal is.
const PICK: f32 = 0.8;

/// What the person's turn picks among the choices of the assistant's turn before it.
pub fn picked<'a>(read: &ReadTurn, offers: &'a [Offer]) -> Option<&'a Offer> {
    if answer(read) != Answer::Pick {
        return None;
    }
    let first = read.clauses.first()?;
    // The list put last is meant, unless only an earlier one has the label.
    let lists = lists(offers);
    lists.iter().rev().filter(|l| l.len() >= 2).find_map(|list| chosen(first, list))
}

/// The choices put to the person, list by list: a label that does not come after the one before begins another.
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
    let order = |o: &Offer| {
        let label = o.label.as_deref().unwrap_or("");
        label.parse::<u32>().ok().or_else(|| label.bytes().next().map(u32::from))
    };
    let number = |o: &Offer| o.label.as_deref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_digit()));
    number(before) == number(offer) && order(offer) == order(before).map(|n| n + 1)
}

/// The decision that `chosen`, picked by the person's turn, makes, and the end of the branch it settles.
pub fn decide(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer], chosen: &Offer) -> Vec<Proposed> {
    let of_it = |list: &Vec<&Offer>| list.iter().any(|o| o.clause == chosen.clause);
    let choices = lists(offers).into_iter().find(of_it).unwrap_or_default();
    let name = |o: &Offer| {
        offered.clauses.get(o.clause).map(|c| {
            let text = c.lead.clone().filter(|l| l.split_whitespace().count() >= 2).unwrap_or_else(|| c.text.clone());
            summary::shorten(&summary::plain(unlabelled(&text)), summary::MAX_CHARS)
        })
    };
    let (Some(text), Some(said), Some(put)) =
        (name(chosen), EvidenceSpan::of(read, 0), EvidenceSpan::of(offered, chosen.clause))
    else {
        return Vec::new();
    };
    let text = match proviso(read) {
        Some(but) => summary::shorten(&format!("{}, {but}", text.trim_end_matches('.')), summary::MAX_CHARS),
        None => text,
    };
    let mut draft = Draft::new(DeltaKind::DecisionMade, &text, vec![said.clone(), put.clone()], read.at);
    draft.delta.alternatives =
        choices.iter().filter(|o| o.clause != chosen.clause).filter_map(|o| name(o)).take(6).collect();
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

/// How sure an answer by number to a numbered question is.
const NUMBERED: f32 = 0.6;

/// What the person answers by number to the agent's numbered questions ("1. SQLite 2. no, one file"), each with its
/// clause.
pub fn by_number(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer]) -> Vec<(usize, Proposed)> {
    let labelled: Vec<(&Clause, String, &str)> =
        read.clauses.iter().filter_map(|c| numbered(c).map(|(label, said)| (c, label, said))).collect();
    let asked = |label: &str| {
        let offer = offers.iter().rfind(|o| o.kind == OfferKind::Question && o.label.as_deref() == Some(label))?;
        offered.clauses.get(offer.clause)
    };
    // "2 tests fail" begins with a number too: one alone counts only when it is written as a label.
    let several = labelled.iter().filter(|(_, label, _)| asked(label).is_some()).count() >= 2;
    let one = |(clause, label, said): &(&Clause, String, &str)| {
        let marked = clause.list.is_some() || !clause.text.trim_start().starts_with(&format!("{label} "));
        let question = asked(label).filter(|_| several || marked)?;
        let says =
            clause.modality.settles() && !clause.asks && !clause.has(Cue::Delegates) && !clause.has(Cue::NotDone);
        let topic = question.lead.clone().unwrap_or_else(|| question_answers::topic(&question.text));
        let text = format!("{} → {}", summary::plain(unlabelled(&topic)), summary::plain(said));
        let places = vec![EvidenceSpan::of(read, clause.index)?, EvidenceSpan::of(offered, question.index)?];
        let mut draft =
            Draft::new(DeltaKind::DecisionMade, &summary::shorten(&text, summary::MAX_CHARS), places, read.at);
        "numbered-answer".clone_into(&mut draft.rule);
        draft.confidence = NUMBERED;
        draft.reason = format!("you answered question {label} of t{}", offered.ordinal);
        says.then(|| (clause.index, draft.propose(Target::None, Verdict::Accept)))
    };
    labelled.iter().filter_map(one).collect()
}

/// The label a clause of the person's begins with, and the rest of it: "1. SQLite", "2) no", "3 the small one".
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

/// What the person adds to the pick: "2 but without the cache".
fn proviso(read: &ReadTurn) -> Option<String> {
    let first = read.clauses.first()?;
    let said = summary::plain(&first.text);
    let low = said.to_lowercase();
    let within = PROVISOS.iter().filter_map(|p| low.find(&format!(" {p} ")).map(|at| at + 1)).min();
    let rest = if let Some(at) = within {
        said.get(at..)?.trim().to_owned()
    } else {
        // Cut off at its comma.
        let next = read.clauses.get(1).filter(|c| c.block_index == first.block_index)?;
        let text = summary::plain(&next.text);
        let opens = text.split_whitespace().next().unwrap_or("").to_lowercase();
        PROVISOS.contains(&opens.as_str()).then_some(text)?
    };
    (rest.split_whitespace().count() >= 2).then_some(rest)
}

/// The choice a clause names: by its label, by its place, or as the last one.
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
