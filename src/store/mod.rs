//! Defines the store: what is kept of sessions under `.deltamind/`, and the only code that writes there.
//!
//! Three representations, one job each: the provenance log says what happened, the snapshot what stands now and how
//! far the transcript was read, the Markdown files are for people and never read back. The log folds to the snapshot.

mod confined;
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
mod memo;
mod place;
mod snapshot;
pub mod standup;
mod views;

use std::path::PathBuf;

use thiserror::Error;

pub use confined::{Confined, ConfinedError};
pub use disk::Disk;
pub use earlier::import;
pub use glance::{Glance, GlanceItem};
pub use keeper::{Base, Draft, Keeper, Opened, draft};
pub use line::LineType;
pub use load::Loaded;
pub use memo::{Memo, MemoFile, MemoKind, Shared};
pub use place::{Refusal, Saved, Store, folder_name};
pub use standup::{StandupClaim, StandupFile};

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
