//! Tests what errors of the system at any single call cost: input/output errors, a full disk, interruptions, writes that
//! take some of the bytes, links that race, clocks that jump. What was there before stays or what was asked for is made;
//! nothing is half done, and the error is told on one line. A few steps are tried here, all with `DELTAMIND_TRIALS`.
#![cfg(all(unix, debug_assertions))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};

use deltamind::edits::{ConfinedFolder, EditError};
use deltamind::session::Session;
use deltamind::store::{Disk, OpenedSession, SessionWriter};

use crate::edit_faults::{EDITORS, Editor, Run};
use crate::project::Project;
use crate::saved::{act, demo, keeper, load, same, store};

/// Whether every step is tried.
fn every_step() -> bool {
    std::env::var_os("DELTAMIND_TRIALS").is_some()
}

/// The steps to try of about `all`: each, or a few that differ with `salt`.
fn steps(all: u32, salt: usize) -> Vec<u32> {
    if every_step() { (1..all).collect() } else { vec![1 + (salt as u32 * 7 + 2) % all.min(24)] }
}

fn with_fault(project: &Project, args: &[String], fault: &str) -> Output {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    project.command(&args).env("DELTAMIND_FAULT", fault).output().unwrap()
}

/// Checks that a command that failed says why, once, and that none crashed.
fn says_why(out: &Output, what: &str) {
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code().is_some() && !said.contains("panicked"), "{what}: {said}");
    if !out.status.success() {
        // A warning about the store may stand before it.
        let told = said.lines().filter(|l| l.starts_with("deltamind: ")).count();
        assert!((1..=2).contains(&told) && said.matches("(os error").count() < 2, "{what}: {said}");
    }
}

/// Makes a change and takes it back with a fault in either.
fn tried(editor: &'static Editor, how: &str, at: u32) {
    let run = Run::new(editor);
    let before = run.settled();
    let what = format!("{}, {how} at step {at}", editor.name);
    let needs_no_error = matches!(how, "interrupt" | "part");
    let out = with_fault(&run.project, &run.make, &format!("{how}:{at}"));
    says_why(&out, &what);
    assert!(out.status.success() || !needs_no_error, "{what}: {}", String::from_utf8_lossy(&out.stderr));
    let now = run.settled();
    let again = with_fault(&run.project, &run.make, "none:1");
    let made = run.settled();
    assert_ne!(made, before, "{what}: {}", String::from_utf8_lossy(&again.stderr));
    assert!(again.status.success() || now == made, "{what}: {}", String::from_utf8_lossy(&again.stderr));
    assert!(now == before || now == made, "{what}: {now:?}");
    let out = with_fault(&run.project, &run.back, &format!("{how}:{at}"));
    says_why(&out, &format!("{what}, back"));
    assert!(out.status.success() || !needs_no_error, "{what}, back: {}", String::from_utf8_lossy(&out.stderr));
    let now = run.settled();
    assert!(now == before || now == made, "{what}, back: {now:?}");
    assert!(run.run(&run.back, None) || now == before, "{what}: taken back");
    assert_eq!(run.settled(), before, "{what}: taken back");
}

fn tried_everywhere(kinds: &[&str], all: u32) {
    let mut trials = 0;
    for (n, editor) in EDITORS.iter().enumerate() {
        // Each kind of change with one kind of error, or each with each.
        for (m, how) in kinds.iter().enumerate().filter(|(m, _)| every_step() || n % kinds.len() == *m) {
            for at in steps(all, n * 5 + m * 3) {
                tried(editor, how, at);
                trials += 1;
            }
        }
    }
    println!("{trials} changes made and taken back with {kinds:?}");
}

#[test]
fn an_error_at_any_step_of_a_change_is_told_and_nothing_is_half_done() {
    tried_everywhere(&["io-once", "full-once"], 30);
}

#[test]
fn an_interruption_or_a_short_write_at_any_step_of_a_change_is_no_error() {
    tried_everywhere(&["interrupt", "part"], 30);
}

#[test]
fn a_file_that_cannot_be_read_at_any_step_of_a_change_is_told_and_nothing_is_lost() {
    tried_everywhere(&["read-once", "read"], 80);
}

#[test]
fn an_interruption_or_a_short_write_at_any_step_of_a_save_is_no_error() {
    let mut before = demo();
    act(&mut before, 3);
    let mut after = before.clone();
    for choice in [11, 19] {
        act(&mut after, choice);
    }
    for how in ["interrupt", "part", "io-once", "full-once"] {
        for first in [true, false] {
            let mut at = 0;
            loop {
                at += if every_step() || at < 3 { 1 } else { 61 };
                let dir = tempfile::tempdir().unwrap();
                let store = store(dir.path());
                if !first {
                    keeper(&store, "s", Disk::default()).0.save(&before, None).unwrap();
                }
                let what = format!("{how} at step {at}, first save: {first}");
                let opened = SessionWriter::open(&store, "s", Disk::faulty(how, at).unwrap());
                let Ok(OpenedSession::Ours(mut keeper, _)) = opened else {
                    assert!(how.ends_with("-once"), "{what}: {opened:?}");
                    continue;
                };
                let saved = keeper.save(&after, None);
                if how.ends_with("-once") {
                    // What failed once is done by the next save.
                    keeper.save(&after, None).unwrap_or_else(|e| panic!("{what}: {e}"));
                } else {
                    saved.unwrap_or_else(|e| panic!("{what}: {e}"));
                }
                let steps = keeper.disk().steps();
                drop(keeper);
                same(&load(&store, "s").session, &after);
                if steps < at {
                    break;
                }
            }
        }
    }
}

/// Every file of the store, without locks and what differs from run to run.
fn stored(project: &Project) -> Vec<PathBuf> {
    let mut folders = vec![project.path().join(".deltamind")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn a_file_that_cannot_be_read_while_saving_costs_nothing() {
    let talk = ["We decided to use PostgreSQL for the orders service.", "Never push to main without asking me first."];
    let project = Project::with_talk(&talk);
    let id = project.suggested("push to main")["id"].as_str().unwrap().to_owned();
    project.out(&["memory", "approve", &id, "--yes", "--flagged", "--target", "context"]);
    let session = fs::read_dir(project.path().join(".deltamind/sessions")).unwrap().next().unwrap().unwrap();
    let name = session.file_name().to_string_lossy().into_owned();
    let path = project.dir.path().join("talk.jsonl");
    let mut text = fs::read_to_string(&path).unwrap();
    let mut words = 0;
    for how in ["read-once", "read"] {
        for at in if every_step() { (1..60).collect() } else { vec![1, 2, 3, 5, 8, 13, 21, 34] } {
            words += 1;
            let said = format!("We decided to use library number {words} for part {words}.");
            text += &serde_json::json!({ "turnId": format!("v{words}"), "role": "user", "content": said }).to_string();
            text.push('\n');
            fs::write(&path, &text).unwrap();
            let args = ["save", "--from", "../talk.jsonl"].map(str::to_owned);
            let what = format!("{how} at step {at}");
            says_why(&with_fault(&project, &args, &format!("{how}:{at}")), &what);
            project.out(&["save", "--from", "../talk.jsonl"]);
            let aside = stored(&project).into_iter().find(|p| p.to_string_lossy().contains("aside"));
            assert_eq!(aside, None, "{what}: nothing was damaged");
            let loaded = project.own_store().load(&name).unwrap();
            assert_eq!(loaded.damage, Vec::<String>::new(), "{what}");
            let (folded, faults) = Session::folded(loaded.session.sidecar(), loaded.session.log().to_vec());
            assert!(faults.is_empty() && folded.ledger().items() == loaded.session.ledger().items(), "{what}");
            assert_eq!(loaded.session.turns().len(), talk.len() + words, "{what}");
            assert_eq!(project.own_store().approved().unwrap().len(), 1, "{what}");
            let context = fs::read_to_string(project.path().join(".deltamind/CONTEXT.md")).unwrap();
            assert!(context.contains("- Never push to main"), "{what}: {context}");
        }
    }
}

#[test]
fn a_link_that_races_with_a_change_leads_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let (inside, outside) = (dir.path().join("inside"), dir.path().join("outside"));
    fs::create_dir_all(inside.join("below")).unwrap();
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("a.md"), "theirs").unwrap();
    fs::write(outside.join("b.md"), "theirs").unwrap();
    let folder = ConfinedFolder::open(&inside).unwrap();
    let ends = AtomicBool::new(false);
    let rounds = if every_step() { 5000 } else { 300 };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // The file becomes a link, the folder becomes a link, and both become what they were.
            let swap = |path: &Path, aside: &Path, to: &Path| {
                if fs::rename(path, aside).is_ok() {
                    let _ = std::os::unix::fs::symlink(to, path);
                    std::thread::yield_now();
                    let _ = fs::remove_file(path);
                    let _ = fs::rename(aside, path);
                }
            };
            while !ends.load(Ordering::Relaxed) {
                swap(&inside.join("a.md"), &dir.path().join("kept"), &outside.join("a.md"));
                swap(&inside.join("below"), &dir.path().join("kept-folder"), &outside);
            }
        });
        let (mut done, mut refused) = (0, 0);
        for n in 0..rounds {
            for file in ["a.md", "below/b.md"] {
                let text = format!("ours {n}");
                let written = folder.read(file).and_then(|before| {
                    assert_ne!(before.as_deref(), Some(b"theirs".as_slice()), "read through a link");
                    folder.replace(file, before.as_deref(), Some(text.as_bytes()))
                });
                match written {
                    Ok(()) => done += 1,
                    Err(EditError::Refused { .. } | EditError::Changed { .. } | EditError::Io { .. }) => refused += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        ends.store(true, Ordering::Relaxed);
        println!("{done} changes made, {refused} refused");
        assert!(done > 0);
    });
    for name in ["a.md", "b.md"] {
        assert_eq!(fs::read_to_string(outside.join(name)).unwrap(), "theirs");
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 2, "nothing was made there");
}

#[test]
fn decisions_are_in_the_order_in_which_they_were_made_whatever_the_clock_says() {
    let talk = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    let id = talk.suggested("orders")["id"].as_str().unwrap().to_owned();
    let approved = || talk.own_store().approved().unwrap().len();
    let log = talk.path().join(".deltamind/memory.jsonl");
    let times = || -> Vec<String> {
        let text = fs::read_to_string(&log).unwrap();
        text.lines().map(|l| l.split("\"at\":\"").nth(1).unwrap()[..10].to_owned()).collect()
    };
    // The program takes the time from the system: the jumps are in what was recorded before.
    talk.out(&["memory", "approve", &id, "--yes"]);
    assert_eq!(approved(), 1);
    let store = talk.own_store();
    let env = deltamind::memory::MemoryEnv::default();
    let events = deltamind::memory::MemoryEvent::all(&store).unwrap();
    let open = || deltamind::memory::pick(&talk.path(), &store, &env, None).unwrap();
    let target = open();
    let draft = target.draft_undo(&events[0]).unwrap();
    let long_ago = "1999-01-01T00:00:00Z".parse().unwrap();
    deltamind::memory::apply::undo(&store, Some((target.as_ref(), &draft)), &events[0], long_ago).unwrap();
    assert_eq!(approved(), 0, "undone, though dated before the approval");
    assert_eq!(times()[1], "1999-01-01");
    assert!(talk.suggested("orders")["standing"] == "pending");
    talk.out(&["memory", "approve", &id, "--yes"]);
    assert_eq!(approved(), 1);
    talk.out(&["memory", "undo", &id]);
    assert_eq!(approved(), 0);
    // A store written with the clock far ahead is no obstacle now, nor are its temporary files kept.
    let ahead = std::time::SystemTime::now() + std::time::Duration::from_hours(24 * 365);
    let left = talk.path().join(".deltamind/.tmp-ahead");
    fs::write(&left, "half").unwrap();
    for path in stored(&talk) {
        fs::File::options().append(true).open(path).unwrap().set_modified(ahead).unwrap();
    }
    talk.out(&["save", "--from", "../talk.jsonl"]);
    assert!(!left.exists());
    talk.out(&["memory", "approve", &id, "--yes"]);
    assert_eq!(approved(), 1);
}
