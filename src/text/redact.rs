//! Defines the redaction of secrets.
//!
//! One pass looks for keywords; only near one does a pattern run, over a window of bounded length, so the whole is
//! linear in the text. A secret becomes `[redacted:<kind>:<4 hex>]`, with the digits of a keyed hash: the same secret
//! has the same placeholder everywhere, and cannot be recovered from it.
//!
//! A secret is found too where its end was cut off, where it goes on on the next line (`partial`), and behind hidden
//! characters, escapes and base64 (`disguise`).

mod disguise;
mod partial;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex_automata::Anchored;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::util::start;

use super::engines::{Engines, Regex};
use super::secrets::judge::is_secret;
use super::secrets::{SECRETS, SecretKind};
use super::{occurring, trigrams_of};

/// Bytes after a keyword in which its secret must begin to match; a longer secret is followed to its end.
const WINDOW: usize = 512;
/// Like [`WINDOW`], for a private key, whose last line is matched too.
const KEY_WINDOW: usize = 16 * 1024;
/// Bytes at which the search for a secret looks that is not there: it begins at the keyword.
const LOOKED_AT: usize = 64;
/// The start of every placeholder. No pattern matches across its bracket.
pub const REDACTED: &str = "[redacted:";
/// Bytes of text up to which a search for each keyword costs less than to build the search for all.
const LITTLE_TEXT: usize = 8 << 10;
/// Bytes of text from which on the search that is slow to build is worth it.
const MUCH_TEXT: usize = 4 << 20;
/// The most rounds: replacing one secret can expose another.
const ROUNDS: usize = 8;

/// The text with every secret replaced; borrowed when there is none. Keys that say EXAMPLE are left alone.
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    for _ in 0..ROUNDS {
        let mut found = find(&out);
        if found.is_empty() {
            found = disguise::find(&out);
        }
        if found.is_empty() {
            break;
        }
        out = Cow::Owned(replace(&out, &found));
    }
    out
}

/// Compiled once for the program; holds no state.
static FINDER: LazyLock<Finder> = LazyLock::new(Finder::new);

struct Finder {
    /// Searches for the keywords. `None` only if the table is broken, which a test excludes.
    search: OnceLock<Option<AhoCorasick>>,
    /// The same, twice as fast to search with and four times as slow to build: for those who pass much text.
    fast_search: OnceLock<Option<AhoCorasick>>,
    /// Bytes of text passed so far.
    passed: AtomicUsize,
    /// The kind each keyword belongs to.
    kinds: Vec<usize>,
    patterns: Vec<SecretPattern>,
    automata: Vec<OnceLock<Option<Automaton>>>,
}

/// The pattern of a kind of secret, anchored at its keyword, so that a miss costs a few characters and not a window.
struct SecretPattern {
    source: String,
    engines: Engines,
}

impl SecretPattern {
    fn new(kind: &SecretKind) -> Self {
        Self { source: format!("^(?:{})", at_keyword(kind.pattern)), engines: Engines::new() }
    }
}

/// The automaton of a pattern, which tells a text that could be the beginning of a match.
struct Automaton(DFA);

impl Automaton {
    /// Whether more text after these bytes could still make a match that begins with them.
    fn begins(&self, bytes: &[u8]) -> bool {
        let mut cache = self.0.create_cache();
        let begin = start::Config::new().anchored(Anchored::Yes);
        let Ok(mut state) = self.0.start_state(&mut cache, &begin) else { return false };
        for byte in bytes {
            match self.0.next_state(&mut cache, state, *byte) {
                Ok(next) if !next.is_dead() && !next.is_quit() => state = next,
                _ => return false,
            }
        }
        true
    }
}

impl Finder {
    fn new() -> Self {
        let kinds = SECRETS.iter().enumerate().flat_map(|(i, kind)| std::iter::repeat_n(i, kind.keywords.len()));
        Self {
            search: OnceLock::new(),
            fast_search: OnceLock::new(),
            passed: AtomicUsize::new(0),
            kinds: kinds.collect(),
            patterns: SECRETS.iter().map(|kind| SecretPattern::new(kind)).collect(),
            automata: SECRETS.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The keywords in a text, by their ends, each with its kind.
    fn keywords<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (Range<usize>, usize)> + 't {
        let passed = self.passed.fetch_add(text.len(), Ordering::Relaxed);
        let is_little = passed + text.len() < LITTLE_TEXT;
        let few = if is_little { keywords_one_by_one(&text.to_ascii_lowercase()) } else { Vec::new() };
        let search = match passed {
            _ if is_little => &None,
            ..MUCH_TEXT => self.search.get_or_init(|| search_of_keywords(AhoCorasickKind::ContiguousNFA)),
            _ => self.fast_search.get_or_init(|| search_of_keywords(AhoCorasickKind::DFA)),
        };
        let found = search.iter().flat_map(move |search| search.find_overlapping_iter(text));
        few.into_iter().chain(found.map(|hit| (hit.range(), self.kinds[hit.pattern().as_usize()])))
    }

    fn automaton(&self, kind: usize) -> Option<&Automaton> {
        let make = || DFA::new(&at_keyword(SECRETS[kind].pattern).replace(r"\b", r"(?-u:\b)")).ok().map(Automaton);
        self.automata[kind].get_or_init(make).as_ref()
    }

    /// The regular expression of a kind for a text.
    fn pattern(&self, kind: usize, text: &str) -> Option<Regex<'_>> {
        let SecretPattern { source, engines } = &self.patterns[kind];
        engines.of(text, text.len().min(LOOKED_AT), || Cow::Borrowed(source))
    }
}

/// The keywords in a text in small letters, by their ends, each with its kind: without a search that must be built.
fn keywords_one_by_one(low: &str) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    for (kind, secret) in SECRETS.iter().enumerate() {
        let trigrams = secret.keywords.iter().map(|keyword| trigrams_of(keyword));
        occurring(secret.keywords, trigrams, low, |word, _| {
            found.extend(low.match_indices(word).map(|(at, _)| (at..at + word.len(), kind)));
            true
        });
    }
    found.sort_by_key(|(range, kind)| (range.end, range.start, *kind));
    found
}

fn search_of_keywords(kind: AhoCorasickKind) -> Option<AhoCorasick> {
    let keywords = SECRETS.iter().flat_map(|secret| secret.keywords);
    AhoCorasick::builder().ascii_case_insensitive(true).kind(Some(kind)).build(keywords).ok()
}

/// A pattern without the check of what precedes it, which is made by hand.
fn at_keyword(pattern: &str) -> &str {
    pattern.strip_prefix(r"\b").unwrap_or(pattern)
}

/// The secrets of a text in order, none overlapping.
fn find(text: &str) -> Vec<(Range<usize>, &'static SecretKind)> {
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    // The end of the last match of each kind, so that no match begins inside another of its kind.
    let mut judged = [0; SECRETS.len()];
    // The end of the secrets so far: text right after a secret counts as the start of a word.
    let mut reach = 0;
    for (keyword, kind) in FINDER.keywords(text) {
        if keyword.start < judged[kind] {
            continue;
        }
        let matched = secret_at(text, keyword.start, kind, reach);
        let part = || partial::find(text, keyword.clone(), kind, reach);
        if let Some((range, whole)) = matched.map(|range| (range, true)).or_else(|| Some((part()?, false))) {
            judged[kind] = range.end;
            if !whole || is_secret(&text[range.clone()], SECRETS[kind]) {
                reach = reach.max(range.end);
                found.push((range, kind));
            }
        }
    }
    found.sort_by_key(|(range, kind)| (range.start, *kind));
    let mut merged: Vec<(Range<usize>, &'static SecretKind)> = Vec::with_capacity(found.len());
    for (range, kind) in found {
        match merged.last_mut() {
            Some((last, _)) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push((range, SECRETS[kind])),
        }
    }
    merged
}

/// The start of what could be a secret of this kind with its keyword at `at`; `None` in the middle of a word.
fn start_of(text: &str, at: usize, row: &SecretKind, reach: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (most, belongs) = row.before;
    let start = at - bytes[..at].iter().rev().take(most).take_while(|b| belongs(**b)).count();
    let within = row.pattern.starts_with(r"\b") && start > 0 && start != reach && is_word_byte(bytes[start - 1]);
    (!within).then_some(start)
}

/// The range of a secret of this kind with its keyword at `at`. The secrets before it end at `reach`.
fn secret_at(text: &str, at: usize, kind: usize, reach: usize) -> Option<Range<usize>> {
    let row = &SECRETS[kind];
    let start = start_of(text, at, row, reach)?;
    let private = row.id == "private-key";
    let end = if private { key_window(text, at) } else { text.floor_char_boundary(at.saturating_add(WINDOW)) };
    let window = &text[start..end];
    let pattern = FINDER.pattern(kind, window)?;
    let found =
        if pattern.groups_len() > 1 { pattern.groups(window)?.swap_remove(1)? } else { pattern.find(window)? };
    Some(start + found.start..follow(text, start + found.end, end, private))
}

/// The end of the window of the private key at `at`: at most the next key, so that no text is searched twice.
fn key_window(text: &str, at: usize) -> usize {
    let limit = text.floor_char_boundary(at.saturating_add(KEY_WINDOW));
    let next = memchr::memmem::find(&text.as_bytes()[at + 1..limit], b"-----BEGIN");
    next.map_or(limit, |n| at + 1 + n)
}

/// The end of a secret that may go on behind its window.
fn follow(text: &str, end: usize, window: usize, lines: bool) -> usize {
    if end < window {
        return end;
    }
    end + text.as_bytes()[end..].iter().take_while(|b| is_token_byte(**b, lines)).count()
}

/// Whether a secret may contain this byte. A secret of several `lines` may contain line breaks, escaped or not.
fn is_token_byte(byte: u8, lines: bool) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-' | b'.')
        || lines && matches!(byte, b'\n' | b'\r' | b'\\')
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn replace(text: &str, found: &[(Range<usize>, &'static SecretKind)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, kind) in found {
        out.push_str(&text[at..range.start]);
        out.push_str(REDACTED);
        out.push_str(kind.id);
        out.push(':');
        out.push_str(&digits(&text[range.clone()]));
        out.push(']');
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Four hex digits that are the same for the same secret in every run.
fn digits(secret: &str) -> String {
    let key = blake3::derive_key("deltamind redaction of secrets, version 1", secret.as_bytes());
    format!("{:02x}{:02x}", key[0], key[1])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_table_is_sound() {
        let mut ids = HashSet::new();
        for (i, kind) in SECRETS.iter().enumerate() {
            assert!(ids.insert(kind.id), "{} twice", kind.id);
            assert!(FINDER.pattern(i, "").is_some() && FINDER.pattern(i, "—").is_some(), "{}", kind.id);
            assert!(FINDER.automaton(i).is_some(), "{}", kind.id);
            assert!(kind.keywords.iter().all(|k| *k == k.to_ascii_lowercase()), "{}", kind.id);
        }
        assert!(search_of_keywords(AhoCorasickKind::DFA).is_some());
    }

    #[test]
    fn examples_are_redacted_and_counter_examples_are_not() {
        let mut wrong = Vec::new();
        for kind in &SECRETS {
            let example = kind.example.concat();
            for text in [example.clone(), format!("see \"{example}\", ok"), format!("ü{example}\nü")] {
                let out = redact(&text);
                if !out.contains(&format!("[redacted:{}:", kind.id)) {
                    wrong.push(format!("{}: {out}", kind.id));
                }
                let secret = kind.example.iter().max_by_key(|p| (p.starts_with("hunter2"), p.len())).unwrap();
                let end = if secret.starts_with("hunter2") {
                    &secret[..8]
                } else {
                    &secret[secret.len().saturating_sub(8)..]
                };
                if out.contains(end) {
                    wrong.push(format!("{} is left: {out}", kind.id));
                }
            }
            if redact(kind.counter) != kind.counter {
                wrong.push(format!("{} is none: {}", kind.id, redact(kind.counter)));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn ordinary_talk_is_borrowed() {
        for text in [
            "use Postgres with sqlx, no ORM",
            "the API key goes into the keychain, never into a file; tokens: 40 per minute",
            "key: value, token=None, secret = os.environ[\"APP_SECRET\"], password: minimum 12 characters",
            "const TOKEN_LIMIT = 200_000; let key = entry.semantic_id.clone();",
            "see https://example.com:8080/a@b and git@github.com:org/repo.git",
            "[redacted:generic:1a2b] stays",
        ] {
            assert!(matches!(redact(text), Cow::Borrowed(_)), "{text} -> {}", redact(text));
        }
    }

    #[test]
    fn the_same_secret_reads_the_same() {
        let key = ["AK", "IAQYLPMN5HHHFPZAM2"].concat();
        let out = redact(&format!("{key} and {key}")).into_owned();
        let (a, b) = out.split_once(" and ").unwrap();
        assert_eq!(a, b);
    }

    #[test]
    fn a_secret_longer_than_the_window_goes_whole() {
        let long = ["ey", "JhbGciOiJIUzI1NiJ9.ey", "J"].concat() + &"a1B2".repeat(400) + ".c3D4e5F6g7H8i9";
        assert!(!redact(&format!("x {long} y")).contains("a1B2"));
        let key = ["-----BEGIN PRIV", "ATE KEY-----\n"].concat() + &"MIIEow12\n".repeat(3000);
        assert!(!redact(&key).contains("MIIE"));
    }

    /// Pieces of secrets, mixed.
    fn leaky() -> impl Strategy<Value = String> {
        let mut pieces: Vec<String> = SECRETS.iter().map(|k| k.example.concat()).collect();
        pieces.extend(["=", ":", " ", "\n", "-", "@", "password=", "://u:", "Bearer ", "é"].map(String::from));
        let piece = prop_oneof![proptest::sample::select(pieces), "[A-Za-z0-9]{1,20}"];
        proptest::collection::vec(piece, 0..8).prop_map(|p| p.concat())
    }

    proptest! {
        #[test]
        fn redacting_twice_is_redacting_once(text in leaky()) {
            let once = redact(&text).into_owned();
            prop_assert_eq!(redact(&once), once.clone());
        }
    }
}
