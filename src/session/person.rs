//! Defines the person's actions: accept, dismiss, withdraw, edit, settle, undo. Each becomes an event in the log.

use std::sync::Arc;

use jiff::Timestamp;
use thiserror::Error;

use super::pending_corrections::Correction;
use super::{Session, safe};
use crate::pipeline::reconcile::{by_hand, reconcile};
use crate::state::{
    DeltaKind, Disposition, EndReason, HeldId, Item, ItemId, ItemKind, LogLine, PersonAction, PersonEvent, SemanticId,
    SourceTurn, TurnId, semantic_id::semantic_id,
};

/// Why an action of the person failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActError {
    /// Its target does not exist.
    #[error("there is no {0} to act on")]
    Missing(String),
    /// The ledger refused.
    #[error("{0}")]
    Refused(String),
    /// There is no action to undo.
    #[error("nothing to undo")]
    NothingToUndo,
}

/// The data to undo an action.
#[derive(Debug, Clone)]
pub(super) enum Undo {
    /// A candidate was applied: it made the items `made`, the others it changed were as in `before`. `held` is the
    /// former held candidate with its log index.
    Accepted { item_id: ItemId, made: Vec<ItemId>, before: Vec<Item>, held: Option<(HeldId, usize)> },
    /// A held candidate, at this log index, was dismissed.
    Dismissed { held_id: HeldId, index: usize },
    /// An item was changed; `before` is its former state, `refused` the semantic id that was barred.
    Changed { before: Box<Item>, refused: Option<SemanticId> },
    /// A conflict was settled, which changed no item.
    Settled,
}

/// When an action was made: turns read, and the last turn's time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// Turns read by then.
    pub turns: usize,
    /// The last turn's time.
    pub at: Option<Timestamp>,
}

impl Session {
    /// Performs and logs an action. Its time is that of the last turn, since no clock is read here.
    pub fn act(&mut self, action: PersonAction) -> Result<PersonEvent, ActError> {
        self.act_at(action, Moment { turns: self.talk.turns.len(), at: self.last_time() })
    }

    /// Like [`Self::act`], at a given moment, for the fold of a log.
    pub(super) fn act_at(&mut self, mut action: PersonAction, moment: Moment) -> Result<PersonEvent, ActError> {
        if let PersonAction::Edit { summary, .. } = &mut action {
            *summary = safe::text(summary);
        }
        let item_id = if action == PersonAction::Undo { self.undo()? } else { self.correct(&action, moment.turns)? };
        let event = PersonEvent {
            line: self.log.next_line(),
            seq: self.ledger.seq(),
            turns: moment.turns,
            at: moment.at,
            action,
            item_id,
        };
        self.log.lines.push(LogLine::Person(Arc::new(event.clone())));
        Ok(event)
    }

    /// Performs an action and keeps its undo. Returns the item it made or changed.
    fn correct(&mut self, action: &PersonAction, turns: usize) -> Result<Option<ItemId>, ActError> {
        let pending = self.correction_of(action, turns);
        let case = self.case(action);
        let undo = match action {
            PersonAction::AcceptHeld { held_id } => {
                let outcome = self.held_by_id(*held_id).ok_or_else(|| ActError::Missing(held_id.to_string()))?;
                self.accept(outcome.line, Some(*held_id))?
            }
            PersonAction::AcceptRejected { line } => {
                let rejected = self.outcome(*line).filter(|o| matches!(o.disposition, Disposition::Rejected { .. }));
                let line = rejected.ok_or_else(|| missing_line(*line))?.line;
                self.accept(line, None)?
            }
            PersonAction::Dismiss { held_id } => self.dismiss(*held_id)?,
            PersonAction::Withdraw { item_id } => self.withdraw(item_id, turns)?,
            PersonAction::Edit { item_id, summary } => self.edit(item_id, summary)?,
            PersonAction::Settle { .. } => Undo::Settled,
            PersonAction::Undo => return self.undo(),
        };
        let item_id = match &undo {
            Undo::Accepted { item_id, .. } => Some(item_id.clone()),
            Undo::Dismissed { .. } | Undo::Settled => None,
            Undo::Changed { before, .. } => Some(before.id.clone()),
        };
        if let Some(pending) = pending {
            self.corrections.feedback.absorb_one(case.as_ref());
            let line = self.log.next_line();
            self.corrections.done.push(Correction { pending, undo, case, line });
        }
        Ok(item_id)
    }

    /// Whether there is an action to undo.
    pub fn can_undo(&self) -> bool {
        !self.corrections.done.is_empty()
    }

    fn accept(&mut self, line: u64, held_id: Option<HeldId>) -> Result<Undo, ActError> {
        let outcome = self.outcome(line).ok_or_else(|| missing_line(line))?;
        let mut candidate = outcome.candidate.clone();
        candidate.extractor = crate::state::Extractor::Person;
        candidate.confidence = 1.0;
        candidate.delta.confidence = None;
        let targets = [&candidate.delta.target_id, &candidate.delta.details.new_item_id].into_iter().flatten();
        let before: Vec<Item> = targets.filter_map(|id| self.ledger.get(id)).cloned().collect();
        let known = self.ledger.items().len();
        let (item_id, _) = reconcile(&mut self.ledger, &mut candidate).map_err(|r| ActError::Refused(r.why))?;
        let made = self.ledger.items()[known..].iter().map(|item| item.id.clone()).collect();
        self.log.mark(&self.talk, &candidate.evidence, &item_id);
        self.corrections.refused.remove(&candidate.semantic_id);
        let held = held_id.and_then(|h| self.take_held(h));
        Ok(Undo::Accepted { item_id, made, before, held })
    }

    fn take_held(&mut self, held_id: HeldId) -> Option<(HeldId, usize)> {
        self.held.waiting.remove(&held_id).map(|index| (held_id, index))
    }

    fn dismiss(&mut self, held_id: HeldId) -> Result<Undo, ActError> {
        let (_, index) = self.take_held(held_id).ok_or_else(|| ActError::Missing(held_id.to_string()))?;
        Ok(Undo::Dismissed { held_id, index })
    }

    fn withdraw(&mut self, id: &str, turns: usize) -> Result<Undo, ActError> {
        let item = self.ledger.get(id).ok_or_else(|| ActError::Missing(id.to_owned()))?;
        if !item.is_open() {
            return Err(ActError::Refused(format!("{} is {} already", item.id, item.status)));
        }
        let before = Box::new(item.clone());
        let seq = self.ledger.advance();
        self.ledger.update(&before.id, |item| item.end(EndReason::WithdrawnByPerson, seq));
        let last = turns.checked_sub(1).and_then(|at| self.talk.turns.get(at));
        let until = last.map_or(0, |t| t.ordinal);
        self.corrections.refused.insert(before.semantic_id.clone(), until);
        Ok(Undo::Changed { refused: Some(before.semantic_id.clone()), before })
    }

    fn edit(&mut self, id: &str, summary: &str) -> Result<Undo, ActError> {
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
        Ok(Undo::Changed { before, refused: None })
    }

    /// Undoes the last action: restores the item or the held candidate.
    fn undo(&mut self) -> Result<Option<ItemId>, ActError> {
        let correction = self.corrections.done.pop().ok_or(ActError::NothingToUndo)?;
        if let Some(case) = &correction.case {
            self.corrections.feedback.take_back(case);
        }
        Ok(match correction.undo {
            Undo::Accepted { item_id, made, before, held } => {
                let seq = self.ledger.advance();
                for id in made {
                    self.ledger.update(&id, |item| item.end(EndReason::AcceptanceUndone, seq));
                }
                for item in before {
                    self.restore(item, seq);
                }
                if let Some((held_id, index)) = held {
                    self.held.waiting.insert(held_id, index);
                }
                Some(item_id)
            }
            Undo::Dismissed { held_id, index } => {
                self.held.waiting.insert(held_id, index);
                None
            }
            Undo::Settled => None,
            Undo::Changed { before, refused } => {
                if let Some(semantic) = refused {
                    self.corrections.refused.remove(&semantic);
                }
                let seq = self.ledger.advance();
                Some(self.restore(*before, seq))
            }
        })
    }

    /// Puts an item back as it was, and returns its id.
    fn restore(&mut self, before: Item, seq: u64) -> ItemId {
        let id = before.id.clone();
        self.ledger.update(&id, |item| {
            *item = before;
            item.touched_seq = seq;
        });
        id
    }
}

fn missing_line(line: u64) -> ActError {
    ActError::Missing(format!("line {line}"))
}
