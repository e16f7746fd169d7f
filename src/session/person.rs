//! Defines what the person can correct: accept, dismiss, withdraw, edit, undo. Each is an event with provenance.

use std::sync::Arc;

use jiff::Timestamp;
use thiserror::Error;

use super::{Session, safe};
use crate::pipeline::reconcile::{by_hand, reconcile};
use crate::state::{
    DeltaKind, Disposition, HeldId, Item, ItemId, ItemKind, LogLine, PersonAction, PersonEvent, SourceTurn, Status, TurnId,
    semantic_id::semantic_id,
};

/// Why the person's action could not be done.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActError {
    /// The thing is not there any more.
    #[error("there is no {0} to act on")]
    Missing(String),
    /// The ledger refused.
    #[error("{0}")]
    Refused(String),
    /// Nothing to take back.
    #[error("nothing to undo")]
    NothingToUndo,
}

/// What an action changed, so that it can be taken back.
#[derive(Debug, Clone)]
pub(super) enum Done {
    /// An item was made from the log line at this index; `held` if it waited before.
    Made { item_id: ItemId, held: Option<(HeldId, usize)> },
    /// Something stopped waiting.
    Dismissed { held_id: HeldId, index: usize },
    /// An item was changed; this is what it was.
    Changed { before: Box<Item>, refused: Option<String> },
}

/// Where in the talk something was done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// Turns read by then.
    pub turns: usize,
    /// The last one's time.
    pub at: Option<Timestamp>,
}

impl Session {
    /// Does what the person asked and logs it. The time of the event is the last turn's: no clock is read.
    pub fn act(&mut self, action: PersonAction) -> Result<PersonEvent, ActError> {
        self.act_at(action, Moment { turns: self.turns.len(), at: self.last_time() })
    }

    /// The same, at a moment that may be past: for the fold of a log.
    pub(super) fn act_at(&mut self, mut action: PersonAction, moment: Moment) -> Result<PersonEvent, ActError> {
        if let PersonAction::Edit { summary, .. } = &mut action {
            *summary = safe::text(summary);
        }
        let wish = self.wish(&action, moment.turns);
        let case = self.case(&action);
        let item_id = match &action {
            PersonAction::AcceptHeld { held_id } => {
                let outcome = self.held_by_id(*held_id).ok_or_else(|| ActError::Missing(held_id.to_string()))?;
                let index = usize::try_from(outcome.line).unwrap_or(1) - 1;
                Some(self.accept(index, Some(*held_id))?)
            }
            PersonAction::AcceptRejected { line } => {
                let missing = || ActError::Missing(format!("line {line}"));
                let outcome = self.outcome(*line).ok_or_else(missing)?;
                if !matches!(outcome.disposition, Disposition::Rejected { .. }) {
                    return Err(missing());
                }
                Some(self.accept(usize::try_from(*line).unwrap_or(1) - 1, None)?)
            }
            PersonAction::Dismiss { held_id } => {
                self.dismiss(*held_id)?;
                None
            }
            PersonAction::Withdraw { item_id } => Some(self.withdraw(item_id, moment.turns)?),
            PersonAction::Edit { item_id, summary } => Some(self.edit(item_id, summary)?),
            PersonAction::Undo => self.undo()?,
        };
        // What stands and how to take it back go side by side.
        match wish {
            Some(wish) => self.wishes.push(wish),
            None => drop(self.wishes.pop()),
        }
        if action == PersonAction::Undo {
            if let Some(case) = self.counted.pop().flatten() {
                self.feedback.take_back(&case);
            }
        } else {
            self.feedback.absorb_one(case.as_ref());
            self.counted.push(case);
        }
        let event = PersonEvent {
            line: self.log.len() as u64 + 1,
            seq: self.ledger.seq(),
            turns: moment.turns,
            at: moment.at,
            action,
            item_id,
        };
        self.log.push(LogLine::Person(Arc::new(event.clone())));
        Ok(event)
    }

    /// Whether there is an action to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    fn accept(&mut self, index: usize, held_id: Option<HeldId>) -> Result<ItemId, ActError> {
        let Some(LogLine::Outcome(outcome)) = self.log.get(index) else {
            return Err(ActError::Missing(format!("line {}", index + 1)));
        };
        let mut candidate = outcome.candidate.clone();
        candidate.extractor = crate::state::Extractor::Person;
        candidate.confidence = 1.0;
        candidate.delta.confidence = None;
        let (item_id, _) = reconcile(&mut self.ledger, &mut candidate).map_err(|r| ActError::Refused(r.why))?;
        self.mark(&candidate.evidence, &item_id);
        self.refused.remove(&candidate.semantic_id);
        let held = held_id.and_then(|h| self.take_held(h));
        self.undo.push(Done::Made { item_id: item_id.clone(), held });
        Ok(item_id)
    }

    fn take_held(&mut self, held_id: HeldId) -> Option<(HeldId, usize)> {
        self.held.remove(&held_id).map(|index| (held_id, index))
    }

    fn dismiss(&mut self, held_id: HeldId) -> Result<(), ActError> {
        let (_, index) = self.take_held(held_id).ok_or_else(|| ActError::Missing(held_id.to_string()))?;
        self.undo.push(Done::Dismissed { held_id, index });
        Ok(())
    }

    fn withdraw(&mut self, id: &str, turns: usize) -> Result<ItemId, ActError> {
        let item = self.ledger.get(id).ok_or_else(|| ActError::Missing(id.to_owned()))?;
        if !item.is_open() {
            return Err(ActError::Refused(format!("{} is {} already", item.id, item.status)));
        }
        let before = Box::new(item.clone());
        let seq = self.ledger.advance();
        self.ledger.update(&before.id, |item| {
            item.status = Status::Superseded;
            item.ended_because = Some("withdrawn by you".to_owned());
            item.touched_seq = seq;
        });
        let last = turns.checked_sub(1).and_then(|at| self.turns.get(at));
        let until = last.map_or(0, |t| t.ordinal);
        self.refused.insert(before.semantic_id.clone(), until);
        let id = before.id.clone();
        self.undo.push(Done::Changed { refused: Some(before.semantic_id.clone()), before });
        Ok(id)
    }

    fn edit(&mut self, id: &str, summary: &str) -> Result<ItemId, ActError> {
        let item = self.ledger.get(id).ok_or_else(|| ActError::Missing(id.to_owned()))?;
        if !item.is_open() {
            return Err(ActError::Refused(format!("{} is {} and stays as it is", item.id, item.status)));
        }
        let before = Box::new(item.clone());
        let summary = summary.trim();
        if summary.is_empty() {
            return Err(ActError::Refused("an item needs words".to_owned()));
        }
        let source =
            before.source_turns.first().cloned().unwrap_or(SourceTurn { turn_id: TurnId::default(), offset: None });
        match before.kind {
            ItemKind::Decision | ItemKind::Constraint => {
                let kind = if before.kind == ItemKind::Decision {
                    DeltaKind::DecisionRevised
                } else {
                    DeltaKind::ConstraintRevised
                };
                let mut candidate = by_hand(kind, Some(&before), Some(summary.to_owned()), source);
                candidate.evidence = before.newest().map(|v| v.evidence.clone()).unwrap_or_default();
                reconcile(&mut self.ledger, &mut candidate).map_err(|r| ActError::Refused(r.why))?;
            }
            kind => {
                let seq = self.ledger.advance();
                self.ledger.update(&before.id, |item| {
                    if let Some(mut version) = item.versions.last().cloned() {
                        version.seq = seq;
                        summary.clone_into(&mut version.summary);
                        version.extractor = crate::state::Extractor::Person;
                        item.versions.push(version);
                    }
                    summary.clone_into(&mut item.summary);
                    item.semantic_id = semantic_id(kind, summary);
                    item.touched_seq = seq;
                });
            }
        }
        let id = before.id.clone();
        self.undo.push(Done::Changed { before, refused: None });
        Ok(id)
    }

    /// Takes the last action back: the item stands again as it was, what waited waits again.
    fn undo(&mut self) -> Result<Option<ItemId>, ActError> {
        let done = self.undo.pop().ok_or(ActError::NothingToUndo)?;
        Ok(match done {
            Done::Made { item_id, held } => {
                let seq = self.ledger.advance();
                self.ledger.update(&item_id, |item| {
                    item.status = Status::Superseded;
                    item.ended_because = Some("acceptance undone by you".to_owned());
                    item.touched_seq = seq;
                });
                if let Some((held_id, index)) = held {
                    self.held.insert(held_id, index);
                }
                Some(item_id)
            }
            Done::Dismissed { held_id, index } => {
                self.held.insert(held_id, index);
                None
            }
            Done::Changed { before, refused } => {
                if let Some(semantic) = refused {
                    self.refused.remove(&semantic);
                }
                let seq = self.ledger.advance();
                let id = before.id.clone();
                self.ledger.update(&id, |item| {
                    *item = *before;
                    item.touched_seq = seq;
                });
                Some(id)
            }
        })
    }
}
