//! Tests that a run of the standup reads each session once, skips nothing, proposes nothing twice, and that a dry run
//! writes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use deltamind::artifacts::{Artifact, ArtifactKind};
use deltamind::standup::ActionKind;
use deltamind::standup::plan::Settings;
use deltamind::standup::run::{ArtifactQueue, gather, gather_if_free, plan, planned};
use deltamind::store::Store;
use serde_json::json;

use super::project::{Talk, project};

/// A plan of so many steps about one thing.
fn steps(about: &str) -> String {
    let why = format!("The desk waits for the {about} every morning and loses time with it. ").repeat(9);
    format!(
        "# Plan: {about}\n\n{why}\n\n## Steps\n\n1. Collect the {about} by depot\n2. Sort the {about} by weight\n3. Archive the {about} each month\n"
    )
}

/// A session with something of each kind, long enough to be cut anywhere.
fn long() -> Talk {
    let mut talk = Talk::new("long").said("user", "Plan the manifests first.").planned(&steps("manifests"), true);
    for n in 0..14 {
        talk = talk.said("user", &format!("And number {n}?")).said("assistant", &format!("Number {n} is fine."));
    }
    talk.ran("parcelctl show 3 --jsn", "error: unexpected argument '--jsn' found", true)
        .said("assistant", "Let me look at the usage.")
        .ran("parcelctl show 3 --json", "{}", false)
        .said("user", "Now the receipts.")
        .said("assistant", &steps("receipts"))
        .said("user", "yes, do it")
        .ran("git commit -m 'Cache tariff tables' && git push", "[main 1a2b3c4] Cache tariff tables", false)
}

fn by_id(artifacts: &[Artifact]) -> BTreeMap<String, String> {
    artifacts.iter().map(|a| (a.id.clone(), serde_json::to_string(a).unwrap())).collect()
}

fn file(dir: &Path, name: &str, lines: &[String]) -> PathBuf {
    let path = dir.join(format!("{name}.jsonl"));
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

#[test]
fn artifacts_are_the_same_however_a_session_is_split_into_runs() {
    let lines = long().lines();
    let dir = tempfile::tempdir().unwrap();
    let whole = {
        let store = Store::at(dir.path().join("whole"));
        gather(&store, &[file(dir.path(), "s", &lines)], &[], true).unwrap().queue
    };
    let kinds: Vec<ArtifactKind> = whole.all.iter().map(|a| a.kind).collect();
    for kind in [ArtifactKind::Plan, ArtifactKind::ErrorPattern, ArtifactKind::Completion] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    assert!(whole.all.iter().any(|a| a.title.contains("manifests")), "what was said first is not lost");
    for cut in 1..lines.len() {
        let store = Store::at(dir.path().join(format!("at{cut}")));
        let path = file(dir.path(), "s", &lines[..cut]);
        gather(&store, std::slice::from_ref(&path), &[], true).unwrap();
        let mut more = fs::OpenOptions::new().append(true).open(&path).unwrap();
        for line in &lines[cut..] {
            std::io::Write::write_all(&mut more, format!("{line}\n").as_bytes()).unwrap();
        }
        let second = gather(&store, std::slice::from_ref(&path), &[], true).unwrap().queue;
        assert_eq!(by_id(&second.all), by_id(&whole.all), "cut after line {cut}");
        let third = gather(&store, std::slice::from_ref(&path), &[], true).unwrap();
        assert_eq!(third.read, 0, "nothing is new");
    }
}

#[test]
fn a_replaced_file_is_read_anew_and_gives_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let lines = long().lines();
    let path = file(dir.path(), "s", &lines);
    let first = gather(&store, std::slice::from_ref(&path), &[], true).unwrap().queue;
    fs::remove_file(&path).unwrap();
    let path = file(dir.path(), "s", &lines);
    let second = gather(&store, &[path], &[], true).unwrap().queue;
    assert_eq!(by_id(&first.all), by_id(&second.all));
}

/// Two sessions with a plan each, and a store.
fn two_plans() -> (tempfile::TempDir, Store, [PathBuf; 2]) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let plan = |name: &str, part: &str| Talk::new(name).said("user", "go").planned(&steps(part), true).lines();
    let files = [("one", "manifests"), ("two", "receipts")];
    let files = files.map(|(name, part)| file(dir.path(), name, &plan(name, part)));
    (dir, store, files)
}

#[test]
fn sessions_are_independent_and_a_missing_one_stops_no_other() {
    let (dir, store, [one, two]) = two_plans();
    let gathered = gather(&store, &[one.clone(), dir.path().join("gone.jsonl"), two], &[], true).unwrap();
    assert_eq!((gathered.read, gathered.failures.len(), gathered.queue.all.len()), (2, 1, 2));
    let more = Talk::new("one")
        .said("user", "go")
        .planned(&steps("manifests"), true)
        .said("user", "on")
        .planned(&steps("labels"), true);
    file(dir.path(), "one", &more.lines());
    let again = gather(&store, &[one], &[], true).unwrap();
    assert_eq!((again.read, again.queue.all.len()), (1, 3));
}

#[test]
fn a_later_plan_replaces_an_earlier_one_of_its_session() {
    let changed = steps("manifests").replace("each month", "each week");
    let talk = Talk::new("s")
        .said("user", "plan")
        .planned(&steps("manifests"), false)
        .said("user", "weekly, please")
        .planned(&changed, true);
    let made = talk.artifacts();
    let standing: Vec<&Artifact> = made.iter().filter(|a| a.is_current()).collect();
    assert_eq!(standing.len(), 1, "{made:#?}");
    assert!(standing[0].content.contains("each week") && standing[0].accepted);
}

#[test]
fn a_dry_run_writes_nothing_and_a_run_is_planned_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let path = file(dir.path(), "s", &long().lines());
    let rehearsed = gather(&store, std::slice::from_ref(&path), &[], false).unwrap();
    assert!(!rehearsed.queue.waiting.is_empty() && !store.exists(), "nothing was written");
    let run = gather(&store, std::slice::from_ref(&path), &[], true).unwrap();
    assert_eq!(run.queue.waiting, rehearsed.queue.waiting);
    assert_eq!(ArtifactQueue::read(&store).unwrap().waiting, run.queue.waiting, "planning alone keeps the queue");
    let batch = run.queue.batch();
    let made = plan(&batch, &project(), &Settings::default());
    assert!(made.proposals.iter().any(|p| p.action.kind() == ActionKind::DoneTask));
    planned(&store, &run.queue, &batch).unwrap();
    assert!(ArtifactQueue::read(&store).unwrap().waiting.is_empty());
}

#[test]
fn gathering_while_watching_does_not_wait_for_another_process_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let path = file(dir.path(), "s", &long().lines());
    let at_work = store.claim_standup().unwrap();
    let since = std::time::Instant::now();
    assert!(gather_if_free(&store, std::slice::from_ref(&path), &[]).unwrap().is_none());
    assert!(since.elapsed() < std::time::Duration::from_secs(5), "it waited");
    assert!(ArtifactQueue::read(&store).unwrap().all.is_empty());
    drop(at_work);
    let read = gather_if_free(&store, std::slice::from_ref(&path), &[]).unwrap().unwrap();
    assert_eq!((read.read, ArtifactQueue::read(&store).unwrap().waiting), (1, read.queue.waiting));
}

#[test]
fn text_injected_by_the_tool_is_no_artifact() {
    let text = steps("manifests");
    let talk = Talk::new("s")
        .said("user", "go on")
        .flagged("user", &text, &json!({ "isMeta": true }))
        .flagged("user", &text, &json!({ "isCompactSummary": true, "isVisibleInTranscriptOnly": true }))
        .flagged("assistant", &text, &json!({ "isSidechain": true }));
    assert!(talk.artifacts().is_empty());
}

#[test]
fn secrets_stay_out_of_the_queue() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let secret = concat!("ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let plan = steps("manifests").replace("loses time", secret).replace("by depot", secret);
    let talk = Talk::new("s").said("user", "go").planned(&plan, true);
    gather(&store, &[file(dir.path(), "s", &talk.lines())], &[], true).unwrap();
    let kept = fs::read_to_string(store.root().join("standup/queue.jsonl")).unwrap();
    assert!(kept.contains("manifests") && !kept.contains(secret));
}

#[test]
fn forgetting_a_session_removes_its_artifacts() {
    let (_dir, store, [one, two]) = two_plans();
    let all = gather(&store, &[one, two], &[], true).unwrap().queue.all;
    let session = &all[0].session;
    fs::create_dir_all(store.root().join("sessions").join(session)).unwrap();
    assert!(store.forget(session).unwrap() > 0);
    let left = ArtifactQueue::read(&store).unwrap().all;
    assert_eq!(by_id(&left), by_id(&all[1..]));
    let standup = store.root().join("standup");
    assert_eq!(fs::read_dir(standup.join("marks")).unwrap().count(), 1);
    assert!(!fs::read_to_string(standup.join("queue.jsonl")).unwrap().contains("manifests"));
}
