//! Defines [`Pattern`], a regular expression that is part of the program, and `patterns!`, which declares those of a
//! module together with the test that compiles each of them.
//!
//! Product code may not panic, so a pattern that does not compile matches nothing at run time. The generated test makes
//! sure that no such pattern is ever released.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::{Captures, Match, Regex};

use super::needed::Needed;

/// Declares the patterns of a module as statics, and the test `every_pattern_compiles`. Used once per module.
macro_rules! patterns {
    ($($(#[$meta:meta])* $vis:vis $name:ident = $source:expr;)+) => {
        $($(#[$meta])* $vis static $name: $crate::text::Pattern = $crate::text::Pattern::new($source);)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            for (name, pattern) in [$((stringify!($name), &$name)),+] {
                assert!(pattern.compiles(), "{name} is no valid pattern: {}", pattern.source());
            }
        }
    };
}
pub(crate) use patterns;

/// A regular expression, compiled when it is first used.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    needed: OnceLock<Option<Needed>>,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern of this source. Declare it with `patterns!`, which tests that it compiles.
    pub const fn new(source: &'static str) -> Self {
        Self { source, needed: OnceLock::new(), regex: OnceLock::new() }
    }

    /// The regular expression as it is written.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the source is a valid regular expression.
    pub fn compiles(&self) -> bool {
        self.regex().is_some()
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(self.source).ok()).as_ref()
    }

    /// The regular expression, unless the text lacks the words that every match holds.
    fn regex_for(&self, text: &str) -> Option<&Regex> {
        let needed = self.needed.get_or_init(|| Needed::of(self.source));
        if needed.as_ref().is_some_and(|n| !n.occurs(text)) { None } else { self.regex() }
    }

    /// Whether the pattern matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex_for(text).is_some_and(|r| r.is_match(text))
    }

    /// Like [`Self::is_match`], but `true` for a pattern that does not compile: for exceptions to a rule, where a
    /// missed match would accuse somebody.
    pub fn may_match(&self, text: &str) -> bool {
        self.regex().is_none_or(|r| r.is_match(text))
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.regex_for(text)?.find(text)
    }

    /// All matches that do not overlap.
    pub fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        self.regex_for(text).into_iter().flat_map(move |r| r.find_iter(text))
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.regex_for(text)?.captures(text)
    }

    /// The groups of all matches that do not overlap.
    pub fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        self.regex_for(text).into_iter().flat_map(move |r| r.captures_iter(text))
    }

    /// The text between the matches.
    pub fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.regex().into_iter().flat_map(move |r| r.split(text))
    }

    /// The text without the matches.
    pub fn remove_from<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.regex_for(text).map_or(Cow::Borrowed(text), |r| r.replace_all(text, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    patterns! {
        NUMBER = r"(?P<digits>\d+)";
    }

    #[test]
    fn a_pattern_finds_splits_and_removes() {
        let digits: Vec<&str> = NUMBER.find_iter("a1b22").map(|m| m.as_str()).collect();
        assert_eq!(digits, ["1", "22"]);
        assert_eq!(
            NUMBER.captures("a1").and_then(|c| Some(c.name("digits")?.as_str().to_owned())).as_deref(),
            Some("1")
        );
        assert_eq!(NUMBER.captures_iter("1 2").count(), 2);
        assert_eq!(NUMBER.split("a1b").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(NUMBER.remove_from("a1b"), "ab");
        assert_eq!(NUMBER.find("b7").map(|m| m.start()), Some(1));
    }

    #[test]
    fn a_broken_pattern_matches_nothing_and_exempts_everything() {
        let broken = Pattern::new("(");
        assert!(!broken.compiles() && !broken.is_match("(") && broken.may_match(""));
    }
}
