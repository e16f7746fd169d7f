//! Defines the walk of a prefilter over a text: which positions its steps reach, from all positions at once.

use super::Set;
use super::positions::{ALL, BYTES, BytePositions, CLASSES, CONTINUATION, EDGES, WIDE, class};
use super::steps::{
    EDGE, END, GROUP, LINE_END, LINE_START, NARROW, NEGATED, SET, START, UNLIMITED, is_class, members_of,
};

/// Whether one of the alternatives, begun anywhere in the text, may be walked to its end.
pub(super) fn reaches_end(positions: &mut BytePositions, branches: &[u8]) -> bool {
    let length = positions.length();
    let (bits, width) = positions.rows();
    match width {
        1 => Walk::<1>::reaches_end(bits, length, branches),
        2 => Walk::<2>::reaches_end(bits, length, branches),
        4 => Walk::<4>::reaches_end(bits, length, branches),
        8 => Walk::<8>::reaches_end(bits, length, branches),
        _ => Walk::<16>::reaches_end(bits, length, branches),
    }
}

/// The rows of a text's positions, and its length.
struct Walk<'t, const N: usize> {
    rows: &'t [Set<N>],
    length: usize,
}

impl<'t, const N: usize> Walk<'t, N> {
    fn reaches_end(bits: &'t [u64], length: usize, branches: &[u8]) -> bool {
        let walk = Self { rows: bits.as_chunks().0, length };
        !is_empty(&walk.branches(branches, &without(walk.row(ALL), walk.row(CONTINUATION))))
    }

    #[inline]
    fn row(&self, row: usize) -> &'t Set<N> {
        self.rows.get(row).unwrap_or(&[u64::MAX; N])
    }

    /// The positions that one of the alternatives reaches.
    fn branches(&self, mut code: &[u8], from: &Set<N>) -> Set<N> {
        let mut reached = [0; N];
        while let Some((branch, rest)) = counted(code) {
            code = rest;
            // Most alternatives do not begin at any of the positions.
            match branch.first() {
                Some(&byte) if is_class(byte) && are_apart(from, self.row(usize::from(byte))) => {}
                _ => reached = either(&reached, &self.steps(branch, *from)),
            }
        }
        reached
    }

    /// The positions that all of the steps reach, one after the other.
    fn steps(&self, mut code: &[u8], mut at: Set<N>) -> Set<N> {
        while let Some((&step, rest)) = code.split_first() {
            if is_empty(&at) {
                return at;
            }
            code = rest;
            at = match step {
                START => both(&at, &position(0)),
                END => both(&at, &position(self.length)),
                LINE_START => both(&at, &either(&position(0), &next(self.row(NEW_LINE)))),
                LINE_END => both(&at, &either(&position(self.length), self.row(NEW_LINE))),
                EDGE => both(&at, self.row(EDGES)),
                SET => {
                    let Some((&[least, most, count], Some((rows, rest)))) =
                        code.split_first_chunk().map(|(head, rest)| (head, rest.split_at_checked(members_of(head[2]))))
                    else {
                        return at;
                    };
                    code = rest;
                    let wide = if count & NARROW == 0 { self.row(WIDE) } else { &[0; N] };
                    self.of_set((least, most), &self.members(count, rows), wide, at)
                }
                GROUP => {
                    let Some((&[least, most], Some((branches, rest)))) =
                        code.split_first_chunk().map(|(head, rest)| (head, counted(rest)))
                    else {
                        return at;
                    };
                    code = rest;
                    repeated((least, most), at, |at| self.branches(branches, at))
                }
                byte => next(&both(&at, self.row(usize::from(byte) % CLASSES))),
            };
        }
        at
    }

    /// The positions of a set's bytes.
    fn members(&self, count: u8, rows: &[u8]) -> Set<N> {
        let members = rows.iter().fold([0; N], |all, row| either(&all, self.row(usize::from(*row))));
        if count & NEGATED == 0 { members } else { without(&without(self.row(BYTES), &members), self.row(WIDE)) }
    }

    /// The positions that so many characters of a set reach.
    fn of_set(&self, (least, most): (u8, u8), members: &Set<N>, wide: &Set<N>, at: Set<N>) -> Set<N> {
        let one = |at: &Set<N>| {
            let behind = next(&both(at, members));
            if is_empty(wide) { behind } else { either(&behind, &self.wide_characters(at)) }
        };
        if most == UNLIMITED {
            let begun = repeated((least, least), at, one);
            return without(&any_number(&either(members, wide), &begun), self.row(CONTINUATION));
        }
        repeated((least, most), at, one)
    }

    /// The positions behind one character beyond ASCII.
    fn wide_characters(&self, at: &Set<N>) -> Set<N> {
        let continuation = self.row(CONTINUATION);
        let mut behind = next(&both(at, self.row(WIDE)));
        for _ in 0..3 {
            behind = either(&behind, &next(&both(&behind, continuation)));
        }
        without(&behind, continuation)
    }
}

const NEW_LINE: usize = class(b'\n') as usize;

/// The positions that so many rounds reach.
fn repeated<const N: usize>((least, most): (u8, u8), at: Set<N>, round: impl Fn(&Set<N>) -> Set<N>) -> Set<N> {
    let mut reached = at;
    for _ in 0..least {
        reached = round(&reached);
    }
    let (mut new, mut more) = (reached, most - least);
    while more > 0 && !is_empty(&new) {
        new = without(&round(&new), &reached);
        reached = either(&reached, &new);
        more -= (most < UNLIMITED) as u8;
    }
    reached
}

/// The positions and all those behind them that only members lie between: adding one to a run of ones carries behind it.
#[inline]
fn any_number<const N: usize>(members: &Set<N>, from: &Set<N>) -> Set<N> {
    let (mut out, mut carried, mut part) = ([0; N], false, 0);
    while part < N {
        let (sum, first) = (from[part] & members[part]).overflowing_add(members[part]);
        let (sum, second) = sum.overflowing_add(carried as u64);
        carried = first || second;
        out[part] = sum ^ members[part] | from[part];
        part += 1;
    }
    out
}

/// The alternatives or steps whose length stands before them, and what follows.
#[inline]
pub(super) fn counted(code: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = code.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_le_bytes(*count)))
}

#[inline]
fn position<const N: usize>(position: usize) -> Set<N> {
    let mut out = [0; N];
    if let Some(bits) = out.get_mut(position / 64) {
        *bits = 1 << (position % 64);
    }
    out
}

// Loops over indexes up to a constant: whether an iterator's closure is inlined depends on what is compiled with it, and
// these are the innermost steps of all walks.

#[inline]
fn is_empty<const N: usize>(set: &Set<N>) -> bool {
    let (mut all, mut part) = (0, 0);
    while part < N {
        all |= set[part];
        part += 1;
    }
    all == 0
}

#[inline]
fn are_apart<const N: usize>(a: &Set<N>, b: &Set<N>) -> bool {
    is_empty(&both(a, b))
}

#[inline]
fn both<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let (mut out, mut part) = (*a, 0);
    while part < N {
        out[part] &= b[part];
        part += 1;
    }
    out
}

#[inline]
fn either<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let (mut out, mut part) = (*a, 0);
    while part < N {
        out[part] |= b[part];
        part += 1;
    }
    out
}

#[inline]
fn without<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let (mut out, mut part) = (*a, 0);
    while part < N {
        out[part] &= !b[part];
        part += 1;
    }
    out
}

/// The positions one byte on.
#[inline]
fn next<const N: usize>(set: &Set<N>) -> Set<N> {
    let (mut out, mut carried) = (*set, 0);
    for bits in &mut out {
        (*bits, carried) = (*bits << 1 | carried, *bits >> 63);
    }
    out
}
