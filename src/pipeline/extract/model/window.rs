//! Defines [`Window`]: the turns a model is asked about, with the items it may refer to.

use std::collections::HashSet;
use std::ops::Range;

use super::prompt_injection;
use crate::pipeline::GateResult;
use crate::state::{Item, ItemId, ItemKind, Ledger, Status, TurnId};
use crate::text::{REDACTED, SafeText};
use crate::transcript::{Role, Turn};

/// Bytes shown of the beginning and the end of a longer turn.
const HEAD: usize = 3200;
const TAIL: usize = 1600;
const ITEMS: usize = 40;
/// Most recently changed items listed per kind.
const NEWEST: usize = 8;
/// Bytes of JSON around the text of an item or a turn.
const FRAME: usize = 48;
/// Earlier turns shown for context before the new ones.
const BEFORE: usize = 2;

/// Kinds of items shown to a model: those that can be revised, closed or dropped.
const KINDS: &[ItemKind] =
    &[ItemKind::Goal, ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::Hypothesis, ItemKind::Fact];

/// A turn as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The turn's index in file order.
    pub index: usize,
    pub turn_id: TurnId,
    /// Its name in the prompt: `t12`.
    pub label: String,
    /// Who speaks.
    pub role: Role,
    /// Its text, made safe and shortened in the middle.
    pub text: String,
}

/// An item the model may refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id, such as `d-7`.
    pub id: ItemId,
    pub kind: ItemKind,
    pub summary: String,
    /// Its first quoted snippet; not sent to the model.
    pub quoted: String,
}

impl Listed {
    /// Lists an item.
    pub fn of(item: &Item) -> Self {
        let quoted = item.newest().and_then(|v| v.evidence.snippets.first()).cloned().unwrap_or_default();
        Self { id: item.id.clone(), kind: item.kind, summary: item.summary.clone(), quoted }
    }
}

/// The turns of one request and a shortlist of open items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// The turns, oldest first.
    pub turns: Vec<Shown>,
    /// The items that may be revised, closed, dropped or challenged.
    pub items: Vec<Listed>,
    /// Indexes of the new turns it covers, shown or left out; they are not asked about again.
    pub covers: Vec<usize>,
}

impl Window {
    /// The newest turns not yet asked about, as many as fit into `budget` bytes. `gates` belong to the last of `turns`;
    /// `asked` holds the indexes asked about. `None` when no new turn is left.
    pub fn newest(
        (turns, gates): (&[Turn], &[GateResult]),
        asked: &HashSet<usize>,
        ledger: &Ledger,
        budget: usize,
    ) -> Option<Self> {
        let first = turns.len().saturating_sub(gates.len());
        let mut window = Self::default();
        // A third of the budget is for the items.
        let mut room = budget / 3 * 2;
        let mut before = 0;
        for (index, (turn, gate)) in turns.iter().zip(gates_from(first, gates)).enumerate().skip(first).rev() {
            let known = asked.contains(&index);
            if known && window.covers.is_empty() {
                continue;
            }
            let readable = gate.is_some_and(|g| g.gated) && turn.role != Role::System && !turn.content.is_empty();
            if !readable || prompt_injection::found(&turn.content) {
                window.covers.extend((!known).then_some(index));
                continue;
            }
            if known {
                before += 1;
            }
            let shown = show(index, turn);
            let taken = shown.text.len() + FRAME;
            if (taken > room && !window.turns.is_empty()) || before > BEFORE {
                break;
            }
            room = room.saturating_sub(taken);
            window.covers.extend((!known).then_some(index));
            window.turns.push(shown);
        }
        window.turns.reverse();
        window.covers.sort_unstable();
        if window.covers.is_empty() {
            return None;
        }
        window.items = shortlist(ledger, &window.turns, budget / 3);
        Some(window)
    }

    /// The turn of this label.
    pub fn turn(&self, label: &str) -> Option<&Shown> {
        self.turns.iter().find(|t| t.label == label)
    }

    /// The listed item of this id.
    pub fn item(&self, id: &str) -> Option<&Listed> {
        self.items.iter().find(|i| i.id == id)
    }
}

/// The gate result of each turn; `None` for the `first` turns without one.
fn gates_from(
    first: usize,
    gates: &[GateResult],
) -> impl DoubleEndedIterator<Item = Option<&GateResult>> + ExactSizeIterator {
    (0..first + gates.len()).map(move |i| i.checked_sub(first).and_then(|i| gates.get(i)))
}

/// Prepares a turn for the prompt.
pub fn show(index: usize, turn: &Turn) -> Shown {
    // Redacted before it is cut: half of a secret would not be recognized.
    let whole = SafeText::block(&turn.content).into_string();
    let text = if whole.len() <= HEAD + TAIL {
        whole
    } else {
        let (head, tail) = (cut_before(&whole, HEAD), cut_after(&whole, whole.len() - TAIL));
        format!("{}\n[... left out ...]\n{}", &whole[..head], &whole[tail..])
    };
    Shown { index, turn_id: turn.turn_id.as_str().into(), label: format!("t{}", turn.ordinal), role: turn.role, text }
}

/// The last byte up to `at` where a text may be cut: not within a character or a redaction mark.
fn cut_before(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    placeholder(text, at).map_or(at, |p| p.start)
}

/// The first such byte from `at` on.
fn cut_after(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    placeholder(text, at).map_or(at, |p| p.end)
}

/// The redaction mark around byte `at`.
fn placeholder(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text[..at].rfind('[').filter(|s| text[*s..].starts_with(REDACTED))?;
    let end = start + text[start..].find(']')? + 1;
    (start < at && at < end).then_some(start..end)
}

/// The listed items, within a budget of bytes.
struct Shortlist {
    items: Vec<Listed>,
    room: usize,
}

impl Shortlist {
    /// Adds an open item that is new and fits. Text that addresses a model is not shown as an item either.
    fn add(&mut self, item: &Item) {
        let listed = Listed::of(item);
        let taken = listed.summary.len() + FRAME;
        let open = matches!(item.status, Status::Active | Status::Tentative);
        let safe = open && !prompt_injection::found(&listed.summary);
        let fits = self.items.len() < ITEMS && taken <= self.room;
        if safe && fits && self.items.iter().all(|l| l.id != listed.id) {
            self.room -= taken;
            self.items.push(listed);
        }
    }
}

/// The items the turns may be about: those that share words with them, then the most recently changed.
fn shortlist(ledger: &Ledger, turns: &[Shown], room: usize) -> Vec<Listed> {
    let mut list = Shortlist { items: Vec::new(), room };
    for turn in turns.iter().rev() {
        ledger.related(&turn.text, KINDS).into_iter().filter(|r| r.shared >= 2).for_each(|r| list.add(r.item));
    }
    for kind in KINDS {
        ledger.open_of_kind(*kind).rev().take(NEWEST).for_each(|i| list.add(i));
    }
    list.items
}
