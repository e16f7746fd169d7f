//! Defines how one proposal meets the ledger: resolve its target, normalize, reconcile, and name its fate.

use std::collections::HashMap;

use super::normalize::restated;
use super::reconcile::{reconcile, reinforce};
use super::resolve;
use crate::state::{
    Candidate, DeltaKind, Disposition, HeldId, ItemId, ItemKind, Ledger, Pass, semantic_id::semantic_id,
};

/// What an extractor thinks should happen to its candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Nearly certain: to the ledger.
    Accept,
    /// Likely: kept for the person's word.
    Hold,
    /// Refused before the ledger.
    Reject {
        /// By which pass.
        pass: Pass,
        /// By which rule.
        code: String,
        /// Why, in words.
        why: String,
    },
}

/// What a change points to. Resolved when its turn comes, so that a clause can change what the one before it made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Nothing: it makes a new item.
    None,
    /// This item.
    Id(ItemId),
    /// The item the proposal before it in the same turn made or changed.
    Previous,
    /// The open task these words name; the newest one when `recent` and none is named.
    Task {
        /// What was said.
        words: String,
        /// Whether the newest open task may be meant.
        recent: bool,
        /// Whether the words head a report: then a likely end of a task that they name is certain, and one that
        /// names none is nothing.
        headline: bool,
    },
    /// A revision if a former item is named, else a new item.
    Former(String),
    /// What the decision before it settles; no candidate at all when there is nothing.
    Undecided(String),
    /// The ended task that "still broken" opens again; no candidate at all when there is none.
    Ended(String),
    /// What "forget the ..." drops; no candidate at all when there is nothing.
    Dropped(String),
}

/// A candidate with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// What is proposed.
    pub candidate: Candidate,
    /// What it changes.
    pub target: Target,
    /// What should happen to it.
    pub verdict: Verdict,
}

/// Every candidate that was ever held, by what makes two of them one.
#[derive(Debug, Clone, Default)]
pub struct HeldIndex {
    by_key: HashMap<String, HeldId>,
    /// The last number given.
    last: u64,
}

impl HeldIndex {
    fn insert(&mut self, key: String) -> HeldId {
        self.last += 1;
        let id = HeldId(self.last);
        self.by_key.insert(key, id);
        id
    }
}

/// What settling reads and changes beside the ledger.
#[derive(Debug)]
pub struct SettleContext<'a> {
    /// The held candidates.
    pub held: &'a mut HeldIndex,
    /// The item of the proposal before this one in the same turn.
    pub previous: Option<&'a ItemId>,
}

/// Passes 2 and 3: the candidate as it ended and its fate; `None` when an optional target was not there.
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
    if !aim(ledger, context.previous, target, &mut candidate) {
        return None;
    }
    if let Some(item) = restated(ledger, &candidate) {
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

/// What makes two held candidates one: the same change to the same item, or a new item of the same meaning.
fn held_key(candidate: &Candidate) -> String {
    let about = candidate.delta.target_id.as_deref().unwrap_or(&candidate.semantic_id);
    format!("{} {about}", candidate.delta.kind)
}

/// A change that is to be held but has nothing to change.
fn untargeted(candidate: &Candidate) -> Option<Disposition> {
    (!candidate.delta.kind.creates() && candidate.delta.target_id.is_none()).then(|| Disposition::Rejected {
        pass: Pass::Normalize,
        code: "no-target".to_owned(),
        why: "nothing it could change was found".to_owned(),
    })
}

/// Points the candidate at its target. False when it should not have been a candidate at all.
fn aim(ledger: &Ledger, previous: Option<&ItemId>, target: Target, candidate: &mut Candidate) -> bool {
    let delta = &mut candidate.delta;
    let mode = delta.mode.take();
    match target {
        Target::None => {}
        Target::Id(id) => {
            delta.target_id = Some(id);
            delta.mode = mode.filter(|_| delta.kind == DeltaKind::ConstraintRevised);
        }
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
            let instead = || delta.alternatives.iter().find_map(|a| resolve::chosen(ledger, a, kind));
            if let Some(item) = resolve::revised(ledger, &words, kind).or_else(instead) {
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
            delta.new_item_id = Some(by.clone());
            delta.reason = Some(format!("settled by {by}"));
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
