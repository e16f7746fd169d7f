//! Defines how a question for an amount, a time or a place is worded with its answer: "How long should the bread rest?" and
//! 2 hours is "The bread should rest 2 hours".

use super::asserted::without_lead;
use super::question_frames::Frame;
use super::side_starts::{LINKS, SideStart};
use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{after_any, plain};
use crate::text::patterns;

patterns! {
    /// A question for the thing behind a preposition: "From which date should I load".
    WHICH = r"(?i)^(?P<link>from|to|on|in|with|at|by|under|since|until) (?:which|what)(?: [\w-]+){0,3}? (?P<rest>(?:should|shall|must|can|may|do) .+)$";
}

/// Completes a question for an amount, a time or a place with its answer: "How long should the bread rest?" and 2 hours is
/// "The bread should rest 2 hours".
pub(in crate::pipeline::acts) fn completed(question: &str, value: &str) -> Option<String> {
    let said = without_lead(&plain(question));
    let said = said.trim_end_matches(['?', ' ']);
    let said = said.rsplit_once(". ").map_or(said, |(_, last)| last);
    let said = after_any(said, phrases!("and|so|also")).unwrap_or(said);
    // "Over 1 MB", "more than 4 breaks it" are said of something else.
    let bounds = phrases!("not|never|over|under|more|less|above|below|only if|no|none|depends|whatever|as");
    let tells = phrases!(" is | are | was | breaks | would | can | should | per ").within(&format!(" {value} "));
    if after_any(value, bounds).is_some() || tells {
        return None;
    }
    // "Every hour", but "Monday"
    let value = if SideStart::of(value) == SideStart::Other { value.to_owned() } else { low_first(value) };
    if let Some(rest) = after_any(said, phrases!("how many")) {
        let (at, _) = phrases!(" should | must | shall | can | may ").find(rest)?;
        let (thing, rest) = rest.split_at_checked(at)?;
        let counted = if value.contains(' ') { value } else { format!("{value} {thing}") };
        return answered(rest.trim_start(), &counted);
    }
    let way = phrases!(" order| way| case| sense| form| format");
    if let Some(found) = WHICH.captures(said).filter(|_| !way.within(said)) {
        let link = found.name("link")?.as_str().to_lowercase();
        let own = after_any(&value, LINKS).is_some();
        let placed = if own { value } else { format!("{link} {value}") };
        return answered(found.name("rest")?.as_str(), &placed);
    }
    answered(after_any(said, phrases!("how long|how often|when"))?, &value)
}

/// The statement of a question without its question word, with a value behind its verb, before a clause of time: "raw
/// events should stay 90 days before we purge them".
fn answered(rest: &str, value: &str) -> Option<String> {
    let frame = Frame::read(rest).filter(|frame| matches!(frame, Frame::Own(_) | Frame::Third(_)))?;
    let deed = frame.deed();
    let ends = phrases!(" before | after | when | once | until | if | per | in each | at most");
    let (before, behind) = deed.split_at_checked(ends.find(deed).map_or(deed.len(), |(at, _)| at))?;
    Some(frame.worded(&format!("{} {value}{behind}", before.trim_end())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_a_value_is_completed_with_its_answer() {
        for (asked, value, said) in [
            ("How long should the bread rest?", "2 hours", Some("The bread should rest 2 hours")),
            ("How many loaves should the oven take at most?", "12", Some("The oven should take 12 loaves at most")),
            (
                "How long should crumbs stay on the floor before we sweep them?",
                "A day",
                Some("Crumbs should stay on the floor a day before we sweep them"),
            ),
            ("From which day should I bake?", "Monday", Some("Bake from Monday")),
            ("How often should I stir the dough?", "every hour", Some("Stir the dough every hour")),
            ("Which oven should we take?", "the old one", None),
        ] {
            assert_eq!(completed(asked, value).as_deref(), said);
        }
    }
}
