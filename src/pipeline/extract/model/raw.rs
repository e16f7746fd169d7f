//! Defines the fields of an answer as a model writes them, before any check.

use serde::Deserialize;
use serde_json::Value;

use super::guards::{AnswerCheck, QUOTE, Refused, SUMMARY};
use super::verdict::Sure;
use crate::state::DeltaKind;

/// An answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawAnswer {
    pub nonce: String,
    pub changes: Vec<Value>,
    #[serde(default)]
    pub wrong: Vec<Value>,
}

/// A change.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawChange {
    pub kind: DeltaKind,
    pub turn: String,
    pub quote: String,
    #[serde(default)]
    pub answer_turn: String,
    #[serde(default)]
    pub answer_quote: String,
    pub summary: String,
    pub sure: Sure,
    #[serde(default)]
    pub target: String,
    #[serde(default)]
    pub settles: Vec<String>,
    #[serde(default)]
    pub alternatives: Vec<String>,
    #[serde(default)]
    pub why: String,
    #[serde(default)]
    pub hard: bool,
    #[serde(default)]
    pub mode: String,
    #[serde(default)]
    pub resolution: String,
}

/// An item of the rules that is false, of another kind or badly worded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawWrong {
    pub item: String,
    pub turn: String,
    pub quote: String,
    pub why: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub kind: String,
}

/// Refuses a change whose texts are too long or missing.
pub fn lengths(raw: &RawChange) -> Result<(), Refused> {
    let quotes = [&raw.quote, &raw.answer_quote];
    let long = raw.summary.chars().count() > SUMMARY || quotes.iter().any(|q| q.chars().count() > QUOTE);
    if long {
        return Err((AnswerCheck::TooLong, "a summary or a quotation is longer than it may be".to_owned()));
    }
    if raw.summary.trim().is_empty() || raw.quote.trim().is_empty() {
        return Err((AnswerCheck::Schema, "it has no summary or no quotation".to_owned()));
    }
    Ok(())
}

/// The JSON object in an answer, without the sentences or the code fence that a model puts around it; the whole text if
/// it holds none.
pub fn unfenced(text: &str) -> &str {
    /// Most places tried where an object may begin.
    const TRIES: usize = 64;
    let text = text.trim();
    let mut begins = text.match_indices('{').take(TRIES);
    begins.find_map(|(at, _)| object_at(text, at)).unwrap_or(text)
}

/// The JSON object that begins at this byte.
fn object_at(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<serde::de::IgnoredAny>();
    values.next()?.ok()?;
    rest.get(..values.byte_offset())
}
