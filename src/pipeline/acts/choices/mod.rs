//! Defines choices that somebody states without being offered any.
//!
//! The person's choices are in [`stated_choices`], [`without_verb`], [`beside`], [`outright`], [`other_languages`] and
//! [`tools`], what none of them reads in [`for_purpose`], the
//! reasons beside them in [`reasoned`], what they refuse in [`refused_beside`], the names that they give to things in [`renamed`]; [`chosen`] and [`preferences`] judge and part their words,
//! [`accepted`] compares them with the items in force,
//! [`said_again`] finds what only says one of them again, and [`conditional`] makes those under a condition wait. The agent takes part in the others: it chooses
//! ([`agents_choices`]), says a choice again ([`restated`]), or follows the words or hints of the person ([`taken_up`],
//! [`nudges`]).

pub(super) mod accepted;
pub(super) mod agents_choices;
mod beside;
pub(super) mod chosen;
pub(super) mod conditional;
pub(super) mod for_purpose;
pub(super) mod nudges;
pub(super) mod other_languages;
pub(super) mod outright;
mod preferences;
pub(super) mod reasoned;
pub(super) mod refused_beside;
pub(super) mod renamed;
pub(super) mod restated;
pub(super) mod said_again;
pub(super) mod stated_choices;
pub(super) mod taken_up;
pub(super) mod tools;
mod without_verb;
