//! Defines [`Counts`]: what became of every line, so that nothing is lost without being told.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::RecordRef;

/// Places of damage remembered for showing; more are only counted.
const PLACES: usize = 64;

/// What became of the lines read. Every record is carrying, held, ignored or damaged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Lines read. One line may hold several records.
    pub lines: u64,
    /// Records found in them, damaged ones and blank lines included.
    pub records: u64,
    /// Records that gave at least one turn or signal.
    pub carrying: u64,
    /// Records kept back until a later one tells what they are.
    pub held: u64,
    /// Records that say nothing to us, by cause.
    #[serde(deserialize_with = "causes")]
    pub ignored: BTreeMap<&'static str, u64>,
    /// Records that could not be read, by cause.
    #[serde(deserialize_with = "causes")]
    pub damaged: BTreeMap<&'static str, u64>,
    /// Records that were read after a repair, by what was repaired.
    #[serde(deserialize_with = "causes")]
    pub repaired: BTreeMap<&'static str, u64>,
    /// Where damaged records stand, the first 64 of them.
    pub places: Vec<RecordRef>,
    /// Turns given.
    pub turns: u64,
    /// Signals given, by their type.
    #[serde(deserialize_with = "causes")]
    pub signals: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// Damaged records, all causes together.
    pub fn damaged_total(&self) -> u64 {
        self.damaged.values().sum()
    }

    /// Ignored records, all causes together.
    pub fn ignored_total(&self) -> u64 {
        self.ignored.values().sum()
    }

    /// Whether only blank lines were read so far.
    pub(crate) fn carries_nothing(&self) -> bool {
        self.records == self.ignored.get("blank line").copied().unwrap_or_default()
    }

    /// Records of which nobody can say what became: 0 unless a format forgot to tell.
    pub fn unexplained(&self) -> u64 {
        let told = self.carrying + self.held + self.ignored_total() + self.damaged_total();
        self.records.saturating_sub(told)
    }

    /// Notes one more ignored record.
    pub(crate) fn ignore(&mut self, cause: &'static str) {
        *self.ignored.entry(cause).or_default() += 1;
    }

    /// Notes one more damaged record and where it stands.
    pub(crate) fn damage(&mut self, cause: &'static str, place: RecordRef) {
        *self.damaged.entry(cause).or_default() += 1;
        if self.places.len() < PLACES {
            self.places.push(place);
        }
    }

    /// Notes one more repair.
    pub(crate) fn repair(&mut self, what: &'static str) {
        *self.repaired.entry(what).or_default() += 1;
    }
}

/// Most causes a saved count may name, and bytes of one: there are a few dozen, all short.
const CAUSES: (usize, usize) = (64, 64);

/// Causes are words of this program, so a saved one lives as long as it.
fn causes<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<&'static str, u64>, D::Error> {
    let read = BTreeMap::<String, u64>::deserialize(from)?;
    if read.len() > CAUSES.0 || read.keys().any(|k| k.len() > CAUSES.1) {
        return Err(serde::de::Error::custom("not the causes of this program"));
    }
    Ok(read.into_iter().map(|(cause, n)| (&*cause.leak(), n)).collect())
}
