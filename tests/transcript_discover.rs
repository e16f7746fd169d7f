//! Finding sessions: by the directory inside the file, the newest by its last dated entry, sub-agents left out.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use deltamind::transcript::discover::{Env, Places, list, newest_main};
use deltamind::transcript::{DiscoverError, SessionKind};

fn claude(home: &Path, slug: &str, id: &str, cwd: &str, last: &str, sidechain: bool) {
    let dir = home.join(".claude/projects").join(slug);
    fs::create_dir_all(&dir).unwrap();
    let session = id.trim_start_matches("agent-");
    let record = |n: u8, at: &str| {
        format!(
            r#"{{"type":"user","uuid":"{session}-{n}","sessionId":"{session}","isSidechain":{sidechain},"cwd":"{cwd}","timestamp":"{at}","message":{{"role":"user","content":"hi"}}}}"#
        )
    };
    let noise = format!(r#"{{"type":"summary","summary":"{}","leafUuid":"x"}}"#, "s".repeat(50_000));
    let text = format!("{}\n{}\n{noise}\n", record(1, "2026-01-01T00:00:00Z"), record(2, last));
    fs::write(dir.join(format!("{id}.jsonl")), text).unwrap();
}

fn codex(home: &Path, id: &str, cwd: &str, last: &str, source: &str) {
    let dir = home.join(".codex/sessions/2026/02/03");
    fs::create_dir_all(&dir).unwrap();
    let meta = format!(
        r#"{{"timestamp":"2026-02-03T00:00:00Z","type":"session_meta","payload":{{"id":"{id}","cwd":"{cwd}","source":{source},"base_instructions":{{"text":"{}"}}}}}}"#,
        "x".repeat(200_000)
    );
    let event = format!(r#"{{"timestamp":"{last}","type":"event_msg","payload":{{"type":"token_count"}}}}"#);
    fs::write(dir.join(format!("rollout-2026-02-03-{id}.jsonl")), format!("{meta}\n{event}\n")).unwrap();
}

fn places(home: &Path) -> Places {
    Places::from_env(&Env { home: Some(home.to_owned()), ..Env::default() })
}

#[test]
fn the_newest_main_session_of_the_directory_wins() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    claude(home, "-w-app", "aaaa", "/w/app", "2026-02-01T10:00:00Z", false);
    claude(home, "-w-app", "bbbb", "/w/app", "2026-02-03T10:00:00Z", false);
    claude(home, "-w-app", "agent-cccc", "/w/app", "2026-02-09T10:00:00Z", true);
    claude(home, "-w-app", "dddd", "/w/app", "2026-02-09T10:00:00Z", true);
    claude(home, "-w-app/aaaa/subagents", "eeee", "/w/app", "2026-02-09T10:00:00Z", false);
    // The same folder name, another directory.
    claude(home, "-w-app", "ffff", "/w-app", "2026-02-08T10:00:00Z", false);
    codex(home, "0001", "/w/app", "2026-02-02T10:00:00Z", r#""cli""#);
    codex(home, "0002", "/w/app", "2026-02-07T10:00:00Z", r#"{"subagent":"review"}"#);
    let found = newest_main(Path::new("/w/app"), &places(home)).unwrap();
    assert_eq!(found.id, "claude-bbbb");
    assert_eq!(found.last_entry.unwrap().to_string(), "2026-02-03T10:00:00Z");
    // A directory below the project has no session of its own.
    assert_eq!(newest_main(Path::new("/w/app/src"), &places(home)).unwrap().id, "claude-bbbb");
    codex(home, "0003", "/w/app", "2026-02-04T10:00:00Z", r#""cli""#);
    assert_eq!(newest_main(Path::new("/w/app"), &places(home)).unwrap().id, "codex-0003");
}

#[test]
fn every_session_is_listed_newest_first() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    claude(home, "-w-app", "aaaa", "/w/app", "2026-02-01T10:00:00Z", false);
    claude(home, "-w-app/aaaa/subagents", "agent-bbbb", "/w/app", "2026-02-05T10:00:00Z", true);
    codex(home, "0001", "/w/x", "2026-02-03T10:00:00Z", r#""cli""#);
    fs::write(home.join(".claude/projects/-w-app/empty.jsonl"), "").unwrap();
    let got: Vec<_> = list(&places(home)).into_iter().map(|s| (s.id, s.kind, s.parent)).collect();
    let want = [
        ("claude-agent-bbbb", SessionKind::Subagent, Some("claude-bbbb")),
        ("codex-0001", SessionKind::Main, None),
        ("claude-aaaa", SessionKind::Main, None),
    ];
    assert_eq!(got, want.map(|(id, kind, parent)| (id.to_owned(), kind, parent.map(str::to_owned))));
}

#[test]
fn errors_say_where_was_looked() {
    let home = tempfile::tempdir().unwrap();
    let none = newest_main(Path::new("/w/app"), &places(home.path())).unwrap_err();
    assert!(matches!(none, DiscoverError::NoPlace { .. }) && none.to_string().contains(".claude/projects"));
    codex(home.path(), "0001", "/w/x", "2026-02-03T10:00:00Z", r#""cli""#);
    let other = newest_main(Path::new("/w/app"), &places(home.path())).unwrap_err();
    assert!(other.to_string().starts_with("no session of /w/app found"), "{other}");
}
