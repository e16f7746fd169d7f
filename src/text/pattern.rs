//! Defines [`Pattern`], a regular expression that is part of the program, and `patterns!`, which declares those of a
//! module together with the test that compiles each of them.
//!
//! Product code may not panic, so a pattern that does not compile matches nothing at run time. The generated test makes
//! sure that no such pattern is ever released.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use regex_automata::meta::{Builder, Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::{captures, syntax};

use super::outline;

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

/// Walks in vain, more than walks that excluded their text, behind which an outline is walked no more.
const VAIN: u32 = 8;

/// A regular expression, compiled when it is first used.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    outline: &'static [u8],
    /// For each script, by how many the walks of the outline in vain are more than the others.
    vain: [AtomicU32; Script::ALL.len()],
    engines: [Engines; Script::ALL.len()],
}

/// The class of letters of a text. The fewer, the faster its patterns are compiled and searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    /// ASCII alone: most texts.
    Ascii,
    /// ASCII and typographic marks, arrows and emoji, which are neither letters nor blanks: Unicode's classes find no more
    /// in it than those of ASCII.
    Marked,
    /// Any letters.
    Whole,
}

impl Script {
    const ALL: [Self; 3] = [Self::Ascii, Self::Marked, Self::Whole];

    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Ascii;
        }
        let marked = text.chars().all(|c| c.is_ascii() || is_mark(c));
        if marked { Self::Marked } else { Self::Whole }
    }
}

/// Whether a character is a common mark that is of none of the classes `\w`, `\d` and `\s`.
const fn is_mark(c: char) -> bool {
    matches!(c,
        '§' | '«' | '°' | '±' | '»' | '×' | '÷' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203e}' | '€'
        | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{27bf}' | '\u{1f300}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}')
}

/// The two compiled forms of a pattern: without its groups, which most uses do not need, and with them.
#[derive(Debug)]
struct Engines {
    plain: Engine,
    grouping: Engine,
}

impl Engines {
    const fn new() -> Self {
        Self { plain: Engine::new(WhichCaptures::Implicit), grouping: Engine::new(WhichCaptures::All) }
    }
}

/// The number of searches for which the engine that is quick to compile serves; from then on the one that is quick to
/// search is worth its compilation.
const FEW: u32 = 12;

/// A compiled form of a pattern. Most patterns are searched a few times or not at all.
#[derive(Debug)]
struct Engine {
    groups: WhichCaptures,
    searches: AtomicU32,
    /// Quick to compile.
    light: OnceLock<Option<Regex>>,
    /// Quick to search.
    full: OnceLock<Option<Regex>>,
}

impl Engine {
    const fn new(groups: WhichCaptures) -> Self {
        Self { groups, searches: AtomicU32::new(0), light: OnceLock::new(), full: OnceLock::new() }
    }

    /// The engine for one more search.
    fn regex(&self, source: &str, script: Script) -> Option<&Regex> {
        let searches = self.searches.load(Ordering::Relaxed);
        let is_light = searches < FEW;
        if is_light {
            self.searches.store(searches + 1, Ordering::Relaxed);
        }
        let engine = if is_light { &self.light } else { &self.full };
        engine.get_or_init(|| compiled(source, script, self.groups, is_light)).as_ref()
    }
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
    groups: captures::Captures,
}

impl<'t> Captures<'t> {
    /// The group of this number; 0 is the whole match.
    pub fn get(&self, number: usize) -> Option<Match<'t>> {
        self.groups.get_group(number).map(|span| Match::new(self.text, span.range()))
    }

    /// The group of this name.
    pub fn name(&self, name: &str) -> Option<Match<'t>> {
        self.groups.get_group_by_name(name).map(|span| Match::new(self.text, span.range()))
    }
}

impl Pattern {
    /// A pattern of this source and outline. Declare it with `patterns!`, which reads the outline off the source and tests
    /// that the pattern compiles.
    pub const fn new(source: &'static str, outline: &'static [u8]) -> Self {
        Self {
            source,
            outline,
            vain: [const { AtomicU32::new(0) }; Script::ALL.len()],
            engines: [const { Engines::new() }; Script::ALL.len()],
        }
    }

    /// The regular expression as it is written.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the source is a valid regular expression.
    pub fn compiles(&self) -> bool {
        Script::ALL.iter().all(|script| compiled(self.source, *script, WhichCaptures::Implicit, true).is_some())
    }

    /// The regular expression for this text, without groups.
    fn plain(&self, text: &str) -> Option<&Regex> {
        let script = Script::of(text);
        self.engines[script as usize].plain.regex(self.source, script)
    }

    /// The regular expression for this text, with its groups.
    fn grouping(&self, text: &str) -> Option<&Regex> {
        let script = Script::of(text);
        self.engines[script as usize].grouping.regex(self.source, script)
    }

    /// Whether the text may match: the pattern's outline does not exclude it.
    fn is_possible(&self, text: &str) -> bool {
        if !outline::may_hold(self.outline, text) {
            return false;
        }
        let vain = &self.vain[Script::of(text) as usize];
        let before = vain.load(Ordering::Relaxed);
        if before >= VAIN {
            return true;
        }
        let possible = outline::may_match(self.outline, text);
        vain.store(if possible { before + 1 } else { before.saturating_sub(1) }, Ordering::Relaxed);
        possible
    }

    /// The regular expression without groups, unless the outline excludes the text.
    fn regex_for(&self, text: &str) -> Option<&Regex> {
        if self.is_possible(text) { self.plain(text) } else { None }
    }

    /// Whether the pattern matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex_for(text).is_some_and(|r| r.is_match(text))
    }

    /// Like [`Self::is_match`], but `true` for a pattern that does not compile: for exceptions to a rule, where a
    /// missed match would accuse somebody.
    pub fn may_match(&self, text: &str) -> bool {
        self.is_possible(text) && self.plain(text).is_none_or(|r| r.is_match(text))
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.regex_for(text)?.find(text).map(|found| Match::new(text, found.range()))
    }

    /// All matches that do not overlap.
    pub fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let found = self.regex_for(text).into_iter().flat_map(move |r| r.find_iter(text));
        found.map(move |found| Match::new(text, found.range()))
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        let regex = if self.is_possible(text) { self.grouping(text)? } else { return None };
        // Places for the groups are made only for a match.
        if !regex.is_match(text) {
            return None;
        }
        let mut groups = regex.create_captures();
        regex.captures(text, &mut groups);
        groups.is_match().then_some(Captures { text, groups })
    }

    /// The groups of all matches that do not overlap.
    pub fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let regex = if self.is_possible(text) { self.grouping(text) } else { None };
        let found = regex.into_iter().flat_map(move |r| r.captures_iter(text));
        found.map(move |groups| Captures { text, groups })
    }

    /// The text between the matches.
    pub fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let parts = self.plain(text).into_iter().flat_map(move |r| r.split(text));
        parts.map(move |span| text.get(span.range()).unwrap_or_default())
    }

    /// The text without the matches.
    pub fn remove_from<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let Some(regex) = self.regex_for(text) else { return Cow::Borrowed(text) };
        let (mut kept, mut from) = (String::new(), 0);
        for found in regex.find_iter(text) {
            kept.push_str(text.get(from..found.start()).unwrap_or_default());
            from = found.end();
        }
        if from == 0 {
            return Cow::Borrowed(text);
        }
        kept.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(kept)
    }
}

/// Compiles a pattern for texts of a script. The automata that cost most to build are left out: few
/// patterns are tried often enough to be worth them; a `light` one does also without literals to look for first.
fn compiled(source: &str, script: Script, groups: WhichCaptures, light: bool) -> Option<Regex> {
    let config = Config::new().which_captures(groups).onepass(false).dfa(false);
    let config = config.hybrid(!light).auto_prefilter(!light);
    let narrow = || {
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        let source = without_wide_members(source)?;
        Builder::new().syntax(syntax).configure(config.clone().utf8_empty(false)).build(&source).ok()
    };
    let whole = || Builder::new().configure(config.clone()).build(source).ok();
    match script {
        Script::Ascii => narrow().or_else(whole),
        Script::Marked => Builder::new().configure(config.clone()).build(&ascii_classes(source)).ok(),
        Script::Whole => whole(),
    }
}

/// The pattern with ASCII classes in place of Unicode's.
fn ascii_classes(source: &str) -> String {
    let mut out = String::with_capacity(source.len() * 2);
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('w') => out.push_str("[0-9A-Za-z_]"),
            Some('W') => out.push_str("[^0-9A-Za-z_]"),
            Some('d') => out.push_str("[0-9]"),
            Some('D') => out.push_str("[^0-9]"),
            Some('s') => out.push_str(r"[\t\n\v\f\r\x20]"),
            Some('S') => out.push_str(r"[^\t\n\v\f\r\x20]"),
            Some('b') => out.push_str(r"(?-u:\b)"),
            other => {
                out.push(c);
                out.extend(other);
            }
        }
    }
    out
}

/// The pattern without the members of its classes that are not ASCII, which no byte matches; `None` where one is the end
/// of a range or alone.
fn without_wide_members(source: &str) -> Option<Cow<'_, str>> {
    if source.is_ascii() {
        return Some(Cow::Borrowed(source));
    }
    let (mut out, mut depth) = (String::with_capacity(source.len()), 0_usize);
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            c if depth > 0 && !c.is_ascii() => {
                let range = out.ends_with('-') || chars.peek() == Some(&'-');
                let alone = out.ends_with(['[', '^']) && chars.peek() == Some(&']');
                if range || alone {
                    return None;
                }
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    Some(Cow::Owned(out))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::pattern;

    proptest! {
        #[test]
        fn what_is_compiled_for_a_script_matches_the_same_in_it(
            ascii in "[ -~\\t\\n\\r]{0,40}",
            marked in "([ -~]|[—’…→✅👍]){0,40}",
        ) {
            for source in [
                r"\b(\w+)\b", r"[\w.-]+\s*\S", r"^[\W_]*(\d+)", r"(?i)k[^\W\d]s?\D", r"\\w\.", r"(?x) a \s b", r"[^—a]+.",
                r"(?:✅|a)['’]?b?", r"[’a-f]+$", r"[a-é]+", r"[’]|x",
            ] {
                let whole = regex::Regex::new(source).unwrap();
                for (script, text) in [(Script::Ascii, &ascii), (Script::Marked, &marked)] {
                    let expected: Vec<_> = whole.find_iter(text).map(|m| m.range()).collect();
                    for light in [true, false] {
                        let narrow = compiled(source, script, WhichCaptures::All, light).unwrap();
                        let found: Vec<_> = narrow.find_iter(text).map(|m| m.range()).collect();
                        prop_assert_eq!(&found, &expected, "{}", source);
                    }
                }
            }
        }
    }

    #[test]
    fn marks_are_of_no_class() {
        let classes = regex::Regex::new(r"[\w\d\s]").unwrap();
        let wrong: Vec<char> =
            ('\u{80}'..=char::MAX).filter(|c| is_mark(*c) && classes.is_match(&c.to_string())).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(["a", "a — ✅", "ä —"].map(Script::of), Script::ALL);
    }

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
        assert_eq!((NUMBER.remove_from("a1b22c"), NUMBER.remove_from("é")), ("abc".into(), "é".into()));
        assert_eq!(NUMBER.find("b7").map(|m| m.start()), Some(1));
    }

    #[test]
    fn a_broken_pattern_matches_nothing_and_exempts_everything() {
        let broken = pattern!("(");
        assert!(!broken.compiles() && !broken.is_match("(") && broken.may_match(""));
    }
}
