//! Tests the diagnostics log and `doctor --report`: what they record, and what they must not contain or change.

use std::fs;
use std::path::PathBuf;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};

use crate::project::Project;
use crate::server::{on_thread, serve, tags};

/// A made-up key of the form that is redacted.
const SECRET: &str = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";

fn log_of(project: &Project) -> PathBuf {
    project.dir.path().join("diagnostics.log")
}

/// Runs the program with the log on; what was logged until now.
fn logged(project: &Project, args: &[&str]) -> String {
    let log = log_of(project);
    let mut command = project.command(args);
    command.env("DELTAMIND_LOG", &log).output().unwrap();
    fs::read_to_string(log).unwrap()
}

#[test]
fn nothing_is_logged_unless_a_file_is_named() {
    let project = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    let before: Vec<_> = fs::read_dir(project.dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    project.out(&["inspect"]);
    let after: Vec<_> = fs::read_dir(project.dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(before, after);
}

#[test]
fn the_log_option_is_taken_before_or_after_the_subcommand_and_its_level_applies() {
    let project = Project::new();
    let log = log_of(&project).display().to_string();
    project.out(&["--log", &log, "themes"]);
    project.out(&["themes", "--log", &log]);
    let text = fs::read_to_string(&log).unwrap();
    assert_eq!(text.matches(" started ").count(), 2, "{text}");
    assert_eq!(text.matches(" ended ").count(), 2, "{text}");
    assert!(text.contains("command=\"themes\""), "{text}");
    project.out(&["themes", "--log", &log, "--log-level", "error"]);
    assert_eq!(fs::read_to_string(&log).unwrap(), text, "nothing at the level of errors happened");
    let refused = project.run(&["themes", "--log-level", "loud"]);
    assert_eq!(refused.status.code(), Some(1));
    let barred = project.run(&["--no-save", "themes"]);
    assert_eq!(barred.status.code(), Some(1), "other options belong behind the subcommand");
}

#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let project = Project::new();
    let out = project.run(&["themes", "--log", "/nonexistent/folder/x.log"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&out.stderr).contains("no diagnostics are logged"));
    assert!(!out.stdout.is_empty());
}

#[test]
fn secrets_in_paths_and_anything_said_stay_out_of_the_log() {
    let project = Project::new();
    let folder = project.home().join(SECRET);
    fs::create_dir(&folder).unwrap();
    let file = folder.join("talk.jsonl");
    let turn = format!("We decided that the walrus service signs with {SECRET}.");
    fs::write(&file, format!("{{\"turnId\":\"u1\",\"role\":\"user\",\"content\":{turn:?}}}\n")).unwrap();
    let path = file.display().to_string();
    let text = logged(&project, &["save", "--from", &path]);
    assert!(text.contains("session lock taken") && text.contains(" saved ") && text.contains("lines="), "{text}");
    let text = logged(&project, &["save", "--from", &format!("{path}.missing")]);
    assert!(text.contains("ended with an error"), "{text}");
    assert!(!text.contains(SECRET), "{text}");
    assert!(!text.contains("walrus"), "{text}");
    assert!(!text.contains(&project.home().display().to_string()) && text.contains("~/"), "{text}");
}

#[test]
fn a_models_questions_are_logged_with_time_and_its_errors_without_secrets() {
    let project = Project::new();
    let refuses = || async { (StatusCode::BAD_REQUEST, format!("{{\"error\":\"bad key {SECRET}\"}}")) };
    let router =
        Router::new().route("/api/tags", get(|| async { tags(&["gemma2:9b"]) })).route("/api/chat", post(refuses));
    let url = on_thread(async { serve(router).await });
    let settings = project.home().join(".config/deltamind");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("config.toml"), format!("[model]\nurl = \"{url}\"\n")).unwrap();
    let text = logged(&project, &["models", "--try-it"]);
    assert!(text.contains("model asked model=\"gemma2:9b\" bytes="), "{text}");
    assert!(text.contains("model gave no answer: the server says 400: bad key"), "{text}");
    assert!(text.contains("ms=") && !text.contains(SECRET) && !text.contains("SQLite"), "{text}");
}

#[test]
fn a_hook_is_logged_with_its_event() {
    let project = Project::new();
    let text = logged(&project, &["hook", "SessionStart"]);
    assert!(text.contains("hook called") && text.contains("event=\"SessionStart\""), "{text}");
}

#[test]
fn a_report_holds_counts_and_the_log_but_no_home_and_no_secret() {
    let project = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    let log = log_of(&project).display().to_string();
    let settings = project.home().join(".config/deltamind");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("config.toml"), format!("theme = \"{SECRET}\"\nnonsense = 1\n")).unwrap();
    let mut command = project.command(&["doctor", "--report", "--log", &log]);
    let out = command.env("TERM_PROGRAM", "testterm").env("TMUX", "/tmp/tmux-0/default").output().unwrap();
    assert_eq!(out.status.code(), Some(0));
    let text = String::from_utf8(out.stdout).unwrap();
    for expected in [env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, "testterm", "nonsense", "1, ", "started", "~/"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let tmux = text.lines().find(|line| line.contains("TMUX")).unwrap();
    assert!(tmux.ends_with("set"), "{tmux}");
    for absent in [project.home().display().to_string(), SECRET.to_owned(), "PostgreSQL".to_owned()] {
        assert!(!text.contains(&absent), "{absent}: {text}");
    }
    assert_eq!(project.run(&["doctor", "--report", "--json"]).status.code(), Some(1));
}
