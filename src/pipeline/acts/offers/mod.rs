//! Defines what the agent offers to the person: proposals, choices among options, and questions.
//!
//! [`offer`] holds the offer itself and finds the offers of a turn. [`proposals`] and [`named_offers`] read single
//! proposals, [`requested`] a design that was asked for, [`plans`] the steps of a plan; [`options`], [`prose_options`],
//! [`deeds`] and [`lists`] read the options of a choice, [`entries`] and [`leads`] the parts of a list, and
//! [`option_labels`], [`sections`] and [`settings`] its labels and divisions. [`advice`] reads which option the agent would
//! take.

mod advice;
pub(super) mod deeds;
mod entries;
mod leads;
mod lists;
pub(super) mod named_offers;
pub(super) mod offer;
pub(super) mod option_labels;
pub(super) mod options;
mod plans;
pub(super) mod proposals;
mod prose_options;
pub(super) mod requested;
mod sections;
pub(super) mod settings;
