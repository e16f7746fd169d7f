//! Defines the numbers of a text, in digits and in words.

use std::collections::BTreeSet;

use super::likeness::is_subject;
use super::stems::tokens;

/// Letters of a unit that may stand at a number: 30s, 250ms.
const UNIT: usize = 2;
/// The numbers up to twelve in words, in order.
const IN_WORDS: &[&str] =
    &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The numbers of a text in digits, whole: 3000 is not 300, and 1.2 is neither 1 nor 2. A part of a name (V2, 0a3f) is no
/// number.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let letter = |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    let mut at = 0;
    while at < bytes.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        while digit(at) || (matches!(bytes.get(at), Some(b'.' | b',' | b':')) && digit(at + 1)) {
            at += 1;
        }
        let end = at;
        while letter(at) || digit(at) {
            at += 1;
        }
        let named = (start > 0 && letter(start - 1)) || at - end > UNIT;
        out.extend(text.get(start..end).filter(|_| !named).map(|n| n.replace(',', "")));
    }
    out
}

/// The numbers of a text, in digits or in words.
pub fn numbers_given(text: &str) -> BTreeSet<String> {
    let mut out = numbers(text);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        out.extend(IN_WORDS.iter().position(|s| s.eq_ignore_ascii_case(word)).map(|n| n.to_string()));
    }
    out
}

/// Each number with the subject word right behind it.
pub(super) fn counts(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let counted = |pair: &[&str]| {
        let (number, of) = (pair.first().copied().unwrap_or(""), pair.get(1).copied().unwrap_or(""));
        let of = tokens(of).into_iter().find(|t| is_subject(t));
        let numbers = numbers(number).into_iter();
        numbers.filter_map(move |n| Some((n, of.clone()?))).collect::<Vec<_>>()
    };
    words.windows(2).flat_map(counted).collect()
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
