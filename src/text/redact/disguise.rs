//! Defines the finding of secrets that are written in another form: with hidden characters in them, with the escapes of
//! JSON, URLs and HTML, or in base64. The text is searched in its plain form, and what is found is led back to its places.

use std::ops::Range;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{alphabet, engine::general_purpose};

use super::is_word_byte;
use crate::text::class::is_hidden;
use crate::text::secrets::SecretKind;

/// Least characters of base64 that are looked into: less holds no token.
const LEAST_BASE64: usize = 24;

/// The secrets of a text that are not written as they are.
pub(super) fn find(text: &str) -> Vec<(Range<usize>, &'static SecretKind)> {
    if let Some(plain) = PlainForm::of(text) {
        let found: Vec<_> =
            super::find(&plain.text).into_iter().map(|(range, kind)| (plain.place(range), kind)).collect();
        if !found.is_empty() {
            return found;
        }
    }
    in_base64(text)
}

/// A text without hidden characters and escapes.
struct PlainForm {
    text: String,
    /// The place in the original of each byte, and of the end.
    places: Vec<u32>,
}

impl PlainForm {
    /// `None` for a text that is plain as it is.
    fn of(text: &str) -> Option<Self> {
        if !is_disguised(text) || u32::try_from(text.len()).is_err() {
            return None;
        }
        let mut out = Self { text: String::with_capacity(text.len()), places: Vec::with_capacity(text.len()) };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let at = (text.len() - rest.len()) as u32;
            let (shown, used) = plain(rest).unwrap_or((Some(c), c.len_utf8()));
            if c == '\u{8}' {
                // A backspace takes away what stands before it.
                out.text.pop();
                out.places.truncate(out.text.len());
            }
            if let Some(shown) = shown {
                out.text.push(shown);
                out.places.resize(out.text.len(), at);
            }
            rest = &rest[used..];
        }
        out.places.push(text.len() as u32);
        Some(out)
    }

    /// The range of the original from which a range was made.
    fn place(&self, range: Range<usize>) -> Range<usize> {
        self.places[range.start] as usize..self.places[range.end] as usize
    }
}

/// Whether a text may have another plain form.
fn is_disguised(text: &str) -> bool {
    let escapes = memchr::memchr3_iter(b'\\', b'%', b'&', text.as_bytes());
    escapes.into_iter().any(|at| escape(&text[at..]).is_some())
        || text.bytes().any(|b| b < b' ' && !matches!(b, b'\n' | b'\t' | b'\r') || b == 0x7f)
        || (!text.is_ascii() && text.chars().any(|c| !c.is_ascii() && is_unseen(c)))
}

/// The character that the beginning of a text stands for, `None` for one that does not count, and the bytes it takes.
fn plain(rest: &str) -> Option<(Option<char>, usize)> {
    let c = rest.chars().next()?;
    if let Some(named) = rest.strip_prefix("⟨U+") {
        // A hidden character as safe text shows it.
        let end = named.find('⟩').filter(|end| (4..=6).contains(end))?;
        return Some((None, rest.len() - named.len() + end + '⟩'.len_utf8()));
    }
    if c.is_control() && !matches!(c, '\n' | '\t' | '\r') || is_unseen(c) {
        return Some((None, c.len_utf8()));
    }
    escape(rest).map(|(c, used)| (Some(c), used))
}

/// Whether a character is hidden, is drawn over the one before it, or shows a hidden one.
fn is_unseen(c: char) -> bool {
    c.is_control() && !c.is_ascii() || is_hidden(c) || matches!(c, '\u{300}'..='\u{36f}' | '␀'..='␡' | '⟨')
}

/// The ASCII character that an escape at the beginning of a text stands for, and the length of the escape.
fn escape(rest: &str) -> Option<(char, usize)> {
    let bytes = rest.as_bytes();
    let hex = |range: Range<usize>| {
        let digits = rest.get(range).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        matches!(c, ' '..='~').then_some(c)
    };
    match bytes.first()? {
        b'\\' => {
            // Text within text within text doubles them.
            let slashes = bytes.iter().take_while(|b| **b == b'\\').count();
            match bytes.get(slashes)? {
                b'u' => Some((hex(slashes + 1..slashes + 5)?, slashes + 5)),
                b'x' => Some((hex(slashes + 1..slashes + 3)?, slashes + 3)),
                quote @ (b'"' | b'\'' | b'/') => Some((char::from(*quote), slashes + 1)),
                _ => None,
            }
        }
        b'%' => Some((hex(1..3)?, 3)),
        b'&' => {
            let end = bytes.iter().take(8).position(|b| *b == b';')?;
            let name = &rest[1..end];
            let c = match name.strip_prefix('#') {
                Some(number) => match number.strip_prefix(['x', 'X']) {
                    Some(digits) => u32::from_str_radix(digits, 16).ok(),
                    None => number.parse().ok(),
                }
                .and_then(char::from_u32)
                .filter(char::is_ascii_graphic)?,
                None => match name {
                    "quot" => '"',
                    "apos" => '\'',
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    _ => return None,
                },
            };
            Some((c, end + 1))
        }
        _ => None,
    }
}

/// Base64 with any padding, and with any bits behind its end.
const fn decoder(alphabet: &alphabet::Alphabet) -> GeneralPurpose {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    general_purpose::GeneralPurpose::new(alphabet, lenient)
}

const STANDARD: GeneralPurpose = decoder(&alphabet::STANDARD);
const OF_URLS: GeneralPurpose = decoder(&alphabet::URL_SAFE);

/// The runs of base64 whose text holds a secret.
fn in_base64(text: &str) -> Vec<(Range<usize>, &'static SecretKind)> {
    let bytes = text.as_bytes();
    let is_base64 = |b: &u8| is_word_byte(*b) || matches!(b, b'+' | b'/' | b'-');
    let (mut found, mut at) = (Vec::new(), 0);
    while at + LEAST_BASE64 <= bytes.len() {
        // From behind: most runs are too short, and are passed over with one look.
        if let Some(short) = bytes[at..at + LEAST_BASE64].iter().rposition(|b| !is_base64(b)) {
            at += short + 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|b| is_base64(b)).count();
        let engine = if text[at..end].contains(['-', '_']) { &OF_URLS } else { &STANDARD };
        // A character too many is no base64; what stands before it may be.
        let whole = if (end - at) % 4 == 1 { end - 1 } else { end };
        let words = engine.decode(&text[at..whole]).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let words = words.filter(|w| w.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\r' | b'\t')));
        if let Some((_, kind)) = words.and_then(|words| super::find(&words).into_iter().next()) {
            let padding = bytes[end..].iter().take(2).take_while(|b| **b == b'=').count();
            found.push((at..end + padding, kind));
        }
        at = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

    use crate::text::{SafeText, redact};

    const TOKEN: [&str; 2] = ["gh", "p_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5"];

    /// The token with something in its middle.
    fn with(between: &str) -> String {
        let token = TOKEN.concat();
        format!("{}{between}{}", &token[..14], &token[14..])
    }

    #[test]
    fn hidden_characters_hide_no_secret() {
        for between in [
            "\u{200b}",
            "\u{ad}",
            "\u{fe0f}",
            "\u{202e}",
            "\u{e0041}",
            "\u{301}",
            "\0",
            "x\u{8}",
            "\u{85}",
            "\u{2060}\u{feff}",
            "⟨U+200B⟩",
            "␀",
            "\u{1b}[31m",
            "\u{1b}]8;;http://x\u{7}",
        ] {
            let text = format!("wir nehmen {} für alle", with(between));
            for out in [SafeText::block(&text).into_string(), SafeText::line(&text).into_string()] {
                assert!(!out.contains("4tYw8NcB3h") && out.contains("[redacted:"), "{between:?}: {out}");
                assert!(out.starts_with("wir nehmen ") && out.ends_with(" für alle"), "{between:?}: {out}");
            }
        }
        let spread: String = TOKEN.concat().chars().flat_map(|c| [c, '\u{2060}']).collect();
        assert!(!redact(&spread).contains("4\u{2060}t"), "{}", redact(&spread));
        assert!(!redact("pass\u{200b}word: hunter2hunter2").contains("hunter2"));
    }

    #[test]
    fn escapes_hide_no_secret() {
        for text in [
            r#"{\"password\": \"hunter2hunter2\"}"#,
            r#"{\\\"api_key\\\": \\\"hunter2Zk2mXv9LpR4tYw8N\\\"}"#,
            r"pass\u0077ord\u003dhunter2hunter2",
            "password%3A%20hunter2hunter2 and pass%77ord=hunter2hunter2",
            "password&#61;hunter2hunter2",
            "&quot;password&quot;:&quot;hunter2hunter2&quot;",
        ] {
            let out = redact(text);
            assert!(!out.contains("hunter2"), "{text} -> {out}");
        }
        let out = redact(r#"{\"password\": \"hunter2hunter2\", \"user\": \"me\"}"#).into_owned();
        assert!(
            out.starts_with(r#"{\"password\": \"[redacted:"#) && out.ends_with(r#"]\", \"user\": \"me\"}"#),
            "{out}"
        );
    }

    #[test]
    fn base64_hides_no_secret() {
        let token = TOKEN.concat();
        for inner in [token.clone(), format!("export TOKEN={token}\n"), "the password is hunter2hunter2".to_owned()] {
            for coded in [STANDARD.encode(&inner), URL_SAFE_NO_PAD.encode(&inner)] {
                let out = redact(&format!("echo {coded} | base64 -d")).into_owned();
                assert!(!out.contains(&coded[..12]) && out.ends_with("] | base64 -d"), "{inner} -> {out}");
            }
        }
    }

    #[test]
    fn ordinary_texts_are_left_alone() {
        let plain = STANDARD.encode("a text that says nothing of interest to anybody at all");
        for text in [
            plain.as_str(),
            r#"printf("%20s \"%s\"\n", a, b) && echo C:\\path\\users"#,
            "100%25 of it &amp; more &lt;b&gt; 日本語\u{200b}の",
            "/usr/lib/x86_64-linux-gnu/libssl.so and src/transcript/format/claude/person.rs",
        ] {
            assert_eq!(redact(text), text);
        }
    }
}
