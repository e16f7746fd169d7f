//! Defines [`Effect`], everything `update` may ask the outside for. Each carries all it needs.

use std::path::PathBuf;

use super::sessions::SessionsRequest;
use super::{memory, standup};

/// Something to do outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Put this text on the clipboard. It is safe text already.
    Copy(String),
    /// Write these bytes to this path.
    WriteFile {
        /// The path as the person gave it.
        path: String,
        /// The exact bytes the person saw.
        bytes: Vec<u8>,
        /// Whether a file of that name may be replaced: only after the person said so.
        replace: bool,
    },
    /// Listen to wheel and clicks, or leave them to the terminal.
    Mouse(bool),
    /// Something about durable memory.
    Memory(Box<memory::Request>),
    /// Something about the standup.
    Standup(Box<standup::Request>),
    /// Open this file in the person's editor, which has the terminal meanwhile.
    OpenEditor(PathBuf),
    /// Something about this machine's sessions.
    Sessions(SessionsRequest),
    /// Ask the language model again, or no more.
    Model(bool),
    /// Give the terminal back to the shell until the person returns.
    Suspend,
    /// Leave.
    Quit,
}
