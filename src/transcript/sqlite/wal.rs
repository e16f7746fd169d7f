//! Defines [`Wal`], the write-ahead log of a database: pages that were changed and not yet copied into its file.
//!
//! A frame is valid if its salts are those of the log's header and its checksum, which covers all frames before it, is
//! right, up to the last frame that ends a commit. So pages that are being written are never read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::pages::{beside, u32_at};

const HEADER: usize = 32;
const FRAME: usize = 24;
/// The header's first four bytes; the last bit is the byte order of the checksums.
const MAGIC: u32 = 0x377f_0682;

#[derive(Debug, Default)]
pub(super) struct Wal {
    path: PathBuf,
    file: Option<File>,
    header: Option<[u8; HEADER]>,
    /// The offset of the next frame, and the checksum of all frames before it.
    next: u64,
    sums: [u32; 2],
    /// The place of each committed page.
    committed: HashMap<u32, u64>,
    /// Pages of a commit that is not complete.
    pending: Vec<(u32, u64)>,
    page_size: usize,
}

impl Wal {
    /// The log of the database at this path.
    pub(super) fn of(path: &Path) -> Self {
        Self { path: beside(path, "-wal"), ..Self::default() }
    }

    /// Whether the log was restarted, or has another commit.
    pub(super) fn changed(&mut self) -> io::Result<bool> {
        if self.restarted()? {
            return Ok(true);
        }
        let before = self.next;
        self.read_frames()?;
        Ok(self.next != before)
    }

    /// Whether the log is not the one whose frames were read: it was restarted, created or removed.
    pub(super) fn restarted(&mut self) -> io::Result<bool> {
        Ok(header_of(&self.path)?.map(|(_, header)| header) != self.header)
    }

    /// Reads the frames that were committed since the last call.
    pub(super) fn refresh(&mut self, page_size: usize) -> io::Result<()> {
        let now = header_of(&self.path)?;
        if self.header.is_none()
            || now.as_ref().map(|(_, header)| *header) != self.header
            || self.page_size != page_size
        {
            *self = Self { path: std::mem::take(&mut self.path), page_size, ..Self::default() };
            let Some((file, header)) = now else { return Ok(()) };
            (self.file, self.header) = (Some(file), Some(header));
            self.next = HEADER as u64;
            self.sums = self.sum([0, 0], &header[..FRAME]);
            let valid = u32_at(&header, 0)? & !1 == MAGIC && u32_at(&header, 8)? as usize == page_size;
            if !valid || self.sums != [u32_at(&header, 24)?, u32_at(&header, 28)?] {
                // A header that is being written: there are no frames after it yet.
                self.file = None;
            }
        }
        self.read_frames()
    }

    /// Reads whole, valid frames from `next` on.
    fn read_frames(&mut self) -> io::Result<()> {
        let (Some(mut file), Some(header)) = (self.file.take(), self.header) else { return Ok(()) };
        let mut frame = vec![0; FRAME + self.page_size];
        file.seek(SeekFrom::Start(self.next))?;
        while read_whole(&mut file, &mut frame)? {
            let sums = self.sum(self.sum(self.sums, &frame[..8]), &frame[FRAME..]);
            if frame[8..16] != header[16..24] || sums != [u32_at(&frame, 16)?, u32_at(&frame, 20)?] {
                break;
            }
            self.pending.push((u32_at(&frame, 0)?, self.next + FRAME as u64));
            if u32_at(&frame, 4)? != 0 {
                self.committed.extend(self.pending.drain(..));
            }
            self.sums = sums;
            self.next += frame.len() as u64;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Reads a page, if the log has it.
    pub(super) fn page(&mut self, number: u32, into: &mut [u8]) -> io::Result<bool> {
        let (Some(at), Some(file)) = (self.committed.get(&number), &mut self.file) else { return Ok(false) };
        file.seek(SeekFrom::Start(*at))?;
        file.read_exact(into)?;
        Ok(true)
    }

    /// The checksum of these bytes after those before them.
    fn sum(&self, [mut first, mut second]: [u32; 2], bytes: &[u8]) -> [u32; 2] {
        let big = self.header.is_some_and(|header| header[3] & 1 == 1);
        let word = |part: &[u8; 4]| if big { u32::from_be_bytes(*part) } else { u32::from_le_bytes(*part) };
        for pair in bytes.as_chunks::<8>().0 {
            let [a, b] = [[pair[0], pair[1], pair[2], pair[3]], [pair[4], pair[5], pair[6], pair[7]]];
            first = first.wrapping_add(word(&a)).wrapping_add(second);
            second = second.wrapping_add(word(&b)).wrapping_add(first);
        }
        [first, second]
    }
}

/// The log and its header; `None` where there is no log, or an empty one.
fn header_of(path: &Path) -> io::Result<Option<(File, [u8; HEADER])>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut header = [0; HEADER];
    Ok(read_whole(&mut file, &mut header)?.then_some((file, header)))
}

/// Fills the buffer; false if the file ends before.
fn read_whole(file: &mut File, into: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(into) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
