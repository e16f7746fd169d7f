//! Defines the model of what a reply does to a proposal of the agent: it accepts it, refuses it, or does neither. It reads
//! replies whose words are no yes and no no: "I was hoping you'd say that", "over my dead body".
//!
//! `weights.bin`, which is compiled into the program, was learned by `deltamind train --replies` from `fixtures/replies`:
//! proposals and replies that were invented for it by many writers. No session was used.

use std::sync::LazyLock;

use super::linear::{LinearModel, softmax};
use super::spoken::{Surroundings, features};

words! {
    /// The effect of a reply on a proposal.
    ReplyEffect { Neither = "neither", Accepts = "accepts", Refuses = "refuses" }
}

/// Number of effects.
pub const EFFECTS: usize = 3;

/// A model of replies.
pub type ReplyModel = LinearModel<EFFECTS>;

static COMPILED_IN: LazyLock<ReplyModel> =
    LazyLock::new(|| ReplyModel::compiled_in(include_bytes!("weights.bin")).unwrap_or_default());

/// The likeliest effect of a reply to a proposal, with its probability, from 0 to 1.
pub fn likeliest(proposal: &str, reply: &str) -> (ReplyEffect, f32) {
    likeliest_by(&COMPILED_IN, &reply_features(proposal, reply))
}

/// The hashes of the features of a reply to a proposal, each once.
pub fn reply_features(proposal: &str, reply: &str) -> Vec<u32> {
    features(reply, Surroundings { agent: proposal, ..Surroundings::default() })
}

/// Applies a model to the features of a reply.
pub fn likeliest_by(model: &ReplyModel, features: &[u32]) -> (ReplyEffect, f32) {
    let chances = softmax(model.sums_of(features.iter().map(|hash| (*hash, 1.0))));
    let all = ReplyEffect::ALL.iter().copied().zip(chances);
    all.fold((ReplyEffect::Neither, 0.0), |best, one| if one.1 > best.1 { one } else { best })
}
