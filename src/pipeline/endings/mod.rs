//! Defines the model of what a turn of the person does to a standing item: the item stays, something replaces it, or it
//! is dropped. It reads changes of mind that no act of [`super::acts`] has a form for.
//!
//! `weights.bin`, which is compiled into the program, was learned by `deltamind train --endings` from
//! `fixtures/endings`: ledgers and turns that were invented for it by many writers. No session was used.

pub mod features;

use std::sync::LazyLock;

use super::linear::{LinearModel, softmax};
pub use features::{Setting, StandingItem};

words! {
    /// The effect of a turn on a standing item.
    Ending { Stays = "stays", Replaced = "replaced", Dropped = "dropped" }
}

/// Number of endings.
pub const ENDINGS: usize = 3;

/// A model of endings.
pub type EndingModel = LinearModel<ENDINGS>;

static COMPILED_IN: LazyLock<EndingModel> =
    LazyLock::new(|| EndingModel::compiled_in(include_bytes!("weights.bin")).unwrap_or_default());

/// The probabilities, from 0 to 1, that something replaces an item and that it is dropped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances {
    pub replaced: f32,
    pub dropped: f32,
}

impl Chances {
    /// The probability that the item does not stand any more.
    pub fn ended(self) -> f32 {
        self.replaced + self.dropped
    }
}

/// Applies the compiled-in model to the features of an item.
pub fn chances(features: &[u32]) -> Chances {
    chances_by(&COMPILED_IN, features)
}

/// Applies a model to the features of an item.
pub fn chances_by(model: &EndingModel, features: &[u32]) -> Chances {
    let [_, replaced, dropped] = softmax(model.sums_of(features.iter().map(|hash| (*hash, 1.0))));
    Chances { replaced, dropped }
}
