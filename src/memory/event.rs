//! Defines [`MemoryEvent`], one line of `memory.jsonl`: the person's decision on a suggestion and the files written for
//! it, with their former content, so that it can be taken back.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edits::FileRecord;
use crate::store::approved::{ApprovedChange, Decision, DecisionKind};
use crate::store::{LogFile, Store, StoreError};

words! {
    /// A decision of the person on a suggestion. A dismissed one is not offered again.
    MemoryEventKind {
        Approved = "approved", Dismissed = "dismissed",
        /// The decision before is taken back.
        Undone = "undone",
    }
}

/// One decision of the person on a suggestion.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryEvent {
    /// When it was taken.
    pub at: Timestamp,
    /// The decision.
    pub did: MemoryEventKind,
    /// The suggestion's id.
    pub id: String,
    /// Hash of the suggestion's content at that time.
    pub fingerprint: String,
    /// The session's id.
    pub session: String,
    /// The suggestion's title at that time, one line.
    pub title: String,
    /// Why it was dismissed, in the person's words.
    pub reason: Option<String>,
    /// The word of the target's kind.
    pub target: Option<String>,
    /// The target's folder.
    pub folder: Option<String>,
    /// The files that were written, in the target's folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileRecord>,
    /// The change of the approved lines in `CONTEXT.md`, where that is the target.
    pub context: Option<ApprovedChange>,
}

impl MemoryEvent {
    /// All events on record, oldest first. A line that cannot be read is left out.
    pub fn all(store: &Store) -> Result<Vec<Self>, StoreError> {
        Ok(store.log_lines(LogFile::Memory)?.0)
    }

    /// The event as far as the approved lines go.
    pub fn decision(&self) -> Decision {
        let did = match self.did {
            MemoryEventKind::Approved => DecisionKind::Approved,
            MemoryEventKind::Dismissed => DecisionKind::Dismissed,
            MemoryEventKind::Undone => DecisionKind::Undone,
        };
        Decision { id: self.id.clone(), did, context: self.context.clone() }
    }

    /// The event that a crash cut off before it was on record.
    pub fn pending(store: &Store) -> Option<Self> {
        store.pending_memory()
    }
}
