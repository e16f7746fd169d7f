//! Defines [`Details`], the fields that most changes leave empty, and the serialised form of a [`Delta`] with them.

use std::ops::{Deref, DerefMut};

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::skip_serializing_none;

use super::delta::{Delta, SourceTurn};
use super::id::ItemId;
use super::kind::{Confidence, DeltaKind, ItemKind, Mode, Resolution, Scope};

/// The fields that most changes leave empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeltaDetails {
    /// The replacement of the superseded item.
    pub new_item_id: Option<ItemId>,
    /// The options of a branch, or those a decision did not choose.
    pub alternatives: Vec<String>,
    /// The reason, in the words of the evidence.
    pub rationale: Option<String>,
    /// Why an item was superseded.
    pub reason: Option<String>,
}

/// The details of a change; unallocated while empty, because a long log holds many changes without any.
#[derive(Debug, Clone, Default)]
pub struct Details(Option<Box<DeltaDetails>>);

static NO_DETAILS: DeltaDetails =
    DeltaDetails { new_item_id: None, alternatives: Vec::new(), rationale: None, reason: None };

impl Details {
    /// The allocated details, mutable; `None` when there are none.
    pub fn present(&mut self) -> Option<&mut DeltaDetails> {
        self.0.as_deref_mut()
    }

    /// Frees the allocation if every field is empty.
    pub fn tidy(&mut self) {
        self.0.take_if(|details| **details == NO_DETAILS);
    }
}

impl Deref for Details {
    type Target = DeltaDetails;

    fn deref(&self) -> &DeltaDetails {
        self.0.as_deref().unwrap_or(&NO_DETAILS)
    }
}

impl DerefMut for Details {
    fn deref_mut(&mut self) -> &mut DeltaDetails {
        self.0.get_or_insert_default()
    }
}

impl PartialEq for Details {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// The serialised form of a delta, with its details flattened into it.
#[skip_serializing_none]
#[derive(Serialize, Deserialize)]
#[serde(remote = "Delta", rename_all = "camelCase")]
struct WrittenDelta {
    kind: DeltaKind,
    id: Option<ItemId>,
    target_id: Option<ItemId>,
    #[serde(getter = "Self::new_item_id")]
    new_item_id: Option<ItemId>,
    summary: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", getter = "Self::alternatives")]
    alternatives: Vec<String>,
    #[serde(getter = "Self::rationale")]
    rationale: Option<String>,
    hard: Option<bool>,
    mode: Option<Mode>,
    resolution: Option<Resolution>,
    #[serde(getter = "Self::reason")]
    reason: Option<String>,
    item_kind: Option<ItemKind>,
    scope: Option<Scope>,
    confidence: Option<Confidence>,
    source_turns: Vec<SourceTurn>,
    timestamp: Option<Timestamp>,
}

#[expect(clippy::ref_option, reason = "serde passes the fields of a written form by reference")]
impl WrittenDelta {
    fn new_item_id(delta: &Delta) -> &Option<ItemId> {
        &delta.details.new_item_id
    }

    fn alternatives(delta: &Delta) -> &Vec<String> {
        &delta.details.alternatives
    }

    fn rationale(delta: &Delta) -> &Option<String> {
        &delta.details.rationale
    }

    fn reason(delta: &Delta) -> &Option<String> {
        &delta.details.reason
    }
}

impl From<WrittenDelta> for Delta {
    fn from(written: WrittenDelta) -> Self {
        let WrittenDelta { new_item_id, alternatives, rationale, reason, .. } = written;
        let mut details = Details(Some(Box::new(DeltaDetails { new_item_id, alternatives, rationale, reason })));
        details.tidy();
        let WrittenDelta { kind, id, target_id, summary, hard, mode, resolution, .. } = written;
        let WrittenDelta { item_kind, scope, confidence, source_turns, timestamp, .. } = written;
        Self {
            kind,
            id,
            target_id,
            summary,
            hard,
            mode,
            resolution,
            item_kind,
            scope,
            confidence,
            source_turns,
            timestamp,
            details,
        }
    }
}

impl Serialize for Delta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenDelta::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Delta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WrittenDelta::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_is_serialised_with_flattened_details_and_read_back() {
        let mut delta = Delta::new(DeltaKind::ItemSuperseded);
        assert!(delta.details.present().is_none());
        delta.summary = Some("use tea".to_owned());
        delta.details.new_item_id = Some("d-2".into());
        delta.details.alternatives.push("coffee".to_owned());
        delta.hard = Some(true);
        delta.details.reason = Some("settled by d-2".to_owned());
        let written = serde_json::to_string(&delta).unwrap();
        assert_eq!(
            written,
            r#"{"kind":"item_superseded","newItemId":"d-2","summary":"use tea","alternatives":["coffee"],"hard":true,"reason":"settled by d-2","sourceTurns":[]}"#
        );
        assert_eq!(serde_json::from_str::<Delta>(&written).unwrap(), delta);
    }

    #[test]
    fn empty_details_are_not_allocated() {
        let mut details = Details::default();
        details.alternatives.clear();
        assert!(details.present().is_some());
        details.tidy();
        assert!(details.present().is_none() && details == Details::default());
        let read: Delta = serde_json::from_str(r#"{"kind":"goal_set","sourceTurns":[]}"#).unwrap();
        assert!(read.details.clone().present().is_none());
    }
}
