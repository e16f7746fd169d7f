//! Holds the house rules that no lint knows: who imports whom, what the pure rooms may not touch, sizes, words.
//!
//! Each rule is a function from one file to faults; every fault names file, line and rule. The rules are tested on
//! snippets that break them, so a rule that no longer sees anything fails too.
#![allow(clippy::unwrap_used)]

#[path = "tidy/lexer.rs"]
mod lexer;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/rules.rs"]
mod rules;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rules::{Fault, SourceFile, check};

/// Folders that hold no work of ours.
const SKIPPED: [&str; 5] = ["target", ".git", ".deltamind", "proptest-regressions", "node_modules"];

#[test]
fn the_house_is_tidy() {
    let files = tree();
    assert!(files.iter().any(|f| f.path == "src/lib.rs"), "the walk found no sources");
    hold(files.iter().flat_map(|file| check(file).into_iter().map(|fault| (file.path.as_str(), fault))));
}

#[test]
fn no_public_type_is_named_in_two_rooms() {
    hold(names::twice_named(&tree()));
}

/// Fails with a line for each fault.
fn hold<'a>(faults: impl IntoIterator<Item = (&'a str, Fault)>) {
    let mut report = String::new();
    for (path, Fault { line, rule, what }) in faults {
        writeln!(report, "{path}:{line}: {rule}: {what}").unwrap();
    }
    assert!(report.is_empty(), "\n{report}");
}

/// Every text file of the project.
fn tree() -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(root, root, &mut files);
    files
}

#[test]
fn the_map_shows_every_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let map = fs::read_to_string(src.join("lib.rs")).unwrap();
    for entry in fs::read_dir(src).unwrap().map(|e| e.unwrap()).filter(|e| e.path().is_dir()) {
        let room = entry.file_name().to_string_lossy().into_owned();
        assert!(map.contains(&format!("//! {room}/ ")), "src/lib.rs: the picture of the rooms lacks {room}/");
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() || SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            files.push(SourceFile { path, text });
        }
    }
}

/// The rules broken by a file with this text.
fn broken(path: &str, text: &str) -> Vec<(&'static str, usize)> {
    let file = SourceFile { path: path.to_owned(), text: text.to_owned() };
    check(&file).into_iter().map(|f| (f.rule, f.line)).collect()
}

/// A module's text below its opening line.
fn module(body: &str) -> String {
    format!("//! Defines a thing.\n{body}")
}

#[test]
fn imports_go_left_only() {
    for (path, body, ok) in [
        ("src/pipeline/gate.rs", "use crate::state::Item;", true),
        ("src/state/item.rs", "use crate::pipeline::Gate;", false),
        ("src/state/item.rs", "fn f() { crate::session::x() }", false),
        ("src/state/item.rs", "use crate::{text::SafeText, tui::State};", false),
        ("src/state/item.rs", "use crate::{\n    text::{SafeText, cut},\n    transcript,\n};", true),
        ("src/memory/mod.rs", "use crate::standup::Plan;", false),
        ("src/tui/view.rs", "use crate::memory::Plan;", true),
        ("src/state/item.rs", "use super::super::session::Session;", false),
        ("src/state/mod.rs", "use super::session::Session;", false),
        ("src/state/item.rs", "// use crate::tui::State;\nconst S: &str = \"crate::tui::x\";", true),
        ("src/state/item.rs", "crate::words! {}", true),
        ("src/attic/mod.rs", "", false),
        ("src/state/item.rs", "#[cfg(test)]\nmod tests {\n    use crate::session::Session;\n}", true),
    ] {
        let found = broken(path, &module(body));
        assert_eq!(found.is_empty(), ok, "{path}: {body}: {found:?}");
        assert!(found.iter().all(|(rule, _)| *rule == "imports"));
    }
}

#[test]
fn pure_rooms_touch_nothing() {
    for body in [
        "use std::fs;",
        "use std::{collections::HashMap, fs};",
        "use fs_err as fs;",
        "fn f() { std::thread::spawn(g); }",
        "let t = Instant::now();",
        "let t = std::time::SystemTime::UNIX_EPOCH;",
        "let t = jiff::Timestamp::now();",
        "use notify::Watcher;",
        "use std::net::TcpStream;",
        "use tokio::sync::mpsc;",
    ] {
        assert_eq!(broken("src/session/mod.rs", &module(body)), [("pure", 2)], "{body}");
        assert!(broken("src/runtime/mod.rs", &module(body)).is_empty());
    }
    assert!(broken("src/session/mod.rs", &module("// reads no std::fs\nfn notify() { offsets() }")).is_empty());
}

#[test]
fn files_stay_small() {
    let long = "fn f() {}\n".repeat(401);
    assert_eq!(broken("src/cli/x.rs", &module(&long)), [("size", 1)]);
    let tests = format!("fn f() {{}}\n// words\n\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    assert!(broken("src/cli/x.rs", &module(&tests)).is_empty());
    assert!(broken("src/cli/x.rs", &module(&format!("// size: one table\n{long}"))).is_empty());
    assert_eq!(broken("src/cli/x.rs", &module(&format!("// size: \n{long}"))), [("size", 1)]);
}

#[test]
fn colours_live_in_the_theme() {
    let body = "use ratatui::style::Color;";
    assert_eq!(broken("src/tui/view/header.rs", &module(body)), [("colour", 2)]);
    assert!(broken("src/tui/theme.rs", &module(body)).is_empty());
    assert!(broken("src/tui/theme/load.rs", &module(body)).is_empty());
    assert!(broken("src/tui/view/header.rs", &module("struct Colors; // Color")).is_empty());
}

#[test]
fn modules_open_with_what_they_define() {
    assert_eq!(broken("src/state/item.rs", "//! Items.\n"), [("opening", 1)]);
    assert_eq!(broken("src/state/item.rs", "use std::fmt;\n"), [("opening", 1)]);
    assert!(broken("src/lib.rs", "//! deltamind.\n").is_empty());
}

#[test]
fn unfinished_and_shared_state_are_barred() {
    for body in [
        concat!("fn f() { to", "do!() }"),
        concat!("fn f() { unimple", "mented!() }"),
        concat!("fn f() { d", "bg!(1); }"),
        concat!("type S = Rc<Ref", "Cell<u8>>;"),
        concat!("type S = Arc<Mu", "tex<u8>>;"),
    ] {
        assert_eq!(broken("src/cli/x.rs", &module(body)), [("barred", 2)], "{body}");
    }
}

#[test]
fn no_file_tells_of_a_workplace() {
    for text in [concat!("see /wo", "rk/main"), concat!("a\nsee ../sha", "red/design.md"), concat!("/tmp/", "wt/x")] {
        assert_eq!(broken("docs/x.md", text), [("workplace", text.lines().count())]);
    }
    assert!(broken("docs/x.md", "the network/working set").is_empty());
}
