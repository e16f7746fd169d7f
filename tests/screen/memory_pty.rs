//! Keeping memories on a real terminal: the bytes on disk, the undo, the editor; and that watching alone writes nothing
//! outside the store.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::terminal::{LONG, Pane};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");

/// A home that is also a project, with Claude Code used in it. Returns its memory folder, which is not there.
fn home() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(".git")).unwrap();
    crate::desk::session_of(dir.path(), FILE);
    let real = dir.path().canonicalize().unwrap().display().to_string();
    let slug: String = real.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let project = dir.path().join(".claude/projects").join(slug);
    fs::create_dir_all(&project).unwrap();
    (dir, project.join("memory"))
}

fn watch(dir: &Path, env: &[(&str, &str)]) -> Pane {
    let file = dir.join("s.jsonl").display().to_string();
    let mut pane = Pane::open_in(dir, &["watch", &file], env);
    pane.until("○ idle");
    pane
}

/// Everything below a folder but the store and our own state folder, with what files hold.
fn files(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(root).unwrap().map(|e| e.unwrap().path()) {
        if entry.file_name().is_some_and(|n| n == ".deltamind" || n == ".local") {
            continue;
        }
        if entry.is_dir() {
            out.extend(files(&entry));
            out.insert(entry, None);
        } else {
            out.insert(entry.clone(), Some(fs::read(&entry).unwrap()));
        }
    }
    out
}

/// Waits until something holds, and lets the terminal be read meanwhile.
fn wait(pane: &mut Pane, what: &str, holds: impl Fn(&Pane) -> bool) {
    let deadline = Instant::now() + LONG;
    while !holds(pane) {
        assert!(Instant::now() < deadline, "{what}\n{}", pane.terminal.screen().contents());
        pane.read();
    }
}

/// Looks at the preview with this title to its end.
fn look(pane: &mut Pane, title: &str) {
    pane.until_asked(title);
    pane.until("Esc cancel");
    // All of it: what was not on the screen is not written.
    let deadline = Instant::now() + LONG;
    while pane.terminal.screen().contents().contains("not shown yet") {
        assert!(Instant::now() < deadline, "{}", pane.terminal.screen().contents());
        pane.press(" ");
        pane.read();
    }
}

#[test]
fn one_is_approved_opened_in_the_editor_and_taken_back() {
    let (dir, memory) = home();
    let before = files(dir.path());
    let editor = dir.path().join("editor");
    fs::write(&editor, "#!/bin/sh\necho type-here\nread word\necho \"$word\" >> \"$1\"\n").unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let mut pane = watch(dir.path(), &[("VISUAL", ""), ("EDITOR", editor.to_str().unwrap())]);
    pane.press("8");
    pane.until("create ");
    pane.press("a");
    look(&mut pane, "Save memory?");
    // What is pasted is no key.
    pane.press("\x1b[200~y\r\x1b[201~");
    pane.read();
    assert!(!memory.exists() && pane.shows("Save memory?"));
    pane.press("y");
    pane.until("saved: ");
    let written = files(&memory);
    assert_eq!(written.len(), 2, "one fact and the index: {written:?}");
    let index = fs::read_to_string(memory.join("MEMORY.md")).unwrap();
    let name = index.split("](").nth(1).unwrap().split(')').next().unwrap().to_owned();
    let fact = fs::read_to_string(memory.join(&name)).unwrap();
    assert!(fact.starts_with("---\nname: \"") && index.lines().count() == 1, "{fact}{index}");
    // Undo puts all of it back.
    pane.press("u");
    look(&mut pane, "Undo?");
    pane.press("y");
    pane.until("undone, the files are as before");
    assert_eq!(files(&memory).len(), 0);
    // Once more, and then a line of one's own from the editor.
    pane.press("a");
    look(&mut pane, "Save memory?");
    pane.press("y");
    pane.until("saved: ");
    assert_eq!(files(&memory), written, "the same bytes again");
    pane.press("f");
    pane.until("done");
    pane.press("approved\r");
    pane.until("filter \"approved\"");
    pane.press("o");
    wait(&mut pane, "the editor has the terminal", |p| p.terminal.screen().contents().contains("type-here"));
    pane.press("mine\r");
    wait(&mut pane, "the screen is back", |p| p.terminal.screen().alternate_screen());
    pane.until("▸8 Mem");
    let edited = fs::read_to_string(memory.join(&name)).unwrap();
    assert_eq!(edited, format!("{fact}mine\n"));
    pane.press("u");
    pane.until("was changed since it was written");
    pane.quit();
    pane.is_restored();
    let mut after = files(dir.path());
    after.retain(|path, _| !path.starts_with(&memory) && *path != editor);
    assert_eq!(after, before);
}

#[test]
fn watching_without_a_key_writes_nothing_outside_the_store() {
    let (dir, memory) = home();
    fs::create_dir(&memory).unwrap();
    fs::write(memory.join("MEMORY.md"), "- [Old](old.md) — a line\n").unwrap();
    fs::write(memory.join("old.md"), "Old.\n").unwrap();
    fs::write(dir.path().join("CLAUDE.md"), "# Rules\n").unwrap();
    let before = files(dir.path());
    let mut pane = watch(dir.path(), &[]);
    // So wide that the number of suggestions stands in the tabs.
    pane.resize(160, 45);
    pane.until("8 Memory ");
    let sessions = dir.path().join(".deltamind/sessions");
    let saved = || {
        let mut folders = fs::read_dir(&sessions).into_iter().flatten().flatten();
        folders.any(|f| f.path().join("snapshot.json").is_file())
    };
    wait(&mut pane, "never saved", |_| saved());
    pane.signal(rustix::process::Signal::TERM);
    assert_eq!(pane.end(LONG), 143);
    assert_eq!(files(dir.path()), before);
}
