//! Defines [`Window`]: the piece of the talk a model is asked about, with the items it may refer to.

use std::collections::HashSet;
use std::ops::Range;

use super::prompt_injection;
use crate::pipeline::GateResult;
use crate::state::{Item, ItemId, ItemKind, Ledger, Status, TurnId};
use crate::text::{REDACTED, SafeText};
use crate::transcript::{Role, Turn};

/// Bytes shown of one turn: its beginning and its end, where people and agents say what matters.
const HEAD: usize = 3200;
const TAIL: usize = 1600;
/// Items listed at most.
const ITEMS: usize = 40;
/// Items listed of each kind for having changed last.
const NEWEST: usize = 8;
/// Bytes an item, or the frame of a turn, takes beside its words.
const FRAME: usize = 48;
/// Turns already asked about that are shown before the new ones: an answer is read beside what it answers.
const BEFORE: usize = 2;

/// Kinds of items a model is shown: what can be revised, closed or dropped.
const KINDS: &[ItemKind] =
    &[ItemKind::Goal, ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::Hypothesis, ItemKind::Fact];

/// A turn as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The turn's place in file order.
    pub index: usize,
    /// Its id.
    pub turn_id: TurnId,
    /// What the model calls it: `t12`.
    pub label: String,
    /// Who speaks.
    pub role: Role,
    /// Its words as safe text, shortened in the middle.
    pub text: String,
}

/// An item the model may refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// `d-7`.
    pub id: ItemId,
    /// What it is.
    pub kind: ItemKind,
    /// What it says.
    pub summary: String,
    /// The words it rests on; they are not sent.
    pub quoted: String,
}

impl Listed {
    /// The item as listed.
    pub fn of(item: &Item) -> Self {
        let quoted = item.newest().and_then(|v| v.evidence.snippets.first()).cloned().unwrap_or_default();
        Self { id: item.id.clone(), kind: item.kind, summary: item.summary.clone(), quoted }
    }
}

/// A piece of the talk and the shortlist of items that stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// The turns, oldest first.
    pub turns: Vec<Shown>,
    /// What may be revised, closed, dropped or called wrong.
    pub items: Vec<Listed>,
    /// Turns that are asked about with it, by place: shown or left out, they are not asked about again.
    pub covers: Vec<usize>,
}

impl Window {
    /// The newest turns nobody has asked about, as many as fit into `budget` bytes. `gates` run in parallel to the
    /// last of `turns`; `asked` tells which places were asked about. `None` when nothing is left to ask.
    pub fn newest(
        (turns, gates): (&[Turn], &[GateResult]),
        asked: &HashSet<usize>,
        ledger: &Ledger,
        budget: usize,
    ) -> Option<Self> {
        let first = turns.len().saturating_sub(gates.len());
        let mut window = Self::default();
        // A third of the room is the items'.
        let mut room = budget / 3 * 2;
        let mut before = 0;
        for (index, (turn, gate)) in turns.iter().zip(gates_from(first, gates)).enumerate().skip(first).rev() {
            let known = asked.contains(&index);
            if known && window.covers.is_empty() {
                continue;
            }
            let tells = gate.is_some_and(|g| g.gated) && turn.role != Role::System && !turn.content.is_empty();
            if !tells || prompt_injection::found(&turn.content) {
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

    /// The turn the model calls `label`.
    pub fn turn(&self, label: &str) -> Option<&Shown> {
        self.turns.iter().find(|t| t.label == label)
    }

    /// The item `id`, if it was shown.
    pub fn item(&self, id: &str) -> Option<&Listed> {
        self.items.iter().find(|i| i.id == id)
    }
}

/// The gate's word for each turn, where there is one.
fn gates_from(
    first: usize,
    gates: &[GateResult],
) -> impl DoubleEndedIterator<Item = Option<&GateResult>> + ExactSizeIterator {
    (0..first + gates.len()).map(move |i| i.checked_sub(first).and_then(|i| gates.get(i)))
}

/// A turn as it is shown.
pub fn show(index: usize, turn: &Turn) -> Shown {
    // Made safe as a whole, then cut: half of a secret would not be known for one.
    let whole = SafeText::block(&turn.content).into_string();
    let text = if whole.len() <= HEAD + TAIL {
        whole
    } else {
        let (head, tail) = (cut_before(&whole, HEAD), cut_after(&whole, whole.len() - TAIL));
        format!("{}\n[... left out ...]\n{}", &whole[..head], &whole[tail..])
    };
    Shown { index, turn_id: turn.turn_id.as_str().into(), label: format!("t{}", turn.ordinal), role: turn.role, text }
}

/// The last place up to `at` where a text may be cut: not in a character, nor in what stands for a secret.
fn cut_before(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    placeholder(text, at).map_or(at, |p| p.start)
}

/// The first such place from `at` on.
fn cut_after(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    placeholder(text, at).map_or(at, |p| p.end)
}

/// What stands for a secret around `at`.
fn placeholder(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text[..at].rfind('[').filter(|s| text[*s..].starts_with(REDACTED))?;
    let end = start + text[start..].find(']')? + 1;
    (start < at && at < end).then_some(start..end)
}

/// The items the talk may be about: those that share words with it, then those that changed last.
fn shortlist(ledger: &Ledger, turns: &[Shown], room: usize) -> Vec<Listed> {
    let mut out: Vec<Listed> = Vec::new();
    let mut room = room;
    let mut take = |item: &Item| {
        let listed = Listed::of(item);
        let taken = listed.summary.len() + FRAME;
        let open = matches!(item.status, Status::Active | Status::Tentative);
        // What speaks to a model is not shown to one as an item either.
        let open = open && !prompt_injection::found(&listed.summary);
        if open && out.len() < ITEMS && taken <= room && out.iter().all(|l| l.id != listed.id) {
            room -= taken;
            out.push(listed);
        }
    };
    for turn in turns.iter().rev() {
        ledger.related(&turn.text, KINDS).into_iter().filter(|r| r.shared >= 2).for_each(|r| take(r.item));
    }
    for kind in KINDS {
        ledger.open_of_kind(*kind).rev().take(NEWEST).for_each(&mut take);
    }
    out
}
