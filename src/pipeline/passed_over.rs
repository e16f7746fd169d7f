//! Defines what becomes of the options that a decision passes over: each is ruled out in a row of its own, which says what it
//! was an option for.

use super::extract::summary::ARROW;
use super::reconcile::version;
use crate::language::stems::tokens;
use crate::state::semantic_id::semantic_id;
use crate::state::{Candidate, Confidence, Item, ItemId, ItemKind, Ledger, Scope, Status};

/// Joint between an answer and what it answers: "E-mail - how the group is told".
const JOINT: &str = " - ";

/// Inserts a decision's rejected alternative as an item, linked to the chosen one.
pub(super) fn reject_option(ledger: &mut Ledger, candidate: &Candidate, chosen: &ItemId, option: &str, seq: u64) {
    let kind = ItemKind::RejectedOption;
    let semantic = semantic_id(kind, option);
    if ledger.with_semantic(&semantic).any(Item::is_open) {
        return;
    }
    let decided = ledger.get(chosen).map(|item| item.summary.clone()).unwrap_or_default();
    let summary = with_its_matter(option, &decided);
    ledger.insert(Item {
        id: ledger.next_id(kind, false),
        semantic_id: semantic,
        kind,
        summary: summary.clone(),
        status: Status::Active,
        confidence: Confidence::of(candidate.confidence),
        scope: candidate.delta.scope.unwrap_or(Scope::Session),
        source_turns: candidate.delta.source_turns.clone(),
        last_touched: candidate.delta.timestamp,
        tags: Vec::new(),
        touched_seq: seq,
        versions: vec![version(candidate, seq, summary)],
        alternatives: Vec::new(),
        rationale: None,
        resolution: None,
        ended_because: None,
        supersedes: Vec::new(),
        superseded_by: Some(chosen.clone()),
        reinforced: 0,
    });
}

/// A ruled-out option as it was put, without what it was an option for.
pub fn as_put(summary: &str) -> &str {
    summary.split(JOINT).next().unwrap_or(summary)
}

/// An option with the matter of the decision, where it does not name that itself. The question of an answer stands apart
/// and is shown with the row.
fn with_its_matter(option: &str, decided: &str) -> String {
    let said = tokens(option);
    let matter = decided.split_once(JOINT).map(|(_, matter)| matter).filter(|_| !decided.contains(ARROW));
    let unnamed = |matter: &&str| !option.contains(JOINT) && !tokens(matter).iter().any(|word| said.contains(word));
    matter.filter(unnamed).map_or_else(|| option.to_owned(), |matter| format!("{option}{JOINT}{matter}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_tells_what_it_was_for() {
        for (option, decided, told) in [
            (
                "Leave it running",
                "Pause it - winch when the gate opens",
                "Leave it running - winch when the gate opens",
            ),
            ("Rope", "How is the gate held? → Chain", "Rope"),
            ("Larch", "Use oak for the gate", "Larch"),
            ("Leave the gate open", "Shut it - gate at night", "Leave the gate open"),
        ] {
            assert_eq!(with_its_matter(option, decided), told);
            assert_eq!(as_put(told), option);
        }
    }
}
