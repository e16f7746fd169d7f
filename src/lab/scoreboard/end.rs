//! Defines how right the state at the end is: the items that stand, against those the labels say stand.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::gold::Label;
use super::matching::{Matching, Sides};
use super::{FinalItem, family};
use crate::state::{DeltaKind, ItemKind, Status};

/// Which labels, by the first of their chain, each item carries.
pub(super) type CarriedLabels<'a> = HashMap<&'a str, HashSet<String>>;

/// The labels each item carries.
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

/// For each end state: shown, right, wanted, found.
pub(super) fn states(
    sides: &Sides<'_>,
    standing: &[FinalItem],
    carried: &CarriedLabels<'_>,
) -> BTreeMap<&'static str, [usize; 4]> {
    let end = &sides.session.gold.end;
    let active = |kind: ItemKind| move |s: &FinalItem| s.kind == kind && s.status == Status::Active;
    let mut out = BTreeMap::new();
    let mut count = |name: &'static str, is: &dyn Fn(&FinalItem) -> bool, ids: &[String]| {
        let want: HashSet<String> = ids.iter().map(|i| root(i, &sides.by_id)).collect();
        let shown: Vec<&FinalItem> = standing.iter().filter(|s| is(s)).collect();
        let right = shown.iter().filter(|s| carried.get(s.id.as_str()).is_some_and(|l| !l.is_disjoint(&want))).count();
        let got: HashSet<&String> = shown.iter().filter_map(|s| carried.get(s.id.as_str())).flatten().collect();
        let found = want.iter().filter(|w| got.contains(w)).count();
        out.insert(name, [shown.len(), right, want.len(), found]);
    };
    count("activeDecisions", &active(ItemKind::Decision), &end.active_decisions);
    count("activeConstraints", &active(ItemKind::Constraint), &end.active_constraints);
    count("openTasks", &active(ItemKind::Task), &end.open_tasks);
    count("superseded", &|s| s.status == Status::Superseded, &end.superseded);
    count("unresolvedBranches", &|s| s.branch && s.status == Status::Tentative, &end.unresolved_branches);
    out
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
