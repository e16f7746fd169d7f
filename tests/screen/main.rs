//! The screen: keys to state, state to frames, and (on Unix) the program on a real terminal.
#![allow(clippy::panic, clippy::unwrap_used)]

mod calls;
mod checklist;
mod desk;
mod frames;
mod header;
mod hostile;
mod labels;
mod lists;
mod live;
#[path = "../common/long.rs"]
mod long;
mod memory_frames;
#[cfg(unix)]
mod memory_pty;
mod memory_screen;
mod offers;
mod past;
mod plain;
#[cfg(unix)]
mod pty;
mod region;
mod review;
mod screenshots;
mod sessions_screen;
mod shop;
#[path = "../common/skipped.rs"]
mod skipped;
mod standup_frames;
#[cfg(unix)]
mod standup_pty;
mod standup_screen;
mod talk;
#[cfg(unix)]
#[path = "../common/terminal.rs"]
mod terminal;
#[cfg(unix)]
mod terminal_faults;
mod tour;
#[path = "../common/trials.rs"]
mod trials;
mod update;
#[path = "../common/wait.rs"]
mod wait;
