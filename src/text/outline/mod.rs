//! Defines outlines of regular expressions: what of a pattern can be looked up in a text without compiling it.
//!
//! Compiling a pattern costs a thousand times a look at a short text, and few of the hundreds of patterns that are tried
//! on a sentence match it. An outline has the pattern's letters, alternatives, repetitions and anchors; a set of more
//! than a few characters counts as any character. It is read off the source when the program is built with optimisation, and
//! walked over all places of a text at once, each a bit. What it excludes cannot match.

mod places;
mod rarest;
mod reader;
mod search;
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

/// Whether the text may hold the words that every match of this outline's pattern holds: one of the rarest, and one of the
/// next rarest.
pub(super) fn may_hold(outline: &[u8], text: &str) -> bool {
    let Some((rarest, next)) = words_sought(outline) else { return true };
    places::with(text, |places| places.is_none_or(|places| may_hold_one(places, rarest) && may_hold_one(places, next)))
}

/// Whether the text may hold one of the next rarest words, where it is known to hold one of the rarest.
pub(super) fn may_hold_next(outline: &[u8], text: &str) -> bool {
    let Some((_, next)) = words_sought(outline) else { return true };
    places::with(text, |places| places.is_none_or(|places| may_hold_one(places, next)))
}

/// The rarest words of an outline, and the next rarest.
fn words_sought(outline: &[u8]) -> Option<(&[u8], &[u8])> {
    walk::counted(walk::counted(outline)?.0)
}

/// The rarest words of an outline.
fn rarest(outline: &[u8]) -> &[u8] {
    words_sought(outline).map_or(&[], |(rarest, _)| rarest)
}

/// Whether a pattern of this outline may match somewhere in the text; `false` only if it cannot.
pub(super) fn may_match(outline: &[u8], text: &str) -> bool {
    let Some((_, branches)) = walk::counted(outline) else { return true };
    places::with(text, |places| places.is_none_or(|places| walk::reaches_end(places, branches)))
}

/// Whether the text may hold one of the words; also where there is none.
fn may_hold_one(places: &mut BytePlaces, words: &[u8]) -> bool {
    words.is_empty() || words_of(words).any(|word| places.may_hold(word, |class| class) && places.holds(word))
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
