//! Defines [`Following`]: which session is followed, and the change to another one.
//!
//! The former reader has ended, and all it sent has been passed over, before the next one starts: two sessions never
//! mix, and no thread is left behind.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use super::Event;
use super::app::App;
use super::scout::{Scout, TICK};
use crate::transcript::{Decoder, Follower, OpenError, Places, Reader, ReaderOptions};
use crate::tui::sessions::{Errand, News};
use crate::tui::{Live, Msg};

/// What is followed.
pub struct Following {
    send: SyncSender<Event>,
    reader: Option<Reader>,
    /// What is followed once the former reader has ended.
    next: Option<PathBuf>,
    scout: Scout,
}

impl Following {
    /// Follows `path`. Fails at once on what can never be a transcript.
    pub fn open(path: &Path, places: Places, send: SyncSender<Event>) -> Result<Self, OpenError> {
        let reader = Reader::spawn(path, ReaderOptions::default(), send.clone())?;
        let scout = Scout::new(path, places, send.clone(), TICK);
        Ok(Self { send, reader: Some(reader), next: None, scout })
    }

    /// The same; where `taken` stands in the file, following goes on there.
    pub fn go_on(
        path: &Path,
        taken: Option<(Follower, Decoder)>,
        places: Places,
        send: SyncSender<Event>,
    ) -> Result<Self, OpenError> {
        let Some((follower, decoder)) = taken else { return Self::open(path, places, send) };
        let reader = Reader::follow(follower, decoder, ReaderOptions::default(), send.clone())?;
        let scout = Scout::new(path, places, send.clone(), TICK);
        Ok(Self { send, reader: Some(reader), next: None, scout })
    }

    /// Asks the reader for a mark.
    pub fn mark(&self) {
        if let Some(reader) = &self.reader {
            reader.mark();
        }
    }

    /// The same with a scout that looks more often, for tests.
    pub fn with_tick(
        path: &Path,
        places: Places,
        send: SyncSender<Event>,
        tick: std::time::Duration,
    ) -> Result<Self, OpenError> {
        let reader = Reader::spawn(path, ReaderOptions::default(), send.clone())?;
        let scout = Scout::new(path, places, send.clone(), tick);
        Ok(Self { send, reader: Some(reader), next: None, scout })
    }

    /// Hands an event on to the app, but for what a reader sends that is not listened to any more.
    pub fn take(&mut self, event: Event, app: &mut App) {
        match event {
            Event::Reader(_) if self.next.is_some() => {}
            Event::Left => self.start(app),
            event => app.take(event),
        }
    }

    /// Does an errand; what comes of it comes as an event.
    pub fn perform(&mut self, errand: Errand, app: &mut App) {
        match errand {
            Errand::Follow(path) => self.go(path, app),
            errand => self.scout.ask(errand),
        }
    }

    /// Leaves what is followed for the file at `path`, if that can be followed.
    fn go(&mut self, path: PathBuf, app: &mut App) {
        if let Err(why) = Follower::open(&path) {
            app.tell(Msg::Notice(why.to_string()));
            return;
        }
        app.forget();
        app.tell(Msg::Sessions(News::Following(path.clone())));
        self.scout.ask(Errand::Follow(path.clone()));
        self.next = Some(path);
        if let Some(former) = self.reader.take() {
            let send = self.send.clone();
            // Waiting for the thread to end must not hold the screen, nor may a full channel hold the thread.
            let wait = move || {
                former.join();
                let _ = send.send(Event::Left);
            };
            if let Err(why) = std::thread::Builder::new().name("leave".to_owned()).spawn(wait) {
                app.tell(Msg::Notice(format!("no thread can be had ({why}); start the program again")));
            }
        }
    }

    /// The former reader has ended: the next one begins.
    fn start(&mut self, app: &mut App) {
        let Some(path) = self.next.take() else { return };
        match Reader::spawn(&path, ReaderOptions::default(), self.send.clone()) {
            Ok(reader) => self.reader = Some(reader),
            Err(why) => {
                app.tell(Msg::Live(Live::Unreadable));
                app.tell(Msg::Notice(why.to_string()));
            }
        }
    }
}
