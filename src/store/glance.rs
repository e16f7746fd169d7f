//! Defines [`Glance`], as much of a snapshot as a hook needs in the blink it has, and the mark of what it told already.

use std::fs::OpenOptions;
use std::io::Read;

use serde::{Deserialize, Serialize};

use super::lock::{Locked, try_lock};
use super::{Disk, Store, StoreError, disk};
use crate::state::{ItemKind, Status};

/// Bytes of a snapshot before its items: version, time and number.
const HEAD: u64 = 96;

/// An item in passing.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GlanceItem {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: ItemKind,
    /// What it says.
    pub summary: String,
    /// Whether it stands.
    pub status: Status,
    /// The ledger's number when it was touched last.
    pub touched_seq: u64,
}

/// A saved session in passing.
#[derive(Debug, Clone, Deserialize)]
pub struct Glance {
    /// The ledger's number.
    pub seq: u64,
    /// The items.
    pub items: Vec<GlanceItem>,
}

/// Up to where a hook has told what changed.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Cursor {
    seq: u64,
}

impl Store {
    /// What is saved of a session, unchecked; `None` when nothing readable is.
    pub fn glance(&self, id: &str) -> Option<Glance> {
        self.check(id).ok()?;
        let bytes = disk::read(&self.session_dir(id).join("snapshot.json")).ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    /// The ledger's number of what is saved of a session: it stands at the beginning of the snapshot, so the size of
    /// that does not matter.
    pub fn saved_seq(&self, id: &str) -> Option<u64> {
        self.check(id).ok()?;
        let path = self.session_dir(id).join("snapshot.json");
        let mut head = Vec::new();
        let file = disk::open(&path, OpenOptions::new().read(true)).ok()??;
        file.take(HEAD).read_to_end(&mut head).ok()?;
        let head = String::from_utf8_lossy(&head);
        let (_, rest) = head.split_once("\"seq\":")?;
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        rest.get(..digits)?.parse().ok()
    }

    /// Whether a program holds the session.
    pub fn is_watched(&self, id: &str) -> bool {
        let path = self.session_dir(id).join("lock");
        path.is_file() && matches!(try_lock(&path), Ok(Locked::Theirs(_)))
    }

    /// Up to which ledger number a hook has told what changed.
    pub fn cursor(&self, id: &str) -> Option<u64> {
        let bytes = disk::read(&self.session_dir(id).join("hook.json")).ok()??;
        serde_json::from_slice::<Cursor>(&bytes).ok().map(|c| c.seq)
    }

    /// Notes up to where a hook has told. Of a session that is not saved nothing is noted.
    pub fn set_cursor(&self, id: &str, seq: u64) -> Result<(), StoreError> {
        self.check(id)?;
        let dir = self.session_dir(id);
        if !dir.is_dir() || self.cursor(id) == Some(seq) {
            return Ok(());
        }
        let path = dir.join("hook.json");
        let io = |source| StoreError::Io { doing: "write", path: path.clone(), source };
        let text = serde_json::to_vec(&Cursor { seq }).map_err(|e| io(e.into()))?;
        Disk::of_process().replace(&path, &text, None).map_err(io)
    }
}
