//! Defines the removal of terminal escape sequences from a text.
//!
//! It works on characters, not bytes: the one-character forms of the introducers (such as U+009B) are UTF-8 in a
//! transcript, and cutting their second byte would damage the text around them. A sequence ends at the latest with
//! its line, so an unterminated one never swallows the rest of a message.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// Replaces an incomplete escape sequence.
pub(super) const LONE_ESCAPE: char = '␛';

/// Whether a text can hold an escape sequence at all.
pub(super) fn has_escape(text: &str) -> bool {
    // 0xC2 is the lead byte of U+0080..=U+00BF, which include the C1 introducers.
    memchr::memchr2(0x1b, 0xc2, text.as_bytes()).is_some()
}

/// The text without escape sequences, such as the colours of pasted output.
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    if has_escape(text) { Cow::Owned(strip(text).0) } else { Cow::Borrowed(text) }
}

/// The text without escape sequences, and whether one of them did more than set colours.
pub(super) fn strip(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut hidden = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kind = match c {
            '\u{1b}' => after_escape(&mut chars),
            '\u{9b}' => control_sequence(&mut chars),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => control_string(&mut chars),
            c => {
                out.push(c);
                continue;
            }
        };
        match kind {
            Kind::Colour => {}
            Kind::Other => hidden = true,
            Kind::Broken => {
                hidden = true;
                out.push(LONE_ESCAPE);
            }
        }
    }
    (out, hidden)
}

/// The kind of a removed sequence.
enum Kind {
    /// Select graphic rendition (colours), which needs no warning.
    Colour,
    /// Any other complete sequence.
    Other,
    /// An incomplete sequence, replaced by [`LONE_ESCAPE`].
    Broken,
}

fn after_escape(chars: &mut Peekable<Chars<'_>>) -> Kind {
    match chars.peek() {
        Some('[') => {
            chars.next();
            control_sequence(chars)
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            chars.next();
            control_string(chars)
        }
        Some(' '..='~') => {
            while chars.next_if(|c| matches!(c, ' '..='/')).is_some() {}
            if chars.next_if(|c| matches!(c, '0'..='~')).is_some() { Kind::Other } else { Kind::Broken }
        }
        _ => Kind::Broken,
    }
}

/// Skips a control sequence: parameters, intermediates, one final character.
fn control_sequence(chars: &mut Peekable<Chars<'_>>) -> Kind {
    while chars.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    match chars.next_if(|c| matches!(c, '@'..='~')) {
        Some('m') => Kind::Colour,
        Some(_) => Kind::Other,
        None => Kind::Broken,
    }
}

/// Skips a control string up to its terminator, at most to the end of the line.
fn control_string(chars: &mut Peekable<Chars<'_>>) -> Kind {
    while let Some(c) = chars.next_if(|c| !matches!(c, '\n' | '\u{1b}')) {
        if matches!(c, '\u{7}' | '\u{9c}') {
            return Kind::Other;
        }
    }
    // An escape ends the string: either as the first half of its terminator, or as the start of the next sequence.
    let mut ahead = chars.clone();
    if ahead.next() == Some('\u{1b}') {
        if ahead.peek() == Some(&'\\') {
            chars.next();
            chars.next();
        }
        return Kind::Other;
    }
    Kind::Broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_sequences_go() {
        for (raw, want, hidden) in [
            ("\u{1b}[31mred\u{1b}[0m", "red", false),
            ("a\u{1b}[2Jb", "ab", true),
            ("a\u{1b}]0;title\u{7}b", "ab", true),
            ("a\u{1b}]52;c;AAAA\u{1b}\\b", "ab", true),
            ("a\u{9d}52;c;AAAA\u{9c}b", "ab", true),
            ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link", true),
            ("a\u{1b}Pq#0\u{1b}\\b", "ab", true),
            ("a\u{9b}31mb", "ab", false),
            ("a\u{1b}(Bb", "ab", true),
            ("a\u{1b}cb", "ab", true),
        ] {
            assert_eq!(strip(raw), (want.to_owned(), hidden), "{raw:?}");
        }
    }

    #[test]
    fn a_broken_sequence_stays_within_its_line() {
        assert_eq!(strip("a\u{1b}]0;never ends\nnext").0, "a␛\nnext");
        assert_eq!(strip("a\u{1b}[31").0, "a␛");
        assert_eq!(strip("a\u{1b}").0, "a␛");
        assert_eq!(strip("a\u{1b}é").0, "a␛é");
        assert_eq!(strip("\u{1b}]0;x\u{1b}[31mred").0, "red");
    }
}
