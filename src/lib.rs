//! deltamind: what a coding agent's session has decided, live, with its evidence.

#[macro_use]
mod words;

pub mod cli;
pub mod pipeline;
pub mod runtime;
pub mod session;
pub mod state;
pub mod text;
pub mod transcript;
pub mod tui;
