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
    let p = knows(text).then(|| chances(&COMPILED_IN, &features(text, around)));
    p.map_or((SpokenAct::Nothing, 0.0), best)
}

/// The probability, from 0 to 1, that a clause settles nothing and asks for nothing: it tells, asks, guesses, sets a
/// condition or only talks. 0 where the model does not know most of the words.
pub fn chance_of_talk(text: &str, around: Surroundings<'_>) -> f32 {
    const TALK: [SpokenAct; 5] =
        [SpokenAct::Narrated, SpokenAct::Asks, SpokenAct::Guess, SpokenAct::Conditional, SpokenAct::Nothing];
    if !knows(text) {
        return 0.0;
    }
    let p = chances(&COMPILED_IN, &features(text, around));
    SpokenAct::ALL.iter().zip(p).filter(|(act, _)| TALK.contains(act)).map(|(_, p)| p).sum()
}

/// Whether the compiled-in model knows half of the words of a clause or more.
fn knows(text: &str) -> bool {
    let words = words_alone(text);
    words.iter().filter(|word| COMPILED_IN.knows(**word)).count() * 2 >= words.len()
}

/// The probability of each act.
fn chances(model: &SpokenModel, features: &[u32]) -> [f32; ACTS] {
    softmax(model.sums_of(features.iter().map(|hash| (*hash, 1.0))))
}

fn best(p: [f32; ACTS]) -> (SpokenAct, f32) {
    let all = SpokenAct::ALL.iter().copied().zip(p);
    all.fold((SpokenAct::Nothing, 0.0), |best, one| if one.1 > best.1 { one } else { best })
}

/// The act that a model finds most likely for a clause of these features, with its probability.
pub fn most_likely_by(model: &SpokenModel, features: &[u32]) -> (SpokenAct, f32) {
    best(chances(model, features))
}
