//! Tests the commands on saved sessions as processes: exit codes, JSON, pipes, and the store after a killed process.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use deltamind::session::Session;
use deltamind::store::Store;
use serde_json::Value;

use crate::project::Project;
use crate::trials::{sampled_steps, trials};
#[cfg(debug_assertions)]
use crate::wait::until;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");
const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/store/earlier-snapshot.json");

#[test]
fn every_command_works_on_a_saved_session_and_on_a_transcript() {
    let project = Project::new();
    // The beginning of the demo: from 20 items on, more of them show nothing else.
    grow(&project.path().join("s.jsonl"), 0, 60);
    project.out(&["save", "--from", "s.jsonl"]);
    let items = project.json(&["inspect"])["items"].as_array().unwrap().len();
    assert!(items > 10);
    for source in [vec![], vec!["--from", "s.jsonl"], vec!["--session", "claude-3c9e"]] {
        let with = |args: &[&'static str]| args.iter().copied().chain(source.clone()).collect::<Vec<_>>();
        assert_eq!(project.json(&with(&["inspect"]))["items"].as_array().unwrap().len(), items, "{source:?}");
        let decisions = project.json(&with(&["inspect", "--kind", "decision"]));
        assert!(decisions["items"].as_array().unwrap().iter().all(|i| i["kind"] == "decision"));
        let since = project.json(&with(&["changed", "--since", "5"]));
        assert!(since["changed"].as_array().unwrap().iter().all(|c| c["item"]["touchedSeq"].as_u64().unwrap() > 5));
        assert!(project.out(&with(&["changed", "--since", "t1"])).contains("changed after 0"));
        assert!(project.out(&with(&["changed", "--since", "2100-01-01T00:00:00Z"])).starts_with("0 items"));
        let explained = project.out(&with(&["explain", "d-1"]));
        for part in ["lasting id", "chain (", "history (", "quotes", "> "] {
            assert!(explained.contains(part), "{part}: {explained}");
        }
        assert!(!project.json(&with(&["explain", "d-1"]))["provenance"].as_array().unwrap().is_empty());
        assert!(project.out(&with(&["export", "--max-chars", "600"])).chars().count() <= 600);
        assert_eq!(project.out(&with(&["export", "--max-tokens", "0"])), "");
        assert_eq!(project.json(&with(&["export"]))["text"].as_str().unwrap(), project.out(&with(&["export"])));
        let lines = project.out(&with(&["replay", "--json"]));
        assert!(lines.lines().all(|l| serde_json::from_str::<Value>(l).is_ok()));
        assert!(project.out(&with(&["replay", "--type", "accepted", "--since", "3"])).contains("accepted"));
        let health = project.json(&with(&["status"]));
        for figure in ["sequence", "items", "deltas", "turns", "batches", "decisions", "constraints", "tasks", "damage"]
        {
            assert!(health[figure].is_u64(), "{figure}: {health}");
        }
        assert!(project.json(&with(&["suggest-memory"]))["suggested"].is_array());
    }
    // A saved session says what a fresh reading says.
    let fresh = project.json(&["inspect", "--from", "s.jsonl"]);
    assert_eq!(project.json(&["inspect"])["items"], fresh["items"]);
    assert!(project.json(&["doctor"]).as_array().unwrap().len() > 5);
    assert!(project.json(&["forget", "claude-3c9e", "--yes"])["bytes"].as_u64().unwrap() > 1000);
    assert_eq!(project.run(&["inspect"]).status.code(), Some(2));
}

#[test]
fn people_read_an_answer_before_its_question_and_programs_the_summary() {
    let project = Project::new();
    project.out(&["save", "--from", DEMO]);
    let store = project.own_store();
    let folder = store.root().join("sessions").join(&store.sessions().first().unwrap().id);
    let tables = [
        project.out(&["process", DEMO]),
        project.out(&["inspect"]),
        project.out(&["changed", "--since", "0"]),
        project.out(&["explain", "celsius"]),
        fs::read_to_string(folder.join("DECISIONS.md")).unwrap(),
    ];
    for table in tables {
        assert!(table.contains("Celsius - Which unit should temperatures be shown in?"), "{table}");
        assert!(!table.contains("? → "), "{table}");
        assert!(!["decision_made", "task_opened", "(go-with)"].iter().any(|code| table.contains(code)), "{table}");
    }
    let said = project.out(&["suggest-memory", "--min-confidence", "low"]);
    assert!(said.contains("  ntfy - How should the group be told") && !said.contains("(asked: "), "{said}");
    let all = deltamind::transcript::read_file(Path::new(DEMO)).unwrap();
    let mut session = Session::new(all.meta);
    session.ingest(all.entries);
    let told = |item: &Value| item["summary"].as_str().unwrap().to_owned();
    let told: Vec<String> = project.json(&["inspect"])["items"].as_array().unwrap().iter().map(told).collect();
    let own: Vec<&str> = session.ledger().items().iter().map(|item| item.summary.as_str()).collect();
    assert!(own.iter().all(|summary| told.iter().any(|words| words == summary)), "{told:?}");
}

#[test]
fn an_item_is_explained_by_its_words_and_a_session_is_forgotten_only_after_a_yes() {
    let project =
        Project::with_talk(&["We decided to use SQLite for the cache.", "We decided to use Postgres for orders."]);
    assert!(project.out(&["explain", "sqlite", "cache"]).starts_with("d-1  "));
    for words in ["Cache: SQLite", "CACHE sqlite", "\"sqlite, cache\""] {
        assert!(project.out(&["explain", words]).starts_with("d-1  "), "{words}");
    }
    let exported = project.out(&["explain", "Access: everybody", "--from", DEMO]);
    assert!(exported.contains("Everybody - Who may see the page?"), "the subject as an export names it: {exported}");
    assert!(project.out(&["explain", "caching"]).starts_with("d-1  "), "another form of a word");
    let several = project.out(&["explain", "use"]);
    assert!(several.starts_with("2 items match") && several.contains("d-2"), "{several}");
    assert_eq!(project.json(&["explain", "use"])["matches"].as_array().unwrap().len(), 2);
    for words in ["kafka", "C++", "?"] {
        assert_eq!(project.run(&["explain", words]).status.code(), Some(1), "{words}");
    }
    assert_eq!(project.out(&["resume"]), project.out(&["status"]), "the former name still works");
    assert_eq!(project.out(&["status", DEMO]), project.out(&["status", "--from", DEMO]));
    assert_eq!(project.run(&["status", DEMO, "--session", "x"]).status.code(), Some(1));
    let id = project.store().current().unwrap();
    let refused = project.run(&["forget", &id]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("pass --yes"));
    assert_eq!(project.store().current().as_deref(), Some(id.as_str()));
}

#[test]
fn exit_codes_tell_usage_errors_from_missing_sessions() {
    let project = Project::new();
    for (args, code) in [
        (vec!["inspect"], 2),
        (vec!["status", "--session", "nobody"], 2),
        (vec!["forget", "nobody", "--yes"], 2),
        (vec!["changed"], 1),
        (vec!["inspect", "--kind", "nonsense"], 1),
        (vec!["replay", "--type", "nonsense"], 1),
        (vec!["export", "--max-chars", "1", "--max-tokens", "1"], 1),
        (vec!["explain", "d-999", "--from", DEMO], 1),
        (vec!["changed", "--since", "yesterday", "--from", DEMO], 1),
        (vec!["inspect", "--from", "/no/such/file"], 1),
        (vec!["save", "--from", "/no/such/file"], 1),
        (vec!["inspect", "--help"], 0),
    ] {
        let out = project.run(&args);
        assert_eq!(out.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        if code > 0 {
            assert!(out.stdout.is_empty(), "{args:?}");
            assert!(!out.stderr.is_empty(), "{args:?}");
        }
    }
    assert!(!project.path().join(".deltamind").exists(), "asking writes nothing");
    // Corrupt: neither snapshot nor log.
    project.out(&["save", "--from", DEMO]);
    let folder = fs::read_dir(project.path().join(".deltamind/sessions")).unwrap().next().unwrap().unwrap().path();
    for name in ["snapshot.json", "snapshot.json.1", "provenance.jsonl"] {
        let _ = fs::write(folder.join(name), "");
    }
    assert_eq!(project.run(&["inspect"]).status.code(), Some(2));
}

/// The modification time of a file written now.
fn file_clock(project: &Project) -> std::time::SystemTime {
    let path = project.path().join("clock");
    fs::write(&path, "").unwrap();
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn after_forgetting_the_last_session_the_newest_remaining_one_is_used() {
    let project = Project::new();
    let talk = fs::read_to_string(DEMO).unwrap();
    for id in ["aaaaaaaa", "cccccccc", "bbbbbbbb"] {
        let path = project.path().join(format!("{id}.jsonl"));
        fs::write(&path, talk.replace("3c9e7a52", id)).unwrap();
        project.out(&["save", "--from", path.to_str().unwrap()]);
        let saved = file_clock(&project);
        until("the next save is newer by the clock of the file system", || file_clock(&project) > saved);
    }
    let store = Store::at(project.path().join(".deltamind"));
    let default_session = || store.pick(None).unwrap();
    assert!(default_session().starts_with("claude-bbbbbbbb"));
    project.out(&["forget", "claude-bbbbbbbb", "--yes"]);
    assert!(default_session().starts_with("claude-cccccccc"), "{}", default_session());
    fs::write(project.path().join(".deltamind/current"), "claude-gone\n").unwrap();
    assert!(default_session().starts_with("claude-cccccccc"));
    project.out(&["inspect"]);
}

/// A session of two turns and one command, and what is expected of it.
const HARBOUR: &str = r#"{"type":"user","uuid":"a1","parentUuid":null,"sessionId":"5f0c","cwd":"/home/mara/harbour","message":{"role":"user","content":"Show the tides of our harbour on one page. Never push to main."},"timestamp":"2026-10-01T08:00:00Z"}
{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"5f0c","cwd":"/home/mara/harbour","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"git push origin main"}}]},"timestamp":"2026-10-01T08:01:00Z"}
{"type":"user","uuid":"a3","parentUuid":"a2","sessionId":"5f0c","cwd":"/home/mara/harbour","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"main -> main"}]},"timestamp":"2026-10-01T08:02:00Z"}
{"type":"assistant","uuid":"a4","parentUuid":"a3","sessionId":"5f0c","cwd":"/home/mara/harbour","message":{"role":"assistant","content":[{"type":"text","text":"The page is in place, and nothing is pushed yet."}]},"timestamp":"2026-10-01T08:03:00Z"}
"#;
const EXPECTED: &str = r#"{"about": "a page of tides", "memories": [{"type": "feedback", "words": ["push", "main"], "text": "Never push to main unasked."}],
 "context": [{"section": "goal", "words": ["tides", "page"], "text": "A page of tides."},
  {"section": "state", "words": ["nothing is pushed"], "text": "Nothing is pushed."}],
 "stale": [{"words": ["redis"], "text": "Redis was never chosen."}],
 "violations": [{"call": "toolu_1", "words": ["push"], "text": "pushes to main"}], "near_misses": []}"#;

#[test]
fn what_is_handed_on_is_measured_against_what_was_expected() {
    let project = Project::new();
    let folder = project.dir.path().join("sessions");
    fs::create_dir(&folder).unwrap();
    for (name, text) in
        [("harbour.jsonl", HARBOUR), ("harbour.expected.json", EXPECTED), ("harbour.TODO.md", "# Todo\n")]
    {
        fs::write(folder.join(name), text).unwrap();
    }
    let folder = folder.display().to_string();
    let measured = project.json(&["eval", "--outputs", &folder]);
    let all = &measured["all"];
    assert_eq!((&all["memories"]["found"], &all["memories"]["expected"]), (&1.into(), &1.into()), "{measured}");
    assert_eq!((&all["context"]["found"], &all["context"]["wrong"]), (&2.into(), &0.into()), "{measured}");
    assert_eq!(all["violations"]["flagged"], 1, "{measured}");
    let table = project.out(&["eval", "--outputs", &folder, "--dump"]);
    assert!(table.contains("harbour: RIGHT memory: ") && table.contains("| all | 1/1 | 0 | 1/1 |"), "{table}");
    let empty = project.dir.path().display().to_string();
    assert!(!project.run(&["eval", "--outputs", &empty]).status.success());
}

#[test]
fn what_a_compaction_lost_is_exported() {
    let project = Project::new();
    let lost = project.out(&["export", "--before-compaction", "--from", DEMO]);
    assert!(lost.contains("before the context was compacted") && lost.contains("two years"), "{lost}");
    assert!(!lost.contains("SQLite: one file"), "the agent's summary says it: {lost}");
    let whole = Project::with_talk(&["never deploy on a Sunday"]);
    assert!(!whole.run(&["export", "--before-compaction"]).status.success());
}

#[test]
fn help_has_examples() {
    let project = Project::new();
    for name in
        ["inspect", "changed", "explain", "export", "replay", "save", "status", "suggest-memory", "doctor", "forget"]
    {
        assert!(project.out(&[name, "--help"]).contains("--json"), "{name}");
    }
    let names = |help: &str| -> Vec<String> {
        let rows = help.lines().skip_while(|line| !line.ends_with(':')).take_while(|line| *line != "Options:");
        let rows = rows.filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
        rows.map(|(name, _)| name.to_owned()).filter(|name| !["help", ""].contains(&name.as_str())).collect()
    };
    let mut commands: Vec<Vec<String>> = names(&project.out(&["--help"])).into_iter().map(|name| vec![name]).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for name in ["memory", "standup", "config"] {
        let inner = names(&project.out(&[name, "--help"]));
        assert!(inner.len() > 1, "{name}: {inner:?}");
        commands.extend(inner.into_iter().map(|inner| vec![name.to_owned(), inner]));
    }
    for command in commands {
        let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        assert!(project.out(&args).contains("Examples:\n  deltamind"), "{command:?}");
    }
}

#[test]
fn usage_errors_are_reported_on_one_line() {
    let project = Project::new();
    for (args, words) in [
        (vec!["memory"], "choose approve, dismiss, undo or status; `deltamind memory --help`"),
        (vec!["config"], "choose "),
        (vec!["watch"], "<FILE>; `deltamind watch --help` says more"),
        (vec!["demo", "--speed", "0"], "a speed is a number from 0.1 to 1000; `deltamind demo --help`"),
        (vec!["completions", "tcsh"], "bash"),
        (vec!["wach"], "; `deltamind --help` says more"),
        (vec!["inspect", "--kin", "x"], "unexpected argument '--kin' found; "),
        (vec!["export", DEMO], "found; put --from before the file of a transcript; `deltamind export --help`"),
        (vec!["process", DEMO, "--batch", "abc"], "'--batch <N>': a whole number from 1 on is wanted; "),
        (vec!["export", "--max-tokens", "-1"], "'--max-tokens <N>': a whole number from 0 on is wanted; "),
        (vec!["inspect", "--kind", "x"], "goal, decision, constraint, task, fact, hypothesis, question, ruled out, "),
        (vec!["hook", "instal"], "hook has no instal: name install, uninstall, status, trust, or an agent's event"),
        (vec!["standup", "foo"], "`deltamind standup --help` says more"),
        (vec!["watch", "x", "--theme", "nope"], "no theme is called nope"),
        (vec!["--theme", "nope", "demo"], "no theme is called nope"),
        (vec!["--theme", "nope", DEMO], "no theme is called nope"),
        (vec!["memory", DEMO], "`deltamind memory --help` says more"),
        (vec!["--theme", "light", "themes"], "the subcommand 'themes' cannot be used with '--theme'"),
    ] {
        let out = project.run(&args);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!((out.status.code(), told.lines().count()), (Some(1), 1), "{args:?}: {told}");
        assert!(told.starts_with("deltamind: ") && told.contains(words), "{args:?}: {told}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let project = Project::new();
    let mut child =
        project.command(&["replay", "--from", DEMO]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(out.stderr.is_empty());
}

#[test]
fn a_snapshot_of_the_earlier_tools_comes_in_through_stdin() {
    let project = Project::new();
    let mut child =
        project.command(&["save", "--from-stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(EARLIER).unwrap()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.starts_with("imported-") && said.contains("4 items"), "{said}");
    let explained = project.out(&["explain", "d-2"]);
    assert!(explained.contains("one SQLite file{+ per cook+}"), "{explained}");
    assert!(project.out(&["export"]).contains("Must work without a network (hard rule)"));
}

/// Whether what is saved is whole: it loads without damage but for a torn tail, and folds to itself.
fn check(store: &Store, what: &str) -> Option<Session> {
    let id = store.sessions().first()?.id.clone();
    let loaded = match store.load(&id) {
        Ok(loaded) => loaded,
        Err(error) => {
            assert!(error.to_string().contains("neither a snapshot nor a log"), "{what}: {error}");
            return None;
        }
    };
    let fine = |d: &String| d.contains("torn") || d.contains("there is no snapshot");
    assert!(loaded.damage.iter().all(fine), "{what}: {:?}", loaded.damage);
    let (folded, faults) = Session::folded(loaded.session.sidecar(), loaded.session.log().to_vec());
    assert!(faults.is_empty(), "{what}: {faults:?}");
    assert_eq!(folded.ledger().items(), loaded.session.ledger().items(), "{what}");
    Some(loaded.session)
}

/// Appends the lines of the demo up to a place to the transcript.
fn grow(path: &Path, from: usize, to: usize) {
    let bytes = fs::read(DEMO).unwrap();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(&lines[from.min(lines.len())..to.min(lines.len())].concat()).unwrap();
}

/// The session that one save of the whole transcript gives.
fn saved_at_once(path: &Path) -> Session {
    let project = Project::new();
    project.out(&["save", "--from", &path.to_string_lossy()]);
    check(&project.store(), "saved at once").unwrap()
}

/// The save that was killed is made again; the result must be that of a reading without any trouble.
fn check_and_save(project: &Project, path: &Path, saved: u64, whole: &Session, what: &str) {
    let seq = check(&project.store(), what).map_or(0, |s| s.ledger().seq());
    assert!(seq >= saved, "{what}: what was saved at {saved} is at {seq}");
    project.out(&["save", "--from", &path.to_string_lossy()]);
    let loaded = check(&project.store(), what).unwrap();
    assert_eq!(loaded.ledger().items(), whole.ledger().items(), "{what}");
    assert_eq!(loaded.log(), whole.log(), "{what}");
}

#[cfg(debug_assertions)]
#[test]
fn a_process_killed_at_any_step_of_a_first_save_loses_nothing() {
    killed_at_any_step(0);
}

#[cfg(debug_assertions)]
#[test]
fn a_process_killed_at_any_step_of_a_later_save_loses_nothing() {
    killed_at_any_step(25);
}

/// Kills a process that saves after `begun` lines were saved before.
#[cfg(debug_assertions)]
fn killed_at_any_step(begun: usize) {
    let project = Project::new();
    let path = project.path().join("s.jsonl");
    let mut saved = 0;
    if begun > 0 {
        grow(&path, 0, begun);
        project.out(&["save", "--from", &path.to_string_lossy()]);
        saved = check(&project.store(), "first").unwrap().ledger().seq();
    }
    grow(&path, begun, begun + 25);
    let (start, whole) = (project.remember(), saved_at_once(&path));
    let killed = |at: u32| {
        project.restore(&start);
        let mut command = project.command(&["save", "--from", &path.to_string_lossy()]);
        !command.env("DELTAMIND_FAULT", format!("kill:{at}")).output().unwrap().status.success()
    };
    // The last step that kills, between one that does and one that is never reached.
    let (mut last, mut beyond) = (8, 1 << 8);
    assert!(killed(last) && !killed(beyond));
    while beyond - last > 1 {
        let middle = u32::midpoint(last, beyond);
        *(if killed(middle) { &mut last } else { &mut beyond }) = middle;
    }
    for at in sampled_steps(last) {
        assert!(killed(at), "step {at} of {last}");
        check_and_save(&project, &path, saved, &whole, &format!("killed at step {at} after {begun} lines"));
    }
}

/// Kills at random moments. `DELTAMIND_TRIALS` asks for more than the usual few.
#[test]
fn a_process_killed_at_random_loses_nothing() {
    let trials = trials(8);
    let lines = fs::read_to_string(DEMO).unwrap().lines().count();
    let (mut project, mut at, mut saved, mut killed) = (Project::new(), 0, 0, 0);
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for trial in 0..trials {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let path = project.path().join("s.jsonl");
        grow(&path, at, at + 20);
        at += 20;
        let mut child = project
            .command(&["save", "--from", &path.to_string_lossy()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_micros(random % 60_000));
        killed += u64::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
        let whole = saved_at_once(&path);
        check_and_save(&project, &path, saved, &whole, &format!("trial {trial}"));
        saved = whole.ledger().seq();
        if at > lines {
            (project, at, saved) = (Project::new(), 0, 0);
        }
    }
    println!("{trials} trials, {killed} killed at work, losses 0");
}

#[test]
fn a_forgotten_session_leaves_nothing_in_the_store() {
    let project = Project::new();
    let transcript = |id: &str, at: &str, words: &str| {
        let record = serde_json::json!({
            "parentUuid": null, "isSidechain": false, "cwd": project.path(), "sessionId": id, "type": "user",
            "message": { "role": "user", "content": words }, "uuid": format!("u-{id}"), "timestamp": at,
        });
        let path = project.dir.path().join(format!("{id}.jsonl"));
        fs::write(&path, format!("{record}\n")).unwrap();
        path.display().to_string()
    };
    let first = transcript("one", "2026-01-01T00:00:00Z", "We decided to use Kafka for the mail of this project.");
    let second = transcript("two", "2026-01-02T00:00:00Z", "We decided to use SQLite for the cache of this project.");
    project.out(&["save", "--from", &first]);
    project.out(&["save", "--from", &second]);
    project.out(&["export", "--for", "ai-loadout", "--session", "claude-two"]);
    let root = project.path().join(".deltamind");
    let context = || fs::read_to_string(root.join("CONTEXT.md")).unwrap_or_default();
    assert!(context().contains("session claude-two as of"));
    let approved = "\n## Agreed for this project\n\n- approved <!-- m-1 -->\n";
    let lines = ["- approved <!-- m-1 -->".to_owned()];
    deltamind::memory::apply::adopt(&project.own_store(), &lines, jiff::Timestamp::now()).unwrap();
    project.out(&["save", "--from", &second]);
    project.out(&["forget", "claude-two", "--yes"]);
    assert!(context().contains("<!-- session claude-one as of 2026-01-01"), "{}", context());
    assert!(context().contains(approved) && !context().contains("SQLite"), "{}", context());
    assert!(!root.join("loadout").exists());
    // Of the loadout of another session nothing goes.
    project.out(&["save", "--from", &second]);
    project.out(&["export", "--for", "ai-loadout", "--session", "claude-two"]);
    project.out(&["forget", "claude-one", "--yes"]);
    assert!(context().contains("<!-- session claude-two as of") && !context().contains("Kafka"));
    assert!(root.join("loadout/index.json").is_file());
    project.out(&["forget", "claude-two", "--yes"]);
    assert!(context().starts_with(approved.trim_start()), "{}", context());
    project.out(&["memory", "undo", "m-1"]);
    project.out(&["save", "--from", &first]);
    project.out(&["forget", "claude-one", "--yes"]);
    assert!(!root.join("CONTEXT.md").exists(), "it would hold nothing");
}

#[test]
fn refusals_of_the_store_exit_with_two() {
    let project = Project::new();
    let undo = |project: &Project| project.run(&["memory", "undo", "m-00000000"]);
    assert_eq!(undo(&project).status.code(), Some(2), "there is no store");
    project.out(&["save", "--from", DEMO]);
    assert_eq!(undo(&project).status.code(), Some(1), "it was asked wrongly");
    let offered = project.json(&["suggest-memory"]);
    let id = offered["suggested"][0]["id"].as_str().unwrap().to_owned();
    let lock = fs::File::create(project.path().join(".deltamind/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(project.run(&["memory", "dismiss", &id]).status.code(), Some(2), "somebody has the lock");
    drop(lock);
    assert_eq!(project.run(&["memory", "dismiss", &id]).status.code(), Some(0));
    assert!(project.out(&["replay", "--help"]).contains("model"));
    // A log without one readable line is no log, and what a newer program wrote is left to it.
    let folder = fs::read_dir(project.path().join(".deltamind/sessions")).unwrap().next().unwrap().unwrap().path();
    let snapshot = fs::read(folder.join("snapshot.json")).unwrap();
    let newer = String::from_utf8(snapshot).unwrap().replacen("\"version\":1", "\"version\":2", 1);
    fs::write(folder.join("snapshot.json"), &newer).unwrap();
    let out = project.run(&["save", "--from", DEMO]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("use the newer one"));
    let out = project.run(&["inspect"]);
    assert_eq!((out.status.code(), out.stdout.is_empty()), (Some(0), false), "the log can be read");
    assert!(String::from_utf8_lossy(&out.stderr).contains("is of version 2"));
    assert_eq!(fs::read_to_string(folder.join("snapshot.json")).unwrap(), newer);
    fs::write(folder.join("snapshot.json"), "nonsense").unwrap();
    fs::write(folder.join("provenance.jsonl"), "nonsense\n{}\n").unwrap();
    let out = project.run(&["inspect"]);
    assert_eq!((out.status.code(), out.stdout.is_empty()), (Some(2), true));
}
