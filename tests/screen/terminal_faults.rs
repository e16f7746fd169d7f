//! What terminals, shells and people do to a program that runs all day: stop it, resize it wildly, paste into it,
//! close its pipes, send keys faster than it draws.
#![cfg(unix)]

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::skipped::skip;
use crate::terminal::{LONG, PROGRAM, Pane};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");

fn watch(env: &[(&str, &str)]) -> Pane {
    let mut pane = Pane::open(&["watch", FILE, "--no-save"], env);
    pane.until("○ idle");
    pane
}

fn quit(mut pane: Pane) {
    pane.quit();
    pane.is_restored();
}

fn has_proc(test: &str) -> bool {
    let has = Path::new("/proc/self/stat").exists();
    if !has {
        skip(test, "no /proc to see whether a process is stopped");
    }
    has
}

#[test]
fn stopped_by_key_it_leaves_the_shell_usable_and_comes_back_whole() {
    if !has_proc("stopped_by_key") {
        return;
    }
    let mut pane = watch(&[]);
    // Once with nothing open, once with a dialog.
    for (keys, shown) in [("7", "▸7 T"), ("e", "tokens")] {
        pane.press(keys);
        pane.until(shown);
        pane.press("\x1a");
        pane.until_state('T');
        pane.is_restored();
        pane.wipe();
        pane.signal(Signal::CONT);
        pane.until(shown);
        let screen = pane.terminal.screen();
        assert!(screen.alternate_screen() && screen.bracketed_paste());
    }
    pane.press("e");
    pane.until("○ idle");
    quit(pane);
}

#[test]
fn stopped_from_outside_it_draws_everything_anew() {
    if !has_proc("stopped_from_outside") {
        return;
    }
    let mut pane = watch(&[]);
    pane.signal(Signal::STOP);
    pane.until_state('T');
    pane.wipe();
    pane.signal(Signal::CONT);
    pane.until("▸1 Deci");
    pane.until("○ idle");
    pane.signal(Signal::TSTP);
    pane.until_state('T');
    pane.is_restored();
    pane.wipe();
    pane.signal(Signal::CONT);
    pane.until("▸1 Deci");
    quit(pane);
}

#[test]
fn a_storm_of_sizes_ends_on_the_right_one() {
    let mut pane = watch(&[]);
    let mut state = 7_u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for n in 0..500 {
        let (columns, rows) = match n % 10 {
            0 => (0, 0),
            1 => (1, 1),
            2 => (2, 2),
            3 => (1000, 1),
            4 => (1, 300),
            _ => (random(220) as u16, random(70) as u16),
        };
        pane.resize(columns, rows);
        if n % 25 == 0 {
            pane.press(["7", "?", "?", "e", "e", "1"][random(6) as usize]);
            pane.read();
        }
    }
    // An escape is one only when nothing follows it at once.
    for _ in 0..2 {
        pane.press("\x1b");
        pane.read();
    }
    pane.resize(97, 31);
    pane.press("1");
    pane.until("○ idle");
    pane.until("▸1");
    let lines: Vec<String> = pane.terminal.screen().rows(0, 97).collect();
    assert!(lines[0].contains("○ idle") && lines[30].contains("help"), "{lines:#?}");
    quit(pane);
}

#[test]
fn a_pasted_yes_of_a_megabyte_answers_nothing() {
    let mut pane = watch(&[]);
    pane.press("x");
    // What follows is refused for being pasted, not for being early.
    pane.until_asked("remove?");
    pane.press("\x1b[200~");
    pane.press(&"y\n\x1b[A\r\x1b".repeat(1 << 17));
    pane.press("\x1b[201~");
    // A key shows that everything before it was read.
    pane.press("n1");
    pane.until("▸1 Deci");
    pane.press("?");
    pane.until("half a screen");
    assert!(!pane.shows("removed d-"));
    pane.press("q");
    quit(pane);
}

#[test]
fn keys_hammered_before_a_question_is_seen_answer_nothing() {
    let mut pane = watch(&[]);
    pane.press("xyyyyyyyyyyyy");
    pane.until("remove?");
    assert!(!pane.shows("removed d-"));
    // "No" counts no sooner than "yes" does.
    while pane.shows("remove?") {
        pane.press("n");
    }
    quit(pane);
}

#[test]
fn colours_are_those_the_terminal_has() {
    let has = |raw: &[u8], what: &str| String::from_utf8_lossy(raw).contains(what);
    for (env, cube, truecolor, any) in [
        (&[("NO_COLOR", "1")][..], false, false, false),
        (&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")], false, false, false),
        (&[("TERM", "xterm")], false, false, true),
        (&[("TERM", "xterm-256color")], true, false, true),
        (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], true, true, true),
    ] {
        let mut pane = watch(env);
        for pane_key in ["2", "3", "4", "5", "6", "7", "1"] {
            pane.press(pane_key);
            pane.until(&format!("▸{pane_key}"));
        }
        assert!(pane.shows("Decisions"), "readable");
        let raw = pane.raw.clone();
        assert_eq!(has(&raw, "\x1b[38;2;"), truecolor, "{env:?}");
        assert!(cube || !has(&raw, "\x1b[38;5;") || any && !has(&raw, "\x1b[38;5;16"), "{env:?}");
        let coloured = ["\x1b[38;", "\x1b[48;", "\x1b[3", "\x1b[9"].iter().any(|c| {
            String::from_utf8_lossy(&raw).match_indices(c).any(|(at, _)| {
                let rest = raw[at + 2..].iter().take_while(|b| !b.is_ascii_alphabetic()).copied().collect::<Vec<_>>();
                is_colour(&String::from_utf8_lossy(&rest))
            })
        });
        assert_eq!(coloured, any, "{env:?}");
        quit(pane);
    }
    let mut dumb = Pane::open(&["watch", FILE, "--no-save"], &[("TERM", "dumb")]);
    assert_eq!(dumb.end(LONG), 1);
    assert!(dumb.shows("deltamind process FILE") && !has(&dumb.raw, "\x1b"));
}

/// Whether the parameters of a graphic rendition set a colour other than the terminal's own.
fn is_colour(parameters: &str) -> bool {
    parameters
        .split(';')
        .next()
        .and_then(|p| p.parse::<u16>().ok())
        .is_some_and(|p| matches!(p, 30..=38 | 40..=48 | 90..=97 | 100..=107))
}

#[test]
fn a_closed_pipe_and_a_full_device_are_no_panic() {
    // A reader that leaves after the first line is content.
    let mut child = Command::new(PROGRAM)
        .args(["process", FILE, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut few = [0; 16];
    child.stdout.as_mut().unwrap().read_exact(&mut few).unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!((out.status.code(), out.stderr.len()), (Some(0), 0), "{}", String::from_utf8_lossy(&out.stderr));
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        return skip("a_full_device", "no /dev/full");
    };
    for args in [&["process", FILE][..], &["process", FILE, "--json"], &["watch", FILE, "--frame", "80x24"]] {
        let out = Command::new(PROGRAM).args(args).stdout(full.try_clone().unwrap()).output().unwrap();
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{args:?}: {text}");
        assert!(text.contains("stdout cannot be written to") && text.lines().count() == 1, "{args:?}: {text}");
    }
    // Help and version, which the argument parser prints by itself.
    for args in ["--help", "--version"] {
        let out = Command::new(PROGRAM).arg(args).stdout(full.try_clone().unwrap()).output().unwrap();
        assert!(!String::from_utf8_lossy(&out.stderr).contains("panicked"));
    }
    // No terminal to read keys from.
    let out = Command::new(PROGRAM).args(["watch", FILE]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(out.status.code(), Some(1));
}

/// The most memory a process had so far, in bytes; `None` where the system does not tell it.
fn most_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.trim().split(' ').next()?.parse::<u64>().ok()? << 10)
}

#[test]
fn a_writer_faster_than_the_reader_costs_no_memory_and_no_key() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("aaaa.jsonl");
    let record = |n: usize, content: &str| {
        format!(
            r#"{{"type":"user","cwd":"/shop","sessionId":"aaaa","message":{{"role":"user","content":{content}}},"uuid":"u{n}","timestamp":"2026-02-01T10:00:00Z"}}"#
        ) + "\n"
    };
    fs::write(&path, record(0, "\"We decided to use PostgreSQL.\"")).unwrap();
    let mut pane = Pane::open(&["watch", path.to_str().unwrap(), "--no-save"], &[]);
    pane.until("PostgreSQL");
    let pid = pane.child.process_id().unwrap();
    let Some(before) = most_memory(pid) else { return skip("a_writer_faster", "no /proc to measure memory in") };
    // The output of a tool, of which little is kept.
    let output = "word ".repeat(13_000);
    let rounds = if std::env::var_os("DELTAMIND_TRIALS").is_some() { 3000 } else { 300 };
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    for n in 1..rounds {
        let content = format!(r#"[{{"type":"tool_result","tool_use_id":"c{n}","content":"{output}"}}]"#);
        file.write_all(record(n, &content).as_bytes()).unwrap();
    }
    file.write_all(record(rounds, "\"We decided to use Redis.\"").as_bytes()).unwrap();
    // A key is answered meanwhile.
    pane.press("?");
    pane.until("half a screen");
    pane.press("?");
    pane.until("Redis");
    let after = most_memory(pid).unwrap();
    assert!(after < before + (150 << 20), "{before} bytes, then {after}");
    quit(pane);
}

/// A talk with so many decisions.
fn decisions(from: usize, to: usize) -> String {
    let words = |n: usize| format!("We decided to use library number {n} for the part {n}.");
    let line =
        |n| serde_json::json!({ "turnId": format!("u{n}"), "role": "user", "content": words(n) }).to_string() + "\n";
    (from..to).map(line).collect()
}

/// A project, and a transcript in it with so many decisions.
fn project(many: usize) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(".git")).unwrap();
    let path = dir.path().join("talk.jsonl");
    fs::write(&path, decisions(0, many)).unwrap();
    (dir, path)
}

#[test]
fn a_limit_of_file_sizes_is_told_while_the_screen_lives_on_and_the_terminal_is_restored() {
    let (dir, path) = project(300);
    // Where a file may not grow the system sends a signal that ends a program by default.
    let mut command = portable_pty::CommandBuilder::new("bash");
    command.args(["-c", "ulimit -f 8; exec \"$0\" \"$@\"", PROGRAM, "watch"]);
    command.args([path.to_str().unwrap(), "--no-model"]);
    command.cwd(dir.path());
    command.env("HOME", dir.path());
    command.env_remove("XDG_STATE_HOME");
    command.env_remove("XDG_CONFIG_HOME");
    let mut pane = Pane::start(command, &[]);
    pane.resize(120, 30);
    pane.until("not saved");
    // It follows and draws all the same.
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(decisions(300, 301).as_bytes()).unwrap();
    pane.press("1g");
    pane.until("number 300");
    pane.press("q");
    let code = pane.end(LONG);
    assert!(code < 128, "ended by a signal: {code}");
    pane.is_restored();
}

#[test]
fn who_looks_on_goes_on_saving_when_the_first_is_killed() {
    let (dir, path) = project(3);
    let args = ["watch", path.to_str().unwrap()];
    let mut first = Pane::open_in(dir.path(), &args, &[]);
    first.until("● live");
    let store = deltamind::store::Store::at(dir.path().join(".deltamind"));
    crate::wait::until("the first saves", || {
        first.read();
        store.current().is_some()
    });
    let mut second = Pane::open_in(dir.path(), &args, &[]);
    second.until("looking on");
    first.signal(Signal::KILL);
    first.end(LONG);
    let id = store.current().unwrap();
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(decisions(3, 4).as_bytes()).unwrap();
    second.press_until("j", "saved from here");
    second.quit();
    assert_eq!(store.load(&id).unwrap().session.turns().len(), 4);
}

/// Handles, threads and kilobytes of a process.
fn usage(pid: u32) -> Option<(usize, usize, usize)> {
    let count = |what: &str| fs::read_dir(format!("/proc/{pid}/{what}")).map(Iterator::count).ok();
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let rss = status.lines().find_map(|l| l.strip_prefix("VmRSS:")?.trim().split(' ').next()?.parse().ok())?;
    Some((count("fd")?, count("task")?, rss))
}

#[test]
fn a_long_day_of_appends_and_sizes_leaks_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("talk.jsonl");
    let line =
        |n: usize| format!("{{\"turnId\":\"m{n}\",\"role\":\"assistant\",\"content\":\"word {n} of a long day\"}}\n");
    fs::write(&path, line(0)).unwrap();
    let mut pane = Pane::open(&["watch", path.to_str().unwrap(), "--no-save"], &[]);
    pane.until("● live");
    pane.press("7");
    let pid = pane.child.process_id().unwrap();
    let Some(_) = usage(pid) else { return skip("a_long_day", "no /proc to count handles in") };
    let day = |pane: &mut Pane, turns: std::ops::Range<usize>| {
        for n in turns {
            if n % 40 == 0 {
                // Now and then the file is written anew by its owner.
                let next = dir.path().join("next");
                let whole: String = (0..n).map(line).collect();
                fs::write(&next, whole).unwrap();
                fs::rename(&next, &path).unwrap();
            }
            OpenOptions::new().append(true).open(&path).unwrap().write_all(line(n).as_bytes()).unwrap();
            pane.resize(60 + (n % 50) as u16, 20 + (n % 15) as u16);
            pane.press(["j", "k", "3", "7", "1", "G"][n % 6]);
            if n % 10 == 0 {
                pane.until(&format!("t{}", n + 1));
                pane.raw.clear();
            }
        }
    };
    day(&mut pane, 1..101);
    let before = usage(pid).unwrap();
    day(&mut pane, 101..401);
    let after = usage(pid).unwrap();
    assert!(after.0 <= before.0 + 2 && after.1 <= before.1 + 1, "handles, threads, kB: {before:?} then {after:?}");
    assert!(after.2 < before.2 + 12 * 1024, "handles, threads, kB: {before:?} then {after:?}");
    quit(pane);
}
