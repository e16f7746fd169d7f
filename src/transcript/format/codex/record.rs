//! Defines the shape of Codex's records: `{timestamp, type, payload}`, or the bare items of the oldest versions.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::transcript::format::json::{Text, text_of};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CodexLine<'a> {
    #[serde(borrow)]
    pub timestamp: Text<'a>,
    #[serde(borrow, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow)]
    pub record_type: Text<'a>,
    #[serde(borrow)]
    pub payload: Option<&'a RawValue>,
    /// The thread id, on the first line of the oldest versions.
    #[serde(borrow)]
    pub id: Text<'a>,
    #[serde(borrow)]
    pub instructions: Option<&'a RawValue>,
}

/// The fields read of a payload, for all record types. Other fields (histories, instructions) are skipped unparsed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CodexPayload<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow)]
    pub id: Text<'a>,
    #[serde(borrow)]
    pub cwd: Text<'a>,
    #[serde(borrow)]
    pub source: Option<&'a RawValue>,
    #[serde(borrow)]
    pub forked_from_id: Text<'a>,
    #[serde(borrow)]
    pub role: Text<'a>,
    #[serde(borrow)]
    pub content: Option<&'a RawValue>,
    #[serde(borrow)]
    pub message: Option<&'a RawValue>,
    #[serde(borrow)]
    pub item: Option<&'a RawValue>,
    #[serde(borrow)]
    pub name: Text<'a>,
    #[serde(borrow)]
    pub call_id: Text<'a>,
    #[serde(borrow)]
    pub arguments: Text<'a>,
    #[serde(borrow)]
    pub input: Text<'a>,
    #[serde(borrow)]
    pub action: Option<&'a RawValue>,
    #[serde(borrow)]
    pub output: Option<&'a RawValue>,
    #[serde(borrow)]
    pub num_turns: Text<'a>,
}

/// A plan, where an item holds one.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CodexItem<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow)]
    pub text: Text<'a>,
}

impl CodexPayload<'_> {
    /// The words of a message.
    pub(super) fn words(&self) -> Result<String, serde_json::Error> {
        self.content.or(self.message).map_or(Ok(String::new()), text_of)
    }

    /// Whether the session was started by another one, not by a person.
    pub(super) fn is_subagent(&self) -> bool {
        self.source.is_some_and(|s| s.get().starts_with('{') && s.get().contains("\"subagent\""))
    }
}
