//! Defines how a transcript file becomes turns and signals: following, formats, discovery.
//!
//! Everything downstream sees only [`Entry`]; what an agent's file looks like stays in this room.

pub mod entry;

pub use entry::{
    Boundary, Entry, Meta, Outcome as ToolOutcome, PlanState, RecordRef, Role, Signal, SignalBody, TodoItem,
    TodoStatus, Turn,
};
