//! Tests faults around a followed file: missing, superfluous or refused notifications of the system, and writers that are
//! concurrent or faster than the reader.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use deltamind::transcript::{Entry, Reader, ReaderMsg, ReaderOptions};
use portable_pty::CommandBuilder;

use crate::skipped::skip;
use crate::terminal::{LONG, PROGRAM, Pane};

fn turn(id: &str, words: &str) -> String {
    format!("{{\"turnId\":\"{id}\",\"role\":\"user\",\"content\":\"{words}\"}}\n")
}

fn append(path: &Path, text: &str) {
    OpenOptions::new().create(true).append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

/// A folder with a transcript of one turn.
fn place() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().canonicalize().unwrap().join("talk.jsonl");
    append(&path, &turn("a", "the first words"));
    (dir, path)
}

fn reader(path: &Path, tick: Duration, notify: bool) -> (Reader, Receiver<ReaderMsg>) {
    let (out, messages) = sync_channel(4);
    let options = ReaderOptions { notify, tick, ..ReaderOptions::default() };
    (Reader::spawn(path, options, out).unwrap(), messages)
}

/// Receives turn ids until there are `count`.
fn turns(messages: &Receiver<ReaderMsg>, count: usize) -> Vec<String> {
    let deadline = Instant::now() + LONG * 3;
    let mut ids = Vec::new();
    while ids.len() < count {
        let left = deadline.saturating_duration_since(Instant::now());
        let Ok(msg) = messages.recv_timeout(left) else { panic!("{} turns of {count}", ids.len()) };
        if let ReaderMsg::Entries(chunk) = msg {
            ids.extend(chunk.entries.iter().filter_map(|e| match e {
                Entry::Turn(turn) => Some(turn.turn_id.clone()),
                Entry::Signal(_) => None,
            }));
        }
    }
    ids
}

#[test]
fn notification_queue_overflow_loses_no_line() {
    use rustix::process::Signal;
    let (dir, path) = place();
    let mut pane = Pane::open(&["watch", path.to_str().unwrap(), "--no-save"], &[]);
    pane.until("● live");
    pane.press("7");
    pane.until("the first words");
    // Stopped, it takes no notification out of the queue; the queue holds 16384 of them unless set otherwise.
    pane.signal(Signal::STOP);
    let litter = dir.path().join("litter");
    for _ in 0..12_000 {
        fs::write(&litter, "").unwrap();
        fs::remove_file(&litter).unwrap();
    }
    append(&path, &turn("b", "said in the flood"));
    pane.signal(Signal::CONT);
    pane.until("said in the flood");
    append(&path, &turn("c", "said after it"));
    pane.until("said after it");
    pane.quit();
}

#[test]
fn without_notifications_a_tick_finds_the_change() {
    let (_dir, path) = place();
    let (_reader, messages) = reader(&path, Duration::from_millis(100), false);
    assert_eq!(turns(&messages, 1), ["a"]);
    for n in 0..5 {
        append(&path, &turn(&format!("b{n}"), "more"));
        assert_eq!(turns(&messages, 1), [format!("b{n}")]);
    }
    // And a tick of an hour is the proof that it was the tick that found them.
    let (reader, messages) = reader_without_ticks(&path);
    append(&path, &turn("late", "more"));
    assert!(messages.recv_timeout(Duration::from_millis(300)).is_err());
    reader.wake();
    assert_eq!(turns(&messages, 1), ["late"]);
}

fn reader_without_ticks(path: &Path) -> (Reader, Receiver<ReaderMsg>) {
    let (reader, messages) = reader(path, Duration::from_hours(1), false);
    turns(&messages, 6);
    while !matches!(messages.recv_timeout(LONG), Ok(ReaderMsg::CaughtUp)) {}
    (reader, messages)
}

/// A namespace of its own with no file watch to give.
fn without_watches(limit: &str) -> Option<[String; 3]> {
    let script = format!("echo 0 > /proc/sys/user/{limit} && exec \"$@\"");
    let args = ["-Ur".to_owned(), "sh".to_owned(), script];
    let tried = Command::new("unshare").args(&args[..2]).args(["-c", &args[2], "sh", "true"]).output();
    tried.is_ok_and(|out| out.status.success()).then_some(args)
}

#[test]
fn watch_limit_reached_is_reported_once_and_ticks_go_on() {
    for (limit, named) in [
        ("max_inotify_watches", "fs.inotify.max_user_watches"),
        ("max_inotify_instances", "fs.inotify.max_user_instances"),
    ] {
        let (_dir, path) = place();
        let Some([user, shell, script]) = without_watches(limit) else {
            return skip("watch_limit_reached", "no user namespaces here");
        };
        let mut command = CommandBuilder::new("unshare");
        command.args([
            &user,
            &shell,
            "-c",
            &script,
            "sh",
            PROGRAM,
            "watch",
            path.to_str().unwrap(),
            "--no-save",
            "--no-model",
        ]);
        let mut pane = Pane::start(command, &[]);
        pane.resize(160, 24);
        pane.until(named);
        pane.until("the first words");
        pane.press("7");
        pane.until_gone(named);
        append(&path, &turn("b", "found by looking"));
        pane.until("found by looking");
        assert!(!pane.shows(named), "told once");
        pane.quit();
    }
}

#[test]
fn a_swapped_link_is_followed_and_its_new_target_named() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    let (one, two, link) = (root.join("one.jsonl"), root.join("two.jsonl"), root.join("link.jsonl"));
    append(&one, &turn("a", "words of the one"));
    append(&two, &turn("b", "words of the other"));
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let mut pane = Pane::open(&["watch", link.to_str().unwrap(), "--no-save"], &[]);
    pane.resize(160, 24);
    pane.press("7");
    pane.until("words of the one");
    let swap = root.join("swap");
    std::os::unix::fs::symlink(&two, &swap).unwrap();
    fs::rename(&swap, &link).unwrap();
    pane.until("words of the other");
    pane.until("two.jsonl");
    append(&two, &turn("c", "and more of it"));
    pane.until("and more of it");
    pane.quit();
}

#[test]
fn files_that_cannot_be_followed_are_refused_with_one_line() {
    let (dir, path) = place();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let run = |command: &str, path: &Path| Command::new(PROGRAM).arg(command).arg(path).output().unwrap();
    for (path, word) in [(&fifo, "a FIFO"), (&dir.path().to_owned(), "a directory"), (&"/dev/zero".into(), "a device")]
    {
        for command in ["process", "watch"] {
            let out = run(command, path);
            let text = String::from_utf8_lossy(&out.stderr).into_owned();
            assert_eq!((out.status.code(), text.lines().count()), (Some(1), 1), "{command}: {text}");
            assert!(command == "watch" || text.contains(word), "{text}");
        }
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    let mut command = Command::new(PROGRAM);
    command.arg("process").arg(&path);
    if rustix::process::geteuid().is_root() {
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        command.uid(65_534);
    }
    match command.output() {
        Ok(out) => {
            let text = String::from_utf8_lossy(&out.stderr);
            assert!(
                out.status.code() == Some(1) && text.contains("cannot read") && text.lines().count() == 1,
                "{text}"
            );
        }
        Err(_) => skip("what_cannot_be_read", "the program cannot be run as nobody"),
    }
}

#[test]
fn two_writers_at_once_lose_no_whole_line() {
    const EACH: usize = 2000;
    let (_dir, path) = place();
    let (_reader, messages) = reader(&path, Duration::from_millis(100), true);
    let line = turn("$w$i", "x").replace('"', "\\\"");
    let script = format!("i=0; while [ $i -lt {EACH} ]; do printf '%s\\n' \"{}\"; i=$((i+1)); done", line.trim_end());
    let writers = ["p", "q"].map(|name| {
        let out = OpenOptions::new().append(true).open(&path).unwrap();
        Command::new("sh").args(["-c", &format!("w={name}; {script}")]).stdout(out).spawn().unwrap()
    });
    let ids = turns(&messages, 1 + 2 * EACH);
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), distinct.len()), (1 + 2 * EACH, 1 + 2 * EACH));
    for name in ["p", "q"] {
        let own: Vec<usize> = ids.iter().filter_map(|id| id.strip_prefix(name)?.parse().ok()).collect();
        assert!(own.is_sorted() && own.len() == EACH);
    }
}

#[test]
fn a_fast_writer_is_read_at_most_a_few_chunks_ahead() {
    let (_dir, path) = place();
    // 48 MB of talk, and a receiver that takes everything out of the channel but works nothing off.
    let block: String = (0..1000).map(|n| turn(&format!("n{n}"), &"word ".repeat(180))).collect();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    let write = move || {
        for round in 0..50 {
            file.write_all(block.replace("\"n", &format!("\"r{round}n")).as_bytes()).unwrap();
        }
    };
    let writer = std::thread::spawn(write);
    let (_reader, messages) = reader(&path, Duration::from_millis(50), true);
    let mut kept = Vec::new();
    let quiet = Duration::from_millis(1500);
    while let Ok(msg) = messages.recv_timeout(quiet) {
        kept.push(msg);
    }
    writer.join().unwrap();
    let waiting = kept.iter().filter(|m| matches!(m, ReaderMsg::Entries(_))).count();
    assert!((1..=4).contains(&waiting), "{waiting} chunks were sent though none was taken in");
    // As they are taken in, the rest follows, each line once.
    let first: usize = kept.iter().map(|m| if let ReaderMsg::Entries(c) = m { c.entries.len() } else { 0 }).sum();
    drop(kept);
    assert_eq!(turns(&messages, 50_001 - first).len(), 50_001 - first);
}
