//! Defines the search for thresholds: for each family, what every threshold would give on labelled sessions. It proposes; the
//! person decides.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::gold::GoldSession;
use super::Emitted;
use super::matching::{Matching, Sides};
use super::tally::Tally;
use crate::pipeline::scorer::Family;
use crate::pipeline::scorer::model::FAMILIES;
use crate::pipeline::thresholds::Thresholds;

/// Thresholds are tried this far apart.
const STEP: f32 = 0.02;
/// Fewer deltas than this say nothing of a precision.
const FEWEST: usize = 8;
/// From this confidence on a candidate has to be emitted for the search to see it: the hold threshold to read with.
pub const SEEN_FROM: f32 = STEP;

/// One session's deltas and labels of one family.
#[derive(Debug, Clone, Default)]
struct Part {
    /// Confidence of each delta, by its place.
    deltas: Vec<(usize, f32)>,
    /// Agreeing pairs: (agreement, delta, label).
    edges: Vec<(f64, usize, usize)>,
    /// "Must" labels of the family.
    must: Vec<usize>,
}

/// Sessions read with a low hold threshold, ready to be threshold anywhere.
#[derive(Debug, Clone, Default)]
pub struct Tuner {
    parts: [Vec<Part>; FAMILIES],
}

/// What is best for a family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Best {
    /// The family.
    pub family: Family,
    /// The hold threshold with the best F1, and what it gives.
    pub hold: (f32, Tally),
    /// The lowest accept threshold that is right as often as asked, and what it gives; `None` when no threshold is.
    pub accept: Option<(f32, Tally)>,
}

impl Tuner {
    /// Adds a session and what it emitted, held candidates included.
    pub fn push(&mut self, session: &GoldSession, emitted: &[Emitted]) {
        let sides = Sides::new(session, emitted);
        let edges = sides.edges(true);
        for (&family, parts) in Family::ALL.iter().zip(&mut self.parts) {
            let own = |i: usize| emitted.get(i).is_some_and(|e| Family::of(e.kind) == Some(family));
            let labels = session.gold.labels.iter().enumerate();
            parts.push(Part {
                deltas: emitted.iter().enumerate().filter(|(i, _)| own(*i)).map(|(i, e)| (i, e.confidence)).collect(),
                edges: edges.iter().copied().filter(|(_, i, _)| own(*i)).collect(),
                must: labels.filter(|(_, l)| l.must() && Family::of(l.kind) == Some(family)).map(|(j, _)| j).collect(),
            });
        }
    }

    /// What a family comes to when everything below `threshold` is left out.
    pub fn at(&self, family: Family, cut: f32) -> Tally {
        let mut sum = Tally::default();
        for part in self.parts.get(family as usize).into_iter().flatten() {
            let confidence = |i: usize| {
                part.deltas
                    .binary_search_by_key(&i, |d| d.0)
                    .ok()
                    .and_then(|at| part.deltas.get(at))
                    .map_or(0.0, |d| d.1)
            };
            let matched = Matching::of(part.edges.iter().copied().filter(|(_, i, _)| confidence(*i) >= cut));
            sum.add(Tally {
                emitted: part.deltas.iter().filter(|d| d.1 >= cut).count(),
                right: matched.ours.len(),
                must: part.must.len(),
                found: part.must.iter().filter(|j| matched.theirs.contains_key(j)).count(),
            });
        }
        sum
    }

    /// The best thresholds of every family that was emitted at all. `precision` is asked of the accept threshold, in percent.
    pub fn best(&self, precision: f32) -> Vec<Best> {
        let thresholds: Vec<f32> = (1..50).map(|n| n as f32 * STEP).collect();
        let mut out = Vec::new();
        for &family in Family::ALL {
            let tried: Vec<(f32, Tally)> = thresholds.iter().map(|&c| (c, self.at(family, c))).collect();
            let some = tried.iter().copied().filter(|(_, t)| t.emitted > 0);
            // Of equals the higher threshold: less to look at.
            let Some(hold) = some.max_by(|a, b| a.1.f1().total_cmp(&b.1.f1()).then(a.0.total_cmp(&b.0))) else {
                continue;
            };
            let sure = |(_, t): &&(f32, Tally)| t.emitted >= FEWEST && t.precision() >= precision;
            let lowest = tried.iter().find(sure).map(|(cut, _)| cut.max(hold.0));
            let accept = lowest.map(|cut| (cut, self.at(family, cut)));
            out.push(Best { family, hold, accept });
        }
        out
    }
}

/// The table, and the lines to put into the settings.
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

/// The same as one object.
pub fn json(tuner: &Tuner, now: &Thresholds, precision: f32) -> Value {
    let round = |x: f32| (f64::from(x) * 1e4).round() / 1e4;
    let cut = |(cut, t): (f32, Tally)| {
        let (p, r, f1) = (round(t.precision()), round(t.recall()), round(t.f1()));
        json!({ "cut": round(cut), "emitted": t.emitted, "right": t.right, "must": t.must, "found": t.found,
                "precision": p, "recall": r, "f1": f1 })
    };
    let rows = tuner.best(precision).into_iter().map(|best| {
        let (accept, hold) = now.get(best.family);
        let now = json!({ "accept": cut((accept, tuner.at(best.family, accept))),
                          "hold": cut((hold, tuner.at(best.family, hold))) });
        let row = json!({ "now": now, "hold": cut(best.hold), "accept": best.accept.map(cut) });
        (best.family.word().to_owned(), row)
    });
    json!({ "precision": round(precision), "families": rows.collect::<serde_json::Map<_, _>>() })
}
