//! What is written to disk: the log, memories and hook settings, and what happens when writing them fails.
#![allow(clippy::panic, clippy::unwrap_used)]

mod hooks;
mod log;
mod log_faults;
mod memory;
mod memory_faults;
mod opening;
#[path = "../common/project.rs"]
mod project;
mod readers;
mod saved;
#[path = "../common/skipped.rs"]
mod skipped;
