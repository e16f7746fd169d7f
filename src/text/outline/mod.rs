//! Defines outlines of regular expressions: what of a pattern can be looked up in a text without compiling it.
//!
//! Compiling a pattern costs a thousand times a look at a short text, and few of the hundreds of patterns that are tried
//! on a sentence match it. An outline has the pattern's letters, sets, alternatives, repetitions and anchors. It is read off the source when the program is built with optimisation, and
//! walked over all places of a text at once, each a bit. What it excludes cannot match; of most patterns a walk also tells
//! that they match.

mod places;
mod rarest;
mod reader;
mod search;
mod sets;
mod steps;
mod walk;

use memchr::memmem;

use places::BytePlaces;
pub(crate) use reader::OutlineReader;
pub(super) use reader::is_wide_letter;
pub(super) use search::WordSearch;

/// Whether the program is only linted or documented. Tables that are cut apart at build time would be cut for nothing.
pub(crate) const NEVER_RUNS: bool = cfg!(any(clippy, doc));

/// Places of a text, as bits: the lowest is its beginning.
type Set<const N: usize> = [u64; N];

/// The answer of an outline about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The pattern cannot match.
    Excluded,
    /// It may match.
    Possible,
    /// It matches.
    Certain,
}

/// Looks at a text: whether it may hold the words that every match holds, one of the rarest unless `holds_rarest` and one
/// of the next rarest, and if so and where `walks` agrees, what a walk says.
pub(super) fn look(outline: &[u8], text: &str, holds_rarest: bool, walks: impl FnOnce() -> bool) -> Look {
    let (Some((words, branches)), Some(exactness)) = (walk::counted(outline), outline.last()) else {
        return Look::Possible;
    };
    let Some((rarest, next)) = walk::counted(words) else { return Look::Possible };
    places::with(text, |places| {
        let Some(places) = places else { return Look::Possible };
        if !(holds_rarest || may_hold_one(places, rarest)) || !may_hold_one(places, next) {
            return Look::Excluded;
        }
        if !walks() {
            return Look::Possible;
        }
        if !walk::reaches_end(places, branches) {
            return Look::Excluded;
        }
        let is_exact = match exactness & !steps::IN_ASCII {
            steps::EXACT => true,
            steps::EXACT_IN_SMALL => !places.has_capitals(),
            _ => false,
        };
        let is_understood = exactness & steps::IN_ASCII == 0 || places.is_ascii();
        if is_exact && is_understood { Look::Certain } else { Look::Possible }
    })
}

/// The rarest words of an outline.
fn rarest(outline: &[u8]) -> &[u8] {
    walk::counted(outline).and_then(|(words, _)| walk::counted(words)).map_or(&[], |(rarest, _)| rarest)
}

/// Whether the text may hold one of the words; also where there is none.
fn may_hold_one(places: &BytePlaces, words: &[u8]) -> bool {
    words.is_empty() || words_of(words).any(|word| places.may_hold(word, |class| class))
}

/// The words of an outline, each of which stands behind its length there.
fn words_of(mut words: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (word, behind) = words.split_first().and_then(|(n, rest)| rest.split_at_checked(usize::from(*n)))?;
        words = behind;
        Some(word)
    })
}

/// The phrases that occur in a text, in their order.
pub(crate) fn occurring<'p>(phrases: &[&'p str], text: &str, mut each: impl FnMut(&'p str, usize) -> bool) {
    places::with(text, |places| {
        for phrase in phrases {
            let possible = places.as_ref().is_none_or(|places| places.may_hold(phrase.as_bytes(), places::class));
            let found = if possible { memmem::find(text.as_bytes(), phrase.as_bytes()) } else { None };
            if found.is_some_and(|at| !each(phrase, at)) {
                return;
            }
        }
    });
}

/// Declares a pattern with its outline.
macro_rules! pattern {
    ($source:expr) => {
        $crate::text::Pattern::new($source, || $crate::text::outline!($source))
    };
}
/// The outline of a pattern, read when the program is built.
#[cfg(not(debug_assertions))]
macro_rules! outline {
    ($source:expr) => {{
        const READ: $crate::text::OutlineReader<'static> = $crate::text::OutlineReader::read($source);
        const OUTLINE: [u8; READ.len()] = READ.outline();
        &OUTLINE
    }};
}
/// The outline of a pattern, read when it is first used: to read them all would take the compiler a third of its time,
/// which a build without optimisation is to save.
#[cfg(debug_assertions)]
macro_rules! outline {
    ($source:expr) => {
        $crate::text::OutlineReader::read($source).leak()
    };
}
pub(crate) use {outline, pattern};

#[cfg(test)]
pub(crate) mod tests;
