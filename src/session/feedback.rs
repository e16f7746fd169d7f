//! Defines [`Feedback`]: counts of the person's corrections per rule, kind and confidence.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Session;
use crate::pipeline::thresholds::BELOW_THRESHOLD;
use crate::state::{DeltaKind, Disposition, Extractor, Item, ItemKind, Outcome, PersonAction};

/// Number of confidence steps that are counted apart.
pub const STEPS: usize = 20;

words! {
    /// The person's verdict on a candidate. Accepted and dismissed candidates had been held, withdrawn ones were in the
    /// ledger, rescued ones lay below the hold threshold, and overruled ones had been refused by a rule.
    Word {
        Accepted = "accepted", Dismissed = "dismissed", Withdrawn = "withdrawn", Rescued = "rescued",
        Overruled = "overruled",
    }
}

/// A verdict on a kind of candidate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The change.
    pub kind: DeltaKind,
    /// The rule that carried it.
    pub rule: String,
    /// Its confidence in twentieths, rounded down.
    pub step: u8,
    /// The verdict.
    pub word: Word,
}

/// A case and its count, as saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackRow {
    /// The change.
    pub kind: DeltaKind,
    /// The rule that carried it.
    pub rule: String,
    /// Its confidence, in twentieths.
    pub step: u8,
    /// The verdict.
    pub word: Word,
    /// Number of such verdicts.
    pub count: u32,
}

/// The person's verdicts, counted by case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<FeedbackRow>", into = "Vec<FeedbackRow>")]
pub struct Feedback(BTreeMap<Case, u32>);

impl From<Vec<FeedbackRow>> for Feedback {
    fn from(rows: Vec<FeedbackRow>) -> Self {
        let mut out = Self::default();
        for FeedbackRow { kind, rule, step, word, count } in rows {
            *out.0.entry(Case { kind, rule, step, word }).or_default() += count;
        }
        out
    }
}

impl From<Feedback> for Vec<FeedbackRow> {
    fn from(feedback: Feedback) -> Self {
        let rows = feedback.0.into_iter();
        rows.map(|(Case { kind, rule, step, word }, count)| FeedbackRow { kind, rule, step, word, count }).collect()
    }
}

impl Feedback {
    /// Counts a case.
    pub fn add(&mut self, case: Case) {
        *self.0.entry(case).or_default() += 1;
    }

    pub(super) fn absorb_one(&mut self, case: Option<&Case>) {
        if let Some(case) = case {
            self.add(case.clone());
        }
    }

    /// Counts a case down.
    pub fn take_back(&mut self, case: &Case) {
        if let Some(count) = self.0.get_mut(case) {
            *count = count.saturating_sub(1);
        }
        self.0.retain(|_, count| *count > 0);
    }

    /// Adds the counts of another feedback.
    pub fn absorb(&mut self, other: &Self) {
        for (case, count) in &other.0 {
            *self.0.entry(case.clone()).or_default() += count;
        }
    }

    /// Every case with its count.
    pub fn cases(&self) -> impl Iterator<Item = (&Case, u32)> {
        self.0.iter().map(|(case, count)| (case, *count))
    }

    /// Number of verdicts `word` on candidates of this rule and kind.
    pub fn count(&self, rule: &str, kind: DeltaKind, word: Word) -> u32 {
        self.cases().filter(|(c, _)| c.rule == rule && c.kind == kind && c.word == word).map(|(_, n)| n).sum()
    }
}

/// The step of a confidence.
pub fn step(confidence: f32) -> u8 {
    // The addend makes 0.35 seven twentieths, not six.
    ((confidence * STEPS as f32 + 1e-4) as usize).min(STEPS - 1) as u8
}

/// The change that made an item.
fn made_by(item: &Item) -> Option<DeltaKind> {
    Some(match item.kind {
        ItemKind::Decision => DeltaKind::DecisionMade,
        ItemKind::Constraint => DeltaKind::ConstraintAdded,
        ItemKind::Task => DeltaKind::TaskOpened,
        ItemKind::Goal => DeltaKind::GoalSet,
        ItemKind::Hypothesis if item.has_tag("branch") => DeltaKind::BranchCreated,
        ItemKind::Hypothesis | ItemKind::OpenQuestion => DeltaKind::HypothesisIntroduced,
        ItemKind::Fact | ItemKind::Risk | ItemKind::Dependency | ItemKind::Artifact => DeltaKind::FactLearned,
        ItemKind::RejectedOption => return None,
    })
}

impl Session {
    /// The feedback of this session and of the earlier ones that were set.
    pub fn feedback(&self) -> Feedback {
        let mut all = self.corrections.earlier.clone();
        all.absorb(&self.corrections.feedback);
        all
    }

    /// The feedback of this session alone, to be saved for later ones.
    pub fn own_feedback(&self) -> &Feedback {
        &self.corrections.feedback
    }

    /// Sets the feedback of earlier sessions.
    pub fn set_earlier_feedback(&mut self, earlier: Feedback) {
        self.corrections.earlier = earlier;
    }

    /// The case an action counts as, before it is done; `None` where neither thresholds nor rules were involved.
    pub(super) fn case(&self, action: &PersonAction) -> Option<Case> {
        match action {
            PersonAction::AcceptHeld { held_id } => case_of(self.held_by_id(*held_id)?, Word::Accepted),
            PersonAction::Dismiss { held_id } => case_of(self.held_by_id(*held_id)?, Word::Dismissed),
            PersonAction::AcceptRejected { line } => {
                let outcome = self.outcome(*line)?;
                let below =
                    matches!(&outcome.disposition, Disposition::Rejected { code, .. } if code == BELOW_THRESHOLD);
                case_of(outcome, if below { Word::Rescued } else { Word::Overruled })
            }
            PersonAction::Withdraw { item_id } => {
                let item = self.ledger.get(item_id)?;
                let version = item.newest().filter(|v| v.extractor == Extractor::Rules)?;
                let kind = made_by(item)?;
                Some(Case { kind, rule: version.rule.to_string(), step: step(version.score), word: Word::Withdrawn })
            }
            PersonAction::Edit { .. } | PersonAction::Settle { .. } | PersonAction::Undo => None,
        }
    }
}

/// The case of a candidate that the rules proposed; others are not counted.
fn case_of(outcome: &Outcome, word: Word) -> Option<Case> {
    let candidate = &outcome.candidate;
    (candidate.extractor == Extractor::Rules).then(|| Case {
        kind: candidate.delta.kind,
        rule: candidate.rule.to_string(),
        step: step(candidate.confidence),
        word,
    })
}
