//! Defines [`Prohibition`], any rule that forbids something or puts it on hold, and whether a step of a plan breaks it.
//!
//! A step with the words of a rule need not break it: it may replace, detect or reject the forbidden thing. A step
//! breaks a rule against a thing if it names the thing in one piece after a verb that brings it in, or after a
//! preposition such as "with". A rule against a verb (push, log, commit) is broken by that verb only.

use super::forbidding;
use crate::language::tables::{is_in, is_undoing};
use crate::language::titles::Words;
use crate::text::patterns;

patterns! {
    BAN = concat!(r"(?i)^\W*(please\s+)?(?P<ban>", forbidding!(), r"|avoid|no)\s+(?P<what>[^:;.,(—]+)");
    HOLD = r"(?i)^\W*(?P<what>[^:;.,(]{4,80}?)\s+(is|are|stays?)\s+(currently\s+|now\s+)?(on hold|de-?prioriti[sz]ed|paused|postponed|frozen|parked|out of scope)";
}

/// Stems of verbs whose prohibition is against the thing itself: then a step that introduces it by any verb breaks the
/// rule.
const HAVES: &str = "add us adopt enabl depend bring reintroduc integrat rel reli";
/// Stems of verbs that bring something in.
const BRINGS: &str = "add us adopt enabl mak writ generat integrat import extend wrap wir allow put keep stor hold sav \
     cach pass shar work depend rel reli expos switch mov migrat hardcod hard-cod inject bring reintroduc \
     embed port defin declar";
/// Stems of verbs that name the new thing after a later word: "replace X by Y".
const SWAPS: &str = "replac migrat switch mov convert swap chang port";
/// Stems of verbs, besides those of undoing, that search for, keep out or describe a thing: a step with one of them breaks
/// no rule against it.
const AWAY: &str = "stop detect reject forbid avoid prevent ban block eliminat disallow guard warn flag audit find check \
     redact mask filter sanitiz sanitis catch lint fail report not replac phas postpon defer park refus \
     scan search list count document doc describ discuss explain test trim clean hid verifi ensur assert \
     restrict limit protect migrat quarantin";
/// Prepositions of means: the step uses the thing after them.
const MEANS: &[&str] = &["over", "via", "with", "using", "through", "by", "onto", "into"];
/// Prepositions of place: the step uses the thing after them if its verb brings something in.
const PLACE: &[&str] = &["in", "inside", "as"];
/// Words before a thing that exclude it.
const LEFT_OUT: &[&str] = &["without", "not", "no", "never", "than", "of", "off", "away", "against", "for", "about"];
/// Words that may stand between the words of a thing's name.
const JOINTS: &[&str] = &[
    "a", "an", "the", "any", "our", "your", "all", "of", "from", "in", "to", "on", "for", "with", "at", "new", "more",
    "by", "into", "as", "per", "via",
];
/// Words that end the name of a thing.
const ENDS: &[&str] = &[
    "and",
    "or",
    "when",
    "before",
    "after",
    "over",
    "using",
    "through",
    "so",
    "until",
    "while",
    "if",
    "that",
    "which",
    "only",
    "directly",
    "again",
    "too",
    "anywhere",
    "everywhere",
    "instead",
    "because",
    "but",
    "during",
    "without",
];

/// A word of a rule or step.
#[derive(Debug, Clone)]
struct Word {
    /// The word as written, in lower case.
    written: String,
    /// The stem, with synonyms folded as in titles; empty for a stop word.
    token: String,
    /// Whether punctuation separates it from the next word.
    parted: bool,
}

/// A rule that forbids one thing, or puts it on hold.
#[derive(Debug, Clone)]
pub(crate) struct Prohibition {
    /// The forbidden verb; `None` if a thing is forbidden.
    verb: Option<String>,
    what: Vec<Word>,
    /// Whether the thing is only on hold, not forbidden.
    pub held: bool,
}

impl Prohibition {
    /// Reads a line of a rule file. `None` if it forbids nothing, or more than one thing.
    pub(crate) fn of(line: &str) -> Option<Self> {
        let line = line.trim().trim_start_matches(['-', '*', '>', ' ', '+']).trim();
        let (found, held) = match (BAN.captures(line), HOLD.captures(line)) {
            (Some(ban), _) => (ban, false),
            (None, Some(hold)) => (hold, true),
            _ => return None,
        };
        let mut what = words(found.name("what").map_or("", |m| m.as_str()));
        let ban = found.name("ban").map_or("", |m| m.as_str()).to_lowercase();
        // `Avoid` and `no` forbid a thing, the other words a deed.
        let does = !held && !matches!(ban.as_str(), "avoid" | "no");
        let verb = (does && !what.is_empty()).then(|| what.remove(0).token);
        what.retain(|word| !JOINTS.contains(&word.written.as_str()));
        // A rule against two things is skipped: which of them a step does cannot be told.
        let one = !what.is_empty() && what.iter().all(|b| !matches!(b.written.as_str(), "and" | "or"));
        one.then_some(Self { verb, what, held })
    }

    /// Whether a step calls for the forbidden thing or deed.
    pub(crate) fn is_broken_by(&self, step: &str) -> bool {
        let step = words(step);
        let Some(verb) = step.iter().map(|b| b.token.as_str()).find(|t| !t.is_empty()) else { return false };
        self.places(&step).into_iter().any(|(start, end)| {
            let head = ends_name(&step, end);
            // "The ORM layer" belongs to the ORM; "dependency caching" is not about dependencies.
            let same_form = step.get(end - 1).zip(self.what.last()).is_some_and(|(s, r)| s.written == r.written);
            self.says_to(verb, &step, start, head, head || same_form)
        })
    }

    fn says_to(&self, verb: &str, step: &[Word], start: usize, head: bool, whole: bool) -> bool {
        let governs = governs(step, start);
        let (swaps, brings, away) = (is_in(SWAPS, verb), is_in(BRINGS, verb), is_undoing(verb) || is_in(AWAY, verb));
        if self.held {
            return whole && !away && !governs.is_in(LEFT_OUT);
        }
        let forbidden = self.verb.as_deref().filter(|v| !is_in(HAVES, v));
        if let Some(forbidden) = forbidden {
            return head && verb == forbidden && !governs.is_in(&["without", "not", "no", "than"]);
        }
        if !whole || governs.is_in(LEFT_OUT) {
            return false;
        }
        if swaps {
            return governs.is_in(&["with", "by", "to", "into", "onto"]);
        }
        if away {
            return false;
        }
        governs.is_in(MEANS) || (brings && (matches!(governs, Governs::Verb) || governs.is_in(PLACE)))
    }

    /// The word index ranges of a step in which the thing's words follow each other in order.
    fn places(&self, step: &[Word]) -> Vec<(usize, usize)> {
        (0..step.len()).filter_map(|start| Some((start, self.end_at(step, start)?))).collect()
    }

    /// The index after the thing if it begins at `start`. [`JOINTS`] are skipped between its words.
    fn end_at(&self, step: &[Word], start: usize) -> Option<usize> {
        let mut end = start;
        for (n, want) in self.what.iter().enumerate() {
            while n > 0 && step.get(end).is_some_and(|w| w.token != want.token && JOINTS.contains(&w.written.as_str()))
            {
                end += 1;
            }
            step.get(end).filter(|w| w.token == want.token)?;
            end += 1;
        }
        Some(end)
    }
}

/// Whether the name of a thing ends before the word at `end`: a noun there would make it another thing.
fn ends_name(step: &[Word], end: usize) -> bool {
    let parted = end.checked_sub(1).and_then(|last| step.get(last)).is_some_and(|last| last.parted);
    let next = step.get(end).map(|next| next.written.as_str());
    parted || next.is_none_or(|next| JOINTS.contains(&next) || ENDS.contains(&next))
}

/// The word that governs a thing in a step.
enum Governs<'a> {
    /// The step's own verb.
    Verb,
    /// A preposition, or a word that excludes the thing.
    Word(&'a str),
    /// Something else.
    Other,
}

impl Governs<'_> {
    fn is_in(&self, words: &[&str]) -> bool {
        matches!(self, Self::Word(word) if words.contains(word))
    }
}

/// The word that governs the thing at a place of a step, with at most one adjective between them.
fn governs(step: &[Word], at: usize) -> Governs<'_> {
    let articles = ["a", "an", "the", "any", "our", "your", "all", "new", "more"];
    let before = step.iter().enumerate().take(at).rev();
    for (n, word) in before.filter(|(_, b)| !articles.contains(&b.written.as_str())).take(2) {
        if [MEANS, PLACE, LEFT_OUT].iter().any(|list| list.contains(&word.written.as_str())) {
            return Governs::Word(&word.written);
        }
        if n == 0 {
            return Governs::Verb;
        }
    }
    Governs::Other
}

/// The words of a text in order.
fn words(text: &str) -> Vec<Word> {
    let text = text.replace(['`', '/', '_', '(', ')', '"'], " ");
    text.split_whitespace().filter_map(word).collect()
}

/// A word with its stem; `None` if it is only punctuation.
fn word(raw: &str) -> Option<Word> {
    let written = raw.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != '+').to_lowercase();
    let token = Words::of(&written).tokens.first().cloned().unwrap_or_default();
    let parted = raw.ends_with([',', ';', ':', '.', ')', '—']);
    (!written.is_empty()).then_some(Word { written, token, parted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaks(rule: &str, step: &str) -> bool {
        Prohibition::of(rule).unwrap_or_else(|| panic!("{rule}")).is_broken_by(step)
    }

    #[test]
    fn a_step_breaks_a_rule_where_it_says_to_do_it() {
        for (rule, step) in [
            ("Never add an ORM: the SQL stays in plain files.", "Add an ORM layer for the parcel queries"),
            ("Do not use websockets; the client polls.", "Push route updates to the client over websockets"),
            ("Avoid global state", "Replace the context object with global state"),
            ("Avoid global state", "Keep the open scans in global state"),
            ("Never push to main", "Push hotfixes straight to main"),
            ("Never log passwords", "Log the passwords of failed logins"),
            ("No direct database access from handlers", "Add direct database access from the handlers"),
            ("Do not use mocks", "Introduce mocks for the carriers"),
            ("The import wizard is on hold until spring.", "Build the import wizard for the second depot"),
        ] {
            assert!(breaks(rule, step), "{rule} / {step}");
        }
    }

    #[test]
    fn a_step_with_the_words_of_a_rule_need_not_break_it() {
        for (rule, step) in [
            ("Avoid global state", "Replace global state with a context object"),
            ("Never push to main", "Push the release notes to the main page"),
            ("No direct database access from handlers", "Detect direct database access from handlers in CI"),
            ("Never log passwords", "Redact passwords in the request log"),
            ("Do not use mocks", "Replace mocks by a fake carrier server"),
            ("Do not use mocks", "Test the importer without mocks"),
            ("Do not use mocks", "Migrate off mocks"),
            ("Avoid global state", "Reject global state in review"),
            ("Do not use websockets", "Use polling instead of websockets"),
            ("Do not add new dependencies", "Add dependency caching to the build"),
            ("Never commit secrets", "Commit the secrets scanner's settings"),
            ("Never add an ORM", "Remove the ORM leftovers from the build"),
            ("The import wizard is on hold until spring.", "Document the import wizard"),
        ] {
            assert!(!breaks(rule, step), "{rule} / {step}");
        }
    }
}
