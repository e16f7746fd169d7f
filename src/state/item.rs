//! Defines [`Item`], something believed now, and [`Version`], one step of its chain.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::delta::{Evidence, Part, SourceTurn};
use super::id::{ItemId, TurnId};
use super::kind::{Confidence, Extractor, ItemKind, Mode, Resolution, Scope, Status};

words! {
    /// Why an item ended by something other than the talk, by the phrase it is saved and shown with.
    EndReason {
        /// The person took it out.
        WithdrawnByPerson = "withdrawn by you",
        /// The person took back that they accepted it.
        AcceptanceUndone = "acceptance undone by you",
        /// The transcript took back every turn it rested on.
        TurnWithdrawn = "turn withdrawn",
    }
}

/// One step of an item's chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// The ledger's sequence number after this step.
    pub seq: u64,
    /// What was believed from here on.
    pub summary: String,
    /// How a constraint changed in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The words it rests on; restatements add to the newest version's evidence.
    pub evidence: Arc<Evidence>,
    /// The settling turn's id.
    pub turn_id: TurnId,
    /// The settling turn's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// Who proposed it.
    pub extractor: Extractor,
    /// The rule that carried it.
    pub rule: Arc<str>,
    /// 0 to 1.
    pub score: f32,
    /// What the confidence is made of.
    #[serde(default, skip_serializing_if = "<[Part]>::is_empty")]
    pub parts: Arc<[Part]>,
    /// One sentence for the person.
    #[serde(default)]
    pub reason: Arc<str>,
}

/// Something believed now, or once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// `d-7`: kind letter and a counter, unique in the session.
    pub id: ItemId,
    /// `d-a3f7c012`: the stable hash of its meaning.
    pub semantic_id: String,
    /// What kind of thing.
    pub kind: ItemKind,
    /// What is believed, standing alone.
    pub summary: String,
    /// Whether it stands.
    pub status: Status,
    /// How sure, in words.
    pub confidence: Confidence,
    /// How far it reaches.
    pub scope: Scope,
    /// Every turn that carries it, in order of arrival; append-only.
    pub source_turns: Vec<SourceTurn>,
    /// When it was last created, changed or said again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_touched: Option<Timestamp>,
    /// Labels: `branch`, `hard`, ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The ledger's sequence number when it was last touched.
    pub touched_seq: u64,
    /// Its chain, oldest first; never empty.
    pub versions: Vec<Version>,
    /// Options put side by side, or not chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// Why, in the words of the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// How a task ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// Why it was superseded, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_because: Option<String>,
    /// The items it replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<ItemId>,
    /// What replaced it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ItemId>,
    /// How often it was said again after the newest version.
    #[serde(default)]
    pub reinforced: u32,
}

impl Item {
    /// Whether the item stands or waits: active or tentative.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Active | Status::Tentative)
    }

    /// Why it ended, where that was not said in the talk.
    pub fn end_reason(&self) -> Option<EndReason> {
        EndReason::from_word(self.ended_because.as_deref()?)
    }

    /// Ends it for this reason, at ledger number `seq`.
    pub fn end(&mut self, reason: EndReason, seq: u64) {
        self.status = Status::Superseded;
        self.ended_because = Some(reason.word().to_owned());
        self.touched_seq = seq;
    }

    /// Whether it carries `tag`.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }

    /// The newest version. Items are made with one, so this is only empty for a hand-broken snapshot.
    pub fn newest(&self) -> Option<&Version> {
        self.versions.last()
    }
}
