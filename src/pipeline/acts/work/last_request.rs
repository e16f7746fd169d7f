//! Defines reports that mean the person's last request without naming its tasks: "Done.", "All three are in", "It was slow
//! because ...", "Only the restore guide remains".

use super::closing_reports::goes_on;
use super::reports::{done, finished, is_ahead, only_looks, reported, tells_deed};
use super::results::leaves_report;
use super::work_judged::confirmed;
use super::work_lists::has_noted;
use crate::language::phrases::phrases;
use crate::language::stems::token_set;
use crate::pipeline::acts::references::named_tasks::{
    CLEARLY, OpenTask, alike, asked_last, deeds, is_deed_of, is_of, only_asked, share,
};
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::Sentence;
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// A report about all that was asked for.
    ALL_DONE = concat!(r"(?x) ^\W*(?:(?:all|everything)\ (?:is\ |'s\ )?(?:now\ )?(?:set|", finished!(), r")|(?:all|both|all\ (?:two|three|four|five))\ (?:of\ (?:them|it|those|these)\ |things\ |points\ )?(?:are\ |is\ |have\ been\ )?(?:now\ )?(?:", finished!(), r")
        | done|finished|fixed|completed|implemented|that's\ (?:done|it|in)|it's\ (?:done|fixed|in)|\w{3,}ed\ (?:in|it|that|this|them))\b
        | \b(?:fixed|solved|changed|removed|renamed|updated|added|did|repaired|replaced|corrected|implemented)\ (?:it|that|this|them|both|all)\b");
    /// The one thing that is left: "only the docs remain".
    ONLY_LEFT = r"^(?:[^.;]*?[,.:] )?(?:now )?only (?P<what>.{4,60}?) (?:remains?|is (?:still )?(?:left|open|missing)|are (?:still )?(?:left|open|missing))\b";
    /// Words that ask the reader to look at what is done, with a time that is the reader's.
    INVITES = r"(?:,|;| -| –| —) (?:and |so |please |just )*(?:(?:have|take) a look|let me know|feel free|check it|you can|tell me|try it|ready (?:for|when)|(?:when|whenever|if|once) you)\b.*$";
    /// A task that asks for a cause.
    INQUIRY = r"(?i)^(?:look into|find out|figure out|work out|investigate|track down|check|see|diagnose|analy[sz]e|debug)\b.*\b(?:why|what causes|what makes|the (?:cause|reason|culprit)|where .* comes? from)\b|^(?:look into|investigate|diagnose)\b";
    /// Words that tell a cause.
    EXPLAINS = r"\b(?:because|caused by|due to|the (?:root )?(?:cause|reason|culprit|problem) (?:is|was)|turns out|turned out|comes? from|came from|it was|found it|root cause:)";
    /// Words that only guess at one.
    GUESSES = r"\b(?:might|may|maybe|perhaps|probably|possibly|not sure|could be|i think|i suspect|seems?|likely|don't know|no idea)\b";
}

/// Closes what the person asked for last, after a report that names no task. `found`: the turn has closed others.
pub(super) fn of_the_last_request(view: View<'_>, own: &[&Sentence], tasks: &[OpenTask<'_>], found: bool) -> Vec<Act> {
    let agent = view.turn.role != Role::User;
    if agent
        && !found
        && let Some(act) = explained(view, own, tasks)
    {
        return vec![act];
    }
    // "Done" from a person may also be the answer to what the agent asked for.
    let all = if agent || view.offers.is_empty() { all_done(view, own, tasks) } else { Vec::new() };
    if agent || found || !all.is_empty() {
        return all;
    }
    confirmed(view, own, tasks).into_iter().collect()
}

/// The tasks of a request that are done because only another one of it is left: "Only the restore guide remains".
pub(super) fn all_but_one(own: &[&Sentence], tasks: &mut Vec<OpenTask<'_>>) -> Vec<Act> {
    let told = own.iter().find_map(|s| {
        let low = s.text.to_lowercase().replace('*', "");
        let what = ONLY_LEFT.captures(&low)?.name("what")?.as_str().to_owned();
        Some((*s, token_set(&what)))
    });
    let Some((sentence, what)) = told else { return Vec::new() };
    let turns = |t: &OpenTask<'_>| t.item.source_turns.first().map(|s| s.turn_id.clone());
    let Some(left) = tasks.iter().position(|t| share(&what, t) >= CLEARLY) else { return Vec::new() };
    let asked = tasks.get(left).and_then(turns);
    let (of_it, others): (Vec<_>, Vec<_>) =
        tasks.drain(..).enumerate().partition(|(at, t)| *at != left && turns(t) == asked);
    tasks.extend(others.into_iter().map(|(_, t)| t));
    of_it.into_iter().map(|(_, t)| done(sentence, t.item, "all-but-one")).collect()
}

/// Maximum number of words in a sentence that only confirms a note.
const SHORT_NOTE: usize = 6;

/// Whether words tell of what was asked for without a name: "they run on 4 workers now".
fn points_at(low: &str) -> bool {
    after_any(low, phrases!("it|they|that|this|all of them|both of them|everything|all")).is_some()
}

/// Maximum number of words in a report that is only the verb of its task.
const SHORT_DEED: usize = 3;

/// Maximum number of sentences in a report about one task.
const SHORT_REPORT: usize = 5;

/// "Done.", "All three are in", "Wrote it, see the docs folder": closes the tasks of the person's last turn, if nothing
/// is said to be left.
fn all_done(view: View<'_>, own: &[&Sentence], tasks: &[OpenTask<'_>]) -> Vec<Act> {
    // "Good idea. Here is the new gate": agreement before the report.
    let agrees = |s: &&&Sentence| {
        words(&s.text) > 3
            || after_any(&s.text, phrases!("good|great|nice|sure|ok|okay|right|makes sense|agreed")).is_none()
    };
    let Some(first) = own.iter().find(agrees).or(own.first()) else { return Vec::new() };
    let low = first.text.to_lowercase().replace('’', "'");
    // "It's done, have a look when you like"
    let low = INVITES.find(&low).map_or(low.as_str(), |found| low.get(..found.start()).unwrap_or(&low)).to_owned();
    if is_ahead(&low) && !low.starts_with("all ") {
        return Vec::new();
    }
    let Some(asked) = asked_last(view, tasks) else { return Vec::new() };
    // "Added" only says that the note was taken.
    if asked.sentences.iter().any(|s| has_noted(&s.text)) && words(&low) <= SHORT_NOTE && !low.contains("done") {
        return Vec::new();
    }
    let of_it: Vec<&OpenTask<'_>> = tasks.iter().filter(|t| is_of(t.item, asked)).collect();
    // "Swapped." is the deed of "swap the tyres", whatever is asked behind it.
    let offers_more = || view.turn.sentences.iter().filter(|s| s.asks).all(|s| leaves_report(&s.text));
    let own_deed = words(&low) <= SHORT_DEED && of_it.iter().any(|t| is_deed_of(&deeds(&low), t));
    let told = view.turn.role != Role::User
        && own.len() <= SHORT_REPORT
        && (own_deed || is_about(own, &of_it) && !goes_on(view.turn))
        && (tells_deed(&low) || points_at(&low) && reported(&low).is_some() && !only_looks(&low))
        && (own_deed || offers_more());
    if !(told || ALL_DONE.is_match(&low))
        || view.turn.sentences.iter().any(|s| s.asks && s.range.start < first.range.end)
    {
        return Vec::new();
    }
    // "Done" after several requests is about all of them only where it says so.
    let says_all = low.contains("all") || low.contains("everything") || low.contains("both");
    let alone = of_it.len() == 1 || says_all;
    of_it.into_iter().filter(|_| alone).map(|task| done(first, task.item, "done-all")).collect()
}

/// Whether a report is about some of the tasks: it has a word of theirs, points to them, or says no more than what was done.
/// "I fixed the flaky test. There are 31 of them." is not about "migrate the dashboards".
fn is_about(own: &[&Sentence], tasks: &[&OpenTask<'_>]) -> bool {
    let has_word_of = |s: &&Sentence| {
        let said = token_set(&s.text);
        tasks.iter().any(|t| t.content().iter().any(|word| said.iter().any(|s| alike(s, word))))
    };
    own.len() == 1 || own.iter().any(|s| points_at(&s.text.to_lowercase())) || own.iter().any(has_word_of)
}

/// Closes the request for a cause after the agent has told it: "It was slow because every request read the whole table".
fn explained(view: View<'_>, own: &[&Sentence], tasks: &[OpenTask<'_>]) -> Option<Act> {
    const FIRST: usize = 3;
    let task = only_asked(view, tasks).filter(|task| INQUIRY.is_match(&task.summary))?;
    let told = |s: &&&Sentence| {
        let low = s.text.to_lowercase();
        EXPLAINS.is_match(&low) && !GUESSES.is_match(&low)
    };
    let asks = view.turn.sentences.iter().any(|s| s.asks);
    own.iter().take(FIRST).find(told).filter(|_| !asks).map(|s| done(s, task, "explained"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_asked_for_may_be_called_done_at_once() {
        assert!(ALL_DONE.is_match("all three are taken care of") && ALL_DONE.is_match("both of those are in"));
    }
}
