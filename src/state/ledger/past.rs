//! Defines how a ledger is walked back and forth: what a step changed is kept, and put back.
//!
//! Only what lists, details and exports read is kept true (items, ids, kinds, what stands); the word index, which serves the
//! reconciler, is left as it is. A ledger that was walked is for looking at, never for taking in.

use super::Ledger;
use crate::state::Item;

/// An item that was changed, with what it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its place in order of acceptance.
    pub index: usize,
    /// What it was; nothing if this is how it came to be.
    pub before: Option<Item>,
}

impl Ledger {
    /// From here on, changes are kept for [`Self::journal`].
    pub fn keep_journal(&mut self) {
        self.journal.get_or_insert_with(Vec::new);
    }

    /// What was changed since the last call, in order.
    pub fn journal(&mut self) -> Vec<Change> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The item at a place in order of acceptance.
    pub fn item_at(&self, index: usize) -> Option<&Item> {
        self.items.get(index)
    }

    /// Makes this the ledger of `items`, in this order, at this sequence number.
    pub fn become_items(&mut self, items: &[Item], seq: u64) {
        let journal = self.journal.take();
        let mut before = std::mem::take(self);
        self.changes = std::mem::take(&mut before.changes);
        for item in items {
            self.insert(item.clone());
        }
        self.seq = seq;
        self.journal = journal.map(|mut journal| {
            let change = |index| Change { index, before: before.items.get(index).cloned() };
            journal.extend((0..self.items.len()).map(change));
            journal
        });
    }

    /// The ledger of these items, in this order, for looking at: without the word index.
    pub fn of_items(items: Vec<Item>, seq: u64) -> Self {
        let mut ledger = Self { seq, ..Self::default() };
        for (index, item) in items.into_iter().enumerate() {
            ledger.put(index, item);
        }
        ledger
    }

    /// Puts an item at `index`: over the one there, or as the newest.
    pub fn put(&mut self, index: usize, item: Item) {
        let (kind, open) = (item.kind, item.is_open());
        self.rank(index, false);
        if let Some(slot) = self.items.get_mut(index) {
            *slot = item;
        } else {
            self.by_id.insert(item.id.clone(), self.items.len());
            self.by_kind.entry(kind).or_default().push(self.items.len());
            self.items.push(item);
        }
        let list = self.open.entry(kind).or_default();
        match (open, list.binary_search(&index)) {
            (true, Err(at)) => list.insert(at, index),
            (false, Ok(at)) => {
                list.remove(at);
            }
            _ => {}
        }
        self.rank(index, true);
    }

    /// Takes the newest item away.
    pub fn pop(&mut self) -> Option<Item> {
        self.rank(self.items.len().saturating_sub(1), false);
        let item = self.items.pop()?;
        let index = self.items.len();
        self.by_id.remove(&item.id);
        for lists in [&mut self.by_kind, &mut self.open] {
            if let Some(list) = lists.get_mut(&item.kind)
                && list.last() == Some(&index)
            {
                list.pop();
            }
        }
        // The word index may still name its place: it is looked up with `get`, which finds nothing there.
        Some(item)
    }

    /// Sets the sequence number of a walked ledger.
    pub fn set_seq(&mut self, seq: u64) {
        self.seq = seq;
    }
}
