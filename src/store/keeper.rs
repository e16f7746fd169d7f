//! Defines [`Keeper`], the one writer of a session's files, and [`Draft`], what it shall write.
//!
//! Log lines go first, one write each, and are synced; then the snapshot replaces the former one, which is kept. So
//! a snapshot never speaks of lines that are not there, and lines after the last snapshot are given again by the
//! transcript.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::context::Earlier;
use super::lock::{Locked, wait_lock};
use super::place::{sweep, sweep_old};
use super::snapshot::{self, LogPlace, SNAPSHOTS};
use super::{Disk, Glance, Loaded, Store, StoreError, context, disk, follow, glance, line, views};
use crate::session::Session;
use crate::text::SafeText;

/// How far a log was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base {
    place: LogPlace,
    /// Which reading of the transcript it is of.
    generation: Option<u32>,
    /// Hash of the last snapshot written: the same is not written twice.
    snapshot: Option<String>,
}

/// What is to be written, made from a session without touching a file.
#[derive(Debug)]
pub struct Draft {
    from: Base,
    to: Base,
    lines: Vec<String>,
    snapshot: Vec<u8>,
    memory: Option<follow::Memory>,
    views: Vec<(&'static str, String)>,
    context: String,
    recent: String,
}

impl Draft {
    /// Bytes it would write.
    pub fn bytes(&self) -> usize {
        let lines: usize = self.lines.iter().map(|l| l.len() + 1).sum();
        lines + self.snapshot.len() + self.views.iter().map(|(_, text)| text.len()).sum::<usize>()
    }

    /// Whether it says nothing new.
    pub fn is_old(&self) -> bool {
        self.lines.is_empty() && self.from.snapshot == self.to.snapshot
    }
}

/// Drafts what must be written of `session` on top of `base`. Costs the lines that are new, and the snapshot.
pub fn draft(session: &Session, mark: Option<&str>, base: &Base) -> Result<Draft, serde_json::Error> {
    let generation = session.rewrite_count();
    let same = base.generation == Some(generation) && base.place.lines <= session.log().len() as u64;
    let place = if same { base.place.clone() } else { LogPlace::default() };
    let mut to = LogPlace { lines: session.log().len() as u64, last_hash: place.last_hash.clone() };
    let mut lines = Vec::new();
    for log_line in session.log().iter().skip(usize::try_from(place.lines).unwrap_or(usize::MAX)) {
        let mut text = line::write(log_line, &to.last_hash)?;
        // Its words are safe already; ids and paths of the transcript may not be.
        if SafeText::line(&text).hidden() {
            text = SafeText::line(&text).into_string();
        }
        to.last_hash = line::hash(text.as_bytes());
        lines.push(text);
    }
    let (mark, memory) = mark.map(follow::part).transpose()?.unzip();
    let snapshot = snapshot::write(session, mark.as_ref(), &to)?;
    let hash = blake3::hash(&snapshot).to_hex().to_string();
    let to = Base { place: to, generation: Some(generation), snapshot: Some(hash) };
    let (views, context) = (views::views(session), context::head(session));
    let recent = serde_json::to_string(&Glance::of(session, context.clone()))?;
    Ok(Draft { from: base.clone(), to, lines, snapshot, memory: memory.flatten(), views, context, recent })
}

/// How long somebody else may hold a session without being taken for its watcher: one who saves without a screen is done
/// by then.
const BLINK: Duration = Duration::from_millis(200);

/// The writer of one session. While it lives, nobody else writes there.
#[derive(Debug)]
pub struct Keeper {
    store: Store,
    id: String,
    dir: PathBuf,
    disk: Disk,
    base: Base,
    /// Bytes of the log that count.
    bytes: u64,
    log: Option<File>,
    /// What earlier sessions left.
    earlier: Earlier,
    /// Whether the snapshot says more than the files made of it: one of them could not be written.
    stale: bool,
    /// Snapshots there were that could not be read; `None` once they are out of the way.
    unread: Option<Vec<&'static str>>,
    _lock: File,
}

/// A keeper asked for.
#[derive(Debug)]
pub enum Opened {
    /// Ours: with what was saved before, if anything was.
    Ours(Box<Keeper>, Option<Box<Loaded>>),
    /// Another program watches the session; the words say which, if it is known.
    Theirs(String),
}

impl Keeper {
    /// Takes the session `id` over and loads what is saved of it.
    pub fn open(store: &Store, id: &str, disk: Disk) -> Result<Opened, StoreError> {
        let dir = store.make(id, &disk)?;
        let io = |source| StoreError::Io { doing: "lock", path: dir.join("lock"), source };
        let lock = match wait_lock(&dir.join("lock"), BLINK).map_err(io)? {
            Locked::Ours(file) => file,
            Locked::Theirs(who) => return Ok(Opened::Theirs(who)),
        };
        snapshot::check_newer(&dir)?;
        sweep(&dir);
        sweep_old(store.root());
        let fresh = !SNAPSHOTS.iter().chain(&["provenance.jsonl"]).any(|n| dir.join(n).exists());
        let loaded = match store.load(id) {
            _ if fresh => None,
            Ok(loaded) => Some(Box::new(loaded)),
            // Nothing in it can be read: it is set aside with the first save, and everything read again.
            Err(StoreError::Corrupt { .. }) => None,
            Err(error) => return Err(error),
        };
        let mut base = Base::default();
        let mut bytes = 0;
        if let Some(loaded) = loaded.as_ref().filter(|l| !l.log_is_lost) {
            let place = LogPlace { lines: loaded.lines, last_hash: loaded.last_hash.clone() };
            base = Base { place, generation: Some(loaded.session.rewrite_count()), snapshot: None };
            bytes = loaded.bytes;
        }
        // What a session was made of was understood; where there is none, nothing was.
        let unread = Some(loaded.as_ref().map_or_else(|| SNAPSHOTS.to_vec(), |l| l.unread.clone()));
        let (store, id, earlier) = (store.clone(), id.to_owned(), Earlier::default());
        let keeper = Self { store, id, dir, disk, base, bytes, log: None, earlier, stale: false, unread, _lock: lock };
        Ok(Opened::Ours(Box::new(keeper), loaded))
    }

    /// The store it writes in.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How far the log is written: what the next draft is made on top of.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// What changes files, for tests to look at.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// The session's folder.
    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Forgets how far the log is written: the next draft is of the whole session. What is saved stays if it is the
    /// beginning of that, and is set aside if not.
    pub fn begin_anew(&mut self) {
        self.base = Base::default();
    }

    /// Drafts and writes in one go. Returns the bytes written.
    pub fn save(&mut self, session: &Session, mark: Option<&str>) -> Result<usize, StoreError> {
        let draft = draft(session, mark, &self.base).map_err(|e| self.io("write", e.into()))?;
        let bytes = draft.bytes();
        self.write(&draft)?;
        Ok(bytes)
    }

    /// Writes a draft. When it fails, what was saved before is still whole, and the same can be tried again.
    pub fn write(&mut self, draft: &Draft) -> Result<(), StoreError> {
        if draft.from != self.base {
            return Err(self.io("write", std::io::Error::other("something else was written meanwhile")));
        }
        if !draft.is_old() {
            self.store.check(&self.id)?;
            self.put_down(draft)?;
            self.stale = true;
        }
        if self.stale {
            self.make_files(draft)?;
            self.stale = false;
        }
        Ok(())
    }

    /// Writes the log's new lines and the snapshot.
    fn put_down(&mut self, draft: &Draft) -> Result<(), StoreError> {
        let begins = draft.to.generation != self.base.generation || self.base.place.lines > draft.to.place.lines;
        let known = if begins { self.begin(&draft.lines).map_err(|e| self.io("write", e))? } else { 0 };
        self.log_ready().map_err(|e| self.io("write", e))?;
        let remembers = draft.memory.as_ref().map_or(Ok(false), |memory| memory.write(&self.dir, &self.disk));
        let remembers = remembers.map_err(|e| self.io("write", e))?;
        let new = draft.lines.get(known..).unwrap_or(&[]);
        if let Err(error) = self.append(new) {
            self.take_back();
            return Err(self.io("write", error));
        }
        if let Err(error) = self.replace_snapshot(&draft.snapshot) {
            let there = disk::read(&self.dir.join(SNAPSHOTS[0])).ok().flatten();
            if there.as_deref() == Some(draft.snapshot.as_slice()) {
                // It stands in its place, though perhaps not for good: its lines must stay, and it is written again.
                self.bytes += new.iter().map(|l| l.len() as u64 + 1).sum::<u64>();
                self.base = Base { snapshot: None, ..draft.to.clone() };
            } else {
                self.take_back();
            }
            return Err(self.io("write", error));
        }
        self.bytes += new.iter().map(|l| l.len() as u64 + 1).sum::<u64>();
        self.base = draft.to.clone();
        if remembers {
            follow::sweep(&self.dir);
        }
        Ok(())
    }

    /// Writes what is made of the session for people and agents.
    fn make_files(&mut self, draft: &Draft) -> Result<(), StoreError> {
        for (name, text) in &draft.views {
            self.view(name, text).map_err(|e| self.io("write", e))?;
        }
        self.store.set_current(&self.id, &self.disk)?;
        self.store.renew_context(&self.id, &draft.context, &mut self.earlier, &self.disk)?;
        // Last, so that who is told its number was given a context that is at least as new.
        self.view(glance::FILE, &draft.recent).map_err(|e| self.io("write", e))
    }

    /// A log begins with these lines. If what is saved is the beginning of it, that stays: the number of lines that
    /// need not be written. Else it is set aside.
    fn begin(&mut self, lines: &[String]) -> std::io::Result<usize> {
        let path = self.dir.join("provenance.jsonl");
        (self.base, self.bytes, self.log) = (Base::default(), 0, None);
        let Some(saved) = disk::read(&path)? else { return Ok(0) };
        let mut left = saved.as_slice();
        let mut known = 0;
        for line in lines {
            let Some(rest) = left.strip_prefix(line.as_bytes()).and_then(|r| r.strip_prefix(b"\n")) else { break };
            left = rest;
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

    /// Opens the log for appending after the lines that count. What stands behind them is set aside.
    fn log_ready(&mut self) -> std::io::Result<()> {
        let path = self.dir.join("provenance.jsonl");
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

    /// Takes our own lines back, of which no snapshot speaks: the next try writes them again.
    fn take_back(&mut self) {
        if let Some(log) = &self.log {
            let _ = log.set_len(self.bytes);
        }
    }

    fn replace_snapshot(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.set_unread_aside()?;
        let [newest, before] = SNAPSHOTS.map(|name| self.dir.join(name));
        self.disk.replace(&newest, bytes, Some(&before))
    }

    /// Before the first snapshot is replaced, those that cannot be read are put out of the way.
    fn set_unread_aside(&mut self) -> std::io::Result<()> {
        let Some(unread) = &self.unread else { return Ok(()) };
        for name in SNAPSHOTS {
            let path = self.dir.join(name);
            // Of one that was not needed, nobody knows yet.
            if path.exists() && (unread.contains(&name) || !disk::read(&path)?.is_some_and(|b| snapshot::is_sound(&b)))
            {
                self.disk.rename(&path, &self.aside("snapshot", "json"))?;
            }
        }
        self.disk.sync_dir(&self.dir)?;
        self.unread = None;
        Ok(())
    }

    fn append(&mut self, lines: &[String]) -> std::io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        for line in lines {
            self.disk.write(log, format!("{line}\n").as_bytes())?;
        }
        if lines.is_empty() { Ok(()) } else { self.disk.sync(log) }
    }

    /// Replaces a file for people, unless it says the same already. It can be made again, so it is not synced alone.
    fn view(&self, name: &str, text: &str) -> std::io::Result<()> {
        let path = self.dir.join(name);
        if disk::read(&path).ok().flatten().as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        self.disk.replace(&path, text.as_bytes(), None)
    }

    /// A name for what is set aside, that nothing has.
    fn aside(&self, what: &str, ending: &str) -> PathBuf {
        let names = (1..).map(|n: u32| self.dir.join(format!("{what}-aside-{n}.{ending}")));
        names.into_iter().find(|p| p.symlink_metadata().is_err()).unwrap_or_else(|| self.dir.join(what))
    }

    fn io(&self, doing: &'static str, source: std::io::Error) -> StoreError {
        StoreError::Io { doing, path: self.dir.clone(), source }
    }
}
