//! Defines [`Rule`], what a line of a file that steers the agent forbids or puts on hold, and whether a step breaks it.
//!
//! That a step has the words of a rule says little: it may replace, detect or reject just that. A step breaks a ban where
//! it says to do it: the thing stands in one piece, after a verb that brings it in or after a word of means; a ban on a
//! verb of its own (push, log, commit) is broken by that verb only.

use crate::language::titles::Words;
use crate::standup::project::ProjectState;
use crate::text::patterns;

patterns! {
    BAN = r"(?i)^\W*(please\s+)?(?P<ban>never|do not|don't|don’t|must not|mustn't|avoid|no)\s+(?P<what>[^:;.,(—]+)";
    HOLD = r"(?i)^\W*(?P<what>[^:;.,(]{4,80}?)\s+(is|are|stays?)\s+(currently\s+|now\s+)?(on hold|de-?prioriti[sz]ed|paused|postponed|frozen|parked|out of scope)";
}

/// Verbs that forbid to have a thing at all: whatever brings it in breaks a ban on them.
const HAVES: &[&str] = &["add", "us", "adopt", "enabl", "depend", "bring", "reintroduc", "integrat", "rel", "reli"];
/// Verbs that bring something in.
const BRINGS: &[&str] = &[
    "add",
    "us",
    "adopt",
    "enabl",
    "mak",
    "writ",
    "generat",
    "integrat",
    "import",
    "extend",
    "wrap",
    "wir",
    "allow",
    "put",
    "keep",
    "stor",
    "hold",
    "sav",
    "cach",
    "pass",
    "shar",
    "work",
    "depend",
    "rel",
    "reli",
    "expos",
    "switch",
    "mov",
    "migrat",
    "hardcod",
    "hard-cod",
    "inject",
    "bring",
    "reintroduc",
    "embed",
    "port",
    "defin",
    "declar",
];
/// Verbs with which the thing comes after a later word: what stands before it goes.
const SWAPS: &[&str] = &["replac", "migrat", "switch", "mov", "convert", "swap", "chang", "port"];
/// Verbs that take something away, look for it or keep it out: with them a step breaks no ban on it.
const AWAY: &[&str] = &[
    "remov",
    "disabl",
    "revert",
    "deprecat",
    "stop",
    "undo",
    "detect",
    "reject",
    "forbid",
    "avoid",
    "prevent",
    "ban",
    "block",
    "eliminat",
    "disallow",
    "guard",
    "warn",
    "flag",
    "audit",
    "find",
    "check",
    "redact",
    "mask",
    "filter",
    "sanitiz",
    "sanitis",
    "catch",
    "lint",
    "fail",
    "report",
    "not",
    "retir",
    "abandon",
    "replac",
    "phas",
    "postpon",
    "defer",
    "park",
    "refus",
    "scan",
    "search",
    "list",
    "count",
    "document",
    "doc",
    "describ",
    "discuss",
    "explain",
    "test",
    "trim",
    "clean",
    "hid",
    "verifi",
    "ensur",
    "assert",
    "restrict",
    "limit",
    "protect",
    "migrat",
    "quarantin",
];
/// Words of means: what stands after them is used.
const MEANS: &[&str] = &["over", "via", "with", "using", "through", "by", "onto", "into"];
/// Words of place: what stands after them is used where the verb brings something in.
const PLACE: &[&str] = &["in", "inside", "as"];
/// Words before a thing that say it is left out.
const LEFT_OUT: &[&str] = &["without", "not", "no", "never", "than", "of", "off", "away", "against", "for", "about"];
/// Words of no weight between the words of one thing.
const JOINTS: &[&str] = &[
    "a", "an", "the", "any", "our", "your", "all", "of", "from", "in", "to", "on", "for", "with", "at", "new", "more",
    "by", "into", "as", "per", "via",
];
/// Words that end a thing: no noun that would make it another thing.
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

/// A word of a step: as it is written, as it is compared, and whether a mark parts it from the next.
#[derive(Debug, Clone)]
struct Bit {
    written: String,
    token: String,
    parted: bool,
}

/// A rule of a file that steers the agent.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    /// The verb that is forbidden; none where a thing is.
    verb: Option<String>,
    /// The thing.
    what: Vec<Bit>,
    /// Whether work on it is on hold, and not forbidden.
    pub held: bool,
    /// The line.
    pub line: String,
    /// Where it stands.
    pub path: String,
}

/// What may not be done, and what is on hold, by the files that steer the agent.
pub(super) fn rules(state: &ProjectState) -> Vec<Rule> {
    let files = state.context.iter().flatten();
    files.flat_map(|file| file.text.lines().filter_map(|line| Rule::of(line, &file.path))).collect()
}

impl Rule {
    fn of(line: &str, path: &str) -> Option<Self> {
        let line = line.trim().trim_start_matches(['-', '*', '>', ' ', '+']).trim();
        let (ban, held) = match (BAN.captures(line), HOLD.captures(line)) {
            (Some(ban), _) => (ban, false),
            (None, Some(hold)) => (hold, true),
            _ => return None,
        };
        let part = |name: &str| ban.name(name).map_or("", |m| m.as_str());
        let mut what: Vec<Bit> = bits(part("what"));
        // `Avoid` and `no` forbid a thing, the others something one does.
        let does = !held && !matches!(part("ban").to_lowercase().as_str(), "avoid" | "no");
        let verb = (does && !what.is_empty()).then(|| what.remove(0).token);
        what.retain(|bit| !JOINTS.contains(&bit.written.as_str()));
        // Two things that are never done: which of them a step does cannot be told.
        let one = !what.is_empty() && what.iter().all(|b| !matches!(b.written.as_str(), "and" | "or"));
        one.then(|| Self { verb, what, held, line: line.to_owned(), path: path.to_owned() })
    }

    /// Whether a step says to do what this forbids.
    pub fn is_broken_by(&self, step: &str) -> bool {
        let step = bits(step);
        let Some(verb) = step.iter().map(|b| b.token.as_str()).find(|t| !t.is_empty()) else { return false };
        self.places(&step).into_iter().any(|(start, end)| {
            let head = step.get(end).is_none_or(|next| {
                let own = |words: &[&str]| words.contains(&next.written.as_str());
                own(JOINTS) || own(ENDS)
            }) || step.get(end - 1).is_some_and(|last| last.parted);
            // `The ORM layer` is of the ORM; `dependency caching` is not of dependencies.
            let same_form = step.get(end - 1).zip(self.what.last()).is_some_and(|(s, r)| s.written == r.written);
            self.says_to(verb, &step, start, head, head || same_form)
        })
    }

    fn says_to(&self, verb: &str, step: &[Bit], start: usize, head: bool, whole: bool) -> bool {
        let governs = governs(step, start);
        let is = |words: &[&str]| matches!(governs, Governs::Word(w) if words.contains(&w));
        let (swaps, brings, away) = (SWAPS.contains(&verb), BRINGS.contains(&verb), AWAY.contains(&verb));
        if self.held {
            return whole && !away && !is(LEFT_OUT);
        }
        let forbidden = self.verb.as_deref().filter(|v| !HAVES.contains(v));
        if let Some(forbidden) = forbidden {
            return head && verb == forbidden && !is(&["without", "not", "no", "than"]);
        }
        if !whole || is(LEFT_OUT) {
            return false;
        }
        if swaps {
            return is(&["with", "by", "to", "into", "onto"]);
        }
        if away {
            return false;
        }
        is(MEANS) || (brings && (matches!(governs, Governs::Verb) || is(PLACE)))
    }

    /// Where the thing stands in a step, in one piece and in order: from which word to which.
    fn places(&self, step: &[Bit]) -> Vec<(usize, usize)> {
        let at = |start: usize| {
            let mut end = start;
            for (n, want) in self.what.iter().enumerate() {
                while n > 0
                    && step.get(end).is_some_and(|b| b.token != want.token && JOINTS.contains(&b.written.as_str()))
                {
                    end += 1;
                }
                if step.get(end).is_none_or(|b| b.token != want.token) {
                    return None;
                }
                end += 1;
            }
            Some((start, end))
        };
        (0..step.len()).filter_map(at).collect()
    }
}

/// What a thing in a step hangs on.
enum Governs<'a> {
    /// The step's own verb.
    Verb,
    /// A word of means or place, or one that leaves it out.
    Word(&'a str),
    /// Something else.
    Other,
}

/// What the thing at a place of a step hangs on; one adjective may stand between.
fn governs(step: &[Bit], at: usize) -> Governs<'_> {
    let articles = ["a", "an", "the", "any", "our", "your", "all", "new", "more"];
    let before = step.iter().enumerate().take(at).rev();
    for (n, bit) in before.filter(|(_, b)| !articles.contains(&b.written.as_str())).take(2) {
        if [MEANS, PLACE, LEFT_OUT].iter().any(|list| list.contains(&bit.written.as_str())) {
            return Governs::Word(&bit.written);
        }
        if n == 0 {
            return Governs::Verb;
        }
    }
    Governs::Other
}

/// The words of a text in order.
fn bits(text: &str) -> Vec<Bit> {
    let text = text.replace(['`', '/', '_', '(', ')', '"'], " ");
    let bit = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != '+').to_lowercase();
        let words = Words::of(&bare);
        let token = words.tokens.first().cloned().unwrap_or_default();
        let parted = word.ends_with([',', ';', ':', '.', ')', '—']);
        (!bare.is_empty()).then_some(Bit { written: bare, token, parted })
    };
    text.split_whitespace().filter_map(bit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaks(rule: &str, step: &str) -> bool {
        Rule::of(rule, "CLAUDE.md").unwrap_or_else(|| panic!("{rule}")).is_broken_by(step)
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
    fn the_words_of_a_rule_alone_break_nothing() {
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
