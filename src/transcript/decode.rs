//! Defines [`Decoder`], which turns the lines of a file into entries. It detects the format from the content, repairs
//! damaged lines and counts every record.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::counts::Counts;
use super::document::{Document, FirstLine, opening};
use super::follow::RawLine;
use super::format::repair::{LinePiece, pieces, with_unique_keys, without_lone_surrogates};
use super::format::thin::thinned;
use super::format::{FORMATS, Format, FormatRow, Origin, Record, RecordVerdict, Sink, sniff, sniff_document};
use super::mark::Checkpoint;
use super::{Entry, Meta, RecordRef};

/// Reads the lines of one file.
#[derive(Debug)]
pub struct Decoder {
    origin: Origin,
    row: Option<&'static FormatRow>,
    format: Option<Box<dyn Format>>,
    sink: Sink,
    /// The meta data derived from the file's name alone.
    fresh: Meta,
    /// The file's text, if it is one document.
    document: Option<Document>,
    /// The first line, until the second shows whether the file is a document.
    first: Option<BufferedLine>,
    /// The newest checkpoint, and the offset from which on the next is due.
    checkpoint: Option<Arc<Checkpoint>>,
    due: u64,
}

/// A line that is not decoded yet.
#[derive(Debug, Clone)]
struct BufferedLine {
    bytes: Vec<u8>,
    number: u64,
    start: u64,
    end: u64,
}

impl BufferedLine {
    fn line(&self) -> RawLine<'_> {
        let Self { bytes, number, start, end } = self;
        let (number, start, end) = (*number, *start, *end);
        RawLine { number, start, end, bytes, nuls: 0, oversized: false, terminated: true }
    }
}

/// The saved form of a decoder's state.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct DecoderState {
    /// The program and version that wrote it; the formats' states differ between versions.
    program: String,
    format: Option<String>,
    reader: Option<Box<RawValue>>,
    sink: Sink,
}

impl Clone for Decoder {
    fn clone(&self) -> Self {
        let format = self.format.as_ref().map(|f| f.boxed_clone());
        Self {
            origin: self.origin.clone(),
            row: self.row,
            format,
            sink: self.sink.clone(),
            fresh: self.fresh.clone(),
            document: self.document.clone(),
            first: self.first.clone(),
            checkpoint: self.checkpoint.clone(),
            due: self.due,
        }
    }
}

impl Decoder {
    /// A decoder for the file at `path`, which is not opened.
    pub fn new(path: &Path) -> Self {
        let origin = Origin::of(path);
        let fresh = meta_of(path, &origin.stem);
        let sink = Sink::new(fresh.clone());
        Self {
            origin,
            row: None,
            format: None,
            sink,
            fresh,
            document: None,
            first: None,
            checkpoint: None,
            due: Checkpoint::due_after(0),
        }
    }

    /// Disables checkpoints, for a file that is read once.
    #[must_use]
    pub fn without_marks(self) -> Self {
        Self { due: u64::MAX, ..self }
    }

    /// The newest checkpoint, if the file is long enough to have one. `None` when reading cannot be resumed from here:
    /// entries wait to be taken, or the file is a document.
    pub fn checkpoint(&self) -> Option<Option<&Checkpoint>> {
        let between = self.waiting() > 0 || self.document.is_some() || self.first.is_some();
        (!between && self.due < u64::MAX).then_some(self.checkpoint.as_deref())
    }

    /// Makes a checkpoint at the beginning of this line.
    fn remember(&mut self, line: &RawLine<'_>) {
        if self.document.is_some() || self.first.is_some() {
            return;
        }
        let state = self.state().and_then(|m| serde_json::value::to_raw_value(&m).ok());
        self.checkpoint =
            state.map(|memory| Arc::new(Checkpoint { offset: line.start, lines: line.number - 1, memory }));
        self.due = Checkpoint::due_after(line.start);
    }

    /// The state to save; `None` for a format that cannot save its own.
    fn state(&self) -> Option<DecoderState> {
        let reader = match &self.format {
            Some(format) => Some(RawValue::from_string(format.state()?).ok()?),
            None => None,
        };
        let format = self.row.map(|row| row.id.to_owned());
        Some(DecoderState { program: program(), format, reader, sink: self.sink.clone() })
    }

    /// A decoder for the file at `path` that resumes from a checkpoint; `None` when another version of the program
    /// wrote it, or it is damaged.
    pub fn resume(path: &Path, checkpoint: Checkpoint) -> Option<Self> {
        let mut decoder = Self::new(path);
        let state: DecoderState = serde_json::from_str(checkpoint.memory.get()).ok()?;
        decoder.due = Checkpoint::due_after(checkpoint.offset);
        decoder.checkpoint = Some(Arc::new(checkpoint));
        if state.program != program() {
            return None;
        }
        if let Some(id) = &state.format {
            let row = FORMATS.iter().find(|row| row.id == id)?;
            decoder.row = Some(row);
            let mut format = (row.make)(&decoder.origin);
            decoder.format = format.restore(state.reader?.get()).then_some(format);
            decoder.format.as_ref()?;
        }
        decoder.sink = state.sink;
        Some(decoder)
    }

    /// A decoder for a known format; nothing is detected.
    pub fn of_format(path: &Path, row: &'static FormatRow) -> Self {
        let mut decoder = Self::new(path);
        row.id.clone_into(&mut decoder.sink.meta_mut().agent);
        decoder.format = Some((row.make)(&decoder.origin));
        Self { row: Some(row), ..decoder }
    }

    /// Decodes one line.
    pub fn line(&mut self, line: &RawLine<'_>) {
        if line.start >= self.due {
            self.remember(line);
        }
        if let Some(document) = &mut self.document {
            return document.add(line);
        }
        if self.row.is_some() || !self.opens_document(line) {
            self.record(line);
        }
    }

    /// Detects a document by its first lines. Returns true if it took the line because it belongs to a document, or
    /// may.
    fn opens_document(&mut self, line: &RawLine<'_>) -> bool {
        let text = String::from_utf8_lossy(line.bytes);
        let text = text.trim();
        let judged = match &self.first {
            Some(_) if text.starts_with('"') => FirstLine::Document,
            Some(_) if text.is_empty() => FirstLine::Perhaps,
            None if self.sink.counts().carries_nothing() => opening(text),
            _ => FirstLine::Records,
        };
        match judged {
            FirstLine::Document => {
                let document = self.document.insert(Document::default());
                self.first.take().iter().for_each(|first| document.add(&first.line()));
                document.add(line);
                true
            }
            FirstLine::Perhaps if self.first.is_none() => {
                let RawLine { number, start, end, bytes, .. } = *line;
                self.first = Some(BufferedLine { bytes: bytes.to_vec(), number, start, end });
                true
            }
            FirstLine::Perhaps => false,
            FirstLine::Records => {
                self.no_document();
                false
            }
        }
    }

    /// Decodes the first line as a record after all.
    fn no_document(&mut self) {
        if let Some(first) = self.first.take() {
            self.record(&first.line());
        }
    }

    /// Whether the file is one document, which is read again as a whole whenever it changes.
    pub fn is_document(&self) -> bool {
        self.document.is_some()
    }

    /// Whether the file is a document of no known format.
    pub fn is_unknown_document(&self) -> bool {
        self.row.is_none() && self.document.as_ref().is_some_and(|d| !d.is_fresh())
    }

    /// Starts the document over: its lines follow again from the first.
    pub fn again(&mut self) {
        self.first = None;
        if let Some(document) = &mut self.document {
            document.again();
        }
    }

    /// Decodes a document whose file was read to its end; `last` is the line without a line end. A document that lost
    /// parts or is cut off is decoded only once the file has been `quiet`, because its writer may still be at work.
    pub fn end(&mut self, last: Option<&RawLine<'_>>, quiet: bool) {
        let Some(mut document) = self.document.take_if(|d| d.is_fresh()) else { return };
        document.close(last);
        let text = document.take_text();
        match sniff_document(&text) {
            Some((row, parts)) if quiet || !document.is_doubtful(&parts) => {
                let mut format = self.format.take().unwrap_or_else(|| self.reader_of(row));
                document.read(&parts, format.as_mut(), &mut self.sink);
                self.format = Some(format);
            }
            None if quiet => document.is_unknown(&mut self.sink),
            _ => document.put_back(text),
        }
        self.document = Some(document);
    }

    /// Decodes a line of a file with one record a line.
    fn record(&mut self, line: &RawLine<'_>) {
        let place = RecordRef { line: line.number, start: line.start, end: line.end };
        self.sink.counts_mut().lines += 1;
        if line.nuls > 0 {
            self.sink.counts_mut().repair("NUL bytes dropped");
        }
        if line.oversized {
            self.settle(place, RecordVerdict::Damaged("longer than 32 MiB"));
            return;
        }
        // The checking conversion is several times faster than the replacing one, and almost always enough.
        let text = std::str::from_utf8(line.bytes).map_or_else(|_| self.with_replacements(line.bytes), Cow::Borrowed);
        let thin = thinned(text.trim());
        if matches!(thin, Cow::Owned(_)) {
            self.sink.counts_mut().repair("entries beyond the limit of a list left out");
        }
        let text = &*thin;
        if text.is_empty() {
            self.settle(place, RecordVerdict::Read(if line.nuls > 0 { "NUL bytes only" } else { "blank line" }));
        } else if !self.whole(text, place) {
            self.salvage(text, place, line.terminated);
        }
    }

    /// Forgets the file, which was truncated, rewritten or replaced. Entries are yielded again from its new beginning.
    pub fn restart(&mut self) {
        self.first = None;
        self.document = None;
        self.finish();
        self.format = None;
        self.row = None;
        self.checkpoint = None;
        if self.due < u64::MAX {
            self.due = Checkpoint::due_after(0);
        }
        self.sink.reset(self.fresh.clone());
    }

    /// Releases records that were held back; call it when no line follows for now.
    pub fn finish(&mut self) {
        self.no_document();
        self.end(None, true);
        if let Some(format) = &mut self.format {
            format.finish(&mut self.sink);
        }
    }

    /// The entries an unfinished line would yield, without changing the decoder. Empty unless it is a whole record.
    pub fn preview(&self, line: &RawLine<'_>) -> Vec<Entry> {
        let mut trial = self.clone();
        trial.sink.take();
        let text = String::from_utf8_lossy(line.bytes);
        let place = RecordRef { line: line.number, start: line.start, end: line.end };
        trial.whole(&thinned(text.trim()), place);
        trial.finish();
        trial.sink.take()
    }

    /// The number of entries not yet taken.
    pub fn waiting(&self) -> usize {
        self.sink.len()
    }

    /// Takes the entries decoded so far.
    pub fn take(&mut self) -> Vec<Entry> {
        self.sink.take()
    }

    /// The counts so far.
    pub fn counts(&self) -> &Counts {
        self.sink.counts()
    }

    /// The session's meta data, as far as read.
    pub fn meta(&self) -> &Meta {
        self.sink.meta()
    }

    /// The format, once detected.
    pub fn format(&self) -> Option<&'static FormatRow> {
        self.row
    }

    /// Decodes a line that is one valid record. Returns false, with nothing changed, when it is not.
    fn whole(&mut self, text: &str, place: RecordRef) -> bool {
        if !text.starts_with('{') {
            return false;
        }
        let Some(mut format) = self.format_for(text) else {
            let valid = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
            if valid {
                self.settle(place, RecordVerdict::Read("unknown format"));
            }
            return valid;
        };
        self.sink.begin(place);
        let verdict = format.push(&Record { text, key: "", place }, &mut self.sink);
        self.format = Some(format);
        if matches!(verdict, RecordVerdict::Damaged(_)) {
            return false;
        }
        self.sink.end(verdict);
        true
    }

    fn salvage(&mut self, text: &str, place: RecordRef, terminated: bool) {
        if !terminated {
            // The file was replaced while this line was being written.
            if !text.starts_with('{') || !self.repaired(text, place) {
                self.settle(place, RecordVerdict::Read("unfinished last line"));
            }
            return;
        }
        let pieces = pieces(text);
        let whole = pieces.iter().filter(|p| matches!(p, LinePiece::Whole(_))).count();
        if whole > 1 && whole == pieces.len() {
            self.sink.counts_mut().repair("glued records parted");
        } else if whole > 0 && whole < pieces.len() {
            self.sink.counts_mut().repair("record after a torn one read");
        }
        for piece in pieces {
            match piece {
                LinePiece::Whole(json) if self.whole(json, place) || self.repaired(json, place) => {}
                LinePiece::Whole(json) if !json.starts_with('{') => {
                    self.settle(place, RecordVerdict::Damaged("not a record"));
                }
                LinePiece::Whole(_) => {
                    self.settle(place, RecordVerdict::Damaged("nested too deep or of an unexpected shape"));
                }
                LinePiece::Torn(torn) if torn.starts_with('{') => self.settle(place, RecordVerdict::Damaged("cut off")),
                LinePiece::Torn(_) => self.settle(place, RecordVerdict::Damaged("not JSON")),
            }
        }
    }

    /// Decodes a record after repairing its strings or keys. Returns false when that does not help.
    fn repaired(&mut self, json: &str, place: RecordRef) -> bool {
        if let Cow::Owned(repaired) = without_lone_surrogates(json)
            && (self.whole(&repaired, place)
                || with_unique_keys(&repaired).is_some_and(|unique| self.whole(&unique, place)))
        {
            self.sink.counts_mut().repair("lone surrogates replaced");
            return true;
        }
        let unique = with_unique_keys(json).is_some_and(|unique| self.whole(&unique, place));
        if unique {
            self.sink.counts_mut().repair("key given twice");
        }
        unique
    }

    fn with_replacements<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        self.sink.counts_mut().repair("invalid UTF-8 replaced");
        String::from_utf8_lossy(bytes)
    }

    fn settle(&mut self, place: RecordRef, verdict: RecordVerdict) {
        self.sink.begin(place);
        self.sink.end(verdict);
    }

    /// Takes out the format's reader; detects the format from this record if none is known yet.
    fn format_for(&mut self, json: &str) -> Option<Box<dyn Format>> {
        if let Some(format) = self.format.take() {
            return Some(format);
        }
        let row = sniff(&serde_json::from_str(json).ok()?)?;
        Some(self.reader_of(row))
    }

    /// A new reader of this format, which becomes the file's.
    fn reader_of(&mut self, row: &'static FormatRow) -> Box<dyn Format> {
        self.row = Some(row);
        row.id.clone_into(&mut self.sink.meta_mut().agent);
        (row.make)(&self.origin)
    }
}

/// The meta data derived from a file's path alone.
fn meta_of(path: &Path, stem: &str) -> Meta {
    let real = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let hash = blake3::hash(real.as_os_str().as_encoded_bytes()).to_hex();
    Meta {
        agent: String::new(),
        session_id: format!("file-{stem}-{}", &hash[..8]),
        cwd: None,
        project: stem.to_owned(),
    }
}

fn program() -> String {
    format!("deltamind {}", env!("CARGO_PKG_VERSION"))
}
