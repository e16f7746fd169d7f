//! Defines [`StoredSession`], a session that is part of an agent's store instead of a file, and how a [`Follower`]
//! follows one: as a document that is rewritten at every change.

use std::io;
use std::time::Instant;

use super::{FileEvent, Follower, Polled, Progress, Splitter};

/// A session in an agent's store.
pub trait StoredSession: Send + std::fmt::Debug {
    /// Polls the store, without locking or changing it.
    fn poll(&mut self) -> io::Result<StoredChange>;
}

/// The change of a session in a store since the last poll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredChange {
    Same,
    /// It is new or has changed: the whole document, as its format reads it from a file.
    Document(String),
    /// The store does not have it, or does not exist.
    Missing,
}

impl Follower {
    /// Polls the store and passes on the whole session if it changed.
    pub(super) fn poll_stored(&mut self, now: Instant, sink: &mut dyn FnMut(Polled<'_>)) -> Progress {
        let change = self.stored.as_mut().map_or(Ok(StoredChange::Missing), |stored| stored.poll());
        match change {
            Ok(StoredChange::Same) => {}
            Ok(StoredChange::Document(text)) => {
                let (path, size) = (self.path.clone(), text.len() as u64);
                let again = self.seen && self.said.is_none();
                (self.said, self.seen, self.grew) = (None, true, Some(now));
                sink(if again { Polled::Again } else { Polled::File(FileEvent::Opened { path, size }) });
                self.lines = Splitter::default();
                self.lines.push(text.as_bytes(), &mut |line| sink(Polled::Line(line)));
            }
            Ok(StoredChange::Missing) => self.say(if self.seen { FileEvent::Gone } else { FileEvent::Waiting }, sink),
            Err(error) => self.say(FileEvent::Trouble(error.to_string()), sink),
        }
        let read = self.lines.offset();
        Progress { more: false, read, total: read }
    }
}
