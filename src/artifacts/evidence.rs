//! Defines where a piece of evidence comes from and how much it is worth.

use serde::{Deserialize, Serialize};

words! {
    /// The kinds of evidence.
    EvidenceKind {
        /// The result of a tool: a commit, a push, a test that passed.
        Verified = "verified",
        /// The person said it.
        Person = "person",
        /// The assistant said it.
        Claim = "claim",
    }
}

impl EvidenceKind {
    /// How much one such piece is worth by itself, 0 to 1.
    pub const fn weight(self) -> f32 {
        match self {
            Self::Verified => 0.95,
            Self::Person => 0.75,
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
    /// Its place in the session, from 1; shown as `t142`.
    pub ordinal: u32,
}
