//! Defines the reading of a session file's two ends: the beginning for its project and parent, the end for its last
//! entry and title. A long file is never read whole.

use std::fs::File;
use std::path::Path;

use jiff::Timestamp;

use super::agents::{Agent, FileHead, SessionPreview, field};
use super::places::FileStamp;
use super::request::{Opening, is_request};
use super::{INNER_PREFIX, SessionFile};
use crate::transcript::decode::Decoder;
use crate::transcript::follow::RawLine;
use crate::transcript::{Entry, SessionKind};

/// Bytes read of the beginning, tried in turn until the preview is complete. Codex's first line holds its whole
/// instructions, tens of kilobytes.
const HEAD_SIZES: [u64; 5] = [16 << 10, 32 << 10, 64 << 10, 128 << 10, 1 << 20];
/// Bytes of the beginning that are searched for the first request of a session that a person leads.
const REQUEST_HEAD: u64 = 128 << 10;
/// Bytes read at the end at first; four times more, up to [`MAX_TAIL_BYTES`], while no dated line is whole in them.
const TAIL_BYTES: u64 = 8 << 10;
const MAX_TAIL_BYTES: u64 = 8 << 20;

/// A session file whose beginning was read.
pub(super) struct OpenSessionFile {
    agent: &'static Agent,
    file: File,
    /// Length and time of last change.
    pub stamp: FileStamp,
    size: u64,
    /// The whole of a small file; empty for a long one.
    head: Vec<u8>,
    last: Option<Timestamp>,
    /// The session, without its last entry and title.
    pub session: SessionFile,
}

/// Opens a file and reads its beginning; `None` when it holds no dated record there, or cannot be read.
pub(super) fn open(agent: &'static Agent, path: &Path) -> Option<OpenSessionFile> {
    let file = open_quietly(path)?;
    let meta = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let (size, stamp) = (meta.len(), (meta.len(), meta.modified().ok()));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let mut preview = SessionPreview::default();
    let (mut started, mut opening) = (None, Opening::default());
    let mut bytes = Vec::new();
    for most in HEAD_SIZES {
        // Only the additional bytes are read when the head is enlarged.
        let known = bytes.len() as u64;
        bytes.extend(read_at(&file, known, most.min(size).saturating_sub(known))?);
        let text = String::from_utf8_lossy(&bytes);
        let head = FileHead { path, stem: &stem, text: &text, whole: most >= size };
        preview = (agent.preview)(&head);
        started = preview.started.or_else(|| text.lines().find_map(agent.date_of));
        opening = opening_of(path, &text);
        let searched = opening.is_enough() || most >= REQUEST_HEAD || preview.kind != SessionKind::Main;
        if head.whole || (preview.enough && started.is_some() && searched) {
            break;
        }
    }
    if preview.project.as_deref().is_some_and(is_ours) {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let branch = field(&text, "\"gitBranch\":").or_else(|| field(&text, "\"branch\":")).map(str::to_owned);
    drop(text);
    let native = preview.id.unwrap_or(stem);
    let session = SessionFile {
        agent: agent.id,
        id: format!("{}-{native}", agent.id),
        path: path.to_owned(),
        project: preview.project,
        title: None,
        request: opening.title(),
        branch,
        started,
        last_entry: None,
        live: false,
        kind: preview.kind,
        parent: preview.parent.map(|p| format!("{}-{p}", agent.id)),
    };
    let head = if bytes.len() as u64 == size { bytes } else { Vec::new() };
    started.map(|_| OpenSessionFile { agent, file, stamp, size, head, last: preview.last, session })
}

/// Reads the turns in the beginning of a file.
fn opening_of(path: &Path, head: &str) -> Opening {
    let mut decoder = Decoder::new(path).without_marks();
    let (mut start, mut opening) = (0, Opening::default());
    for (number, line) in (1..).zip(head.split_inclusive('\n')) {
        let bytes = line.trim_end_matches(['\n', '\r']).as_bytes();
        let end = start + bytes.len() as u64;
        let terminated = line.ends_with('\n');
        decoder.line(&RawLine { number, start, end, bytes, nuls: 0, oversized: false, terminated });
        start += line.len() as u64;
        read_turns(&mut opening, decoder.take());
        if opening.is_enough() {
            return opening;
        }
    }
    decoder.finish();
    read_turns(&mut opening, decoder.take());
    opening
}

fn read_turns(opening: &mut Opening, entries: Vec<Entry>) {
    for entry in entries {
        if let Entry::Turn(turn) = entry {
            opening.read(&turn);
        }
    }
}

/// Whether a working directory is a folder in which a model command ran.
pub(super) fn is_ours(project: &str) -> bool {
    Path::new(project).file_name().is_some_and(|n| n.to_string_lossy().starts_with(INNER_PREFIX))
}

impl OpenSessionFile {
    /// Reads the end of the file.
    pub(super) fn finish(mut self) -> SessionFile {
        let mut want = if self.head.is_empty() { TAIL_BYTES } else { self.size };
        let mut last = self.last;
        while want > 0 {
            let from = self.size.saturating_sub(want);
            let read = if self.head.is_empty() { read_at(&self.file, from, want.min(self.size)) } else { None };
            let text = String::from_utf8_lossy(read.as_ref().unwrap_or(&self.head));
            // The text before the first line end is the rest of a line.
            let whole = if from == 0 { &*text } else { text.split_once('\n').map_or("", |(_, rest)| rest) };
            self.session.title = self.session.title.or_else(|| (self.agent.title)(whole));
            last = last.or_else(|| whole.lines().rev().find_map(self.agent.date_of));
            let enough = last.is_some() || from == 0 || want >= MAX_TAIL_BYTES;
            want = if enough { 0 } else { want * 4 };
        }
        // An agent's title may be only the command that began the session.
        self.session.title = self.session.title.filter(|title| is_request(title));
        // Machines with different clocks may write one session, so the end is no earlier than the start.
        self.session.last_entry = last.or(self.session.started);
        self.session
    }
}

/// Opens without blocking on a pipe that has the name of a session.
fn open_quietly(path: &Path) -> Option<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path).ok()?;
    // Two small reads far apart: disables the read-ahead between them.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::Random);
    Some(file)
}

fn read_at(file: &File, offset: u64, len: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len as usize];
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match at(file, rest, offset + done as u64) {
            // It became shorter meanwhile.
            Ok(0) => break,
            Ok(n) => done += n,
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    bytes.truncate(done);
    Some(bytes)
}

#[cfg(unix)]
fn at(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
fn at(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
}
