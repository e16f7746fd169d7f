//! Defines [`Claim`], words of a session that call something done, and [`covers`], whether they name a task's work.
//!
//! Only a plain statement in the past counts: no question, no plan, no attempt, no part of the work. What the words name
//! must agree with the task in its object, its verb, its numbers and its scope.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::SourceRef;
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
    /// Words that call a thing done whatever the work was.
    ENDED = r"(?ix)\b((is|are|was|were|been|be|all|now|it['’]s|that['’]s|got|as)\ (now\ |all\ |already\ |finally\ |completely\ |both\ )*(done|finished|complete|completed|ready|live|in\ place|closed|shipped|deployed|merged|landed|released)
        | (is|are|was|were)\ (now\ |all\ |already\ )?(out|up|in|through|over)\W*$
        |(went|goes|gone)\ (live|out|through)|works?\ now|now\ works?|off\ my\ (list|plate|desk)|(tick|check|cross|strike)\ (it|this|that|them)?\ ?off|(shipped|deployed|merged|landed|finished|completed|released|done\ with|wrapped\ up|taken\ care\ of|took\ care\ of|dealt\ with))\b
        | \bmark\b.{1,120}\b(as\ )?(done|complete|completed|finished|closed)\b | ^\W*(done|finished|complete|completed|shipped|merged|deployed)\b";
}

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
}

/// The sentences of a text that call something done.
pub(super) fn claims(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|l| !l.trim_start().starts_with(['>', '|', '#', '`']));
    let sentences = lines.flat_map(sentences);
    sentences.filter(|s| s.len() <= LONGEST && clauses(s).any(|c| is_done(&c))).collect()
}

/// The sentences of a line.
fn sentences(line: &str) -> impl Iterator<Item = &str> {
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
    !OPEN.is_match(clause) && (ENDED.is_match(clause) || finished_verbs(clause).next().is_some())
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
            let after_article =
                before.last().is_some_and(|w| matches!(w.as_str(), "the" | "a" | "an" | "my" | "our" | "your" | "its"));
            is_finished_form(word, before) && !after_article
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
    let ended = ENDED.is_match(clause);
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
                    > I've added a quote.\nNext I will add the map. The invoice was sent.";
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
        ] {
            assert_eq!(fits(said, task), None, "{said} / {task}");
        }
    }
}
