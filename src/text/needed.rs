//! Defines the words that every match of a regular expression holds one of. A text without any of them need not be
//! matched, and a pattern that is never tried is never compiled: compiling costs a hundred times the search for a word.

use aho_corasick::AhoCorasick;
use memchr::memmem::Finder;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};

/// Fewest bytes of a word: shorter ones occur in most texts.
const SHORTEST: usize = 2;
/// Most words of a set. Searching for more would cost as much as matching.
const MOST: usize = 48;

/// The search for words, one of which occurs in every match of a pattern.
#[derive(Debug)]
pub(super) enum Needed {
    /// One word.
    Word(Box<Finder<'static>>),
    /// One of several.
    OneOf(AhoCorasick),
}

impl Needed {
    /// The search for a pattern's words; `None` if there are no such words.
    pub(super) fn of(pattern: &str) -> Option<Self> {
        let words = words(pattern)?;
        match words.as_slice() {
            [word] => Some(Self::Word(Box::new(Finder::new(word).into_owned()))),
            _ => AhoCorasick::new(&words).ok().map(Self::OneOf),
        }
    }

    /// Whether one of the words occurs in the text.
    pub(super) fn occurs(&self, text: &str) -> bool {
        match self {
            Self::Word(finder) => finder.find(text.as_bytes()).is_some(),
            Self::OneOf(all) => all.is_match(text),
        }
    }
}

/// Words, one of which occurs in every match of the pattern; `None` if there are no such words.
fn words(pattern: &str) -> Option<Vec<Box<[u8]>>> {
    // The classes of Unicode make parsing several times slower, and no class has words.
    let ascii = ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern);
    match ascii {
        Ok(hir) => of(&hir),
        Err(_) => of(&ParserBuilder::new().build().parse(pattern).ok()?),
    }
}

/// The words of a parsed pattern, as [`words()`].
pub(crate) fn of(hir: &Hir) -> Option<Vec<Box<[u8]>>> {
    match hir.kind() {
        HirKind::Literal(literal) if literal.0.len() >= SHORTEST => Some(vec![literal.0.clone()]),
        HirKind::Capture(capture) => of(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => of(&repetition.sub),
        // The part with the longest words is the rarest.
        HirKind::Concat(parts) => parts.iter().filter_map(of).max_by_key(|words| shortest(words)),
        HirKind::Alternation(branches) => {
            let all: Vec<_> = branches.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
            (all.len() <= MOST).then_some(all)
        }
        _ => None,
    }
}

fn shortest(words: &[Box<[u8]>]) -> usize {
    words.iter().map(|word| word.len()).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(pattern: &str) -> Option<Vec<String>> {
        words(pattern).map(|all| all.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect())
    }

    #[test]
    fn one_part_of_a_sequence_is_needed_and_each_branch_of_a_choice() {
        for (pattern, want) in [
            (r"^(?:so |and )*rule out (?P<what>.+)$", Some(vec!["rule out "])),
            (r"(?:bump|raise) it", Some(vec!["bump", "raise"])),
            (r"(?:bump)?\d+", None),
            (r"(?:bump|\d+)", None),
            (r"(?i)bump", None),
            (r"x", None),
            ("(", None),
        ] {
            let want = want.map(|words| words.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(needed(pattern), want, "{pattern}");
        }
    }
}
