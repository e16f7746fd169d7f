//! Defines labelled sessions, for scoring and training: `<name>.gold.json` beside `<name>.turns.jsonl`, or written
//! dialogues with their expected changes.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::Deserialize;

use crate::state::{DeltaKind, Mode, Resolution, SourceTurn, TurnId};
use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

/// One labelled change.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// Its id in the file.
    pub id: String,
    /// The kind of change.
    pub kind: DeltaKind,
    /// The turn that settles it.
    pub turn_id: TurnId,
    /// Turns that proposed or confirmed it.
    #[serde(default)]
    pub also_turns: Vec<TurnId>,
    /// The verbatim words that carry it.
    #[serde(default)]
    pub quote: String,
    /// The change in one line.
    #[serde(default)]
    pub summary: String,
    /// `must` (any careful reader would note it) or `may`.
    pub level: String,
    /// The label it changes.
    pub target: Option<String>,
    /// How a constraint changed.
    pub mode: Option<Mode>,
    /// How a task ended.
    pub resolution: Option<Resolution>,
    /// Later turns that only repeat it.
    pub restated: Option<Vec<TurnId>>,
}

impl Label {
    /// Whether the level is `must`: any careful reader would want it.
    pub fn must(&self) -> bool {
        self.level == "must"
    }
}

/// Words that only look like a decision, constraint or fact.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trap {
    /// Their turn.
    pub turn_id: TurnId,
    /// The words.
    pub quote: String,
    /// The kind that would be wrong.
    #[serde(default)]
    pub not_kind: String,
    /// Why it would be wrong.
    #[serde(default)]
    pub why: String,
}

/// The end state, by label id.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Final {
    pub active_decisions: Vec<String>,
    pub active_constraints: Vec<String>,
    pub open_tasks: Vec<String>,
    /// Dropped or replaced items.
    pub superseded: Vec<String>,
    /// Alternatives not settled.
    pub unresolved_branches: Vec<String>,
}

/// The labels file.
#[derive(Debug, Clone, Deserialize)]
pub struct Gold {
    /// The changes.
    pub labels: Vec<Label>,
    #[serde(default)]
    pub traps: Vec<Trap>,
    /// The end state.
    #[serde(default, rename = "final")]
    pub end: Final,
}

/// A session with its labels.
#[derive(Debug, Clone)]
pub struct GoldSession {
    /// The file's stem.
    pub name: String,
    pub turns: Vec<Turn>,
    /// Its labels.
    pub gold: Gold,
}

/// A labelled session with its transcript.
#[derive(Debug, Clone)]
pub struct Labelled {
    /// The turns and labels.
    pub gold: GoldSession,
    /// The transcript's metadata.
    pub meta: Meta,
    /// All entries, signals included.
    pub entries: Vec<Entry>,
}

impl GoldSession {
    /// Checks that the labels name existing turns and labels; the error is one sentence.
    pub fn check(&self) -> Result<(), String> {
        let turns: HashSet<&str> = self.turns.iter().map(|t| t.turn_id.as_str()).collect();
        let mut labels: HashSet<&str> = HashSet::new();
        for label in &self.gold.labels {
            let id = label.id.as_str();
            if !labels.insert(id) {
                return Err(format!("two labels are called {id}"));
            }
            if !matches!(label.level.as_str(), "must" | "may") {
                return Err(format!("label {id} is of level \"{}\"; known are must and may", label.level));
            }
            let named = std::iter::once(&label.turn_id).chain(&label.also_turns).chain(label.restated.iter().flatten());
            for turn in named {
                if !turns.contains(turn.as_str()) {
                    return Err(format!("label {id} names turn {turn}, which the session does not have"));
                }
            }
        }
        for label in &self.gold.labels {
            if let Some(target) = label.target.as_deref().filter(|t| !labels.contains(t)) {
                return Err(format!("label {} changes {target}, which is no label", label.id));
            }
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    kind: DeltaKind,
    id: Option<String>,
    target_id: Option<String>,
    summary: Option<String>,
    /// How it ended, in free words.
    resolution: Option<String>,
    reason: Option<String>,
    mode: Option<String>,
    #[serde(default)]
    alternatives: Vec<String>,
    source_turns: Vec<SourceTurn>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Queries {
    #[serde(rename = "activeDecisionIds")]
    decisions: Vec<String>,
    #[serde(rename = "activeConstraintIds")]
    constraints: Vec<String>,
    #[serde(rename = "openTaskIds")]
    tasks: Vec<String>,
    #[serde(rename = "supersededIds")]
    superseded: Vec<String>,
    #[serde(rename = "unresolvedBranchIds")]
    branches: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScriptTurn {
    turn_id: String,
    role: Role,
    content: String,
    #[serde(default)]
    timestamp: Option<Timestamp>,
}

/// A written dialogue in one file: `turns`, `expectedDeltas` and `expectedQueries`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Script {
    turns: Vec<ScriptTurn>,
    expected_deltas: Vec<Expected>,
    #[serde(default)]
    expected_queries: Queries,
}

impl Script {
    /// Converts it to a labelled session: every change is a "must", without quotes and traps.
    pub fn labelled(self, name: String) -> GoldSession {
        let turns = (1..).zip(self.turns).map(|(ordinal, turn)| Turn {
            turn_id: turn.turn_id,
            ordinal,
            role: turn.role,
            content: turn.content,
            at: turn.timestamp,
            record: RecordRef::default(),
        });
        let labels = (1..).zip(self.expected_deltas).map(|(n, e): (usize, _)| e.label(n)).collect();
        let expected = self.expected_queries;
        let end = Final {
            active_decisions: expected.decisions,
            active_constraints: expected.constraints,
            open_tasks: expected.tasks,
            superseded: expected.superseded,
            unresolved_branches: expected.branches,
        };
        GoldSession { name, turns: turns.collect(), gold: Gold { labels, traps: Vec::new(), end } }
    }
}

impl Expected {
    /// Converts it to a label; a change without an id gets one of its number, from 1.
    fn label(self, n: usize) -> Label {
        let resolution = self.resolution.as_deref().and_then(Resolution::from_word);
        let summary = non_empty(self.summary).or_else(|| non_empty(self.resolution)).or_else(|| non_empty(self.reason));
        let mut turns = self.source_turns.into_iter().map(|s| s.turn_id);
        Label {
            id: self.id.unwrap_or_else(|| format!("x{n}")),
            kind: self.kind,
            turn_id: turns.next().unwrap_or_default(),
            also_turns: turns.collect(),
            quote: String::new(),
            summary: summary.unwrap_or_else(|| self.alternatives.join(" | ")),
            level: "must".to_owned(),
            target: self.target_id,
            mode: self.mode.as_deref().and_then(Mode::from_word),
            resolution,
            restated: None,
        }
    }
}

pub(super) fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|t| !t.is_empty())
}

const STOP: &[&str] = &[
    "the", "a", "an", "is", "are", "was", "were", "be", "been", "being", "to", "for", "of", "in", "on", "at", "by",
    "with", "from", "and", "or", "but", "so", "if", "then", "than", "that", "this", "it", "its", "we", "our", "they",
    "their", "will", "would", "should", "can", "could", "may", "might", "do", "does", "did", "has", "have", "had", "i",
    "i'll", "let's", "use", "using", "must", "need", "needs", "let", "us", "you", "your", "me", "my", "just", "also",
    "now", "here", "there", "as", "into", "about", "more", "some", "any", "all",
];

/// The words of a text by which a delta is compared with a label: lower case, stemmed, sorted, without stop words.
/// Simpler than `semantic_id` on purpose: the score must not depend on the code it measures.
pub fn gold_words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || "_+#./'-".contains(c)))
        .map(|w| w.trim_matches(|c: char| ".'-/".contains(c)).to_lowercase())
        .filter(|w| !w.is_empty() && !STOP.contains(&w.as_str()))
        .map(|w| {
            let cut = ["ing", "ed", "es", "s"].iter().find(|s| w.ends_with(**s) && w.len() - s.len() >= 4);
            cut.map_or_else(|| w.clone(), |s| w[..w.len() - s.len()].to_owned())
        })
        .collect();
    out.sort();
    out.dedup();
    out
}

/// Share of the smaller side's words that both have, 0 to 1; 0 below two shared words (one where a side has only one).
pub fn overlap(a: &[String], b: &[String]) -> f64 {
    let shared = a.iter().filter(|w| b.binary_search(w).is_ok()).count();
    let least = a.len().min(b.len());
    if least == 0 || shared < least.min(2) { 0.0 } else { shared as f64 / least as f64 }
}
