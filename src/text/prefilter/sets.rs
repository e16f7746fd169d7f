//! Defines how a set of characters is read off a pattern's source.

use super::compiler::PrefilterCompiler;
use super::positions::{DIGITS, LETTERS};
use super::steps::{EXACT_IN_SMALL, NARROW, NEGATED, SET, SET_HEAD, VAGUE};

// Sets of the bytes of ASCII.
pub(super) const ALL_BYTES: u128 = u128::MAX;
const DIGIT: u128 = range(b'0', b'9');
const SMALL: u128 = range(b'a', b'z');
const CAPITAL: u128 = range(b'A', b'Z');
const CAPITAL_TO_SMALL: u32 = 32;

/// The characters that a letter behind a backslash represents.
pub(super) const fn named(letter: u8) -> Option<u128> {
    const WORD: u128 = SMALL | CAPITAL | DIGIT | bit(b'_');
    const BLANK: u128 = range(b'\t', b'\r') | bit(b' ');
    Some(match letter {
        b'w' => WORD,
        b'W' => ALL_BYTES & !WORD,
        b'd' => DIGIT,
        b'D' => ALL_BYTES & !DIGIT,
        b's' => BLANK,
        b'S' => ALL_BYTES & !BLANK,
        _ => return None,
    })
}

pub(super) const fn bit(byte: u8) -> u128 {
    if byte.is_ascii() { 1 << byte } else { 0 }
}

/// The bytes with their letters of the other case.
pub(super) const fn either_case(bytes: u128) -> u128 {
    bytes | (bytes & SMALL) >> CAPITAL_TO_SMALL | (bytes & CAPITAL) << CAPITAL_TO_SMALL
}

const fn range(first: u8, last: u8) -> u128 {
    let (mut bytes, mut byte) = (0, first);
    while byte <= last && byte.is_ascii() {
        bytes |= bit(byte);
        byte += 1;
    }
    bytes
}

/// The character that a letter behind a backslash represents.
pub(super) const fn control(letter: u8) -> Option<u8> {
    Some(match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'v' => 0x0b,
        b'f' => 0x0c,
        _ => return None,
    })
}

impl PrefilterCompiler<'_> {
    /// Any character, in position of one that is not understood.
    pub(super) const fn any(&mut self) {
        self.at_most(VAGUE);
        self.set(ALL_BYTES, true);
    }

    /// One of these bytes, or where the set is `wide`, of the characters beyond ASCII.
    pub(super) const fn set(&mut self, members: u128, wide: bool) {
        let (small, capital) = (members & SMALL, (members & CAPITAL) << CAPITAL_TO_SMALL);
        if capital & !small != 0 {
            self.at_most(VAGUE);
        } else if capital != small {
            self.at_most(EXACT_IN_SMALL);
        }
        let members = members & !CAPITAL | capital;
        let others = ALL_BYTES & !CAPITAL & !members;
        let is_negated = others.count_ones() < members.count_ones();
        let mut rows = if is_negated { others } else { members };
        let from = self.len;
        self.push(SET);
        self.push(1);
        self.push(1);
        self.push(0);
        if rows & SMALL == SMALL {
            self.push(LETTERS as u8);
            rows &= !SMALL;
        }
        if rows & DIGIT == DIGIT {
            self.push(DIGITS as u8);
            rows &= !DIGIT;
        }
        while rows != 0 {
            self.push(rows.trailing_zeros() as u8);
            rows &= rows - 1;
        }
        if self.len >= from + SET_HEAD {
            let (negated, narrow) = (if is_negated { NEGATED } else { 0 }, if wide { 0 } else { NARROW });
            self.code[from + SET_HEAD - 1] = (self.len - from - SET_HEAD) as u8 | negated | narrow;
        }
    }

    /// A class of characters; in it a bracket that comes first is a member.
    pub(super) const fn class(&mut self) {
        let is_negated = self.take(b'^');
        let (mut members, mut wide, mut names_marks, mut unclear) = (0, false, false, false);
        if self.take(b']') {
            members |= bit(b']');
        }
        loop {
            let Some(byte) = self.peek() else { return self.give_up() };
            self.at += 1;
            match byte {
                b']' => break,
                // Layout, which is no member.
                b if self.spaced && (b.is_ascii_whitespace() || b == b'#') => unclear = true,
                b'[' => {
                    let from = self.len;
                    self.class();
                    self.len = from;
                    unclear = true;
                }
                b'&' if self.is_at(b'&') => unclear = true,
                b'\\' => {
                    let Some(escaped) = self.peek() else { return self.give_up() };
                    self.at += 1;
                    match (control(escaped), named(escaped)) {
                        _ if escaped.is_ascii_punctuation() || escaped == b' ' => members |= bit(escaped),
                        (Some(byte), _) => members |= bit(byte),
                        (_, Some(more)) => {
                            members |= more;
                            wide |= escaped.is_ascii_uppercase();
                        }
                        _ => unclear = true,
                    }
                    // A range that begins with what is escaped.
                    unclear |= self.begins_range();
                }
                b if self.begins_range() => {
                    let last = self.source[self.at + 1];
                    // `--` takes members away.
                    unclear |= matches!(last, b'\\' | b'-') || !last.is_ascii();
                    members |= range(b, last);
                    self.at += 2;
                }
                b if b.is_ascii() => members |= bit(b),
                _ => names_marks = true,
            }
        }
        self.names_marks |= names_marks;
        if unclear {
            return self.any();
        }
        if self.any_case {
            members = either_case(members);
        }
        self.set(if is_negated { ALL_BYTES & !members } else { members }, wide != is_negated || names_marks);
    }

    /// Whether a range goes on behind a member of a class.
    const fn begins_range(&self) -> bool {
        self.is_at(b'-') && self.at + 1 < self.source.len() && self.source[self.at + 1] != b']'
    }
}
