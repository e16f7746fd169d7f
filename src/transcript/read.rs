//! Defines [`read_file`] and [`read_ahead`]: a whole transcript, by the same path as following.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use super::counts::Counts;
use super::decode::Decoder;
use super::discover::agents::stored_session;
use super::follow::{FileEvent, Follower, OpenError, Polled, Progress, Splitter};
use super::mark::FollowMark;
use super::{Entry, Meta};

/// Input decoded before its entries are passed on, in bytes.
const PART_BYTES: usize = 128 << 10;
/// A file whose first 64 MiB hold no record of a known format is not a transcript: the rest is not read.
const MAX_UNKNOWN_PARTS: usize = (64 << 20) / PART_BYTES;

/// The error of a file that cannot be read as a transcript.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file does not exist.
    #[error("{} does not exist", .0.display())]
    Missing(std::path::PathBuf),
    /// Reading failed midway.
    #[error("cannot read {}: {why}", path.display())]
    Broken {
        /// The path given.
        path: std::path::PathBuf,
        /// The system's error.
        why: String,
    },
    /// No record in it is of a known format.
    #[error("{} is not a transcript of a known format ({known})", path.display())]
    Unknown {
        /// The path given.
        path: std::path::PathBuf,
        /// The formats known.
        known: String,
    },
}

/// A transcript read to its end.
#[derive(Debug, Clone)]
pub struct ReadAll {
    /// The session's meta data.
    pub meta: Meta,
    /// Turns and signals in file order.
    pub entries: Vec<Entry>,
    /// The counts of its records.
    pub counts: Counts,
    /// The events of the file while it was read, opening included.
    pub events: Vec<FileEvent>,
}

/// Parts queued while another is being prepared and one is being consumed. Prepared talk takes ten times its bytes.
const PARTS_AHEAD: usize = 1;

/// Reads the file at `path` to its end. A last line without line end counts if it is whole.
pub fn read_file(path: &Path) -> Result<ReadAll, ReadError> {
    let mut entries = Vec::new();
    let read = read_parts(path, &mut |part| entries.extend(part))?;
    Ok(ReadAll { entries, ..read })
}

/// Reads the file at `path` to its end on a thread of its own, which also prepares the entries, and passes them to `take`,
/// in file order. Only a few parts are held at a time; the result has no entries.
pub fn read_ahead<T: Send>(
    path: &Path,
    prepare: impl Fn(Entry) -> T + Send,
    mut take: impl FnMut(Vec<T>),
) -> Result<ReadAll, ReadError> {
    std::thread::scope(|scope| {
        let (send, parts) = sync_channel(PARTS_AHEAD);
        let reading = scope.spawn(move || {
            // The receiver lives until this thread has ended.
            read_parts(path, &mut |part| drop(send.send(part.into_iter().map(&prepare).collect())))
        });
        parts.into_iter().for_each(&mut take);
        reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Reads the file at `path` to its end, part by part; the result has no entries.
fn read_parts(path: &Path, take: &mut dyn FnMut(Vec<Entry>)) -> Result<ReadAll, ReadError> {
    let mut follower = Follower::open(path)?;
    let mut decoder = Decoder::new(path).without_marks();
    let events = poll_parts(path, &mut follower, &mut decoder, take)?;
    follower.finish(&mut |polled| {
        if let Polled::Line(line) = polled {
            decoder.line(&line);
        }
    });
    decoder.finish();
    let counts = decoder.counts().clone();
    if decoder.format().is_none() && counts.records > counts.ignored.get("blank line").copied().unwrap_or_default() {
        return Err(ReadError::Unknown { path: path.to_owned(), known: known_formats() });
    }
    take(decoder.take());
    Ok(ReadAll { meta: decoder.meta().clone(), entries: Vec::new(), counts, events })
}

fn poll_parts(
    path: &Path,
    follower: &mut Follower,
    decoder: &mut Decoder,
    take: &mut dyn FnMut(Vec<Entry>),
) -> Result<Vec<FileEvent>, ReadError> {
    let mut events = Vec::new();
    for polls in 1.. {
        let Progress { more, .. } = follower.poll(Instant::now(), PART_BYTES, &mut |polled| match polled {
            Polled::Line(line) => decoder.line(&line),
            Polled::File(event) => events.push(event),
            Polled::Again => decoder.again(),
        });
        follower.read_whole(decoder.is_document());
        take(decoder.take());
        if !more {
            break;
        }
        if polls > MAX_UNKNOWN_PARTS && decoder.format().is_none() && !decoder.is_document() {
            return Err(ReadError::Unknown { path: path.to_owned(), known: known_formats() });
        }
    }
    match events.last() {
        Some(FileEvent::Waiting) => return Err(ReadError::Missing(path.to_owned())),
        Some(FileEvent::Trouble(why)) => {
            return Err(ReadError::Broken { path: path.to_owned(), why: why.clone() });
        }
        _ => {}
    }
    Ok(events)
}

/// The part of a file after a mark, and the next mark.
#[derive(Debug)]
pub struct ReadOn {
    /// The new entries, with meta data and counts.
    pub read: ReadAll,
    /// The mark to resume from; `None` when reading cannot be resumed.
    pub mark: Option<FollowMark>,
}

/// Reads `path` from the position of the follower and decoder in `taken` on, else from its beginning. An unfinished
/// last line is left for the next call.
pub fn read_on(path: &Path, taken: Option<(Follower, Decoder)>) -> Result<ReadOn, ReadError> {
    let (mut follower, mut decoder) = match taken {
        Some(both) => both,
        None => (Follower::open(path)?, Decoder::new(path)),
    };
    let mut entries = Vec::new();
    let events = poll_parts(path, &mut follower, &mut decoder, &mut |part| entries.extend(part))?;
    entries.extend(decoder.take());
    let mark = FollowMark::of(&mut follower, &decoder);
    let read = ReadAll { meta: decoder.meta().clone(), entries, counts: decoder.counts().clone(), events };
    Ok(ReadOn { read, mark })
}

/// The entries of the lines from byte `start` up to `end`, the first being line number `line`: part of a file read
/// before. Entries that need earlier lines are missing.
pub fn read_span(path: &Path, (start, line): (u64, u64), end: u64) -> std::io::Result<Vec<Entry>> {
    let mut decoder = Decoder::new(path).without_marks();
    decode_span(path, &mut decoder, (start, line.saturating_sub(1)), end)?;
    decoder.finish();
    Ok(decoder.take())
}

/// Passes the bytes from `start` up to `end` to a decoder that has read `before` lines.
pub(super) fn decode_span(
    path: &Path,
    decoder: &mut Decoder,
    (start, before): (u64, u64),
    end: u64,
) -> std::io::Result<()> {
    let mut file = regular(path).ok_or(std::io::ErrorKind::NotFound)?;
    file.seek(SeekFrom::Start(start))?;
    let mut lines = Splitter::at(start, before);
    let mut part = file.take(end.saturating_sub(start));
    let mut chunk = vec![0; 256 << 10];
    loop {
        let n = part.read(&mut chunk)?;
        if n == 0 {
            return Ok(());
        }
        lines.push(&chunk[..n], &mut |line| decoder.line(&line));
    }
}

/// Reads the meta data from a file's first 512 kB: enough to find the saved session. `None` for an unknown format.
pub fn peek(path: &Path) -> Option<Meta> {
    const HEAD_BYTES: u64 = 512 << 10;
    if stored_session(path).is_some() {
        return read_file(path).ok().map(|read| read.meta);
    }
    let mut decoder = Decoder::new(path);
    let mut lines = Splitter::default();
    let mut part = regular(path)?.take(HEAD_BYTES);
    let mut chunk = vec![0; 32 << 10];
    loop {
        let n = part.read(&mut chunk).ok()?;
        lines.push(&chunk[..n], &mut |line| decoder.line(&line));
        let known = decoder.format().is_some() && decoder.meta().cwd.is_some();
        if n == 0 || known {
            break;
        }
    }
    decoder.format().map(|_| decoder.meta().clone())
}

/// Opens a regular file, without waiting for the writer of a FIFO in its place.
fn regular(path: &Path) -> Option<std::fs::File> {
    super::follow::open_regular(path).ok()?.map(|(file, _)| file)
}

/// The names of the formats known, for messages.
pub fn known_formats() -> String {
    super::format::FORMATS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}
