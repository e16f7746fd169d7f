//! Defines the way to a language model: the servers and commands that can be asked, what they may cost, and which models
//! may speak.
//!
//! The only room that speaks over a network. A server on this machine is reached without any proxy; one elsewhere only
//! when the person said so on the command line. Every wait has a limit, every answer a size, and letting go of a
//! request ends it.

pub mod breaker;
pub mod client;
pub mod command;
pub mod drive;
pub mod ollama;
pub mod openai;
pub mod policy;
pub mod probe;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thiserror::Error;

use crate::config::{ModelConfig, Provider};
use crate::pipeline::extract::model::Prompt;
use client::{Http, Limits};

/// Tokens of context asked for unless the settings say otherwise: what the models named in the policy all have.
pub const CONTEXT: usize = 8192;
/// Tokens an answer may have.
pub const PREDICT: usize = 1536;
/// Bytes that surely make no more than one token: prompts are measured by it.
const BYTES_PER_TOKEN: usize = 3;
/// Bytes that make at least one token in any talk: a server that counted fewer tokens has cut the prompt.
const MOST_BYTES_PER_TOKEN: usize = 7;

/// Why a model gave no answer. One line for the person.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LlmError {
    /// The address is not on this machine and nobody allowed that.
    #[error("{0} is not on this machine: the talk would leave it; --allow-remote-model allows that")]
    Remote(String),
    /// The address asks for encryption, which this build lacks.
    #[error("{0} needs a build with TLS (`--features tls`)")]
    NoTls(String),
    /// The address is on another machine and asks for no encryption.
    #[error("{0} is on another machine: the talk and the key go there by https only")]
    Plain(String),
    /// The address is none.
    #[error("{0} is no address of a server")]
    Address(String),
    /// The policy bars the model.
    #[error("the model {name} is blocked: {why}")]
    Blocked {
        /// The model.
        name: String,
        /// Why.
        why: String,
    },
    /// Nothing answers there.
    #[error("no model server at {0}")]
    Connect(String),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broke(String),
    /// Nothing came for too long.
    #[error("nothing came for {0} s")]
    Silent(u64),
    /// The answer took too long as a whole.
    #[error("the answer took longer than {0} s")]
    Slow(u64),
    /// More came than an answer may be.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The server refused, with its words.
    #[error("the server says {status}: {message}")]
    Status {
        /// HTTP status.
        status: u16,
        /// The server's words, shortened.
        message: String,
    },
    /// The server wants to send us elsewhere.
    #[error("the server redirects to elsewhere, which is not followed")]
    Redirect,
    /// What came is not what such a server says.
    #[error("this is no answer of a model server: {0}")]
    Garbled(String),
    /// The server said in the middle of an answer that something went wrong.
    #[error("the server failed: {0}")]
    Failed(String),
    /// The answer ended before its end.
    #[error("the answer broke off")]
    Cut,
    /// The answer reached its limit.
    #[error("the answer was cut at its limit of {PREDICT} tokens")]
    Length,
    /// The server saw less than was sent.
    #[error("the server read {seen} tokens of a prompt of {sent} bytes: its context is too small")]
    PromptCut {
        /// Tokens the server counted.
        seen: u64,
        /// Bytes sent.
        sent: usize,
    },
    /// The command could not be run, or failed.
    #[error("the command {0}")]
    Command(String),
}

impl LlmError {
    /// Whether asking again in a moment may go better.
    pub fn passes(&self) -> bool {
        match self {
            Self::Connect(_) => true,
            Self::Status { status, .. } => matches!(status, 429 | 502 | 503),
            _ => false,
        }
    }

    /// The error in words that quote nothing of a model's answer, for the diagnostics log.
    fn without_answer(&self) -> String {
        match self {
            Self::Garbled(_) => "the answer was not in the server's format".to_owned(),
            error => error.to_string(),
        }
    }

    /// Whether it is what this question led to, so that another may fare better: it is given up, not the server.
    pub fn is_of_the_question(&self) -> bool {
        matches!(self, Self::PromptCut { .. } | Self::Length | Self::TooLarge(_))
    }
}

/// What a model said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Its words.
    pub text: String,
    /// Tokens of the prompt, where the server counts them.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer.
    pub answer_tokens: Option<u64>,
}

/// How a model is reached, as the person wants it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelConnection {
    /// What speaks there.
    pub provider: Provider,
    /// The server's address; the provider's usual one if absent.
    pub url: Option<String>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The key, from the environment.
    pub key: Option<ApiKey>,
    /// Tokens of context.
    pub context: Option<usize>,
    /// Whether the talk may leave this machine.
    pub allow_remote: bool,
}

/// A key. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(pub String);

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(...)")
    }
}

impl ModelConnection {
    /// What the settings and the command line say; `variable` looks into the environment.
    pub fn of(config: &ModelConfig, allow_remote: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        Self {
            provider: config.provider,
            url: config.url.clone(),
            command: config.command.clone(),
            key: config.key_env.as_deref().and_then(variable).map(ApiKey),
            context: config.context,
            allow_remote,
        }
    }

    /// Tokens of context asked for.
    pub fn context(&self) -> usize {
        self.context.unwrap_or(CONTEXT)
    }

    /// Bytes the talk and the items may have in one question.
    pub fn window_bytes(&self) -> usize {
        let all = self.context().saturating_sub(PREDICT) * BYTES_PER_TOKEN;
        all.saturating_sub(crate::pipeline::extract::model::prompt::frame_bytes())
    }
}

/// One of the ways to a model.
#[derive(Debug)]
pub enum Backend {
    /// Ollama.
    Ollama(ollama::Ollama),
    /// A server that speaks as OpenAI's does: llama.cpp, LM Studio, vLLM; remote ones.
    OpenAi(openai::OpenAi),
    /// A command the person trusts with this text.
    Command(command::ModelCommand),
}

impl Backend {
    /// The way `choice` names, within `limits`. Nothing is sent yet.
    pub fn open(choice: &ModelConnection, limits: Limits) -> Result<Self, LlmError> {
        let context = choice.context();
        Ok(match choice.provider {
            Provider::Ollama => {
                let http = Http::open(choice.url.as_deref().unwrap_or(ollama::ADDRESS), choice, limits)?;
                Self::Ollama(ollama::Ollama { http, context })
            }
            Provider::OpenAi => {
                let http = Http::open(choice.url.as_deref().unwrap_or(openai::ADDRESS), choice, limits)?;
                Self::OpenAi(openai::OpenAi { http })
            }
            Provider::Command => Self::Command(command::ModelCommand { line: choice.command.clone(), limits }),
        })
    }

    /// Asks `model`. Dropping the future ends the request. After an error that may pass by itself, asks twice more.
    pub async fn chat(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let begun = Instant::now();
        tracing::info!(model, bytes = prompt.bytes(), "model asked");
        let reply = self.chat_with_retries(model, prompt).await;
        let ms = begun.elapsed().as_millis() as u64;
        match &reply {
            Ok(Reply { prompt_tokens, answer_tokens, .. }) => {
                tracing::info!(model, ms, prompt_tokens, answer_tokens, "model answered");
            }
            Err(error) => tracing::warn!(model, ms, "model gave no answer: {}", error.without_answer()),
        }
        reply
    }

    async fn chat_with_retries(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let mut pause = self.limits().again;
        for _ in 0..2 {
            match self.chat_once(model, prompt).await {
                Err(error) if error.passes() => tokio::time::sleep(jittered(pause)).await,
                done => return checked(done?, prompt),
            }
            pause *= 4;
        }
        checked(self.chat_once(model, prompt).await?, prompt)
    }

    async fn chat_once(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        match self {
            Self::Ollama(backend) => backend.chat(model, prompt).await,
            Self::OpenAi(backend) => backend.chat(model, prompt).await,
            Self::Command(backend) => backend.chat(prompt).await,
        }
    }

    /// Asks `model` for an answer of a given form and nothing about the talk, which also lets a server load it. False
    /// when it answers as it likes: no question about the talk can be read then. A command is not run for this.
    pub async fn keeps_form(&self, model: &str) -> Result<bool, LlmError> {
        if matches!(self, Self::Command(_)) {
            return Ok(true);
        }
        match self.chat(model, &probe::form()).await {
            Ok(reply) => Ok(probe::has_form(&reply.text)),
            Err(error) if error.is_of_the_question() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The models it offers; a small question that also tells whether it is there at all.
    pub async fn models(&self) -> Result<Vec<probe::Installed>, LlmError> {
        match self {
            Self::Ollama(backend) => backend.models().await,
            Self::OpenAi(backend) => backend.models().await,
            Self::Command(backend) => Ok(vec![probe::Installed { name: backend.name(), ..Default::default() }]),
        }
    }

    /// How the talk leaves this program, where the person must always see it.
    pub fn banner(&self) -> Option<String> {
        match self {
            Self::Ollama(ollama::Ollama { http, .. }) | Self::OpenAi(openai::OpenAi { http }) => {
                http.is_remote().then(|| format!("the talk goes to {}", http.host()))
            }
            Self::Command(backend) => Some(format!("the talk goes to the command {}", backend.name())),
        }
    }

    fn limits(&self) -> Limits {
        match self {
            Self::Ollama(ollama::Ollama { http, .. }) | Self::OpenAi(openai::OpenAi { http }) => http.limits(),
            Self::Command(backend) => backend.limits,
        }
    }
}

/// A prompt as both wires carry it.
fn messages(prompt: &Prompt) -> Value {
    json!([{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}])
}

/// The reply, unless the server shows that it did not read all of the prompt. The nonce is looked for by who reads it.
fn checked(reply: Reply, prompt: &Prompt) -> Result<Reply, LlmError> {
    let sent = prompt.bytes();
    match reply.prompt_tokens.filter(|n| *n > 0) {
        Some(seen) if (seen as usize) < sent / MOST_BYTES_PER_TOKEN => Err(LlmError::PromptCut { seen, sent }),
        _ => Ok(reply),
    }
}

/// The pause, up to a quarter longer, so that two programs do not keep asking together.
fn jittered(pause: Duration) -> Duration {
    pause + pause.mul_f64(f64::from(random() as u8) / 1024.0)
}

/// A number nobody can foresee: the standard library seeds its hashers so.
pub fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

/// A word nobody can have written before.
pub fn random_word() -> String {
    format!("{:016x}", random())
}

/// Runs one future to its end on this thread.
pub fn wait_for<T>(future: impl Future<Output = T>) -> std::io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}

/// The folder a command is run in: made for it, empty, removed afterwards. Its name tells our own sessions apart.
fn inner_dir() -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(crate::transcript::INNER_PREFIX).tempdir()
}
