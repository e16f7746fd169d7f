//! Defines pass 2: a candidate that says what an item already says is merged into it instead of becoming another.
//!
//! Strongest first: same kind and semantic id, then same kind and shared words above [`SAME_WORDS`]. Nothing is
//! merged across a difference in polarity, number, version or named scope.

pub use crate::language::likeness::compatible;
use crate::language::stems::token_set;
use crate::state::{Candidate, DeltaKind, Extractor, Item, ItemKind, Ledger};

/// Share of the smaller side's words two summaries must have in common to be one item.
pub const SAME_WORDS: f32 = 0.8;

/// The open item this candidate restates, if any.
pub fn restated<'a>(ledger: &'a Ledger, candidate: &Candidate) -> Option<&'a Item> {
    let kind = candidate.delta.item_kind()?;
    if !candidate.delta.kind.creates() {
        return None;
    }
    let open = |i: &&Item| i.is_open() && branch(i) == (candidate.delta.kind == DeltaKind::BranchCreated);
    if let Some(item) = ledger.with_semantic(&candidate.semantic_id).rfind(open) {
        return Some(item);
    }
    if candidate.extractor == Extractor::Signals {
        return None; // structured facts are told apart by their exact words
    }
    let text = candidate.delta.text();
    ledger
        .related(text, &[kind])
        .into_iter()
        .filter(|r| open(&r.item) && r.agreement() >= SAME_WORDS && compatible(&r.item.summary, text))
        .max_by_key(|r| (r.shared, r.item.touched_seq))
        .map(|r| r.item)
}

fn branch(item: &Item) -> bool {
    item.kind == ItemKind::Hypothesis && item.has_tag("branch")
}

/// Share of the smaller side's distinct words that the other side has too; 0 when fewer than two are shared.
pub fn same_words(a: &str, b: &str) -> f32 {
    let (a, b) = (token_set(a), token_set(b));
    let shared = a.iter().filter(|t| b.binary_search(t).is_ok()).count();
    let least = a.len().min(b.len());
    if shared < 2 || least == 0 { 0.0 } else { shared as f32 / least as f32 }
}
