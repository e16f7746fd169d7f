//! Tests that no kind of secret leaves by any way: each is planted in every place of a transcript, then everything that is
//! written, printed or told is searched for pieces of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use aho_corasick::AhoCorasick;
use deltamind::text::{SECRETS, SecretKind};
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

/// One transcript with each kind in each place.
fn transcript(project: &Project) -> String {
    let mut records = Records { cwd: project.path(), lines: Vec::new() };
    let examples: Vec<String> = SECRETS.iter().map(|kind| kind.example.concat()).collect();
    let pem = format!("-----BEGIN RSA {} KEY-----\n{PEM}\n{PEM}\n-----END RSA {} KEY-----", "PRIVATE", "PRIVATE");
    for (n, secret) in examples.iter().chain([&pem]).enumerate() {
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
    fs::write(&path, transcript(&project)).unwrap();
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
    assert!(out.iter().map(|(_, text)| text.len()).sum::<usize>() > 100_000, "something was kept");
    let kinds = SECRETS.iter().copied().filter(|kind| kind.id != "private-key");
    let search = AhoCorasick::new(kinds.map(secret).chain([PEM]).flat_map(pieces)).unwrap();
    let mut leaks = BTreeSet::new();
    for (name, text) in &out {
        for found in search.find_iter(text) {
            let near = text.floor_char_boundary(found.start().saturating_sub(80))
                ..text.ceil_char_boundary((found.start() + 40).min(text.len()));
            leaks.insert(format!("{name}: {}", &text[near].replace('\n', " ")));
        }
    }
    println!("{} kinds, 13 places, {} sinks, {} leaks", SECRETS.len() + 1, out.len(), leaks.len());
    assert!(leaks.is_empty(), "{}", leaks.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
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
