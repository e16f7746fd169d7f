//! Defines whether a text says something to a reader of another day, who does not know the talk it stood in: it is a
//! whole sentence, names what it is about, and is not of the moment.

use std::sync::LazyLock;

use regex::Regex;

use crate::language::stems::tokens;
use crate::state::ItemKind;

/// Fewest telling words of a fact that stands alone; a choice in fewer than the other is the name of an option.
const LEAST_WORDS: usize = 3;
const LEAST_OF_A_CHOICE: usize = 4;
/// Most characters of several sentences: what is longer is talk, and holds more than one fact.
const TALK: usize = 160;
/// Fewest words of a question that say what it is about.
const LEAST_OF_A_QUESTION: usize = 2;
/// Words before a pronoun in which what it means may have been named.
const BEFORE_IT: usize = 3;

fn regex(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

fn says(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

/// Words after which a sentence goes on.
static UNFINISHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r"(?i)\b(must|should|shall|can|cannot|will|the|an?|of|and|or|with|that|is|are|to|for|from|by|if|when)\W*$")
});

/// The end of a sentence, the last one too.
static SENTENCE_END: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"[\p{L})\x22'][.!?](?:\s|$|\p{Lu})"));

/// A beginning that lacks its subject, or hangs on the sentence before.
static BEGUN_BEFORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix) ^\W* (?: (?:needs?|has|have|had|is|are|was|were|does|did|gets?|goes|means|allowed|not|because|which|who|whose|whereas|but|or|nor|than|though|although|while|rather|instead)\b
        | (?:must|should|shall|can|cannot|will) \s+ (?:be|have|stay|remain|contain|hold|return|work)\b )",
    )
});

/// Of the moment, of the conversation itself, or of its files.
static PASSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix)
        \b(for\ now | for\ the\ moment | right\ now | this\ time | today | tomorrow | tonight | yesterday | at\ the\ moment
        | next\ (area|step|question|topic|phase) | more\ questions | move\ (on|to\ next) | let's\ (give|see|try|do\ it|go)
        | the\ (above|former|latter) | as\ (it\ is|discussed|mentioned|before|above)
        | plan\ approved | you\ decide | up\ to\ you | sounds\ (good|better|great) | give\ it\ a\ go )\b
        | ^\s*(ok|okay|yes|yeah|yep|no|hm+|uh+|sure|really|done)\b[\s,.…!]
        | [😀-🙏🤣]
        ",
    )
});

/// What is shown by pointing: "these tests", "this phase".
static POINTED_AT: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"(?i)\b(?:this|these|those)\b\W*(\w*)"));
/// Behind one of those words, a verb: it stands for something named, as "it" does.
const STANDS_FOR: &[&str] = &[
    "is", "are", "was", "were", "will", "must", "should", "can", "has", "have", "do", "does", "stays", "stay", "get",
    "gets",
];
/// Of these there is one, whenever it is read.
const STANDING: &[&str] = &[
    "project",
    "repo",
    "repository",
    "codebase",
    "app",
    "application",
    "service",
    "tool",
    "library",
    "crate",
    "package",
    "machine",
    "team",
    "company",
    "product",
    "workspace",
    "monorepo",
    "server",
    "system",
    "site",
    "website",
    "cli",
];

/// The work in hand, called by what any work is called.
static THE_WORK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix) \b(?:the|that|your|our) \s+ (?:change|changes|fix|work|task|tasks|approach|trade-?offs?|options?|phase|step|steps|implementation|refactor|refactoring|rename|finding|findings|review|discussion|draft|proposal|previous|last|current|remaining|rest)
        (?:\s+(?:apply|go|be|is|are|should|as|in|on|to|for|of|and|or|with|now)\b | \W*$ | \s*[,;:.?!—→-])",
    )
});

/// A pronoun, and what may not stand before it if it means something outside the text.
static PRONOUN: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(r"(?i)\b(it|its|them|they|he|she|him|that\s+one|the\s+other\s+one|both|either)\b"));

/// An answer that only points at the options it was given.
static POINTS_BACK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix) ^\W*(?:both|neither|either|all(?:\s+of\s+(?:them|it|the\s+above))?|none|any|same|the\s+same|(?:the\s+)?(?:first|second|third|last|other)(?:\s+one)?|option\s+\w+|include\s+it|as\s+is|keep\s+it|skip|later|[a-h]|\d{1,2})\b(?:\s*\(\w+\))?\W*$",
    )
});

/// A question about how the conversation goes on, not about what holds.
static ABOUT_THE_TALK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix) \b(would\ you\ like\ me | want\ me\ to | shall\ i | should\ i | ready\ to | how\ would\ you\ like\ to\ proceed
        | where\ should\ i | are\ we\ done | does\ this | do(es)?\ (the|that|these|those)\ .*\ (work|look) ) \b",
    )
});

/// What something would be or do, or is already: weighed or told, not settled.
static WEIGHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?i)\b(would|could|might|maybe|perhaps|probably|not\s+sure|i\s+guess|i\s+wonder|it\s+depends|thinking|(i|we)\s+already\s+have)\b",
    )
});

/// A change of what there is: once it is made, the project itself says so.
static ONE_DEED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix) ^\W* (?:(?:ok|okay|so|and|also|please|just|then|now|i|we|think|guess|want|wants|need|have|to|should|must|can|could|let['’]?s|let|us|go\s+ahead\s+and|that)[,:]?\s+)*
        (?:get\s+rid\s+of|rename|bump|lower|raise|increase|decrease|reduce|revert|undo|redo|fix|move|clean\s+up|tidy|commit|push|merge|rebase|stick\s+(?:to|with)\s+.*\s+(?:but|and)\s+(?:just\s+)?(?:move|rename|remove|delete))\b",
    )
});

/// Words of a question that say nothing of what it is about.
const OF_ASKING: &[&str] = &[
    "which",
    "what",
    "where",
    "when",
    "who",
    "why",
    "how",
    "should",
    "would",
    "could",
    "want",
    "like",
    "prefer",
    "use",
    "using",
    "make",
    "based",
    "change",
    "changes",
    "apply",
    "approach",
    "option",
    "options",
    "direction",
    "way",
    "choice",
    "choose",
    "best",
    "design",
    "vision",
    "resonates",
    "resonate",
    "tradeoffs",
    "tradeoff",
    "trade",
    "off",
    "offs",
    "live",
    "go",
    "handle",
    "happen",
    "do",
    "does",
    "think",
    "feel",
    "proceed",
    "next",
    "now",
    "also",
    "one",
    "work",
    "look",
    "done",
];

/// Whether a text can be understood without the talk around it, and on another day.
pub(super) fn stands_alone(summary: &str, kind: ItemKind) -> bool {
    let text = summary.trim();
    let (asked, answer) = text.split_once(" → ").map_or(("", text), |(q, a)| (q, a));
    let whole = !answer.ends_with(['…', '?', ':']) && !text.ends_with("...") && !says(&UNFINISHED, answer);
    let passing = says(&PASSING, text) || says(&ABOUT_THE_TALK, asked) || answer.contains('?');
    let pointing = points(text) || says(&THE_WORK, text) || pronoun_first(if asked.is_empty() { text } else { asked });
    let talk = text.chars().count() > TALK && SENTENCE_END.as_ref().is_some_and(|r| r.find_iter(text).count() > 1);
    if !whole || passing || pointing || talk {
        return false;
    }
    if asked.is_empty() {
        let least = if kind == ItemKind::Decision { LEAST_OF_A_CHOICE } else { LEAST_WORDS };
        let settled =
            kind != ItemKind::Decision || !(says(&WEIGHED, text) || says(&ONE_DEED, text) || only_names(text));
        settled && !says(&BEGUN_BEFORE, text) && tokens(text).len() >= least
    } else {
        let back = says(&POINTS_BACK, answer) && !asked.contains(" or ");
        !back && is_about_something(asked, answer)
    }
}

/// Whether a text points at something that only its first reader saw.
fn points(text: &str) -> bool {
    let Some(regex) = POINTED_AT.as_ref() else { return false };
    regex.captures_iter(text).any(|found| {
        let noun = found.get(1).map_or("", |m| m.as_str()).to_lowercase();
        let named = || has_before(text, found.get(0).map_or(0, |m| m.start()));
        !(STANDING.contains(&noun.as_str()) || (STANDS_FOR.contains(&noun.as_str()) && named()))
    })
}

/// Whether enough is said before a place in a text that a pronoun there may mean some of it.
fn has_before(text: &str, at: usize) -> bool {
    text[..at].split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count() >= BEFORE_IT
}

/// Whether a pronoun stands where nothing was named yet that it could mean.
fn pronoun_first(text: &str) -> bool {
    PRONOUN.as_ref().and_then(|r| r.find(text)).is_some_and(|found| !has_before(text, found.start()))
}

/// Whether a question names what it is about, or its answer names it by a name of its own.
fn is_about_something(asked: &str, answer: &str) -> bool {
    let telling = tokens(asked).into_iter().filter(|t| !OF_ASKING.contains(&t.as_str())).count();
    let inner = |w: &str| w.chars().skip(1).any(char::is_uppercase) || w.contains(['_', '/']) || w.contains("::");
    telling >= LEAST_OF_A_QUESTION || (telling > 0 && answer.split_whitespace().any(inner))
}

/// Whether a text is a list of names: topics that were picked, with nothing said of them.
fn only_names(text: &str) -> bool {
    let parts: Vec<&str> = text.split(", ").map(str::trim).collect();
    let named = |p: &&str| p.starts_with(char::is_uppercase) && p.split_whitespace().count() <= 5;
    parts.len() >= 3 && parts.iter().all(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_alone_and_what_does_not() {
        for (kind, text, alone) in [
            (ItemKind::Constraint, "Never push to main without asking first", true),
            (ItemKind::Constraint, "This project must run on Windows too", true),
            (ItemKind::Constraint, "Findings that can wait should get a todo so that these are not lost", true),
            (ItemKind::Constraint, "Invalid themes must never crash the program", true),
            (ItemKind::Constraint, "needs to be set to 1 for true colors", false),
            (ItemKind::Constraint, "Not before the credentials are checked", false),
            (ItemKind::Constraint, "must be a string in both cases", false),
            (ItemKind::Constraint, "never touch these files again", false),
            (ItemKind::Constraint, "keep it under two hundred lines", false),
            (ItemKind::Constraint, "The doc must", false),
            (ItemKind::Decision, "Use PostgreSQL for the orders service", true),
            (ItemKind::Decision, "Store summaries in the existing metadata struct", true),
            (ItemKind::Decision, "Keep the cache small so that it fits into memory", true),
            (ItemKind::Decision, "Build it, but only when nothing else is there", false),
            (ItemKind::Decision, "Lower the padding to 20 for renders", false),
            (ItemKind::Decision, "I think we want to get rid of the session mechanics", false),
            (ItemKind::Decision, "That library would need a merge screen which is heavy", false),
            (ItemKind::Decision, "I am also thinking we should include all the active sessions", false),
            (ItemKind::Decision, "We already have a timestamp that says when a session ended", false),
            (ItemKind::Decision, "Invitation flow, Sharing UI, Permissions model", false),
            (ItemKind::Decision, "Where should users find their public key? → Settings page", true),
            (ItemKind::Decision, "Should shares be for folders only, or for files too? → Both", true),
            (ItemKind::Decision, "Where should the share action live in the file browser? → Both", false),
            (ItemKind::Decision, "Where should the probe live? → On HTTPConn as EnsureAuth", true),
            (ItemKind::Decision, "Where should the change apply? → Everywhere", false),
            (ItemKind::Decision, "Based on the tradeoffs — which approach? → Hybrid", false),
            (ItemKind::Decision, "Should it also regenerate when artifacts are stale? → Yes, by their times", false),
            (ItemKind::Decision, "Should this phase support reading only, or writing too? → Reading only", false),
            (ItemKind::Decision, "Should file locking be part of this work? → Include it", false),
        ] {
            assert_eq!(stands_alone(text, kind), alone, "{text}");
        }
    }
}
