//! Defines where the first side of an "or" begins: with a word of the kind that the last side begins with, as "in" does in
//! "store it in memory or on disk".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, words};

/// The words before an option without a preposition at their end: the option brings its own.
pub(in crate::pipeline::acts) fn without_link(stem: &str) -> &str {
    let (before, last) = stem.rsplit_once(' ').unwrap_or(("", stem));
    if LINKS.contains(last) { before } else { stem }
}

/// Prepositions before an option.
pub(in crate::pipeline::acts) const LINKS: Phrases = phrases!(
    "to|in|into|on|onto|for|with|via|from|at|by|as|over|through|under|within|per|inside|behind|after|before|next|between|without|against|above|below|until|straight|around|across|during"
);

/// The kind of words that a side opens with; sides are of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pipeline::acts) enum SideStart {
    /// "a lamp", "two lamps", "the lamp"
    Thing,
    /// "in the hall"
    Place,
    /// "every day", "lazily"
    Manner,
    /// "green"
    Other,
}

impl SideStart {
    pub(in crate::pipeline::acts) fn of(text: &str) -> Self {
        let text = after_any(text, phrases!("only|also|just|rather|even")).unwrap_or(text);
        let word = text.split(' ').next().unwrap_or("").to_ascii_lowercase();
        let things = phrases!(
            "a|an|the|one|two|three|four|five|six|ten|all|both|no|any|some|half|our|its|their|your|several|many|this|that|another"
        );
        let times = phrases!(
            "every|each|once|twice|daily|weekly|hourly|nightly|monthly|yearly|now|later|always|never|today|tomorrow|tonight"
        );
        match word.as_str() {
            // "Lazily", but "Grammarly"
            w if times.contains(w) || w.len() > 4 && w.ends_with("ly") && text.starts_with(w) => Self::Manner,
            w if LINKS.contains(w) => Self::Place,
            w if things.contains(w) || w.starts_with(|c: char| c.is_ascii_digit()) => Self::Thing,
            _ => Self::Other,
        }
    }
}

/// Returns the index of the word with which the first side begins: sides begin with words of one kind.
pub(super) fn start_of_first(all: &[&str], last: &str, kind: SideStart) -> usize {
    let count = words(last);
    let find = |wanted: &[SideStart]| all.iter().rposition(|word| wanted.contains(&SideStart::of(word)));
    let link = find(&[SideStart::Place]);
    let end = all.len() - 1;
    match kind {
        SideStart::Place | SideStart::Manner => {
            let word = last.split(' ').next().unwrap_or("");
            let same = all.iter().rposition(|w| w.eq_ignore_ascii_case(word));
            same.or_else(|| find(&[SideStart::Place, SideStart::Manner])).unwrap_or(end)
        }
        SideStart::Thing => {
            // "A rope with a hook or a chain": a thing of a thing is no side.
            let belongs = |at: usize| at > 0 && phrases!("with|of").contains(all[at - 1]);
            let things: Vec<usize> = (0..all.len()).filter(|at| SideStart::of(all[*at]) == SideStart::Thing).collect();
            let thing = things.iter().rev().find(|at| !belongs(**at)).or(things.last()).copied();
            // "PR 611 or its own": a number behind a name belongs to it.
            let counts = |at: usize| all[at].starts_with(|c: char| c.is_ascii_digit());
            let digits = last.starts_with(|c: char| c.is_ascii_digit());
            let named =
                |at: &usize| !digits && *at > 0 && counts(*at) && SideStart::of(all[*at - 1]) == SideStart::Other;
            let thing = thing.map(|at| if named(&at) { at - 1 } else { at });
            thing.or(link.map(|at| at + 1)).filter(|at| *at <= end).unwrap_or(if all.len() <= 3 { 0 } else { end })
        }
        SideStart::Other => {
            let named = |word: &str| word.starts_with(|c: char| c.is_uppercase());
            if named(last) && all.last().is_some_and(|word| named(word)) && find(&[SideStart::Thing]).is_none() {
                return all.iter().rposition(|word| !named(word)).map_or(0, |at| at + 1);
            }
            let marked = find(&[SideStart::Thing, SideStart::Place]);
            // "The REST API or GraphQL"
            let is_name = named(last) && marked.is_some_and(|at| SideStart::of(all[at]) == SideStart::Thing);
            match marked {
                Some(at) if is_name => at,
                // "Per seat or flat": a rate has its preposition.
                Some(at) if all[at] == "per" => at,
                Some(at) if SideStart::of(all[at]) == SideStart::Place && at < end => {
                    if end - at <= count + 2 {
                        at + 1
                    } else {
                        all.len() - count.min(all.len())
                    }
                }
                // "the lamp green or red": what is chosen stands behind its thing.
                Some(at) if phrases!("the|our|its|their|your").contains(all[at]) && all.len() - at > 2 => {
                    all.len() - count.min(all.len() - at - 2).max(1)
                }
                Some(at) if all.len() - at <= count + 3 => at,
                None if all.len() <= count + 1 => 0,
                _ => all.len() - count.min(all.len()),
            }
        }
    }
}
