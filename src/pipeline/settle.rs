//! Defines how one proposal is settled: its target is resolved, then it is normalized and reconciled with the ledger.

use foldhash::HashMap;

use super::normalize::restated;
use super::reconcile::{reconcile, reinforce};
use super::resolve;
use crate::state::{
    Candidate, DeltaKind, Disposition, Extractor, HeldId, ItemId, ItemKind, Ledger, Pass, semantic_id::semantic_id,
};

/// The extractor's verdict on its candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Enters the ledger.
    Accept,
    /// Held for the person's decision.
    Hold,
    /// Refused before the ledger.
    Reject {
        /// The pass that refused.
        pass: Pass,
        /// Stable id of the reason.
        code: String,
        /// The reason in words.
        why: String,
    },
}

/// The item a change points to. It is resolved at settling, so that a clause can change an item of the clause before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A new item.
    None,
    /// The item of this id.
    Id(ItemId),
    /// The item of the proposal before it in the same turn.
    Previous,
    /// The item made by the change at this place of the same answer, from 0. Resolved before settling; a candidate
    /// whose place makes none is dropped.
    Change(usize),
    /// The open task these words name, else the newest one when `recent`.
    Task {
        /// The words of the report.
        words: String,
        /// Whether the newest open task may be meant.
        recent: bool,
        /// Whether the words open a report: naming a task then accepts the change, and naming none drops it unless
        /// `recent`.
        headline: bool,
    },
    /// The former item these words revise, else a new item.
    Former(String),
    /// The branch or hypothesis the decision before it settles; without one the candidate is dropped.
    Undecided(String),
    /// The ended task that "still broken" reopens; without one the candidate is dropped.
    Ended(String),
    /// The item that "forget the ..." drops; without one the candidate is dropped.
    Dropped(String),
}

/// A candidate with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// The proposed change.
    pub candidate: Candidate,
    /// The item it points to.
    pub target: Target,
    /// The extractor's verdict.
    pub verdict: Verdict,
}

/// The held candidates by the key that identifies duplicates.
#[derive(Debug, Clone, Default)]
pub struct HeldIndex {
    by_key: HashMap<String, HeldId>,
    last: u64,
}

impl HeldIndex {
    /// Lets a candidate of the same key be held again.
    pub fn forget(&mut self, held_id: HeldId) {
        self.by_key.retain(|_, id| *id != held_id);
    }

    fn insert(&mut self, key: String) -> HeldId {
        self.last += 1;
        let id = HeldId(self.last);
        self.by_key.insert(key, id);
        id
    }
}

/// The state settling needs beside the ledger.
#[derive(Debug)]
pub struct SettleContext<'a> {
    /// The held candidates.
    pub held: &'a mut HeldIndex,
    /// The item of the proposal before this one in the same turn.
    pub previous: Option<&'a ItemId>,
}

/// Runs passes 2 and 3. Returns the candidate with its disposition; `None` when a required target was not found.
pub fn settle(
    ledger: &mut Ledger,
    context: &mut SettleContext<'_>,
    proposed: Proposed,
) -> Option<(Candidate, Disposition)> {
    let Proposed { mut candidate, target, verdict } = proposed;
    if let Verdict::Reject { pass, code, why } = verdict {
        candidate.delta.mode = None;
        return Some((candidate, Disposition::Rejected { pass, code, why }));
    }
    let verdict = match &target {
        Target::Task { words, headline: true, .. } if resolve::task(ledger, words, false).is_some() => Verdict::Accept,
        Target::Task { recent: false, headline: true, .. } => return None,
        _ => verdict,
    };
    if !set_target(ledger, context.previous, target, &mut candidate) {
        return None;
    }
    // A model that names the item it words has found it already.
    let named = candidate.extractor == Extractor::Model && candidate.delta.target_id.is_some();
    if let Some(item) = restated(ledger, &candidate).filter(|_| !named) {
        let id = item.id.clone();
        reinforce(ledger, &id, &candidate);
        return Some((candidate, Disposition::Merged { into: id }));
    }
    if verdict == Verdict::Hold {
        let key = held_key(&candidate);
        if let Some(&held_id) = context.held.by_key.get(&key) {
            return Some((candidate, Disposition::Merged { into: held_id.into() }));
        }
        if let Some(refused) = untargeted(&candidate) {
            return Some((candidate, refused));
        }
        let held_id = context.held.insert(key);
        return Some((candidate, Disposition::Held { held_id }));
    }
    Some(match reconcile(ledger, &mut candidate) {
        Ok((item_id, status)) => (candidate, Disposition::Accepted { item_id, status, was: None }),
        Err(refusal) => {
            let code = refusal.code.to_owned();
            (candidate, Disposition::Rejected { pass: Pass::Reconcile, code, why: refusal.why })
        }
    })
}

/// The key of a held candidate: the change and its item, or the meaning of a new item.
fn held_key(candidate: &Candidate) -> String {
    let about = candidate.delta.target_id.as_deref().unwrap_or(&candidate.semantic_id);
    format!("{} {about}", candidate.delta.kind)
}

/// The rejection of a change to an existing item whose target was not found.
fn untargeted(candidate: &Candidate) -> Option<Disposition> {
    (!candidate.delta.kind.creates() && candidate.delta.target_id.is_none()).then(|| Disposition::Rejected {
        pass: Pass::Normalize,
        code: "no-target".to_owned(),
        why: "nothing it could change was found".to_owned(),
    })
}

/// Resolves the candidate's target. Returns false when the candidate is to be dropped.
fn set_target(ledger: &Ledger, previous: Option<&ItemId>, target: Target, candidate: &mut Candidate) -> bool {
    let delta = &mut candidate.delta;
    let mode = delta.mode.take();
    match target {
        Target::None => {}
        Target::Id(id) => {
            delta.target_id = Some(id);
            delta.mode = mode.filter(|_| delta.kind == DeltaKind::ConstraintRevised);
        }
        Target::Change(_) => return false,
        Target::Previous => delta.target_id = previous.cloned(),
        Target::Task { words, recent, .. } => {
            let task = resolve::task(ledger, &words, recent);
            delta.target_id = task.map(|i| i.id.clone());
            if let Some(task) = task {
                delta.summary = Some(task.summary.clone());
            }
        }
        Target::Former(words) => {
            let kind = delta.item_kind().unwrap_or(ItemKind::Decision);
            // "SQLite instead of Postgres" speaks of the choice of Postgres.
            let former = resolve::revised(ledger, &words, kind)
                .or_else(|| delta.details.alternatives.iter().find_map(|a| resolve::chosen(ledger, a, kind)));
            if let Some(item) = former {
                delta.target_id = Some(item.id.clone());
                delta.mode = mode;
                delta.kind = if kind == ItemKind::Constraint {
                    DeltaKind::ConstraintRevised
                } else {
                    DeltaKind::DecisionRevised
                };
                candidate.semantic_id = semantic_id(kind, candidate.delta.text());
            }
        }
        Target::Undecided(words) => {
            let Some(by) = previous else { return false };
            let Some(item) = resolve::undecided(ledger, &words).filter(|i| i.id != *by) else { return false };
            delta.target_id = Some(item.id.clone());
            delta.details.new_item_id = Some(by.clone());
            delta.details.reason = Some(format!("settled by {by}"));
            delta.summary = Some(item.summary.clone());
        }
        Target::Ended(words) => {
            let Some(task) = resolve::ended(ledger, &words) else { return false };
            delta.target_id = Some(task.id.clone());
            delta.summary = Some(task.summary.clone());
            candidate.semantic_id.clone_from(&task.semantic_id);
        }
        Target::Dropped(words) => {
            let Some(item) = resolve::dropped(ledger, &words) else { return false };
            delta.target_id = Some(item.id.clone());
            delta.summary = Some(item.summary.clone());
        }
    }
    true
}
