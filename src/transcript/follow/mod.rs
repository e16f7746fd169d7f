//! Defines [`Follower`]: reads a growing file from its beginning, whole lines only, and notices when it is truncated,
//! rewritten, replaced, gone or back.
//!
//! It holds no thread, clock or watcher: its caller calls [`Follower::poll`] when something may have changed.
//! A poll depends on the file alone, so every fault can be tested without waiting. After a truncation or
//! replacement it reads from the beginning again; the caller must distinguish known records from new ones.

mod identity;
mod lines;
mod mark;
mod stored;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::discover::agents::stored_session;
pub use identity::OpenError;
#[cfg(windows)]
pub(super) use identity::numbers_of;
pub(super) use identity::open_regular;
use identity::{ContentSample, FileId, is_absent};
pub use lines::{MAX_LINE, RawLine, Splitter};
pub use mark::FilePosition;
pub use stored::{StoredChange, StoredSession};

/// The time without new bytes after which a last line without `\n` is shown.
pub const QUIET: Duration = Duration::from_secs(2);

/// Bytes per read.
const CHUNK: usize = 256 << 10;

/// A change of the file followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileEvent {
    /// The path does not exist yet.
    Waiting,
    /// The file was opened.
    Opened {
        /// Its real path, links resolved.
        path: PathBuf,
        /// Its length in bytes.
        size: u64,
    },
    /// The file became shorter than the offset read; it is read again.
    Truncated,
    /// The file was changed in place; it is read again.
    Rewritten,
    /// Another file has the path now; it is read from its beginning.
    Replaced {
        /// The new file's real path.
        path: PathBuf,
    },
    /// The file was deleted or moved away; its return is waited for.
    Gone,
    /// The file cannot be read at present, for this reason.
    Trouble(String),
}

impl FileEvent {
    /// Whether the lines read before no longer count.
    pub fn is_reset(&self) -> bool {
        matches!(self, Self::Truncated | Self::Rewritten | Self::Replaced { .. })
    }
}

/// One item that a poll passes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Polled<'a> {
    /// A line, in file order.
    Line(RawLine<'a>),
    /// A change of the file. The lines after it are those of the changed file.
    File(FileEvent),
    /// The file is read as a whole and has changed: its lines follow from the first one.
    Again,
}

/// The progress of a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// True when the budget ended the poll before the end of the file.
    pub more: bool,
    /// Bytes read of the current file.
    pub read: u64,
    /// Its length, as last seen.
    pub total: u64,
}

/// Follows one path, of a file or of a session in a store.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    open: Option<OpenFile>,
    lines: Splitter,
    chunk: Vec<u8>,
    grew: Option<Instant>,
    /// Whether the file is read as a whole, anew at every change.
    whole: bool,
    /// The last event of a path that cannot be opened, so that it is reported once.
    said: Option<FileEvent>,
    /// Whether the path ever led to a file: a missing file is then gone, not awaited.
    seen: bool,
    /// The session, if it is part of a store.
    stored: Option<Box<dyn StoredSession>>,
}

#[derive(Debug)]
struct OpenFile {
    file: File,
    id: FileId,
    real: PathBuf,
    window: ContentSample,
    /// Length and change time when a file that is read as a whole was last read.
    checked: Option<(u64, Option<std::time::SystemTime>)>,
    total: u64,
}

/// The state of the open file since the last poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileChange {
    Same,
    Truncated,
    Rewritten,
    Replaced,
    Gone,
    /// It changed, and is read as a whole.
    Changed,
}

impl Follower {
    /// Follows `path`, which need not exist yet. Fails at once on a path that can never be a transcript.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, OpenError> {
        let path = path.into();
        let stored = stored_session(&path);
        if stored.is_none() {
            open_regular(&path)?;
        }
        let (lines, chunk) = (Splitter::default(), vec![0; if stored.is_some() { 0 } else { CHUNK }]);
        Ok(Self { path, open: None, lines, chunk, grew: None, whole: false, said: None, seen: false, stored })
    }

    /// The path given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The real path of the file being read, links resolved.
    pub fn real_path(&self) -> Option<&Path> {
        let stored = self.stored.is_some() && self.seen && self.said.is_none();
        self.open.as_ref().map(|o| o.real.as_path()).or(stored.then_some(&*self.path))
    }

    /// Checks the file and passes on its new lines, reading about `budget` bytes at most. `now` only dates the
    /// unfinished last line.
    pub fn poll(&mut self, now: Instant, budget: usize, sink: &mut dyn FnMut(Polled<'_>)) -> Progress {
        if self.stored.is_some() {
            return self.poll_stored(now, sink);
        }
        if self.open.is_none() && !self.try_open(sink, |path, size| Polled::File(FileEvent::Opened { path, size })) {
            return Progress::default();
        }
        match self.step(now, budget, sink) {
            Ok(more) => {
                let total = self.open.as_ref().map_or(0, |o| o.total);
                let read = self.lines.offset();
                Progress { more, read, total: total.max(read) }
            }
            Err(e) => {
                self.close(sink);
                self.say(FileEvent::Trouble(e.to_string()), sink);
                Progress::default()
            }
        }
    }

    /// Whether to read the file as a whole: again at every change, whatever changed. For documents that are written as
    /// a whole, where growth, truncation and replacement by a new file are all new states of one document.
    pub fn read_whole(&mut self, whole: bool) {
        self.whole = whole;
    }

    /// The last line without `\n`, whether quiet or not.
    pub fn unfinished(&self) -> Option<RawLine<'_>> {
        self.lines.held()
    }

    /// Whether nothing new was read for [`QUIET`].
    pub fn is_quiet(&self, now: Instant) -> bool {
        self.grew.is_none_or(|grew| now.saturating_duration_since(grew) >= QUIET)
    }

    /// The last line without `\n`, once it has been quiet for [`QUIET`]: for provisional display only.
    pub fn held(&self, now: Instant) -> Option<RawLine<'_>> {
        self.lines.held().filter(|_| self.is_quiet(now))
    }

    /// Passes on the last line even without its `\n`: for a file read once, not followed.
    pub fn finish(&mut self, sink: &mut dyn FnMut(Polled<'_>)) {
        self.lines.finish(&mut |line| sink(Polled::Line(line)));
        self.open = None;
    }

    /// Detects changes of the file, then reads its new bytes. Returns whether there is more to read.
    fn step(&mut self, now: Instant, budget: usize, sink: &mut dyn FnMut(Polled<'_>)) -> io::Result<bool> {
        let fate = self.fate()?;
        match fate {
            FileChange::Truncated => self.restart(Polled::File(FileEvent::Truncated), sink)?,
            FileChange::Rewritten => self.restart(Polled::File(FileEvent::Rewritten), sink)?,
            FileChange::Changed => self.restart(Polled::Again, sink)?,
            FileChange::Replaced if self.whole => {
                (self.open, self.lines) = (None, Splitter::default());
                // The new document replaces the old one entirely.
                self.try_open(sink, |_, _| Polled::Again);
            }
            FileChange::Gone if self.whole => (self.open, self.lines) = (None, Splitter::default()),
            FileChange::Same | FileChange::Replaced | FileChange::Gone => {}
        }
        // The old file is read to its end before the new one, so that its last lines are not lost.
        if self.read(now, budget, sink)? {
            return Ok(true);
        }
        match fate {
            FileChange::Replaced if !self.whole => {
                self.close(sink);
                Ok(self.try_open(sink, |path, _| Polled::File(FileEvent::Replaced { path })))
            }
            FileChange::Gone => {
                self.close(sink);
                self.say(FileEvent::Gone, sink);
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    fn fate(&mut self) -> io::Result<FileChange> {
        let offset = self.lines.offset();
        let Some(open) = &mut self.open else { return Ok(FileChange::Gone) };
        let own = open.file.metadata()?;
        open.total = own.len();
        let named = match std::fs::metadata(&self.path) {
            Ok(meta) => Some(meta),
            Err(e) if is_absent(&e) => None,
            Err(e) => return Err(e),
        };
        let Some(named) = named else { return Ok(FileChange::Gone) };
        if FileId::of(&self.path, &named) != open.id || !named.is_file() {
            return Ok(FileChange::Replaced);
        }
        let state = (own.len(), own.modified().ok());
        if self.whole {
            // Taken before reading, so that a write meanwhile counts as another change.
            let checked = open.checked.replace(state);
            return Ok(if checked.is_none_or(|checked| checked == state) {
                FileChange::Same
            } else {
                FileChange::Changed
            });
        }
        // The caller knows only after the first lines whether the file is to be read as a whole.
        open.checked = Some(state);
        if own.len() < offset {
            return Ok(FileChange::Truncated);
        }
        // Compared at every poll, because a rewrite may leave the length unchanged, and the change time too: within a
        // clock tick, or when it was set back.
        if !open.window.still_holds(&mut open.file, offset)? {
            return Ok(FileChange::Rewritten);
        }
        Ok(FileChange::Same)
    }

    fn restart(&mut self, event: Polled<'static>, sink: &mut dyn FnMut(Polled<'_>)) -> io::Result<()> {
        self.lines = Splitter::default();
        if let Some(open) = &mut self.open {
            open.window = ContentSample::default();
            open.checked = open.checked.filter(|_| self.whole);
            open.file.seek(SeekFrom::Start(0))?;
        }
        sink(event);
        Ok(())
    }

    /// Reads to the end of the file or of the budget. Returns whether the budget ended first.
    fn read(&mut self, now: Instant, budget: usize, sink: &mut dyn FnMut(Polled<'_>)) -> io::Result<bool> {
        let Some(open) = &mut self.open else { return Ok(false) };
        let mut left = budget.max(1);
        while left > 0 {
            let want = left.min(self.chunk.len());
            let n = match open.file.read(&mut self.chunk[..want]) {
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if n == 0 {
                return Ok(false);
            }
            let bytes = &self.chunk[..n];
            open.window.push(bytes);
            self.lines.push(bytes, &mut |line| sink(Polled::Line(line)));
            self.grew = Some(now);
            left -= n;
        }
        open.total = open.total.max(self.lines.offset());
        Ok(true)
    }

    fn try_open(
        &mut self,
        sink: &mut dyn FnMut(Polled<'_>),
        event: impl FnOnce(PathBuf, u64) -> Polled<'static>,
    ) -> bool {
        match open_regular(&self.path) {
            Ok(Some((file, meta))) => {
                let real = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
                let (id, total) = (FileId::of(&self.path, &meta), meta.len());
                let checked = self.whole.then(|| (total, meta.modified().ok()));
                self.open =
                    Some(OpenFile { file, id, real: real.clone(), window: ContentSample::default(), checked, total });
                (self.said, self.seen) = (None, true);
                sink(event(real, total));
                true
            }
            Ok(None) => {
                if self.said.is_none() {
                    self.say(if self.seen { FileEvent::Gone } else { FileEvent::Waiting }, sink);
                }
                false
            }
            Err(e) => {
                self.say(FileEvent::Trouble(e.to_string()), sink);
                false
            }
        }
    }

    /// Leaves the open file, after passing on its unfinished last line.
    fn close(&mut self, sink: &mut dyn FnMut(Polled<'_>)) {
        self.finish(sink);
        self.grew = None;
    }

    fn say(&mut self, event: FileEvent, sink: &mut dyn FnMut(Polled<'_>)) {
        if self.said.as_ref() != Some(&event) {
            self.said = Some(event.clone());
            sink(Polled::File(event));
        }
    }
}
