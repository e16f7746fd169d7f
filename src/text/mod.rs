//! Defines what may reach a screen or a file: safe text, redaction of secrets, cutting at a width.
//!
//! Transcripts quote strangers: tool output, web pages, pasted logs. Whatever is shown, stored, copied or exported
//! is made here into a [`SafeText`], which nothing else can make, so that a sink that takes one needs no care.

mod class;
mod cut;
mod escape;
pub mod fence;
pub mod fuzzy;
pub mod hash;
mod pattern;
mod redact;
mod safe;
mod secrets;

pub use cut::{cut, pad, width, wrap};
pub use pattern::Pattern;
pub(crate) use pattern::patterns;
pub use redact::{REDACTED, redact};
pub use safe::SafeText;
pub use secrets::{SECRETS, SecretKind};
