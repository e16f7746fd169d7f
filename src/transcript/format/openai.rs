//! Defines OpenAI chat lines: `{role, content}` per line, or `{messages: [...]}` per line.

use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{lenient, text_of};
use super::plain::role_of;
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink};

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct OpenAi;

lenient! {
    struct OpenAiLine<'a> { messages: Option<Vec<OpenAiMessage<'a>>> }

    struct OpenAiMessage<'a> { role, content: Option<&'a RawValue>, timestamp }
}

pub(super) fn sniff(record: &Value) -> bool {
    let bare = is_message(record) && record.get("type").is_none();
    bare || record.get("messages").and_then(Value::as_array).is_some_and(|m| m.first().is_some_and(is_message))
}

fn is_message(value: &Value) -> bool {
    value.get("role").is_some_and(Value::is_string) && value.get("content").is_some()
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(OpenAi)
}

impl Format for OpenAi {
    saved_as_json!();

    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let (messages, many) = messages(record.text)?;
        let mut outcome = "no words";
        for (n, message) in messages.iter().enumerate() {
            let content = message.content.map_or(Ok(String::new()), text_of)?;
            let Some(role) = role_of(&message.role) else {
                outcome = "tool output";
                continue;
            };
            if content.trim().is_empty() {
                continue;
            }
            let line = record.place.line;
            let id = if many { format!("L{line}.{}", n + 1) } else { format!("L{line}") };
            if out.turn(&id, role, content, message.timestamp.time()).is_none() {
                outcome = "repeated";
            }
        }
        Ok(RecordVerdict::Read(outcome))
    }
}

fn messages(json: &str) -> Result<(Vec<OpenAiMessage<'_>>, bool), serde_json::Error> {
    match serde_json::from_str::<OpenAiLine<'_>>(json)?.messages {
        Some(messages) => Ok((messages, true)),
        None => Ok((vec![serde_json::from_str(json)?], false)),
    }
}
