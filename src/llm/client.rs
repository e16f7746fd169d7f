//! Defines [`Http`]: requests to one server, within limits on time and size.
//!
//! Redirects are not followed, compressed answers are refused, and a local server is reached without a proxy. A local
//! server sends headers only once the model is loaded, which may take minutes, so the first byte has its own limit.
//! Dropping a request also stops the loading.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, Url};
use serde::Serialize;
use serde_json::Value;

use super::{LlmError, ModelConnection};
use crate::text::SafeText;

/// Limits of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time for the connection.
    pub connect: Duration,
    /// Time until the first byte of the answer, including the loading of the model.
    pub first_byte: Duration,
    /// Time between two pieces of the answer.
    pub idle: Duration,
    /// Time for the whole answer.
    pub whole: Duration,
    /// Pause before the first retry.
    pub again: Duration,
    /// Bytes of the answer.
    pub body: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(1),
            first_byte: Duration::from_mins(5),
            idle: Duration::from_mins(1),
            whole: Duration::from_mins(10),
            again: Duration::from_millis(500),
            body: 1 << 20,
        }
    }
}

/// Time limit of small requests such as the list of models, for which the person waits.
const LISTING: Duration = Duration::from_secs(20);
const MAX_MESSAGE_CHARS: usize = 200;

/// One server.
#[derive(Debug)]
pub struct Http {
    client: Client,
    base: Url,
    key: Option<super::ApiKey>,
    limits: Limits,
}

impl Http {
    /// A server at `url`. Sends nothing.
    pub fn open(url: &str, choice: &ModelConnection, limits: Limits) -> Result<Self, LlmError> {
        let base = Url::parse(url).map_err(|_| LlmError::Address(SafeText::line(url).into_string()))?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err(LlmError::Address(SafeText::line(url).into_string()));
        }
        if base.scheme() == "https" && !cfg!(feature = "tls") {
            return Err(LlmError::NoTls(SafeText::line(url).into_string()));
        }
        let local = is_local(&base);
        if !local && !choice.allow_remote {
            return Err(LlmError::Remote(base.host_str().unwrap_or("").to_owned()));
        }
        // Over http others could read the talk and the key, and forge answers.
        if !local && base.scheme() == "http" {
            return Err(LlmError::Plain(SafeText::line(url).into_string()));
        }
        let mut builder = Client::builder().redirect(Policy::none()).connect_timeout(limits.connect);
        if local {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|e| LlmError::Broke(cause_of(&e)))?;
        Ok(Self { client, base, key: choice.key.clone(), limits })
    }

    /// Whether the server is on another machine.
    pub fn is_remote(&self) -> bool {
        !is_local(&self.base)
    }

    /// The server's host name.
    pub fn host(&self) -> String {
        SafeText::line(self.base.host_str().unwrap_or("")).into_string()
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        let before = self.base.path().trim_end_matches('/');
        // The address may end in the version or not.
        let before = if path.starts_with("/v1/") { before.trim_end_matches("/v1") } else { before };
        url.set_path(&format!("{before}{path}"));
        url
    }

    /// Gets the JSON at `path`.
    pub async fn get(&self, path: &str) -> Result<Value, LlmError> {
        self.whole(self.client.get(self.url(path))).await
    }

    /// Posts `body` to `path` and returns the JSON answer.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, LlmError> {
        self.whole(self.client.post(self.url(path)).body(body.to_string())).await
    }

    async fn whole(&self, request: RequestBuilder) -> Result<Value, LlmError> {
        let limits = Limits { first_byte: self.limits.idle.min(Duration::from_secs(10)), ..self.limits };
        let read = async {
            let mut response = self.send(request, limits).await?;
            let mut all = Vec::new();
            while let Some(chunk) = chunk(&mut response, limits.first_byte).await? {
                all.extend_from_slice(&chunk);
                if all.len() > self.limits.body {
                    return Err(LlmError::TooLarge(self.limits.body));
                }
            }
            Ok(all)
        };
        // A server could send small pieces forever, each within the idle limit.
        let most = self.limits.whole.min(LISTING);
        let all = tokio::time::timeout(most, read).await.map_err(|_| LlmError::Slow(most.as_secs()))??;
        serde_json::from_slice(&all).map_err(|_| LlmError::Garbled(shortened(&String::from_utf8_lossy(&all))))
    }

    /// Posts `body` to `path` and passes each line of the answer to `line` until that returns true for the last line.
    /// Returns false if the answer ended before.
    pub async fn lines(
        &self,
        path: &str,
        body: &impl Serialize,
        mut line: impl FnMut(&str) -> Result<bool, LlmError>,
    ) -> Result<bool, LlmError> {
        let body = serde_json::to_string(body).map_err(|e| LlmError::Broke(e.to_string()))?;
        let request = self.client.post(self.url(path)).body(body);
        let all = async {
            let mut response = self.send(request, self.limits).await?;
            let (mut read, mut rest, mut patience) = (0, Vec::new(), self.limits.first_byte);
            while let Some(chunk) = chunk(&mut response, patience).await? {
                patience = self.limits.idle;
                read += chunk.len();
                if read > self.limits.body {
                    return Err(LlmError::TooLarge(self.limits.body));
                }
                rest.extend_from_slice(&chunk);
                while let Some(end) = memchr::memchr(b'\n', &rest) {
                    let one: Vec<u8> = rest.drain(..=end).collect();
                    if line(utf8(&one)?.trim())? {
                        return Ok(true);
                    }
                }
            }
            let last = utf8(&rest)?.trim();
            if last.is_empty() { Ok(false) } else { line(last) }
        };
        let limit = self.limits.whole;
        tokio::time::timeout(limit, all).await.map_err(|_| LlmError::Slow(limit.as_secs()))?
    }

    async fn send(&self, request: RequestBuilder, limits: Limits) -> Result<Response, LlmError> {
        let mut request = request.header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {}", key.0));
        }
        let sent = tokio::time::timeout(limits.first_byte, request.send()).await;
        let mut response = match sent {
            Err(_) => return Err(LlmError::Silent(limits.first_byte.as_secs())),
            Ok(Err(error)) if error.is_connect() => return Err(LlmError::Connect(self.host_and_port())),
            Ok(Err(error)) => return Err(LlmError::Broke(cause_of(&error))),
            Ok(Ok(response)) => response,
        };
        let status = response.status();
        if status.is_redirection() {
            return Err(LlmError::Redirect);
        }
        if !status.is_success() {
            let message = self.refusal(&mut response, limits).await;
            return Err(LlmError::Status { status: status.as_u16(), message });
        }
        let packed = response.headers().get("content-encoding").is_some_and(|e| e != "identity");
        if packed { Err(LlmError::Garbled("it is compressed".to_owned())) } else { Ok(response) }
    }

    /// The message in an error response, as far as it can be read.
    async fn refusal(&self, response: &mut Response, limits: Limits) -> String {
        const MAX_ERROR_BYTES: usize = 16 * 1024;
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = chunk(response, limits.idle.min(limits.first_byte)).await {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ERROR_BYTES {
                break;
            }
        }
        let text = String::from_utf8_lossy(&body);
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        shortened(&error_in(&value).unwrap_or_else(|| text.into_owned()))
    }

    fn host_and_port(&self) -> String {
        let port = self.base.port_or_known_default().unwrap_or(80);
        format!("{}:{port}", self.host())
    }
}

/// The next piece of a body; `None` at its end.
async fn chunk(response: &mut Response, patience: Duration) -> Result<Option<Vec<u8>>, LlmError> {
    match tokio::time::timeout(patience, response.chunk()).await {
        Err(_) => Err(LlmError::Silent(patience.as_secs())),
        // The body is shorter than declared.
        Ok(Err(error)) if error.is_body() || error.is_decode() => Err(LlmError::Cut),
        Ok(Err(error)) => Err(LlmError::Broke(cause_of(&error))),
        Ok(Ok(chunk)) => Ok(chunk.map(|c| c.to_vec())),
    }
}

/// The error a server names in JSON: `{"error": "..."}` or `{"error": {"message": "..."}}`.
pub fn error_in(value: &Value) -> Option<String> {
    let error = value.get("error")?;
    let text = error.as_str().or_else(|| error.get("message").and_then(Value::as_str));
    text.map(shortened)
}

/// An untrusted text on one line, safe and shortened.
pub fn shortened(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_MESSAGE_CHARS).collect();
    SafeText::line(&line).into_string()
}

/// The end of an untrusted text on one line, safe and shortened: programs report why they failed at the end.
pub fn shortened_end(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().skip(line.chars().count().saturating_sub(MAX_MESSAGE_CHARS)).collect();
    SafeText::line(&line).into_string()
}

fn utf8(bytes: &[u8]) -> Result<&str, LlmError> {
    std::str::from_utf8(bytes).map_err(|_| LlmError::Garbled("it is not text".to_owned()))
}

/// The root cause of an error, without the address, which may hold a secret.
fn cause_of(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    shortened(&cause.to_string())
}

/// Whether a server is on this machine.
fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("").trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
