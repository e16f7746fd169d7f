//! Defines how a trusted model's answer is settled. Changes that the model is sure of are accepted; changes that only
//! the rules found in the same turns become held again; corrections by the person override both.

use super::super::Session;
use super::super::person::Undo;
use super::provisional::SetAside;
use crate::pipeline::agree::overlap;
use crate::pipeline::extract::model::guards::AnswerCheck;
use crate::pipeline::extract::model::{Challenge, ModelChange, ProposedFix, Read};
use crate::pipeline::normalize::{SAME_WORDS, compatible, restated, same_words};
use crate::pipeline::settle::{SettleContext, settle};
use crate::pipeline::{Proposed, Target, Verdict};
use crate::session::safe;
use crate::state::{
    Candidate, Delta, DeltaKind, Disposition, EndReason, Evidence, Extractor, HeldId, Item, ItemId, ItemKind,
    NoteEvent, Pass, ReaderTrust, semantic_id::semantic_id,
};
use std::sync::Arc;

/// The reason of a candidate that a trusted model did not list.
const RULES_ONLY: &str = EndReason::RulesOnly.word();

/// An answer while its changes are settled.
pub(super) struct Settling<'a> {
    pub(super) model: &'a str,
    trust: &'a ReaderTrust,
    /// The index of the first turn that the answer is about.
    pub(super) first: usize,
    /// The item or held candidate that each change made or changed.
    made: Vec<Option<ItemId>>,
    /// The words of the changes that passed the guards.
    said: Vec<Arc<Evidence>>,
    /// The items that the changes point to.
    touched: Vec<ItemId>,
    /// The rules' changes from the same turns that no change of the model has confirmed yet.
    aside: Vec<SetAside>,
}

impl Session {
    /// Settles a parsed answer about the turns at `covers`.
    pub(super) fn settle_answer(&mut self, read: Read, covers: &[usize], (model, trust): &(String, ReaderTrust)) {
        let Read { changes, challenges } = read;
        let mut aside = Vec::new();
        if trust.settles() && !covers.is_empty() {
            let targets: Vec<ItemId> = changes.iter().filter_map(|c| target_id(&c.proposed.target)).collect();
            let lines = self.lines_to_set_aside(covers, &targets, trust);
            let held = self.held_by_rules(covers, trust);
            aside = self.set_aside(model, lines, held);
        }
        let first = covers.first().copied().unwrap_or(0);
        let mut all = Settling { model, trust, first, made: Vec::new(), said: Vec::new(), touched: Vec::new(), aside };
        for change in changes {
            let made = self.settle_change(change, &mut all);
            all.made.push(made);
        }
        for challenge in challenges {
            self.settle_challenge(challenge, &all);
        }
        self.fall_back(&all);
        self.forget_moot(&all);
    }

    /// Settles one change. Returns the item or held candidate that it made or changed.
    fn settle_change(&mut self, change: ModelChange, all: &mut Settling<'_>) -> Option<ItemId> {
        let ModelChange { mut proposed, settles, capable, lowered, .. } = change.clone();
        if matches!(proposed.verdict, Verdict::Reject { .. }) {
            return self.settle_one(proposed);
        }
        if let Target::Change(at) = proposed.target {
            match all.made.get(at).cloned().flatten() {
                Some(id) => proposed.target = Target::Id(id),
                None => {
                    return self.refuse(proposed, AnswerCheck::NoTarget.word(), "the change it refers to was refused");
                }
            }
        }
        if !capable {
            let before = self.log.lines.len();
            self.settle_weighed(ModelChange { proposed, ..change });
            return self.made_since(before);
        }
        if !lowered {
            all.said.push(Arc::clone(&proposed.candidate.evidence));
        }
        if let Some(why) = self.refused_by_person(&proposed.candidate) {
            return self.refuse(proposed, "withdrawn", &why);
        }
        if !lowered {
            self.confirm_pending(&mut proposed, all);
        }
        if self.is_newer_word_of_person(&proposed) {
            proposed.verdict = Verdict::Hold;
        }
        if let Some(held_id) = target_id(&proposed.target).and_then(|id| id.parse::<HeldId>().ok()) {
            if !self.held.waiting.contains_key(&held_id) {
                return self.refuse(proposed, AnswerCheck::NoTarget.word(), "the likely item it names has gone");
            }
            let evidence = Arc::clone(&proposed.candidate.evidence);
            let confirmed = self.confirm_held(held_id, &proposed, lowered, all)?;
            if proposed.candidate.delta.kind.creates() {
                self.say_again(&confirmed, proposed.candidate);
                self.settle_items(settles, &confirmed, &evidence, all);
                return Some(confirmed);
            }
            proposed.target = Target::Id(confirmed);
        }
        all.touched.extend(target_id(&proposed.target));
        if proposed.candidate.delta.kind == DeltaKind::TaskOpened
            && proposed.verdict == Verdict::Accept
            && let Some(id) = target_id(&proposed.target).filter(|id| self.ledger.get(id).is_some_and(Item::is_open))
        {
            self.keep_open(&id, proposed.candidate, all);
            return Some(id);
        }
        if !lowered {
            self.take_up(&mut proposed, all);
        }
        let evidence = Arc::clone(&proposed.candidate.evidence);
        let entered = proposed.verdict == Verdict::Accept;
        let made = self.settle_one(proposed)?;
        if entered {
            self.settle_items(settles, &made, &evidence, all);
        }
        Some(made)
    }

    /// Ends the items that an accepted change settles.
    fn settle_items(&mut self, settles: Vec<Target>, by: &ItemId, evidence: &Arc<Evidence>, all: &mut Settling<'_>) {
        all.touched.push(by.clone());
        for target in settles {
            self.settle_item(&target, by, evidence, all);
        }
    }

    /// Redirects a change to the item that the rules made of the same words, so that it stays one item, with the
    /// model's summary. A change that the rules had accepted is accepted even if the model is less sure.
    fn take_up(&self, proposed: &mut Proposed, all: &mut Settling<'_>) {
        let candidate = &proposed.candidate;
        if let Some(target) = target_id(&proposed.target) {
            all.aside.retain(|a| a.item_id != target || a.candidate.delta.kind != candidate.delta.kind);
            return;
        }
        if !candidate.delta.kind.creates() {
            return;
        }
        let alike = |a: &&SetAside| is_same_change(&a.candidate, candidate);
        let closeness = |a: &&SetAside| same_words(a.candidate.delta.text(), candidate.delta.text());
        let twin = all.aside.iter().filter(alike).max_by(|a, b| closeness(a).total_cmp(&closeness(b)));
        if let Some(id) = twin.map(|a| a.item_id.clone()) {
            all.aside.retain(|a| a.item_id != id);
            (proposed.target, proposed.verdict) = (Target::Id(id), Verdict::Accept);
            return;
        }
        // The rules found the same in turns that come later.
        let known = restated(&self.ledger, candidate).filter(|i| self.models.provisional.holds(&i.id));
        if let Some(id) = known.map(|i| i.id.clone()).filter(|_| proposed.verdict == Verdict::Accept) {
            proposed.target = Target::Id(id);
        }
    }

    /// Settles a candidate as it is, without weighing it against the rules.
    fn settle_one(&mut self, proposed: Proposed) -> Option<ItemId> {
        let mut proposed = self.reject_if_withdrawn(proposed);
        safe::candidate(&mut proposed.candidate);
        let mut context = SettleContext { held: &mut self.held.index, previous: None };
        let (candidate, disposition) = settle(&mut self.ledger, &mut context, proposed)?;
        let made = match &disposition {
            Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => Some(item_id.clone()),
            Disposition::Held { held_id } => Some((*held_id).into()),
            Disposition::Rejected { .. } => None,
        };
        self.record(candidate, disposition);
        made
    }

    fn refuse(&mut self, mut proposed: Proposed, code: &str, why: &str) -> Option<ItemId> {
        proposed.verdict = Verdict::Reject { pass: Pass::Normalize, code: code.to_owned(), why: why.to_owned() };
        proposed.target = Target::None;
        self.settle_one(proposed)
    }

    /// The item or held candidate that the newest outcome after `before` lines made or changed.
    fn made_since(&self, before: usize) -> Option<ItemId> {
        let outcome = (before..self.log.lines.len()).rev().find_map(|at| self.outcome_at(at))?;
        match &outcome.disposition {
            Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => Some(item_id.clone()),
            Disposition::Held { held_id } => Some((*held_id).into()),
            Disposition::Rejected { .. } => None,
        }
    }

    /// Ends a hypothesis, branch, goal or fact that an accepted change settles.
    fn settle_item(&mut self, target: &Target, by: &ItemId, evidence: &Arc<Evidence>, all: &mut Settling<'_>) {
        let id = match target {
            Target::Id(id) => id.clone(),
            Target::Change(at) => match all.made.get(*at).cloned().flatten() {
                Some(id) => id,
                None => return,
            },
            _ => return,
        };
        if let Ok(held_id) = id.parse::<HeldId>() {
            if self.held.waiting.contains_key(&held_id) {
                self.set_aside(all.model, Vec::new(), vec![held_id]);
            }
            return;
        }
        let Some(item) = self.ledger.get(&id).filter(|i| i.is_open() && i.id != *by) else { return };
        let mut delta = Delta::new(DeltaKind::ItemSuperseded);
        delta.summary = Some(item.summary.clone());
        (delta.details.new_item_id, delta.details.reason) = (Some(by.clone()), Some(format!("settled by {by}")));
        let proposed = self.of_model(delta, evidence, all.model, Target::Id(id.clone()));
        all.touched.push(id);
        self.settle_one(proposed);
    }

    /// A change that follows from a model's change, with the same evidence.
    fn of_model(&self, mut delta: Delta, evidence: &Arc<Evidence>, model: &str, target: Target) -> Proposed {
        let places = evidence.turn_ids.iter().zip(&evidence.ranges);
        delta.source_turns = places
            .map(|(turn_id, range)| crate::state::SourceTurn { turn_id: turn_id.clone(), offset: Some(range.clone()) })
            .collect();
        delta.timestamp = evidence.turn_ids.first().and_then(|id| self.turn(id)).and_then(|t| t.at);
        let candidate = Candidate {
            semantic_id: semantic_id(ItemKind::Fact, delta.text()),
            delta,
            evidence: Arc::clone(evidence),
            extractor: Extractor::Model,
            rule: format!("model/{model}").into(),
            confidence: crate::pipeline::extract::model::verdict::TRUSTED,
            parts: Arc::default(),
            reason: format!("{model} says so").into(),
        };
        Proposed { candidate, target, verdict: Verdict::Accept }
    }

    /// The reason to refuse a new item: the person withdrew or dismissed the same one, and it was not said again since.
    fn refused_by_person(&self, candidate: &Candidate) -> Option<String> {
        let kind = candidate.delta.item_kind().filter(|_| candidate.delta.kind.creates())?;
        let newest = self.talk.newest_of(&candidate.evidence).and_then(|at| self.talk.turns.get(at)).map(|t| t.ordinal);
        let same = |evidence: &Evidence, text: &str| {
            let own = candidate.delta.text();
            overlap(evidence, &candidate.evidence) || (same_words(text, own) >= SAME_WORDS && compatible(text, own))
        };
        let withdrawn = self.ledger.of_kind(kind).find(|i| {
            let until = self.corrections.refused.get(&i.semantic_id);
            i.end_reason() == Some(EndReason::WithdrawnByPerson)
                && until.is_some_and(|until| newest.is_none_or(|n| n <= *until))
                && i.newest().is_some_and(|v| same(&v.evidence, &i.summary))
        });
        let dismissed = self.corrections.done.iter().any(|c| match c.undo {
            Undo::Dismissed { index, .. } => self.outcome_at(index).is_some_and(|o| {
                o.candidate.delta.item_kind() == Some(kind) && same(&o.candidate.evidence, o.candidate.delta.text())
            }),
            _ => false,
        });
        match withdrawn {
            Some(item) => Some(format!("you said that {} is wrong", item.id)),
            None => dismissed.then(|| "you dismissed it".to_owned()),
        }
    }

    /// Whether the person changed the target after the turns that a change quotes.
    fn is_newer_word_of_person(&self, proposed: &Proposed) -> bool {
        let Some(id) = target_id(&proposed.target) else { return false };
        let by_person = |i: &Item| i.newest().is_some_and(|v| v.extractor == Extractor::Person);
        let said = self.talk.newest_of(&proposed.candidate.evidence);
        let changed = self.corrections.done.iter().rev().find_map(|c| match &c.undo {
            Undo::Changed { before, .. } if before.id == id => Some(c.pending.after()),
            Undo::Accepted { item_id, .. } if *item_id == id => Some(c.pending.after()),
            _ => None,
        });
        let later = said.zip(changed).is_some_and(|(said, after)| said < after);
        later && self.ledger.get(&id).is_some_and(by_person)
    }

    /// Records an objection to an item; a trusted model's objection to an item of the rules corrects the item.
    fn settle_challenge(&mut self, challenge: Challenge, all: &Settling<'_>) {
        let Challenge { item_id, why, turn_id, quote, correction } = challenge;
        let (why, quote, model) = (safe::text(&why), safe::text(&quote), all.model.to_owned());
        let reason = format!("{model}: {why}");
        let event = NoteEvent::Challenged { item_id: item_id.clone(), model, why, turn_id, quote };
        self.record_note(&event);
        self.note(event, self.last_time());
        let own = |i: &Item| i.is_open() && i.newest().is_some_and(|v| v.extractor == Extractor::Rules);
        if !all.trust.settles() || all.touched.contains(&item_id) || !self.ledger.get(&item_id).is_some_and(own) {
            return;
        }
        match correction {
            ProposedFix::None => {}
            ProposedFix::Withdraw => {
                let lines: Vec<u64> = self.models.provisional.of_item(&item_id, 0).collect();
                let taken = self.set_aside(all.model, lines.into_iter().rev().collect(), Vec::new());
                self.hold_again(taken.into_iter().take(1), &reason);
            }
            ProposedFix::Replace(proposed) => {
                let evidence = Arc::clone(&proposed.candidate.evidence);
                let replaces = proposed.target == Target::None;
                let Some(made) = self.settle_one(*proposed).filter(|id| *id != item_id && replaces) else { return };
                let mut delta = Delta::new(DeltaKind::ItemSuperseded);
                delta.summary = self.ledger.get(&item_id).map(|i| i.summary.clone());
                (delta.details.new_item_id, delta.details.reason) = (Some(made), Some(reason));
                let proposed = self.of_model(delta, &evidence, all.model, Target::Id(item_id));
                self.settle_one(proposed);
            }
        }
    }

    /// Holds the changes that only the rules found, except those whose words the model read differently.
    fn fall_back(&mut self, all: &Settling<'_>) {
        let unsaid = all.aside.iter().filter(|a| {
            let target = a.candidate.delta.target_id.as_ref();
            let spoken_of = all.said.iter().any(|said| overlap(said, &a.candidate.evidence));
            !spoken_of && target.is_none_or(|id| !all.touched.contains(id))
        });
        let unsaid: Vec<SetAside> = unsaid.cloned().collect();
        self.hold_again(unsaid.into_iter(), RULES_ONLY);
    }

    /// Sets aside held candidates that this answer made obsolete: changes of an ended item, and items that the answer
    /// made or ended from the same words.
    fn forget_moot(&mut self, all: &Settling<'_>) {
        if !all.trust.settles() {
            return;
        }
        let is_moot = |delta: &Delta| match &delta.target_id {
            Some(id) => !delta.kind.creates() && self.ledger.get(id).is_none_or(|i| !i.is_open()),
            None => all.touched.iter().filter_map(|id| self.ledger.get(id)).any(|i| {
                delta.item_kind() == Some(i.kind)
                    && i.has_tag("branch") == (delta.kind == DeltaKind::BranchCreated)
                    && same_words(delta.text(), &i.summary) >= SAME_WORDS
                    && compatible(delta.text(), &i.summary)
            }),
        };
        let waiting = self.held.waiting.iter().filter_map(|(id, index)| Some((*id, self.outcome_at(*index)?)));
        let moot = waiting.filter(|(_, outcome)| is_moot(&outcome.candidate.delta)).map(|(id, _)| id).collect();
        self.set_aside(all.model, Vec::new(), moot);
    }

    /// Holds changes of the rules that were set aside, with the reason.
    fn hold_again(&mut self, changes: impl Iterator<Item = SetAside>, why: &str) {
        for SetAside { mut candidate, .. } in changes {
            let delta = &mut candidate.delta;
            let target = delta.target_id.take().filter(|_| !delta.kind.creates());
            delta.id = None;
            if target.as_ref().is_some_and(|id| self.ledger.get(id).is_none_or(|i| !i.is_open())) {
                continue;
            }
            candidate.reason = format!("{}; {why}", candidate.reason).into();
            let target = target.map_or(Target::None, Target::Id);
            self.settle_one(Proposed { candidate, target, verdict: Verdict::Hold });
        }
    }
}

pub(super) fn target_id(target: &Target) -> Option<ItemId> {
    if let Target::Id(id) = target { Some(id.clone()) } else { None }
}

/// Whether a change of the rules and one of a model make the same item: of one kind, in the same words of the talk or
/// with the same summary.
fn is_same_change(rules: &Candidate, model: &Candidate) -> bool {
    let (a, b) = (rules.delta.text(), model.delta.text());
    let branch = |c: &Candidate| c.delta.kind == DeltaKind::BranchCreated;
    rules.delta.kind.creates()
        && rules.delta.target_id.is_none()
        && rules.delta.item_kind() == model.delta.item_kind()
        && branch(rules) == branch(model)
        && (overlap(&rules.evidence, &model.evidence) || (same_words(a, b) >= SAME_WORDS && compatible(a, b)))
}
