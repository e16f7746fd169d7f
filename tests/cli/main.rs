//! The commands as processes: output, exit codes, settings, and the README's examples.
#![allow(clippy::needless_pass_by_value, clippy::panic, clippy::unwrap_used)]

mod commands;
mod diagnostics;
#[path = "../common/homes.rs"]
mod homes;
mod models;
mod outputs;
mod packaging;
#[path = "../common/project.rs"]
mod project;
mod readme;
#[path = "../common/server.rs"]
mod server;
mod sessions;
mod settings;
#[path = "../common/skipped.rs"]
mod skipped;
#[path = "../common/trials.rs"]
mod trials;
#[path = "../common/wait.rs"]
mod wait;
