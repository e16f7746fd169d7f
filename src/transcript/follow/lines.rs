//! Defines [`Splitter`], which cuts a stream of bytes into whole lines and buffers only the unfinished one.
//!
//! Lines are cut on the byte `\n` and decoded only when whole, so a read may end anywhere in a character. Runs of NUL
//! (holes a crash or a copying log rotator leaves) are dropped as they pass: raw NUL is never part of JSON. A line
//! longer than [`MAX_LINE`] is not buffered; only its position is reported.

use memchr::memchr;

/// The longest line kept, in bytes. Longer ones are reported as oversized, without their bytes.
pub const MAX_LINE: usize = 32 << 20;

/// Capacity that the buffer of the unfinished line keeps between lines.
const KEPT_CAPACITY: usize = 256 << 10;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// One line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawLine<'a> {
    /// Line number, from 1.
    pub number: u64,
    /// Offset of its first byte in the file.
    pub start: u64,
    /// Offset one past its last byte, the line end not counted.
    pub end: u64,
    /// Its content without line end, byte order mark and NUL bytes. Empty when oversized.
    pub bytes: &'a [u8],
    /// NUL bytes dropped from it.
    pub nuls: u64,
    /// Whether it was longer than the longest line kept.
    pub oversized: bool,
    /// Whether it ends in `\n`. A line without may still grow.
    pub terminated: bool,
}

/// Cuts a stream of bytes into lines.
#[derive(Debug, Clone)]
pub struct Splitter {
    pending: Vec<u8>,
    start: u64,
    at: u64,
    finished: u64,
    nuls: u64,
    over: bool,
    max: usize,
}

impl Default for Splitter {
    fn default() -> Self {
        Self::with_max(MAX_LINE)
    }
}

impl Splitter {
    /// A splitter that keeps lines of at most `max` bytes.
    pub fn with_max(max: usize) -> Self {
        Self { pending: Vec::new(), start: 0, at: 0, finished: 0, nuls: 0, over: false, max }
    }

    /// A splitter for the rest of a file whose first `lines` lines end at `offset`.
    pub fn at(offset: u64, lines: u64) -> Self {
        Self { start: offset, at: offset, finished: lines, ..Self::default() }
    }

    /// The offset of the unfinished line, and the number of lines before it.
    pub fn line_start(&self) -> (u64, u64) {
        (self.start, self.finished)
    }

    /// Offset of the next byte to be pushed.
    pub fn offset(&self) -> u64 {
        self.at
    }

    /// Adds the next bytes of the file and passes on every line they complete.
    pub fn push(&mut self, chunk: &[u8], each: &mut dyn FnMut(RawLine<'_>)) {
        let mut rest = chunk;
        while let Some(nl) = memchr(b'\n', rest) {
            let (segment, tail) = rest.split_at(nl);
            rest = &tail[1..];
            self.at += nl as u64 + 1;
            self.close(segment, each);
        }
        self.hold(rest);
        self.at += rest.len() as u64;
    }

    /// The unfinished last line, unless it is empty.
    pub fn held(&self) -> Option<RawLine<'_>> {
        if self.pending.is_empty() && !self.over {
            return None;
        }
        Some(self.line(&self.pending, self.at, false))
    }

    /// Passes on the unfinished last line, if any, and resets to offset 0.
    pub fn finish(&mut self, each: &mut dyn FnMut(RawLine<'_>)) {
        if let Some(line) = self.held() {
            each(line);
        }
        *self = Self::with_max(self.max);
    }

    fn close(&mut self, segment: &[u8], each: &mut dyn FnMut(RawLine<'_>)) {
        let end = self.at - 1;
        let whole = self.pending.is_empty() && !self.over && segment.len() <= self.max;
        if whole && memchr(0, segment).is_none() {
            each(self.line(segment, end, true));
        } else {
            self.hold(segment);
            each(self.line(&self.pending, end, true));
            self.pending.clear();
            self.pending.shrink_to(KEPT_CAPACITY);
        }
        self.finished += 1;
        self.start = self.at;
        self.nuls = 0;
        self.over = false;
    }

    fn line<'a>(&self, bytes: &'a [u8], end: u64, terminated: bool) -> RawLine<'a> {
        let bytes = if self.start == 0 { bytes.strip_prefix(BOM).unwrap_or(bytes) } else { bytes };
        let bytes = if terminated { bytes.strip_suffix(b"\r").unwrap_or(bytes) } else { bytes };
        let (number, start, nuls, oversized) = (self.finished + 1, self.start, self.nuls, self.over);
        RawLine { number, start, end, bytes, nuls, oversized, terminated }
    }

    fn hold(&mut self, segment: &[u8]) {
        let mut rest = segment;
        while let Some(nul) = memchr(0, rest) {
            self.keep(&rest[..nul]);
            let run = zeros(&rest[nul..]);
            self.nuls += run as u64;
            rest = &rest[nul + run..];
        }
        self.keep(rest);
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.over {
            return;
        }
        if self.pending.len() + bytes.len() > self.max {
            self.over = true;
            self.pending = Vec::new();
        } else {
            self.pending.extend_from_slice(bytes);
        }
    }
}

/// The number of NUL bytes at the start of `bytes`. Whole blocks are or-ed together, which runs at memory speed: a hole
/// may be hundreds of megabytes long.
fn zeros(bytes: &[u8]) -> usize {
    let blocks = bytes.chunks_exact(512).take_while(|block| block.iter().fold(0, |all, b| all | b) == 0).count();
    let rest = &bytes[blocks * 512..];
    blocks * 512 + rest.iter().position(|&b| b != 0).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Told = (u64, u64, u64, String, bool);

    fn cut(max: usize, chunks: &[&[u8]]) -> (Vec<Told>, Option<String>) {
        let mut splitter = Splitter::with_max(max);
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.push(chunk, &mut |l| {
                lines.push((l.number, l.start, l.end, String::from_utf8_lossy(l.bytes).into_owned(), l.oversized));
            });
        }
        (lines, splitter.held().map(|l| String::from_utf8_lossy(l.bytes).into_owned()))
    }

    #[test]
    fn every_cut_in_two_gives_the_same_lines() {
        let text = "\u{feff}one\r\ntwö 🙂\n\n{\"a\":\0\0\0 1}\nlast".as_bytes();
        let whole = cut(MAX_LINE, &[text]);
        assert_eq!(whole.0.len(), 4);
        assert_eq!(whole.0[0].3, "one");
        assert_eq!(whole.0[3].3, "{\"a\": 1}");
        assert_eq!(whole.1.as_deref(), Some("last"));
        for at in 0..=text.len() {
            assert_eq!(cut(MAX_LINE, &[&text[..at], &text[at..]]), whole, "cut at {at}");
        }
        for size in 1..16 {
            assert_eq!(cut(MAX_LINE, &text.chunks(size).collect::<Vec<_>>()), whole, "chunks of {size}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_file() {
        let (lines, _) = cut(MAX_LINE, &[b"ab\r\n\0\0cd\n"]);
        assert_eq!(lines[0], (1, 0, 3, "ab".into(), false));
        assert_eq!(lines[1], (2, 4, 8, "cd".into(), false));
    }

    #[test]
    fn a_line_over_the_cap_is_skipped_and_reported() {
        for chunks in [vec![&b"short\n0123456789abc\nnext\n"[..]], vec![b"short\n01234567", b"89abc\nnext\n"]] {
            let (lines, _) = cut(8, &chunks);
            assert_eq!(lines[1], (2, 6, 19, String::new(), true));
            assert_eq!(lines[2], (3, 20, 24, "next".into(), false));
        }
    }

    #[test]
    fn the_buffer_shrinks_after_a_huge_line() {
        let mut splitter = Splitter::default();
        let big = vec![b'x'; 4 << 20];
        splitter.push(&big, &mut |_| {});
        splitter.push(b"\n", &mut |_| {});
        assert!(splitter.pending.capacity() <= KEPT_CAPACITY);
    }

    #[test]
    fn a_nul_run_is_never_held() {
        let mut splitter = Splitter::default();
        let hole = vec![0_u8; 1 << 20];
        for _ in 0..64 {
            splitter.push(&hole, &mut |_| {});
        }
        assert_eq!(splitter.pending.capacity(), 0);
        let mut got = Vec::new();
        splitter.push(b"{}\n", &mut |l| got.push((l.bytes.to_vec(), l.nuls)));
        assert_eq!(got, [(b"{}".to_vec(), 64 << 20)]);
    }
}
