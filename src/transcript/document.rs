//! Defines [`Document`], a transcript that is one document, collected line by line, and the state of its parts.
//!
//! Its writer rewrites the whole file at every change, so reading it again must find the parts that are new, changed or
//! removed. A writer that truncates before it writes may be seen in the middle, so loss and damage are accepted only
//! once the file has been quiet.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::RecordRef;
use super::follow::RawLine;
use super::format::repair::{with_unique_keys, without_lone_surrogates};
use super::format::{DocumentPart, DocumentParts, FORMATS, Format, Record, RecordVerdict, Sink};

/// The longest document kept, in bytes.
const MAX_DOCUMENT_BYTES: usize = 256 << 20;

/// The lines of a document, and its parts as last read.
#[derive(Debug, Clone, Default)]
pub(super) struct Document {
    text: String,
    /// The start of each line in `text`, and its start and end in the file.
    lines: Vec<(usize, u64, u64)>,
    repaired: Vec<&'static str>,
    too_long: bool,
    /// Whether lines were added since the parts were last read.
    fresh: bool,
    /// Whether the last line was added.
    closed: bool,
    length: usize,
    known: Vec<ReadPart>,
}

/// A part as last read.
#[derive(Debug, Clone)]
struct ReadPart {
    key: String,
    print: u64,
    verdict: RecordVerdict,
    has_yielded: bool,
}

/// The kind of a file, as far as its first line shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstLine {
    Document,
    /// Perhaps a document: the second line decides.
    Perhaps,
    /// Records, one a line.
    Records,
}

/// Classifies the first line that is not blank.
pub(super) fn opening(line: &str) -> FirstLine {
    match line {
        "{" => FirstLine::Perhaps,
        _ if FORMATS.iter().any(|row| row.first_lines.iter().any(|begin| line.starts_with(begin))) => {
            FirstLine::Document
        }
        _ => FirstLine::Records,
    }
}

impl Document {
    /// Adds the next line.
    pub(super) fn add(&mut self, line: &RawLine<'_>) {
        self.fresh = true;
        self.too_long |= line.oversized || self.text.len() + line.bytes.len() > MAX_DOCUMENT_BYTES;
        self.lines.push((self.text.len(), line.start, line.end));
        if self.too_long {
            return;
        }
        if line.nuls > 0 {
            self.repaired.push("NUL bytes dropped");
        }
        let text = String::from_utf8_lossy(line.bytes);
        if matches!(text, Cow::Owned(_)) {
            self.repaired.push("invalid UTF-8 replaced");
        }
        self.text.push_str(&text);
        self.text.push('\n');
        self.length = self.text.len();
    }

    /// Drops the text, but not the parts last read: the document's lines follow again from the first.
    pub(super) fn again(&mut self) {
        let known = std::mem::take(&mut self.known);
        *self = Self { known, ..Self::default() };
    }

    /// Whether lines wait to be read.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Ends the document, with a last line that has no line end, if there is one.
    pub(super) fn close(&mut self, last: Option<&RawLine<'_>>) {
        if let Some(line) = last.filter(|_| !self.closed) {
            self.add(line);
        }
        self.closed = true;
    }

    /// Takes out the text, which the parts borrow from.
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Puts back the text of a document that is not read yet.
    pub(super) fn put_back(&mut self, text: String) {
        self.text = text;
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Whether these parts show a loss that may only mean that the writer is not finished.
    pub(super) fn is_doubtful(&self, parts: &DocumentParts<'_>) -> bool {
        !parts.whole || !self.removed_keys(parts).is_empty()
    }

    /// Counts the lines of a document of unknown format.
    pub(super) fn is_unknown(&mut self, out: &mut Sink) {
        self.fresh = false;
        out.reset_record_counts();
        out.counts_mut().lines = self.lines();
        for n in 0..self.lines() {
            out.begin(RecordRef { line: n + 1, ..RecordRef::default() });
            out.end(RecordVerdict::Read("unknown format"));
        }
    }

    /// Passes removed, new and changed parts to the format.
    pub(super) fn read(&mut self, parts: &DocumentParts<'_>, format: &mut dyn Format, out: &mut Sink) {
        out.reset_record_counts();
        out.counts_mut().lines = self.lines();
        self.repaired.iter().for_each(|what| out.counts_mut().repair(what));
        let removed = self.removed_keys(parts);
        if !removed.is_empty() {
            out.begin(RecordRef::default());
            format.removed(&removed, out);
        }
        let mut before: HashMap<String, ReadPart> = self.known.drain(..).map(|k| (k.key.clone(), k)).collect();
        for (key, part) in keyed(parts) {
            let print = print_of(&part.text);
            let former = before.remove(&key);
            out.begin(self.place(part));
            let known = match former {
                Some(same) if same.print == print => same,
                former => {
                    let verdict = push(format, &Record { text: &part.text, key: &key, place: self.place(part) }, out);
                    let has_yielded = out.has_yielded() || former.is_some_and(|f| f.has_yielded);
                    ReadPart { key, print, verdict, has_yielded }
                }
            };
            if known.has_yielded {
                out.end_carrying();
            } else {
                out.end(known.verdict);
            }
            self.known.push(known);
        }
        // Parts missing from a document that is cut off may come back.
        self.known.extend(before.into_values().filter(|_| !parts.whole));
        if !parts.whole {
            let (line, end) = (self.lines(), self.offset(self.length));
            out.begin(RecordRef { line, start: end, end });
            out.end(RecordVerdict::Damaged(if self.too_long { "longer than 256 MiB" } else { "cut off" }));
        }
        self.fresh = false;
    }

    /// The keys of parts that a whole document no longer has.
    fn removed_keys(&self, parts: &DocumentParts<'_>) -> Vec<String> {
        if !parts.whole || self.known.is_empty() {
            return Vec::new();
        }
        let now: HashSet<String> = keyed(parts).map(|(key, _)| key).collect();
        self.known.iter().filter(|k| !now.contains(&k.key)).map(|k| k.key.clone()).collect()
    }

    fn place(&self, part: &DocumentPart<'_>) -> RecordRef {
        let line = self.lines.partition_point(|(at, ..)| *at <= part.range.start) as u64;
        RecordRef { line, start: self.offset(part.range.start), end: self.offset(part.range.end) }
    }

    /// The offset in the file of a byte of the document.
    fn offset(&self, at: usize) -> u64 {
        let line = self.lines.partition_point(|(begin, ..)| *begin <= at).saturating_sub(1);
        // An added line end or repaired bytes may make the text longer than the line.
        self.lines.get(line).map_or(0, |(begin, start, end)| (start + (at - begin) as u64).min(*end))
    }
}

/// The parts with unique keys.
fn keyed<'p, 'a>(parts: &'p DocumentParts<'a>) -> impl Iterator<Item = (String, &'p DocumentPart<'a>)> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    parts.parts.iter().map(move |part| {
        let n = seen.entry(&part.key).and_modify(|n| *n += 1).or_insert(1);
        let key = if *n == 1 { part.key.clone() } else { format!("{}#{n}", part.key) };
        (key, part)
    })
}

/// Passes a part to the format, repaired if necessary.
fn push(format: &mut dyn Format, part: &Record<'_>, out: &mut Sink) -> RecordVerdict {
    let verdict = format.push(part, out);
    if !matches!(verdict, RecordVerdict::Damaged(_)) {
        return verdict;
    }
    let healed = without_lone_surrogates(part.text);
    let tries = [
        (matches!(healed, Cow::Owned(_)).then(|| healed.to_string()), "lone surrogates replaced"),
        (with_unique_keys(&healed), "key given twice"),
    ];
    for (text, repair) in tries {
        let again = text.map(|text| format.push(&Record { text: &text, ..*part }, out));
        if let Some(again) = again.filter(|v| !matches!(v, RecordVerdict::Damaged(_))) {
            out.counts_mut().repair(repair);
            return again;
        }
    }
    verdict
}

fn print_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
