//! Defines how the engine is measured and taught: labelled sessions, the score against them, the weights learned from
//! them. Nothing of the product imports this room; `deltamind eval` and `deltamind train` open it.

pub mod folds;
pub mod gold;
pub mod measure;
pub mod scoreboard;
pub mod train;
