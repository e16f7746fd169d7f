//! Defines [`Scoreboard`]: the scores of several sessions and their sum, as Markdown and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Score;
use super::tally::{BINS, KindScore, Tally, off_by, percent, rounded};

/// The score of one session.
#[derive(Debug, Clone)]
pub struct ScoreRow {
    pub name: String,
    /// Number of turns.
    pub turns: usize,
    pub score: Score,
}

/// The scores of all sessions and their sum.
#[derive(Debug, Clone, Default)]
pub struct Scoreboard {
    rows: Vec<ScoreRow>,
    total: Score,
}

impl Scoreboard {
    /// Adds a session.
    pub fn push(&mut self, row: ScoreRow) {
        self.total.absorb(row.score.clone());
        self.rows.push(row);
    }

    /// The sum over all sessions.
    pub fn total(&self) -> &Score {
        &self.total
    }

    /// The scores as Markdown tables.
    pub fn markdown(&self) -> String {
        let mut out = "| session | turns | emitted | right | must | found | traps hit |\n".to_owned();
        out.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        for ScoreRow { name, turns, score } in &self.rows {
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
        self.kinds(&mut out);
        self.calibration(&mut out);
        out.push('\n');
        out.push_str(&self.sums());
        out
    }

    fn kinds(&self, out: &mut String) {
        out.push_str("\n| kind | emitted | right | precision % | must | found | recall % | F1 ");
        out.push_str("| wrong item | duplicates | settled while still open |\n");
        out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        for (kind, score) in &self.total.kinds {
            let KindScore { tally: t, duplicates, canonized, mistargeted: (wrong, known) } = score;
            let Tally { emitted, right, must, found } = t;
            let (p, r, f) = (t.precision(), t.recall(), t.f1());
            let _ = write!(out, "| {kind} | {emitted} | {right} | {p:.1} | {must} | {found} | {r:.1} | {f:.1} ");
            let _ = writeln!(out, "| {wrong} of {known} | {duplicates} | {canonized} |");
        }
    }

    fn calibration(&self, out: &mut String) {
        out.push_str("\n| confidence | emitted | says % | right | right % |\n|---|--:|--:|--:|--:|\n");
        let bins = &self.total.calibration;
        for (tenth, bin) in bins.iter().enumerate().filter(|(_, b)| b.emitted > 0) {
            let (from, to) = (tenth as f32 / BINS as f32, (tenth + 1) as f32 / BINS as f32);
            let (n, right) = (bin.emitted, bin.right);
            let _ = writeln!(
                out,
                "| {from:.1} to {to:.1} | {n} | {:.1} | {right} | {:.1} |",
                bin.mean_confidence(),
                bin.precision()
            );
        }
        let high = bins.get(8).copied().unwrap_or_default();
        let (right, emitted) = (high.right, high.emitted);
        let _ = writeln!(
            out,
            "\na confidence of 0.8 to 0.9 is right {right} times of {emitted} ({:.1} %)",
            high.precision()
        );
        let _ = writeln!(out, "confidence and truth are {:.1} points apart on average", off_by(bins));
    }

    fn sums(&self) -> String {
        let mut out = String::new();
        for (name, t) in [("family", self.total.all), ("strict", self.total.strict)] {
            let Tally { emitted, right, must, found } = t;
            let (p, r, f) = (t.precision(), t.recall(), t.f1());
            let _ = write!(out, "{name}: precision {p:.1} recall {r:.1} F1 {f:.1}");
            let _ = writeln!(out, "  (emitted {emitted}, right {right}, must {must}, found {found})");
        }
        let Score { traps, duplicates, canonized, mistargeted, gate, .. } = &self.total;
        let _ = writeln!(out, "traps hit: {} of {}", traps.0, traps.1);
        let _ = writeln!(out, "duplicates instead of merges: {duplicates}");
        let _ = writeln!(out, "settled while still open: {canonized}");
        let _ = writeln!(out, "right change, wrong item: {} of {}", mistargeted.0, mistargeted.1);
        let _ = writeln!(out, "turns with a must label through the gate: {}", passed(gate.must));
        let _ = writeln!(out, "turns with any label through the gate: {}", passed(gate.any));
        out
    }

    /// The families, the one with most must labels first.
    fn families(&self) -> Vec<(&'static str, Tally)> {
        let mut all: Vec<_> = self.total.families.iter().map(|(n, t)| (*n, *t)).collect();
        all.sort_by_key(|(_, t)| std::cmp::Reverse(t.must));
        all
    }

    /// The scores as one JSON object.
    pub fn json(&self) -> Value {
        let families = self.families().into_iter().map(|(name, t)| (name.to_owned(), tally(t)));
        let sessions = self.rows.iter().map(|row| {
            let Score { all, traps, .. } = &row.score;
            json!({ "name": row.name, "turns": row.turns, "family": tally(*all), "trapsHit": traps.0 })
        });
        let state = self.total.state.iter().map(|(name, [shown, right, wanted, found])| {
            let mut counts = json!({ "shown": shown, "right": right, "wanted": wanted, "found": found });
            counts["precision"] = rounded(percent(*right, *shown), 1).into();
            counts["recall"] = rounded(percent(*found, *wanted), 1).into();
            ((*name).to_owned(), counts)
        });
        let tenths = self.total.calibration.iter().enumerate().map(|(tenth, bin)| {
            let (from, said, is) =
                (tenth as f64 / BINS as f64, rounded(bin.mean_confidence(), 1), rounded(bin.precision(), 1));
            json!({ "from": from, "emitted": bin.emitted, "right": bin.right, "says": said, "is": is })
        });
        let kinds = self.total.kinds.iter().map(|(kind, score)| (kind.word().to_owned(), kind_score(score)));
        let Score { all, strict, traps, duplicates, canonized, mistargeted, gate, .. } = &self.total;
        json!({
            "sessions": sessions.collect::<Value>(),
            "families": families.collect::<serde_json::Map<_, _>>(),
            "state": state.collect::<serde_json::Map<_, _>>(),
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "calibration": tenths.collect::<Value>(),
            "offBy": rounded(off_by(&self.total.calibration), 1),
            "gate": {
                "must": { "passed": gate.must.0, "turns": gate.must.1, "recall": rounded(percent(gate.must.0, gate.must.1), 1) },
                "any": { "passed": gate.any.0, "turns": gate.any.1, "recall": rounded(percent(gate.any.0, gate.any.1), 1) },
            },
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

fn passed((passed, of): (usize, usize)) -> String {
    format!("{passed} of {of} ({:.1} %)", percent(passed, of))
}

fn kind_score(score: &KindScore) -> Value {
    let mut value = tally(score.tally);
    if let Value::Object(map) = &mut value {
        map.insert("duplicates".to_owned(), score.duplicates.into());
        map.insert("canonized".to_owned(), score.canonized.into());
        map.insert("wrongTarget".to_owned(), score.mistargeted.0.into());
        map.insert("targets".to_owned(), score.mistargeted.1.into());
    }
    value
}

fn tally(t: Tally) -> Value {
    json!({
        "emitted": t.emitted,
        "right": t.right,
        "must": t.must,
        "found": t.found,
        "precision": rounded(t.precision(), 1),
        "recall": rounded(t.recall(), 1),
        "f1": rounded(t.f1(), 1),
    })
}
