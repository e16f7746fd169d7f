//! Defines how labelled sessions are loaded: `<name>.gold.json` beside `<name>.turns.jsonl`, singly or by the folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};

use crate::pipeline::gold::{Gold, GoldSession};
use crate::pipeline::scorer::Weights;
use crate::transcript::{Entry, Meta, read_file};

/// What a labels file's name ends with.
const LABELS: &str = ".gold.json";
/// What the name of the session beside it ends with.
const TURNS: &str = ".turns.jsonl";

/// A labelled session as it lies on the disk.
#[derive(Debug, Clone)]
pub struct Labelled {
    /// Its turns and labels.
    pub gold: GoldSession,
    /// What the transcript says of itself.
    pub meta: Meta,
    /// All its entries, signals included.
    pub entries: Vec<Entry>,
}

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

/// The labels files at a place, each with its session's name.
fn labels_in(place: &Path) -> Result<Vec<(String, PathBuf)>> {
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(LABELS)?.to_owned();
        Some((name, path))
    };
    if !place.exists() {
        bail!("{} does not exist", place.display());
    }
    if !place.is_dir() {
        let one = named(place.to_owned());
        return Ok(vec![one.with_context(|| format!("{} is no folder and no *{LABELS} file", place.display()))?]);
    }
    let entries = fs_err::read_dir(place)?.collect::<Result<Vec<_>, _>>()?;
    let found: Vec<_> = entries.into_iter().filter_map(|e| named(e.path())).collect();
    if found.is_empty() {
        bail!("{} holds no *{LABELS} file", place.display());
    }
    Ok(found)
}

fn one(name: &str, labels: &Path, hash: &mut blake3::Hasher) -> Result<Labelled> {
    let beside = labels.with_file_name(format!("{name}{TURNS}"));
    if !beside.is_file() {
        bail!("{} has no {name}{TURNS} beside it", labels.display());
    }
    let bytes = fs_err::read(labels)?;
    hash.update(&bytes);
    hash.update(&fs_err::read(&beside)?);
    let gold: Gold = serde_json::from_slice(&bytes).map_err(|e| anyhow!("{}: {e}", labels.display()))?;
    let read = read_file(&beside)?;
    let turns = read.entries.iter().filter_map(|e| if let Entry::Turn(t) = e { Some(t.clone()) } else { None });
    let gold = GoldSession { name: name.to_owned(), turns: turns.collect(), gold };
    gold.check().map_err(|why| anyhow!("{}: {why}", labels.display()))?;
    Ok(Labelled { gold, meta: read.meta, entries: read.entries })
}

/// The weights in a file that `train` wrote.
pub fn weights(path: &Path) -> Result<Arc<Weights>> {
    let bytes = fs_err::read(path)?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(|why| anyhow!("{}: {why}", path.display()))
}
