//! Defines [`WordSearch`], which finds in one pass the patterns that a text may match.

use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;

use super::places::class;
use super::{rarest, words_of};

/// A search for the words of several patterns at once. Pattern `n` is bit `n` of a set.
#[derive(Debug)]
pub(in crate::text) struct WordSearch {
    /// Searches a text's classes of bytes. `None` if it could not be built: then every pattern is a candidate.
    words: Option<AhoCorasick>,
    /// The patterns of each word.
    of_word: Vec<u128>,
    /// The patterns without words.
    always: u128,
}

impl WordSearch {
    /// The search for the words of these outlines.
    pub(in crate::text) fn new<'o>(outlines: impl Iterator<Item = &'o [u8]>) -> Self {
        let (mut patterns, mut always) = (BTreeMap::<&[u8], u128>::new(), 0);
        for (n, outline) in outlines.enumerate() {
            let words = rarest(outline);
            if words.is_empty() {
                always |= 1 << n;
            }
            for word in words_of(words) {
                *patterns.entry(word).or_default() |= 1 << n;
            }
        }
        let words = AhoCorasick::new(patterns.keys()).ok();
        let always = if words.is_some() { always } else { u128::MAX };
        Self { words, of_word: patterns.into_values().collect(), always }
    }

    /// The patterns one of whose words stands in the text, and those without words.
    pub(in crate::text) fn candidates(&self, text: &str) -> u128 {
        let classes: Vec<u8> = text.bytes().map(class).collect();
        let found = self.words.iter().flat_map(|words| words.find_overlapping_iter(&classes));
        found.fold(self.always, |all, hit| {
            all | self.of_word.get(hit.pattern().as_usize()).copied().unwrap_or(u128::MAX)
        })
    }
}
