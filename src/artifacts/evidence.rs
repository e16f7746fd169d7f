//! Defines the source of a piece of evidence and its weight.

use serde::{Deserialize, Serialize};

words! {
    /// The kinds of evidence: a tool's result, the person's words, the assistant's.
    EvidenceKind {
        /// The result of a tool: a commit, a push, a test that passed.
        Verified = "verified",
        Person = "person",
        /// The assistant's words that say outright that something was done, or its list of which a part is done.
        Stated = "stated",
        Claim = "claim",
    }
}

impl EvidenceKind {
    /// The weight of a single piece of this kind, 0 to 1.
    pub const fn weight(self) -> f32 {
        match self {
            Self::Verified => 0.95,
            Self::Person => 0.75,
            Self::Stated => 0.65,
            Self::Claim => 0.5,
        }
    }
}

/// A turn of a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRef {
    /// The agent's own id of the turn.
    pub turn_id: String,
    /// Position in the session, from 1; shown as `t142`.
    pub ordinal: u32,
}
