//! Defines how emitted deltas and labels are held side by side and matched one to one.

use std::collections::{HashMap, HashSet};

use super::super::gold::{GoldSession, Label, gold_words, overlap};
use super::{Emitted, family};
use crate::state::TurnId;

/// Least agreement of two texts that count as the same.
pub(super) const AGREE: f64 = 0.35;
/// Words of a delta's snippets that are looked at.
const SNIPPET_WORDS: usize = 60;

/// What one side of a match says, and where.
pub(super) struct MatchText {
    pub(super) text: Vec<String>,
    pub(super) pieces: Vec<Vec<String>>,
    pub(super) places: Vec<usize>,
}

impl MatchText {
    /// How far a delta's words agree with a label's: summary with summary, snippet with quote.
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
        let places = |turns: &[TurnId]| turns.iter().filter_map(|t| place.get(t.as_str()).copied()).collect();
        let by_id: HashMap<&str, &Label> = session.gold.labels.iter().map(|l| (l.id.as_str(), l)).collect();
        let words = |e: &Emitted| MatchText {
            text: gold_words(&e.text),
            pieces: snippets(&e.snippets),
            places: places(&e.turns),
        };
        let ours = emitted.iter().map(words).collect();
        let theirs = session.gold.labels.iter().map(|l| label_words(l, &by_id, &places)).collect();
        Self { session, emitted, ours, theirs, by_id, place }
    }

    pub(super) fn labels(&self) -> &'a [Label] {
        &self.session.gold.labels
    }

    /// Each delta with its words.
    pub(super) fn said(&self) -> impl Iterator<Item = (usize, (&'a Emitted, &MatchText))> {
        self.emitted.iter().zip(&self.ours).enumerate()
    }

    /// Pairs that agree, the best first: (agreement, delta, label). With `families` kinds of one family count as the
    /// same, and the same kind comes first.
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

/// Which delta is matched with which label.
#[derive(Default)]
pub(super) struct Matching {
    pub(super) ours: HashMap<usize, usize>,
    pub(super) theirs: HashMap<usize, usize>,
    /// Deltas that agree with a label at all.
    pub(super) named: HashSet<usize>,
}

impl Matching {
    /// Takes the pairs as they come; each side is matched once.
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

/// Whether a delta's turns touch a label's: one of them, or one beside the first.
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

fn label_words(label: &Label, by_id: &HashMap<&str, &Label>, places: &impl Fn(&[TurnId]) -> Vec<usize>) -> MatchText {
    let target = label.target.as_deref().and_then(|t| by_id.get(t)).map_or("", |t| t.summary.as_str());
    let mut turns = vec![label.turn_id.clone()];
    turns.extend(label.also_turns.iter().cloned());
    turns.extend(label.restated.iter().flatten().cloned());
    MatchText {
        text: gold_words(&format!("{} {target}", label.summary)),
        pieces: if label.quote.is_empty() { Vec::new() } else { vec![gold_words(&label.quote)] },
        places: places(&turns),
    }
}
