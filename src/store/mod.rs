//! Defines the store: what is kept of sessions under `.deltamind/`, and the only code that writes there.
//!
//! Three representations, one job each: the provenance log says what happened, the snapshot what stands now and how
//! far the transcript was read, the Markdown files are for people and never read back. The log folds to the snapshot.

pub mod context;
mod disk;
mod earlier;
mod follow;
mod glance;
mod keeper;
mod line;
mod load;
mod lock;
mod log;
mod mark;
mod place;
mod shared;
mod snapshot;
pub mod standup;
mod views;

use std::path::PathBuf;

use thiserror::Error;

pub use disk::Disk;
pub use earlier::import;
pub use glance::{Glance, GlanceItem};
pub use keeper::{Base, Draft, Keeper, Opened, draft};
pub use line::LineType;
pub use load::Loaded;
pub use place::{Refusal, Saved, Store, folder_name};
pub use shared::{LogFile, OwnFile, SharedFiles};
pub use standup::StandupClaim;

/// Why something could not be kept, read or forgotten.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Nothing is saved there.
    #[error("{0}")]
    Missing(String),
    /// The place may not be used.
    #[error("{} {why}", path.display())]
    Refused {
        /// The place.
        path: PathBuf,
        /// Why.
        why: Refusal,
    },
    /// What is there cannot be understood.
    #[error("{}: {why}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong.
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
        /// Its version.
        version: u64,
        /// Ours.
        known: u32,
    },
    /// Another program is at work there.
    #[error("{} is being watched{who}: end that first", session)]
    Busy {
        /// The session.
        session: String,
        /// Who, if it is known.
        who: String,
    },
    /// The system refuses.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
}
