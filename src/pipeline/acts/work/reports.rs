//! Defines reports on tasks: a sentence that names an open task, or points to the last request, and says that it is done.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use super::closing_reports::at_once;
use super::imperative;
use super::last_request::{all_but_one, of_the_last_request};
use super::results::{by_numbers, given, has_begun, in_table, under_way};
use super::work_told::is_fault;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::changes::called_off::{CALLED_OFF, dropped, falls_back};
use crate::pipeline::acts::references::named_tasks::{
    CLEARLY, NAMED, OpenTask, alike, asked_last, deeds, is_deed_of, is_named_by, is_of, is_recent, only_asked,
    open_lately, past, share,
};
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::resolve::is_put_off;
use crate::state::{Item, ItemKind};
use crate::text::{Match, patterns};
use crate::transcript::Role;

/// Words for finished work, as alternatives of a pattern with `(?x)`.
macro_rules! finished {
    () => {
        r"in|done|finished|fixed|live|up|gone|ready|complete|completed|implemented|merged|deployed|written|added|removed|there|solved|resolved|working|in\ place|set\ up|green|covered|passing|shipped|ready\ for\ review|committed|pushed|published|uploaded|created|installed|enabled|disabled|renamed|moved|updated|replaced|deleted|migrated|converted|translated|documented|taken\ care\ of|dealt\ with|sorted|handled|wrapped\ up|delivered|out\ of\ the\ way|behind\ us|good\ to\ go|all\ yours"
    };
}

pub(super) use finished;

patterns! {
    /// How a sentence says that something is done.
    DONE = concat!(r"(?x) \b(?: (?:is|are|'s|'re)\ (?:now\ |already\ |all\ |both\ )?(?:", finished!(), r")
        | works?\ (?:again|now) | (?:is|are)\ now\b | now\ (?:works?|is|are|has|have|shows?|reads?|uses?|\w+s)\b )\b");
    /// Words far before a "now" that say that something is done.
    DONE_BY_NOW = r"(?x) \bthere(?:'s|\ is|\ are)\ [^.;:]{2,60}\ now\b | \b(?:has|have|shows?|uses?|reads?|works?|supports?|accepts?)\b[^,;]{0,60}\bnow\W*$ | \b(?:is|are)\ [^,;:]{3,80}\bnow(?:\W*$|[;,.:])";
    /// How a sentence tells what was done.
    TOLD = r"(?x) \bcan\ now\b | \b(?:landed|shipped)\b | ^\W*ready\ for\ review\b
        | (?:was|were|has\ been|have\ been|got)\ (?:now\ |already\ |all\ |successfully\ |also\ )?(?:added|removed|renamed|deleted|written|updated|created|moved|migrated|converted|replaced|documented|translated|fixed|finished|completed|implemented|built|done)\b
        | ^\W*(?:done|finished|fixed|completed|implemented|added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|set\ up|wired\ up|all\ (?:done|set|green)|rewrote|built|split)\b
        | \b(?:i|we)(?:'ve|\ have|\ just)?\ (?:also\ |now\ |just\ |already\ |successfully\ )?(?:added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|fixed|finished|completed|implemented|extracted|built|rebuilt|rewrote|rewritten|set\ up|wired\ up|wrapped\ up|finali[sz]ed|delivered|merged|pushed|did|done|split)\b
        | \b(?:(?:i'm|i\ am|we're|we\ are)\ (?:now\ |all\ )?)?(?:done|finished|through)\ with\b | \b(?:that's|that\ is|that\ was|that\ makes|this\ makes)\ [^,;:.]{3,60}?\ (?:done|finished|complete|completed|sorted|implemented|wrapped\ up)\b
        | (?:updated|done|written|added|removed|fixed|implemented)(?:,\ |\ and\ )(?:all|everything|tests)\b
        | ^\W*(?:the\ |all\ |both\ )?[\w`'/.-]+(?:\ [\w`'/.-]+){0,3}\ (?:written|added|updated|created|fixed|renamed|removed|moved|implemented|replaced|deployed|extracted|documented|drafted|translated|migrated|converted)\W*$
        | ^\W*\[x\] | ^\W*(?:✅|✓|☑|✔) | [-:—]\s*(?:done|finished|fixed|complete|completed|✅|✓|✔)(?:\W*$|[,;.]|\ and\b) | (?:✅|✓|✔)\W*$ ";
    /// A report that calls its task by number: "(1) finished".
    BY_NUMBER = r"^\W*(?:no\. ?|number |point |item |task |step )?(?P<nth>\d)[).:]* (?:(?:is|are|has been) )?(?:now )?(?:done|finished|fixed|complete|completed|ready|in|merged|through|implemented)\b";
    /// How a sentence denies a fault that there was: "the list doesn't jump any more".
    NO_LONGER = r"(?:n't|\bnot|\bnever)\b [^.;]{2,70}\b(?:any ?more|any longer)\b|\bno longer\b|\b(?:stopped|stops) [a-z]+ing\b";
    /// Words that are no fault's: what is no longer needed was no trouble.
    WANTED = r"\b(?:needs?|needed|wants?|wanted|uses?|supports?|supported|necessary|required|have to|has to|should|must)\b";
    /// How the agent says that work was noted, not done: "I've put the port on the list".
    NOTES = r"\b(?:put|noted|parked|scheduled|planned)\b[^.;]{0,60}? (?:down )?for (?:later|next|tomorrow|the next|after|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b(?:put|noted|parked|it's|is|are)\b[^.;]{0,60}? on (?:the|your|my|our) (?:[\w-]+ )?(?:list|board|agenda|backlog)(?: now| for later| too)*[.! ]*$|\b(?:added|moved|put|noted|filed|wrote|written)\b[^.;]{0,60}? (?:to|in|into|on|as) (?:the |your |my |our |an? )?(?:backlog|todos?|to-?dos?|(?:todo|task|to-?do)[ -]list|follow-?ups?|tracker)(?: now| for later| too)*[.! ]*$|^\W*(?:ok(?:ay)?,? |sure,? |right,? |done,? )*(?:added|noted|put)(?: it| that| this)? (?:to|on|in) (?:the|my|your|our) list\W*$|^\W*(?:ok(?:ay)?,? |sure,? |right,? )*(?:it's |that's )?(?:queued|noted|scheduled|pencill?ed in)(?: up| it| that| in)?[.! ]*$";
    /// How a sentence says that something works as it was to: "the importer skips blank rows now".
    DOES_NOW = r"\b\w{2,}s [^,;:]{2,60}\bnow(?:\W*$|[;,.:])";
    /// Opening words of a report that delivers the result: "here is".
    HANDED = r"^\W*(?:here(?:'s| is| are)|below is|attached(?: is| are)?|(?:i|we)(?:'ve| have)? (?:put|attached)|(?:this is|there you go))\b";
    /// Words that say that the task is not done, anywhere in the sentence.
    OPEN = r"\b(?:not|still|failed|fails|failing|\d+ fail|yet|except|apart from|other than|remaining|remains|open|todo|partly|partially|half|almost|nearly|tried|rolled (?:back|everything back)|reverted|blocked|attempted|couldn't|unable)\b|n't\b|\[ \]|⏳|❌";
    /// Words that say that nothing is left, which has words of what is not done.
    NOTHING_LEFT = r"\b(?:nothing|no|none|zero|0|without)(?: (?:is|was|are|more|other|any|single|known|tests?|checks?|errors?|of them|regressions?))* (?:still )?(?:left|open|missing|pending|failing|failed|fails?|failures?|todos?|remaining|remains?|outstanding)(?: (?:open|over|to do|undone|checks?|tests?|points?|issues?|ends?|work|items?|tasks?))?\b";
    /// Words of work that has begun: "I am painting the gate now", "the gate is in progress".
    UNDER_WAY = r"(?x) ^\W*(?:(?:ok(?:ay)?|sure|right),?\ )?(?:on\ it|working\ on)\b | ^\W*(?:(?:ok(?:ay)?|sure|right|so),?\ )*(?:i'm|i\ am|currently)\ (?:now\ |still\ |just\ |currently\ |busy\ )*[a-z]+ing\b | \b(?:in\ progress|under\ ?way|in\ the\ works|in\ the\ making|ongoing|in\ flight|wip|halfway|midway)\b
        | \b(?:made\ a\ start|start(?:ed)?\ (?:on|with)|scaffold(?:ing|ed)?|groundwork|sketch(?:ed)?|skeleton|stub(?:bed)?|prepar(?:ed|ations)|boilerplate|(?:first|second|one|two|three|half|part|parts|most|some)\ of\ (?:the\ |its\ )?(?:\w+\ )?(?:steps|parts|pieces|phases|stages)|(?:first|second|one)\ (?:step|part|half|piece|phase|stage)|(?:a\ part|parts|half)\ of)\b | \b(?:more\ (?:to\ (?:do|come)|follows)|the\ rest\ (?:follows|comes|is\ (?:next|to\ come)))\b";
    /// Words before the report that make it a plan or a condition.
    AHEAD = r"\b(?:[a-z]+'ll|will|would|should|could|can|may|might|must|if|once|when|until|next|started|starting|going to|need|needs|planned|want|let me|let's|about to|please|before|after)\b";
    /// Words before a report that only announce it, although they seem to plan.
    REPORTS_THAT = r"\b(?:can|could|may) (?:now |happily |finally )?(?:report|confirm|say|tell you|announce)\b";
    /// Openings of the report of an action: "Renamed it in 14 files", "I wrote the migration", "Gone".
    DEED = r"^\W*(?:here(?:'s| is) (?:the|your) (?:updated|new|revised|changed|corrected|adjusted) |here(?:'s| is) [^.:]{3,40} (?:now|as it (?:looks|reads) now)\b)|^\W*(?:(?:ok(?:ay)?|fine|sure|right|alright|all right|great|good|got it|agreed|understood|yes)[,.!:]* )*(?:(?:i|we)(?:'ve| have)? |\d+ \w+ )?(?:just |now )?(?:\w{3,}ed|wrote|written|built|made|put|cut|set up|split|rewrote|rewritten|ripped out|got rid of|took out|gone)\b";
    /// Verbs of investigating, which close no task.
    LOOKS = r"\b(?:looked|checked|searched|opened|started|tried|wanted|needed|attempted|noticed|realized|realised|listed|explored|reviewed|inspected|considered|analy[sz]ed|investigated|compared|planned|reproduced|confirmed|verified|based|related|limited|understood|agreed|updated the plan|stopped|paused|delayed|interrupted|noted|acknowledged|queued|scheduled|deferred|parked|remembered|proposed|suggested|supposed|expected|loaded|located|asked|received)\b";
}

/// Whether a sentence says that something is not done.
pub(super) fn is_unfinished(low: &str) -> bool {
    // "Nothing is left open"
    let left = NOTHING_LEFT
        .find(low)
        .map(|found| [low.get(..found.start()), low.get(found.end()..)].map(Option::unwrap_or_default).concat());
    OPEN.is_match(left.as_deref().unwrap_or(low))
}

/// Whether a sentence only tells that work has begun or that a part of it is done, unless it asks for that part.
fn has_started(low: &str, tasks: &[OpenTask<'_>]) -> bool {
    UNDER_WAY
        .find(low)
        .is_some_and(|found| tasks.iter().all(|t| !t.item.summary.to_lowercase().contains(found.as_str().trim())))
}

/// Whether a sentence plans or sets a condition.
pub(super) fn is_ahead(low: &str) -> bool {
    AHEAD.is_match(low)
}

/// Whether a sentence says that something is done, or that a fault is gone.
pub(super) fn tells_done(low: &str) -> bool {
    reported(low).is_some() || NO_LONGER.is_match(low) || tells_deed(low)
}

/// Whether a sentence opens with the report of an action that is no investigation.
pub(super) fn tells_deed(low: &str) -> bool {
    DEED.is_match(low) && !only_looks(low)
}

/// Whether a sentence tells of looking at something, which closes no task.
pub(super) fn only_looks(low: &str) -> bool {
    LOOKS.is_match(low)
}

/// Whether a sentence says that work was noted.
pub(super) fn notes(low: &str) -> bool {
    NOTES.is_match(low)
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut tasks = open_lately(view);
    if tasks.is_empty() {
        return Vec::new();
    }
    let agent = view.turn.role != Role::User;
    let told = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    let notes = |s: &&Sentence| agent && NOTES.is_match(&s.text.to_lowercase());
    let (noted, mut own): (Vec<&Sentence>, Vec<&Sentence>) = told.partition(notes);
    let mut out: Vec<Act> = noted.iter().map(|s| Act::nothing(s.range.clone(), "noted")).collect();
    if agent && view.turn.sentences.is_empty() && view.turn.bytes > 0 {
        return handed_over(view, &tasks).into_iter().collect();
    }
    if agent {
        let listed = in_table(view, &mut tasks);
        own.retain(|s| !has_begun(&s.text) && (listed.is_empty() || s.block != BlockKind::Row));
        own.retain(|s| !has_started(&s.text.to_lowercase().replace('’', "'"), &tasks));
        tasks.retain(|t| !under_way(view, t));
        out.extend(listed);
    }
    let mut left = false;
    let in_part = OnceCell::new();
    for (at, sentence) in own.iter().enumerate() {
        let low = sentence.text.to_lowercase().replace('’', "'");
        if out.iter().any(|act| act.form == CALLED_OFF) && falls_back(&low) {
            out.push(Act::nothing(sentence.range.clone(), CALLED_OFF));
        } else if !agent
            && at < 4
            && let Some(act) = dropped(view, sentence, &low, &tasks)
        {
            tasks.retain(|t| Some(&t.item.id) != act.target.as_ref());
            out.push(act);
        } else if let Some(act) = no_longer(view, sentence, &low, &mut tasks) {
            out.push(act);
        } else if is_unfinished(&low) {
            left = true;
            if !agent {
                out.extend(done_in_part(sentence, &low, &mut tasks));
            }
        } else {
            out.extend(told_in(view, sentence, &low, &mut tasks, &in_part));
        }
    }
    if agent {
        out.extend(all_but_one(&own, &mut tasks));
    }
    // "Do the import tomorrow": what is put off is done only where it is named.
    tasks.retain(|t| !is_put_off(t.item));
    if !left {
        let found = out.len() > noted.len();
        out.extend(of_the_last_request(view, &own, &tasks, found));
    }
    if agent && out.len() == noted.len() {
        out.extend(at_once(view, &tasks));
    }
    if agent && out.len() == noted.len() {
        out.extend(given(view, &tasks));
    }
    out
}

/// The tasks that a sentence reports as done, as a whole or in one of its clauses: "the gate is oiled and the new hinge is
/// in". `in_part` is whether the turn leaves anything undone, once that was asked for.
fn told_in(
    view: View<'_>,
    sentence: &Sentence,
    low: &str,
    tasks: &mut Vec<OpenTask<'_>>,
    in_part: &OnceCell<bool>,
) -> Vec<Act> {
    let mut out = meant_by(view, sentence, low, tasks, in_part);
    let mut rest = low;
    while let Some((at, len)) = CLAUSES.find(rest).filter(|_| !tasks.is_empty()) {
        let (clause, after) = (rest.get(..at).unwrap_or(""), rest.get(at + len..).unwrap_or(""));
        out.extend(meant_by(view, sentence, clause, tasks, in_part));
        // "Once the gate is oiled, and the hinges are in": what is planned before is planned behind.
        if AHEAD.is_match(clause) {
            break;
        }
        if !CLAUSES.within(after) {
            out.extend(meant_by(view, sentence, after, tasks, in_part));
        }
        rest = after;
    }
    out
}

/// The tasks that words name and report as done, else the only one of the last turns that they are about.
fn meant_by(
    view: View<'_>,
    sentence: &Sentence,
    low: &str,
    tasks: &mut Vec<OpenTask<'_>>,
    in_part: &OnceCell<bool>,
) -> Vec<Act> {
    let numbered = of_numbers(view, low, tasks);
    if !numbered.is_empty() {
        tasks.retain(|t| numbered.iter().all(|task| task.id != t.item.id));
        return numbered.into_iter().map(|task| done(sentence, task, "report")).collect();
    }
    let said = Report::of(low);
    let found = named_in(view, sentence, &said, tasks);
    if !found.is_empty() {
        return found;
    }
    let one = said.done.clone().and_then(|at| only_one_meant(view, low, at, tasks, |_| true)).or_else(|| {
        let at = said.past.filter(|_| !in_part.get_or_init(|| leaves_undone(view)))?;
        only_one_meant(view, low, at..at, tasks, |t| is_deed_of(&said.deeds, t))
    });
    let Some(task) = one else { return found };
    tasks.retain(|t| t.item.id != task.id);
    vec![done(sentence, task, "report")]
}

/// Whether a turn says that something is not done. "The gate is painted. The fence isn't painted yet" reports a part of
/// what was asked for.
fn leaves_undone(view: View<'_>) -> bool {
    view.own().any(|s| is_unfinished(&s.text.to_lowercase().replace('’', "'")))
}

/// The tasks of the last request that a report calls by their places: "(1) finished", "#1-3 complete".
fn of_numbers<'l>(view: View<'l>, low: &str, tasks: &[OpenTask<'l>]) -> Vec<&'l Item> {
    let one = || BY_NUMBER.captures(low)?.name("nth")?.as_str().parse::<usize>().ok();
    let mut numbers = by_numbers(low);
    if numbers.is_empty() {
        numbers.extend(one());
    }
    let Some(asked) = asked_last(view, tasks).filter(|_| !numbers.is_empty()) else { return Vec::new() };
    let listed = asked.sentences.iter().any(|s| s.list.is_some() || s.text.contains("(2)") || s.text.contains("2)"));
    let of_it = view.ledger.of_kind(ItemKind::Task).filter(|t| is_of(t, asked));
    let called = of_it.enumerate().filter(|(at, task)| numbers.contains(&(at + 1)) && task.is_open());
    called.map(|(_, task)| task).filter(|_| listed).collect()
}

/// Joints of clauses that may each report.
const CLAUSES: Phrases = phrases!(", and | and |; |, | plus ");

/// Words that may report, with the places where they do; none of those of a plan.
struct Report<'t> {
    low: &'t str,
    /// The words that say that something is done.
    done: Option<Range<usize>>,
    /// The first verb in the past.
    past: Option<usize>,
    /// The stems of its verbs in the past, for all tasks.
    deeds: Vec<String>,
}

impl<'t> Report<'t> {
    fn of(low: &'t str) -> Self {
        let past = past(low).filter(|at| !AHEAD.is_match(low.get(..*at).unwrap_or("")));
        Self { low, done: reported(low), past, deeds: past.map(|_| deeds(low)).unwrap_or_default() }
    }
}

/// Where words say that something is done, unless they plan it.
pub(super) fn reported(low: &str) -> Option<Range<usize>> {
    let does_now = || DOES_NOW.find(low).filter(|_| !is_fault(low));
    // One pattern of all three would be slow to search: each place in its gaps is a state of its automaton.
    let forms = [&DONE, &DONE_BY_NOW, &TOLD].into_iter().filter_map(|form| form.find(low));
    let found = forms.min_by_key(Match::start).or_else(does_now)?;
    let before = low.get(..found.start())?;
    let before = REPORTS_THAT.find(before).and_then(|that| before.get(that.end()..)).unwrap_or(before);
    (!AHEAD.is_match(before)).then(|| found.range())
}

/// The tasks that words name and report as done.
fn named_in(view: View<'_>, sentence: &Sentence, report: &Report<'_>, tasks: &mut Vec<OpenTask<'_>>) -> Vec<Act> {
    let Report { low, done: ref is_done, past, ref deeds } = *report;
    let handed = view.turn.role != Role::User && HANDED.is_match(low);
    if is_done.is_none() && !handed && past.is_none() {
        return Vec::new();
    }
    // `test_leap_second` names a leap second.
    let said = token_set(&if low.contains('_') { format!("{low} {}", low.replace('_', " ")) } else { low.to_owned() });
    let told =
        |t: &OpenTask<'_>| is_done.is_some() || handed && is_text(t.item) || past.is_some() && is_deed_of(deeds, t);
    let ends = |t: &OpenTask<'_>| told(t) && !is_other_work(low, &said, t) && !covers_only_part(low, &said, t);
    let named = |t: &OpenTask<'_>| Some(share(&said, t)).filter(|share| *share >= NAMED && ends(t));
    let shares: Vec<Option<usize>> = tasks.iter().map(named).collect();
    // A sentence that clearly names one task does not report on another one with a common word.
    let best = shares.iter().copied().max().flatten();
    let mut shares = shares.into_iter();
    let mut out = Vec::new();
    tasks.retain(|task| {
        let share = shares.next().flatten();
        let is_meant = share.is_some_and(|share| share >= CLEARLY) || share.is_some() && share == best;
        out.extend(is_meant.then(|| done(sentence, task.item, "report")));
        !is_meant
    });
    out
}

/// The task of a fault that a sentence denies by now: "the gate doesn't squeak any more".
fn no_longer(view: View<'_>, sentence: &Sentence, low: &str, tasks: &mut Vec<OpenTask<'_>>) -> Option<Act> {
    let found = NO_LONGER.find(low)?;
    let (before, after) = (low.get(..found.start())?, low.get(found.end()..)?);
    let open = OPEN.is_match(before) || OPEN.is_match(after) || AHEAD.is_match(before);
    if open || WANTED.is_match(low) {
        return None;
    }
    let said = token_set(low);
    let repairs = |t: &OpenTask<'_>| is_fault(&t.item.summary) || after_any(&t.item.summary, REPAIRS).is_some();
    let named = tasks.iter().filter(|t| repairs(t)).map(|t| (share(&said, t), t.item)).max_by_key(|(share, _)| *share);
    let pointed = || only_asked(view, tasks).filter(|_| after_any(low, phrases!("it|they|that|this")).is_some());
    let item = named.filter(|(share, _)| *share >= NAMED).map(|(_, item)| item).or_else(pointed)?;
    tasks.retain(|t| t.item.id != item.id);
    Some(done(sentence, item, "no-longer"))
}

/// Openings of a task that is done when a fault is gone.
const REPAIRS: Phrases =
    phrases!("fix|repair|solve|look into|find the cause|stop|prevent|debug|investigate|correct|resolve|make sure");

/// Whether a report names only some of the things that a task joins with "and": "the lamp on the porch is fixed" of "fix
/// the lamps on the porch and in the hall".
fn covers_only_part(low: &str, said: &[String], task: &OpenTask<'_>) -> bool {
    let Some((first, last)) = task.item.summary.rsplit_once(" and ") else { return false };
    // "... and prints the totals" tells what the thing does.
    let names = words(last) == 1 || after_any(last, phrases!("in|on|into|for|to|from|the|a|an|my|our")).is_some();
    let part: Vec<String> = token_set(last).into_iter().filter(|t| task.content().contains(t)).collect();
    let all = phrases!("all|both|everything|each|done with|whole|finished the").within(low);
    // "The fence split" says nothing of "split the fence into posts and boards" but the whole.
    let first = first.rsplit(' ').next().map(token_set).unwrap_or_default();
    let one_named = first.iter().any(|t| said.iter().any(|s| alike(s, t)));
    names && one_named && !all && !part.is_empty() && !part.iter().any(|t| said.iter().any(|s| alike(s, t)))
}

/// Maximum number of words in a sentence that tells of several tasks.
const PARTS: usize = 14;

/// The tasks that a part of a sentence calls done while another part is not: "gate painted, hinges not yet".
fn done_in_part(sentence: &Sentence, low: &str, tasks: &mut Vec<OpenTask<'_>>) -> Vec<Act> {
    let mut out = Vec::new();
    let parts = low.split([',', ';']).flat_map(|part| part.split(" but "));
    let parts = parts.filter(|part| words(low) <= PARTS && !OPEN.is_match(part) && !AHEAD.is_match(part));
    for part in parts.filter(|part| part.len() < low.len()) {
        let said = token_set(part);
        let deeds = deeds(part);
        let ends = |t: &OpenTask<'_>| is_deed_of(&deeds, t) && share(&said, t) >= NAMED;
        if let Some(at) = tasks.iter().position(ends) {
            out.push(done(sentence, tasks.remove(at).item, "report"));
        }
    }
    out
}

/// Closes the request for a text after a turn of the agent that is nothing but code.
fn handed_over(view: View<'_>, tasks: &[OpenTask<'_>]) -> Option<Act> {
    let task = only_asked(view, tasks).filter(|t| is_text(t))?;
    let act = Act::settled(ActKind::Done, 0..view.turn.bytes, task.summary.clone(), "handed-over");
    Some(Act { target: Some(task.id.clone()), ..act })
}

/// The only task of the last turns that the subject of a report names: "the toggle works" of "add a toggle to the
/// settings page".
fn only_one_meant<'l>(
    view: View<'_>,
    low: &str,
    found: Range<usize>,
    tasks: &[OpenTask<'l>],
    may_end: impl Fn(&OpenTask<'l>) -> bool,
) -> Option<&'l Item> {
    let ends = phrases!(",|;| with | in | on | and | to | for | (|: ");
    let thing = |part: &str| {
        let part = part.trim_start_matches([' ', ':', ',']);
        let part = after_any(part, OF_WORK).unwrap_or(part);
        let end = ends.find(part).map_or(part.len(), |(at, _)| at);
        part.get(..end).unwrap_or(part).to_owned()
    };
    // "Good news: the gate is done", "it took a while, but the gate is done"
    let subject = |part: &str| {
        let from = [": ", ", ", "; ", " but ", " - ", " – ", " — ", " so "]
            .iter()
            .filter_map(|j| part.trim_end_matches([':', ',', '-', ' ']).rfind(j).map(|at| at + j.len()))
            .max();
        thing(part.get(from.unwrap_or(0)..).unwrap_or(part))
    };
    // "Gate painted." is nothing but the report.
    let all = found.start == 0 && low.get(found.end..)?.is_empty();
    let is_one = |t: &OpenTask<'_>| !t.item.summary.split(", ").skip(1).any(has_deed);
    let rest = if all { low.trim_end_matches(|c: char| !c.is_alphanumeric()).rsplit_once(' ')?.0 } else { "" };
    let before = low.get(..found.start)?;
    // "That's the gate done"
    let within =
        after_any(low.get(found.clone())?, phrases!("that's|that is|that was|that makes|this makes")).unwrap_or("");
    let within = within.rsplit_once(' ').map_or(within, |(thing, _)| thing);
    let nearest = [" the ", " our ", " your "].iter().filter_map(|article| before.rfind(article)).max();
    let nearest = nearest.and_then(|at| before.get(at..)).unwrap_or("");
    let parts =
        [thing(before), subject(before), thing(nearest), thing(low.get(found.end..)?), thing(rest), thing(within)];
    let said = token_set(low);
    let asked = tasks
        .iter()
        .filter(|t| may_end(t) && !is_other_work(low, &said, t) && !covers_only_part(low, &said, t))
        .filter(|t| !all || is_one(t))
        .map(|t| t.item);
    let mut meant = asked.filter(|t| is_recent(view, t) && parts.iter().any(|p| is_named_by(p, t)));
    let first = meant.next()?;
    meant.next().is_none().then_some(first)
}

/// Words before the thing that work was done on.
const OF_WORK: Phrases = phrases!(
    "status of|the status of|i can report that|i can confirm that|i can say that|happy to report that|the work on|all work on|work on|the work for|everything for|everything on|everything about|all of|the whole of|the change for|the changes for|the implementation of|implementation of|the code for|my work on|the task of|the part about|and|now|also"
);

/// Whether a part of a request asks for another deed: "commit as you go" of "make a branch, commit as you go".
fn has_deed(part: &str) -> bool {
    imperative::opens(part) || after_any(part, phrases!("and|then|commit|push|run|use|make|open")).is_some()
}

pub(super) fn done(sentence: &Sentence, task: &Item, form: &'static str) -> Act {
    let mut act = Act::settled(ActKind::Done, sentence.range.clone(), task.summary.clone(), form);
    act.target = Some(task.id.clone());
    act
}

/// Whether a sentence reports that something was made, while the task asks for other work on it: "`bookings.py` is
/// written" is no report on "test the bookings".
pub(super) fn is_other_work(low: &str, said: &[String], task: &OpenTask<'_>) -> bool {
    if !phrases!("written|created|committed|drafted|generated").within(low) {
        return false;
    }
    let own = task.content().iter().map(String::as_str).chain([task.verb()]);
    let mut other = own.filter(|w| OTHER_WORK.iter().any(|o| o == w)).peekable();
    other.peek().is_some() && !other.any(|w| said.iter().any(|s| alike(s, w)))
}

/// Work on a thing that making it does not do.
static OTHER_WORK: LazyLock<Vec<String>> =
    LazyLock::new(|| token_set("test review delete remove rename deploy measure translate benchmark document publish"));

/// Whether a task asks for a text, so that delivering it closes the task.
fn is_text(task: &Item) -> bool {
    let verb = task.summary.split_whitespace().next().unwrap_or("").to_lowercase();
    phrases!("write|draft|summarise|summarize|translate|list|prepare|create|generate|make|propose|describe|sketch|plot|draw|compile").contains(&verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_as_done_in_many_forms() {
        for said in [
            "all three are taken care of",
            "there's a bell at the gate now, on the left",
            "the gate is oiled and the bell is in",
            "both things are sorted",
            "the gate opens to the left now",
            "the hinges are dealt with",
        ] {
            assert!(reported(said).is_some(), "{said}");
        }
        for said in ["there should be a bell now", "the gate will be done by noon", "once the bell is in, ring it"] {
            assert!(reported(said).is_none(), "{said}");
        }
    }

    #[test]
    fn a_fault_is_denied_by_now() {
        for said in [
            "the gate doesn't squeak any more",
            "the hinges no longer rust",
            "it won't stick anymore in the rain",
            "the bell stopped ringing at night",
        ] {
            assert!(NO_LONGER.is_match(said) && !WANTED.is_match(said), "{said}");
        }
        for said in ["we don't need the gate any more", "the key is no longer necessary"] {
            assert!(WANTED.is_match(said), "{said}");
        }
        assert!(!NO_LONGER.is_match("the gate doesn't squeak"));
    }

    #[test]
    fn a_report_may_call_its_task_by_number() {
        let nth = |said| BY_NUMBER.captures(said).and_then(|c| c.name("nth")?.as_str().parse::<u8>().ok());
        for (said, number) in
            [("(1) finished, all nails", 1), ("2 is done", 2), ("point 3: ready", 3), ("no. 4 is in", 4)]
        {
            assert_eq!(nth(said), Some(number), "{said}");
        }
        for said in ["(2) waits for paint", "3 nails are missing", "12 done"] {
            assert_eq!(nth(said), None, "{said}");
        }
    }
}
