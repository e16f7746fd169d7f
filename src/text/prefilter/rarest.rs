//! Defines how words that every match of a pattern holds are read off its prefilter: one of the rarest, and one of the next
//! rarest, which stand elsewhere in it.

use super::compiler::{LONGEST, PrefilterCompiler};
use super::positions::{class, trigrams};
use super::steps::{GROUP, GROUP_HEAD, SET, SET_HEAD, is_class, members_of};

/// A part of a sequence that every match of it holds.
#[derive(Clone, Copy)]
struct Part {
    /// Whether it is a group's alternatives, and no run of bytes.
    is_choice: bool,
    from: u16,
    to: u16,
    /// About how often it occurs: the fewer and the longer its words, the rarer.
    frequency: u64,
}

impl Part {
    /// A part without words.
    const NONE: Self = Self { is_choice: false, from: 0, to: 0, frequency: ANYWHERE };

    const fn new(is_choice: bool, from: usize, to: usize, frequency: u64) -> Self {
        Self { is_choice, from: from as u16, to: to as u16, frequency }
    }

    /// The rarer of two parts, of which the other may not be the known one.
    const fn or_other(self, known: Self, other: Self) -> Self {
        let is_known = other.from == known.from && other.to == known.to;
        if other.frequency < self.frequency && !is_known { other } else { self }
    }
}

/// The frequency of a part without words.
const ANYWHERE: u64 = u64::MAX;

/// The rarest part of each alternative of a prefilter, each at the position where its alternative begins.
struct RarestParts<'o> {
    prefilter: &'o [u8; LONGEST],
    is_choice: [bool; LONGEST],
    from: [u16; LONGEST],
    to: [u16; LONGEST],
}

impl PrefilterCompiler<'_> {
    /// Appends the trigrams of the rarest words of each of the alternatives that stand in a range of the prefilter, and
    /// then those of the next rarest; none where one has none.
    pub(super) const fn add_trigrams(&mut self, from: usize, to: usize) {
        let prefilter = self.code;
        let mut rarest =
            RarestParts { prefilter: &prefilter, is_choice: [false; LONGEST], from: [0; LONGEST], to: [0; LONGEST] };
        let at = self.len;
        self.push(0);
        self.push(0);
        if rarest.note(from, to) != ANYWHERE {
            self.push_trigrams(&rarest, from, to);
            self.count_from(at);
            self.push_next(&mut rarest, from, to);
        }
    }

    const fn push_trigrams(&mut self, rarest: &RarestParts<'_>, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            self.push_part(rarest, rarest.noted(at));
            at = rarest.end_of_steps(at);
        }
    }

    /// Appends the trigrams of a part's words.
    const fn push_part(&mut self, rarest: &RarestParts<'_>, part: Part) {
        let (from, to) = (part.from as usize, part.to as usize);
        if part.is_choice {
            self.push_trigrams(rarest, from, to);
            return;
        }
        let (trigrams, mut nth) = (trigrams(rarest.prefilter, from, to), 0);
        while nth < trigrams.len() {
            let [low, high] = trigrams[nth].to_le_bytes();
            self.push(low);
            self.push(high);
            nth += 1;
        }
    }

    /// Appends the trigrams of the rarest part of each alternative besides the one that is noted. An alternative without another
    /// has it within the one noted, else has only that.
    const fn push_next(&mut self, rarest: &mut RarestParts<'_>, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let end = rarest.end_of_steps(at);
            let noted = rarest.noted(at);
            let next = rarest.rarest_besides(noted, at + 2, end);
            if next.frequency != ANYWHERE {
                self.push_part(rarest, next);
            } else if noted.is_choice {
                self.push_next(rarest, noted.from as usize, noted.to as usize);
            } else {
                self.push_part(rarest, noted);
            }
            at = end;
        }
    }
}

impl RarestParts<'_> {
    /// The end of the steps whose number stands at `at`.
    const fn end_of_steps(&self, at: usize) -> usize {
        at + 2 + u16::from_le_bytes([self.prefilter[at], self.prefilter[at + 1]]) as usize
    }

    /// The rarest part of the alternative at `at`.
    const fn noted(&self, at: usize) -> Part {
        Part { is_choice: self.is_choice[at], from: self.from[at], to: self.to[at], frequency: 0 }
    }

    /// Notes the rarest part of each of the alternatives in a range; the frequency of all of them.
    const fn note(&mut self, from: usize, to: usize) -> u64 {
        let (mut at, mut all) = (from, 0_u64);
        while at < to {
            let end = self.end_of_steps(at);
            let part = self.rarest_besides(Part::NONE, at + 2, end);
            (self.is_choice[at], self.from[at], self.to[at]) = (part.is_choice, part.from, part.to);
            all = all.saturating_add(part.frequency);
            at = end;
        }
        all
    }

    /// The rarest part of a sequence that is not this one.
    const fn rarest_besides(&mut self, known: Part, from: usize, to: usize) -> Part {
        let prefilter = self.prefilter;
        let (mut best, mut at) = (Part::NONE, from);
        while at < to {
            let (run, mut blanks) = (at, 0);
            while at < to && is_class(prefilter[at]) {
                blanks += (prefilter[at] == BLANK) as usize;
                at += 1;
            }
            best = best.or_other(known, Part::new(false, run, at, frequency_of_run(at - run, blanks)));
            if at == to {
                break;
            }
            match prefilter[at] {
                GROUP => {
                    let (branches, end) = (at + GROUP_HEAD, self.end_of_steps(at + GROUP_HEAD - 2));
                    if prefilter[at + 1] > 0 {
                        let frequency = self.note(branches, end);
                        best = best.or_other(known, Part::new(true, branches, end, frequency));
                    }
                    at = end;
                }
                SET => at += SET_HEAD + members_of(prefilter[at + SET_HEAD - 1]),
                _ => at += 1,
            }
        }
        best
    }
}

const BLANK: u8 = class(b' ');

/// The frequency of so many bytes: each letter more makes them five times rarer. Blanks say little.
const fn frequency_of_run(bytes: usize, blanks: usize) -> u64 {
    const LONG: usize = 12;
    const LONGEST_RUN: usize = u8::MAX as usize;
    if bytes < 2 || bytes > LONGEST_RUN {
        return ANYWHERE;
    }
    let letters = bytes - blanks + (blanks > 0) as usize;
    5_u64.pow(LONG.saturating_sub(letters) as u32)
}
