//! Scores the guard on everyday wordings of a prohibition with an act that breaks it, and on violations and near misses.
//!
//! `GUARD_CASES=FILE cargo test --test engine guard::figures_of -- --nocapture` prints the figures of another file of the
//! same form, and with `GUARD_TELL=1` the cases that it gets wrong.

use std::fs;
use std::path::Path;

use deltamind::session::Session;
use deltamind::transcript::{Entry, read_file};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Cases {
    wordings: Vec<Wording>,
    /// Violations and near misses, told apart by `violates`.
    #[serde(default)]
    acts: Vec<Case>,
    /// The same in two lists.
    #[serde(default)]
    violations: Vec<Case>,
    #[serde(default)]
    near: Vec<Case>,
}

#[derive(Deserialize)]
struct Wording {
    said: String,
    act: Act,
}

#[derive(Deserialize)]
struct Case {
    said: String,
    #[serde(default)]
    then: Vec<String>,
    act: Act,
    #[serde(default)]
    violates: bool,
}

#[derive(Deserialize)]
struct Act {
    tool: String,
    input: Value,
}

/// Counts of the guard's results on a file of cases.
#[derive(Debug, Default, PartialEq, Eq)]
struct Figures {
    wordings: usize,
    guarded: usize,
    violations: usize,
    flagged: usize,
    near_misses: usize,
    falsely_flagged: usize,
}

/// The number of conflicts that an act gives after what the person said, read from a transcript as Claude Code writes it.
fn conflicts(said: &[&str], act: &Act) -> usize {
    let mut records = Vec::new();
    let mut last: Option<String> = None;
    let mut put = |kind: &str, content: Value| {
        let uuid = format!("{:08}-0000-4000-8000-000000000000", records.len());
        let at = format!("2026-03-01T10:{:02}:00.000Z", records.len());
        records.push(json!({
            "parentUuid": last, "isSidechain": false, "userType": "external", "cwd": "/w/app", "sessionId": "cases",
            "version": "2.1.45", "type": kind, "uuid": uuid, "timestamp": at, "message": {"role": kind, "content": content},
        }));
        last = Some(uuid);
    };
    for words in said {
        put("user", json!(words));
        put("assistant", json!([{"type": "text", "text": "Understood."}]));
    }
    let mut act_input = act.input.clone();
    if let Some(path) = act_input.get_mut("file_path") {
        *path = json!(Path::new("/w/app").join(path.as_str().unwrap()));
    }
    put("assistant", json!([{"type": "tool_use", "id": "call", "name": act.tool, "input": act_input}]));
    put("user", json!([{"type": "tool_result", "tool_use_id": "call", "content": "ok"}]));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cases.jsonl");
    fs::write(&path, records.iter().map(|r| r.to_string() + "\n").collect::<String>()).unwrap();
    let read = read_file(&path).unwrap();
    let mut session = Session::new(read.meta);
    let mut entries = read.entries;
    let signals = entries.iter().position(|e| matches!(e, Entry::Signal(_))).expect("the act is a signal");
    let acts = entries.split_off(signals);
    session.ingest(entries);
    let before = session.conflicts().len();
    session.ingest(acts);
    session.conflicts().len() - before
}

fn figures(path: &Path, tell: bool) -> Figures {
    let mut cases: Cases = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    cases.acts.extend(cases.violations.into_iter().map(|case| Case { violates: true, ..case }));
    cases.acts.append(&mut cases.near);
    let mut out = Figures::default();
    for case in &cases.wordings {
        let guarded = conflicts(&[&case.said], &case.act) > 0;
        out.wordings += 1;
        out.guarded += usize::from(guarded);
        if tell && !guarded {
            eprintln!("not guarded: {} | {}", case.said, case.act.input);
        }
    }
    for case in &cases.acts {
        let said: Vec<&str> = std::iter::once(case.said.as_str()).chain(case.then.iter().map(String::as_str)).collect();
        let flagged = conflicts(&said, &case.act) > 0;
        let (all, found) = if case.violates {
            (&mut out.violations, &mut out.flagged)
        } else {
            (&mut out.near_misses, &mut out.falsely_flagged)
        };
        *all += 1;
        *found += usize::from(flagged);
        if tell && flagged != case.violates {
            eprintln!("{}: {said:?} | {}", if flagged { "falsely flagged" } else { "missed" }, case.act.input);
        }
    }
    out
}

fn fixture(name: &str) -> Figures {
    figures(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/guard").join(name), false)
}

#[test]
fn prohibitions_in_everyday_words_are_guarded() {
    for name in ["open.json", "kept.json"] {
        let found = fixture(name);
        // 25 of 30 wordings, 9 of 12 violations, no near miss.
        assert!(found.guarded * 30 >= found.wordings * 25, "{name}: {found:?}");
        assert!(found.flagged * 12 >= found.violations * 9, "{name}: {found:?}");
        assert_eq!(found.falsely_flagged, 0, "{name}: {found:?}");
    }
}

/// Prints the figures of the file that `GUARD_CASES` names.
#[test]
fn a_limit_of_the_first_step_ends_with_the_next_words() {
    let edit = Act { tool: "Write".into(), input: json!({"file_path": "src/gate.rs", "content": "fn open() {}"}) };
    assert_eq!(conflicts(&["look first, change nothing"], &edit), 1);
    assert_eq!(conflicts(&["look first, change nothing", "good. the gate"], &edit), 0);
    assert_eq!(conflicts(&["change nothing", "good. the gate"], &edit), 1);
}

#[test]
fn figures_of_another_file_are_printed() {
    let Some(path) = std::env::var_os("GUARD_CASES") else { return };
    eprintln!("{:?}", figures(Path::new(&path), std::env::var_os("GUARD_TELL").is_some()));
}
