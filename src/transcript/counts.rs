//! Defines [`Counts`], which accounts for every record read: nothing is dropped without being counted.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::RecordRef;

/// Damaged records whose positions are kept for display; further ones are only counted.
const MAX_PLACES: usize = 64;

/// The outcome of every record read: each is carrying, held, ignored or damaged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Lines read. One line may hold several records.
    pub lines: u64,
    /// Records found in them, damaged ones and blank lines included.
    pub records: u64,
    /// Records that yielded at least one turn or signal.
    pub carrying: u64,
    /// Records whose meaning depends on a later one.
    pub held: u64,
    /// Records without turns or signals, by cause.
    #[serde(deserialize_with = "causes")]
    pub ignored: BTreeMap<&'static str, u64>,
    /// Unreadable records, by cause.
    #[serde(deserialize_with = "causes")]
    pub damaged: BTreeMap<&'static str, u64>,
    /// Records that were read after a repair, by the kind of repair.
    #[serde(deserialize_with = "causes")]
    pub repaired: BTreeMap<&'static str, u64>,
    /// Positions of the first 64 damaged records.
    pub places: Vec<RecordRef>,
    /// Turns yielded.
    pub turns: u64,
    /// Signals yielded, by type.
    #[serde(deserialize_with = "causes")]
    pub signals: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// The number of damaged records.
    pub fn damaged_total(&self) -> u64 {
        self.damaged.values().sum()
    }

    /// The number of ignored records.
    pub fn ignored_total(&self) -> u64 {
        self.ignored.values().sum()
    }

    /// Whether only blank lines were read so far.
    pub(crate) fn carries_nothing(&self) -> bool {
        self.records == self.ignored.get("blank line").copied().unwrap_or_default()
    }

    /// Records that are in no other count: 0 unless a format has a bug.
    pub fn unexplained(&self) -> u64 {
        let counted = self.carrying + self.held + self.ignored_total() + self.damaged_total();
        self.records.saturating_sub(counted)
    }

    /// Counts an ignored record.
    pub(crate) fn ignore(&mut self, cause: &'static str) {
        *self.ignored.entry(cause).or_default() += 1;
    }

    /// Counts a damaged record and keeps its position.
    pub(crate) fn damage(&mut self, cause: &'static str, place: RecordRef) {
        *self.damaged.entry(cause).or_default() += 1;
        if self.places.len() < MAX_PLACES {
            self.places.push(place);
        }
    }

    /// Counts a repair.
    pub(crate) fn repair(&mut self, what: &'static str) {
        *self.repaired.entry(what).or_default() += 1;
    }
}

/// The most causes a saved count may name, and the most bytes of one. The program has a few dozen short ones.
const CAUSE_LIMITS: (usize, usize) = (64, 64);

/// Reads causes. They are leaked to `'static`, which the limits keep small.
fn causes<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<&'static str, u64>, D::Error> {
    let read = BTreeMap::<String, u64>::deserialize(from)?;
    if read.len() > CAUSE_LIMITS.0 || read.keys().any(|k| k.len() > CAUSE_LIMITS.1) {
        return Err(serde::de::Error::custom("not the causes of this program"));
    }
    Ok(read.into_iter().map(|(cause, n)| (&*cause.leak(), n)).collect())
}
