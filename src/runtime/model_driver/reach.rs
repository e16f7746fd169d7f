//! Defines [`Reach`], the turn from which a session is read, and the progress of reading.

use crate::session::Session;

/// Most unread turns that are read unasked: a longer session is read from its present end on, and from its beginning
/// only at the person's request.
const MAX_BACKLOG: usize = 200;

/// The turn from which a session is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reach {
    /// The place of the first turn to read; `None` until the transcript was read to its end.
    from: Option<usize>,
}

/// The progress of reading a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadingProgress {
    /// The ordinal of the next turn to read.
    pub next: u32,
    /// The ordinal of the last turn.
    pub last: u32,
}

impl Reach {
    /// Decides where to begin, once the transcript was read to its end. A session whose beginning was read before is
    /// read on; a short one is read from its beginning.
    pub fn decide(&mut self, session: &Session) {
        if self.from.is_none() {
            let begun = session.first_unread(0).is_none_or(|at| at > 0);
            let short = session.unread_turns(0) <= MAX_BACKLOG;
            self.from = Some(if begun || short { 0 } else { session.turns().len() });
        }
    }

    /// Reads from the beginning.
    pub fn begin_at_start(&mut self) {
        self.from = Some(0);
    }

    /// The place of the first turn to read; past the end of every session until it is decided.
    pub fn from(self) -> usize {
        self.from.unwrap_or(usize::MAX)
    }

    /// Whether turns before the starting point are unread.
    pub fn leaves_out(self, session: &Session) -> bool {
        self.from.is_some_and(|from| session.first_unread(0).is_some_and(|at| at < from))
    }

    /// How far a session was read; `None` when less than `least` turns are left.
    pub fn progress(self, session: &Session, least: usize) -> Option<ReadingProgress> {
        let from = self.from();
        if session.unread_turns(from) < least {
            return None;
        }
        let next = session.first_unread(from).and_then(|at| session.turns().get(at))?.ordinal;
        Some(ReadingProgress { next, last: session.turns().last()?.ordinal })
    }
}
