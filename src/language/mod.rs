//! Defines the reading of English and shell text, independent of the ledger: tokens and stems, likeness, polarity,
//! numbers, answers, prohibitions, titles of tasks, imports of code, and command lines.
//!
//! Pure functions over text and word tables. Pipeline, session, guard, artifacts and standup share them, so that a word
//! has one meaning everywhere.

pub mod answers;
pub mod imports;
pub mod likeness;
pub mod numbers;
pub mod phrases;
pub mod polarity;
pub mod prohibitions;
pub mod senses;
pub(crate) mod shell;
pub mod stems;
mod tables;
pub mod titles;
pub mod verbs;

pub(crate) use tables::is_decisive;
