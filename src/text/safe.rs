//! Defines [`SafeText`]: text that shows what it holds and holds no secret, control or hidden character.
//!
//! Order matters. Secrets are redacted in the original text, then escape sequences and hidden characters are removed or
//! made visible, and if that changed anything secrets are redacted again: a token with a colour code in its middle is a
//! token once the code is removed. Safe text is unchanged when made safe again.

mod compose;

use std::borrow::Cow;
use std::fmt::{self, Display};

use unicode_segmentation::UnicodeSegmentation;

use super::class::{is_emoji, is_hidden, is_joining_letter, is_mark, may_join};
use super::{cut, escape, redact};

pub use compose::{SafePart, composed, safe_part};

/// Marks kept on one character. No script needs more; piles of them smear over neighbouring rows.
const MARKS: usize = 8;
/// Joined characters kept in one emoji sequence; the longest in use has four.
const JOINS: usize = 8;
/// Bytes kept of one grapheme.
const CLUSTER: usize = 64;
/// Columns between tab stops.
const TAB: usize = 4;

/// Text fit for every sink: screen, stdout, files, logs, clipboard, window title. Only this room can make one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SafeText {
    text: Cow<'static, str>,
    hidden: bool,
}

impl SafeText {
    /// One line: line breaks, tabs and runs of spaces become one space, none at the ends.
    pub fn line(raw: &str) -> Self {
        let (text, hidden) = safe(raw);
        if is_one_line(&text) {
            return Self { text: Cow::Owned(text), hidden };
        }
        let text = one_line(&text);
        // Joining two lines can complete a secret that was split between them.
        let text = match redact(&text) {
            Cow::Owned(redacted) => redacted,
            Cow::Borrowed(_) => text,
        };
        Self { text: Cow::Owned(text), hidden }
    }

    /// Text of any number of lines: `\n` stays, tabs become spaces up to the next stop.
    pub fn block(raw: &str) -> Self {
        let (text, hidden) = safe(raw);
        Self { text: Cow::Owned(text), hidden }
    }

    /// Whether a text is safe as it is: printable ASCII and line breaks without secrets. Cheaper than making its safe form.
    pub fn is_plain(raw: &str) -> bool {
        is_plain_ascii(raw) && matches!(redact(raw), Cow::Borrowed(_))
    }

    /// Text of the program itself, taken unchecked.
    pub const fn ours(text: &'static str) -> Self {
        Self { text: Cow::Borrowed(text), hidden: false }
    }

    /// Any printable value (such as a system error) as one line.
    pub fn shown(value: impl Display) -> Self {
        Self::line(&value.to_string())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether invisible characters or sequences were made visible or removed; colours do not count. A person who
    /// approves such a text must be told.
    pub const fn hidden(&self) -> bool {
        self.hidden
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// At most `columns` wide, with an ellipsis where something was cut.
    #[must_use]
    pub fn cut(&self, columns: usize) -> Self {
        Self { text: Cow::Owned(cut(&self.text, columns).into_owned()), hidden: self.hidden }
    }

    /// The text as a `String`.
    pub fn into_string(self) -> String {
        self.text.into_owned()
    }
}

impl Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl AsRef<str> for SafeText {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl From<SafeText> for String {
    fn from(safe: SafeText) -> Self {
        safe.into_string()
    }
}

impl From<SafeText> for Cow<'static, str> {
    fn from(safe: SafeText) -> Self {
        safe.text
    }
}

impl<'a> From<&'a SafeText> for Cow<'a, str> {
    fn from(safe: &'a SafeText) -> Self {
        Cow::Borrowed(&safe.text)
    }
}

/// The safe form of a text, line breaks kept, and whether it had hidden characters.
fn safe(raw: &str) -> (String, bool) {
    let redacted = redact(raw);
    if is_plain_ascii(&redacted) {
        return (redacted.into_owned(), false);
    }
    let (text, hidden) = neutralise(&redacted);
    match redact(&text) {
        Cow::Owned(again) => (again, hidden),
        Cow::Borrowed(_) => (text, hidden),
    }
}

fn is_plain_ascii(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n'))
}

/// Removes escape sequences and makes invisible characters visible.
fn neutralise(raw: &str) -> (String, bool) {
    let mut hidden = false;
    let stripped = if escape::has_escape(raw) {
        let (text, found) = escape::strip(raw);
        hidden = found;
        Cow::Owned(text)
    } else {
        Cow::Borrowed(raw)
    };
    let mut writer = Writer { out: String::with_capacity(stripped.len()), hidden, ..Writer::default() };
    let mut chars = stripped.chars().peekable();
    while let Some(c) = chars.next() {
        writer.put(c, chars.peek().copied());
    }
    let Writer { out, hidden, joins, .. } = writer;
    if joins { cap_clusters(out, hidden) } else { (out, hidden) }
}

/// The output so far, and the state that decides how the next character is written.
#[derive(Default)]
struct Writer {
    out: String,
    hidden: bool,
    joins: bool,
    previous: Option<char>,
    column: usize,
    marks: usize,
    sequence: usize,
}

impl Writer {
    fn put(&mut self, c: char, next: Option<char>) {
        match c {
            '\n' => {
                self.plain(c);
                self.column = 0;
            }
            '\t' => {
                for _ in 0..TAB - self.column % TAB {
                    self.plain(' ');
                }
            }
            '\r' if next == Some('\n') => {}
            '\0'..='\u{1f}' => self.made_visible(picture(c)),
            '\u{7f}' => self.made_visible('␡'),
            ' '..='~' => self.plain(c),
            '\u{80}'..='\u{9f}' => self.named(c),
            c if is_hidden(c) && !self.belongs(c, next) => self.named(c),
            c if is_mark(c) => self.mark(c),
            c => {
                self.joins |= may_join(c);
                self.plain(c);
            }
        }
    }

    fn plain(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
        self.marks = 0;
        if self.previous != Some('\u{200d}') {
            self.sequence = 0;
        }
        self.previous = Some(c);
    }

    fn made_visible(&mut self, c: char) {
        self.hidden = true;
        self.plain(c);
    }

    /// Writes the character as its code point, `⟨U+200B⟩`.
    fn named(&mut self, c: char) {
        self.hidden = true;
        for shown in format!("⟨U+{:04X}⟩", u32::from(c)).chars() {
            self.plain(shown);
        }
    }

    /// Writes a mark, or an invisible joiner in a valid place.
    fn mark(&mut self, c: char) {
        self.joins = true;
        if self.marks == MARKS {
            self.hidden = true;
            return;
        }
        self.marks += 1;
        self.sequence += usize::from(c == '\u{200d}');
        self.out.push(c);
        self.previous = Some(c);
    }

    /// Whether an invisible character is valid here: joining emoji, choosing their colour form, or shaping a word of a
    /// script that needs it.
    fn belongs(&self, c: char, next: Option<char>) -> bool {
        let Some(previous) = self.previous else { return false };
        let after_emoji = is_emoji(previous) || previous == '\u{fe0f}';
        match c {
            '\u{200d}' if after_emoji => self.sequence < JOINS && next.is_some_and(is_emoji),
            '\u{200c}' | '\u{200d}' => {
                let letter = is_joining_letter(previous) || (previous > '\u{300}' && is_indic_mark(previous));
                letter && next.is_some_and(is_joining_letter)
            }
            '\u{fe0f}' => {
                let keycap = matches!(previous, '0'..='9' | '#' | '*') && next == Some('\u{20e3}');
                is_emoji(previous) || keycap
            }
            '\u{fe0e}' => is_emoji(previous),
            _ => false,
        }
    }
}

/// Vowel signs and viramas, which a joiner may follow in Indic scripts.
const fn is_indic_mark(c: char) -> bool {
    matches!(c, '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{dff}')
}

/// The control picture of a C0 character.
fn picture(c: char) -> char {
    char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')
}

/// Cuts graphemes longer than [`CLUSTER`] bytes: valid in Unicode, yet one cell on screen.
fn cap_clusters(text: String, hidden: bool) -> (String, bool) {
    if text.graphemes(true).all(|g| g.len() <= CLUSTER) {
        return (text, hidden);
    }
    let mut out = String::with_capacity(text.len());
    for grapheme in text.graphemes(true) {
        if grapheme.len() <= CLUSTER {
            out.push_str(grapheme);
            continue;
        }
        // Room for the ellipsis counts: a prefix character would join it to the grapheme.
        let end = grapheme.floor_char_boundary(CLUSTER - '…'.len_utf8());
        // A joiner at the end would join nothing.
        let kept = grapheme[..end].trim_end_matches(['\u{200c}', '\u{200d}']);
        out.push_str(kept);
        out.push('…');
    }
    (out, true)
}

fn is_one_line(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr(b'\n', bytes).is_none()
        && !bytes.starts_with(b" ")
        && !bytes.ends_with(b" ")
        && memchr::memmem::find(bytes, b"  ").is_none()
}

fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split([' ', '\n']).filter(|w| !w.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
#[path = "safe_tests.rs"]
mod tests;
