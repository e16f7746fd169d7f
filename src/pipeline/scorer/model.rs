//! Defines the weights of the linear model and how a clause is scored with them.
//!
//! Outputs: *matters*, then one per family. See [`super`] for the sessions the compiled-in weights were learned from.

use super::features::{Features, Group};
use crate::pipeline::linear::LinearModel;
pub use crate::pipeline::linear::{Header, softmax};
use crate::state::DeltaKind;

words! {
    /// The classes of the scorer. A revision is scored as a decision or a constraint; its target is resolved later.
    Family {
        Decision = "decision", Constraint = "constraint", Task = "task", Closed = "closed", Fact = "fact",
        Hypothesis = "hypothesis", Branch = "branch", Goal = "goal",
    }
}

impl Family {
    /// The kind of delta a clause of this family makes.
    pub const fn delta(self) -> DeltaKind {
        match self {
            Self::Decision => DeltaKind::DecisionMade,
            Self::Constraint => DeltaKind::ConstraintAdded,
            Self::Task => DeltaKind::TaskOpened,
            Self::Closed => DeltaKind::TaskClosed,
            Self::Fact => DeltaKind::FactLearned,
            Self::Hypothesis => DeltaKind::HypothesisIntroduced,
            Self::Branch => DeltaKind::BranchCreated,
            Self::Goal => DeltaKind::GoalSet,
        }
    }

    /// The family a delta belongs to; `None` for supersessions, which are not scored.
    pub const fn of(kind: DeltaKind) -> Option<Self> {
        Some(match kind {
            DeltaKind::DecisionMade | DeltaKind::DecisionRevised => Self::Decision,
            DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised => Self::Constraint,
            DeltaKind::TaskOpened => Self::Task,
            DeltaKind::TaskClosed => Self::Closed,
            DeltaKind::FactLearned => Self::Fact,
            DeltaKind::HypothesisIntroduced => Self::Hypothesis,
            DeltaKind::BranchCreated => Self::Branch,
            DeltaKind::GoalSet => Self::Goal,
            DeltaKind::ItemSuperseded => return None,
        })
    }
}

/// Number of families.
pub const FAMILIES: usize = 8;
const GROUPS: usize = Group::ALL.len();
/// Outputs of the model: *matters* and one per family.
pub const OUTPUTS: usize = FAMILIES + 1;

/// The compiled-in or learned weights of the scorer.
pub type Weights = LinearModel<OUTPUTS>;

/// The scores of a clause.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Scores {
    /// Log-odds that the clause matters.
    pub matters: f32,
    /// Probability of each family, given that the clause matters.
    pub kind: [f32; FAMILIES],
}

impl Scores {
    /// Converts summed log-odds into scores.
    pub fn of_sums(sums: [f32; OUTPUTS]) -> Self {
        let [matters, kind @ ..] = sums;
        Self { matters, kind: softmax(kind) }
    }

    /// Probability that the clause matters.
    pub fn p_matters(&self) -> f32 {
        sigmoid(self.matters)
    }

    /// Probability that the clause matters and is of `family`.
    pub fn of(&self, family: Family) -> f32 {
        self.p_matters() * self.kind.get(family as usize).copied().unwrap_or(0.0)
    }
}

/// The logistic function.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Log-odds of "matters" plus those of `family` above the mean of all families.
fn family_log_odds(sums: &[f32; OUTPUTS], family: Family) -> f32 {
    let mean: f32 = sums.iter().skip(1).sum::<f32>() / FAMILIES as f32;
    sums[0] + sums.get(family as usize + 1).copied().unwrap_or(0.0) - mean
}

impl Weights {
    /// Scores one clause's features.
    pub fn score(&self, features: &Features) -> Scores {
        Scores::of_sums(self.sums(features))
    }

    /// The log-odds the features add to each output. Sums are additive: new features of a clause are scored alone and
    /// added.
    pub fn sums(&self, features: &Features) -> [f32; OUTPUTS] {
        self.sums_of(features.0.iter().map(|&(hash, _, value)| (hash, value)))
    }

    /// Contribution of each group of features to "matters and is of `family`", in log-odds; below 0.05 it is left out.
    pub fn parts(&self, features: &Features, family: Family) -> Vec<(Group, f32)> {
        let mut sums = [[0.0_f32; OUTPUTS]; GROUPS];
        for &(hash, group, value) in &features.0 {
            if let Some(sum) = sums.get_mut(group as usize) {
                self.add(hash, value, sum);
            }
        }
        Group::ALL
            .iter()
            .zip(&sums)
            .map(|(&g, s)| (g, family_log_odds(s, family)))
            .filter(|(_, v)| v.abs() >= 0.05)
            .collect()
    }
}
