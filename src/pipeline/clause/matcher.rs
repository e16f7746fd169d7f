//! Defines [`find`], which matches the language rules against a clause.
//!
//! Every match of a rule holds one of its words (`cue_words`). One search for the words of all rules tells the few
//! rules that can match a clause; each of those has a small automaton of its own, built when it is first needed. So the
//! rules whose words do not occur cost nothing, neither at the start of the program nor later. Many words are a match by
//! themselves and need no automaton.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

use super::blocks::head;
use super::cue_words::{MATCHES, WORDS};
use super::rules::{CueSet, LOOK_BYTES, RULES};

/// Finds the rules that match a clause. Rule `n` of the table is bit `n` of a mask.
struct Matcher {
    /// The words of all rules; absent only if the table is broken, which a test excludes.
    words: Option<AhoCorasick>,
    /// The rules of each word.
    of_word: Vec<u128>,
    /// The rules that each word matches by itself.
    matched_by_word: Vec<u128>,
    /// The rules that have no words.
    always: u128,
    /// The rules that match at the beginning of a clause alone.
    at_start: u128,
    automata: Vec<OnceLock<Option<DFA>>>,
}

static MATCHER: LazyLock<Matcher> = LazyLock::new(Matcher::new);

thread_local! {
    /// The memory of each rule's automaton.
    static CACHES: RefCell<Vec<Option<Cache>>> = RefCell::new(RULES.iter().map(|_| None).collect());
}

/// The texts are ASCII: Unicode classes would only make the automata large.
fn ascii_syntax() -> syntax::Config {
    syntax::Config::new().unicode(false).utf8(false)
}

impl Matcher {
    fn new() -> Self {
        let mut words: BTreeMap<&str, (u128, u128)> = BTreeMap::new();
        let (mut always, mut at_start) = (0, 0);
        for (n, (_, anchored, needed)) in WORDS.iter().enumerate() {
            at_start |= u128::from(*anchored) << n;
            if needed.is_empty() {
                always |= 1 << n;
            } else {
                for word in needed.split('|') {
                    let (word, matches) = word.strip_suffix(MATCHES).map_or((word, false), |word| (word, true));
                    let (of_word, matched) = words.entry(word).or_default();
                    *of_word |= 1 << n;
                    *matched |= u128::from(matches) << n;
                }
            }
        }
        Self {
            words: AhoCorasick::new(words.keys()).ok(),
            of_word: words.values().map(|rules| rules.0).collect(),
            matched_by_word: words.values().map(|rules| rules.1).collect(),
            always,
            at_start,
            automata: RULES.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The rules one of whose words occurs, and those without words; and which of them are matched by that word.
    fn candidates(&self, text: &[u8]) -> (u128, u128) {
        let (mut candidates, mut matched) = (self.always, 0);
        for hit in self.words.iter().flat_map(|words| words.find_overlapping_iter(text)) {
            let word = hit.pattern().as_usize();
            candidates |= self.of_word.get(word).copied().unwrap_or(0);
            let by_word = self.matched_by_word.get(word).copied().unwrap_or(0);
            if by_word & !matched != 0 && is_whole_word(text, hit.start(), hit.end()) {
                matched |= by_word;
            }
        }
        (candidates, matched)
    }

    fn matches(&self, rule: usize, cache: &mut Option<Cache>, text: &[u8]) -> bool {
        let Some(automaton) = self.automata.get(rule).and_then(|a| a.get_or_init(|| automaton(rule)).as_ref()) else {
            return false;
        };
        let cache = cache.get_or_insert_with(|| automaton.create_cache());
        let anchored = if self.at_start >> rule & 1 == 1 { Anchored::Yes } else { Anchored::No };
        let input = Input::new(text).anchored(anchored).earliest(true);
        // It cannot fail: it quits at no byte and never gives up.
        automaton.try_search_fwd(cache, &input).is_ok_and(|end| end.is_some())
    }
}

/// Whether no letter, digit or underscore stands beside this part of a text.
fn is_whole_word(text: &[u8], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).and_then(|at| text.get(at));
    ![before, text.get(end)].into_iter().flatten().any(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// The automaton of a rule. A test compiles every pattern of the table.
fn automaton(rule: usize) -> Option<DFA> {
    let compiler = thompson::Config::new().utf8(false).which_captures(WhichCaptures::None);
    DFA::builder().syntax(ascii_syntax()).thompson(compiler).build(RULES.get(rule)?.pattern).ok()
}

/// Finds the cues in a clause whose code and quotations are blanked out.
pub fn find(plain: &str) -> CueSet {
    let text = plain_ascii(head(plain, LOOK_BYTES));
    let (mut candidates, mut found) = MATCHER.candidates(text.as_bytes());
    candidates &= !found;
    CACHES.with_borrow_mut(|caches| {
        while candidates != 0 {
            let rule = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            if caches.get_mut(rule).is_some_and(|cache| MATCHER.matches(rule, cache, text.as_bytes())) {
                found |= 1 << rule;
            }
        }
    });
    CueSet::of_bits(found)
}

/// The text in small letters, with typographic marks replaced by ASCII ones, other letters by `x` and the marks of
/// `_emphasis_` by spaces.
fn plain_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase() && b != b'_') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        match c {
            '_' if in_word(out.chars().next_back()) != in_word(chars.peek().copied()) => out.push(' '),
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            '’' | '‘' => out.push('\''),
            '—' | '–' => out.push('-'),
            '✅' | '✓' | '☑' | '✔' => out.push_str("[x]"),
            '👍' => out.push_str("+1"),
            c if c.is_alphanumeric() => out.push('x'),
            _ => out.push(' '),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use regex_syntax::ParserBuilder;
    use regex_syntax::hir::Look;

    use super::*;
    use crate::text::words_of_parsed;

    #[test]
    fn the_words_of_each_rule_are_those_of_its_pattern() {
        let mut wrong = String::new();
        assert_eq!(WORDS.len(), RULES.len());
        for (rule, row) in RULES.iter().zip(WORDS) {
            let pattern = ParserBuilder::new().unicode(false).utf8(false).build().parse(rule.pattern).unwrap();
            let at_start = pattern.properties().look_set_prefix().contains(Look::Start);
            let mut words = words_of_parsed(rule.pattern).unwrap_or_default();
            words.sort_unstable();
            words.dedup();
            let plain = regex::Regex::new(rule.pattern).unwrap();
            for word in &mut words {
                // Between other words, a match of the word alone holds wherever the word stands by itself.
                let whole = word.starts_with(char::is_alphanumeric) && word.ends_with(char::is_alphanumeric);
                if whole && plain.find(&format!("x {word} x")).is_some_and(|m| m.range() == (2..2 + word.len())) {
                    word.push(MATCHES);
                }
            }
            let words = words.join("|");
            if *row != (rule.id, at_start, &words) {
                let _ = writeln!(wrong, "    ({:?}, {at_start}, {words:?}),", rule.id);
            }
        }
        assert!(wrong.is_empty(), "these rows of cue_words.rs must read:\n{wrong}");
    }

    #[test]
    fn the_words_of_rules_are_found_and_no_pattern_has_capitals() {
        assert!(MATCHER.words.is_some());
        for (n, rule) in RULES.iter().enumerate() {
            assert!(automaton(n).is_some(), "{} does not compile", rule.id);
            // Behind a backslash a capital is a class of characters, not a letter.
            let letters = rule.pattern.split('\\').flat_map(|part| part.chars().skip(1)).collect::<String>();
            assert!(!letters.contains(|c: char| c.is_ascii_uppercase()), "{} has capitals", rule.id);
        }
        let rare = MATCHER.always.count_ones() as usize;
        assert!(rare * 4 < RULES.len(), "{rare} rules have no words and are tried on every clause");
    }

    #[test]
    fn typographic_marks_and_capitals_are_read_as_plain_ones() {
        assert_eq!(find("LET’S use ünïcode – now"), find("let's use xnxcode - now"));
        assert_eq!(plain_ascii("✅ Ok 👍"), "[x] ok +1");
    }
}
