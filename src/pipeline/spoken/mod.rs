//! Defines the model of what a clause of the person does: it asks for work, states a rule, settles a choice, tells a fact.
//! It reads wordings that no act of [`super::acts`] has a form for.
//!
//! `weights.bin`, which is compiled into the program, was learned by `deltamind train --spoken` from
//! `fixtures/spoken`: clauses that were invented for it, in words of many kinds of people. No session was used.

pub mod features;

use std::sync::LazyLock;

use super::linear::{LinearModel, softmax};
pub use features::{Surroundings, features, words_alone};

words! {
    /// The act that a clause of the person performs.
    SpokenAct {
        Task = "task", Rule = "rule", Choice = "choice", RuledOut = "ruled_out", Fact = "fact", Goal = "goal",
        Guess = "guess", TakeBack = "take_back", Done = "done", Narrated = "narrated", Asks = "asks",
        Conditional = "conditional", Answer = "answer", Nothing = "none",
    }
}

/// Number of acts.
pub const ACTS: usize = 14;

/// A model of what clauses do.
pub type SpokenModel = LinearModel<ACTS>;

static COMPILED_IN: LazyLock<SpokenModel> =
    LazyLock::new(|| SpokenModel::from_bytes(include_bytes!("weights.bin")).unwrap_or_default());

/// The act that a clause most likely performs, with its probability from 0 to 1. 0 where the model does not know most of
/// the words, as in other languages than English.
pub fn most_likely(text: &str, around: Surroundings<'_>) -> (SpokenAct, f32) {
    let words = words_alone(text);
    let known = words.iter().filter(|word| COMPILED_IN.knows(**word)).count();
    if known * 2 < words.len() {
        return (SpokenAct::Nothing, 0.0);
    }
    most_likely_by(&COMPILED_IN, &features(text, around))
}

/// The act that a model finds most likely for a clause of these features, with its probability.
pub fn most_likely_by(model: &SpokenModel, features: &[u32]) -> (SpokenAct, f32) {
    let p = softmax(model.sums_of(features.iter().map(|hash| (*hash, 1.0))));
    let all = SpokenAct::ALL.iter().copied().zip(p);
    all.fold((SpokenAct::Nothing, 0.0), |best, one| if one.1 > best.1 { one } else { best })
}
