//! Homes full of sessions, made for tests and measurements: the same numbers give the same bytes.
#![allow(clippy::unwrap_used, dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A Claude Code session to be written.
pub struct Claude<'a> {
    pub slug: &'a str,
    pub stem: &'a str,
    pub cwd: &'a str,
    pub first: &'a str,
    pub last: &'a str,
    pub sidechain: bool,
}

impl Default for Claude<'_> {
    fn default() -> Self {
        Self {
            slug: "-w-app",
            stem: "aaaa",
            cwd: "/w/app",
            first: "2026-01-01T00:00:00Z",
            last: "2026-02-01T10:00:00Z",
            sidechain: false,
        }
    }
}

impl Claude<'_> {
    /// Its records. Undated noise stands at both ends, as the agent leaves it.
    pub fn text(&self) -> String {
        let Self { stem, cwd, first, last, sidechain, .. } = self;
        let session = stem.trim_start_matches("agent-");
        let record = |n: u8, at: &str, words: &str| {
            format!(
                r#"{{"parentUuid":null,"isSidechain":{sidechain},"userType":"external","cwd":"{cwd}","sessionId":"{session}","type":"user","message":{{"role":"user","content":"{words}"}},"uuid":"{session}-{n}","timestamp":"{at}"}}"#
            )
        };
        let snapshot =
            r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{"timestamp":"2030-01-01T00:00:00Z"}}"#;
        let mode = format!(r#"{{"type":"permission-mode","permissionMode":"default","sessionId":"{session}"}}"#);
        let (one, two) = (record(1, first, "let's use SQLite for the store"), record(2, last, "thanks"));
        format!("{snapshot}\n{one}\n{two}\n{mode}\n")
    }

    /// Writes it below a home.
    pub fn write(&self, home: &Path) -> PathBuf {
        put(&home.join(".claude/projects").join(self.slug).join(format!("{}.jsonl", self.stem)), &self.text())
    }
}

/// Writes a Codex session below a home. `source` is JSON; `more` are further fields of what it says of itself.
pub fn codex(home: &Path, id: &str, cwd: &str, last: &str, source: &str, more: &str) -> PathBuf {
    let meta = format!(
        r#"{{"timestamp":"2026-02-03T00:00:00Z","type":"session_meta","payload":{{"id":"{id}","cwd":"{cwd}","source":{source},{more}"base_instructions":{{"text":"{}"}}}}}}"#,
        "x".repeat(20_000)
    );
    let event = format!(r#"{{"timestamp":"{last}","type":"event_msg","payload":{{"type":"token_count"}}}}"#);
    let path = home.join(".codex/sessions/2026/02/03").join(format!("rollout-2026-02-03-{id}.jsonl"));
    put(&path, &format!("{meta}\n{event}\n"))
}

/// Writes a file, its folders too.
pub fn put(path: &Path, text: &str) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    path.to_owned()
}

/// Fills a home with `count` sessions of 40 projects: seven of ten Claude Code's, one a sub-agent's, two Codex's; 4 to
/// 100 KB each.
pub fn fill(home: &Path, count: usize) {
    for n in 0..count {
        let project = n * 7 % 40;
        let (cwd, slug) = (format!("/home/mara/code/project_{project}"), format!("-home-mara-code-project-{project}"));
        let last = format!("2026-{:02}-{:02}T{:02}:00:00.000Z", n % 12 + 1, n % 28 + 1, n % 24);
        let stem = format!("{n:08x}-0000-4000-8000-000000000000");
        if n % 10 >= 8 {
            codex(home, &stem, &cwd, &last, r#""cli""#, "");
            continue;
        }
        let agent = n % 10 == 7;
        let stem = if agent { format!("agent-{n:08x}") } else { stem };
        let session =
            Claude { slug: &slug, stem: &stem, cwd: &cwd, last: &last, sidechain: agent, ..Claude::default() };
        let text = session.text();
        let (first, rest) = text.split_once("\"message\"").unwrap();
        let (_, end) = text.split_at(text.find('\n').unwrap() + 1);
        let filler = format!(
            "{{\"type\":\"assistant\",\"sessionId\":\"{stem}\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"message\":{{\"content\":\"{}\"}}}}\n",
            "w".repeat(2000)
        );
        let body = filler.repeat(2 + n * 13 % 48);
        put(
            &home.join(".claude/projects").join(&slug).join(format!("{stem}.jsonl")),
            &format!("{first}\"message\"{rest}{body}{end}"),
        );
    }
}
