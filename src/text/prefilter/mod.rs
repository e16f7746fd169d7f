//! Defines prefilters of regular expressions: small programs that tell, without compiling a pattern, that it cannot match
//! a text, and for most patterns also that it does.
//!
//! Compiling a pattern costs a thousand times as much as looking at a short text, and few of the hundreds of patterns that
//! are tried on a sentence match it. A prefilter is derived from the pattern's source when the program is built with
//! optimisation. It has two parts: trigrams of words that every match contains, looked up in a Bloom filter over the
//! trigrams of the text, and the pattern itself as bytecode, run over all positions of the text at once, each a bit.

mod compiler;
mod index;
mod positions;
mod rarest;
mod sets;
mod steps;
mod walk;

use memchr::memmem;

pub(crate) use compiler::PrefilterCompiler;
pub(super) use compiler::is_wide_letter;
pub(super) use index::TrigramIndex;
use positions::{BytePositions, TRIGRAMS};
pub(crate) use positions::{Trigrams, trigrams_of};

/// Whether the program is only linted or documented. Tables that are cut apart at build time would be cut for nothing.
pub(crate) const NEVER_RUNS: bool = cfg!(any(clippy, doc));

/// A set of positions of a text; the lowest bit is its beginning.
type Set<const N: usize> = [u64; N];

/// The result of a prefilter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchChance {
    /// The pattern cannot match.
    Excluded,
    /// It may match.
    Possible,
    /// It matches.
    Certain,
}

/// Runs a prefilter on a text: looks up the trigrams of the words that every match contains, one of the rarest and one of
/// the next rarest, and if they are there and `walks` returns true, runs the bytecode.
pub(super) fn run(prefilter: &[u8], text: &str, walks: impl FnOnce() -> bool) -> MatchChance {
    let (Some((trigrams, branches)), Some(exactness)) = (walk::counted(prefilter), prefilter.last()) else {
        return MatchChance::Possible;
    };
    let Some((rarest, next)) = walk::counted(trigrams) else { return MatchChance::Possible };
    positions::with(text, |positions| {
        let Some(positions) = positions else { return MatchChance::Possible };
        if !may_contain_one(positions, rarest) || !may_contain_one(positions, next) {
            return MatchChance::Excluded;
        }
        if !walks() {
            return MatchChance::Possible;
        }
        if !walk::reaches_end(positions, branches) {
            return MatchChance::Excluded;
        }
        let is_exact = match exactness & !steps::IN_ASCII {
            steps::EXACT => true,
            steps::EXACT_IN_SMALL => !positions.has_capitals(),
            _ => false,
        };
        let is_understood = exactness & steps::IN_ASCII == 0 || positions.is_ascii();
        if is_exact && is_understood { MatchChance::Certain } else { MatchChance::Possible }
    })
}

/// Whether the text may contain one of the words with these trigrams, two bytes for each; true where there is no word.
fn may_contain_one(positions: &BytePositions, trigrams: &[u8]) -> bool {
    let mut words = trigrams.as_chunks::<{ 2 * TRIGRAMS }>().0.iter();
    let may_contain = |word: &[u8; 2 * TRIGRAMS]| {
        word.as_chunks().0.iter().all(|trigram| positions.has(u16::from_le_bytes(*trigram)))
    };
    trigrams.is_empty() || words.any(may_contain)
}

/// Calls `each` with every phrase that occurs in a text and the byte offset of its first occurrence, in the order of the
/// phrases, until it returns false. `trigrams` are the [`trigrams_of`] each phrase.
pub(crate) fn occurring<'p>(
    phrases: &[&'p str],
    trigrams: impl Iterator<Item = Trigrams>,
    text: &str,
    mut each: impl FnMut(&'p str, usize) -> bool,
) {
    positions::with(text, |positions| {
        for (phrase, trigrams) in phrases.iter().zip(trigrams) {
            let possible =
                positions.as_ref().is_none_or(|positions| trigrams.iter().all(|trigram| positions.has(*trigram)));
            let found = if possible { memmem::find(text.as_bytes(), phrase.as_bytes()) } else { None };
            if found.is_some_and(|at| !each(phrase, at)) {
                return;
            }
        }
    });
}

/// Declares a pattern with its prefilter.
macro_rules! pattern {
    ($source:expr) => {
        $crate::text::Pattern::new($source, || $crate::text::prefilter!($source))
    };
}
/// The prefilter of a pattern, read when the program is built.
#[cfg(not(debug_assertions))]
macro_rules! prefilter {
    ($source:expr) => {{
        const READ: $crate::text::PrefilterCompiler<'static> = $crate::text::PrefilterCompiler::read($source);
        const PREFILTER: [u8; READ.len()] = READ.prefilter();
        &PREFILTER
    }};
}
/// The prefilter of a pattern, read when it is first used: to read them all would take the compiler a third of its time,
/// which a build without optimisation is to save.
#[cfg(debug_assertions)]
macro_rules! prefilter {
    ($source:expr) => {
        $crate::text::PrefilterCompiler::read($source).leak()
    };
}
pub(crate) use {pattern, prefilter};

#[cfg(test)]
pub(crate) mod tests;
