//! Defines the reader thread, which follows one transcript and sends its entries in chunks of bounded size.
//!
//! File notifications only wake it up; it polls the file on every wake-up and on a slow tick. So lost notifications,
//! network file systems and a watcher that cannot start cost latency, never lines. The thread ends when its [`Reader`]
//! or the receiver is dropped.

mod backpressure;
mod dirs;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::follow::{FileEvent, Follower, OpenError, Polled, Progress};
use super::mark::FollowMark;
use super::{Counts, Decoder, Entry, Meta};
use backpressure::Backpressure;
pub use backpressure::ChunkPermit;
use dirs::Dirs;

/// Input read before the first chunk is sent: small, so that something is on screen at once.
const FIRST_CHUNK_BYTES: usize = 256 << 10;
/// Input read per chunk at most.
const MAX_CHUNK_BYTES: usize = 1 << 20;
/// Records of no known format after which the user is warned.
const UNKNOWN_RECORDS: u64 = 20;

/// Damaged lines after which the user is warned, if no format was detected: binary files have no records at all.
const DAMAGED_LINES: u64 = 3;

/// The options of the reader thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Whether to use the system's file notifications.
    pub notify: bool,
    /// The interval between polls without notifications.
    pub tick: Duration,
    /// Least time between two polls caused by notifications.
    pub gap: Duration,
}

impl Default for ReaderOptions {
    fn default() -> Self {
        Self { notify: true, tick: Duration::from_millis(500), gap: Duration::from_millis(40) }
    }
}

/// Entries read since the last chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// Turns and signals in file order.
    pub entries: Vec<Entry>,
    /// Bytes read of the current file.
    pub read: u64,
    /// Its length.
    pub total: u64,
    /// The counts of all lines so far.
    pub counts: Counts,
    /// The session's meta data, as far as read.
    pub meta: Meta,
    /// Reports the chunk as consumed when dropped: the thread reads only a few chunks ahead.
    pub taken: ChunkPermit,
}

/// A message of the reader thread.
#[derive(Debug, Clone, PartialEq)]
pub enum ReaderMsg {
    /// More of the transcript was read. Sent without entries too when progress or counts changed.
    Entries(Box<Chunk>),
    /// The entries of a last line without line end that has been quiet for two seconds. Provisional: replaced by the
    /// next entries or file event.
    Provisional(Vec<Entry>),
    /// A change of the file.
    File(FileEvent),
    /// Everything the file holds has been sent.
    CaughtUp,
    /// A warning for the user, in one line.
    Warning(String),
    /// The file is no transcript of a known format; one line for the user.
    UnknownFormat(String),
    /// The answer to [`Reader::mark`]: the JSON of a [`FollowMark`] up to which everything was sent; `None` when
    /// following cannot be resumed from here.
    Mark(Option<String>),
}

/// A reason to wake the thread.
#[derive(Debug)]
enum Wake {
    Poll,
    Failed(String),
}

/// Wake-ups kept while the thread is busy. One beyond that is not needed: a poll is due anyway.
const WAKE_CAPACITY: usize = 8;

/// A running reader thread. Dropping it asks the thread to end.
#[derive(Debug)]
pub struct Reader {
    wake: SyncSender<Wake>,
    stop: Arc<AtomicBool>,
    mark: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    /// Starts following `path`, which need not exist yet, sending to `out`. Fails at once on a path that can never be a
    /// transcript, or if no thread can be started.
    pub fn spawn<T>(path: &Path, options: ReaderOptions, out: SyncSender<T>) -> Result<Self, OpenError>
    where
        T: From<ReaderMsg> + Send + 'static,
    {
        Self::follow(Follower::open(path)?, Decoder::new(path), options, out)
    }

    /// Like [`Self::spawn`], with a follower and a decoder that resume from a [`FollowMark`].
    pub fn follow<T>(
        follower: Follower,
        decoder: Decoder,
        options: ReaderOptions,
        out: SyncSender<T>,
    ) -> Result<Self, OpenError>
    where
        T: From<ReaderMsg> + Send + 'static,
    {
        let path = follower.path().to_owned();
        let (wake, woken) = sync_channel(WAKE_CAPACITY);
        let stop = Arc::new(AtomicBool::new(false));
        let mark = Arc::new(AtomicBool::new(false));
        let dirs = Dirs::new(&path, options.notify.then(|| wake.clone()));
        let ahead = Backpressure::new(wake.clone());
        let flags = (stop.clone(), mark.clone());
        let mut work = ReaderLoop::new((follower, decoder), dirs, ahead, options, flags, move |msg| {
            out.send(T::from(msg)).is_ok()
        });
        let thread = std::thread::Builder::new()
            .name("reader".to_owned())
            .spawn(move || {
                work.run(&woken);
            })
            .map_err(|source| OpenError::Unreadable { path, source })?;
        Ok(Self { wake, stop, mark, thread: Some(thread) })
    }

    /// Wakes the thread to poll the file now.
    pub fn wake(&self) {
        let _ = self.wake.try_send(Wake::Poll);
    }

    /// Asks the thread to send a [`ReaderMsg::Mark`] after the entries it has read.
    pub fn mark(&self) {
        self.mark.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Asks the thread to end and waits for it. The receiver must be dropped or drained: a full channel blocks it.
    pub fn join(mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake();
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The thread's own state.
struct ReaderLoop<S> {
    follower: Follower,
    decoder: Decoder,
    dirs: Dirs,
    ahead: Backpressure,
    options: ReaderOptions,
    stop: Arc<AtomicBool>,
    mark: Arc<AtomicBool>,
    send: S,
    budget: usize,
    caught_up: bool,
    sent_records: u64,
    previewed: Option<(u64, u64)>,
    told_unknown: bool,
}

/// The thread was asked to end.
struct Stopped;

impl<S: FnMut(ReaderMsg) -> bool> ReaderLoop<S> {
    fn new(
        (follower, decoder): (Follower, Decoder),
        dirs: Dirs,
        ahead: Backpressure,
        options: ReaderOptions,
        (stop, mark): (Arc<AtomicBool>, Arc<AtomicBool>),
        send: S,
    ) -> Self {
        Self {
            follower,
            decoder,
            dirs,
            ahead,
            options,
            stop,
            mark,
            send,
            budget: FIRST_CHUNK_BYTES,
            caught_up: false,
            sent_records: 0,
            previewed: None,
            told_unknown: false,
        }
    }

    fn run(&mut self, woken: &Receiver<Wake>) -> Option<Stopped> {
        loop {
            let real = self.follower.real_path().map(Path::to_path_buf);
            if let Some(warning) = self.dirs.refresh(real.as_deref()) {
                self.send(ReaderMsg::Warning(warning))?;
            }
            let last_look = Instant::now();
            loop {
                self.room(woken)?;
                if !self.poll()? {
                    break;
                }
                self.go_on()?;
            }
            self.preview()?;
            if self.mark.swap(false, Ordering::Relaxed) {
                let mark = FollowMark::of(&mut self.follower, &self.decoder);
                self.send(ReaderMsg::Mark(mark.and_then(|m| serde_json::to_string(&m).ok())))?;
            }
            self.wait(woken, last_look)?;
        }
    }

    /// Polls once and sends the entries. Returns whether there is more to read.
    fn poll(&mut self) -> Option<bool> {
        let mut events: Vec<(usize, FileEvent)> = Vec::new();
        let (decoder, mut previewed, mut sent_records) = (&mut self.decoder, self.previewed, self.sent_records);
        let now = Instant::now();
        let progress = self.follower.poll(now, self.budget, &mut |polled| match polled {
            Polled::Line(line) => decoder.line(&line),
            Polled::Again => decoder.again(),
            Polled::File(event) => {
                if event.is_reset() || (matches!(event, FileEvent::Opened { .. }) && decoder.counts().lines > 0) {
                    decoder.restart();
                    previewed = None;
                    sent_records = 0;
                }
                events.push((decoder.waiting(), event));
            }
        });
        (self.previewed, self.sent_records) = (previewed, sent_records);
        if self.decoder.is_document() {
            self.follower.read_whole(true);
            if !progress.more {
                self.decoder.end(self.follower.unfinished().as_ref(), self.follower.is_quiet(now));
            }
        } else {
            self.follower.read_whole(false);
        }
        let mut entries = self.decoder.take();
        // Entries read before a file event are sent before it.
        for (before, event) in events {
            let rest = entries.split_off(before.min(entries.len()));
            self.chunk(entries, progress)?;
            entries = rest;
            self.caught_up &= matches!(event, FileEvent::Waiting | FileEvent::Gone | FileEvent::Trouble(_));
            self.send(ReaderMsg::File(event))?;
        }
        self.chunk(entries, progress)?;
        self.unknown_format()?;
        self.budget = if progress.more { (self.budget * 2).min(MAX_CHUNK_BYTES) } else { FIRST_CHUNK_BYTES };
        if !progress.more && !self.caught_up && self.follower.real_path().is_some() {
            self.caught_up = true;
            self.send(ReaderMsg::CaughtUp)?;
        }
        Some(progress.more)
    }

    fn chunk(&mut self, entries: Vec<Entry>, progress: Progress) -> Option<()> {
        let records = self.decoder.counts().records;
        if entries.is_empty() && records == self.sent_records {
            return Some(());
        }
        self.sent_records = records;
        let (counts, meta) = (self.decoder.counts().clone(), self.decoder.meta().clone());
        let Progress { read, total, .. } = progress;
        let taken = self.ahead.acquire();
        self.send(ReaderMsg::Entries(Box::new(Chunk { entries, read, total, counts, meta, taken })))
    }

    /// Shows an unfinished last line once it has been quiet, once per length.
    fn preview(&mut self) -> Option<()> {
        // A document is read with its last line, line end or not.
        let held = self.follower.held(Instant::now()).filter(|_| !self.decoder.is_document());
        let Some(line) = held else { return Some(()) };
        let mark = (line.start, line.end);
        if self.previewed == Some(mark) {
            return Some(());
        }
        let entries = self.decoder.preview(&line);
        let shown = self.previewed.replace(mark).is_some();
        // A longer line may yield less: entries shown before must be removed.
        if entries.is_empty() && !shown { Some(()) } else { self.send(ReaderMsg::Provisional(entries)) }
    }

    fn unknown_format(&mut self) -> Option<()> {
        let counts = self.decoder.counts();
        let unknown = counts.ignored.get("unknown format").copied().unwrap_or_default();
        let foreign =
            unknown >= UNKNOWN_RECORDS || counts.damaged_total() >= DAMAGED_LINES || self.decoder.is_unknown_document();
        if self.told_unknown || self.decoder.format().is_some() || !foreign {
            return Some(());
        }
        self.told_unknown = true;
        let known = super::read::known_formats();
        self.send(ReaderMsg::UnknownFormat(format!("known formats: {known}")))
    }

    /// Sleeps until something may have changed.
    fn wait(&mut self, woken: &Receiver<Wake>, last_look: Instant) -> Option<()> {
        match woken.recv_timeout(self.options.tick) {
            Ok(wake) => self.woken(wake)?,
            Err(RecvTimeoutError::Timeout) => return self.go_on(),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        // Writes come in bursts: debounce: wait for the end of the burst, then poll once.
        loop {
            let left = self.options.gap.saturating_sub(last_look.elapsed());
            match woken.recv_timeout(left) {
                Ok(wake) => self.woken(wake)?,
                Err(RecvTimeoutError::Timeout) => return Some(()),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Waits until the consumer has all but a few chunks, to bound the memory of chunks read ahead.
    fn room(&mut self, woken: &Receiver<Wake>) -> Option<()> {
        while self.ahead.is_full() {
            match woken.recv_timeout(self.options.tick) {
                Ok(wake) => self.woken(wake)?,
                Err(RecvTimeoutError::Timeout) => self.go_on()?,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        Some(())
    }

    fn go_on(&self) -> Option<()> {
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }

    fn woken(&mut self, wake: Wake) -> Option<()> {
        self.go_on()?;
        match wake {
            Wake::Poll => Some(()),
            Wake::Failed(why) => match self.dirs.failed(&why) {
                Some(warning) => self.send(ReaderMsg::Warning(warning)),
                None => Some(()),
            },
        }
    }

    fn send(&mut self, msg: ReaderMsg) -> Option<()> {
        (self.send)(msg).then_some(())
    }
}

/// The directories to watch for changes of the file: its own, and its link target's.
fn parents(path: &Path, real: Option<&Path>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for path in [Some(path), real].into_iter().flatten() {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // For a parent that does not exist yet, the nearest existing ancestor is watched.
        if let Some(dir) = absolute.ancestors().skip(1).find(|d| d.is_dir())
            && !found.iter().any(|f| f == dir)
        {
            found.push(dir.to_owned());
        }
    }
    found
}
