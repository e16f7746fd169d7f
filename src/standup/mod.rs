//! Defines the standup: what sessions worked out is compared with the project's board and documents, and what follows
//! is done or put to the person.
//!
//! ```text
//! run.rs       what is new in the sessions since the last time, and what follows from it
//! artifact/    plans, analyses, decisions, lessons cut from transcripts, verbatim
//! matching.rs  whether two titles are of the same thing
//! deed.rs      what a commit says it did, and whether that finishes a task
//! project.rs   what the project holds now: board, documents, context, decisions, history; loaded fresh each time
//! plan/        artifacts against the project: proposals, conflicts, notes            (changes nothing)
//! permission   which proposals may be done at once, which wait, which never happen   (the tiers)
//! execute.rs   does a proposal: journalled before it is done, once, attributed
//! rollback.rs  takes it back, or refuses when somebody changed the place since
//! feedback.rs  what was approved and dismissed, and what follows for the thresholds
//! desk.rs      the standup of a project at one moment: run, approve, dismiss, roll back, review
//! books.rs     what is on record: proposals and how they stand, what was done
//! looked.rs    what the person saw before a yes: nothing else is done on it
//! review.rs    DONE, YOUR CALL, conflicts, notes: what is shown, for the command line and the screen alike
//! board/       the places for tasks behind one trait
//! ```
//!
//! Nothing here rewrites a document, deletes a task, or touches what steers an agent (CLAUDE.md, AGENTS.md, a memory
//! bank): no action for that exists, and paths that lead there are refused. What could not be loaded is a failure that
//! is kept and shown, never an empty list; while it lasts nothing of its kind is created.

pub mod action;
pub mod approved_preview;
pub mod docs;
pub mod execute;
pub mod feedback;
pub mod log;
pub mod permission;
pub mod plan;
pub mod project;
pub mod review;
pub mod rollback;
pub mod run;
pub mod service;

pub use action::{
    ActionKind, EvidenceKind, Level, Plan, Proposal, ProposalConfidence, ProposalEvidence, ProposalStatus, SourceRef,
    StandupAction, StandupConflict, StandupNote, Tier,
};
pub use project::{
    BoardState, Commit, Doc, DocHeading, InstructionFile, LoadResult, PastItem, ProjectPart, ProjectState,
};
