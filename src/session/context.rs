//! Defines the budgeted context export: what stands now, in the order an agent needs it, whole items only.
//!
//! Priority: hard constraints, constraints, decisions, goals, open tasks, branches, facts, then what changed lately and
//! is not said by these: what was done, dropped, or was something else before. An item is in or out,
//! never cut; a last line says what was left out. The same state gives the same text.

use std::borrow::Cow;

use crate::state::{Item, ItemKind, Ledger, Resolution};

/// How much may be written.
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
    /// Items left out, by kind.
    pub left_out: Vec<(ItemKind, usize)>,
}

const SECTIONS: &[(&str, ItemKind)] = &[
    ("Constraints", ItemKind::Constraint),
    ("Decisions", ItemKind::Decision),
    ("Goals", ItemKind::Goal),
    ("Open tasks", ItemKind::Task),
    ("Open questions", ItemKind::OpenQuestion),
    ("Undecided", ItemKind::Hypothesis),
    ("Facts", ItemKind::Fact),
];

/// Characters kept for the line that says what was left out.
const TAIL: usize = 48;

/// Writes what stands now into `budget`.
pub fn export_context(ledger: &Ledger, budget: Budget) -> Export {
    let limit = budget.chars();
    let mut out = Export::default();
    let mut used = 0;
    for &(title, kind) in SECTIONS {
        let mut heading = Some(format!("## {title}\n"));
        let mut missed = ledger.standing_count(kind);
        for item in ledger.standing(kind) {
            let line = line(item);
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
    changes(ledger, limit, &mut out.text);
    if !out.left_out.is_empty() {
        let words: Vec<String> = out.left_out.iter().map(|(k, n)| format!("{n} {k}")).collect();
        let tail = format!("(+ {})\n", words.join(", "));
        if out.text.chars().count() + tail.chars().count() <= limit {
            out.text.push_str(&tail);
        }
    }
    out
}

/// Changes told at most.
const CHANGES: usize = 5;
/// How far back a change is still one of the last, in ledger numbers.
const LATELY: u64 = 20;

/// Adds the last changes that what stands does not show, the latest first, as many as fit.
fn changes(ledger: &Ledger, limit: usize, text: &mut String) {
    let since = ledger.seq().saturating_sub(LATELY);
    let mut out = String::from("## Changed lately\n");
    let head = out.len();
    let mut used = text.chars().count() + head;
    for line in ledger.changed_since(since).filter_map(change).take(CHANGES) {
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

/// How an item changed, when what stands does not say it.
fn change(item: &Item) -> Option<String> {
    use ItemKind as K;
    if !matches!(item.kind, K::Decision | K::Constraint | K::Task | K::Goal | K::OpenQuestion) {
        return None;
    }
    let before = item.versions.iter().rev().nth(1).map(|v| &v.summary);
    let words = uncut(item);
    Some(match (item.is_open(), item.resolution) {
        (true, _) => format!("- now: {words} (before: {})\n", before?),
        (_, Some(Resolution::Completed)) => format!("- done: {words}\n"),
        (false, _) => format!("- no longer: {words}\n"),
    })
}

/// What an item says, for an agent to act on: of a summary that was cut, its quotation from there on, if it is one.
pub(super) fn uncut(item: &Item) -> Cow<'_, str> {
    let whole = Cow::Borrowed(item.summary.as_str());
    let (Some(begun), Some(newest)) = (item.summary.strip_suffix('…'), item.newest()) else { return whole };
    // Only what ASCII tells apart is folded, so that places are the same in both.
    let begun = begun.trim_end().to_ascii_lowercase();
    let found = newest.evidence.snippets.iter().find_map(|snippet| {
        let words = snippet.split_whitespace().collect::<Vec<_>>().join(" ");
        let at = words.to_ascii_lowercase().find(&begun)?;
        let rest = words.get(at..)?.trim_end();
        (rest.len() > item.summary.len()).then(|| rest.to_owned())
    });
    found.map_or(whole, Cow::Owned)
}

fn line(item: &Item) -> String {
    let hard = if item.has_tag("hard") { " (hard)" } else { "" };
    let not = if item.alternatives.is_empty() || item.kind != ItemKind::Decision {
        String::new()
    } else {
        format!(" (not: {})", item.alternatives.join("; "))
    };
    format!("- {}{hard}{not}\n", uncut(item))
}
