//! Defines the learned scorer: hashed features of a clause in its dialogue, and linear models of whether it matters and
//! of its kind.
//!
//! `weights.bin`, which is compiled into the program, was learned by `deltamind train` from 24 labelled sessions of
//! real work, all of them and no others. They are an external data set and not part of this repository, so the file
//! cannot be reproduced from it. Its header names the sessions and the hash of their files. The sessions under
//! `fixtures/labelled` are invented; nothing was learned from them.

pub mod features;
pub mod model;

pub use features::{ClauseContext, Features, Group};
pub use model::{Family, Scores, Weights};
