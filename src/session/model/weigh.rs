//! Defines how the changes of a less trusted model are settled: they are accepted only if the rules found the same in
//! the same words, else held for the person.

use super::super::Session;
use crate::language::likeness::{adds_little, covers, same_subject};
use crate::pipeline::agree::{SummaryAgreement, apart, compare, is_opinion, joined, overlap, shares_carrying_words};
use crate::pipeline::extract::model::ModelChange;
use crate::pipeline::extract::model::guards::AnswerCheck;
use crate::pipeline::normalize::{SAME_WORDS, compatible, restated, same_words};
use crate::pipeline::reconcile::{reconcile, reinforce};
use crate::pipeline::scorer::Family;
use crate::pipeline::{Proposed, Target, Verdict};
use crate::session::safe;
use crate::state::{
    Candidate, DeltaKind, Disposition, Evidence, Extractor, HeldId, Item, ItemId, ItemKind, Pass,
    semantic_id::semantic_id,
};

impl Session {
    /// Settles a change of a less trusted model.
    pub(super) fn settle_weighed(&mut self, change: ModelChange) {
        let ModelChange { mut proposed, in_their_words, .. } = change;
        let family = Family::of(proposed.candidate.delta.kind);
        let threshold = family.map_or(0.0, |f| self.thresholds().get(f).0);
        // The person's thresholds apply to models too.
        if proposed.verdict == Verdict::Accept && proposed.candidate.confidence < threshold {
            proposed.verdict = Verdict::Hold;
        }
        if matches!(proposed.verdict, Verdict::Reject { .. }) {
            return self.settle_all(vec![proposed]);
        }
        if let Some(refused) = self.said_by_others(&proposed.candidate) {
            proposed.verdict = refused;
            return self.settle_all(vec![proposed]);
        }
        match self.late(&proposed) {
            Late::No => {
                if let Some(words) = in_their_words.filter(|_| proposed.verdict == Verdict::Accept)
                    && self.twin(&proposed.candidate).is_none()
                {
                    use_quoted_words(&mut proposed.candidate, words);
                }
                self.settle_all(vec![proposed]);
            }
            Late::AddsTo(id) => {
                let mut candidate = proposed.candidate;
                safe::candidate(&mut candidate);
                reinforce(&mut self.ledger, &id, &candidate);
                self.record(candidate, Disposition::Merged { into: id });
            }
            Late::Superseded(why) => {
                proposed.verdict = Verdict::Hold;
                proposed.candidate.reason = format!("{}; {why}", proposed.candidate.reason).into();
                self.settle_all(vec![proposed]);
            }
            Late::Ended(why) => {
                let code = AnswerCheck::Late.word().to_owned();
                proposed.verdict = Verdict::Reject { pass: Pass::Normalize, code, why };
                self.settle_all(vec![proposed]);
            }
        }
    }

    /// Rejects a candidate that restates an item if the words it quotes do not: they are no evidence.
    fn said_by_others(&self, candidate: &Candidate) -> Option<Verdict> {
        let words = candidate.evidence.snippets.join("\n");
        let item = restated(&self.ledger, candidate)
            .filter(|_| !adds_little(&words, candidate.delta.text()) && !covers(&words, candidate.delta.text()))?;
        let why = format!("the quoted words do not support it; {} already records it", item.id);
        Some(Verdict::Reject { pass: Pass::Normalize, code: AnswerCheck::NotGrounded.word().to_owned(), why })
    }

    /// Whether later talk superseded the words that a change quotes.
    fn late(&self, proposed: &Proposed) -> Late {
        let candidate = &proposed.candidate;
        let Some(said) = self.talk.newest_of(&candidate.evidence) else { return Late::No };
        if let Target::Id(id) = &proposed.target {
            let Some(item) = self.ledger.get(id) else { return Late::No };
            // The rules already ended it by the same words.
            let ended_here = !item.is_open()
                && item
                    .source_turns
                    .iter()
                    .any(|s| candidate.delta.source_turns.iter().any(|c| c.turn_id == s.turn_id));
            if !ended_here && !item.newest().is_some_and(|v| self.talk.is_after(&v.turn_id, said)) {
                return Late::No;
            }
            if ended_here || candidate.evidence.snippets.iter().any(|words| same_subject(words, &item.summary)) {
                return Late::AddsTo(item.id.clone());
            }
            return Late::Ended(format!("{} has changed since, and the words do not name it", item.id));
        }
        let Some(kind) = candidate.delta.item_kind() else { return Late::No };
        let text = candidate.delta.text();
        let ended = self.ledger.related(text, &[kind]).into_iter().find(|r| {
            let last = r.item.source_turns.iter().any(|s| self.talk.place(&s.turn_id).is_some_and(|at| at >= said));
            !r.item.is_open() && r.agreement() >= SAME_WORDS && compatible(&r.item.summary, text) && last
        });
        if let Some(r) = ended {
            return Late::Ended(format!("{} said so and is {}", r.item.id, r.item.status));
        }
        if let Some(item) = self.ledger.of_kind(kind).find(|item| self.has_changed_since(item, text, said)) {
            return Late::Ended(format!("{} said so and has changed since", item.id));
        }
        self.superseded_by_talk(candidate).map_or(Late::No, Late::Superseded)
    }

    /// Whether an item in force said this text before a turn after `said` gave it other words.
    fn has_changed_since(&self, item: &Item, text: &str, said: usize) -> bool {
        let mut former = item.versions.iter().rev().skip(1);
        let changed = item.newest().is_some_and(|version| self.talk.is_after(&version.turn_id, said));
        item.is_open() && changed && former.any(|version| same_words(&version.summary, text) >= SAME_WORDS)
    }

    /// Joins a change that rules and model both found in the same words. Returns the item or held candidate it went
    /// to; `None` for a change of its own.
    pub(in crate::session) fn same_change(&mut self, proposed: &Proposed) -> Option<ItemId> {
        let candidate = &proposed.candidate;
        if !self.models.has_answers()
            || !candidate.delta.kind.creates()
            || matches!(proposed.verdict, Verdict::Reject { .. })
        {
            return None;
        }
        match self.twin(candidate)? {
            Twin::Item(id) => {
                reinforce(&mut self.ledger, &id, candidate);
                self.record(candidate.clone(), Disposition::Merged { into: id.clone() });
                Some(id)
            }
            Twin::Contrary(id, why) if candidate.extractor == Extractor::Model => {
                let code = AnswerCheck::Against.word().to_owned();
                self.record(candidate.clone(), Disposition::Rejected { pass: Pass::Normalize, code, why });
                Some(id)
            }
            Twin::Contrary(..) => None,
            Twin::Held(held_id, index) => {
                let waiting = self.outcome_at(index)?.candidate.clone();
                let surely = proposed.verdict == Verdict::Accept && candidate.extractor != Extractor::Model;
                let both = joined(&waiting, candidate).filter(|both| surely || self.is_acceptable(both));
                let Some(mut both) = both else {
                    self.record(candidate.clone(), Disposition::Merged { into: held_id.into() });
                    return Some(held_id.into());
                };
                safe::candidate(&mut both);
                let (item_id, status) = reconcile(&mut self.ledger, &mut both).ok()?;
                self.held.waiting.remove(&held_id);
                self.record(both, Disposition::Accepted { item_id: item_id.clone(), status, was: Some(held_id) });
                Some(item_id)
            }
        }
    }

    /// Whether a joined candidate reaches the threshold, is no opinion and was not superseded by later talk.
    fn is_acceptable(&self, both: &Candidate) -> bool {
        let threshold = Family::of(both.delta.kind).map_or(1.0, |f| self.thresholds().get(f).0);
        both.confidence >= threshold && !is_opinion(&both.evidence) && self.superseded_by_talk(both).is_none()
    }

    /// The change that the other extractor (rules or model) found in the same words.
    fn twin(&self, candidate: &Candidate) -> Option<Twin> {
        let places = self.talk.places_of(&candidate.evidence);
        let mut marks = places.filter_map(|at| self.log.marks.get(&at)).flatten();
        marks.find_map(|mark| {
            if let Some(item) = self.ledger.get(&mark.item_id).filter(|i| i.is_open()) {
                let version = item.newest()?;
                let same = Some(item.kind) == candidate.delta.item_kind()
                    && item.has_tag("branch") == (candidate.delta.kind == DeltaKind::BranchCreated)
                    && apart(version.extractor, candidate.extractor)
                    && overlap(&version.evidence, &candidate.evidence);
                let found = (version.summary.as_str(), &*version.evidence);
                return same.then(|| compare_twins(candidate, found, Twin::Item(item.id.clone())))?;
            }
            let held_id: HeldId = mark.item_id.parse().ok()?;
            let index = *self.held.waiting.get(&held_id)?;
            let waiting = &self.outcome_at(index)?.candidate;
            let same = waiting.delta.kind == candidate.delta.kind
                && apart(waiting.extractor, candidate.extractor)
                && overlap(&waiting.evidence, &candidate.evidence);
            let found = (waiting.delta.text(), &*waiting.evidence);
            same.then(|| compare_twins(candidate, found, Twin::Held(held_id, index)))?
        })
    }
}

/// Replaces a candidate's summary by these words of the talk; the model's summary goes to the reason.
fn use_quoted_words(candidate: &mut Candidate, words: String) {
    candidate.reason = format!("{}; in its words: {}", candidate.reason, candidate.delta.text()).into();
    candidate.semantic_id = semantic_id(candidate.delta.item_kind().unwrap_or(ItemKind::Fact), &words);
    candidate.delta.summary = Some(words);
}

/// The twin if both summaries of the same words agree, its contrary if they contradict; `None` if they differ, or if the
/// model rests only on words beside those that carry the rules' summary.
fn compare_twins(candidate: &Candidate, found: (&str, &Evidence), twin: Twin) -> Option<Twin> {
    let own = (candidate.delta.text(), &*candidate.evidence);
    let (model, rules) = if candidate.extractor == Extractor::Model { (own, found) } else { (found, own) };
    match compare(model.0, rules.0, [own.1, found.1]) {
        SummaryAgreement::Same => shares_carrying_words(rules.0, rules.1, model.1).then_some(twin),
        SummaryAgreement::Other => None,
        SummaryAgreement::Contrary(why) => Some(Twin::Contrary(twin.id(), why)),
    }
}

/// The same change, found before by the other extractor.
enum Twin {
    Item(ItemId),
    /// The item or held candidate that contradicts the change, and why.
    Contrary(ItemId, String),
    /// A held candidate and its place in the log.
    Held(HeldId, usize),
}

impl Twin {
    fn id(&self) -> ItemId {
        match self {
            Self::Item(id) | Self::Contrary(id, _) => id.clone(),
            Self::Held(held_id, _) => (*held_id).into(),
        }
    }
}

/// Whether and how later talk superseded an answer.
enum Late {
    /// It was not superseded.
    No,
    /// The item has a newer version, so the words only add evidence.
    AddsTo(ItemId),
    /// Later talk superseded it, as described.
    Superseded(String),
    /// The item it would change or restate has ended, as described.
    Ended(String),
}
