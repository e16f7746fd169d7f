//! Defines pass 2: a candidate that restates an item is merged into it.
//!
//! The same semantic id is tried first, then shared words above [`SAME_WORDS`]. Texts that differ in polarity, number,
//! version or named scope are never merged.

use super::acts;
pub use crate::language::likeness::compatible;
use crate::language::stems::{shared_tokens, token_set, with_token_set};
use crate::state::{Candidate, DeltaKind, Extractor, Item, ItemKind, Ledger};

/// Least share of the smaller side's words for two summaries to be one item.
pub const SAME_WORDS: f32 = 0.8;

/// Newest items of the same semantic id that are looked at: a task may have been opened and closed many times.
const LOOKED_AT: usize = 8;

/// The open item this candidate restates, if any.
pub fn restated<'a>(ledger: &'a Ledger, candidate: &Candidate) -> Option<&'a Item> {
    let kind = candidate.delta.item_kind()?;
    if !candidate.delta.kind.creates() {
        return None;
    }
    if let Some(item) =
        ledger.with_semantic(&candidate.semantic_id).rev().take(LOOKED_AT).find(|i| may_absorb(i, candidate))
    {
        return Some(item);
    }
    let listed = candidate.extractor == Extractor::Signals;
    if listed && kind != ItemKind::Task {
        return None; // structured facts are told apart by their exact words
    }
    let text = candidate.delta.text();
    // "The same for the attic" is another item, however many words it shares with the first.
    let elsewhere = acts::is_elsewhere(&candidate.rule);
    ledger
        .related(text, &[kind])
        .into_iter()
        // Entries of lists are told apart by their exact words; one may restate what a turn asked for.
        .filter(|r| !listed || r.item.versions.iter().all(|v| v.extractor != Extractor::Signals))
        .filter(|r| may_absorb(r.item, candidate) && r.agreement() >= SAME_WORDS && compatible(&r.item.summary, text))
        .filter(|r| !elsewhere || token_set(&r.item.summary) == token_set(text))
        // The words of what was not chosen are no words of the choice.
        .filter(|r| r.item.alternatives.is_empty() || same_words(&r.item.summary, text) >= SAME_WORDS)
        .max_by_key(|r| (r.shared, r.item.touched_seq))
        .map(|r| r.item)
}

/// Whether the item is open, and a branch exactly when the candidate makes one.
fn may_absorb(item: &Item, candidate: &Candidate) -> bool {
    let branch = item.kind == ItemKind::Hypothesis && item.has_tag("branch");
    item.is_open() && branch == (candidate.delta.kind == DeltaKind::BranchCreated)
}

/// Share of the smaller side's distinct words that both sides have; 0 when fewer than two are shared.
pub fn same_words(a: &str, b: &str) -> f32 {
    let (shared, least) = with_token_set(a, |a| with_token_set(b, |b| (shared_tokens(a, b), a.len().min(b.len()))));
    if shared < 2 || least == 0 { 0.0 } else { shared as f32 / least as f32 }
}
