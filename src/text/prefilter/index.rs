//! Defines [`TrigramIndex`], which finds which of many patterns a text may match, by the trigrams of both.

use super::positions::{self, FILTER_BITS, TRIGRAMS};
use super::walk;

/// The patterns that have each trigram. Pattern `n` is bit `n` of a set.
#[derive(Debug)]
pub(in crate::text) struct TrigramIndex {
    /// For each bit of the filter, the patterns one of whose rarest words has it as its first trigram, and as its last.
    having: Vec<[u128; 2]>,
    /// The patterns without words.
    always: u128,
}

impl TrigramIndex {
    /// Indexes the rarest words of prefilters.
    pub(in crate::text) fn new<'p>(prefilters: impl Iterator<Item = &'p [u8]>) -> Self {
        let mut out = Self { having: vec![[0; 2]; FILTER_BITS], always: 0 };
        for (n, prefilter) in prefilters.enumerate() {
            let trigrams = walk::counted(prefilter).and_then(|(trigrams, _)| walk::counted(trigrams));
            let rarest = trigrams.map_or(&[][..], |(rarest, _)| rarest);
            if rarest.is_empty() {
                out.always |= 1 << n;
            }
            for word in rarest.as_chunks::<{ 2 * TRIGRAMS }>().0 {
                for (end, trigram) in [word.first_chunk(), word.last_chunk()].into_iter().flatten().enumerate() {
                    if let Some(having) = out.having.get_mut(usize::from(u16::from_le_bytes(*trigram))) {
                        having[end] |= 1 << n;
                    }
                }
            }
        }
        out
    }

    /// The patterns one of whose words the text may contain, and those without words.
    pub(in crate::text) fn candidates(&self, text: &str) -> u128 {
        positions::with(text, |positions| {
            let Some(positions) = positions else { return u128::MAX };
            let having = positions.trigrams().filter_map(|trigram| self.having.get(trigram));
            let [first, last] = having.fold([0; 2], |[first, last], having| [first | having[0], last | having[1]]);
            first & last | self.always
        })
    }
}
