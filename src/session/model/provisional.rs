//! Defines [`Provisional`]: the rules' changes that no trusted model has read yet, and how they are set aside when it
//! does.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::Session;
use crate::pipeline::reconcile::take_back;
use crate::state::{
    Candidate, Disposition, EndReason, Extractor, HeldId, ItemId, NoteEvent, Outcome, Part, ReaderTrust,
};

/// The accepted changes of the rules alone, by line of the log.
#[derive(Debug, Clone, Default)]
pub(in crate::session) struct Provisional {
    by_place: BTreeMap<usize, Vec<u64>>,
    by_item: HashMap<ItemId, Vec<(usize, u64)>>,
    /// Lines whose changes were set aside.
    aside: HashSet<u64>,
}

impl Provisional {
    /// Adds an outcome whose newest evidence is in the turn at `place`. An item that the person or a model changed is
    /// no longer provisional.
    pub(in crate::session) fn add(&mut self, outcome: &Outcome, place: Option<usize>) {
        let Disposition::Accepted { item_id, .. } = &outcome.disposition else { return };
        let candidate = &outcome.candidate;
        let alone = candidate.extractor == Extractor::Rules && !candidate.parts.iter().any(Part::is_found_again);
        match place.filter(|_| alone) {
            Some(place) => {
                self.by_place.entry(place).or_default().push(outcome.line);
                self.by_item.entry(item_id.clone()).or_default().push((place, outcome.line));
            }
            None => {
                self.by_item.remove(item_id);
            }
        }
    }

    /// The lines that changed an item in turns from `place` on, oldest first.
    pub(super) fn of_item(&self, id: &str, place: usize) -> impl Iterator<Item = u64> {
        let lines = self.by_item.get(id).into_iter().flatten();
        lines.filter(move |(at, _)| *at >= place).map(|(_, line)| *line)
    }

    /// Whether all changes of an item come from the rules alone.
    pub(super) fn holds(&self, id: &str) -> bool {
        self.by_item.contains_key(id)
    }

    /// Whether the change of a line was set aside.
    pub(in crate::session) fn is_aside(&self, line: u64) -> bool {
        self.aside.contains(&line)
    }

    fn set_aside(&mut self, line: u64, id: &ItemId) {
        self.aside.insert(line);
        if let Some(lines) = self.by_item.get_mut(id) {
            lines.retain(|(_, l)| *l != line);
            if lines.is_empty() {
                self.by_item.remove(id);
            }
        }
    }
}

/// A change of the rules that was set aside.
#[derive(Debug, Clone)]
pub(in crate::session) struct SetAside {
    pub item_id: ItemId,
    pub candidate: Candidate,
}

impl Session {
    /// The lines of the rules' changes in the turns at `covers` and of later ones that rest on them or change `targets`,
    /// in the kinds in which the model is capable, newest first.
    pub(super) fn lines_to_set_aside(&self, covers: &[usize], targets: &[ItemId], trust: &ReaderTrust) -> Vec<u64> {
        let all = &self.models.provisional;
        let first = covers.first().copied().unwrap_or(usize::MAX);
        let here = covers.iter().filter_map(|at| all.by_place.get(at)).flatten().copied();
        let later = targets.iter().flat_map(|id| all.of_item(id, first));
        let mut lines: Vec<u64> = here.chain(later).filter(|line| self.is_rules_own(*line, trust)).collect();
        let made: Vec<ItemId> = lines.iter().filter_map(|l| self.made_by(*l)).collect();
        lines.extend(made.iter().flat_map(|id| all.of_item(id, 0)));
        lines.sort_unstable_by(|a, b| b.cmp(a));
        lines.dedup();
        lines
    }

    /// Whether a line is a change of the rules alone that no person touched since.
    fn is_rules_own(&self, line: u64, trust: &ReaderTrust) -> bool {
        let Some(outcome) = self.outcome(line) else { return false };
        let Disposition::Accepted { item_id, .. } = &outcome.disposition else { return false };
        let Some(item) = self.ledger.get(item_id) else { return false };
        let touched = item.newest().is_some_and(|v| v.extractor == Extractor::Person)
            || matches!(item.end_reason(), Some(EndReason::WithdrawnByPerson | EndReason::AcceptanceUndone));
        let known = self.models.provisional.by_item.get(item_id).is_some_and(|l| l.iter().any(|(_, l)| *l == line));
        known && !touched && trust.is_capable_of(outcome.candidate.delta.kind)
    }

    /// The item that a line of the rules made, if it made one.
    fn made_by(&self, line: u64) -> Option<ItemId> {
        let outcome = self.outcome(line)?;
        let Disposition::Accepted { item_id, .. } = &outcome.disposition else { return None };
        let delta = &outcome.candidate.delta;
        (delta.kind.creates() && delta.target_id.is_none()).then(|| item_id.clone())
    }

    /// The rules' candidates that wait for the person and rest on the turns at `covers`.
    pub(super) fn held_by_rules(&self, covers: &[usize], trust: &ReaderTrust) -> Vec<HeldId> {
        let waiting = self.held.waiting.iter().filter(|(_, index)| {
            self.outcome_at(**index).is_some_and(|o| {
                let place = self.talk.newest_of(&o.candidate.evidence);
                o.candidate.extractor == Extractor::Rules
                    && trust.is_capable_of(o.candidate.delta.kind)
                    && place.is_some_and(|at| covers.contains(&at))
            })
        });
        waiting.map(|(held_id, _)| *held_id).collect()
    }

    /// Sets changes and held candidates of the rules aside, with a line in the log. Returns the changes, oldest first.
    pub(super) fn set_aside(&mut self, model: &str, lines: Vec<u64>, held: Vec<HeldId>) -> Vec<SetAside> {
        if lines.is_empty() && held.is_empty() {
            return Vec::new();
        }
        let taken = self.apply_set_aside(&lines, &held);
        self.note(NoteEvent::SetAside { model: model.to_owned(), lines, held }, self.last_time());
        taken
    }

    /// The effect of [`Self::set_aside`] without its line, also for the fold of a log.
    pub(in crate::session) fn apply_set_aside(&mut self, lines: &[u64], held: &[HeldId]) -> Vec<SetAside> {
        let mut taken = Vec::new();
        for line in lines {
            let Some(outcome) = self.outcome(*line).cloned() else { continue };
            let Disposition::Accepted { item_id, .. } = &outcome.disposition else { continue };
            take_back(&mut self.ledger, &outcome);
            self.models.provisional.set_aside(*line, item_id);
            taken.push(SetAside { item_id: item_id.clone(), candidate: outcome.candidate });
        }
        for held_id in held {
            self.held.waiting.remove(held_id);
            self.held.index.forget(*held_id);
        }
        taken.reverse();
        taken
    }

    /// Whether the change of a log line no longer stands, because a trusted model read its turns and did not list it.
    pub fn is_set_aside(&self, line: u64) -> bool {
        self.models.provisional.is_aside(line)
    }
}
