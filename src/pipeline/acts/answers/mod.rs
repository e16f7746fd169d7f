//! Defines how the person answers an offer as a whole: yes, no, a change, a remark, a value, one answer to each part.
//!
//! [`reply`] is read first and asks the others. [`polarity`], [`stance`] and [`mood`] judge whether a reply agrees,
//! refuses or decides nothing; [`judged_replies`] leaves that to a model where the words do not say it.
//! [`proposal_answers`], [`counter`], [`remarks`] and [`parts`] read answers to a proposal, [`values`],
//! [`yes_or_no`] and [`numbered`] answers to questions, [`named_answers`] answers to what was said before the last turn;
//! [`carried_out`] reads values by what the agent sets; [`acknowledged`] tells which only acknowledge what the agent told,
//! [`concluded`] what an answer comes to after remarks.

mod acknowledged;
pub(super) mod carried_out;
mod concluded;
pub(super) mod counter;
mod deferred;
mod explained_values;
pub(super) mod judged_replies;
pub(super) mod mood;
mod named_answers;
pub(super) mod numbered;
mod other_answers;
pub(super) mod parts;
pub(super) mod polarity;
pub(super) mod proposal_answers;
pub(super) mod remarks;
pub(super) mod reply;
pub(super) mod stance;
pub(super) mod values;
mod yes_or_no;
