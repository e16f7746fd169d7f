//! Defines what is known of English and of the shell, apart from any rule of the ledger: stems and tokens, polarity and
//! likeness of texts, titles of work, and how a command line is read.
//!
//! Pure functions over text and word tables. The pipeline, the guard and the standup all ask here, so that a word has
//! one meaning everywhere.

pub mod answers;
pub mod likeness;
pub mod numbers;
pub mod polarity;
pub mod prohibitions;
pub(crate) mod shell;
pub mod stems;
mod tables;
pub mod titles;
