//! Defines work: orders and wishes, which become tasks, and what is said of work under way or done.
//!
//! [`requests`] reads orders; [`imperative`] knows the verbs, [`sequences`] their order, [`work_wording`] words the task.
//! [`work_lists`], [`work_enumerated`], [`work_told`] and [`told_orders`] read orders whose objects are in a list or in a
//! neighbouring sentence, [`tickets`] those for a ticket. The agent speaks of work in [`own_steps`], [`commitments`] and
//! [`taken_on`], of work that is put off in [`put_on_list`], and of work that is done in [`reports`], [`last_request`],
//! [`closing_reports`], [`results`] and [`delivered`]; [`settings_made`] keeps the values that finished work has set. The person judges work in
//! [`work_judged`] and [`left_over`].

pub(super) mod closing_reports;
pub(super) mod commitments;
pub(super) mod delivered;
pub(super) mod imperative;
mod last_request;
pub(super) mod left_over;
pub(super) mod own_steps;
pub(super) mod put_on_list;
pub(super) mod reports;
pub(super) mod requests;
pub(super) mod results;
mod sequences;
pub(super) mod settings_made;
pub(super) mod taken_on;
pub(super) mod tickets;
pub(super) mod told_orders;
pub(super) mod work_enumerated;
pub(super) mod work_judged;
mod work_lists;
pub(super) mod work_told;
pub(super) mod work_wording;
