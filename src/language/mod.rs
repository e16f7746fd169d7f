//! Defines the reading of English and shell text, independent of the ledger: tokens and stems, likeness, polarity,
//! numbers, answers, prohibitions, titles of tasks, imports of code, and command lines.
//!
//! Pure functions over text and word tables, shared by `pipeline`, `session`, `guard`, `artifacts` and `standup`, so
//! that all of them read a word the same way.

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
