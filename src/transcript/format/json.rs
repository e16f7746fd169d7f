//! Defines lenient JSON fields: the types of fields change between versions of an agent, and a field of an unexpected
//! type must cost that field, not the record.

mod listing;

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use jiff::Timestamp;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::text::redact;

pub(crate) use listing::{HEAD, Listing};

/// The least number that is read as milliseconds since 1970 (a day in 1973).
const MILLIS: i64 = 100_000_000_000;

/// Declares records of a transcript. A field without a type is a [`Text`]; `field = "name"` gives its name in the file.
/// Missing fields are empty.
macro_rules! lenient {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident<$a:lifetime> {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident $(= $json:literal)? $(: $type:ty)?),+ $(,)?
        }
    )+) => {$(
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(default, bound(deserialize = "'de: 'a"))]
        $(#[$meta])*
        $vis struct $name<$a> {$(
            $(#[$field_meta])*
            $(#[serde(rename = $json)])?
            $field_vis $field: $crate::transcript::format::lenient!(@type $a $($type)?)
        ),+}
    )+};
    (@type $a:lifetime) => { $crate::transcript::format::Text<$a> };
    (@type $a:lifetime $type:ty) => { $type };
}
pub(crate) use lenient;

/// A string field. Numbers and booleans read as their words, everything else as empty. Borrows where it can.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text<'a>(pub Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Text<'_> {
    /// The text, unless empty.
    pub(crate) fn some(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }

    /// The text as a `String`, unless empty.
    pub(crate) fn owned(&self) -> Option<String> {
        self.some().map(str::to_owned)
    }

    /// The time it holds, if any: a date, or milliseconds since 1970.
    pub(crate) fn time(&self) -> Option<Timestamp> {
        let millis =
            || self.0.parse().ok().filter(|ms| *ms >= MILLIS).and_then(|ms| Timestamp::from_millisecond(ms).ok());
        self.0.parse().ok().or_else(millis)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(v)))
    }

    fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(v.to_owned())))
    }

    fn visit_string<E>(self, v: String) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(v)))
    }

    fn visit_bool<E>(self, v: bool) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(if v { "true" } else { "" })))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(v.to_string())))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(v.to_string())))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(v.to_string())))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Text::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Text::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Text::default())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

/// A boolean field: true only when the file has `true`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LenientBool(pub bool);

impl<'de> Deserialize<'de> for LenientBool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Text::deserialize(deserializer)?.0 == "true"))
    }
}

/// A text, or a value of another shape.
#[derive(Debug)]
pub(crate) enum Either<'a, T> {
    /// A string; empty for numbers and the like.
    Text(Text<'a>),
    /// A list or an object.
    Other(T),
}

/// A list or an object; empty when the file has something else in its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Maybe<T>(pub T);

impl<T> std::ops::Deref for Maybe<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Either::<'de, T>::deserialize(deserializer)? {
            Either::Other(value) => value,
            Either::Text(_) => T::default(),
        }))
    }
}

struct EitherVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EitherVisitor<T> {
    type Value = Either<'de, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_borrowed_str<E: Error>(self, v: &'de str) -> Result<Self::Value, E> {
        TextVisitor.visit_borrowed_str(v).map(Either::Text)
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Self::Value, E> {
        TextVisitor.visit_str(v).map(Either::Text)
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Self::Value, E> {
        TextVisitor.visit_string(v).map(Either::Text)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Either::Text(Text::default()))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Either::Text(Text::default()))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Either::Text(Text::default()))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Either::Text(Text::default()))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Either::Text(Text::default()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(seq)).map(Either::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Either::Other)
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Either<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EitherVisitor(PhantomData))
    }
}

/// An object of strings, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pairs(pub Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Text<'de>>()? {
                    pairs.push((key, value.0.into_owned()));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor)
    }
}

/// The first `limit` bytes of a text, less a character that would be cut.
pub(crate) fn head_of(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

/// The beginning of a text as an excerpt: at most `limit` bytes, cut only once its secrets are redacted.
pub(crate) fn excerpt_of(text: &str, limit: usize) -> String {
    let near = redact(head_of(text, limit.saturating_mul(4)));
    head_of(&near, limit).to_owned()
}

/// A raw JSON string value, decoded up to `limit` bytes; empty for other values. Reads no more of the value than
/// that, and continues after invalid escapes.
pub(crate) fn head_of_string(raw: &RawValue, limit: usize) -> String {
    let Some(mut rest) = raw.get().strip_prefix('"').and_then(|s| s.strip_suffix('"')) else { return String::new() };
    let mut text = String::new();
    while !rest.is_empty() && text.len() < limit {
        let near = head_of(rest, limit - text.len() + 3);
        let run = memchr::memchr(b'\\', near.as_bytes()).unwrap_or(near.len());
        text.push_str(&rest[..run]);
        rest = &rest[run..];
        if rest.starts_with('\\') {
            let (c, used) = escaped(rest);
            text.push(c);
            rest = rest.get(used..).unwrap_or_default();
        }
    }
    text.truncate(head_of(&text, limit).len());
    text
}

/// The character of an escape at the start of `text`, and the length of the escape in bytes.
fn escaped(text: &str) -> (char, usize) {
    match text.as_bytes().get(1) {
        Some(b'n') => ('\n', 2),
        Some(b't') => ('\t', 2),
        Some(b'r') => ('\r', 2),
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'u') => {
            let units = [code_unit(text, 0), code_unit(text, 6)].into_iter().map_while(|u| u);
            let first = char::decode_utf16(units).next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER);
            (first, 6 * first.len_utf16())
        }
        Some(&other) => (char::from(other), 2),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// The UTF-16 code unit of the `\uXXXX` escape at `at`.
fn code_unit(text: &str, at: usize) -> Option<u16> {
    u16::from_str_radix(text.get(at..at + 6)?.strip_prefix("\\u")?, 16).ok()
}

/// Text of a value that is a string or an array of `{text}` blocks, whole.
pub(crate) fn text_of(raw: &RawValue) -> Result<String, serde_json::Error> {
    lenient! {
        struct Block<'a> { text }
    }
    match raw.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str(raw.get()),
        Some(b'[') => {
            let blocks: Vec<&RawValue> = serde_json::from_str(raw.get())?;
            let mut texts = Vec::new();
            for block in blocks {
                match block.get().as_bytes().first() {
                    Some(b'"') => texts.push(serde_json::from_str(block.get())?),
                    Some(b'{') => texts.push(serde_json::from_str::<Block<'_>>(block.get())?.text.0.into_owned()),
                    _ => {}
                }
            }
            texts.retain(|t| !t.is_empty());
            Ok(texts.join("\n"))
        }
        _ => Ok(String::new()),
    }
}

/// The first `limit` bytes of [`text_of`], cheap for long strings and never failing.
pub(crate) fn head_of_text(raw: &RawValue, limit: usize) -> String {
    if raw.get().starts_with('"') {
        return head_of_string(raw, limit);
    }
    let mut text = text_of(raw).unwrap_or_default();
    text.truncate(head_of(&text, limit).len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn a_field_of_an_odd_type_is_empty_and_the_others_are_read() {
        lenient! {
            struct Row<'a> { a, b: LenientBool }
        }
        for (json, a, b) in [
            (r#"{"a":"x","b":true}"#, "x", true),
            (r#"{"a":7,"b":"true"}"#, "7", true),
            (r#"{"a":null,"b":null}"#, "", false),
            (r#"{"a":["x",{"y":1}],"b":{"c":[]}}"#, "", false),
            (r"{}", "", false),
        ] {
            let row: Row<'_> = serde_json::from_str(json).unwrap();
            assert_eq!((&*row.a, row.b.0), (a, b), "{json}");
        }
    }

    #[test]
    fn heads_end_at_characters_and_escapes() {
        let long = format!("\"{}\"", r#"a\n\"\\é\u00e9\ud83d\ude00"#.repeat(200));
        let whole: String = serde_json::from_str(&long).unwrap();
        for limit in 0..120 {
            let head = head_of_string(&raw(&long), limit);
            assert!(head.len() <= limit && whole.starts_with(&head), "{limit}: {head:?}");
            assert!(head.len() + 8 > limit, "{limit}: {head:?}");
        }
    }

    #[test]
    fn text_of_joins_blocks() {
        let blocks = raw(r#"[{"type":"text","text":"a"},{"type":"image"},"b"]"#);
        assert_eq!(text_of(&blocks).unwrap(), "a\nb");
        assert_eq!(head_of_text(&blocks, 2), "a\n");
        assert_eq!(text_of(&raw("12")).unwrap(), "");
    }
}
