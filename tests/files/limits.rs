//! Tests that crafted lines, files and limits of the system cost neither memory, time nor the terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::project::Project;
use crate::skipped::skip;

/// Bytes of a crafted line: the longest that is read at all is 32 MiB. An unoptimised build would take minutes.
const LINE: usize = if cfg!(debug_assertions) { 2_000_000 } else { 32_000_000 };
const MOST_MEMORY: u64 = if cfg!(debug_assertions) { 80 << 20 } else { 300 << 20 };

/// The most memory a command had, in bytes, and how long it took. The system tells the first on Linux alone.
fn cost(command: &mut Command, patience: Duration) -> (u64, Duration) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let since = Instant::now();
    let (status, mut most) = (format!("/proc/{}/status", child.id()), 0);
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kib = line.and_then(|l| l.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        most = most.max(kib.unwrap_or(0) << 10);
        if since.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    (most, since.elapsed())
}

/// A record of Claude Code with this content, written as it is.
fn record(project: &Project, role: &str, content: &str) -> String {
    let cwd = json!(project.path());
    format!(
        r#"{{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":{cwd},"sessionId":"aaaa","type":"{role}","message":{{"role":"{role}","content":{content}}},"uuid":"u1","timestamp":"2026-01-01T00:00:00Z"}}"#
    )
}

fn todos(n: usize) -> String {
    let todo = |n| format!(r#"{{"content":"do the part number {n} of it","status":"pending","activeForm":"x"}}"#);
    let all: Vec<String> = (0..n).map(todo).collect();
    format!(r#"[{{"type":"tool_use","id":"c1","name":"TodoWrite","input":{{"todos":[{}]}}}}]"#, all.join(","))
}

/// Lines that say little and make a reader allocate much.
fn crafted(project: &Project) -> Vec<(&'static str, String)> {
    let inner = format!("[{}0]", "0,".repeat(3000));
    vec![
        ("numbers", record(project, "user", &format!("[{}0]", "0,".repeat(LINE / 2)))),
        ("objects", record(project, "user", &format!("[{}{{}}]", "{},".repeat(LINE / 3)))),
        ("lists of lists", record(project, "user", &format!("[{}0]", format!("{inner},").repeat(LINE / 6003)))),
        ("blocks", record(project, "user", &format!("[{}0]", r#"{"type":"text","text":"x"},"#.repeat(LINE / 28)))),
        ("members", record(project, "user", &format!("{{{}\"b\":0}}", "\"a\":0,".repeat(LINE / 6)))),
        ("todos", record(project, "assistant", &todos(LINE / 800))),
        ("twice as many todos", record(project, "assistant", &todos(LINE / 400))),
        ("one bracket too few", record(project, "user", &format!("[{}0", "0,".repeat(LINE / 2)))),
        ("words", record(project, "user", &format!("\"{}\"", "never do that again. ".repeat(LINE / 21)))),
        ("keywords", record(project, "user", &format!("\"{}\"", "key=token: ghp_ sk- ".repeat(LINE / 21)))),
        ("one word", record(project, "user", &format!("\"{}\"", "a".repeat(LINE)))),
    ]
}

#[test]
fn a_crafted_line_costs_no_more_than_its_length() {
    let project = Project::new();
    if !Path::new("/proc/self/status").exists() {
        return skip("limits", "the system does not tell the memory of a process");
    }
    let path = project.dir.path().join("aaaa.jsonl");
    let mut wrong = Vec::new();
    for (name, line) in crafted(&project) {
        assert!(line.len() <= 32 << 20, "{name}");
        let next = record(&project, "user", "\"We decided to use PostgreSQL.\"").replace("u1", "u2");
        fs::write(&path, format!("{line}\n{next}\n")).unwrap();
        // How long it takes depends on the machine and the build: `.ci/nightly` sets it for the optimised one.
        let seconds = std::env::var("DELTAMIND_SECONDS").ok().and_then(|s| s.parse().ok());
        let patience = Duration::from_secs(seconds.unwrap_or(240));
        let (memory, took) = cost(&mut project.command(&["process", &path.display().to_string()]), patience);
        println!("{name}: {} MiB, {:.1} s", memory >> 20, took.as_secs_f32());
        if memory > MOST_MEMORY || took >= patience {
            wrong.push(format!("{name}: {} MiB, {:.1} s", memory >> 20, took.as_secs_f32()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_holds_nobody_up() {
    let project = Project::new();
    let fifo = project.dir.path().join("fifo");
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|s| s.success()) {
        return skip("limits", "there is no mkfifo");
    }
    let folder = project.dir.path().join("folder");
    fs::create_dir_all(&folder).unwrap();
    for path in [fifo.as_path(), folder.as_path(), Path::new("/dev/zero"), Path::new("/dev/null")] {
        let path = path.display().to_string();
        for args in [
            &["save", "--from", &path][..],
            &["process", &path],
            &["replay", &path],
            &["inspect", &path],
            &["export", "--from", &path],
            &["suggest-memory", "--from", &path],
            &["watch", &path, "--no-save", "--no-model", "--frame", "80x24"],
            &["eval", &path],
            &["explain", "d-1", "--from", &path],
        ] {
            let patience = Duration::from_secs(30);
            let (_, took) = cost(&mut project.command(args), patience);
            assert!(took < patience, "{args:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_is_an_error_like_a_full_disk() {
    use std::os::unix::process::ExitStatusExt;
    let project = Project::new();
    let words: Vec<String> =
        (0..80).map(|n| format!("We decided to use library number {n} for the part {n}.")).collect();
    let line = |(n, words): (usize, &String)| {
        json!({ "turnId": format!("u{n}"), "role": "user", "content": words }).to_string() + "\n"
    };
    let path = project.dir.path().join("talk.jsonl");
    fs::write(&path, words.iter().enumerate().map(line).collect::<String>()).unwrap();
    let program = project.command(&[]).get_program().to_owned();
    let mut shell = Command::new("bash");
    shell.args(["-c", "ulimit -f 8; exec \"$0\" save --from \"$1\""]).arg(program).arg(&path);
    shell.current_dir(project.path()).env_clear().env("HOME", project.home());
    let Ok(out) = shell.output() else { return skip("limits", "there is no bash") };
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.signal(), None, "{said}");
    assert!(!out.status.success() && said.contains("cannot write"), "{said}");
    // With room again it goes on.
    project.out(&["save", "--from", &path.display().to_string()]);
}

/// Bytes without any order, the same each time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    (0..len / 8).flat_map(|_| next()).collect()
}

/// Whether the slow form is asked for.
fn many() -> bool {
    std::env::var_os("DELTAMIND_TRIALS").is_some()
}

#[test]
fn what_is_no_transcript_is_given_up_however_long_it_is() {
    let project = Project::new();
    let path = project.dir.path().join("noise.jsonl");
    let block = noise(8 << 20);
    let mut file = fs::File::create(&path).unwrap();
    for _ in 0..if many() { 128 } else { 1 } {
        std::io::Write::write_all(&mut file, &block).unwrap();
    }
    let holes = project.dir.path().join("holes.jsonl");
    fs::write(&holes, "root:x:0:0\n").unwrap();
    fs::File::options().write(true).open(&holes).unwrap().set_len(8 << 30).unwrap();
    for path in [&path, &holes] {
        for what in [&["process"][..], &["save", "--from"]] {
            let args: Vec<&str> = what.iter().copied().chain([path.to_str().unwrap()]).collect();
            let patience = Duration::from_secs(if many() && !cfg!(debug_assertions) { 5 } else { 60 });
            let (memory, took) = cost(&mut project.command(&args), patience);
            println!("{args:?}: {} MiB, {:.1} s", memory >> 20, took.as_secs_f32());
            assert!(took < patience && memory < MOST_MEMORY, "{args:?}: {took:?}, {memory} bytes");
        }
    }
}

#[test]
fn a_hole_in_a_transcript_and_a_line_over_the_limit_are_passed_over() {
    let project = Project::new();
    let path = project.dir.path().join("talk.jsonl");
    let turn =
        |n: usize, words: &str| json!({ "turnId": format!("u{n}"), "role": "user", "content": words }).to_string();
    let head = turn(1, "We decided to use PostgreSQL for the orders service.");
    let tail = turn(2, "We decided to use Redis for the carts.");
    // A hole of half a gigabyte that somebody else's truncation leaves, and a picture of 100 MB.
    fs::write(&path, format!("{head}\n")).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let len = file.metadata().unwrap().len();
    file.set_len(len + (if many() { 512 } else { 16 } << 20)).unwrap();
    std::io::Write::write_all(&mut file, format!("{tail}\n").as_bytes()).unwrap();
    let giant = if many() { 80 << 20 } else { (32 << 20) + 1 };
    let picture = turn(3, &"iVBORw0KGgoAAAANSUhE".repeat(giant / 20));
    std::io::Write::write_all(&mut file, format!("{picture}\n{}\n", turn(4, "Never push to main.")).as_bytes())
        .unwrap();
    drop(file);
    let mut command = project.command(&["process", path.to_str().unwrap()]);
    let (memory, took) = cost(&mut command, Duration::from_mins(4));
    println!("{} MiB, {:.1} s", memory >> 20, took.as_secs_f32());
    assert!(memory < MOST_MEMORY, "{memory} bytes");
    let out = project.out(&["process", path.to_str().unwrap()]);
    for words in ["PostgreSQL", "Redis", "push to main"] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn many_items_and_long_ones_are_cut_where_they_are_shown() {
    let project = Project::new();
    let path = project.dir.path().join("talk.jsonl");
    let items = if many() { 20_000 } else { 300 };
    let turn =
        |n: usize, words: &str| json!({ "turnId": format!("u{n}"), "role": "user", "content": words }).to_string();
    let mut text: String =
        (0..items).map(|n| turn(n, &format!("We decided to use library lib{n} for the part p{n}.")) + "\n").collect();
    let long =
        format!("Never push to main {}.", "and never to the other one ".repeat(if many() { 400_000 } else { 5_000 }));
    text += &(turn(items, &long) + "\n");
    fs::write(&path, text).unwrap();
    let args = ["save", "--from", path.to_str().unwrap()];
    let (memory, took) = cost(&mut project.command(&args), Duration::from_mins(4));
    println!("{items} items: {} MiB, {:.1} s", memory >> 20, took.as_secs_f32());
    assert!(memory < 3 * MOST_MEMORY, "{memory} bytes");
    let folder = project.path().join(".deltamind");
    let context = fs::read_to_string(folder.join("CONTEXT.md")).unwrap();
    assert!(context.len() < 40_000 && context.contains("(+ "), "{} bytes: {context}", context.len());
    let session = fs::read_dir(folder.join("sessions")).unwrap().next().unwrap().unwrap().path();
    assert!(fs::metadata(session.join("recent.json")).unwrap().len() < 64 << 10);
    let exported = project.out(&["export"]);
    assert!(exported.len() < 256 << 10 && exported.contains("(+ "), "{} bytes", exported.len());
    let suggested = project.out(&["suggest-memory"]);
    assert!(suggested.lines().all(|l| l.chars().count() < 4000), "no line is as long as the talk");
}

#[test]
fn a_store_full_of_holes_is_refused_at_once() {
    let project = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    let folder = project.path().join(".deltamind");
    let session = fs::read_dir(folder.join("sessions")).unwrap().next().unwrap().unwrap().path();
    for path in
        ["snapshot.json", "snapshot.json.1", "provenance.jsonl", "recent.json", "hook.json"].map(|n| session.join(n))
    {
        fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    }
    for name in ["CONTEXT.md", "memory.jsonl", "current", "mark"] {
        fs::File::create(folder.join(name)).unwrap().set_len(1 << 30).unwrap();
    }
    let patience = Duration::from_mins(1);
    for args in [&["doctor"][..], &["status"], &["hook", "status"]] {
        let (memory, took) = cost(&mut project.command(args), patience);
        assert!(took < patience && memory < MOST_MEMORY, "{args:?}: {took:?}, {memory} bytes");
    }
}
