//! Defines the lines of the event log: the disposition of each candidate, the person's actions, and notes.
//!
//! Folding these lines gives the ledger; `session` holds them in memory, `store` saves them.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::delta::{Candidate, Delta};
use super::id::{HeldId, ItemId, SemanticId, TurnId};
use super::item::Item;
use super::kind::{DeltaKind, Pass, Status};

/// The final state of a candidate. Every candidate gets one.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Disposition {
    /// It changed the ledger.
    Accepted {
        /// The item it made or changed.
        item_id: ItemId,
        /// The item's status after it.
        status: Status,
        /// The former held candidate, if the talk confirmed one.
        was: Option<HeldId>,
    },
    /// It restated an item or a held candidate.
    Merged {
        /// Id of the item or held candidate.
        into: ItemId,
    },
    /// It waits for the person's decision.
    Held { held_id: HeldId },
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

/// A candidate with its disposition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    #[serde(flatten)]
    pub candidate: Candidate,
    #[serde(rename = "fate")]
    pub disposition: Disposition,
}

/// An action of the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum PersonAction {
    /// Accept a held candidate.
    AcceptHeld {
        /// The candidate.
        held_id: HeldId,
    },
    /// Accept a rejected candidate.
    AcceptRejected {
        /// The log line of the rejection.
        line: u64,
    },
    /// Dismiss a held candidate.
    Dismiss {
        /// The candidate.
        held_id: HeldId,
    },
    /// End an item that is wrong.
    Withdraw { item_id: ItemId },
    /// Rewrite an item's summary.
    Edit {
        item_id: ItemId,
        /// The new summary.
        summary: String,
    },
    /// Take a conflict as settled: the agent mended what it did, or the person lets it through.
    Settle {
        /// Its key.
        conflict: SemanticId,
    },
    /// Undo the last action that is not undone yet.
    Undo,
}

/// An action of the person with its time.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonEvent {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// Turns read when it happened, for replaying it at the same place.
    #[serde(default)]
    pub turns: usize,
    /// The last turn's time when it happened (never the clock: same input, same bytes).
    pub at: Option<Timestamp>,
    #[serde(rename = "did")]
    pub action: PersonAction,
    /// The item it made or changed, if any.
    pub item_id: Option<ItemId>,
}

/// How far a model's answers are trusted, as measured before it was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderTrust {
    /// Whether it was measured as harmless: it reports nothing as decided that was only considered.
    #[serde(rename = "vouched")]
    pub measured: bool,
    /// The kinds of change in which its confident answers were measured as right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capable: Vec<DeltaKind>,
}

impl ReaderTrust {
    /// Not measured.
    pub const UNMEASURED: Self = Self { measured: false, capable: Vec::new() };
    /// Measured as harmless, but too often wrong to be capable.
    pub const MODEST: Self = Self { measured: true, capable: Vec::new() };

    /// Capable in every kind of change.
    pub fn capable() -> Self {
        Self { measured: true, capable: DeltaKind::ALL.to_vec() }
    }

    /// Whether it is capable in a kind of change.
    pub fn is_capable_of(&self, kind: DeltaKind) -> bool {
        self.capable.contains(&kind)
    }

    /// Whether it is capable in any kind, so that it settles the ledger.
    pub fn settles(&self) -> bool {
        !self.capable.is_empty()
    }
}

/// A language model's answer as received, with all that is needed to parse it again.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelAnswer {
    /// The model's name.
    pub model: String,
    /// How far the model was trusted then.
    #[serde(flatten)]
    pub trust: ReaderTrust,
    /// Numbers of turns and signals ingested before it, for replaying it at the same place.
    #[serde(rename = "heard")]
    pub ingested: (usize, usize),
    /// The turns in the prompt, oldest first.
    pub turns: Vec<TurnId>,
    /// The turns asked about, including those withheld as possible prompt injections.
    pub covers: Vec<TurnId>,
    /// The items in the prompt.
    pub items: Vec<ItemId>,
    /// The nonce that it had to repeat.
    pub nonce: String,
    /// The text of the answer, made safe.
    pub body: String,
    /// Why the whole answer was refused, if it was.
    pub refused: Option<String>,
}

/// An event that comes neither from a candidate nor from the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum NoteEvent {
    /// The transcript withdrew turns; items that rested on them alone ended.
    Withdrawn { turn_ids: Vec<TurnId> },
    /// The ledger was replaced by items saved elsewhere, or before this log was damaged.
    Imported {
        /// The sequence number they were saved at.
        seq: u64,
        /// The items, oldest first.
        items: Vec<Item>,
        /// The deltas they came from.
        deltas: Vec<Delta>,
    },
    /// The agent's context was compacted: it no longer holds the earlier talk verbatim.
    Compacted {
        /// Turns read by then.
        turns: usize,
    },
    /// The agent's summary of the talk before the last compaction has these items, so its context still holds them.
    Summarised { items: Vec<ItemId> },
    /// A language model answered. Its changes are in the lines after it.
    Answered { answer: Box<ModelAnswer> },
    /// A trusted model read the turns that the rules had read before it: these changes of the rules are no longer in
    /// force. The lines after it hold the model's changes and those that only the rules saw.
    SetAside {
        model: String,
        /// The log lines of the changes, newest first.
        lines: Vec<u64>,
        /// Held candidates of the rules that no longer wait.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        held: Vec<HeldId>,
    },
    /// A language model claims that an item is wrong. Shown to the person; changes nothing.
    Challenged {
        item_id: ItemId,
        model: String,
        /// The model's reason.
        why: String,
        /// The turn quoted as proof.
        turn_id: TurnId,
        /// The words quoted as proof.
        quote: String,
    },
    /// Placeholder for a line that cannot be read.
    Damaged {
        /// The error.
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
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The line's own number in the log, from 1.
    pub line: u64,
    /// The ledger's sequence number after it.
    pub seq: u64,
    /// The last turn's time when it was written.
    pub at: Option<Timestamp>,
    #[serde(rename = "what")]
    pub event: NoteEvent,
}

/// One line of the event log. Lines never change, so copies of a log share them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LogLine {
    /// A candidate with its disposition.
    Outcome(Arc<Outcome>),
    /// An action of the person.
    Person(Arc<PersonEvent>),
    /// Any other event.
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
