//! Defines the screen as a pure machine: [`State`], the [`Msg`]s that change it, the [`Effect`]s it asks for, and
//! the drawing of it.
//!
//! ```text
//! key, entries, time ── Msg ──▶ update(&mut State) ──▶ Effects
//!                                  │
//!                  Layout::of(size, &State) ──▶ view ──▶ cells
//! ```
//! Nothing here reads a file, a clock or a terminal; `runtime` does. What can be done, what can be shown and how it
//! is coloured stand in three tables: `actions`, `panes`, `theme`.
#![deny(clippy::indexing_slicing)]

pub mod actions;
pub mod effect;
pub mod frame;
pub mod keymap;
pub mod layout;
mod listing;
pub mod memory;
pub mod model;
pub mod msg;
mod opening;
pub mod overlay;
pub mod panes;
pub mod past;
pub mod pointer;
pub mod sessions;
pub mod settings;
pub mod standup;
pub mod state;
pub mod theme;
pub mod update;
pub mod view;

pub use effect::Effect;
pub use keymap::Key;
pub use msg::{Msg, Pointer, Wrote};
pub use settings::UserSettings;
pub use state::{Live, State};
pub use theme::{Depth, StyleRole, Theme};
pub use update::update;
