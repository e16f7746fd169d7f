//! Holds that the pictures under `screenshots/` are what the program draws of the demo session.
//! `.ci/screenshots` draws them anew.

use std::fs;
use std::path::Path;
use std::process::Command;

use deltamind::session::Session;
use deltamind::transcript::{Entry, read_file};
use deltamind::tui::theme::BUILT_IN;
use deltamind::tui::{Key, Msg, State, Theme, frame, update};

use crate::calls;
use crate::desk;

/// (name, size, theme, keys).
const PICTURES: &[(&str, &str, &str, &str)] = &[
    ("side", "60x32", "dark", ""),
    ("wide", "160x42", "dark", ""),
    ("chain", "100x30", "dark", "4"),
    ("review", "100x30", "dark", "5"),
    ("past", "80x24", "dark", ", , , , , , , , , , , ,"),
];

/// Columns and rows of one theme's picture in the strip.
const STRIP: &str = "60x14";
/// The moving picture: its size, the records between two frames, and then keys, each with the seconds it stands.
const DEMO: (u16, u16) = (140, 26);
const RECORDS: usize = 46;
const KEYS: &[(&str, f64)] = &[("4", 3.0), ("1", 4.0)];

fn draw(size: &str, theme: &str, keys: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .args(["watch", "fixtures/demo/session.jsonl"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("frame.svg");
    let drawn = command.args(["--frame", size, "--theme", theme, "--keys", keys, "--out"]).arg(&out).output().unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    fs::read_to_string(out).unwrap()
}

/// Every theme in the box, two in a row.
fn strip() -> String {
    let pictures: Vec<String> = BUILT_IN
        .iter()
        .map(|(name, _)| draw(STRIP, name, "j").replacen("deltamind<", &format!("{name}<"), 1))
        .collect();
    let number = |svg: &str, name: &str| -> f64 {
        let rest = svg.split_once(&format!("{name}=\"")).unwrap().1;
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let (wide, high) = (number(&pictures[0], "width") + 12.0, number(&pictures[0], "height") + 12.0);
    let rows = pictures.len().div_ceil(2) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">\n",
        wide * 2.0 - 12.0,
        high * rows - 12.0
    );
    for (n, picture) in pictures.iter().enumerate() {
        let (x, y) = ((n % 2) as f64 * wide, (n / 2) as f64 * high);
        out.push_str(&picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
    }
    out + "</svg>\n"
}

/// The demo from its first records to its last, then a walk through what it decided.
fn demo() -> String {
    let read = read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/session.jsonl")).unwrap();
    let theme = Theme::built_in("dark").unwrap();
    let mut state = State::new(Session::new(read.meta), DEMO);
    // Time stands still: ages that count on would make every row another one in every frame.
    let now = read.entries.iter().find_map(|e| if let Entry::Turn(turn) = e { turn.at } else { None }).unwrap();
    let mut frames = Vec::new();
    for (n, chunk) in read.entries.chunks(RECORDS).enumerate() {
        update(&mut state, Msg::Entries(chunk.to_vec()));
        if n == 0 {
            update(&mut state, Msg::CaughtUp);
        }
        update(&mut state, Msg::Now(now));
        frames.push((frame::render(&state, &theme), 1.8));
    }
    for (key, seconds) in KEYS {
        update(&mut state, Msg::Key { key: Key::parse(key).unwrap(), at: now });
        update(&mut state, Msg::Now(now));
        frames.push((frame::render(&state, &theme), *seconds));
    }
    frame::animation(&frames, &theme, "deltamind demo")
}

/// The Memory pane over the demo session, with the words before one is approved.
fn memory() -> String {
    let read = read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/session.jsonl")).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    let now = session.turns().iter().filter_map(|t| t.at).max().unwrap();
    let mut desk = desk::Desk::over(session, (120, 34), now, true);
    desk.press("8 j");
    let theme = Theme::built_in("dark").unwrap();
    frame::svg(&frame::render(&desk.state, &theme), &theme, "deltamind")
}

/// The Standup pane with something done, what waits, and the change of the first.
fn standup() -> String {
    let desk = calls::full((120, 30), "j");
    let theme = Theme::built_in("dark").unwrap();
    frame::svg(&frame::render(&desk.state, &theme), &theme, "deltamind")
}

#[test]
fn the_pictures_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let update = std::env::var_os("UPDATE").is_some();
    let mut stale = Vec::new();
    let mut pictures: Vec<(&str, String)> =
        PICTURES.iter().map(|(name, size, theme, keys)| (*name, draw(size, theme, keys))).collect();
    pictures.extend([("themes", strip()), ("demo", demo()), ("memory", memory()), ("standup", standup())]);
    for (name, drawn) in &pictures {
        let path = folder.join(format!("{name}.svg"));
        if name == &"demo" {
            assert!(drawn.len() < 200_000, "{} bytes are no small picture", drawn.len());
        }
        if fs::read_to_string(&path).is_ok_and(|old| old == *drawn) {
            continue;
        }
        if update {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, drawn).unwrap();
        } else {
            stale.push(*name);
        }
    }
    assert!(stale.is_empty(), "not what the program draws: {stale:?}; run .ci/screenshots and look at them");
}
