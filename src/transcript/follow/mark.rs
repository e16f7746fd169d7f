//! Defines [`FilePosition`], the offset up to which a file was followed, from which another run can resume.
//!
//! A run resumes only in the same file: same device and inode, same first bytes, same bytes before the position. Any
//! other file is read from its beginning, which costs time but loses nothing.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::identity::{ContentSample, FileId, OpenError, open_regular};
use super::{CHUNK, Follower, OpenFile, Splitter};

/// The end of the last whole line read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FilePosition {
    /// The file's real path.
    pub path: PathBuf,
    #[serde(flatten)]
    id: FileId,
    /// One past the line's end.
    pub offset: u64,
    /// Lines read so far.
    pub lines: u64,
    /// Hash of the first bytes.
    head: String,
    /// Hash of the bytes before the offset.
    tail: String,
}

impl Follower {
    /// The current position; `None` while no file is open, or when it can no longer be read.
    pub fn place(&mut self) -> Option<FilePosition> {
        let (offset, lines) = self.lines.line_start();
        let at = self.lines.offset();
        let open = self.open.as_mut()?;
        let window = ContentSample::of_file(&mut open.file, offset).ok()?;
        io::Seek::seek(&mut open.file, io::SeekFrom::Start(at)).ok()?;
        let (head, tail) = window.hashes();
        Some(FilePosition { path: open.real.clone(), id: open.id, offset, lines, head, tail })
    }

    /// Resumes from `place`, if the file is still the same and no shorter.
    pub fn resume(path: impl Into<PathBuf>, place: &FilePosition) -> Result<Option<Self>, OpenError> {
        let mut follower = Self::open(path)?;
        let Some((mut file, meta)) = open_regular(&follower.path)? else { return Ok(None) };
        if FileId::of(&follower.path, &meta) != place.id || meta.len() < place.offset {
            return Ok(None);
        }
        let read = ContentSample::of_file(&mut file, place.offset).and_then(|window| {
            io::Seek::seek(&mut file, io::SeekFrom::Start(place.offset))?;
            Ok(window)
        });
        let Ok(window) = read else { return Ok(None) };
        if window.hashes() != (place.head.clone(), place.tail.clone()) {
            return Ok(None);
        }
        let real = std::fs::canonicalize(&follower.path).unwrap_or_else(|_| follower.path.clone());
        follower.open = Some(OpenFile { file, id: place.id, real, window, checked: None, total: meta.len() });
        follower.lines = Splitter::at(place.offset, place.lines);
        follower.chunk = vec![0; CHUNK];
        Ok(Some(follower))
    }
}
