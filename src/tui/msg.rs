//! Defines [`Msg`], the messages that change the screen's state.

use jiff::Timestamp;

use super::effect::PaneResponse;
use super::keymap::Key;
use super::model::ModelStatus;
use super::sessions::SessionsResponse;
use super::state::Live;
use crate::session::{PendingCorrection, Session};
use crate::state::ModelAnswer;
use crate::transcript::{Entry, Meta};

/// A message that changes the state. It carries the time, because nothing in this room reads a clock.
#[derive(Debug, Clone)]
pub enum Msg {
    /// A key went down at a moment.
    Key {
        /// Which.
        key: Key,
        /// When it was read from the terminal.
        at: Timestamp,
    },
    /// Several keys came at once: text pasted without brackets, or keys typed faster than they were read.
    Keys {
        /// The keys, in the order in which they came.
        keys: Vec<Key>,
        /// When they were read from the terminal.
        at: Timestamp,
    },
    /// The wheel turned or a button went down, at a column and a row.
    Mouse {
        /// Wheel or button event.
        pointer: Pointer,
        /// Column and row.
        at: (u16, u16),
    },
    /// The terminal's window got the person's attention, or lost it.
    Focus {
        /// Whether the person is here.
        here: bool,
        /// When.
        at: Timestamp,
    },
    /// Text was pasted: words for an open line, never keys.
    Paste(String),
    /// The terminal has this size now, in cells.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// A bounded chunk of the transcript, in file order.
    Entries(Vec<Entry>),
    /// Entries of the file's unfinished last line: shown, not part of the session.
    Provisional(Vec<Entry>),
    /// Metadata of the session, as parsed so far.
    Meta(Meta),
    /// State of following the file.
    Live(Live),
    /// Lines that could not be read, so far.
    Damaged(u64),
    /// The file is read again from its beginning: the entries sent so far are invalid.
    Restarted,
    /// The session from its snapshot alone, shown until [`Msg::Opened`] comes.
    Snapshot(Box<Session>),
    /// The session as it was saved, its log folded and checked.
    Opened {
        /// The session, if it was saved before.
        session: Option<Box<Session>>,
        /// Whether the transcript is read on from its saved position; else from its beginning.
        resumed: bool,
    },
    /// Turns of a resumed session, read again for their text.
    Words(Vec<Entry>),
    /// Corrections the person made in another run of this session.
    Corrections(Vec<PendingCorrection>),
    /// Status of the language model; `None` without one.
    Model(Option<Box<ModelStatus>>),
    /// The offer of a language model to read along opens.
    OfferReading,
    /// A language model answered.
    ModelAnswer(Box<ModelAnswer>),
    /// A notice for the person, in one line.
    Notice(String),
    /// The line above the panes of the demo.
    Caption(String),
    /// The person is about to press a key in the demo.
    ByHand,
    /// The demo has pressed its last key.
    TourEnds,
    /// The loop is idle.
    Idle,
    /// The end of the file was reached: later entries are new.
    CaughtUp,
    /// A frame is about to be drawn at this moment.
    Now(Timestamp),
    /// The result of [`Effect::WriteFile`](super::Effect::WriteFile).
    Wrote {
        /// The path as the person gave it.
        path: String,
        /// The result.
        result: Wrote,
    },
    /// A worker answered a pane.
    Response(PaneResponse),
    /// Whether another process saves the session, so that nothing can be changed here.
    ReadOnly(bool),
    /// The person's editor has ended, or could not be started.
    Edited(Result<(), String>),
    /// A response of the session watcher.
    Sessions(SessionsResponse),
    /// The number of characters copied to the clipboard, or why none were.
    Copied(Result<usize, String>),
}

/// Wheel or button event of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// The wheel, away from the person.
    Up,
    /// The wheel, towards the person.
    Down,
    /// The left button.
    Press,
}

/// The result of writing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrote {
    /// So many bytes are in it.
    Done(usize),
    /// A file of that name exists; holds the bytes to write once the person confirms.
    Exists(Vec<u8>),
    /// It could not be written, in one line.
    Failed(String),
}
