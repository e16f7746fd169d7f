//! Defines the one-to-one matching of emitted deltas with labels.

use std::collections::{HashMap, HashSet};

use super::super::gold::{GoldSession, Label, gold_words, overlap};
use super::{Emitted, family};
use crate::state::TurnId;

/// Minimum word overlap of two texts that count as the same, 0 to 1.
pub(super) const AGREE: f64 = 0.35;
/// Words compared of a delta's snippets.
const SNIPPET_WORDS: usize = 60;

/// The words and turns of a delta or a label: summary, snippets or quote, turn indexes.
pub(super) struct MatchText {
    pub(super) text: Vec<String>,
    pub(super) pieces: Vec<Vec<String>>,
    pub(super) places: Vec<usize>,
}

impl MatchText {
    /// The best word overlap of a delta with a label, 0 to 1: summary with summary, snippet with quote.
    pub(super) fn agreement(&self, label: &Self) -> f64 {
        let quotes = self.pieces.iter().flat_map(|p| label.pieces.iter().map(move |q| overlap(p, q)));
        quotes.fold(overlap(&self.text, &label.text), f64::max)
    }
}

/// A session's emitted deltas beside its labels.
pub(super) struct Sides<'a> {
    pub(super) session: &'a GoldSession,
    pub(super) emitted: &'a [Emitted],
    pub(super) ours: Vec<MatchText>,
    pub(super) theirs: Vec<MatchText>,
    pub(super) by_id: HashMap<&'a str, &'a Label>,
    pub(super) place: HashMap<&'a str, usize>,
}

impl<'a> Sides<'a> {
    pub(super) fn new(session: &'a GoldSession, emitted: &'a [Emitted]) -> Self {
        let place: HashMap<&str, usize> =
            session.turns.iter().enumerate().map(|(i, t)| (t.turn_id.as_str(), i)).collect();
        let by_id: HashMap<&str, &Label> = session.gold.labels.iter().map(|l| (l.id.as_str(), l)).collect();
        let ours = emitted.iter().map(|e| MatchText {
            text: gold_words(&e.text),
            pieces: snippets(&e.snippets),
            places: places(&e.turns, &place),
        });
        let ours = ours.collect();
        let theirs = session.gold.labels.iter().map(|l| label_words(l, &by_id, &place)).collect();
        Self { session, emitted, ours, theirs, by_id, place }
    }

    pub(super) fn labels(&self) -> &'a [Label] {
        &self.session.gold.labels
    }

    /// The deltas with index and words.
    pub(super) fn said(&self) -> impl Iterator<Item = (usize, (&'a Emitted, &MatchText))> {
        self.emitted.iter().zip(&self.ours).enumerate()
    }

    /// Agreeing pairs, the best first: (agreement, delta, label). With `families` kinds match by family, the same kind
    /// first; else only the same kind matches.
    pub(super) fn edges(&self, families: bool) -> Vec<(f64, usize, usize)> {
        let mut edges: Vec<(f64, usize, usize)> = Vec::new();
        for (i, (e, a)) in self.said() {
            for (j, (l, b)) in self.labels().iter().zip(&self.theirs).enumerate() {
                let same = if families { family(e.kind) == family(l.kind) } else { e.kind == l.kind };
                if !same || !near(&a.places, &b.places) {
                    continue;
                }
                let agree = a.agreement(b);
                if agree >= AGREE {
                    edges.push((agree + if e.kind == l.kind { 0.2 } else { 0.0 }, i, j));
                }
            }
        }
        edges.sort_by(|x, y| y.0.total_cmp(&x.0).then((y.1, y.2).cmp(&(x.1, x.2))));
        edges
    }
}

/// A matching of deltas with labels, by index in both directions.
#[derive(Default)]
pub(super) struct Matching {
    pub(super) ours: HashMap<usize, usize>,
    pub(super) theirs: HashMap<usize, usize>,
    /// Deltas that agree with any label.
    pub(super) named: HashSet<usize>,
}

impl Matching {
    /// Matches greedily in the order of the pairs; each side is matched once.
    pub(super) fn of(edges: impl IntoIterator<Item = (f64, usize, usize)>) -> Self {
        let mut out = Self::default();
        for (_, i, j) in edges {
            out.named.insert(i);
            if !out.ours.contains_key(&i) && !out.theirs.contains_key(&j) {
                out.ours.insert(i, j);
                out.theirs.insert(j, i);
            }
        }
        out
    }

    /// Whether the delta at `i` is matched.
    pub(super) fn right(&self, i: usize) -> bool {
        self.ours.contains_key(&i)
    }
}

/// Whether a delta has a turn of the label, or one next to the label's first turn.
pub(super) fn near(ours: &[usize], theirs: &[usize]) -> bool {
    let first = theirs.first().copied();
    ours.iter().any(|&p| theirs.iter().any(|&q| p.abs_diff(q) <= usize::from(Some(q) == first)))
}

fn snippets(all: &[String]) -> Vec<Vec<String>> {
    let mut room = SNIPPET_WORDS;
    let mut out = Vec::new();
    for snippet in all {
        let words: Vec<&str> = snippet.split_whitespace().take(room).collect();
        room -= words.len();
        if !words.is_empty() {
            out.push(gold_words(&words.join(" ")));
        }
    }
    out
}

/// The indexes of `turns` in the session.
fn places(turns: &[TurnId], place: &HashMap<&str, usize>) -> Vec<usize> {
    turns.iter().filter_map(|t| place.get(t.as_str()).copied()).collect()
}

fn label_words(label: &Label, by_id: &HashMap<&str, &Label>, place: &HashMap<&str, usize>) -> MatchText {
    let target = label.target.as_deref().and_then(|t| by_id.get(t)).map_or("", |t| t.summary.as_str());
    let mut turns = vec![label.turn_id.clone()];
    turns.extend(label.also_turns.iter().cloned());
    turns.extend(label.restated.iter().flatten().cloned());
    MatchText {
        text: gold_words(&format!("{} {target}", label.summary)),
        pieces: if label.quote.is_empty() { Vec::new() } else { vec![gold_words(&label.quote)] },
        places: places(&turns, place),
    }
}
