//! Defines how a prefilter is read off a pattern's source, when the program is built.

use super::positions::{CLASS, class};
use super::sets::{ALL_BYTES, bit, control, either_case, named};
use super::steps::{
    EDGE, END, EXACT, EXACT_IN_SMALL, GROUP, GROUP_HEAD, IN_ASCII, LINE_END, LINE_START, SET, START, UNLIMITED, VAGUE,
    is_class,
};

/// Most bytes of a prefilter.
pub(super) const LONGEST: usize = 8192;
/// Bytes before the steps of a group with one alternative.
const HEAD: usize = GROUP_HEAD + 2;

/// A walk over a pattern's source, and the prefilter that it writes.
pub(crate) struct PrefilterCompiler<'p> {
    pub(super) source: &'p [u8],
    pub(super) at: usize,
    /// Whether white space is layout (`(?x)`).
    pub(super) spaced: bool,
    /// Whether `^` and `$` are also the ends of lines (`(?m)`).
    lines: bool,
    /// Whether `.` is also the end of a line (`(?s)`).
    dots_end_lines: bool,
    /// Whether all letters are of either case (`(?i)`).
    pub(super) any_case: bool,
    /// Walks over a text and tells whether the pattern matches it, as far as the prefilter knows.
    exactness: u8,
    /// Whether the pattern names characters beyond ASCII that are no letters.
    pub(super) names_marks: bool,
    /// Whether something stood there that this walk does not know.
    unknown: bool,
    /// The length of all trigrams; the length of those of the rarest words, one of which occurs in every match, and these; then
    /// those of the next rarest; behind the trigrams the alternatives, and how exact they are. The trigrams come first, because
    /// most texts are excluded by them alone.
    pub(super) code: [u8; LONGEST],
    /// The bytes of `code` that are written; 0 for a pattern that is not understood.
    pub(super) len: usize,
}

impl<'p> PrefilterCompiler<'p> {
    pub(crate) const fn read(source: &'p str) -> Self {
        let mut reader = Self {
            source: source.as_bytes(),
            at: 0,
            spaced: false,
            lines: false,
            dots_end_lines: false,
            any_case: false,
            exactness: EXACT,
            names_marks: false,
            unknown: false,
            code: [0; LONGEST],
            len: 2,
        };
        reader.choice();
        let steps = reader.len;
        reader.add_trigrams(2, steps);
        reader.put_trigrams_first(steps);
        if reader.unknown || reader.at != reader.source.len() {
            reader.len = 0;
        } else {
            reader.push(reader.exactness | if reader.names_marks { IN_ASCII } else { 0 });
        }
        reader
    }

    /// Puts the trigrams, which stand behind the alternatives that end at `steps`, before these.
    const fn put_trigrams_first(&mut self, steps: usize) {
        let (written, trigrams) = (self.code, self.len - steps);
        let mut at = 2;
        while at < self.len {
            self.code[at] = if at < trigrams + 2 { written[at + steps - 2] } else { written[at - trigrams] };
            at += 1;
        }
        [self.code[0], self.code[1]] = (trigrams as u16).to_le_bytes();
    }

    /// The bytes of the prefilter.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The prefilter, held as long as the program runs.
    #[cfg(debug_assertions)]
    pub(crate) fn leak(&self) -> &'static [u8] {
        Box::leak(Box::from(self.code.get(..self.len).unwrap_or_default()))
    }

    /// The prefilter, whose length is `N`.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn prefilter<const N: usize>(&self) -> [u8; N] {
        match self.code.first_chunk() {
            Some(prefilter) => *prefilter,
            None => [0; N],
        }
    }

    pub(super) const fn peek(&self) -> Option<u8> {
        if self.at < self.source.len() { Some(self.source[self.at]) } else { None }
    }

    pub(super) const fn is_at(&self, byte: u8) -> bool {
        self.at < self.source.len() && self.source[self.at] == byte
    }

    pub(super) const fn take(&mut self, byte: u8) -> bool {
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

    pub(super) const fn give_up(&mut self) {
        self.unknown = true;
        self.at = self.source.len();
    }

    pub(super) const fn at_most(&mut self, exactness: u8) {
        if exactness < self.exactness {
            self.exactness = exactness;
        }
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
        if at > self.at && !self.any_case {
            self.at_most(EXACT_IN_SMALL);
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
            b'.' if self.dots_end_lines => self.set(ALL_BYTES, true),
            b'.' => self.set(ALL_BYTES & !bit(b'\n'), true),
            b'^' => self.push(if self.lines { LINE_START } else { START }),
            b'$' => self.push(if self.lines { LINE_END } else { END }),
            _ => {
                if byte.is_ascii_alphabetic() && !self.any_case {
                    self.at_most(if byte.is_ascii_uppercase() { VAGUE } else { EXACT_IN_SMALL });
                }
                let is_letter = begins_wide_letter(byte);
                self.names_marks |= !byte.is_ascii() && !is_letter;
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
            b'B' => self.at_most(VAGUE),
            b'A' => self.push(START),
            b'z' => self.push(END),
            b'x' | b'u' | b'U' | b'p' | b'P' if self.is_at(b'{') => {
                self.skip_past(b'}');
                self.any();
            }
            b if b.is_ascii_punctuation() || b == b' ' => self.push(class(b)),
            b => match (control(b), named(b)) {
                (Some(b), _) => self.push(class(b)),
                (_, Some(members)) => self.set(members, b.is_ascii_uppercase()),
                _ => self.give_up(),
            },
        }
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
        self.push(1);
        self.push(1);
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
        let is_first = self.at == 2;
        let mut on = true;
        loop {
            let byte = self.peek();
            self.at += 1;
            match byte {
                Some(b':' | b')') => {
                    let begins_group = matches!(byte, Some(b':'));
                    if begins_group && is_first && self.any_case {
                        self.at_most(VAGUE);
                    }
                    return begins_group;
                }
                Some(b'-') => on = false,
                Some(b'x') => self.spaced = on,
                Some(b'u') => {}
                Some(b'i') if is_first && on => self.any_case = true,
                Some(flag @ (b'i' | b'm' | b's')) => {
                    // Where the flag ends is not followed.
                    self.at_most(if is_first { EXACT } else { VAGUE });
                    self.lines |= flag == b'm' && on;
                    self.dots_end_lines |= flag == b's' && on;
                }
                _ => {
                    self.give_up();
                    return false;
                }
            }
        }
    }

    /// Passes over a repetition; its least and most counts.
    const fn repetition(&mut self) -> Option<(u8, u8)> {
        const MANY: usize = UNLIMITED as usize;
        let Some(byte) = self.peek() else { return None };
        self.at += 1;
        let counts = match byte {
            b'*' => (0, UNLIMITED),
            b'?' => (0, 1),
            b'+' => (1, UNLIMITED),
            b'{' => {
                let least = self.number();
                let most = match (self.take(b','), self.is_at(b'}')) {
                    (true, true) => None,
                    (true, false) => Some(self.number()),
                    (false, _) => Some(least),
                };
                let is_understood = self.is_at(b'}');
                self.skip_past(b'}');
                match most {
                    None if least < MANY => (least as u8, UNLIMITED),
                    Some(most) if is_understood && least <= most && most < MANY => (least as u8, most as u8),
                    _ => {
                        self.at_most(VAGUE);
                        ((least > 0) as u8, UNLIMITED)
                    }
                }
            }
            _ => {
                self.at -= 1;
                return None;
            }
        };
        self.take(b'?');
        Some(counts)
    }

    const fn number(&mut self) -> usize {
        let mut number = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number * 10 + (digit - b'0') as usize;
            self.at += 1;
        }
        number
    }

    /// Repeats the piece whose steps begin at `from`.
    const fn repeat(&mut self, from: usize, least: u8, most: u8) {
        if self.len == from {
            return;
        }
        if self.len == from + 1 && is_class(self.code[from]) {
            let member = self.code[from];
            self.len = from;
            self.set(either_case(bit(member)), false);
        }
        if !matches!(self.code[from], SET | GROUP) {
            self.wrap(from);
        }
        (self.code[from + 1], self.code[from + 2]) = (least, most);
    }

    /// Makes a group of the steps from `from` on.
    const fn wrap(&mut self, from: usize) {
        let mut at = self.len;
        while at > from {
            at -= 1;
            self.code[at + HEAD] = self.code[at];
        }
        self.len += HEAD;
        (self.code[from], self.code[from + 1], self.code[from + 2]) = (GROUP, 1, 1);
        self.count_from(from + GROUP_HEAD - 2);
        self.count_from(from + GROUP_HEAD);
    }

    /// Makes plain steps of a group of one alternative that occurs once.
    const fn flatten(&mut self, from: usize) {
        let is_group = self.len >= from + HEAD && self.code[from] == GROUP;
        if !is_group
            || u16::from_le_bytes([self.code[from + HEAD - 2], self.code[from + HEAD - 1]]) as usize
                != self.len - from - HEAD
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

/// Whether a character is a letter beyond ASCII that patterns name: those of European languages.
pub(in crate::text) fn is_wide_letter(c: char) -> bool {
    begins_wide_letter(c.encode_utf8(&mut [0; 4]).as_bytes()[0])
}

/// Whether a byte begins such a letter.
const fn begins_wide_letter(byte: u8) -> bool {
    matches!(byte, 0xC3..=0xDF)
}

/// The prefilter of a pattern that is not part of the program.
#[cfg(test)]
pub(super) fn read(source: &str) -> Vec<u8> {
    let reader = PrefilterCompiler::read(source);
    reader.code[..reader.len].to_vec()
}
