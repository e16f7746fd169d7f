//! Defines [`Suggestion`]: what of a session is worth keeping beyond it, offered for the person's word.
//!
//! Nothing here writes. Existing memories come in as arguments, so that a fact that is kept already is not offered
//! again and one that says something older is offered as a change. What was dismissed stays away until it changes.

mod compare;
mod flags;
mod meaning;
mod self_contained;
mod worth;

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::Session;
use crate::state::{Confidence, Evidence, Item, ItemId, ItemKind, Status, Version, semantic_id::semantic_id};
use crate::text::{SafeText, cut};
use crate::transcript::Role;

pub use compare::{Memory, MemoryIndex};
pub use flags::SuggestionFlag;
pub use meaning::MemoryType;
pub use worth::Support;

/// Columns of a title: one line of an index, and of a side model's prompt.
const TITLE: usize = 120;
/// Bytes of an item's words that are kept; more is cut visibly.
const WORDS: usize = 2048;

words! {
    /// What approval would do to the memories there are.
    MemoryAction {
        /// A memory comes to be.
        Create = "create",
        /// A memory of the same thing says something older and is changed.
        Update = "update",
        /// A memory says what this replaced: it goes, this comes.
        Supersede = "supersede",
        /// A memory speaks of what no longer stands, and nothing stands in its place: it goes.
        Retire = "retire",
        /// It is kept already.
        Nothing = "nothing",
    }
}

/// What to suggest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ask {
    /// The least score, from 0 to 1.
    pub min_confidence: f32,
    /// Whether what no longer stands is listed too, where a memory still speaks of it.
    pub include_superseded: bool,
}

impl Default for Ask {
    /// From "high" on, as the words of confidence have it.
    fn default() -> Self {
        Self { min_confidence: 0.75, include_superseded: false }
    }
}

/// A quotation, with who said it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Who said it; unknown where the turn is not at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<Role>,
    /// The turn as shown (`t142`).
    pub turn: String,
    /// The words.
    pub words: String,
}

/// A durable memory offered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// `m-a3f7c012`: the hash of what the item meant when it came to be, so it never changes.
    pub id: String,
    /// The session it is from.
    pub session: String,
    /// The item.
    pub item_id: ItemId,
    /// Its kind.
    pub kind: ItemKind,
    /// Its semantic id when it came to be.
    pub semantic_id: String,
    /// What sort of memory it is.
    #[serde(rename = "type")]
    pub memory_type: MemoryType,
    /// What the item said first: names of files are made of it and last.
    pub first: String,
    /// The fact, on one line.
    pub title: String,
    /// The fact, whole.
    pub words: String,
    /// Why it is so, in the words of the talk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// What was not chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// Whether it is not to be negotiated.
    pub hard: bool,
    /// How sure the ledger is.
    pub confidence: Confidence,
    /// The same as a number from 0 to 1.
    pub score: f32,
    /// What speaks for it.
    pub support: Support,
    /// Why it is worth keeping, in one sentence.
    pub why: String,
    /// What it rests on.
    pub evidence: Vec<Quote>,
    /// What approval would do.
    pub action: MemoryAction,
    /// The existing memory it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing: Option<String>,
    /// What the person must look at before approving.
    pub flags: Vec<SuggestionFlag>,
    /// Whether it is marked for approval from the start: nothing flagged is.
    pub selected: bool,
    /// Changes when the item says something else: a dismissal holds for one of these.
    pub fingerprint: String,
}

impl Session {
    /// What is worth keeping, hard rules first, then as the items came. Two items that meant the same are one.
    pub fn suggestions(&self, ask: Ask, memories: &[Memory]) -> Vec<Suggestion> {
        self.suggestions_beside(ask, &MemoryIndex::of(memories))
    }

    /// The same, beside memories that were read before.
    pub fn suggestions_beside(&self, ask: Ask, kept: &MemoryIndex) -> Vec<Suggestion> {
        let mut newest: HashMap<String, usize> = HashMap::new();
        let mut all: Vec<Option<Suggestion>> = Vec::new();
        for suggestion in self.ledger().items().iter().filter_map(|item| self.suggest(item, ask, kept)) {
            if let Some(older) = newest.insert(suggestion.id.clone(), all.len()) {
                all[older] = None;
            }
            all.push(Some(suggestion));
        }
        let mut out: Vec<Suggestion> = all.into_iter().flatten().collect();
        // A memory that is changed or replaced is not offered to be taken away as well.
        let changed: HashSet<String> = out.iter().filter(|s| replaces(s)).filter_map(|s| s.existing.clone()).collect();
        out.retain(|s| s.action != MemoryAction::Retire || s.existing.as_ref().is_none_or(|e| !changed.contains(e)));
        out.sort_by_key(|s| !s.hard);
        out
    }

    fn suggest(&self, item: &Item, ask: Ask, kept: &MemoryIndex) -> Option<Suggestion> {
        let newest = item.newest()?;
        let first = item.versions.first()?;
        let stands = item.status == Status::Active;
        let ended = ask.include_superseded && item.status == Status::Superseded;
        if !(stands || ended) {
            return None;
        }
        let speaker = |id: &str| self.turn(id).map(|t| t.role);
        let said_by = speaker(&newest.turn_id);
        let whole = whole_words(item, newest, said_by);
        let sure = worth::is_sure(item, newest, said_by, ask.min_confidence);
        if !sure && !kept.any() {
            return None;
        }
        let semantic = semantic_id(item.kind, &first.summary);
        let hash = hash_of(&semantic).to_owned();
        // That a memory became false is told, however unsure what took its place is.
        let outdates = || kept.outdated(&hash, &item.summary) || self.replaced(item).any(|old| kept.made_of(old));
        if !(sure || outdates()) || !worth::lasting(item, &whole) {
            return None;
        }
        let support = worth::support(item, newest, said_by)?;
        let replaced: Vec<&str> = self.replaced(item).map(|i| i.summary.as_str()).collect();
        let (action, existing) = kept.action(item, &hash, &replaced);
        // What no longer stands matters only to a memory that still says it.
        let action = if stands { action } else { existing.as_ref().map(|_| MemoryAction::Retire)? };
        let words = shortened(&SafeText::block(&whole).into_string());
        let memory_type = meaning::of(item, said_by);
        let flags = flags::of(item, newest, &words);
        Some(Suggestion {
            id: format!("m-{hash}"),
            session: self.meta().session_id.clone(),
            item_id: item.id.clone(),
            kind: item.kind,
            semantic_id: semantic,
            memory_type,
            first: SafeText::line(&first.summary).into_string(),
            title: cut(SafeText::line(&whole).as_str(), TITLE).into_owned(),
            words,
            rationale: item.rationale.as_deref().map(|r| shortened(SafeText::line(r).as_str())),
            alternatives: item.alternatives.iter().map(|a| SafeText::line(a).into_string()).collect(),
            hard: item.has_tag("hard"),
            confidence: item.confidence,
            score: newest.score,
            support,
            why: worth::sentence(item, support, memory_type),
            evidence: self.quotes(&newest.evidence),
            action,
            existing,
            selected: sure && flags.is_empty() && !matches!(action, MemoryAction::Nothing | MemoryAction::Retire),
            flags,
            fingerprint: fingerprint(item, newest),
        })
    }

    /// The items that an item replaced.
    fn replaced<'s>(&'s self, item: &'s Item) -> impl Iterator<Item = &'s Item> {
        item.supersedes.iter().filter_map(|id| self.ledger().get(id))
    }

    fn quotes(&self, evidence: &Evidence) -> Vec<Quote> {
        let pairs = evidence.turn_ids.iter().zip(&evidence.snippets);
        pairs
            .enumerate()
            .map(|(place, (id, words))| {
                let turn = self.turn(id);
                Quote {
                    speaker: self.said_by(evidence, place),
                    turn: turn.map_or_else(|| id.to_string(), |t| format!("t{}", t.ordinal)),
                    words: shortened(SafeText::line(words).as_str()),
                }
            })
            .collect()
    }
}

/// The hash in a semantic id.
fn hash_of(semantic: &str) -> &str {
    semantic.rsplit('-').next().unwrap_or_default()
}

/// Whether approval changes or replaces a memory there is.
fn replaces(suggestion: &Suggestion) -> bool {
    matches!(suggestion.action, MemoryAction::Update | MemoryAction::Supersede)
}

/// What an item says, whole: of a summary that was cut, the person's own sentence it was made of.
fn whole_words(item: &Item, newest: &Version, said_by: Option<Role>) -> String {
    let Some(begun) = item.summary.strip_suffix('…').filter(|_| said_by == Some(Role::User)) else {
        return item.summary.clone();
    };
    let begins = |words: &&String| words.len() <= WORDS && words.trim().starts_with(begun.trim_end());
    newest.evidence.snippets.iter().find(begins).map_or_else(|| item.summary.clone(), |w| w.trim().to_owned())
}

/// Words within their cap, with what was left out counted.
fn shortened(text: &str) -> String {
    if text.len() <= WORDS {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(WORDS);
    format!("{}… ({} bytes more)", &text[..end], text.len() - end)
}

fn fingerprint(item: &Item, newest: &Version) -> String {
    let hard = if item.has_tag("hard") { "hard" } else { "" };
    let parts = [item.kind.word(), item.status.word(), hard, newest.summary.as_str()];
    blake3::hash(parts.join("\u{1f}").as_bytes()).to_hex()[..8].to_owned()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
