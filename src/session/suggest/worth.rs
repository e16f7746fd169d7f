//! Defines which items are worth keeping beyond a session, and what speaks for one.

use std::sync::LazyLock;

use regex::Regex;

use super::MemoryType;
use crate::state::{Extractor, Item, ItemKind, Version, semantic_id::tokens};
use crate::transcript::Role;

words! {
    /// What speaks for an item.
    Support {
        /// The person put it in by hand, or accepted it.
        ByHand = "by_hand",
        /// A structured signal: an answered question, an approved plan.
        Signal = "signal",
        /// The person committed to it in so many words.
        Commitment = "commitment",
        /// It was said again.
        Reinforced = "reinforced",
    }
}

/// Where "medium" begins.
const MEDIUM: f32 = 0.5;
/// Where "high" begins.
const HIGH: f32 = 0.75;
/// Fewest telling words of a fact that stands alone; a choice in fewer than the other is the name of an option.
const LEAST_WORDS: usize = 3;
const LEAST_OF_A_CHOICE: usize = 4;

/// Words after which a sentence goes on.
static UNFINISHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(must|should|shall|can|cannot|will|the|an?|of|and|or|with|that|is|are|to|for|from|by|if|when)\W*$",
    )
    .ok()
});

/// Of the moment, of the conversation itself, or of its files: meaningless to a reader of another day.
static PASSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(for\ now | for\ the\ moment | right\ now | this\ time | today | tomorrow | tonight | yesterday | at\ the\ moment
        | next\ (area|step|question|topic|phase) | more\ questions | move\ (on|to\ next) | let's\ (give|see|try|do\ it|go)
        | this\ (pr|branch|commit|session|turn|conversation|chat|question|plan|change|file|one)
        | (these|those)\ (changes|files|commits|findings|tests) | the\ (above|former|latter) | as\ (it\ is|discussed)
        | plan\ approved | you\ decide | up\ to\ you | sounds\ (good|better|great) | give\ it\ a\ go )\b
        | ^\s*(ok|okay|yes|yeah|yep|no|hm+|uh+|sure|really|done)\b[\s,.…!]
        | [😀-🙏🤣]
        ",
    )
    .ok()
});

/// A question whose answer says how the conversation goes on, not what holds.
static ABOUT_THE_TALK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) \b(would\ you\ like\ me | want\ me\ to | shall\ i | should\ i | ready\ to | how\ would\ you\ like\ to\ proceed
        | where\ should\ i | are\ we\ done | does\ this | do(es)?\ (the|that|these|those)\ .*\ (work|look)) \b",
    )
    .ok()
});

fn says(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

/// Whether the item is of a kind that outlives a session and says something to a reader who was not there.
pub(super) fn lasting(item: &Item) -> bool {
    use ItemKind::{Artifact, Constraint, Decision, Dependency, Fact, Goal, Hypothesis, OpenQuestion, Risk, Task};
    let kind = match item.kind {
        Decision | Constraint | Fact | Dependency | Risk => true,
        Goal | Task | Hypothesis | OpenQuestion | ItemKind::RejectedOption | Artifact => false,
    };
    kind && !item.has_tag("branch") && stands_alone(&item.summary, item.kind)
}

/// Whether a text can be understood without the talk around it.
fn stands_alone(summary: &str, kind: ItemKind) -> bool {
    let text = summary.trim();
    let (asked, answer) = text.split_once(" → ").map_or(("", text), |(q, a)| (q, a));
    let whole = !answer.ends_with(['…', '?', ':']) && !text.ends_with("...") && !says(&UNFINISHED, answer);
    whole && !says(&PASSING, text) && !says(&ABOUT_THE_TALK, asked) && !answer.contains('?') && {
        let all = if asked.is_empty() { tokens(text) } else { tokens(asked) };
        let choice = kind == ItemKind::Decision && asked.is_empty();
        all.len() >= if choice { LEAST_OF_A_CHOICE } else { LEAST_WORDS }
    }
}

/// Whether the item is sure enough. "Must" and "never" in the person's own mouth leave nothing to weigh: such a rule
/// counts as high, however short its sentence.
pub(super) fn is_sure(item: &Item, newest: &Version, said_by: Option<Role>, least: f32) -> bool {
    let outright = item.has_tag("hard") && matches!(said_by, Some(Role::User)) && newest.score >= MEDIUM;
    newest.score >= least || (outright && least <= HIGH)
}

/// What speaks for the item; `None` when it is not well supported.
pub(super) fn support(item: &Item, newest: &Version, said_by: Option<Role>) -> Option<Support> {
    match newest.extractor {
        Extractor::Person => return Some(Support::ByHand),
        Extractor::Signals => return Some(Support::Signal),
        Extractor::Rules | Extractor::Model => {}
    }
    let own_words = matches!(said_by, Some(Role::User));
    if item.reinforced > 0 && (own_words || item.source_turns.len() > 1) {
        return Some(Support::Reinforced);
    }
    own_words.then_some(Support::Commitment)
}

/// Why it is worth keeping, for the person.
pub(super) fn sentence(item: &Item, support: Support, memory_type: MemoryType) -> String {
    let what = match (memory_type, item.kind) {
        (MemoryType::Feedback, _) => "a rule you gave for how to work",
        (MemoryType::User, _) => "something about you",
        (MemoryType::Reference, _) => "where something is found",
        (MemoryType::Project, ItemKind::Constraint) => "a limit of the project",
        (MemoryType::Project, ItemKind::Decision) => "a choice of the project that later sessions build on",
        (MemoryType::Project, ItemKind::Risk) => "a risk of the project",
        (MemoryType::Project, _) => "something found out that stays true",
    };
    let because = match support {
        Support::ByHand => "you put it in yourself".to_owned(),
        Support::Signal => "you answered it when asked".to_owned(),
        Support::Commitment => "it was said in so many words".to_owned(),
        Support::Reinforced => format!("it was said again {} times", item.reinforced),
    };
    let because = because.replace("again 1 times", "once again");
    format!("{what}; {because}")
}
