//! The way to a model's server, over real connections: every failure is one plain error, nothing hangs, nothing grows.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use deltamind::config::Provider;
use deltamind::llm::client::Limits;
use deltamind::llm::{Backend, LlmError, ModelConnection, Reply};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::server::{end, head, limits, line, ollama, piece, question, serve, serve_raw};

/// The form of the answer to the question asked here.
const FORM: &str = r#"{"type":"object","properties":{"b":{"type":"boolean"},"a":{"type":"boolean"}},"required":["b","a"],"additionalProperties":false}"#;

async fn ask(url: &str) -> Result<Reply, LlmError> {
    ollama(url).chat("m", &question()).await
}

/// A server whose `/api/chat` answers with this status and these words.
async fn answering(status: u16, body: &'static str) -> String {
    let status = StatusCode::from_u16(status).unwrap();
    serve(Router::new().route("/api/chat", post(move || async move { (status, body) }))).await
}

#[tokio::test]
async fn an_answer_in_single_bytes_is_joined() {
    let last = r#"{"message":{"content":"}"},"done":true,"done_reason":"stop","prompt_eval_count":900,"eval_count":3}"#;
    let (url, _) = serve_raw(move |mut s| async move {
        head(&mut s).await;
        let all = line("{\"ä\":", false) + &line(" 1", false) + last;
        // Every byte by itself: characters and lines are cut anywhere.
        for byte in all.as_bytes() {
            s.write_all(b"1\r\n").await.unwrap();
            s.write_all(&[*byte]).await.unwrap();
            s.write_all(b"\r\n").await.unwrap();
        }
        end(&mut s).await;
    })
    .await;
    let reply = ask(&url).await.unwrap();
    assert_eq!(reply, Reply { text: "{\"ä\": 1}".to_owned(), prompt_tokens: Some(900), answer_tokens: Some(3) });
}

#[tokio::test]
async fn an_absent_server_is_named_by_its_address() {
    let error = ask("http://127.0.0.1:9").await.unwrap_err();
    assert_eq!(error, LlmError::Connect("127.0.0.1:9".to_owned()));
    assert!(error.is_temporary());
    // A name nobody has, and an address that leads nowhere; elsewhere is asked by https only.
    let elsewhere = ["https://no-such-host.invalid", "https://192.0.2.1:9"];
    for url in elsewhere.into_iter().filter(|_| cfg!(feature = "tls")) {
        let choice = ModelConnection { url: Some(url.to_owned()), allow_remote: true, ..ModelConnection::default() };
        let error = Backend::open(&choice, limits()).unwrap().chat("m", &question()).await.unwrap_err();
        assert!(matches!(error, LlmError::Connect(_) | LlmError::Silent(_)), "{error}");
    }
}

#[tokio::test]
async fn a_slow_load_is_waited_for_and_a_cancelled_question_closes_the_connection() {
    let gone = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&gone);
    let (url, met) = serve_raw(move |mut s| {
        let seen = Arc::clone(&seen);
        async move {
            // Nothing is sent. A read ends when the other side has gone.
            let mut byte = [0; 1];
            let ended = matches!(s.read(&mut byte).await, Ok(0) | Err(_));
            seen.fetch_add(usize::from(ended), Ordering::SeqCst);
        }
    })
    .await;
    assert_eq!(ask(&url).await.unwrap_err(), LlmError::Silent(0), "the limit is that of the test");
    let patient = ModelConnection { url: Some(url), ..ModelConnection::default() };
    let backend = Backend::open(&patient, Limits::default()).unwrap();
    let asked = question();
    let mut request = Box::pin(backend.chat("m", &asked));
    while met.load(Ordering::SeqCst) < 2 {
        tokio::select! {
            reply = &mut request => panic!("{reply:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    drop(request);
    while gone.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(Limits::default().first_byte.as_secs(), 300);
}

#[tokio::test]
async fn a_stalled_dribbling_broken_or_failed_stream_gives_an_error() {
    let (stalled, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        piece(&mut s, &line("{", false)).await;
        std::future::pending::<()>().await;
    })
    .await;
    assert!(matches!(ask(&stalled).await.unwrap_err(), LlmError::Silent(_)));
    let (dribbling, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        while piece(&mut s, " ").await {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    let choice = ModelConnection { url: Some(dribbling), ..ModelConnection::default() };
    let short = Limits { whole: std::time::Duration::from_millis(400), ..limits() };
    let error = Backend::open(&choice, short).unwrap().chat("m", &question()).await.unwrap_err();
    assert!(matches!(error, LlmError::Slow(_)), "{error}");
    let (cut, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        piece(&mut s, "{\"message\":{\"cont").await;
    })
    .await;
    assert_eq!(ask(&cut).await.unwrap_err(), LlmError::Cut);
    let (early, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        piece(&mut s, &line("{\"nonce\":\"n1\",\"changes\":[]}", false)).await;
        end(&mut s).await;
    })
    .await;
    assert_eq!(ask(&early).await.unwrap_err(), LlmError::Cut, "an end without done is none");
    let failing = line("{", false) + "{\"error\":\"an error was encountered\\u001b[2J while running\"}\n";
    let failing = serve(Router::new().route("/api/chat", post(move || async move { failing }))).await;
    let error = ask(&failing).await.unwrap_err().to_string();
    assert!(error.starts_with("the server failed: an error was encountered") && !error.contains('\u{1b}'), "{error}");
}

#[tokio::test]
async fn refusals_quote_the_servers_message() {
    for (status, body, told) in [
        (404, r#"{"error":"model 'm' not found"}"#, "the server says 404: model 'm' not found"),
        (
            400,
            r#"{"error":{"message":"exceeds the available context size"}}"#,
            "the server says 400: exceeds the available context size",
        ),
        (500, "oops\n\n<b>no</b>", "the server says 500: oops <b>no</b>"),
        (429, "", "the server says 429: "),
    ] {
        let url = answering(status, body).await;
        assert_eq!(ask(&url).await.unwrap_err().to_string(), told);
    }
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    let router =
        Router::new().route(
            "/api/chat",
            post(move || {
                let n = count.fetch_add(1, Ordering::SeqCst);
                async move {
                    if n < 2 { (StatusCode::BAD_GATEWAY, String::new()) } else { (StatusCode::OK, line("{}", true)) }
                }
            }),
        );
    let url = serve(router).await;
    assert_eq!(ask(&url).await.unwrap().text, "{}");
    assert_eq!(tries.load(Ordering::SeqCst), 3, "what may pass by itself is tried again twice");
}

#[tokio::test]
async fn replies_that_are_no_model_answer_are_errors() {
    let html = answering(200, "<html><body>Sign in to the hotel's network</body></html>").await;
    assert!(ask(&html).await.unwrap_err().to_string().contains("Sign in to the hotel"));
    let (endless, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        while piece(&mut s, &"x".repeat(64 << 10)).await {}
    })
    .await;
    assert_eq!(ask(&endless).await.unwrap_err(), LlmError::TooLarge(1 << 20));
    let packed = || async { ([(header::CONTENT_ENCODING, "gzip")], vec![0x1f, 0x8b, 8, 0]).into_response() };
    let packed = serve(Router::new().route("/api/chat", post(packed))).await;
    assert!(matches!(ask(&packed).await.unwrap_err(), LlmError::Garbled(_)));
    let binary = serve(Router::new().route("/api/chat", post(|| async { vec![0x1f, 0x8b, 0xff, 0xfe] }))).await;
    assert_eq!(ask(&binary).await.unwrap_err(), LlmError::Garbled("it is not text".to_owned()));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let met = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&met);
    let elsewhere = serve(Router::new().fallback(move || {
        count.fetch_add(1, Ordering::SeqCst);
        async { line("{}", true) }
    }))
    .await;
    let to = elsewhere.clone();
    let router = Router::new().route("/api/chat", post(move || async move { Redirect::temporary(&to) }));
    assert_eq!(ask(&serve(router).await).await.unwrap_err(), LlmError::Redirect);
    assert_eq!(met.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_truncated_prompt_and_a_truncated_answer_are_noticed() {
    let short = r#"{"message":{"content":"{}"},"done":true,"prompt_eval_count":64}"#;
    let error = ask(&answering(200, short).await).await.unwrap_err();
    assert!(matches!(error, LlmError::PromptCut { seen: 64, .. }), "{error}");
    let unknown = r#"{"message":{"content":"{}"},"done":true,"prompt_eval_count":0}"#;
    assert_eq!(ask(&answering(200, unknown).await).await.unwrap().text, "{}", "zero means: taken from a cache");
    let long = r#"{"message":{"content":"{\"chan"},"done":true,"done_reason":"length"}"#;
    assert_eq!(ask(&answering(200, long).await).await.unwrap_err(), LlmError::Length);
}

#[tokio::test]
async fn the_context_is_always_asked_for_and_the_schema_is_sent() {
    let router = Router::new().route(
        "/api/chat",
        post(|body: String| async move {
            let asked: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!(asked["options"]["num_ctx"], 16384);
            assert_eq!(asked["options"]["temperature"], 0);
            assert_eq!(asked["format"]["type"], "object");
            assert!(body.contains(FORM), "the fields stay in their order: {body}");
            assert_eq!(asked["messages"][0]["role"], "system");
            assert!(asked["keep_alive"].is_string());
            line("{}", true)
        }),
    );
    let choice = ModelConnection { url: Some(serve(router).await), context: Some(16384), ..ModelConnection::default() };
    Backend::open(&choice, limits()).unwrap().chat("m", &question()).await.unwrap();
}

#[tokio::test]
async fn installed_models_are_listed_with_size_and_context() {
    let tags = r#"{"models":[{"name":"gemma2:9b","size":5},{"name":"x","details":{}}]}"#;
    let show = r#"{"model_info":{"general.architecture":"gemma2","gemma2.context_length":8192}}"#;
    let router = Router::new()
        .route("/api/tags", get(move || async move { tags }))
        .route("/api/show", post(move || async move { show }));
    let backend = ollama(&serve(router).await);
    let models = backend.models().await.unwrap();
    assert_eq!((models[0].name.as_str(), models[0].bytes, models.len()), ("gemma2:9b", Some(5), 2));
    let Backend::Ollama(ollama) = backend else { panic!("it is an Ollama") };
    assert_eq!(ollama.declared_context("gemma2:9b").await, Some(8192));
}

#[tokio::test]
async fn an_endless_list_of_models_times_out() {
    let (dribbling, _) = serve_raw(|mut s| async move {
        head(&mut s).await;
        while piece(&mut s, " ").await {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    let short = Limits { whole: std::time::Duration::from_millis(400), ..limits() };
    for provider in [Provider::Ollama, Provider::OpenAi] {
        let choice = ModelConnection { provider, url: Some(dribbling.clone()), ..ModelConnection::default() };
        let error = Backend::open(&choice, short).unwrap().models().await.unwrap_err();
        assert!(matches!(error, LlmError::Slow(_)), "{error}");
    }
}

#[test]
fn the_talk_stays_here_unless_the_person_says_otherwise() {
    let open = |url: &str, allow_remote| {
        let choice = ModelConnection { url: Some(url.to_owned()), allow_remote, ..ModelConnection::default() };
        Backend::open(&choice, limits())
    };
    for url in ["http://127.0.0.1:1", "http://localhost:1/", "http://[::1]:1", "http://127.8.8.8"] {
        assert_eq!(open(url, false).unwrap().banner(), None, "{url}");
    }
    for url in ["http://192.0.2.1:11434", "http://models.example", "http://0.0.0.0:1", "http://127.0.0.1.example.com"] {
        assert!(matches!(open(url, false).unwrap_err(), LlmError::Remote(_)), "{url}");
        let plain = open(url, true).unwrap_err();
        assert!(matches!(plain, LlmError::Plain(_)) && plain.to_string().contains("by https only"), "{plain}");
    }
    for url in ["file:///etc/passwd", "no address", "http://", "ftp://127.0.0.1"] {
        assert!(matches!(open(url, true).unwrap_err(), LlmError::Address(_)), "{url}");
    }
    if cfg!(feature = "tls") {
        assert!(open("https://models.example", true).unwrap().banner().unwrap().starts_with("the talk goes to "));
    } else {
        assert!(matches!(open("https://models.example", true).unwrap_err(), LlmError::NoTls(_)));
    }
}

fn openai(url: String) -> Backend {
    let choice = ModelConnection {
        provider: Provider::OpenAi,
        url: Some(url),
        key: Some(deltamind::llm::ApiKey("secret-key".to_owned())),
        ..ModelConnection::default()
    };
    assert!(!format!("{choice:?}").contains("secret-key"));
    Backend::open(&choice, limits()).unwrap()
}

async fn ask_openai(body: &'static str, path: &str) -> Result<Reply, LlmError> {
    let router = Router::new().route(
        "/v1/chat/completions",
        post(move |headers: axum::http::HeaderMap, asked: String| async move {
            assert_eq!(headers["authorization"], "Bearer secret-key");
            assert!(asked.contains("json_schema") && asked.contains(FORM), "{asked}");
            body
        }),
    );
    openai(serve(router).await + path).chat("m", &question()).await
}

#[tokio::test]
async fn openai_compatible_servers_are_understood() {
    let good = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n: still here\n\n\
                data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"a\\\"\"}}]}\n\n\
                data: {\"choices\":[{\"delta\":{\"content\":\":1}\"},\"finish_reason\":\"stop\"}]}\n\n\
                data: {\"choices\":[],\"usage\":{\"prompt_tokens\":800,\"completion_tokens\":4}}\n\ndata: [DONE]\n\n";
    let reply = ask_openai(good, "").await.unwrap();
    assert_eq!(reply, Reply { text: "{\"a\":1}".to_owned(), prompt_tokens: Some(800), answer_tokens: Some(4) });
    assert_eq!(ask_openai(good, "/v1/").await.unwrap().text, "{\"a\":1}", "an address may name the version");
    let whole = "{\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}";
    assert_eq!(ask_openai(whole, "").await.unwrap().text, "{}", "some do not stream");
    let failed = "data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\ndata: {\"error\":{\"message\":\"out of memory\"}}\n\n";
    assert_eq!(ask_openai(failed, "").await.unwrap_err(), LlmError::Failed("out of memory".to_owned()));
    let cut = "data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\n";
    assert_eq!(ask_openai(cut, "").await.unwrap_err(), LlmError::Cut);
    let long = "data: {\"choices\":[{\"delta\":{\"content\":\"{\"},\"finish_reason\":\"length\"}]}\n\n";
    assert_eq!(ask_openai(long, "").await.unwrap_err(), LlmError::Length);
    let models = Router::new().route("/v1/models", get(|| async { "{\"data\":[{\"id\":\"local-model\"}]}" }));
    assert_eq!(openai(serve(models).await).models().await.unwrap()[0].name, "local-model");
}

#[cfg(unix)]
mod command {
    use super::*;

    fn shell(script: &str, limits: Limits) -> Backend {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        Backend::open(&ModelConnection { provider: Provider::Command, command, ..ModelConnection::default() }, limits)
            .unwrap()
    }

    async fn run(script: &str) -> Result<String, LlmError> {
        let patient = Limits { first_byte: std::time::Duration::from_secs(20), ..limits() };
        shell(script, patient).chat("sh", &question()).await.map(|r| r.text)
    }

    #[tokio::test]
    async fn a_command_is_asked_in_a_folder_of_its_own() {
        let said =
            run("cat >/dev/null; echo \"$DELTAMIND_INNER $(ls -A | wc -l) $(basename \"$PWD\")\"").await.unwrap();
        let parts: Vec<&str> = said.split_whitespace().collect();
        assert_eq!(parts[..2], ["1", "0"]);
        assert!(parts[2].starts_with(deltamind::transcript::INNER_PREFIX), "{said}");
        assert!(run("cat").await.unwrap().contains("Answer with JSON of this schema"));
        assert_eq!(run("printf hello").await.unwrap(), "hello", "one that does not read is heard too");
        assert!(shell("true", limits()).banner().unwrap().contains("the command sh"));
    }

    #[tokio::test]
    async fn a_failing_flooding_or_hanging_command_gives_an_error() {
        let error = run("cat >/dev/null; echo 'no credit' >&2; exit 3").await.unwrap_err().to_string();
        assert!(error.contains("exit status: 3") && error.contains("no credit"), "{error}");
        let error = run("seq 1 100000 >&2; echo 'no credit' >&2; exit 1").await.unwrap_err().to_string();
        assert!(error.ends_with("100000 no credit"), "the end is shown: {error}");
        let error = run("echo 'not logged in'; exit 1").await.unwrap_err().to_string();
        assert!(error.ends_with("not logged in"), "{error}");
        assert_eq!(run("yes").await.unwrap_err(), LlmError::TooLarge(1 << 20));
        assert!(matches!(run("printf '\\377\\376'").await.unwrap_err(), LlmError::Garbled(_)));
        let missing = ["/no/such/program".to_owned()].to_vec();
        let choice = ModelConnection { provider: Provider::Command, command: missing, ..ModelConnection::default() };
        let error = Backend::open(&choice, limits()).unwrap().chat("x", &question()).await.unwrap_err();
        assert!(error.to_string().contains("cannot be run"), "{error}");
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("pid");
        let script = format!("sleep 600 & echo $! > {}; wait", file.display());
        let error = shell(&script, limits()).chat("sh", &question()).await.unwrap_err();
        assert!(matches!(error, LlmError::Silent(_)), "{error}");
        let pid = std::fs::read_to_string(&file).unwrap();
        let state = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while state().rsplit(')').next().is_some_and(|s| !s.is_empty() && !s.trim_start().starts_with('Z')) {
            assert!(std::time::Instant::now() < deadline, "what it started still runs");
            tokio::task::yield_now().await;
        }
    }
}
