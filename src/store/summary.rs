//! Defines [`SessionSummary`], the recent changes of a session in a small file beside the snapshot, so that a hook, which
//! must answer fast, reads the same amount as the session grows; and the cursor up to which a hook has reported.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::lock::is_locked;
use super::place::sealed_name;
use super::{Disk, Store, StoreError, disk};
use crate::session::{Session, agent_words};
use crate::state::{Item, ItemId, ItemKind, Status};

/// The file, in a session's folder.
pub(super) const FILE: &str = "recent.json";
/// Most items, and most characters of their summaries: a little more than a hook's answer can hold.
const MAX_ITEMS: usize = 256;
const CHARS: usize = 12_000;

/// The fields of an item that a hook reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryItem {
    pub id: ItemId,
    pub kind: ItemKind,
    /// The item's text for an agent: with its speaker, and with imports, tags and headings neutralised.
    pub summary: String,
    /// The item's status.
    pub status: Status,
    /// The ledger's number when it was touched last.
    pub touched_seq: u64,
}

/// The items of a session that changed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSummary {
    /// The ledger's sequence number.
    pub seq: u64,
    /// Every change after this sequence number is listed.
    pub since: u64,
    /// The items touched last, the newest first.
    pub items: Vec<SummaryItem>,
    /// The session's part of `CONTEXT.md`, for when it is the newest session.
    #[serde(default)]
    pub head: String,
}

impl SessionSummary {
    /// Summarises a session, without hypotheses, options beside a choice, artifacts and items that address a model.
    pub(super) fn of(session: &Session, head: String) -> Self {
        let mut all: Vec<&Item> = session.ledger().items().iter().filter(|i| is_reported(i)).collect();
        all.sort_by_key(|item| Reverse(item.touched_seq));
        let mut out = Self { seq: session.ledger().seq(), since: 0, items: Vec::new(), head };
        let mut chars = 0;
        for item in all {
            let Some(summary) = agent_words(item, |id| session.turn(id).map(|t| t.role)) else { continue };
            chars += summary.chars().count();
            if !out.items.is_empty() && (out.items.len() == MAX_ITEMS || chars > CHARS) {
                out.since = item.touched_seq;
                break;
            }
            let (id, kind, status, touched_seq) = (item.id.clone(), item.kind, item.status, item.touched_seq);
            out.items.push(SummaryItem { id, kind, summary, status, touched_seq });
        }
        out
    }
}

/// Whether hooks report an item. An option that was not chosen is reported with the decision.
fn is_reported(item: &Item) -> bool {
    let beside = item.kind == ItemKind::RejectedOption && item.superseded_by.is_some();
    !beside && !matches!(item.kind, ItemKind::Hypothesis | ItemKind::Artifact)
}

/// The sequence number up to which a hook has reported changes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Cursor {
    seq: u64,
}

impl Store {
    /// The saved summary of a session; `None` if there is none that can be read.
    pub fn glance(&self, id: &str) -> Option<SessionSummary> {
        self.check(id).ok()?;
        let bytes = disk::read(&self.session_dir(id).join(FILE)).ok()??;
        serde_json::from_slice(&self.sealer().accepted(&sealed_name(id, FILE), &bytes)?).ok()
    }

    /// Whether a process holds the session's lock.
    pub fn is_watched(&self, id: &str) -> bool {
        self.check(id).is_ok() && is_locked(&self.session_dir(id).join("lock"))
    }

    /// The sequence number up to which a hook has reported changes.
    pub fn cursor(&self, id: &str) -> Option<u64> {
        let bytes = disk::read(&self.session_dir(id).join("hook.json")).ok()??;
        serde_json::from_slice::<Cursor>(&bytes).ok().map(|c| c.seq)
    }

    /// Stores that number; does nothing for a session that is not saved.
    pub fn set_cursor(&self, id: &str, seq: u64) -> Result<(), StoreError> {
        self.check(id)?;
        let dir = self.session_dir(id);
        if !dir.is_dir() || self.cursor(id) == Some(seq) {
            return Ok(());
        }
        let path = dir.join("hook.json");
        let text = serde_json::to_vec(&Cursor { seq })
            .map_err(std::io::Error::from)
            .map_err(StoreError::io("write", &path))?;
        Disk::of_process().replace(&path, &text, None).map_err(StoreError::io("write", &path))
    }
}
