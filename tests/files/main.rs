//! Tests files on disk: the log, memories, hook settings, boards and documents, and what a failed write leaves.
#![allow(clippy::panic, clippy::unwrap_used)]

mod approvals;
mod damage;
mod edit_faults;
mod hook_settings;
mod hooks;
mod interop;
mod io_faults;
mod limits;
mod log;
mod log_faults;
mod memory;
mod memory_faults;
mod opening;
#[path = "../common/project.rs"]
mod project;
mod readers;
mod saved;
mod secrets;
mod sequences;
#[path = "../common/skipped.rs"]
mod skipped;
mod standup;
#[path = "../common/trials.rs"]
mod trials;
mod trust;
#[path = "../common/wait.rs"]
mod wait;
