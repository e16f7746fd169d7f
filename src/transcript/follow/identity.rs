//! Defines the opening of a file, and the test whether another file replaced it.
//!
//! Neither the inode (reused at once by some file systems) nor the first bytes (equal in a restored copy) are enough,
//! so both are compared, and the bytes just before the current offset.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Bytes kept of the file's beginning.
const HEAD_BYTES: usize = 1024;
/// Bytes kept from before the current offset.
const TAIL_BYTES: usize = 256;

/// The error of a path that cannot be followed. A path that does not exist yet is no error.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The path is not a regular file.
    #[error("{} is {what}, not a file: name the transcript itself", path.display())]
    NotAFile {
        /// The path given.
        path: PathBuf,
        /// The kind of file, with its article.
        what: &'static str,
    },
    /// The system cannot open it.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The path given.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// The identity of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct FileId {
    dev: u64,
    ino: u64,
}

impl FileId {
    /// The identity of the file at `path`, whose metadata was just read.
    #[cfg(unix)]
    pub(super) fn of(_: &Path, meta: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { dev: meta.dev(), ino: meta.ino() }
    }

    /// The identity of the file at `path`. If the file system gives no numbers, only the content sample distinguishes
    /// files.
    #[cfg(windows)]
    pub(super) fn of(path: &Path, _: &Metadata) -> Self {
        let (dev, ino) = numbers_of(path).unwrap_or_default();
        Self { dev, ino }
    }
}

/// The volume's serial number and the file's number in it.
#[cfg(windows)]
pub(in crate::transcript) fn numbers_of(path: &Path) -> Option<(u64, u64)> {
    match file_id::get_low_res_file_id(path).ok()? {
        file_id::FileId::LowRes { volume_serial_number, file_index } => Some((volume_serial_number.into(), file_index)),
        _ => None,
    }
}

/// Opens a regular file for reading; `None` when the path does not exist (yet).
pub(in crate::transcript) fn open_regular(path: &Path) -> Result<Option<(File, Metadata)>, OpenError> {
    let file = match open_without_blocking(path) {
        Ok(file) => file,
        Err(e) if is_absent(&e) => return Ok(None),
        Err(source) => return Err(unreadable(path, source)),
    };
    let meta = file.metadata().map_err(|source| unreadable(path, source))?;
    if meta.is_file() {
        return Ok(Some((file, meta)));
    }
    Err(OpenError::NotAFile { path: path.to_owned(), what: file_type_name(&meta) })
}

fn unreadable(path: &Path, source: io::Error) -> OpenError {
    OpenError::Unreadable { path: path.to_owned(), source }
}

/// Whether an error means that the path does not exist.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Opens without waiting for the writer of a FIFO.
#[cfg(unix)]
fn open_without_blocking(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let nonblock = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    std::fs::OpenOptions::new().read(true).custom_flags(nonblock).open(path)
}

#[cfg(not(unix))]
fn open_without_blocking(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn file_type_name(meta: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = meta.file_type();
    match () {
        () if kind.is_dir() => "a directory",
        () if kind.is_fifo() => "a FIFO",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn file_type_name(meta: &Metadata) -> &'static str {
    if meta.is_dir() { "a directory" } else { "something else" }
}

/// The first bytes of a file and the last ones read, kept to detect a rewrite in place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ContentSample {
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl ContentSample {
    /// Adds the next bytes read.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() >= TAIL_BYTES {
            self.tail.clear();
        } else {
            let over = (self.tail.len() + bytes.len()).saturating_sub(TAIL_BYTES);
            self.tail.drain(..over);
        }
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL_BYTES)..]);
    }

    /// The sample of a file that was read up to `offset`.
    pub(super) fn of_file(file: &mut File, offset: u64) -> io::Result<Self> {
        let head = read_at(file, 0, offset.min(HEAD_BYTES as u64))?;
        let tail_length = offset.min(TAIL_BYTES as u64);
        Ok(Self { head, tail: read_at(file, offset - tail_length, tail_length)? })
    }

    /// The hashes of the first and the last bytes.
    pub(super) fn hashes(&self) -> (String, String) {
        (blake3::hash(&self.head).to_string(), blake3::hash(&self.tail).to_string())
    }

    /// Whether the file, read up to `offset`, still holds the sampled bytes. Leaves the file at `offset`.
    pub(super) fn still_holds(&self, file: &mut File, offset: u64) -> io::Result<bool> {
        let (head_length, tail_length) = (self.head.len() as u64, self.tail.len() as u64);
        let head = read_at(file, 0, head_length)?;
        let tail = read_at(file, offset - tail_length, tail_length)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(head == self.head && tail == self.tail)
    }
}

/// At most `length` bytes from `offset` on; fewer at the end of the file.
fn read_at(file: &mut File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_the_same_for_any_chunks() {
        let bytes: Vec<u8> = (0..3000_u32).map(|n| (n % 251) as u8).collect();
        for size in [1, 7, 255, 256, 257, 3000] {
            let mut window = ContentSample::default();
            for chunk in bytes.chunks(size) {
                window.push(chunk);
            }
            assert_eq!(window.head, bytes[..HEAD_BYTES], "chunks of {size}");
            assert_eq!(window.tail, bytes[3000 - TAIL_BYTES..], "chunks of {size}");
        }
    }

    #[test]
    fn a_directory_is_refused_with_one_line() {
        let dir = tempfile::tempdir().unwrap();
        let error = open_regular(dir.path()).unwrap_err().to_string();
        assert!(error.contains("is a directory, not a file"), "{error}");
        assert!(open_regular(&dir.path().join("no/such/file")).unwrap().is_none());
    }
}
