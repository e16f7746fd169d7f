//! Defines plain turns: `{turnId, role, content, timestamp?}`, one per line, as other tools write them.

use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{lenient, text_of};
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink, has};
use crate::transcript::Role;

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct Plain;

lenient! {
    struct PlainTurn<'a> {
        #[serde(alias = "turn_id")]
        turn_id = "turnId",
        role, content: Option<&'a RawValue>, timestamp,
    }
}

pub(super) fn sniff(record: &Value) -> bool {
    (has(record, "turnId") || has(record, "turn_id")) && has(record, "role") && has(record, "content")
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(Plain)
}

/// The role of this name; `None` for tools and other non-speakers.
pub(super) fn role_of(word: &str) -> Option<Role> {
    match word.to_ascii_lowercase().as_str() {
        "user" | "human" => Some(Role::User),
        "assistant" | "ai" | "model" | "agent" | "bot" => Some(Role::Assistant),
        "system" | "developer" => Some(Role::System),
        _ => None,
    }
}

impl Format for Plain {
    saved_as_json!();

    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let row = serde_json::from_str::<PlainTurn<'_>>(record.text)?;
        let content = row.content.map_or(Ok(String::new()), text_of)?;
        let Some(role) = role_of(&row.role) else {
            return Ok(RecordVerdict::Read(if row.role.is_empty() { "no speaker" } else { "tool output" }));
        };
        if content.trim().is_empty() {
            return Ok(RecordVerdict::Read("no words"));
        }
        let id = row.turn_id.some().map_or_else(|| format!("L{}", record.place.line), str::to_owned);
        match out.turn(&id, role, content, row.timestamp.time()) {
            Some(_) => Ok(RecordVerdict::Read("")),
            None => Ok(RecordVerdict::Read("repeated")),
        }
    }
}
