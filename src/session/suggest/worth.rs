//! Defines which items are offered as memories, and the evidence for each.

use super::self_contained::{is_ban, is_self_contained};
use super::{Ask, MemoryType};
use crate::state::{Extractor, Item, ItemKind, Version};
use crate::transcript::Role;

words! {
    /// The strongest evidence for an item.
    Support {
        /// The person entered or accepted it.
        ByHand = "by_hand",
        /// A structured signal: an answered question, an approved plan.
        Signal = "signal",
        /// The person said it explicitly.
        Commitment = "commitment",
        /// It was said more than once.
        Reinforced = "reinforced",
    }
}

const MIN_MEDIUM: f32 = 0.5;

/// Whether the item is of a kind that outlives a session, and its sentence can be understood without it. `answers` is
/// true if the sentence answers a question.
pub(super) fn lasting(item: &Item, words: &str, answers: bool) -> bool {
    use ItemKind::{Artifact, Constraint, Decision, Dependency, Fact, Goal, Hypothesis, OpenQuestion, Risk, Task};
    let kind = match item.kind {
        Decision | Constraint | Fact | Dependency | Risk => true,
        ItemKind::RejectedOption => item.superseded_by.is_none() && is_ban(words),
        Goal | Task | Hypothesis | OpenQuestion | Artifact => false,
    };
    kind && !item.has_tag("branch") && is_self_contained(words, item.kind, answers)
}

/// Whether the item's score is at least `least`. A rule that the person spoke counts as high from medium on.
pub(super) fn is_sure(item: &Item, newest: &Version, said_by: Option<Role>, least: f32) -> bool {
    let spoken = item.kind == ItemKind::Constraint && said_by == Some(Role::User);
    newest.score >= least || (spoken && newest.score >= MIN_MEDIUM && least <= Ask::HIGH)
}

/// The strongest evidence for the item; `None` if there is too little.
pub(super) fn support(item: &Item, newest: &Version, said_by: Option<Role>) -> Option<Support> {
    match newest.extractor {
        Extractor::Person => return Some(Support::ByHand),
        Extractor::Signals => return Some(Support::Signal),
        Extractor::Rules | Extractor::Model => {}
    }
    let own_words = matches!(said_by, Some(Role::User));
    let support = if item.reinforced > 0 { Support::Reinforced } else { Support::Commitment };
    own_words.then_some(support)
}

/// Who reads what a suggestion is: "you" is another one to each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryReader {
    Person,
    Agent,
}

/// Names a suggestion of this kind and type: "a rule you gave for how to work", for an agent "a rule of the user's".
pub(super) fn what(kind: ItemKind, memory_type: MemoryType, reader: MemoryReader) -> &'static str {
    match (memory_type, kind) {
        (MemoryType::Feedback, _) if reader == MemoryReader::Agent => "a rule of the user's for how to work",
        (MemoryType::Feedback, _) => "a rule you gave for how to work",
        (MemoryType::User, _) if reader == MemoryReader::Agent => "something about the user",
        (MemoryType::User, _) => "something about you",
        (MemoryType::Reference, _) => "where something is found",
        (MemoryType::Project, ItemKind::Constraint) => "a limit of the project",
        (MemoryType::Project, ItemKind::Decision) => "a choice of the project that later sessions build on",
        (MemoryType::Project, ItemKind::Risk) => "a risk of the project",
        (MemoryType::Project, _) => "something found out that stays true",
    }
}

/// Why it is worth keeping, as shown to the person.
pub(super) fn sentence(item: &Item, support: Support, memory_type: MemoryType) -> String {
    let what = what(item.kind, memory_type, MemoryReader::Person);
    let because = match support {
        Support::ByHand => "you put it in yourself".to_owned(),
        Support::Signal => "you answered it when asked".to_owned(),
        Support::Commitment => "stated explicitly".to_owned(),
        Support::Reinforced if item.reinforced == 1 => "repeated".to_owned(),
        Support::Reinforced => format!("repeated {} times", item.reinforced),
    };
    format!("{what}; {because}")
}
