//! Defines the ablation table: what is lost when one group of features, or one rule, is left out.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Score;

/// One way of scoring: what is accepted, and what is accepted or held.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// What is accepted.
    pub accepted: Score,
    /// What is accepted or held.
    pub both: Score,
}

/// Everything once, and with each part left out.
#[derive(Debug, Clone, Default)]
pub struct Ablation {
    /// With everything.
    pub whole: Pair,
    /// Learned anew without one group of features.
    pub groups: Vec<(String, Pair)>,
    /// Read without one rule's cue; the weights are the same.
    pub rules: Vec<(String, Pair)>,
}

/// What leaving a part out changes, in points: negative where the part earns its keep.
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

    /// The parts of a list, the one that is missed most first.
    fn ranked<'a>(&self, parts: &'a [(String, Pair)]) -> Vec<(&'a str, Change)> {
        let mut out: Vec<_> = parts.iter().map(|(name, pair)| (name.as_str(), self.change(pair))).collect();
        out.sort_by(|a, b| a.1.f1.total_cmp(&b.1.f1).then(a.0.cmp(b.0)));
        out
    }

    /// The tables.
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

    /// The same as one object.
    pub fn json(&self) -> Value {
        let round = |x: f32| (f64::from(x) * 100.0).round() / 100.0;
        let rows = |parts| -> Value {
            let row = |(name, c): &(&str, Change)| {
                json!({ "without": name, "precision": round(c.precision), "recall": round(c.recall),
                        "f1Held": round(c.f1), "traps": c.traps })
            };
            self.ranked(parts).iter().map(row).collect()
        };
        let (a, b) = (self.whole.accepted.all, self.whole.both.all);
        let whole = json!({ "precision": round(a.precision()), "recall": round(a.recall()), "f1Held": round(b.f1()) });
        json!({ "whole": whole, "features": rows(&self.groups), "rules": rows(&self.rules) })
    }
}
