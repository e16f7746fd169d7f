//! Defines how a change finds the item it changes: by subject first, then by recency where that is allowed, else not at
//! all.

use super::normalize::same_words;
use crate::language::phrases::phrases;
use crate::language::stems::{shared_tokens, token_set, with_token_set};
use crate::state::ledger::Related;
use crate::state::{Extractor, Item, ItemKind, Ledger, Status};
use crate::text::Readings;

/// Least share of the smaller side's words for a report to name a task.
const NAMES_TASK: f32 = 0.5;
/// Ledger steps after which a task is no longer the one just asked for.
const RECENT_TASK: u64 = 24;
/// Ledger steps after which an open branch or an ended task is no longer referred to.
const RECENT_OPEN: u64 = 14;

/// Whether the item comes from talk or a model, not from the agent's own todo list, which closes and reopens its tasks
/// itself.
fn is_spoken(item: &Item) -> bool {
    item.newest().is_some_and(|v| v.extractor != Extractor::Signals)
}

fn is_open_spoken(item: &Item) -> bool {
    item.status == Status::Active && is_spoken(item)
}

fn is_recent(ledger: &Ledger, item: &Item, steps: u64) -> bool {
    ledger.seq().saturating_sub(item.touched_seq) <= steps
}

/// The open spoken task a report of completion closes: the one it names best, else (when `recent`) the newest one.
pub fn task<'a>(ledger: &'a Ledger, words: &str, recent: bool) -> Option<&'a Item> {
    let named = ledger
        .related(words, &[ItemKind::Task])
        .into_iter()
        .filter(|r| is_open_spoken(r.item) && r.shared >= 2)
        .map(|r| (r.item, r.agreement().max(quoted(r.item, words))))
        .filter(|(_, share)| *share >= NAMES_TASK)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.touched_seq.cmp(&b.0.touched_seq)))
        .map(|(i, _)| i);
    if named.is_some() || !recent {
        return named;
    }
    // The request being worked on is the last one; when its tasks are done, a report closes older ones by name only.
    let request = &ledger.of_kind(ItemKind::Task).rev().find(|i| is_spoken(i))?.source_turns;
    let newest = ledger.open_of_kind(ItemKind::Task).rev().find(|i| is_open_spoken(i))?;
    let same = newest.source_turns.first().map(|s| &s.turn_id) == request.first().map(|s| &s.turn_id);
    (same && is_recent(ledger, newest, RECENT_TASK) && !is_put_off(newest)).then_some(newest)
}

thread_local! {
    static PUT_OFF: Readings<bool> = Readings::new();
}

/// Whether a task was asked for at a later time: only a report that names it closes it.
pub(super) fn is_put_off(task: &Item) -> bool {
    let times = phrases!(
        " at some point | some day | someday | one day | eventually | later | not now | tomorrow | next week | next month | next sprint | next year \
         | next time | another time | after the release | after launch | after this "
    );
    let read = |summary: &str| times.within(&format!(" {} ", summary.to_lowercase()));
    *PUT_OFF.with(|readings| readings.of(&task.summary, read))
}

/// The recently ended spoken task a complaint reopens: the one it names, else the one ended last.
pub fn ended<'a>(ledger: &'a Ledger, words: &str) -> Option<&'a Item> {
    let related = ledger.related(words, &[ItemKind::Task]).into_iter();
    let named = related.filter(|r| is_just_ended(ledger, r.item) && r.agreement() >= NAMES_TASK);
    named.max_by_key(|r| (r.shared, r.item.touched_seq)).map(|r| r.item).or_else(|| {
        let newest = ledger.of_kind(ItemKind::Task).rev().take(NEWEST_TASKS);
        newest.filter(|i| is_just_ended(ledger, i)).max_by_key(|i| i.touched_seq)
    })
}

fn is_just_ended(ledger: &Ledger, item: &Item) -> bool {
    item.status == Status::Resolved && is_spoken(item) && is_recent(ledger, item, RECENT_OPEN)
}

/// Newest tasks among which the one ended last is searched.
const NEWEST_TASKS: usize = 24;

/// Likeness of `words` to the item's first quoted snippet, 0 to 1.
fn quoted(item: &Item, words: &str) -> f32 {
    item.newest().and_then(|v| v.evidence.snippets.first()).map_or(0.0, |q| same_words(q, words))
}

/// The branch or hypothesis a decision settles: the newest one that shares a word (branch) or two (hypothesis).
pub fn undecided<'a>(ledger: &'a Ledger, words: &str) -> Option<&'a Item> {
    let mut open = ledger
        .open_of_kind(ItemKind::Hypothesis)
        .rev()
        .take_while(|i| is_recent(ledger, i, RECENT_OPEN))
        .filter(|i| i.status == Status::Tentative);
    with_token_set(words, |set| open.find(|i| shared_words(i, set) >= if i.has_tag("branch") { 1 } else { 2 }))
}

/// Number of words of `set`, sorted, in the item's summary and alternatives.
fn shared_words(item: &Item, set: &[&str]) -> usize {
    let all = item.alternatives.iter().fold(item.summary.clone(), |t, a| t + " " + a);
    with_token_set(&all, |own| shared_tokens(own, set))
}

/// The active item of `kind` a correction changes: one of the same subject. `None` when it names none.
pub fn revised<'a>(ledger: &'a Ledger, words: &str, kind: ItemKind) -> Option<&'a Item> {
    ledger
        .related(words, &[kind])
        .into_iter()
        .filter(|r| r.item.status == Status::Active && same_subject(r, words))
        .max_by_key(|r| (r.shared, r.item.touched_seq))
        .map(|r| r.item)
}

/// Whether half of the words agree, or three of them with a number on both sides: "poll every 5 minutes", "make that 6
/// minutes".
fn same_subject(related: &Related<'_>, words: &str) -> bool {
    let numbers = has_digit(words) && has_digit(&related.item.summary);
    related.agreement() >= 0.5 || (numbers && related.shared >= 3 && related.agreement() >= 0.33)
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// The newest active item of `kind` whose summary has every meaning-bearing word of `option`.
pub fn chosen<'a>(ledger: &'a Ledger, option: &str, kind: ItemKind) -> Option<&'a Item> {
    let words = with_token_set(option, |set| set.len());
    if words == 0 || words > NAME_WORDS {
        return None;
    }
    let related = ledger.related(option, &[kind]).into_iter();
    let found = related.filter(|r| r.item.status == Status::Active && r.shared == words);
    found.max_by_key(|r| r.item.touched_seq).map(|r| r.item)
}

/// Most words of a name of an item.
const NAME_WORDS: usize = 5;

/// The open item that words such as "forget the cache" drop: it has every meaning-bearing word of the phrase.
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
