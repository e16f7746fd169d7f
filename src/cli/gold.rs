//! Defines how labelled sessions are loaded: `<name>.gold.json` beside `<name>.turns.jsonl`, or written
//! dialogues `<name>.json`, singly or by the folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};

use crate::lab::gold::{Gold, GoldSession, Labelled, Script};
use crate::pipeline::scorer::Weights;
use crate::transcript::{Entry, Meta, read_file};

/// File name suffix of labels.
const LABELS: &str = ".gold.json";
/// File name suffix of a written dialogue: its turns with the expected changes.
const SCRIPT: &str = ".json";
/// File name suffix of the session beside a labels file.
const TURNS: &str = ".turns.jsonl";

/// The sessions in `places` by name, and the hash of their files.
pub fn load(places: &[PathBuf]) -> Result<(Vec<Labelled>, String)> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for place in places {
        files.extend(labels_in(place)?);
    }
    files.sort();
    for pair in files.windows(2) {
        if let [(a, first), (b, second)] = pair
            && a == b
        {
            bail!("two sessions are called {a}: {} and {}", first.display(), second.display());
        }
    }
    let mut hash = blake3::Hasher::new();
    let sessions = files.iter().map(|(name, labels)| one(name, labels, &mut hash)).collect::<Result<_>>()?;
    Ok((sessions, hash.finalize().to_hex().to_string()))
}

/// The labels files at a place, each with its session's name. In a folder, written dialogues are loaded only if it
/// has no labels file, since other JSON may lie beside labels.
fn labels_in(place: &Path) -> Result<Vec<(String, PathBuf)>> {
    if !place.exists() {
        bail!("{} does not exist", place.display());
    }
    if !place.is_dir() {
        let name = session_name(place, LABELS)
            .or_else(|| session_name(place, SCRIPT))
            .with_context(|| format!("{} is no folder and no *{LABELS} or *{SCRIPT} file", place.display()))?;
        return Ok(vec![(name, place.to_owned())]);
    }
    let files = std::fs::read_dir(place)
        .with_context(|| unreadable(place))?
        .map(|e| Ok(e?.path()))
        .collect::<Result<Vec<_>>>()?;
    let mut found = with_suffix(&files, LABELS);
    if found.is_empty() {
        found = with_suffix(&files, SCRIPT);
    }
    if found.is_empty() {
        bail!("{} holds no *{LABELS} and no *{SCRIPT} file", place.display());
    }
    Ok(found)
}

/// The files with this suffix, each with its session's name.
fn with_suffix(files: &[PathBuf], suffix: &str) -> Vec<(String, PathBuf)> {
    files.iter().filter_map(|file| Some((session_name(file, suffix)?, file.clone()))).collect()
}

/// The file name without the suffix; `None` where it ends otherwise.
fn session_name(path: &Path, suffix: &str) -> Option<String> {
    Some(path.file_name()?.to_str()?.strip_suffix(suffix)?.to_owned())
}

fn one(name: &str, labels: &Path, hash: &mut blake3::Hasher) -> Result<Labelled> {
    let bytes = read(labels)?;
    hash.update(&bytes);
    let fault = |why: String| anyhow!("{}: {why}", labels.display());
    let is_script = labels.file_name().and_then(|n| n.to_str()).is_some_and(|n| !n.ends_with(LABELS));
    let out = if is_script {
        let script: Script = serde_json::from_slice(&bytes).map_err(|e| fault(e.to_string()))?;
        let gold = script.labelled(name.to_owned());
        let entries = gold.turns.iter().cloned().map(Entry::Turn).collect();
        Labelled { gold, meta: Meta::default(), entries }
    } else {
        let beside = labels.with_file_name(format!("{name}{TURNS}"));
        if !beside.is_file() {
            bail!("{} has no {name}{TURNS} beside it", labels.display());
        }
        hash.update(&read(&beside)?);
        let gold: Gold = serde_json::from_slice(&bytes).map_err(|e| fault(e.to_string()))?;
        let read = read_file(&beside)?;
        let turns = read.entries.iter().filter_map(|e| if let Entry::Turn(t) = e { Some(t.clone()) } else { None });
        let gold = GoldSession { name: name.to_owned(), turns: turns.collect(), gold };
        Labelled { gold, meta: read.meta, entries: read.entries }
    };
    out.gold.check().map_err(fault)?;
    Ok(out)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| unreadable(path))
}

fn unreadable(path: &Path) -> String {
    format!("{} cannot be read", path.display())
}

/// The weights in a file that `train` wrote.
pub fn weights(path: &Path) -> Result<Arc<Weights>> {
    let bytes = read(path)?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(|why| anyhow!("{}: {why}", path.display()))
}
