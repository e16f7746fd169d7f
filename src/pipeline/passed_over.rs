//! Defines what becomes of the options that a decision passes over: each is ruled out in a row of its own, which says what it
//! was an option for: with the question of the decision, else with what was decided instead.

use super::extract::summary::ARROW;
use super::reconcile::version;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::state::semantic_id::semantic_id;
use crate::state::{Candidate, Confidence, Item, ItemId, ItemKind, Ledger, Scope, Status};

/// Joint between an answer and what it answers: "E-mail - how the group is told".
const JOINT: &str = " - ";

/// Opens what was decided instead of an option.
const INSTEAD: &str = " (instead: ";

/// Openings of options that are no names: of a way, a place, an order, a statement.
const NO_NAME: Phrases = phrases!(
    "as|in|on|at|with|without|by|from|into|under|via|per|to|for|be|being|is|are|leave|keep|let|do|use|make|stay|their|its|his|her|own|same|that|this|it|them|one|fail|stop|ask|wait|skip|never|always|only|not|just|both|all|none|no"
);

/// Longest name of an option, in words, that says enough.
const NAME: usize = 3;

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
    let said = summary.rsplit(ARROW).next().unwrap_or(summary);
    let said = said.split(JOINT).next().unwrap_or(said);
    said.split(INSTEAD).next().unwrap_or(said)
}

/// An option with what it was an option for: the question of a decision, or what was chosen instead.
fn with_its_matter(option: &str, decided: &str) -> String {
    if let Some((question, _)) = decided.split_once(ARROW) {
        return if option.contains(ARROW) { option.to_owned() } else { format!("{question}{ARROW}{option}") };
    }
    let said = tokens(option);
    if let Some((_, matter)) = decided.split_once(JOINT) {
        let names_it = tokens(matter).iter().any(|word| said.contains(word)) || option.contains(JOINT);
        return if names_it { option.to_owned() } else { format!("{option}{JOINT}{matter}") };
    }
    let first = option.split(' ').next().unwrap_or_default().to_lowercase();
    let is_name = option.split(' ').count() <= NAME && !NO_NAME.contains(first.as_str());
    let decided = decided.trim_end_matches('.');
    if is_name || decided.is_empty() { option.to_owned() } else { format!("{option}{INSTEAD}{decided})") }
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
            ("Rope", "How is the gate held? → Chain", "How is the gate held? → Rope"),
            (
                "as a chore of its own",
                "Fold the lamp fix into the gate chore",
                "as a chore of its own (instead: Fold the lamp fix into the gate chore)",
            ),
            ("Larch", "Use oak for the gate", "Larch"),
            ("Leave the gate open", "Shut it - gate at night", "Leave the gate open"),
        ] {
            assert_eq!(with_its_matter(option, decided), told);
            assert_eq!(as_put(told), option);
        }
    }
}
