//! Defines [`Attention`]: the changes the person has seen, and whether the window has the focus.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};

use super::State;
use crate::state::{HeldId, Item, ItemId, ItemKind};
use crate::tui::ids::RowKey;

/// Seconds a row stays bold after it changed.
const FLASH_SECONDS: i64 = 4;

/// The person's presence, and the changes they have seen.
#[derive(Debug, Clone)]
pub struct Attention {
    /// Changes the person has seen.
    pub seen: Seen,
    /// Whether a key was pressed since the session was opened: only then is time travel prepared.
    pub at_keys: bool,
    /// Whether the terminal's window has the focus, as far as the terminal reports it.
    pub here: bool,
    /// The time at which the window last lost the focus, and the ledger's sequence number then.
    pub left: Option<(Timestamp, u64)>,
}

impl Default for Attention {
    fn default() -> Self {
        Self { seen: Seen::default(), at_keys: false, here: true, left: None }
    }
}

/// Changes the person has seen.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Everything up to this sequence number is old.
    pub before: u64,
    /// Every log line up to this one is old too.
    pub before_line: usize,
    /// Items seen since, with the sequence number they had.
    pub items: HashMap<ItemId, u64>,
    /// Held candidates that were seen.
    pub held: HashSet<HeldId>,
    /// Rows that changed after this sequence number are bold until that time.
    pub flash: Option<(u64, Timestamp)>,
}

impl Seen {
    /// Whether an item changed since the person last looked at it.
    pub fn lacks(&self, item: &Item) -> bool {
        let changed = changed_at(item);
        // A rejected option comes with the decision that rejected it: one change, not two.
        item.kind != ItemKind::RejectedOption
            && changed > self.before
            && self.items.get(&item.id).is_none_or(|seen| *seen < changed)
    }
}

/// The sequence number at which an item last changed. A restatement is not a change.
pub fn changed_at(item: &Item) -> u64 {
    let version = item.newest().map_or(0, |v| v.seq);
    if item.is_open() { version } else { version.max(item.touched_seq) }
}

impl State {
    /// Whether an item changed since the person last looked at it. Nothing is new in the past.
    pub fn is_unseen(&self, item: &Item) -> bool {
        !self.is_past() && self.attention.seen.lacks(item)
    }

    /// Whether an item changed a moment ago.
    pub fn is_flashing(&self, item: &Item) -> bool {
        let (Some((seq, until)), Some(now)) = (self.attention.seen.flash, self.now) else { return false };
        !self.is_past() && now < until && changed_at(item) > seq
    }

    /// Marks the selected row of the focused pane as seen.
    pub fn see_selected(&mut self) {
        if let Some(key) = self.selected() {
            self.see(&key);
        }
    }

    /// Marks a row as seen. Rows that come on screen while the window has no focus stay new.
    pub fn see(&mut self, key: &RowKey) {
        if !self.attention.here || self.is_past() {
            return;
        }
        if let RowKey::Held(id) = key {
            self.attention.seen.held.insert(*id);
        }
        let RowKey::Item(id) = key else { return };
        if self.session.ledger().get(id).is_some_and(|item| self.is_unseen(item)) {
            self.lists.counts.unseen = self.lists.counts.unseen.saturating_sub(1);
            self.mark_seen(id);
        }
    }

    /// Marks an item as seen, in whatever pane.
    pub fn mark_seen(&mut self, item_id: &str) {
        let ledger = self.session.ledger();
        let Some((item, at)) = ledger.get(item_id).and_then(|i| Some((i, ledger.place(&i.id)?))) else { return };
        self.attention.seen.items.insert(item.id.clone(), changed_at(item));
        self.lists.cache.looked_at(at);
    }

    /// Shows rows changed after `seq` in bold for a moment.
    pub fn flash(&mut self, seq: u64, now: Timestamp) {
        let until = now.saturating_add(SignedDuration::from_secs(FLASH_SECONDS)).unwrap_or(now);
        let from = match self.attention.seen.flash {
            Some((from, end)) if now < end => from,
            _ => seq,
        };
        self.attention.seen.flash = Some((from, until));
    }
}
