//! Defines [`Claim`], words of a session that call something done, and [`covers`], whether they name a task's work.
//!
//! Only a plain statement in the past counts: no question, no plan, no attempt, no part of the work. What the words name
//! must agree with the task in its object, its verb, its numbers and its scope.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::SourceRef;
use super::left_open::lists_open;
use super::sense::TaskSense;
use crate::language::titles::Words;
use crate::language::verbs::{is_finished_form, present_of};
use crate::text::patterns;

/// Longest statement, in bytes.
const LONGEST: usize = 300;
/// Fit of a claim that names the whole task, one that leaves out where or how, and one that leaves out more.
const WHOLE: f32 = 1.0;
const SHORTER: f32 = 0.95;
const PARTLY: f32 = 0.85;

patterns! {
    /// Words that leave it open whether the work is done, or say that it is not.
    OPEN = r"(?ix)\?|\b(will|['’]ll|shall|going\ to|gonna|plan(s|ned|ning)?|next|tomorrow|later|soon|to-?do|still|not|never|cannot|neither|nor
        |could|should|would|might|may|needs?|needed|must|wants?|wanted|let\ me|let['’]s|please|can\ you|starte?d?|starts|starting|beg[aiu]n|begins|beginning
        |try|tried|trying|attempt\w*|work(ing|ed)\ on|in\ progress|under\ way|part(ly|ially)?|partial|half\w*|almost|nearly|except|only|some\ of
        |first\ (part|half|step)|remain\w*|missing|pending|blocked|if|unless|until|once|before|wip|drafted|sketched|prepared|investigated|looked|considered|discussed|reverted|rolled\ back
        |fail(ed|s|ing)?|broken|breaks|wrong|maybe|perhaps|probably|hopefully|supposed|expected|pretend)\b|\w+n['’]t\b|\b(have|has|had|got)\ to\b|['’]d\ like";
    /// A count of what was done out of more.
    PARTLY_DONE = r"(?i)\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|most|some|half|a\s+few|several|part)\s+of\s+(the\s+|our\s+|my\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|them|those|these|it)\b";
    PASSES = r"(?i)^\W*(all\s+|the\s+|whole\s+)*(unit\s+|integration\s+)?(tests?|specs?|test\s+suite|suite|checks?|build|ci)\s+(all\s+|now\s+|still\s+)?(pass(es|ed)?|(is|are)\s+(all\s+)?green)\b";
    /// A trial that tells of the result.
    TRIED = r"(?i)^tried\s+(it|this|that|them)\s+(out\b|just\s+now|and\s+(it|they)\s+works?|myself|on\b)";
    /// Words for how a thing is after the work.
    STATE = r"(?i)\b(now|no\s+longer|any\s?more|already|since\s+(yesterday|today|this|last|monday|tuesday|wednesday|thursday|friday)|works|went\s+(out|live|through)|(tests?|specs?|suite|checks?|build)\s+(all\s+|now\s+)?(pass(es|ed)?|(is|are)\s+green|green)|(ticket|task|issue|card|that\s+one)\s+can\s+(go|be\s+closed)|is\s+in|are\s+in|is\s+gone|are\s+gone)\b";
    /// A state that began before the words were said: whoever tells of it did not bring it about just now.
    FOUND_SO = r"(?i)\bsince\s+(yesterday|last|(mon|tues|wednes|thurs|fri|satur|sun)day)\b";
    /// Words that call a thing done whatever the work was.
    ENDED = r"(?ix)\b((is|are|was|were|been|be|all|now|it['’]s|that['’]s|got|as)\ (now\ |all\ |already\ |finally\ |completely\ |both\ )*(done|finished|complete|completed|ready|live|in\ place|closed|shipped|deployed|merged|landed|released)
        | (is|are|was|were)\ (now\ |all\ |already\ )?(out|up|in|through|over)\W*$
        |(went|goes|gone)\ (live|out|through)|works?\ now|now\ works?|off\ my\ (list|plate|desk)|(tick|check|cross|strike)\ (it|this|that|them)?\ ?off|(shipped|deployed|merged|landed|finished|completed|released|done\ with|wrapped\ up|taken\ care\ of|took\ care\ of|dealt\ with))\b
        | \bmark\b.{1,120}\b(as\ )?(done|complete|completed|finished|closed)\b | ^\W*(done|finished|complete|completed|shipped|merged|deployed)\b";
}

/// Words of [`OPEN`] that may as well describe the thing itself: "failed webhooks", "a missing index".
const DESCRIBES: &[&str] =
    &["failed", "failing", "broken", "wrong", "missing", "pending", "blocked", "partial", "expected", "remaining"];

/// Words that only say when and how a thing was done, as stems.
const ASIDE: &[&str] = &[
    "today",
    "yesterdai",
    "yesterday",
    "morn",
    "even",
    "afternoon",
    "night",
    "hour",
    "minut",
    "ago",
    "final",
    "finalli",
    "just",
    "everywher",
    "tick",
    "off",
    "list",
    "mark",
    "done",
    "live",
    "out",
    "now",
    "alreadi",
    "quick",
    "quickli",
    "success",
    "successfulli",
    "complet",
    "finish",
    "week",
    "monday",
    "tuesdai",
    "wednesdai",
    "thursdai",
    "fridai",
    "friday",
    "green",
    "ship",
    "deploi",
    "deploy",
    "merg",
    "land",
    "readi",
    "off",
    "back",
    "up",
    "via",
    "last",
    "been",
    "went",
    "everyth",
    "work",
    "pass",
    "place",
    "again",
    "i've",
    "we've",
    "they",
    "he",
    "she",
    "got",
    "it",
    "as",
    "both",
    "all",
    "okai",
    "ok",
    "great",
    "good",
    "thank",
    "follow",
    "new",
    "taken",
    "care",
    "clos",
    "released",
    "releas",
    "per",
    "pleas",
    "you",
    "can",
    "that'",
];

/// Words that call something done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// The sentence, verbatim.
    pub words: String,
    pub source: SourceRef,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The person's last words before a claim of the agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
}

/// The sentences of a text that call something done.
pub(super) fn claims(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|l| !l.trim_start().starts_with(['>', '|', '#', '`']));
    let sentences = lines.flat_map(|line| with_results(line, &sentences(line).collect::<Vec<_>>()));
    let told = |s: &str| s.len() <= LONGEST && !lists_open(s) && clauses(s).any(|c| is_done(&c) || is_after(&c));
    sentences.filter(|s| told(s)).collect()
}

/// Whether words tell of a state that the speaker found, as opposed to work just done.
pub(super) fn is_found_so(words: &str) -> bool {
    FOUND_SO.is_match(words)
}

/// The sentences of a line, each together with the one behind it if that one only tells that the tests pass.
fn with_results<'t>(line: &'t str, all: &[&'t str]) -> Vec<&'t str> {
    let joined = |n: usize, s: &'t str| {
        let next = all.get(n + 1).filter(|next| next.len() < 60 && PASSES.is_match(next));
        let both = next.and_then(|next| {
            let from = line.find(s)?;
            let end = from + line.get(from..)?.find(next)? + next.len();
            line.get(from..end)
        });
        both.unwrap_or(s)
    };
    all.iter().enumerate().map(|(n, s)| joined(n, s)).collect()
}

/// The sentences of a line.
pub fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.trim().trim_start_matches(['-', '*', '+', ' ']);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = rest.match_indices(['.', '!', '?']).map(|(at, sign)| at + sign.len());
        // A dot within a name or a number does not end a sentence.
        let mut ends =
            ends.filter(|end| rest.get(*end..).is_none_or(|after| after.is_empty() || after.starts_with(' ')));
        let end = ends.next().unwrap_or(rest.len());
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(sentence)
    })
}

/// The clauses of a sentence; a question as a whole is one.
fn clauses(sentence: &str) -> impl Iterator<Item = String> {
    let plain = sentence.replace(['"', '“', '”', '`', '*'], "").replace(" '", " ").replace("' ", " ");
    let plain = plain.strip_prefix('\'').unwrap_or(&plain).to_owned();
    let asks = plain.trim_end().ends_with('?');
    let marked = if asks {
        plain
    } else {
        plain.replace(" but ", ";").replace(" — ", ";").replace(" – ", ";").replace(", ", ";")
    };
    let parts: Vec<String> = marked.split(';').map(|c| c.trim().to_owned()).filter(|c| !c.is_empty()).collect();
    parts.into_iter()
}

/// Whether a clause states that something was done.
fn is_done(clause: &str) -> bool {
    !OPEN.is_match(clause) && (is_ended(clause) || finished_verbs(clause).next().is_some())
}

/// Whether a clause calls a thing done. Behind an article such a word describes the thing: "the merged list".
fn is_ended(clause: &str) -> bool {
    let describes = |at: usize| {
        let before = clause.get(..at).unwrap_or_default().trim_end();
        before.rsplit(' ').next().is_some_and(|word| is_article(&word.to_lowercase()))
    };
    ENDED.find_iter(clause).any(|found| !describes(found.start()))
}

fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an" | "my" | "our" | "your" | "its")
}

/// Whether a clause may tell of work done by how a thing is now.
fn is_after(clause: &str) -> bool {
    (STATE.is_match(clause) || is_ended(clause) || finished_verbs(clause).next().is_some()) && !is_open(clause)
}

/// Whether a clause leaves work open, other than by words that describe a thing.
fn is_open(clause: &str) -> bool {
    let negated = clause.to_lowercase().replace('’', "'");
    let ended = ["anymore", "any more", "any longer"].iter().any(|end| negated.contains(end));
    PARTLY_DONE.is_match(clause)
        || OPEN.find_iter(clause).any(|found| {
            let word = found.as_str().to_lowercase();
            let before = clause[..found.start()].trim_end().rsplit(' ').next().unwrap_or("").to_lowercase();
            let behind = clause[found.end()..].trim_start().chars().next().is_some_and(char::is_alphabetic);
            let starts = before.is_empty()
                || matches!(before.as_str(), "a" | "an" | "the" | "these" | "all" | "of" | "on" | "for");
            let describes = DESCRIBES.contains(&word.as_str()) && starts && behind;
            let stopped = ended && (word == "not" || word.ends_with("n't") || word.ends_with("n’t"));
            let tested = word == "tried" && TRIED.is_match(&clause[found.start()..]);
            let beside = word == "next" && clause[found.end()..].starts_with(" to ");
            !(describes || stopped || tested || beside)
        })
}

/// Like [`covers`], by the sense of the words.
pub fn means(sentence: &str, task: &TaskSense) -> Option<f32> {
    let whole = std::iter::once(sentence.to_owned()).filter(|whole| !is_open(whole));
    let told = clauses(sentence).chain(whole).filter(|clause| is_after(clause));
    told.filter_map(|clause| task.fit(&clause)).max_by(f32::total_cmp)
}

/// The verbs of a clause that are in a finished form, in the present: `sent` gives `send`.
fn finished_verbs(clause: &str) -> impl Iterator<Item = String> + '_ {
    let words: Vec<String> = clause
        .split(|c: char| !(c.is_alphanumeric() || "'’-".contains(c)))
        .filter(|w| !w.is_empty())
        .map(|w| w.to_lowercase().replace('’', "'"))
        .collect();
    let found: Vec<String> = (0..words.len())
        .filter(|n| {
            let word = words.get(*n).map_or("", String::as_str);
            let before = words.get(n.saturating_sub(3)..*n).unwrap_or_default();
            is_finished_form(word, before) && !before.last().is_some_and(|w| is_article(w))
        })
        .filter_map(|n| words.get(n).map(|w| present_of(w)))
        .collect();
    found.into_iter()
}

/// Scores from 0 to 1 how well a sentence that calls something done fits a task; `None` if it does not call the task's
/// work done.
pub fn covers(sentence: &str, task: &Words) -> Option<f32> {
    // A part of the sentence that leaves its own work open takes nothing back from the others.
    clauses(sentence).filter_map(|clause| clause_covers(&clause, task)).max_by(f32::total_cmp)
}

fn clause_covers(clause: &str, task: &Words) -> Option<f32> {
    if !is_done(clause) {
        return None;
    }
    let ended = is_ended(clause);
    let verbs: Vec<String> = finished_verbs(clause).collect();
    let mut finished = Words::default();
    for verb in &verbs {
        finished.add(&Words::of(verb));
    }
    // The words with every finished verb in its present form, as titles have them.
    let mut said = Words::of(clause);
    said.add(&finished);
    // What a task opens with is its verb if it was done.
    let first = task.tokens.first().map(String::as_str).filter(|first| finished.tokens.iter().any(|v| v == first));
    let (own, did) = (first.or_else(|| task.opening_work()), first.is_some());
    if !did {
        let others = verbs.iter().any(|v| Words::of(v).opening_work().is_some_and(|w| Some(w) != own && w != "add"));
        if (!ended && own != Some("add")) || others {
            return None;
        }
    }
    task.named_by(&said, own, ASIDE).map(|missing| match missing {
        0 if did || own.is_none() => WHOLE,
        0 => SHORTER,
        _ => PARTLY,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_statements_of_work_done_are_claims() {
        let text = "I've added the queue. Is the queue added? The label is printed, but the map is not. We should add a map.\n\
                    > I've added a quote.\nNext I will add the map. The invoice was sent. Open: the merged map and the driver.";
        assert_eq!(
            claims(text),
            ["I've added the queue.", "The label is printed, but the map is not.", "The invoice was sent."]
        );
    }

    #[test]
    fn a_claim_covers_a_task_by_object_verb_number_and_scope() {
        let fits = |said: &str, task: &str| covers(said, &Words::of(task));
        for (said, task) in [
            ("The reply to the carrier is sent.", "Send the reply to the carrier"),
            ("Mark 'Weigh the parcels' as done.", "Weigh the parcels"),
            ("I wrote the depot guide.", "Write the depot guide"),
            ("Depot guide is done.", "Write the depot guide"),
            ("The scale driver is now upgraded to 3.", "Upgrade the scale driver to 3"),
        ] {
            assert!(fits(said, task).is_some(), "{said} / {task}");
        }
        for (said, task) in [
            ("The reply to the customer is sent.", "Send the reply to the carrier"),
            ("I deleted the depot guide.", "Write the depot guide"),
            ("The scale driver is now upgraded to 2.", "Upgrade the scale driver to 3"),
            ("I enabled the map on staging.", "Enable the map on production"),
            ("The weighed parcels are in the depot.", "Sort the weighed parcels"),
            ("I will weigh the parcels.", "Weigh the parcels"),
            ("I looked at the merged gate plan and the label page.", "Print the gate plan on one page"),
        ] {
            assert_eq!(fits(said, task), None, "{said} / {task}");
        }
    }
}
