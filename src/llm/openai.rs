//! Defines the client for servers with OpenAI's API: `/v1/chat/completions` with a JSON schema, answered in events.
//!
//! llama.cpp, LM Studio, vLLM and remote services implement it.

use serde::Serialize;
use serde_json::{Value, json};

use super::client::{Http, error_in, shortened};
use super::probe::Installed;
use super::{LlmError, PREDICT, Reply, messages};
use crate::pipeline::extract::model::{Prompt, Schema};

/// The default address of llama.cpp's server.
pub const ADDRESS: &str = "http://127.0.0.1:8080";

/// A server with OpenAI's API.
#[derive(Debug)]
pub struct OpenAi {
    /// The server.
    pub http: Http,
}

#[derive(Debug, Serialize)]
struct RequestBody<'a> {
    model: &'a str,
    messages: Value,
    response_format: ResponseFormat<'a>,
    stream: bool,
    stream_options: Value,
    temperature: u8,
    max_tokens: usize,
}

#[derive(Debug, Serialize)]
struct ResponseFormat<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    json_schema: NamedSchema<'a>,
}

#[derive(Debug, Serialize)]
struct NamedSchema<'a> {
    name: &'a str,
    schema: &'a Schema,
}

impl OpenAi {
    /// Asks the model.
    pub async fn chat(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let body = RequestBody {
            model,
            messages: messages(prompt),
            response_format: ResponseFormat {
                kind: "json_schema",
                json_schema: NamedSchema { name: "changes", schema: &prompt.schema },
            },
            stream: true,
            stream_options: json!({"include_usage": true}),
            temperature: 0,
            max_tokens: PREDICT,
        };
        let mut reading = AnswerReader::default();
        let done = self.http.lines("/v1/chat/completions", &body, |line| reading.take(line)).await?;
        // A server may close after the last piece without sending `[DONE]`.
        if done || reading.finished { Ok(reading.reply) } else { Err(LlmError::Cut) }
    }

    /// The models the server offers.
    pub async fn models(&self) -> Result<Vec<Installed>, LlmError> {
        let value = self.http.get("/v1/models").await?;
        let list =
            value.get("data").and_then(Value::as_array).ok_or_else(|| LlmError::Garbled("no list".to_owned()))?;
        let names = list.iter().filter_map(|v| v.get("id").and_then(Value::as_str));
        Ok(names.map(|name| Installed { name: name.to_owned(), ..Default::default() }).collect())
    }
}

#[derive(Debug, Default)]
struct AnswerReader {
    reply: Reply,
    finished: bool,
}

impl AnswerReader {
    /// Parses one line of an answer; returns true for the last.
    fn take(&mut self, line: &str) -> Result<bool, LlmError> {
        // Other lines are comments, names of events or blank.
        let data = match line.strip_prefix("data:") {
            Some(data) => data.trim(),
            None if line.is_empty() || line.starts_with([':', 'e', 'i', 'r']) => return Ok(false),
            None => line,
        };
        if data == "[DONE]" {
            return Ok(true);
        }
        let value: Value = serde_json::from_str(data).map_err(|_| LlmError::Garbled(shortened(data)))?;
        if let Some(error) = error_in(&value) {
            return Err(LlmError::Failed(error));
        }
        let prompt_tokens = value.pointer("/usage/prompt_tokens").and_then(Value::as_u64);
        self.reply.prompt_tokens = prompt_tokens.or(self.reply.prompt_tokens);
        let answer_tokens = value.pointer("/usage/completion_tokens").and_then(Value::as_u64);
        self.reply.answer_tokens = answer_tokens.or(self.reply.answer_tokens);
        let piece = text_at(&value, "/choices/0/delta/content");
        let piece = piece.or_else(|| text_at(&value, "/choices/0/message/content"));
        self.reply.text.push_str(piece.unwrap_or(""));
        match text_at(&value, "/choices/0/finish_reason") {
            Some("length") => Err(LlmError::Length),
            Some(_) => {
                self.finished = true;
                Ok(false)
            }
            None => Ok(false),
        }
    }
}

/// The string at a JSON pointer.
fn text_at<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}
