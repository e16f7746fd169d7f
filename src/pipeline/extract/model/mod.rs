//! Defines the third extractor: the prompt to a language model about a window of turns, and the guards on its answer.
//!
//! Pure, like the rules: a [`Window`] becomes a [`Prompt`], an answer's text becomes candidates for pass 2. Each
//! change must quote the talk word for word, agree with the clause's modality, be grounded in its words and point to a
//! listed item; one that fails is rejected with a reason.

pub mod answer;
pub mod grounding;
pub mod guards;
pub mod prompt;
pub mod prompt_injection;
pub mod quote;
mod raw;
pub mod schema;
pub mod verdict;
pub mod window;

pub use answer::{Challenge, ModelChange, ModelRequest, ProposedFix, Read, nothing, read_answer};
pub use prompt::{Prompt, prompt};
pub use raw::unfenced;
pub use schema::{Field, Schema};
pub use window::{AnsweredQuestion, Listed, ListedStatus, Shown, Window, WindowRoom};
