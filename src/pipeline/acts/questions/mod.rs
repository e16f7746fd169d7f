//! Defines questions: what they ask for, how they are worded once they are answered, and which of them are still open.
//!
//! [`asked_facts`] and [`tag_questions`] tell the questions whose answer settles nothing. [`asserted`] and the files
//! `question_*` word a question with its answer as a statement; [`side_starts`] finds where the sides of an "or"
//! begin. [`open_questions`], [`undecided`] and [`answered`] read what is left open and what no longer is,
//! [`confirmed`] what the agent says yes to.

pub(super) mod answered;
pub(super) mod asked_facts;
pub(super) mod asked_of;
pub(super) mod asserted;
pub(super) mod confirmed;
pub(super) mod open_questions;
pub(super) mod openness;
mod question_frames;
pub(super) mod question_values;
pub(super) mod question_wording;
pub(super) mod side_starts;
pub(super) mod tag_questions;
pub(super) mod undecided;
