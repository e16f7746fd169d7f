//! Defines [`Challenge`], an item that a model calls wrong, and what it wants of it.

use serde_json::Value;

use super::super::guards::{self, LEAST_WORDS, SUMMARY};
use super::super::raw::RawWrong;
use super::super::verdict::TRUSTED;
use super::super::{Listed, prompt_injection};
use super::{Found, Reading};
use crate::language::stems::tokens;
use crate::pipeline::settle::{Proposed, Target, Verdict};
use crate::state::{DeltaKind, ItemId, ItemKind, TurnId};

/// The correction that a model asks for. It is made only for a trusted model and an item of the rules.
#[derive(Debug, Clone, PartialEq)]
pub enum ProposedFix {
    /// The item is withdrawn.
    Withdraw,
    /// The item is reworded, as one of the same kind or of another.
    Replace(Box<Proposed>),
    /// Nothing that passes the guards.
    None,
}

/// An item the model calls wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    pub item_id: ItemId,
    /// The reason in the model's words.
    pub why: String,
    /// The turn that shows it.
    pub turn_id: TurnId,
    /// The verbatim words that show it.
    pub quote: String,
    pub correction: ProposedFix,
}

impl Reading<'_> {
    /// Reads one challenge; `None` if it does not pass the guards.
    pub(super) fn challenge(&self, value: Value) -> Option<Challenge> {
        let raw: RawWrong = serde_json::from_value(value).ok()?;
        let item = self.asked.window.item(raw.item.trim())?;
        let found = self.find(&raw.turn, &raw.quote).ok()?;
        let correction = self.correction(&raw, item, &found);
        let (why, quoted) = (raw.why.trim(), tokens(&raw.quote).len());
        let fits =
            !why.is_empty() && why.chars().count() <= SUMMARY && quoted >= LEAST_WORDS && !prompt_injection::found(why);
        fits.then(|| Challenge {
            item_id: item.id.clone(),
            why: why.to_owned(),
            turn_id: found.turn.turn_id.as_str().into(),
            quote: found.place().text,
            correction,
        })
    }

    /// The correction that a challenge asks for.
    fn correction(&self, raw: &RawWrong, item: &Listed, found: &Found<'_>) -> ProposedFix {
        let summary = raw.summary.trim();
        if summary.is_empty() {
            return ProposedFix::Withdraw;
        }
        let kind = DeltaKind::from_word(&raw.kind).filter(|k| k.creates()).or_else(|| creating(item));
        let Some(kind) = kind.filter(|k| self.asked.trust.is_capable_of(*k)) else { return ProposedFix::None };
        let talk: Vec<&str> = self.talk(0, found.shown.index).into_iter().chain([item.summary.as_str()]).collect();
        let branch = kind == DeltaKind::BranchCreated && !item.branch;
        if branch || summary.chars().count() > SUMMARY || guards::numbers_known(summary, &talk).is_err() {
            return ProposedFix::None;
        }
        let mut draft = self.draft(kind, summary, vec![found.place()]);
        (draft.confidence, draft.reason) = (TRUSTED, format!("{} words it so: {}", self.asked.model, raw.why.trim()));
        let same = kind.item_kind() == Some(item.kind) && item.branch == (kind == DeltaKind::BranchCreated);
        let target = if same { Target::Id(item.id.clone()) } else { Target::None };
        ProposedFix::Replace(Box::new(draft.propose(target, Verdict::Accept)))
    }
}

/// The kind of change that makes an item of this kind.
fn creating(item: &Listed) -> Option<DeltaKind> {
    Some(match item.kind {
        ItemKind::Goal => DeltaKind::GoalSet,
        ItemKind::Decision => DeltaKind::DecisionMade,
        ItemKind::Constraint => DeltaKind::ConstraintAdded,
        ItemKind::Task => DeltaKind::TaskOpened,
        ItemKind::Fact => DeltaKind::FactLearned,
        ItemKind::Hypothesis if item.branch => DeltaKind::BranchCreated,
        ItemKind::Hypothesis => DeltaKind::HypothesisIntroduced,
        _ => return None,
    })
}
