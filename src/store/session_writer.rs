//! Defines [`SessionWriter`], the only writer of a session's files, and [`SaveDraft`], the content of one save.
//!
//! Log lines are written and synced first; then the snapshot replaces the former one, which is kept. So a snapshot never
//! refers to missing lines, and lines after the last snapshot are derived again from the transcript.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::context::Earlier;
use super::lock::{HeldLock, LockAttempt, wait_lock};
use super::log::LOG;
use super::place::{sealed_name, sweep, sweep_old};
use super::snapshot::{self, LogPosition, SNAPSHOTS};
use super::{Disk, Loaded, SessionSummary, Store, StoreError, context, disk, follow_mark, line, summary, views};
use crate::session::Session;
use crate::text::SafeText;

/// The state saved so far, on which a draft builds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedPosition {
    place: LogPosition,
    /// [`Session::rewrite_count`] of the saved log.
    generation: Option<u32>,
    /// Hash of the last snapshot written, so that an equal one is skipped.
    snapshot: Option<String>,
}

/// The changes of one save, computed from a session without touching a file.
#[derive(Debug)]
pub struct SaveDraft {
    from: SavedPosition,
    to: SavedPosition,
    lines: Vec<String>,
    snapshot: Vec<u8>,
    memory: Option<follow_mark::DecoderMemory>,
    views: Vec<(&'static str, String)>,
    context: String,
    recent: String,
}

impl SaveDraft {
    /// Bytes of log lines, snapshot and Markdown files.
    pub fn bytes(&self) -> usize {
        let lines: usize = self.lines.iter().map(|l| l.len() + 1).sum();
        lines + self.snapshot.len() + self.views.iter().map(|(_, text)| text.len()).sum::<usize>()
    }

    /// Whether everything in it is saved already.
    pub fn is_old(&self) -> bool {
        self.lines.is_empty() && self.from.snapshot == self.to.snapshot
    }
}

/// Computes the save of `session` on top of `base`. Costs the new lines and the snapshot.
pub fn draft(session: &Session, mark: Option<&str>, base: &SavedPosition) -> Result<SaveDraft, serde_json::Error> {
    let generation = session.rewrite_count();
    let same = base.generation == Some(generation) && base.place.lines <= session.log().len() as u64;
    let place = if same { base.place.clone() } else { LogPosition::default() };
    let mut to = LogPosition { lines: session.log().len() as u64, last_hash: place.last_hash.clone() };
    let mut lines = Vec::new();
    for log_line in session.log().iter().skip(usize::try_from(place.lines).unwrap_or(usize::MAX)) {
        let mut text = line::write(log_line, &to.last_hash)?;
        // Quoted words are redacted already; ids and paths of the transcript may not be.
        if SafeText::line(&text).hidden() {
            text = SafeText::line(&text).into_string();
        }
        to.last_hash = line::hash(text.as_bytes());
        lines.push(text);
    }
    let (mark, memory) = mark.map(follow_mark::split).transpose()?.unzip();
    let snapshot = snapshot::write(session, mark.as_ref(), &to)?;
    let hash = blake3::hash(&snapshot).to_hex().to_string();
    let to = SavedPosition { place: to, generation: Some(generation), snapshot: Some(hash) };
    let (views, context) = (views::views(session), context::head(session, Timestamp::now()));
    let recent = serde_json::to_string(&SessionSummary::of(session, context.clone()))?;
    Ok(SaveDraft { from: base.clone(), to, lines, snapshot, memory: memory.flatten(), views, context, recent })
}

/// Longest wait for the lock: `deltamind save` holds it for less, so whoever holds it longer is a watching process.
const LOCK_WAIT: Duration = Duration::from_millis(200);

/// The only writer of one session: it holds the lock until it is dropped.
#[derive(Debug)]
pub struct SessionWriter {
    store: Store,
    id: String,
    dir: PathBuf,
    disk: Disk,
    base: SavedPosition,
    /// Bytes of the log's valid lines.
    bytes: u64,
    log: Option<File>,
    /// Lines of earlier sessions for the context file.
    earlier: Earlier,
    /// Whether a file derived from the snapshot could not be written and is out of date.
    stale: bool,
    /// Snapshots that could not be read; `None` once they are set aside.
    unread: Option<Vec<&'static str>>,
    _lock: HeldLock,
}

/// The result of [`SessionWriter::open`].
#[derive(Debug)]
pub enum OpenedSession {
    /// The lock was free: the writer, and the saved session if there is one.
    Ours(Box<SessionWriter>, Option<Box<Loaded>>),
    /// Another process holds the lock: ` by process 12`, or empty if unknown.
    Theirs(String),
}

impl SessionWriter {
    /// Takes the lock of the session `id` and loads its saved state.
    pub fn open(store: &Store, id: &str, disk: Disk) -> Result<OpenedSession, StoreError> {
        let dir = store.make(id, &disk)?;
        let lock_path = dir.join("lock");
        let lock = match wait_lock(&lock_path, LOCK_WAIT).map_err(StoreError::io("lock", &lock_path))? {
            LockAttempt::Ours(file) => file,
            LockAttempt::Theirs(who) => {
                tracing::warn!(session = id, "session is locked{who}");
                return Ok(OpenedSession::Theirs(who));
            }
        };
        snapshot::check_newer(&dir)?;
        sweep(&dir);
        sweep_old(store.root());
        let fresh = !SNAPSHOTS.iter().chain(&[LOG]).any(|n| dir.join(n).exists());
        let loaded = match store.load(id) {
            _ if fresh => None,
            Ok(loaded) => Some(Box::new(loaded)),
            // Nothing is readable: the first save sets it aside, and the transcript is read again.
            Err(StoreError::Corrupt { .. }) => None,
            Err(error) => return Err(error),
        };
        for damage in loaded.iter().flat_map(|l| &l.damage) {
            tracing::warn!(session = id, "saved session is damaged: {damage}");
        }
        tracing::info!(session = id, fresh, store = %store.root().display(), "session lock taken");
        let mut base = SavedPosition::default();
        let mut bytes = 0;
        if let Some(loaded) = loaded.as_ref().filter(|l| !l.log_is_lost) {
            let place = LogPosition { lines: loaded.lines, last_hash: loaded.last_hash.clone() };
            base = SavedPosition { place, generation: Some(loaded.session.rewrite_count()), snapshot: None };
            bytes = loaded.bytes;
        }
        // Without a loaded session, no snapshot was readable.
        let unread = Some(loaded.as_ref().map_or_else(|| SNAPSHOTS.to_vec(), |l| l.unreadable_snapshots.clone()));
        let (store, id, earlier) = (store.clone(), id.to_owned(), Earlier::default());
        let writer = Self { store, id, dir, disk, base, bytes, log: None, earlier, stale: false, unread, _lock: lock };
        Ok(OpenedSession::Ours(Box::new(writer), loaded))
    }

    /// The store it writes in.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The base of the next draft.
    pub fn base(&self) -> &SavedPosition {
        &self.base
    }

    /// The file system it writes to, for tests.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// The session's folder.
    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Makes the next draft hold the whole session. The saved log stays if the new one begins with it, and is set aside
    /// otherwise.
    pub fn reset(&mut self) {
        self.base = SavedPosition::default();
    }

    /// Computes and writes a draft. Returns the bytes written.
    pub fn save(&mut self, session: &Session, mark: Option<&str>) -> Result<usize, StoreError> {
        let draft = draft(session, mark, &self.base).map_err(|e| self.io("write", e.into()))?;
        let bytes = draft.bytes();
        self.write(&draft)?;
        Ok(bytes)
    }

    /// Writes a draft. After an error the former save is intact, and the same draft can be written again.
    pub fn write(&mut self, draft: &SaveDraft) -> Result<(), StoreError> {
        let begun = Instant::now();
        let written = self.write_draft(draft);
        let (session, ms) = (&self.id, begun.elapsed().as_millis() as u64);
        match &written {
            Ok(()) => tracing::info!(session, lines = draft.lines.len(), bytes = draft.bytes(), ms, "saved"),
            Err(error) => tracing::error!(session, ms, "not saved: {error}"),
        }
        written
    }

    fn write_draft(&mut self, draft: &SaveDraft) -> Result<(), StoreError> {
        if draft.from != self.base {
            return Err(self.io("write", std::io::Error::other("another draft was written meanwhile")));
        }
        if !draft.is_old() {
            self.store.check(&self.id)?;
            self.write_log_and_snapshot(draft)?;
            self.stale = true;
        }
        if self.stale {
            self.write_derived_files(draft)?;
            self.stale = false;
        }
        Ok(())
    }

    /// Appends the new log lines, then replaces the snapshot.
    fn write_log_and_snapshot(&mut self, draft: &SaveDraft) -> Result<(), StoreError> {
        let begins = draft.to.generation != self.base.generation || self.base.place.lines > draft.to.place.lines;
        let known = if begins { self.begin(&draft.lines).map_err(|e| self.io("write", e))? } else { 0 };
        self.log_ready().map_err(|e| self.io("write", e))?;
        let remembers = draft.memory.as_ref().map_or(Ok(false), |memory| memory.write(&self.dir, &self.disk));
        let remembers = remembers.map_err(|e| self.io("write", e))?;
        let new = draft.lines.get(known..).unwrap_or(&[]);
        let added = match self.append(new) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.truncate_log();
                return Err(self.io("write", error));
            }
        };
        if let Err(error) = self.replace_snapshot(&draft.snapshot) {
            let there = disk::read(&self.dir.join(SNAPSHOTS[0])).ok().flatten();
            if there.is_some_and(|there| self.unsealed(SNAPSHOTS[0], &there) == draft.snapshot) {
                // The snapshot was renamed into place but perhaps not synced: keep its lines, and write it again.
                self.bytes += added;
                self.base = SavedPosition { snapshot: None, ..draft.to.clone() };
            } else {
                self.truncate_log();
            }
            return Err(self.io("write", error));
        }
        self.bytes += added;
        self.base = draft.to.clone();
        if remembers {
            follow_mark::sweep(&self.dir);
        }
        Ok(())
    }

    /// Writes the files derived from the session, for people and agents.
    fn write_derived_files(&mut self, draft: &SaveDraft) -> Result<(), StoreError> {
        for (name, text) in &draft.views {
            self.view(name, text).map_err(|e| self.io("write", e))?;
        }
        self.store.set_current(&self.id, &self.disk)?;
        self.store.update_context(&self.id, &draft.context, &mut self.earlier, &self.disk)?;
        // Last, so that a reader of its sequence number finds a context at least as new.
        let sealed = self.store.sealer().seal_json(&sealed_name(&self.id, summary::FILE), draft.recent.as_bytes());
        self.view(summary::FILE, &String::from_utf8_lossy(&sealed)).map_err(|e| self.io("write", e))
    }

    /// Starts a log of these lines. If the saved log is a prefix of it, keeps that and returns its number of lines;
    /// otherwise sets the saved log aside.
    fn begin(&mut self, lines: &[String]) -> std::io::Result<usize> {
        let path = self.dir.join(LOG);
        (self.base, self.bytes, self.log) = (SavedPosition::default(), 0, None);
        let Some(saved) = disk::read(&path)? else { return Ok(0) };
        let mut left = saved.as_slice();
        let mut known = 0;
        let (sealer, name) = (self.store.sealer(), sealed_name(&self.id, LOG));
        for line in lines {
            let Some(end) = memchr::memchr(b'\n', left) else { break };
            if sealer.accepted(&name, &left[..end]).as_deref() != Some(line.as_bytes()) {
                break;
            }
            left = &left[end + 1..];
            known += 1;
        }
        if !left.contains(&b'\n') {
            self.bytes = (saved.len() - left.len()) as u64;
            return Ok(known);
        }
        self.disk.rename(&path, &self.aside("provenance", "jsonl"))?;
        self.disk.sync_dir(&self.dir)?;
        Ok(0)
    }

    /// Opens the log for appending after its valid lines. Bytes behind those are set aside.
    fn log_ready(&mut self) -> std::io::Result<()> {
        let path = self.dir.join(LOG);
        if self.log.is_none() {
            let options = &mut OpenOptions::new();
            let opened = disk::open(&path, options.read(true).append(true).create(true))?;
            self.log = Some(opened.ok_or(std::io::ErrorKind::NotFound)?);
            self.disk.sync_dir(&self.dir)?;
        }
        let Some(log) = &self.log else { return Ok(()) };
        if log.metadata()?.len() > self.bytes {
            let bytes = disk::read(&path)?.unwrap_or_default();
            let tail = bytes.get(usize::try_from(self.bytes).unwrap_or(usize::MAX)..).unwrap_or(&[]);
            self.disk.replace(&self.aside("provenance-tail", "jsonl"), tail, None)?;
            self.disk.truncate(log, self.bytes)?;
        }
        Ok(())
    }

    /// Removes appended lines that no snapshot covers; the next attempt writes them again.
    fn truncate_log(&mut self) {
        if let Some(log) = &self.log {
            let _ = log.set_len(self.bytes);
        }
    }

    fn replace_snapshot(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.set_unread_aside()?;
        let [newest, before] = SNAPSHOTS.map(|name| self.dir.join(name));
        let sealed = self.store.sealer().seal_json(&sealed_name(&self.id, SNAPSHOTS[0]), bytes).into_owned();
        self.disk.replace(&newest, &sealed, Some(&before))
    }

    /// The content of a file of the session, or of a line of its log, without the MAC; empty if it is not signed.
    fn unsealed(&self, file: &str, bytes: &[u8]) -> Vec<u8> {
        self.store.sealer().accepted(&sealed_name(&self.id, file), bytes).unwrap_or_default().into_owned()
    }

    /// Sets unreadable snapshots aside, before the first one is replaced.
    fn set_unread_aside(&mut self) -> std::io::Result<()> {
        let Some(unread) = &self.unread else { return Ok(()) };
        for name in SNAPSHOTS {
            let path = self.dir.join(name);
            // A snapshot that loading did not need was not checked yet.
            let is_sound = |bytes: &[u8]| snapshot::is_sound(&self.unsealed(SNAPSHOTS[0], bytes));
            let sound = || match disk::read(&path) {
                Err(error) if disk::is_of_system(&error, &path) => Err(error),
                read => Ok(read.ok().flatten().is_some_and(|bytes| is_sound(&bytes))),
            };
            if path.exists() && (unread.contains(&name) || !sound()?) {
                self.disk.rename(&path, &self.aside("snapshot", "json"))?;
            }
        }
        self.disk.sync_dir(&self.dir)?;
        self.unread = None;
        Ok(())
    }

    /// Appends lines to the log, each sealed. Returns the bytes written.
    fn append(&mut self, lines: &[String]) -> std::io::Result<u64> {
        let (sealer, name) = (self.store.sealer(), sealed_name(&self.id, LOG));
        let Some(log) = self.log.as_mut().filter(|_| !lines.is_empty()) else { return Ok(0) };
        let mut bytes = 0;
        for line in lines {
            let mut sealed = sealer.seal_json(&name, line.as_bytes()).into_owned();
            sealed.push(b'\n');
            self.disk.write(log, &sealed)?;
            bytes += sealed.len() as u64;
        }
        self.disk.sync(log)?;
        Ok(bytes)
    }

    /// Replaces a derived file unless it is equal already.
    fn view(&self, name: &str, text: &str) -> std::io::Result<()> {
        let path = self.dir.join(name);
        if disk::read(&path).ok().flatten().as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        self.disk.replace(&path, text.as_bytes(), None)
    }

    /// An unused path for a file that is set aside.
    fn aside(&self, what: &str, ending: &str) -> PathBuf {
        let names = (1..).map(|n: u32| self.dir.join(format!("{what}-aside-{n}.{ending}")));
        names.into_iter().find(|p| p.symlink_metadata().is_err()).unwrap_or_else(|| self.dir.join(what))
    }

    fn io(&self, doing: &'static str, source: std::io::Error) -> StoreError {
        StoreError::Io { doing, path: self.dir.clone(), source }
    }
}

impl Drop for SessionWriter {
    fn drop(&mut self) {
        tracing::info!(session = self.id, "session lock released");
    }
}
