//! Defines how a candidate's text is made safe before it enters the ledger: secrets are redacted and hidden characters
//! shown, so that ledger, log, store and screen agree. Ranges still refer to the raw talk.

use std::sync::Arc;

use crate::state::{Candidate, DeltaDetails, ItemKind, semantic_id::semantic_id};
use crate::text::SafeText;

/// The text without secrets, control or hidden characters; tabs stay.
pub(super) fn text(raw: &str) -> String {
    if raw.contains('\t') {
        return raw.split('\t').map(|part| SafeText::block(part).into_string()).collect::<Vec<_>>().join("\t");
    }
    SafeText::block(raw).into_string()
}

/// The safe form of a text, unless it is safe as it is.
fn changed(raw: &str) -> Option<String> {
    if SafeText::is_plain(raw) {
        return None;
    }
    Some(text(raw)).filter(|safe| safe != raw)
}

/// Replaces a text by its safe form. Returns whether that changed it.
fn clean(raw: &mut String) -> bool {
    changed(raw).map(|safe| *raw = safe).is_some()
}

/// Makes a candidate safe.
pub(super) fn candidate(candidate: &mut Candidate) {
    beside_known(candidate, |_| false);
}

/// Makes a candidate safe, skipping a reason that `is_known` to be safe already.
pub(super) fn beside_known(candidate: &mut Candidate, is_known: impl Fn(&str) -> bool) {
    let delta = &mut candidate.delta;
    let renamed = delta.summary.as_mut().is_some_and(clean);
    if let Some(DeltaDetails { alternatives, rationale, reason, .. }) = delta.details.present() {
        for words in alternatives.iter_mut().chain(rationale).chain(reason) {
            clean(words);
        }
    }
    if !is_known(&candidate.reason)
        && let Some(reason) = changed(&candidate.reason)
    {
        candidate.reason = reason.into();
    }
    let summary = candidate.delta.summary.as_deref().filter(|_| !renamed);
    let is_safe = |quote: &String| summary == Some(quote) || changed(quote).is_none();
    if !candidate.evidence.snippets.iter().all(is_safe) {
        Arc::make_mut(&mut candidate.evidence).snippets.iter_mut().for_each(|s| {
            clean(s);
        });
    }
    if renamed {
        let kind = candidate.delta.item_kind().unwrap_or(ItemKind::Fact);
        candidate.semantic_id = semantic_id(kind, candidate.delta.text());
    }
}
