//! Defines [`read_file`]: a whole transcript at once, by the same path as following.

use std::path::Path;
use std::time::Instant;

use super::counts::Counts;
use super::decode::Decoder;
use super::follow::{FileEvent, Follower, OpenError, Polled, Progress};
use super::{Entry, Meta};

/// Why a file could not be read as a transcript.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Nothing stands there.
    #[error("{} does not exist", .0.display())]
    Missing(std::path::PathBuf),
    /// It broke off while being read.
    #[error("cannot read {}: {why}", path.display())]
    Broken {
        /// The path given.
        path: std::path::PathBuf,
        /// The system's word.
        why: String,
    },
    /// No record in it is of a known format.
    #[error("{} is no transcript of a known format ({known})", path.display())]
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
    /// What it says of itself.
    pub meta: Meta,
    /// Turns and signals in file order.
    pub entries: Vec<Entry>,
    /// What became of its lines.
    pub counts: Counts,
    /// What happened to the file meanwhile, opening included.
    pub events: Vec<FileEvent>,
}

/// Reads the file at `path` to its end. A last line without line end counts if it is whole.
pub fn read_file(path: &Path) -> Result<ReadAll, ReadError> {
    let mut follower = Follower::open(path)?;
    let mut decoder = Decoder::new(path);
    let mut events = Vec::new();
    loop {
        let Progress { more, .. } = follower.poll(Instant::now(), 4 << 20, &mut |polled| match polled {
            Polled::Line(line) => decoder.line(&line),
            Polled::File(event) => events.push(event),
            Polled::Again => decoder.again(),
        });
        follower.read_whole(decoder.is_document());
        if !more {
            break;
        }
    }
    match events.last() {
        Some(FileEvent::Waiting) => return Err(ReadError::Missing(path.to_owned())),
        Some(FileEvent::Trouble(why)) => {
            return Err(ReadError::Broken { path: path.to_owned(), why: why.clone() });
        }
        _ => {}
    }
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
    Ok(ReadAll { meta: decoder.meta().clone(), entries: decoder.take(), counts, events })
}

/// The names of the formats known, for messages.
pub fn known_formats() -> String {
    super::format::FORMATS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}
