//! Defines the score of the end state: the items of the ledger against the labelled end state.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::gold::Label;
use super::matching::{Matching, Sides};
use super::{FinalItem, family};
use crate::state::{DeltaKind, ItemKind, Status};

/// The labels of each item, by the first label of each chain of revisions.
pub(super) type CarriedLabels<'a> = HashMap<&'a str, HashSet<String>>;

/// Collects the labels of each item from the matched deltas.
pub(super) fn carried<'a>(sides: &Sides<'a>, matched: &Matching) -> CarriedLabels<'a> {
    let mut out = CarriedLabels::new();
    for (i, j) in &matched.ours {
        let (Some(e), Some(l)) = (sides.emitted.get(*i), sides.labels().get(*j)) else { continue };
        if let (Some(item), false) = (&e.item, family(e.kind) == "end") {
            out.entry(item).or_default().insert(root(&l.id, &sides.by_id));
        }
    }
    out
}

/// Counts per end state: [shown, right, wanted, found].
pub(super) fn states(
    sides: &Sides<'_>,
    standing: &[FinalItem],
    carried: &CarriedLabels<'_>,
) -> BTreeMap<&'static str, [usize; 4]> {
    let end = &sides.session.gold.end;
    let states: [(&'static str, IsIn, &[String]); 5] = [
        ("activeDecisions", |s| s.is_active(ItemKind::Decision), &end.active_decisions),
        ("activeConstraints", |s| s.is_active(ItemKind::Constraint), &end.active_constraints),
        ("openTasks", |s| s.is_active(ItemKind::Task), &end.open_tasks),
        ("superseded", |s| s.status == Status::Superseded, &end.superseded),
        ("unresolvedBranches", |s| s.branch && s.status == Status::Tentative, &end.unresolved_branches),
    ];
    let counted = states.into_iter().map(|(name, is_in, ids)| {
        let wanted: HashSet<String> = ids.iter().map(|i| root(i, &sides.by_id)).collect();
        let shown: Vec<&FinalItem> = standing.iter().filter(|s| is_in(s)).collect();
        (name, counts(&shown, &wanted, carried))
    });
    counted.collect()
}

type IsIn = fn(&FinalItem) -> bool;

/// [shown, right, wanted, found] of the items shown and the labels wanted in one end state.
fn counts(shown: &[&FinalItem], wanted: &HashSet<String>, carried: &CarriedLabels<'_>) -> [usize; 4] {
    let labels: Vec<&HashSet<String>> = shown.iter().filter_map(|s| carried.get(s.id.as_str())).collect();
    let right = labels.iter().filter(|l| !l.is_disjoint(wanted)).count();
    let found = wanted.iter().filter(|w| labels.iter().any(|l| l.contains(*w))).count();
    [shown.len(), right, wanted.len(), found]
}

/// The label a chain of revisions begins with.
pub(super) fn root(id: &str, by_id: &HashMap<&str, &Label>) -> String {
    let mut at = id;
    for _ in 0..100 {
        let Some(label) = by_id.get(at) else { break };
        let revises = matches!(label.kind, DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised);
        match label.target.as_deref().filter(|t| revises && by_id.contains_key(t)) {
            Some(target) => at = target,
            None => break,
        }
    }
    at.to_owned()
}
