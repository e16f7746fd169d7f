//! Defines the ablation table: the change of the scores when one group of features or one rule is left out.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Score;
use super::tally::rounded;

/// The scores of one configuration.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// Accepted candidates only.
    pub accepted: Score,
    /// Accepted and held candidates.
    pub both: Score,
}

/// The scores with everything and with each part left out.
#[derive(Debug, Clone, Default)]
pub struct Ablation {
    /// With everything.
    pub whole: Pair,
    /// Without one group of features each, weights learned again.
    pub groups: Vec<(String, Pair)>,
    /// Without one rule's cue each, same weights.
    pub rules: Vec<(String, Pair)>,
}

/// The change of the scores without a part, in percentage points; negative where the part helps.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Change {
    precision: f32,
    recall: f32,
    f1: f32,
    traps: isize,
}

impl Ablation {
    fn change(&self, pair: &Pair) -> Change {
        let (a, b) = (&pair.accepted, &self.whole.accepted);
        Change {
            precision: a.all.precision() - b.all.precision(),
            recall: a.all.recall() - b.all.recall(),
            f1: pair.both.all.f1() - self.whole.both.all.f1(),
            traps: a.traps.0 as isize - b.traps.0 as isize,
        }
    }

    /// The parts by their change of F1, the greatest loss first.
    fn ranked<'a>(&self, parts: &'a [(String, Pair)]) -> Vec<(&'a str, Change)> {
        let mut out: Vec<_> = parts.iter().map(|(name, pair)| (name.as_str(), self.change(pair))).collect();
        out.sort_by(|a, b| a.1.f1.total_cmp(&b.1.f1).then(a.0.cmp(b.0)));
        out
    }

    /// The changes as Markdown tables.
    pub fn markdown(&self) -> String {
        let (a, b) = (self.whole.accepted.all, self.whole.both.all);
        let mut out =
            format!("everything: accepted P {:.1} R {:.1}; with held F1 {:.1}\n", a.precision(), a.recall(), b.f1());
        for (title, parts) in [("features (learned anew)", &self.groups), ("rule (same weights)", &self.rules)] {
            let _ = writeln!(out, "\n| without {title} | P accepted | R accepted | F1 with held | traps |");
            out.push_str("|---|--:|--:|--:|--:|\n");
            for (name, c) in self.ranked(parts) {
                let Change { precision, recall, f1, traps } = c;
                let _ = writeln!(out, "| {name} | {precision:+.1} | {recall:+.1} | {f1:+.1} | {traps:+} |");
            }
        }
        out
    }

    /// The changes as one JSON object.
    pub fn json(&self) -> Value {
        let (a, b) = (self.whole.accepted.all, self.whole.both.all);
        let whole = json!({ "precision": rounded(a.precision(), 2), "recall": rounded(a.recall(), 2), "f1Held": rounded(b.f1(), 2) });
        json!({ "whole": whole, "features": self.rows(&self.groups), "rules": self.rows(&self.rules) })
    }

    fn rows(&self, parts: &[(String, Pair)]) -> Value {
        let rows = self.ranked(parts).into_iter().map(|(name, c)| {
            json!({ "without": name, "precision": rounded(c.precision, 2), "recall": rounded(c.recall, 2),
                    "f1Held": rounded(c.f1, 2), "traps": c.traps })
        });
        rows.collect()
    }
}
