//! Defines word stems and the tokens of a text, the basis of semantic ids, overlap and matching.
//!
//! Negations, numbers, versions and scope words are always kept: "must use X" and "must not use X" differ.

use std::borrow::Cow;

use super::tables::{is_negation, is_stop_word};
use crate::text::hash::fnv1a_32;

/// Calls `each` with the meaning-bearing tokens of `text`, in order of appearance, normalised; duplicates kept.
pub fn each_token(text: &str, mut each: impl FnMut(&str)) {
    if text.is_ascii() {
        // Fast path: the words of an ASCII text are found byte by byte.
        for raw in text.as_bytes().split(|b| !PARTS_OF_WORDS.get(usize::from(*b)).is_some_and(|part| *part)) {
            if let Ok(raw) = std::str::from_utf8(without_marks(raw)) {
                each_token_of(raw, &mut each);
            }
        }
    } else {
        for raw in text.split(|c: char| !is_part_of_word(c)) {
            each_token_of(raw.trim_matches(['.', '\'', '/', '-', '_', '’']), &mut each);
        }
    }
}

/// The tokens of one word without the marks around it.
fn each_token_of(raw: &str, each: &mut impl FnMut(&str)) {
    if raw.is_empty() {
        return;
    }
    let word = lowered(raw);
    if let Some(base) = word.strip_suffix("n't") {
        each("not");
        if !matches!(base, "do" | "does" | "did" | "ca" | "wo" | "is" | "are" | "must" | "should" | "would" | "could") {
            each(&stemmed(base));
        }
    } else if is_negation(&word) {
        each("not");
    } else if !is_stop_word(&word) {
        each(&stemmed(&word));
    }
}

/// The bytes of ASCII that are part of a word.
const PARTS_OF_WORDS: [bool; 128] = {
    let mut out = [false; 128];
    let mut byte = 0;
    while byte < out.len() {
        out[byte] = is_part_of_ascii_word(byte as u8);
        byte += 1;
    }
    out
};

const fn is_part_of_ascii_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'.' | b'/' | b'\'' | b'_' | b'-' | b'%')
}

/// A word of ASCII without the marks around it.
fn without_marks(mut word: &[u8]) -> &[u8] {
    while let [b'.' | b'\'' | b'/' | b'-' | b'_', rest @ ..] = word {
        word = rest;
    }
    while let [rest @ .., b'.' | b'\'' | b'/' | b'-' | b'_'] = word {
        word = rest;
    }
    word
}

fn is_part_of_word(c: char) -> bool {
    if c.is_ascii() { is_part_of_ascii_word(c as u8) } else { c == '’' || c.is_alphanumeric() }
}

/// Number of words between white space.
pub fn word_count(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let (mut count, mut behind_blank) = (0, true);
    for byte in text.bytes() {
        let is_blank = matches!(byte, b' ' | 9..=13);
        count += usize::from(behind_blank && !is_blank);
        behind_blank = is_blank;
    }
    count
}

/// A word in lower case with a straight apostrophe; borrowed if nothing changes.
pub fn lowered(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        Cow::Borrowed(word)
    } else if word.is_ascii() {
        Cow::Owned(word.to_ascii_lowercase())
    } else {
        Cow::Owned(word.to_lowercase().replace('’', "'"))
    }
}

/// The meaning-bearing tokens of `text`, in order of appearance, normalised; duplicates kept.
pub fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    each_token(text, |token| out.push(token.to_owned()));
    out
}

/// The tokens, sorted and without duplicates, for overlap and hashing.
pub fn token_set(text: &str) -> Vec<String> {
    with_token_set(text, |set| set.iter().map(|token| (*token).to_owned()).collect())
}

/// Calls `take` with the tokens, sorted and without duplicates, without an allocation for each.
pub fn with_token_set<T>(text: &str, take: impl FnOnce(&[&str]) -> T) -> T {
    let mut all = String::with_capacity(text.len() + text.len() / 8);
    let mut ends = Vec::with_capacity(text.len() / 4);
    each_token(text, |token| {
        all.push_str(token);
        ends.push(all.len());
    });
    let mut start = 0;
    let tokens = ends.into_iter().map(|end| all.get(std::mem::replace(&mut start, end)..end).unwrap_or_default());
    let mut set: Vec<&str> = tokens.collect();
    set.sort_unstable();
    set.dedup();
    take(&set)
}

/// The number of tokens in both sets.
pub fn shared_tokens(a: &[&str], b: &[&str]) -> usize {
    a.iter().filter(|token| b.binary_search(token).is_ok()).count()
}

/// The token set as sorted hashes, for comparing many texts with few allocations.
pub fn token_hashes(text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    each_token(text, |token| out.push(fnv1a_32(token.bytes())));
    out.sort_unstable();
    out.dedup();
    out
}

/// A word without its inflection: "using" and "use" get the same stem, as do "caches" and "cache".
/// Words with digits or dots (versions, paths) stay as they are.
pub fn stem(word: &str) -> String {
    stemmed(word).into_owned()
}

/// [`stem`], borrowed where the stem is the word's beginning.
pub fn stemmed(word: &str) -> Cow<'_, str> {
    let inflected = matches!(word.as_bytes(), [_, _, .., b's' | b'g' | b'd' | b'e' | b'y']);
    if !inflected || word.bytes().any(|b| !b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let head = |bytes: &[u8]| word.get(..bytes.len()).unwrap_or(word);
    let base = match word.as_bytes() {
        [base @ .., b'e', b's'] if base.ends_with(b"i") => return Cow::Borrowed(head(base)),
        [base @ .., b'i', b'n', b'g'] if base.len() >= 2 && has_vowel(base) => undouble(base),
        [base @ .., b'e', b'd'] if base.len() >= 3 && has_vowel(base) => undouble(base),
        [base @ .., b'e', b's'] if base.len() >= 3 => base,
        all @ [.., b's' | b'u' | b'i', b's'] => all,
        [base @ .., b's'] => base,
        all => all,
    };
    let base = match base {
        [rest @ .., b'e'] if rest.len() >= 2 => rest,
        all => all,
    };
    match base {
        [rest @ .., b'y'] if rest.len() >= 3 => Cow::Owned(format!("{}i", head(rest))),
        _ => Cow::Borrowed(head(base)),
    }
}

fn has_vowel(word: &[u8]) -> bool {
    word.iter().any(|b| b"aeiouy".contains(b))
}

fn undouble(word: &[u8]) -> &[u8] {
    match word {
        [base @ .., x, y] if x == y && !b"lsz".contains(y) => &word[..=base.len()],
        _ => word,
    }
}

/// A text reduced to lower-case words and numbers, so that a changed dash or capital does not make another title or
/// action. Signs that are part of a name stay: `C++` is not `C`.
pub fn fold(text: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if !within && !out.is_empty() {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
            within = true;
        } else if within && matches!(c, '+' | '#') {
            out.push(c);
        } else {
            within = false;
        }
    }
    out
}
