//! Defines the screen as a pure machine: [`State`], the [`Msg`]s that change it, the [`Effect`]s it asks for, and
//! the drawing of it.
//!
//! ```text
//! key, entries, time ── Msg ──▶ update(&mut State) ──▶ Effects
//!                                  │
//!                  Layout::of(size, &State) ──▶ view ──▶ cells
//! ```
//! Nothing here reads a file, a clock or a terminal; `runtime` does. Actions, panes and colours are three tables:
//! `actions`, `panes`, `theme`.
//!
//! `state` is built of `ids`, `keymap`, `styled`, `theme` and `sessions` and imports no pane and no view. Panes,
//! actions and views are built on it; `update` and `listing` combine them.
#![deny(clippy::indexing_slicing)]

pub mod action;
pub mod actions;
pub mod effect;
mod file_diff;
pub mod frame;
pub mod ids;
pub mod keymap;
pub mod layout;
mod listing;
pub mod model;
pub mod msg;
mod opening;
pub mod panes;
pub mod payload;
pub mod pointer;
pub mod row_content;
pub mod sessions;
pub mod settings;
mod signs;
pub mod state;
pub mod styled;
pub mod theme;
pub mod times;
pub mod update;
pub mod view;

pub use effect::Effect;
pub use keymap::Key;
pub use msg::{Msg, Pointer, Wrote};
pub use settings::UserSettings;
pub use state::{Live, State};
pub use theme::{Depth, StyleRole, Theme};
pub use update::update;
