//! Defines access to language models: servers and commands, limits on time and size, and the policy on models.
//!
//! No other room uses the network. A server on this machine is reached without a proxy, one elsewhere only with
//! `--allow-remote-model`. Every wait and every answer has a limit, and dropping a request cancels it.

pub mod breaker;
pub mod client;
pub mod command;
pub mod cost;
pub mod drive;
pub mod measurement;
pub mod ollama;
pub mod openai;
pub mod policy;
pub mod presets;
pub mod probe;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thiserror::Error;

use crate::config::{ModelConfig, Provider};
use crate::pipeline::extract::model::Prompt;
use client::{Http, Limits};

/// Default context size in tokens, which every model in the policy has.
pub const CONTEXT: usize = 8192;
/// The same for the models behind agents' programs and commands, which are large.
pub const PROGRAM_CONTEXT: usize = 65_536;
/// Most tokens of an answer.
pub const PREDICT: usize = 1536;
/// Most tokens in an hour where the settings say nothing and the model is not on this machine: some 900 turns.
pub const TOKENS_PER_HOUR: u64 = 500_000;
/// Fewest bytes per token: budgets of prompts assume it.
const BYTES_PER_TOKEN: usize = 3;
/// Most bytes per token: a server that counted fewer tokens than this implies has cut the prompt.
const MAX_BYTES_PER_TOKEN: usize = 7;

/// Why a model gave no answer; displays as one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LlmError {
    /// The server is on another machine, without `--allow-remote-model`.
    #[error("{0} is not on this machine: the talk would leave it; --allow-remote-model allows that")]
    Remote(String),
    /// The address is https, and this build has no TLS.
    #[error("{0} needs a build with TLS (`--features tls`)")]
    NoTls(String),
    /// The server is on another machine and the address is http.
    #[error("{0} is on another machine: the talk and the key go there by https only")]
    Plain(String),
    /// The address is no http or https URL.
    #[error("{0} is not a server address; give one like http://127.0.0.1:11434")]
    Address(String),
    /// The policy blocks the model.
    #[error("the model {name} is blocked: {why}")]
    Blocked {
        /// The model.
        name: String,
        why: String,
    },
    /// No connection.
    #[error("no model server at {0}")]
    Connect(String),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broke(String),
    /// No byte arrived within the limit, in seconds.
    #[error("no answer within {0} s")]
    Silent(u64),
    /// The answer took too long as a whole.
    #[error("the answer took longer than {0} s")]
    Slow(u64),
    /// The answer exceeds the size limit in bytes.
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
    /// The server answered with a redirect.
    #[error("the server redirects to another address; redirects are not followed")]
    Redirect,
    /// The response does not have the server's format; holds its beginning.
    #[error("this is not a model server's response: {0}")]
    Garbled(String),
    /// The server reported an error within an answer.
    #[error("the server failed: {0}")]
    Failed(String),
    /// The connection ended before the answer did.
    #[error("the answer broke off")]
    Cut,
    /// The answer reached its limit.
    #[error("the answer was cut at its limit of {PREDICT} tokens")]
    Length,
    /// The server read only part of the prompt.
    #[error("the server read {seen} tokens of a prompt of {sent} bytes: its context is too small")]
    PromptCut {
        /// Tokens the server counted.
        seen: u64,
        /// Bytes sent.
        sent: usize,
    },
    /// The command failed or could not be run; the text follows "the command".
    #[error("the command {0}")]
    Command(String),
}

impl LlmError {
    /// Whether the error is temporary, so that a retry may succeed.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Connect(_) => true,
            Self::Status { status, .. } => matches!(status, 429 | 502 | 503),
            _ => false,
        }
    }

    /// The error without any text of a model's answer, for the diagnostics log.
    fn without_answer(&self) -> String {
        match self {
            Self::Garbled(_) => "the answer was not in the server's format".to_owned(),
            error => error.to_string(),
        }
    }

    /// Whether this question caused the error, so that another question to the same server may succeed.
    pub fn is_of_the_question(&self) -> bool {
        matches!(self, Self::PromptCut { .. } | Self::Length | Self::TooLarge(_))
    }
}

/// A model's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text of the answer.
    pub text: String,
    /// Tokens of the prompt, where the server counts them.
    pub prompt_tokens: Option<u64>,
    pub answer_tokens: Option<u64>,
}

/// The connection to a model, from settings and command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelConnection {
    /// The protocol.
    pub provider: Provider,
    /// The server's address; the provider's usual one if absent.
    pub url: Option<String>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The key, from the environment.
    pub key: Option<ApiKey>,
    /// Tokens of context.
    pub context: Option<usize>,
    /// Whether the talk may be sent to another machine.
    pub allow_remote: bool,
    /// Most tokens in an hour, as the settings say; 0 for no limit.
    pub cap: Option<u64>,
}

/// An API key; `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(pub String);

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(...)")
    }
}

impl ModelConnection {
    /// Combines settings and command line; `variable` reads the environment.
    pub fn of(config: &ModelConfig, allow_remote: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        Self {
            provider: config.provider,
            url: config.url.clone(),
            command: config.command.clone(),
            key: config.key_env.as_deref().and_then(variable).map(ApiKey),
            context: config.context,
            allow_remote,
            cap: config.tokens_per_hour,
        }
    }

    /// Most tokens in an hour; `None` for no limit. A server on this machine costs nothing.
    pub fn tokens_per_hour(&self) -> Option<u64> {
        let local = matches!(self.provider, Provider::Ollama) && !self.allow_remote;
        let usual = if local { 0 } else { TOKENS_PER_HOUR };
        Some(self.cap.unwrap_or(usual)).filter(|n| *n > 0)
    }

    /// Tokens of context to request.
    pub fn context(&self) -> usize {
        self.context.unwrap_or(if self.is_program() { PROGRAM_CONTEXT } else { CONTEXT })
    }

    /// Whether the model is a program: an agent's own, or the person's command.
    pub fn is_program(&self) -> bool {
        self.provider == Provider::Command || presets::preset(self.provider).is_some()
    }

    /// Most bytes of talk and items in one question.
    pub fn window_bytes(&self) -> usize {
        let all = self.context().saturating_sub(PREDICT) * BYTES_PER_TOKEN;
        all.saturating_sub(crate::pipeline::extract::model::prompt::frame_bytes())
    }
}

/// A provider of models.
#[derive(Debug)]
pub enum Backend {
    /// Ollama.
    Ollama(ollama::Ollama),
    /// A server with OpenAI's API: llama.cpp, LM Studio, vLLM, remote ones.
    OpenAi(openai::OpenAi),
    /// A command the person trusts with this text.
    Command(command::ModelCommand),
}

impl Backend {
    /// Opens the provider that `choice` names. Sends nothing.
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
            provider => {
                let preset = presets::preset(provider);
                Self::Command(command::ModelCommand { preset, line: choice.command.clone(), limits })
            }
        })
    }

    /// Asks `model`. Dropping the future ends the request. Retries twice after a temporary error.
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
                Err(error) if error.is_temporary() => tokio::time::sleep(jittered(pause)).await,
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
            Self::Command(backend) => backend.chat(model, prompt).await,
        }
    }

    /// Asks `model` a test question without any of the talk, which also makes a server load it. False if the answer does
    /// not follow the schema, so that no answer could be parsed. A command is not run for this.
    pub async fn follows_schema(&self, model: &str) -> Result<bool, LlmError> {
        if matches!(self, Self::Command(_)) {
            return Ok(true);
        }
        match self.chat(model, &probe::test_prompt()).await {
            Ok(reply) => Ok(probe::follows_schema(&reply.text)),
            Err(error) if error.is_of_the_question() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Lists the models the provider offers; fails if there is no server.
    pub async fn models(&self) -> Result<Vec<probe::Installed>, LlmError> {
        match self {
            Self::Ollama(backend) => backend.models().await,
            Self::OpenAi(backend) => backend.models().await,
            Self::Command(backend) => Ok(vec![probe::Installed { name: backend.name(), ..Default::default() }]),
        }
    }

    /// The command or server that is sent the questions, in words for the person.
    pub fn destination(&self) -> String {
        match self {
            Self::Ollama(ollama::Ollama { http, .. }) | Self::OpenAi(openai::OpenAi { http }) => {
                let place = if http.is_remote() { "not on this machine" } else { "on this machine" };
                format!("the model server {}, {place}", http.host())
            }
            Self::Command(command::ModelCommand { preset: Some(preset), .. }) => {
                format!("the command {}, without tools; it {}", preset.short(), preset.leaves)
            }
            Self::Command(backend) => format!("the command {}", backend.name()),
        }
    }

    /// The notice that talk leaves this machine or is given to a command; must always be shown.
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

/// The prompt as chat messages, the same in both protocols.
fn messages(prompt: &Prompt) -> Value {
    json!([{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}])
}

/// The reply, unless its token count shows that the server cut the prompt.
fn checked(reply: Reply, prompt: &Prompt) -> Result<Reply, LlmError> {
    let sent = prompt.bytes();
    match reply.prompt_tokens.filter(|n| *n > 0) {
        Some(seen) if (seen as usize) < sent / MAX_BYTES_PER_TOKEN => Err(LlmError::PromptCut { seen, sent }),
        _ => Ok(reply),
    }
}

/// The pause plus up to a quarter, so that two programs do not retry in step.
fn jittered(pause: Duration) -> Duration {
    pause + pause.mul_f64(f64::from(random() as u8) / 1024.0)
}

/// An unpredictable number, from the seed of the standard library's hashers.
pub fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

/// An unpredictable word of 16 hex digits.
pub fn random_word() -> String {
    format!("{:016x}", random())
}

/// Blocks this thread until the future is done.
pub fn wait_for<T>(future: impl Future<Output = T>) -> std::io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}

/// A new, empty folder for a command, removed afterwards. The list of sessions skips folders of this name.
fn inner_dir() -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(crate::transcript::INNER_PREFIX).tempdir()
}
