//! Defines how a follow mark is saved: its place in the snapshot, the decoder's memory in a file beside it, which is
//! rewritten only when the memory changes. So the cost of a save depends on the new content only.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Disk, disk};
use crate::transcript::{Checkpoint, FollowMark};

const MEMORY_PREFIX: &str = "memory-";

/// A mark as the reader gives it, with its memory inline.
#[derive(Deserialize)]
struct GivenMark<'a> {
    #[serde(borrow)]
    place: &'a RawValue,
    #[serde(borrow)]
    memory: Option<GivenMemory<'a>>,
}

#[derive(Deserialize)]
struct GivenMemory<'a> {
    offset: u64,
    lines: u64,
    #[serde(borrow)]
    memory: &'a RawValue,
}

/// A mark as the snapshot stores it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedMark {
    place: Box<RawValue>,
    memory: Option<MemoryFile>,
}

/// A reference to the file of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct MemoryFile {
    offset: u64,
    lines: u64,
    /// The hash of the file, which is also its name.
    hash: String,
}

#[derive(Debug)]
pub(super) struct DecoderMemory {
    hash: String,
    text: String,
}

/// Splits a mark into the part for the snapshot and the memory.
pub(super) fn split(mark: &str) -> serde_json::Result<(SavedMark, Option<DecoderMemory>)> {
    let GivenMark { place, memory } = serde_json::from_str(mark)?;
    let (aside, memory) = memory
        .map(|m| {
            let hash = hash(m.memory.get());
            let aside = MemoryFile { offset: m.offset, lines: m.lines, hash: hash.clone() };
            (aside, DecoderMemory { hash, text: m.memory.get().to_owned() })
        })
        .unzip();
    Ok((SavedMark { place: place.to_owned(), memory: aside }, memory))
}

impl SavedMark {
    /// Joins the mark with its memory from the session's folder; `None` if that is missing or damaged.
    pub(super) fn whole(&self, dir: &Path) -> Option<FollowMark> {
        let memory = match &self.memory {
            None => None,
            Some(aside) => {
                let text = String::from_utf8(disk::read(&path(dir, &aside.hash)?).ok()??).ok()?;
                let whole = hash(&text) == aside.hash;
                let memory = RawValue::from_string(text).ok().filter(|_| whole)?;
                Some(Checkpoint { offset: aside.offset, lines: aside.lines, memory })
            }
        };
        Some(FollowMark { place: serde_json::from_str(self.place.get()).ok()?, memory })
    }
}

impl DecoderMemory {
    /// Writes the memory unless its file exists; returns whether it was written. The next snapshot refers to it.
    pub(super) fn write(&self, dir: &Path, disk: &Disk) -> std::io::Result<bool> {
        let Some(path) = path(dir, &self.hash).filter(|path| !path.exists()) else { return Ok(false) };
        disk.replace(&path, self.text.as_bytes(), None)?;
        Ok(true)
    }
}

/// Removes memories to which neither snapshot refers.
pub(super) fn sweep(dir: &Path) {
    let kept = ["snapshot.json", "snapshot.json.1"].map(|name| disk::read(&dir.join(name)).ok().flatten());
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let hash = name.strip_prefix(MEMORY_PREFIX).and_then(|n| n.strip_suffix(".json"));
        let Some(hash) = hash else { continue };
        let is_referred = kept.iter().flatten().any(|b| memchr::memmem::find(b, hash.as_bytes()).is_some());
        if !is_referred {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The path of a memory; `None` for a malformed hash.
fn path(dir: &Path, hash: &str) -> Option<PathBuf> {
    let hex = hash.len() == 32 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    hex.then(|| dir.join(format!("{MEMORY_PREFIX}{hash}.json")))
}

fn hash(text: &str) -> String {
    super::line::hash(text.as_bytes())
}
