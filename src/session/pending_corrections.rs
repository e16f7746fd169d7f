//! Defines [`Corrections`], the person's corrections, and [`PendingCorrection`], a correction that names its target by
//! semantic id, so that it survives a rewritten transcript.
//!
//! A truncated or replaced file gives items new ids, but the same semantic ids. A correction is applied again once its
//! target exists and as many turns were read as when the person made it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::feedback::{Case, Feedback};
use super::person::Undo;
use super::{Conflict, Session};
use crate::state::{Disposition, HeldId, ItemId, PersonAction, SemanticId};
use crate::text::hash::fnv1a_32;

/// A correction whose target is named by its semantic id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingCorrection {
    /// The semantic id of its target.
    about: SemanticId,
    what: Kind,
    /// Turns read when the person made it.
    after: usize,
}

impl PendingCorrection {
    /// Turns read when the person made it.
    pub(super) fn after(&self) -> usize {
        self.after
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Accept,
    Dismiss,
    Withdraw,
    Edit(String),
    Settle,
}

/// A correction in force.
#[derive(Debug, Clone)]
pub(super) struct Correction {
    pub pending: PendingCorrection,
    pub undo: Undo,
    /// The feedback case it counted as.
    pub case: Option<Case>,
    /// The number of its line in the log.
    pub line: u64,
}

/// The corrections of this session, and the feedback of earlier ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Corrections {
    /// The corrections in force, oldest first; undo takes the last.
    pub done: Vec<Correction>,
    /// Corrections of an earlier reading whose target does not exist yet.
    pub pending: Vec<PendingCorrection>,
    /// The semantic ids of withdrawn items with the ordinal of the last turn then: only later words of the person
    /// restore the item.
    pub refused: HashMap<SemanticId, u32>,
    pub feedback: Feedback,
    /// Feedback from earlier sessions.
    pub earlier: Feedback,
}

impl Corrections {
    /// All corrections to keep: pending ones, then those in force.
    fn all(&self) -> Vec<PendingCorrection> {
        self.pending.iter().chain(self.done.iter().map(|c| &c.pending)).cloned().collect()
    }
}

impl Session {
    /// A session for the same transcript read from its beginning, with all corrections pending.
    #[must_use]
    pub fn reset(&self) -> Self {
        let corrections = Corrections {
            pending: self.corrections.all(),
            earlier: self.corrections.earlier.clone(),
            ..Corrections::default()
        };
        Self {
            meta: self.meta.clone(),
            pipeline: self.pipeline.reset(),
            corrections,
            rewrite_count: self.rewrite_count + 1,
            models: self.models.reset(),
            ..Self::default()
        }
    }

    /// All corrections to keep: pending ones, then those in force.
    pub fn pending_corrections(&self) -> Vec<PendingCorrection> {
        self.corrections.all()
    }

    /// Adds corrections made in another reading of this transcript.
    pub fn restore_corrections(&mut self, corrections: Vec<PendingCorrection>) {
        self.corrections.pending.extend(corrections);
    }

    /// Numbers of corrections in force and of pending ones.
    pub fn correction_counts(&self) -> (usize, usize) {
        (self.corrections.done.len(), self.corrections.pending.len())
    }

    /// Applies the pending corrections whose target exists. `all` includes those made later in the talk than has been
    /// read, for when the talk is complete.
    pub fn apply_pending_corrections(&mut self, all: bool) {
        let read = self.talk.turns.len();
        for pending in std::mem::take(&mut self.corrections.pending) {
            let due = all || pending.after <= read;
            let done = due && self.action_of(&pending).is_some_and(|action| self.act(action).is_ok());
            if !done {
                self.corrections.pending.push(pending);
            }
        }
    }

    /// The correction an action makes, before it is done; `None` for an undo, or when its target is missing.
    pub(super) fn correction_of(&self, action: &PersonAction, turns: usize) -> Option<PendingCorrection> {
        let (about, what) = match action {
            PersonAction::AcceptHeld { held_id } => (self.semantic_of_held(*held_id)?, Kind::Accept),
            PersonAction::AcceptRejected { line } => (self.outcome(*line)?.candidate.semantic_id.clone(), Kind::Accept),
            PersonAction::Dismiss { held_id } => (self.semantic_of_held(*held_id)?, Kind::Dismiss),
            PersonAction::Withdraw { item_id } => (self.semantic_of_item(item_id)?, Kind::Withdraw),
            PersonAction::Edit { item_id, summary } => (self.semantic_of_item(item_id)?, Kind::Edit(summary.clone())),
            PersonAction::Settle { conflict } => (conflict.clone(), Kind::Settle),
            PersonAction::Undo => return None,
        };
        Some(PendingCorrection { about, what, after: turns })
    }

    fn semantic_of_held(&self, held_id: HeldId) -> Option<SemanticId> {
        self.held_by_id(held_id).map(|o| o.candidate.semantic_id.clone())
    }

    fn semantic_of_item(&self, item_id: &str) -> Option<SemanticId> {
        self.ledger.get(item_id).map(|i| i.semantic_id.clone())
    }

    /// The action that applies a correction in this reading; `None` while its target does not exist.
    fn action_of(&self, pending: &PendingCorrection) -> Option<PersonAction> {
        let about = pending.about.as_str();
        Some(match &pending.what {
            Kind::Accept => match self.newest_held_about(about) {
                Some(held_id) => PersonAction::AcceptHeld { held_id },
                None => PersonAction::AcceptRejected {
                    line: self.rejections().rev().find(|o| o.candidate.semantic_id == about)?.line,
                },
            },
            Kind::Dismiss => PersonAction::Dismiss { held_id: self.newest_held_about(about)? },
            Kind::Withdraw => PersonAction::Withdraw { item_id: self.newest_open_about(about)? },
            Kind::Edit(summary) => {
                PersonAction::Edit { item_id: self.newest_open_about(about)?, summary: summary.clone() }
            }
            Kind::Settle => {
                let conflict = self.conflicts().iter().find(|conflict| conflict_key(conflict) == pending.about)?;
                PersonAction::Settle { conflict: conflict_key(conflict) }
            }
        })
    }

    /// The log line by which the person settled a conflict, if they did.
    pub fn settled_by(&self, conflict: &Conflict) -> Option<u64> {
        let settles = |correction: &&Correction| correction.pending.what == Kind::Settle;
        let mut settled = self.corrections.done.iter().filter(settles).peekable();
        settled.peek()?;
        let key = conflict_key(conflict);
        settled.find(|correction| correction.pending.about == key).map(|correction| correction.line)
    }

    /// The conflicts that nobody settled, oldest first.
    pub fn open_conflicts(&self) -> impl Iterator<Item = &Conflict> {
        self.conflicts().iter().filter(|conflict| self.settled_by(conflict).is_none())
    }

    fn newest_held_about(&self, semantic_id: &str) -> Option<HeldId> {
        let outcome = self.held().rev().find(|o| o.candidate.semantic_id == semantic_id)?;
        if let Disposition::Held { held_id } = outcome.disposition { Some(held_id) } else { None }
    }

    fn newest_open_about(&self, semantic_id: &str) -> Option<ItemId> {
        let mut items = self.ledger.items().iter().rev();
        items.find(|i| i.is_open() && i.semantic_id == semantic_id).map(|i| i.id.clone())
    }
}

/// The key by which the person's word on a conflict finds it again: what was done, where, against which rule.
pub fn conflict_key(conflict: &Conflict) -> SemanticId {
    let parts = [conflict.turn_id.as_str(), conflict.rule.as_str(), conflict.words.as_str()];
    SemanticId::new("conflict", fnv1a_32(parts.join("\n").bytes()))
}
