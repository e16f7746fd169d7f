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
    LazyLock::new(|| SpokenModel::compiled_in(include_bytes!("weights.bin")).unwrap_or_default());

/// The probability of each act of a clause, from 0 to 1.
#[derive(Debug, Clone, Copy)]
pub struct Reading([f32; ACTS]);

impl Reading {
    /// The likeliest act with its probability.
    pub fn likeliest(self) -> (SpokenAct, f32) {
        let all = SpokenAct::ALL.iter().copied().zip(self.0);
        all.fold((SpokenAct::Nothing, 0.0), |best, one| if one.1 > best.1 { one } else { best })
    }

    /// The probability that the clause settles something or asks for work.
    pub fn settles(self) -> f32 {
        self.sum(&[SpokenAct::Task, SpokenAct::Rule, SpokenAct::Choice, SpokenAct::RuledOut, SpokenAct::Fact])
    }

    /// The probability that the clause settles nothing and asks for nothing: it tells, asks, guesses, sets a condition
    /// or only talks.
    pub fn talks(self) -> f32 {
        self.sum(&[SpokenAct::Narrated, SpokenAct::Asks, SpokenAct::Guess, SpokenAct::Conditional, SpokenAct::Nothing])
    }

    fn sum(self, acts: &[SpokenAct]) -> f32 {
        SpokenAct::ALL.iter().zip(self.0).filter(|(act, _)| acts.contains(act)).map(|(_, p)| p).sum()
    }
}

/// Reads a clause with the compiled-in model. Every probability is 0 where it does not know most of the words, as in other
/// languages than English.
pub fn read(text: &str, around: Surroundings<'_>) -> Reading {
    if knows(text) { read_by(&COMPILED_IN, &features(text, around)) } else { Reading([0.0; ACTS]) }
}

/// Whether the compiled-in model knows half of the words of a clause or more.
fn knows(text: &str) -> bool {
    let words = words_alone(text);
    words.iter().filter(|word| COMPILED_IN.knows(**word)).count() * 2 >= words.len()
}

/// Applies a model to the features of a clause.
pub fn read_by(model: &SpokenModel, features: &[u32]) -> Reading {
    Reading(softmax(model.sums_of(features.iter().map(|hash| (*hash, 1.0)))))
}
