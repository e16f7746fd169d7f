//! Defines the cuts between ledger, held and refused, per family.

use serde::{Deserialize, Serialize};

use super::scorer::Family;
use super::scorer::model::FAMILIES;
use crate::config::Config;

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
    /// Chosen on labelled sessions kept out of the learning in turn: each family is accepted from where two of three
    /// are right, and held from where holding one more costs as much as it brings. In [`Family`]'s order.
    fn default() -> Self {
        //         decision constraint task closed fact hypothesis branch goal
        Self {
            accept: [0.50, 0.40, 0.50, 0.23, 0.50, 0.40, 0.40, 0.42],
            hold: [0.15, 0.14, 0.17, 0.12, 0.20, 0.17, 0.14, 0.14],
        }
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
    /// The defaults with what the person set in their place.
    pub fn of(config: &Config) -> Self {
        let mut cuts = Self::default();
        for family in Family::ALL {
            let Some(set) = config.thresholds.get(family.word()) else { continue };
            let place = *family as usize;
            if let (Some(accept), Some(cut)) = (cuts.accept.get_mut(place), set.accept) {
                *accept = cut;
            }
            if let (Some(hold), Some(cut)) = (cuts.hold.get_mut(place), set.hold) {
                *hold = cut;
            }
        }
        cuts
    }

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
