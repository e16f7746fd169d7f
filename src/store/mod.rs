//! Defines the store: the sessions saved under `.deltamind/`, and the only code that writes there.
//!
//! A session has three representations. The provenance log records every change; the snapshot holds the current items
//! and how far the transcript was read, and equals the folded log; the Markdown files are for people, never read back.

pub mod approved;
pub mod context;
mod disk;
mod earlier;
mod follow_mark;
mod import;
mod line;
mod load;
mod lock;
mod log;
mod place;
mod seal;
mod session_writer;
mod shared;
mod snapshot;
pub mod standup;
mod summary;
mod tracked;
mod trust;
mod views;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use disk::Disk;
pub(crate) use disk::read_step;
pub use import::import;
pub use line::LineType;
pub use load::Loaded;
pub use place::{PlaceFault, SavedSession, Store, folder_name};
pub use session_writer::{OpenedSession, SaveDraft, SavedPosition, SessionWriter, draft};
pub use shared::{LogFile, OwnFile, SharedFiles};
pub use standup::StandupClaim;
pub use summary::{SessionSummary, SummaryItem};
pub use tracked::tracked;
pub use trust::{StoreTrust, UnsignedStore};

/// Why saved data could not be written, read or removed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No such session is saved.
    #[error("{0}")]
    Missing(String),
    /// A folder of the store may not be used.
    #[error("{} {why}", path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        why: PlaceFault,
    },
    /// A file cannot be parsed.
    #[error("{}: {why}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The fault.
        why: String,
    },
    /// A later version of the program wrote it.
    #[error(
        "{} is of version {version}; this program knows {known}: nothing is written there, use the newer one",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        version: u64,
        /// The version that this program knows.
        known: u32,
    },
    /// It was not written by this program with the person's key.
    #[error("{} is not signed with your key: `deltamind hook trust` shows what it holds and asks", path.display())]
    Unsigned {
        /// The folder.
        path: PathBuf,
    },
    /// Another process holds the session's lock.
    #[error("{} is being watched{who}: end that first", session)]
    Busy {
        session: String,
        /// The process, as ` by process 12`; empty if unknown.
        who: String,
    },
    /// A system call failed.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The attempted action, as a verb.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}

impl StoreError {
    /// Adds the attempted operation and the file to an error of the system, for `map_err`.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { doing, path: path.to_owned(), source }
    }
}
