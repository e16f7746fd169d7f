//! Defines the client for Ollama: `/api/chat` with a JSON schema, answered in lines of JSON, and the list of models.
//!
//! The context size is always sent: without it the server takes a small default and silently cuts the front of a prompt,
//! which shows only in the number of tokens it counted.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::client::{Http, error_in, shortened};
use super::probe::Installed;
use super::{LlmError, PREDICT, Reply, messages};
use crate::pipeline::extract::model::{Prompt, Schema};

/// Ollama's default address.
pub const ADDRESS: &str = "http://127.0.0.1:11434";
/// Time for which the server keeps the model loaded after an answer.
const KEEP_LOADED: &str = "10m";

/// An Ollama server.
#[derive(Debug)]
pub struct Ollama {
    /// The server.
    pub http: Http,
    /// Tokens of context to request.
    pub context: usize,
}

#[derive(Debug, Serialize)]
struct RequestBody<'a> {
    model: &'a str,
    messages: Value,
    format: &'a Schema,
    stream: bool,
    keep_alive: &'a str,
    options: Value,
}

#[derive(Debug, Deserialize)]
struct Line {
    #[serde(default)]
    message: Option<Message>,
    done: bool,
    #[serde(default)]
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: Option<u64>,
    #[serde(default)]
    eval_count: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default)]
    content: String,
}

#[derive(Debug, Deserialize)]
struct Tags {
    models: Vec<Tag>,
}

#[derive(Debug, Deserialize)]
struct Tag {
    name: String,
    #[serde(default)]
    size: Option<u64>,
}

impl Ollama {
    /// Asks the model.
    pub async fn chat(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let body = RequestBody {
            model,
            messages: messages(prompt),
            format: &prompt.schema,
            stream: true,
            keep_alive: KEEP_LOADED,
            options: json!({"num_ctx": self.context, "num_predict": PREDICT, "temperature": 0, "seed": 1}),
        };
        let mut reply = Reply::default();
        let done = self.http.lines("/api/chat", &body, |line| read_line(&mut reply, line)).await?;
        if done { Ok(reply) } else { Err(LlmError::Cut) }
    }

    /// The models installed.
    pub async fn models(&self) -> Result<Vec<Installed>, LlmError> {
        let value = self.http.get("/api/tags").await?;
        let tags = Tags::deserialize(value).map_err(|e| LlmError::Garbled(shortened(&e.to_string())))?;
        Ok(tags.models.into_iter().map(|t| Installed { name: t.name, bytes: t.size, context: None }).collect())
    }

    /// The context length of a model, in tokens; `None` if the server does not say.
    pub async fn declared_context(&self, model: &str) -> Option<u64> {
        let value = self.http.post("/api/show", &json!({"model": model})).await.ok()?;
        let info = value.get("model_info")?.as_object()?;
        info.iter().find(|(key, _)| key.ends_with(".context_length")).and_then(|(_, v)| v.as_u64())
    }
}

/// Parses one line of an answer; returns true for the last.
fn read_line(reply: &mut Reply, line: &str) -> Result<bool, LlmError> {
    if line.is_empty() {
        return Ok(false);
    }
    let value: Value = serde_json::from_str(line).map_err(|_| LlmError::Garbled(shortened(line)))?;
    if let Some(error) = error_in(&value) {
        return Err(LlmError::Failed(error));
    }
    let line = Line::deserialize(value).map_err(|e| LlmError::Garbled(shortened(&e.to_string())))?;
    reply.text.push_str(&line.message.map_or(String::new(), |m| m.content));
    reply.prompt_tokens = line.prompt_eval_count.or(reply.prompt_tokens);
    reply.answer_tokens = line.eval_count.or(reply.answer_tokens);
    if line.done && line.done_reason.as_deref() == Some("length") {
        return Err(LlmError::Length);
    }
    Ok(line.done)
}
