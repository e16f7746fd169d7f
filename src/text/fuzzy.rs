//! Defines fuzzy matching of typed words against the names of a list, behind a trait that hides the crate used.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// Scores how well typed words match a text.
pub trait Fuzzy {
    /// The score, higher is better; `None` when a letter is missing. No words score 0 everywhere.
    fn score(&self, text: &str, words: &str) -> Option<i64>;

    /// The positions (in characters) of the matching letters, for highlighting. Empty without a match.
    fn places(&self, text: &str, words: &str) -> Vec<usize>;
}

/// The matcher in use: letters in order, beginnings of words score higher, a typed capital matches only a capital.
/// Space-separated words must all match, in any order.
#[derive(Default)]
pub struct Matcher(SkimMatcherV2);

impl std::fmt::Debug for Matcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Matcher")
    }
}

impl Fuzzy for Matcher {
    fn score(&self, text: &str, words: &str) -> Option<i64> {
        words.split_whitespace().map(|word| self.0.fuzzy_match(text, word)).sum()
    }

    fn places(&self, text: &str, words: &str) -> Vec<usize> {
        let each: Option<Vec<_>> = words.split_whitespace().map(|word| self.0.fuzzy_indices(text, word)).collect();
        let mut places: Vec<usize> = each.into_iter().flatten().flat_map(|(_, places)| places).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_match_in_any_order() {
        let matcher = Matcher::default();
        let score = |text, words| matcher.score(text, words);
        assert!(score("~/code/shop-api claude", "shop cl") > Some(0));
        assert!(score("~/code/shop-api claude", "claude shop").is_some());
        assert_eq!(score("~/code/shop-api claude", "shop codex"), None);
        assert_eq!(score("anything", " "), Some(0));
        assert!(score("export", "exp") > score("help, expand", "exp"));
    }

    #[test]
    fn places_are_of_characters_and_each_once() {
        let matcher = Matcher::default();
        assert_eq!(matcher.places("日本 shop", "shop"), [3, 4, 5, 6]);
        assert_eq!(matcher.places("shop", "sh s"), [0, 1]);
        assert_eq!(matcher.places("shop", "x"), [] as [usize; 0]);
    }
}
