//! Defines the reading and writing of front matter, the YAML between two `---` lines at the beginning of a Markdown
//! file. A change of one field keeps every other byte.
//!
//! Fields are parsed one by one: people write lines that are not YAML (`title: Fix: it`), and one of those must not
//! hide the others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use serde::de::DeserializeOwned;

use crate::text::SafeText;

const FENCE: &str = "---";

/// The front matter of a text, and the body below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrontMatter<'a> {
    /// The lines between the fences; empty where there is no front matter.
    pub fields: Fields<'a>,
    /// The text below the closing fence; the whole text where there is no front matter.
    pub body: &'a str,
    /// Byte offsets of the fields' beginning and end in the text; `None` where there is no front matter.
    span: Option<(usize, usize)>,
}

impl<'a> FrontMatter<'a> {
    /// Splits a text. Front matter that is not closed counts as body.
    pub fn of(text: &'a str) -> Self {
        let none = Self { fields: Fields(""), body: text, span: None };
        let mut lines = text.split_inclusive('\n');
        let Some(open) = lines.next().filter(|l| l.trim_end() == FENCE && l.ends_with('\n')) else { return none };
        let mut end = open.len();
        for line in lines {
            if line.trim_end() == FENCE {
                let (fields, rest) = (&text[open.len()..end], &text[end + line.len()..]);
                return Self { fields: Fields(fields), body: rest, span: Some((open.len(), end)) };
            }
            end += line.len();
        }
        none
    }

    /// Whether the text has front matter.
    pub fn exists(&self) -> bool {
        self.span.is_some()
    }
}

/// Lines of YAML with one field each, or several for one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields<'a>(pub &'a str);

impl Fields<'_> {
    /// Byte range of a field's lines: the one with its name and those that continue it.
    fn span(&self, name: &str) -> Option<Range<usize>> {
        let (mut start, mut at, mut end) = (None, 0, 0);
        for line in self.0.split_inclusive('\n') {
            let named = line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
            let continued = line.starts_with([' ', '\t', '-']) && !line.trim().is_empty();
            match start {
                None if named => (start, end) = (Some(at), at + line.len()),
                Some(_) if continued => end = at + line.len(),
                Some(_) if !line.trim().is_empty() => break,
                _ => {}
            }
            at += line.len();
        }
        start.map(|start| start..end)
    }

    fn parse<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let lines = self.0.get(self.span(name)?)?;
        serde_saphyr::from_str::<BTreeMap<String, T>>(lines).ok()?.remove(name)
    }

    /// A field's text, on one line. If it is not valid YAML, the rest of its line.
    pub fn text(&self, name: &str) -> Option<String> {
        if let Some(text) = self.parse::<String>(name) {
            return Some(text.trim_end().lines().map(str::trim).collect::<Vec<_>>().join(" "));
        }
        let first = self.0.get(self.span(name)?)?.lines().next()?;
        let value = first.get(name.len() + 1..)?.trim();
        Some(value.trim_matches(['"', '\'']).to_owned())
    }

    /// A field's list; empty where it has none.
    pub fn list(&self, name: &str) -> Vec<String> {
        self.parse(name).unwrap_or_default()
    }

    /// Whether a field takes several lines.
    pub fn has_lines(&self, name: &str) -> bool {
        let lines = self.span(name).and_then(|span| self.0.get(span));
        lines.is_some_and(|lines| lines.trim_end().contains('\n'))
    }
}

/// The text with a field of its front matter replaced; `None` if it has no such field. `value` is
/// written as it is: see [`scalar`].
pub fn replaced(text: &str, name: &str, value: &str) -> Option<String> {
    let matter = FrontMatter::of(text);
    let (start, _) = matter.span?;
    let field = matter.fields.span(name)?;
    let (before, after) = (text.get(..start + field.start)?, text.get(start + field.end..)?);
    Some(format!("{before}{name}: {value}{}{after}", line_end(text)))
}

/// The text with a field set: replaced, added to its front matter, or in front matter of its own.
pub fn set(text: &str, name: &str, value: &str) -> String {
    if let Some(text) = replaced(text, name, value) {
        return text;
    }
    let ending = line_end(text);
    let line = format!("{name}: {value}{ending}");
    if let Some((_, end)) = FrontMatter::of(text).span {
        return format!("{}{line}{}", text.get(..end).unwrap_or_default(), text.get(end..).unwrap_or_default());
    }
    let gap = if text.is_empty() { "" } else { ending };
    format!("{FENCE}{ending}{line}{FENCE}{ending}{gap}{text}")
}

/// Front matter of these fields. Values are written as they are; one that begins on the next line is indented already.
pub fn head(fields: &[(&str, &str)]) -> String {
    let mut out = format!("{FENCE}\n");
    for (name, value) in fields {
        let gap = if value.starts_with('\n') { "" } else { " " };
        let _ = writeln!(out, "{name}:{gap}{value}");
    }
    out + FENCE + "\n"
}

/// A text as a quoted YAML scalar on one line: as JSON writes it, with the characters escaped that YAML alone treats as
/// line breaks or forbids.
pub fn scalar(text: &str) -> String {
    let text = SafeText::line(text);
    let mut out = String::from("\"");
    for c in text.as_str().chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}'..='\u{ffff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_yaml_and_an_invalid_one_hides_no_other() {
        let text = "---\nid: BACK-7\ntitle: Fix: it \"now\"\nold: 'it''s'\nlong: >-\n  one\n  two\nlabels: [a, \"b c\"]\n\
                    steps:\n- x\n- y\nempty:\nnumber: 0012 # padded\n---\nBody\n";
        let FrontMatter { fields, body, .. } = FrontMatter::of(text);
        let text = |name: &str| fields.text(name);
        assert_eq!(body, "Body\n");
        assert_eq!((text("id").as_deref(), text("title").as_deref()), (Some("BACK-7"), Some("Fix: it \"now")));
        assert_eq!((text("old").as_deref(), text("long").as_deref()), (Some("it's"), Some("one two")));
        assert_eq!((text("number").as_deref(), text("empty").as_deref()), (Some("0012"), Some("")));
        assert_eq!((text("none"), fields.list("labels")), (None, vec!["a".to_owned(), "b c".to_owned()]));
        assert_eq!((fields.list("steps"), fields.list("empty")), (vec!["x".to_owned(), "y".to_owned()], vec![]));
    }

    #[test]
    fn a_text_without_closed_front_matter_has_none() {
        for text in ["", "---", "---\nid: x\n", "# T\n---\nid: x\n---\n", " ---\nid: x\n---\n"] {
            let matter = FrontMatter::of(text);
            assert!(!matter.exists() && matter.body == text && matter.fields.0.is_empty(), "{text:?}");
        }
        assert_eq!(FrontMatter::of("---\r\nid: x\r\n---").fields.text("id").as_deref(), Some("x"));
    }

    #[test]
    fn a_field_is_set_and_every_other_byte_stays() {
        let text = "---\r\nid:  x # mine\r\nstatus: open\r\n---\r\nstatus: no\r\n";
        let after = "---\r\nid:  x # mine\r\nstatus: \"done\"\r\n---\r\nstatus: no\r\n";
        assert_eq!(set(text, "status", &scalar("done")), after);
        assert_eq!(set("Words", "a", "b"), "---\na: b\n---\n\nWords");
        assert_eq!(set("---\nc: d\n---\nWords", "a", "b"), "---\nc: d\na: b\n---\nWords");
        assert_eq!(replaced("---\nc: >\n  d\n  e\nf: g\n---\n", "c", "x").as_deref(), Some("---\nc: x\nf: g\n---\n"));
        assert_eq!(replaced("c: d\n", "c", "x"), None);
        assert_eq!(head(&[("a", "b"), ("m", "\n  t: x")]), "---\na: b\nm:\n  t: x\n---\n");
    }
}
