//! Defines the options a clause or a turn names: those not chosen, and those of a branch.

use super::super::clause::{Clause, ReadTurn};
use super::super::dialogue::label_of;
use super::summary;

/// The option a decision rejects: the words after "instead of", "rather than" or ", not", at most eight.
pub fn not_chosen(clause: &Clause) -> Vec<String> {
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let marks = [" instead of ", " rather than ", ", not "];
    let Some(at) = marks.iter().find_map(|m| low.find(m).map(|i| i + m.len())) else { return Vec::new() };
    let rest = plain.get(at..).unwrap_or("");
    let end = rest.find([',', '.', ';', '(', '!', '?', '—', '–']).unwrap_or(rest.len());
    let option = rest.get(..end).unwrap_or("").trim();
    let words = option.split_whitespace().count();
    if (1..=8).contains(&words) { vec![option.to_owned()] } else { Vec::new() }
}

/// The alternatives of a branch: the labelled items of its turn, else the two sides of its "or".
pub fn alternatives(read: &ReadTurn, clause: &Clause) -> Vec<String> {
    let labelled: Vec<String> = read
        .clauses
        .iter()
        .filter(|c| c.opens_line && label_of(c).is_some())
        .map(|c| summary::shorten(&summary::plain(c.lead.as_deref().unwrap_or(&c.text)), summary::MAX_CHARS))
        .take(8)
        .collect();
    if labelled.len() >= 2 {
        return labelled;
    }
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let Some((mark, at)) =
        [" vs. ", " vs ", " versus ", ", or ", " or "].iter().find_map(|m| Some((m.len(), low.find(m)?)))
    else {
        return Vec::new();
    };
    let (left, right) = (plain.get(..at).unwrap_or(""), plain.get(at + mark..).unwrap_or(""));
    [left, right]
        .iter()
        .map(|s| summary::shorten(s.trim_matches(|c: char| "?.,: ".contains(c)), 80))
        .filter(|s| !s.is_empty())
        .collect()
}
