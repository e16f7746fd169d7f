//! Defines what must hold for any bytes at all: one function per target, for the fuzzer and for the tests alike.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::collections::HashSet;
use std::path::Path;

use deltamind::session::Session;
use deltamind::session::report::write_table;
use deltamind::text::{SafeText, cut, redact, width, wrap};
use deltamind::transcript::follow::Splitter;
use deltamind::transcript::format::{FORMATS, FormatRow};
use deltamind::transcript::{Decoder, Entry};

use super::model::{Act, World};

/// A target's name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[("follower", follower), ("formats", formats), ("safe_text", safe_text)];

/// Longest text a target looks at: more tells nothing new and is slow.
const MOST: usize = 64 << 10;

/// Bytes as lines, however they are cut; then as a script of what happens to a file.
pub fn follower(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MOST)];
    let size = usize::from(bytes.first().copied().unwrap_or(1)).max(1);
    assert_eq!(lines(bytes, bytes.len().max(1)), lines(bytes, size), "cut into pieces of {size}");
    let mut world = World::new();
    for pair in bytes.chunks(2).take(64) {
        let (kind, n) = (pair[0], pair.get(1).copied().unwrap_or(3));
        let act = act_of(kind, n);
        world.act(&act);
        if matches!(act, Act::Rest) {
            world.rest();
        }
    }
    world.rest();
}

/// A line: number, start, end, bytes, NUL bytes, whether it is too long.
type Told = (u64, u64, u64, Vec<u8>, u64, bool);

fn lines(bytes: &[u8], size: usize) -> (Vec<Told>, Option<Vec<u8>>) {
    let mut splitter = Splitter::with_max(4096);
    let mut out = Vec::new();
    for chunk in bytes.chunks(size) {
        splitter.push(chunk, &mut |l| out.push((l.number, l.start, l.end, l.bytes.to_vec(), l.nuls, l.oversized)));
    }
    assert_eq!(splitter.offset(), bytes.len() as u64);
    let mut at = 0;
    for (n, (number, start, end, ..)) in out.iter().enumerate() {
        assert!(*number == n as u64 + 1 && *start == at && end >= start, "line {number} at {start}..{end}");
        at = end + 1;
    }
    (out, splitter.held().map(|l| l.bytes.to_vec()))
}

fn act_of(kind: u8, n: u8) -> Act {
    match kind % 24 {
        0..=3 => Act::Append(n % 5 + 1),
        4 | 5 => Act::Torn(n % 9 + 1),
        6 => Act::EndLine,
        7 => Act::Truncate(n % 100),
        8 => Act::TruncateAndWrite(n % 100, n % 9 + 1),
        9 => Act::Replace(n % 4),
        10 => Act::Rotate(n % 4),
        11 => Act::AwayAndBack,
        12 => Act::Delete,
        13 => Act::DeleteAndMake(n % 4),
        14 => Act::ChangeByte(n),
        15 => Act::Rewrite,
        16 => Act::Nuls(n),
        17 => Act::ClockBack,
        18 => Act::Rest,
        19 => Act::Restart,
        _ => Act::Poll(n.max(1)),
    }
}

/// Bytes as a transcript: as it tells its own format, and as every format known.
pub fn formats(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MOST)];
    transcript(bytes, None);
    for row in FORMATS {
        transcript(bytes, Some(row));
    }
}

/// One reading of a transcript: nothing is lost without being told, ids are unique, and the session bears it.
pub fn transcript(bytes: &[u8], row: Option<&'static FormatRow>) {
    let path = Path::new("fuzzed.jsonl");
    let fresh = || row.map_or_else(|| Decoder::new(path), |row| Decoder::of_format(path, row));
    let id = row.map_or("any", |row| row.id);
    let (mut decoder, mut previewing) = (fresh(), fresh());
    let mut splitter = Splitter::default();
    splitter.push(bytes, &mut |line| decoder.line(&line));
    splitter.finish(&mut |line| decoder.line(&line));
    decoder.finish();
    let counts = decoder.counts().clone();
    assert_eq!(counts.unexplained(), 0, "{id}: {counts:?}");
    let entries = decoder.take();
    let mut ids = HashSet::new();
    let mut ordinal = 0;
    for entry in &entries {
        match entry {
            Entry::Turn(turn) => {
                assert!(ids.insert(turn.turn_id.clone()), "{id}: turn {} twice", turn.turn_id);
                assert!(turn.ordinal == ordinal + 1, "{id}: t{} after t{ordinal}", turn.ordinal);
                assert!(turn.record.end <= bytes.len() as u64 && turn.record.start <= turn.record.end, "{id}");
                ordinal = turn.ordinal;
            }
            Entry::Signal(signal) => {
                assert!(signal.turn_id.is_empty() || ids.contains(&signal.turn_id), "{id}: {}", signal.turn_id);
            }
        }
    }
    // Looking at a line without taking it in changes nothing.
    let mut splitter = Splitter::default();
    let mut again = |line: &deltamind::transcript::follow::RawLine<'_>| {
        previewing.preview(line);
        previewing.line(line);
    };
    splitter.push(bytes, &mut |line| again(&line));
    splitter.finish(&mut |line| again(&line));
    previewing.finish();
    assert_eq!(previewing.take(), entries, "{id}: after looks ahead");
    let mut session = Session::new(decoder.meta().clone());
    session.ingest(entries);
    let mut table = Vec::new();
    write_table(&session, &mut table).unwrap();
    is_safe(&String::from_utf8(table).unwrap());
}

/// Bytes as a stranger's text.
pub fn safe_text(bytes: &[u8]) {
    let raw = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]);
    let block = SafeText::block(&raw);
    is_safe(block.as_str());
    assert_eq!(SafeText::block(block.as_str()).as_str(), block.as_str(), "safe text made safe again");
    let line = SafeText::line(&raw);
    is_safe(line.as_str());
    assert!(!line.as_str().contains('\n'));
    assert_eq!(SafeText::line(line.as_str()).as_str(), line.as_str(), "a safe line made safe again");
    let once = redact(&raw).into_owned();
    assert_eq!(redact(&once), once, "redacted again");
    for columns in [0, 1, 2, 7, 40] {
        assert!(width(&cut(line.as_str(), columns)) <= columns);
        for range in wrap(block.as_str(), columns) {
            let row = &block.as_str()[range];
            // One grapheme can be wider than the line: a legal run of Hangul letters, of at most 64 bytes.
            assert!(width(row) <= columns.max(2) || row.len() <= 64, "{row:?} in {columns}");
        }
    }
}

/// No character that a terminal obeys or that hides something.
pub fn is_safe(text: &str) {
    let mut marks = 0;
    for (at, c) in text.char_indices() {
        let hidden = matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
        assert!(c == '\n' || !c.is_control() && !hidden, "{c:?} at {at} of {text:?}");
        marks = if matches!(c, '\u{300}'..='\u{36f}') { marks + 1 } else { 0 };
        assert!(marks <= 8, "{marks} marks at {at} of {text:?}");
    }
}
