//! Defines what the person says of work that the agent tells is left: "1 can go", "did that on the train". The agent's
//! words alone open no task; the person's answer makes them one.

use super::work_lists::{asks_for_rest_of, of_rest, of_rest_listed};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::changes::ends::ending;
use crate::pipeline::acts::offers::option_labels::ORDINALS;
use crate::pipeline::acts::references::standing::{all_named, open_tasks};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// Words that announce what is left to do.
    LEFT = r"(?i)\b(?:left|left ?over|leftovers?|open|remaining|remains|to do|to-do|todos?|pending|outstanding|missing|unfinished|unresolved|backlog|not done)\b";
    /// An announcement with what it announces.
    IN_LINE = r"^(?P<lead>[^:?]{3,70}): (?P<what>[^:]+)$";
    /// How people say that they have done what was just named.
    DID = r"^(?:(?:already|i|i've|i have|we|we've|have|just|oh|ah|yes|yep|actually|but|that one),? )*(?:(?:did|done|finished|handled|managed|sorted|got around to|took care of|taken care of|dealt with) (?:that|it|this|them|those|both|these|all of (?:that|it|them))|(?:that|it|this|that one)(?:'s| is| was| has been)(?: already| all| long)* (?:done|finished|handled|sorted|taken care of|behind us))\b(?P<tail>[^?]*)$";
    /// Words by which "did that" tells of another deed or of one that is not finished.
    OTHERWISE = r"\b(?:last (?:year|time|month)|years? ago|once|used to|wrong|again|half|partly|almost|nearly|not|never|but|except|back then|before)\b|n't\b";
    /// A place in a list: "1", "the second one", "no. 3".
    PLACE = r"^(?:the |number |no\.? ?|nr\.? ?|item |point |task |#)*(?P<nth>\d{1,2}|first|second|third|fourth|fifth|last)(?: one| item| point| task)?$";
    /// An order to leave an entry out.
    LEAVES_OUT = r"^(?:(?:you|we) can |please |let's |just |and |ok,? )*(?:skip|drop|forget(?: about)?|scrap|cancel|strike|leave out|cross off|nvm|never ?mind) (?P<what>[^,;:]{1,60})$";
}

/// Id of the form of these acts, which share the words of the person.
const FORM: &str = "left-over";

/// Maximum number of entries, and of words in one and in its announcement.
const MOST: usize = 8;
const ENTRY_WORDS: usize = 16;
const LEAD_WORDS: usize = 12;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(turn) = view.agents_turn() else { return Vec::new() };
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let Some(first) = own.first().copied().filter(|s| !s.asks) else { return Vec::new() };
    if asks_for_rest_of(view) {
        let rest = if first.list.is_some() { of_rest_listed(&own) } else { of_rest(first) };
        return if rest.len() > 1 { rest } else { Vec::new() };
    }
    if first.list.is_some() {
        return Vec::new();
    }
    let left = told(turn);
    if left.is_empty() || left.len() > MOST {
        return Vec::new();
    }
    view.segments(first).first().map(|segment| of_segment(view, segment, &left)).unwrap_or_default()
}

fn of_segment(view: View<'_>, segment: &Segment, left: &[String]) -> Vec<Act> {
    // "Did that at noon" opens like a question.
    if segment.asks || segment.doubtful || matches!(segment.modality, Modality::Hedge | Modality::Conditional) {
        return Vec::new();
    }
    let low = segment.low.trim_end_matches(['.', '!', ' ']);
    if let [only] = left
        && let Some(found) = DID.captures(low)
        && found.name("tail").is_none_or(|tail| !OTHERWISE.is_match(tail.as_str()))
    {
        let act = Act::settled(ActKind::Done, segment.range.clone(), only.clone(), FORM);
        let target = all_named(open_tasks(view), only).map(|task| task.id.clone());
        return vec![Act { target, ..act }];
    }
    let said = low.split([',', ';']).next().unwrap_or(low);
    let left_out = LEAVES_OUT.captures(said).and_then(|c| Some(c.name("what")?.as_str().to_owned()));
    let what = left_out.or_else(|| ending(&segment.text).map(|(_, what)| what));
    let Some(entry) = what.and_then(|what| entry(&what, left)) else { return Vec::new() };
    let range = segment.range.clone();
    let task = |text: &str| all_named(open_tasks(view), text);
    let struck = task(entry).map_or_else(
        || Act::settled(ActKind::RuleOut, range.clone(), entry.to_owned(), FORM),
        |task| Act { form: FORM, ..Act::ends(task, range.clone(), FORM) },
    );
    let others = left.iter().filter(|text| *text != entry && task(text).is_none());
    let kept = others.map(|text| Act::likely(ActKind::Request, range.clone(), text.clone(), FORM));
    std::iter::once(struck).chain(kept).collect()
}

/// The entry that words mean, by its place or by its own words.
fn entry<'l>(what: &str, left: &'l [String]) -> Option<&'l str> {
    let low = what.to_lowercase();
    if let Some(nth) = PLACE.captures(&low).and_then(|c| Some(c.name("nth")?.as_str().to_owned())) {
        let place = ORDINALS.iter().position(|o| *o == nth).or_else(|| nth.parse::<usize>().ok()?.checked_sub(1));
        let found = if nth == "last" { left.last() } else { left.get(place?) };
        return found.map(String::as_str);
    }
    let wanted = tokens(what);
    let has_all = |text: &&String| wanted.iter().all(|w| tokens(text).contains(w));
    let mut named = left.iter().filter(has_all).filter(|_| !wanted.is_empty());
    named.next().filter(|_| named.next().is_none()).map(String::as_str)
}

/// The work that a turn of the agent tells is left, each as a task.
fn told(turn: &ReadTurn) -> Vec<String> {
    let own: Vec<&Sentence> = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote).collect();
    let entries: Vec<&&Sentence> = own.iter().filter(|s| s.list.is_some() && s.opens_block).collect();
    if !entries.is_empty() {
        let lead = own.iter().take_while(|s| s.list.is_none()).last();
        let announced = lead.is_some_and(|s| announces(s.text.trim_end_matches([':', '*', ' '])));
        return if announced { entries.iter().map(|s| task(&s.text)).collect() } else { Vec::new() };
    }
    let told = own.iter().rev().find_map(|s| {
        let text = plain(&s.text);
        let found = IN_LINE.captures(text.trim_end_matches('.'))?;
        let what = found.name("what")?.as_str().to_owned();
        announces(found.name("lead")?.as_str()).then_some(what)
    });
    let parts = told.iter().flat_map(|what| what.split(", ").flat_map(|part| part.split(" and ")));
    parts.map(|part| task(after_any(part, phrases!("and")).unwrap_or(part))).collect()
}

fn announces(lead: &str) -> bool {
    const DONE: Phrases = phrases!("done|finished|fixed|nothing");
    LEFT.is_match(lead) && words(lead) <= LEAD_WORDS && !DONE.within(&lead.to_lowercase())
}

fn task(entry: &str) -> String {
    let text = order(unhurried(plain(entry).trim_start_matches("[ ]")));
    if words(&text) <= ENTRY_WORDS { text } else { whole(&capital(&plain(entry))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_meant_by_its_place_or_its_words() {
        let left = ["Paint the fence".to_owned(), "Oil the gate".to_owned()];
        for (said, meant) in [
            ("1", Some("Paint the fence")),
            ("the second one", Some("Oil the gate")),
            ("no. 2", Some("Oil the gate")),
            ("the fence", Some("Paint the fence")),
            ("the shed", None),
            ("3", None),
        ] {
            assert_eq!(entry(said, &left), meant, "{said}");
        }
        assert!(
            announces("Left over from spring") && announces("Still open") && !announces("All open points are done")
        );
        for said in ["did that on sunday", "already did it", "i've done that", "that's done"] {
            assert!(DID.is_match(said), "{said}");
        }
        assert!(!DID.is_match("did that work?") && OTHERWISE.is_match(" last year with a brush"));
    }
}
