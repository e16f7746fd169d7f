//! Defines plans that an agent lays out in a turn of its own: "# Plan: nightly digest" with its changes below, or "Want me
//! to wire it up?" above the steps. A yes takes all steps; what is out of scope is none.

use std::ops::Range;

use super::entries::{ListEntry, lists};
use super::lists::{asks_for_a_yes, plan};
use super::offer::Offer;
use super::proposals;
use crate::pipeline::acts::sentences::wording::plain;
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// The title of a plan.
    TITLE = r"(?i)^(?:here(?:'s| is) )?(?:(?:the|my|an?|our|updated|revised|new|final|short|rough|proposed|implementation|migration|detailed) )*plan\b(?: (?:for|of|to) .{2,80}|: .{2,80}| v?\d{1,2})?:?$";
    /// Headings of sections that propose nothing.
    ASIDE = r"(?i)\b(?:out of scope|not (?:in|part|included|covered|now)|non-?goals?|context|background|motivation|why|problems?|current|today|findings?|what is|questions?|risks?|alternatives?|later|future|verif\w+|tests?|testing|files?|estimates?|references?|summary|rejected|status)\b";
}

/// Maximum number of steps in a plan.
const MOST: usize = 12;

/// The plan of a turn, with the index range of its sentences.
pub(super) fn of_turn(turn: &ReadTurn) -> Option<(Range<usize>, Offer)> {
    let sentences = &turn.sentences;
    let from = sentences.iter().position(opens)?;
    let title = sentences.get(from)?;
    let last = sentences.iter().rev().find(|s| s.block != BlockKind::Quote)?;
    // A plan waits for a yes, unless something else is asked behind it.
    let asked = !last.asks || asks_for_a_yes(&plain(&last.text));
    let steps: Vec<ListEntry<'_>> = lists(sentences).into_iter().flatten().filter(|e| e.place > from).collect();
    let steps: Vec<ListEntry<'_>> = steps.into_iter().filter(|e| is_planned(sentences, from, e.place)).collect();
    // A numbered list right below "The plan:" is picked from by its numbers.
    let numbered = title.block == BlockKind::Paragraph && steps.iter().any(|e| e.label.is_some());
    if numbered || !(2..=MOST).contains(&steps.len()) || steps.iter().any(|e| e.asks) {
        return None;
    }
    let mut offer = plan(&turn.turn_id, &steps, "do");
    offer.range.start = title.range.start;
    (offer.asked, offer.stated, offer.last) = (asked, !asked, true);
    let to = if last.asks && asked { sentences.len() } else { steps.last().map_or(from, |e| e.place) + 1 };
    Some((from..to, offer))
}

/// Whether a sentence is the title of a plan, or a heading that offers the work below it.
fn opens(sentence: &Sentence) -> bool {
    let text = plain(&sentence.text);
    let heading = sentence.block == BlockKind::Heading;
    let leads = sentence.block == BlockKind::Paragraph && sentence.text.trim_end().ends_with(':');
    (heading || leads) && TITLE.is_match(&text) || heading && sentence.asks && proposals::offers_work(&text)
}

/// Whether the nearest heading above a sentence leads in what is planned.
fn is_planned(sentences: &[Sentence], from: usize, place: usize) -> bool {
    let above = sentences.get(from + 1..place).unwrap_or_default();
    let heading = above.iter().rev().find(|s| s.block == BlockKind::Heading);
    heading.is_none_or(|heading| !ASIDE.is_match(&heading.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_plans_are_known() {
        for title in
            ["Plan: a quieter bell", "Updated plan for the gate:", "Here's the plan:", "Revised implementation plan"]
        {
            assert!(TITLE.is_match(title), "{title}");
        }
        for title in ["Planning permission", "The plan was dropped last year:", "Floor plans"] {
            assert!(!TITLE.is_match(title), "{title}");
        }
        assert!(ASIDE.is_match("Out of scope") && !ASIDE.is_match("Changes"));
    }
}
