//! Defines [`Glance`], what stands and what changed last in a session: a small file beside the snapshot, so that what a hook needs in
//! the blink it has does not grow with the session; and the mark of what it told already.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::lock::is_locked;
use super::{Disk, Store, StoreError, disk};
use crate::session::Session;
use crate::state::{Item, ItemId, ItemKind, Status};
use crate::text::SafeText;

/// The file, in a session's folder.
pub(super) const FILE: &str = "recent.json";
/// Most items listed, and most characters of their words: a little more than an answer can hold.
const ITEMS: usize = 256;
const CHARS: usize = 12_000;

/// An item in passing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GlanceItem {
    /// Its id.
    pub id: ItemId,
    /// Its kind.
    pub kind: ItemKind,
    /// What it says.
    pub summary: String,
    /// Whether it stands.
    pub status: Status,
    /// The ledger's number when it was touched last.
    pub touched_seq: u64,
}

/// What changed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glance {
    /// The ledger's number.
    pub seq: u64,
    /// The number from which on nothing is missing.
    pub since: u64,
    /// The items touched last, the newest first.
    pub items: Vec<GlanceItem>,
    /// What stands, under a line that names the session: its part of the context, were it the newest.
    #[serde(default)]
    pub head: String,
}

impl Glance {
    /// What changed last in a session. Guesses and what was not chosen are nothing to go by.
    pub(super) fn of(session: &Session, head: String) -> Self {
        let tellable =
            |item: &&Item| !matches!(item.kind, ItemKind::Hypothesis | ItemKind::RejectedOption | ItemKind::Artifact);
        let mut all: Vec<&Item> = session.ledger().items().iter().filter(tellable).collect();
        all.sort_by_key(|item| Reverse(item.touched_seq));
        let mut out = Self { seq: session.ledger().seq(), since: 0, items: Vec::new(), head };
        let mut chars = 0;
        for item in all {
            let summary = SafeText::line(&item.summary).into_string();
            chars += summary.chars().count();
            if !out.items.is_empty() && (out.items.len() == ITEMS || chars > CHARS) {
                out.since = item.touched_seq;
                break;
            }
            let (id, kind, status, touched_seq) = (item.id.clone(), item.kind, item.status, item.touched_seq);
            out.items.push(GlanceItem { id, kind, summary, status, touched_seq });
        }
        out
    }
}

/// Up to where a hook has told what changed.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Cursor {
    seq: u64,
}

impl Store {
    /// What changed last in a session as it is saved; `None` when nothing readable is.
    pub fn glance(&self, id: &str) -> Option<Glance> {
        self.check(id).ok()?;
        let bytes = disk::read(&self.session_dir(id).join(FILE)).ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    /// Whether a program holds the session.
    pub fn is_watched(&self, id: &str) -> bool {
        self.check(id).is_ok() && is_locked(&self.session_dir(id).join("lock"))
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
