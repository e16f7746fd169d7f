//! Defines the translation of an earlier tool's snapshot, whose vocabulary differs, and where that snapshot lies.
//!
//! No unknown word is an error: an unknown kind becomes a fact with the word as a tag, a free-text resolution becomes
//! the reason of a completed task, and an unknown confidence, scope, status or time is left out.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::snapshot::SNAPSHOTS;
use crate::state::{Confidence, DeltaKind, ItemKind, Mode, Resolution, Scope, Status};

/// Replaces the unknown words of a snapshot.
pub(super) fn translate(snapshot: &mut Value) {
    let Some(snapshot) = snapshot.as_object_mut() else { return };
    keep_time(snapshot, "timestamp");
    for item in objects(snapshot.get_mut("items")) {
        translate_item(item);
    }
    if let Some(Value::Array(log)) = snapshot.get_mut("deltaLog") {
        log.retain_mut(|delta| delta.as_object_mut().is_some_and(translate_delta));
    }
}

fn objects(list: Option<&mut Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    list.and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

fn translate_item(item: &mut Map<String, Value>) {
    let kind = word(item, "kind");
    if ItemKind::from_word(&kind).is_none() {
        item.insert("kind".to_owned(), json!(ItemKind::Fact));
        if !item.get("tags").is_some_and(Value::is_array) {
            item.insert("tags".to_owned(), json!([]));
        }
        let tags = item.entry("tags").or_insert_with(|| json!([]));
        if let (Some(tags), false) = (tags.as_array_mut(), kind.is_empty()) {
            tags.push(json!(kind));
        }
    }
    if Status::from_word(&word(item, "status")).is_none() {
        item.insert("status".to_owned(), json!(Status::Active));
    }
    keep_known(item);
    keep_time(item, "lastTouched");
}

/// Translates a delta. Returns whether it has content: one of an unknown kind without a text has none.
fn translate_delta(delta: &mut Map<String, Value>) -> bool {
    if DeltaKind::from_word(&word(delta, "kind")).is_none() {
        if word(delta, "summary").is_empty() {
            return false;
        }
        delta.insert("kind".to_owned(), json!(DeltaKind::FactLearned));
    }
    let resolution = word(delta, "resolution");
    if Resolution::from_word(&resolution).is_none() && delta.remove("resolution").is_some() {
        delta.insert("resolution".to_owned(), json!(Resolution::Completed));
        if word(delta, "reason").is_empty() && !resolution.is_empty() {
            delta.insert("reason".to_owned(), json!(resolution));
        }
    }
    keep_if(delta, "mode", |word| Mode::from_word(word).is_some());
    keep_if(delta, "itemKind", |word| ItemKind::from_word(word).is_some());
    if !delta.get("sourceTurns").is_some_and(Value::is_array) {
        delta.insert("sourceTurns".to_owned(), json!([]));
    }
    keep_known(delta);
    keep_time(delta, "timestamp");
    true
}

fn keep_known(of: &mut Map<String, Value>) {
    keep_if(of, "confidence", |word| Confidence::from_word(word).is_some());
    keep_if(of, "scope", |word| Scope::from_word(word).is_some());
    if of.get("tags").is_some_and(Value::is_null) {
        of.remove("tags");
    }
}

fn keep_time(of: &mut Map<String, Value>, field: &str) {
    keep_if(of, field, |word| word.parse::<Timestamp>().is_ok());
}

/// Removes a field whose word is not known.
fn keep_if(of: &mut Map<String, Value>, field: &str, known: impl Fn(&str) -> bool) {
    if !of.get(field).and_then(Value::as_str).is_some_and(known) {
        of.remove(field);
    }
}

fn word(of: &Map<String, Value>, field: &str) -> String {
    of.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The snapshot that an earlier tool saved in a store's folder, where this program has none.
pub(super) fn snapshot_in(root: &Path) -> Option<PathBuf> {
    let path = root.join(SNAPSHOTS[0]);
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_translated() {
        let mut snapshot = json!({
            "version": 1, "seq": 3, "timestamp": "never",
            "items": [
                {"id": "p-1", "kind": "preference", "summary": "Short answers", "status": "active", "confidence": "sure", "tags": null},
                {"id": "t-1", "kind": "task", "summary": "Paint the shed", "status": "resolved", "lastTouched": "2026-05-01T10:00:00Z"},
            ],
            "deltaLog": [
                {"kind": "task_closed", "targetId": "t-1", "resolution": "two coats, dry by noon", "timestamp": "x"},
                {"kind": "mood_noted"},
                {"kind": "mood_noted", "summary": "calm", "id": "m-1"},
            ],
        });
        translate(&mut snapshot);
        assert_eq!(snapshot["items"][0]["kind"], "fact");
        assert_eq!(snapshot["items"][0]["tags"], json!(["preference"]));
        assert_eq!(snapshot["items"][0].get("confidence"), None);
        assert_eq!(snapshot["items"][1]["lastTouched"], "2026-05-01T10:00:00Z");
        let log = snapshot["deltaLog"].as_array().unwrap();
        assert_eq!(
            (log.len(), &log[0]["resolution"], &log[0]["reason"]),
            (2, &json!("completed"), &json!("two coats, dry by noon"))
        );
        assert_eq!(log[1]["kind"], "fact_learned");
        assert_eq!(snapshot.get("timestamp"), None);
    }
}
