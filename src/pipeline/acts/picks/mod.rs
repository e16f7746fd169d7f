//! Defines which of the offered options an answer takes or refuses.
//!
//! [`pick`] reads the option that an answer picks, by [`labels`], by [`descriptions`] or by [`extremes`] ("the
//! cheapest"). [`marked_labels`] reads answers that begin with a label, [`labelled_entries`] those that go through a list, [`refused_options`] what is refused,
//! [`option_remarks`] what is only said of an option. [`sorting`] reads answers that take some options and leave
//! others, [`verdicts`] their clauses; [`judged_parts`] reads answers that judge each part of a proposal in words of its own,
//! by [`part_pieces`], [`part_readings`], [`part_names`] and [`part_verdicts`]. [`details`] reads what a pick adds to its option, [`errands`] tells small steps
//! from choices.

mod descriptions;
mod details;
pub(super) mod errands;
mod extremes;
pub(super) mod judged_parts;
pub(super) mod labelled_entries;
pub(super) mod labels;
pub(super) mod marked_labels;
pub(super) mod option_remarks;
mod part_names;
mod part_pieces;
mod part_readings;
mod part_verdicts;
pub(super) mod pick;
pub(super) mod refused_options;
pub(super) mod sorting;
mod verdicts;
