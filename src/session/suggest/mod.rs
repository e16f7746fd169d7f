//! Defines [`Suggestion`]: an item of a session that is offered to the person as a durable memory.
//!
//! A pure function: existing memories are arguments. A fact that one of them holds is not offered again; a newer
//! version is offered as an update. A dismissed suggestion returns only when its item changes.

mod compare;
mod flags;
mod meaning;
mod self_contained;
mod worth;

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_with::skip_serializing_none;

use super::{Session, Statement};
use crate::state::{
    Confidence, Evidence, Item, ItemId, ItemKind, SemanticId, Status, Version, semantic_id::semantic_id,
};
use crate::text::{SafeText, counted, width};
use crate::transcript::Role;

pub use compare::{Memory, MemoryIndex};
pub use flags::SuggestionFlag;
pub(super) use flags::addresses_a_model;
pub use meaning::MemoryType;
pub use self_contained::is_title_self_contained;
pub(super) use self_contained::points_elsewhere;
pub use worth::{MemoryReader, Support};

/// Columns of a sentence that is offered: one line of an index, and of a side model's prompt. Longer ones are not
/// offered.
const MAX_COLUMNS: usize = 280;
/// Maximum number of bytes in a quotation; a longer one is cut visibly.
const MAX_QUOTE_BYTES: usize = 2048;

words! {
    /// The effect of an approval on the existing memories.
    MemoryAction {
        Create = "create", Update = "update",
        /// Replaces the memory of an item that this one superseded.
        Supersede = "supersede",
        /// Removes the memory of an item that ended without a replacement.
        Retire = "retire",
        /// A memory already has the same content.
        Nothing = "nothing",
    }
}

/// Options of the suggestions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ask {
    /// The least score, from 0 to 1.
    pub min_confidence: f32,
    /// Whether superseded items are listed too, where a memory of them exists.
    pub include_superseded: bool,
}

impl Ask {
    /// The least score of high confidence.
    pub const HIGH: f32 = 0.75;
    /// Includes everything worth keeping, at any confidence.
    pub const ANY: Self = Self { min_confidence: 0.0, include_superseded: true };
}

impl Default for Ask {
    /// At least [`Confidence::High`]; for rules that the person spoke, [`Confidence::Medium`].
    fn default() -> Self {
        Self { min_confidence: Self::HIGH, include_superseded: false }
    }
}

/// A quotation with its speaker.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The speaker; `None` if the turn is unknown.
    pub speaker: Option<Role>,
    /// The turn as shown (`t142`).
    pub turn: String,
    pub words: String,
}

/// An item offered as a durable memory.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// `m-a3f7c012`: the hash in the semantic id of the item's first version, so it never changes.
    pub id: String,
    pub session: String,
    pub item_id: ItemId,
    pub kind: ItemKind,
    /// The semantic id of its first version.
    pub semantic_id: SemanticId,
    #[serde(rename = "type")]
    pub memory_type: MemoryType,
    /// The words that the name of a new file is made from. A memory that is there keeps its file's name.
    #[serde(rename = "first")]
    pub named: String,
    /// The fact as a sentence, on one line.
    pub title: String,
    /// The fact as it is written to the memory.
    pub words: String,
    /// The question that the fact answers.
    pub question: Option<String>,
    /// The reason given in the talk.
    pub rationale: Option<String>,
    /// The options not chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// Whether it is a hard constraint.
    pub hard: bool,
    /// The ledger's confidence in words.
    pub confidence: Confidence,
    /// The confidence from 0 to 1.
    pub score: f32,
    /// The strongest evidence for it.
    pub support: Support,
    /// Why it is worth keeping, in one sentence.
    pub why: String,
    /// The quotations it rests on.
    pub evidence: Vec<Quote>,
    /// The effect of an approval.
    pub action: MemoryAction,
    /// The file of the existing memory that the action is about.
    pub existing: Option<String>,
    /// Warnings to read before approving.
    pub flags: Vec<SuggestionFlag>,
    /// Whether it is preselected for approval; flagged ones never are.
    pub selected: bool,
    /// Hash of the item's current state: a dismissal holds until it changes.
    pub fingerprint: String,
}

impl Suggestion {
    /// Names it in a few words, as its reader would: "a rule you gave for how to work".
    pub fn what(&self, reader: MemoryReader) -> &'static str {
        worth::what(self.kind, self.memory_type, reader)
    }
}

impl Session {
    /// The suggestions, hard rules first, then in ledger order; one for items with the same id.
    pub fn suggestions(&self, ask: Ask, memories: &[Memory]) -> Vec<Suggestion> {
        self.suggestions_beside(ask, &MemoryIndex::of(memories))
    }

    /// The same as [`Self::suggestions`], with the memories indexed already.
    pub fn suggestions_beside(&self, ask: Ask, kept: &MemoryIndex) -> Vec<Suggestion> {
        let mut newest: HashMap<String, usize> = HashMap::new();
        let mut all: Vec<Option<Suggestion>> = Vec::new();
        let mut said: HashSet<String> = HashSet::new();
        let spoken = self.spoken_rules();
        for suggestion in self.ledger().items().iter().chain(&spoken).filter_map(|item| self.suggest(item, ask, kept)) {
            // Items with the same sentence are one fact.
            if suggestion.action == MemoryAction::Create && !said.insert(suggestion.words.clone()) {
                continue;
            }
            if let Some(older) = newest.insert(suggestion.id.clone(), all.len()) {
                all[older] = None;
            }
            all.push(Some(suggestion));
        }
        let mut out: Vec<Suggestion> = all.into_iter().flatten().collect();
        // A memory that is changed is not offered for removal too.
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
        let said_by = self.turn(&newest.turn_id).map(|t| t.role);
        let Statement { text: whole, asked, why: rationale, instead } = Statement::of(item)?;
        let sure = worth::is_sure(item, newest, said_by, ask.min_confidence);
        if !sure && !kept.any() {
            return None;
        }
        let semantic = semantic_id(item.kind, &first.summary);
        let hash = hash_of(&semantic).to_owned();
        // A memory that became false is reported even if the item that replaces it is unsure.
        let long = width(&whole) > MAX_COLUMNS;
        if long || !(sure || self.outdates_memory(item, &hash, kept)) || !worth::lasting(item, &whole, asked.is_some())
        {
            return None;
        }
        let support = worth::support(item, newest, said_by)?;
        let replaced: Vec<&str> = self.replaced(item).map(|i| i.summary.as_str()).collect();
        let (action, existing) = kept.action(item, &hash, &replaced);
        // An item that ended matters only if a memory still states it.
        let action = if stands { action } else { existing.as_ref().map(|_| MemoryAction::Retire)? };
        let words = self.line(&whole);
        let memory_type = meaning::of(item, said_by);
        let flags = flags::of(item, newest, &words);
        Some(Suggestion {
            id: format!("m-{hash}"),
            session: self.meta().session_id.clone(),
            item_id: item.id.clone(),
            kind: item.kind,
            semantic_id: semantic,
            memory_type,
            named: self.line(name_words(item, &words)),
            title: words.clone(),
            words,
            question: asked.map(|asked| self.line(&asked)),
            rationale: rationale.map(|why| self.line(&why)),
            alternatives: instead.iter().map(|other| self.line(other)).collect(),
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

    /// A text as it is written: on one line, without secrets, paths named from the project's folder.
    fn line(&self, text: &str) -> String {
        SafeText::line(&self.from_project(text)).into_string()
    }

    /// Whether a memory was made of an older version of the item, or of an item that it replaced.
    fn outdates_memory(&self, item: &Item, hash: &str, kept: &MemoryIndex) -> bool {
        kept.outdated(hash, &item.summary) || self.replaced(item).any(|old| kept.made_of(old))
    }

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
                    words: shortened(&self.line(words)),
                }
            })
            .collect()
    }
}

/// The hash in a semantic id.
fn hash_of(semantic: &str) -> &str {
    semantic.rsplit('-').next().unwrap_or_default()
}

/// Whether approval changes or replaces an existing memory.
fn replaces(suggestion: &Suggestion) -> bool {
    matches!(suggestion.action, MemoryAction::Update | MemoryAction::Supersede)
}

/// The words of which a file's name is made: those of an item that never changed, else the fact as it is now.
fn name_words<'i>(item: &'i Item, words: &'i str) -> &'i str {
    let is_answer = |version: &Version| version.evidence.ranges.iter().any(|at| at.is_empty() && at.start == 1);
    match item.versions.as_slice() {
        [only] if !is_answer(only) => &only.summary,
        _ => words,
    }
}

/// The first [`MAX_QUOTE_BYTES`] bytes of a quotation, with the number of bytes cut off.
fn shortened(text: &str) -> String {
    if text.len() <= MAX_QUOTE_BYTES {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(MAX_QUOTE_BYTES);
    format!("{}… ({} more)", &text[..end], counted(text.len() - end, "byte"))
}

fn fingerprint(item: &Item, newest: &Version) -> String {
    let hard = if item.has_tag("hard") { "hard" } else { "" };
    let parts = [item.kind.word(), item.status.word(), hard, newest.summary.as_str()];
    blake3::hash(parts.join("\u{1f}").as_bytes()).to_hex()[..8].to_owned()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
