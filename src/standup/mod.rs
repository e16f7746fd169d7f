//! Defines the standup: the artifacts of sessions are compared with the project's board and documents, and the
//! resulting actions are carried out or put to the person.
//!
//! ```text
//! run.rs               reads what is new in the sessions and queues its artifacts
//! from_ledger.rs       the artifacts of a session's ledger: settled decisions, tasks that were put off
//! project.rs           the project's present content: board, documents, instructions, decisions, history
//! plan/                artifacts against the project: proposals, conflicts, notes            (changes nothing)
//! permission.rs        which proposals may be done at once, which wait, which never happen   (the tiers)
//! execute.rs           carries out a proposal, journalled and once only
//! rollback.rs          takes it back, or refuses where the place was changed since
//! feedback.rs          counts approvals and dismissals, and offers to change the thresholds
//! service.rs           the standup of a project at one moment: run, approve, dismiss, roll back, review
//! log.rs               proposals with their status, and the journal of actions
//! approved_preview.rs  the change the person saw when they approved it
//! account.rs           what a run did with each artifact, and why
//! review.rs            DONE, YOUR CALL, conflicts, notes: the overview for the command line and the screen
//! ```
//!
//! Nothing here rewrites a document, deletes a task, or touches instructions for agents (CLAUDE.md, AGENTS.md, a memory
//! bank): no action for that exists, and paths that lead there are refused. A part that could not be loaded is
//! shown as a failure, never taken for an empty list, and no action touches it.

pub mod account;
pub mod action;
pub mod approved_preview;
pub mod docs;
pub mod execute;
pub mod feedback;
mod from_ledger;
pub mod log;
pub mod permission;
pub mod plan;
pub mod project;
pub mod review;
pub mod rollback;
pub mod run;
pub mod service;

pub use account::{AccountSums, ArtifactAccount, ArtifactOutcome, StepAccount};
pub use action::{
    ActionKind, EvidenceKind, Level, Plan, Proposal, ProposalConfidence, ProposalEvidence, ProposalStatus, SourceRef,
    StandupAction, StandupConflict, StandupNote, Tier,
};
pub use project::{
    BoardState, Commit, Doc, DocHeading, InstructionFile, LoadResult, PastItem, ProjectPart, ProjectState,
};
