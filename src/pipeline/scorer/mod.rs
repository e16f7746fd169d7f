//! Defines the learned scorer: hashed features of a clause in its dialogue, a linear model for *does this matter*
//! and one for *what kind is it*.

pub mod features;
pub mod model;

pub use features::{ClauseContext, Features, Group};
pub use model::{Family, Scores, Weights};
