//! Defines how a transcript file becomes turns and signals: following, formats, discovery.
//!
//! All other rooms see only [`Entry`]; the file formats of agents are known in this room alone. Bytes take one way:
//! [`Follower`] cuts the file into whole lines, [`Decoder`] reads them by the file's [`mod@format`], and either
//! [`read_file`] or the reader thread ([`watch`]) hands out the entries.

pub mod counts;
pub mod decode;
pub mod discover;
mod document;
pub mod entry;
pub mod follow;
pub mod format;
mod mark;
pub mod read;
mod sqlite;
pub mod watch;

pub use counts::Counts;
pub use decode::Decoder;
pub use discover::{
    DiscoverError, Env, INNER_PREFIX, Lister, Places, SessionFile, SessionKind, SessionList, is_request, request_title,
    short_id,
};
pub use entry::{
    Boundary, Entry, Meta, PlanState, RecordRef, Role, Signal, SignalBody, TodoItem, TodoStatus, ToolOutcome, Turn,
};
pub use follow::{FileEvent, Follower, OpenError};
pub use format::repository_of;
pub use mark::{Checkpoint, FollowMark};
pub use read::{ReadAll, ReadError, read_ahead, read_file};
pub use watch::{Chunk, ChunkPermit, Reader, ReaderMsg, ReaderOptions};
