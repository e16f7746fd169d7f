//! Defines the places of a text at which its bytes stand, as bits, noted once for all patterns that are tried on it.

use std::cell::RefCell;

/// Longest text in bytes whose places are noted.
pub(super) const LONGEST: usize = 1023;
/// Texts whose places are kept per thread: the patterns of a rule are tried on a sentence and on a part of it.
const KEPT: usize = 8;
/// Classes of bytes.
pub(super) const CLASSES: usize = 64;

// The rows behind those of the classes.
/// Every byte.
pub(super) const BYTES: usize = CLASSES;
/// Bytes beyond ASCII.
pub(super) const WIDE: usize = CLASSES + 1;
/// Bytes that go on with a character.
pub(super) const CONTINUATION: usize = CLASSES + 2;
/// Places at which a word may begin or end.
pub(super) const EDGES: usize = CLASSES + 3;
/// Every place, the end of the text included.
pub(super) const ALL: usize = CLASSES + 4;
const ROWS: usize = CLASSES + 5;

/// The class of each byte. Capitals share that of their small letters; bytes that are rare in talk share classes.
pub(super) static CLASS: [u8; 256] = {
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
};

pub(super) const fn class(byte: u8) -> u8 {
    CLASS[byte as usize]
}

/// The places of a text's bytes.
#[derive(Debug)]
pub(super) struct BytePlaces {
    text: Vec<u8>,
    /// For each class the classes of the bytes that follow one of it: most words are excluded by their first pairs.
    pairs: [u64; CLASSES],
    /// A row of bits per class of bytes, noted when first needed.
    bits: Vec<u64>,
}

impl BytePlaces {
    const fn new() -> Self {
        Self { text: Vec::new(), pairs: [0; CLASSES], bits: Vec::new() }
    }

    /// The numbers of 64 bits that a row takes: the places of a text and its end.
    fn width(&self) -> usize {
        match self.text.len() / 64 {
            0 => 1,
            1 => 2,
            2..4 => 4,
            4..8 => 8,
            _ => 16,
        }
    }

    fn fill(&mut self, text: &str) {
        self.text.clear();
        self.text.extend_from_slice(text.as_bytes());
        self.bits.clear();
        self.pairs = [0; CLASSES];
        let mut classes = text.bytes().map(row);
        let Some(mut before) = classes.next() else { return };
        for class in classes {
            self.pairs[before % CLASSES] |= 1 << class;
            before = class;
        }
    }

    /// Notes where the bytes of each class stand.
    fn note(&mut self) {
        let (length, width) = (self.text.len(), self.width());
        self.bits.resize(ROWS * width, 0);
        let (text, bits) = (&self.text, &mut self.bits);
        let mut set = |row: usize, place: usize| {
            if let Some(bits) = bits.get_mut(row * width + place / 64) {
                *bits |= 1 << (place % 64);
            }
        };
        let mut before = false;
        for (at, byte) in text.iter().enumerate() {
            set(row(*byte), at);
            let is_word = byte.is_ascii_alphanumeric() || *byte == b'_';
            // Whether a character beyond ASCII is a letter is not looked up.
            if is_word != before || !byte.is_ascii() {
                set(EDGES, at);
            }
            if !byte.is_ascii() {
                set(WIDE, at);
                set(EDGES, at + 1);
                if byte & 0xC0 == 0x80 {
                    set(CONTINUATION, at);
                }
            }
            before = is_word;
        }
        if before {
            set(EDGES, length);
        }
        for at in 0..width {
            let full = |end: usize| match end.saturating_sub(at * 64) {
                0 => 0,
                count @ 1..64 => (1 << count) - 1,
                _ => u64::MAX,
            };
            bits[BYTES * width + at] = full(length);
            bits[ALL * width + at] = full(length + 1);
        }
    }

    /// Length of the text in bytes.
    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    /// Whether all pairs of neighbours in a word occur in the text; `class` gives the class of each of its bytes.
    pub(super) fn may_hold(&self, mut word: &[u8], class: impl Fn(u8) -> u8) -> bool {
        // A bare loop: iterators cost several times as much in a build without optimisation.
        while let [first, rest @ ..] = word
            && let [next, ..] = rest
        {
            if self.pairs[class(*first) as usize % CLASSES] >> (class(*next) % 64) & 1 == 0 {
                return false;
            }
            word = rest;
        }
        true
    }

    /// Whether a word, given by its bytes' classes, stands somewhere in the text.
    pub(super) fn holds(&mut self, word: &[u8]) -> bool {
        let (bits, width) = self.rows();
        word.len() >= 64
            || (0..width).any(|part| {
                // The places in this part at which the word begins: each class stands as far behind.
                let mut begins = u64::MAX;
                word.iter().enumerate().all(|(behind, class)| {
                    let at = usize::from(*class) % CLASSES * width + part;
                    let here = bits.get(at).map_or(0, |row| row >> behind);
                    let next = if behind > 0 && part + 1 < width {
                        bits.get(at + 1).map_or(0, |r| r << (64 - behind))
                    } else {
                        0
                    };
                    begins &= here | next;
                    begins != 0
                })
            })
    }

    /// The rows, each of so many numbers of 64 bits.
    pub(super) fn rows(&mut self) -> (&[u64], usize) {
        if self.bits.is_empty() {
            self.note();
        }
        (&self.bits, self.width())
    }
}

fn row(byte: u8) -> usize {
    usize::from(class(byte)) % CLASSES
}

/// The places of the last texts, which of them was asked for last, and which is replaced next.
struct Recent {
    places: [BytePlaces; KEPT],
    last: usize,
    next: usize,
}

impl Recent {
    /// The index of the places of a text. Most often those are asked for that were asked for last.
    fn index_of(&mut self, text: &str) -> usize {
        let is_of_text = |places: &BytePlaces| places.text == text.as_bytes();
        if !self.places.get(self.last).is_some_and(is_of_text) {
            self.last = self.places.iter().position(is_of_text).unwrap_or_else(|| {
                let at = self.next % KEPT;
                self.next = at + 1;
                self.places[at].fill(text);
                at
            });
        }
        self.last
    }
}

thread_local! {
    static RECENT: RefCell<Recent> = const {
        RefCell::new(Recent { places: [const { BytePlaces::new() }; KEPT], last: 0, next: 0 })
    };
}

/// Passes on the places of a text; `None` for a long one.
pub(super) fn with<T>(text: &str, ask: impl FnOnce(Option<&mut BytePlaces>) -> T) -> T {
    if text.len() > LONGEST {
        return ask(None);
    }
    RECENT.with_borrow_mut(|recent| {
        let at = recent.index_of(text);
        ask(Some(&mut recent.places[at]))
    })
}
