//! Defines word stems and the tokens of a text, the basis of semantic ids, overlap and matching.
//!
//! Negations, numbers, versions and scope words are always kept: "must use X" and "must not use X" differ.

use super::tables::{is_negation, is_stop_word};
use crate::text::hash::fnv1a_32;

/// The meaning-bearing tokens of `text`, in order of appearance, normalised; duplicates kept.
pub fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for raw in text.split(|c: char| !(c.is_alphanumeric() || "+#./'_-%’".contains(c))) {
        let word = raw.trim_matches(|c: char| ".'/-_’".contains(c)).to_lowercase().replace('’', "'");
        if word.is_empty() {
            continue;
        }
        if let Some(base) = word.strip_suffix("n't") {
            out.push("not".to_owned());
            if !matches!(
                base,
                "do" | "does" | "did" | "ca" | "wo" | "is" | "are" | "must" | "should" | "would" | "could"
            ) {
                out.push(stem(base));
            }
            continue;
        }
        match word.as_str() {
            w if is_negation(w) => out.push("not".to_owned()),
            w if is_stop_word(w) => {}
            w => out.push(stem(w)),
        }
    }
    out
}

/// The tokens, sorted and without duplicates, for overlap and hashing.
pub fn token_set(text: &str) -> Vec<String> {
    let mut set = tokens(text);
    set.sort();
    set.dedup();
    set
}

/// The token set as sorted hashes, for comparing many texts with few allocations.
pub fn token_hashes(text: &str) -> Vec<u32> {
    let mut out: Vec<u32> = tokens(text).iter().map(|t| fnv1a_32(t.bytes())).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// A word without its inflection: "using" and "use" get the same stem, as do "caches" and "cache".
/// Words with digits or dots (versions, paths) stay as they are.
pub fn stem(word: &str) -> String {
    if word.len() < 3 || !word.is_ascii() || word.bytes().any(|b| !b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let base = if let Some(b) = word.strip_suffix("ies") {
        return format!("{b}i");
    } else if let Some(b) = word.strip_suffix("ing").filter(|b| b.len() >= 2 && has_vowel(b)) {
        undouble(b)
    } else if let Some(b) = word.strip_suffix("ed").filter(|b| b.len() >= 3 && has_vowel(b)) {
        undouble(b)
    } else if let Some(b) = word.strip_suffix("es").filter(|b| b.len() >= 3) {
        b
    } else if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        word
    } else {
        word.strip_suffix('s').unwrap_or(word)
    };
    let base = base.strip_suffix('e').filter(|b| b.len() >= 2).unwrap_or(base);
    match base.strip_suffix('y') {
        Some(b) if b.len() >= 3 => format!("{b}i"),
        _ => base.to_owned(),
    }
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|b| b"aeiouy".contains(&b))
}

fn undouble(word: &str) -> &str {
    let b = word.as_bytes();
    match b {
        [.., x, y] if x == y && !b"lsz".contains(y) => word.get(..word.len() - 1).unwrap_or(word),
        _ => word,
    }
}

/// Words and numbers only, so that a changed dash or capital is not another title or action. Signs that are part of a
/// name stay: `C++` is not `C`.
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
