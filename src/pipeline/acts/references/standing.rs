//! Defines the search for what a change refers to: the item in force, by its words or as the one settled last, and the turn
//! of the agent that it answers.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::View;
use crate::pipeline::acts::offers::option_labels::ORDINALS;
use crate::pipeline::acts::sentences::wording::plain;
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

/// Number of newest items searched for the one that a short change refers to.
pub(in crate::pipeline::acts) const RECENT_ITEMS: usize = 12;

/// Number of newest items searched for one that is named.
const NAMEABLE_ITEMS: usize = 48;

/// Number of last turns in which an item counts as just settled.
pub(in crate::pipeline::acts) const LATELY: usize = 6;

impl<'a> View<'a> {
    /// The turn before this one, if it is the agent's.
    pub(in crate::pipeline::acts) fn agents_turn(&self) -> Option<&'a ReadTurn> {
        self.talk.before().next().filter(|t| t.role == Role::Assistant)
    }
}

/// The choices and rules in force that come from talk, newest first.
pub(in crate::pipeline::acts) fn standing(view: View<'_>) -> impl Iterator<Item = &'_ Item> {
    let mut all: Vec<&Item> =
        [ItemKind::Decision, ItemKind::Constraint].into_iter().flat_map(|kind| recent(view, kind)).collect();
    all.sort_by_key(|i| std::cmp::Reverse(i.touched_seq));
    all.into_iter()
}

/// The items of a kind in force, newest first.
pub(in crate::pipeline::acts) fn recent(view: View<'_>, kind: ItemKind) -> impl Iterator<Item = &'_ Item> {
    view.ledger.active(kind).rev().take(RECENT_ITEMS)
}

/// The items of a kind in force among which one is searched by its name, newest first: more than a change without a name
/// may refer to.
pub(in crate::pipeline::acts) fn nameable(view: View<'_>, kind: ItemKind) -> impl Iterator<Item = &'_ Item> {
    view.ledger.active(kind).rev().take(NAMEABLE_ITEMS)
}

/// The open tasks, newest first.
pub(in crate::pipeline::acts) fn open_tasks(view: View<'_>) -> impl Iterator<Item = &'_ Item> {
    view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT_ITEMS)
}

/// The item that shares most content words with `what`, the newest of equals: at least one, or two if `what` has more
/// than two.
pub(in crate::pipeline::acts) fn named<'v>(items: impl Iterator<Item = &'v Item>, what: &str) -> Option<&'v Item> {
    const EMPTY: Phrases = phrases!(
        "rule|rul|again|edit|touch|chang|now|freez|limit|decision|thing|requir|constraint|idea|plan|not|stuff|about|said|whole|part|support|anymor"
    );
    let wanted: Vec<String> = tokens(what).into_iter().filter(|t| !EMPTY.contains(t.as_str())).collect();
    if wanted.is_empty() {
        return None;
    }
    let shared = |item: &Item| {
        let all = tokens(&item.summary);
        wanted
            .iter()
            .filter(|w| {
                all.iter().any(|t| {
                    t == *w || (w.len() > 3 && (t.starts_with(w.as_str()) || w.starts_with(t.as_str()) && t.len() > 3))
                })
            })
            .count()
    };
    let least = if wanted.len() <= 2 { 1 } else { 2 };
    items.map(|i| (shared(i), i)).filter(|(n, _)| *n >= least).max_by_key(|(n, i)| (*n, i.touched_seq)).map(|(_, i)| i)
}

/// The first item that has all content words of a name of at most four.
pub(in crate::pipeline::acts) fn all_named<'v>(items: impl Iterator<Item = &'v Item>, name: &str) -> Option<&'v Item> {
    let wanted = tokens(name);
    let mut items = items;
    items.find(|item| {
        let all = tokens(&item.summary);
        !wanted.is_empty()
            && wanted.len() <= 4
            && wanted.iter().all(|w| all.iter().any(|t| t == w || opens_compound(t, w)))
    })
}

/// Whether a word is the first part of a compound: "oak" of "oak-2".
fn opens_compound(compound: &str, word: &str) -> bool {
    compound.strip_prefix(word).is_some_and(|rest| rest.starts_with('-'))
}

/// The standing choices that were made against an option which these words, as sorted stems, name; newest first.
pub(in crate::pipeline::acts) fn made_against<'v>(
    view: View<'v>,
    said: &'v [String],
) -> impl Iterator<Item = &'v Item> {
    recent(view, ItemKind::Decision).filter(move |item| item.alternatives.iter().any(|option| names_all(said, option)))
}

/// Whether words, as sorted stems, name an option of a few words.
pub(in crate::pipeline::acts) fn names_all(said: &[String], option: &str) -> bool {
    const MOST: usize = 4;
    let wanted = tokens(option);
    (1..=MOST).contains(&wanted.len()) && wanted.iter().all(|t| said.binary_search(t).is_ok())
}

/// Whether an item was settled or changed in the last `within` turns.
pub(in crate::pipeline::acts) fn lately(view: View<'_>, item: &Item, within: usize) -> bool {
    let turns: Vec<&str> = view.talk.before().take(within).map(|t| t.turn_id.as_str()).collect();
    item.source_turns.iter().any(|s| turns.contains(&&*s.turn_id))
}

/// Whether sentences have a word of an item.
pub(in crate::pipeline::acts) fn speaks_of(sentences: &[Sentence], item: &Item) -> bool {
    let own = tokens(&item.summary);
    sentences.iter().any(|s| tokens(&s.text).iter().any(|t| t.len() > 2 && own.contains(t)))
}

/// The entry of the last numbered list in the talk, by number or ordinal: "3", "third", "last".
pub(in crate::pipeline::acts) fn listed_step(view: View<'_>, nth: &str) -> Option<String> {
    let entries = |turn: &ReadTurn| -> Vec<(u64, String)> {
        let numbered = turn.sentences.iter().filter(|s| s.opens_block && s.block != BlockKind::Quote);
        numbered.filter_map(|s| Some((s.list.as_ref()?.number?, plain(&s.text)))).collect()
    };
    let list = view.talk.before().map(entries).find(|l| l.len() >= 2)?;
    let at = ORDINALS.iter().position(|o| o == nth).map(|n| n as u64 + 1).or_else(|| nth.parse().ok());
    let step = if nth == "last" { list.last() } else { list.iter().find(|(n, _)| Some(*n) == at) };
    step.map(|(_, text)| text.trim_end_matches('.').to_owned())
}
