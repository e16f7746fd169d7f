//! Defines [`Engines`], the compiled forms of a regular expression, and [`Regex`], one of them.
//!
//! Most patterns are searched a few times or not at all, so the engine that is quick to compile comes first. All classes
//! are those of ASCII: `\w` is no letter beyond it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use regex_automata::meta::{self, Builder, Config};
use regex_automata::util::captures::Captures;
use regex_automata::util::primitives::PatternID;
use regex_automata::util::syntax;

/// Bytes of text for which the engine that is quick to compile serves; from then on the one that is quick to search is
/// worth its compilation.
const LITTLE_TEXT: u32 = 2 << 10;

/// Most bytes of the states that an engine keeps for the next search; beyond them it begins anew.
const STATES_BYTES: usize = 512 << 10;

/// The set of characters of a text. A pattern is compiled for each; the narrower the set, the faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    /// ASCII alone: most texts.
    Ascii,
    /// ASCII and typographic marks, arrows and emoji, which are neither letters nor blanks.
    Marked,
}

impl Charset {
    pub(super) const ALL: [Self; 2] = [Self::Ascii, Self::Marked];

    pub(super) fn of(text: &str) -> Self {
        if text.is_ascii() { Self::Ascii } else { Self::Marked }
    }
}

/// The compiled forms of a regular expression.
#[derive(Debug)]
pub(super) struct Engines {
    /// Bytes searched so far, up to [`LITTLE_TEXT`].
    searched: AtomicU32,
    /// Quick to compile; `None` for a source that it does not understand. Given back when the others begin to serve: its
    /// tables are large.
    light: Mutex<OnceCell<Option<Arc<regex_lite::Regex>>>>,
    /// Quick to search, for each set of characters.
    full: [OnceLock<Option<meta::Regex>>; Charset::ALL.len()],
}

impl Engines {
    pub(super) const fn new() -> Self {
        let full = [const { OnceLock::new() }; Charset::ALL.len()];
        Self { searched: AtomicU32::new(0), light: Mutex::new(OnceCell::new()), full }
    }

    /// The engine for a search in a text that looks at so many bytes; `None` if the source does not compile.
    pub(super) fn of<'s>(&self, text: &str, bytes: usize, source: impl Fn() -> Cow<'s, str>) -> Option<Regex<'_>> {
        let searched = self.searched.load(Ordering::Relaxed).saturating_add(bytes as u32);
        self.searched.store(searched.min(LITTLE_TEXT), Ordering::Relaxed);
        if searched < LITTLE_TEXT {
            let compile = || regex_lite::Regex::new(&source()).ok().map(Arc::new);
            let light = self.light.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(light) = light.get_or_init(compile) {
                return Some(Regex::Light(Arc::clone(light)));
            }
        }
        let charset = Charset::of(text);
        let full = self.full[charset as usize].get_or_init(|| {
            *self.light.lock().unwrap_or_else(PoisonError::into_inner) = OnceCell::new();
            compiled(&source(), charset)
        });
        full.as_ref().map(Regex::Full)
    }
}

/// The byte ranges of the groups of a match, that of the whole match first.
pub(super) type Groups = Vec<Option<Range<usize>>>;

/// A compiled regular expression.
#[derive(Debug, Clone)]
pub(super) enum Regex<'e> {
    Light(Arc<regex_lite::Regex>),
    Full(&'e meta::Regex),
}

impl Regex<'_> {
    pub(super) fn is_match(&self, text: &str) -> bool {
        match self {
            Self::Light(regex) => regex.is_match(text),
            Self::Full(regex) => regex.is_match(text),
        }
    }

    /// The byte range of the first match.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        match self {
            Self::Light(regex) => regex.find(text).map(|found| found.range()),
            Self::Full(regex) => regex.find(text).map(|found| found.range()),
        }
    }

    /// The byte ranges of all matches that do not overlap.
    pub(super) fn find_all(&self, text: &str) -> Vec<Range<usize>> {
        match self {
            Self::Light(regex) => regex.find_iter(text).map(|found| found.range()).collect(),
            Self::Full(regex) => regex.find_iter(text).map(|found| found.range()).collect(),
        }
    }

    /// The groups of the first match.
    pub(super) fn groups(&self, text: &str) -> Option<Groups> {
        match self {
            Self::Light(regex) => {
                let mut places = regex.capture_locations();
                regex.captures_read(&mut places, text)?;
                Some((0..places.len()).map(|at| places.get(at).map(|(start, end)| start..end)).collect())
            }
            // Places for the groups are made only for a match.
            Self::Full(regex) => {
                if !regex.is_match(text) {
                    return None;
                }
                let mut found = regex.create_captures();
                regex.captures(text, &mut found);
                Some(ranges(&found))
            }
        }
    }

    /// The groups of all matches that do not overlap.
    pub(super) fn all_groups(&self, text: &str) -> Vec<Groups> {
        match self {
            Self::Light(regex) => {
                let groups = |found: regex_lite::Captures<'_>| found.iter().map(|g| g.map(|g| g.range())).collect();
                regex.captures_iter(text).map(groups).collect()
            }
            Self::Full(regex) => regex.captures_iter(text).map(|found| ranges(&found)).collect(),
        }
    }

    /// The number of groups, the whole match included.
    pub(super) fn groups_len(&self) -> usize {
        match self {
            Self::Light(regex) => regex.captures_len(),
            Self::Full(regex) => regex.captures_len(),
        }
    }

    /// The number of the group of this name.
    pub(super) fn number_of(&self, name: &str) -> Option<usize> {
        match self {
            Self::Light(regex) => regex.capture_names().position(|other| other == Some(name)),
            Self::Full(regex) => regex.group_info().to_index(PatternID::ZERO, name),
        }
    }
}

fn ranges(found: &Captures) -> Groups {
    found.iter().map(|group| group.map(|span| span.range())).collect()
}

/// Compiles the form that is quick to search. The automata that cost most to build are left out, and the search for
/// literal beginnings: few patterns are tried often enough to be worth them, and a text without a pattern's words is not
/// searched. Few patterns need more than [`STATES_BYTES`] for the states of an automaton that is built as it is searched.
pub(super) fn compiled(source: &str, charset: Charset) -> Option<meta::Regex> {
    let config = Config::new().onepass(false).dfa(false).auto_prefilter(false).hybrid_cache_capacity(STATES_BYTES);
    let ascii = || {
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        let source = without_wide_members(source)?;
        Builder::new().syntax(syntax).configure(config.clone().utf8_empty(false)).build(&source).ok()
    };
    let marked = || Builder::new().configure(config.clone()).build(&ascii_classes(source)).ok();
    if charset == Charset::Ascii { ascii().or_else(marked) } else { marked() }
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

    #[test]
    fn the_engine_that_compiles_quickly_is_given_back_when_the_other_serves() {
        let engines = Engines::new();
        let engine = |bytes| engines.of("tea", bytes, || Cow::Borrowed("t[a-f]+")).unwrap();
        assert!(matches!(engine(3), Regex::Light(_)));
        assert!(matches!(engine(LITTLE_TEXT as usize), Regex::Full(_)));
        assert!(matches!(engine(3), Regex::Full(_)), "the first is not compiled again");
        assert!(engines.light.lock().unwrap().get().is_none());
        assert_eq!(engine(3).find("some tea"), Some(5..8));
    }

    proptest! {
        #[test]
        fn the_engines_match_as_a_regular_expression_does(
            ascii in "[ -~\\t\\n\\r]{0,40}",
            marked in "([ -~]|[—’…→✅👍]){0,40}",
        ) {
            for source in [
                r"\b(\w+)\b", r"[\w.-]+\s*\S", r"^[\W_]*(\d+)", r"(?i)k[^\W\d]s?\D", r"\\w\.", r"(?x) a \s b", r"[^—a]+.",
                r"(?:✅|a)['’]?b?", r"[’a-f]+$", r"[’]|x", r"(?P<one>a)|(b)",
            ] {
                let whole = regex::Regex::new(source).unwrap();
                let light = Arc::new(regex_lite::Regex::new(source).unwrap());
                for (charset, text) in [(Charset::Ascii, &ascii), (Charset::Marked, &marked)] {
                    let groups = |c: regex::Captures<'_>| c.iter().map(|g| g.map(|g| g.range())).collect::<Groups>();
                    let expected: Vec<Groups> = whole.captures_iter(text).map(groups).collect();
                    let full = compiled(source, charset).unwrap();
                    for regex in [Regex::Light(Arc::clone(&light)), Regex::Full(&full)] {
                        let found = regex.all_groups(text);
                        prop_assert_eq!(&found, &expected, "{}", source);
                        prop_assert_eq!(regex.groups(text), found.first().cloned());
                        prop_assert_eq!(regex.find(text), regex.find_all(text).first().cloned());
                        prop_assert_eq!(regex.is_match(text), !found.is_empty());
                        prop_assert_eq!(regex.groups_len(), whole.captures_len());
                        let number = whole.capture_names().position(|name| name == Some("one"));
                        prop_assert_eq!(regex.number_of("one"), number);
                    }
                }
            }
        }
    }
}
