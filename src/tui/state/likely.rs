//! Defines [`Likely`], a sentence that may hold an item: the held candidates that rest on it, as one row to confirm.

use std::collections::HashMap;
use std::ops::Range;

use super::State;
use crate::language::titles::Words as Title;
use crate::state::{Candidate, Disposition, HeldId, Item, ItemId, ItemKind, Outcome, Resolution, TurnId};
use crate::tui::ids::{FoldedRows, PaneId, RowKey, home, home_of_kind};

/// Likely items shown in their own pane; one more is shown rather than counted.
const BEST: usize = 3;

/// A sentence with held candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likely {
    /// The candidate that is most likely right: the row.
    pub best: HeldId,
    /// The other readings of the same words, the most likely first.
    pub others: Vec<HeldId>,
    /// The pane that would list the item.
    pub pane: PaneId,
    /// The kind of item it would add, if it would add one.
    pub adds: Option<ItemKind>,
    /// Whether an item in force rests on the same words: then nothing is asked.
    pub settled: bool,
}

/// The quoted words a candidate is shown by: their place and the words.
type Words<'a> = (&'a TurnId, Range<usize>, &'a str);

impl State {
    /// The held candidates by sentence, the most likely first, among equals the newest.
    pub(in crate::tui) fn find_likely(&self) -> Vec<Likely> {
        let mut held = self.held();
        held.reverse();
        held.sort_by(|a, b| b.candidate.confidence.total_cmp(&a.candidate.confidence));
        let mut out: Vec<Likely> = Vec::new();
        let mut of_turn: HashMap<&TurnId, Vec<(Words<'_>, usize)>> = HashMap::new();
        for outcome in held {
            let Disposition::Held { held_id } = outcome.disposition else { continue };
            let Some(words) = words(&outcome.candidate) else {
                out.push(self.sentence(outcome, held_id, false));
                continue;
            };
            let known = of_turn.entry(words.0).or_default();
            let same = known.iter().find(|(other, _)| is_same(other, &words)).map(|(_, at)| *at);
            if let Some(sentence) = same.and_then(|at| out.get_mut(at)) {
                sentence.others.push(held_id);
            } else {
                let candidate = &outcome.candidate;
                let settled = self.is_settled(&words, candidate.delta.text()) || self.is_known(candidate);
                known.push((words, out.len()));
                out.push(self.sentence(outcome, held_id, settled));
            }
        }
        out.sort_by_key(|sentence| sentence.settled);
        out
    }

    fn sentence(&self, outcome: &Outcome, held_id: HeldId, settled: bool) -> Likely {
        let delta = &outcome.candidate.delta;
        let target = delta.target_id.as_ref().and_then(|id| self.ledger().get(id));
        let of_target = target.map_or(PaneId::Decisions, home);
        let pane = delta.item_kind().map_or(of_target, home_of_kind);
        let adds = delta.item_kind().filter(|_| delta.target_id.is_none());
        Likely { best: held_id, others: Vec::new(), pane, adds, settled }
    }

    /// Whether an item in force rests on these words and is about the same. One sentence may choose one thing and rule
    /// out another.
    fn is_settled(&self, (turn, range, _): &Words<'_>, text: &str) -> bool {
        let marks = self.session.turn_index(turn).map_or(&[][..], |at| self.session.marks(at));
        let mut near = marks.iter().filter(|mark| overlap(&mark.range, range)).peekable();
        if near.peek().is_none() {
            return false;
        }
        let own = Title::of(text);
        let says = |id: &ItemId| {
            self.ledger().get(id).is_some_and(|item| item.is_open() && is_about(&own, &Title::of(&item.summary)))
        };
        near.any(|mark| says(&mark.item_id))
    }

    /// Whether an item in force, or work that is done, already says what a candidate would add: as a decision, a rule or a
    /// task.
    fn is_known(&self, candidate: &Candidate) -> bool {
        const ALIKE: [ItemKind; 3] = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
        let adds = candidate.delta.item_kind().filter(|_| candidate.delta.target_id.is_none());
        let Some(hash) = candidate.semantic_id.rsplit('-').next().filter(|_| adds.is_some_and(|k| ALIKE.contains(&k)))
        else {
            return false;
        };
        let stands = |item: &Item| item.is_open() || item.resolution == Some(Resolution::Completed);
        ALIKE.iter().any(|kind| {
            let semantic = format!("{}-{hash}", kind.semantic_prefix());
            self.ledger().with_semantic(&semantic).any(stands)
        })
    }

    /// The sentences that wait for the person's word, the most likely first.
    pub fn to_confirm(&self) -> impl Iterator<Item = &Likely> {
        self.lists.likely.iter().take_while(|sentence| !sentence.settled)
    }

    /// How many items of a kind wait for the person's word.
    pub fn likely_of(&self, kind: ItemKind) -> usize {
        self.to_confirm().filter(|sentence| sentence.adds == Some(kind)).count()
    }

    /// The other readings of a row's sentence.
    pub fn other_readings(&self, held_id: HeldId) -> &[HeldId] {
        self.lists.likely.iter().find(|sentence| sentence.best == held_id).map_or(&[], |s| &s.others)
    }

    /// The rows of likely items in their own pane: a heading, the best few, and how many more stand in Review. With a
    /// filter all of them.
    pub(in crate::tui) fn likely_rows(&self, pane: PaneId) -> Vec<RowKey> {
        let own: Vec<HeldId> = self.to_confirm().filter(|s| s.pane == pane).map(|s| s.best).collect();
        let is_filtered = !self.list(pane).filter.is_empty();
        let shown = if own.len() <= BEST + 1 || is_filtered { own.len() } else { BEST };
        let mut rows = Vec::new();
        if !own.is_empty() {
            rows.push(RowKey::Heading(LIKELY, own.len()));
        }
        rows.extend(own.iter().take(shown).map(|held_id| RowKey::Held(*held_id)));
        if shown < own.len() {
            rows.push(RowKey::Folded(FoldedRows::Likely, own.len() - shown));
        }
        rows
    }
}

/// The heading above the likely items of a pane.
pub const LIKELY: &str = "likely";

fn words(candidate: &Candidate) -> Option<Words<'_>> {
    let evidence = &candidate.evidence;
    let at = evidence.telling_place(None)?;
    Some((evidence.turn_ids.get(at)?, evidence.ranges.get(at)?.clone(), evidence.snippets.get(at)?))
}

/// Whether two quotations of one turn share words.
fn is_same((_, a, quoted): &Words<'_>, (_, b, other): &Words<'_>) -> bool {
    overlap(a, b) || quoted == other
}

/// Whether half of the telling words of one text, of which it has at least one, are in the other.
fn is_about(a: &Title, b: &Title) -> bool {
    let counts = |one: &Title, other: &Title| {
        let shared = one.heavy().filter(|word| other.tokens.iter().any(|token| token == word)).count();
        (shared, one.heavy().count())
    };
    [counts(a, b), counts(b, a)].into_iter().any(|(shared, all)| shared > 0 && shared * 2 >= all)
        || a.tokens == b.tokens
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
