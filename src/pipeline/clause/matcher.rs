//! Defines [`find`], which matches the language rules against a clause.

use std::borrow::Cow;

use super::blocks::head;
use super::rules::{CueSet, LOOK_BYTES, PATTERNS};

/// Finds the cues in a clause whose code and quotations are blanked out.
pub fn find(plain: &str) -> CueSet {
    CueSet::of_bits(PATTERNS.matching(&plain_ascii(head(plain, LOOK_BYTES))))
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
    use super::*;

    #[test]
    fn typographic_marks_and_capitals_are_read_as_plain_ones() {
        assert_eq!(find("LET’S use ünïcode – now"), find("let's use xnxcode - now"));
        assert_eq!(plain_ascii("✅ Ok 👍"), "[x] ok +1");
    }
}
