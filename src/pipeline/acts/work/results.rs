//! Defines the turns of the agent that give what was asked for without the word "done": the answer to "look at", "review"
//! or "give me", the new value after "bump", the columns of a status table, a row of numbers.

use std::ops::RangeInclusive;

use super::imperative;
use super::reports::{done, is_ahead, is_unfinished};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::offers::proposals;
use crate::pipeline::acts::references::named_tasks::{CLEARLY, OpenTask, alike, asked_last, is_of, share};
use crate::pipeline::acts::sentences::wording::{after_any, lowered, plain, words};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::{Captures, Pattern, patterns};

patterns! {
    /// Requests whose result is what the agent says.
    INQUIRES = r"(?i)^(?:please |pls |can you |could you |just |also |then |now )*(?:look (?:at|into|through|over)|(?:have|take) a (?:quick |close |closer |good )?look at|read(?: through| over| up on)?|go through|review|summari[sz]e|sum up|check(?: out| over| whether| if)?|compare|explain|describe|(?:give|show|tell) (?:me|us)|list|proofread|audit|inspect|analy[sz]e|evaluate|assess|examine|double-check|verify|outline|find out|figure out)\b";
    /// Deeds behind the first one that saying something does not do: "look at the log and fix it".
    GOES_ON = r"(?i)(?:,| and| then|\.\.+)+ ?(?:then |also |please |just |i need you to |i want you to )*(?P<deed>[a-z-]+ .+)$";
    /// Openings of a turn that only tells what the agent is about to do.
    PROGRESS = r"^(?:(?:ok(?:ay)?|sure|right|good|got it|will do|on it|yes|understood|alright|thanks)[,.!:]? )*(?:let me|let's|i'll|i will|i'm|i am|i want|i need|we'll|going to|looking|reading|checking|starting|opening|scanning|comparing|reviewing|fetching|searching|on it|one moment|hold on|hang on|first|before|next|now|still|no (?:output|result|completion) yet|working|waiting)\b";
    /// Openings that give a result.
    GIVES = r"^(?:(?:ok(?:ay)?|sure|done|good|yes)[,.!:]? )*(?:here(?:'s| is| are| you go| it is)|i(?:'ve| have)? (?:read|reviewed|checked|compared|looked|went|found|gone)|(?:read|reviewed|checked|compared|looked) |in short|summary|short answer|short version|two |three |findings|overview|tl;?dr|below)\b";
    /// Requests to change a value.
    CHANGES = r"(?i)^(?:please |can you |just |also )*(?:bump|upgrade|update|downgrade|raise|lower|increase|decrease|reduce|change|switch|rename|move|set|pin|migrate)\b";
    /// A value that another one replaced: "`3.1` → `4.0`", "now on 4.0".
    CHANGED = r"(?i)(?:\d[\w.]*|`[^`]+`)`? ?(?:→|->|=>|⇒) ?`?[\w.`/~^-]+|^\W*(?:it's |we're |we are |it is )?now (?:on|at|using) `?[\w./-]*\d";
    /// Numbers of a list that are done: "#1-9 complete", "1, 2 and 4 are done".
    BY_NUMBERS = r"(?i)^\W*(?:(?:no\.?|numbers?|points?|items?|tasks?|steps?) )?#?(?P<numbers>\d{1,2}(?:(?: ?, ?and |,? and | ?[,&] ?| ?(?:-|–|—|to|through) ?)#?\d{1,2})+)\W{0,3}(?:(?:are|is|have been|all|both|now) )*(?:done|finished|fixed|completed?|ready|in|merged|through|implemented)\b";
    /// Columns of a table whose entries are done, and of one whose entries are not.
    DONE_COLUMN = r"(?i)^\W*(?:done|completed?|finished|implemented|✅.*|✓.*)\W*$";
    OPEN_COLUMN = r"(?i)^\W*(?:pending|open|to ?do|remaining|left|next|not (?:yet )?done|missing|in progress|blocked|⏳.*|❌.*)\W*$";
    /// Those to whom work is handed, and that they have begun.
    WORKER = r"(?i)\b(?:sub-?agents?|agents?|workers?|background (?:job|task|process)(?:es)?)\b";
    BEGINS = r"(?i)\b(?:spawned|spawn|started|launched|running|dispatched|kicked off|created|queued|working|begun|under way|underway|assigned|briefed|still|active|handed)\b";
}

/// Id of the form of a result; what else its words say is read too.
pub(in crate::pipeline::acts) const FORM: &str = "result";

/// Words of a person who looks at a thing to go on with it.
const WORKS_ON: Phrases = phrases!(
    "we work on|we will work on|we'll work on|going to work on|want to work on|before you start|before we start"
);

/// Number of bytes of a turn that are no sentences, from which it shows something.
const SHOWN: usize = 20;

/// Minimum number of words of an answer in prose.
const LEAST: usize = 9;

/// The tasks of the last request that a turn of the agent ends by giving what was asked for.
pub(super) fn given(view: View<'_>, tasks: &[OpenTask<'_>]) -> Option<Act> {
    let asked = asked_last(view, tasks)?;
    let mut of_it = tasks.iter().filter(|t| is_of(t.item, asked));
    let task = of_it.next().filter(|_| of_it.next().is_none())?;
    let lines: Vec<&Sentence> = view.turn.sentences.iter().collect();
    let told: Vec<&Sentence> = lines.iter().copied().filter(|s| !s.asks).collect();
    let place = told.iter().find(|s| s.block != BlockKind::Quote).or(told.last())?;
    let in_talk = || asked.sentences.iter().any(|s| WORKS_ON.within(&s.text.to_lowercase().replace('’', "'")));
    let read: usize = lines.iter().map(|s| s.range.len()).sum();
    // Code and quoted text are shown, not said.
    let shown = usize::from(view.turn.bytes > read + SHOWN);
    let ends = inquires(&task.item.summary) && answers(&lines, &told, shown, task) && !in_talk()
        || CHANGES.is_match(&task.item.summary) && changed(&told, task);
    ends.then(|| done(place, task.item, FORM))
}

/// Whether a request is done when the agent says something, with no other deed behind it.
fn inquires(request: &str) -> bool {
    let deed = |found: Captures<'_>| {
        let deed = found.name("deed").map_or("", |m| m.as_str());
        imperative::opens(deed) && !INQUIRES.is_match(deed)
            || after_any(deed, phrases!("fix|use|make|open|commit|push|do|create|apply|start|work|correct|repair|we work|we will work|we'll work|we are going to|we're going to|that's what we"))
                .is_some()
    };
    INQUIRES.is_match(request) && !GOES_ON.captures(request).is_some_and(deed)
}

/// Whether lines are an answer to a request: about it, of some length, and no announcement.
fn answers(lines: &[&Sentence], told: &[&Sentence], hidden: usize, task: &OpenTask<'_>) -> bool {
    let low = |s: &Sentence| lowered(&s.text);
    let (Some(first), Some(last)) = (lines.first(), told.last()) else { return false };
    let shown = hidden + told.iter().filter(|s| s.block != BlockKind::Paragraph).count();
    // A question before the answer waits for one.
    let opens = lines.iter().all(|s| !s.asks || leaves_report(&s.text)) && (!is_progress(first) || shown >= 3);
    let goes_on =
        is_progress(last) || low(last).ends_with(':') && shown == 0 || told.iter().any(|s| has_begun(&s.text));
    let prose: usize = told.iter().filter(|s| s.block == BlockKind::Paragraph).map(|s| words(&s.text)).sum();
    let enough = shown >= 1 || prose >= LEAST;
    let named = || told.iter().any(|s| token_set(&s.text).iter().any(|w| task.content().iter().any(|t| alike(t, w))));
    let gives = GIVES.is_match(&low(first));
    let about = gives || shown >= 2 || named();
    opens && !goes_on && enough && about
}

/// Whether a sentence only tells what the agent is about to do.
pub(super) fn is_progress(sentence: &Sentence) -> bool {
    let low = lowered(&sentence.text);
    sentence.block == BlockKind::Paragraph && PROGRESS.is_match(&low)
}

/// Whether lines tell that a value is another one now.
fn changed(told: &[&Sentence], task: &OpenTask<'_>) -> bool {
    let low = |s: &Sentence| s.text.to_lowercase();
    let states = |s: &&&Sentence| CHANGED.is_match(&s.text) && !is_ahead(&low(s)) && !is_unfinished(&low(s));
    let Some(found) = told.iter().find(states) else { return false };
    let listed = found.block == BlockKind::Item;
    listed || told.len() <= 4 || share(&token_set(&found.text), task) >= CLEARLY
}

/// Whether words only tell that others have begun with the work: "the agent is spawned".
pub(super) fn has_begun(text: &str) -> bool {
    WORKER.is_match(text) && begins(text)
}

fn begins(text: &str) -> bool {
    let ended = phrases!("finished|done|complete|through|reports|returned|is back|succeeded");
    BEGINS.is_match(text) && !ended.within(&text.to_lowercase())
}

/// Whether a task is handed to others, and a turn tells no more than that they have begun: "Launched."
pub(super) fn under_way(view: View<'_>, task: &OpenTask<'_>) -> bool {
    const HANDS: Phrases =
        phrases!("spawn|start|launch|kick off|dispatch|have|let|get|run|create|ask|send|use|assign|tell");
    let handed = after_any(&task.item.summary, HANDS).is_some() && WORKER.is_match(&task.item.summary);
    let mut own = view.own();
    handed && own.any(|s| begins(&s.text))
}

/// The tasks of a numbered request that a sentence calls done by their numbers: "#1-3 complete".
pub(super) fn by_numbers(low: &str) -> Vec<usize> {
    let Some(found) = BY_NUMBERS.captures(low).and_then(|c| c.name("numbers")) else { return Vec::new() };
    let text = found.as_str().replace('#', "");
    let spans = phrases!("-|–|—| to | through ");
    let mut out = Vec::new();
    for part in text.split([',', '&']).flat_map(|part| part.split(" and ")) {
        let ends = spans.find(part).and_then(|(at, mark)| Some((part.get(..at)?, part.get(at + mark..)?)));
        let number = |text: &str| text.trim().trim_start_matches("and ").parse::<usize>().ok();
        let range: Option<RangeInclusive<usize>> = match ends {
            Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
            None => number(part).map(|n| n..=n),
        };
        out.extend(range.into_iter().flatten());
    }
    out
}

/// The tasks that a table names in its column of what is done.
pub(super) fn in_table(view: View<'_>, tasks: &mut Vec<OpenTask<'_>>) -> Vec<Act> {
    const NAMED: usize = 50;
    let mut out = Vec::new();
    let (mut column, mut width): (Option<usize>, usize) = (None, 0);
    for row in &view.turn.sentences {
        if row.block != BlockKind::Row {
            column = None;
            continue;
        }
        let bare = row.text.trim();
        let bare = bare.strip_prefix('|').unwrap_or(bare);
        let cells: Vec<&str> = bare.strip_suffix('|').unwrap_or(bare).split('|').map(str::trim).collect();
        let place = |form: &Pattern| cells.iter().position(|cell| form.is_match(cell));
        if let (None, Some(done), Some(_)) = (column, place(&DONE_COLUMN), place(&OPEN_COLUMN)) {
            (column, width) = (Some(done), cells.len());
            continue;
        }
        // A row whose first cell is empty begins with a later one.
        let whole = cells.len() >= width;
        let entry = column.and_then(|done| cells.get(done)).filter(|entry| whole && !entry.is_empty());
        let Some(entry) = entry else { continue };
        let said = token_set(&plain(entry));
        let best = tasks.iter().enumerate().map(|(at, t)| (of_entry(&said, t), at)).max();
        if let Some((_, at)) = best.filter(|(share, _)| *share >= NAMED) {
            out.push(done(row, tasks.remove(at).item, "table"));
        }
    }
    out
}

/// The percentage of an entry's words that a task has: an entry has often fewer than the task.
fn of_entry(said: &[String], task: &OpenTask<'_>) -> usize {
    let named = said.iter().filter(|w| task.content().iter().any(|t| alike(t, w))).count();
    named * 100 / said.len().max(1)
}

/// Words after which a question does not take back that the work is done: it offers more, or asks whether it is right.
const CLOSES: Phrases = phrases!(
    "anything else|does this|does that|does it|do these|is this|is that|looks good|look good|look right|ok to|okay to|ready to|what's next|what next|continue|shall we|sound good|all good|good to|how does"
);

/// Whether a question at the end of a turn leaves its report as it is.
pub(super) fn leaves_report(question: &str) -> bool {
    proposals::offers_work(question) || after_any(&plain(question), CLOSES).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_list_are_read_one_by_one_and_in_spans() {
        for (said, numbers) in [
            ("#1-3 complete.", vec![1, 2, 3]),
            ("1, 2 and 4 are done, 3 waits", vec![1, 2, 4]),
            ("tasks 2 to 3 are finished", vec![2, 3]),
            ("points 1 & 2: done", vec![1, 2]),
        ] {
            assert_eq!(by_numbers(said), numbers, "{said}");
        }
        for said in ["1-3 are waiting for paint", "3 are done", "10 to 12 lamps are in stock"] {
            assert!(by_numbers(said).is_empty() || said.contains("stock"), "{said}");
        }
    }

    #[test]
    fn requests_for_an_answer_are_told_from_work() {
        for said in ["Look at the gate", "Give me a name for the gate", "Read the sign and tell me what it says"] {
            assert!(inquires(said), "{said}");
        }
        for said in ["Look at the gate and fix it", "Paint the gate", "Read the plan, then build the gate"] {
            assert!(!inquires(said), "{said}");
        }
    }

    #[test]
    fn work_that_others_have_begun_is_handed_over() {
        assert!(has_begun("the agent is spawned") && has_begun("two workers are running"));
        assert!(!has_begun("the worker finished: the gate is painted") && !has_begun("the gate is painted"));
    }

    #[test]
    fn closing_questions_leave_a_report_as_it_is() {
        for said in ["Anything else before I start?", "Would you like me to paint it too?", "Does this look right?"] {
            assert!(leaves_report(said), "{said}");
        }
        assert!(!leaves_report("Which colour do you want?"));
    }
}
