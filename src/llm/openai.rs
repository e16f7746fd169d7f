//! Defines the way to servers that speak as OpenAI's does: `/v1/chat/completions` with a JSON schema, as events.
//!
//! llama.cpp, LM Studio and vLLM speak so on this machine; others elsewhere.

use serde::Serialize;
use serde_json::{Value, json};

use super::client::{Http, error_in, shortened};
use super::probe::Installed;
use super::{LlmError, PREDICT, Reply, messages};
use crate::pipeline::extract::model::{Prompt, Schema};

/// Where llama.cpp's server listens unless told otherwise.
pub const ADDRESS: &str = "http://127.0.0.1:8080";

/// Such a server.
#[derive(Debug)]
pub struct OpenAi {
    /// The server.
    pub http: Http,
}

/// What is sent.
#[derive(Debug, Serialize)]
struct Question<'a> {
    model: &'a str,
    messages: Value,
    response_format: Form<'a>,
    stream: bool,
    stream_options: Value,
    temperature: u8,
    max_tokens: usize,
}

#[derive(Debug, Serialize)]
struct Form<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    json_schema: Named<'a>,
}

#[derive(Debug, Serialize)]
struct Named<'a> {
    name: &'a str,
    schema: &'a Schema,
}

impl OpenAi {
    /// Asks the model.
    pub async fn chat(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let body = Question {
            model,
            messages: messages(prompt),
            response_format: Form {
                kind: "json_schema",
                json_schema: Named { name: "changes", schema: &prompt.schema },
            },
            stream: true,
            stream_options: json!({"include_usage": true}),
            temperature: 0,
            max_tokens: PREDICT,
        };
        let mut reading = Reading::default();
        let done = self.http.lines("/v1/chat/completions", &body, |line| reading.take(line)).await?;
        // A server may close after the last piece without the closing word.
        if done || reading.finished { Ok(reading.reply) } else { Err(LlmError::Cut) }
    }

    /// The models the server offers.
    pub async fn models(&self) -> Result<Vec<Installed>, LlmError> {
        let value = self.http.get("/v1/models").await?;
        let list =
            value.get("data").and_then(Value::as_array).ok_or_else(|| LlmError::Garbled("no list".to_owned()))?;
        let name = |v: &Value| v.get("id").and_then(Value::as_str).map(str::to_owned);
        Ok(list.iter().filter_map(name).map(|name| Installed { name, ..Default::default() }).collect())
    }
}

#[derive(Debug, Default)]
struct Reading {
    reply: Reply,
    finished: bool,
}

impl Reading {
    /// Takes one line of an answer; true when it was the last.
    fn take(&mut self, line: &str) -> Result<bool, LlmError> {
        // Lines that are no data are comments, names of events or blank.
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
        let count = |name: &str| value.pointer(&format!("/usage/{name}")).and_then(Value::as_u64);
        self.reply.prompt_tokens = count("prompt_tokens").or(self.reply.prompt_tokens);
        self.reply.answer_tokens = count("completion_tokens").or(self.reply.answer_tokens);
        let text = |place: &str| value.pointer(place).and_then(Value::as_str);
        let piece = text("/choices/0/delta/content").or_else(|| text("/choices/0/message/content"));
        self.reply.text.push_str(piece.unwrap_or(""));
        match text("/choices/0/finish_reason") {
            Some("length") => Err(LlmError::Length),
            Some(_) => {
                self.finished = true;
                Ok(false)
            }
            None => Ok(false),
        }
    }
}
