//! Defines the training of weights from labelled sessions: labels are assigned to clauses, then a logistic regression
//! is fitted over their hashed features. Deterministic: the same sessions and seed give the same bytes.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::Arc;

use super::gold::{GoldSession, gold_words, overlap};
use crate::pipeline::clause::{self, ReadTurn};
use crate::pipeline::dialogue::Dialogue;
use crate::pipeline::linear::LinearModel;
use crate::pipeline::scorer::features::{ClauseContext, Features, features};
use crate::pipeline::scorer::model::{FAMILIES, Family, Header, OUTPUTS, Weights, sigmoid, softmax};
use crate::transcript::Role;

/// A clause as a training example.
#[derive(Debug, Clone)]
pub struct Example {
    pub features: Features,
    /// The families of its labels, each with its weight; empty when it has no label.
    pub families: Vec<(Family, f32)>,
    /// Its weight in the loss.
    pub weight: f32,
}

/// The hyperparameters of the training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Passes over the examples.
    pub epochs: usize,
    /// First step size.
    pub rate: f32,
    /// Strength of the L2 regularization.
    pub l2: f32,
    /// Minimum number of examples in which a feature must occur to be learned.
    pub least: usize,
    /// Weight of a "may" label; a "must" label has 1.
    pub may: f32,
    /// Seed of the shuffle.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { epochs: 10, rate: 0.015, l2: 2e-3, least: 6, may: 0.7, seed: 7 }
    }
}

/// Weight of an example made without its next turn, as a clause is scored while its turn is the last one.
const EARLY: f32 = 0.3;

/// The examples of one session: each clause with and without its next turn.
pub fn examples(session: &GoldSession, recipe: Recipe) -> Vec<Example> {
    let reads: Vec<Arc<ReadTurn>> = session.turns.iter().map(|t| Arc::new(clause::read(t))).collect();
    let carried = carriers(session, &reads, recipe.may);
    let mut out = Vec::new();
    let mut dialogue = Dialogue::default();
    for (t, read) in reads.iter().enumerate() {
        if read.role == Role::System {
            continue;
        }
        let after = reads.get(t + 1).map(Arc::as_ref);
        for clause in &read.clauses {
            let carried = carried.get(&(t, clause.index));
            let families = carried.map(|c| c.0.clone()).unwrap_or_default();
            if families.is_empty() && carried.is_some_and(|c| c.1) {
                continue; // close to a label's best clause: no clear negative example
            }
            let weight = families.iter().map(|f| f.1).fold(0.0, f32::max);
            let weight = if families.is_empty() { 1.0 } else { weight };
            let context = ClauseContext { read, clause, before: &dialogue, after };
            out.push(Example { features: features(context), families: families.clone(), weight });
            let early = ClauseContext { after: None, ..context };
            out.push(Example { features: features(early), families, weight: weight * EARLY });
        }
        dialogue.push(Arc::clone(read));
    }
    out
}

type CarriedLabels = HashMap<(usize, usize), (Vec<(Family, f32)>, bool)>;

/// The labels by (turn, clause) index: a label belongs to the clauses with the best word overlap with its quote. The
/// flag marks clauses nearly as good, which are left out of the training.
fn carriers(session: &GoldSession, reads: &[Arc<ReadTurn>], may: f32) -> CarriedLabels {
    let place: HashMap<&str, usize> = session.turns.iter().enumerate().map(|(i, t)| (t.turn_id.as_str(), i)).collect();
    let mut out: CarriedLabels = HashMap::new();
    for label in &session.gold.labels {
        let Some(family) = Family::of(label.kind) else { continue };
        let quote = gold_words(&label.quote);
        let turns = std::iter::once(&label.turn_id).chain(&label.also_turns).filter_map(|t| place.get(t.as_str()));
        let mut found: Vec<(f32, usize, usize)> = Vec::new();
        for &t in turns {
            let Some(read) = reads.get(t) else { continue };
            for clause in &read.clauses {
                let mut score = overlap(&gold_words(&clause.text), &quote) as f32;
                if clause.text.contains(label.quote.trim()) {
                    score += 1.0;
                }
                if score >= 0.35 {
                    found.push((score, t, clause.index));
                }
            }
        }
        let best = found.iter().map(|f| f.0).fold(0.0, f32::max);
        for (score, t, c) in found {
            let entry = out.entry((t, c)).or_default();
            if score >= best - 0.05 {
                entry.0.push((family, if label.must() { 1.0 } else { may }));
            } else if score >= 0.5 {
                entry.1 = true;
            }
        }
    }
    out
}

/// A xorshift generator for the shuffle, the same on every platform.
#[derive(Debug, Clone)]
struct Shuffle(u64);

impl Shuffle {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
        order
    }
}

words! {
    /// The unit of cross-validation: sessions tested together and left out of the training.
    Fold {
        Session = "session",
        /// The sessions of one repository: those whose names have the same part before `__`.
        Repo = "repo",
    }
}

impl Fold {
    /// The fold of the session `name`.
    pub fn of(self, name: &str) -> &str {
        match self {
            Self::Session => name,
            Self::Repo => name.split_once("__").map_or(name, |(repo, _)| repo),
        }
    }
}

/// Learns weights from examples.
pub fn learn<E: Borrow<Example>>(examples: &[E], recipe: Recipe, header: Header) -> Weights {
    let examples: Vec<&Example> = examples.iter().map(Borrow::borrow).collect();
    let hashes = vocabulary(examples.iter().map(|e| e.features.0.iter().map(|f| f.0).collect()), recipe.least);
    let rows: Vec<Vec<(usize, f32)>> = examples
        .iter()
        .map(|e| e.features.0.iter().filter_map(|f| Some((hashes.binary_search(&f.0).ok()?, f.2))).collect())
        .collect();
    let error = |at: usize, sums| examples.get(at).map_or([0.0; OUTPUTS], |example| error_of(example, &sums));
    let weights = fit(&rows, hashes.len(), recipe, error);
    Weights::pack(header, hashes.into_iter().zip(weights).collect())
}

/// Learns a model of which class an example is of, from the features of each and the index of its class.
pub fn learn_classes<const N: usize>(examples: &[(&[u32], usize)], recipe: Recipe, header: Header) -> LinearModel<N> {
    let hashes = vocabulary(examples.iter().map(|(features, _)| features.to_vec()), recipe.least);
    let place = |hash: &u32| Some((hashes.binary_search(hash).ok()?, 1.0));
    let rows: Vec<Vec<(usize, f32)>> =
        examples.iter().map(|(features, _)| features.iter().filter_map(place).collect()).collect();
    let weights = fit(&rows, hashes.len(), recipe, |at, sums: [f32; N]| {
        let mut error = softmax(sums);
        if let Some(own) = examples.get(at).and_then(|(_, class)| error.get_mut(*class)) {
            *own -= 1.0;
        }
        error
    });
    LinearModel::pack(header, hashes.into_iter().zip(weights).collect())
}

/// Number of parts in which files are left out of the training.
const PARTS: usize = 8;

/// For each part of the files: those of all other parts, to learn from, and its own, to be judged.
pub fn left_out<T>(files: &[T]) -> impl Iterator<Item = (Vec<&T>, Vec<&T>)> {
    (0..PARTS.min(files.len())).map(|held| {
        let (own, others): (Vec<_>, Vec<_>) = files.iter().enumerate().partition(|(n, _)| n % PARTS == held);
        let files = |numbered: Vec<(usize, _)>| numbered.into_iter().map(|(_, file)| file).collect();
        (files(others), files(own))
    })
}

/// The features that occur in at least so many examples, sorted.
pub fn vocabulary(examples: impl Iterator<Item = Vec<u32>>, least: usize) -> Vec<u32> {
    let mut seen: HashMap<u32, usize> = HashMap::new();
    for mut own in examples {
        own.sort_unstable();
        own.dedup();
        for hash in own {
            *seen.entry(hash).or_default() += 1;
        }
    }
    let mut hashes: Vec<u32> = seen.iter().filter(|(_, n)| **n >= least).map(|(h, _)| *h).collect();
    hashes.sort_unstable();
    hashes
}

/// Fits the weights of `features` features by AdaGrad. A row has the (feature, value) pairs of an example; `error` gives
/// the gradient of its loss by the sums of the outputs.
pub fn fit<const N: usize>(
    rows: &[Vec<(usize, f32)>],
    features: usize,
    recipe: Recipe,
    error: impl Fn(usize, [f32; N]) -> [f32; N],
) -> Vec<[f32; N]> {
    let mut w = vec![[0.0_f32; N]; features];
    let mut g = vec![[1e-6_f32; N]; features];
    let mut shuffle = Shuffle(recipe.seed | 1);
    for _ in 0..recipe.epochs {
        for i in shuffle.order(rows.len()) {
            let Some(row) = rows.get(i) else { continue };
            let mut sums = [0.0_f32; N];
            for &(at, value) in row {
                for (s, x) in sums.iter_mut().zip(w.get(at).into_iter().flatten()) {
                    *s += x * value;
                }
            }
            let error = error(i, sums);
            for &(at, value) in row {
                let (Some(weights), Some(squares)) = (w.get_mut(at), g.get_mut(at)) else { continue };
                for ((x, s), e) in weights.iter_mut().zip(squares).zip(error) {
                    let grad = e * value + recipe.l2 * *x;
                    *s += grad * grad;
                    *x -= recipe.rate * grad / s.sqrt();
                }
            }
        }
    }
    w
}

/// The gradient of an example's loss by the sums of the outputs.
fn error_of(example: &Example, sums: &[f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut error = [0.0_f32; OUTPUTS];
    error[0] = (sigmoid(sums[0]) - f32::from(!example.families.is_empty())) * example.weight;
    if example.families.is_empty() {
        return error;
    }
    let mut logits = [0.0; FAMILIES];
    logits.copy_from_slice(sums.get(1..).unwrap_or(&[0.0; FAMILIES]));
    let p = softmax(logits);
    let total: f32 = example.families.iter().map(|f| f.1).sum();
    for (family, (e, p)) in Family::ALL.iter().zip(error.iter_mut().skip(1).zip(p)) {
        let share: f32 = example.families.iter().filter(|f| f.0 == *family).map(|f| f.1).sum::<f32>() / total;
        *e = (p - share) * example.weight;
    }
    error
}
