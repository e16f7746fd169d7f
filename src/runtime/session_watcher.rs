//! Defines [`SessionWatcher`], the thread that lists this machine's sessions, reads the details of one, and notices when
//! a newer session of the followed project appears.
//!
//! A session read for a preview may be long; a new request cancels that reading.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel};
use std::time::Duration;

use jiff::Timestamp;

use super::Event;
use super::saving::{SaveTo, place};
use crate::session::{PendingCorrection, Session};
use crate::transcript::discover::{NewSessions, newest_main};
use crate::transcript::{Lister, Places, SessionFile, read_file};
use crate::tui::sessions::{SessionDetails, SessionsRequest, SessionsResponse};

/// Time between two checks for a newer session.
pub const TICK: Duration = Duration::from_secs(2);
/// Entries ingested between two checks for another request.
const ENTRIES_PER_SLICE: usize = 200;

/// Handle of the thread, which ends when this is dropped.
#[derive(Debug)]
pub struct SessionWatcher {
    ask: Option<Sender<SessionsRequest>>,
}

impl SessionWatcher {
    /// Starts the thread for a screen that follows `path` and saves sessions in `to`. Without a thread there are no other
    /// sessions.
    pub fn new(path: &Path, places: Places, to: Option<SaveTo>, send: SyncSender<Event>, tick: Duration) -> Self {
        let (ask, asked) = channel();
        let here = path.to_owned();
        let thread = std::thread::Builder::new().name("session_watcher".to_owned());
        let started = thread.spawn(move || Work { to, ..Work::new(here, places, send, asked) }.run(tick));
        Self { ask: started.ok().map(|_| ask) }
    }

    /// Sends a request to the thread.
    pub fn ask(&self, request: SessionsRequest) {
        if let Some(ask) = &self.ask {
            let _ = ask.send(request);
        }
    }
}

struct Work {
    here: PathBuf,
    /// The followed session, once its file could be read, and its bytes then.
    own: Option<SessionFile>,
    size: Option<u64>,
    /// The directory whose first session is waited for.
    awaits: Option<PathBuf>,
    lister: Lister,
    new_sessions: NewSessions,
    /// Where sessions are saved, with the person's corrections.
    to: Option<SaveTo>,
    send: SyncSender<Event>,
    asked: Receiver<SessionsRequest>,
    waiting: VecDeque<SessionsRequest>,
}

/// Signals that the thread must end.
struct Ended;

impl Work {
    fn new(here: PathBuf, places: Places, send: SyncSender<Event>, asked: Receiver<SessionsRequest>) -> Self {
        let new_sessions = NewSessions::since_now(places.clone());
        Self {
            here,
            own: None,
            size: None,
            awaits: None,
            lister: Lister::new(places),
            new_sessions,
            to: None,
            send,
            asked,
            waiting: VecDeque::new(),
        }
    }

    fn run(&mut self, tick: Duration) -> Option<Ended> {
        self.tell_own()?;
        loop {
            let request = match self.waiting.pop_front() {
                Some(request) => Ok(request),
                None => self.asked.recv_timeout(tick),
            };
            match request {
                Ok(request) => self.perform(request)?,
                Err(RecvTimeoutError::Timeout) => self.check_for_newer()?,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn tell(&self, news: SessionsResponse) -> Option<()> {
        self.send.send(Event::Sessions(news)).ok()
    }

    fn perform(&mut self, request: SessionsRequest) -> Option<()> {
        match request {
            SessionsRequest::List => {
                let sessions = self.lister.list(Timestamp::now()).sessions;
                self.tell(SessionsResponse::Listed(sessions))
            }
            SessionsRequest::Preview(path) => self.preview(path),
            SessionsRequest::Newest => {
                let project = self.own().and_then(|own| own.project.clone());
                let newest = project.and_then(|p| newest_main(Path::new(&p), self.lister.places()).ok());
                self.tell(SessionsResponse::Newest(newest.map(Box::new)))
            }
            SessionsRequest::Follow(path) => {
                (self.here, self.own, self.size, self.awaits) = (path, None, None, None);
                self.tell_own()
            }
            SessionsRequest::Await(folder) => {
                self.awaits = Some(folder);
                Some(())
            }
        }
    }

    /// The followed session. A missing or still empty file is read again on the next call.
    fn own(&mut self) -> Option<&SessionFile> {
        if self.own.as_ref().is_none_or(|own| own.project.is_none()) {
            self.own = SessionFile::of(&self.here);
        }
        self.own.as_ref()
    }

    /// Sends the title of the followed session if its file has grown and may hold another title.
    fn tell_own(&mut self) -> Option<()> {
        let size = Some(self.here.metadata().map_or(0, |about| about.len()));
        if size == self.size {
            return Some(());
        }
        self.size = size;
        let before = self.own.take();
        let Some(own) = self.own().cloned() else { return Some(()) };
        let is_known =
            before.is_some_and(|before| (before.title, before.request) == (own.title.clone(), own.request.clone()));
        if is_known { Some(()) } else { self.tell(SessionsResponse::Here(Box::new(own))) }
    }

    /// Looks for a newer session of the same project.
    fn check_for_newer(&mut self) -> Option<()> {
        self.tell_own()?;
        let new = self.new_sessions.poll();
        if new.is_empty() {
            return Some(());
        }
        if let Some(folder) = &self.awaits {
            let begun = |s: &SessionFile| s.is_led() && s.project.as_deref().is_some_and(|p| folder.starts_with(p));
            let first = new.into_iter().filter(begun).max_by_key(|s| s.last_entry);
            return first.map_or(Some(()), |session| self.tell(SessionsResponse::Newer(Box::new(session))));
        }
        let here = self.here.clone();
        let Some(own) = self.own() else { return Some(()) };
        let newest = new.into_iter().filter(|s| s.path != here && succeeds(s, own)).max_by_key(|s| s.last_entry);
        newest.map_or(Some(()), |session| self.tell(SessionsResponse::Newer(Box::new(session))))
    }

    /// Reads a session and sends its details, unless another preview is requested meanwhile.
    fn preview(&mut self, path: PathBuf) -> Option<()> {
        if self.is_wanted_elsewhere()? {
            return Some(());
        }
        let read = match read_file(&path) {
            Ok(read) => read,
            Err(why) => {
                let preview = SessionDetails { fault: Some(why.to_string()), ..SessionDetails::default() };
                return self.tell(SessionsResponse::Decided(path, Box::new(preview)));
            }
        };
        let mut session = Session::new(read.meta);
        session.restore_corrections(self.corrections(&path));
        let mut entries = read.entries.into_iter().peekable();
        while entries.peek().is_some() {
            if self.is_wanted_elsewhere()? {
                return Some(());
            }
            session.ingest(entries.by_ref().take(ENTRIES_PER_SLICE));
        }
        session.apply_pending_corrections(true);
        self.tell(SessionsResponse::Decided(path, Box::new(SessionDetails::of(&session))))
    }

    /// The corrections that were saved with the session of this file.
    fn corrections(&self, path: &Path) -> Vec<PendingCorrection> {
        let saved = self.to.as_ref().and_then(|to| place(path, to));
        let loaded = saved.and_then(|(store, id)| store.load(&id).ok());
        loaded.map(|loaded| loaded.session.pending_corrections()).unwrap_or_default()
    }

    /// Whether another preview was requested, which cancels this one. `None` when the thread must end.
    fn is_wanted_elsewhere(&mut self) -> Option<bool> {
        loop {
            match self.asked.try_recv() {
                Ok(request) => self.waiting.push_back(request),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        Some(self.waiting.iter().any(|e| matches!(e, SessionsRequest::Preview(_) | SessionsRequest::Follow(_))))
    }
}

/// Whether a session that just appeared continues `own`. An older session moved into the folder does not; a copy begins at
/// earlier times but ends later.
fn succeeds(new: &SessionFile, own: &SessionFile) -> bool {
    new.is_led() && new.project.is_some() && new.project == own.project && new.last_entry > own.started
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::SessionKind::{Fork, Main, Subagent};

    #[test]
    fn a_continuation_has_the_same_project_and_a_later_last_entry() {
        let session = |kind, project: Option<&str>, started: &str, last: &str| SessionFile {
            agent: "claude",
            id: "claude-x".to_owned(),
            path: "x".into(),
            project: project.map(str::to_owned),
            title: None,
            request: None,
            branch: None,
            started: started.parse().ok(),
            last_entry: last.parse().ok(),
            live: false,
            kind,
            parent: None,
        };
        let (noon, one, night) = ("2026-02-01T12:00:00Z", "2026-02-01T13:00:00Z", "2026-01-31T00:00:00Z");
        let own = session(Main, Some("/w"), noon, one);
        assert!(succeeds(&session(Main, Some("/w"), one, one), &own));
        assert!(succeeds(&session(Fork, Some("/w"), night, one), &own));
        assert!(!succeeds(&session(Subagent, Some("/w"), one, one), &own));
        assert!(!succeeds(&session(Main, Some("/w/x"), one, one), &own));
        assert!(!succeeds(&session(Main, None, one, one), &own));
        assert!(!succeeds(&session(Main, Some("/w"), night, night), &own));
    }
}
