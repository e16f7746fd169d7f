//! The program on a real terminal: it opens, and however it ends the terminal is as before.
#![cfg(unix)]

use std::io::Read;

use portable_pty::PtySize;

use crate::terminal::{LONG, Pane, cells};
use crate::wait::until;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");

/// Watches the demo's transcript until the first pane is there.
fn watching(more: &[&str]) -> Pane {
    let args: Vec<&str> = ["watch", FILE].into_iter().chain(more.iter().copied()).collect();
    let mut pane = Pane::open(&args, &[]);
    pane.until("▸1 Deci");
    pane
}

/// Goes to the transcript, then quits and leaves the terminal as it was.
fn moves_and_quits(pane: &mut Pane) {
    pane.press("7");
    pane.until("▸7 T");
    pane.quit();
    pane.is_restored();
}

#[test]
fn it_opens_moves_and_quits() {
    let mut pane = watching(&["--no-save"]);
    assert!(pane.terminal.screen().alternate_screen());
    moves_and_quits(&mut pane);
}

#[test]
fn it_follows_its_size() {
    let mut pane = watching(&["--no-save"]);
    let size = PtySize { rows: 40, cols: 160, pixel_width: 0, pixel_height: 0 };
    pane.terminal.set_size(cells(40), cells(160));
    pane.master.as_ref().unwrap().resize(size).unwrap();
    pane.until("▸ Decisions");
    pane.press("\x03");
    assert_eq!(pane.end(LONG), 0);
}

#[test]
fn the_terminal_is_restored_when_a_signal_ends_it() {
    use rustix::process::Signal;
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)] {
        let mut pane = watching(&["--no-save"]);
        pane.signal(signal);
        assert_eq!(pane.end(LONG), code);
        pane.is_restored();
    }
}

#[cfg(debug_assertions)]
#[test]
fn the_terminal_is_restored_and_the_text_readable_after_a_panic() {
    for place in ["draw", "work", "open", "input"] {
        let mut pane =
            Pane::open(&["watch", FILE, "--no-save"], &[("DELTAMIND_PANIC", place), ("RUST_BACKTRACE", "0")]);
        assert_eq!(pane.end(LONG), 101);
        pane.is_restored();
        assert!(pane.terminal.screen().contents().contains(&format!("injected panic in {place}")));
    }
}

/// Holds a terminal for `a_closed_terminal_ends_it`, which ends this process; no test by itself.
#[test]
fn holder() {
    let Ok(told) = std::env::var("HOLD_A_TERMINAL") else { return };
    let pane = watching(&["--no-save"]);
    std::fs::write(told, pane.child.process_id().unwrap().to_string()).unwrap();
    // It is killed; should who started it end before, this ends too.
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

/// Only with the last process that holds it does a terminal really close, so one is started to be killed.
#[test]
fn a_closed_terminal_ends_it() {
    let dir = tempfile::tempdir().unwrap();
    let told = dir.path().join("pid");
    let mut holder = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["pty::holder", "--exact"])
        .env("HOLD_A_TERMINAL", &told)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut pid = None;
    until("the terminal opens", || {
        pid = std::fs::read_to_string(&told).ok().and_then(|text| text.parse().ok());
        pid.is_some()
    });
    let pid = rustix::process::Pid::from_raw(pid.unwrap()).unwrap();
    let before = cpu_ticks(pid);
    let since = std::time::Instant::now();
    holder.kill().unwrap();
    holder.wait().unwrap();
    let mut spent = before;
    until("it ends with its terminal", || {
        spent = cpu_ticks(pid).or(spent);
        !is_running(pid)
    });
    // A program that reads from a closed terminal again and again never rests: a hundred ticks are a second.
    if let (Some(before), Some(spent)) = (before, spent) {
        assert!(spent - before < 100, "{} hundredths of a second of work", spent - before);
    }
    // On a machine that does other things too it takes longer than that.
    if std::env::var_os("DELTAMIND_TRIALS").is_some() {
        assert!(since.elapsed() < std::time::Duration::from_secs(3), "{:?}", since.elapsed());
    }
}

/// The loop sleeps while it waits for a file: there is nothing to save yet.
#[test]
fn waiting_for_a_file_costs_no_work() {
    let dir = tempfile::tempdir().unwrap();
    let mut pane = Pane::open_in(dir.path(), &["watch", "later.jsonl"], &[]);
    pane.until("no such file yet");
    let pause = std::time::Duration::from_secs(2);
    std::thread::sleep(pause);
    let before = cpu_ticks(pane.pid());
    std::thread::sleep(pause);
    if let (Some(before), Some(after)) = (before, cpu_ticks(pane.pid())) {
        assert!(after - before < 20, "{} hundredths of a second of work", after - before);
    }
    pane.quit();
}

/// The processor time of a process, in ticks; `None` where the system does not tell it.
fn cpu_ticks(pid: rustix::process::Pid) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// A process nobody waits for stays as a zombie where no init adopts it: ended all the same.
fn is_running(pid: rustix::process::Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    match stat {
        Ok(text) => !text.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z'),
        Err(_) => cfg!(not(target_os = "linux")) && rustix::process::test_kill_process(pid).is_ok(),
    }
}

#[test]
fn without_colour_no_colour_is_sent() {
    let mut pane = Pane::open(&["watch", FILE, "--no-save"], &[("NO_COLOR", "1")]);
    pane.until("▸1 Deci");
    pane.quit();
    let text = String::from_utf8_lossy(&pane.raw);
    for colour in ["\x1b[38;", "\x1b[48;", "\x1b[31m", "\x1b[32m"] {
        assert!(!text.contains(colour), "{colour:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn it_stops_for_the_shell_and_comes_back() {
    let mut pane = watching(&[]);
    for _ in 0..2 {
        pane.press("\x1a");
        pane.until_state('T');
        pane.is_restored();
        assert!(!pane.terminal.screen().contents().contains("▸1 Deci"));
        pane.signal(rustix::process::Signal::CONT);
        pane.until("▸1 Deci");
        assert!(pane.terminal.screen().alternate_screen());
    }
    moves_and_quits(&mut pane);
}

#[test]
fn the_mouse_is_left_to_the_terminal_until_asked_for() {
    let mut pane = watching(&[]);
    let asked = |pane: &Pane| String::from_utf8_lossy(&pane.raw).contains("\x1b[?1000h");
    assert!(!asked(&pane));
    pane.press("m");
    pane.until("mouse on");
    assert!(asked(&pane));
    // A click on the third tab, and on no pane's number as a key.
    let rows: Vec<String> = pane.terminal.screen().rows(0, 80).collect();
    let (row, at) = rows.iter().zip(1..).find_map(|(row, n)| Some((n, row.find("3 Tasks")?))).unwrap();
    let column = rows[row - 1][..at].chars().count() + 2;
    pane.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    pane.until("▸3 Tasks");
    pane.quit();
    let raw = String::from_utf8_lossy(&pane.raw).into_owned();
    assert!(raw.rfind("\x1b[?1000l") > raw.rfind("\x1b[?1000h"), "the mouse is given back");
    assert!(raw.rfind("\x1b[?1004l") > raw.rfind("\x1b[?1004h"), "so is the focus");
    pane.is_restored();
}

#[test]
fn pasted_keys_press_nothing() {
    let mut pane = watching(&["--no-save"]);
    pane.press("\x1b[200~q\nq7?\x1b[201~");
    pane.press("3");
    pane.until("▸3 Tasks");
    pane.quit();
}

#[test]
fn the_demo_fills_the_panes_and_leaves_nothing_behind() {
    let temp = tempfile::tempdir().unwrap();
    let mut pane = Pane::open(&["demo", "--speed", "100"], &[("TMPDIR", temp.path().to_str().unwrap())]);
    pane.until("● live");
    pane.until("The keys are yours");
    assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 1);
    pane.quit();
    assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_deltamind")).args(["watch", FILE]).output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    let text = String::from_utf8_lossy(&out.stderr);
    assert!(text.contains("deltamind process") && text.lines().count() == 1, "{text}");
}

#[test]
fn a_frame_needs_no_terminal() {
    let args = ["watch", FILE, "--frame", "100x30", "--keys", "7", "--out", "-"];
    let run = || std::process::Command::new(env!("CARGO_BIN_EXE_deltamind")).args(args).output().unwrap();
    let (one, two) = (run(), run());
    assert!(one.status.success() && one.stdout == two.stdout);
    assert_eq!(String::from_utf8_lossy(&one.stdout).lines().count(), 30);
    let wrong = std::process::Command::new(env!("CARGO_BIN_EXE_deltamind"))
        .args(["watch", FILE, "--frame", "9x9", "--keys", "nokey"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(1));
}

/// A project with a transcript of its first `lines` lines.
fn project(lines: usize) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join(".git")).unwrap();
    let path = dir.path().join("s.jsonl");
    let text = std::fs::read_to_string(FILE).unwrap();
    std::fs::write(&path, text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
    (dir, path.to_string_lossy().into_owned())
}

fn saved(dir: &std::path::Path) -> deltamind::session::Session {
    let store = deltamind::store::Store::at(dir.join(".deltamind"));
    let loaded = store.load(&store.pick(None).unwrap()).unwrap();
    assert!(loaded.damage.is_empty(), "{:?}", loaded.damage);
    loaded.session
}

/// Waits until another watcher, begun now, has saved what it watches: whoever began before would have saved too.
fn a_quiet_moment_passes() {
    let (dir, path) = project(200);
    let mut pane = Pane::open_in(dir.path(), &["watch", &path], &[]);
    pane.until("○ idle");
    let store = deltamind::store::Store::at(dir.path().join(".deltamind"));
    until("a watcher saves", || {
        pane.read();
        store.current().is_some()
    });
    pane.quit();
}

#[test]
fn watching_saves_goes_on_and_forgets_no_correction() {
    let (dir, path) = project(200);
    let mut pane = Pane::open_in(dir.path(), &["watch", &path], &[]);
    pane.until("○ idle");
    pane.press("x");
    pane.until_asked("Esc cancel");
    pane.press_until("y", "removed");
    pane.quit();
    let first = saved(dir.path());
    assert_eq!(first.correction_counts().0, 1);
    // More was written meanwhile: only that is read, and the correction stands.
    let text = std::fs::read_to_string(FILE).unwrap();
    std::fs::write(&path, &text).unwrap();
    let mut pane = Pane::open_in(dir.path(), &["watch", &path], &[]);
    pane.until("○ idle");
    // A second watcher looks on and says so.
    let mut second = Pane::open_in(dir.path(), &["watch", &path], &[]);
    second.until("looking on");
    // What it would correct is saved nowhere: it is told so, until the other one is gone.
    second.press("x");
    second.until("correct it there");
    pane.signal(rustix::process::Signal::TERM);
    assert_eq!(pane.end(LONG), 128 + 15);
    second.press_until("j", "saved from here");
    second.quit();
    let both = saved(dir.path());
    assert_eq!((both.rewrite_count(), both.correction_counts().0), (0, 1));
    let log = first.log().len();
    assert_eq!(&both.log()[..log], first.log());
    let whole = deltamind::transcript::read_file(std::path::Path::new(FILE)).unwrap();
    assert_eq!(both.turns().len(), whole.counts.turns as usize);
}

#[test]
fn what_is_no_transcript_is_not_saved() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join(".git")).unwrap();
    let path = dir.path().join("notes.txt");
    std::fs::write(&path, "root:x:0:0\nnothing said here\n").unwrap();
    let mut pane = Pane::open_in(dir.path(), &["watch", path.to_str().unwrap()], &[]);
    pane.until("2 damaged");
    a_quiet_moment_passes();
    pane.quit();
    assert!(!dir.path().join(".deltamind").exists());
}

/// The file is named by the person, and the session names itself only with what is said in it.
#[test]
fn a_session_that_grows_from_nothing_is_saved_under_its_own_name() {
    let dir = tempfile::tempdir().unwrap();
    let (shell, project) = (dir.path().join("shell"), dir.path().join("app"));
    for folder in [&shell, &project] {
        std::fs::create_dir_all(folder.join(".git")).unwrap();
    }
    let path = shell.join("live.jsonl");
    let watch = ["watch", path.to_str().unwrap()];
    let mut pane = Pane::open_in(&shell, &watch, &[]);
    pane.until("no such file yet");
    let head = r#"{"type":"last-prompt","lastPrompt":"x","sessionId":"77aa"}
{"type":"permission-mode","permissionMode":"default","sessionId":"77aa"}
"#;
    std::fs::write(&path, head).unwrap();
    a_quiet_moment_passes();
    let turn = r#"{"type":"user","cwd":"CWD","sessionId":"77aa","message":{"role":"user","content":"decision: we use Postgres for storage"},"uuid":"m1","timestamp":"2026-02-01T10:00:00Z"}"#;
    let turn = turn.replace("CWD", project.to_str().unwrap());
    std::fs::write(&path, format!("{head}{turn}\n")).unwrap();
    pane.until("Postgres");
    pane.press("x");
    pane.until_asked("Esc cancel");
    pane.press_until("y", "removed");
    pane.quit();
    assert!(!shell.join(".deltamind").exists(), "it is kept in its own project");
    assert_eq!(saved(&project).correction_counts().0, 1);
    let mut again = Pane::open_in(&shell, &watch, &[]);
    again.until("○ idle");
    again.until("0 decisions");
    again.quit();
}

#[test]
fn nothing_is_written_when_the_person_says_so() {
    for (args, config) in [(vec!["--no-save"], ""), (vec![], "save = false\n")] {
        let (dir, path) = project(200);
        let folder = dir.path().join(".config/deltamind");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.toml"), config).unwrap();
        let args: Vec<&str> = ["watch", &path].into_iter().chain(args).collect();
        let mut pane = Pane::open_in(dir.path(), &args, &[]);
        pane.until("○ idle");
        pane.quit();
        let mut left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".config", ".git", "s.jsonl"]);
    }
}
