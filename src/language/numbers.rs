//! Defines the reading of the numbers of a text, in digits and in words.

use std::collections::BTreeSet;

use super::likeness::is_subject;
use super::stems::tokens;

/// Maximum number of letters in a unit written without a blank after its number: 30s, 250ms.
const UNIT: usize = 2;
/// The numbers from 0 to 12 in words, in order.
const IN_WORDS: &[&str] =
    &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The numbers of a text in digits, whole: 3000 is not 300, and 1.2 is neither 1 nor 2. Digits within a name (V2, 0a3f)
/// are left out.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_digit(bytes, at) {
            at += 1;
            continue;
        }
        let start = at;
        while is_digit(bytes, at) || (matches!(bytes.get(at), Some(b'.' | b',' | b':')) && is_digit(bytes, at + 1)) {
            at += 1;
        }
        let end = at;
        while is_letter(bytes, at) || is_digit(bytes, at) {
            at += 1;
        }
        let named = (start > 0 && is_letter(bytes, start - 1)) || at - end > UNIT;
        out.extend(text.get(start..end).filter(|_| !named).map(|n| n.replace(',', "")));
    }
    out
}

fn is_digit(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_digit)
}

fn is_letter(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
}

/// The numbers of a text, in digits or in words.
pub fn numbers_given(text: &str) -> BTreeSet<String> {
    let mut out = numbers(text);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        out.extend(IN_WORDS.iter().position(|s| s.eq_ignore_ascii_case(word)).map(|n| n.to_string()));
    }
    out
}

/// Each number with the subject word right after it.
pub(super) fn counts(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out = Vec::new();
    for pair in words.windows(2) {
        let [number, unit] = pair else { continue };
        if let Some(unit) = tokens(unit).into_iter().find(|t| is_subject(t)) {
            out.extend(numbers(number).into_iter().map(|n| (n, unit.clone())));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole() {
        let all = |text: &str| numbers(text).into_iter().collect::<Vec<_>>();
        assert_eq!(all("3,000 rows, 1.2.3 at 12:30."), ["1.2.3", "12:30", "3000"]);
        assert_eq!(all("v2 and 5%, 250ms, 0a3f, 12ab9"), ["250", "5"]);
        assert!(numbers_given("Two of them").contains("2"));
    }
}
