//! Defines [`Window`]: the turns a reader is asked about, the turns before them, and the ledger it keeps.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::prompt_injection;
use crate::state::{Extractor, Item, ItemId, ItemKind, TurnId};
use crate::text::{REDACTED, SafeText};
use crate::transcript::{Role, Turn};

/// Most new turns in one window.
pub const TURNS: usize = 10;
/// Earlier turns shown for context before the new ones.
const CONTEXT_TURNS: usize = 8;
/// How many times as long as the others the last of them is shown, where it is the agent's: it holds the offers that the
/// first new turn answers.
const ANSWERED: usize = 4;
/// Shares of the context that its turns take.
const SHARES: usize = CONTEXT_TURNS - 1 + ANSWERED;
/// Fewest new turns of a window that is ended early, so that it ends with the agent's report.
const LEAST_TURNS: usize = 4;
/// Bytes of JSON around the text of an item or a turn.
pub const FRAME: usize = 64;

/// The bytes that each part of a question may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowRoom {
    /// The new turns together.
    pub new: usize,
    /// One new turn.
    pub each: usize,
    /// One turn of context; the agent's last before the new ones may take four times as much.
    pub context_each: usize,
    /// The items.
    pub items: usize,
}

impl WindowRoom {
    /// Divides `budget` bytes: half for the new turns, a fifth for the context, the rest for the items.
    pub fn of(budget: usize) -> Self {
        let new = (budget / 2).min(16_000);
        let context = (budget / 5).min(SHARES * 1500);
        let each = if new < 16_000 { new } else { 9000 };
        Self { new, each, context_each: context / SHARES, items: budget.saturating_sub(new + context) }
    }
}

/// A question of the agent that the person answered from a list of options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuestion {
    pub question: String,
    pub options: Vec<String>,
    pub answer: String,
}

/// A turn as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The turn's index in file order.
    pub index: usize,
    pub turn_id: TurnId,
    /// Its name in the prompt: `t12`.
    pub label: String,
    /// The speaker.
    pub role: Role,
    /// Its text, made safe and shortened in the middle.
    pub text: String,
    /// The questions that were answered beside it.
    pub answered: Vec<AnsweredQuestion>,
}

words! {
    /// The state of an item in the ledger that a model is shown.
    ListedStatus {
        Stands = "stands", Open = "open",
        /// It waits for the person's word.
        Likely = "likely",
        /// Its end waits for the person's word.
        LikelyClosed = "likely closed",
        Done = "done", GivenUp = "given up", Dropped = "dropped",
        /// Another item answers it, took it up or took its place.
        Settled = "settled",
        /// The person said that it is wrong.
        Refused = "refused by the person",
    }
}

impl ListedStatus {
    /// Whether it can still be revised, closed or dropped.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Stands | Self::Open | Self::Likely | Self::LikelyClosed)
    }
}

/// An item the model may refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id, such as `d-7`, or `u-3` of a candidate that waits for the person.
    pub id: ItemId,
    pub kind: ItemKind,
    /// Whether it is a set of alternatives.
    pub branch: bool,
    pub status: ListedStatus,
    /// The turn of its newest version: `t12`.
    pub turn: String,
    pub summary: String,
    /// Its first quoted snippet; not sent to the model.
    pub quoted: String,
    /// The author of its newest version.
    pub by: Extractor,
    /// Its new words that wait for the person.
    pub likely: Option<String>,
}

impl Listed {
    /// Lists an item as it stands.
    pub fn of(item: &Item) -> Self {
        let newest = item.newest();
        let quoted = newest.and_then(|v| v.evidence.snippets.first()).cloned().unwrap_or_default();
        Self {
            id: item.id.clone(),
            kind: item.kind,
            branch: item.has_tag("branch"),
            status: if item.is_open() { Self::open_status(item.kind) } else { ListedStatus::Dropped },
            turn: String::new(),
            summary: item.summary.clone(),
            quoted,
            by: newest.map_or(Extractor::Rules, |v| v.extractor),
            likely: None,
        }
    }

    /// The status of an item of this kind that has not ended.
    pub fn open_status(kind: ItemKind) -> ListedStatus {
        match kind {
            ItemKind::Task | ItemKind::Hypothesis | ItemKind::OpenQuestion => ListedStatus::Open,
            _ => ListedStatus::Stands,
        }
    }
}

/// The turns of one question and the ledger as it was before them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// The turns, oldest first: context, then new ones.
    pub turns: Vec<Shown>,
    /// The items that may be revised, closed, dropped, reopened or corrected.
    pub items: Vec<Listed>,
    /// Indexes of the new turns it covers, shown or left out; they are not asked about again.
    pub covers: Vec<usize>,
}

impl Window {
    /// The oldest of the `unread` turns from `from` on, as many as belong together and fit, with the turns before them.
    /// `None` when no turn is unread. Its items are empty.
    pub fn next(
        (turns, withdrawn): (&[Turn], &HashSet<TurnId>),
        unread: &BTreeSet<usize>,
        from: usize,
        room: WindowRoom,
    ) -> Option<Self> {
        let first = *unread.range(from..).next()?;
        let mut window = Self::default();
        let (mut left, mut ends) = (room.new, Vec::new());
        let mut complete = true;
        for (index, turn) in turns.iter().enumerate().skip(first).take_while(|(index, _)| unread.contains(index)) {
            if !is_readable(turn) {
                window.covers.push(index);
                continue;
            }
            let shown = show_within(index, turn, room.each);
            let taken = shown.text.len() + FRAME;
            if !window.turns.is_empty() && (taken > left || window.turns.len() == TURNS) {
                complete = false;
                break;
            }
            left = left.saturating_sub(taken);
            window.turns.push(shown);
            window.covers.push(index);
            if turn.role == Role::Assistant && turns.get(index + 1).is_some_and(|t| t.role == Role::User) {
                ends.push((window.turns.len(), window.covers.len()));
            }
        }
        // A window that is cut before the report leaves its tasks open.
        if let Some((shown, covered)) = ends.pop().filter(|(shown, _)| !complete && *shown >= LEAST_TURNS) {
            window.turns.truncate(shown);
            window.covers.truncate(covered);
        }
        let said = |turn: &Turn| !withdrawn.contains(turn.turn_id.as_str());
        window.turns.splice(0..0, context(turns, first, room.context_each, said));
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

/// Whether a turn may be shown to a model.
fn is_readable(turn: &Turn) -> bool {
    turn.role != Role::System && !turn.content.trim().is_empty() && !prompt_injection::found(&turn.content)
}

/// The turns before `first`, shortened.
fn context(turns: &[Turn], first: usize, each: usize, said: impl Fn(&Turn) -> bool) -> Vec<Shown> {
    let before = turns.iter().enumerate().take(first).rev().filter(|(_, t)| is_readable(t) && said(t));
    let before = before.take(CONTEXT_TURNS).enumerate();
    let mut out: Vec<Shown> = before
        .map(|(back, (index, turn))| {
            let answered = back == 0 && turn.role == Role::Assistant;
            show_within(index, turn, if answered { each * ANSWERED } else { each })
        })
        .collect();
    out.reverse();
    out
}

/// Most bytes of a turn whose window is not known any more: that of a recorded answer.
const WHOLE: usize = 9000;

/// Prepares a turn for the prompt.
pub fn show(index: usize, turn: &Turn) -> Shown {
    show_within(index, turn, WHOLE)
}

/// Prepares a turn for the prompt, in at most `most` bytes and a few: two thirds from its beginning, the rest from its
/// end, where agents report.
pub fn show_within(index: usize, turn: &Turn, most: usize) -> Shown {
    // Redacted before it is cut: half of a secret would not be recognized.
    let whole = SafeText::block(&turn.content).into_string();
    let text = if whole.len() <= most {
        whole
    } else {
        let (head, tail) = (cut_before(&whole, most / 3 * 2), cut_after(&whole, whole.len() - most / 3));
        format!("{}\n[... {} bytes left out ...]\n{}", &whole[..head], tail.saturating_sub(head), &whole[tail..])
    };
    let (turn_id, label) = (turn.turn_id.as_str().into(), format!("t{}", turn.ordinal));
    Shown { index, turn_id, label, role: turn.role, text, answered: Vec::new() }
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
