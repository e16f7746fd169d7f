//! Defines the thread that opens a saved session: first its snapshot, for display only, then the session folded from
//! its log.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use super::Event;
use super::saving::{SaveTo, WatchedSession, begin, place};

/// Starts the thread for the transcript at `path`. Its last event is an [`Event::Opened`].
pub fn open(path: PathBuf, to: SaveTo, send: SyncSender<Event>) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name("opening".to_owned());
    thread.spawn(move || send_saved(&path, &to, &send)).map(drop)
}

/// Sends the snapshot, if there is one, then the session.
fn send_saved(path: &Path, to: &SaveTo, send: &SyncSender<Event>) {
    let begun = match place(path, to) {
        None => Ok(WatchedSession::default()),
        Some((store, id)) => {
            if let Some(session) = store.standing(&id) {
                let _ = send.send(Event::Snapshot(Box::new(session)));
            }
            begin(path, (&store, &id))
        }
    };
    let _ = send.send(Event::Opened(Box::new(begun)));
}
