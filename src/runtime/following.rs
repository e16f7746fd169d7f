//! Defines [`Following`]: which session is followed, and the change to another one.
//!
//! The next reader starts only after the former one has ended and its events are dropped: sessions never mix, and no
//! thread is left behind. Where sessions are saved, the reader starts once the saved session is open.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use super::app::App;
use super::saving::{SaveTo, WatchedSession};
use super::session_watcher::{SessionWatcher, TICK};
use super::{Event, opening};
use crate::transcript::{Decoder, Follower, OpenError, Places, Reader, ReaderOptions};
use crate::tui::sessions::{SessionsRequest, SessionsResponse};
use crate::tui::{Live, Msg};

/// The followed session: its reader and the session watcher.
pub struct Following {
    send: SyncSender<Event>,
    reader: Option<Reader>,
    /// Session to follow once the former reader has ended and the former saved session is open.
    next: Option<PathBuf>,
    /// Where sessions are saved; `None` saves nothing.
    to: Option<SaveTo>,
    /// The session whose saved part is being opened: one at a time, or a session would be locked by ourselves.
    opening: Option<PathBuf>,
    /// Whether a former reader has not ended yet.
    leaving: bool,
    session_watcher: SessionWatcher,
}

impl Following {
    /// Follows `path` from its beginning. Fails at once on a file that can never be a transcript.
    pub fn open(path: &Path, places: Places, send: SyncSender<Event>) -> Result<Self, OpenError> {
        Self::with_tick(path, places, send, TICK)
    }

    /// Like [`Self::open`], with the session watcher's interval.
    pub fn with_tick(path: &Path, places: Places, send: SyncSender<Event>, tick: Duration) -> Result<Self, OpenError> {
        let reader = unsaved(path, send.clone())?;
        let session_watcher = SessionWatcher::new(path, places, None, send.clone(), tick);
        Ok(Self { send, reader: Some(reader), next: None, to: None, opening: None, leaving: false, session_watcher })
    }

    /// Follows `path` from its saved position: the session comes as [`Event::Snapshot`] and [`Event::Opened`].
    pub fn saved(
        path: &Path,
        to: SaveTo,
        places: Places,
        send: SyncSender<Event>,
        tick: Duration,
    ) -> Result<Self, OpenError> {
        Follower::open(path)?;
        opening::open(path.to_owned(), to.clone(), send.clone())
            .map_err(|source| OpenError::Unreadable { path: path.to_owned(), source })?;
        let session_watcher = SessionWatcher::new(path, places, Some(to.clone()), send.clone(), tick);
        Ok(Self {
            send,
            reader: None,
            next: None,
            to: Some(to),
            opening: Some(path.to_owned()),
            leaving: false,
            session_watcher,
        })
    }

    /// Asks the reader for a mark.
    pub fn mark(&self) {
        if let Some(reader) = &self.reader {
            reader.mark();
        }
    }

    /// Passes an event to the app; events of a former reader are dropped.
    pub fn take(&mut self, event: Event, app: &mut App) {
        match event {
            Event::Reader(_) | Event::Snapshot(_) if self.next.is_some() => {}
            Event::Left => {
                self.leaving = false;
                self.start(app);
            }
            Event::Reader(_)
            | Event::Snapshot(_)
            | Event::Input(_)
            | Event::Signal(_)
            | Event::Sessions(_)
            | Event::Response(_) => app.take(event),
            // Handled by the main loop.
            Event::Opened(_) | Event::Written(_) | Event::Words(_) | Event::Model(_) => {}
        }
    }

    /// Performs a request; the response comes as an event.
    pub fn perform(&mut self, request: SessionsRequest, app: &mut App) {
        match request {
            SessionsRequest::Follow(path) => self.go(path, app),
            request => self.session_watcher.ask(request),
        }
    }

    /// Switches to the transcript at `path`, if it can be followed.
    fn go(&mut self, path: PathBuf, app: &mut App) {
        if let Err(why) = Follower::open(&path) {
            app.tell(Msg::Notice(why.to_string()));
            return;
        }
        app.drop_queued();
        app.tell(Msg::Sessions(SessionsResponse::Following(path.clone())));
        if self.to.is_some() {
            app.tell(Msg::Live(Live::Opening));
        }
        self.session_watcher.ask(SessionsRequest::Follow(path.clone()));
        self.next = Some(path);
        match self.reader.take() {
            Some(former) => self.leave(former, app),
            None => self.start(app),
        }
    }

    fn leave(&mut self, former: Reader, app: &mut App) {
        self.leaving = true;
        let send = self.send.clone();
        // Waiting for the thread to end must not block the screen, nor may a full channel block the thread.
        let thread = std::thread::Builder::new().name("leave".to_owned());
        let spawned = thread.spawn(move || {
            former.join();
            let _ = send.send(Event::Left);
        });
        if let Err(why) = spawned {
            app.tell(no_thread(&why));
        }
    }

    /// Starts the next session once the former reader has ended and no saved session is being opened.
    fn start(&mut self, app: &mut App) {
        if self.leaving || self.opening.is_some() {
            return;
        }
        let Some(path) = self.next.take() else { return };
        let Some(to) = &self.to else {
            let reader = unsaved(&path, self.send.clone());
            return self.read(reader, app);
        };
        match opening::open(path.clone(), to.clone(), self.send.clone()) {
            Ok(()) => self.opening = Some(path),
            Err(why) => app.tell(no_thread(&why)),
        }
    }

    /// Follows the opened session from its saved position, or from the beginning. Returns the base of later saves;
    /// `None` if another session was chosen meanwhile.
    pub fn opened(&mut self, opened: Result<WatchedSession, OpenError>, app: &mut App) -> Option<WatchedSession> {
        let path = self.opening.take()?;
        if self.next.is_some() {
            // The lock is released before the next session is opened, which may be the same one.
            drop(opened);
            self.start(app);
            return None;
        }
        let mut begun = match opened {
            Ok(begun) => begun,
            Err(why) => {
                self.read(Err(why), app);
                return None;
            }
        };
        let taken = begun.taken.take();
        app.tell(Msg::Opened { session: begun.session.take().map(Box::new), resumed: taken.is_some() });
        begun.notices.drain(..).for_each(|line| app.tell(Msg::Notice(line)));
        let reader = match taken {
            Some((follower, decoder)) => Reader::follow(follower, decoder, ReaderOptions::default(), self.send.clone()),
            None => Reader::spawn(&path, ReaderOptions::default(), self.send.clone()),
        };
        self.read(reader, app);
        Some(begun)
    }

    fn read(&mut self, reader: Result<Reader, OpenError>, app: &mut App) {
        match reader {
            Ok(reader) => self.reader = Some(reader),
            Err(why) => {
                app.tell(Msg::Live(Live::Unreadable));
                app.tell(Msg::Notice(why.to_string()));
            }
        }
    }
}

/// A reader from the beginning of a file, for a session that is not saved.
fn unsaved(path: &Path, send: SyncSender<Event>) -> Result<Reader, OpenError> {
    let decoder = Decoder::new(path).without_marks();
    Reader::follow(Follower::open(path)?, decoder, ReaderOptions::default(), send)
}

/// The notice that the system could not start a thread.
fn no_thread(why: &std::io::Error) -> Msg {
    Msg::Notice(format!("cannot start a thread ({why}); restart deltamind"))
}
