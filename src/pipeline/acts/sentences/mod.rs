//! Defines what all readers of acts know of a sentence: its pieces, its spelling, its topic, its quantities, its
//! wording.
//!
//! A turn is spelled out ([`spelling`]), freed from words around its statements ([`framing`], [`announced`],
//! [`empty_leads`], [`leave_taking`]) and cut into [`segments`]; a sentence that is not understood is read once more in
//! [`pieces`]. Families match a segment with a table of [`form`]s; [`wording`] makes the summary of an item from what they
//! find. [`topics`] and [`quantities`] find what a sentence is about and the amounts it names, [`reservations`] the words
//! with which it settles nothing.

pub(super) mod announced;
pub(super) mod apart;
mod chat_marks;
mod empty_leads;
pub(super) mod form;
pub(super) mod framing;
mod leave_taking;
pub(super) mod pieces;
pub(super) mod quantities;
pub(super) mod reservations;
pub(super) mod segments;
pub(super) mod spelling;
pub(super) mod topics;
pub(super) mod wording;
