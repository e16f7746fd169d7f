//! Defines the text that may reach a screen or a file: safe text, redaction of secrets, cutting at a width.
//!
//! Transcripts quote untrusted text: tool output, web pages, pasted logs. All of it is converted here to [`SafeText`]
//! before it is shown, stored, copied or exported; no other room can make one.

mod class;
mod count;
mod cut;
mod engines;
mod escape;
pub mod fence;
pub mod fuzzy;
pub mod hash;
mod pattern;
mod prefilter;
mod readings;
mod redact;
mod safe;
mod secrets;

pub use count::counted;
pub use cut::{below, cut, cut_path, pad, width, wrap, wrap_hanging};
pub use escape::without_escapes;
pub(crate) use pattern::patterns;
pub use pattern::{Captures, Match, Pattern, PatternSet};
#[cfg(test)]
pub(crate) use prefilter::tests::assert_excludes_no_match;
pub(crate) use prefilter::{NEVER_RUNS, PrefilterCompiler, Trigrams, occurring, pattern, prefilter, trigrams_of};
pub(crate) use readings::{OwnReading, Readings};
pub use redact::{REDACTED, redact};
pub use safe::{SafePart, SafeText, composed, safe_part};
pub use secrets::{SECRETS, SecretCheck, SecretKind};
