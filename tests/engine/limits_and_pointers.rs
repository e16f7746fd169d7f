//! Limits of requests, words that point to what the agent put forward, and remarks that settle nothing.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Constraint, Decision, RejectedOption, Task};

use crate::dialogue::{settled, talk};

/// Everything that a talk settles as a choice, a rule or work.
fn all(session: &Session) -> Vec<String> {
    [Decision, Constraint, Task, RejectedOption].into_iter().flat_map(|kind| settled(session, kind)).collect()
}
#[test]
fn a_quotation_does_not_end_an_option() {
    let agent = "> If the tank is empty:\n- **A) Go on**\n- **B) Ask the keeper** \"Tank empty. Go on? [y/N]\"";
    let session = talk(&[agent, "A"]);
    assert!(settled(&session, RejectedOption).iter().any(|s| s.contains("go on? ")), "{:?}", all(&session));
}
