//! Defines [`Phrases`], a table of words and phrases that is written as one string and cut apart at build time.

use crate::text::{NEVER_RUNS, occurring};

/// Phrases in lower case. Blanks around a phrase belong to it.
#[derive(Debug, Clone, Copy)]
pub struct Phrases {
    all: &'static [&'static str],
    /// The bytes with which a phrase begins, as the bits of their last six bits: most texts begin with none of them.
    beginnings: u64,
}

impl Phrases {
    /// Makes a table; use `phrases!` to write it as one string.
    pub const fn new(all: &'static [&'static str]) -> Self {
        let (mut beginnings, mut at) = (0, 0);
        while at < all.len() && !NEVER_RUNS {
            beginnings |= if all[at].is_empty() { u64::MAX } else { beginning(all[at].as_bytes()[0]) };
            at += 1;
        }
        Self { all, beginnings }
    }

    /// Whether a text that begins with this byte may begin with one of the phrases.
    pub const fn may_begin_with(self, byte: u8) -> bool {
        self.beginnings & beginning(byte) != 0
    }

    /// The phrases, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.all.iter().copied()
    }

    /// Whether `text` is one of the phrases.
    pub fn contains(self, text: &str) -> bool {
        let Some(first) = text.bytes().next() else { return self.all.contains(&text) };
        // Most phrases differ in their first byte: they are told apart without a comparison of memory.
        let is_it = |phrase: &&str| phrase.as_bytes().first() == Some(&first) && *phrase == text;
        self.may_begin_with(first) && self.all.iter().any(is_it)
    }

    /// Whether one of the phrases occurs in `text`, also within a word.
    pub fn within(self, text: &str) -> bool {
        let mut within = false;
        occurring(self.all, text, |_, _| {
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
        occurring(self.all, text, |phrase, at| {
            places.push((at, phrase.len()));
            true
        });
        places
    }
}

const fn beginning(byte: u8) -> u64 {
    1 << (byte.to_ascii_lowercase() % 64)
}

/// Makes [`Phrases`] of one string in which `|` separates them.
macro_rules! phrases {
    ($all:literal) => {{
        const ALL: [&str; $crate::language::phrases::count($all)] = $crate::language::phrases::split($all);
        const TABLE: $crate::language::phrases::Phrases = $crate::language::phrases::Phrases::new(&ALL);
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
