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
/// Least share of the dismissed proposals that a higher threshold for asking would have left out.
const PARTED: f32 = 0.5;

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

/// A decision: the confidence of the proposal, and whether it was approved for good.
type Answer = (f32, ProposalStatus);

/// The decisions since the thresholds of their kind were last moved.
fn answers(log: &StandupLog) -> BTreeMap<(ActionKind, EvidenceKind), Vec<Answer>> {
    let mut answers: BTreeMap<(ActionKind, EvidenceKind), BTreeMap<&str, Answer>> = BTreeMap::new();
    for said in &log.said {
        match said {
            ProposalEvent::Stood { id, standing, .. } => {
                let Some(proposal) = log.proposal(id) else { continue };
                let decided = match standing {
                    ProposalStatus::Done => log.action(id).is_none_or(|a| a.by != ApprovedBy::Rules),
                    ProposalStatus::Dismissed | ProposalStatus::RolledBack => true,
                    _ => false,
                };
                let of_kind = answers.entry((proposal.action.kind(), proposal.evidence_kind())).or_default();
                // The last decision on a proposal counts, and one that was taken back counts no more.
                if decided {
                    of_kind.insert(id, (proposal.confidence.score, *standing));
                } else if *standing == ProposalStatus::Pending {
                    of_kind.remove(id.as_str());
                }
            }
            ProposalEvent::Moved { kind, evidence, .. } => {
                answers.remove(&(*kind, *evidence));
            }
            _ => {}
        }
    }
    answers.into_iter().map(|(kind, decisions)| (kind, decisions.into_values().collect())).collect()
}

/// Counts decisions.
fn tally<'a>(answers: impl Iterator<Item = &'a Answer>) -> DecisionTally {
    let mut tally = DecisionTally::default();
    for (_, status) in answers {
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
    let answers = answers(log).into_iter();
    answers.filter_map(|((kind, evidence), answers)| threshold_offer(kind, evidence, &answers, rules)).collect()
}

/// The threshold change that the decisions on one kind suggest; `None` without enough decisions or a cut that parts
/// them.
fn threshold_offer(
    kind: ActionKind,
    evidence: EvidenceKind,
    answers: &[Answer],
    rules: &Permissions,
) -> Option<ThresholdOffer> {
    let tally = tally(answers.iter());
    let cases = tally.cases();
    if cases < CASES {
        return None;
    }
    let (high, medium) = rules.thresholds(kind, evidence);
    let about = format!("{} with {evidence} evidence", kind.word().replace('_', " "));
    let (to, why) = if let Some(cut) = sure_from(answers, high).filter(|_| rules.tier1) {
        let above = self::tally(answers.iter().filter(|(score, _)| *score >= cut));
        let (yes, all) = (above.approved, above.cases());
        let why = format!("you said yes to {yes} of {all} from {cut:.2} on: {about} could be done at once from there");
        ((cut, medium), why)
    } else {
        let cut = parting_cut(answers, medium)?;
        let below = self::tally(answers.iter().filter(|(score, _)| *score < cut));
        let (no, refused) = (below.dismissed + below.taken_back, tally.dismissed + tally.taken_back);
        let why = format!(
            "below {cut:.2} are {no} of the {refused} you said no to and {} of the {} you approved: {about} could be only a \
             note there",
            below.approved, tally.approved
        );
        ((high, cut), why)
    };
    Some(ThresholdOffer { id: id(kind, evidence), kind, evidence, from: (high, medium), to, tally, why })
}

/// The lowest confidence, below the present `high`, from which on enough were approved, and nearly all.
fn sure_from(answers: &[Answer], high: f32) -> Option<f32> {
    let cuts = answers.iter().map(|(score, _)| rounded_down(*score).max(LOWEST_HIGH)).filter(|cut| *cut < high);
    let nearly_all = |cut: &f32| {
        let above = tally(answers.iter().filter(|(score, _)| score >= cut));
        above.cases() >= CASES && share(above.approved, above.cases()) >= APPROVAL_RATE
    };
    cuts.filter(nearly_all).min_by(f32::total_cmp)
}

/// The confidence that parts the dismissed from the approved with the fewest on the wrong side. `None` where that is the
/// present threshold, or leaves most of the dismissed above it.
fn parting_cut(answers: &[Answer], medium: f32) -> Option<f32> {
    let wrong = |cut: f32| {
        let approved = |status: &ProposalStatus| *status == ProposalStatus::Done;
        answers.iter().filter(|(score, status)| approved(status) == (*score < cut)).count()
    };
    // Just above each score that was dismissed.
    let above = answers.iter().filter(|(_, status)| *status != ProposalStatus::Done);
    let refused = above.clone().count();
    let cuts = above
        .map(|(score, _)| ((score * 100.0).round() + 1.0) / 100.0)
        .filter(|cut| *cut > medium && *cut <= HIGHEST_MEDIUM);
    let best = cuts.min_by(|a, b| wrong(*a).cmp(&wrong(*b)).then(a.total_cmp(b)))?;
    let parted = wrong(medium).saturating_sub(wrong(best));
    (parted > 0 && share(parted, refused) >= PARTED).then_some(best)
}

/// A confidence with two digits, as it is shown.
fn rounded_down(score: f32) -> f32 {
    (score * 100.0).floor() / 100.0
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
