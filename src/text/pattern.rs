//! Defines [`Pattern`], a regular expression that is part of the program, and `patterns!`, which declares those of a
//! module together with the test that compiles each of them.
//!
//! Product code may not panic, so a pattern that does not compile matches nothing at run time. The generated test makes
//! sure that no such pattern is ever released.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use super::engines::{Charset, Engines, Groups, Regex, compiled};
use super::prefilter::{self, MatchChance, TrigramIndex};

/// Declares the patterns of a module as statics, and the test `every_pattern_compiles`. Used once per module.
macro_rules! patterns {
    ($($(#[$meta:meta])* $vis:vis $name:ident = $source:expr;)+) => {
        $($(#[$meta])* $vis static $name: $crate::text::Pattern = $crate::text::pattern!($source);)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            for (name, pattern) in [$((stringify!($name), &$name)),+] {
                assert!(pattern.compiles(), "{name} is no valid pattern: {}", pattern.source());
                $crate::text::assert_excludes_no_match(pattern.source());
            }
        }
    };
}
pub(crate) use patterns;

/// Cost of a prefilter's walks, in 64 bytes of text, from which on the pattern is searched at once: by then that is worth
/// its compilation. A walk over a shorter text costs no more than a search.
const MUCH_WALKING: u32 = 512;
/// Cost of a walk that does not exclude its text: it was made beside the search, not in its position.
const VAIN_WALK: u32 = MUCH_WALKING / 8;

/// A regular expression, compiled when it is first used.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    prefilter: LazyLock<&'static [u8]>,
    /// The cost of the prefilter's walks so far, up to [`MUCH_WALKING`].
    walked: AtomicU32,
    engines: Engines,
}

/// The text with `_` for each byte of a letter or digit beyond ASCII, and a blank for each byte of such a blank. To a
/// pattern they are characters of a word, and blanks; the classes of Unicode would make it twenty times as slow to
/// compile. Byte offsets stay the same.
pub(super) fn with_plain_letters(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii() || !(c.is_alphanumeric() || c.is_whitespace());
    if text.is_ascii() || text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) {
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n(if c.is_whitespace() { ' ' } else { '_' }, c.len_utf8()));
        }
    }
    Cow::Owned(out)
}

/// A part of a text that a pattern matched.
#[derive(Debug, Clone, Copy)]
pub struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Match<'t> {
    fn new(text: &'t str, range: Range<usize>) -> Self {
        Self { text, start: range.start, end: range.end }
    }

    /// The part.
    pub fn as_str(&self) -> &'t str {
        self.text.get(self.range()).unwrap_or_default()
    }

    /// Its byte range in the text.
    pub const fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Where it begins, in bytes.
    pub const fn start(&self) -> usize {
        self.start
    }

    /// Where it ends, in bytes.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Its length in bytes.
    pub const fn len(&self) -> usize {
        self.end - self.start
    }

    /// Whether it matched no character.
    pub const fn is_empty(&self) -> bool {
        self.end == self.start
    }
}

/// The groups of a match.
#[derive(Debug, Clone)]
pub struct Captures<'t> {
    text: &'t str,
    regex: Regex<'t>,
    groups: Groups,
}

impl<'t> Captures<'t> {
    /// The group of this number; 0 is the whole match.
    pub fn get(&self, number: usize) -> Option<Match<'t>> {
        self.groups.get(number)?.clone().map(|range| Match::new(self.text, range))
    }

    /// The group of this name.
    pub fn name(&self, name: &str) -> Option<Match<'t>> {
        self.get(self.regex.number_of(name)?)
    }
}

impl Pattern {
    /// A pattern of this source and prefilter. Declare it with `patterns!`, which reads the prefilter off the source and tests
    /// that the pattern compiles.
    pub const fn new(source: &'static str, prefilter: fn() -> &'static [u8]) -> Self {
        Self { source, prefilter: LazyLock::new(prefilter), walked: AtomicU32::new(0), engines: Engines::new() }
    }

    /// The regular expression as it is written.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the source is a valid regular expression.
    pub fn compiles(&self) -> bool {
        let source = with_letters_of_texts(self.source);
        Charset::ALL.iter().all(|charset| compiled(&source, *charset).is_some())
    }

    /// The regular expression for a text that is one [`with_plain_letters`].
    fn regex(&self, text: &str) -> Option<Regex<'_>> {
        self.engines.of(text, text.len(), || with_letters_of_texts(self.source))
    }

    /// The regular expression, and the text [`with_plain_letters`], unless the prefilter excludes the text.
    fn if_possible<'t>(&self, text: &'t str) -> Option<(Regex<'_>, Cow<'t, str>)> {
        if self.look(text) == MatchChance::Excluded {
            return None;
        }
        let plain = with_plain_letters(text);
        Some((self.regex(&plain)?, plain))
    }

    /// Runs the prefilter on a text.
    fn look(&self, text: &str) -> MatchChance {
        let walked = self.walked.load(Ordering::Relaxed);
        let mut walks = false;
        let look = prefilter::run(&self.prefilter, text, || {
            walks = walked < MUCH_WALKING;
            walks
        });
        if walks {
            let cost = if look == MatchChance::Possible { VAIN_WALK } else { text.len() as u32 / 64 };
            self.walked.store(walked.saturating_add(cost), Ordering::Relaxed);
        }
        look
    }

    /// Whether the pattern matches, by the prefilter or else by the regular expression; `broken` where this does not compile.
    fn matches(&self, text: &str, broken: bool) -> bool {
        match self.look(text) {
            MatchChance::Excluded => false,
            MatchChance::Certain => true,
            MatchChance::Possible => {
                let plain = with_plain_letters(text);
                self.regex(&plain).map_or(broken, |regex| regex.is_match(&plain))
            }
        }
    }

    /// Whether the pattern matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.matches(text, false)
    }

    /// Like [`Self::is_match`], but `true` for a pattern that does not compile: for exceptions to a rule, where a
    /// missed match would accuse somebody.
    pub fn may_match(&self, text: &str) -> bool {
        self.matches(text, true)
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        let (regex, plain) = self.if_possible(text)?;
        regex.find(&plain).map(|range| Match::new(text, range))
    }

    /// The byte ranges of all matches that do not overlap.
    fn find_all(&self, text: &str) -> Vec<Range<usize>> {
        self.if_possible(text).map(|(regex, plain)| regex.find_all(&plain)).unwrap_or_default()
    }

    /// All matches that do not overlap.
    pub fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        self.find_all(text).into_iter().map(move |range| Match::new(text, range))
    }

    /// The groups of the first match.
    pub fn captures<'t>(&'t self, text: &'t str) -> Option<Captures<'t>> {
        let (regex, plain) = self.if_possible(text)?;
        let groups = regex.groups(&plain)?;
        Some(Captures { text, regex, groups })
    }

    /// The groups of all matches that do not overlap.
    pub fn captures_iter<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let found = self.if_possible(text).map(|(regex, plain)| (regex.all_groups(&plain), regex));
        let found =
            found.into_iter().flat_map(|(all, regex)| all.into_iter().map(move |groups| (regex.clone(), groups)));
        found.map(move |(regex, groups)| Captures { text, regex, groups })
    }

    /// The text between the matches.
    pub fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let found = self.find_all(text);
        let starts = std::iter::once(0).chain(found.clone().into_iter().map(|range| range.end));
        let ends = found.into_iter().map(|range| range.start).chain([text.len()]);
        starts.zip(ends).map(move |(from, to)| text.get(from..to).unwrap_or_default())
    }

    /// The text without the matches.
    pub fn remove_from<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.find(text).is_none() { Cow::Borrowed(text) } else { Cow::Owned(self.split(text).collect()) }
    }
}

/// Patterns that are all tried on the same texts.
#[derive(Debug)]
pub struct PatternSet {
    patterns: &'static [Pattern],
    search: OnceLock<TrigramIndex>,
}

impl PatternSet {
    /// A set of at most 128 patterns.
    pub const fn new(patterns: &'static [Pattern]) -> Self {
        Self { patterns, search: OnceLock::new() }
    }

    /// The patterns that match anywhere in the text, as a set of bits: bit `n` is pattern `n`.
    pub fn matching(&self, text: &str) -> u128 {
        let make = || TrigramIndex::new(self.patterns.iter().map(|pattern| *pattern.prefilter));
        let candidates = self.search.get_or_init(make).candidates(text);
        let each = self.patterns.iter().enumerate().filter(|(n, _)| candidates >> n & 1 == 1);
        each.filter(|(_, pattern)| pattern.is_match(text)).fold(0, |bits, (n, _)| bits | 1 << n)
    }
}

/// The pattern with its letters beyond ASCII as [`with_plain_letters`] writes them. Its classes have none.
fn with_letters_of_texts(source: &str) -> Cow<'_, str> {
    if !source.contains(prefilter::is_wide_letter) {
        return Cow::Borrowed(source);
    }
    let mut out = String::with_capacity(source.len() * 2);
    for c in source.chars() {
        if prefilter::is_wide_letter(c) {
            let _ = write!(out, "(?:{})", with_plain_letters(c.encode_utf8(&mut [0; 4])));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Tells whether a pattern matches a text that is one [`with_plain_letters`], whatever its prefilter says.
#[cfg(test)]
pub(super) fn matcher(source: &str) -> impl Fn(&str) -> bool + use<> {
    let engines = Charset::ALL.map(|charset| compiled(&with_letters_of_texts(source), charset));
    move |text| engines[Charset::of(text) as usize].as_ref().is_some_and(|regex| regex.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::pattern;

    patterns! {
        NUMBER = r"(?P<digits>\d+)";
        FOR = r"\bfür (?P<who>\w+)$";
    }

    #[test]
    fn letters_beyond_ascii_are_characters_of_a_word() {
        assert_eq!(with_plain_letters("Zürich — 10\u{a0}€ ✅"), "Z__rich — 10  € ✅");
        let found = FOR.captures("das ist für Zoë");
        assert_eq!(found.and_then(|c| Some(c.name("who")?.as_str().to_owned())).as_deref(), Some("Zoë"));
        assert!(!FOR.is_match("dafür Zoë") && FOR.is_match("✅ für später"));
    }

    #[test]
    fn a_set_finds_the_patterns_that_match() {
        static PATTERNS: [Pattern; 3] =
            [pattern!(r"\buse (?:redis|tea)\b"), pattern!(r"^\d+$"), pattern!("(?i)never|für")];
        static SET: PatternSet = PatternSet::new(&PATTERNS);
        for (text, matching) in [("use tea", 0b001), ("17", 0b010), ("NEVER use redis", 0b101), ("tee für 3", 0b100)] {
            assert_eq!(SET.matching(text), matching, "{text}");
        }
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
        assert_eq!((NUMBER.remove_from("a1b22c"), NUMBER.remove_from("é")), ("abc".into(), "é".into()));
        assert_eq!(NUMBER.find("b7").map(|m| m.start()), Some(1));
    }

    #[test]
    fn a_broken_pattern_matches_nothing_and_exempts_everything() {
        let broken = pattern!("(");
        assert!(!broken.compiles() && !broken.is_match("(") && broken.may_match(""));
    }
}
