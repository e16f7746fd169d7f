//! Defines the steps that a prefilter consists of, as numbers.

use super::positions::CLASSES;

// The steps of a prefilter; a number below `CLASSES` is a byte of that class.
/// The beginning of the text.
pub(super) const START: u8 = 128;
/// The end of the text.
pub(super) const END: u8 = 129;
/// The beginning of a line.
pub(super) const LINE_START: u8 = 130;
/// The end of a line.
pub(super) const LINE_END: u8 = 131;
/// A word's beginning or end.
pub(super) const EDGE: u8 = 132;
/// Characters of a set: how many at least and at most, the number of its rows, and these.
pub(super) const SET: u8 = 133;
/// Bytes before the rows of a set.
pub(super) const SET_HEAD: usize = 4;
/// Added to the number of rows where those characters are meant that are in none of them.
pub(super) const NEGATED: u8 = 128;
/// Added to it where none of those characters is beyond ASCII.
pub(super) const NARROW: u8 = 64;
/// Alternatives: how often at least and at most, the length in bytes of all of them, then the length and the steps of each.
pub(super) const GROUP: u8 = 134;
/// Bytes before the alternatives of a group.
pub(super) const GROUP_HEAD: usize = 5;
/// Any number of times.
pub(super) const UNLIMITED: u8 = u8::MAX;

// How much a walk of the prefilter says about a text; stands behind its steps.
/// Only that it cannot match.
pub(super) const VAGUE: u8 = 0;
/// Whether it matches, where it has no capitals.
pub(super) const EXACT_IN_SMALL: u8 = 1;
/// Whether it matches.
pub(super) const EXACT: u8 = 2;
/// Added where that holds only of a text of ASCII: the pattern names characters beyond it.
pub(super) const IN_ASCII: u8 = 4;

/// The number of a set's rows, which may be [`NEGATED`].
#[inline]
pub(super) const fn members_of(count: u8) -> usize {
    (count & !(NEGATED | NARROW)) as usize
}

/// Whether a step is a byte of a class.
#[inline]
pub(super) const fn is_class(step: u8) -> bool {
    (step as usize) < CLASSES
}

const _: () = assert!(CLASSES <= START as usize);
