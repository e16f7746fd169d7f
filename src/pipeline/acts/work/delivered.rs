//! Defines work that the agent reports as done where no open task names it: "Added the 23 operation ids" after the
//! person chose to add them. It enters as a task that is done.

use super::reports::{is_ahead, is_unfinished, notes};
use super::work_told::is_fault;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::stems;
use crate::pipeline::acts::sentences::quantities::word_value;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

/// Past forms of work, as alternatives of a pattern.
macro_rules! worked {
    () => {
        r"added|removed|renamed|deleted|wrote|rewrote|written|rewritten|updated|created|generated|regenerated|moved|migrated|converted|replaced|fixed|finished|completed|implemented|solved|resolved|documented|translated|ported|bumped|tagged|refactored|extracted|built|rebuilt|split|merged|pushed|committed|deployed|rolled back|reverted|enabled|disabled|switched|reduced|shortened|lowered|raised|increased|scaffolded|installed|configured|registered|drafted|compressed|trimmed|encrypted|scheduled|opened|closed|posted|applied|published|released|uploaded|imported|exported|integrated|parallelised|parallelized|optimised|optimized|simplified|restored|patched|set up|wired up|hooked up|put|cut"
    };
}

patterns! {
    /// The agent's deed: "added the operation ids", "I've set up the queue".
    DEED = concat!(r"^(?P<who>(?:i|we)(?:'ve| have)? )?(?:just |now |also )*(?:", worked!(), r"):? (?P<object>.+)$");
    /// A thing and what became of it: "the error is fixed", "rgdal is replaced by sf", "policy added in policy/review.rego".
    BECAME = concat!(
        r"^(?P<thing>[^,;:.]{2,60}?)(?: (?:is|are|has been|have been))?(?: now| all| both)* (?:(?:", worked!(), r"|gone|done|live|ready|in place|in|up)(?:$|[,.;:!]| and )|(?:replaced|converted|moved|migrated|ported|switched|rolled back) (?:by|to|into|from|with|in) |(?:added|implemented|documented) (?:in|to|as) [`\w-]*[./_`])"
    );
    /// A report of new behaviour: "the importer skips blank rows now".
    DOES_NOW = r"^(?P<thing>[^,;:.]{2,40}?) (?:now )?[a-z]{2,}s (?:[^,;:]{2,60} )?now$";
}

/// Openings of a report before its verb.
const LEADS: Phrases = phrases!("done|ok|okay|all right|alright|right|sure|then|so|good|great|and|also|now|just");

/// Words of a report that make it one of a mishap, of others, or of how things have been.
const NOT_NOW: Phrases = phrases!(
    " by mistake| accidentally|sorry| already| since | last | your | yours | usually | often | according | by default| years ago| in 19| in 20| yesterday| at night|imagine|suppose | would | somebody | someone "
);

/// Finite verbs: before one of them a past form only describes its noun, as in "hashed passwords are stored".
const FINITE: Phrases = phrases!(
    " is | are | was | were | has | have | can | may | will | exist| includ| cause| make| come| contain| appear| mean| need | needs | fit| take| break| do | does | stay| use | uses | always | never "
);

/// Words that are no part of the name of a thing.
const NO_NAME: Phrases = phrases!(
    " what | how | why | when | where | which | who | i'm | i'll | you | you're | it | that | this | they | there | everything | all | is | are | was | were | been | has | have | not | nothing | somebody "
);

/// Words of a turn in which nothing was done.
const NOTHING_DONE: Phrases = phrases!(
    "not touched|nothing to do|have not changed|haven't changed|not changed anything|no changes|nothing changed"
);

/// Id of the form of what a thing does by now.
const NOW: &str = "does-by-now";

/// Number of the agent's first sentences that may report, and maximum number of words in one.
const FIRST: usize = 3;
const MOST: usize = 40;

/// Number of open tasks searched for one that the person's last turn asked for.
const RECENT: usize = 8;

/// Maximum number of deeds that a turn reports.
const MOST_DEEDS: usize = 2;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    if !states(said) || has_open_task(view, said) {
        return Vec::new();
    }
    let own: Vec<&Sentence> = view.own().filter(|s| s.block == BlockKind::Paragraph).collect();
    if let Some(act) = own.first().and_then(|first| repaired(said, first)) {
        return vec![act];
    }
    let first = own.iter().enumerate().take(FIRST).take_while(|(_, s)| !s.asks);
    let next = |at: usize| own.get(at + 1).map_or("", |next| next.text.as_str());
    let mut told: Vec<Act> = first.filter_map(|(at, s)| of_sentence(s, next(at))).collect();
    if told.is_empty() || own.iter().any(|s| NOTHING_DONE.within(&s.text.to_lowercase())) {
        return Vec::new();
    }
    let wanted: Vec<String> = wanted(view).collect();
    // New behaviour counts as work done only if it shares more than one word with what was wanted.
    let least = |act: &Act| if act.form == NOW { 2 } else { 1 };
    told.retain(|act| named(&act.summary).filter(|word| wanted.contains(word)).take(2).count() >= least(act));
    told.truncate(MOST_DEEDS);
    told
}

/// The fault that the person's last turn told in one sentence, where the agent's next words are that it is repaired.
fn repaired(said: &ReadTurn, first: &Sentence) -> Option<Act> {
    const SHORT: usize = 4;
    const REPAIRED: Phrases =
        phrases!("fixed|solved|resolved|repaired|corrected|done|found and fixed|fixed it|fixed that");
    let low = first.text.to_lowercase();
    let mut told = said.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    let fault = told.next().filter(|s| told.next().is_none() && !s.asks && is_fault(&s.text))?;
    let text = plain(&fault.text);
    let text = unhurried(text.trim_end_matches(['.', '!']));
    let reports = words(&low) <= SHORT && after_any(&low, REPAIRED).is_some() && !is_unfinished(&low);
    let alone = words(text) >= 3 && summary::stands_alone(text) && !summary::points(text);
    let what = || whole(&format!("Fix: {}", capital(text)));
    (reports && alone).then(|| Act::settled(ActKind::Done, first.range.clone(), what(), "repaired"))
}

/// Whether a turn of the person says more than a question.
fn states(said: &ReadTurn) -> bool {
    said.sentences.iter().any(|s| s.block != BlockKind::Quote && !s.asks)
}

/// Whether an open task was asked for in this turn.
fn has_open_task(view: View<'_>, said: &ReadTurn) -> bool {
    let of_it = |task: &Item| task.source_turns.iter().any(|s| s.turn_id == said.turn_id);
    view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT).any(of_it)
}

/// The words of the person's last turn and of the agent's turn that it answered.
fn wanted(view: View<'_>) -> impl Iterator<Item = String> + use<'_> {
    let own = |s: &&Sentence| s.block != BlockKind::Quote;
    view.talk.before().take(2).flat_map(move |turn| turn.sentences.iter().filter(own)).flat_map(|s| named(&s.text))
}

/// The stems of a text's content words; those of a path and of a name in code are its parts.
fn named(text: &str) -> impl Iterator<Item = String> + use<> {
    let parted: String = text.chars().map(|c| if "_/.".contains(c) { ' ' } else { c }).collect();
    stems(&parted).into_iter()
}

fn of_sentence(sentence: &Sentence, next: &str) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let end = phrases!(" - | – | — |; |. ").find(&text).map_or(text.len(), |(at, _)| at);
    let mut told = text.get(..end)?.trim_end_matches(['.', '!', ':', ' ']);
    while let Some(after) = after_any(told, LEADS).filter(|after| !after.is_empty()) {
        told = after.trim_start_matches([',', '.', ':', '!', ' ']);
    }
    let low = told.to_lowercase();
    // "Rolled back to 41" is done, "added, then rolled back" is not.
    let undone = low.replacen("rolled back", "", 1);
    let denied = is_unfinished(&undone) || is_ahead(&low) || notes(&low) || NOT_NOW.within(&format!(" {low} "));
    let taken_back = after_any(next, phrases!("but|somebody|someone|that's|so no|then what|however")).is_some();
    let said = is_deed(&low) || is_state(&low);
    // "Committed as 4fa, the importer skips blank rows now"
    let told = if said { told } else { told.rsplit_once(", ").map_or(told, |(_, last)| last) };
    let by_now = !said && does_now(&told.to_lowercase());
    if words(told) < 3 || words(told) > MOST || denied || taken_back || !(said || by_now) {
        return None;
    }
    let told = unhurried(after_any(told, phrases!("i've|we've|i have|we have|i|we")).unwrap_or(told));
    // "Updated both files with:" leads in a list.
    let leads_in = phrases!(" with| to| for| in| by| as follows").iter().any(|end| told.ends_with(end));
    // "The four are gone"
    let counts =
        after_any(told, phrases!("the|all|both")).and_then(|rest| rest.split(' ').next()).is_some_and(is_number);
    let clear = summary::stands_alone(told) && !summary::points(told) && !leads_in && !counts;
    let form = if by_now { NOW } else { "delivered" };
    clear.then(|| Act::settled(ActKind::Done, sentence.range.clone(), whole(&capital(told)), form))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || word_value(word).is_some()
}

/// Whether a sentence of the agent reports that something was done or is in place.
pub(in crate::pipeline::acts) fn is_report(text: &str) -> bool {
    let low = plain(text).to_lowercase().replace('’', "'");
    let told = after_any(&low, LEADS).unwrap_or(&low).trim_start_matches([',', '.', ':', '!', ' ']);
    low.starts_with("done") || is_deed(told) || is_state(told)
}

/// Whether words tell a deed with its object: "added the operation ids", no "hashed passwords are stored".
fn is_deed(low: &str) -> bool {
    let Some(found) = DEED.captures(low) else { return false };
    let object = found.name("object").map_or("", |m| m.as_str());
    let first = object.split(' ').next().unwrap_or("");
    // "Implemented in report.c: a threshold of 2 %" names its object behind the place.
    let placed = phrases!("in|to").contains(first) && object.contains(": ");
    let pointed = phrases!("it|that|this|them|those|these|by|in|to|as|on|from|with|for").contains(first);
    let clause = phrases!(" that | which | so | and | where | to | because |, |; |: ");
    let main = clause.find(object).and_then(|(at, _)| object.get(..at)).unwrap_or(object);
    let describes = found.name("who").is_none() && FINITE.within(&format!(" {main} "));
    (!pointed || placed) && !describes
}

/// Whether words tell what a thing does by now, and no fault.
fn does_now(low: &str) -> bool {
    let thing = DOES_NOW.captures(low).and_then(|c| Some(c.name("thing")?.as_str().to_owned()));
    thing.is_some_and(|thing| !is_fault(low) && words(&thing) <= 6 && !NO_NAME.within(&format!(" {thing} ")))
}

/// Whether words tell what became of a thing.
fn is_state(low: &str) -> bool {
    // "The gate is disabled" tells how it has been all along as often as not.
    const LASTS: Phrases =
        phrases!(" is disabled| is enabled| is scheduled| is configured| is closed| is open| is set up| is up| is in ");
    let Some(found) = BECAME.captures(low).filter(|_| !LASTS.within(low) || phrases!(" now").within(low)) else {
        return false;
    };
    let thing = found.name("thing").map_or("", |m| m.as_str());
    words(thing) <= 6 && !NO_NAME.within(&format!(" {thing} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_told_from_descriptions() {
        for said in [
            "added the four mirrors to the hall",
            "i've shortened the ropes to 3 m",
            "implemented in hall.c: a second mirror",
            "replaced the lamp that makes the noise",
        ] {
            assert!(is_deed(said), "{said}");
        }
        for said in
            ["hashed ropes are stored in the hall", "removed parts make it lighter", "added it", "broke the lamp"]
        {
            assert!(!is_deed(said), "{said}");
        }
        for said in
            ["the lamp is fixed", "mirrors replaced by glass", "the old rope is gone", "rule added in hall/rules.toml"]
        {
            assert!(is_state(said), "{said}");
        }
        for said in ["the lamp shows the hour now", "the hall opens at nine now"] {
            assert!(does_now(said), "{said}");
        }
        for said in ["it shows the hour now", "the lamp fails at night now", "the lamps show the hour"] {
            assert!(!does_now(said), "{said}");
        }
        for said in
            ["the mirrors are created in the hall", "the hall was last updated in may", "the lamp is fixed to the wall"]
        {
            assert!(!is_state(said), "{said}");
        }
    }
}
