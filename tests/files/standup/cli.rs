//! Tests `deltamind standup` as a process: output, exit codes, and two of them at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deltamind::config::StandupConfig;
use deltamind::standup::action::{
    EvidenceKind, Plan, Proposal, ProposalConfidence, ProposalEvidence, SourceRef, StandupAction,
};
use deltamind::standup::service::StandupService;
use deltamind::store::Store;
use serde_json::Value;
use tempfile::TempDir;

/// A project with a board and three things that wait.
struct Project {
    home: TempDir,
    root: PathBuf,
}

fn proposal(title: &str) -> Proposal {
    let action = StandupAction::CreateTask { title: title.into(), body: String::new() };
    let turns = vec![SourceRef { turn_id: "u-88".into(), ordinal: 88 }];
    let quotes = vec!["add a rate limit to login".to_owned()];
    let kind = EvidenceKind::Person;
    let evidence = ProposalEvidence { kind, session: "claude-1a2b".into(), turns, quotes, at: None, agreed: false };
    Proposal::new(
        action,
        ProposalConfidence { score: 0.8, parts: vec![] },
        vec![evidence],
        "step 1 of the plan, on no board yet",
    )
}

impl Project {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().canonicalize().unwrap().join("shop");
        fs::create_dir_all(root.join(".deltamind")).unwrap();
        fs::write(root.join("TODO.md"), "- [ ] Fix PLZ validation\n").unwrap();
        let project = Self { home, root };
        let proposals = ["Add rate limit to /login", "Write the runbook", "Drop the old table"].map(proposal).to_vec();
        project.desk().take(&Plan { proposals, ..Plan::default() }).unwrap();
        project
    }

    fn desk(&self) -> StandupService {
        let store = Store::at(self.root.join(".deltamind"));
        StandupService::open(&self.root, store, &StandupConfig::default(), "2026-11-22T08:00:00Z".parse().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
        command.env_clear().env("HOME", self.home.path()).env("PATH", std::env::var_os("PATH").unwrap());
        command.current_dir(&self.root).arg("standup").args(args);
        command
    }

    fn run(&self, args: &[&str]) -> (String, String, i32) {
        let out = self.command(args).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(out.stdout), text(out.stderr), out.status.code().unwrap())
    }

    fn board(&self) -> String {
        fs::read_to_string(self.root.join("TODO.md")).unwrap()
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(folder: &Path, out: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
                if entry.is_dir() { walk(&entry, out) } else { out.push((entry.clone(), fs::read(&entry).unwrap())) }
            }
        }
        let mut out = Vec::new();
        walk(&self.root, &mut out);
        out.retain(|(path, _)| path.file_name().is_some_and(|n| n != "lock"));
        out.sort();
        out
    }
}

#[test]
fn the_review_lists_and_writes_nothing() {
    let project = Project::new();
    let before = project.files();
    let (out, err, code) = project.run(&[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("  1  Add rate limit to /login  (new task, TODO.md)\n"), "{out}");
    assert!(out.contains("you said, claude-1a2b t88: \"add a rate limit to login\""), "{out}");
    let (out, _, code) = project.run(&["pending"]);
    assert!(code == 0 && out.contains("+- [ ] Write the runbook  ^dm-") && out.contains("3 waiting"), "{out}");
    let (out, _, _) = project.run(&["status"]);
    assert!(out.contains("board TODO.md (markdown, 1 task)") && out.contains("   3 pending"), "{out}");
    assert!(project.run(&["log"]).0.is_empty());
    for args in [
        &["--json"][..],
        &["status", "--json"],
        &["pending", "--json"],
        &["log", "--json"],
        &["run", "--dry-run", "--json"],
    ] {
        let (out, err, code) = project.run(args);
        assert!(code == 0 && serde_json::from_str::<Value>(&out).is_ok(), "{args:?}: {out}{err}");
    }
    assert_eq!(project.files(), before);
}

#[test]
fn proposals_are_approved_dismissed_left_waiting_and_undone() {
    let project = Project::new();
    let before = project.board();
    let (out, err, code) = project.run(&["approve", "1"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.starts_with("[+] a-1  new task \"Add rate limit to /login\""), "{out}");
    let (out, _, code) = project.run(&["dismiss", "2", "--why", "done by hand"]);
    assert!(code == 0 && out.contains("is not proposed again"), "{out}");
    let (out, _, _) = project.run(&[]);
    assert!(out.contains("  3  Drop the old table  (new task, TODO.md)") && !out.contains("  2  "), "{out}");
    let (out, _, _) = project.run(&["log"]);
    assert!(out.contains("a-1") && out.contains("done") && out.contains("from claude-1a2b t88"), "{out}");
    assert_eq!(project.run(&["rollback", "a-1"]).2, 0);
    assert_eq!(project.board(), before);
    let (_, err, code) = project.run(&["rollback", "a-1"]);
    assert!(code == 1 && err.contains("undone already"), "{err}");
}

#[test]
fn json_names_dismissals_and_threshold_changes() {
    let project = Project::new();
    let conflict =
        deltamind::standup::StandupConflict::new("keep Prisma", vec![], "sqlx", "d-7", "they exclude each other");
    let mut plan = Plan { conflicts: vec![conflict.clone()], ..Plan::default() };
    plan.proposals = (0..20).map(|n| proposal(&format!("Task number {n}"))).collect();
    project.desk().take(&plan).unwrap();
    let json = |args: &[&str]| -> Value { serde_json::from_str(&project.run(args).0).unwrap() };
    let settled = json(&["dismiss", &conflict.id, "--why", "docs are mended", "--json"]);
    assert_eq!(settled, serde_json::json!({ "dismissed": [conflict.id], "why": "docs are mended" }));
    assert_eq!(json(&["dismiss", "all", "--json"])["dismissed"].as_array().unwrap().len(), 23);
    let offer = json(&["--json"])["offers"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(json(&["approve", &offer, "--json"]), serde_json::json!({ "approved": [{ "id": offer }] }));
    assert_eq!(json(&["approve", "all", "--json"]), serde_json::json!({ "approved": [] }));
}

#[test]
fn a_refused_standup_command_exits_with_one() {
    let project = Project::new();
    for (args, says) in [
        (&["approve", "9"][..], "nothing is proposed under 9"),
        (&["rollback", "a-9"], "nothing was done under a-9"),
        (&["dismiss", "9"], "nothing is proposed"),
        (&["approve"], "required"),
        (&["perform"], ""),
    ] {
        let (out, err, code) = project.run(args);
        assert!(code == 1 && err.contains(says), "{args:?}: {code} {out}{err}");
    }
    fs::write(project.root.join("TODO.md"), "- [x] Add rate limit to /login\n").unwrap();
    let (out, err, code) = project.run(&["approve", "1,2"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("[ ] 1") && out.contains("has it already") && out.contains("[+] a-1"), "{out}");
    assert!(err.contains("1 of 2 could not be done and go on waiting"), "{err}");
    let link = project.root.join(".deltamind/standup");
    #[cfg(unix)]
    {
        fs::remove_dir_all(&link).unwrap();
        std::os::unix::fs::symlink(project.home.path(), &link).unwrap();
        let (_, err, code) = project.run(&["approve", "all"]);
        assert!(code == 2 && err.contains("symbolic link"), "{code} {err}");
    }
}

#[test]
fn a_proposal_that_its_session_changed_since_is_not_applied() {
    let project = Project::new();
    project.run(&["dismiss", "all"]);
    let folder = project.home.path().join(".claude/projects/-shop");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("7d6d3c8e-2d52-4a47-9d0b-5b1f6f3f7a11.jsonl");
    let mut said = vec![
        ("assistant", "Should we weigh on the belt scale or on the floor scale?"),
        ("user", "the belt scale, because it is calibrated every month"),
        ("assistant", "Okay."),
    ];
    let write = |said: &[(&str, &str)]| {
        let line = |(n, (role, text)): (usize, &(&str, &str))| {
            let record = serde_json::json!({
                "type": role, "uuid": format!("u{n}"), "parentUuid": n.checked_sub(1).map(|before| format!("u{before}")),
                "sessionId": "7d6d3c8e-2d52-4a47-9d0b-5b1f6f3f7a11", "timestamp": format!("2026-05-04T09:{n:02}:00Z"),
                "cwd": project.root, "message": { "role": role, "content": [{ "type": "text", "text": text }] },
            });
            format!("{record}\n")
        };
        fs::write(&path, said.iter().enumerate().map(line).collect::<String>()).unwrap();
    };
    write(&said);
    let (out, err, code) = project.run(&["run"]);
    assert!(code == 0 && out.contains("belt scale"), "{out}{err}");
    said.push(("user", "Forget the belt scale, we weigh on the floor scale."));
    write(&said);
    let before = project.files().into_iter().filter(|(path, _)| !path.starts_with(project.root.join(".deltamind")));
    let before: Vec<_> = before.collect();
    let (out, err, code) = project.run(&["approve", "all"]);
    assert!(code == 1 && err.contains("nothing done: the session changed"), "{code} {out}{err}");
    let after = project.files().into_iter().filter(|(path, _)| !path.starts_with(project.root.join(".deltamind")));
    assert_eq!(before, after.collect::<Vec<_>>());
}

#[test]
fn concurrent_approvals_do_everything_once() {
    let project = Project::new();
    let spawn = || {
        let mut command = project.command(&["approve", "all"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let all: Vec<_> = (0..4).map(|_| spawn()).collect();
    let ends: Vec<_> = all.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let said: String = ends.iter().map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).collect();
    assert_eq!(said.matches("[+]").count(), 3, "{said}");
    let board = project.board();
    for title in ["Add rate limit to /login", "Write the runbook", "Drop the old table"] {
        assert_eq!(board.matches(title).count(), 1, "{board}");
    }
    let (log, _, _) = project.run(&["log", "--json"]);
    let log: Vec<Value> = serde_json::from_str(&log).unwrap();
    let ids: Vec<&str> = log.iter().map(|l| l["action"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a-1", "a-2", "a-3"]);
    assert!(log.iter().all(|l| l["did"] == "done"));
    for id in ids.iter().rev() {
        assert_eq!(project.run(&["rollback", id]).2, 0);
    }
    assert_eq!(project.board(), "- [ ] Fix PLZ validation\n");
}

#[cfg(debug_assertions)]
#[test]
fn killed_at_any_step_nothing_is_done_twice_and_nothing_is_lost() {
    for step in 1..40 {
        let project = Project::new();
        let out = project.command(&["approve", "all"]).env("DELTAMIND_FAULT", format!("kill:{step}")).output().unwrap();
        let ended = out.status.success();
        // The next one settles what was cut off; what waits is approved then.
        let (said, err, _) = project.run(&["approve", "all"]);
        let board = project.board();
        for title in ["Add rate limit to /login", "Write the runbook", "Drop the old table"] {
            assert_eq!(board.matches(title).count(), 1, "step {step}: {board}\n{said}{err}");
        }
        let (status, _, _) = project.run(&["status"]);
        assert!(status.contains("   3 done") && status.contains("   0 pending"), "step {step}: {status}");
        if ended {
            assert!(step > 6, "the fault was never met");
            return;
        }
    }
    unreachable!("forty steps are more than there are");
}

#[test]
fn only_the_persons_settings_allow_unasked_actions() {
    let project = Project::new();
    let own = format!(
        "[project.{:?}.standup]\ntier1 = true\nboard = \"command\"\ncommand = [\"touch\", \"{}\"]\n",
        project.root.display().to_string(),
        project.root.join("ran").display()
    );
    for place in [".deltamind/config.toml", ".deltamind/project.toml", "config.toml", ".config/deltamind/config.toml"] {
        let path = project.root.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &own).unwrap();
    }
    let (out, _, _) = project.run(&["status"]);
    assert!(out.contains("nothing is done unless you approve it") && out.contains("board TODO.md"), "{out}");
    assert!(!project.root.join("ran").exists());
    let config = project.home.path().join(".config/deltamind");
    fs::create_dir_all(&config).unwrap();
    fs::write(
        config.join("config.toml"),
        format!("[project.{:?}.standup]\ntier1 = true\n", project.root.display().to_string()),
    )
    .unwrap();
    let (out, _, _) = project.run(&["status"]);
    assert!(out.contains("what is certain is done at once"), "{out}");
}
