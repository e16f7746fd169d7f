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
pub fn picks(read: &ReadTurn, offered: &ReadTurn, offers: &[Offer]) -> Vec<Proposed> {
    if answer(read) != Answer::Pick {
        return Vec::new();
    }
    let choices: Vec<&Offer> = offers.iter().filter(|o| o.kind == OfferKind::Choice).collect();
    let Some(first) = read.clauses.first() else { return Vec::new() };
    if choices.len() < 2 {
        return Vec::new();
    }
    let Some(chosen) = chosen(first, &choices) else { return Vec::new() };
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
