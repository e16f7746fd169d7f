//! Defines how the rarest words that every match of a pattern holds one of are read off its outline.

use super::places::class;
use super::reader::{ANY, AT_LEAST_ONCE, GROUP, ONCE, OutlineReader, SET};

/// A part of a sequence that every match of it holds.
#[derive(Clone, Copy)]
struct Part {
    /// Whether it is a group's alternatives, and no run of bytes.
    is_choice: bool,
    from: usize,
    to: usize,
    /// About how often it occurs: the fewer and the longer its words, the rarer.
    frequency: u64,
}

/// The frequency of a part without words.
const ANYWHERE: u64 = u64::MAX;

impl OutlineReader<'_> {
    const fn count_at(&self, at: usize) -> usize {
        u16::from_le_bytes([self.code[at], self.code[at + 1]]) as usize
    }

    /// Appends the rarest words of each of the alternatives that stand in a range of the outline; none where one has none.
    pub(super) const fn add_words(&mut self, from: usize, to: usize) {
        if self.frequency(from, to) == ANYWHERE {
            return;
        }
        let mut at = from;
        while at < to {
            let end = at + 2 + self.count_at(at);
            let part = self.rarest(at + 2, end);
            if part.is_choice {
                self.add_words(part.from, part.to);
            } else {
                self.push((part.to - part.from) as u8);
                let mut byte = part.from;
                while byte < part.to {
                    self.push(self.code[byte]);
                    byte += 1;
                }
            }
            at = end;
        }
    }

    /// The frequency of alternatives.
    const fn frequency(&self, from: usize, to: usize) -> u64 {
        let (mut at, mut all) = (from, 0_u64);
        while at < to {
            let end = at + 2 + self.count_at(at);
            all = all.saturating_add(self.rarest(at + 2, end).frequency);
            at = end;
        }
        all
    }

    /// The rarest part of a sequence.
    const fn rarest(&self, from: usize, to: usize) -> Part {
        let (mut best, mut run) = (Part { is_choice: false, from, to: from, frequency: ANYWHERE }, from);
        let mut at = from;
        while at <= to {
            if at < to && self.code[at] < ANY {
                at += 1;
                continue;
            }
            best = rarer(best, Part { is_choice: false, from: run, to: at, frequency: self.frequency_of_run(run, at) });
            if at < to && self.code[at] == GROUP {
                let end = at + 4 + self.count_at(at + 2);
                if matches!(self.code[at + 1], ONCE | AT_LEAST_ONCE) {
                    let frequency = self.frequency(at + 4, end);
                    best = rarer(best, Part { is_choice: true, from: at + 4, to: end, frequency });
                }
                at = end;
            } else if at < to && self.code[at] == SET {
                at += 2 + self.code[at + 1] as usize;
            } else {
                at += 1;
            }
            run = at;
        }
        best
    }

    /// The frequency of bytes: each letter more makes them five times rarer. Blanks say little.
    const fn frequency_of_run(&self, from: usize, to: usize) -> u64 {
        const LONG: u32 = 12;
        const LONGEST_RUN: usize = u8::MAX as usize;
        if to < from + 2 || to - from > LONGEST_RUN {
            return ANYWHERE;
        }
        let (mut letters, mut blank, mut at) = (0, 0, from);
        while at < to {
            if self.code[at] == class(b' ') {
                blank = 1;
            } else {
                letters += 1;
            }
            at += 1;
        }
        5_u64.pow(LONG.saturating_sub(letters + blank))
    }
}

const fn rarer(a: Part, b: Part) -> Part {
    if b.frequency < a.frequency { b } else { a }
}
