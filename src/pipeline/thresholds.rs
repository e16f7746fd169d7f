//! Defines the cuts between ledger, held and refused, per family.

use serde::{Deserialize, Serialize};

use super::scorer::Family;
use super::scorer::model::FAMILIES;

/// Cuts on a candidate's confidence, 0 to 1, indexed by [`Family`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thresholds {
    /// From here on a candidate enters the ledger.
    pub accept: [f32; FAMILIES],
    /// From here on it is held for the person.
    pub hold: [f32; FAMILIES],
}

impl Default for Thresholds {
    /// Chosen on labelled sessions, each family where its precision at the cut was level with the others.
    fn default() -> Self {
        Self { accept: [0.4; FAMILIES], hold: [0.14; FAMILIES] }
    }
}

/// Below this share of the hold cut a clause is not even a candidate: nobody would call it a near miss.
pub const CANDIDATE_SHARE: f32 = 0.6;

/// Where a confidence falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// To the ledger.
    Accept,
    /// To the person.
    Hold,
    /// Refused, but worth a line in the log.
    Near,
    /// Not a candidate.
    Nothing,
}

impl Thresholds {
    /// The cut from which on a candidate of `family` is held.
    pub fn hold(&self, family: Family) -> f32 {
        self.hold.get(family as usize).copied().unwrap_or(1.0)
    }

    /// The band of `confidence` in `family`.
    pub fn band(&self, family: Family, confidence: f32) -> Band {
        let at = |cuts: &[f32; FAMILIES]| cuts.get(family as usize).copied().unwrap_or(1.0);
        if confidence >= at(&self.accept) {
            Band::Accept
        } else if confidence >= at(&self.hold) {
            Band::Hold
        } else if confidence >= at(&self.hold) * CANDIDATE_SHARE {
            Band::Near
        } else {
            Band::Nothing
        }
    }
}
