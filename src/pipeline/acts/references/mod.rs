//! Defines what words stand for that point to something said or done before.
//!
//! [`recent_talk`] keeps the last turns; [`standing`] and [`named_tasks`] find the item or task that is meant.
//! [`antecedents`] and [`unnamed_ends`] resolve pronouns, [`pointing`] and [`transfer`] "the same for ...",
//! [`talked_of`] finds the thing that is surely meant,
//! [`numbered_parts`] "phase 2", [`pointed_steps`] nicknames and "#4"; [`told_in_line`] reads the things that the agent
//! counted up, [`written_down`] orders to put what was said into a document.

pub(super) mod antecedents;
mod carried_over;
pub(super) mod named_tasks;
pub(super) mod numbered_parts;
pub(super) mod pointed_steps;
pub(super) mod pointing;
pub(super) mod recent_talk;
pub(super) mod standing;
pub(super) mod talked_of;
mod told_in_line;
mod transfer;
pub(super) mod unnamed_ends;
mod written_down;
