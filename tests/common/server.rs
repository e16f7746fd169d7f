//! Defines servers on this machine that play a model's server, well-behaved or broken.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use deltamind::llm::client::Limits;
use deltamind::llm::{Backend, ModelConnection};
use deltamind::pipeline::extract::model::{Field, Prompt, Schema};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Limits short enough for tests.
pub fn limits() -> Limits {
    Limits {
        connect: Duration::from_secs(1),
        first_byte: Duration::from_millis(300),
        idle: Duration::from_millis(300),
        whole: Duration::from_secs(20),
        again: Duration::from_millis(1),
        body: 1 << 20,
    }
}

/// Serves `router` until the test ends. Returns its address.
pub async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

/// Serves bytes no web framework would send: `talk` gets each connection once its request was read.
pub async fn serve_raw<F, T>(talk: F) -> (String, Arc<AtomicUsize>)
where
    F: Fn(TcpStream) -> T + Send + Sync + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let met = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&met);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            read_request(&mut stream).await;
            tokio::spawn(talk(stream));
        }
    });
    (format!("http://{address}"), met)
}

/// Reads a request to the end of its body.
async fn read_request(stream: &mut TcpStream) {
    let mut all = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|l| l.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return;
            }
        }
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return,
            Ok(n) => all.extend_from_slice(&piece[..n]),
        }
    }
}

/// Sends the head of a chunked answer.
pub async fn head(stream: &mut TcpStream) {
    stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").await.unwrap();
}

/// Sends one piece of a chunked answer. False when nobody listens.
pub async fn piece(stream: &mut TcpStream, text: &str) -> bool {
    let all = format!("{:x}\r\n{text}\r\n", text.len());
    stream.write_all(all.as_bytes()).await.is_ok()
}

/// Ends a chunked answer.
pub async fn end(stream: &mut TcpStream) {
    stream.write_all(b"0\r\n\r\n").await.unwrap();
}

/// The way to an Ollama at `url`.
pub fn ollama(url: &str) -> Backend {
    let choice = ModelConnection { url: Some(url.to_owned()), ..ModelConnection::default() };
    Backend::open(&choice, limits()).unwrap()
}

/// A prompt of some length.
pub fn question() -> Prompt {
    Prompt {
        system: "You list what changed. ".repeat(40),
        user: "talk ".repeat(200),
        schema: Schema::Fields(vec![Field::needed("b", Schema::Flag), Field::needed("a", Schema::Flag)]),
        nonce: "n1".to_owned(),
    }
}

/// A line of Ollama's answer.
pub fn line(content: &str, done: bool) -> String {
    let value = serde_json::json!({"message": {"role": "assistant", "content": content}, "done": done});
    format!("{value}\n")
}

/// Serves on a thread of its own: the loop of a test blocks, as the real one does.
pub fn on_thread<F: Future<Output = String> + Send + 'static>(server: F) -> String {
    let (send, url) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        deltamind::llm::wait_for(async {
            send.send(server.await).unwrap();
            std::future::pending::<()>().await;
        })
    });
    url.recv().unwrap()
}

/// The list of installed models, as Ollama returns it.
pub fn tags(names: &[&str]) -> String {
    json!({"models": names.iter().map(|n| json!({"name": n})).collect::<Vec<_>>()}).to_string()
}

/// Whether a model is asked for the form of its answers only.
pub fn is_trial(asked: &str) -> bool {
    let asked: Value = serde_json::from_str(asked).unwrap();
    !asked["format"]["properties"]["ready"].is_null()
}

/// The answer of a model that keeps to the form.
pub fn ready() -> String {
    line("{\"ready\": true}", true)
}

/// The answer of a model that finds one fact in the newest turn, which the rules do not see.
pub fn fact(asked: &str) -> String {
    one_change(asked, |talk| {
        let last = talk.last().unwrap();
        json!({"kind": "fact_learned", "turn": last["id"], "quote": last["says"], "summary": last["says"]})
    })
}

/// The answer of a model that is sure of one change, made of the turns that it is shown.
pub fn one_change(asked: &str, change: impl Fn(&[Value]) -> Value) -> String {
    let asked: Value = serde_json::from_str(asked).unwrap();
    let user = asked["messages"][1]["content"].as_str().unwrap().to_owned();
    let nonce = user.lines().next().unwrap().strip_prefix("nonce: ").unwrap();
    let data = user.lines().find(|l| l.starts_with('{')).unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let mut change = change(data["talk"].as_array().unwrap());
    (change["sure"], change["target"]) = (json!("high"), json!(""));
    line(&json!({"nonce": nonce, "changes": [change], "wrong": []}).to_string(), true)
}
