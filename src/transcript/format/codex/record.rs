//! Defines the shape of Codex's records: `{timestamp, type, payload}`, or the bare items of the oldest versions.

use serde_json::value::RawValue;

use crate::transcript::format::json::{lenient, text_of};

lenient! {
    pub(super) struct CodexLine<'a> {
        pub timestamp, pub kind = "type", pub record_type, pub payload: Option<&'a RawValue>,
        /// The thread id, on the first line of the oldest versions.
        pub id,
        pub instructions: Option<&'a RawValue>,
    }

    /// The fields read of a payload, for all record types. Other fields (histories, instructions) are skipped unparsed.
    pub(super) struct CodexPayload<'a> {
        pub kind = "type", pub id, pub cwd, pub source: Option<&'a RawValue>, pub forked_from_id, pub role,
        pub content: Option<&'a RawValue>, pub message: Option<&'a RawValue>, pub item: Option<&'a RawValue>, pub name,
        pub call_id, pub arguments, pub input, pub action: Option<&'a RawValue>, pub output: Option<&'a RawValue>,
        pub num_turns,
    }

    /// A completed item: a message, a plan, or a command with its end.
    pub(super) struct CodexItem<'a> {
        pub kind = "type", pub id,
        /// The words of a plan.
        pub text,
        /// The words of a message.
        pub content: Option<&'a RawValue>,
        pub command: Option<&'a RawValue>, pub status, pub exit_code, pub aggregated_output,
    }
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
