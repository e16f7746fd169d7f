//! Defines which item a change of an answer points to: one that was listed, or one that an earlier change of the answer
//! makes or confirms.

use super::super::Listed;
use super::super::guards::{AnswerCheck, Refused};
use super::super::raw::RawChange;
use super::super::window::ListedStatus;
use super::{Reading, head};
use crate::pipeline::settle::Target;
use crate::state::{DeltaKind, ItemKind};

impl Reading<'_> {
    /// The item a change points to; refused unless it is known, of the right kind, and open, or ended for a task that is
    /// opened again.
    pub(super) fn target(&self, raw: &RawChange) -> Result<Option<Listed>, Refused> {
        let id = raw.target.trim();
        let wanted = match raw.kind {
            DeltaKind::DecisionRevised => Some(ItemKind::Decision),
            DeltaKind::ConstraintRevised => Some(ItemKind::Constraint),
            DeltaKind::TaskClosed => Some(ItemKind::Task),
            DeltaKind::TaskOpened if !id.is_empty() && self.asked.trust.is_capable_of(raw.kind) => Some(ItemKind::Task),
            DeltaKind::ItemSuperseded => None,
            _ => return Ok(self.confirmed(raw)),
        };
        let Some(item) = self.listed(id) else {
            return Err((AnswerCheck::NoTarget, format!("{} is no item that was shown", head(id, 20))));
        };
        if let Some(kind) = wanted.filter(|kind| *kind != item.kind) {
            return Err((AnswerCheck::WrongKind, format!("{id} is a {}, not a {kind}", item.kind)));
        }
        if raw.kind == DeltaKind::TaskOpened {
            // Opening what is open changes nothing; what was done, or seemed so, is opened again.
            return match item.status {
                ListedStatus::Done | ListedStatus::GivenUp | ListedStatus::LikelyClosed => Ok(Some(item)),
                ListedStatus::Likely => Ok(self.confirmed(raw)),
                status => Err((AnswerCheck::Repeated, format!("{id} is {status}"))),
            };
        }
        if item.status.is_open() {
            return Ok(Some(item));
        }
        Err((AnswerCheck::NoTarget, format!("{id} is {}", item.status)))
    }

    /// The likely item that a change of its kind names as target and so confirms.
    pub(super) fn confirmed(&self, raw: &RawChange) -> Option<Listed> {
        let kind = raw.kind.item_kind().filter(|_| raw.kind.creates() && self.asked.trust.is_capable_of(raw.kind))?;
        let item = self.asked.window.item(raw.target.trim()).filter(|i| i.status == ListedStatus::Likely)?;
        let same = item.kind == kind && item.branch == (raw.kind == DeltaKind::BranchCreated);
        same.then(|| item.clone())
    }

    /// The item of this id: one that is listed, or `#n` for what change n of the answer makes.
    pub(super) fn listed(&self, id: &str) -> Option<Listed> {
        let id = id.trim();
        let number = id.strip_prefix('#').and_then(|n| n.parse::<usize>().ok());
        match number {
            Some(number) => self.made.get(number.checked_sub(1)?)?.clone(),
            // An item that this answer confirms or opens again is the one that the change makes.
            None => match self.taken_up.iter().find(|(taken, _)| **taken == *id) {
                Some((_, change)) => self.made.get(*change)?.clone(),
                None => self.asked.window.item(id).cloned(),
            },
        }
    }
}

/// The target that a listed item or a change of the same answer is.
pub(super) fn target_of(item: &Listed) -> Target {
    let number = item.id.strip_prefix('#').and_then(|n| n.parse::<usize>().ok());
    number.map_or_else(|| Target::Id(item.id.clone()), |n| Target::Change(n.saturating_sub(1)))
}
