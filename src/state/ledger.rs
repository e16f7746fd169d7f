//! Defines [`Ledger`]: the items, a sequence number, and indexes that make the cost of a lookup depend on the size of
//! its result, not of the history.

mod past;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::HashMap;

use super::id::{ItemId, SemanticId};
use super::item::Item;
use super::kind::{ItemKind, Status};
use super::semantic_id::semantic_id;
use crate::language::stems::with_token_set;
pub use past::Change;

/// Most items that a text is compared with: a bound on the cost where many items share their words.
const MAX_COMPARED: usize = 24;
/// Most items on a shortlist.
pub const SHORTLIST: usize = 12;

/// An item that shares words with a text.
#[derive(Debug, Clone, Copy)]
pub struct Related<'a> {
    pub item: &'a Item,
    /// Distinct common words.
    pub shared: usize,
    /// Distinct words of the text.
    pub words: usize,
    /// Distinct words of the item's summary and alternatives.
    pub own: usize,
}

impl Related<'_> {
    /// Share of the shorter side's words that are common; 0 below two common words.
    pub fn agreement(&self) -> f32 {
        let least = self.words.min(self.own);
        if self.shared < 2 || least == 0 { 0.0 } else { self.shared as f32 / least as f32 }
    }
}

/// Number of items visited by lookups; atomic, because lookups take a shared reference.
#[derive(Debug, Default)]
struct VisitCount(AtomicU64);

impl VisitCount {
    fn add(&self, items: u64) {
        self.0.fetch_add(items, Ordering::Relaxed);
    }
}

impl Clone for VisitCount {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// Sort key of active items: hard ones first, then the latest touched, then the oldest.
type Rank = (bool, Reverse<u64>, usize);

/// All items of a session, ended ones included, with indexes.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    items: Vec<Item>,
    by_id: HashMap<ItemId, usize>,
    by_semantic: HashMap<SemanticId, Vec<usize>>,
    token_ids: HashMap<Box<str>, u32>,
    by_token: Vec<Vec<u32>>,
    tokens: Vec<Box<[u32]>>,
    by_kind: BTreeMap<ItemKind, Vec<usize>>,
    open: BTreeMap<ItemKind, Vec<usize>>,
    standing: BTreeMap<ItemKind, BTreeSet<Rank>>,
    touched: BTreeSet<(u64, usize)>,
    changes: Vec<u32>,
    counters: BTreeMap<char, u64>,
    seq: u64,
    /// Changes since the last call of [`Self::journal`]; `None` unless kept.
    journal: Option<Vec<Change>>,
    visited: VisitCount,
}

impl Ledger {
    /// An empty ledger.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sequence number, which grows by one with each accepted delta.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Number of items visited by lookups so far: their cost.
    pub fn visited(&self) -> u64 {
        self.visited.0.load(Ordering::Relaxed)
    }

    /// The items at these places, each counted when visited.
    fn at<'a>(&'a self, places: Option<&'a Vec<usize>>) -> impl DoubleEndedIterator<Item = &'a Item> {
        let counted = places.into_iter().flatten().inspect(|_| self.visited.add(1));
        counted.filter_map(|&i| self.items.get(i))
    }

    /// Every item in order of acceptance.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The item with this id, or this semantic id.
    pub fn get(&self, id: &str) -> Option<&Item> {
        let place = self.by_id.get(id).or_else(|| self.by_semantic.get(id)?.last());
        self.items.get(*place?)
    }

    /// The items with this semantic id, oldest first.
    pub fn with_semantic(&self, semantic: &str) -> impl DoubleEndedIterator<Item = &Item> {
        self.at(self.by_semantic.get(semantic))
    }

    /// The items of a kind, oldest first.
    pub fn of_kind(&self, kind: ItemKind) -> impl DoubleEndedIterator<Item = &Item> {
        self.at(self.by_kind.get(&kind))
    }

    /// The open items of a kind, oldest first.
    pub fn open_of_kind(&self, kind: ItemKind) -> impl DoubleEndedIterator<Item = &Item> {
        self.at(self.open.get(&kind))
    }

    /// Active items of a kind, oldest first.
    pub fn active(&self, kind: ItemKind) -> impl DoubleEndedIterator<Item = &Item> {
        self.open_of_kind(kind).filter(|i| i.status == Status::Active)
    }

    /// Branches without a decision.
    pub fn unresolved_branches(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.open_of_kind(ItemKind::Hypothesis).filter(|i| i.has_tag("branch"))
    }

    /// Items touched after sequence number `seq`, the latest touched first; among equals the oldest first.
    pub fn changed_since(&self, seq: u64) -> impl Iterator<Item = &Item> {
        let mut places: Vec<(u64, usize)> = self.touched.range((seq.saturating_add(1), 0)..).copied().collect();
        places.sort_by_key(|(touched, _)| Reverse(*touched));
        places.into_iter().inspect(|_| self.visited.add(1)).filter_map(|(_, i)| self.items.get(i))
    }

    /// Number of items in [`Self::standing`].
    pub fn standing_count(&self, kind: ItemKind) -> usize {
        self.standing.get(&kind).map_or(0, BTreeSet::len)
    }

    /// The active items of a kind (of hypotheses the open branches), hard ones first, then the latest touched first.
    pub fn standing(&self, kind: ItemKind) -> impl Iterator<Item = &Item> {
        let ranks = self.standing.get(&kind).into_iter().flatten().inspect(|_| self.visited.add(1));
        ranks.filter_map(|(_, _, i)| self.items.get(*i))
    }

    /// Number of additions and changes of items so far.
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// The places in [`Self::items`] of the items added or changed after the first `known` changes, sorted and unique.
    pub fn changed_after(&self, known: usize) -> Vec<usize> {
        let mut places: Vec<usize> = self.changes.iter().skip(known).map(|i| *i as usize).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The place of the item `id` among [`Self::items`].
    pub fn place(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Items of these kinds that share words with `text`, best first, at most [`SHORTLIST`]. They are found by the
    /// rarest words, so the cost does not grow with the ledger.
    pub fn related(&self, text: &str, kinds: &[ItemKind]) -> Vec<Related<'_>> {
        let (mut known, words) = with_token_set(text, |set| {
            let known: Vec<u32> = set.iter().filter_map(|token| self.token_ids.get(*token).copied()).collect();
            (known, set.len())
        });
        known.sort_unstable();
        let mut rarest = known.clone();
        rarest.sort_unstable_by_key(|id| (self.posting(*id).len(), *id));
        let mut seen: Vec<u32> = Vec::new();
        for id in rarest {
            let room = MAX_COMPARED.saturating_sub(seen.len());
            if room == 0 {
                break;
            }
            seen.extend(self.posting(id).iter().rev().take(room));
        }
        self.visited.add(seen.len() as u64);
        seen.sort_unstable();
        seen.dedup();
        let mut out: Vec<Related<'_>> = seen
            .into_iter()
            .filter_map(|i| Some((self.items.get(i as usize)?, self.tokens.get(i as usize)?)))
            .filter(|(item, _)| kinds.contains(&item.kind))
            .map(|(item, own)| Related {
                item,
                shared: known.iter().filter(|t| own.binary_search(t).is_ok()).count(),
                words,
                own: own.len(),
            })
            .collect();
        out.sort_by(|a, b| b.shared.cmp(&a.shared).then(b.item.touched_seq.cmp(&a.item.touched_seq)));
        out.truncate(SHORTLIST);
        out
    }

    /// The posting list of a token: the places of the items that contain it.
    fn posting(&self, token: u32) -> &[u32] {
        self.by_token.get(token as usize).map_or(&[], Vec::as_slice)
    }

    /// The id of the next item of `kind`; branches have the letter `b`.
    pub fn next_id(&self, kind: ItemKind, branch: bool) -> ItemId {
        let letter = if branch { 'b' } else { kind.letter() };
        ItemId::new(letter, self.counters.get(&letter).copied().unwrap_or(0) + 1)
    }

    /// Adds an item that `pipeline::reconcile` has checked, and indexes it.
    pub fn insert(&mut self, item: Item) {
        let index = self.items.len();
        let letter = item.id.chars().next().unwrap_or(item.kind.letter());
        let counter = self.counters.entry(letter).or_default();
        // An imported item may have a higher number than the count of its kind.
        *counter = (*counter + 1).max(item.id.number());
        if let Some(journal) = &mut self.journal {
            journal.push(Change { index, before: None });
        }
        self.by_id.insert(item.id.clone(), index);
        self.by_kind.entry(item.kind).or_default().push(index);
        self.index_open(index, item.kind, item.is_open());
        self.items.push(item);
        self.rank(index, true);
        self.index(index);
    }

    /// Changes the item `id` and updates the indexes. Returns whether it exists.
    pub fn update(&mut self, id: &str, change: impl FnOnce(&mut Item)) -> bool {
        let Some(&index) = self.by_id.get(id) else { return false };
        self.rank(index, false);
        let Some(item) = self.items.get_mut(index) else { return false };
        if let Some(journal) = &mut self.journal {
            journal.push(Change { index, before: Some(item.clone()) });
        }
        let before = (item.summary.clone(), item.alternatives.clone(), item.is_open());
        change(item);
        if item.summary != before.0 {
            item.semantic_id = semantic_id(item.kind, &item.summary);
        }
        let reworded = item.summary != before.0 || item.alternatives != before.1;
        let (opened, kind) = ((item.is_open() != before.2).then_some(item.is_open()), item.kind);
        if reworded {
            self.index(index);
        }
        if let Some(open) = opened {
            self.index_open(index, kind, open);
        }
        self.rank(index, true);
        true
    }

    /// Adds an item to the sorted indexes, or removes it before its fields change.
    fn rank(&mut self, index: usize, into: bool) {
        let Some(item) = self.items.get(index) else { return };
        let stands = match item.kind {
            ItemKind::Hypothesis => item.is_open() && item.has_tag("branch"),
            ItemKind::OpenQuestion => item.is_open(),
            _ => item.status == Status::Active,
        };
        let rank = (!item.has_tag("hard"), Reverse(item.touched_seq), index);
        let standing = self.standing.entry(item.kind).or_default();
        if into {
            self.changes.push(index as u32);
            self.touched.insert((item.touched_seq, index));
            if stands {
                standing.insert(rank);
            }
        } else {
            self.touched.remove(&(item.touched_seq, index));
            standing.remove(&rank);
        }
    }

    /// Grows the sequence number by one and returns it.
    pub fn advance(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// Updates the indexes of meanings and words. Words of former versions still lead to the item, so that a later
    /// revision finds it.
    fn index(&mut self, index: usize) {
        let Some(item) = self.items.get(index) else { return };
        let places = self.by_semantic.entry(item.semantic_id.clone()).or_default();
        if !places.contains(&index) {
            places.push(index);
        }
        let words =
            item.alternatives.iter().fold(Cow::Borrowed(item.summary.as_str()), |all, a| all + " " + a.as_str());
        let mut own = with_token_set(&words, |set| {
            let ids = set.iter().map(|token| {
                if let Some(id) = self.token_ids.get(*token) {
                    return *id;
                }
                let id = self.by_token.len() as u32;
                self.token_ids.insert((*token).into(), id);
                self.by_token.push(Vec::new());
                id
            });
            ids.collect::<Vec<u32>>()
        });
        for id in &own {
            let Some(posting) = self.by_token.get_mut(*id as usize) else { continue };
            if let Err(at) = posting.binary_search(&(index as u32)) {
                posting.insert(at, index as u32);
            }
        }
        own.sort_unstable();
        self.tokens.resize_with(self.tokens.len().max(index + 1), Box::default);
        if let Some(tokens) = self.tokens.get_mut(index) {
            *tokens = own.into();
        }
    }

    /// Adds an item to the index of open items, or removes it.
    fn index_open(&mut self, index: usize, kind: ItemKind, is_open: bool) {
        let open = self.open.entry(kind).or_default();
        match (is_open, open.binary_search(&index)) {
            (true, Err(at)) => open.insert(at, index),
            (false, Ok(at)) => {
                open.remove(at);
            }
            _ => {}
        }
    }
}
