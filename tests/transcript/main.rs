//! Transcripts: found, followed and read, each format with its traps.
#![allow(clippy::panic, clippy::unwrap_used)]

mod agents;
mod discover;
mod documents;
mod follow;
#[cfg(unix)]
mod follow_faults;
mod follow_model;
mod formats;
mod fuzz;
#[path = "../common/homes.rs"]
mod homes;
#[path = "../common/model.rs"]
mod model;
mod real_agents;
#[path = "../common/agents.rs"]
mod recorded_agents;
mod sessions_live;
#[path = "../common/skipped.rs"]
mod skipped;
mod stored;
#[path = "../common/targets.rs"]
mod targets;
#[cfg(unix)]
#[path = "../common/terminal.rs"]
mod terminal;
mod told;
#[path = "../common/wait.rs"]
mod wait;
