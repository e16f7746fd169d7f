//! Defines closing reports: the agent's last turn before the person goes on, which tells in words of its own that the work
//! is done. It ends the tasks of the last request, however few of their words it shares, unless it leaves something undone
//! or the person is not content.

use super::delivered;
use super::reports::{done, is_ahead, is_other_work, notes, only_looks, tells_done};
use super::results::leaves_report;
use super::work_judged::complains;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::references::named_tasks::{OpenTask, asked_last, is_of, names, open_lately, share};
use crate::pipeline::acts::sentences::wording::{after_any, lowered};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::resolve::is_put_off;
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// How a report says that something is left, failed or under way.
    LEAVES = r"(?x) \b(?:remains?(?:\ (?:to|open|undone|unfinished)\b|\W*$)|remaining\ (?:\w+\ )?(?:tasks?|work|items?|steps?|issues?|ones?|errors?|failures?|tests?|parts?|is|are)|todo|left\ (?:to\ do|open|out)|later|unable|except|apart\ from|aside\ from|in\ progress|under\ way|underway|blocked|partly|partially|halfway|so\ far|not\ yet|not\ (?:been\ )?(?:done|finished|fixed|implemented|started|touched|changed|run|tested|committed)|couldn't|could\ not|can't|cannot|haven't|hasn't|didn't\ (?:get|manage|touch|do|find|change|run)|no\ changes)\b
        | \b(?:still|yet)\ (?:to|need|needs|open|missing|fail\w*|broken|have|has|pending|waiting|running|red|not)\b | \b(?:is|are)\ (?:still\ )?(?:missing|pending|failing|open|running)\b
        | \b[1-9]\d*\ (?:\w+\ )?(?:fail\w*|errors?|remain\w*|left|open)\b | \b(?:tests?|build|job|step|it|run|deploy\w*|push)\ (?:now\ )?(?:fails?|failed|breaks?|broke|crash\w*|times?\ out)\b
        | n't\ (?:work|pass|compile|build|yet)\b | \ yet\b | \b(?:rolled?|rolling)\ (?:it|that|them|everything|all|back)\b(?:.*\bback\b)? | \bi\ lack\b | \bnothing\ (?:was\ |has\ been\ |is\ )?(?:changed|done|written|pushed)\b | \bgave\ up\b | \bno\ luck\b | \bi\ tried,?\ but\b | \bcoming\ up\b | \bshould\ be\ (?:done|ready|finished)\b | \[\ \] | ⏳ | ❌ | \b(?:waiting|wait)\ for\b | \bonce\ you\b | \bbefore\ i\b ";
    /// How a report says that the work is over.
    OVER = r"(?x) ^\W*(?:(?:all|it's|everything\ is)\ )?(?:done|fixed|finished|completed?|committed|pushed|merged|landed|shipped|green|implemented)\b
        | (?:,|\band)\ (?:now\ )?(?:fixed|committed|pushed|merged|deployed|released)\b | \bcommitted\ (?:as|on|in|to|and)\b ";
    /// How a report says that what was checked is in order; by itself it tells of no work.
    CHECKED = r"(?x) \b(?:tests?|suite|ci|build|lint|checks|everything)\ (?:is\ |are\ |all\ |now\ |still\ )*(?:pass(?:es|ed)?|green|clean)\b";
}

/// Id of the form of these acts.
pub(super) const FORM: &str = "closing-report";

/// Openings of a turn of the person after which the work goes on.
const GOES_ON: Phrases = phrases!(
    "continue|go on|go ahead|keep going|keep at it|carry on|proceed|resume|finish|weiter|and the rest|is it done|are you|you forgot|you missed|you didn't|you haven't|why didn't|why haven't|that's not|not what|try again|again|retry|status|wait|stop|hold on|any news|any luck|how far"
);

/// Number of tasks searched for those of the same turn.
const RECENT: usize = 16;

/// Words of a question whether to go on with what is left.
const REST: Phrases = phrases!("the rest|remaining|the others|go on|keep going");

/// Words by which the person takes back what was done.
const TAKES_BACK: Phrases = phrases!("undo|revert|roll back|roll it back|roll that back|put it back|put that back");

/// Number of bytes of a turn behind its last sentence, from which it shows something there.
const SHOWN: usize = 20;

/// Closes the tasks of the person's last request that the agent's last turn reports as done, by acts of that turn.
/// `acts`: those of the person's turn.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &[Act]) -> Vec<Act> {
    let tasks = open_lately(view);
    let Some(report) = view.agents_turn().filter(|_| !view.talk.interrupted && !tasks.is_empty()) else {
        return Vec::new();
    };
    let is_told = |t: &OpenTask<'_>| acts.iter().any(|act| act.target.as_ref() == Some(&t.item.id));
    let asked_again = |t: &OpenTask<'_>| view.own().any(|s| names(&s.text, t));
    let mut of_it = asked_for(view, &tasks);
    // A report that names some of what was asked for is about these.
    if of_it.iter().any(|t| is_part(view, t.item)) {
        return Vec::new();
    }
    of_it.retain(|t| !is_told(t) && !asked_again(t));
    if of_it.is_empty() || is_discontent(view) {
        return Vec::new();
    }
    let told = closing(report, view.talk.changed_files);
    of_it.into_iter().filter_map(|t| Some(done(about(told.as_deref()?, t)?, t.item, FORM))).collect()
}

/// Closes the tasks of the person's last request where the agent's turn says without a doubt that its work is over: "All
/// green, committed".
pub(super) fn at_once(view: View<'_>, tasks: &[OpenTask<'_>]) -> Vec<Act> {
    let is_over = |s: &Sentence| !s.asks && is_over(&lowered(&s.text));
    let of_it = asked_for(view, tasks);
    if of_it.is_empty() || !view.own().any(is_over) {
        return Vec::new();
    }
    let told = closing(view.turn, false);
    of_it.into_iter().filter_map(|t| Some(done(about(told.as_deref()?, t)?, t.item, FORM))).collect()
}

/// Whether another task of the same turn has been done since.
fn is_part(view: View<'_>, task: &Item) -> bool {
    let turn = task.source_turns.first().map(|s| &s.turn_id);
    let mut others = view.ledger.of_kind(ItemKind::Task).rev().take(RECENT);
    others.any(|t| !t.is_open() && t.source_turns.first().map(|s| &s.turn_id) == turn)
}

/// The open tasks of the person's last request, but those that were put off.
fn asked_for<'t, 'l>(view: View<'_>, tasks: &'t [OpenTask<'l>]) -> Vec<&'t OpenTask<'l>> {
    let asked = asked_last(view, tasks);
    tasks.iter().filter(|t| asked.is_some_and(|turn| is_of(t.item, turn)) && !is_put_off(t.item)).collect()
}

/// The sentence of a report that has most words of a task, else the first that says that the work is over; none where it
/// tells of other work.
fn about<'s>(told: &[&'s Sentence], task: &OpenTask<'_>) -> Option<&'s Sentence> {
    let fits = |s: &&Sentence| (share(&token_set(&s.text), task), is_over(&lowered(&s.text)));
    let best = told.iter().rev().copied().max_by_key(fits)?;
    Some(best).filter(|s| !is_other_work(&lowered(&s.text), &token_set(&s.text), task))
}

/// The sentences of a turn of the agent that tell of deeds, if the turn leaves nothing undone, asks for nothing and does
/// not announce what comes next. Where the agent has changed files, its last sentence tells of them.
fn closing(turn: &ReadTurn, changed: bool) -> Option<Vec<&Sentence>> {
    let own: Vec<&Sentence> = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote).collect();
    let last = own.iter().rev().find(|s| !s.asks)?;
    let leads_in = last.text.trim_end().ends_with(':') && turn.bytes <= last.range.end + SHOWN;
    let asks = |s: &&&Sentence| s.asks && (!leaves_report(&s.text) || REST.within(&lowered(&s.text)));
    if leads_in || announces(&lowered(&last.text)) || own.iter().any(|s| asks(&s) || LEAVES.is_match(&lowered(&s.text)))
    {
        return None;
    }
    let mut told: Vec<&Sentence> = own.iter().copied().filter(|s| tells(s)).collect();
    // "The build is green" at the head of a report may be how things were before the work.
    if !changed && told.iter().all(|s| only_checks(&lowered(&s.text))) {
        return None;
    }
    if told.is_empty() {
        told.push(last);
    }
    Some(told)
}

fn is_over(low: &str) -> bool {
    OVER.is_match(low) || CHECKED.is_match(low)
}

/// Whether a sentence says that what was checked is in order and tells of no work.
fn only_checks(low: &str) -> bool {
    !OVER.is_match(low) && CHECKED.find(low).is_some_and(|found| !tells_done(&low.replacen(found.as_str(), "", 1)))
}

/// Whether a sentence reports a deed or how something is by now.
fn tells(sentence: &Sentence) -> bool {
    let low = lowered(&sentence.text);
    !sentence.asks
        && !notes(&low)
        && !is_ahead(&low)
        && !only_looks(&low)
        && (delivered::is_report(&sentence.text) || tells_done(&low))
}

/// Whether a turn of the agent leaves something undone, announces what comes next or only takes work on.
pub(super) fn goes_on(turn: &ReadTurn) -> bool {
    let mut own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote && !s.asks);
    own.clone().next_back().is_some_and(|last| announces(&lowered(&last.text)))
        || own.any(|s| LEAVES.is_match(&lowered(&s.text)))
}

/// Whether a sentence announces what the agent does next, or only takes work on.
fn announces(low: &str) -> bool {
    const TAKES_ON: Phrases = phrases!(
        "on it|will do|noted|all noted|both noted|all three noted|ok|okay|sure|got it|understood|on my list|it's on my list|it's on the list|right away|sure thing|fine"
    );
    const NEXT: Phrases = phrases!("i'll|i will|i'm going|i am going|i'm about|let me|let's|going to|we'll|next");
    const LEADS: Phrases = phrases!("now|then|so|ok|okay|also|first|finally|and|but");
    if TAKES_ON.contains(low.trim_end_matches(['.', '!', ' '])) {
        return true;
    }
    let told = after_any(low, LEADS).unwrap_or(low).trim_start_matches([',', ':', ' ']);
    // "Comparing the picture with the text"
    let under_way =
        told.split(' ').next().is_some_and(|verb| verb.len() > 5 && verb.ends_with("ing") && !verb.ends_with("thing"));
    under_way || after_any(told, NEXT).is_some_and(|rest| after_any(rest, phrases!("know")).is_none())
}

/// Whether the person asks for more of the same work, or says that it is not done.
fn is_discontent(view: View<'_>) -> bool {
    let Some(first) = view.own().next() else { return false };
    let low = lowered(&first.text);
    after_any(&low, GOES_ON).is_some()
        || TAKES_BACK.within(&low)
        || view.own().take(2).any(|s| complains(&lowered(&s.text)))
}
