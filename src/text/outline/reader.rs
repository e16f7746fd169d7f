//! Defines how an outline is read off a pattern's source, when the program is built.

use super::places::{CLASS, CLASSES, class};

// The steps of an outline; a number below `CLASSES` is a byte of that class.
/// One character of any kind.
pub(super) const ANY: u8 = 64;
/// Any number of characters.
pub(super) const REST: u8 = 65;
/// The beginning of the text.
pub(super) const START: u8 = 66;
/// The end of the text.
pub(super) const END: u8 = 67;
/// A word's beginning or end.
pub(super) const EDGE: u8 = 68;
/// One character of a set: the number of its classes, and these. It may always be one beyond ASCII.
pub(super) const SET: u8 = 69;
/// Alternatives: how often, the length in bytes of all of them, then the length and the steps of each.
pub(super) const GROUP: u8 = 70;

// How often a group occurs.
pub(super) const ONCE: u8 = 0;
pub(super) const OPTIONAL: u8 = 1;
pub(super) const ANY_NUMBER: u8 = 2;
pub(super) const AT_LEAST_ONCE: u8 = 3;

/// Most classes of a set; a wider one is taken for any character.
const WIDEST: u32 = 12;
/// Most bytes of an outline.
pub(super) const LONGEST: usize = 8192;
/// Bytes before the steps of a group with one alternative.
const HEAD: usize = 6;

/// A walk over a pattern's source, and the outline that it writes.
pub(crate) struct OutlineReader<'p> {
    source: &'p [u8],
    at: usize,
    /// Whether white space is layout (`(?x)`).
    spaced: bool,
    /// Whether `^` and `$` are also the ends of lines (`(?m)`).
    lines: bool,
    /// Whether something stood there that this walk does not know.
    unknown: bool,
    /// The length of all words; the length of the rarest words, one of which occurs in every match, and these; then the
    /// next rarest; behind the words the alternatives. Each word stands behind its length. The words come first, because
    /// most texts are excluded by them alone.
    pub(super) code: [u8; LONGEST],
    /// The bytes of `code` that are written; 0 for a pattern that is not understood.
    pub(super) len: usize,
}

impl<'p> OutlineReader<'p> {
    pub(crate) const fn read(source: &'p str) -> Self {
        let mut reader = Self {
            source: source.as_bytes(),
            at: 0,
            spaced: false,
            lines: false,
            unknown: false,
            code: [0; LONGEST],
            len: 2,
        };
        reader.choice();
        let steps = reader.len;
        reader.add_words(2, steps);
        reader.put_words_first(steps);
        if reader.unknown || reader.at != reader.source.len() {
            reader.len = 0;
        }
        reader
    }

    /// Puts the words, which stand behind the alternatives that end at `steps`, before these.
    const fn put_words_first(&mut self, steps: usize) {
        let (written, words) = (self.code, self.len - steps);
        let mut at = 2;
        while at < self.len {
            self.code[at] = if at < words + 2 { written[at + steps - 2] } else { written[at - words] };
            at += 1;
        }
        [self.code[0], self.code[1]] = (words as u16).to_le_bytes();
    }

    /// The bytes of the outline.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The outline, held as long as the program runs.
    #[cfg(debug_assertions)]
    pub(crate) fn leak(&self) -> &'static [u8] {
        Box::leak(Box::from(self.code.get(..self.len).unwrap_or_default()))
    }

    /// The outline, whose length is `N`.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn outline<const N: usize>(&self) -> [u8; N] {
        match self.code.first_chunk() {
            Some(outline) => *outline,
            None => [0; N],
        }
    }

    const fn peek(&self) -> Option<u8> {
        if self.at < self.source.len() { Some(self.source[self.at]) } else { None }
    }

    const fn is_at(&self, byte: u8) -> bool {
        self.at < self.source.len() && self.source[self.at] == byte
    }

    const fn take(&mut self, byte: u8) -> bool {
        let there = self.is_at(byte);
        self.at += there as usize;
        there
    }

    /// Passes over bytes up to this one and over it.
    const fn skip_past(&mut self, byte: u8) {
        while self.at < self.source.len() && !self.take(byte) {
            self.at += 1;
        }
    }

    const fn give_up(&mut self) {
        self.unknown = true;
        self.at = self.source.len();
    }

    pub(super) const fn push(&mut self, step: u8) {
        // Room for the head of a group.
        if self.len + HEAD < LONGEST {
            self.code[self.len] = step;
            self.len += 1;
        } else {
            self.give_up();
        }
    }

    /// Writes the number of bytes behind the two at `at`.
    pub(super) const fn count_from(&mut self, at: usize) {
        [self.code[at], self.code[at + 1]] = ((self.len - at - 2) as u16).to_le_bytes();
    }

    /// Passes over layout and comments.
    const fn skip_layout(&mut self) {
        while self.spaced {
            match self.peek() {
                Some(b) if b.is_ascii_whitespace() => self.at += 1,
                Some(b'#') => self.skip_past(b'\n'),
                _ => return,
            }
        }
    }

    /// Alternatives up to the end or the closing bracket.
    const fn choice(&mut self) {
        loop {
            let from = self.len;
            self.push(0);
            self.push(0);
            self.sequence();
            self.count_from(from);
            if !self.take(b'|') {
                return;
            }
        }
    }

    const fn sequence(&mut self) {
        loop {
            self.letters();
            self.skip_layout();
            let from = self.len;
            if matches!(self.peek(), None | Some(b'|' | b')')) {
                return;
            }
            self.piece();
            self.skip_layout();
            match self.repetition() {
                Some((least, most)) => self.repeat(from, least, most),
                None => self.flatten(from),
            }
        }
    }

    /// Letters up to the last, which may be repeated.
    const fn letters(&mut self) {
        let (source, mut at, mut len) = (self.source, self.at, self.len);
        while at + 1 < source.len()
            && matches!((source[at], source[at + 1]), (b'a'..=b'z', b'a'..=b'z'))
            && len + HEAD < LONGEST
        {
            self.code[len] = CLASS[source[at] as usize];
            (at, len) = (at + 1, len + 1);
        }
        (self.at, self.len) = (at, len);
    }

    const fn piece(&mut self) {
        let byte = self.source[self.at];
        self.at += 1;
        match byte {
            b'(' => self.group(),
            b'[' => self.class(),
            b'\\' => self.escape(),
            b'.' => self.push(ANY),
            b'^' | b'$' if self.lines => {}
            b'^' => self.push(START),
            b'$' => self.push(END),
            _ => {
                let is_letter = begins_wide_letter(byte);
                self.push(class(if is_letter { b'_' } else { byte }));
                while self.goes_on() {
                    self.push(class(if is_letter { b'_' } else { self.source[self.at] }));
                    self.at += 1;
                }
            }
        }
    }

    /// Whether the next byte belongs to the character before it.
    const fn goes_on(&self) -> bool {
        self.at < self.source.len() && self.source[self.at] & 0xC0 == 0x80
    }

    const fn escape(&mut self) {
        let Some(byte) = self.peek() else { return self.give_up() };
        self.at += 1;
        match byte {
            b'b' if self.is_at(b'{') => self.give_up(),
            b'b' => self.push(EDGE),
            b'B' => {}
            b'A' => self.push(START),
            b'z' => self.push(END),
            b'w' | b'W' | b'D' | b'S' => self.push(ANY),
            b'd' => self.set(DIGITS),
            b's' => self.set(BLANKS),
            b'x' | b'u' | b'U' | b'p' | b'P' if self.is_at(b'{') => {
                self.skip_past(b'}');
                self.push(ANY);
            }
            b if b.is_ascii_punctuation() || b == b' ' => self.push(class(b)),
            b => match control(b) {
                Some(b) => self.push(class(b)),
                None => self.give_up(),
            },
        }
    }

    const fn set(&mut self, mut classes: u64) {
        if classes.count_ones() > WIDEST {
            return self.push(ANY);
        }
        self.push(SET);
        self.push(classes.count_ones() as u8);
        while classes != 0 {
            self.push(classes.trailing_zeros() as u8);
            classes &= classes - 1;
        }
    }

    /// A class of characters; in it a bracket that comes first is a member.
    const fn class(&mut self) {
        let mut wide = self.take(b'^');
        let mut classes = 0;
        if self.take(b']') {
            classes |= bit(b']');
        }
        loop {
            let Some(byte) = self.peek() else { return self.give_up() };
            self.at += 1;
            match byte {
                b']' => break,
                b'[' => {
                    let from = self.len;
                    self.class();
                    self.len = from;
                    wide = true;
                }
                b'&' if self.is_at(b'&') => wide = true,
                b'\\' => {
                    let Some(escaped) = self.peek() else { return self.give_up() };
                    self.at += 1;
                    match escaped {
                        b'd' => classes |= DIGITS,
                        b's' => classes |= BLANKS,
                        b if b.is_ascii_punctuation() || b == b' ' => classes |= bit(b),
                        b => match control(b) {
                            Some(b) => classes |= bit(b),
                            None => wide = true,
                        },
                    }
                    // A range that begins with what is escaped.
                    wide |= self.is_at(b'-') && self.at + 1 < self.source.len() && self.source[self.at + 1] != b']';
                }
                b if self.is_at(b'-') && self.at + 1 < self.source.len() && self.source[self.at + 1] != b']' => {
                    let last = self.source[self.at + 1];
                    // `--` takes members away.
                    wide |= matches!(last, b'\\' | b'-') || !last.is_ascii();
                    classes |= range(b, last);
                    self.at += 2;
                }
                b if b.is_ascii() => classes |= bit(b),
                _ => {}
            }
        }
        self.set(if wide { u64::MAX } else { classes });
    }

    const fn group(&mut self) {
        let outer = self.spaced;
        if self.take(b'?') {
            if self.take(b'P') || self.is_at(b'<') {
                self.skip_past(b'>');
            } else if !self.flags() {
                // They hold from here to the end of the group that surrounds them.
                return;
            }
        }
        self.push(GROUP);
        self.push(ONCE);
        let from = self.len;
        self.push(0);
        self.push(0);
        self.choice();
        self.count_from(from);
        if !self.take(b')') {
            self.give_up();
        }
        self.spaced = outer;
    }

    /// Reads flags up to `:` or `)`; whether a group begins behind them.
    const fn flags(&mut self) -> bool {
        let mut on = true;
        loop {
            let byte = self.peek();
            self.at += 1;
            match byte {
                Some(b':') => return true,
                Some(b')') => return false,
                Some(b'-') => on = false,
                Some(b'm') => self.lines |= on,
                Some(b'x') => self.spaced = on,
                Some(b'i' | b'u' | b's') => {}
                _ => {
                    self.give_up();
                    return false;
                }
            }
        }
    }

    /// Passes over a repetition; its least count, and whether its most is one.
    const fn repetition(&mut self) -> Option<(usize, bool)> {
        let Some(byte) = self.peek() else { return None };
        let (mut least, mut single) = (0, false);
        match byte {
            b'*' => {}
            b'?' => single = true,
            b'+' => least = 1,
            b'{' => {
                let mut at = self.at + 1;
                while at < self.source.len() && self.source[at].is_ascii_digit() {
                    least = least * 10 + (self.source[at] - b'0') as usize;
                    at += 1;
                }
                self.skip_past(b'}');
                self.at = self.at.saturating_sub(1);
            }
            _ => return None,
        }
        self.at += 1;
        self.take(b'?');
        Some((least, single))
    }

    /// Repeats the piece whose steps begin at `from`.
    const fn repeat(&mut self, from: usize, least: usize, single: bool) {
        if self.len == from {
            return;
        }
        if self.code[from] == ANY && !single {
            if least == 0 {
                self.code[from] = REST;
            } else {
                self.push(REST);
            }
            return;
        }
        if self.code[from] != GROUP {
            self.wrap(from);
        }
        self.code[from + 1] = match (least, single) {
            (0, true) => OPTIONAL,
            (0, false) => ANY_NUMBER,
            _ => AT_LEAST_ONCE,
        };
    }

    /// Makes a group of the steps from `from` on.
    const fn wrap(&mut self, from: usize) {
        let mut at = self.len;
        while at > from {
            at -= 1;
            self.code[at + HEAD] = self.code[at];
        }
        self.len += HEAD;
        (self.code[from], self.code[from + 1]) = (GROUP, ONCE);
        self.count_from(from + 2);
        self.count_from(from + 4);
    }

    /// Makes plain steps of a group of one alternative that occurs once.
    const fn flatten(&mut self, from: usize) {
        let is_group = self.len >= from + HEAD && self.code[from] == GROUP;
        if !is_group
            || u16::from_le_bytes([self.code[from + 4], self.code[from + 5]]) as usize != self.len - from - HEAD
        {
            return;
        }
        let mut at = from;
        while at + HEAD < self.len {
            self.code[at] = self.code[at + HEAD];
            at += 1;
        }
        self.len -= HEAD;
    }
}

const DIGITS: u64 = range(b'0', b'9');
const BLANKS: u64 = range(b'\t', b'\r') | bit(b' ');

/// Whether a character is a letter beyond ASCII that patterns name: those of European languages.
pub(in crate::text) fn is_wide_letter(c: char) -> bool {
    begins_wide_letter(c.encode_utf8(&mut [0; 4]).as_bytes()[0])
}

/// Whether a byte begins such a letter.
const fn begins_wide_letter(byte: u8) -> bool {
    matches!(byte, 0xC3..=0xDF)
}

const fn bit(byte: u8) -> u64 {
    1 << class(byte)
}

const fn range(first: u8, last: u8) -> u64 {
    let (mut classes, mut byte) = (0, first);
    while byte <= last {
        classes |= bit(byte);
        byte += 1;
    }
    classes
}

/// The character that a letter behind a backslash represents.
const fn control(letter: u8) -> Option<u8> {
    Some(match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'v' => 0x0b,
        b'f' => 0x0c,
        _ => return None,
    })
}

const _: () = assert!(CLASSES <= ANY as usize);

/// The outline of a pattern that is not part of the program.
#[cfg(test)]
pub(super) fn read(source: &str) -> Vec<u8> {
    let reader = OutlineReader::read(source);
    reader.code[..reader.len].to_vec()
}
