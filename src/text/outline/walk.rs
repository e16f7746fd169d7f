//! Defines the walk of an outline over a text: which places its steps reach, from all places at once.

use super::Set;
use super::places::{ALL, BYTES, BytePlaces, CLASSES, CONTINUATION, EDGES, WIDE};
use super::reader::{ANY, ANY_NUMBER, AT_LEAST_ONCE, EDGE, END, GROUP, ONCE, OPTIONAL, REST, SET, START};

/// Rounds of a repetition that are followed; behind the last one any place counts as reached.
const ROUNDS: usize = 48;

/// Whether one of the alternatives, begun anywhere in the text, may be walked to its end.
pub(super) fn reaches_end(places: &mut BytePlaces, branches: &[u8]) -> bool {
    let length = places.length();
    let (bits, width) = places.rows();
    match width {
        1 => Walk::<1>::reaches_end(bits, length, branches),
        2 => Walk::<2>::reaches_end(bits, length, branches),
        4 => Walk::<4>::reaches_end(bits, length, branches),
        8 => Walk::<8>::reaches_end(bits, length, branches),
        _ => Walk::<16>::reaches_end(bits, length, branches),
    }
}

/// The rows of a text's places, and its length.
struct Walk<'t, const N: usize> {
    rows: &'t [Set<N>],
    length: usize,
}

impl<'t, const N: usize> Walk<'t, N> {
    fn reaches_end(bits: &'t [u64], length: usize, branches: &[u8]) -> bool {
        let walk = Self { rows: bits.as_chunks().0, length };
        !is_empty(&walk.branches(branches, walk.row(ALL)))
    }

    #[inline]
    fn row(&self, row: usize) -> &'t Set<N> {
        self.rows.get(row).unwrap_or(&[u64::MAX; N])
    }

    /// The places that one of the alternatives reaches.
    fn branches(&self, mut code: &[u8], from: &Set<N>) -> Set<N> {
        let mut reached = [0; N];
        while let Some((branch, rest)) = counted(code) {
            code = rest;
            // Most alternatives do not begin at any of the places.
            match branch.first() {
                Some(&byte) if usize::from(byte) < CLASSES && are_apart(from, self.row(usize::from(byte))) => {}
                _ => reached = either(&reached, &self.steps(branch, *from)),
            }
        }
        reached
    }

    /// The places that all of the steps reach, one after the other.
    fn steps(&self, mut code: &[u8], mut at: Set<N>) -> Set<N> {
        while let Some((&step, rest)) = code.split_first() {
            if is_empty(&at) {
                return at;
            }
            code = rest;
            at = match step {
                ANY => self.characters(&at, BYTES),
                REST => self.behind_first(&at),
                START => both(&at, &place(0)),
                END => both(&at, &place(self.length)),
                EDGE => both(&at, self.row(EDGES)),
                SET => {
                    let Some((members, rest)) =
                        code.split_first().and_then(|(n, rest)| rest.split_at_checked(usize::from(*n)))
                    else {
                        return at;
                    };
                    code = rest;
                    let rows = members.iter().map(|member| self.row(usize::from(*member)));
                    let members = rows.fold([0; N], |all, row| either(&all, row));
                    either(&next(&both(&at, &members)), &self.characters(&at, WIDE))
                }
                GROUP => {
                    let Some((&often, Some((branches, rest)))) = code.split_first().map(|(n, rest)| (n, counted(rest)))
                    else {
                        return at;
                    };
                    code = rest;
                    self.group(often, branches, &at)
                }
                byte => next(&both(&at, self.row(usize::from(byte) % CLASSES))),
            };
        }
        at
    }

    fn group(&self, often: u8, branches: &[u8], from: &Set<N>) -> Set<N> {
        match often {
            ONCE => self.branches(branches, from),
            OPTIONAL => either(from, &self.branches(branches, from)),
            ANY_NUMBER => self.repeated(branches, *from),
            AT_LEAST_ONCE => self.repeated(branches, self.branches(branches, from)),
            _ => self.behind_first(from),
        }
    }

    /// The places that any number of rounds reach.
    fn repeated(&self, branches: &[u8], from: Set<N>) -> Set<N> {
        let (mut reached, mut new) = (from, from);
        for _ in 0..ROUNDS {
            if is_empty(&new) {
                return reached;
            }
            let round = self.branches(branches, &new);
            new = without(&round, &reached);
            reached = either(&reached, &new);
        }
        self.behind_first(&from)
    }

    /// The places behind one character that begins with a byte of this row.
    fn characters(&self, at: &Set<N>, row: usize) -> Set<N> {
        let continuation = self.row(CONTINUATION);
        let mut behind = next(&both(at, self.row(row)));
        for _ in 0..3 {
            let within = both(&behind, continuation);
            if is_empty(&within) {
                break;
            }
            behind = either(&behind, &next(&within));
        }
        behind
    }

    /// The first of the places and all behind it.
    fn behind_first(&self, at: &Set<N>) -> Set<N> {
        let (mut behind, mut begun) = (*at, 0);
        for bits in &mut behind {
            if *bits | begun != 0 {
                (*bits, begun) = (begun | u64::MAX << bits.trailing_zeros().min(63), u64::MAX);
            }
        }
        both(&behind, self.row(ALL))
    }
}

/// The alternatives or steps whose length stands before them, and what follows.
#[inline]
pub(super) fn counted(code: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = code.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_le_bytes(*count)))
}

#[inline]
fn place<const N: usize>(place: usize) -> Set<N> {
    let mut out = [0; N];
    if let Some(bits) = out.get_mut(place / 64) {
        *bits = 1 << (place % 64);
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

/// The places one byte on.
#[inline]
fn next<const N: usize>(set: &Set<N>) -> Set<N> {
    let (mut out, mut carried) = (*set, 0);
    for bits in &mut out {
        (*bits, carried) = (*bits << 1 | carried, *bits >> 63);
    }
    out
}
