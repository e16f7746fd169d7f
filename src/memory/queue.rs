//! Defines [`SuggestionQueue`], suggestions with their status from the person's earlier decisions.

use serde::Serialize;
use serde_with::skip_serializing_none;

use super::{MemoryEvent, MemoryEventKind};
use crate::language::stems::token_set;
use crate::session::suggest::{MemoryAction, Suggestion};

words! {
    /// The status of a suggestion. Approved and dismissed ones have not changed since.
    SuggestionStatus {
        Pending = "pending", Approved = "approved", Dismissed = "dismissed",
        /// A memory says it already.
        Kept = "kept",
    }
}

/// The share of common words from which a suggestion counts as similar to a dismissed one.
const ALIKE: f32 = 0.5;

/// A suggestion with its status.
#[skip_serializing_none]
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionRow {
    #[serde(flatten)]
    pub suggestion: Suggestion,
    pub standing: SuggestionStatus,
    /// Why it was dismissed.
    pub reason: Option<String>,
    /// Why a similar one was dismissed.
    pub similar: Option<String>,
}

/// The suggestions of a session with their status.
#[derive(Debug, Clone, Default)]
pub struct SuggestionQueue {
    /// In the order of the suggestions.
    pub rows: Vec<SuggestionRow>,
}

impl SuggestionQueue {
    /// Joins suggestions with earlier decisions. The newest decision on an id counts while the suggestion is unchanged.
    pub fn of(suggestions: Vec<Suggestion>, memos: &[MemoryEvent]) -> Self {
        let rows = suggestions.into_iter().map(|suggestion| row(suggestion, memos)).collect();
        Self { rows }
    }

    /// How many have this status.
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
        _ if suggestion.action == MemoryAction::Nothing => SuggestionStatus::Kept,
        _ => SuggestionStatus::Pending,
    };
    let reason = said.filter(|_| standing == SuggestionStatus::Dismissed).and_then(|m| m.reason.clone());
    let similar = (standing == SuggestionStatus::Pending).then(|| similar(&suggestion, memos)).flatten();
    SuggestionRow { suggestion, standing, reason, similar }
}

/// Whether two sorted sets of tokens share at least two and enough of the smaller set.
fn alike(a: &[String], b: &[String]) -> bool {
    let shared = a.iter().filter(|t| b.binary_search(t).is_ok()).count() as f32;
    shared >= 2.0 && shared / a.len().min(b.len()).max(1) as f32 >= ALIKE
}

/// The reason why the newest similar suggestion was dismissed.
fn similar(suggestion: &Suggestion, memos: &[MemoryEvent]) -> Option<String> {
    let own = token_set(&suggestion.title);
    // The newest event of a suggestion counts: an undone dismissal is no dismissal.
    let mut seen = std::collections::HashSet::new();
    let mut newest = memos.iter().rev().filter(|m| seen.insert(m.id.as_str()));
    let memo = newest.find(|m| m.did == MemoryEventKind::Dismissed && alike(&own, &token_set(&m.title)))?;
    Some(memo.reason.clone().unwrap_or_else(|| format!("\"{}\" was dismissed", memo.title)))
}
