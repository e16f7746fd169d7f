//! Defines the event log's lines: what became of each candidate, and what the person did.
//!
//! Folding these lines gives the ledger; `session` holds them in memory, `store` writes them down.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::delta::{Candidate, Delta};
use super::id::{HeldId, ItemId, TurnId};
use super::item::Item;
use super::kind::{Pass, Status};

/// How a candidate ended. Nothing is dropped without one of these.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Disposition {
    /// It changed the ledger.
    Accepted {
        /// The item it made or changed.
        item_id: ItemId,
        /// The item's status after it.
        status: Status,
        /// The held candidate that the talk confirmed with it, which no longer waits: `u-3`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<HeldId>,
    },
    /// It said again what an item says.
    Merged {
        /// The item, or the held candidate.
        into: ItemId,
    },
    /// Likely, but the person should say.
    Held {
        /// `u-3`.
        held_id: HeldId,
    },
    /// Refused.
    Rejected {
        /// The pass that refused it.
        pass: Pass,
        /// The rule or check that refused it.
        code: String,
        /// Why, in words.
        why: String,
    },
}

/// One candidate and how it ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// The candidate.
    #[serde(flatten)]
    pub candidate: Candidate,
    /// How it ended.
    #[serde(rename = "fate")]
    pub disposition: Disposition,
}

/// What the person did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum PersonAction {
    /// Accept what was held.
    AcceptHeld {
        /// `u-3`.
        held_id: HeldId,
    },
    /// Accept what was rejected.
    AcceptRejected {
        /// The log line of the rejection.
        line: u64,
    },
    /// Dismiss what was held.
    Dismiss {
        /// `u-3`.
        held_id: HeldId,
    },
    /// "This is wrong": take an item out.
    Withdraw {
        /// The item.
        item_id: ItemId,
    },
    /// Say it better.
    Edit {
        /// The item.
        item_id: ItemId,
        /// The new words.
        summary: String,
    },
    /// Take back the last of these that is not yet taken back.
    Undo,
}

/// A person's event with its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonEvent {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// Turns read when it happened: replaying the log puts it at the same place of the talk.
    #[serde(default)]
    pub turns: usize,
    /// The last turn's time when it happened (never the clock: same input, same bytes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// What was done.
    #[serde(rename = "did")]
    pub action: PersonAction,
    /// The item it made or changed, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
}

/// What a language model answered, as received, with all that is needed to read it again without asking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelAnswer {
    /// The model's name.
    pub model: String,
    /// Whether the policy allowed it then.
    #[serde(rename = "vouched")]
    pub trusted_model: bool,
    /// Turns and signals heard when it was taken in: replaying puts it at the same place of the talk.
    #[serde(rename = "heard")]
    pub ingested: (usize, usize),
    /// The turns it was shown, oldest first.
    pub turns: Vec<TurnId>,
    /// The turns it was asked about, those left out because they speak to a model too.
    pub covers: Vec<TurnId>,
    /// The items it was shown.
    pub items: Vec<ItemId>,
    /// What it had to repeat.
    pub nonce: String,
    /// Its words, as safe text.
    pub body: String,
    /// Why nothing of it was taken, where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// What happened to the ledger that no candidate and no person did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum NoteEvent {
    /// The transcript took turns back; items that rested on them alone went with them.
    Withdrawn {
        /// The turns.
        turn_ids: Vec<TurnId>,
    },
    /// The ledger is these items from here on: saved elsewhere, or before this log was damaged.
    Imported {
        /// The sequence number they were saved at.
        seq: u64,
        /// The items, oldest first.
        items: Vec<Item>,
        /// The deltas they came from.
        deltas: Vec<Delta>,
    },
    /// The agent's context was compacted: what was said before is no longer in it word for word.
    Compacted {
        /// Turns read by then.
        turns: usize,
    },
    /// A language model answered. What came of it stands in the lines after it.
    Answered {
        /// The answer.
        answer: Box<ModelAnswer>,
    },
    /// A language model says that an item is wrong. That changes nothing: the person is shown it.
    Challenged {
        /// The item.
        item_id: ItemId,
        /// The model.
        model: String,
        /// Why, in its words.
        why: String,
        /// The turn that shows it.
        turn_id: TurnId,
        /// The words that show it.
        quote: String,
    },
    /// The line that stood here cannot be read.
    Damaged {
        /// What is wrong with it.
        why: String,
    },
    /// Totals so far.
    Checkpoint {
        /// Turns read.
        turns: usize,
        /// Bytes of talk in them.
        raw_bytes: usize,
        /// Items, ended ones included.
        items: usize,
        /// Candidates accepted.
        accepted: usize,
        /// Candidates merged.
        merged: usize,
        /// Candidates held, decided ones included.
        held: usize,
        /// Candidates refused.
        rejected: usize,
    },
}

/// A note with its place in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// The last turn's time when it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// What happened.
    #[serde(rename = "what")]
    pub event: NoteEvent,
}

/// One line of the event log. Lines never change, so copies of a log share them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LogLine {
    /// A candidate and its end.
    Outcome(Arc<Outcome>),
    /// Something the person did.
    Person(Arc<PersonEvent>),
    /// Something neither a candidate nor the person did.
    Note(Arc<Note>),
}

impl LogLine {
    /// The ledger's sequence number after it.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Outcome(outcome) => outcome.seq,
            Self::Person(event) => event.seq,
            Self::Note(note) => note.seq,
        }
    }
}
