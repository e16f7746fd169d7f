//! Defines the evaluation and training of the engine: labelled sessions, scores against them, weights learned from
//! them. Used only by `deltamind eval` and `deltamind train`.

pub mod authorship;
pub mod damage;
pub mod endings;
pub mod folds;
pub mod gold;
pub mod measure;
pub mod outputs;
pub mod replay;
pub mod replies;
pub mod scoreboard;
pub mod shipped;
pub mod spoken;
pub mod train;
