//! Defines [`Corrections`], what the person corrected, and [`PendingCorrection`], a correction named by the semantic id
//! of what it is about, so that it survives a transcript that is written anew.
//!
//! A truncated or replaced file gives new item ids; semantic ids stay. A correction is applied again once the item is
//! there and as many turns were read as when the person made it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Session;
use super::feedback::{Case, Feedback};
use super::person::Undo;
use crate::state::{Disposition, HeldId, ItemId, PersonAction};

/// A correction, by the meaning of what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingCorrection {
    /// The semantic id of what it is about.
    about: String,
    what: What,
    /// Turns read when the person made it.
    after: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum What {
    Accept,
    Dismiss,
    Withdraw,
    Edit(String),
}

/// A correction in force.
#[derive(Debug, Clone)]
pub(super) struct Correction {
    pub pending: PendingCorrection,
    pub undo: Undo,
    /// What it counted as in the feedback.
    pub case: Option<Case>,
}

/// What the person corrected in this session and in earlier ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Corrections {
    /// Those in force, in the order they were made: undo takes the last.
    pub done: Vec<Correction>,
    /// Those of an earlier reading of this transcript that found nothing to correct yet.
    pub pending: Vec<PendingCorrection>,
    /// The semantic ids of withdrawn items, each with the ordinal of the last turn then: only later words of the
    /// person bring the item back.
    pub refused: HashMap<String, u32>,
    pub feedback: Feedback,
    /// Feedback from earlier sessions.
    pub earlier: Feedback,
}

impl Corrections {
    /// The corrections that must survive the log: those that wait and those in force.
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

    /// The corrections that must survive the log: those that wait and those in force.
    pub fn pending_corrections(&self) -> Vec<PendingCorrection> {
        self.corrections.all()
    }

    /// Adds corrections made in another reading of this transcript.
    pub fn restore_corrections(&mut self, corrections: Vec<PendingCorrection>) {
        self.corrections.pending.extend(corrections);
    }

    /// How many corrections are in force, and how many wait for something to correct.
    pub fn correction_counts(&self) -> (usize, usize) {
        (self.corrections.done.len(), self.corrections.pending.len())
    }

    /// Applies the pending corrections that have something to correct. `all` includes those made later in the talk
    /// than has been read: for when there is no more talk to wait for.
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
            PersonAction::AcceptHeld { held_id } => (self.semantic_of_held(*held_id)?, What::Accept),
            PersonAction::AcceptRejected { line } => (self.outcome(*line)?.candidate.semantic_id.clone(), What::Accept),
            PersonAction::Dismiss { held_id } => (self.semantic_of_held(*held_id)?, What::Dismiss),
            PersonAction::Withdraw { item_id } => (self.semantic_of_item(item_id)?, What::Withdraw),
            PersonAction::Edit { item_id, summary } => (self.semantic_of_item(item_id)?, What::Edit(summary.clone())),
            PersonAction::Undo => return None,
        };
        Some(PendingCorrection { about, what, after: turns })
    }

    fn semantic_of_held(&self, held_id: HeldId) -> Option<String> {
        self.held_by_id(held_id).map(|o| o.candidate.semantic_id.clone())
    }

    fn semantic_of_item(&self, item_id: &str) -> Option<String> {
        self.ledger.get(item_id).map(|i| i.semantic_id.clone())
    }

    /// The action that makes a correction in this reading; `None` while there is nothing to correct.
    fn action_of(&self, pending: &PendingCorrection) -> Option<PersonAction> {
        let about = pending.about.as_str();
        Some(match &pending.what {
            What::Accept => match self.newest_held_about(about) {
                Some(held_id) => PersonAction::AcceptHeld { held_id },
                None => PersonAction::AcceptRejected {
                    line: self.rejections().rev().find(|o| o.candidate.semantic_id == about)?.line,
                },
            },
            What::Dismiss => PersonAction::Dismiss { held_id: self.newest_held_about(about)? },
            What::Withdraw => PersonAction::Withdraw { item_id: self.newest_open_about(about)? },
            What::Edit(summary) => {
                PersonAction::Edit { item_id: self.newest_open_about(about)?, summary: summary.clone() }
            }
        })
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
