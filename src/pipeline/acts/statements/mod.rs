//! Defines statements that neither choose nor order: facts, causes, suspicions, the goal of the session, mere remarks.
//!
//! [`plain_statements`] reads them by their forms. Goals in free words are in [`aims`], those of a first turn in
//! [`opening`]. [`hunches`] reads suspicions, [`found_causes`] the causes that the agent has found, [`asides`] what
//! settles nothing, [`descriptions`] what only tells or mocks, [`premises`] what puts right the agent's assumptions, [`told_facts`] how things are by subject and
//! verb.

pub(super) mod aims;
pub(super) mod asides;
pub(super) mod descriptions;
pub(super) mod found_causes;
pub(super) mod hunches;
mod opening;
pub(super) mod plain_statements;
pub(super) mod premises;
pub(super) mod told_facts;
