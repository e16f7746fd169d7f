//! Defines how a ledger travels in time: a journal keeps the changes, which can be undone and redone.
//!
//! Only the indexes that lists, details and exports read stay correct, not the word index of the reconciler. A ledger
//! that has travelled is for display only.

use super::Ledger;
use crate::state::Item;

/// A change of one item.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its place in order of acceptance.
    pub index: usize,
    /// The item before the change; `None` if it was created.
    pub before: Option<Item>,
}

impl Ledger {
    /// Starts to keep changes for [`Self::journal`].
    pub fn keep_journal(&mut self) {
        self.journal.get_or_insert_with(Vec::new);
    }

    /// The changes since the last call, in order.
    pub fn journal(&mut self) -> Vec<Change> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The item at a place in order of acceptance.
    pub fn item_at(&self, index: usize) -> Option<&Item> {
        self.items.get(index)
    }

    /// Replaces the content by `items`, in this order, at this sequence number.
    pub fn become_items(&mut self, items: &[Item], seq: u64) {
        let journal = self.journal.take();
        let mut before = std::mem::take(self);
        self.changes = std::mem::take(&mut before.changes);
        for item in items {
            self.insert(item.clone());
        }
        self.seq = seq;
        self.journal = journal.map(|mut journal| {
            let indexes = 0..self.items.len();
            journal.extend(indexes.map(|index| Change { index, before: before.items.get(index).cloned() }));
            journal
        });
    }

    /// A ledger of these items for display only, without the word index.
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
        self.index_open(index, kind, open);
        self.rank(index, true);
    }

    /// Removes the newest item.
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
        // The word index may still hold its place, where lookups find no item.
        Some(item)
    }

    /// Sets the sequence number.
    pub fn set_seq(&mut self, seq: u64) {
        self.seq = seq;
    }
}
