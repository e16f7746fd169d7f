//! Defines how one proposal meets the ledger: resolve its target, normalize, reconcile, and name its fate.

use std::collections::HashMap;

use super::normalize::restated;
use super::reconcile::{reconcile, reinforce};
use crate::state::{Candidate, Fate, Ledger, Pass};

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

/// What a change points to, before it is resolved against the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Nothing: it makes a new item.
    None,
    /// This item.
    Id(String),
    /// The item the proposal before it in the same turn made or changed.
    Previous,
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

/// The held candidates' index: semantic id to held id.
pub type HeldIndex = HashMap<String, String>;

/// Passes 2 and 3. `previous` is the item of the proposal before this one in the same turn.
pub fn settle(
    ledger: &mut Ledger,
    held: &mut HeldIndex,
    next_held: &mut u64,
    previous: Option<&str>,
    proposed: Proposed,
) -> (Candidate, Fate) {
    let Proposed { mut candidate, target, verdict } = proposed;
    match target {
        Target::None => {}
        Target::Id(id) => candidate.delta.target_id = Some(id),
        Target::Previous => candidate.delta.target_id = previous.map(str::to_owned),
    }
    if let Verdict::Reject { pass, code, why } = verdict {
        return (candidate, Fate::Rejected { pass, code, why });
    }
    if let Some(item) = restated(ledger, &candidate) {
        let id = item.id.clone();
        reinforce(ledger, &id, &candidate);
        return (candidate, Fate::Merged { into: id });
    }
    if verdict == Verdict::Hold {
        if let Some(id) = held.get(&candidate.semantic_id) {
            let into = id.clone();
            return (candidate, Fate::Merged { into });
        }
        *next_held += 1;
        let held_id = format!("u-{next_held}");
        held.insert(candidate.semantic_id.clone(), held_id.clone());
        return (candidate, Fate::Held { held_id });
    }
    match reconcile(ledger, &mut candidate) {
        Ok((item_id, status)) => (candidate, Fate::Accepted { item_id, status }),
        Err(refusal) => {
            let code = refusal.code.to_owned();
            (candidate, Fate::Rejected { pass: Pass::Reconcile, code, why: refusal.why })
        }
    }
}
