//! Defines the import of a snapshot from stdin: of this program, or of the earlier tools, which had neither chains nor
//! provenance, and some words of their own.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::seal::Sealer;
use super::snapshot::{self, VERSION};
use crate::session::Session;
use crate::session::export::neutralise;
use crate::state::{
    Confidence, Delta, DeltaKind, Evidence, Extractor, IMPORTED, Item, ItemId, ItemKind, Scope, SemanticId, SourceTurn,
    Status, Version,
};
use crate::text::{SafeText, cut};
use crate::transcript::Meta;

const MAX_ID_BYTES: usize = 120;
/// Most items, and most deltas, of an imported snapshot.
const MAX_ENTRIES: usize = 100_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Earlier {
    version: u32,
    #[serde(default)]
    timestamp: Option<Timestamp>,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    items: Vec<EarlierItem>,
    #[serde(default)]
    delta_log: Vec<Delta>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EarlierItem {
    id: ItemId,
    kind: ItemKind,
    summary: String,
    status: Status,
    #[serde(default)]
    confidence: Option<Confidence>,
    #[serde(default)]
    scope: Option<Scope>,
    #[serde(default)]
    source_turns: Vec<SourceTurn>,
    #[serde(default)]
    last_touched: Option<Timestamp>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    semantic_id: Option<SemanticId>,
}

/// The session in a snapshot, under the given id or one made from its hash.
pub fn import(bytes: &[u8], id: Option<&str>) -> Result<Session, String> {
    let unsealed = Sealer::default().unseal_json("", bytes);
    let bytes = &*unsealed.content;
    let mut value: Value = serde_json::from_slice(bytes).map_err(|e| format!("this is not a snapshot: {e}"))?;
    let ours = snapshot::is_sound(bytes);
    check_ids(&value)?;
    // Another program may not have redacted it, and the store must hold redacted text only.
    neutralise(&mut value);
    if ours && let Ok(ours) = serde_json::from_str::<snapshot::Snapshot>(&value.to_string()) {
        let (saved_at, mut kept) = (ours.saved_at(), ours.session);
        kept.waiting.clear();
        let (mut session, _) = Session::folded(kept, Vec::new());
        if let Some(id) = id {
            session.set_meta(meta_of(id));
        }
        session.import(ours.items, ours.delta_log, ours.seq, saved_at);
        session.restore_corrections(ours.wishes);
        return Ok(session);
    }
    super::earlier::translate(&mut value);
    let read: Earlier = serde_json::from_value(value).map_err(|e| format!("this is not a snapshot: {e}"))?;
    if read.version != VERSION {
        return Err(format!("this snapshot is of version {}; version {VERSION} is known", read.version));
    }
    if read.items.len() > MAX_ENTRIES || read.delta_log.len() > MAX_ENTRIES {
        return Err(format!("this snapshot has more than {MAX_ENTRIES} items or deltas"));
    }
    let mut items: Vec<Item> = read.items.into_iter().map(|item| item_of(item, &read.delta_log)).collect();
    items.sort_by_key(|i| i.versions.first().map_or(0, |v| v.seq));
    let known: HashSet<ItemId> = items.iter().map(|i| i.id.clone()).collect();
    for item in &mut items {
        item.supersedes.retain(|id| known.contains(id));
        item.superseded_by = item.superseded_by.take().filter(|id| known.contains(id));
    }
    let id = id.map_or_else(|| format!("imported-{}", &blake3::hash(bytes).to_hex()[..8]), str::to_owned);
    let mut session = Session::new(meta_of(&id));
    session.import(items, read.delta_log, read.seq, read.timestamp);
    Ok(session)
}

fn meta_of(id: &str) -> Meta {
    Meta { agent: "imported".to_owned(), project: id.to_owned(), session_id: id.to_owned(), cwd: None }
}

/// Checks that each item has a unique id of printable characters.
fn check_ids(value: &Value) -> Result<(), String> {
    let items = value.get("items").and_then(Value::as_array);
    let mut seen = HashSet::new();
    for id in items.into_iter().flatten().filter_map(|item| item.get("id")?.as_str()) {
        let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
        if id.is_empty() || !plain || id.len() > MAX_ID_BYTES || !seen.insert(id) {
            let shown = SafeText::line(id);
            let shown = cut(shown.as_str(), 40);
            return Err(format!(
                "the item id \"{shown}\" of this snapshot is empty, too long, not unique or not plain letters and digits"
            ));
        }
    }
    Ok(())
}

/// The item with its chain from the deltas, whose positions serve as sequence numbers.
fn item_of(read: EarlierItem, deltas: &[Delta]) -> Item {
    let numbered = deltas.iter().zip(1_u64..);
    let own: Vec<(&Delta, u64)> = numbered.filter(|(d, _)| is_about(d, &read.id)).collect();
    let touched_seq = own.last().map_or(0, |(_, seq)| *seq);
    let stating = own.iter().filter(|(d, _)| makes_version(d.kind));
    let mut versions: Vec<Version> = stating.map(|(d, seq)| version_of(d, *seq, read.confidence)).collect();
    let summary = SafeText::line(&read.summary).into_string();
    if versions.is_empty() {
        let mut delta = Delta::new(DeltaKind::FactLearned);
        (delta.source_turns, delta.timestamp) = (read.source_turns.clone(), read.last_touched);
        versions.push(version_of(&delta, touched_seq, read.confidence));
    }
    if let Some(last) = versions.last_mut() {
        last.summary.clone_from(&summary);
    }
    let first = deltas.iter().find(|d| d.id.as_ref() == Some(&read.id));
    let closed = own.iter().rev().find_map(|(d, _)| d.resolution).filter(|_| read.status == Status::Resolved);
    let reason = own.last().and_then(|(d, _)| d.details.reason.clone());
    let replaces = |d: &&Delta| d.kind == DeltaKind::ItemSuperseded && d.details.new_item_id.is_some();
    let by = own.iter().rev().map(|(d, _)| *d).find(replaces).filter(|_| read.status == Status::Superseded);
    let replaced = deltas.iter().filter(replaces).filter(|d| d.details.new_item_id.as_ref() == Some(&read.id));
    let supersedes = replaced.filter_map(|d| d.target_id.clone()).collect();
    Item {
        semantic_id: read.semantic_id.unwrap_or_else(|| crate::state::semantic_id::semantic_id(read.kind, &summary)),
        id: read.id,
        kind: read.kind,
        summary,
        status: read.status,
        confidence: read.confidence.unwrap_or(Confidence::Medium),
        scope: read.scope.unwrap_or(Scope::Session),
        source_turns: read.source_turns,
        last_touched: read.last_touched,
        tags: read.tags,
        touched_seq,
        versions,
        alternatives: first.map(|d| d.details.alternatives.clone()).unwrap_or_default(),
        rationale: first.and_then(|d| d.details.rationale.clone()),
        resolution: closed,
        ended_because: reason,
        supersedes,
        superseded_by: by.and_then(|d| d.details.new_item_id.clone()),
        reinforced: 0,
    }
}

/// Whether a delta creates or changes an item.
fn is_about(delta: &Delta, id: &ItemId) -> bool {
    delta.id.as_ref() == Some(id) || delta.target_id.as_ref() == Some(id)
}

/// Whether deltas of this kind give an item a new version.
fn makes_version(kind: DeltaKind) -> bool {
    kind.creates() || matches!(kind, DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised)
}

/// The version a delta made; `confidence` is the item's, for a delta without one.
fn version_of(delta: &Delta, seq: u64, confidence: Option<Confidence>) -> Version {
    Version {
        seq,
        summary: SafeText::line(delta.text()).into_string(),
        mode: delta.mode,
        evidence: Arc::new(Evidence::default()),
        turn_id: delta.source_turns.first().map(|s| s.turn_id.clone()).unwrap_or_default(),
        at: delta.timestamp,
        extractor: Extractor::Rules,
        rule: IMPORTED.into(),
        score: score(delta.confidence.or(confidence)),
        parts: [].into(),
        reason: "saved by another program".into(),
    }
}

/// A score in the middle of the range the word stands for.
fn score(word: Option<Confidence>) -> f32 {
    match word {
        Some(Confidence::Low) => 0.4,
        Some(Confidence::High) => 0.85,
        Some(Confidence::Certain) => 0.97,
        _ => 0.6,
    }
}
