//! Defines the places of a text at which its bytes stand, as bits, noted once for all patterns that are tried on it.

use std::borrow::Cow;
use std::cell::RefCell;

use crate::text::pattern::with_plain_letters;

/// Longest text in bytes whose places are noted.
pub(super) const LONGEST: usize = 1023;
/// Texts whose places are kept per thread: the patterns of a rule are tried on a sentence and on a part of it.
const KEPT: usize = 8;
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
/// Every place, the end of the text included.
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

/// Numbers of 64 bits that note which letters follow one another.
const SEEN: usize = 64;

/// The places of a text's bytes.
#[derive(Debug)]
pub(super) struct BytePlaces {
    text: String,
    is_ascii: bool,
    has_capitals: bool,
    /// Which two and three bytes follow one another, each a bit that few others share: most words are excluded by their
    /// first letters.
    seen: [u64; SEEN],
    /// A row of bits per class of bytes, noted when first needed.
    bits: Vec<u64>,
}

impl BytePlaces {
    const fn new() -> Self {
        Self { text: String::new(), is_ascii: true, has_capitals: false, seen: [0; SEEN], bits: Vec::new() }
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
        self.text.push_str(text);
        self.bits.clear();
        self.seen = [0; SEEN];
        let plain = with_plain_letters(text);
        self.is_ascii = plain.is_ascii();
        self.has_capitals = plain.bytes().any(|byte| byte.is_ascii_uppercase());
        self.see(&plain);
        if let Cow::Owned(_) = plain {
            self.see(text);
        }
    }

    /// Notes which bytes of a text follow one another.
    fn see(&mut self, text: &str) {
        let mut letters = 0;
        for byte in text.bytes() {
            letters = followed(letters, class(byte));
            let (two, three) = (bit_of(letters & TWO), bit_of(letters));
            self.seen[two / 64 % SEEN] |= 1 << (two % 64);
            self.seen[three / 64 % SEEN] |= 1 << (three % 64);
        }
    }

    /// Notes where the bytes of each class stand.
    fn note(&mut self) {
        let (length, width) = (self.text.len(), self.width());
        self.bits.resize(ROWS * width, 0);
        let text = with_plain_letters(&self.text);
        let bits = &mut self.bits;
        let mut set = |row: usize, place: usize| {
            if let Some(bits) = bits.get_mut(row * width + place / 64) {
                *bits |= 1 << (place % 64);
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

    /// Whether the bytes that follow one another in a word do so in the text; `class` gives the class of each of its bytes.
    pub(super) fn may_hold(&self, word: &[u8], class: impl Fn(u8) -> u8) -> bool {
        let has = |letters: u32| {
            let bit = bit_of(letters);
            self.seen[bit / 64 % SEEN] >> (bit % 64) & 1 == 1
        };
        let [first, next, rest @ ..] = word else { return true };
        let mut letters = followed(u32::from(class(*first)), class(*next));
        if rest.is_empty() {
            return has(letters);
        }
        for byte in rest {
            letters = followed(letters, class(*byte));
            if !has(letters) {
                return false;
            }
        }
        true
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

/// The bit that notes such a number.
#[inline]
const fn bit_of(letters: u32) -> usize {
    (letters.wrapping_mul(0x9E37_79B1) >> 20) as usize
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
        let is_of_text = |places: &BytePlaces| places.text == text;
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
