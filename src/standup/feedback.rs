//! Defines the count of the person's decisions for each kind of action and evidence. After twenty a change of the
//! thresholds is offered, which the person accepts and can take back.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::action::{ActionKind, EvidenceKind, ProposalStatus};
use super::log::{ApprovedBy, ProposalEvent, StandupLog};
use super::permission::{HIGHEST_MEDIUM, LOWEST_HIGH, Permissions};

/// Decisions needed before a threshold change is offered.
pub const CASES: usize = 20;
/// Approval rate from which a lower threshold for acting at once is offered.
const APPROVAL_RATE: f32 = 0.95;
/// Dismissal rate from which a higher threshold for asking is offered.
const DISMISSAL_RATE: f32 = 0.5;
/// How far one offer moves a threshold.
const STEP: f32 = 0.05;

/// The person's decisions on proposals of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTally {
    /// Approved and not rolled back.
    pub approved: usize,
    pub dismissed: usize,
    /// Done and rolled back.
    pub taken_back: usize,
}

impl DecisionTally {
    /// All decisions.
    pub fn cases(self) -> usize {
        self.approved + self.dismissed + self.taken_back
    }
}

/// An offered change of thresholds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThresholdOffer {
    /// The id `approve`, `dismiss` and `rollback` take.
    pub id: String,
    pub kind: ActionKind,
    pub evidence: EvidenceKind,
    /// The present thresholds, high and medium.
    pub from: (f32, f32),
    /// The offered thresholds.
    pub to: (f32, f32),
    /// The decisions it is based on.
    pub tally: DecisionTally,
    /// The reason in one sentence.
    pub why: String,
}

/// The decisions since the thresholds of their kind were last moved.
pub fn tallies(log: &StandupLog) -> BTreeMap<(ActionKind, EvidenceKind), DecisionTally> {
    let mut answers: BTreeMap<(ActionKind, EvidenceKind), BTreeMap<&str, ProposalStatus>> = BTreeMap::new();
    for said in &log.said {
        match said {
            ProposalEvent::Stood { id, standing, .. } => {
                let Some(proposal) = log.proposal(id) else { continue };
                let decided = match standing {
                    ProposalStatus::Done => log.action(id).is_none_or(|a| a.by != ApprovedBy::Rules),
                    ProposalStatus::Dismissed | ProposalStatus::RolledBack => true,
                    _ => false,
                };
                if decided {
                    let kind = (proposal.action.kind(), proposal.evidence_kind());
                    // The last decision on a proposal counts.
                    answers.entry(kind).or_default().insert(id, *standing);
                }
            }
            ProposalEvent::Moved { kind, evidence, .. } => {
                answers.remove(&(*kind, *evidence));
            }
            _ => {}
        }
    }
    answers.iter().map(|(kind, decisions)| (*kind, tally(decisions))).collect()
}

/// Counts the decisions on proposals of one kind, by proposal id.
fn tally(decisions: &BTreeMap<&str, ProposalStatus>) -> DecisionTally {
    let mut tally = DecisionTally::default();
    for status in decisions.values() {
        match status {
            ProposalStatus::Done => tally.approved += 1,
            ProposalStatus::Dismissed => tally.dismissed += 1,
            ProposalStatus::RolledBack => tally.taken_back += 1,
            _ => {}
        }
    }
    tally
}

fn id(kind: ActionKind, evidence: EvidenceKind) -> String {
    format!("h-{kind}-{evidence}")
}

/// The threshold changes that are offered now.
pub fn offers(log: &StandupLog, rules: &Permissions) -> Vec<ThresholdOffer> {
    tallies(log)
        .into_iter()
        .filter_map(|((kind, evidence), tally)| threshold_offer(kind, evidence, tally, rules))
        .collect()
}

/// The threshold change that the decisions on one kind suggest; `None` without enough decisions or a clear majority.
fn threshold_offer(
    kind: ActionKind,
    evidence: EvidenceKind,
    tally: DecisionTally,
    rules: &Permissions,
) -> Option<ThresholdOffer> {
    let cases = tally.cases();
    if cases < CASES {
        return None;
    }
    let (high, medium) = rules.thresholds(kind, evidence);
    let DecisionTally { approved, .. } = tally;
    let refused = tally.dismissed + tally.taken_back;
    let about = format!("{} with {evidence} evidence", kind.word().replace('_', " "));
    let (to, why) = if share(approved, cases) >= APPROVAL_RATE && high > LOWEST_HIGH && rules.tier1 {
        let to = (high - STEP).max(LOWEST_HIGH);
        let why = format!("you said yes to {approved} of {cases}: {about} could be done at once from {to:.2} on");
        ((to, medium), why)
    } else if share(refused, cases) >= DISMISSAL_RATE && medium + STEP <= HIGHEST_MEDIUM {
        let to = medium + STEP;
        let why = format!("you said no to {refused} of {cases}: {about} could be only a note below {to:.2}");
        ((high, to), why)
    } else {
        return None;
    };
    Some(ThresholdOffer { id: id(kind, evidence), kind, evidence, from: (high, medium), to, tally, why })
}

fn share(part: usize, all: usize) -> f32 {
    part as f32 / all as f32
}

/// The event that accepts an offer, or declines it where `accept` is false. Counting restarts either way.
pub fn answer(log: &StandupLog, offer: &ThresholdOffer, accept: bool, at: Timestamp) -> ProposalEvent {
    let was = log.moved.get(&(offer.kind, offer.evidence)).copied();
    let thresholds = if accept { Some(offer.to) } else { was };
    ProposalEvent::Moved { at, id: offer.id.clone(), kind: offer.kind, evidence: offer.evidence, thresholds, was }
}

/// The event that takes back the last change under an id; `None` where there is none in force.
pub fn take_back(log: &StandupLog, wanted: &str, at: Timestamp) -> Option<ProposalEvent> {
    let last = log.said.iter().rev().find(|s| matches!(s, ProposalEvent::Moved { id, .. } if id == wanted))?;
    let ProposalEvent::Moved { id, kind, evidence, thresholds, was, .. } = last else { return None };
    let changed = thresholds != was;
    changed.then(|| ProposalEvent::Moved {
        at,
        id: id.clone(),
        kind: *kind,
        evidence: *evidence,
        thresholds: *was,
        was: *thresholds,
    })
}
