//! `deltamind models` and `deltamind eval --model`, by real processes against a server on this machine.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering};

use axum::Router;
use axum::routing::{get, post};
use tempfile::TempDir;

use crate::server::{fact, on_thread, serve, tags};
use crate::skipped;

const NAMES: &[&str] = &["mistral:7b", "llama3.1:8b", "gemma2:9b"];

fn ollama(chats: &Arc<AtomicUsize>) -> String {
    let count = Arc::clone(chats);
    let show = r#"{"model_info":{"gemma2.context_length":8192}}"#;
    let router = Router::new()
        .route("/api/tags", get(|| async { tags(NAMES) }))
        .route("/api/show", post(move || async move { show }))
        .route(
            "/api/chat",
            post(move |body: String| {
                count.fetch_add(1, Ordering::SeqCst);
                async move { fact(&body) }
            }),
        );
    on_thread(async { serve(router).await })
}

fn config(text: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("deltamind")).unwrap();
    std::fs::write(home.path().join("deltamind/config.toml"), text).unwrap();
    home
}

fn run(home: &Path, args: &[&str], env: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("XDG_CONFIG_HOME", home).args(args);
    command.envs(env.iter().copied()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap() + &String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn installed_models_are_listed_with_their_trust_and_tried() {
    let chats = Arc::new(AtomicUsize::new(0));
    let home = config(&format!("[model]\nurl = \"{}\"\n", ollama(&chats)));
    let listed = out(&run(home.path(), &["models"], &[]));
    let line = |name: &str| listed.lines().find(|l| l.contains(name)).unwrap_or("").to_owned();
    assert!(line("gemma2:9b ").starts_with("* ") && line("gemma2:9b ").contains("modest"), "{listed}");
    assert!(line("gemma2:9b ").contains("8192 tokens"), "{listed}");
    assert!(line("mistral:7b ").contains("unmeasured") && line("llama3.1:8b ").contains("blocked"), "{listed}");
    assert!(line("asked: ").starts_with("asked: gemma2:9b, with 8192 tokens"), "{listed}");
    assert_eq!(chats.load(Ordering::SeqCst), 0);
    let tried = run(home.path(), &["models", "--try-it", "--json"], &[]);
    let value: serde_json::Value = serde_json::from_slice(&tried.stdout).unwrap();
    assert_eq!((value["models"].as_array().unwrap().len(), &value["tried"]["model"]), (3, &"gemma2:9b".into()));
    assert!(value["tried"]["seconds"].as_f64().is_some());
    assert_eq!(chats.load(Ordering::SeqCst), 1);
}

#[test]
fn proxies_are_bypassed_and_remote_servers_need_consent() {
    let trap = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&trap);
    let proxy = on_thread(async {
        serve(Router::new().fallback(move || {
            count.fetch_add(1, Ordering::SeqCst);
            async { "you talk to a proxy" }
        }))
        .await
    });
    let chats = Arc::new(AtomicUsize::new(0));
    let home = config(&format!("[model]\nurl = \"{}\"\n", ollama(&chats)));
    let env = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].map(|name| (name, proxy.as_str()));
    let listed = run(home.path(), &["models", "--try-it"], &env);
    assert!(out(&listed).contains("gemma2:9b"), "{}", out(&listed));
    assert_eq!((trap.load(Ordering::SeqCst), chats.load(Ordering::SeqCst)), (0, 1));
    let remote = config("[model]\nurl = \"http://models.example:11434\"\n");
    let refused = run(remote.path(), &["models"], &env);
    assert_eq!(refused.status.code(), Some(1));
    assert!(out(&refused).contains("--allow-remote-model"), "{}", out(&refused));
    assert_eq!(trap.load(Ordering::SeqCst), 0, "nobody was asked");
}

#[test]
fn a_blocked_model_and_an_absent_server_are_refused_with_the_reason() {
    let home = config("[model]\nurl = \"http://127.0.0.1:9\"\n");
    let blocked =
        run(home.path(), &["watch", "x.jsonl", "--model", "registry.example/llama3.1:8b-instruct-q4_K_M"], &[]);
    assert_eq!(blocked.status.code(), Some(1));
    assert!(out(&blocked).contains("is blocked: it makes decisions of what was only considered"), "{}", out(&blocked));
    let nobody = run(home.path(), &["models"], &[]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(out(&nobody).contains("no model server at 127.0.0.1:9"), "{}", out(&nobody));
}

#[test]
fn a_project_can_switch_on_no_model() {
    let project = tempfile::tempdir().unwrap();
    std::fs::create_dir(project.path().join(".deltamind")).unwrap();
    let evil = "[model]\nurl = \"http://evil.example\"\nprovider = \"command\"\ncommand = [\"touch\", \"pwned\"]\n";
    for name in [".deltamind/project.toml", ".deltamind/config.toml", "deltamind.toml"] {
        std::fs::write(project.path().join(name), evil).unwrap();
    }
    let home = config("[model]\nurl = \"http://127.0.0.1:9\"\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command.current_dir(project.path()).env("XDG_CONFIG_HOME", home.path()).args(["models", "--try-it"]);
    let asked = out(&command.output().unwrap());
    assert!(asked.contains("127.0.0.1:9") && !asked.contains("evil"), "{asked}");
    assert!(!project.path().join("pwned").exists());
}

#[test]
fn a_model_is_measured_on_labelled_sessions() {
    let chats = Arc::new(AtomicUsize::new(0));
    let home = config(&format!("[model]\nurl = \"{}\"\n", ollama(&chats)));
    let gold = "fixtures/labelled/weather-delegated.gold.json";
    let measured = run(home.path(), &["eval", gold, "--model", "mistral:7b"], &[]);
    let text = out(&measured);
    assert_eq!(measured.status.code(), Some(0), "{text}");
    for part in ["| rules | ", "| rules and model, held counted |", "per 100 turns: ", "verdict: "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = run(home.path(), &["eval", gold, "--model", "mistral:7b", "--json"], &[]);
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["requests"], chats.load(Ordering::SeqCst) as u64 / 2);
    assert!(value["rules"]["f1"].is_number() && value["verdict"].is_null(), "too few answers: {value}");
}

#[test]
fn a_model_that_finds_no_decision_is_not_called_safe() {
    let chats = Arc::new(AtomicUsize::new(0));
    let home = config(&format!("[model]\nurl = \"{}\"\n", ollama(&chats)));
    let gold =
        ["tide-clock-terse", "weather-delegated", "clinic-ops"].map(|n| format!("fixtures/labelled/{n}.gold.json"));
    let args = [&["eval", "--json", "--model", "mistral:7b"], gold.each_ref().map(String::as_str).as_slice()].concat();
    let measured = run(home.path(), &args, &[]);
    let value: serde_json::Value = serde_json::from_slice(&measured.stdout).unwrap();
    let answered = value["requests"].as_u64().unwrap() - value["failed"].as_u64().unwrap();
    assert!(answered >= 10 && value["verdict"].is_null(), "{value}");
    assert!(value["why"].as_str().unwrap().starts_with("0 decisions and rules"), "{value}");
}

#[test]
fn measuring_goes_on_after_a_truncated_answer() {
    let cut = r#"{"message":{"content":"{\"chan"},"done":true,"done_reason":"length"}"#;
    let router = Router::new().route("/api/chat", post(move || async move { cut }));
    let home = config(&format!("[model]\nurl = \"{}\"\n", on_thread(async { serve(router).await })));
    let gold = "fixtures/labelled/weather-delegated.gold.json";
    let measured = run(home.path(), &["eval", gold, "--model", "mistral:7b", "--json"], &[]);
    assert_eq!(measured.status.code(), Some(0), "{}", out(&measured));
    let value: serde_json::Value = serde_json::from_slice(&measured.stdout).unwrap();
    assert!(value["requests"].as_u64().unwrap() > 1, "{value}");
    assert_eq!((&value["failed"], &value["rules"]), (&value["requests"], &value["both"]));
}

#[test]
fn transcripts_of_agents_started_by_deltamind_are_not_listed() {
    let home = tempfile::tempdir().unwrap();
    let projects = home.path().join(".claude/projects/p");
    std::fs::create_dir_all(&projects).unwrap();
    for (id, cwd) in [("a1", "/home/mara/shop"), ("b2", "/var/folders/x/deltamind-inner-Ab12")] {
        let line = format!(
            r#"{{"type":"user","uuid":"u-{id}","parentUuid":null,"sessionId":"{id}","cwd":"{cwd}","timestamp":"2026-05-04T09:00:00Z","message":{{"role":"user","content":"hello"}}}}"#
        );
        std::fs::write(projects.join(format!("{id}.jsonl")), line + "\n").unwrap();
    }
    let env = [("HOME", home.path().to_str().unwrap()), ("CLAUDE_CONFIG_DIR", "")];
    let listed = run(home.path(), &["sessions", "--all", "--json"], &env);
    let value: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let projects: Vec<_> = value.as_array().unwrap().iter().map(|s| s["project"].as_str().unwrap()).collect();
    assert_eq!(projects, ["/home/mara/shop"]);
}

/// A folder with a program `claude` that notes its arguments and answers nothing changed.
#[cfg(unix)]
fn agent() -> (TempDir, String) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$(dirname \"$0\")/arguments\"\npwd > \"$(dirname \"$0\")/place\"\n\
        nonce=$(sed -n 's/^nonce: //p')\nprintf '{\"nonce\": \"%s\", \"changes\": [], \"wrong\": []}' \"$nonce\"\n";
    let file = folder.path().join("claude");
    std::fs::write(&file, script).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    (folder, path)
}

#[cfg(unix)]
#[test]
fn an_agents_own_program_is_listed_and_asked_without_tools_hooks_or_a_record() {
    let (agent, path) = agent();
    let home = config("[model]\nurl = \"http://127.0.0.1:9\"\n");
    std::fs::write(home.path().join("deltamind/measured.toml"), "[model.measured.claude]\ntrust = \"capable\"\n")
        .unwrap();
    let none = config("");
    let listed = out(&run(none.path(), &["models"], &[("PATH", &path)]));
    let line = listed.lines().find(|l| l.contains("claude ")).unwrap_or("").to_owned();
    assert!(line.contains("unmeasured") && listed.contains("a hundred turns are some"), "{listed}");
    let tried = run(home.path(), &["models", "--model", "claude:opus", "--try-it"], &[("PATH", &path)]);
    let text = out(&tried);
    assert!(text.contains("text leaves this machine: the talk goes to the command claude"), "{text}");
    let arguments = std::fs::read_to_string(agent.path().join("arguments")).unwrap();
    for wanted in ["-p", "--tools=", "--safe-mode", "--no-session-persistence", "--model", "opus"] {
        assert!(arguments.lines().any(|a| a == wanted), "{wanted}: {arguments}");
    }
    let place = std::fs::read_to_string(agent.path().join("place")).unwrap();
    assert!(place.contains("deltamind-inner"), "it runs in an empty folder: {place}");
    let kept = out(&run(home.path(), &["models", "--model", "claude"], &[("PATH", &path)]));
    assert!(kept.contains("claude") && kept.contains("capable"), "{kept}");
}

#[cfg(unix)]
#[test]
fn what_says_nothing_is_measured_as_nothing_and_not_kept() {
    let (_agent, path) = agent();
    let home = config("");
    let measured = run(home.path(), &["models", "--model", "claude", "--measure"], &[("PATH", &path)]);
    let text = out(&measured);
    assert_eq!(measured.status.code(), Some(1), "{text}");
    assert!(
        text.contains(&format!("{} windows", deltamind::lab::shipped::WINDOWS)) && text.contains("verdict: none"),
        "{text}"
    );
    assert!(!home.path().join("deltamind/measured.toml").exists());
}

/// A real model behind a server that speaks as Ollama and OpenAI do, at the address `DELTAMIND_REAL_LLM_URL` names.
/// Whatever it says, the protocol holds, and nothing enters that was only considered.
#[test]
fn a_real_model_is_understood_or_dropped() {
    let wanted = std::env::var("DELTAMIND_REAL_LLM").is_ok_and(|v| v == "1");
    let Some(url) = std::env::var("DELTAMIND_REAL_LLM_URL").ok().filter(|_| wanted) else {
        return skipped::skip(
            "a_real_model_is_understood_or_dropped",
            "no real model: DELTAMIND_REAL_LLM=1 and DELTAMIND_REAL_LLM_URL name a server with one, as .ci/real-model does",
        );
    };
    let json = |output: &Output| -> serde_json::Value {
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", out(output)))
    };
    for provider in ["ollama", "openai"] {
        let home = config(&format!("[model]\nprovider = \"{provider}\"\nurl = \"{url}\"\ncontext = 4096\n"));
        let listed = json(&run(home.path(), &["models", "--json"], &[]));
        let name = listed["models"][0]["name"].as_str().unwrap();
        let tried = json(&run(home.path(), &["models", "--try-it", "--json", "--model", name], &[]));
        let outcome = tried["tried"]["outcome"].as_str().unwrap();
        eprintln!("{provider}: {tried}");
        assert!(["changes kept", "the answer"].iter().any(|w| outcome.contains(w)), "{outcome}");
        // What follows is the same by either way, and takes minutes.
        if provider != "ollama" {
            continue;
        }
        let gold = "fixtures/labelled/invoice-plan-review.gold.json";
        let measured = json(&run(home.path(), &["eval", gold, "--json", "--model", name], &[]));
        eprintln!("{provider}: {measured}");
        for harm in ["traps", "canonized"] {
            assert!(measured["both"][harm].as_u64() <= measured["rules"][harm].as_u64(), "{measured}");
        }
        assert_ne!(measured["verdict"], "safe", "a model this small is none to trust");
    }
}
