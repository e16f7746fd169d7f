//! Defines [`Item`], a statement of the ledger, and [`Version`], one step of its chain.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::delta::{Evidence, Part, SourceTurn};
use super::id::{ItemId, SemanticId, TurnId};
use super::kind::{Confidence, Extractor, ItemKind, Mode, Resolution, Scope, Status};

words! {
    /// The reasons for an item's end other than the talk, each with the phrase that is saved and shown.
    EndReason {
        WithdrawnByPerson = "withdrawn by you", AcceptanceUndone = "acceptance undone by you",
        TurnWithdrawn = "turn withdrawn", RulesOnly = "only the rules saw it",
        /// An option that was ruled out and is chosen now.
        ChosenNow = "chosen after all",
        /// An option of a choice that was taken back.
        OpenAgain = "the choice is open again",
    }
}

/// The rule name of versions imported from another program.
pub const IMPORTED: &str = "imported";

/// One step of an item's chain.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// The ledger's sequence number after this step.
    pub seq: u64,
    /// The statement from this step on.
    pub summary: String,
    /// How a constraint changed in this step.
    pub mode: Option<Mode>,
    /// Its evidence; restatements add to the newest version's.
    pub evidence: Arc<Evidence>,
    /// The settling turn's id.
    pub turn_id: TurnId,
    /// The settling turn's time.
    pub at: Option<Timestamp>,
    /// The extractor that proposed it.
    pub extractor: Extractor,
    /// The id of the rule that found it.
    pub rule: Arc<str>,
    /// Confidence from 0 to 1.
    pub score: f32,
    /// The parts of the confidence.
    #[serde(default, skip_serializing_if = "<[Part]>::is_empty")]
    pub parts: Arc<[Part]>,
    /// The reason in one sentence, for the person.
    #[serde(default)]
    pub reason: Arc<str>,
}

impl Version {
    /// The turn whose words it rests on. An edit by the person is recorded under the item's first turn and keeps the
    /// quotations of the version before it, which may come from a later turn.
    pub fn said_in(&self) -> &TurnId {
        let quoted = self.evidence.turn_ids.first().filter(|_| self.extractor == Extractor::Person);
        quoted.unwrap_or(&self.turn_id)
    }

    /// Whether it is the person's rewrite of the version `before`, so that its words are in no turn.
    pub fn is_edit_of(&self, before: &Self) -> bool {
        let (own, kept) = (&self.evidence.snippets, &before.evidence.snippets);
        self.extractor == Extractor::Person && own.starts_with(kept) && own.is_empty() == kept.is_empty()
    }
}

/// A statement of the ledger, in force or ended.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// `d-7`: kind letter and a counter, unique in the session.
    pub id: ItemId,
    /// `d-a3f7c012`: kind prefix and a hash of the meaning.
    pub semantic_id: SemanticId,
    pub kind: ItemKind,
    /// The statement, understandable by itself.
    pub summary: String,
    pub status: Status,
    /// The confidence in words.
    pub confidence: Confidence,
    pub scope: Scope,
    /// Every turn with evidence for it, in order of arrival; append-only.
    pub source_turns: Vec<SourceTurn>,
    /// Time of its last creation, change or restatement.
    pub last_touched: Option<Timestamp>,
    /// Labels: `branch`, `hard`, ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The ledger's sequence number when it was last touched.
    pub touched_seq: u64,
    /// Its versions, oldest first; never empty.
    pub versions: Vec<Version>,
    /// The options of a branch, or those a decision did not choose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The reason, in the words of the evidence.
    pub rationale: Option<String>,
    /// How a task ended.
    pub resolution: Option<Resolution>,
    /// Why it was superseded, in words.
    pub ended_because: Option<String>,
    /// The items it replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<ItemId>,
    /// The item that replaced it.
    pub superseded_by: Option<ItemId>,
    /// Number of restatements of the newest version.
    #[serde(default)]
    pub reinforced: u32,
}

impl Item {
    /// Whether the item is active or tentative.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Active | Status::Tentative)
    }

    /// Its status for people: of a task that ended, how it did.
    pub const fn plain_status(&self) -> &'static str {
        match (self.status, self.resolution) {
            (Status::Resolved, Some(Resolution::Completed)) => "done",
            (Status::Resolved, Some(Resolution::Abandoned)) => "given up",
            (status, _) => status.word(),
        }
    }

    /// Why it ended, if not by the talk.
    pub fn end_reason(&self) -> Option<EndReason> {
        EndReason::from_word(self.ended_because.as_deref()?)
    }

    /// Whether the person confirmed it and then undid that: it counts as never made.
    pub fn is_unconfirmed(&self) -> bool {
        !self.is_open() && self.end_reason() == Some(EndReason::AcceptanceUndone)
    }

    /// Ends it for this reason, at sequence number `seq`.
    pub fn end(&mut self, reason: EndReason, seq: u64) {
        self.status = Status::Superseded;
        self.ended_because = Some(reason.word().to_owned());
        self.touched_seq = seq;
    }

    /// Whether it carries `tag`.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }

    /// Whether it was imported from another program; the speaker of its words is then unknown.
    pub fn is_imported(&self) -> bool {
        self.newest().is_some_and(|version| &*version.rule == IMPORTED)
    }

    /// The newest version; `None` only for an edited snapshot.
    pub fn newest(&self) -> Option<&Version> {
        self.versions.last()
    }
}
