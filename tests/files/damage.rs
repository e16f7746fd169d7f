//! Tests of damaged, swapped and giant files of the store, and of the order of the calls that make a save durable. A few
//! places are tried here, many with `DELTAMIND_TRIALS`.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use deltamind::store::{Disk, Store, StoreError};

use crate::edit_faults::{EDITORS, Run};
use crate::project::Project;
use crate::saved::{act, demo, keeper, load, same, saved_demo};
use crate::skipped::skip;

fn many() -> bool {
    std::env::var_os("DELTAMIND_TRIALS").is_some()
}

/// A store whose files are signed.
fn signed(dir: &Path) -> Store {
    fs::create_dir_all(dir.join("project/.git")).unwrap();
    Store::of_project(&dir.join("project"), Some(&dir.join("state"))).unwrap()
}

#[test]
fn after_any_torn_end_ten_more_lines_are_saved_and_read() {
    let (_dir, store, session) = saved_demo();
    let folder = store.root().join("sessions/s");
    let (log, snapshot) =
        (fs::read(folder.join("provenance.jsonl")).unwrap(), fs::read(folder.join("snapshot.json")).unwrap());
    let last = log[..log.len() - 1].iter().rposition(|b| *b == b'\n').unwrap() + 1;
    for cut in (last + 1..log.len()).step_by(if many() { 1 } else { 97 }) {
        // A whole line less than the snapshot knows, and a torn one more than it knows.
        for (bytes, known) in [(log[..cut].to_vec(), false), ([&log[..], &log[last..cut]].concat(), true)] {
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("provenance.jsonl"), &bytes).unwrap();
            fs::write(folder.join("snapshot.json"), &snapshot).unwrap();
            let (mut keeper, loaded) = keeper(&store, "s", Disk::default());
            let mut more = loaded.unwrap().session;
            assert_eq!(more.ledger().items(), session.ledger().items(), "cut at {cut}, known {known}");
            for choice in 0..10 {
                act(&mut more, choice * 11 + 3);
            }
            keeper.save(&more, None).unwrap();
            drop(keeper);
            same(&load(&store, "s").session, &more);
        }
    }
}

#[test]
fn a_flipped_bit_anywhere_in_the_log_costs_that_line() {
    let session = demo();
    let dir = tempfile::tempdir().unwrap();
    let store = signed(dir.path());
    keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
    let path = store.root().join("sessions/s/provenance.jsonl");
    let whole = fs::read(&path).unwrap();
    let trials = if many() { 1500 } else { 12 };
    for trial in 0..trials {
        let at = (trial * 7919 + 13 * trial * trial) % whole.len();
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (trial % 8);
        fs::write(&path, &bytes).unwrap();
        let loaded = store.load("s").unwrap();
        let line = whole[..at].split(|b| *b == b'\n').count();
        let what = format!("bit {} of byte {at}, line {line}: {:?}", trial % 8, loaded.damage);
        assert_eq!(loaded.session.ledger().items(), session.ledger().items(), "{what}");
        // A line end that is flipped, or made, changes where lines end: two lines at most.
        assert!((1..=3).contains(&loaded.damage.len()), "{what}");
        assert!(loaded.damage.iter().any(|d| d.contains(&format!("line {line} ")) || d.contains("torn")), "{what}");
    }
}

#[test]
fn snapshots_that_are_swapped_never_take_the_place_of_what_was_saved() {
    let dir = tempfile::tempdir().unwrap();
    let store = signed(dir.path());
    let before = demo();
    let mut after = before.clone();
    act(&mut after, 3);
    act(&mut after, 5);
    {
        let (mut keeper, _) = keeper(&store, "s", Disk::default());
        keeper.save(&before, None).unwrap();
        keeper.save(&after, None).unwrap();
    }
    let mut other = before.clone();
    act(&mut other, 4);
    other.set_meta(deltamind::transcript::Meta { session_id: "t".to_owned(), ..other.meta().clone() });
    keeper(&store, "t", Disk::default()).0.save(&other, None).unwrap();
    let folder = store.root().join("sessions/s");
    let [new, old] = ["snapshot.json", "snapshot.json.1"].map(|n| folder.join(n));
    let bytes = [&new, &old].map(|p| fs::read(p).unwrap());
    // The older one is in the newer one's place: the log has the rest.
    fs::write(&new, &bytes[1]).unwrap();
    fs::write(&old, &bytes[0]).unwrap();
    let loaded = store.load("s").unwrap().session;
    assert!(!loaded.pending_corrections().is_empty(), "what the person did since waits to be done again");
    // A log that is older than the snapshot, and none at all.
    fs::write(&new, &bytes[0]).unwrap();
    fs::write(&old, &bytes[1]).unwrap();
    let log = fs::read(folder.join("provenance.jsonl")).unwrap();
    let ends = log.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
    let half = ends.clone().nth(ends.count() / 2).unwrap();
    for left in [&log[..half], b""] {
        fs::write(folder.join("provenance.jsonl"), left).unwrap();
        let loaded = store.load("s").unwrap();
        assert_eq!(loaded.session.ledger().items(), after.ledger().items());
        assert!(loaded.damage.iter().any(|d| d.contains("do not belong together")), "{:?}", loaded.damage);
    }
    // Another session's is none of this one's, though it is signed.
    fs::write(folder.join("provenance.jsonl"), &log).unwrap();
    for path in [&new, &old] {
        fs::copy(store.root().join("sessions/t/snapshot.json"), path).unwrap();
    }
    let loaded = store.load("s").unwrap();
    assert_eq!(loaded.session.ledger().items(), after.ledger().items());
    assert_eq!(loaded.damage.iter().filter(|d| d.contains("not signed")).count(), 2, "{:?}", loaded.damage);
}

#[test]
fn a_giant_snapshot_is_refused_at_once_and_rebuilt_from_the_log() {
    let (_dir, store, session) = saved_demo();
    for (len, first) in [(1_u64 << 30, "{\"version\":1,"), (8 << 30, "{"), (1 << 30, "")] {
        for name in ["snapshot.json", "snapshot.json.1"] {
            let path = store.root().join("sessions/s").join(name);
            fs::write(&path, first).unwrap();
            fs::File::options().write(true).open(&path).unwrap().set_len(len).unwrap();
        }
        let since = std::time::Instant::now();
        let loaded = store.load("s").unwrap();
        assert!(since.elapsed() < std::time::Duration::from_secs(20), "{:?}", since.elapsed());
        assert_eq!(loaded.session.ledger().items(), session.ledger().items());
        assert!(loaded.damage.iter().any(|d| d.contains("too large")), "{:?}", loaded.damage);
    }
    let path = store.root().join("sessions/s/provenance.jsonl");
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 30).unwrap();
    assert!(matches!(store.load("s"), Err(StoreError::Io { .. })));
}

/// The calls of a command that make files durable, with the paths of their descriptors; `None` where nothing can be traced.
fn traced(project: &Project, args: &[&str], inject: &[&str]) -> Option<(String, std::process::Output)> {
    let trace = project.dir.path().join("trace");
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-qq", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2,link,linkat"]);
    command.args(inject).arg("-o").arg(&trace).arg(project.command(&[]).get_program()).args(args);
    command.current_dir(project.path()).env_clear().env("HOME", project.home()).stdin(Stdio::null());
    command.env("PATH", std::env::var_os("PATH").unwrap());
    let out = command.output().ok()?;
    let text = fs::read_to_string(&trace).ok()?;
    (!String::from_utf8_lossy(&out.stderr).contains("ptrace")).then_some((text, out))
}

/// The paths in a traced system call: in quotation marks, or behind a descriptor.
fn paths(line: &str) -> Vec<&str> {
    let quoted = line.split('"').skip(1).step_by(2);
    quoted.chain(line.split('<').skip(1).filter_map(|part| part.split('>').next())).collect()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[test]
fn the_data_is_synced_before_it_gets_its_name_and_the_folder_after() {
    let project = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    fs::create_dir_all(project.claude_folder(&project.path())).unwrap();
    let id = project.suggested("orders")["id"].as_str().unwrap().to_owned();
    let talk = project.dir.path().join("talk.jsonl");
    let more = "{\"turnId\":\"u9\",\"role\":\"user\",\"content\":\"We decided to use Redis for the carts.\"}\n";
    fs::write(&talk, fs::read_to_string(&talk).unwrap() + more).unwrap();
    for (args, least) in [
        (&["save", "--from", "../talk.jsonl"][..], 3),
        (&["memory", "approve", &id, "--yes"], 3),
        (&["hook", "install", "--agent", "claude", "--yes"], 1),
    ] {
        let Some((trace, out)) = traced(&project, args, &[]) else { return skip("synced_before", "no strace here") };
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        in_order(args, &trace, least);
    }
    // Boards and documents too.
    for editor in EDITORS {
        let run = Run::new(editor);
        for args in [&run.make, &run.back] {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let (trace, out) = traced(&run.project, &args, &[]).unwrap();
            assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
            in_order(&args, &trace, 0);
        }
    }
}

/// Checks that every file was synced before it got its name, and its folder after; at least so many files.
fn in_order(args: &[&str], trace: &str, least: usize) {
    let lines: Vec<&str> = trace.lines().filter(|l| l.ends_with("= 0")).collect();
    let (mut named, mut at) = (0, 0);
    for line in &lines {
        at += 1;
        let [.., from, to] = line.split('"').skip(1).step_by(2).collect::<Vec<_>>()[..] else { continue };
        // A snapshot that is kept under a second name was synced when it was written.
        let is_new = name_of(from).contains(".tmp-") && !name_of(to).ends_with(".json.1") && !line.contains("sync(");
        if !is_new || name_of(to).contains(".tmp-") {
            continue;
        }
        named += 1;
        let syncs = |line: &&&str| line.contains("sync(");
        let of = |line: &&str, name: &str| paths(line).iter().any(|p| name_of(p) == name);
        assert!(lines[..at].iter().filter(syncs).any(|l| of(l, name_of(from))), "{to} before: {trace}");
        let then = lines[at..].iter().find(|l| l.contains("sync("));
        let folder = |l: &&str| paths(l).iter().any(|p| Path::new(p).is_dir());
        assert!(then.is_some_and(folder), "{to}: the folder is not synced after: {trace}");
    }
    assert!(named >= least, "{args:?}: {named} names: {trace}");
}

#[test]
fn errors_of_the_system_itself_are_told_and_nothing_is_reported_as_saved() {
    let project = Project::with_talk(&["We decided to use PostgreSQL for the orders service."]);
    let talk = project.dir.path().join("talk.jsonl");
    let more = "{\"turnId\":\"u9\",\"role\":\"user\",\"content\":\"We decided to use Redis for the carts.\"}\n";
    fs::write(&talk, fs::read_to_string(&talk).unwrap() + more).unwrap();
    let session = fs::read_dir(project.path().join(".deltamind/sessions")).unwrap().next().unwrap().unwrap().path();
    let snapshot = || fs::read(session.join("snapshot.json")).unwrap();
    let before = snapshot();
    for inject in [
        "inject=fsync:error=EIO",
        "inject=rename,renameat,renameat2:error=EXDEV",
        "inject=fsync,fdatasync:error=ENOSPC",
    ] {
        let Some((_, out)) = traced(&project, &["save", "--from", "../talk.jsonl"], &["-e", inject]) else {
            return skip("errors_of_the_system", "no strace here");
        };
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(!out.status.success(), "{inject}: {said}");
        assert_eq!(said.lines().filter(|l| l.starts_with("deltamind: ")).count(), 1, "{inject}: {said}");
        assert_eq!(snapshot(), before, "{inject}");
    }
    // What a signal interrupts is no error.
    let inject = "inject=fsync:error=EINTR:when=1..3";
    let (_, out) = traced(&project, &["save", "--from", "../talk.jsonl"], &["-e", inject]).unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert_ne!(snapshot(), before);
}
