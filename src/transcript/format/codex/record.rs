//! Defines the shape of Codex's records: `{timestamp, type, payload}`, or the bare items of the oldest versions.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::transcript::format::json::{Text, text_of};

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct CodexLine<'a> {
    pub timestamp: Text<'a>,
    #[serde(rename = "type")]
    pub kind: Text<'a>,
    pub record_type: Text<'a>,
    pub payload: Option<&'a RawValue>,
    /// The thread id, on the first line of the oldest versions.
    pub id: Text<'a>,
    pub instructions: Option<&'a RawValue>,
}

/// The fields read of a payload, for all record types. Other fields (histories, instructions) are skipped unparsed.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct CodexPayload<'a> {
    #[serde(rename = "type")]
    pub kind: Text<'a>,
    pub id: Text<'a>,
    pub cwd: Text<'a>,
    pub source: Option<&'a RawValue>,
    pub forked_from_id: Text<'a>,
    pub role: Text<'a>,
    pub content: Option<&'a RawValue>,
    pub message: Option<&'a RawValue>,
    pub item: Option<&'a RawValue>,
    pub name: Text<'a>,
    pub call_id: Text<'a>,
    pub arguments: Text<'a>,
    pub input: Text<'a>,
    pub action: Option<&'a RawValue>,
    pub output: Option<&'a RawValue>,
    pub num_turns: Text<'a>,
}

/// A completed item: a message, a plan, or a command with its end.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct CodexItem<'a> {
    #[serde(rename = "type")]
    pub kind: Text<'a>,
    pub id: Text<'a>,
    /// The words of a plan.
    pub text: Text<'a>,
    /// The words of a message.
    pub content: Option<&'a RawValue>,
    pub command: Option<&'a RawValue>,
    pub status: Text<'a>,
    pub exit_code: Text<'a>,
    pub aggregated_output: Text<'a>,
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
