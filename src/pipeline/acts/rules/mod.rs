//! Defines rules that the person lays down: what must be, what must not be, when and with which exceptions.
//!
//! [`stated_rules`] reads prohibitions, duties and limits, [`bans`] those in everyday words, [`ruled_out`] options
//! that are out. [`occasions`], [`each_occasion`] and [`conditions`] read rules that hold at certain times,
//! [`exceptions`] what a rule does not hold for. [`conditions_of_requests`] reads rules that stand in or below a
//! request, [`not_up_for_change`] what is shown as settled.

pub(super) mod bans;
pub(super) mod conditions;
pub(super) mod conditions_of_requests;
mod each_occasion;
pub(super) mod exceptions;
pub(super) mod habits;
pub(super) mod not_up_for_change;
pub(super) mod occasions;
pub(super) mod ruled_out;
pub(super) mod stated_rules;
