//! Defines the repair of lines that are not one valid JSON record: several records on one line, a record cut off by the
//! next one, escapes of lone surrogates, duplicate keys.
//!
//! Only lines that failed to parse are repaired, so valid files do not pay for it.

use std::borrow::Cow;

use memchr::memmem;
use serde_json::value::RawValue;

/// The most bytes of JSON that the search for the next record on a line reads, in total.
const MAX_SEARCHED_BYTES: usize = 256 << 20;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinePiece<'a> {
    /// One whole JSON value.
    Whole(&'a str),
    /// Text that is no complete record.
    Torn(&'a str),
}

/// Splits a line into whole records and the text between them.
pub(crate) fn pieces(line: &str) -> Vec<LinePiece<'_>> {
    let mut found = Vec::new();
    let mut effort = MAX_SEARCHED_BYTES;
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (whole, used) = leading_values(rest);
        found.extend(whole.into_iter().map(LinePiece::Whole));
        rest = rest[used..].trim_start();
        if rest.is_empty() {
            break;
        }
        let next = next_record(rest, &mut effort);
        let (torn, tail) = rest.split_at(next.unwrap_or(rest.len()));
        found.push(LinePiece::Torn(torn));
        rest = tail;
    }
    found
}

/// The whole values that `text` begins with, and their length in bytes.
fn leading_values(text: &str) -> (Vec<&str>, usize) {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let (mut found, mut used) = (Vec::new(), 0);
    while let Some(Ok(value)) = stream.next() {
        // A bare word or number is the end of a torn line, not a record.
        if !value.get().starts_with(['{', '[']) {
            break;
        }
        found.push(value.get());
        used = stream.byte_offset();
    }
    (found, used)
}

/// The position of the next `{"` from which whole values reach to the end of the line.
fn next_record(text: &str, effort: &mut usize) -> Option<usize> {
    let finder = memmem::Finder::new("{\"");
    finder.find_iter(text.as_bytes()).filter(|&at| at > 0).find(|&at| {
        if *effort == 0 {
            return false;
        }
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
        let mut fine = true;
        for value in stream.by_ref() {
            if let Err(e) = value {
                *effort = effort.saturating_sub(e.column().max(64));
                fine = false;
                break;
            }
        }
        fine
    })
}

/// The record with every escaped lone surrogate replaced, if it holds one.
pub(crate) fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'\\', &bytes[at..]) {
        at += step;
        let Some(unit) = unit_at(bytes, at) else {
            at += 2; // another escape: skip it and what it escapes
            if at >= bytes.len() {
                break;
            }
            continue;
        };
        let paired = (0xD800..0xDC00).contains(&unit)
            && unit_at(bytes, at + 6).is_some_and(|low| (0xDC00..0xE000).contains(&low));
        if paired {
            at += 12;
            continue;
        }
        if (0xD800..0xE000).contains(&unit) {
            out.push_str(&json[copied..at]);
            out.push_str("\\ufffd");
            copied = at + 6;
        }
        at += 6;
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(&json[copied..]);
    Cow::Owned(out)
}

/// The code unit of a `\uXXXX` at `at`.
fn unit_at(bytes: &[u8], at: usize) -> Option<u32> {
    let escape = bytes.get(at..at + 6)?;
    if !escape.starts_with(b"\\u") {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
}

/// The record with every key once, the last one winning; `None` if it is nested too deep or holds impossible numbers.
pub(crate) fn with_unique_keys(json: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    serde_json::to_string(&value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, want: &[LinePiece<'_>]) {
        assert_eq!(pieces(line), want, "{line}");
    }

    #[test]
    fn glued_spliced_and_torn_lines() {
        use LinePiece::{Torn, Whole};
        check(r#"{"a":1}{"b":2}"#, &[Whole(r#"{"a":1}"#), Whole(r#"{"b":2}"#)]);
        check(r#"{"a":{"x":"y{"b":{"c":2}}"#, &[Torn(r#"{"a":{"x":"y"#), Whole(r#"{"b":{"c":2}}"#)]);
        check(r#"{"a":1}{"b":"tor{"c":3}"#, &[Whole(r#"{"a":1}"#), Torn(r#"{"b":"tor"#), Whole(r#"{"c":3}"#)]);
        check(r#"{"a":{"b":1},"c":"#, &[Torn(r#"{"a":{"b":1},"c":"#)]);
        check("not json", &[Torn("not json")]);
        check("", &[]);
    }

    #[test]
    fn ten_thousand_levels_do_no_harm() {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
        check(&deep, &[LinePiece::Whole(&deep)]);
        let torn = r#"{"a":"#.repeat(10_000);
        check(&torn, &[LinePiece::Torn(&torn)]);
        assert_eq!(with_unique_keys(&deep), None);
    }

    #[test]
    fn only_lone_surrogates_are_replaced() {
        for (json, want) in [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""a\ud83d b""#, r#""a\ufffd b""#),
            (r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#),
            (r#""\\ud83d \n\"\ud83d""#, r#""\\ud83d \n\"\ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""end\"#, r#""end\"#),
        ] {
            assert_eq!(without_lone_surrogates(json), want, "{json}");
        }
    }

    #[test]
    fn the_last_of_two_equal_keys_wins() {
        assert_eq!(with_unique_keys(r#"{"a":1,"a":2}"#).as_deref(), Some(r#"{"a":2}"#));
        assert_eq!(with_unique_keys(r#"{"a":1e999}"#), None);
    }
}
