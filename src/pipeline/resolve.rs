//! Defines how a change finds what it changes: by subject first, by recency where the talk allows it, else it abstains.

use super::normalize::same_words;
use crate::language::stems::token_set;
use crate::state::ledger::Related;
use crate::state::{Extractor, Item, ItemKind, Ledger, Status};

/// Share of the smaller side's words that make a report name a task.
const NAMES: f32 = 0.5;
/// A task opened more than this many ledger steps ago is no longer "the one just asked for".
const RECENT_TASK: u64 = 24;
/// An undecided thing more than this many ledger steps back is not what an answer settles.
const RECENT_OPEN: u64 = 14;

/// The open task a report of completion closes: the one it names best, else (when `recent`) the newest one.
/// Tasks kept by the agent's own todo list are closed by that list alone.
pub fn task<'a>(ledger: &'a Ledger, words: &str, recent: bool) -> Option<&'a Item> {
    let ours = |i: &&Item| i.status == Status::Active && i.newest().is_some_and(|v| v.extractor != Extractor::Signals);
    let named = ledger
        .related(words, &[ItemKind::Task])
        .into_iter()
        .filter(|r| ours(&r.item) && r.shared >= 2)
        .map(|r| (r.item, r.agreement().max(quoted(r.item, words))))
        .filter(|(_, share)| *share >= NAMES)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.touched_seq.cmp(&b.0.touched_seq)))
        .map(|(i, _)| i);
    if named.is_some() || !recent {
        return named;
    }
    // The request being worked on is the last one; when its tasks are done, a report closes older ones by name only.
    let spoken = |i: &&Item| i.newest().is_some_and(|v| v.extractor != Extractor::Signals);
    let request = &ledger.of_kind(ItemKind::Task).rev().find(spoken)?.source_turns;
    let newest = ledger.open_of_kind(ItemKind::Task).rev().find(ours)?;
    let same = newest.source_turns.first().map(|s| &s.turn_id) == request.first().map(|s| &s.turn_id);
    (same && ledger.seq().saturating_sub(newest.touched_seq) <= RECENT_TASK).then_some(newest)
}

/// The task done a few steps ago that a complaint speaks of: the one it names, else the one ended last. Tasks kept by the
/// agent's own todo list are opened again by that list alone.
pub fn ended<'a>(ledger: &'a Ledger, words: &str) -> Option<&'a Item> {
    let ours = |i: &&Item| {
        i.status == Status::Resolved
            && i.newest().is_some_and(|v| v.extractor != Extractor::Signals)
            && ledger.seq().saturating_sub(i.touched_seq) <= RECENT_OPEN
    };
    let related = ledger.related(words, &[ItemKind::Task]).into_iter();
    let named =
        related.filter(|r| ours(&r.item) && r.agreement() >= NAMES).max_by_key(|r| (r.shared, r.item.touched_seq));
    let last = || ledger.of_kind(ItemKind::Task).rev().take(LOOKED_AT).filter(ours).max_by_key(|i| i.touched_seq);
    named.map(|r| r.item).or_else(last)
}

/// Newest tasks among which the one ended last is looked for.
const LOOKED_AT: usize = 24;

fn quoted(item: &Item, words: &str) -> f32 {
    item.newest().and_then(|v| v.evidence.snippets.first()).map_or(0.0, |q| same_words(q, words))
}

/// The branch or hypothesis a decision settles: the newest branch a few steps back, or a hypothesis it names.
pub fn undecided<'a>(ledger: &'a Ledger, words: &str) -> Option<&'a Item> {
    let recent = |i: &&Item| ledger.seq().saturating_sub(i.touched_seq) <= RECENT_OPEN;
    let set = token_set(words);
    let shares = |i: &&Item| {
        let all = i.alternatives.iter().fold(i.summary.clone(), |t, a| t + " " + a);
        token_set(&all).iter().filter(|t| set.binary_search(t).is_ok()).count()
    };
    ledger
        .open_of_kind(ItemKind::Hypothesis)
        .rev()
        .take_while(recent)
        .filter(|i| i.status == Status::Tentative)
        .find(|i| shares(i) >= if i.has_tag("branch") { 1 } else { 2 })
}

/// The active decision or constraint a correction speaks of: same kind, same subject by half of its words.
/// Abstains when nothing is named.
pub fn revised<'a>(ledger: &'a Ledger, words: &str, kind: ItemKind) -> Option<&'a Item> {
    ledger
        .related(words, &[kind])
        .into_iter()
        .filter(|r| r.item.status == Status::Active && same_subject(r, words))
        .max_by_key(|r| (r.shared, r.item.touched_seq))
        .map(|r| r.item)
}

/// Half of the words, or three of them and a number on both sides: "poll every 5 minutes", "make that 6 minutes".
fn same_subject(related: &Related<'_>, words: &str) -> bool {
    let number = |t: &str| t.bytes().any(|b| b.is_ascii_digit());
    let numbers = number(words) && number(&related.item.summary);
    related.agreement() >= 0.5 || (numbers && related.shared >= 3 && related.agreement() >= 0.33)
}

/// The active item of a kind that chose `option`: the newest that says every meaning-bearing word of it.
pub fn chosen<'a>(ledger: &'a Ledger, option: &str, kind: ItemKind) -> Option<&'a Item> {
    let subject = token_set(option);
    let says_all = |r: &Related<'_>| r.item.status == Status::Active && r.shared == subject.len();
    let named = !subject.is_empty() && subject.len() <= NAME_WORDS;
    let found = ledger.related(option, &[kind]).into_iter().filter(|r| named && says_all(r));
    found.max_by_key(|r| r.item.touched_seq).map(|r| r.item)
}

/// What is named to be dropped takes at most so many words.
const NAME_WORDS: usize = 5;

/// The item "forget the cache" drops: every meaning-bearing word of the phrase is in it.
pub fn dropped<'a>(ledger: &'a Ledger, words: &str) -> Option<&'a Item> {
    let verbs = [
        "forget", "drop", "scrap", "abandon", "ditch", "rid", "get", "revert", "undo", "remov", "cancel", "tak", "out",
        "not", "task",
    ];
    let subject: Vec<String> = token_set(words).into_iter().filter(|t| !verbs.contains(&t.as_str())).collect();
    if subject.is_empty() || subject.len() > NAME_WORDS {
        return None;
    }
    let kinds = [ItemKind::Decision, ItemKind::Task, ItemKind::Constraint, ItemKind::Hypothesis];
    ledger
        .related(&subject.join(" "), &kinds)
        .into_iter()
        .filter(|r| r.item.is_open() && r.shared == subject.len())
        .max_by_key(|r| r.item.touched_seq)
        .map(|r| r.item)
}
