//! Defines what the person's corrections say of the rules: counts per rule, kind and confidence, folded from what the
//! person accepts, dismisses and withdraws.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Session;
use crate::pipeline::thresholds::BELOW_THRESHOLD;
use crate::state::{DeltaKind, Disposition, Extractor, Item, ItemKind, Outcome, PersonAction};

/// Steps of confidence that are told apart.
pub const STEPS: usize = 20;

words! {
    /// What the person said of a candidate.
    Word {
        /// It waited, and is right.
        Accepted = "accepted",
        /// It waited, and is wrong.
        Dismissed = "dismissed",
        /// It was in the ledger, and is wrong.
        Withdrawn = "withdrawn",
        /// It lay below the hold threshold, and is right.
        Rescued = "rescued",
        /// A rule refused it, and it is right all the same.
        Overruled = "overruled",
    }
}

/// What was said of which kind of candidate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Which change.
    pub kind: DeltaKind,
    /// The rule that carried it.
    pub rule: String,
    /// Its confidence, in steps of a twentieth, rounded down.
    pub step: u8,
    /// What the person said.
    pub word: Word,
}

/// One case and how often it was met: how feedback is written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackRow {
    /// Which change.
    pub kind: DeltaKind,
    /// The rule that carried it.
    pub rule: String,
    /// Its confidence, in twentieths.
    pub step: u8,
    /// What the person said.
    pub word: Word,
    /// How often.
    pub count: u32,
}

/// All that the person said, counted.
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

    /// Counts a case, if there is one.
    pub(super) fn absorb_one(&mut self, case: Option<&Case>) {
        if let Some(case) = case {
            self.add(case.clone());
        }
    }

    /// Takes a case back.
    pub fn take_back(&mut self, case: &Case) {
        if let Some(count) = self.0.get_mut(case) {
            *count = count.saturating_sub(1);
        }
        self.0.retain(|_, count| *count > 0);
    }

    /// Adds what was counted elsewhere.
    pub fn absorb(&mut self, other: &Self) {
        for (case, count) in &other.0 {
            *self.0.entry(case.clone()).or_default() += count;
        }
    }

    /// Every case with its count.
    pub fn cases(&self) -> impl Iterator<Item = (&Case, u32)> {
        self.0.iter().map(|(case, count)| (case, *count))
    }

    /// How often `word` was said of candidates of this rule and kind.
    pub fn count(&self, rule: &str, kind: DeltaKind, word: Word) -> u32 {
        self.cases().filter(|(c, _)| c.rule == rule && c.kind == kind && c.word == word).map(|(_, n)| n).sum()
    }
}

/// The step a confidence falls on.
pub fn step(confidence: f32) -> u8 {
    // A hair more, so that 0.35 is seven twentieths and not six.
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
    /// What the person said in this session and, where they were brought along, in earlier ones.
    pub fn feedback(&self) -> Feedback {
        let mut all = self.corrections.earlier.clone();
        all.absorb(&self.corrections.feedback);
        all
    }

    /// What the person said in this session alone: what is to be kept for later ones.
    pub fn own_feedback(&self) -> &Feedback {
        &self.corrections.feedback
    }

    /// Brings along what was said in earlier sessions.
    pub fn set_earlier_feedback(&mut self, earlier: Feedback) {
        self.corrections.earlier = earlier;
    }

    /// The case an action is, before it is done; none where thresholds and rules had no say.
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
            PersonAction::Edit { .. } | PersonAction::Undo => None,
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
