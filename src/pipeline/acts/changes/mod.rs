//! Defines changes of what is in force: another value, another choice, something taken back, called off or ended.
//!
//! [`changes_of_mind`] tries the plain forms. Values are in [`new_values`] and [`scaled`], choices in
//! [`replacements`], [`same_subject`] and [`retold`]; [`corrections`] needs the item it corrects to be understood.
//! [`withdrawals`], [`ends`], [`called_off`] and [`last_message`] end items; [`retired`] ends those whose end no form
//! says and a model finds, [`lifted_limits`] the limits of an earlier request, [`permissions`] a rule that leave is given for,
//! [`reopened`] a choice that is open again, [`ordered_anew`] the way in which an order is to be done; [`outnamed`] makes a
//! choice the revision of one that is named beside it, [`outvalued`] gives a setting the value that a correction tells, [`returned`] a choice the option that it gave up,
//! [`denied`] withdraws the choice that is named beside words of taking back, [`unsaid`] what the same turn takes back.

pub(super) mod called_off;
pub(super) mod changes_of_mind;
pub(super) mod corrections;
pub(super) mod denied;
pub(super) mod ends;
pub(super) mod last_message;
pub(super) mod lifted_limits;
pub(super) mod new_values;
pub(super) mod ordered_anew;
pub(super) mod outnamed;
pub(super) mod outvalued;
pub(super) mod permissions;
pub(super) mod reopened;
pub(super) mod replacements;
pub(super) mod retired;
pub(super) mod retold;
pub(super) mod returned;
pub(super) mod same_subject;
pub(super) mod scaled;
mod spoken_of;
pub(super) mod unsaid;
mod withdrawals;
