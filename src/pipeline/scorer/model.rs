//! Defines the weights of the linear model and how a clause is scored with them.
//!
//! File: 8 bytes of magic, a JSON header (provenance of the training), then the sorted feature hashes with one signed
//! byte per output and one scale per output. Outputs: *matters*, then one per family. See [`super`] for the sessions
//! the compiled-in weights were learned from.

use serde::{Deserialize, Serialize};

use super::features::{Features, Group};
use crate::state::DeltaKind;

words! {
    /// The classes of the scorer. A revision is scored as a decision or a constraint; its target is resolved later.
    Family {
        Decision = "decision", Constraint = "constraint", Task = "task", Closed = "closed", Fact = "fact",
        Hypothesis = "hypothesis", Branch = "branch", Goal = "goal",
    }
}

impl Family {
    /// The kind of delta a clause of this family makes.
    pub const fn delta(self) -> DeltaKind {
        match self {
            Self::Decision => DeltaKind::DecisionMade,
            Self::Constraint => DeltaKind::ConstraintAdded,
            Self::Task => DeltaKind::TaskOpened,
            Self::Closed => DeltaKind::TaskClosed,
            Self::Fact => DeltaKind::FactLearned,
            Self::Hypothesis => DeltaKind::HypothesisIntroduced,
            Self::Branch => DeltaKind::BranchCreated,
            Self::Goal => DeltaKind::GoalSet,
        }
    }

    /// The family a delta belongs to; `None` for supersessions, which are not scored.
    pub const fn of(kind: DeltaKind) -> Option<Self> {
        Some(match kind {
            DeltaKind::DecisionMade | DeltaKind::DecisionRevised => Self::Decision,
            DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised => Self::Constraint,
            DeltaKind::TaskOpened => Self::Task,
            DeltaKind::TaskClosed => Self::Closed,
            DeltaKind::FactLearned => Self::Fact,
            DeltaKind::HypothesisIntroduced => Self::Hypothesis,
            DeltaKind::BranchCreated => Self::Branch,
            DeltaKind::GoalSet => Self::Goal,
            DeltaKind::ItemSuperseded => return None,
        })
    }
}

/// Number of families.
pub const FAMILIES: usize = 8;
const GROUPS: usize = Group::ALL.len();
/// Outputs of the model: *matters* and one per family.
pub const OUTPUTS: usize = FAMILIES + 1;

/// Provenance of the weights.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// Hash of the training data.
    pub data: String,
    /// Names of the training sessions.
    pub sessions: Vec<String>,
    /// Seed of the shuffle.
    pub seed: u64,
    /// Scale of each output: its largest absolute weight.
    pub scales: Vec<f32>,
    /// Number of features.
    pub features: usize,
}

/// A linear model over hashed features.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Weights {
    /// The file's JSON header.
    pub header: Header,
    hashes: Vec<u32>,
    bytes: Vec<[i8; OUTPUTS]>,
    /// The weight that each byte stands for, for each output.
    steps: Vec<[f32; 256]>,
    /// Hash table over `hashes` by open addressing: row + 1, 0 for an empty slot.
    index: Vec<u32>,
}

const MAGIC: &[u8; 8] = b"dmweigh1";
const NOT_WEIGHTS: &str = "not a weights file: make one with `deltamind train`";

/// The scores of a clause.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Scores {
    /// Log-odds that the clause matters.
    pub matters: f32,
    /// Probability of each family, given that the clause matters.
    pub kind: [f32; FAMILIES],
}

impl Scores {
    /// Converts summed log-odds into scores.
    pub fn of_sums(sums: [f32; OUTPUTS]) -> Self {
        let [matters, kind @ ..] = sums;
        Self { matters, kind: softmax(kind) }
    }

    /// Probability that the clause matters.
    pub fn p_matters(&self) -> f32 {
        sigmoid(self.matters)
    }

    /// Probability that the clause matters and is of `family`.
    pub fn of(&self, family: Family) -> f32 {
        self.p_matters() * self.kind.get(family as usize).copied().unwrap_or(0.0)
    }
}

fn spread(hash: u32) -> usize {
    (hash.wrapping_mul(0x9e37_79b1) >> 7) as usize
}

/// The logistic function.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The softmax function, shifted by the maximum against overflow.
pub fn softmax(x: [f32; FAMILIES]) -> [f32; FAMILIES] {
    let top = x.iter().copied().fold(f32::MIN, f32::max);
    let e = x.map(|v| (v - top).exp());
    let sum: f32 = e.iter().sum();
    e.map(|v| v / sum)
}

/// A row of weights as signed bytes: 127 stands for the scale of its output.
fn quantized(row: &[f32; OUTPUTS], scales: &[f32; OUTPUTS]) -> [i8; OUTPUTS] {
    let mut out = [0_i8; OUTPUTS];
    for ((o, w), &s) in out.iter_mut().zip(row).zip(scales) {
        *o = if s > 0.0 { (w / s * 127.0).round() as i8 } else { 0 };
    }
    out
}

/// Log-odds of "matters" plus those of `family` above the mean of all families.
fn family_log_odds(sums: &[f32; OUTPUTS], family: Family) -> f32 {
    let mean: f32 = sums.iter().skip(1).sum::<f32>() / FAMILIES as f32;
    sums[0] + sums.get(family as usize + 1).copied().unwrap_or(0.0) - mean
}

impl Weights {
    /// Quantizes learned weights to one byte each: rows of (hash, one weight per output), in any order.
    pub fn pack(mut header: Header, mut rows: Vec<(u32, [f32; OUTPUTS])>) -> Self {
        rows.sort_by_key(|r| r.0);
        let mut scales = [0.0_f32; OUTPUTS];
        for (_, row) in &rows {
            for (s, w) in scales.iter_mut().zip(row) {
                *s = s.max(w.abs());
            }
        }
        let packed: Vec<(u32, [i8; OUTPUTS])> =
            rows.iter().map(|(h, r)| (*h, quantized(r, &scales))).filter(|(_, b)| b.iter().any(|&x| x != 0)).collect();
        header.scales = scales.to_vec();
        header.features = packed.len();
        Self::indexed(header, packed.iter().map(|p| p.0).collect(), packed.iter().map(|p| p.1).collect())
    }

    /// Scores one clause's features.
    pub fn score(&self, features: &Features) -> Scores {
        Scores::of_sums(self.sums(features))
    }

    /// The log-odds the features add to each output. Sums are additive: new features of a clause are scored alone and
    /// added.
    pub fn sums(&self, features: &Features) -> [f32; OUTPUTS] {
        let mut sums = [0.0_f32; OUTPUTS];
        for &(hash, _, value) in &features.0 {
            self.add(hash, value, &mut sums);
        }
        sums
    }

    fn add(&self, hash: u32, value: f32, sums: &mut [f32; OUTPUTS]) {
        let Some(row) = self.row(hash) else { return };
        for ((sum, byte), steps) in sums.iter_mut().zip(row).zip(&self.steps) {
            *sum += steps.get(usize::from(byte.cast_unsigned())).copied().unwrap_or(0.0) * value;
        }
    }

    /// Contribution of each group of features to "matters and is of `family`", in log-odds; below 0.05 it is left out.
    pub fn parts(&self, features: &Features, family: Family) -> Vec<(Group, f32)> {
        let mut sums = [[0.0_f32; OUTPUTS]; GROUPS];
        for &(hash, group, value) in &features.0 {
            if let Some(sum) = sums.get_mut(group as usize) {
                self.add(hash, value, sum);
            }
        }
        Group::ALL
            .iter()
            .zip(&sums)
            .map(|(&g, s)| (g, family_log_odds(s, family)))
            .filter(|(_, v)| v.abs() >= 0.05)
            .collect()
    }

    /// Serializes the weights file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).unwrap_or_default();
        let mut out = MAGIC.to_vec();
        out.extend((header.len() as u32).to_le_bytes());
        out.extend(&header);
        for hash in &self.hashes {
            out.extend(hash.to_le_bytes());
        }
        for row in &self.bytes {
            out.extend(row.map(|b| b.to_le_bytes()[0]));
        }
        out
    }

    /// Parses a weights file; the error is one sentence.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or(NOT_WEIGHTS)?;
        let (len, rest) = rest.split_first_chunk::<4>().ok_or(NOT_WEIGHTS)?;
        let (header, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or(NOT_WEIGHTS)?;
        let header: Header = serde_json::from_slice(header).map_err(|e| format!("{NOT_WEIGHTS}: {e}"))?;
        let n = header.features;
        if n.checked_mul(4 + OUTPUTS) != Some(rest.len()) || header.scales.len() != OUTPUTS {
            return Err(NOT_WEIGHTS.to_owned());
        }
        let (hashes, rows) = rest.split_at(n * 4);
        let hashes = hashes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
        let bytes = rows
            .chunks_exact(OUTPUTS)
            .map(|c| {
                let mut row = [0_i8; OUTPUTS];
                for (r, &b) in row.iter_mut().zip(c) {
                    *r = i8::from_le_bytes([b]);
                }
                row
            })
            .collect();
        Ok(Self::indexed(header, hashes, bytes))
    }

    fn indexed(header: Header, hashes: Vec<u32>, bytes: Vec<[i8; OUTPUTS]>) -> Self {
        let mask = (hashes.len() * 2 + 1).next_power_of_two() - 1;
        let mut index = vec![0_u32; mask + 1];
        for (row, &hash) in hashes.iter().enumerate() {
            let mut at = spread(hash) & mask;
            while index.get(at).is_some_and(|&r| r != 0) {
                at = (at + 1) & mask;
            }
            if let Some(cell) = index.get_mut(at) {
                *cell = row as u32 + 1;
            }
        }
        let step = |scale: &f32, byte: u8| f32::from(byte.cast_signed()) * scale / 127.0;
        let steps = header.scales.iter().map(|scale| std::array::from_fn(|byte| step(scale, byte as u8))).collect();
        Self { header, hashes, bytes, steps, index }
    }

    /// The row of a feature; `None` when it was not learned.
    fn row(&self, hash: u32) -> Option<&[i8; OUTPUTS]> {
        let mask = self.index.len().checked_sub(1)?;
        let mut at = spread(hash) & mask;
        loop {
            let row = (*self.index.get(at)?).checked_sub(1)? as usize;
            if self.hashes.get(row) == Some(&hash) {
                return self.bytes.get(row);
            }
            at = (at + 1) & mask;
        }
    }
}
