//! Defines orders whose object is in a neighbouring sentence or text: "please fix that" after a complaint, "summarise
//! this" above a pasted text.

use super::imperative::{self, object, opens};
use super::work_wording::{points_only, unclear};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;
use crate::transcript::Role;

/// "The importer crashes on empty files, please fix that": the words before are the task.
pub(super) fn points_back(view: View<'_>, segment: &Segment, before: Option<&Sentence>) -> Option<Act> {
    let low = segment.low.trim_start_matches("please ").trim_start_matches("pls ").trim_start_matches("plz ");
    let low = after_any(low, phrases!("can you|could you|would you|can u|and|so")).unwrap_or(low);
    let low = unhurried(low).trim_end_matches(['?', '!', '.']);
    // "The gate squeaks: fix it"
    let (label, low) = low.rsplit_once(": ").unwrap_or(("", low));
    let low = THEN.iter().find_map(|then| low.split_once(then)).map_or(low, |(head, _)| unhurried(head));
    let when = phrases!(" first| next| asap| today| soon| quickly| properly| before anything else| as well| too");
    let low = when.iter().find_map(|when| low.strip_suffix(when)).unwrap_or(low);
    let bare = phrases!(
        "fix|fix both|fix both of them|fix them both|fix them all|fix all of them|fix all of these|fix all|fix all three|fix it|fix that|fix this|fix that one|fix this one|fix them|fix these|fix those|repair it|solve it|solve that|solve this\
     |handle that|handle this|handle it|correct that|correct it|take care of that|take care of it|take care of this|change that|change it\
     |look into it|look into that|look into this|have a look|take a look|sort it out|sort that out|clean that up|clean it up|clean them up|clean these up|clean those up|do something about it|find out why|figure out why|find out what's wrong"
    );
    if phrases!(
        "open a todo|add a todo|make a todo|create a todo|note a todo|put it on the todo list|put that on the todo list|add it to the todo list\
         |add that to the todo list|add it to the backlog|add that to the backlog|open a ticket|create a ticket|make a ticket|file a ticket\
         |open an issue|create an issue|file an issue|file a bug|open a task|add a task|create a task|make a task|make a note|note it down"
    )
    .contains(unhurried(low.trim_end_matches(" for it").trim_end_matches(" for that").trim_end_matches(" for later")))
        && !segment.unsettled()
    {
        let told = before.filter(|s| !s.asks).map(|s| plain(&s.text)).filter(|t| stated(t) && is_fault(t));
        let seen = told.or_else(|| noticed(view));
        // Without a name for the object no task is made.
        return Some(match seen {
            Some(seen) => {
                let text = whole(&format!("Look into: {}", capital(unhurried(&seen))));
                Act::settled(ActKind::Request, segment.range.clone(), text, "todo-of-it")
            }
            None => Act::nothing(segment.range.clone(), "todo-of-nothing"),
        });
    }
    if !bare.contains(low) || segment.doubtful {
        return None;
    }
    let lead = if label.is_empty() { segment.before.trim() } else { segment.text.get(..label.len()).unwrap_or("") };
    let lead = lead.trim_end_matches([',', ';', ':', ' ']);
    let lead = lead.strip_suffix(" and").unwrap_or(lead).trim_end_matches(',');
    let told = before.filter(|s| words(lead) < 3 && !s.asks).map(|s| plain(&s.text));
    // "Add a test first, then fix it": what stands before is an order, no fault.
    let ordered = after_any(lead, phrases!("please|pls|can you|could you|then|and")).unwrap_or(lead);
    let asked = after_any(lead, phrases!("can you|could you|would you|will you")).is_some();
    let told_lead = Some(lead).filter(|l| stated(l) && !asked && !opens(&ordered.to_lowercase()));
    let what = told.as_deref().filter(|t| stated(t)).or(told_lead);
    let verb = if low.starts_with("change") {
        "Change"
    } else if low.contains("look") || low.contains(" out ") {
        "Look into"
    } else {
        "Fix"
    };
    let text = match what {
        Some(what) => format!("{verb}: {}", capital(unhurried(without_notice(what)))),
        None => match gist(view).or_else(|| faults_told(view).filter(|_| verb == "Fix")) {
            Some(gist) => format!("{verb}: {gist}"),
            None if verb != "Change" && has_paste(view) => format!("{verb} the problem in the pasted text"),
            None => return None,
        },
    };
    Some(Act::settled(ActKind::Request, segment.range.clone(), whole(&text), "fix-that"))
}

/// Joint of an order and the next thing that it is to be done to.
const THEN: Phrases = phrases!(", and then |, then |, and while |, and ");
const NEXT: Phrases = phrases!("and then|then|and after that|after that|and|next");

/// The next thing that an order to fix is about: "fix that first, and then the hinge".
pub(super) fn and_then(sentence: &Sentence, act: &Act) -> Option<Act> {
    let text = sentence.text.trim_end_matches(['.', '!', ' ']);
    let behind = text.get(text.rfind(", ")? + ", ".len()..)?;
    let next = unhurried(after_any(behind, NEXT)?);
    let verb = act.summary.split_once(": ").map_or("Fix", |(verb, _)| verb);
    let aside = phrases!(
        "while you're there|while you are there|while you're at it|while at it|while you're in there|after that"
    );
    let order = unhurried(after_any(next, aside).unwrap_or(next));
    let work = opens(&order.to_lowercase()) && object(order).is_some_and(|o| !points_only(o) && !unclear(o));
    let thing = imperative::is_determined(next) && words(next) <= MOST_OF_NEXT && !summary::points(next);
    let start = sentence.range.start + text.len() - behind.len();
    let range = start..sentence.range.start + text.len();
    let task = if work { capital(order) } else { format!("{verb} {next}") };
    (work || thing).then(|| Act::settled(ActKind::Request, range, whole(&task), act.form))
}

/// Maximum number of words in the name of the next thing.
const MOST_OF_NEXT: usize = 6;

/// Reads a need of the thing that was ordered just before, its subject unsaid: "needs a lid and a spout".
pub(super) fn needs_more(sentence: &Sentence, thing: &str) -> Option<Vec<Act>> {
    let text = plain(&sentence.text);
    let (verb, what) = NEEDS_MORE
        .captures(text.trim_end_matches(['.', '!', ' ']))
        .and_then(|c| Some((c.name("verb")?.as_str().to_lowercase(), c.name("what")?.as_str().to_owned())))?;
    let named = !thing.is_empty() && !sentence.asks && !summary::points(thing) && !unclear(&what);
    let cut = what.match_indices(" and ").find(|(at, _)| {
        what.get(at + " and ".len()..).is_some_and(|rest| after_any(rest, phrases!("a|an|some")).is_some())
    });
    let parts = cut.map_or_else(|| vec![what.as_str()], |(at, and)| vec![&what[..at], &what[at + and.len()..]]);
    let act = |part: &&str| {
        let start = sentence.range.start + sentence.text.find(*part).unwrap_or(0);
        let text = whole(&capital(&format!("{thing} {verb} {part}")));
        Act::settled(ActKind::Request, start..(start + part.len()).min(sentence.range.end), text, "needs-more")
    };
    named.then(|| parts.iter().map(act).collect())
}

/// A fault without the words that say how it was noticed.
fn without_notice(told: &str) -> &str {
    let noticed = phrases!(
        "i noticed that|i noticed|i just noticed|i saw that|i see that|i just saw that|i found that|i think|it seems that|it seems|it looks like|looks like|seems like|apparently,?|turns out|next problem:|next bug:|next issue:|another problem:|another bug:|problem:|bug:|issue:"
    );
    let rest = after_any(told, noticed).map(|rest| rest.trim_start_matches([':', ' ']));
    rest.filter(|rest| words(rest) > 1).unwrap_or(told)
}

patterns! {
    /// A need without its subject.
    NEEDS_MORE = r"(?i)^(?:also |and |plus )*(?P<verb>needs|lacks|should have|should get|must have) (?P<what>(?:an?|some|its own) .+)$";
    /// A thing that is not there yet, and the order for it: "there's no search box yet, we need one".
    NONE_YET = r"(?i)^(?:and |also |so |but |oh,? )*there(?:'s| is| are) (?:still )?no (?P<thing>[a-z][\w /-]{2,40}?)(?: yet)?(?P<place> (?:in|on|for|at) [\w /-]{2,30}?)?(?: yet)?[,;.] (?:so |please |and |can you |could you )*(?:(?:we|i) (?:need|want)|we'll need|add|write|make|build|create|put in) (?:one|some|it|that|them)\b";
    /// A thing that lacks another, and the order to add it.
    LACKING = r"(?i)^(?:and |also |so |but |oh,? )*(?P<place>(?:the |our |my )?[\w][\w /.-]{2,40}?) (?:still )?(?:has no|has not got any|lacks|is missing|doesn't have|does not have|is still missing|is without) (?:an? |any |some )?(?P<thing>[a-z][\w /-]{2,40}?)(?: yet)?[,;] (?:so |please |and |can you |could you )*(?P<verb>add|write|make|build|create|put in) (?:one|some|it|that|them|those)\b";
}

/// "The attic still has no lamp, add one": the sentence is the task.
pub(super) fn lacking(sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text).replace('’', "'");
    if let Some(found) = NONE_YET.captures(&text) {
        let [thing, place] = ["thing", "place"].map(|name| found.name(name).map_or("", |m| m.as_str()));
        let task = whole(&format!("Add {thing}{place}"));
        return Some(vec![Act::settled(ActKind::Request, sentence.range.clone(), task, "none-yet")]);
    }
    let found = LACKING.captures(&text)?;
    let [place, thing, verb] = ["place", "thing", "verb"].map(|name| found.name(name).map_or("", |m| m.as_str()));
    let task = whole(&capital(&format!("{} {thing} for {place}", verb.to_lowercase())));
    (!summary::points(place)).then(|| vec![Act::settled(ActKind::Request, sentence.range.clone(), task, "lacking")])
}

/// Words of a fault.
const FAULTY: Phrases = phrases!(
    " fail|broken| breaks| crash| slow| wrong| error| bug| leak| missing| stale| flaky| hang| freez| times out| doesn't| does not| isn't| can't\
     | cannot| throws| panic| duplicate| loses| lost | twice| flicker| incorrect| off by| too | jumps| overlap| ignores| forgets| garbled| unused"
);

/// Whether a sentence describes a fault.
pub(in crate::pipeline::acts) fn is_fault(text: &str) -> bool {
    FAULTY.within(&format!(" {} ", text.to_lowercase().replace('’', "'")))
}

/// A side remark in the agent's last turn: "I noticed that the client is created per request".
fn noticed(view: View<'_>) -> Option<String> {
    const SAYS: Phrases = phrases!(
        "i noticed|i also noticed|noticed that|i saw that|i also saw|i found that|i spotted|by the way|btw|side note|heads up|one thing|worth noting\
         |note that|unrelated"
    );
    let turn = view.talk.before().find(|t| t.role == Role::Assistant)?;
    let own = || turn.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote && !s.asks).map(|s| plain(&s.text));
    let claim = |text: &str| {
        let (at, mark) = SAYS.find(&text.to_ascii_lowercase())?;
        let rest = text.get(at + mark..)?.trim_start_matches([',', ':', ' ', '-']);
        let rest = after_any(rest, phrases!("i noticed that|i noticed|that")).unwrap_or(rest);
        Some(rest.trim_end_matches('.').to_owned())
    };
    let by_mark = own().find_map(|text| claim(&text).filter(|c| stated(c)));
    by_mark.or_else(|| own().find(|text| stated(text) && is_fault(text)).map(|t| t.trim_end_matches('.').to_owned()))
}

/// Whether words state something that can be understood alone.
pub(in crate::pipeline::acts) fn stated(text: &str) -> bool {
    words(text) >= 3
        && words(text) <= 40
        && summary::stands_alone(text)
        && !summary::points(text)
        && !text.ends_with(':')
}

/// The error that a pasted text reports.
fn gist(view: View<'_>) -> Option<String> {
    const FAULTS: Phrases = phrases!("error:|exception:|error[|panicked|fatal:|failed:|fail |failure:|cannot |assert");
    let pasted = || view.turn.sentences.iter().filter(|s| s.block == BlockKind::Quote).map(|s| plain(&s.text));
    let faults = |t: &String| FAULTS.within(&t.to_lowercase()) && words(t) >= 2;
    let found = pasted().find(faults).map(|text| text.chars().take(90).collect::<String>().trim().to_owned());
    found.or_else(|| pasted().find_map(|text| logged(&text)))
}

/// The fault that the agent's last turn tells in one sentence.
fn faults_told(view: View<'_>) -> Option<String> {
    const MOST: usize = 30;
    let turn = view.agents_turn()?;
    let mut told = turn.sentences.iter().filter(|s| !s.asks && s.block == BlockKind::Paragraph).map(|s| plain(&s.text));
    let fault = told.find(|text| stated(text) && is_fault(text) && words(text) <= MOST)?;
    told.all(|text| !is_fault(&text)).then(|| fault.trim_end_matches('.').to_owned())
}

/// The error in a line of a log, without its time: "ERROR orders - could not allocate".
fn logged(line: &str) -> Option<String> {
    let (at, _) = phrases!(" ERROR | FATAL | CRITICAL | [ERROR] | [error] | error ").find(line)?;
    let told = line.get(at..)?.trim();
    (words(told) >= 3).then(|| told.chars().take(90).collect::<String>().trim().to_owned())
}

fn has_paste(view: View<'_>) -> bool {
    view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote) || view.turn.bytes > view.own_bytes() * 2
}

/// The kind of a pasted text, by its first word.
fn kind_of_paste(view: View<'_>) -> &'static str {
    let quoted = || view.turn.sentences.iter().filter(|s| s.block == BlockKind::Quote);
    let query = |s: &Sentence| {
        after_any(&s.text, phrases!("select|insert into|update|delete from|create|alter table|with")).is_some()
    };
    match quoted().next() {
        Some(first) if query(first) => "query",
        _ => "text",
    }
}

/// "Make this faster": an order to improve the pasted text of the turn.
pub(super) fn remade(view: View<'_>, what: &str) -> Option<String> {
    const QUALITIES: Phrases =
        phrases!("er|ier|able|simple|short|clear|safe|polite|formal|nice|work|idiomatic|async|pretty|fast");
    let better = unhurried(after_any(what, phrases!("make this|make it|make that")).filter(|_| has_paste(view))?);
    let quality = |w: &str| QUALITIES.iter().any(|end| w.ends_with(end));
    ((1..=3).contains(&words(better)) && better.split(' ').any(quality))
        .then(|| whole(&format!("Make the pasted {} {better}", kind_of_paste(view))))
}

/// "Summarise this in three lines": an order about the pasted text of the turn.
pub(super) fn of_the_paste(view: View<'_>, what: &str) -> Option<String> {
    let about = object(what)?;
    // "Add a test for it"
    let head = about
        .trim_end_matches(" first")
        .strip_suffix(" for it")
        .or_else(|| about.trim_end_matches(" first").strip_suffix(" for this"));
    if let Some(head) = head.filter(|h| words(h) <= 6)
        && has_paste(view)
        && let Some(gist) = gist(view)
    {
        let verb = what.get(..what.len() - about.len())?.trim();
        return Some(whole(&capital(&format!("{verb} {head} for: {gist}"))));
    }
    // "Add SMTP settings to it"
    let placed = phrases!(" to it| to this| into it| in it| from it| from this| in this");
    if let Some(end) = placed.iter().find(|e| about.ends_with(*e)).filter(|_| has_paste(view) && words(about) <= 8) {
        let head = what.strip_suffix(end)?;
        let link = end.split(' ').nth(1).unwrap_or("to");
        return Some(whole(&capital(&format!("{head} {link} the pasted {}", kind_of_paste(view)))));
    }
    let rest = after_any(about, phrases!("this|these|it|that|the following|the text below"))?;
    let verb = what.get(..what.len() - about.len())?.trim();
    if !has_paste(view) || after_any(verb, phrases!("make|build|do")).is_some() {
        return None;
    }
    let noun = rest.split_whitespace().next().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric());
    let linking = phrases!(
        "in|into|to|for|as|by|with|on|please|from|up|down|pls|and|first|now|then|next|too|again|before|instead|asap|"
    )
    .contains(&noun.to_lowercase());
    let rest = after_any(rest, phrases!("please|pls|plz")).unwrap_or(rest);
    let rest = unhurried(rest);
    let linking = linking || rest.is_empty();
    // "Fix this" is about the error that is pasted.
    if after_any(verb, phrases!("fix|solve|debug|repair")).is_some() && linking {
        return Some(whole(&format!("{}: {}", capital(verb), gist(view)?)));
    }
    Some(whole(&capital(&if linking {
        format!("{verb} the pasted {} {rest}", kind_of_paste(view))
    } else if phrases!("one|ones").contains(&noun.to_lowercase()) {
        format!("{verb} the pasted {rest}")
    } else {
        format!("{verb} the {rest}")
    })))
}
