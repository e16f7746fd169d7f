//! Tests `deltamind sessions` as a process: the table, the JSON, and the hint where there are no sessions.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::homes::{Claude, codex, put};

fn sessions(home: &Path, args: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command.env_clear().env("HOME", home).env("PATH", std::env::var_os("PATH").unwrap());
    let out = command.current_dir(home).arg("sessions").args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(out.stdout), text(out.stderr), out.status.code().unwrap())
}

fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    let own = path.join("code/app").display().to_string();
    std::fs::create_dir_all(&own).unwrap();
    Claude { cwd: &own, ..Claude::default() }.write(path);
    let agent =
        Claude { cwd: &own, stem: "agent-bbbb", sidechain: true, last: "2026-02-02T10:00:00Z", ..Claude::default() };
    agent.write(path);
    codex(path, "0001", "/w/\\u001b[31mred", "2026-02-03T10:00:00Z", r#""cli""#, "");
    home
}

#[test]
fn the_table_is_aligned_plain_and_newest_first() {
    let home = home();
    let (out, err, code) = sessions(home.path(), &[]);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains("codex") && lines[1].contains("~/code/app"), "{out}");
    let path = |line: &str| line.find("~/.c").unwrap();
    assert_eq!(lines[0].chars().take(path(lines[0])).count(), lines[1].chars().take(path(lines[1])).count(), "{out}");
    assert!(!out.contains('\u{1b}') && err.contains("1 of sub-agents and forks not shown: --all"), "{out}{err}");
    let (out, err, _) = sessions(home.path(), &["--all"]);
    assert!(out.lines().nth(1).unwrap().contains("subagent") && err.is_empty(), "{out}{err}");
}

#[test]
fn a_long_path_is_shortened_from_the_left_and_moves_no_column() {
    let home = home();
    let long = "/srv/depots/of/the/north/and/the/south/parcels-and-labels/worktrees/scales";
    codex(home.path(), "0002", long, "2026-02-04T10:00:00Z", r#""cli""#, "");
    let (out, ..) = sessions(home.path(), &[]);
    assert!(out.contains("  …/parcels-and-labels/worktrees/scales  "), "{out}");
    let starts: Vec<usize> =
        out.lines().map(|line| line.chars().count() - line.split("~/.c").last().unwrap().chars().count()).collect();
    assert!(starts.windows(2).all(|pair| pair[0] == pair[1]), "{out}");
    assert!(sessions(home.path(), &["--json"]).0.contains(long), "programs get the whole path");
}

/// Codex puts its instructions before the first request, more than the beginning that is read at first.
#[test]
fn a_session_is_called_by_the_first_sentence_of_its_first_request() {
    let home = tempfile::tempdir().unwrap();
    let instructions = serde_json::json!({ "timestamp": "2026-02-03T10:00:00Z", "type": "response_item", "payload":
        { "type": "message", "role": "developer", "content": [{ "type": "input_text", "text": "rules ".repeat(9000) }] } });
    let request = serde_json::json!({ "timestamp": "2026-02-03T10:00:01Z", "type": "event_msg", "payload":
        { "type": "user_message", "message": "Rebuild the invoice export as CSV.\nIt has to keep the old columns." } });
    let path = codex(home.path(), "0001", "/w/red", "2026-02-03T10:00:00Z", r#""cli""#, "");
    let begun = std::fs::read_to_string(&path).unwrap();
    put(&path, &format!("{begun}{instructions}\n{request}\n"));
    let (out, err, _) = sessions(home.path(), &[]);
    assert!(out.contains("Rebuild the invoice export as CSV.  ~/"), "{out}{err}");
}

/// In the list of sessions and in the header.
#[test]
fn a_session_that_began_with_a_command_has_one_title_everywhere() {
    let review = "/review https://forge.example/ovens/12";
    for (asked, title) in
        [(&[review, "Mend the door of the oven"][..], "Mend the door of the oven"), (&[review], review)]
    {
        let home = tempfile::tempdir().unwrap();
        let path = codex(home.path(), "0001", "/w/red", "2026-02-03T10:00:00Z", r#""cli""#, "");
        let mut text = std::fs::read_to_string(&path).unwrap();
        for message in asked {
            let record = serde_json::json!({ "timestamp": "2026-02-03T10:00:01Z", "type": "event_msg",
                "payload": { "type": "user_message", "message": message } });
            text += &(record.to_string() + "\n");
        }
        put(&path, &text);
        let (out, err, _) = sessions(home.path(), &[]);
        assert!(out.contains(&format!("  {title}  ~/")), "{out}{err}");
        let mut watch = Command::new(env!("CARGO_BIN_EXE_deltamind"));
        watch.env_clear().env("HOME", home.path()).current_dir(home.path());
        let drawn =
            watch.arg("watch").arg(&path).args(["--no-save", "--no-model", "--frame", "120x24"]).output().unwrap();
        let header = String::from_utf8(drawn.stdout).unwrap().lines().next().unwrap_or_default().to_owned();
        assert!(header.contains(title), "{header}");
    }
}

#[test]
fn a_project_is_named_by_path_or_name() {
    let home = home();
    let count = |args: &[&str]| sessions(home.path(), args).0.lines().count();
    assert_eq!(count(&["--project", "app"]), 1);
    assert_eq!(count(&["--project", "code/app", "--all"]), 2);
    assert_eq!(count(&["--project", ".", "--all"]), 2);
    let (out, err, code) = sessions(home.path(), &["--project", "nope"]);
    assert!(out.is_empty() && err.contains("no session of nope") && code == 1, "{err}");
}

#[test]
fn json_has_the_agreed_shape() {
    let home = home();
    let (out, _, code) = sessions(home.path(), &["--json", "--all"]);
    let list: Vec<Value> = serde_json::from_str(&out).unwrap();
    assert_eq!((code, list.len()), (0, 3));
    let own = home.path().join("code/app").display().to_string();
    let path = home.path().join(".claude/projects/-w-app/agent-bbbb.jsonl").display().to_string();
    let want = serde_json::json!({
        "agent": "claude", "id": "claude-agent-bbbb", "path": path, "project": own,
        "started": "2026-01-01T00:00:00Z", "lastEntry": "2026-02-02T10:00:00Z", "live": false,
        "kind": "subagent", "parent": "claude-bbbb",
    });
    assert_eq!(list[1], want);
    let none = tempfile::tempdir().unwrap();
    assert_eq!(sessions(none.path(), &["--json"]).0, "[]\n");
}

#[test]
fn an_empty_home_gets_the_places_searched_and_the_next_step() {
    let home = tempfile::tempdir().unwrap();
    let (out, err, code) = sessions(home.path(), &[]);
    assert!(out.is_empty() && code == 0 && err.lines().count() == 1, "{out}{err}");
    for words in ["Claude Code", "~/.claude/projects", "~/.codex/sessions", "deltamind watch FILE"] {
        assert!(err.contains(words), "{err}");
    }
    put(&home.path().join(".claude/projects/-x/a.jsonl"), "no session\n");
    assert!(sessions(home.path(), &[]).1.contains("no sessions of"));
}
