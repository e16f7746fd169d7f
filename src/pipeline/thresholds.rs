//! Defines the confidence thresholds per family: accepted, held for the person, or refused.

use serde::{Deserialize, Serialize};

use super::scorer::Family;
use super::scorer::model::FAMILIES;
use crate::config::{Config, ThresholdPair};

/// Thresholds on a candidate's confidence, 0 to 1, indexed by [`Family`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thresholds {
    /// Least confidence to enter the ledger.
    pub accept: [f32; FAMILIES],
    /// Least confidence to be held for the person.
    pub hold: [f32; FAMILIES],
}

/// Default thresholds: (family, accept, hold). Chosen by cross-validation on labelled sessions: `accept` where
/// precision reaches two thirds, `hold` where F1 is best; `deltamind eval GOLD --tune` shows the effect of other
/// values.
pub const DEFAULTS: [(Family, f32, f32); FAMILIES] = [
    (Family::Decision, 0.5, 0.15),
    (Family::Constraint, 0.4, 0.14),
    (Family::Task, 0.5, 0.17),
    (Family::Closed, 0.29, 0.12),
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

/// Share of the hold threshold below which a clause is no candidate, not even a logged near miss.
pub const CANDIDATE_SHARE: f32 = 0.6;

/// The outcome of comparing a confidence with the thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// Enters the ledger.
    Accept,
    /// Held for the person.
    Hold,
    /// Refused, and logged as a near miss.
    Near,
    /// Not a candidate.
    Nothing,
}

impl Thresholds {
    /// The defaults, overridden by the settings. A family whose hold exceeds its accept keeps its defaults; see
    /// [`Self::faults`].
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

    /// Errors in the settings' thresholds, one sentence per family.
    pub fn faults(config: &Config) -> Vec<String> {
        let faults = Family::ALL.iter().filter_map(|&family| {
            let (accept, hold) = set(config, family);
            (hold > accept).then(|| {
                format!(
                    "thresholds: for {family}, hold {hold:.2} lies above accept {accept:.2}; set both, hold the smaller"
                )
            })
        });
        faults.collect()
    }

    /// The thresholds of a family: (accept, hold).
    pub fn get(&self, family: Family) -> (f32, f32) {
        (of_family(&self.accept, family), of_family(&self.hold, family))
    }

    /// Sets the thresholds of a family.
    pub fn put(&mut self, family: Family, accept: f32, hold: f32) {
        for (values, value) in [(&mut self.accept, accept), (&mut self.hold, hold)] {
            if let Some(cell) = values.get_mut(family as usize) {
                *cell = value;
            }
        }
    }

    /// The hold threshold of a family.
    pub fn hold(&self, family: Family) -> f32 {
        of_family(&self.hold, family)
    }

    /// The band of `confidence` in `family`.
    pub fn band(&self, family: Family, confidence: f32) -> Band {
        let (accept, hold) = self.get(family);
        if confidence >= accept {
            Band::Accept
        } else if confidence >= hold {
            Band::Hold
        } else if confidence >= hold * CANDIDATE_SHARE {
            Band::Near
        } else {
            Band::Nothing
        }
    }
}

/// The value of a family; 1 when there is none.
fn of_family(values: &[f32; FAMILIES], family: Family) -> f32 {
    values.get(family as usize).copied().unwrap_or(1.0)
}

/// The settings of a family, else those of all families, else the default: (accept, hold).
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
    fn the_table_is_in_the_order_of_families() {
        assert!(DEFAULTS.iter().zip(Family::ALL).all(|(row, family)| row.0 == *family && row.2 <= row.1));
    }

    #[test]
    fn a_familys_threshold_precedes_the_common_one_and_the_default() {
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
