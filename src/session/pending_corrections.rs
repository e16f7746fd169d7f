//! Defines [`PendingCorrection`]: a correction named by what it is about, so that it outlives a transcript that is read anew.
//!
//! A truncated or replaced file gives new ids; semantic ids stay. What the person said of an item is done again as
//! soon as the item is there and the talk has come as far as it had when the person said it.

use serde::{Deserialize, Serialize};

use super::Session;
use crate::state::{Disposition, HeldId, PersonAction};

/// A correction that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingCorrection {
    /// The semantic id of what it is about.
    about: String,
    what: What,
    /// Turns read when it was said.
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

impl Session {
    /// A session for the same transcript read from its beginning; the corrections that stand wait to be done again.
    #[must_use]
    pub fn anew(&self) -> Self {
        let waiting = self.waiting.iter().chain(&self.wishes).cloned().collect();
        Self {
            meta: self.meta.clone(),
            pipeline: self.pipeline.begun_anew(),
            waiting,
            earlier: self.earlier.clone(),
            generation: self.generation + 1,
            heard: self.heard.anew(),
            ..Self::default()
        }
    }

    /// The corrections that stand, with those that wait to be done again: what must outlive the log.
    pub fn wishes(&self) -> Vec<PendingCorrection> {
        self.waiting.iter().chain(&self.wishes).cloned().collect()
    }

    /// Lets corrections wait that were said in another reading of this transcript.
    pub fn wish_again(&mut self, wishes: Vec<PendingCorrection>) {
        self.waiting.extend(wishes);
    }

    /// Corrections that stand, and those from before a new reading that found nothing to correct yet.
    pub fn corrections(&self) -> (usize, usize) {
        (self.wishes.len(), self.waiting.len())
    }

    /// Does again what waits and has something to correct. `all` also takes what was said later in the talk than has
    /// been read: there is no more talk to wait for.
    pub fn correct_again(&mut self, all: bool) {
        let read = self.turns.len();
        for wish in std::mem::take(&mut self.waiting) {
            let done = (all || wish.after <= read) && self.action_of(&wish).is_some_and(|a| self.act(a).is_ok());
            if !done {
                self.waiting.push(wish);
            }
        }
    }

    /// The wish behind an action, before it is done; none for an undo, or when its target is not there.
    pub(super) fn wish(&self, action: &PersonAction, turns: usize) -> Option<PendingCorrection> {
        let of_held = |id: HeldId| self.held_by_id(id).map(|o| o.candidate.semantic_id.clone());
        let of_item = |id: &str| self.ledger.get(id).map(|i| i.semantic_id.clone());
        let (about, what) = match action {
            PersonAction::AcceptHeld { held_id } => (of_held(*held_id)?, What::Accept),
            PersonAction::AcceptRejected { line } => (self.outcome(*line)?.candidate.semantic_id.clone(), What::Accept),
            PersonAction::Dismiss { held_id } => (of_held(*held_id)?, What::Dismiss),
            PersonAction::Withdraw { item_id } => (of_item(item_id)?, What::Withdraw),
            PersonAction::Edit { item_id, summary } => (of_item(item_id)?, What::Edit(summary.clone())),
            PersonAction::Undo => return None,
        };
        Some(PendingCorrection { about, what, after: turns })
    }

    /// What to do in this reading, once there is something to do it to.
    fn action_of(&self, wish: &PendingCorrection) -> Option<PersonAction> {
        let held = || {
            let outcome = self.held().rev().find(|o| o.candidate.semantic_id == wish.about)?;
            if let Disposition::Held { held_id } = outcome.disposition { Some(held_id) } else { None }
        };
        let item = || {
            let items = self.ledger.items().iter().rev();
            items.filter(|i| i.is_open()).find(|i| i.semantic_id == wish.about).map(|i| i.id.clone())
        };
        let refused = || self.rejections().rev().find(|o| o.candidate.semantic_id == wish.about).map(|o| o.line);
        Some(match &wish.what {
            What::Accept => match held() {
                Some(held_id) => PersonAction::AcceptHeld { held_id },
                None => PersonAction::AcceptRejected { line: refused()? },
            },
            What::Dismiss => PersonAction::Dismiss { held_id: held()? },
            What::Withdraw => PersonAction::Withdraw { item_id: item()? },
            What::Edit(summary) => PersonAction::Edit { item_id: item()?, summary: summary.clone() },
        })
    }
}
