//! Tests what commands print and write of a session: files are named from the project's folder, sessions by a short id.

use std::fs;
use std::path::Path;

use deltamind::transcript::Role;
use serde_json::json;

use crate::project::Project;

const ID: &str = "bbbbbbbb-1111-4222-8333-444444444444";

/// Writes a session of Claude Code that works in the project. `{P}` in its words is the project's folder.
pub fn session_in(project: &Project, turns: &[(Role, &str)]) -> String {
    let root = project.path().canonicalize().unwrap();
    let line = |(n, (role, words)): (usize, &(Role, &str))| {
        let words = words.replace("{P}", &root.display().to_string());
        let content = if *role == Role::User { json!(words) } else { json!([{"type": "text", "text": words}]) };
        let at = format!("2026-05-04T09:{:02}:00.000Z", n % 60);
        json!({
            "parentUuid": null, "isSidechain": false, "type": role.word(), "uuid": format!("u{n}"), "timestamp": at,
            "message": {"role": role.word(), "content": content}, "cwd": root, "sessionId": ID, "gitBranch": "main",
        })
        .to_string()
    };
    let path = project.claude_folder(&root).join(format!("{ID}.jsonl"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, turns.iter().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    path.display().to_string()
}

const TALK: &[(Role, &str)] = &[
    (Role::User, "Please make the importer in {P}/src/import.py faster."),
    (Role::Assistant, "Understood."),
    (Role::User, "Never write to {P}/data/receipts.db by hand."),
    (Role::Assistant, "Understood."),
    (
        Role::User,
        "We use {P}/vendor/sqlite for the receipts instead of Postgres, because {P}/docs/servers.md rules out a server.",
    ),
    (Role::Assistant, "Noted."),
    (Role::User, "Let's use {P}/vendor/lmdb for the receipts instead of sqlite, because it needs no server."),
    (Role::Assistant, "Noted."),
    (Role::User, "Tomorrow we need to add a retry to {P}/src/fetch.py for when a download fails."),
    (
        Role::Assistant,
        "# Plan: a retry\n\n1. Add a counter to {P}/src/fetch.py\n2. Log each retry in {P}/src/log.py\n3. Test broken downloads in {P}/tests/fetch.py\n\nShall I go ahead?",
    ),
    (Role::User, "Yes, go ahead."),
    (Role::Assistant, "Starting."),
];

/// All text files below a folder that people or agents read.
fn texts(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            texts(&entry, out);
        } else if entry.extension().is_some_and(|end| end == "md") {
            out.push((entry.display().to_string(), fs::read_to_string(&entry).unwrap()));
        }
    }
}

#[test]
fn files_of_the_project_are_named_from_its_folder_wherever_something_is_printed_or_written() {
    let project = Project::new();
    project.write("TODO.md", "# Todo\n\n- [ ] Order paper\n");
    let from = session_in(&project, TALK);
    project.out(&["save", "--from", &from]);
    let mut said: Vec<(String, String)> = [
        &["process", &from][..],
        &["inspect"],
        &["changed", "--since", "0"],
        &["explain", "retry"],
        &["explain", "d-1"],
        &["explain", "c-1"],
        &["export"],
        &["export", "--for", "markdown"],
        &["suggest-memory", "--min-confidence", "low"],
        &["suggest-memory", "--min-confidence", "low", "--json"],
        &["standup", "run"],
        &["standup", "run", "--json"],
        &["standup", "pending"],
        &["standup", "log", "--all"],
        &["sessions"],
    ]
    .into_iter()
    .map(|args| (format!("{args:?}"), project.out(args)))
    .collect();
    let rule = project.suggested("receipts.db");
    project.out(&["memory", "approve", rule["id"].as_str().unwrap(), "--yes"]);
    project.out(&["standup", "approve", "all"]);
    said.push(("standup log".to_owned(), project.out(&["standup", "log"])));
    texts(&project.path(), &mut said);
    texts(&project.home(), &mut said);
    let root = project.path().canonicalize().unwrap().display().to_string();
    for (from, text) in &said {
        let line = text.lines().find(|line| line.contains(&format!("{root}/")));
        assert_eq!(line, None, "{from}");
    }
    let holds = |words: &str| said.iter().any(|(from, text)| from.contains(words) || text.contains(words));
    for words in ["feedback-never-write-data-receipts-db.md", "said \"Never write to data/receipts.db by hand.\""] {
        assert!(holds(words), "{words}");
    }
}

const STEPS: [&str; 10] = [
    "Add a benchmark for the importer",
    "Parse each file once",
    "Store parsed receipts in SQLite",
    "Add an index on the date",
    "Stream large files",
    "Retry failed downloads",
    "Log slow files",
    "Write a test for broken receipts",
    "Document the cache in the README",
    "Remove the old JSON cache",
];

#[test]
fn a_plan_of_ten_steps_says_what_became_of_all_ten_run_after_run() {
    let project = Project::new();
    project.write("TODO.md", "# Todo\n\n- [ ] Order paper\n");
    let steps: Vec<String> = (1..).zip(STEPS).map(|(n, step)| format!("{n}. {step}")).collect();
    let plan = format!("Here is the plan:\n{}\n\nShall I go ahead?", steps.join("\n"));
    let done = "I added the benchmark for the importer. Each file is parsed once now. The parsed receipts are stored in \
                SQLite. I skipped the index on the date.";
    let talk = [(Role::User, "Goal: a faster importer."), (Role::Assistant, &*plan), (Role::User, "Yes, go ahead.")];
    session_in(&project, &talk);
    project.out(&["standup", "run"]);
    assert_eq!(project.json(&["standup"])["calls"].as_array().unwrap().len(), 10);
    session_in(&project, &[&talk[..], &[(Role::Assistant, done)]].concat());
    for run in 0..2 {
        project.out(&["standup", "run"]);
        let review = project.json(&["standup"]);
        let calls = review["calls"].as_array().unwrap();
        let told = project.out(&["standup"]).replace("\n     ", " ");
        for step in STEPS {
            assert!(told.contains(step), "{run}: {step}: {told}");
            assert!(review.to_string().contains(step), "{run}: {step}");
        }
        assert!(calls.len() < 10, "{told}");
        let sum = format!("of 10 steps, {} wait for your call; ", calls.len());
        assert!(told.contains(&sum) && told.contains(STEPS[0]), "{run}: {told}");
    }
}

#[test]
fn an_open_task_that_is_not_proposed_has_a_reason() {
    let project = Project::new();
    session_in(
        &project,
        &[
            (Role::User, "We need to add a retry to the downloader when the download fails."),
            (Role::Assistant, "Will do."),
        ],
    );
    for _ in 0..2 {
        let told = project.out(&["standup", "run"]).replace("\n     ", " ");
        assert!(told.contains("open in its session, which did not put it off"), "{told}");
        assert!(!project.out(&["standup"]).contains("Nothing is waiting"));
    }
}

#[test]
fn people_read_no_names_that_the_program_has_for_itself() {
    let project = Project::new();
    let talk = [
        TALK,
        &[
            (Role::User, "Rule out Docker."),
            (Role::Assistant, "No Docker, then."),
            (Role::User, "Which is better for the queue, Redis or a table? Redis, because it is faster."),
        ],
    ]
    .concat();
    let from = session_in(&project, &talk);
    project.out(&["save", "--from", &from]);
    project.out(&["standup", "run"]);
    let mut said = vec![project.out(&["standup", "log", "--all"]), project.out(&["replay"])];
    for item in project.json(&["inspect"])["items"].as_array().unwrap() {
        said.push(project.out(&["explain", item["id"].as_str().unwrap()]));
    }
    for (text, word) in said.iter().flat_map(|text| {
        ["rejected_option", "open_question", "provenance", "act/", "_with_context", "error_pattern", "refused"]
            .map(|w| (text, w))
    }) {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_command_that_does_not_follow_fails_where_there_is_no_such_file() {
    let project = Project::new();
    for args in [
        &["inspect", "--from", "nofile.jsonl"][..],
        &["process", "nofile.jsonl"],
        &["export", "--from", "nofile.jsonl"],
        &["save", "--from", "nofile.jsonl"],
    ] {
        let out = project.run(args);
        let told = String::from_utf8_lossy(&out.stderr);
        assert!(!out.status.success() && told.contains("nofile.jsonl"), "{args:?}: {told}");
    }
}

#[test]
fn a_newer_goal_stands_above_the_first_request() {
    let project = Project::new();
    let from = session_in(
        &project,
        &[
            (Role::User, "Please look at the importer and tell me what is slow in it."),
            (Role::Assistant, "It parses twice."),
            (Role::User, "Goal: an importer that reads a month of receipts in under a minute."),
        ],
    );
    let context = project.out(&["export", "--from", &from]);
    let (goal, request) = (context.find("in under a minute").unwrap(), context.find("The first request was").unwrap());
    assert!(goal < request, "{context}");
    project.out(&["save", "--from", &from]);
    let mut files = Vec::new();
    texts(&project.path(), &mut files);
    for (name, text) in files {
        assert!(!text.contains("bbbbbbbb-1111-4222"), "{name}: {text}");
    }
}
