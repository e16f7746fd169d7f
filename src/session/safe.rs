//! Defines how a candidate's text is made safe before it enters the ledger: secrets are redacted and hidden characters
//! shown, so that ledger, log, store and screen agree. Ranges still refer to the raw talk.

use std::sync::Arc;

use crate::state::{Candidate, ItemKind, semantic_id::semantic_id};
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

pub(super) fn candidate(candidate: &mut Candidate) {
    let delta = &mut candidate.delta;
    let renamed = delta.summary.as_mut().is_some_and(clean);
    for words in [&mut delta.rationale, &mut delta.reason].into_iter().flatten() {
        clean(words);
    }
    delta.alternatives.iter_mut().for_each(|a| {
        clean(a);
    });
    if let Some(reason) = changed(&candidate.reason) {
        candidate.reason = reason.into();
    }
    if candidate.evidence.snippets.iter().any(|s| changed(s).is_some()) {
        Arc::make_mut(&mut candidate.evidence).snippets.iter_mut().for_each(|s| {
            clean(s);
        });
    }
    if renamed {
        let kind = candidate.delta.item_kind().unwrap_or(ItemKind::Fact);
        candidate.semantic_id = semantic_id(kind, candidate.delta.text());
    }
}
