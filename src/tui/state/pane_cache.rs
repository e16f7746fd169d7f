//! Defines [`PaneCache`], the order of every pane's items and the header's counts, updated incrementally: the cost of a
//! frame depends on the changes since the last one, not on the session.

use std::cmp::Reverse;
use std::ops::Range;

use crate::state::{Item, ItemKind, Ledger, Resolution, Status};
use crate::tui::ids::RowKey;
use crate::tui::state::list::is_counted;
use crate::tui::state::{HeaderCounts, List, Seen};

/// How a pane sorts items: in groups, and in a group the latest first.
#[derive(Debug, Clone, Copy)]
pub struct ItemGroups {
    /// The groups' headings from the top; an empty one is not shown.
    pub titles: &'static [&'static str],
    /// The group of an item, if the pane lists it.
    pub of: fn(&Item) -> Option<usize>,
    /// Number of leading groups whose items are in force: likely items are listed below them.
    pub standing: usize,
    /// The sort key of an item within its group, the highest first; equal items keep the order of the ledger.
    pub late: fn(&Item) -> u64,
}

impl ItemGroups {
    /// The group and sort key of an item; `None` for one of another pane, and for one whose confirmation was undone.
    fn place(&self, item: &Item) -> Option<(usize, u64)> {
        let group = (self.of)(item).filter(|_| !item.is_unconfirmed())?;
        Some((group, (self.late)(item)))
    }
}

/// The grouping of each pane that lists items.
pub type ListGroups = [Option<ItemGroups>];

/// An item's full sort key in a pane: its group, its key there, its index in the ledger.
type Place = (usize, Reverse<u64>, usize);

/// Maximum number of panes that list an item: its own, and the chains.
const PANES_OF_ITEM: usize = 2;
/// A list is rebuilt when more than `MANY` items changed, and more than one item in `MANY`.
const MANY: usize = 64;

/// Counters an item may count in: those of the header.
const COUNTS: usize = 7;

/// List positions and counter contributions of an item.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    /// Pane, group, and sort key there.
    listed: [Option<(u8, u8, u64)>; PANES_OF_ITEM],
    counts: [bool; COUNTS],
}

/// The lists as of the last refresh.
#[derive(Debug, Clone, Default)]
pub struct PaneCache {
    /// The ledger's change count at the last update; `None` when everything must be rebuilt.
    known: Option<usize>,
    entries: Vec<Entry>,
    orders: Vec<Vec<Place>>,
    totals: [usize; COUNTS],
}

impl PaneCache {
    /// Clears the cache, for another session or another set of seen items.
    pub fn clear(&mut self) {
        self.known = None;
    }

    /// Updates the unfiltered lists to the ledger.
    pub fn bring_up(&mut self, ledger: &Ledger, seen: &Seen, sources: &ListGroups, lists: &mut [List]) {
        // A shorter ledger belongs to another session.
        let same = ledger.items().len() >= self.entries.len();
        let known = self.known.filter(|known| same && *known <= ledger.changes());
        let changed = known.map(|known| ledger.changed_after(known));
        self.known = Some(ledger.changes());
        let Some(changed) = changed.filter(|c| c.len() <= MANY.max(ledger.items().len() / MANY)) else {
            return self.make_all(ledger, seen, sources, lists);
        };
        for at in changed {
            self.change(ledger, seen, sources, at, lists);
        }
    }

    fn make_all(&mut self, ledger: &Ledger, seen: &Seen, sources: &ListGroups, lists: &mut [List]) {
        self.entries = ledger.items().iter().map(|i| Entry::of(i, seen, sources)).collect();
        self.totals = [0; COUNTS];
        for entry in &self.entries {
            entry.count(&mut self.totals, 1);
        }
        self.orders = vec![Vec::new(); sources.len()];
        for ((groups, kept), list) in sources.iter().zip(&mut self.orders).zip(lists) {
            let Some(groups) = groups else { continue };
            *kept = order(ledger, *groups);
            if list.filter.is_empty() {
                list.rows = rows(groups.titles, kept, ledger);
            }
        }
    }

    /// Moves the item at an index of the ledger to its new position.
    fn change(&mut self, ledger: &Ledger, seen: &Seen, sources: &ListGroups, at: usize, lists: &mut [List]) {
        let Some(item) = ledger.items().get(at) else { return };
        let new = Entry::of(item, seen, sources);
        if at >= self.entries.len() {
            self.entries.resize(at + 1, Entry::default());
        }
        let Some(entry) = self.entries.get_mut(at) else { return };
        let old = std::mem::replace(entry, new);
        old.count(&mut self.totals, -1);
        new.count(&mut self.totals, 1);
        if old.listed == new.listed {
            return;
        }
        for (entry, comes) in [(old, false), (new, true)] {
            for (pane, group, late) in entry.listed.into_iter().flatten() {
                let (pane, place) = (usize::from(pane), (usize::from(group), Reverse(late), at));
                let (Some(order), Some(list)) = (self.orders.get_mut(pane), lists.get_mut(pane)) else { continue };
                let Some(Some(ItemGroups { titles: groups, .. })) = sources.get(pane) else { continue };
                let rows = list.filter.is_empty().then_some(&mut list.rows);
                if comes {
                    put(groups, order, rows, place, || RowKey::Item(item.id.clone()));
                } else {
                    take(groups, order, rows, place);
                }
            }
        }
    }

    /// A pane's rows without a filter and without likely items.
    pub fn rows(&self, pane: usize, groups: ItemGroups, ledger: &Ledger) -> Vec<RowKey> {
        rows(groups.titles, self.order(pane), ledger)
    }

    /// The index of a pane's row below the items in force.
    pub fn below_standing(&self, pane: usize, groups: ItemGroups) -> usize {
        below_standing(groups, self.order(pane))
    }

    /// The number of a pane's items in force.
    pub fn standing(&self, pane: usize, groups: ItemGroups) -> usize {
        self.order(pane).partition_point(|place| place.0 < groups.standing)
    }

    /// The rows of a pane's headings, without a filter and without likely items.
    pub fn headings(&self, pane: usize, groups: ItemGroups) -> Vec<usize> {
        let order = self.order(pane);
        let titled = groups.titles.iter().enumerate().filter(|(_, title)| !title.is_empty());
        let spans = titled.map(|(group, _)| span(order, group)).filter(|own| !own.is_empty());
        spans.enumerate().map(|(above, own)| own.start + above).collect()
    }

    fn order(&self, pane: usize) -> &[Place] {
        self.orders.get(pane).map_or(&[], Vec::as_slice)
    }

    /// The number of items that a pane lists without its filter.
    pub fn len(&self, pane: usize) -> usize {
        self.order(pane).len()
    }

    /// Updates the counts after the item at an index of the ledger was seen.
    pub fn looked_at(&mut self, at: usize) {
        if let Some([.., unseen]) = self.entries.get_mut(at).map(|e| &mut e.counts)
            && std::mem::take(unseen)
            && let [.., total] = &mut self.totals
        {
            *total = total.saturating_sub(1);
        }
    }

    /// The header's numbers; held candidates are counted elsewhere.
    pub fn counts(&self, held: usize) -> HeaderCounts {
        let [decisions, constraints, done, tasks, ruled_out, questions, unseen] = self.totals;
        let counts =
            HeaderCounts { decisions, constraints, done, tasks, ruled_out, questions, unseen, ..Default::default() };
        HeaderCounts { held, ..counts }
    }
}

impl Entry {
    fn of(item: &Item, seen: &Seen, sources: &ListGroups) -> Self {
        let listed = sources.iter().enumerate().filter_map(|(at, groups)| {
            let (group, late) = groups.as_ref()?.place(item)?;
            Some((at as u8, group as u8, late))
        });
        let mut places = [None; PANES_OF_ITEM];
        for (place, pane) in places.iter_mut().zip(listed) {
            *place = Some(pane);
        }
        let active = item.status == Status::Active;
        let (decision, constraint) = (item.kind == ItemKind::Decision, item.kind == ItemKind::Constraint);
        let task = is_counted(item);
        let done = task && item.resolution == Some(Resolution::Completed);
        let ruled_out = active && item.kind == ItemKind::RejectedOption;
        let question = item.is_open() && item.kind == ItemKind::OpenQuestion;
        let counts = [active && decision, active && constraint, done, task, ruled_out, question, seen.lacks(item)];
        Self { listed: places, counts }
    }

    fn count(&self, totals: &mut [usize; COUNTS], by: isize) {
        for (total, _) in totals.iter_mut().zip(self.counts).filter(|(_, counts)| *counts) {
            *total = total.saturating_add_signed(by);
        }
    }
}

/// Sorts the items that a pane lists.
fn order(ledger: &Ledger, groups: ItemGroups) -> Vec<Place> {
    let items = ledger.items().iter().enumerate();
    let place = |(at, item): (usize, &Item)| {
        let (group, late) = groups.place(item)?;
        Some((group, Reverse(late), at))
    };
    let mut order: Vec<Place> = items.filter_map(place).collect();
    order.sort_unstable();
    order
}

/// The rows of a pane of items, built from the whole ledger, with those of likely items.
pub fn item_rows(groups: ItemGroups, ledger: &Ledger, likely: Vec<RowKey>) -> Vec<RowKey> {
    let order = order(ledger, groups);
    let mut rows = rows(groups.titles, &order, ledger);
    let at = below_standing(groups, &order);
    rows.splice(at..at, likely);
    rows
}

/// The index of the row below the items in force.
fn below_standing(groups: ItemGroups, order: &[Place]) -> usize {
    let items = order.partition_point(|place| place.0 < groups.standing);
    items + headings(groups.titles, order, groups.standing)
}

/// Groups under counted headings; empty groups vanish.
pub fn grouped(groups: Vec<(&'static str, Vec<RowKey>)>) -> Vec<RowKey> {
    let mut rows = Vec::new();
    for (title, group) in groups {
        if group.is_empty() {
            continue;
        }
        if !title.is_empty() {
            rows.push(RowKey::Heading(title, group.len()));
        }
        rows.extend(group);
    }
    rows
}

/// The rows of an order, groups under counted headings; empty groups vanish.
fn rows(groups: &[&'static str], order: &[Place], ledger: &Ledger) -> Vec<RowKey> {
    let spans = groups.iter().enumerate().map(|(n, title)| (*title, order.get(span(order, n)).unwrap_or_default()));
    grouped(spans.map(|(title, places)| (title, item_keys(places, ledger))).collect())
}

fn item_keys(places: &[Place], ledger: &Ledger) -> Vec<RowKey> {
    let items = places.iter().filter_map(|(.., at)| ledger.items().get(*at));
    items.map(|i| RowKey::Item(i.id.clone())).collect()
}

/// Range of a group in an order.
fn span(order: &[Place], group: usize) -> Range<usize> {
    order.partition_point(|p| p.0 < group)..order.partition_point(|p| p.0 <= group)
}

/// Headings above a group's own.
fn headings(groups: &[&str], order: &[Place], group: usize) -> usize {
    let above = groups.iter().take(group).enumerate();
    above.filter(|(n, title)| !title.is_empty() && !span(order, *n).is_empty()).count()
}

fn put(
    groups: &[&'static str],
    order: &mut Vec<Place>,
    rows: Option<&mut Vec<RowKey>>,
    place: Place,
    key: impl FnOnce() -> RowKey,
) {
    let Err(at) = order.binary_search(&place) else { return };
    order.insert(at, place);
    let (Some(rows), Some(title)) = (rows, groups.get(place.0)) else { return };
    let (own, mut above) = (span(order, place.0), headings(groups, order, place.0));
    if !title.is_empty() {
        let heading = RowKey::Heading(title, own.len());
        match rows.get_mut(own.start + above) {
            Some(row) if own.len() > 1 => *row = heading,
            _ => rows.insert((own.start + above).min(rows.len()), heading),
        }
        above += 1;
    }
    rows.insert((at + above).min(rows.len()), key());
}

fn take(groups: &[&'static str], order: &mut Vec<Place>, rows: Option<&mut Vec<RowKey>>, place: Place) {
    let Ok(at) = order.binary_search(&place) else { return };
    let (own, above) = (span(order, place.0), headings(groups, order, place.0));
    order.remove(at);
    let (Some(rows), Some(title)) = (rows, groups.get(place.0)) else { return };
    let (first, titled) = (own.start + above, usize::from(!title.is_empty()));
    let gone = at + above + titled;
    if gone < rows.len() {
        rows.remove(gone);
    }
    match (titled, own.len()) {
        (1, 1) if first < rows.len() => {
            rows.remove(first);
        }
        (1, count) => {
            if let Some(row) = rows.get_mut(first) {
                *row = RowKey::Heading(title, count - 1);
            }
        }
        _ => {}
    }
}
