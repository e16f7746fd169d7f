//! Defines [`BytePositions`], a Bloom filter over the trigrams of a text and, for each class of bytes, the set of positions
//! where it stands. They are computed once for all patterns that are tried on the text.

use std::borrow::Cow;
use std::cell::RefCell;

use crate::text::pattern::with_plain_letters;

/// Longest text in bytes that is indexed.
pub(super) const LONGEST: usize = 1023;
/// Indexed texts kept per thread: the patterns of a rule are tried on a sentence, on parts of it and on items.
const KEPT: usize = 32;
/// Classes of bytes.
pub(super) const CLASSES: usize = 128;

// The rows behind those of the classes.
/// Every byte.
pub(super) const BYTES: usize = CLASSES;
/// Bytes beyond ASCII.
pub(super) const WIDE: usize = CLASSES + 1;
/// Bytes that go on with a character.
pub(super) const CONTINUATION: usize = CLASSES + 2;
/// Places at which a word may begin or end.
pub(super) const EDGES: usize = CLASSES + 3;
/// Every position, the end of the text included.
pub(super) const ALL: usize = CLASSES + 4;
/// Letters of either case.
pub(super) const LETTERS: usize = CLASSES + 5;
/// Digits.
pub(super) const DIGITS: usize = CLASSES + 6;
const ROWS: usize = CLASSES + 7;

/// The class of each byte. Capitals share that of their small letters; theirs are left to bytes beyond ASCII.
pub(super) static CLASS: [u8; 256] = {
    let mut out = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        out[byte] = if b.is_ascii() { b.to_ascii_lowercase() } else { b'A' + b % 26 };
        byte += 1;
    }
    out
};

#[inline]
pub(super) const fn class(byte: u8) -> u8 {
    CLASS[byte as usize]
}

/// Size of the Bloom filter, in words of 64 bits.
const FILTER_WORDS: usize = 64;
/// Size of the Bloom filter, in bits.
pub(super) const FILTER_BITS: usize = FILTER_WORDS * 64;

/// The positions of a text's bytes.
#[derive(Debug)]
pub(super) struct BytePositions {
    text: String,
    is_ascii: bool,
    has_capitals: bool,
    /// A Bloom filter over the pairs and trigrams of the text's classes.
    filter: [u64; FILTER_WORDS],
    /// A row of bits per class of bytes, computed when first needed.
    bits: Vec<u64>,
}

impl BytePositions {
    const fn new() -> Self {
        Self { text: String::new(), is_ascii: true, has_capitals: false, filter: EMPTY_FILTER, bits: Vec::new() }
    }

    /// The numbers of 64 bits that a row takes: the positions of a text and its end.
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
        self.text.push_str(text);
        self.bits.clear();
        self.filter = EMPTY_FILTER;
        let plain = with_plain_letters(text);
        self.is_ascii = plain.is_ascii();
        self.has_capitals = plain.bytes().any(|byte| byte.is_ascii_uppercase());
        self.add_trigrams_of(&plain);
        if let Cow::Owned(_) = plain {
            self.add_trigrams_of(text);
        }
    }

    /// Adds the pairs and trigrams of a text to the filter.
    fn add_trigrams_of(&mut self, text: &str) {
        let mut letters = 0;
        for byte in text.bytes() {
            letters = followed(letters, class(byte));
            let (two, three) = (bit_of(letters & TWO), bit_of(letters));
            self.filter[two / 64 % FILTER_WORDS] |= 1 << (two % 64);
            self.filter[three / 64 % FILTER_WORDS] |= 1 << (three % 64);
        }
    }

    /// Computes the rows.
    fn note(&mut self) {
        let (length, width) = (self.text.len(), self.width());
        self.bits.resize(ROWS * width, 0);
        let text = with_plain_letters(&self.text);
        let bits = &mut self.bits;
        let mut set = |row: usize, position: usize| {
            if let Some(bits) = bits.get_mut(row * width + position / 64) {
                *bits |= 1 << (position % 64);
            }
        };
        let mut before = false;
        for (at, byte) in text.bytes().enumerate() {
            set(usize::from(class(byte)), at);
            let (is_letter, is_digit) = (byte.is_ascii_alphabetic(), byte.is_ascii_digit());
            if is_letter {
                set(LETTERS, at);
            } else if is_digit {
                set(DIGITS, at);
            }
            let is_word = is_letter || is_digit || byte == b'_';
            if is_word != before {
                set(EDGES, at);
            }
            if !byte.is_ascii() {
                set(WIDE, at);
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

    /// Whether the text, with plain letters, has only ASCII.
    pub(super) const fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Whether the text has capitals.
    pub(super) const fn has_capitals(&self) -> bool {
        self.has_capitals
    }

    /// Whether the filter has a trigram.
    #[inline]
    pub(super) fn has(&self, trigram: u16) -> bool {
        self.filter[usize::from(trigram) / 64 % FILTER_WORDS] >> (trigram % 64) & 1 == 1
    }

    /// The bits of the filter that are set.
    pub(super) fn trigrams(&self) -> impl Iterator<Item = usize> {
        self.filter.iter().enumerate().flat_map(|(at, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let trigram = (bits != 0).then(|| at * 64 + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                trigram
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

/// Two classes of bytes that follow one another, of [`followed`].
const TWO: u32 = (1 << 14) - 1;

/// The last three classes of bytes, as a number.
#[inline]
const fn followed(before: u32, class: u8) -> u32 {
    (before << 7 | class as u32) & ((1 << 21) - 1)
}

/// Hashes such a number to a bit of the filter.
#[inline]
const fn bit_of(letters: u32) -> usize {
    (letters.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

/// Filter bits of a word's trigrams: all of a short word, some of a long one.
pub(crate) type Trigrams = [u16; TRIGRAMS];

/// Number of trigrams kept of a word.
pub(super) const TRIGRAMS: usize = 4;

/// Trigrams of the word that stands in a range of classes, the last first: most words share their beginning with others. A
/// word of two bytes has one pair, a shorter one nothing.
pub(super) const fn trigrams(classes: &[u8], from: usize, to: usize) -> Trigrams {
    let mut out = [ALWAYS_SET; TRIGRAMS];
    match to - from {
        0 | 1 => {}
        2 => out[0] = trigram(classes, from, to),
        n => {
            let mut nth = 0;
            while nth < TRIGRAMS {
                let end = to - (n - 3) * nth / (TRIGRAMS - 1);
                out[nth] = trigram(classes, end - 3, end);
                nth += 1;
            }
        }
    }
    out
}

/// Hashes two or three classes to a bit of the filter.
const fn trigram(classes: &[u8], mut at: usize, to: usize) -> u16 {
    let mut letters = 0;
    while at < to {
        letters = followed(letters, classes[at]);
        at += 1;
    }
    bit_of(letters) as u16
}

/// The [`trigrams`] of a phrase.
pub(crate) const fn trigrams_of(phrase: &str) -> Trigrams {
    const LONGEST: usize = 64;
    let (bytes, mut classes, mut at) = (phrase.as_bytes(), [0; LONGEST], 0);
    while at < bytes.len() && at < LONGEST {
        classes[at] = class(bytes[at]);
        at += 1;
    }
    trigrams(&classes, 0, at)
}

/// The bit that is set for every text.
const ALWAYS_SET: u16 = 0;

/// The filter of an empty text.
const EMPTY_FILTER: [u64; FILTER_WORDS] = {
    let mut filter = [0; FILTER_WORDS];
    filter[0] = 1 << ALWAYS_SET;
    filter
};

thread_local! {
    static RECENT: RefCell<[BytePositions; KEPT]> = const { RefCell::new([const { BytePositions::new() }; KEPT]) };
}

/// The slot of a text: few texts that are tried soon after one another share one.
fn slot_of(text: &str) -> usize {
    let bytes = text.as_bytes();
    let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or_default());
    let length = bytes.len();
    (length * 31 + byte(0) * 7 + byte(length / 2) * 13 + byte(length.saturating_sub(1)) * 17) % KEPT
}

/// Calls `ask` with the index of a text, or with `None` for one longer than [`LONGEST`].
pub(super) fn with<T>(text: &str, ask: impl FnOnce(Option<&mut BytePositions>) -> T) -> T {
    if text.len() > LONGEST {
        return ask(None);
    }
    RECENT.with_borrow_mut(|recent| {
        let positions = &mut recent[slot_of(text)];
        if positions.text != text {
            positions.fill(text);
        }
        ask(Some(positions))
    })
}
