//! Defines choices that somebody states without being offered any.
//!
//! The person's choices are in [`stated_choices`], [`without_verb`], [`beside`], [`outright`], [`other_languages`] and
//! [`tools`], the names that they give to things in [`renamed`]; [`chosen`] and [`preferences`] judge and part their words,
//! [`accepted`] compares them with the items in force. The agent takes part in the others: it chooses
//! ([`agents_choices`]), says a choice again ([`restated`]), or follows the words or hints of the person ([`taken_up`],
//! [`nudges`]).

pub(super) mod accepted;
pub(super) mod agents_choices;
mod beside;
pub(super) mod chosen;
pub(super) mod nudges;
pub(super) mod other_languages;
pub(super) mod outright;
mod preferences;
pub(super) mod renamed;
pub(super) mod restated;
pub(super) mod stated_choices;
pub(super) mod taken_up;
pub(super) mod tools;
mod without_verb;
