//! Defines [`Damage`], which corrupts recorded answers on purpose, to measure how many wrong changes are accepted.

use serde_json::{Value, json};

use super::gold::GoldSession;
use crate::pipeline::extract::model::{Listed, Window};
use crate::state::DeltaKind;
use crate::text::hash::fnv1a_64;

/// Corrupts a share of the changes, chosen by hash and so the same each time: another kind, another target, the quote
/// of another turn, or a trap reported as a decision.
#[derive(Debug, Clone, Copy)]
pub struct Damage<'a> {
    /// Percentage of the changes to corrupt, 0 to 100.
    pub percent: u64,
    /// The labelled session, for its traps.
    pub gold: &'a GoldSession,
}

impl Damage<'_> {
    /// The answer to a window with some of its changes corrupted. Text that is no JSON is returned unchanged.
    pub fn apply(&self, window: &Window, answer: &str) -> String {
        let mut value: Value = serde_json::from_str(answer).unwrap_or_default();
        let Some(changes) = value.get("changes").and_then(Value::as_array).cloned() else { return answer.to_owned() };
        let damaged = changes.iter().map(|change| {
            let chance = fnv1a_64(change.to_string().bytes());
            if chance % 100 < self.percent {
                self.damaged(window, &changes, change, chance / 100)
            } else {
                change.clone()
            }
        });
        value["changes"] = damaged.collect();
        value.to_string()
    }

    fn damaged(&self, window: &Window, all: &[Value], change: &Value, chance: u64) -> Value {
        let other = match chance % 4 {
            0 => Some(other_kind(change, chance / 4)),
            1 => other_target(window, change, chance / 4),
            2 => other_words(all, change, chance / 4),
            _ => self.trap(window, chance / 4),
        };
        other.unwrap_or_else(|| other_kind(change, chance / 4))
    }

    /// A trap as a decision: one of the window's new turns, else any.
    fn trap(&self, window: &Window, chance: u64) -> Option<Value> {
        let traps = || self.gold.gold.traps.iter().filter_map(|trap| Some((trap, self.label(&trap.turn_id)?)));
        let is_new = |label: &str| window.turn(label).is_some_and(|t| window.covers.contains(&t.index));
        let here: Vec<_> = traps().filter(|(_, label)| is_new(label)).collect();
        let (trap, label) =
            pick(&here, chance).cloned().or_else(|| pick(&traps().collect::<Vec<_>>(), chance).cloned())?;
        Some(json!({
            "kind": "decision_made", "turn": label, "quote": trap.quote, "summary": trap.quote, "target": "",
            "sure": "high",
        }))
    }

    fn label(&self, turn_id: &str) -> Option<String> {
        self.gold.turns.iter().find(|t| t.turn_id == turn_id).map(|t| format!("t{}", t.ordinal))
    }
}

fn pick<T>(list: &[T], chance: u64) -> Option<&T> {
    list.get((chance as usize).checked_rem(list.len())?)
}

fn text<'a>(change: &'a Value, key: &str) -> &'a str {
    change.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The change as one of another kind.
fn other_kind(change: &Value, chance: u64) -> Value {
    let own = text(change, "kind");
    let others: Vec<&DeltaKind> = DeltaKind::ALL.iter().filter(|k| k.creates() && k.word() != own).collect();
    let mut out = change.clone();
    out["kind"] = json!(pick(&others, chance).map_or(own, |kind| kind.word()));
    out
}

/// The change with another target; a change that would create an item becomes the end of that target.
fn other_target(window: &Window, change: &Value, chance: u64) -> Option<Value> {
    let open = |i: &&Listed| i.status.is_open() && i.id != text(change, "target");
    let others: Vec<&Listed> = window.items.iter().filter(open).collect();
    let mut out = change.clone();
    out["target"] = json!(pick(&others, chance)?.id);
    if text(change, "target").is_empty() {
        out["kind"] = json!(DeltaKind::ItemSuperseded);
    }
    Some(out)
}

/// The change with the quote of another change, with or without that change's turn.
fn other_words(all: &[Value], change: &Value, chance: u64) -> Option<Value> {
    let others: Vec<&Value> = all.iter().filter(|o| text(o, "turn") != text(change, "turn")).collect();
    let other = pick(&others, chance / 2)?;
    let mut out = change.clone();
    out["quote"] = json!(text(other, "quote"));
    if chance.is_multiple_of(2) {
        out["turn"] = json!(text(other, "turn"));
    }
    Some(out)
}
