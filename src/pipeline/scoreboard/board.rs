//! Defines the board: the scores of several sessions and of all together, as Markdown and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Score, Tally, percent};

/// One session's line.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// How many turns it has.
    pub turns: usize,
    /// How it came out.
    pub score: Score,
}

/// All that was measured.
#[derive(Debug, Clone, Default)]
pub struct Board {
    rows: Vec<Row>,
    total: Score,
}

impl Board {
    /// Adds a session.
    pub fn push(&mut self, row: Row) {
        self.total.absorb(row.score.clone());
        self.rows.push(row);
    }

    /// All sessions together.
    pub fn total(&self) -> &Score {
        &self.total
    }

    /// The tables.
    pub fn markdown(&self) -> String {
        let mut out = "| session | turns | emitted | right | must | found | traps hit |\n".to_owned();
        out.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        for Row { name, turns, score } in &self.rows {
            let (t, traps) = (score.all, score.traps.0);
            let _ = writeln!(
                out,
                "| {name} | {turns} | {} | {} | {} | {} | {traps} |",
                t.emitted, t.right, t.must, t.found
            );
        }
        out.push_str("\n| family | emitted | right | precision % | must | found | recall % | F1 |\n");
        out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
        for (name, t) in self.families() {
            let Tally { emitted, right, must, found } = t;
            let (p, r, f) = (t.precision(), t.recall(), t.f1());
            let _ = writeln!(out, "| {name} | {emitted} | {right} | {p:.1} | {must} | {found} | {r:.1} | {f:.1} |");
        }
        out.push_str("\n| end state | shown | right % | wanted | found % |\n|---|--:|--:|--:|--:|\n");
        for (name, [shown, right, wanted, found]) in &self.total.state {
            let (right, found) = (percent(*right, *shown), percent(*found, *wanted));
            let _ = writeln!(out, "| {name} | {shown} | {right:.1} | {wanted} | {found:.1} |");
        }
        out.push_str("\n| confidence | emitted | right | right % |\n|---|--:|--:|--:|\n");
        for (tenth, (emitted, right)) in self.total.calibration.iter().enumerate().filter(|(_, c)| c.0 > 0) {
            let (from, to) = (tenth as f32 / 10.0, (tenth + 1) as f32 / 10.0);
            let _ = writeln!(out, "| {from:.1} to {to:.1} | {emitted} | {right} | {:.1} |", percent(*right, *emitted));
        }
        out.push('\n');
        out.push_str(&self.sums());
        out
    }

    fn sums(&self) -> String {
        let mut out = String::new();
        for (name, t) in [("family", self.total.all), ("strict", self.total.strict)] {
            let Tally { emitted, right, must, found } = t;
            let (p, r, f) = (t.precision(), t.recall(), t.f1());
            let _ = write!(out, "{name}: precision {p:.1} recall {r:.1} F1 {f:.1}");
            let _ = writeln!(out, "  (emitted {emitted}, right {right}, must {must}, found {found})");
        }
        let Score { traps, duplicates, canonized, mistargeted, .. } = &self.total;
        let _ = writeln!(out, "traps hit: {} of {}", traps.0, traps.1);
        let _ = writeln!(out, "said again instead of merged: {duplicates}");
        let _ = writeln!(out, "settled though only open: {canonized}");
        let _ = writeln!(out, "right change, wrong item: {} of {}", mistargeted.0, mistargeted.1);
        out
    }

    /// The families, the one with most must labels first.
    fn families(&self) -> Vec<(&'static str, Tally)> {
        let mut all: Vec<_> = self.total.families.iter().map(|(n, t)| (*n, *t)).collect();
        all.sort_by_key(|(_, t)| std::cmp::Reverse(t.must));
        all
    }

    /// The same as one object.
    pub fn json(&self) -> Value {
        let families = self.families().into_iter().map(|(name, t)| (name.to_owned(), tally(t)));
        let sessions = self.rows.iter().map(|row| {
            let Score { all, traps, .. } = &row.score;
            json!({ "name": row.name, "turns": row.turns, "family": tally(*all), "trapsHit": traps.0 })
        });
        let state = self.total.state.iter().map(|(name, [shown, right, wanted, found])| {
            let counts = json!({ "shown": shown, "right": right, "wanted": wanted, "found": found });
            ((*name).to_owned(), counts)
        });
        let tenths = self.total.calibration.iter().enumerate().map(
            |(tenth, (emitted, right))| json!({ "from": tenth as f64 / 10.0, "emitted": emitted, "right": right }),
        );
        let Score { all, strict, traps, duplicates, canonized, mistargeted, .. } = &self.total;
        json!({
            "sessions": sessions.collect::<Value>(),
            "families": families.collect::<serde_json::Map<_, _>>(),
            "state": state.collect::<serde_json::Map<_, _>>(),
            "calibration": tenths.collect::<Value>(),
            "family": tally(*all),
            "strict": tally(*strict),
            "trapsHit": traps.0,
            "traps": traps.1,
            "duplicates": duplicates,
            "canonized": canonized,
            "wrongTarget": mistargeted.0,
            "targets": mistargeted.1,
        })
    }
}

fn tally(t: Tally) -> Value {
    let round = |x: f32| (f64::from(x) * 10.0).round() / 10.0;
    json!({
        "emitted": t.emitted,
        "right": t.right,
        "must": t.must,
        "found": t.found,
        "precision": round(t.precision()),
        "recall": round(t.recall()),
        "f1": round(t.f1()),
    })
}
