//! Defines how safe texts are put together and taken apart: [`safe!`](crate::text::safe) fills a format of ours with
//! safe parts only, which the compiler checks.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::{Deref, Range};

use super::SafeText;

/// A value that prints safe text: numbers, words of the program, and safe text itself.
pub trait SafePart: Display {}

impl SafePart for SafeText {}
impl SafePart for &'static str {}
impl<T: SafePart> SafePart for &T {}

macro_rules! numbers {
    ($($number:ty),+) => { $(impl SafePart for $number {})+ };
}
numbers!(u8, u16, u32, u64, usize, i32, i64, isize, f32, f64);

/// Formats safe parts: `safe!("t{} of {}", turn, name)`. A name inside the braces, or a part that may hold untrusted
/// text, does not compile.
#[macro_export]
macro_rules! safe {
    ($format:literal $(, $part:expr)* $(,)?) => {
        // `concat!` keeps names in the format from being captured unchecked.
        $crate::text::composed(format_args!(concat!($format), $($crate::text::safe_part(&$part)),*))
    };
}

/// The text of a format; for [`safe!`](crate::safe) only, which checks its parts.
#[doc(hidden)]
pub fn composed(text: fmt::Arguments<'_>) -> SafeText {
    SafeText { text: text.as_str().map_or_else(|| Cow::Owned(text.to_string()), Cow::Borrowed), hidden: false }
}

/// The part itself, checked by its type.
#[doc(hidden)]
pub const fn safe_part<T: SafePart>(part: &T) -> &T {
    part
}

impl From<&'static str> for SafeText {
    fn from(literal: &'static str) -> Self {
        Self::ours(literal)
    }
}

impl From<&SafeText> for SafeText {
    fn from(text: &SafeText) -> Self {
        text.clone()
    }
}

impl Deref for SafeText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl PartialEq<str> for SafeText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for SafeText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl SafeText {
    /// A byte range of the text; nothing where it does not end between characters.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or("")),
            Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or("").to_owned()),
        };
        Self { text, hidden: self.hidden }
    }

    /// Appends a text.
    pub fn push(&mut self, text: &Self) {
        self.text.to_mut().push_str(&text.text);
        self.hidden |= text.hidden;
    }

    /// `count` spaces.
    pub fn spaces(count: usize) -> Self {
        Self { text: Cow::Owned(" ".repeat(count)), hidden: false }
    }

    /// A text of ours, `count` times.
    pub fn repeated(literal: &'static str, count: usize) -> Self {
        Self { text: Cow::Owned(literal.repeat(count)), hidden: false }
    }
}
