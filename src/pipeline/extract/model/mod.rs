//! Defines the third extractor: what a language model is asked about a piece of the talk, and what of its answer is
//! let through.
//!
//! Pure, like the rules: a [`Window`] becomes a [`Prompt`], an answer's text becomes candidates that enter at
//! normalize. Nothing a model says is believed: each change must quote the talk word for word, mean what the clause
//! means, say what its words say, and point to an item it was shown. What fails is a rejection with its reason.

pub mod answer;
pub mod grounding;
pub mod guards;
pub mod prompt;
pub mod prompt_injection;
pub mod quote;
pub mod schema;
pub mod verdict;
pub mod window;

pub use answer::{Challenge, ModelChange, ModelRequest, Read, nothing, read_answer, unfenced};
pub use prompt::{Prompt, prompt};
pub use schema::{Field, Schema};
pub use window::{Listed, Shown, Window};
