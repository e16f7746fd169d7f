//! Defines what follows from the person's answers: they are counted for each kind of action and evidence, and after
//! twenty a change of the cuts is offered with its evidence. It is the person who makes it, and takes it back.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::action::{ActionKind, EvidenceKind, ProposalStatus};
use super::log::{ApprovedBy, ProposalEvent, StandupLog};
use super::permission::{HIGHEST_MEDIUM, LOWEST_HIGH, Permissions};

/// Answers before a change is offered.
pub const CASES: usize = 20;
/// Share of yes from which one was asked too often.
const SURE: f32 = 0.95;
/// Share of no from which one was bothered.
const BOTHER: f32 = 0.5;
/// How far a cut is moved.
const STEP: f32 = 0.05;

/// How the person answered proposals of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTally {
    /// Approved, and left as done.
    pub approved: usize,
    /// Dismissed.
    pub dismissed: usize,
    /// Done and taken back.
    pub taken_back: usize,
}

impl DecisionTally {
    /// Answers in all.
    pub fn cases(self) -> usize {
        self.approved + self.dismissed + self.taken_back
    }
}

/// A change of the cuts that is offered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThresholdOffer {
    /// What `approve`, `dismiss` and `rollback` call it.
    pub id: String,
    /// The kind of action.
    pub kind: ActionKind,
    /// The kind of evidence.
    pub evidence: EvidenceKind,
    /// High and medium now.
    pub from: (f32, f32),
    /// High and medium then.
    pub to: (f32, f32),
    /// The answers it rests on.
    pub tally: DecisionTally,
    /// The same in one sentence.
    pub why: String,
}

/// The person's answers since the cuts of their kind were last moved.
pub fn tallies(books: &StandupLog) -> BTreeMap<(ActionKind, EvidenceKind), DecisionTally> {
    let mut answers: BTreeMap<(ActionKind, EvidenceKind), BTreeMap<&str, ProposalStatus>> = BTreeMap::new();
    for said in &books.said {
        match said {
            ProposalEvent::Stood { id, standing, .. } => {
                let Some(proposal) = books.proposal(id) else { continue };
                let by_rules = || books.action(id).is_some_and(|a| a.by == ApprovedBy::Rules);
                let an_answer = match standing {
                    ProposalStatus::Done => !by_rules(),
                    ProposalStatus::Dismissed | ProposalStatus::RolledBack => true,
                    _ => false,
                };
                if an_answer {
                    let kind = (proposal.action.kind(), proposal.evidence_kind());
                    // The last word on a proposal counts.
                    answers.entry(kind).or_default().insert(id, *standing);
                }
            }
            ProposalEvent::Moved { kind, evidence, .. } => {
                answers.remove(&(*kind, *evidence));
            }
            _ => {}
        }
    }
    let tally = |of: &BTreeMap<&str, ProposalStatus>| {
        let count = |standing: ProposalStatus| of.values().filter(|s| **s == standing).count();
        let (approved, dismissed) = (count(ProposalStatus::Done), count(ProposalStatus::Dismissed));
        DecisionTally { approved, dismissed, taken_back: count(ProposalStatus::RolledBack) }
    };
    answers.iter().map(|(kind, of)| (*kind, tally(of))).collect()
}

/// The id of an offer for these kinds.
fn id(kind: ActionKind, evidence: EvidenceKind) -> String {
    format!("h-{kind}-{evidence}")
}

/// What is offered now.
pub fn offers(books: &StandupLog, rules: &Permissions) -> Vec<ThresholdOffer> {
    let offer = |((kind, evidence), tally): ((ActionKind, EvidenceKind), DecisionTally)| {
        let cases = tally.cases();
        if cases < CASES {
            return None;
        }
        let (high, medium) = rules.cuts(kind, evidence);
        let share = |n: usize| n as f32 / cases as f32;
        let no = tally.dismissed + tally.taken_back;
        let about = format!("{} with {evidence} evidence", kind.word().replace('_', " "));
        let (to, why) = if share(tally.approved) >= SURE && high > LOWEST_HIGH && rules.tier1 {
            let to = (high - STEP).max(LOWEST_HIGH);
            let why =
                format!("you said yes to {} of {cases}: {about} could be done at once from {to:.2} on", tally.approved);
            ((to, medium), why)
        } else if share(no) >= BOTHER && medium + STEP <= HIGHEST_MEDIUM {
            let to = medium + STEP;
            let why = format!("you said no to {no} of {cases}: {about} could be only a note below {to:.2}");
            ((high, to), why)
        } else {
            return None;
        };
        Some(ThresholdOffer { id: id(kind, evidence), kind, evidence, from: (high, medium), to, tally, why })
    };
    tallies(books).into_iter().filter_map(offer).collect()
}

/// The line that makes an offered change, or with `accept` false lets it be; counting begins anew either way.
pub fn answer(books: &StandupLog, offer: &ThresholdOffer, accept: bool, at: Timestamp) -> ProposalEvent {
    let was = books.moved.get(&(offer.kind, offer.evidence)).copied();
    let cuts = if accept { Some(offer.to) } else { was };
    ProposalEvent::Moved { at, id: offer.id.clone(), kind: offer.kind, evidence: offer.evidence, cuts, was }
}

/// The line that takes the last change under this id back; `None` when there is none that stands.
pub fn take_back(books: &StandupLog, wanted: &str, at: Timestamp) -> Option<ProposalEvent> {
    let last = books.said.iter().rev().find(|s| matches!(s, ProposalEvent::Moved { id, .. } if id == wanted))?;
    let ProposalEvent::Moved { id, kind, evidence, cuts, was, .. } = last else { return None };
    let changed = cuts != was;
    changed.then(|| ProposalEvent::Moved {
        at,
        id: id.clone(),
        kind: *kind,
        evidence: *evidence,
        cuts: *was,
        was: *cuts,
    })
}
