//! What Claude Code's events are answered with, and the change of its settings.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use deltamind::store::{Disk, Keeper, Opened, Store};
use serde_json::{Value, json};

/// A project of its own, with a home of its own and a Claude Code transcript.
struct Project {
    dir: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("project/.git")).unwrap();
        fs::create_dir_all(dir.path().join("home")).unwrap();
        let project = Self { dir };
        project.says(1, "We decided to use PostgreSQL for the orders service.");
        project
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    fn transcript(&self) -> PathBuf {
        self.dir.path().join("aaaa.jsonl")
    }

    /// The person says something more.
    fn says(&self, n: u32, words: &str) {
        let record = json!({
            "parentUuid": null, "isSidechain": false, "userType": "external", "cwd": self.path(), "sessionId": "aaaa",
            "type": "user", "message": { "role": "user", "content": words }, "uuid": format!("u{n}"),
            "timestamp": format!("2026-01-01T00:{n:02}:00Z"),
        });
        let mut file = fs::OpenOptions::new().create(true).append(true).open(self.transcript()).unwrap();
        writeln!(file, "{record}").unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
        command.args(args).current_dir(self.path()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.dir.path().join("home")).env("PATH", std::env::var_os("PATH").unwrap());
        command
    }

    fn out(&self, args: &[&str]) -> String {
        let out = self.command(args).output().unwrap();
        assert_eq!(out.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    fn save(&self) {
        let path = self.transcript().display().to_string();
        self.out(&["save", "--from", &path]);
    }

    fn hook(&self, event: &str, stdin: &[u8]) -> Output {
        let mut command = self.command(&["hook", event]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // One that has ended already needs no more.
        let _ = input.write_all(stdin);
        drop(input);
        child.wait_with_output().unwrap()
    }

    /// An event as Claude Code tells it.
    fn event(&self, event: &str) -> Output {
        let told = json!({
            "session_id": "aaaa", "transcript_path": self.transcript(), "cwd": self.path(), "permission_mode": "default",
            "hook_event_name": event, "source": "startup", "prompt": "go on",
        });
        self.hook(event, told.to_string().as_bytes())
    }

    /// What the agent is given at an event; empty when nothing.
    fn given(&self, event: &str) -> String {
        let out = self.event(event);
        assert_eq!(out.status.code(), Some(0));
        if out.stdout.is_empty() {
            return String::new();
        }
        let value: Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(value["hookSpecificOutput"]["hookEventName"], event);
        assert_eq!(value.as_object().unwrap().len(), 1);
        value["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
    }

    fn store(&self) -> Store {
        Store::at(self.path().join(".deltamind"))
    }
}

#[test]
fn a_session_is_given_what_stands_and_then_only_what_changed() {
    let project = Project::new();
    assert_eq!(project.given("SessionStart"), "", "nothing is saved yet");
    project.save();
    let start = project.given("SessionStart");
    assert!(start.starts_with("# What stands in session claude-aaaa as of 2026-01-01T00:01:00Z\n"), "{start}");
    assert!(start.contains("PostgreSQL"));
    assert_eq!(project.given("UserPromptSubmit"), "");
    project.says(2, "Never push to main without asking me first.");
    project.save();
    let changed = project.given("UserPromptSubmit");
    assert!(changed.contains("Never push to main") && !changed.contains("PostgreSQL"), "{changed}");
    assert_eq!(project.given("UserPromptSubmit"), "", "it is told once");
}

#[test]
fn the_end_of_an_answer_takes_the_transcript_in() {
    let project = Project::new();
    let out = project.event("Stop");
    assert!(out.status.success() && out.stdout.is_empty());
    let end = Instant::now() + Duration::from_secs(30);
    while project.store().glance("claude-aaaa").is_none() {
        assert!(Instant::now() < end, "it was not taken in");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_session_that_is_watched_is_left_to_its_watcher() {
    let project = Project::new();
    project.save();
    let seq = || project.store().glance("claude-aaaa").unwrap().seq;
    let before = seq();
    let Opened::Ours(keeper, _) = Keeper::open(&project.store(), "claude-aaaa", Disk::default()).unwrap() else {
        panic!("somebody else has it");
    };
    assert!(project.store().is_watched("claude-aaaa"));
    project.says(2, "We decided to write invoices with the ledger library.");
    for event in ["Stop", "PreCompact", "SessionEnd"] {
        assert!(project.event(event).stdout.is_empty());
    }
    assert!(project.given("SessionStart").contains("PostgreSQL"), "it is still answered");
    drop(keeper);
    assert_eq!(seq(), before);
}

#[test]
fn whatever_comes_the_agent_goes_on() {
    let project = Project::new();
    project.save();
    for (event, stdin) in [
        ("SessionStart", &b"not json"[..]),
        ("SessionStart", b""),
        ("SessionStart", b"{\"session_id\": 3}"),
        ("Stop", b"{\"transcript_path\": \"/no/such/file\"}"),
        ("NoSuchEvent", b"{}"),
        ("UserPromptSubmit", b"{\"session_id\": \"../../../etc\", \"cwd\": \"/\"}"),
        ("UserPromptSubmit", &[0xff; 4096]),
    ] {
        let out = project.hook(event, stdin);
        assert_eq!(out.status.code(), Some(0), "{event}");
        assert!(out.stdout.is_empty() || serde_json::from_slice::<Value>(&out.stdout).is_ok(), "{event}");
    }
}

#[test]
fn an_answer_stays_within_what_passes_whole() {
    let project = Project::new();
    project.save();
    let line = format!("- {}\n", "wörter ".repeat(20));
    fs::write(project.path().join(".deltamind/CONTEXT.md"), format!("# What stands\n{}", line.repeat(400))).unwrap();
    let given = project.given("SessionStart");
    assert!((9_000..=9_500).contains(&given.chars().count()), "{}", given.chars().count());
    assert!(given.ends_with("(more in .deltamind/CONTEXT.md)\n"));
}

#[test]
fn the_settings_are_changed_only_when_asked_and_come_back() {
    let project = Project::new();
    let file = project.path().join(".claude/settings.local.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let before = "{\n  \"model\": \"opus\"\n}\n";
    fs::write(&file, before).unwrap();
    let out = project.command(&["hook", "install"]).output().unwrap();
    assert_eq!(out.status.code(), Some(1), "nobody said yes");
    assert!(String::from_utf8_lossy(&out.stdout).contains("hook SessionStart"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    project.out(&["hook", "install", "--yes"]);
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(settings["hooks"].as_object().unwrap().len(), 5);
    assert!(project.out(&["hook", "status"]).contains("SessionStart, UserPromptSubmit, Stop, PreCompact, SessionEnd"));
    assert!(project.out(&["hook", "install", "--yes"]).contains("already"));
    project.out(&["hook", "uninstall", "--yes"]);
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(settings, serde_json::from_str::<Value>(before).unwrap());
}
