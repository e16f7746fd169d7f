//! Defines the labelled sessions of `fixtures/labelled`, each read once for all tests.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use deltamind::lab::gold::GoldSession;
use deltamind::session::Session;
use deltamind::transcript::{Entry, read_file};

/// A labelled session as the rules read it.
pub struct Labelled {
    pub gold: GoldSession,
    pub entries: Vec<Entry>,
    pub session: Session,
}

/// All of them, by name.
pub static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| names().iter().map(|name| load(name)).collect());

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/labelled")
}

pub fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.filter_map(|f| f.strip_suffix(".gold.json").map(str::to_owned)).collect();
    names.sort();
    names
}

pub fn gold_file(name: &str) -> PathBuf {
    folder().join(format!("{name}.gold.json"))
}

pub fn labelled(name: &str) -> &'static Labelled {
    LABELLED.iter().find(|one| one.gold.name == name).unwrap_or_else(|| panic!("no session is called {name}"))
}

fn load(name: &str) -> Labelled {
    let read = read_file(&folder().join(format!("{name}.turns.jsonl"))).unwrap();
    let gold = serde_json::from_slice(&fs::read(gold_file(name)).unwrap()).unwrap();
    let turns = read.entries.iter().filter_map(|e| if let Entry::Turn(t) = e { Some(t.clone()) } else { None });
    let gold = GoldSession { name: name.to_owned(), turns: turns.collect(), gold };
    let mut session = Session::new(read.meta);
    session.ingest(read.entries.iter().cloned());
    Labelled { gold, entries: read.entries, session }
}
