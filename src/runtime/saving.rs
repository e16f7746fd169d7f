//! Defines [`Saving`], which saves a watched session at quiet moments and on quit.
//!
//! The reader is asked for a mark; when that comes, the state is the transcript up to it, and a draft is made. A
//! thread of its own writes it, so that a slow disk never delays a key. One process writes a session; others only read.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::time::{Duration, Instant};

use super::Event;
use super::resume::take_up;
use crate::session::{PendingCorrection, Session};
use crate::standup::project::injected;
use crate::standup::run;
use crate::store::{Disk, OpenedSession, SaveDraft, SavedPosition, SessionWriter, Store, StoreError, draft};
use crate::transcript::read::peek;
use crate::transcript::{Decoder, Follower, OpenError};

/// Quiet time before a save.
const QUIET_TIME: Duration = Duration::from_secs(1);
/// Longest time a busy session goes unsaved.
const MAX_UNSAVED: Duration = Duration::from_secs(30);
/// A save takes at most 1 / `TIME_SHARE` of the time.
const TIME_SHARE: u32 = 20;
/// Backoff after a failed save; doubled each time, up to `MAX_RETRY_DELAY`.
const RETRY_DELAY: Duration = Duration::from_secs(5);
const MAX_RETRY_DELAY: Duration = Duration::from_mins(5);
/// Least time between two checks whether the other watcher has ended.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Notice that neither the project nor the state folder can hold a store.
const NO_PLACE: &str = "not saved: there is no place to save in";

/// Notice that another watcher writes the session.
fn watched_elsewhere(who: &str) -> String {
    format!("looking on, read-only: saved{who}")
}

/// Folders that decide where sessions are saved.
#[derive(Debug, Clone, Default)]
pub struct SaveTo {
    /// The working directory: its store serves transcripts whose project is not on this machine.
    pub here: Option<PathBuf>,
    /// The state folder, for stores outside a project.
    pub state: Option<PathBuf>,
    /// The only project not on this machine that `here` serves; any if absent.
    pub project: Option<String>,
}

impl SaveTo {
    /// These folders for a screen that opens with the transcript at `path`: sessions of other projects that are
    /// followed later are not saved in the working directory.
    #[must_use]
    pub fn opened_with(self, path: &Path) -> Self {
        Self { project: peek(path).and_then(|meta| meta.cwd), ..self }
    }

    /// The store of a transcript's project.
    pub fn store(&self, project: Option<&str>) -> Option<Store> {
        let is_served = self.project.is_none() || self.project.as_deref() == project;
        let named = project.map(PathBuf::from);
        let folder = match named.filter(|folder| folder.is_dir() || !is_served) {
            Some(folder) => folder,
            None => self.here.clone().filter(|_| is_served)?,
        };
        Store::of_project(&folder, self.state.as_deref())
    }
}

/// Counts of a session; they differ if it changed since the last save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SaveFingerprint {
    lines: usize,
    turns: usize,
    signals: usize,
    rewrite_count: u32,
    waiting: usize,
}

impl SaveFingerprint {
    fn of(session: &Session) -> Self {
        let stats = session.stats();
        let (turns, signals) = (stats.turns, stats.signals);
        let (lines, waiting) = (session.log().len(), session.correction_counts().1);
        Self { lines, turns, signals, rewrite_count: session.rewrite_count(), waiting }
    }
}

/// Result of writing a draft.
#[derive(Debug)]
pub struct SaveResult {
    base: SavedPosition,
    took: Duration,
    result: Result<(), StoreError>,
}

/// The state from which watching begins.
#[derive(Debug, Default)]
pub struct WatchedSession {
    /// The saved session, if there is one.
    pub session: Option<Session>,
    /// The follower, at the saved position.
    pub taken: Option<(Follower, Decoder)>,
    /// Warnings to show.
    pub notices: Vec<String>,
    saved: Option<SaveFingerprint>,
    writer: Option<Box<SessionWriter>>,
    read_only: bool,
}

/// The store and session id of the transcript at `path`, if it was saved before.
pub fn place(path: &Path, to: &SaveTo) -> Option<(Store, String)> {
    let meta = peek(path)?;
    let store = to.store(meta.cwd.as_deref())?;
    store.holds(&meta.session_id).then_some((store, meta.session_id))
}

/// Opens the saved session and its lock, to go on with the transcript at `path`.
pub fn begin(path: &Path, (store, id): (&Store, &str)) -> Result<WatchedSession, OpenError> {
    let mut begun = WatchedSession { notices: store.warning().into_iter().collect(), ..WatchedSession::default() };
    let loaded = match SessionWriter::open(store, id, Disk::of_process()) {
        Ok(OpenedSession::Ours(writer, loaded)) => {
            begun.writer = Some(writer);
            loaded
        }
        Ok(OpenedSession::Theirs(who)) => {
            begun.read_only = true;
            begun.notices.push(watched_elsewhere(&who));
            store.load(id).ok().map(Box::new)
        }
        Err(error) => {
            begun.notices.push(format!("not saved: {error}"));
            store.load(id).ok().map(Box::new)
        }
    };
    if let Some(loaded) = loaded {
        begun.notices.extend(loaded.damage);
        let (session, taken) = take_up(loaded.session, loaded.mark, path)?;
        begun.saved = taken.as_ref().map(|_| SaveFingerprint::of(&session));
        (begun.session, begun.taken) = (Some(session), taken);
    }
    Ok(begun)
}

/// Request of the saver to the main loop.
#[derive(Debug, PartialEq, Eq)]
pub enum SaveNotice {
    /// Tell the person.
    Tell(String),
    /// These corrections were saved by another watcher.
    Corrections(Vec<PendingCorrection>),
}

/// Saves the session the loop owns.
pub struct Saving {
    to: SaveTo,
    events: SyncSender<Event>,
    thread: Option<Sender<(SaveDraft, Option<String>)>>,
    base: SavedPosition,
    seen: Option<SaveFingerprint>,
    saved: Option<SaveFingerprint>,
    /// When something changed last, and first since the last save.
    changed: Option<(Instant, Instant)>,
    asked: bool,
    writing: Option<SaveFingerprint>,
    not_before: Option<Instant>,
    again: Duration,
    read_only: bool,
    /// When the other watcher was last checked for.
    checked: Option<Instant>,
    reported: bool,
}

impl Saving {
    /// Saves on from the result of [`begin`]. Messages of its thread come as events.
    pub fn new(to: SaveTo, begun: WatchedSession, events: SyncSender<Event>) -> Self {
        let saved = begun.saved;
        let mut saving = Self {
            to,
            events,
            thread: None,
            base: SavedPosition::default(),
            seen: saved,
            saved,
            changed: None,
            asked: false,
            writing: None,
            not_before: None,
            again: RETRY_DELAY,
            read_only: begun.read_only,
            checked: None,
            reported: begun.read_only,
        };
        if let Some(writer) = begun.writer {
            saving.start(*writer);
        }
        saving
    }

    fn start(&mut self, writer: SessionWriter) {
        self.base = writer.base().clone();
        let (send, drafts) = channel();
        let events = self.events.clone();
        let spawned =
            std::thread::Builder::new().name("store".to_owned()).spawn(move || write(writer, &drafts, &events));
        self.thread = spawned.is_ok().then_some(send);
    }

    /// Checks the session for changes after each step of the loop.
    pub fn observe(&mut self, session: &Session, now: Instant) {
        let sight = SaveFingerprint::of(session);
        if self.seen != Some(sight) {
            self.seen = Some(sight);
            let first = self.changed.map_or(now, |(_, first)| first);
            self.changed = (self.saved != Some(sight)).then_some((now, first));
        }
        // The other holder may have ended. No timer checks for that, only the next event.
        let rested = self.checked.is_none_or(|at| now.duration_since(at) >= CHECK_INTERVAL);
        if self.read_only && self.thread.is_none() && rested {
            self.checked = Some(now);
            if !self.is_watched(session) {
                self.changed.get_or_insert((now, now));
                self.not_before = None;
            }
        }
    }

    /// Whether another program has the session.
    fn is_watched(&self, session: &Session) -> bool {
        let meta = session.meta();
        // The session id is unknown before the transcript names it.
        meta.session_id.is_empty()
            || self.to.store(meta.cwd.as_deref()).is_some_and(|store| store.is_watched(&meta.session_id))
    }

    /// Time until the next save step; `None` when nothing is to be saved.
    pub fn due_in(&self, now: Instant) -> Option<Duration> {
        let (last, first) = self.changed.filter(|_| !self.asked && self.writing.is_none())?;
        let at = (last + QUIET_TIME).min(first + MAX_UNSAVED).max(self.not_before.unwrap_or(last));
        Some(at.saturating_duration_since(now))
    }

    /// Whether to request a mark now. Returns true once per save.
    pub fn wants_mark(&mut self, now: Instant) -> bool {
        let due = self.due_in(now).is_some_and(|d| d.is_zero());
        self.asked |= due;
        due
    }

    /// Whether another watcher has the session.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Whether a draft is being written.
    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Whether a requested mark is outstanding.
    pub fn is_asked(&self) -> bool {
        self.asked
    }

    /// Requests a mark at once, because the program is about to end. False when there is nothing to save.
    pub fn last_mark(&mut self) -> bool {
        // In read-only mode too: the other watcher may have ended, and earlier changes are to be saved.
        let wanted = self.changed.is_some();
        self.asked |= wanted;
        wanted
    }

    /// The state is the transcript up to this mark: it is drafted and given to the thread.
    pub fn marked(&mut self, session: &Session, mark: Option<&str>) -> Vec<SaveNotice> {
        self.asked = false;
        let Some((_, first)) = self.changed else { return Vec::new() };
        if self.writing.is_some() {
            return Vec::new();
        }
        if self.thread.is_none() && !says_anything(session) {
            self.changed = None;
            return Vec::new();
        }
        let mut notices = Vec::new();
        if self.thread.is_none() {
            match self.open(session) {
                Ok(more) => notices.extend(more),
                Err(line) => {
                    self.schedule_retry(first);
                    return self.tell(line);
                }
            }
        }
        let Some(thread) = &self.thread else { return notices };
        match draft(session, mark, &self.base) {
            Ok(draft) => {
                if thread.send((draft, mark.map(str::to_owned))).is_err() {
                    notices.extend(self.tell("not saved: the thread that saves is gone".to_owned()));
                    return notices;
                }
                self.writing = Some(SaveFingerprint::of(session));
                self.changed = None;
            }
            Err(error) => notices.extend(self.tell(format!("not saved: {error}"))),
        }
        notices
    }

    /// Opens the store on the first save, or tries again to become the writer.
    fn open(&mut self, session: &Session) -> Result<Vec<SaveNotice>, String> {
        let meta = session.meta();
        if meta.session_id.is_empty() {
            return Err(NO_PLACE.to_owned());
        }
        let store = self.to.store(meta.cwd.as_deref()).ok_or(NO_PLACE)?;
        if self.read_only && store.is_watched(&meta.session_id) {
            // Does not wait for the other watcher to end.
            return Err(watched_elsewhere(""));
        }
        match SessionWriter::open(&store, &meta.session_id, Disk::of_process())
            .map_err(|e| format!("not saved: {e}"))?
        {
            OpenedSession::Theirs(who) => {
                self.read_only = true;
                Err(watched_elsewhere(&who))
            }
            OpenedSession::Ours(mut writer, loaded) => {
                let warning = store.warning();
                writer.reset();
                let known = session.pending_corrections();
                let theirs = loaded.map(|l| l.session.pending_corrections()).unwrap_or_default();
                let new: Vec<PendingCorrection> = theirs.into_iter().filter(|w| !known.contains(w)).collect();
                self.start(*writer);
                let mut notices: Vec<SaveNotice> = warning.map(SaveNotice::Tell).into_iter().collect();
                if std::mem::take(&mut self.read_only) {
                    // This notice reports the recovery; a "saved" now would overwrite it.
                    self.reported = false;
                    notices.push(SaveNotice::Tell(
                        "the other watcher has ended: this session is saved from here now".to_owned(),
                    ));
                }
                if !new.is_empty() {
                    notices.push(SaveNotice::Corrections(new));
                }
                Ok(notices)
            }
        }
    }

    /// Handles the result of writing a draft.
    pub fn written(&mut self, written: SaveResult, now: Instant) -> Vec<SaveNotice> {
        let sight = self.writing.take();
        self.base = written.base;
        match written.result {
            Ok(()) => {
                self.saved = sight;
                self.not_before = Some(now + written.took * TIME_SHARE);
                self.again = RETRY_DELAY;
                let caught = std::mem::take(&mut self.reported);
                if caught { vec![SaveNotice::Tell("saved".to_owned())] } else { Vec::new() }
            }
            Err(error) => {
                self.schedule_retry(now);
                self.tell(format!("not saved: {error}"))
            }
        }
    }

    /// Schedules another attempt after a failed save.
    fn schedule_retry(&mut self, first: Instant) {
        let now = Instant::now();
        self.changed = Some((now, first));
        self.not_before = Some(now + self.again);
        self.again = (self.again * 2).min(MAX_RETRY_DELAY);
    }

    /// Reports a failure once, until a save succeeds.
    fn tell(&mut self, line: String) -> Vec<SaveNotice> {
        if std::mem::replace(&mut self.reported, true) { Vec::new() } else { vec![SaveNotice::Tell(line)] }
    }
}

/// Whether a session has any turn, signal or correction. Empty sessions and other files are not saved: their id is
/// still a guess from the file's name.
fn says_anything(session: &Session) -> bool {
    let stats = session.stats();
    stats.turns + stats.signals > 0 || session.correction_counts() != (0, 0)
}

/// The thread that writes.
fn write(mut writer: SessionWriter, drafts: &Receiver<(SaveDraft, Option<String>)>, events: &SyncSender<Event>) {
    while let Ok((draft, mark)) = drafts.recv() {
        let begun = Instant::now();
        let result = writer.write(&draft);
        let saved = result.is_ok();
        let written = SaveResult { base: writer.base().clone(), took: begun.elapsed(), result };
        if events.send(Event::Written(Box::new(written))).is_err() {
            return;
        }
        if let Some(path) = mark.filter(|_| saved).and_then(|mark| transcript_of(&mark)) {
            // Only new entries are read. If the queue is locked, the next standup run reads them: a later draft,
            // perhaps the last one, must not wait for the lock's holder.
            let injected = writer.store().root().parent().map(injected).unwrap_or_default();
            let _ = run::gather_if_free(writer.store(), &[path], &injected);
        }
    }
}

/// The transcript a mark is of.
fn transcript_of(mark: &str) -> Option<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Mark {
        place: Place,
    }
    #[derive(serde::Deserialize)]
    struct Place {
        path: PathBuf,
    }
    serde_json::from_str::<Mark>(mark).ok().map(|m| m.place.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_of_another_project_is_not_saved_here() {
        let dir = tempfile::tempdir().unwrap();
        let (here, theirs, state) = (dir.path().join("here"), dir.path().join("theirs"), dir.path().join("state"));
        for folder in [&here, &theirs] {
            std::fs::create_dir_all(folder.join(".git")).unwrap();
        }
        let root = |to: &SaveTo, project: Option<&str>| to.store(project).map(|store| store.root().to_owned());
        let any = SaveTo { here: Some(here.clone()), state: Some(state.clone()), project: None };
        let of_theirs = theirs.display().to_string();
        assert_eq!(root(&any, Some(&of_theirs)), Some(theirs.join(".deltamind")));
        assert_eq!(root(&any, Some("/not/on/this/machine")), Some(here.join(".deltamind")), "as it was opened");
        let of_one = SaveTo { project: Some("/elsewhere/one".to_owned()), ..any };
        assert_eq!(root(&of_one, Some("/elsewhere/one")), Some(here.join(".deltamind")));
        assert!(root(&of_one, Some("/elsewhere/two")).is_some_and(|root| root.starts_with(&state)));
        assert_eq!(root(&of_one, Some(&of_theirs)), Some(theirs.join(".deltamind")));
    }

    #[test]
    fn resuming_a_session_warns_of_a_store_that_git_tracks() {
        let dir = tempfile::tempdir().unwrap();
        let git = |args: &[&str]| {
            let run = std::process::Command::new("git").args(args).current_dir(dir.path()).output();
            run.is_ok_and(|out| out.status.success())
        };
        if !git(&["init", "-q"]) {
            return;
        }
        let root = dir.path().join(".deltamind");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("CONTEXT.md"), "theirs").unwrap();
        assert!(git(&["add", "-f", ".deltamind"]));
        let to = SaveTo { here: Some(dir.path().to_owned()), state: None, project: None };
        let store = to.store(None).unwrap();
        let begun = begin(&dir.path().join("talk.jsonl"), (&store, "11111111-1111-4111-8111-111111111111")).unwrap();
        assert!(begun.notices.iter().any(|notice| notice.contains("is tracked by git")), "{:?}", begun.notices);
    }
}
