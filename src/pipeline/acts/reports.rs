//! Defines reports on tasks: a sentence that names an open task and says that it is done, dropped or put off.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use super::wording::{after_any, unhurried, words};
use super::work_lists::has_noted;
use super::work_told::is_fault;
use super::{Act, ActKind, View};
use crate::language::phrases::phrases;
use crate::language::stems::{stem, token_set, tokens};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

/// Words before an order to drop a task or to put it off, as alternatives of a pattern with `(?x)`.
macro_rules! led {
    () => {
        r"no,?\ |ok,?\ |oh,?\ |ah,?\ |uff,?\ |nah,?\ |yeah,?\ |hm+,?\ |argh,?\ |on\ second\ thought,?\ |actually,?\ |and\ |but\ |please,?\ |well,?\ |so\ |then\ |let'?s\ |we\ can\ |you\ can\ |we'll\ |i'd\ say\ "
    };
}

patterns! {
    /// How a sentence says that something is done.
    DONE = r"(?x) \b(?: (?:is|are|'s|'re)\ (?:now\ |already\ |all\ |both\ )?(?:in|done|finished|fixed|live|up|gone|ready|complete|completed|implemented|merged|deployed|written|added|removed|there|solved|resolved|working|in\ place|set\ up|green|covered|passing|shipped|ready\ for\ review)
        | works?\ (?:again|now) | (?:is|are)\ now\b | now\ (?:works?|is|are|has|have|shows?|reads?|uses?|\w+s)\b )\b
        | \b(?:has|have|shows?|uses?|reads?|works?|supports?|accepts?)\b[^,;]{0,60}\bnow\W*$ | \b(?:is|are)\ [^,;:]{3,80}\bnow(?:\W*$|[;,.:]) | \bcan\ now\b | \b(?:landed|shipped)\b | ^\W*ready\ for\ review\b
        | (?:was|were|has\ been|have\ been|got)\ (?:now\ |already\ |all\ |successfully\ |also\ )?(?:added|removed|renamed|deleted|written|updated|created|moved|migrated|converted|replaced|documented|translated|fixed|finished|completed|implemented|built|done)\b
        | ^\W*(?:done|finished|fixed|completed|implemented|added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|set\ up|wired\ up|all\ (?:done|set|green)|rewrote|built|split)\b
        | \b(?:i|we)(?:'ve|\ have|\ just)?\ (?:also\ |now\ |just\ |already\ |successfully\ )?(?:added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|fixed|finished|completed|implemented|extracted|built|rebuilt|rewrote|rewritten|set\ up|wired\ up|did|done|split)\b
        | (?:updated|done|written|added|removed|fixed|implemented)(?:,\ |\ and\ )(?:all|everything|tests)\b
        | ^\W*\[x\] | ^\W*(?:✅|✓|☑|✔) | [-:—]\s*(?:done|finished|fixed|✅|✓|✔)\W*$ | (?:✅|✓|✔)\W*$ ";
    /// How the agent says that work was noted, not done: "I've put the port on the list".
    NOTES = r"\b(?:put|noted|parked|it's|is|are)\b[^.;]{0,60}? on (?:the|your|my|our) (?:[\w-]+ )?(?:list|board|agenda|backlog)(?: now| for later| too)*[.! ]*$|\b(?:added|moved|put|noted|filed|wrote|written)\b[^.;]{0,60}? (?:to|in|into|on|as) (?:the |your |my |our |an? )?(?:backlog|todos?|to-?dos?|(?:todo|task|to-?do)[ -]list|follow-?ups?|tracker)(?: now| for later| too)*[.! ]*$";
    /// How a sentence says that something works as it was to: "the importer skips blank rows now".
    DOES_NOW = r"\b\w{2,}s [^,;:]{2,60}\bnow(?:\W*$|[;,.:])";
    /// A past participle; it closes only a task with the same verb.
    PAST = r"\b(?:\w{3,}ed|written|built|rewritten|rewrote|wrote|split|set up|made|put|cut|done)\b";
    /// Opening words of a report that delivers the result: "here is".
    HANDED = r"^\W*(?:here(?:'s| is| are)|below is|attached(?: is| are)?|(?:i|we)(?:'ve| have)? (?:put|attached)|(?:this is|there you go))\b";
    /// A task that asks for a cause.
    INQUIRY = r"(?i)^(?:look into|find out|figure out|work out|investigate|track down|check|see|diagnose|analy[sz]e|debug)\b.*\b(?:why|what causes|what makes|the (?:cause|reason|culprit)|where .* comes? from)\b|^(?:look into|investigate|diagnose)\b";
    /// Words that tell a cause.
    EXPLAINS = r"\b(?:because|caused by|due to|the (?:root )?(?:cause|reason|culprit|problem) (?:is|was)|turns out|turned out|comes? from|came from|it was|found it|root cause:)";
    /// Words that only guess at one.
    GUESSES = r"\b(?:might|may|maybe|perhaps|probably|possibly|not sure|could be|i think|i suspect|seems?|likely|don't know|no idea)\b";
    /// Words that say that the task is not done, anywhere in the sentence.
    OPEN = r"\b(?:not|still|failed|fails|failing|yet|except|apart from|other than|remaining|remains|open|todo|partly|partially|half|almost|nearly|tried|rolled (?:back|everything back)|reverted|blocked|attempted|couldn't|unable)\b|n't\b|\[ \]|⏳|❌";
    /// Words before the report that make it a plan or a condition.
    AHEAD = r"\b(?:will|would|should|could|can|may|might|must|if|once|when|until|next|started|starting|going to|need|needs|planned|want|let me|let's|about to|please|before|after)\b";
    /// A report about all that was asked for.
    ALL_DONE = r"(?x) ^\W*(?:(?:all|everything)\ (?:is\ |'s\ )?(?:done|set|finished|in|complete|completed|fixed|ready|implemented)|(?:all|both|all\ (?:two|three|four|five))\ (?:of\ (?:them|it)\ )?(?:are\ |is\ )?(?:done|finished|fixed|in|complete|implemented)
        | done|finished|fixed|completed|implemented|that's\ (?:done|it|in)|it's\ (?:done|fixed|in)|\w{3,}ed\ (?:in|it|that|this|them))\b
        | \b(?:fixed|solved|changed|removed|renamed|updated|added|did|repaired|replaced|corrected|implemented)\ (?:it|that|this|them|both|all)\b";
    /// How people say that they have tried a result: "checked, all sums right now".
    CONFIRMED = r"^\W*(?:ok,? |yes,? |yep,? |great,? |just |i |i've |i just |we )*(?:checked|tested|verified|confirmed|tried (?:it|that|this)(?: out)?)\b[^?]*\b(?:right|fine|good|works?|working|correct|perfect|ok|okay|green|passes|great|solved|gone|fixed|as expected)\b";
    /// Openings of the report of an action: "Renamed it in 14 files", "I wrote the migration", "Gone".
    DEED = r"^\W*(?:(?:i|we)(?:'ve| have)? )?(?:just |now )?(?:\w{3,}ed|wrote|built|made|put|cut|set up|split|rewrote|ripped out|got rid of|took out|gone)\b";
    /// Verbs of investigating, which close no task.
    LOOKS = r"\b(?:looked|checked|searched|opened|started|tried|wanted|needed|attempted|noticed|realized|realised|listed|explored|reviewed|inspected|considered|analy[sz]ed|investigated|compared|planned|reproduced|confirmed|verified|based|related|limited|understood|agreed|updated the plan|stopped|paused|delayed|interrupted|noted|acknowledged|queued|scheduled|deferred|parked|remembered|proposed|suggested|supposed|expected|loaded|located|asked|received)\b";
    /// How people drop a task.
    DROPS = concat!(r"(?x) ^(?:", led!(), r")* (?:
        (?:skip|drop|not\ do|not\ bother\ with|forget(?:\ about)?|scrap|cancel|scratch|ditch|abandon|kill|nix|don't\ bother\ with|don't\ do|never\ ?mind|leave\ out|omit|no\ need\ (?:for|to)|we\ (?:don't|no\ longer)\ need|we\ won't\ need|you\ don't\ need\ to|not\ doing|stop\ working\ on|(?:let's|lets)\ not\ (?:do|bother\ with))\ (?P<what>.+)
        | (?P<gone>.+?)\ (?:isn't|is\ not|aren't|are\ not|is\ no\ longer|are\ no\ longer|won't\ be)\ (?:needed|necessary|required)\b.*
        | (?:take|cross|strike|scratch)\ (?P<listed>.+?)\ off(?:\ (?:the|your|my|our)\ [\w-]+(?:\ list)?)?(?:\ again|\ then|,\ .*)?
        | (?P<topic>.+?)\ (?:you|we)\ can\ (?:drop|skip|forget(?:\ about)?|scrap|cancel|leave\ out|omit|cross\ off)(?:\ (?:altogether|entirely|completely|again|then|now|after\ all)|,\ .*)?
        | (?:you|u)\ can\ leave\ (?P<left>.+?)\ alone(?:\ then|\ now|,\ .*)?
        | (?P<became>.+?)\ (?:is|are)\ (?:off\ the\ (?:table|list)|obsolete|out\ of\ scope|cancelled|canceled|unnecessary)\b.*
        | (?:(?:my|our|the)\ )?(?P<who>\w+)(?:\ \w+)?\ (?:took\ over|takes\ over|will\ take\ over|is\ taking\ over|is\ handling|handles|is\ (?:already\ )?(?:doing|working\ on)|will\ (?:do|handle|take))\ (?P<taken>.+) ) $");
    /// How people take back what they just asked for, without a name.
    NEVER_MIND = r"^(?:oh|ah|ok|okay|hm+|uff|well|no|so)*[,. ]*(?:never ?mind|nvm|forget (?:it|that|about it)|leave it)(?: then| that| about it| for now|, .*)?$";
    /// How people put a task off.
    PUT_OFF = concat!(r"(?x) ^(?:", led!(), r"|i'd\ )*
        (?: (?:leave|do|keep|save|handle|tackle|move|push)\ .+?\ (?:for\ later|for\ now|later|for\ another\ day|next\ (?:week|sprint|month|time|release)|tomorrow|to\ (?:next|the\ next|a\ later)\ .+|on\ hold|until\ .+|after\ .+|aside|back)\b.*
        | (?:park|postpone|defer|delay|shelve|pause|hold\ off\ (?:on|with)|put\ .+\ (?:off|on\ hold|aside|on\ the\ back\ burner)|wait\ with|not\ now|later|not\ yet|skip\ .+\ for\ now)\b.* ) $");
}

/// Whether a sentence says that something is not done.
pub(super) fn is_unfinished(low: &str) -> bool {
    OPEN.is_match(low)
}

/// Whether a sentence plans or sets a condition.
pub(super) fn is_ahead(low: &str) -> bool {
    AHEAD.is_match(low)
}

/// Whether a sentence says that work was noted.
pub(super) fn notes(low: &str) -> bool {
    NOTES.is_match(low)
}

/// Open tasks that a report can be about, newest first.
const RECENT: usize = 16;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let mut tasks: Vec<Task> = view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT).map(Task::new).collect();
    if tasks.is_empty() {
        return Vec::new();
    }
    let agent = view.turn.role != Role::User;
    let told = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    let notes = |s: &&Sentence| agent && NOTES.is_match(&s.text.to_lowercase());
    let (noted, own): (Vec<&Sentence>, Vec<&Sentence>) = told.partition(notes);
    let mut out: Vec<Act> = noted.iter().map(|s| Act::nothing(s.range.clone(), "noted")).collect();
    if agent && view.turn.sentences.is_empty() && view.turn.bytes > 0 {
        return handed_over(view, &tasks).into_iter().collect();
    }
    let mut left = false;
    for (at, sentence) in own.iter().enumerate() {
        let low = sentence.text.to_lowercase().replace('’', "'");
        if !agent
            && at < 4
            && let Some(act) = dropped(view, sentence, &low, &tasks)
        {
            tasks.retain(|t| Some(&t.item.id) != act.target.as_ref());
            out.push(act);
            continue;
        }
        if OPEN.is_match(&low) {
            left = true;
            if !agent {
                out.extend(done_in_part(sentence, &low, &mut tasks));
            }
            continue;
        }
        let does_now = DOES_NOW.find(&low).filter(|_| !is_fault(&low));
        let reported = DONE.find(&low).or(does_now).filter(|at| !AHEAD.is_match(low.get(..at.start()).unwrap_or("")));
        let handed = agent && HANDED.is_match(&low);
        let past = PAST.find(&low).filter(|at| !AHEAD.is_match(low.get(..at.start()).unwrap_or("")));
        if reported.is_none() && !handed && past.is_none() {
            continue;
        }
        // `test_leap_second` names a leap second.
        let said = token_set(&if low.contains('_') { format!("{low} {}", low.replace('_', " ")) } else { low.clone() });
        let told = |t: &Task| reported.is_some() || handed && is_text(t.item) || past.is_some() && is_deed_of(&said, t);
        let ends = |t: &Task| told(t) && !is_other_work(&low, &said, t) && !covers_only_part(&low, &said, t);
        // A sentence that clearly names one task does not report on another one with a common word.
        let best = tasks.iter().filter(|t| ends(t)).map(|t| share(&said, t)).max().unwrap_or(0);
        let named = |t: &Task| share(&said, t) >= NAMED && (share(&said, t) >= CLEARLY || share(&said, t) == best);
        let found = out.len();
        while let Some(at) = tasks.iter().position(|t| ends(t) && named(t)) {
            let task = tasks.remove(at);
            out.push(done(sentence, task.item, "report"));
        }
        if out.len() == found
            && let Some(task) = reported.and_then(|at| only_one_meant(view, &low, at.range(), &tasks))
        {
            tasks.retain(|t| t.item.id != task.id);
            out.push(done(sentence, task, "report-of-one"));
        }
    }
    if !left {
        let found = out.len() > noted.len();
        out.extend(of_the_last_request(view, &own, &tasks, found));
    }
    out
}

/// Closes what the person asked for last, after a report that names no task. `found`: the turn has closed others.
fn of_the_last_request(view: View<'_>, own: &[&Sentence], tasks: &[Task], found: bool) -> Vec<Act> {
    let agent = view.turn.role != Role::User;
    if agent
        && !found
        && let Some(act) = explained(view, own, tasks)
    {
        return vec![act];
    }
    // "Done" from a person may also be the answer to what the agent asked for.
    if agent || view.offers.is_empty() {
        return all_done(view, own, tasks);
    }
    confirmed(view, own, tasks).filter(|_| !found).into_iter().collect()
}

/// Whether a report names only some of the things that a task joins with "and": "the lamp on the porch is fixed" of "fix
/// the lamps on the porch and in the hall".
fn covers_only_part(low: &str, said: &[String], task: &Task) -> bool {
    let Some((_, last)) = task.item.summary.rsplit_once(" and ") else { return false };
    // "... and prints the totals" tells what the thing does.
    let names = words(last) == 1 || after_any(last, phrases!("in|on|into|for|to|from|the|a|an|my|our")).is_some();
    let part: Vec<String> = token_set(last).into_iter().filter(|t| task.content().contains(t)).collect();
    let all = phrases!("all|both|everything|each|done with|whole|finished the").within(low);
    names && !all && !part.is_empty() && !part.iter().any(|t| said.iter().any(|s| alike(s, t)))
}

/// Maximum number of words in a sentence that tells of several tasks.
const PARTS: usize = 14;

/// The tasks that a part of a sentence calls done while another part is not: "gate painted, hinges not yet".
fn done_in_part(sentence: &Sentence, low: &str, tasks: &mut Vec<Task>) -> Vec<Act> {
    let mut out = Vec::new();
    let parts = low.split([',', ';']).flat_map(|part| part.split(" but "));
    let parts = parts.filter(|part| words(low) <= PARTS && !OPEN.is_match(part) && !AHEAD.is_match(part));
    for part in parts.filter(|part| part.len() < low.len()) {
        let said = token_set(part);
        let ends = |t: &Task| PAST.is_match(part) && is_deed_of(&said, t) && share(&said, t) >= NAMED;
        if let Some(at) = tasks.iter().position(ends) {
            out.push(done(sentence, tasks.remove(at).item, "report"));
        }
    }
    out
}

/// Closes the request for a text after a turn of the agent that is nothing but code.
fn handed_over(view: View<'_>, tasks: &[Task]) -> Option<Act> {
    let task = only_asked(view, tasks).filter(|t| is_text(t))?;
    let act = Act::settled(ActKind::Done, 0..view.turn.bytes, task.summary.clone(), "handed-over");
    Some(Act { target: Some(task.id.clone()), ..act })
}

/// An open task with its words, computed once for all sentences of a turn.
struct Task<'a> {
    item: &'a Item,
    /// The stem of its first word, its verb.
    verb: OnceCell<String>,
    /// The stem of its past form. The stem of "added" is not that of "add".
    past: OnceCell<String>,
    /// The words that name it.
    content: OnceCell<Vec<String>>,
}

impl<'a> Task<'a> {
    fn new(item: &'a Item) -> Self {
        Self { item, verb: OnceCell::new(), past: OnceCell::new(), content: OnceCell::new() }
    }

    fn verb(&self) -> &str {
        let first = || self.item.summary.split_whitespace().next();
        self.verb.get_or_init(|| first().map(|w| stem(&w.to_lowercase())).unwrap_or_default())
    }

    fn past(&self) -> &str {
        self.past.get_or_init(|| stem(&format!("{}ed", self.verb())))
    }

    fn content(&self) -> &[String] {
        self.content.get_or_init(|| {
            let all = tokens(&self.item.summary);
            let names = |t: &&String| VERBS.binary_search(t).is_err() && **t != self.verb();
            let content: Vec<String> = all.iter().filter(names).cloned().collect();
            if content.is_empty() { all } else { content }
        })
    }
}

/// The only task of the last turns that the subject of a report names: "the toggle works" of "add a toggle to the
/// settings page".
fn only_one_meant<'l>(view: View<'_>, low: &str, found: Range<usize>, tasks: &[Task<'l>]) -> Option<&'l Item> {
    let ends = phrases!(",|;| with | in | on | and | to | for | (|: ");
    let thing = |part: &str| {
        let part = part.trim_start_matches([' ', ':', ',']);
        let end = ends.find(part).map_or(part.len(), |(at, _)| at);
        part.get(..end).unwrap_or(part).to_owned()
    };
    let parts = [low.get(..found.start)?, low.get(found.end..)?].map(thing);
    let said = token_set(low);
    let asked =
        tasks.iter().filter(|t| !is_other_work(low, &said, t) && !covers_only_part(low, &said, t)).map(|t| t.item);
    let mut meant = asked.filter(|t| is_recent(view, t) && parts.iter().any(|p| is_named_by(p, t)));
    let first = meant.next()?;
    meant.next().is_none().then_some(first)
}

fn done(sentence: &Sentence, task: &Item, form: &'static str) -> Act {
    let mut act = Act::settled(ActKind::Done, sentence.range.clone(), task.summary.clone(), form);
    act.target = Some(task.id.clone());
    act
}

/// Maximum number of words in a sentence that only confirms a note.
const SHORT_NOTE: usize = 6;

/// Maximum number of sentences in a report about one task.
const SHORT_REPORT: usize = 5;

/// "Done.", "All three are in", "Wrote it, see the docs folder": closes the tasks of the person's last turn, if nothing
/// is said to be left.
fn all_done(view: View<'_>, own: &[&Sentence], tasks: &[Task]) -> Vec<Act> {
    let Some(first) = own.first() else { return Vec::new() };
    let low = first.text.to_lowercase().replace('’', "'");
    if AHEAD.is_match(&low) && !low.starts_with("all ") {
        return Vec::new();
    }
    let Some(asked) = view.talk.before().find(|t| t.role == Role::User) else { return Vec::new() };
    // "Added" only says that the note was taken.
    if asked.sentences.iter().any(|s| has_noted(&s.text)) && words(&low) <= SHORT_NOTE && !low.contains("done") {
        return Vec::new();
    }
    let told = view.turn.role != Role::User
        && own.len() <= SHORT_REPORT
        && DEED.is_match(&low)
        && !LOOKS.is_match(&low)
        && view.turn.sentences.iter().all(|s| !s.asks);
    if !(told || ALL_DONE.is_match(&low))
        || view.turn.sentences.iter().any(|s| s.asks && s.range.start < first.range.end)
    {
        return Vec::new();
    }
    let of_it: Vec<&Item> =
        tasks.iter().map(|t| t.item).filter(|t| t.source_turns.iter().any(|s| s.turn_id == asked.turn_id)).collect();
    // "Done" after several requests is about all of them only where it says so.
    let says_all = low.contains("all") || low.contains("everything") || low.contains("both");
    let alone = of_it.len() == 1 || says_all;
    of_it.into_iter().filter(|_| alone).map(|task| done(first, task, "done-all")).collect()
}

/// Closes the request for a cause after the agent has told it: "It was slow because every request read the whole table".
fn explained(view: View<'_>, own: &[&Sentence], tasks: &[Task]) -> Option<Act> {
    const FIRST: usize = 3;
    let task = only_asked(view, tasks).filter(|task| INQUIRY.is_match(&task.summary))?;
    let told = |s: &&&Sentence| {
        let low = s.text.to_lowercase();
        EXPLAINS.is_match(&low) && !GUESSES.is_match(&low)
    };
    let asks = view.turn.sentences.iter().any(|s| s.asks);
    own.iter().take(FIRST).find(told).filter(|_| !asks).map(|s| done(s, task, "explained"))
}

/// Closes the one task of the person's last turn after the agent has acted on it and the person has tried the result.
fn confirmed(view: View<'_>, own: &[&Sentence], tasks: &[Task]) -> Option<Act> {
    let first = own.first().filter(|s| CONFIRMED.is_match(&s.text.to_lowercase()))?;
    let acted = view.agents_turn()?;
    acted.sentences.first().filter(|s| DEED.is_match(&s.text.to_lowercase()))?;
    Some(done(first, only_asked(view, tasks)?, "confirmed"))
}

/// The task of the person's last turn, if it asked for one thing.
fn only_asked<'l>(view: View<'_>, tasks: &[Task<'l>]) -> Option<&'l Item> {
    let asked = view.talk.before().find(|t| t.role == Role::User)?;
    let mut of_it = tasks.iter().map(|t| t.item).filter(|t| t.source_turns.iter().any(|s| s.turn_id == asked.turn_id));
    of_it.next().filter(|_| of_it.next().is_none())
}

/// Whether "never mind" takes back the last request: it opens the turn, and the agent has asked and excused nothing since.
fn takes_back_request(view: View<'_>, sentence: &Sentence) -> bool {
    let opens = view
        .own()
        .all(|s| s.range.end <= sentence.range.start && words(&s.text) <= 2 || s.range.start >= sentence.range.start);
    let answers = |s: &Sentence| s.asks || phrases!("sorry|misread|my mistake|apolog").within(&s.text.to_lowercase());
    opens && view.agents_turn().is_some_and(|agent| !agent.sentences.iter().any(answers))
}

/// A task that the person drops or puts off.
fn dropped(view: View<'_>, sentence: &Sentence, low: &str, tasks: &[Task]) -> Option<Act> {
    let low = low.trim().trim_end_matches(['.', '!']);
    if words(low) > 24 {
        return None;
    }
    let newest = || tasks.first().map(|t| t.item).filter(|t| is_recent(view, t));
    if PUT_OFF.is_match(low) {
        let meant = tasks.iter().any(|t| names(low, t)) || newest().is_some() && points(low);
        return meant.then(|| Act::nothing(sentence.range.clone(), "put-off"));
    }
    if NEVER_MIND.is_match(low) {
        return only_asked(view, tasks)
            .filter(|_| takes_back_request(view, sentence))
            .map(|task| Act::ends(task, sentence.range.clone(), "drop-task"));
    }
    // "The new site has one anyway, so you can drop that task"
    let drawn = low.rsplit_once(" so ").filter(|(told, _)| !told.starts_with("if ")).map(|(_, drawn)| drawn);
    let drawn = drawn.filter(|drawn| !phrases!(" in | on | at | as | with ").within(drawn));
    let found = DROPS.captures(low).or_else(|| DROPS.captures(drawn?))?;
    let ours = phrases!("i|you|we|it|that|this|he|she|they|who|what|which");
    if found.name("who").is_some_and(|m| ours.contains(m.as_str())) {
        return None;
    }
    let what = ["what", "gone", "listed", "topic", "left", "became", "taken"]
        .iter()
        .find_map(|g| found.name(g))
        .map(|m| m.as_str())?;
    let what = what.split([',', ';']).next().unwrap_or(what);
    let what = what.split(" because ").next().unwrap_or(what);
    let what = unhurried(after_any(what, phrases!("about|for|to")).unwrap_or(what));
    let pointed = words(what) <= 3 && points(what);
    let task = tasks.iter().map(|t| t.item).find(|t| is_named_by(what, t)).or_else(|| newest().filter(|_| pointed))?;
    let mut act = Act::settled(ActKind::Drop, sentence.range.clone(), task.summary.clone(), "drop-task");
    act.target = Some(task.id.clone());
    Some(act)
}

fn points(low: &str) -> bool {
    low.split(|c: char| !c.is_alphanumeric()).any(|w| phrases!("that|this|it|those|these|them").contains(w))
}

/// Number of last turns in which a task counts as just requested.
const LATELY: usize = 4;

fn is_recent(view: View<'_>, task: &Item) -> bool {
    view.talk.before().take(LATELY).any(|t| task.source_turns.iter().any(|s| s.turn_id == t.turn_id))
}

/// Minimum percentage of a task's words in a report on it.
const NAMED: usize = 50;

/// Minimum percentage for a task to be reported besides one with a higher percentage.
const CLEARLY: usize = 75;

/// Verbs that do not tell tasks apart.
static VERBS: LazyLock<Vec<String>> = LazyLock::new(|| {
    token_set(
        "add fix write make create update remove delete rename build document set up implement convert translate new please draft move myself",
    )
});

/// Whether a sentence names the task.
fn names(said: &str, task: &Task) -> bool {
    share(&token_set(said), task) >= NAMED
}

/// The percentage of a task's words in a sentence; 0 for a task of four or more words of which no more than half are
/// there.
fn share(said: &[String], task: &Task) -> usize {
    const LONG: usize = 4;
    let content = task.content();
    let named = content.iter().filter(|t| said.iter().any(|s| alike(s, t))).count();
    let enough = content.len() < LONG || named * 2 > content.len();
    if enough { named * 100 / content.len().max(1) } else { 0 }
}

/// Filler words, which do not tell tasks apart.
static FILLER: LazyLock<Vec<String>> =
    LazyLock::new(|| token_set("the anymore now then thing stuff part whole for it that this adding writing"));

/// Whether at least half of the words, fillers aside, are in the task's summary.
fn is_named_by(what: &str, task: &Item) -> bool {
    let (said, all) = (tokens(what), token_set(&task.summary));
    let said: Vec<&String> = said.iter().filter(|w| FILLER.binary_search(w).is_err()).collect();
    let shared = said.iter().filter(|w| all.iter().any(|t| alike(t, w))).count();
    shared > 0 && shared * 2 >= said.len()
}

/// Whether a sentence has the task's verb in the past: "paginated" of "paginate the list".
fn is_deed_of(said: &[String], task: &Task) -> bool {
    let holds = |verb: &str| said.binary_search_by(|token| token.as_str().cmp(verb)).is_ok();
    !task.verb().is_empty() && (holds(task.verb()) || holds(task.past()))
}

/// Whether a sentence reports that something was made, while the task asks for other work on it: "`bookings.py` is
/// written" is no report on "test the bookings".
fn is_other_work(low: &str, said: &[String], task: &Task) -> bool {
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

/// Minimum number of letters in a short form: "config" is "configuration".
const SHORT_FORM: usize = 4;

fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || short.len() >= SHORT_FORM && long.starts_with(short) && short.len() * 4 >= long.len()
}

/// Whether a task asks for a text, so that delivering it closes the task.
fn is_text(task: &Item) -> bool {
    let verb = task.summary.split_whitespace().next().unwrap_or("").to_lowercase();
    phrases!("write|draft|summarise|summarize|translate|list|prepare|create|generate|make|propose|describe|sketch|plot|draw|compile").contains(&verb)
}
