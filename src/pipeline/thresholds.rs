//! Defines the confidence thresholds between ledger, held and refused, per family.

use serde::{Deserialize, Serialize};

use super::scorer::Family;
use super::scorer::model::FAMILIES;
use crate::config::{Config, ThresholdPair};

/// Thresholds on a candidate's confidence, 0 to 1, indexed by [`Family`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thresholds {
    /// From here on a candidate enters the ledger.
    pub accept: [f32; FAMILIES],
    /// From here on it is held for the person.
    pub hold: [f32; FAMILIES],
}

/// The thresholds where the person sets none: (family, accept, hold). Chosen on labelled sessions kept out of the learning
/// in turn: each family is accepted from where two of three are right, and held from where holding one more costs as
/// much as it brings; `deltamind eval GOLD --tune` shows what others would do.
pub const DEFAULTS: [(Family, f32, f32); FAMILIES] = [
    (Family::Decision, 0.5, 0.15),
    (Family::Constraint, 0.4, 0.14),
    (Family::Task, 0.5, 0.17),
    (Family::Closed, 0.23, 0.12),
    (Family::Fact, 0.5, 0.2),
    (Family::Hypothesis, 0.4, 0.17),
    (Family::Branch, 0.4, 0.14),
    (Family::Goal, 0.42, 0.14),
];

impl Default for Thresholds {
    fn default() -> Self {
        Self { accept: DEFAULTS.map(|row| row.1), hold: DEFAULTS.map(|row| row.2) }
    }
}

/// The code of a candidate refused because its confidence lies below the hold threshold.
pub const BELOW_THRESHOLD: &str = "below-cut";

/// Below this share of the hold threshold a clause is not even a candidate: nobody would call it a near miss.
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
    /// The defaults with what the person set in their place. A family whose thresholds would not fit together keeps its
    /// defaults; [`Self::faults`] says which and why.
    pub fn of(config: &Config) -> Self {
        let mut out = Self::default();
        for &family in Family::ALL {
            let (accept, hold) = set(config, family);
            if hold <= accept {
                out.put(family, accept, hold);
            }
        }
        out
    }

    /// What is wrong with the person's thresholds once the defaults stand beside them, one sentence a family.
    pub fn faults(config: &Config) -> Vec<String> {
        let fault = |&family: &Family| {
            let (accept, hold) = set(config, family);
            (hold > accept).then(|| {
                format!(
                    "thresholds: for {family}, hold {hold:.2} lies above accept {accept:.2}; set both, hold the smaller"
                )
            })
        };
        Family::ALL.iter().filter_map(fault).collect()
    }

    /// The thresholds of a family: (accept, hold).
    pub fn get(&self, family: Family) -> (f32, f32) {
        let at = |values: &[f32; FAMILIES]| values.get(family as usize).copied().unwrap_or(1.0);
        (at(&self.accept), at(&self.hold))
    }

    /// Sets the thresholds of a family.
    pub fn put(&mut self, family: Family, accept: f32, hold: f32) {
        for (values, value) in [(&mut self.accept, accept), (&mut self.hold, hold)] {
            if let Some(cell) = values.get_mut(family as usize) {
                *cell = value;
            }
        }
    }

    /// The threshold from which on a candidate of `family` is held.
    pub fn hold(&self, family: Family) -> f32 {
        self.hold.get(family as usize).copied().unwrap_or(1.0)
    }

    /// The band of `confidence` in `family`.
    pub fn band(&self, family: Family, confidence: f32) -> Band {
        let at = |values: &[f32; FAMILIES]| values.get(family as usize).copied().unwrap_or(1.0);
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

/// What the person set for a family, else for all families, else the default: (accept, hold).
fn set(config: &Config, family: Family) -> (f32, f32) {
    let own = config.thresholds.get(family.word()).copied().unwrap_or_default();
    let ThresholdPair { accept, hold } = config.all_families;
    let (default_accept, default_hold) = Thresholds::default().get(family);
    (own.accept.or(accept).unwrap_or(default_accept), own.hold.or(hold).unwrap_or(default_hold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_families() {
        assert!(DEFAULTS.iter().zip(Family::ALL).all(|(row, family)| row.0 == *family && row.2 <= row.1));
    }

    #[test]
    fn a_familys_own_cut_comes_before_everybodys_before_the_default() {
        let mut config = Config { all_families: ThresholdPair { accept: Some(0.6), hold: None }, ..Config::default() };
        config.thresholds.insert("task".to_owned(), ThresholdPair { accept: Some(0.7), hold: Some(0.3) });
        let thresholds = Thresholds::of(&config);
        assert_eq!((thresholds.get(Family::Task), thresholds.get(Family::Goal)), ((0.7, 0.3), (0.6, DEFAULTS[7].2)));
        assert_eq!(thresholds.band(Family::Task, 0.65), Band::Hold);
        assert!(Thresholds::faults(&config).is_empty());
        config.thresholds.insert("fact".to_owned(), ThresholdPair { accept: Some(0.05), hold: None });
        let faults = Thresholds::faults(&config);
        assert!(faults.len() == 1 && faults[0].contains("for fact, hold"), "{faults:?}");
        assert_eq!(Thresholds::of(&config).get(Family::Fact), Thresholds::default().get(Family::Fact));
    }
}
