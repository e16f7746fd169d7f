//! Defines the words that every match of a regular expression holds one of. A text without any of them need not be
//! matched, and a pattern that is never tried is never compiled: compiling costs a hundred times the search for words.

mod reader;
mod sieve;

use memchr::memmem;

/// Fewest bytes of a word: shorter ones occur in most texts.
const SHORTEST: usize = 2;
/// Most words of a set. Searching for more would cost as much as matching.
const MOST: usize = 160;

/// The search for words, one of which occurs in every match of a pattern.
#[derive(Debug)]
pub(super) struct Needed {
    words: Vec<Box<[u8]>>,
    /// Whether the pattern takes capitals and small letters alike; the words are in small letters then.
    caseless: bool,
}

impl Needed {
    /// The search for a pattern's words; `None` if there are no such words.
    pub(super) fn of(pattern: &str) -> Option<Self> {
        reader::words(pattern).map(|(words, caseless)| Self { words, caseless })
    }

    /// The words.
    #[cfg(test)]
    pub(super) fn words(&self) -> Vec<String> {
        self.words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect()
    }

    /// Whether one of the words may occur in the text. It is `false` only if none does.
    pub(super) fn occurs(&self, text: &str) -> bool {
        // Some letters beyond ASCII are the capitals of ASCII letters.
        if self.caseless && !text.is_ascii() {
            return true;
        }
        let text = text.as_bytes();
        sieve::with(text, |sieve| match sieve {
            Some(sieve) => self.words.iter().any(|word| sieve.may_hold(word) && self.is_in(word, text)),
            None => self.words.iter().any(|word| self.is_in(word, text)),
        })
    }

    fn is_in(&self, word: &[u8], text: &[u8]) -> bool {
        if self.caseless {
            text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
        } else {
            memmem::find(text, word).is_some()
        }
    }
}

/// The phrases that occur in a text, in their order. Phrases of most tables are excluded by their pairs of letters.
pub(crate) fn occurring<'p>(phrases: &[&'p str], text: &str, mut each: impl FnMut(&'p str, usize) -> bool) {
    sieve::with(text.as_bytes(), |sieve| {
        for phrase in phrases {
            let possible = sieve.is_none_or(|sieve| sieve.may_hold(phrase.as_bytes()));
            let found = if possible { memmem::find(text.as_bytes(), phrase.as_bytes()) } else { None };
            if found.is_some_and(|at| !each(phrase, at)) {
                return;
            }
        }
    });
}

#[cfg(test)]
pub(crate) use reader::tests::of_parsed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_the_set_must_occur() {
        let says = |pattern, text| Needed::of(pattern).unwrap().occurs(text);
        assert!(says("(?:bump|raise) it", "please raise it"));
        assert!(!says("(?:bump|raise) it", "please phrase his"));
        assert!(!says("bump", "Bump") && says("(?i)bump", "BUMP"));
        assert!(!says("(?i)bump", "pump") && says("(?i)bump", "pumpé"), "not excluded beyond ASCII");
        let long = format!("{} bump", "word ".repeat(2000));
        assert!(says("bump", &long) && says("(?i)BUMP", &long) && !says("raise", &long));
    }
}
