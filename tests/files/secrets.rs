//! Tests that no kind of secret leaves by any way: each is planted in every place of a transcript, then everything that is
//! written, printed or told is searched for pieces of it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use aho_corasick::AhoCorasick;
use deltamind::pipeline::extract::model::prompt;
use deltamind::session::Session;
use deltamind::session::model::WindowRequest;
use deltamind::state::ReaderTrust;
use deltamind::text::{SECRETS, SecretKind};
use deltamind::transcript::read_file;
use serde_json::{Value, json};

use crate::project::Project;

/// A piece of a secret so long counts as a leak.
const PIECE: usize = 10;
const PEM: &str = "MIIEowIBAAKCAQEAzX1yQ2wE3rT4yU5iO6pA7sD8fG9hJ0kL";

/// The secret pieces of a kind's example: its longest, or the invented password.
fn secret(kind: &SecretKind) -> &'static str {
    kind.example.iter().max_by_key(|p| (p.starts_with("hunter2"), p.len())).unwrap()
}

/// All pieces of that length.
fn pieces(secret: &str) -> impl Iterator<Item = &str> {
    (0..=secret.len().saturating_sub(PIECE)).filter_map(move |at| secret.get(at..at + PIECE))
}

/// The records of a transcript.
struct Records {
    cwd: std::path::PathBuf,
    lines: Vec<String>,
}

impl Records {
    fn add(&mut self, role: &str, content: &Value) {
        let n = self.lines.len();
        let at = format!("2026-01-01T{:02}:{:02}:{:02}Z", n / 3600, n / 60 % 60, n % 60);
        let line = json!({
            "parentUuid": null, "isSidechain": false, "userType": "external", "cwd": self.cwd, "sessionId": "aaaa",
            "type": role, "message": { "role": role, "content": content }, "uuid": format!("u{n}"), "timestamp": at,
        });
        self.lines.push(line.to_string());
    }

    fn call(&mut self, name: &str, input: &Value, output: &str) {
        let id = format!("call-{}", self.lines.len());
        self.add("assistant", &json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]));
        self.add("user", &json!([{ "type": "tool_result", "tool_use_id": id, "content": output }]));
    }

    /// The tools that get a secret: lists, questions, plans, commands, files.
    fn tools(&mut self, n: usize, secret: &str, filler: &str) {
        let todo =
            |words: String, status: &str, form: &str| json!({ "content": words, "status": status, "activeForm": form });
        let todos = [
            todo(format!("{secret} goes into the vault number {n}"), "pending", "x"),
            todo(format!("- {secret}"), "pending", secret),
            todo(format!("move part {n} {filler} {secret}"), "completed", "x"),
        ];
        self.call("TodoWrite", &json!({ "todos": todos }), "ok");
        let asked = format!("Which one for part {n}, {secret}?");
        let options = json!([{ "label": secret, "description": format!("take {secret}") }, { "label": "none", "description": "x" }]);
        let question = json!({ "questions": [{ "question": asked, "header": "Key", "options": options }] });
        let answer = format!("User has answered your questions: \"{asked}\"=\"{secret}\".");
        self.call("AskUserQuestion", &question, &answer);
        let plan = json!({ "plan": format!("# {secret}\n\n1. Put {secret} in part {n}\n2. Test it") });
        self.call("ExitPlanMode", &plan, "User has approved your plan");
        let command = json!({ "command": format!("git commit -m 'use {secret} in part {n}'") });
        self.call("Bash", &command, &format!("{} {secret}", "x".repeat(480)));
        let file = json!({ "file_path": format!("/tmp/{secret}.txt"), "content": secret });
        self.call("Write", &file, "written");
    }

    /// Adds turns of the person and the agent with a secret in them.
    fn talk(&mut self, n: usize, secret: &str, filler: &str) {
        for words in [
            format!("{secret} is what we decided to use for part {n} of the service."),
            format!("We decided to use {secret} for the part {n} of the service."),
            format!("We decided to use the client for part {n} {filler} {secret}"),
        ] {
            self.add("user", &json!(words));
        }
        // What the agent itself cut short, where enough of the beginning is left to know it.
        if n >= SECRETS.len() || SECRETS[n].before.0 < 20 {
            let cut = &secret[..secret.floor_char_boundary(secret.len() - 3)];
            self.add("user", &json!(format!("Never print the key of part {n} {filler} {cut}")));
        }
        self.add("assistant", &json!([{ "type": "text", "text": format!("Decision: part {n} signs with {secret}.") }]));
    }
}

/// One transcript with each kind in each place, or with one of `step` kinds.
fn transcript(project: &Project, step: usize) -> String {
    let mut records = Records { cwd: project.path(), lines: Vec::new() };
    let examples: Vec<String> = SECRETS.iter().map(|kind| kind.example.concat()).collect();
    let pem = format!("-----BEGIN RSA {} KEY-----\n{PEM}\n{PEM}\n-----END RSA {} KEY-----", "PRIVATE", "PRIVATE");
    for (n, secret) in examples.iter().chain([&pem]).enumerate().step_by(step) {
        let filler = "and then the other parts of the service follow with it ".repeat(n % 5 + 1);
        let filler = &filler[..filler.len() - n % 11];
        records.tools(n, secret, filler);
        records.talk(n, secret, filler);
    }
    records.lines.join("\n") + "\n"
}

/// Everything in the files below a folder.
fn contents(folder: &Path, into: &mut Vec<(String, String)>) {
    for path in fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()) {
        if path.is_dir() {
            contents(&path, into);
        } else {
            into.push((path.display().to_string(), String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()));
        }
    }
}

#[test]
fn no_kind_leaves_from_any_place_by_any_way() {
    let project = Project::new();
    let path = project.dir.path().join("aaaa.jsonl");
    fs::write(&path, transcript(&project, usual_step(4))).unwrap();
    let path = path.display().to_string();
    let mut out = vec![("save".to_owned(), project.out(&["save", "--from", &path]))];
    for args in [
        &["export", "--format", "context"][..],
        &["export", "--format", "markdown"],
        &["export", "--format", "json"],
        &["suggest-memory", "--json"],
        &["process", &path],
        &["replay", &path],
        &["status"],
        &["changed", "--json"],
        &["standup", "--json"],
    ] {
        let done = project.run(args);
        let text = [done.stdout, done.stderr].concat();
        out.push((args.join(" "), String::from_utf8_lossy(&text).into_owned()));
    }
    contents(&project.path().join(".deltamind"), &mut out);
    assert!(out.iter().map(|(_, text)| text.len()).sum::<usize>() > 50_000, "something was kept");
    check("13 places", &out);
}

/// Fails if a piece of a secret is in one of the texts.
fn check(places: &str, out: &[(String, String)]) {
    let kinds = SECRETS.iter().copied().filter(|kind| kind.id != "private-key");
    let search = AhoCorasick::new(kinds.map(secret).chain([PEM]).flat_map(pieces)).unwrap();
    let mut leaks = BTreeSet::new();
    for (name, text) in out {
        for found in search.find_iter(text) {
            let near = text.floor_char_boundary(found.start().saturating_sub(80))
                ..text.ceil_char_boundary((found.start() + 40).min(text.len()));
            leaks.insert(format!("{name}: {}", &text[near].replace('\n', " ")));
        }
    }
    println!("{} kinds, {places}, {} sinks, {} leaks", SECRETS.len() + 1, out.len(), leaks.len());
    assert!(leaks.is_empty(), "{}", leaks.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// All kinds with `DELTAMIND_TRIALS` set, which takes a minute; else one of so many.
fn usual_step(step: usize) -> usize {
    if std::env::var_os("DELTAMIND_TRIALS").is_some() { 1 } else { step }
}

/// A talk with each kind in names, titles and tools; what is no turn may be anywhere.
fn unusual(project: &Project) -> String {
    let mut records = Records { cwd: project.path(), lines: Vec::new() };
    records.add("user", &json!("We decided to use PostgreSQL for the orders service."));
    for (n, kind) in SECRETS.iter().enumerate().step_by(usual_step(9)) {
        let secret = kind.example.concat();
        let task = json!({ "subject": format!("{secret} {n}"), "description": secret, "activeForm": secret });
        records.call("TaskCreate", &task, &format!("Task #{n} created: {secret}"));
        records.call(&format!("mcp__{secret}__x"), &json!({ "a": secret, secret.as_str(): 1 }), &secret);
        let edit = json!({ "file_path": format!("/{secret}.rs"), "old_string": secret, "new_string": secret });
        records.call("Edit", &edit, &secret);
        records.call("Bash", &json!({ "command": format!("run {secret}"), "description": secret }), &secret);
        let steps = "It is long enough to be a plan of its own, with some more words in each step. ".repeat(3);
        let plan =
            json!({ "plan": format!("# Rotate number {n} {secret}\n\n1. {steps} {secret}\n2. Test number {n}") });
        records.call("ExitPlanMode", &plan, "User has approved your plan");
        records.add("user", &json!(format!("Never deploy part {n} with {secret}.")));
        for (key, kind) in [("summary", "summary"), ("aiTitle", "ai-title"), ("customTitle", "custom-title")] {
            records.lines.push(json!({ "type": kind, key: secret, "sessionId": "aaaa", "leafUuid": "u1" }).to_string());
        }
        records.lines.push(format!("{{\"type\":\"user\",\"damaged {secret}"));
        let branch = json!({ "role": "user", "content": format!("go on with part {n}") });
        let mut named = json!({ "type": "user", "message": branch, "uuid": format!("b{n}"), "sessionId": "aaaa" });
        (named["gitBranch"], named["slug"], named["version"]) = (json!(secret), json!(secret), json!(secret));
        (named["cwd"], named["timestamp"]) = (json!(project.path()), json!("2026-01-01T00:00:00Z"));
        records.lines.push(named.to_string());
    }
    records.lines.join("\n") + "\n"
}

#[test]
fn no_kind_leaves_from_names_titles_tools_and_files_of_the_project() {
    let project = Project::new();
    let path = project.dir.path().join("aaaa.jsonl");
    fs::write(&path, unusual(&project)).unwrap();
    let all: Vec<String> = SECRETS.iter().map(|kind| kind.example.concat().replace('\n', " ")).collect();
    let tasks: Vec<String> = all.iter().map(|secret| format!("- [ ] Rotate {secret}")).collect();
    project.write("TODO.md", format!("# To do\n\n{}\n", tasks.join("\n")));
    project.write("docs/plan.md", format!("---\nstatus: draft\n---\n# Plan {}\n\n{}\n", all[0], all.join("\n\n")));
    project.write("CLAUDE.md", all.join("\n"));
    fs::create_dir_all(project.claude_folder(&project.path()).join("memory")).unwrap();
    let own = ["TODO.md", "plan.md", "CLAUDE.md"];
    let (path, mut out) = (path.display().to_string(), Vec::new());
    let mut done = |args: &[&str], stdin: &str| {
        let args = [&["--log", "../log.txt", "--log-level", "trace"], args].concat();
        let mut child = project.command(&args);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        let done = child.wait_with_output().unwrap();
        out.push((args.join(" "), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned()));
    };
    done(&["save", "--from", &path], "");
    for args in [
        &["explain", "d-1"][..],
        &["explain", "Never deploy", "--json"],
        &["inspect", "--json"],
        &["sessions", "--json"],
        &["export", "--for", "ai-loadout"],
        &["memory", "status", "--json"],
        &["standup", "run"],
        &["standup"],
        &["standup", "status"],
        &["standup", "log", "--all"],
        &["doctor"],
        &["process", &all[1]],
        &["explain", &all[1]],
        &["forget", &all[1]],
        &["status", "--session", &all[1]],
    ] {
        done(args, "");
    }
    for pane in ["1", "2", "3", "4", "5", "6", "7"] {
        done(&["watch", &path, "--no-save", "--no-model", "--frame", "160x60", "--keys", pane], "");
    }
    let suggested = project.json(&["suggest-memory"]);
    for one in suggested["suggested"].as_array().unwrap().iter().take(3) {
        done(&["memory", "approve", one["id"].as_str().unwrap(), "--yes", "--flagged"], "");
    }
    for event in ["SessionStart", "UserPromptSubmit", "Stop"] {
        let told = json!({ "session_id": "aaaa", "cwd": project.path(), "prompt": all[1], "source": all[1] });
        done(&["hook", event], &told.to_string());
        done(&["hook", event], &format!("{{\"session_id\": \"{}\", ", all[1]));
    }
    contents(project.dir.path(), &mut out);
    out.retain(|(name, _)| !own.iter().any(|o| name.ends_with(o)) && !name.ends_with("aaaa.jsonl"));
    assert!(out.iter().map(|(_, text)| text.len()).sum::<usize>() > 100_000, "something was kept");
    check("20 other places", &out);
}

#[test]
fn no_kind_leaves_in_a_prompt_or_stays_of_an_answer() {
    let project = Project::new();
    let path = project.dir.path().join("aaaa.jsonl");
    // Every kind was in the talk of the test above.
    fs::write(&path, transcript(&project, usual_step(4))).unwrap();
    let read = read_file(&path).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    let mut out = Vec::new();
    let answers: Vec<Value> = SECRETS.iter().map(|kind| json!(kind.example.concat())).collect();
    for n in 0.. {
        let Some(window) = session.next_window(WindowRequest::of(20_000)) else { break };
        out.push((format!("prompt {n}"), prompt(&window, "n", "m4rk").user));
        let secret = &answers[n % answers.len()];
        let change = json!({
            "kind": "fact_learned", "turn": window.turns.last().unwrap().label, "quote": secret, "summary": secret,
            "reason": secret, "sure": "high", "target": "",
        });
        let body = json!({ "nonce": "n", "changes": [change], "wrong": [], secret.as_str().unwrap(): secret });
        let answer = session.answer_to(&window, "n", ("reader", &ReaderTrust::MODEST), &body.to_string());
        session.take_answer(answer);
    }
    assert!(out.len() > 3, "{} prompts", out.len());
    out.push(("log".to_owned(), serde_json::to_string(session.log()).unwrap()));
    out.push(("answers".to_owned(), format!("{:?}", session.answers())));
    check("prompts and answers", &out);
}

#[test]
fn what_is_no_secret_stays() {
    let words = [
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b and its parent 9f86d08",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "the id is 123e4567-e89b-12d3-a456-426614174000 and the session claude-3c9e7a52-41f0-4d1b-9a6e-8f2b7c05d164",
        "the password is required, the token is expired, the secret is safe, the key is `session_id`",
        "password: at least 12 characters, hashed with argon2id; pwd: /home/me/project2; passwords are 8-char",
        "curl -fsSL https://example.org/install.sh | sh; curl -u \"$USER:$PASS\" https://example.org",
        "mysql -u root -p shop; docker login ghcr.io; sshpass -e ssh host; machine learning",
        "npm install --save-dev typescript@5.4.2; cargo test --test files; git log -p --since=2024-01-01",
        "see https://example.com/a/b?x=1&sig=none and user@example.com and git@github.com:org/repo.git",
        "const MAX_KEYS: usize = 4096; let token_count = tokens.len(); key = value; api_key: Option<String>",
        "AKIAIOSFODNN7EXAMPLE stays, as documentation has it",
        "ntn_page, hf_hub_download, sk-folding-cube-wrapper-outer, glpat-short, pat.ch, API-KEY, live_view, re_export",
        "UPDATE users SET password_hash = $1 WHERE id = $2; --token FILE reads it; the --password option",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    ];
    for text in words {
        assert_eq!(deltamind::text::redact(text), text);
    }
}
