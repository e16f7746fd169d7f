//! Defines a linear model over hashed features, stored with one signed byte for each weight.
//!
//! File: 8 bytes of magic, a JSON header (provenance of the training), then the sorted feature hashes with one signed
//! byte per output and one scale per output.

use serde::{Deserialize, Serialize};

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
pub struct LinearModel<const N: usize> {
    /// The file's JSON header.
    pub header: Header,
    hashes: Vec<u32>,
    /// The signed bytes of each feature's weights, as they stand in the file.
    bytes: Vec<[u8; N]>,
    /// The weight that each byte stands for, for each output.
    steps: Vec<[f32; 256]>,
    /// Hash table over `hashes` by open addressing: row + 1, 0 for an empty slot.
    index: Vec<u32>,
}

const MAGIC: &[u8; 8] = b"dmweigh1";
const NOT_WEIGHTS: &str = "not a weights file: make one with `deltamind train`";

fn spread(hash: u32) -> usize {
    (hash.wrapping_mul(0x9e37_79b1) >> 7) as usize
}

/// The softmax function, shifted by the maximum against overflow.
pub fn softmax<const N: usize>(x: [f32; N]) -> [f32; N] {
    let top = x.iter().copied().fold(f32::MIN, f32::max);
    let e = x.map(|v| (v - top).exp());
    let sum: f32 = e.iter().sum();
    e.map(|v| v / sum)
}

/// A row of weights as signed bytes: 127 stands for the scale of its output.
fn quantized<const N: usize>(row: &[f32; N], scales: &[f32; N]) -> [u8; N] {
    let mut out = [0; N];
    for ((o, w), &s) in out.iter_mut().zip(row).zip(scales) {
        *o = if s > 0.0 { ((w / s * 127.0).round() as i8).cast_unsigned() } else { 0 };
    }
    out
}

impl<const N: usize> LinearModel<N> {
    /// Quantizes learned weights to one byte each: rows of (hash, one weight per output), in any order.
    pub fn pack(mut header: Header, mut rows: Vec<(u32, [f32; N])>) -> Self {
        rows.sort_by_key(|r| r.0);
        let mut scales = [0.0_f32; N];
        for (_, row) in &rows {
            for (s, w) in scales.iter_mut().zip(row) {
                *s = s.max(w.abs());
            }
        }
        let packed: Vec<(u32, [u8; N])> =
            rows.iter().map(|(h, r)| (*h, quantized(r, &scales))).filter(|(_, b)| b.iter().any(|&x| x != 0)).collect();
        header.scales = scales.to_vec();
        header.features = packed.len();
        Self::indexed(header, packed.iter().map(|p| p.0).collect(), packed.iter().map(|p| p.1).collect())
    }

    /// The log-odds that features, each with its value, add to each output. Sums are additive.
    pub fn sums_of(&self, features: impl Iterator<Item = (u32, f32)>) -> [f32; N] {
        let mut sums = [0.0_f32; N];
        for (hash, value) in features {
            self.add(hash, value, &mut sums);
        }
        sums
    }

    /// Adds the log-odds of one feature.
    pub(super) fn add(&self, hash: u32, value: f32, sums: &mut [f32; N]) {
        let Some(row) = self.row(hash) else { return };
        for ((sum, byte), steps) in sums.iter_mut().zip(row).zip(&self.steps) {
            *sum += steps.get(usize::from(*byte)).copied().unwrap_or(0.0) * value;
        }
    }

    /// Whether a feature was learned.
    pub fn knows(&self, hash: u32) -> bool {
        self.row(hash).is_some()
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
            out.extend(row);
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
        if n.checked_mul(4 + N) != Some(rest.len()) || header.scales.len() != N {
            return Err(NOT_WEIGHTS.to_owned());
        }
        let (hashes, rows) = rest.split_at(n * 4);
        let (hashes, rows) = (hashes.as_chunks::<4>().0, rows.as_chunks::<N>().0);
        let hashes = hashes.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        Ok(Self::indexed(header, hashes, rows.to_vec()))
    }

    fn indexed(header: Header, hashes: Vec<u32>, bytes: Vec<[u8; N]>) -> Self {
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
    fn row(&self, hash: u32) -> Option<&[u8; N]> {
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
