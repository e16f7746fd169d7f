//! Defines [`Pages`]: the pages of a database, each from its log if it is there, else from its file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::fault;
use super::wal::Wal;
use crate::transcript::follow::open_regular;

const MAGIC: &[u8] = b"SQLite format 3\0";
/// Bytes of the header, which is part of the first page.
pub(super) const HEADER: usize = 100;
/// UTF-8 in the header's field for the encoding of texts; an empty database has none yet.
const UTF_8: [u32; 2] = [0, 1];

#[derive(Debug)]
pub(super) struct Pages {
    path: PathBuf,
    file: File,
    wal: Wal,
    page_size: usize,
    /// Bytes of a page without those reserved at its end.
    usable: usize,
    cache: HashMap<u32, Arc<[u8]>>,
    /// The state of the file when the last reading began.
    state: Option<FileState>,
}

/// Length and time of change of the database's file.
type FileState = (u64, Option<SystemTime>);

impl Pages {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let opened = open_regular(path).map_err(|error| io::Error::other(error.to_string()))?;
        let (file, _) = opened.ok_or(io::ErrorKind::NotFound)?;
        let wal = Wal::of(path);
        let (path, cache) = (path.to_owned(), HashMap::new());
        let mut pages = Self { path, file, wal, page_size: 0, usable: 0, cache, state: None };
        pages.header()?;
        Ok(pages)
    }

    /// Reads the sizes from the header of the file.
    fn header(&mut self) -> io::Result<()> {
        let mut header = [0; HEADER];
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_exact(&mut header)?;
        if !header.starts_with(MAGIC) {
            return Err(fault("it lacks the header"));
        }
        let size = usize::from(u16_at(&header, 16)?);
        self.page_size = if size == 1 { 1 << 16 } else { size };
        self.usable = self.page_size.saturating_sub(header[20].into());
        if !self.page_size.is_power_of_two() || self.page_size < 512 || self.usable < 480 {
            return Err(fault("its page size is not valid"));
        }
        if !UTF_8.contains(&u32_at(&header, 56)?) {
            return Err(fault("its texts are not UTF-8"));
        }
        Ok(())
    }

    /// Whether file or log changed since the last reading began.
    pub(super) fn changed(&mut self) -> io::Result<bool> {
        Ok(self.state.is_none() || self.state != Some(self.now()?) || self.wal.changed()?)
    }

    /// Begins a reading of the present state.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        self.cache.clear();
        // Another file may have replaced it.
        let now = self.now()?;
        if self.state != Some(now) {
            let opened = open_regular(&self.path).map_err(|error| io::Error::other(error.to_string()))?;
            (self.file, _) = opened.ok_or(io::ErrorKind::NotFound)?;
            self.header()?;
        }
        self.state = Some(now);
        self.wal.refresh(self.page_size)
    }

    /// Whether the pages read since [`Self::begin`] are one state: the file is the same, and the log was not restarted.
    /// Commits appended to the log change no page that was read.
    pub(super) fn is_unchanged(&mut self) -> io::Result<bool> {
        Ok(self.state == Some(self.now()?) && !self.wal.restarted()? && !is_being_rolled_back(&self.path))
    }

    /// Drops the state of the last reading, so that the next check finds a change.
    pub(super) fn forget(&mut self) {
        self.state = None;
    }

    fn now(&self) -> io::Result<FileState> {
        let meta = std::fs::metadata(&self.path)?;
        Ok((meta.len(), meta.modified().ok()))
    }

    pub(super) fn usable(&self) -> usize {
        self.usable
    }

    /// The page of this number, from 1.
    pub(super) fn page(&mut self, number: u32) -> io::Result<Arc<[u8]>> {
        if let Some(page) = self.cache.get(&number) {
            return Ok(Arc::clone(page));
        }
        let mut bytes = vec![0; self.page_size];
        if !self.wal.page(number, &mut bytes)? {
            let at = u64::from(number).checked_sub(1).ok_or_else(|| fault("it refers to no page"))?;
            self.file.seek(SeekFrom::Start(at * self.page_size as u64))?;
            self.file.read_exact(&mut bytes)?;
        }
        let page: Arc<[u8]> = bytes.into();
        self.cache.insert(number, Arc::clone(&page));
        Ok(page)
    }
}

/// Whether a database without a log is in the middle of a transaction: a journal file then holds its former pages.
fn is_being_rolled_back(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-journal")).is_ok_and(|meta| meta.len() > 0)
}

/// The path of a database with this suffix: its log or journal.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A big-endian number of two bytes.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> io::Result<u16> {
    let part = bytes.get(at..).and_then(|rest| rest.first_chunk());
    part.map(|part| u16::from_be_bytes(*part)).ok_or_else(|| fault("a page ends early"))
}

/// A big-endian number of four bytes.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> io::Result<u32> {
    let part = bytes.get(at..).and_then(|rest| rest.first_chunk());
    part.map(|part| u32::from_be_bytes(*part)).ok_or_else(|| fault("a page ends early"))
}
