//! Defines a linear model over hashed features, stored with one signed byte for each weight.
//!
//! File: 8 bytes of magic, a JSON header (provenance of the training), then the sorted feature hashes with one signed
//! byte per output and one scale per output.

use std::borrow::Cow;

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
#[derive(Debug, Clone, PartialEq)]
pub struct LinearModel<const N: usize> {
    /// The file's JSON header.
    pub header: Header,
    /// The hashes of the features, sorted, as they stand in the file: those of the program are not copied.
    hashes: Cow<'static, [[u8; 4]]>,
    /// The signed bytes of each feature's weights, as they stand in the file.
    bytes: Cow<'static, [[u8; N]]>,
    /// The scale of each output.
    scales: [f32; N],
    /// For each group of hashes with the same first bits its first row, and behind the last group the number of rows.
    groups: Vec<u32>,
    /// The number of bits behind those of the group.
    shift: u32,
}

/// Features in a group, on average: they are compared one by one.
const GROUPED: usize = 4;

const MAGIC: &[u8; 8] = b"dmweigh1";
const NOT_WEIGHTS: &str = "not a weights file: make one with `deltamind train`";

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

/// The header, the hashes and the rows of a weights file.
type Parts<'b, const N: usize> = (Header, &'b [[u8; 4]], &'b [[u8; N]]);

impl<const N: usize> Default for LinearModel<N> {
    fn default() -> Self {
        Self::indexed(Header::default(), Cow::default(), Cow::default())
    }
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
        let hashes: Vec<[u8; 4]> = packed.iter().map(|p| p.0.to_le_bytes()).collect();
        Self::indexed(header, hashes.into(), packed.iter().map(|p| p.1).collect())
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
        // An index up to a constant: with iterators in place of it, this innermost step is not always inlined.
        let mut output = 0;
        while output < N {
            sums[output] += f32::from(row[output].cast_signed()) * self.scales[output] / 127.0 * value;
            output += 1;
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
        out.extend(self.hashes.as_flattened());
        out.extend(self.bytes.as_flattened());
        out
    }

    /// Parses a weights file that was read; the error is one sentence.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (header, hashes, rows) = Self::cut_apart(bytes)?;
        if !hashes.is_sorted_by_key(|hash| u32::from_le_bytes(*hash)) {
            return Err(NOT_WEIGHTS.to_owned());
        }
        Ok(Self::indexed(header, hashes.to_vec().into(), rows.to_vec().into()))
    }

    /// Parses a weights file that is part of the program: the model refers to it.
    pub fn compiled_in(bytes: &'static [u8]) -> Result<Self, String> {
        let (header, hashes, rows) = Self::cut_apart(bytes)?;
        Ok(Self::indexed(header, hashes.into(), rows.into()))
    }

    /// Cuts a weights file into its parts.
    fn cut_apart(bytes: &[u8]) -> Result<Parts<'_, N>, String> {
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
        Ok((header, hashes, rows))
    }

    fn indexed(header: Header, hashes: Cow<'static, [[u8; 4]]>, bytes: Cow<'static, [[u8; N]]>) -> Self {
        let bits = (hashes.len() / GROUPED).max(2).next_power_of_two().trailing_zeros();
        let shift = u32::BITS - bits;
        let mut groups = Vec::with_capacity((1 << bits) + 1);
        for (row, hash) in (0..).zip(hashes.iter()) {
            let group = (u32::from_le_bytes(*hash) >> shift) as usize;
            while groups.len() <= group {
                groups.push(row);
            }
        }
        groups.resize((1 << bits) + 1, hashes.len() as u32);
        let mut scales = [0.0; N];
        for (own, scale) in scales.iter_mut().zip(&header.scales) {
            *own = *scale;
        }
        Self { header, hashes, bytes, scales, groups, shift }
    }

    /// The row of a feature; `None` when it was not learned.
    fn row(&self, hash: u32) -> Option<&[u8; N]> {
        let group = (hash >> self.shift) as usize;
        let &[first, end] = self.groups.get(group..group + 2)? else { return None };
        let hashes = self.hashes.get(first as usize..end as usize)?;
        let place = hashes.iter().position(|known| u32::from_le_bytes(*known) == hash)?;
        self.bytes.get(first as usize + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_found_by_its_hash_and_no_other_is() {
        let mut rows: Vec<(u32, [f32; 2])> =
            (1..400_u32).map(|n| (n.wrapping_mul(0x9e37_79b1), [n as f32, -1.0])).collect();
        rows.extend([(0, [2.0, 0.0]), (u32::MAX, [0.0, 3.0]), (5, [1.0, 1.0]), (6, [300.0, 0.0])]);
        let model = LinearModel::pack(Header::default(), rows.clone());
        assert!(rows.iter().all(|(hash, _)| model.knows(*hash)));
        assert!(![1, 4, 7, u32::MAX - 1].iter().any(|hash| model.knows(*hash)));
        let [first, second] = model.sums_of([(u32::MAX, 2.0), (7, 9.0)].into_iter());
        assert!(first == 0.0 && (second - 6.0).abs() < 0.1, "{first} {second}");
        assert!(!LinearModel::<2>::default().knows(0));
    }

    #[test]
    fn a_written_model_is_read_back_and_must_be_sorted() {
        let model = LinearModel::pack(Header::default(), vec![(7, [1.0, 0.5]), (3, [0.25, 1.0])]);
        let bytes = model.to_bytes();
        assert_eq!(LinearModel::<2>::from_bytes(&bytes).as_ref(), Ok(&model));
        assert_eq!(LinearModel::<2>::compiled_in(bytes.clone().leak()).as_ref(), Ok(&model));
        let mut unsorted = bytes;
        let hashes = unsorted.len() - 2 * (4 + 2);
        unsorted[hashes] = 9;
        assert_eq!(LinearModel::<2>::from_bytes(&unsorted), Err(NOT_WEIGHTS.to_owned()));
    }
}
