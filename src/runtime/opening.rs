//! Defines the thread that opens what is saved of a session: first what its snapshot says, to be looked at; then the
//! session its log folds to, which is what is gone on with.

use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

use super::Event;
use super::saving::{SaveTo, WatchedSession, begin, place};

/// Starts the thread for the transcript at `path`. Its last word is an [`Event::Opened`].
pub fn open(path: PathBuf, to: SaveTo, send: SyncSender<Event>) -> std::io::Result<()> {
    let work = move || {
        let begun = match place(&path, &to) {
            None => Ok(WatchedSession::default()),
            Some((store, id)) => {
                if let Some(session) = store.standing(&id) {
                    let _ = send.send(Event::Standing(Box::new(session)));
                }
                begin(&path, (&store, &id))
            }
        };
        let _ = send.send(Event::Opened(Box::new(begun)));
    };
    std::thread::Builder::new().name("opening".to_owned()).spawn(work).map(drop)
}
