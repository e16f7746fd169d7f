//! Defines the state of a session: items and their versions, deltas, the ledger, the event log's lines.
//!
//! Data and queries only. `pipeline::reconcile` decides which changes are allowed.

pub mod delta;
pub mod details;
pub mod id;
pub mod item;
pub mod kind;
pub mod ledger;
pub mod provenance;
pub mod semantic_id;

pub use delta::{Candidate, Delta, Evidence, KnownPart, Part, SourceTurn};
pub use details::{DeltaDetails, Details};
pub use id::{HeldId, ItemId, SemanticId, TurnId};
pub use item::{EndReason, IMPORTED, Item, Version};
pub use kind::{Confidence, DeltaKind, Extractor, ItemKind, Mode, Pass, Resolution, Scope, Status};
pub use ledger::{Change, Ledger};
pub use provenance::{
    Disposition, LogLine, ModelAnswer, Note, NoteEvent, Outcome, PersonAction, PersonEvent, ReaderTrust,
};
