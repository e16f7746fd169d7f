//! Defines [`Phrases`], a table of words and phrases that is written as one string and cut apart at build time.

use crate::text::{NEVER_RUNS, Trigrams, occurring, trigrams_of};

/// Phrases in lower case. Blanks around a phrase belong to it.
#[derive(Debug, Clone, Copy)]
pub struct Phrases {
    all: &'static [&'static str],
    filters: &'static PhraseFilters,
    trigrams: &'static [Trigrams],
}

/// Two Bloom filters over a table of phrases, so that most texts are excluded without a comparison.
#[derive(Debug)]
pub struct PhraseFilters {
    /// Holds the first two bytes of each phrase.
    openings: [u64; FILTER_WORDS],
    /// Holds each whole phrase.
    wholes: [u64; FILTER_WORDS],
}

/// Size of a filter, in words of 64 bits.
const FILTER_WORDS: usize = 16;

impl PhraseFilters {
    /// Computes the filters of a table.
    pub const fn of(all: &[&str]) -> Self {
        let (mut openings, mut wholes, mut at) = ([0; FILTER_WORDS], [0; FILTER_WORDS], 0);
        while at < all.len() && !NEVER_RUNS {
            let (opening, whole) = (opening(all[at].as_bytes()), whole(all[at].as_bytes()));
            openings[opening / 64] |= 1 << (opening % 64);
            wholes[whole / 64] |= 1 << (whole % 64);
            at += 1;
        }
        Self { openings, wholes }
    }
}

/// Hashes the first two bytes of a text to a bit, in lower case; a missing second byte counts as a blank, as does every mark.
const fn opening(text: &[u8]) -> usize {
    let first = if text.is_empty() { b' ' } else { text[0].to_ascii_lowercase() };
    let next = if text.len() < 2 || !text[1].is_ascii_alphanumeric() { b' ' } else { text[1].to_ascii_lowercase() };
    (first as usize * 29 + next as usize) % (FILTER_WORDS * 64)
}

/// Hashes a whole text to a bit, by its length, its first two bytes, its middle byte and its last.
const fn whole(text: &[u8]) -> usize {
    let n = text.len();
    let middle = if n == 0 { 0 } else { text[n / 2] as usize * 7 + text[n - 1] as usize * 131 };
    (opening(text) + n * 61 + middle) % (FILTER_WORDS * 64)
}

impl Phrases {
    /// Makes a table; use `phrases!` to write it as one string.
    pub const fn new(
        all: &'static [&'static str],
        filters: &'static PhraseFilters,
        trigrams: &'static [Trigrams],
    ) -> Self {
        Self { all, filters, trigrams }
    }

    /// Whether a text may begin with one of the phrases.
    const fn may_open(self, text: &str) -> bool {
        let bit = opening(text.as_bytes());
        self.filters.openings[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The phrases, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.all.iter().copied()
    }

    /// Whether `text` is one of the phrases.
    pub fn contains(self, text: &str) -> bool {
        let bit = whole(text.as_bytes());
        self.filters.wholes[bit / 64] >> (bit % 64) & 1 == 1 && self.all.contains(&text)
    }

    /// Whether one of the phrases occurs in `text`, also within a word.
    pub fn within(self, text: &str) -> bool {
        let mut within = false;
        occurring(self.all, self.trigrams.iter().copied(), text, |_, _| {
            within = true;
            false
        });
        within
    }

    /// The byte offset and length of the first phrase that occurs in `text`.
    pub fn find(self, text: &str) -> Option<(usize, usize)> {
        self.places(text).into_iter().min()
    }

    /// The byte offset and length of each phrase that occurs in `text`, where it first does.
    pub fn places(self, text: &str) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        occurring(self.all, self.trigrams.iter().copied(), text, |phrase, at| {
            places.push((at, phrase.len()));
            true
        });
        places
    }
}

/// The rest of a text that begins with one of these phrases, at a word's end; letter case does not count.
pub fn after_any(text: &str, phrases: Phrases) -> Option<&str> {
    let text = text.trim_start();
    if !phrases.may_open(text) {
        return None;
    }
    // Most phrases differ in their first byte: they are told apart without a comparison of memory.
    let first = text.as_bytes().first()?.to_ascii_lowercase();
    let alike = phrases.iter().filter(|p| p.as_bytes().first().is_some_and(|b| b.to_ascii_lowercase() == first));
    alike.filter_map(|p| after(text, p)).min_by_key(|rest| rest.len())
}

/// The rest of a text that begins with this phrase, at a word's end.
pub fn after<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let text = text.trim_start();
    if !text.as_bytes().get(..phrase.len())?.eq_ignore_ascii_case(phrase.as_bytes()) {
        return None;
    }
    let rest = text.get(phrase.len()..)?;
    let ends = phrase.ends_with(':') || rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '\'');
    ends.then(|| rest.trim_start())
}

/// Makes [`Phrases`] of one string in which `|` separates them.
macro_rules! phrases {
    ($all:literal) => {{
        const ALL: [&str; $crate::language::phrases::count($all)] = $crate::language::phrases::split($all);
        const FILTERS: $crate::language::phrases::PhraseFilters = $crate::language::phrases::PhraseFilters::of(&ALL);
        const TRIGRAMS: [$crate::text::Trigrams; ALL.len()] = $crate::language::phrases::trigrams(&ALL);
        const TABLE: $crate::language::phrases::Phrases =
            $crate::language::phrases::Phrases::new(&ALL, &FILTERS, &TRIGRAMS);
        TABLE
    }};
}
pub(crate) use phrases;

/// The number of phrases in a string.
pub const fn count(all: &str) -> usize {
    let (bytes, mut at, mut count) = (all.as_bytes(), 0, 1);
    while at < bytes.len() && !NEVER_RUNS {
        if bytes[at] == b'|' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// The trigrams of `N` phrases.
pub const fn trigrams<const N: usize>(all: &[&str; N]) -> [Trigrams; N] {
    let (mut out, mut at) = ([trigrams_of(""); N], 0);
    while at < N && !NEVER_RUNS {
        out[at] = trigrams_of(all[at]);
        at += 1;
    }
    out
}

/// Cuts a string of `N` phrases apart.
pub const fn split<const N: usize>(all: &'static str) -> [&'static str; N] {
    let mut out = [""; N];
    let (bytes, mut from, mut at, mut row) = (all.as_bytes(), 0, 0, 0);
    while at < bytes.len() && !NEVER_RUNS {
        if bytes[at] == b'|' {
            out[row] = all.split_at(at).0.split_at(from).1;
            (from, row) = (at + 1, row + 1);
        }
        at += 1;
    }
    out[row] = all.split_at(from).1;
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_are_found_as_they_are_written() {
        let joints = phrases!(", not | instead of ");
        assert!(joints.within("this instead of that") && !joints.within("instead, that"));
        assert_eq!(joints.find("a, not b instead of c"), Some((1, 6)));
        assert!(phrases!("yes|no way").contains("no way") && !phrases!("yes|no way").contains("no"));
    }
}
