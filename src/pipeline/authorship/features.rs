//! Defines the features of a line of a message: its layout and words, those of the lines beside it, its paragraph's, and
//! how these differ from the rest of the message.

use std::collections::HashMap;
use std::ops::Range;

use crate::pipeline::spoken::features::{OF_GRAMMAR, hashed, sequences, shape, tokens};

/// A line that is not blank.
#[derive(Debug, Clone)]
pub struct Line<'t> {
    /// Its bytes in the message, with its end.
    pub range: Range<usize>,
    /// The number of its paragraph: lines without a blank one between them.
    pub paragraph: usize,
    text: &'t str,
    /// Its words, as tokens.
    words: Vec<String>,
    form: String,
    begins: &'static str,
    ends: &'static str,
    length: usize,
}

/// A message cut into lines.
#[derive(Debug, Clone)]
pub struct MessageLines<'t> {
    lines: Vec<Line<'t>>,
    paragraphs: Vec<Paragraph>,
    /// Whether most of its paragraphs begin in lower case, as few, half or most of them.
    lower: &'static str,
    /// The features that all its lines share, as hashes.
    shared: Vec<u32>,
}

/// The counts and features that the lines of a paragraph share. They are computed once a paragraph, as a pasted log may be
/// one paragraph of many lines.
#[derive(Debug, Clone)]
struct Paragraph {
    lines: usize,
    /// How many of its lines have a form.
    forms: HashMap<String, usize>,
    /// How many of its lines begin alike.
    begins: HashMap<&'static str, usize>,
    /// The features that its lines share, as hashes.
    shared: Vec<u32>,
}

/// Most bytes of a line that are read.
const MOST_BYTES: usize = 600;
/// Length of a line's form, in signs.
const FORM: usize = 12;

impl<'t> MessageLines<'t> {
    /// Cuts a message into its lines.
    pub fn new(text: &'t str) -> Self {
        let (mut lines, mut at, mut paragraph, mut blank): (Vec<Line<'t>>, _, _, _) = (Vec::new(), 0, 0, false);
        for line in text.split_inclusive('\n') {
            let range = at..at + line.len();
            at = range.end;
            if line.trim().is_empty() {
                blank = true;
                continue;
            }
            paragraph += usize::from(blank && !lines.is_empty());
            blank = false;
            lines.push(Line::new(line.trim_end(), range, paragraph));
        }
        let by_paragraph: Vec<&[Line<'t>]> = lines.chunk_by(|a, b| a.paragraph == b.paragraph).collect();
        let heads = by_paragraph.iter().filter_map(|own| own.first());
        let low = heads.filter(|line| line.begins == "a").count();
        let lower = if low == 0 {
            "few"
        } else if low * 2 <= by_paragraph.len() {
            "half"
        } else {
            "most"
        };
        let paragraphs = by_paragraph.into_iter().map(Paragraph::new).collect();
        let shared = shared_by_all(&lines);
        Self { lines, paragraphs, lower, shared }
    }

    /// Its lines that are not blank, in order.
    pub fn lines(&self) -> &[Line<'t>] {
        &self.lines
    }

    /// The hashes of a line's features, each once.
    pub fn features(&self, at: usize) -> Vec<u32> {
        let Some(line) = self.lines.get(at) else { return Vec::new() };
        let mut out = Vec::with_capacity(128);
        out.push(hashed("bias", &[]));
        line.add(&mut out, "own");
        of_words(&mut out, line);
        for (name, other) in [
            ("before", at.checked_sub(1).and_then(|at| self.lines.get(at))),
            ("before-2", at.checked_sub(2).and_then(|at| self.lines.get(at))),
            ("after", self.lines.get(at + 1)),
            ("after-2", self.lines.get(at + 2)),
        ] {
            match other {
                Some(other) => {
                    let apart = if other.paragraph == line.paragraph { "same" } else { "other" };
                    out.push(hashed(name, &[apart]));
                    out.push(hashed(name, &[apart, other.begins, other.ends]));
                    out.push(hashed(name, &[apart, "form", &other.form]));
                    out.push(hashed(name, &[apart, "alike", if other.form == line.form { "1" } else { "0" }]));
                    out.push(hashed(name, &[apart, "length", few(other.length / 20)]));
                    out.push(hashed(name, &[apart, "pair", line.begins, other.begins]));
                    if let Some(first) = other.words.first() {
                        out.push(hashed(name, &[apart, "word", first]));
                    }
                }
                None => out.push(hashed(name, &["none"])),
            }
        }
        self.of_place(&mut out, at, line);
        if let Some(paragraph) = self.paragraphs.get(line.paragraph) {
            paragraph.add(&mut out, line);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Adds where the line stands in its message, and how its register differs from the rest.
    fn of_place(&self, out: &mut Vec<u32>, at: usize, line: &Line<'_>) {
        let paragraphs = self.paragraphs.len();
        let from_end = self.lines.len() - 1 - at;
        out.push(hashed("from-start", &[few(at)]));
        out.push(hashed("from-end", &[few(from_end)]));
        out.push(hashed("paragraph-from-start", &[few(line.paragraph)]));
        out.push(hashed("paragraph-from-end", &[few(paragraphs - 1 - line.paragraph)]));
        out.push(hashed("register", &[self.lower, line.begins]));
        let first = self.lines.first().map_or("", |first| first.begins);
        let last = self.lines.last().map_or("", |last| last.begins);
        out.push(hashed("register-ends", &[first, line.begins, last]));
        out.extend(&self.shared);
    }
}

impl Paragraph {
    fn new(lines: &[Line<'_>]) -> Self {
        let mut paragraph =
            Self { lines: lines.len(), forms: HashMap::new(), begins: HashMap::new(), shared: Vec::new() };
        let longest = lines.iter().map(|line| line.length).max().unwrap_or_default();
        let shortest = lines.iter().rev().skip(1).map(|line| line.length).min().unwrap_or_default();
        // Lines wrapped at a width are nearly as long as the longest one, and go on in lower case.
        let wrapped = lines.len() > 1
            && longest > 50
            && shortest * 4 >= longest * 3
            && lines.iter().skip(1).any(|line| line.begins == "a");
        let out = &mut paragraph.shared;
        out.push(hashed("paragraph-lines", &[few(lines.len())]));
        out.push(hashed("wrapped", &[if wrapped { "1" } else { "0" }]));
        for line in lines {
            *paragraph.forms.entry(line.form.clone()).or_default() += 1;
            *paragraph.begins.entry(line.begins).or_default() += 1;
            out.push(hashed("paragraph", &[line.begins, line.ends]));
            out.push(hashed("paragraph-form", &[&line.form]));
            let of_grammar = line.words.iter().filter(|word| OF_GRAMMAR.contains(word));
            out.extend(of_grammar.map(|word| hashed("paragraph-word", &[word])));
            out.extend(line.words.first().map(|first| hashed("paragraph-opens", &[first])));
        }
        out.sort_unstable();
        out.dedup();
        paragraph
    }

    /// Adds the layout and the words of the paragraph, and how many of its lines are like this one.
    fn add(&self, out: &mut Vec<u32>, line: &Line<'_>) {
        let alike = self.forms.get(&line.form).copied().unwrap_or_default();
        out.push(hashed("alike", &[few(alike), few(self.lines)]));
        let begins = self.begins.get(line.begins).copied().unwrap_or_default();
        out.push(hashed("begin-alike", &[line.begins, few(begins), few(self.lines)]));
        out.extend(&self.shared);
    }
}

/// The features that all lines of a message share: how many it has, and how it opens and ends.
fn shared_by_all(lines: &[Line<'_>]) -> Vec<u32> {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Vec::new() };
    let mut out = vec![
        hashed("lines", &[few(lines.len() / 3)]),
        hashed("paragraphs", &[few(last.paragraph + 1)]),
        hashed("ends-with", &[last.begins, last.ends, few(last.length / 20)]),
        hashed("starts-with", &[first.begins, first.ends, few(first.length / 20)]),
    ];
    out.extend(first.words.first().map(|word| hashed("starts-with-word", &[word])));
    out.extend(last.words.first().map(|word| hashed("ends-with-word", &[word])));
    out
}

impl<'t> Line<'t> {
    fn new(text: &'t str, range: Range<usize>, paragraph: usize) -> Self {
        let bare = text.trim_start();
        let begins = if bare.len() == text.len() { kind(bare.chars().next()) } else { indented(bare.chars().next()) };
        let length = text.chars().count();
        let words = tokens(cut(text));
        Self { range, paragraph, text, words, form: form(text), begins, ends: kind(text.chars().last()), length }
    }

    /// Adds the layout of the line.
    fn add(&self, out: &mut Vec<u32>, name: &str) {
        let signs = self.text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
        let digits = self.text.chars().filter(char::is_ascii_digit).count();
        let words = self.text.split_whitespace().count();
        let share = |n: usize| few(n * 8 / self.length.max(1));
        for (what, parts) in [
            ("begins", &[self.begins][..]),
            ("ends", &[self.ends]),
            ("both", &[self.begins, self.ends]),
            ("form", &[&self.form]),
            ("length", &[few(self.length / 20)]),
            ("words", &[few(words / 3)]),
            ("signs", &[share(signs)]),
            ("digits", &[share(digits)]),
        ] {
            out.push(hashed(name, &[&[what], parts].concat()));
        }
        for sign in "={}[]()<>|:;\"'`/\\_#*@$%&+~^,".chars().filter(|c| self.text.contains(*c)) {
            let mut bytes = [0; 4];
            out.push(hashed(name, &["sign", sign.encode_utf8(&mut bytes)]));
        }
        let indent = self.text.len() - self.text.trim_start().len();
        out.push(hashed(name, &["indent", few(indent)]));
    }
}

/// Adds the words of a line, their sequences, and how it opens and ends.
fn of_words(out: &mut Vec<u32>, line: &Line<'_>) {
    let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    let shapes: Vec<&str> = words.iter().map(|word| shape(word)).collect();
    sequences(out, "word", &words, 1..=1);
    sequences(out, "shape", &shapes, 2..=3);
    out.push(hashed("opens", words.get(..1).unwrap_or_default()));
    out.push(hashed("opens-2", words.get(..2).unwrap_or(&words)));
    out.push(hashed("opens-shape", shapes.get(..3).unwrap_or(&shapes)));
    out.push(hashed("last", words.last().map(std::slice::from_ref).unwrap_or_default()));
    for word in line.text.split_whitespace() {
        let cased = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
        if cased {
            out.push(hashed("cased", &[]));
        }
        if word.starts_with("i'") || word == "i" {
            out.push(hashed("small-i", &[]));
        }
        if word.chars().filter(|c| "._/-:".contains(*c)).count() > 1 {
            out.push(hashed("compound", &[]));
        }
    }
}

/// The kind of a sign: `a`, `A`, `0`, a mark of its own, or another.
fn kind(c: Option<char>) -> &'static str {
    match c {
        Some(c) if c.is_lowercase() => "a",
        Some(c) if c.is_uppercase() => "A",
        Some(c) if c.is_ascii_digit() => "0",
        Some(c) => {
            ".,:;?!-*#>()[]{}<\"'`/\\|=+_$%@&~^".find(c).map_or("other", |at| MARKS.get(at).copied().unwrap_or("other"))
        }
        None => "none",
    }
}

/// The marks that [`kind`] tells apart.
const MARKS: [&str; 34] = [
    ".", ",", ":", ";", "?", "!", "-", "*", "#", ">", "(", ")", "[", "]", "{", "}", "<", "\"", "'", "`", "/", "\\",
    "|", "=", "+", "_", "$", "%", "@", "&", "~", "^", "other", "other",
];

/// The kind of the first sign of an indented line.
fn indented(c: Option<char>) -> &'static str {
    match kind(c) {
        "a" => " a",
        "A" => " A",
        "0" => " 0",
        "-" | "*" => " -",
        _ => " .",
    }
}

/// The beginning of a line with letters, digits and spaces in a row as one sign each: "aaa 0:" is "a 0:".
fn form(text: &str) -> String {
    let mut out = String::new();
    let mut signs = 0;
    for c in text.chars() {
        let sign = match c {
            c if c.is_lowercase() => 'a',
            c if c.is_uppercase() => 'A',
            c if c.is_ascii_digit() => '0',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        let repeats = out.ends_with(sign) && sign.is_ascii();
        if !repeats {
            out.push(sign);
            signs += 1;
        }
        if signs >= FORM {
            break;
        }
    }
    out
}

/// A number as one of six.
fn few(n: usize) -> &'static str {
    ["0", "1", "2", "3", "4", "5"].get(n).copied().unwrap_or("6")
}

/// A text up to `MOST_BYTES`.
fn cut(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
