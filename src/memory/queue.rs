//! Defines [`SuggestionQueue`]: suggestions beside what the person said of them before.

use serde::Serialize;

use super::{MemoryEvent, MemoryEventKind};
use crate::language::stems::token_set;
use crate::session::suggest::{Action, Suggestion};

words! {
    /// Where a suggestion stands.
    SuggestionStatus {
        /// It waits for the person.
        Pending = "pending",
        /// It was approved, and says the same since.
        Approved = "approved",
        /// It was dismissed, and says the same since.
        Dismissed = "dismissed",
        /// A memory says it already.
        Kept = "kept",
    }
}

/// Share of words by which a suggestion is like one that was dismissed.
const ALIKE: f32 = 0.5;

/// A suggestion with its standing.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionRow {
    /// The suggestion.
    #[serde(flatten)]
    pub suggestion: Suggestion,
    /// Where it stands.
    pub standing: SuggestionStatus,
    /// Why it was dismissed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What something like it was dismissed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<String>,
}

/// The suggestions of a session, each where it stands.
#[derive(Debug, Clone, Default)]
pub struct SuggestionQueue {
    /// In the order of the suggestions.
    pub rows: Vec<SuggestionRow>,
}

impl SuggestionQueue {
    /// Puts suggestions beside what was said. The last word on an id counts, as long as it still says the same.
    pub fn of(suggestions: Vec<Suggestion>, memos: &[MemoryEvent]) -> Self {
        let rows = suggestions.into_iter().map(|suggestion| row(suggestion, memos)).collect();
        Self { rows }
    }

    /// How many stand so.
    pub fn count(&self, standing: SuggestionStatus) -> usize {
        self.rows.iter().filter(|r| r.standing == standing).count()
    }

    /// The row with this id.
    pub fn get(&self, id: &str) -> Option<&SuggestionRow> {
        self.rows.iter().find(|r| r.suggestion.id == id || r.suggestion.item_id == id)
    }
}

fn row(suggestion: Suggestion, memos: &[MemoryEvent]) -> SuggestionRow {
    let last = memos.iter().rev().find(|m| m.id == suggestion.id);
    let said = last.filter(|m| m.fingerprint == suggestion.fingerprint);
    let standing = match said.map(|m| m.did) {
        Some(MemoryEventKind::Dismissed) => SuggestionStatus::Dismissed,
        Some(MemoryEventKind::Approved) => SuggestionStatus::Approved,
        _ if suggestion.action == Action::Nothing => SuggestionStatus::Kept,
        _ => SuggestionStatus::Pending,
    };
    let reason = said.filter(|_| standing == SuggestionStatus::Dismissed).and_then(|m| m.reason.clone());
    let similar = (standing == SuggestionStatus::Pending).then(|| similar(&suggestion, memos)).flatten();
    SuggestionRow { suggestion, standing, reason, similar }
}

/// The reason something like this was dismissed for, the newest first.
fn similar(suggestion: &Suggestion, memos: &[MemoryEvent]) -> Option<String> {
    let own = token_set(&suggestion.title);
    let alike = |memo: &&MemoryEvent| {
        let other = token_set(&memo.title);
        let shared = own.iter().filter(|t| other.binary_search(t).is_ok()).count() as f32;
        shared >= 2.0 && shared / own.len().min(other.len()).max(1) as f32 >= ALIKE
    };
    // What was taken back says nothing any more.
    let mut seen = std::collections::HashSet::new();
    let mut newest = memos.iter().rev().filter(|m| seen.insert(m.id.as_str()));
    let mut dismissed = newest.by_ref().filter(|m| m.did == MemoryEventKind::Dismissed);
    let memo = dismissed.find(alike)?;
    Some(memo.reason.clone().unwrap_or_else(|| format!("\"{}\" was dismissed", memo.title)))
}
