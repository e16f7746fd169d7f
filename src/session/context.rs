//! Defines the context export: the items in force within a budget, in the order in which an agent needs them.
//!
//! Priority: hard constraints, constraints, decisions, what was ruled out, goals, open tasks, branches, facts, then open items not mentioned
//! lately, then recent changes that these do not show (done, dropped, revised). Items are never cut; a last line counts
//! the items left out. The same state gives the same text.

use std::borrow::Cow;

use super::Session;
use super::told::{harmless, told_line};
use crate::state::{Extractor, Item, ItemKind, Ledger, Resolution};
use crate::transcript::Role;

/// The size limit of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// At most so many characters.
    Chars(usize),
    /// At most so many tokens, estimated at four characters each.
    Tokens(usize),
}

impl Budget {
    /// The budget in characters.
    pub fn chars(self) -> usize {
        match self {
            Self::Chars(n) => n,
            Self::Tokens(n) => n.saturating_mul(4),
        }
    }
}

/// The export and what it left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Export {
    /// The text, ending in a newline unless empty.
    pub text: String,
    /// Items written.
    pub shown: usize,
    pub left_out: Vec<(ItemKind, usize)>,
}

const SECTIONS: &[(&str, ItemKind)] = &[
    ("Constraints", ItemKind::Constraint),
    ("Decisions", ItemKind::Decision),
    ("Ruled out", ItemKind::RejectedOption),
    ("Goals", ItemKind::Goal),
    ("Open tasks", ItemKind::Task),
    ("Open questions", ItemKind::OpenQuestion),
    ("Undecided", ItemKind::Hypothesis),
    ("Facts", ItemKind::Fact),
];

/// Characters kept for the line that says what was left out.
const TAIL: usize = 48;

/// Turns of the person after which spoken work or an open question that nobody mentioned is seldom open: in real
/// sessions nearly all of it was done or settled by then without a word.
const SILENT_TURNS: usize = 4;
const MAX_SILENT: usize = 12;

/// Tells which items nobody mentioned lately. The agent's own lists are excluded: they say what is open.
struct Silence<'a> {
    session: &'a Session,
    /// Place of the first recent turn.
    before: usize,
}

impl<'a> Silence<'a> {
    fn of(session: &'a Session, ledger: &Ledger) -> Self {
        let present = ledger.seq() == session.ledger().seq();
        let spoken = session.turns().iter().enumerate().rev().filter(|(_, t)| t.role == Role::User).map(|(at, _)| at);
        Self { session, before: spoken.take(SILENT_TURNS).nth(SILENT_TURNS - 1).filter(|_| present).unwrap_or(0) }
    }

    fn holds(&self, item: &Item) -> bool {
        let kind = matches!(item.kind, ItemKind::Task | ItemKind::OpenQuestion | ItemKind::Hypothesis);
        let spoken = item.newest().is_some_and(|v| v.extractor != Extractor::Signals);
        let last = item.source_turns.iter().filter_map(|s| self.session.turn_index(&s.turn_id)).max();
        kind && spoken && last.is_some_and(|at| at < self.before)
    }
}

/// Exports the items in force in `ledger`, the present or a past one of `session`, within `budget`.
pub fn export_context(session: &Session, ledger: &Ledger, budget: Budget) -> Export {
    let limit = budget.chars();
    let silence = Silence::of(session, ledger);
    let mut silent: Vec<&Item> = Vec::new();
    let mut out = Export::default();
    let mut used = 0;
    for &(title, kind) in SECTIONS {
        let mut heading = Some(format!("## {title}\n"));
        let mut missed = ledger.standing_count(kind);
        for item in ledger.standing(kind) {
            if is_beside_choice(item) {
                missed -= 1;
                continue;
            }
            if silence.holds(item) {
                if silent.len() == MAX_SILENT {
                    break; // the items are sorted newest first: the rest is older
                }
                silent.push(item);
                missed -= 1;
                continue;
            }
            // What addresses a model is left out, and counted.
            let Some(line) = line(session, item) else { continue };
            let cost = line.chars().count() + heading.as_ref().map_or(0, |h| h.chars().count());
            if used + cost + TAIL > limit {
                break;
            }
            out.text.push_str(&heading.take().unwrap_or_default());
            out.text.push_str(&line);
            used += cost;
            out.shown += 1;
            missed -= 1;
        }
        if missed > 0 {
            out.left_out.push((kind, missed));
        }
    }
    let mut heading = Some("## Possibly stale tasks\n");
    for item in silent {
        let line = line(session, item).unwrap_or_default();
        let cost = line.chars().count() + heading.map_or(0, |h| h.chars().count());
        if line.is_empty() || used + cost + TAIL > limit {
            match out.left_out.iter_mut().find(|(kind, _)| *kind == item.kind) {
                Some((_, n)) => *n += 1,
                None => out.left_out.push((item.kind, 1)),
            }
            continue;
        }
        out.text.push_str(heading.take().unwrap_or_default());
        out.text.push_str(&line);
        used += cost;
        out.shown += 1;
    }
    changes(session, ledger, limit, &mut out.text);
    if !out.left_out.is_empty() {
        let words: Vec<String> = out.left_out.iter().map(|(k, n)| format!("{n} {k}")).collect();
        let tail = format!("(+ {})\n", words.join(", "));
        if out.text.chars().count() + tail.chars().count() <= limit {
            out.text.push_str(&tail);
        }
    }
    out
}

/// Whether an item is an option that was not chosen: the line of the decision names it.
fn is_beside_choice(item: &Item) -> bool {
    item.kind == ItemKind::RejectedOption && item.superseded_by.is_some()
}

const MAX_CHANGES: usize = 5;
/// Ledger numbers within which a change is recent.
const RECENT_SEQS: u64 = 20;

/// Adds the recent changes that the listed items do not show, latest first, as many as fit.
fn changes(session: &Session, ledger: &Ledger, limit: usize, text: &mut String) {
    let since = ledger.seq().saturating_sub(RECENT_SEQS);
    let mut out = String::from("## Recent changes\n");
    let head = out.len();
    let mut used = text.chars().count() + head;
    let told = |item: &&Item| told_line(item, |id| session.turn(id).map(|t| t.role)).is_some();
    for line in ledger.changed_since(since).filter(told).filter_map(change).take(MAX_CHANGES) {
        used += line.chars().count();
        if used + TAIL > limit {
            break;
        }
        out.push_str(&line);
    }
    if out.len() > head {
        text.push_str(&out);
    }
}

/// The line for a changed item; `None` if the listed items show the change.
fn change(item: &Item) -> Option<String> {
    use ItemKind as K;
    if !matches!(item.kind, K::Decision | K::Constraint | K::Task | K::Goal | K::OpenQuestion) {
        return None;
    }
    let before = item.versions.iter().rev().nth(1).map(|v| harmless(&v.summary));
    let words = harmless(&uncut(item));
    Some(match (item.is_open(), item.resolution) {
        (true, _) => format!("- now: {words} (before: {})\n", before?),
        (_, Some(Resolution::Completed)) => format!("- done: {words}\n"),
        (false, _) => format!("- removed: {words}\n"),
    })
}

/// An item's summary; for one that was cut, the quotation that continues it, if there is one.
pub(super) fn uncut(item: &Item) -> Cow<'_, str> {
    let whole = Cow::Borrowed(item.summary.as_str());
    let (Some(begun), Some(newest)) = (item.summary.strip_suffix('…'), item.newest()) else { return whole };
    // ASCII case folding keeps byte positions.
    let begun = begun.trim_end().to_ascii_lowercase();
    let found = newest.evidence.snippets.iter().find_map(|snippet| {
        let words = snippet.split_whitespace().collect::<Vec<_>>().join(" ");
        let at = words.to_ascii_lowercase().find(&begun)?;
        let rest = words.get(at..)?.trim_end();
        (rest.len() > item.summary.len()).then(|| rest.to_owned())
    });
    found.map_or(whole, Cow::Owned)
}

/// The line of an item; `None` for one that addresses a model.
fn line(session: &Session, item: &Item) -> Option<String> {
    let hard = if item.has_tag("hard") { " (hard)" } else { "" };
    let not = if item.alternatives.is_empty() || item.kind != ItemKind::Decision {
        String::new()
    } else {
        format!(" (not: {})", harmless(&item.alternatives.join("; ")))
    };
    let told = told_line(item, |id| session.turn(id).map(|t| t.role))?;
    Some(format!("{told}{hard}{not}\n"))
}
