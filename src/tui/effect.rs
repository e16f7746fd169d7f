//! Defines [`Effect`], the side effects that `update` may request of the runtime. Each carries all its data.

use std::path::PathBuf;

use super::ids::PaneId;
use super::payload::Payload;
use super::sessions::SessionsRequest;
use crate::text::SafeText;

/// A side effect for the runtime.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Put this text on the clipboard.
    Copy(SafeText),
    /// Write these bytes to this path.
    WriteFile {
        /// The path as the person gave it.
        path: String,
        /// The exact bytes the person saw.
        bytes: Vec<u8>,
        /// Whether a file of that name may be replaced: only after the person said so.
        replace: bool,
    },
    /// Enable or disable mouse reporting.
    Mouse(bool),
    /// A request of a pane to its worker.
    Request(Box<PaneRequest>),
    /// Open this file in the person's editor, which has the terminal meanwhile.
    OpenEditor(PathBuf),
    /// A request about this machine's sessions.
    Sessions(SessionsRequest),
    /// Start or stop asking the language model.
    Model(bool),
    /// Let the language model read: the person has agreed to it.
    BeginReading {
        /// Whether it reads the session from its beginning, in order.
        from_start: bool,
    },
    /// No language model is to read this project's sessions.
    DeclineReading,
    /// Give the terminal back to the shell until the process is resumed.
    Suspend,
    /// Leave.
    Quit,
}

/// Request of a pane to its worker, about the followed session.
#[derive(Debug, Clone, PartialEq)]
pub struct PaneRequest {
    /// The requesting pane.
    pub pane: PaneId,
    /// The number of the followed session: answers for an earlier one are dropped.
    pub round: u64,
    /// The project's working directory, as the transcript names it.
    pub cwd: Option<String>,
    /// The request, of the pane's own type.
    pub request: Payload,
}

/// Response of a worker to its pane.
#[derive(Debug, Clone, PartialEq)]
pub struct PaneResponse {
    /// The requesting pane.
    pub pane: PaneId,
    /// The round of the request.
    pub round: u64,
    /// The answer, of the pane's own type.
    pub response: Payload,
}
