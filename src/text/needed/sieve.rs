//! Defines the sieve: the pairs of neighbouring bytes that occur in a text. Hundreds of patterns are tried on the same
//! sentence one after the other, and most of their words are excluded by their first pairs.

use std::cell::RefCell;

/// Longest text for which the pairs are kept; a longer one holds most pairs.
const LONGEST: usize = 4096;
/// Texts whose pairs are kept per thread: the patterns of a rule are tried on a sentence and on a part of it.
const KEPT: usize = 4;
/// Classes of bytes; a pair of classes is one bit.
const CLASSES: usize = 64;

/// The class of each byte. Capitals share that of their small letters; bytes that are rare in talk share classes.
const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut out = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = (byte as u8).to_ascii_lowercase();
        out[byte] = match b {
            b'a'..=b'z' => b - b'a',
            b'0'..=b'9' => b - b'0' + 26,
            b' ' => 36,
            b'\'' => 37,
            b'-' => 38,
            b'.' => 39,
            b',' => 40,
            b':' => 41,
            _ => 42 + b % 22,
        };
        byte += 1;
    }
    out
}

/// The pairs of a text.
#[derive(Debug)]
pub(super) struct Sieve {
    text: Vec<u8>,
    pairs: [u64; CLASSES],
}

fn class(byte: u8) -> usize {
    CLASS.get(usize::from(byte)).map_or(0, |c| usize::from(*c) % CLASSES)
}

impl Sieve {
    const fn new() -> Self {
        Self { text: Vec::new(), pairs: [0; CLASSES] }
    }

    fn fill(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        self.pairs = [0; CLASSES];
        let mut classes = text.iter().map(|b| class(*b));
        let Some(mut before) = classes.next() else { return };
        for class in classes {
            self.pairs[before] |= 1 << class;
            before = class;
        }
    }

    /// Whether all pairs of the word occur.
    pub(super) fn may_hold(&self, word: &[u8]) -> bool {
        word.windows(2).all(|pair| match pair {
            [a, b] => self.pairs[class(*a)] >> class(*b) & 1 == 1,
            _ => true,
        })
    }
}

/// The sieves of the last texts and which of them is replaced next.
struct Recent {
    sieves: [Sieve; KEPT],
    next: usize,
}

thread_local! {
    static RECENT: RefCell<Recent> = const {
        RefCell::new(Recent { sieves: [const { Sieve::new() }; KEPT], next: 0 })
    };
}

/// Passes on the pairs of a text; `None` for a long one.
pub(super) fn with<T>(text: &[u8], ask: impl FnOnce(Option<&Sieve>) -> T) -> T {
    if text.len() > LONGEST {
        return ask(None);
    }
    RECENT.with_borrow_mut(|recent| {
        let known = recent.sieves.iter().position(|sieve| sieve.text == text);
        let at = known.unwrap_or_else(|| {
            let at = recent.next % KEPT;
            recent.next = at + 1;
            recent.sieves[at].fill(text);
            at
        });
        ask(Some(&recent.sieves[at]))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_part_of_a_text_may_be_held(text in "\\PC{0,40}", from in 0..40_usize, to in 0..40_usize) {
            let part: String = text.chars().skip(from).take(to).collect();
            prop_assert!(with(text.as_bytes(), |sieve| sieve.unwrap().may_hold(part.as_bytes())));
            prop_assert!(with(text.as_bytes(), |sieve| sieve.unwrap().may_hold(part.to_ascii_uppercase().as_bytes())));
        }
    }

    #[test]
    fn words_without_their_pairs_are_excluded() {
        assert!(!with(b"use redis", |sieve| sieve.unwrap().may_hold(b"reuse")));
        assert!(with(&[b'x'; LONGEST + 1], |sieve| sieve.is_none()));
    }
}
