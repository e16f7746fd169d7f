//! Defines the threshold search: it scores every threshold of each family on labelled sessions and proposes the best,
//! but changes nothing.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::gold::GoldSession;
use super::Emitted;
use super::matching::{Matching, Sides};
use super::tally::{Tally, rounded};
use crate::pipeline::scorer::Family;
use crate::pipeline::scorer::model::FAMILIES;
use crate::pipeline::thresholds::Thresholds;

const STEP: f32 = 0.02;
/// Least deltas for a precision to be used.
const MIN_EMITTED: usize = 8;
/// The hold threshold to read the sessions with, so that the search sees every candidate it tries.
pub const SEEN_FROM: f32 = STEP;

/// One session's deltas and labels of one family.
#[derive(Debug, Clone, Default)]
struct Part {
    /// (index, confidence) of each delta, sorted by index.
    deltas: Vec<(usize, f32)>,
    /// Agreeing pairs: (agreement, delta, label).
    edges: Vec<(f64, usize, usize)>,
    must: Vec<usize>,
}

/// Sessions read with a low hold threshold, to be scored at any threshold.
#[derive(Debug, Clone, Default)]
pub struct Tuner {
    parts: [Vec<Part>; FAMILIES],
}

/// The best thresholds of a family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Best {
    pub family: Family,
    /// The hold threshold with the best F1, with its counts.
    pub hold: (f32, Tally),
    /// The lowest accept threshold that reaches the precision, with its counts; `None` when none does.
    pub accept: Option<(f32, Tally)>,
}

impl Part {
    /// The confidence of the delta with this index; 0 when it is of another family.
    fn confidence(&self, index: usize) -> f32 {
        let found = self.deltas.binary_search_by_key(&index, |d| d.0);
        found.ok().and_then(|at| self.deltas.get(at)).map_or(0.0, |d| d.1)
    }
}

impl Tuner {
    /// Adds a session with its deltas, held candidates included.
    pub fn push(&mut self, session: &GoldSession, emitted: &[Emitted]) {
        let sides = Sides::new(session, emitted);
        let edges = sides.edges(true);
        for (&family, parts) in Family::ALL.iter().zip(&mut self.parts) {
            let deltas = emitted.iter().enumerate().filter(|(_, e)| Family::of(e.kind) == Some(family));
            let deltas: Vec<(usize, f32)> = deltas.map(|(i, e)| (i, e.confidence)).collect();
            let labels = session.gold.labels.iter().enumerate();
            parts.push(Part {
                edges: edges
                    .iter()
                    .copied()
                    .filter(|(_, i, _)| deltas.binary_search_by_key(i, |d| d.0).is_ok())
                    .collect(),
                deltas,
                must: labels.filter(|(_, l)| l.must() && Family::of(l.kind) == Some(family)).map(|(j, _)| j).collect(),
            });
        }
    }

    /// The counts of a family when deltas below `threshold` are left out.
    pub fn at(&self, family: Family, threshold: f32) -> Tally {
        let mut sum = Tally::default();
        for part in self.parts.get(family as usize).into_iter().flatten() {
            let matched = Matching::of(part.edges.iter().copied().filter(|(_, i, _)| part.confidence(*i) >= threshold));
            sum.add(Tally {
                emitted: part.deltas.iter().filter(|d| d.1 >= threshold).count(),
                right: matched.ours.len(),
                must: part.must.len(),
                found: part.must.iter().filter(|j| matched.theirs.contains_key(j)).count(),
            });
        }
        sum
    }

    /// The best thresholds of every family with deltas. `precision`, in percent, is demanded of the accept threshold.
    pub fn best(&self, precision: f32) -> Vec<Best> {
        let thresholds: Vec<f32> = (1..50).map(|n| n as f32 * STEP).collect();
        let mut out = Vec::new();
        for &family in Family::ALL {
            let tried: Vec<(f32, Tally)> = thresholds.iter().map(|&c| (c, self.at(family, c))).collect();
            let some = tried.iter().copied().filter(|(_, t)| t.emitted > 0);
            // Of equal F1 the higher threshold, which holds fewer candidates.
            let Some(hold) = some.max_by(|a, b| a.1.f1().total_cmp(&b.1.f1()).then(a.0.total_cmp(&b.0))) else {
                continue;
            };
            let lowest = tried.iter().find(|(_, t)| t.emitted >= MIN_EMITTED && t.precision() >= precision);
            let accept = lowest.map(|(threshold, _)| threshold.max(hold.0)).map(|at| (at, self.at(family, at)));
            out.push(Best { family, hold, accept });
        }
        out
    }
}

/// The results as a Markdown table, with the lines for the settings.
pub fn markdown(tuner: &Tuner, now: &Thresholds, precision: f32) -> String {
    let mut out = "| family | accept now | P | R | hold now | F1 ".to_owned();
    let _ = writeln!(out, "| best hold | P | R | F1 | accept at {precision:.0} % | P | R | emitted |");
    out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    let best = tuner.best(precision);
    for Best { family, hold, accept } in &best {
        let (now_accept, now_hold) = now.get(*family);
        let (sure, both) = (tuner.at(*family, now_accept), tuner.at(*family, now_hold));
        let _ = write!(out, "| {family} | {now_accept:.2} | {:.1} | {:.1} ", sure.precision(), sure.recall());
        let _ = write!(out, "| {now_hold:.2} | {:.1} ", both.f1());
        let (cut, t) = hold;
        let _ = write!(out, "| {cut:.2} | {:.1} | {:.1} | {:.1} ", t.precision(), t.recall(), t.f1());
        let _ = match accept {
            Some((cut, t)) => {
                writeln!(out, "| {cut:.2} | {:.1} | {:.1} | {} |", t.precision(), t.recall(), t.emitted)
            }
            None => writeln!(out, "| none | | | |"),
        };
    }
    out.push_str("\nNothing was changed. What you agree with goes into config.toml:\n\n");
    for Best { family, hold: (hold, _), accept } in &best {
        let accept = accept.map_or(now.get(*family).0.max(*hold), |(cut, _)| cut);
        let _ = writeln!(out, "[thresholds.{family}]\naccept = {accept:.2}\nhold = {hold:.2}");
    }
    out
}

/// The results as one JSON object.
pub fn json(tuner: &Tuner, now: &Thresholds, precision: f32) -> Value {
    let rows = tuner.best(precision).into_iter().map(|best| {
        let (accept, hold) = now.get(best.family);
        let now = json!({ "accept": counts((accept, tuner.at(best.family, accept))),
                          "hold": counts((hold, tuner.at(best.family, hold))) });
        let row = json!({ "now": now, "hold": counts(best.hold), "accept": best.accept.map(counts) });
        (best.family.word().to_owned(), row)
    });
    json!({ "precision": rounded(precision, 4), "families": rows.collect::<serde_json::Map<_, _>>() })
}

fn counts((threshold, t): (f32, Tally)) -> Value {
    let (p, r, f1) = (rounded(t.precision(), 4), rounded(t.recall(), 4), rounded(t.f1(), 4));
    json!({ "cut": rounded(threshold, 4), "emitted": t.emitted, "right": t.right, "must": t.must, "found": t.found,
            "precision": p, "recall": r, "f1": f1 })
}
