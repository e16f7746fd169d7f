//! Defines [`Likely`], a sentence that may hold an item: the held candidates that rest on it, as one row to confirm.

use std::collections::HashMap;
use std::ops::Range;

use super::Session;
use crate::language::titles::Words as Title;
use crate::state::{
    Candidate, DeltaKind, Disposition, HeldId, Item, ItemId, ItemKind, Ledger, Outcome, Resolution, TurnId,
};

/// A sentence with held candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likely {
    /// The candidate that is most likely right: the row.
    pub best: HeldId,
    /// The other readings of the same words, the most likely first.
    pub others: Vec<HeldId>,
    /// The kind of item it would make or change.
    pub kind: ItemKind,
    /// The kind of item it would add, if it would add one.
    pub adds: Option<ItemKind>,
    /// Whether it is likely enough to be put to the person. The others can be looked up.
    pub worth_a_look: bool,
}

/// Minimum confidence of a sentence that is put to the person: what a plain form says, and nothing contradicts.
const MIN_WORTH_A_LOOK: f32 = 0.45;

/// The quotation that is shown for a candidate: turn, range and words.
type Words<'a> = (&'a TurnId, Range<usize>, &'a str);

impl Session {
    /// The likely sentences, those that wait for the person's word first.
    pub fn likely(&self) -> Vec<Likely> {
        self.likely_at(&self.ledger, self.held().collect())
    }

    /// The sentences that wait for the person's word, the most likely first.
    pub fn to_confirm(&self) -> Vec<Likely> {
        let mut sentences = self.likely();
        sentences.retain(|sentence| sentence.worth_a_look);
        sentences
    }

    /// Candidates held at a point in time by sentence, beside the ledger of then: the most likely first, among equals the
    /// newest. A sentence on which an item in force rests, or that says what one says, needs no confirmation and is left
    /// out.
    pub fn likely_at(&self, ledger: &Ledger, mut held: Vec<&Outcome>) -> Vec<Likely> {
        held.reverse();
        held.sort_by(|a, b| b.candidate.confidence.total_cmp(&a.candidate.confidence));
        let mut out: Vec<(Likely, bool)> = Vec::new();
        let mut of_turn: HashMap<&TurnId, Vec<(Words<'_>, usize)>> = HashMap::new();
        let mut said: HashMap<(DeltaKind, Vec<String>), usize> = HashMap::new();
        for outcome in held {
            let Disposition::Held { held_id } = outcome.disposition else { continue };
            let candidate = &outcome.candidate;
            let Some(words) = words(candidate) else {
                out.push((sentence(ledger, candidate, held_id), false));
                continue;
            };
            let known = of_turn.entry(words.0).or_default();
            let same = known.iter().find(|(other, _)| is_same(other, &words)).map(|(_, at)| *at);
            // A repetition elsewhere may differ in small words and punctuation.
            let telling = (candidate.delta.kind, telling(candidate.delta.text()));
            let same = same.or_else(|| said.get(&telling).copied());
            if let Some((sentence, _)) = same.and_then(|at| out.get_mut(at)) {
                sentence.others.push(held_id);
            } else {
                let settled = self.is_settled(ledger, &words, candidate.delta.text()) || is_known(ledger, candidate);
                known.push((words, out.len()));
                said.insert(telling, out.len());
                out.push((sentence(ledger, candidate, held_id), settled));
            }
        }
        out.into_iter().filter(|(_, settled)| !settled).map(|(sentence, _)| sentence).collect()
    }

    /// Whether an item in force rests on these words and is about the same. One sentence may choose one thing and rule
    /// out another.
    fn is_settled(&self, ledger: &Ledger, (turn, range, _): &Words<'_>, text: &str) -> bool {
        let marks = self.turn_index(turn).map_or(&[][..], |at| self.marks(at));
        let mut near = marks.iter().filter(|mark| overlap(&mark.range, range)).peekable();
        if near.peek().is_none() {
            return false;
        }
        let own = Title::of(text);
        let says = |id: &ItemId| {
            ledger.get(id).is_some_and(|item| item.is_open() && is_about(&own, &Title::of(&item.summary)))
        };
        near.any(|mark| says(&mark.item_id))
    }
}

fn sentence(ledger: &Ledger, candidate: &Candidate, best: HeldId) -> Likely {
    let delta = &candidate.delta;
    let target = delta.target_id.as_ref().and_then(|id| ledger.get(id));
    let kind = delta.item_kind().or(target.map(|item| item.kind)).unwrap_or(ItemKind::Decision);
    let adds = delta.item_kind().filter(|_| delta.target_id.is_none());
    let worth_a_look = candidate.confidence >= MIN_WORTH_A_LOOK;
    Likely { best, others: Vec::new(), kind, adds, worth_a_look }
}

/// Whether an item in force, or finished work, already has the content that a candidate would add: as a decision, a
/// rule or a task.
fn is_known(ledger: &Ledger, candidate: &Candidate) -> bool {
    const ALIKE: [ItemKind; 3] = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
    let adds = candidate.delta.item_kind().filter(|_| candidate.delta.target_id.is_none());
    let Some(hash) = candidate.semantic_id.rsplit('-').next().filter(|_| adds.is_some_and(|k| ALIKE.contains(&k)))
    else {
        return false;
    };
    let stands = |item: &Item| item.is_open() || item.resolution == Some(Resolution::Completed);
    ALIKE.iter().any(|kind| {
        let semantic = format!("{}-{hash}", kind.semantic_prefix());
        ledger.with_semantic(&semantic).any(stands)
    })
}

fn words(candidate: &Candidate) -> Option<Words<'_>> {
    let evidence = &candidate.evidence;
    let at = evidence.telling_place(None)?;
    Some((evidence.turn_ids.get(at)?, evidence.ranges.get(at)?.clone(), evidence.snippets.get(at)?))
}

/// Whether two candidates rest on the same words.
pub(super) fn is_of_one_sentence(a: &Candidate, b: &Candidate) -> bool {
    // To compare the words costs more than to see that they stand in other turns.
    let is_near = a.evidence.turn_ids.iter().any(|turn| b.evidence.turn_ids.contains(turn));
    is_near && words(a).zip(words(b)).is_some_and(|(a, b)| a.0 == b.0 && is_same(&a, &b))
}

/// The meaning-bearing words of a text, to detect repetitions.
fn telling(text: &str) -> Vec<String> {
    let mut words = Title::of(text).tokens;
    words.sort_unstable();
    words.dedup();
    words
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
