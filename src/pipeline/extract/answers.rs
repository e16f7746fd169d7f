//! Defines what a short answer decides: the content of what it picks, with both turns as evidence.

use super::super::clause::{Clause, ReadTurn};
use super::super::dialogue::{Answer, Offer, OfferKind, answer};
use super::super::settle::{Proposed, Target, Verdict};
use super::{Draft, Place, summary};
use crate::state::DeltaKind;

/// How sure a pick by letter, number or ordinal is.
const PICK: f32 = 0.8;

/// Words for a place in a list.
const ORDINALS: &[(&str, usize)] =
    &[("first", 0), ("former", 0), ("second", 1), ("third", 2), ("fourth", 3), ("fifth", 4)];

/// What the person's turn picks among the choices of the assistant's turn before it.
pub fn picked<'a>(read: &ReadTurn, offers: &'a [Offer]) -> Option<&'a Offer> {
    if answer(read) != Answer::Pick {
        return None;
    }
    let choices: Vec<&Offer> = offers.iter().filter(|o| o.kind == OfferKind::Choice).collect();
    (choices.len() >= 2).then(|| chosen(read.clauses.first()?, &choices))?
}

/// The decision that `chosen`, picked by the person's turn, makes, and the end of the branch it settles.
pub fn decide(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer], chosen: &Offer) -> Vec<Proposed> {
    let choices: Vec<&Offer> = offers.iter().filter(|o| o.kind == OfferKind::Choice).collect();
    let name = |o: &Offer| {
        offered.clauses.get(o.clause).map(|c| {
            let text = c.lead.clone().filter(|l| l.split_whitespace().count() >= 2).unwrap_or_else(|| c.text.clone());
            summary::shorten(&summary::plain(unlabelled(&text)), summary::MAX_CHARS)
        })
    };
    let (Some(text), Some(said), Some(put)) = (name(chosen), Place::of(read, 0), Place::of(offered, chosen.clause))
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

/// Words that begin what is added.
const PROVISOS: &[&str] = &["but", "without", "except", "minus", "plus"];

/// An option's text without the label it begins with ("b) ", "Option B: ").
pub fn unlabelled(text: &str) -> &str {
    let bare = text.trim_start_matches(|c: char| "*_(".contains(c));
    let low = bare.to_ascii_lowercase();
    let skip = ["option ", "approach "].iter().find(|p| low.starts_with(**p)).map_or(0, |p| p.len());
    let rest = bare.get(skip..).unwrap_or(bare);
    let mut chars = rest.char_indices();
    match (chars.next(), chars.next()) {
        (Some((_, c)), Some((at, mark))) if c.is_ascii_alphanumeric() && ").:—".contains(mark) => {
            rest.get(at + mark.len_utf8()..).unwrap_or(rest).trim_start_matches(['*', '_', ' '])
        }
        _ => text,
    }
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
    let (_, place) = ORDINALS.iter().find(|(w, _)| words.contains(w))?;
    choices.get(*place).copied()
}
